// @ts-nocheck
// One's choices taken together: what they cost, and each mistake to be replayed.

import { choiceName, costOf } from "./coach-words.js";
import { byId, el, keyed } from "./dom.js";
import { drawCard } from "./draw/card.js";
import { ask } from "./live.js";
import { openRounds } from "./rounds.js";
import { count, money, tableName } from "./words.js";

const CARD = 34;
const dialog = el("dialog", { id: "choices", aria: { labelledby: "choices-title" } });

/** Open the mistakes of one's last rounds in a dialog. */
export function openChoices(at, total) {
  if (dialog.open) return;
  if (!dialog.isConnected) document.body.append(dialog);
  const close = keyed("Escape", "Close", "", () => dialog.close(), "control");
  const list = el("ol", { className: "mistakes" }, ...total.worst.map((one) => mistake(one, at)));
  dialog.replaceChildren(el("header", {}, el("h2", { id: "choices-title" }, "What your choices cost"), close));
  dialog.append(el("p", {}, totalWords(total)), list);
  dialog.showModal();
}

function totalWords({ rounds, decisions, mistakes, cost, cost_cents: cents, worst }) {
  const all = `${count(decisions, "choice")} in ${count(rounds, "round")}`;
  const dear = `${mistakes} ${mistakes === 1 ? "was" : "were"} not the best and cost ${costOf(cost, cents)}`;
  return `${all}: ${dear}.${worst.length < mistakes ? ` These are the ${worst.length} dearest.` : ""}`;
}

/** One mistake: the cards, what was done, what it cost, and the way to its round. */
function mistake(one, at) {
  const [chosen, best] = [one.choices[one.chosen], one.choices[0]].map(choiceName);
  const who = one.in_time ? "You chose" : "The clock chose";
  const words = el("p", {}, `${who} ${chosen}, the best was ${best}`);
  const place = one.table === at.id ? tableName(at.id, at.posted.sheet) : one.table;
  const where = el("p", { className: "quiet" }, `${place}, round ${one.round}`);
  const replay = el("button", { type: "button", className: "control" }, "Replay");
  replay.setAttribute("aria-label", `Replay round ${one.round} of ${one.table}`);
  replay.addEventListener("click", () => show(one, at));
  const cards = el("div", { className: "mistake-cards" }, ...hand(one));
  const units = el("small", {}, `${one.cost.toFixed(4)} units`);
  const cost = el("p", { className: "mistake-cost" }, el("b", {}, `cost ${money(one.cost_cents)}`), units);
  return el("li", {}, cards, el("div", { className: "mistake-words" }, words, where), cost, replay);
}

function hand({ cards, against }) {
  const [own, theirs] = [cards, against].map((some) => some.map((card) => drawCard(card, { width: CARD })));
  return theirs.length ? [...own, el("span", {}, theirs.length > 1 ? "on" : "against"), ...theirs] : own;
}

/** The round of a mistake in the dialog of the last rounds, wherever it was played. */
async function show({ table, round }, at) {
  const there = table === at.id ? at : { ...(await elsewhere(table)), you: at.you };
  dialog.close();
  openRounds(byId("rounds"), there, round);
}

async function elsewhere(id) {
  const path = `/api/tables/${encodeURIComponent(id)}`;
  const [posted, { state }] = await Promise.all([ask(`${path}/posted`), ask(path)]);
  return { id, posted, state };
}
