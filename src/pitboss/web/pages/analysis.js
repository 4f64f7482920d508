// The analysis page: edges at once, then lines, findings, spread and meters as they are worked out.

import { byId, el, inside } from "./dom.js";
import { chancesPlot, meterPlot } from "./plots.js";
import {
  asked,
  begin,
  chance,
  chosenSheet,
  departures,
  exact,
  figures,
  goTo,
  heading,
  oneIn,
  pays,
  percent,
  printButton,
  sheetPicker,
  showTop,
  table,
  trouble,
  way,
  working,
} from "./public.js";
import { say } from "./say.js";
import { sheets } from "./sheets.js";
import { messageOf } from "./trouble.js";
import { gameName, money, sentence, wagerName } from "./words.js";

/**
 * A wager with its figures; those that take longer are not there at first.
 *
 * @typedef {object} Edge
 * @property {string} title
 * @property {string} stake
 * @property {number} house_edge
 * @property {string | null} [exact]
 * @property {number} [standard_deviation]
 */
/** @typedef {{ title: string, pays: number, probability: number, exact: string | null }} Line */
/** @typedef {Edge & { standard_deviation: number, basis: string, lines: Line[] }} Wager */
/** @typedef {{ title: string, house_edge: number, cost: number, rules: string[] }} Way a way to play */

/**
 * How the rounds of the main game go.
 *
 * @typedef {object} MainGame
 * @property {{ result: number, probability: number, exact: string | null }[] | null} distribution
 * @property {Record<string, number>} outcomes
 * @property {number | null} average_bet
 * @property {number | null} element_of_risk
 * @property {Way[]} strategies
 * @property {string[]} notes
 * @property {string} chart_key
 * @property {string[]} chart_exceptions
 */

/** @typedef {import("./plots.js").Meter & { meter: string, basis: string, days: number }} Meter */

/**
 * All figures of a sheet.
 *
 * @typedef {object} Analysis
 * @property {{ play: string, cards: string, stakes: Record<string, string> }} basis
 * @property {Record<string, Wager>} wagers
 * @property {MainGame} main_game
 * @property {Meter[]} meters
 * @property {string[]} findings
 * @property {string[]} departures
 */

const sets = asked.getAll("set");
/** @type {import("./words.js").ListedSheet} */
let sheet;

async function open() {
  sheet = await chosenSheet();
  showTop(sheet.sheet);
  const name = gameName(sheet.sheet, sheet.title);
  document.title = say("analysis.analysis_name_pitboss", { name });
  const picker = sheetPicker(say("shared.game"), await sheets(), sheet.sheet, goTo);
  const change = el(
    "a",
    { className: "button", href: way("compare", { sheet: sheet.sheet, sets }) },
    say("shared.change_a_rule"),
  );
  byId("main").replaceChildren(
    el("div", { className: "page-tools no-print" }, picker, change, printButton(say("analysis.print_the_analysis"))),
    heading({
      sheet: sheet.sheet,
      title: say("analysis.what_name_costs", { name }),
      subtitle: sets.length
        ? say("analysis.with_list", { list: sets.join(", ") })
        : say("analysis.every_wager_at_the_least_stake"),
    }),
    el("div", { id: "edges" }),
    el("div", { id: "whole" }),
  );
  await Promise.all([showEdges(), showWhole()]);
}

/** The edges alone: they are there within seconds. */
async function showEdges() {
  try {
    const found = await figures(`${sheet.sheet}/edges`, { sets, over: () => byId("edges").dataset.whole });
    if (found) byId("edges").replaceChildren(departures(found.departures), edgeTable(quick(found)));
  } catch (reason) {
    byId("edges").replaceChildren(trouble(messageOf(reason)));
  }
}

/** @param {{ wagers: Record<string, number>, stakes: Record<string, string> }} found */
const quick = ({ wagers, stakes }) =>
  Object.entries(wagers).map(([wager, edge]) => ({ title: wagerName(wager), stake: stakes[wager], house_edge: edge }));

