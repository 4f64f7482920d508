// The dealer's console: the next thing to do, the card that came out, and what to pay.

import "../draw/felt.js";
import { askOnce, byId, el, givesKeysBack, isHeld, keyCap, keyed, listen, pressKey, refill, typing } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { ask, Live, refusalOf, staffReason } from "../live.js";
import { Table } from "../model.js";
import { say } from "../say.js";
import { sheets } from "../sheets.js";
import { consoleMenu } from "../ways.js";
import { posted as dollars, gameName, learnWagers, sentence, tableName } from "../words.js";
import { amountForm, askedBy } from "./amounts.js";
import { showDeclare } from "./declare.js";
import { CARD_KEYS, CardPad } from "./pad.js";
import { showPayouts } from "./payouts.js";
import { SeatStrip } from "./seats.js";

/** @typedef {import("../wire.js").Staff} Staff */
/** @typedef {import("../wire.js").StaffOffer} StaffOffer */
/** @typedef {import("../wire.js").Command} Command */

/** @type {Record<import("../wire.js").Line["state"], string>} */
const LINES = {
  open: "",
  connecting: say("shared.connecting"),
  lost: say("dealing.dealer.connection_lost_the_round_stands_trying"),
  over: say("shared.signed_out"),
};

/** @type {Record<string, string>} What a player answers, with its key; a dealer enters it for guests. */
const KEYS = {
  Hit: "h",
  Stand: "s",
  DoubleDown: "d",
  Split: "p",
  Surrender: "u",
  Insure: "i",
  DeclineInsurance: "n",
  TakeEvenMoney: "e",
  Check: "k",
  Fold: "f",
  PlayBet: "",
  GoOn: "g",
  TakeCard: "t",
  RefuseCard: "r",
  Choose: "",
  Signal: "",
  Look: "",
};

/** @type {Record<string, string>} Keys of the less usual kinds of an answer. */
const KINDS = { double_for_less: "l", double_for_half: "l", double_paid: "o", split_paid: "t" };

const id = new URLSearchParams(location.search).get("table") ?? "";
const live = new Live();
const felt = /** @type {import("../wire.js").Felt} */ (byId("felt"));
const pad = new CardPad(byId("pad"), dealCard, loseCards);
/** @type {import("../wire.js").Posted} */
let posted;
/** @type {Table} */
let table;
/** @type {Staff | null} */
let staff = null;
/** @type {SeatStrip} */
let seats;
/** @type {import("../wire.js").Me | null} */
let me = null;

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    /** @type {import("../wire.js").Me} */
    const known = await ask("/api/me");
    me = known;
    byId("line").after(consoleMenu(known, "dealer"));
    if (!id) {
      await sheets();
      await chooseTable();
      return;
    }
    [posted] = await Promise.all([ask(`/api/tables/${encodeURIComponent(id)}/posted`), sheets()]);
    learnWagers(posted.layout.wagers);
  } catch (trouble) {
    byId("place").replaceChildren(
      el(
        "section",
        { className: "page" },
        el("p", {}, staffReason(trouble)),
        el("a", { href: "/" }, say("shared.to_the_lobby_where_you_can")),
      ),
    );
    return;
  }
  table = new Table(posted);
  seats = new SeatStrip({ place: byId("seats"), beside: byId("seat-panel") }, { posted, order, refuse });
  byId("title").textContent = gameName(posted.sheet, posted.title);
  document.title = say("dealing.dealer.dealer_id_pitboss", { id: tableName(id, posted.sheet) });
  live.watch(id);
  if (posted.progressive) live.meters();
  live.connect();
}

