// @ts-nocheck
// How the coach speaks: choices by the names of their controls, values and costs without praise or blame.

import { answerOf } from "./games/index.js";
import { posted as dollars, money } from "./words.js";

/** Choices that are told by their amounts, or shorter than on their controls. */
const CHOICES = {
  insure: ({ action }) => `Insure ${dollars(action.cents)}`,
  double_down: ({ action }) => (action.cents ? `Double for ${dollars(action.cents)}` : "Double"),
  double_for_half: ({ action }) => `Double for ${dollars(action.cents)}`,
  double_for_less: ({ action }) => `Double for ${dollars(action.cents)}`,
  double_paid: () => "Double",
  play_bet: ({ action }) => `Bet\u00a0${action.multiple}×`,
};

/** What a choice is called. */
export function choiceName(choice) {
  const { name } = CHOICES[choice.kind] ? { name: CHOICES[choice.kind] } : answerOf(choice.kind);
  return typeof name === "string" ? name : name(choice);
}

/** Units with a sign: +0.6891. */
export const signedUnits = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)} units`;

/** A cost in money and in units. */
export const costOf = (cost, cents) => `${money(cents)}, ${cost.toFixed(4)} units`;

/** What a choice cost against the best, as a sentence; the best cost nothing. */
export function verdict(name, best, cost, cents) {
  return cost > 0 ? `${name} cost ${costOf(cost, cents)}. The best was ${best}.` : `${name} was the best.`;
}
