// @ts-nocheck
// How the coach speaks: choices by the names of their controls, values and costs without praise or blame.

import { posted as dollars, money, sentence } from "./words.js";

/** What a choice is called on its control. */
export function choiceName({ action, text }) {
  if (action.type === "DeclineInsurance") return "No insurance";
  if (action.type === "Insure") return `Insure ${dollars(action.cents)}`;
  if (action.type === "DoubleDown" && action.cents) return `Double for ${dollars(action.cents)}`;
  if (action.type === "Split") return action.paid ? "Split with your own" : "Split";
  return sentence(text.split(/[:,]/)[0]).replace(/ (\d)x$/, "\u00a0$1×");
}

/** Units with a sign: +0.6891. */
export const signedUnits = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)} units`;

/** A cost in money and in units. */
export const costOf = (cost, cents) => `${money(cents)}, ${cost.toFixed(4)} units`;

/** What a choice cost against the best, as a sentence; the best cost nothing. */
export function verdict(name, best, cost, cents) {
  return cost > 0 ? `${name} cost ${costOf(cost, cents)}. The best was ${best}.` : `${name} was the best.`;
}