/** Without a table in the address, the staffed ones are listed. */
async function chooseTable() {
  /** @type {import("../api.js").FloorTable[]} */
  const open = await ask("/api/floor");
  const staffed = open.filter((one) => one.mode === "staffed" && !one.closed);
  const links = staffed.map((one) => {
    const named = `${tableName(one.table, one.sheet)}, ${gameName(one.sheet, one.title)}`;
    return el(
      "p",
      {},
      el(
        "a",
        { className: "your-table", href: `?table=${encodeURIComponent(one.table)}` },
        el("b", {}, named),
        el(
          "span",
          {},
          one.dealer ? say("dealing.dealer.dealer_deals", { dealer: one.dealer }) : say("dealing.dealer.nobody_deals"),
        ),
        el("small", {}, sentence(one.state)),
      ),
    );
  });
  const none = el("p", {}, say("dealing.dealer.no_staffed_table_is_open_the"));
  byId("place").replaceChildren(
    el(
      "section",
      { className: "page" },
      el("h2", {}, say("dealing.dealer.your_table")),
      ...(links.length ? links : [none]),
    ),
  );
}

/**
 * A card is named; where the dealer's own step takes it from the shoe first, typing the card is that step, too. Settles
 * once the table stands where the card has led, or with false where it was not taken.
 *
 * @param {string} card
 */
async function dealCard(card) {
  const drawn = Boolean(staff?.card) || (await done({ type: "Act", action: { type: "Proceed" } }));
  const told = drawn && Boolean(staff?.card) && (await done({ type: "Act", action: { type: "CardIs", card } }));
  if (!told && !byId("refused").textContent) loseCards(card.toUpperCase());
  return told;
}

/**
 * Cards that were typed for a table that has gone on meanwhile are told, below why the last one was refused.
 *
 * @param {string} keys
 */
function loseCards(keys) {
  refuse([byId("refused").textContent, notTaken(keys)].filter(Boolean).join(" "));
}

/** @type {{ version: number, settle: () => void }[]} Who waits until the table is shown as of a version. */
let waiting = [];

/**
 * Have a command done, and the table shown as it stands after it; false where it was refused.
 *
 * @param {Command} command
 */
async function done(command) {
  refuse("");
  try {
    const version = await live.command(id, command);
    if (Number(document.body.dataset.version) < version)
      await new Promise((settle) => waiting.push({ version, settle: () => settle(null) }));
    return true;
  } catch (trouble) {
    refuse(refusalOf(trouble).reason);
    return false;
  }
}

/**
 * What was refused stays below the step.
 *
 * @param {string} reason
 */
function refuse(reason) {
  aboutKey = false;
  byId("refused").textContent = reason;
}

/**
 * Have a command done; the reason where it was refused.
 *
 * @param {Command} command
 */
async function order(command) {
  refuse("");
  try {
    await live.command(id, command);
    return "";
  } catch (trouble) {
    const { reason } = refusalOf(trouble);
    refuse(reason);
    return reason;
  }
}

listen(live, "table", (/** @type {CustomEvent<import("../wire.js").TableMessage>} */ { detail }) => {
  table.whole(detail);
  staff = detail.staff;
  show(detail.version);
});

listen(live, "change", (/** @type {CustomEvent<import("../wire.js").TableMessage>} */ { detail }) => {
  if (detail.events.some(({ type }) => type === "EntryRetracted")) live.watch(id);
  table.change(detail);
  staff = detail.staff;
  show(detail.version);
});

listen(live, "meters", ({ detail }) => {
  table?.meters(detail);
});

listen(live, "line", (/** @type {CustomEvent<import("../wire.js").Line>} */ { detail }) => {
  byId("line").textContent = LINES[detail.state];
  document.body.dataset.line = detail.state;
});

/**
 * Show the table as it stands; the page says of which version it is.
 *
 * @param {number} version
 */
function show(version) {
  document.body.dataset.version = String(version);
  if (aboutKey) refuse("");
  if (!staff) {
    byId("step").replaceChildren(el("p", {}, say("dealing.dealer.only_dealers_and_the_floor_work")));
    return;
  }
  felt.model = table.model;
  const deals = staff.dealer && say("dealing.dealer.dealer_deals", { dealer: staff.dealer });
  const where = [tableName(id, posted.sheet), say("shared.round_round", { round: table.state.round }), deals];
  byId("where").textContent = where.filter(Boolean).join(" · ");
  showTap(staff);
  showStep(staff);
  pad.show(staff.card ?? staff.card_next, staff.yours);
  showAnswers(staff);
  showUndo(staff);
  seats.show(table, staff);
  showDeclare(byId("declare"), staff.declare, staff.offers.filter(isMistake), order);
  const split = table.model.seats.filter(({ hands }) => hands.length > 1).map(({ n }) => n);
  showPayouts(byId("payouts"), staff.payouts, split);
  const shown = waiting.filter((one) => one.version <= version);
  waiting = waiting.filter((one) => one.version > version);
  for (const { settle } of shown) settle();
}

