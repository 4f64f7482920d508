// How a learner's answers went, day by day: how many were right at once, how long one took, and the same as a table.

/** @import { SchoolProgress } from "../api.js" */
/** @typedef {{ day: string, answered: number, right: number, seconds: number }} Day */

import { el } from "../dom.js";
import { short, el as svg } from "../draw/svg.js";
import { say } from "../say.js";
import { seconds } from "./rows.js";

const WIDE = innerWidth < 700 ? 360 : 560;
const [TOP, HIGH, LEFT, GAP, BELOW] = [14, 84, 52, 26, 22];
const MOST_DAYS = 30;

/**
 * The days of a learner at a table; nothing before the first answer.
 *
 * @param {SchoolProgress["days"]} lines a line for each drill of a day
 */
export function daysPart(lines) {
  if (!lines.length) return "";
  const days = [...new Set(lines.map(({ day }) => day))]
    .sort()
    .slice(-MOST_DAYS)
    .map((day) => dayOf(day, lines));
  return el(
    "section",
    { className: "days" },
    el("h2", {}, say("school.day_by_day")),
    plot(days),
    el("div", { className: "wide-table", tabIndex: 0 }, table(days)),
  );
}

/**
 * All drills of a day together; the time is that of the usual question, by how often each drill was asked.
 *
 * @param {string} day
 * @param {SchoolProgress["days"]} lines
 * @returns {Day}
 */
function dayOf(day, lines) {
  const own = lines.filter((one) => one.day === day);
  const sum = (/** @type {(one: SchoolProgress["days"][0]) => number} */ of) =>
    own.reduce((total, one) => total + of(one), 0);
  const answered = sum((one) => one.answered);
  const time = sum((one) => one.median_milliseconds * one.answered) / answered;
  return { day, answered, right: sum((one) => one.right), seconds: time / 1000 };
}

/** @param {Day[]} days */
function plot(days) {
  const slowest = Math.max(1, ...days.map((one) => one.seconds));
  const step = (WIDE - LEFT) / days.length;
  const x = (/** @type {number} */ at) => LEFT + (at + 0.5) * step;
  const [upper, low] = [TOP + HIGH, TOP + 2 * HIGH + GAP];
  const y = (/** @type {number} */ value) => low - (value / slowest) * (HIGH - 8);
  const bars = days.map(({ answered, right }, at) => {
    const high = (right / answered) * (HIGH - 8);
    return svg("rect", {
      x: short(x(at) - step * 0.3),
      y: short(upper - high),
      width: short(step * 0.6),
      height: short(high),
      class: "plot-won",
    });
  });
  const path = days.map((one, at) => `${at ? "L" : "M"}${short(x(at))} ${short(y(one.seconds))}`).join("");
  const dots = days.map((one, at) =>
    svg("circle", { cx: short(x(at)), cy: short(y(one.seconds)), r: 3, class: "plot-dot" }),
  );
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDE} ${low + BELOW}`,
      class: "plot plot-days",
      role: "img",
      "aria-label": say("school.days_plot"),
    },
    ...axis(upper, "100 %", say("school.right_at_once")),
    ...axis(low, say("school.seconds", { seconds: slowest.toFixed(1) }), say("school.time_a_question")),
    ...bars,
    svg("path", { d: path, class: "plot-curve" }),
    ...dots,
    label(days[0].day, LEFT, low + 16, "start"),
    ...(days.length > 1 ? [label(days[days.length - 1].day, WIDE, low + 16, "end")] : []),
  );
}

/**
 * The foot of a pane, what its top stands for, and what it shows.
 *
 * @param {number} foot
 * @param {string} top
 * @param {string} words
 */
const axis = (foot, top, words) => [
  svg("line", { x1: LEFT, y1: foot, x2: WIDE, y2: foot, class: "plot-axis" }),
  label(top, LEFT - 6, foot - HIGH + 16, "end"),
  label("0", LEFT - 6, foot, "end"),
  label(words, WIDE, foot - HIGH + 4, "end"),
];

/**
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {"start" | "end"} anchor
 */
const label = (words, x, y, anchor) => svg("text", { x, y, "text-anchor": anchor, class: "plot-text" }, words);

/** @param {Day[]} days */
function table(days) {
  const head = [say("school.day"), say("school.answers"), say("school.right_at_once"), say("school.time_a_question")];
  const rows = [...days]
    .reverse()
    .map(({ day, answered, right, seconds: time }) => [
      day,
      String(answered),
      `${right} · ${Math.round((100 * right) / answered)} %`,
      seconds(time * 1000),
    ]);
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...head.map((words) => el("th", { scope: "col" }, words)))),
    el(
      "tbody",
      {},
      ...rows.map(([day, ...cells]) =>
        el("tr", {}, el("th", { scope: "row" }, day), ...cells.map((cell) => el("td", {}, cell))),
      ),
    ),
  );
}
