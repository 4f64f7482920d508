// The page of one table: what the server says is folded, drawn, read out and answered.

import { Bar } from "./bar.js";
import { PLAY_CHIPS } from "./betting.js";
import { Coach } from "./coach.js";
import "./draw/felt.js";
import { byId, el, find, listen, refill, typing, unbroken } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { gameOf } from "./games/index.js";
import { linkWords } from "./link-words.js";
import { AWAY, ask, clockAhead, comeIn, Live, refusalOf } from "./live.js";
import { Table } from "./model.js";
import { opensOver, rememberRoot } from "./over-links.js";
import { showReminders } from "./own-limits.js";
import { showPayTables, wagerSlip } from "./pay-tables.js";
import { tellsWhatIsPointedAt } from "./pointing.js";
import { hideClause, postOwnRules, showBalance, showClause, showSlip } from "./results.js";
import { Reveal } from "./reveal.js";
import { say } from "./say.js";
import { sense, senseTurn } from "./senses.js";
import { rhythm, showSettings } from "./settings.js";
import { sheets } from "./sheets.js";
import { messageOf, troubleOf } from "./trouble.js";
import {
  atSeat,
  cardName,
  departWords,
  duration,
  gameName,
  learnWagers,
  money,
  noticeWords,
  ownTitle,
  shareWords,
  span,
  tableName,
  tell,
} from "./words.js";

const CLOCK_OFF_MS = 60_000;
const MOST_TOLD = 16;
const FULL = say("table.all_seats_are_taken_wait_for");
const LINES = {
  open: say("table.connected"),
  connecting: say("shared.connecting"),
  lost: say("shared.connection_lost"),
  over: say("shared.signed_out"),
};
const asked = new URLSearchParams(location.search);
const id = asked.get("table") ?? "";
const live = new Live();
const bar = byId("bar", Bar);
const felt = /** @type {import("./wire.js").Felt} */ (byId("felt"));
const coach = new Coach(byId("coach"), bar);
/** @type {import("./wire.js").Posted} */
let posted;
/** @type {Table} */
let table;
/** @type {import("./wire.js").MeterValues | null} Meters that have moved while cards were still coming. */
let meters = null;
/** @type {import("./wire.js").Line} */
let line = { state: "connecting", wait: 0 };
let wish = asked.get("wish");
let heard = 0;
let leaving = false;
let unseated = false;

/** Begin: what is posted and the table itself are asked for at once; what is posted is shown first. */
async function open() {
  if (!id) return noTable({ status: 404, message: say("table.the_address_names_no_table") });
  live.watch(id);
  live.connectEarly();
  try {
    [posted] = await Promise.all([ask(`/api/tables/${encodeURIComponent(id)}/posted`), sheets()]);
    learnWagers(posted.layout.wagers);
    for (const one of posted.wagers) one.title = one.title.replace("'", "’");
  } catch (trouble) {
    live.end();
    return noTable(troubleOf(trouble));
  }
  table = new Table(posted);
  bar.open(posted);
  showTitle();
  showPosted();
  showPayTables(byId("pay-tables"), posted.wagers, gameOf(posted.game).ranking());
  showSettings(byId("settings"));
  if (posted.progressive) live.meters();
  live.release();
  return undefined;
}

/** @param {import("./trouble.js").Trouble} trouble */
function noTable(trouble) {
  for (const name of ["rounds-button", "leave-button", "menu-button", "line"]) byId(name).remove();
  byId("title").textContent =
    trouble.status === 404 ? say("table.there_is_no_such_table") : say("table.the_floor_does_not_answer");
  const again = el("button", { type: "button", on: { click: () => location.reload() } }, say("shared.try_again"));
  const out = el("a", { href: "/" }, say("shared.see_the_open_tables"));
  const way = el("p", { className: "ways" }, trouble.status === 404 ? "" : again, out);
  byId("plan").replaceChildren(el("section", { className: "page" }, el("p", {}, trouble.message), way));
}

// what is worth knowing beside the table

/** What another tab says, and how many more there are then. */
const CAME = { here: 1, too: 1, gone: -1 };
let tabs = 0;
const others = new BroadcastChannel("pitboss.tables");

/** Other tabs of this browser at this table tell one another. */
others.addEventListener("message", ({ data }) => {
  if (data.id !== id) return;
  tabs = Math.max(0, tabs + CAME[/** @type {"here" | "too" | "gone"} */ (data.says)]);
  if (data.says === "here") others.postMessage({ id, says: "too" });
  showNotices();
});
others.postMessage({ id, says: "here" });
addEventListener("pagehide", () => others.postMessage({ id, says: "gone" }));