/** @param {Staff} staff */
function showTap(staff) {
  const button = byId("tap");
  button.hidden = !me?.may.commands.includes("TapIn");
  button.textContent = staff.yours ? say("dealing.dealer.tap_out") : say("dealing.dealer.tap_in");
  const call = byId("call-floor", HTMLButtonElement);
  call.hidden = call.disabled = !staff.yours;
}

byId("tap").addEventListener("click", () => order({ type: staff?.yours ? "TapOut" : "TapIn" }));
byId("call-floor").addEventListener("click", () => order({ type: "CallFloor" }));
listen(felt, "sit", ({ detail }) => seats.choose(detail.seat));

const BESIDE = new Set(["TapIn", "TapOut", "Retract", "CallFloor", "UnseatVisitor"]);
/** @param {StaffOffer} offer */
const isMistake = ({ command }) => command.type === "Act" && ["Deal", "Overlook"].includes(command.action.type);

/**
 * The thing to do next by the dealer, where there is one: first of all to take the table over.
 *
 * @param {Staff} staff
 */
const mainOffer = ({ offers, yours }) =>
  yours ? offers.find(({ due }) => due) : offers.find(({ command }) => command.type === "TapIn");

/**
 * The next thing to do: what, the call to make, who is to act.
 *
 * @param {Staff} staff
 */
function showStep(staff) {
  const { call, who, spot, yours, calls } = staff;
  const main = mainOffer(staff);
  const next = main?.command.type === "Jackpot" ? main : staff.next; // a win is paid while the round waits
  const about = who === "player" && spot ? aboutHand(table.model, spot, staff.hand) : "";
  const shown = [next, call, who, spot, main, yours, calls, about];
  refill(byId("step"), shown, () =>
    [
      calls.length
        ? el(
            "p",
            { className: "called" },
            say("dealing.dealer.floor_called_more_the_table_waits", { more: calls[0] ? `: ${calls[0]}` : "" }),
          )
        : "",
      el("p", { className: "step-who" }, whoActs(staff)),
      el("h2", {}, sentence(next?.text ?? say("dealing.dealer.nothing_is_due"))),
      about ? el("p", { className: "step-about" }, about) : "",
      call ? el("p", { className: "step-call" }, el("span", {}, say("dealing.dealer.call")), `“${call}”`) : "",
      next?.clause ? el("small", { className: "quiet" }, next.clause) : "",
      main && !staff.card ? mainButton(main) : "",
    ].filter(Boolean),
  );
  byId("assertive").textContent = next?.text ?? "";
}

/**
 * The hand that is to act, as it lies on the table.
 *
 * @param {Table["model"]} model
 * @param {number} spot
 * @param {number} at
 */
function aboutHand({ seats, dealer }, spot, at) {
  const { name, hands } = seats[spot - 1] ?? { name: "", hands: [] };
  const hand = hands[at];
  if (!hand) return name;
  const bet = hand.bet ? `, ${dollars(hand.bet)}` : "";
  const against = dealer.total ? say("dealing.dealer.against_total", { total: dealer.total }) : "";
  const which = hands.length > 1 ? say("shared.hand_place", { place: hand.place + 1 }) : "";
  return `${name}${bet}${which}${hand.total ? `: ${hand.total}${against}` : ""}`;
}

/**
 * The big button; where a number belongs to it, the number stands before it.
 *
 * @param {StaffOffer} main
 */
function mainButton(main) {
  if (askedBy(main)) return amountForm(main, { key: "Enter", look: "rule-button", order, refuse });
  return keyed("Enter", sentence(main.text), "", () => order(main.command), "rule-button");
}

