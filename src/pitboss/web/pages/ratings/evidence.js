// What there is to look at in a visit: rounds that count as evidence where it was looked into, else the dearest errors.

import { el } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { money, sentence, wagerName } from "../words.js";
import { AFTER, countText, hour, percent, ratioText } from "./figure-words.js";

/** @typedef {import("../api.js").VisitRated} VisitRated */
/** @typedef {import("../api.js").VisitFollowing} VisitFollowing */
/** @typedef {import("../dom.js").Child} Child */

/** Errors of play, and rounds of evidence, that are listed. */
const [ERRORS, EVIDENCE] = [8, 12];
/** Powers of ten beyond which a ratio is not told. */
const LARGEST = 15;

/**
 * The panel on the right.
 *
 * @param {VisitRated} visit
 */
export function evidencePanel(visit) {
  const { following } = visit;
  const panel = el("aside", { className: "rating-panel", aria: { label: say("ratings.to_look_at") } });
  panel.append(...(following ? evidence(visit, following) : [notLooked()]), ...errors(visit));
  panel.addEventListener("keydown", (event) => step(panel, event));
  if (following && following.crossed !== null) solveAll(visit, panel);
  return panel;
}

/**
 * @param {VisitRated} visit
 * @param {VisitFollowing} following
 * @returns {HTMLElement[]}
 */
function evidence(visit, following) {
  const ratio = following.ratio.toLocaleString("en-US", { maximumFractionDigits: following.ratio < 10 ? 2 : 0 });
  const rows = following.evidence.slice(0, EVIDENCE).map((one) =>
    row(visit, one.number, [hour(one.at), countText(one.count), money(one.bet), AFTER[one.after], factorCell(one)], {
      exact: true,
    }),
  );
  const heads = [
    say("ratings.round"),
    say("ratings.time"),
    say("ratings.count"),
    say("ratings.bet"),
    say("ratings.after"),
    say("ratings.factor"),
  ];
  return [
    el("p", { className: "quiet" }, say("ratings.likelihood")),
    el("p", { className: "rating-ratio" }, lineText(`${ratio}:1`, { cap: 40, tracking: 0.16 })),
    el("p", { className: "rating-said" }, following.false_alarm, ` ${passed(visit, following)}`),
    el("p", { className: "quiet" }, following.models),
    el(
      "div",
      { className: "rating-plot-head" },
      el("h2", {}, say("ratings.rounds_as_evidence")),
      rows.length
        ? el(
            "p",
            { className: "quiet" },
            say("ratings.newest_first", { shown: rows.length, all: following.evidence.length }),
          )
        : null,
    ),
    rows.length ? table(heads, rows) : el("p", { className: "quiet" }, say("ratings.no_evidence")),
    el("p", { className: "quiet" }, say("ratings.against_it", { words: following.against })),
    ...channels(following),
    el("p", { className: "quiet" }, say("ratings.a_person_decides")),
  ];
}

/** The ways to follow a count, by their names in the answer; any other is a side bet. */
const WAYS = {
  bets: say("ratings.by_bets"),
  sitting_out: say("ratings.by_sitting_out"),
  plays: say("ratings.by_plays"),
};

/** @param {string} name */
const wayName = (name) => WAYS[/** @type {keyof typeof WAYS} */ (name.replaceAll(" ", "_"))] ?? wagerName(name);

/** @param {VisitFollowing["evidence"][number]} one */
const factorCell = ({ factor, by }) =>
  el("span", {}, `×\u00a0${factor.toFixed(1)}`, by === "bets" ? "" : el("small", {}, wayName(by)));

/**
 * Each way to follow a count by itself: bets, sitting out, index plays and insurance, side bets.
 *
 * @param {VisitFollowing} following
 */
function channels({ channels: found }) {
  const rows = Object.entries(found).map(([name, log]) =>
    el("div", {}, el("dt", {}, wayName(name)), el("dd", {}, ratioText(10 ** Math.min(log, LARGEST)))),
  );
  return [
    el("h2", {}, say("ratings.each_way")),
    el("dl", { className: "rating-channels" }, ...rows),
    el("p", { className: "quiet" }, say("ratings.each_way_note")),
  ];
}

const notLooked = () => el("p", { className: "quiet" }, say("ratings.not_looked_into"));

