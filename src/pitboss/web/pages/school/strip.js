// The strip at the foot of a drill: how it goes today, the last twelve answers, the streak, what is due.

/** @import { SchoolProgress } from "../api.js" */

import { el } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { count, say } from "../say.js";
import { seconds } from "./rows.js";

/** How many answers are shown. */
const LAST = 12;

/**
 * A figure with its name above and its basis below.
 *
 * @param {string} name
 * @param {Node} figure
 * @param {string} basis
 */
const figure = (name, figure, basis) =>
  el("div", { className: "strip-figure" }, el("span", { className: "label" }, name), figure, el("small", {}, basis));

/** @param {SchoolProgress} progress */
function atOnce({ right_today: right, answered_today: all }) {
  const share = all ? `${((right * 100) / all).toFixed(1)}%` : "–";
  return figure(say("school.right_at_once"), big(share), say("school.of_today", { right, all }));
}

/** @param {string} text */
const big = (text) => lineText(text, { cap: 22 });

/** @param {SchoolProgress} progress */
function speed({ median_today: today, median_week: week, answered_today: all }) {
  const shown = all ? `${(today / 1000).toFixed(1)} S` : "–";
  const before = week ? say("school.last_week", { seconds: seconds(week) }) : say("school.median_today");
  return figure(say("school.time_per_question"), big(shown), before);
}

/** @param {SchoolProgress} progress */
function lastTwelve({ last }) {
  const cells = Array.from({ length: LAST }, (_, at) => {
    const one = last[at - LAST + last.length];
    const state = !one ? "none" : !one.right ? "wrong" : one.hint ? "hint" : "right";
    return el("i", { className: `last last-${state}` });
  });
  const right = last.filter((one) => one.right && !one.hint).length;
  const said = say("school.right_of_last", { right, all: last.length });
  const drawn = el("span", { className: "lasts", role: "img", aria: { label: said } }, ...cells);
  return figure(say("school.last_twelve"), drawn, said);
}

/** @param {SchoolProgress} progress */
const streak = ({ streak, longest_today: longest }) =>
  figure(say("school.streak"), big(String(streak)), say("school.longest_today", { longest }));

/** @param {SchoolProgress} progress */
function due({ due }) {
  const words = due.length ? count(due.length, "clause_due") : say("school.nothing_due");
  return el(
    "div",
    { className: "strip-figure strip-next" },
    el("span", { className: "label" }, say("school.comes_back")),
    el("b", {}, words),
    el("small", {}, due.slice(0, 3).join(" · ")),
  );
}

/**
 * The whole strip.
 *
 * @param {SchoolProgress} progress
 */
export const stripOf = (progress) => [
  atOnce(progress),
  speed(progress),
  lastTwelve(progress),
  streak(progress),
  due(progress),
];