/** @param {Staff} staff */
function whoActs({ who, spot, yours, dealer }) {
  if (who === "player" && spot) return say("dealing.dealer.seat_spot_to_act", { spot });
  if (who === "player") return say("dealing.dealer.players_to_act");
  if (who && who !== "dealer") return say("dealing.dealer.who_to_act", { who: sentence(who) });
  return yours
    ? say("shared.your_turn")
    : dealer
      ? say("dealing.dealer.dealer_to_act", { dealer })
      : say("dealing.dealer.nobody_deals_here");
}

/**
 * Everything else that can be done now; a guest's answers have the keys of the table, the rest has numbers.
 *
 * @param {Staff} staff
 */
function showAnswers(staff) {
  const { offers, yours, card } = staff;
  const main = mainOffer(staff);
  const others = offers.filter((offer) => offer !== main && !isMistake(offer) && !BESIDE.has(offer.command.type));
  const keys = (card ?? staff.card_next) ? [] : keysOf(others);
  refill(byId("answers"), [others, keys, yours], () => others.map((offer, at) => answerNode(offer, keys[at] ?? "")));
}

/**
 * @param {StaffOffer} offer
 * @param {string} key
 */
function answerNode(offer, key) {
  if (askedBy(offer)) return amountForm(offer, { key, look: "answer", order, refuse });
  if (offer.confirm)
    return askOnce(
      keyed(key, sentence(offer.text), offer.clause, () => {}, "answer"),
      () => order(offer.command),
    );
  return keyed(key, sentence(offer.text), offer.clause, () => order(offer.command), "answer");
}

/**
 * The key of each offer: its own letter, a multiple's figure, or the next free number.
 *
 * @param {StaffOffer[]} offers
 */
function keysOf(offers) {
  const ownKey = (/** @type {StaffOffer} */ { kind, command }) => {
    const { multiple, type } = command.action ?? {};
    return multiple ? String(multiple) : (KINDS[kind] ?? KEYS[type] ?? "");
  };
  const own = offers.map(ownKey);
  const keys = own.map((key, at) => (own.indexOf(key) === at ? key : ""));
  const free = [..."123456789"].filter((key) => !keys.includes(key));
  return keys.map((key) => key || (free.shift() ?? ""));
}

/** @param {Staff} staff */
function showUndo(staff) {
  const { retractable } = staff;
  refill(byId("undo"), retractable, () =>
    retractable
      ? [
          keyed(
            "Backspace",
            say("dealing.dealer.take_the_last_entry_back"),
            "",
            () => order({ type: "Retract", version: retractable }),
            "control",
          ),
        ]
      : [],
  );
}

/** Whether what stands below the step is about a key that did nothing, until the table goes on. */
let aboutKey = false;

/**
 * What was typed for a card at the wrong moment, or a suit before its rank.
 *
 * @param {string} keys
 */
function notTaken(keys) {
  const suit = pad.waits && "SHDC".includes(keys);
  return say(suit ? "dealing.dealer.rank_first" : "dealing.dealer.no_card_is_due", { key: keys });
}

/**
 * A key that nothing answers to is told: nothing that is typed is swallowed.
 *
 * @param {string} key
 */
function tellUnused(key) {
  if (CARD_KEYS.has(key.toLowerCase())) refuse(notTaken(key.toUpperCase()));
  else if (/^[a-z\d]$/i.test(key) || key === "Enter" || key === "Backspace")
    refuse(say("dealing.dealer.key_does_nothing", { key: keyCap(key).textContent }));
  else return;
  aboutKey = true;
}

/** @param {EventTarget | null} target */
const isControl = (target) => target instanceof Element && target.matches("button, a, summary");

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !staff || typing(event.target) || isHeld(event)) return;
  if (isControl(event.target) && (event.key === "Enter" || event.key === " ")) return;
  const key = event.key === " " ? "Enter" : event.key;
  if (pad.key(key) || pressKey(document.body, key)) event.preventDefault();
  else tellUnused(key);
});
givesKeysBack(document.body, "button, a, summary");

open();
