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

/** @param {number | undefined} count */
export const countText = (count) =>
  count === undefined ? "–" : `${count > 0 ? "+" : ""}${count.toFixed(1)}`.replace("-", "−");
