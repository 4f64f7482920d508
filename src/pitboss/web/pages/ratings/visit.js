// One visit: what the house expected as a sum, bets against the count over time, and the rounds to look at.

import { el } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { ask } from "../live.js";
import { grid } from "../pit/forms.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { money, signed, tableOf, wagerName } from "../words.js";
import { evidencePanel } from "./evidence.js";
import { AFTER, countText, hour, percent } from "./figure-words.js";
import { looksPart } from "./findings.js";
import { panes } from "./panes.js";

/** @typedef {import("../api.js").VisitRated} VisitRated */
/** @typedef {import("../dom.js").Child} Child */

const AGAIN_MS = 2500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/**
 * Show a visit in a place of the page; what is still being worked out is asked for again.
 *
 * @param {HTMLElement} place
 * @param {string} id
 */
export async function showVisit(place, id) {
  clearTimeout(waiting);
  const back = el("a", { href: "#", className: "back" }, say("ratings.all_visits"));
  try {
    /** @type {VisitRated} */
    const visit = await ask(`/api/ratings/visits/${id}`);
    place.replaceChildren(
      el("div", { className: "rating-main" }, back, ...head(visit), strip(visit), ...body(visit)),
      evidencePanel(visit),
    );
    if (visit.pending) waiting = setTimeout(() => location.hash === `#${id}` && showVisit(place, id), AGAIN_MS);
  } catch (trouble) {
    place.replaceChildren(back, el("p", { className: "form-trouble" }, messageOf(trouble)));
  }
}

/** @param {VisitRated} visit */
function head(visit) {
  const [name, seats] = [visit.person, visit.seats.join(", ")];
  const about = say("ratings.about_the_visit", {
    table: tableOf(visit.table, visit.sheet, visit.title),
    seats,
    from: hour(visit.began),
    to: visit.left === null ? say("ratings.now") : hour(visit.left),
    rounds: visit.played,
    handle: money(visit.handle),
    bet: money(visit.average_bet),
  });
  return [
    el("h1", {}, say("ratings.one_visit", { name })),
    el("p", { className: "rating-about" }, el("span", {}, about), el("span", {}, say("ratings.from_the_houses_side"))),
  ];
}

/**
 * The figures as a sum, from left to right.
 *
 * @param {VisitRated} visit
 */
function strip(visit) {
  const { theo } = visit;
  const off = visit.deviations;
  const apart = off === null ? say("ratings.being_worked_out") : deviationsOff(off);
  return el(
    "dl",
    { className: "rating-sum" },
    figure(say("ratings.theo_by_the_sheet"), signed(theo.sheet), sheetBasis(visit)),
    figure(say("ratings.cards_as_they_lay"), theo.cards === null ? "–" : signed(theo.cards), cardsBasis(visit)),
    figure(say("ratings.skill_cost"), signed(theo.skill), skillBasis(visit)),
    figure(say("ratings.exact_theo"), `= ${signed(theo.exact)}`, spreadBasis(visit)),
    figure(say("ratings.actual"), signed(visit.actual), apart),
  );
}

/** @param {number} off */
const deviationsOff = (off) =>
  say(off < 0 ? "ratings.deviations_below" : "ratings.deviations_above", { count: Math.abs(off).toFixed(1) });

/** @param {VisitRated} visit */
const sheetBasis = ({ theo, handle }) =>
  handle
    ? say("ratings.share_of_handle", { share: percent(theo.sheet / handle, 4), handle: money(handle) })
    : say("ratings.nothing_bet");

/** @param {VisitRated} visit */
function cardsBasis(visit) {
  if (visit.theo.cards !== null && visit.error !== null)
    return say("ratings.off_by", { error: percent(visit.error), sample: visit.sample });
  return visit.pending ? say("ratings.being_worked_out") : say("ratings.a_deck_each_round");
}

/** @param {VisitRated} visit */
const skillBasis = ({ mistakes, choices, unvalued }) =>
  unvalued
    ? say("ratings.choices_unvalued", { mistakes, choices, unvalued })
    : say("ratings.choices_not_best", { mistakes, choices });