/**
 * Whether and when the line was reached.
 *
 * @param {VisitRated} visit
 * @param {VisitFollowing} following
 */
function passed(visit, { crossed }) {
  const one = visit.rounds.find(({ number }) => number === crossed);
  if (!one) return say("ratings.not_passed", { name: visit.person });
  return say("ratings.passed", { name: visit.person, number: one.number, at: hour(one.at) });
}

/**
 * @param {VisitRated} visit
 * @returns {HTMLElement[]}
 */
function errors(visit) {
  const rows = visit.worst
    .slice(0, ERRORS)
    .map((one) =>
      row(visit, one.number, [
        hour(one.at),
        one.cards ? say("ratings.cards_against", { cards: one.cards, against: one.against }) : "–",
        sentence(one.answer.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()),
        money(one.cost),
      ]),
    );
  const heads = [
    say("ratings.round"),
    say("ratings.time"),
    say("ratings.hand"),
    say("ratings.decided"),
    say("ratings.cost"),
  ];
  return [
    el("h2", {}, say("ratings.dearest_errors")),
    rows.length ? table(heads, rows) : el("p", { className: "quiet" }, say("ratings.no_errors")),
  ];
}

/**
 * @param {string[]} heads
 * @param {HTMLElement[]} rows
 */
function table(heads, rows) {
  return el(
    "div",
    { className: "grid-wrap", tabIndex: 0 },
    el(
      "table",
      { className: "grid rating-evidence" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...heads.map((one) => el("th", { scope: "col" }, one)),
          el("th", { scope: "col" }, say("ratings.look")),
        ),
      ),
      el("tbody", {}, ...rows),
    ),
  );
}

/**
 * A round in a line, with the way to its replay and to its exact figures.
 *
 * @param {VisitRated} visit
 * @param {number} number
 * @param {Child[]} cells
 */
function row(visit, number, cells, { exact = false } = {}) {
  const address = `/eye.html?table=${visit.table}&round=${number}`;
  const solve = el("button", { type: "button", className: "control" }, say("ratings.solve"));
  solve.dataset.solves = String(number);
  solve.addEventListener("click", () => solved(visit, number, solve));
  return el(
    "tr",
    { data: { round: number } },
    el("th", { scope: "row" }, String(number)),
    ...cells.map((cell) => el("td", {}, cell)),
    el(
      "td",
      { className: "rating-ways" },
      el(
        "a",
        { href: address, className: "control replay", aria: { label: say("ratings.replay_round", { number }) } },
        say("ratings.replay"),
      ),
      exact ? solve : null,
    ),
  );
}

/**
 * The round solved from the cards that were left, in the place of the button.
 *
 * @param {VisitRated} visit
 * @param {number} number
 * @param {HTMLElement} button
 */
async function solved(visit, number, button) {
  try {
    /** @type {import("../api.js").RoundSolved} */
    const found = await ask(`/api/ratings/visits/${visit.id}/rounds/${number}`);
    const main = found.wagers[0];
    const exact = main.exact === null ? "–" : percent(main.exact);
    const title = say("ratings.solved_from", { left: found.left });
    button.replaceWith(el("span", { className: "rating-exact", title }, say("ratings.solved", { exact })));
  } catch (trouble) {
    button.replaceWith(el("span", { className: "form-trouble" }, messageOf(trouble)));
  }
}

/**
 * Every round that is listed as evidence, one after the other, where the line was reached.
 *
 * @param {VisitRated} visit
 * @param {HTMLElement} panel
 */
async function solveAll(visit, panel) {
  const buttons = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("[data-solves]")]);
  for (const button of buttons) {
    if (panel.contains(button)) await solved(visit, Number(button.dataset.solves), button);
    if (!panel.isConnected) return;
  }
}

/**
 * Up and down go from round to round; Enter on a round is its link's own.
 *
 * @param {HTMLElement} panel
 * @param {KeyboardEvent} event
 */
function step(panel, event) {
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!move) return;
  const ways = [...panel.querySelectorAll(".replay")];
  const next = ways[ways.indexOf(/** @type {Element} */ (document.activeElement)) + move];
  if (next instanceof HTMLElement) {
    event.preventDefault();
    next.focus();
  }
}