function showNotices() {
  /** @type {string[]} */
  const notices = [];
  const ahead = clockAhead();
  const off = `${duration(Math.abs(ahead))} ${ahead > 0 ? say("table.fast") : say("table.slow")}`;
  if (Math.abs(ahead) > CLOCK_OFF_MS) notices.push(say("table.your_clock_is_off_the_table", { off }));
  if (tabs && table?.you?.boxes.length) notices.push(say("table.this_seat_is_open_in_another"));
  if (table?.state.notice) notices.push(noticeWords(table.state.notice));
  notices.push(...linkWords(table?.link ?? null, id));
  refill(byId("notices"), notices, () => notices.map((text) => el("p", {}, text)));
}

// what comes in

showReminders(live, () => !reveal.busy && !table?.you?.offers.length);
listen(live, "line", ({ detail }) => {
  line = detail;
  document.body.dataset.line = line.state;
  byId("line").textContent = LINES[line.state];
  show();
});

listen(live, "table", ({ detail }) => {
  coach.allowed = detail.coach;
  reveal.drop();
  meters = null;
  table.whole(detail);
  heard = table.round.told.length;
  show();
  fulfil();
  recall();
});

/** Who comes between two rounds sees how the last one ended. */
async function recall() {
  const { dealt, round } = table.state;
  if (dealt || !round || table.round.told.length || !table.you?.boxes.length) return;
  try {
    const { steps } = await ask(`/api/tables/${encodeURIComponent(id)}/rounds/${round}`);
    table.recall(
      round,
      steps.flatMap((/** @type {{ events: any[] }} */ step) => step.events),
    );
  } catch {
    return; // it is only looked back at
  }
  heard = table.round.told.length;
  show();
}

/** What changed comes beat by beat: parts first, and with the rest what is asked now and what one has. */
const reveal = new Reveal({
  rhythm,
  dealers: () => table.round.dealer.cards.length,
  part(message, events) {
    follow(() => table.part(message, events));
    sense(events, table.you?.boxes ?? []);
  },
  rest(message, events) {
    noteSeat(message.events);
    follow(() => table.change(message, events));
    sense(events, table.you?.boxes ?? []);
    speak(table.round.told.slice(heard));
    heard = table.round.told.length;
    if (meters && !reveal.busy) showNewMeters();
  },
});
listen(live, "change", ({ detail }) => reveal.push(detail));
felt.addEventListener("pointerdown", () => reveal.flush());

/** @param {() => void} step */
function follow(step) {
  const before = table.round;
  step();
  if (table.round !== before) heard = 0;
  show();
}

/**
 * Whether the house has given one's seat up.
 *
 * @param {import("./words.js").TableEvent[]} events
 */
function noteSeat(events) {
  const mine = (/** @type {string} */ type) =>
    events.some((event) => event.type === type && event.player === table.you?.name);
  if (mine("PlayerSat")) unseated = false;
  else if (mine("BoxFreed") && !leaving) unseated = true;
}

listen(live, "meters", ({ detail }) => {
  meters = detail;
  if (!reveal.busy) showNewMeters();
});

/** What the meters are since a round: told after its cards, which they would give away. */
function showNewMeters() {
  if (meters) table.meters(meters);
  meters = null;
  show();
}

/** What the lobby was asked for: a seat, or a place in the line for one. */
function fulfil() {
  const wanted = wish;
  wish = null;
  if (!wanted) return;
  history.replaceState(null, "", `?table=${encodeURIComponent(id)}`);
  if (table.you?.boxes.length) return;
  if (wanted === "sit") sit(0);
  else queue();
}

// what is shown

/** The limits that hold for you; where they have changed, what is posted changes with them. */
function keepLimits() {
  const [minimum, maximum] = table.you?.limits ?? table.state.limits;
  const [first] = posted.wagers;
  if (first.minimum === minimum && first.maximum === maximum) return;
  Object.assign(first, { minimum, maximum });
  showPosted();
}

