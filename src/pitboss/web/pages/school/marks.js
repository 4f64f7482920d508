// The marks of the school: right, wrong, practised, asked now, waiting. Never by colour alone.

import { el as svg } from "../draw/svg.js";
import { say } from "../say.js";

/** @import { PartShown } from "../api.js" */
/** @typedef {"right" | "wrong" | "hint" | "now" | "waiting" | "told-later"} Mark */

const WORDS = {
  right: say("school.mark_right"),
  wrong: say("school.mark_wrong"),
  hint: say("school.mark_hint"),
  now: say("school.mark_now"),
  waiting: say("school.mark_waiting"),
  "told-later": say("school.mark_told_later"),
};

/** @type {Record<Mark, () => SVGElement[]>} */
const DRAWN = {
  right: () => [
    svg("circle", { cx: 11, cy: 11, r: 10, class: "mark-disc" }),
    svg("path", { d: "M6 11.4 9.6 15 16 7.6", class: "mark-tick" }),
  ],
  wrong: () => [
    svg("circle", { cx: 11, cy: 11, r: 9.25, class: "mark-ring" }),
    svg("path", { d: "M7 7l8 8M15 7l-8 8", class: "mark-cross" }),
  ],
  hint: () => [
    svg("circle", { cx: 11, cy: 11, r: 9.25, class: "mark-ring" }),
    svg("path", { d: "M11 1.75a9.25 9.25 0 0 0 0 18.5z", class: "mark-disc" }),
  ],
  now: () => [
    svg("circle", { cx: 11, cy: 11, r: 9.25, class: "mark-ring asked" }),
    svg("circle", { cx: 11, cy: 11, r: 5, class: "mark-dot" }),
  ],
  waiting: () => [svg("circle", { cx: 11, cy: 11, r: 9.25, class: "mark-ring faint" })],
  "told-later": () => [
    svg("circle", { cx: 11, cy: 11, r: 9.25, class: "mark-ring" }),
    svg("path", { d: "M7 11h8", class: "mark-cross" }),
  ],
};

/**
 * A mark with its word for who cannot see it.
 *
 * @param {Mark} mark
 */
export const drawMark = (mark) =>
  svg(
    "svg",
    { viewBox: "0 0 22 22", class: `mark mark-${mark}`, role: "img", "aria-label": WORDS[mark] },
    ...DRAWN[mark](),
  );

/**
 * The mark of a part.
 *
 * @param {PartShown} part
 * @returns {Mark}
 */
export function markOf({ state, judged, hint }) {
  if (state !== "answered") return state;
  if (!judged) return "told-later";
  if (!judged.right) return "wrong";
  return hint ? "hint" : "right";
}
