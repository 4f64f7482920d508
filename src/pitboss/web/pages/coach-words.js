// How the coach speaks: choices by the names of their controls, values and costs without praise or blame.

import { answerOf } from "./games/index.js";
import { say } from "./say.js";
import { money } from "./words.js";

/** @typedef {import("./games/game.js").Offer} Choice an answer, as the coach lists it */

/** A choice is called the same wherever it is: nothing of the table is asked for its name. */
const NOWHERE = { posted: {}, question: "", total: "" };

/**
 * What a choice is called in its game.
 *
 * @param {string} game
 * @param {Choice} choice
 */
export function choiceName(game, choice) {
  const answer = answerOf(game, choice.kind);
  const name = answer.choice ?? answer.name;
  return typeof name === "string" ? name : name(choice, NOWHERE);
}

/**
 * Units with a sign: +0.6891.
 *
 * @param {number} value
 */
export const signedUnits = (value) =>
  say("coach_words.more_value_units", { more: value < 0 ? "−" : "+", value: Math.abs(value).toFixed(4) });

/**
 * A cost in money and in units.
 *
 * @param {number} cost
 * @param {number} cents
 */
export const costOf = (cost, cents) =>
  say("coach_words.cents_cost_units", { cents: money(cents), cost: cost.toFixed(4) });

/**
 * What a choice cost against the best, as a sentence; the best cost nothing.
 *
 * @param {string} name
 * @param {string} best
 * @param {number} cost
 * @param {number} cents
 */
export function verdict(name, best, cost, cents) {
  return cost > 0
    ? say("coach_words.name_cost_cost_the_best_was", { name, cost: costOf(cost, cents), best })
    : say("coach_words.name_was_the_best", { name });
}
