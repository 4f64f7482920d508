// How the figures of a visit are written.

import { say } from "../say.js";

/** What the round before was. */
export const AFTER = {
  "": "",
  win: say("ratings.after_win"),
  loss: say("ratings.after_loss"),
  push: say("ratings.after_push"),
};

/** @param {number} at */
export const hour = (at) => new Date(at).toTimeString().slice(0, 5);

/** @param {number} share */
export const percent = (share, digits = 2) => `${(share * 100).toFixed(digits).replace("-", "−")} %`;

/** Ratios beyond these are told as more, or as less. */
const [LEAST, MOST] = [0.01, 1e9];

/**
 * A likelihood ratio, as people say it.
 *
 * @param {number} ratio
 */
export function ratioText(ratio) {
  const within = Math.min(Math.max(ratio, LEAST), MOST);
  const text = within < 10 ? within.toFixed(2) : Math.round(within).toLocaleString("en-US");
  const beyond = ratio > MOST ? "> " : ratio < LEAST ? "< " : "";
  return say("ratings.to_one", { ratio: `${beyond}${text}` });
}

/** @param {number | undefined} count */
export const countText = (count) =>
  count === undefined ? "–" : `${count > 0 ? "+" : ""}${count.toFixed(1)}`.replace("-", "−");