function show() {
  if (!table?.state) return;
  keepLimits();
  const { model } = table;
  felt.model = withPiles(table.model);
  felt.toggleAttribute("stale", line.state === "lost" || line.state === "over");
  bar.view = { model, state: table.state, you: table.you, line, unseated, title: tableName(id, posted.sheet) };
  coach.see({ id, posted, you: table.you, state: table.state, model });
  const round = say("shared.round_round", { round: table.state.round || 1 });
  byId("where").textContent = `${tableName(id, posted.sheet)} · ${round}`;
  document.body.dataset.seated = String(Boolean(model.youSeat));
  if (table.you?.balance !== undefined) showBalance(byId("balance"), table.you.balance);
  showStory();
  showNotices();
  showShoe(model);
  showMeters(model);
  callTurn(model);
}

/**
 * Chips that are no whole wager yet lie on the felt all the same.
 *
 * @param {any} model
 */
function withPiles(model) {
  const first = posted.wagers[0].wager;
  for (const { seat, wager, cents } of bar.piles) {
    const { wagers, tokes } = model.seats[seat - 1];
    if (wager === "toke") tokes[first] = cents;
    else wagers[wager] = cents;
    for (const other of posted.wagers.find((one) => one.wager === wager)?.laid ?? []) wagers[other] = cents;
  }
  return model;
}

function showTitle() {
  const name = gameName(posted.sheet, posted.title);
  byId("title").textContent = ownTitle(posted.sheet, posted.title) || name;
  byId("approval").hidden = posted.approved;
  byId("departs").hidden = !posted.departures.length;
  byId("departs").textContent = departWords(posted.departures);
  for (const name of ["rules-link", "approval", "departs"])
    byId(name, HTMLAnchorElement).href = `/rules.html?${new URLSearchParams({ table: id })}`;
  byId("play-link", HTMLAnchorElement).href = `/play.html?${new URLSearchParams({ sheet: posted.sheet })}`;
  document.title = `${name}, ${tableName(id, posted.sheet)} · Pitboss`;
  find(document, ".brand", HTMLElement).replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
}

function showPosted() {
  const rows = posted.wagers.map((one) => [one.title, span(one.minimum, one.maximum)]);
  if (posted.insurance_share)
    rows.push([
      say("table.insurance"),
      say("table.up_to_insurance_share", { insurance_share: shareWords(posted.insurance_share) }),
    ]);
  if (posted.toke) rows.push([say("table.bet_for_the_dealer"), span(posted.toke.minimum, posted.toke.maximum)]);
  rows.push([say("table.hands_per_player"), String(posted.spots)]);
  const row = (/** @type {string[]} */ [name, limit]) => el("div", {}, el("dt", {}, name), el("dd", {}, limit));
  byId("limits").replaceChildren(...rows.map(row));
  postOwnRules(posted.own_rules);
  byId("lettering").textContent = Object.values(posted.lettering).join(" ");
}

/** @param {import("./words.js").TableEvent} event */
const sentenceOf = (event) =>
  atSeat(tell(event, table.who, table.lineTitle, gameOf(posted.game)), event, table.you?.boxes ?? []);

function showStory() {
  const told = table.round.told.map(sentenceOf).filter(Boolean);
  const latest = told.slice(-MOST_TOLD);
  byId("story-part").hidden = !latest.length;
  refill(byId("story"), latest, () => latest.map((text) => el("li", {}, ...unbroken(text))));
}

/** @param {any} model */
function showShoe({ cards }) {
  byId("shoe").hidden = !cards.root;
  if (!cards.root) return;
  const cut = table.state.cards.cut;
  const left = cards.total - cards.drawn;
  const where = cut ? say("table.cut_at_cut", { cut }) : "";
  byId("shoe-words").textContent = say("table.left_of_total_cards_left_where", { left, total: cards.total, where });
  rememberRoot(id, { root: cards.root, round: table.state.round });
  byId("root").textContent = cards.root.replace(/(.{4})/g, "$1 ").trim();
  byId("verify", HTMLAnchorElement).href =
    `/verify.html?${new URLSearchParams({ table: id, root: cards.root, ...(cut ? { cut: String(cut) } : {}) })}`;
}

/** @param {any} model */
function showMeters({ meters }) {
  byId("progressive").hidden = !posted.progressive || !meters;
  if (byId("progressive").hidden) return;
  for (const { name, cap } of [
    { name: "major", cap: 31 },
    { name: "minor", cap: 22 },
  ])
    refill(byId(name), meters[name], () => [lineText(money(meters[name]), { cap })]);
}

/** @param {import("./draw/types.js").Hand} hand */
function handWords(hand) {
  const total = hand.total.includes("/")
    ? say("table.soft_total", { total: hand.total.split("/")[1] })
    : hand.total || hand.name;
  return [...hand.cards.map(cardName), total, hand.state].filter(Boolean).join(", ");
}

