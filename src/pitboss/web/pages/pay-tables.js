// What each wager pays, its limits and its clauses: beside a wager that is pointed at, and all of them in the rail.

import { el } from "./dom.js";
import { hideClause, showClause } from "./results.js";
import { say } from "./say.js";
import { posted as dollars, sentence, span } from "./words.js";

/** @typedef {import("./wire.js").PostedWager} Wager */

/** @param {Wager} wager */
const limits = ({ minimum, maximum, step }) =>
  minimum === maximum ? dollars(minimum) : say("pay.limits", { span: span(minimum, maximum), step: dollars(step) });

/**
 * A wager's pay lines, each with its odds.
 *
 * @param {Wager} wager
 */
function payLines({ lines }) {
  const rows = lines
    .filter((one) => one.pays)
    .map(({ text, pays }) => el("div", {}, el("dt", {}, text), el("dd", {}, pays)));
  return rows.length ? el("dl", { className: "pay-lines" }, ...rows) : "";
}

/** How many sentences a slip has room for on a phone. */
const MOST_RULES = 6;

/**
 * A wager in a few lines, for the slip beside it.
 *
 * @param {Wager} wager
 */
export function wagerSlip(wager) {
  const rules = wager.lines.filter((one) => !one.pays).slice(0, MOST_RULES);
  const clauses = [...new Set(wager.lines.map((one) => one.clause))].filter(Boolean).slice(0, 4);
  return [
    el("b", {}, `${wager.title} · ${limits(wager)}`),
    payLines(wager),
    ...rules.map(({ text }) => el("span", {}, text)),
    el("small", {}, clauses.join(", ")),
  ];
}

/**
 * Every wager of a table, to be opened one by one.
 *
 * @param {HTMLElement} place
 * @param {Wager[]} wagers
 * @param {string[]} [ranking] the hands from the highest down, where they are compared
 */
export function showPayTables(place, wagers, ranking = []) {
  const parts = wagers.map((wager) =>
    el(
      "details",
      { data: { wager: wager.wager } },
      el("summary", {}, wager.title, el("small", {}, limits(wager))),
      payLines(wager),
      el("ul", {}, ...wager.lines.filter((one) => !one.pays).map(ruleLine)),
    ),
  );
  const order = el("ol", {}, ...ranking.map((name) => el("li", {}, sentence(name))));
  const beats = ranking.length
    ? el("details", { data: { wager: "ranking" } }, el("summary", {}, say("pay.what_beats_what")), order)
    : "";
  place.replaceChildren(el("h2", {}, say("pay.what_the_bets_pay")), ...parts, beats);
}

/** @param {Wager["lines"][number]} line */
function ruleLine({ text, clause }) {
  if (!clause) return el("li", {}, text);
  const button = el("button", { type: "button", className: "rule-line" }, text, el("small", {}, clause));
  button.addEventListener("click", () => {
    const { left, top, width } = button.getBoundingClientRect();
    showClause(clause, left + width / 2, top);
  });
  button.addEventListener("blur", hideClause);
  return el("li", {}, button);
}
