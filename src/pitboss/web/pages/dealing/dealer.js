// The dealer's console: the next thing to do, the card that came out, and what to pay.

import "../draw/felt.js";
import { byId, el, keyed, pressKey, refill, typing } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { ask, Live } from "../live.js";
import { Table } from "../model.js";
import { gameName, sentence, tableName } from "../words.js";
import { showDeclare } from "./declare.js";
import { CardPad } from "./pad.js";
import { showPayouts } from "./payouts.js";
import { SeatList } from "./seats.js";

const LINES = { open: "", connecting: "Connecting", lost: "Connection lost. The round stands; trying again.", over: "Signed out" };
const KEYS = { Hit: "h", Stand: "s", DoubleDown: "d", Split: "p", Surrender: "u", Check: "k", Fold: "l", GoOn: "g", TakeCard: "t", RefuseCard: "r", DeclineInsurance: "n", TakeEvenMoney: "e", Insure: "i" };

const id = new URLSearchParams(location.search).get("table") ?? "";
const live = new Live();
const felt = byId("felt");
const pad = new CardPad(byId("pad"), (card) => order({ type: "Act", action: { type: "CardIs", card } }));
let posted = null;
let table = null;
let staff = null;
let seats = null;

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    await ask("/api/me");
    if (!id) {
      await chooseTable();
      return;
    }
    posted = await ask(`/api/tables/${encodeURIComponent(id)}/posted`);
  } catch (trouble) {
    byId("place").replaceChildren(el("section", { className: "page" }, el("p", {}, trouble.message), el("a", { href: "/" }, "To the lobby, where you can sign in")));
    return;
  }
  table = new Table(posted);
  seats = new SeatList(byId("seats"), { posted, order });
  byId("title").textContent = gameName(posted.sheet, posted.title);
  document.title = `Dealer, ${tableName(id, posted.sheet)} · Pitboss`;
  live.watch(id);
  if (posted.game === "holdem") live.meters();
  live.connect();
}

/** Without a table in the address, the staffed ones are listed. */
async function chooseTable() {
  const staffed = (await ask("/api/floor")).filter((one) => one.mode === "staffed" && !one.closed);
  const links = staffed.map((one) => el("p", {}, el("a", { className: "sit", href: `?table=${one.table}` }, `${one.title}, ${one.table}`)));
  const none = el("p", {}, "No staffed table is open. The floor opens one in its console.");
  byId("place").replaceChildren(el("section", { className: "page" }, el("h2", {}, "Your table"), ...(links.length ? links : [none])));
}

/** Have a command done; what was refused stays beside the step. */
async function order(command) {
  byId("refused").textContent = "";
  try {
    await live.command(id, command);
    return "";
  } catch (trouble) {
    const reason = trouble.clause ? `${trouble.message} (${trouble.clause})` : trouble.message;
    byId("refused").textContent = reason;
    return reason;
  }
}

live.addEventListener("table", ({ detail }) => {
  table.whole(detail);
  staff = detail.staff;
  show();
});

live.addEventListener("change", ({ detail }) => {
  if (detail.events.some(({ type }) => type === "EntryRetracted")) live.watch(id);
  table.change(detail);
  staff = detail.staff;
  show();
});

live.addEventListener("meters", ({ detail }) => {
  table?.meters(detail);
});

live.addEventListener("line", ({ detail }) => {
  byId("line").textContent = LINES[detail.state];
  document.body.dataset.line = detail.state;
});

function show() {
  if (!staff) {
    byId("step").replaceChildren(el("p", {}, "Only dealers and the floor work here. Sign in with such an account."));
    return;
  }
  felt.model = table.model;
  byId("where").textContent = `${tableName(id, posted.sheet)} · Round ${table.state.round}${staff.dealer ? ` · ${staff.dealer} deals` : ""}`;
  showTap();
  showStep();
  pad.show(staff.card, staff.yours);
  showAnswers();
  seats.show(table, staff);
  showDeclare(byId("declare"), staff.declare, staff.offers.filter(isMistake), order);
  showPayouts(byId("payouts"), staff.payouts);
}

function showTap() {
  const button = byId("tap");
  button.hidden = Boolean(staff.dealer) && !staff.yours && staff.role !== "dealer";
  button.textContent = staff.yours ? "Tap out" : "Tap in";
  byId("call-floor").hidden = !staff.yours;
}

byId("tap").addEventListener("click", () => order({ type: staff.yours ? "TapOut" : "TapIn" }));
byId("call-floor").addEventListener("click", () => order({ type: "CallFloor" }));

const BESIDE = new Set(["TapIn", "TapOut", "Retract", "CallFloor", "UnseatVisitor"]);
const isMistake = ({ command }) => command.type === "Act" && ["Deal", "Overlook"].includes(command.action.type);
const isAnswer = ({ command }) => command.type === "Act" && command.action.type in KEYS;

/** The thing to do next by the dealer himself, where there is one. */
const mainOffer = (offers) => offers.find((offer) => !isAnswer(offer) && !isMistake(offer) && !BESIDE.has(offer.command.type));

/** The next thing to do: what, the call to make, who is to act. */
function showStep() {
  const { next, call, who, spot, offers, yours, calls } = staff;
  const main = mainOffer(offers);
  const shown = [next, call, who, spot, main, yours, calls];
  refill(byId("step"), shown, () => [
    calls.length ? el("p", { className: "called" }, "Floor called. The table waits; nothing is lost.") : "",
    el("p", { className: "step-who" }, whoActs(who, spot)),
    el("h2", {}, sentence(next?.text ?? "nothing is due")),
    call ? el("p", { className: "step-call" }, el("span", {}, "Call "), `“${call}”`) : "",
    next?.clause ? el("small", { className: "quiet" }, next.clause) : "",
    yours && main && !staff.card ? keyed("Enter", sentence(main.text), "", () => order(main.command), "rule-button") : "",
  ].filter(Boolean));
  byId("assertive").textContent = next?.text ?? "";
}

function whoActs(who, spot) {
  if (who === "player" && spot) return `Seat ${spot} to act`;
  if (who === "player") return "Players to act";
  return who && who !== "dealer" ? `${sentence(who)} to act` : "Your turn";
}

/** Everything else that can be done now; a guest's answers have the keys of the table. */
function showAnswers() {
  const { offers, yours, retractable } = staff;
  const main = mainOffer(offers);
  const others = offers.filter((offer) => offer !== main && !isMistake(offer) && !BESIDE.has(offer.command.type));
  const used = new Set();
  const keyOf = ({ command }, at) => {
    const key = KEYS[command.action?.type] ?? "";
    if (key && !used.has(key)) {
      used.add(key);
      return key;
    }
    return at < 9 ? String(at + 1) : "";
  };
  refill(byId("answers"), [others, yours, retractable], () => [
    ...others.map((offer, at) => keyed(staff.card ? "" : keyOf(offer, at), sentence(offer.text), offer.clause, () => order(offer.command), "control")),
    ...(retractable ? [keyed("Backspace", "Take the last entry back", "", () => order({ type: "Retract", version: retractable }), "control")] : []),
  ]);
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !staff || typing(event.target)) return;
  if (event.target.matches?.("button, a, summary") && (event.key === "Enter" || event.key === " ")) return;
  const done = pad.key(event.key) || pressKey(byId("place"), event.key === " " ? "Enter" : event.key);
  if (done) event.preventDefault();
  else if (event.key === "f" && staff.yours) order({ type: "CallFloor" });
});

open();