// what is said

/** @param {import("./words.js").TableEvent[]} events */
function speak(events) {
  const said = events.map(sentenceOf).filter(Boolean);
  if (said.length) byId("polite").textContent = `${said.join(". ")}.`;
}

let called = "";

/**
 * Your turn is called once.
 *
 * @param {import("./draw/types.js").Model} model
 */
function callTurn(model) {
  const yours = Boolean(table.you?.offers.length);
  const mark = yours ? JSON.stringify([table.state.round, table.state.question]) : "";
  if (mark && mark !== called) {
    byId("assertive").textContent = yourTurn(model);
    senseTurn();
  }
  called = mark;
}

/** @param {import("./draw/types.js").Model} model */
function yourTurn(model) {
  const hand = model.turn && model.seats[model.turn.seat - 1].hands[model.turn.hand];
  return hand
    ? say("table.your_turn_hand_text", { hand: handWords(hand), text: model.dealer.text })
    : say("table.your_turn");
}

// what is done

listen(bar, "command", async ({ detail: { command, answered } }) => {
  answered(await order(command));
});
listen(bar, "piles", show);
listen(bar, "sit", ({ detail }) => sit(detail.seat));
listen(bar, "wait", queue);
listen(bar, "buy", buy);
listen(bar, "late", ({ detail }) => {
  byId("assertive").textContent = say("table.seconds_seconds_left", { seconds: detail.seconds });
});
listen(felt, "place", ({ detail }) => bar.place(detail.seat, detail.wager));
listen(felt, "sit", ({ detail }) => sit(detail.seat));
listen(felt, "clause", ({ detail }) => showClause(detail.clause, detail.x, detail.y, detail));

/**
 * Have a command done; why not, where it was refused, or null.
 *
 * @param {import("./wire.js").Command} command
 */
async function order(command) {
  try {
    await live.command(id, command);
    return null;
  } catch (trouble) {
    return refusalOf(trouble, table.you?.name);
  }
}

/**
 * Take a seat, as a guest where nobody is signed in; seat 0 is the best that is free.
 *
 * @param {number} seat
 * @returns {Promise<void>}
 */
async function sit(seat) {
  const box = seat || bestSeat();
  if (!box) return bar.refuse(FULL);
  const refused = (await known()) ?? (await order({ type: "Sit", box, ...inColour() }));
  if (!refused) return undefined;
  const wasFirst = table.state.boxes[box - 1];
  if (!wasFirst || wasFirst === table.you?.name) return bar.refuse(refused.reason, refused.code);
  if (!seat) return sit(0);
  return bar.refuse(bestSeat() ? say("table.wasfirst_took_seat_box_first_choose", { wasFirst, box }) : FULL);
}

async function queue() {
  const refused = (await known()) ?? (await order({ type: "Wait", ...inColour() }));
  if (refused) bar.refuse(refused.reason, refused.code);
}

/** The colour for one's name that was chosen at the door, where one was. */
function inColour() {
  const colour = Number(localStorage.getItem("pitboss.colour"));
  return colour ? { colour } : {};
}

/** Come in as a guest, unless one is known already; why not, where that was refused, or null. */
async function known() {
  if (table.you) return null;
  try {
    await comeIn("/api/guests", { name: localStorage.getItem("pitboss.called") ?? "" });
  } catch (trouble) {
    return refusalOf(trouble);
  }
  live.connect();
  return null;
}

/** The free seat nearest to the middle. */
function bestSeat() {
  const middle = (table.state.boxes.length + 1) / 2;
  const free = table.state.boxes.map((name, at) => (name ? 0 : at + 1)).filter(Boolean);
  return free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? 0;
}

/** More play chips from the cage. */
async function buy() {
  try {
    await ask("/api/me");
    const body = { id: `buy-${Date.now()}`, cents: PLAY_CHIPS };
    const { balance } = await ask("/api/cage/buy-in", { method: "POST", body });
    table.you.balance = balance;
    show();
  } catch (trouble) {
    bar.refuse(messageOf(trouble));
  }
}

async function leave() {
  if (table?.you?.boxes.length) {
    leaving = true;
    const refused = await order({ type: "Leave", box: 0 });
    if (refused) {
      bar.refuse(refused.reason, refused.code);
      return;
    }
  }
  location.href = "/";
}