async function showWhole() {
  const { line, tell } = working(say("analysis.everything_else_is_being_worked_out"));
  byId("whole").replaceChildren(line);
  try {
    /** @type {Analysis} */
    const found = await figures(`${sheet.sheet}/analysis`, { sets, told: tell });
    byId("edges").dataset.whole = "true";
    const rows = Object.entries(found.wagers).map(([wager, one]) => ({ ...one, stake: found.basis.stakes[wager] }));
    byId("edges").replaceChildren(departures(found.departures), edgeTable(rows));
    byId("whole").replaceChildren(...whole(found));
  } catch (reason) {
    byId("whole").replaceChildren(trouble(messageOf(reason)));
  }
}

/** @param {Edge[]} rows */
function edgeTable(rows) {
  const columns = [
    [say("shared.wager")],
    [say("shared.stake"), "number"],
    [say("shared.house_edge"), "number"],
    ["", "spare"],
    [say("analysis.standard_deviation_in_stakes"), "number"],
  ];
  const most = Math.max(...rows.map((one) => Math.abs(one.house_edge)));
  const made = rows.map((one) => [
    one.title.replace("'", "’"),
    `$${one.stake}`,
    exact(percent(one.house_edge, 4), one.exact),
    edgeBar(one.house_edge, most),
    one.standard_deviation?.toFixed(4) ?? "…",
  ]);
  return table(say("analysis.house_edge_of_every_wager"), columns, made);
}

/**
 * @param {number} edge
 * @param {number} most
 */
function edgeBar(edge, most) {
  const drawn = el("span", { className: edge < 0 ? "bar players" : "bar" }, el("span"));
  inside(drawn).style.transform = `scaleX(${Math.abs(edge) / most})`;
  return el(
    "span",
    { className: "edge-bar" },
    drawn,
    edge < 0 ? el("small", {}, say("analysis.favours_the_player")) : "",
  );
}

/** @param {Analysis} found */
function whole(found) {
  return [
    findings(found),
    spread(found.main_game, found.wagers.main),
    ...found.meters.map(meter),
    el("div", { className: "columns" }, outcomes(found.main_game), strategies(found.main_game)),
    payLines(found.wagers),
    notes(found),
  ];
}

/** @param {Analysis} found */
function findings({ findings: found }) {
  const said = found.length ? found : [say("analysis.nothing_out_of_the_ordinary")];
  return el(
    "section",
    { className: "findings" },
    el("h2", {}, say("analysis.findings")),
    el("ul", {}, ...said.map((one) => el("li", {}, one))),
  );
}

/**
 * The whole distribution of a round, as a plot and as figures.
 *
 * @param {MainGame} game
 * @param {Wager} main
 */
function spread({ distribution }, { house_edge: edge, standard_deviation: deviation }) {
  if (!distribution) return "";
  const label = say("analysis.chances_of_the_results_of_a", {
    result: distribution[0].result,
    result2: distribution[distribution.length - 1].result,
  });
  const rows = distribution.map((one) => [
    signedUnits(one.result),
    exact(chance(one.probability), one.exact),
    oneIn(one.probability),
  ]);
  const list = table(
    say("analysis.every_result_of_a_round"),
    [[say("analysis.result_in_first_bets")], [say("analysis.chance"), "number"], ["", "number spare"]],
    rows,
  );
  return el(
    "section",
    {},
    el("h2", {}, say("analysis.spread_of_results")),
    el(
      "p",
      { className: "quiet" },
      say("analysis.a_round_costs_edge_of_the", { edge: percent(edge, 4), deviation: deviation.toFixed(4) }),
    ),
    el("figure", { id: "spread" }, chancesPlot(distribution, { mean: -edge, label })),
    el("details", {}, el("summary", {}, say("analysis.as_figures")), list),
  );
}

/** @param {number} units */
const signedUnits = (units) => (units > 0 ? `+${units}` : String(units).replace("-", "−"));

/**
 * The progressive as its meter grows.
 *
 * @param {Meter} found
 */
