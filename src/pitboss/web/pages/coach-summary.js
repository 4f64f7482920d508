// One's choices taken together: what they cost, and each mistake to be replayed.

import { choiceName, costOf } from "./coach-words.js";
import { byId, el, keyed } from "./dom.js";
import { drawCard } from "./draw/card.js";
import { ask } from "./live.js";
import { openRounds } from "./rounds.js";
import { say } from "./say.js";
import { count, money, tableName } from "./words.js";

/** @typedef {import("./rounds.js").At} At */
/**
 * A choice that was not the best.
 *
 * @typedef {object} Mistake
 * @property {string} game
 * @property {string} table
 * @property {number} round
 * @property {string[]} cards
 * @property {string[]} against
 * @property {import("./coach-words.js").Choice[]} choices
 * @property {number} chosen
 * @property {boolean} in_time
 * @property {number} cost
 * @property {number} cost_cents
 */
/**
 * @typedef {object} Total
 * @property {number} rounds
 * @property {number} decisions
 * @property {number} mistakes
 * @property {number} cost
 * @property {number} cost_cents
 * @property {Mistake[]} worst
 */

const CARD = 34;
const dialog = el("dialog", { id: "choices", aria: { labelledby: "choices-title" } });

/**
 * Open the mistakes of one's last rounds in a dialog.
 *
 * @param {At} at
 * @param {Total} total
 */
export function openChoices(at, total) {
  if (dialog.open) return;
  if (!dialog.isConnected) document.body.append(dialog);
  const close = keyed("Escape", say("shared.close"), "", () => dialog.close(), "control");
  const list = el("ol", { className: "mistakes" }, ...total.worst.map((one) => mistake(one, at)));
  dialog.replaceChildren(
    el("header", {}, el("h2", { id: "choices-title" }, say("coach_summary.what_your_choices_cost")), close),
  );
  dialog.append(el("p", {}, totalWords(total)), list);
  dialog.showModal();
}

/** @param {Total} total */
function totalWords({ rounds, decisions, mistakes, cost, cost_cents: cents, worst }) {
  const all = say("shared.decisions_in_rounds", {
    decisions: count(decisions, "choice"),
    rounds: count(rounds, "round"),
  });
  const dear = say("coach_summary.mistakes_and_cost_cost", {
    mistakes: count(mistakes, "mistake"),
    cost: costOf(cost, cents),
  });
  const some = worst.length < mistakes;
  const shown = some ? say("coach_summary.these_are_the_number_dearest", { number: worst.length }) : "";
  return `${all}: ${dear}.${shown}`;
}

/**
 * One mistake: the cards, what was done, what it cost, and the way to its round.
 *
 * @param {Mistake} one
 * @param {At} at
 */
function mistake(one, at) {
  const [chosen, best] = [one.choices[one.chosen], one.choices[0]].map((each) => choiceName(one.game, each));
  const who = one.in_time ? say("coach_summary.you_chose") : say("coach_summary.the_clock_chose");
  const words = el("p", {}, say("coach_summary.who_chosen_the_best_was_best", { who, chosen, best }));
  const place = one.table === at.id ? tableName(at.id, at.posted.sheet) : one.table;
  const where = el("p", { className: "quiet" }, say("coach_summary.place_round_round", { place, round: one.round }));
  const replay = el("button", { type: "button", className: "control" }, say("coach_summary.replay"));
  replay.setAttribute("aria-label", say("coach_summary.replay_round", { round: one.round, table: one.table }));
  replay.addEventListener("click", () => show(one, at));
  const cards = el("div", { className: "mistake-cards" }, ...hand(one));
  const units = el("small", {}, say("coach_summary.cost_units", { cost: one.cost.toFixed(4) }));
  const cost = el(
    "p",
    { className: "mistake-cost" },
    el("b", {}, say("shared.cost_cost_cents", { cost_cents: money(one.cost_cents) })),
    units,
  );
  return el("li", {}, cards, el("div", { className: "mistake-words" }, words, where), cost, replay);
}

/** @param {Mistake} one */
function hand({ cards, against }) {
  const [own, theirs] = [cards, against].map((some) => some.map((card) => drawCard(card, { width: CARD })));
  return theirs.length
    ? [...own, el("span", {}, theirs.length > 1 ? say("coach_summary.on") : say("coach_summary.against")), ...theirs]
    : own;
}

/**
 * The round of a mistake in the dialog of the last rounds, wherever it was played.
 *
 * @param {Mistake} one
 * @param {At} at
 */
async function show({ table, round }, at) {
  const there = table === at.id ? at : { ...(await elsewhere(table)), you: at.you };
  dialog.close();
  openRounds(byId("rounds", HTMLDialogElement), there, round);
}

/** @param {string} id */
async function elsewhere(id) {
  const path = `/api/tables/${encodeURIComponent(id)}`;
  const [posted, { state }] = await Promise.all([ask(`${path}/posted`), ask(path)]);
  return { id, posted, state };
}