/** @param {VisitRated} visit */
const spreadBasis = ({ deviation, theo }) =>
  deviation === null
    ? say("ratings.without_the_cards", { fresh: signed(theo.fresh) })
    : say("ratings.in_such_a_visit", { deviation: money(deviation) });

/**
 * @param {string} name
 * @param {string} amount
 * @param {string} basis
 */
function figure(name, amount, basis) {
  return el(
    "div",
    {},
    el("dt", {}, name),
    el("dd", { className: "rating-figure" }, lineText(amount, { cap: 20, tracking: 0.18 })),
    el("dd", { className: "rating-basis" }, basis),
  );
}

/**
 * @param {VisitRated} visit
 * @returns {Child[]}
 */
function body(visit) {
  return [
    panes(visit),
    wagersPart(visit),
    driftPart(visit),
    roundsTable(visit),
    el(
      "p",
      { className: "rating-files" },
      el(
        "a",
        { href: `/api/ratings/visits/${visit.id}?format=csv`, download: "" },
        say("eye.reports.for_a_spreadsheet"),
      ),
      el("a", { href: `/api/ratings/visits/${visit.id}?format=pdf`, target: "_blank" }, say("ratings.on_paper")),
      el("a", { href: `/api/ratings/visits/${visit.id}?format=parquet`, download: "" }, say("ratings.as_parquet")),
    ),
    looksPart(visit.id),
  ];
}

/** @param {VisitRated} visit */
function wagersPart(visit) {
  const rows = visit.wagers.map((one) => [
    wagerName(one.wager),
    money(one.handle),
    percent(one.edge, 3),
    signed(one.sheet),
    one.cards === null ? "–" : signed(one.cards),
    signed(one.actual),
  ]);
  const heads = [
    say("ratings.wager"),
    say("ratings.handle"),
    say("ratings.edge"),
    say("ratings.theo_by_the_sheet"),
    say("ratings.cards_as_they_lay"),
    say("ratings.actual"),
  ];
  const table = grid(heads, rows, say("ratings.nothing_bet"));
  table.classList.add("amounts");
  const comp = visit.comp === null ? "" : el("p", {}, say("ratings.comp_by_the_rate", { comp: money(visit.comp) }));
  return el("section", {}, el("h2", {}, say("ratings.by_wager")), table, comp);
}

/** @param {VisitRated} visit */
function driftPart({ drift }) {
  if (!drift) return null;
  return el(
    "p",
    { className: "rating-drift" },
    say("ratings.drift", {
      shoe: drift.shoe,
      seen: drift.seen,
      edge: drift.edge === null ? "–" : percent(drift.edge),
      seat: signed(drift.seat),
      table: signed(drift.table),
    }),
  );
}

/**
 * The figures of the plots as a table.
 *
 * @param {VisitRated} visit
 */
function roundsTable(visit) {
  const ratios = new Map((visit.following?.path ?? []).map((one) => [one.number, one.ratio]));
  const rows = visit.rounds.map((one) => [
    String(one.number),
    hour(one.at),
    String(one.shoe),
    countText(one.counts[visit.count]),
    money(one.bet),
    AFTER[one.after],
    signed(one.result),
    one.edge === null ? "–" : percent(one.edge),
    signed(one.theo),
    ...(ratios.size ? [String(ratios.get(one.number)?.toFixed(2) ?? "")] : []),
  ]);
  const heads = [
    say("ratings.round"),
    say("ratings.time"),
    say("ratings.shoe"),
    say("ratings.count"),
    say("ratings.bet"),
    say("ratings.after"),
    say("ratings.players_result"),
    say("ratings.edge"),
    say("ratings.exact_theo"),
    ...(ratios.size ? [say("ratings.ratio")] : []),
  ];
  const table = grid(heads, rows, say("ratings.nothing_bet"));
  table.classList.add("amounts");
  return el("details", { className: "rating-rounds" }, el("summary", {}, say("ratings.figures_as_a_table")), table);
}
