// How the coach speaks: choices by the names of their controls, values and costs without praise or blame.

import { answerOf } from "./games/index.js";
import { say } from "./say.js";
import { posted as dollars, money } from "./words.js";

/** @typedef {import("./games/game.js").Offer} Choice an answer, as the coach lists it */

/** @type {Record<string, (choice: Choice, setting?: any) => string>} Choices that are told by their amounts. */
const CHOICES = {
  insure: ({ action }) => say("coach_words.insure_cents", { cents: dollars(action.cents) }),
  double_down: ({ action }) =>
    action.cents ? say("coach_words.double_for_cents", { cents: dollars(action.cents) }) : say("shared.double_2"),
  double_for_half: ({ action }) => say("coach_words.double_for_cents", { cents: dollars(action.cents) }),
  double_for_less: ({ action }) => say("coach_words.double_for_cents", { cents: dollars(action.cents) }),
  double_paid: () => say("shared.double_2"),
  play_bet: ({ action }) => say("coach_words.bet_multiple", { multiple: action.multiple }),
};

/** A choice is called the same wherever it is: nothing of the table is asked for its name. */
const NOWHERE = { posted: {}, question: "", total: "" };

/**
 * What a choice is called.
 *
 * @param {Choice} choice
 */
export function choiceName(choice) {
  const name = CHOICES[choice.kind] ?? answerOf(choice.kind).name;
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