function meter(found) {
  const name = sentence(found.meter);
  const whole = (/** @type {number} */ cents) => money(cents).slice(0, -3);
  const middle = found.at_hit[Math.floor(found.at_hit.length / 2)].cents;
  const seed = whole(found.seed);
  const even = money(found.break_even);
  const days = found.days.toFixed(1);
  const half = whole(middle);
  const words = say("analysis.it_starts_at_and_favours_the", { seed, even, basis: found.basis, days, half });
  const label = say("analysis.return_of_the_progressive_wager_by", { name });
  return el(
    "section",
    {},
    el("h2", {}, say("analysis.the_name_what_a_progressive_wager", { name })),
    el("p", { className: "quiet" }, words),
    el("figure", {}, meterPlot(found, { money: whole, label })),
  );
}

/** @param {MainGame} game */
function outcomes({ outcomes: found, average_bet: bet, element_of_risk: risk }) {
  /** @type {import("./dom.js").Child[][]} */
  const rows = Object.entries(found).map(([name, share]) => [
    sentence(name.replace(/^decision: /, "")),
    percent(share, 4),
    shareBar(share),
  ]);
  if (bet !== null) rows.push([say("analysis.staked_in_a_round_in_first"), bet.toFixed(4), ""]);
  if (risk !== null) rows.push([say("analysis.edge_by_all_that_is_staked"), percent(risk, 4), ""]);
  return el(
    "section",
    {},
    table(say("analysis.how_rounds_end"), [[say("analysis.ending")], [say("analysis.share"), "number"], [""]], rows),
  );
}

/** @param {number} share */
function shareBar(share) {
  const drawn = el("span", { className: "bar", aria: { hidden: "true" } }, el("span"));
  inside(drawn).style.transform = `scaleX(${share})`;
  return drawn;
}

/** @param {MainGame} game */
function strategies({ strategies: found }) {
  const rows = found.map((one) => [
    sentence(one.title),
    percent(one.house_edge, 4),
    one.cost > 1e-12 ? percent(one.cost, 4) : "–",
  ]);
  const rules = found.flatMap((one) => one.rules.map((rule) => el("li", {}, rule)));
  return el(
    "section",
    {},
    table(
      say("analysis.ways_to_play"),
      [[say("analysis.way")], [say("shared.house_edge"), "number"], [say("analysis.costs"), "number"]],
      rows,
    ),
    rules.length ? el("ul", { className: "rules-said" }, ...rules) : "",
    el(
      "p",
      { className: "no-print" },
      el("a", { href: way("strategy", { sheet: sheet.sheet, sets }) }, say("analysis.see_the_card")),
    ),
  );
}

/**
 * Every wager with the lines it can end by, and what each line gives back.
 *
 * @param {Record<string, Wager>} wagers
 */
function payLines(wagers) {
  const parts = Object.entries(wagers)
    .filter(([, one]) => one.lines.length)
    .map(([wager, one]) => {
      const rows = one.lines.map((line) => [
        sentence(line.title),
        pays(line.pays),
        exact(chance(line.probability), line.exact),
        oneIn(line.probability),
        percent(line.pays * line.probability, 3),
      ]);
      const list = table(
        say("analysis.title_every_line", { title: one.title.replace("'", "’") }),
        [
          [say("analysis.line")],
          [say("analysis.pays"), "number"],
          [say("analysis.chance"), "number"],
          ["", "number spare"],
          [say("analysis.adds_to_the_return"), "number"],
        ],
        rows,
      );
      const about = el("p", { className: "quiet" }, sentence(one.basis.split("_").join(" ")));
      return el("details", { open: wager !== "main" }, el("summary", {}, one.title.replace("'", "’")), about, list);
    });
  return el("section", { className: "pay-lines-of" }, el("h2", {}, say("analysis.pay_lines")), ...parts);
}

/** @param {Analysis} found */
function notes({ basis, main_game: game }) {
  const said = [
    say("analysis.played_play", { play: basis.play }),
    say("analysis.cards_cards", { cards: basis.cards }),
    ...game.notes,
    ...game.chart_exceptions,
  ];
  return el(
    "section",
    {},
    el("h2", {}, say("analysis.basis")),
    el("ul", { className: "quiet" }, ...said.map((one) => el("li", {}, one))),
  );
}

begin(open);