/** The last rounds; what draws them comes when it is first asked for. The cards that they tell of are shown before. */
async function rounds() {
  reveal.flush();
  try {
    const { openRounds } = await import("./rounds.js");
    openRounds(byId("rounds", HTMLDialogElement), { id, posted, you: table?.you, state: table?.state });
  } catch {
    bar.refuse(AWAY);
  }
}

function toggleMenu(open = !document.body.classList.contains("menu-open")) {
  document.body.classList.toggle("menu-open", open);
  byId("menu-button").setAttribute("aria-expanded", String(open));
}

const away = () => bar.refuse(AWAY);
/** The last round that is over, as far as that has been shown. */
const lastOver = () => table.state.round - Number(table.state.dealt && !table.round.over);
for (const name of ["rules-link", "approval", "departs"])
  opensOver(name, (over, dialog) => over.openRules(dialog, id), away);
opensOver("verify", (over, dialog, page) => over.openFairness(dialog, { table: id, round: lastOver(), page }), away);
for (const name of ["rounds-button", "rounds-link"]) byId(name).addEventListener("click", rounds);
for (const name of ["leave-button", "leave-link"]) byId(name).addEventListener("click", leave);
byId("menu-button").addEventListener("click", () => toggleMenu());
byId("menu-close").addEventListener("click", () => toggleMenu(false));
addEventListener(
  "pointerdown",
  ({ target }) => (target instanceof Element && target.closest(".result, .rule-line")) || hideClause(),
);

/**
 * The wager whose place this is, in the bar or on the felt.
 *
 * @param {EventTarget | null} target
 */
function pointedAt(target) {
  if (!(target instanceof Element)) return null;
  const named = target.closest("pit-bar .place")?.getAttribute("data-wager") ?? felt.wagerOf(target);
  return posted.wagers.find((one) => one.wager === named || (named && one.laid.includes(named))) ?? null;
}

/**
 * A wager that is pointed at tells what it pays at the top of the felt, where nothing is pressed and no chip or card of
 * one's own lies, for a mouse in the corner; a result tells its clause by itself.
 *
 * @type {import("./pointing.js").Tell}
 */
function showWager(target, byFinger) {
  if (!(target instanceof Element)) return false;
  const wager = pointedAt(target);
  if (!wager) return Boolean(target.closest(".result"));
  const { left, top, width } = felt.getBoundingClientRect();
  showSlip(wagerSlip(wager), byFinger ? left + width / 2 : left, Math.max(top, 0), { below: true });
  return true;
}

for (const place of [bar, felt]) tellsWhatIsPointedAt(place, showWager, hideClause);

/** @type {Record<string, () => unknown>} */
const EVERYWHERE = {
  c: () => coach.toggle(),
  r: rounds,
  "?": () => byId("rules-link").click(),
  Escape() {
    hideClause();
    toggleMenu(false);
  },
};

/**
 * Whether a key belongs to the control that has the focus: sliders and places of the felt take arrows, buttons Enter
 * and Space, unless the key is printed on another control: it does what stands there, wherever the focus is.
 *
 * @param {KeyboardEvent} event
 */
function ofControl({ target, key }) {
  if (target === document.body || !(target instanceof Element)) return false;
  if (key.startsWith("Arrow")) return target.matches("input, pit-felt .place");
  if (bar.isReady && target.closest(".place")) return false;
  return (key === "Enter" || key === " ") && !target.matches("input") && !bar.prints(key);
}

/**
 * A key shows what is still to come. One of the table does nothing else then: what it means was not yet to be seen.
 *
 * @param {string} key
 */
function endReveal(key) {
  if (!reveal.busy || key === "Tab" || key === "Shift") return false;
  reveal.flush();
  return true;
}

/** @type {string | null} The key that was taken for the table: its release presses nothing either. */
let taken = null;

addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !table?.state) return;
    if (typing(event.target) || ofControl(event) || document.querySelector("dialog[open]")) return;
    if (event.repeat && !event.key.startsWith("Arrow")) {
      if (event.key === taken) event.preventDefault();
      return;
    }
    taken = null;
    const everywhere = EVERYWHERE[event.key];
    if ((endReveal(event.key) && !everywhere) || bar.key(event.key)) {
      taken = event.key;
      event.preventDefault();
      event.stopPropagation();
    } else everywhere?.();
  },
  true,
);
addEventListener(
  "keyup",
  (event) => {
    if (event.key === taken) event.preventDefault();
    taken = null;
  },
  true,
);
listen(felt, "focusin", ({ target }) => {
  const place = target instanceof Element && felt.placeOf(target);
  if (place) bar.choose(place.seat, place.wager);
});

open();
