// The page of counting: what a count is good for on a sheet, its index plays, the best bets and their risk.

import { countForm, forTheHouse, houseWanted, wanted } from "./counting-form.js";
import { house } from "./counting-house.js";
import { betsPlot, edgePlot, ruinPlot, scorePlot, spreadPlot } from "./counting-plots.js";
import { byId, el } from "./dom.js";
import { ask } from "./live.js";
import {
  asked,
  begin,
  chosenSheet,
  departures,
  figures,
  heading,
  moved,
  percent,
  showTop,
  table,
  trouble,
  way,
  working,
  worth,
} from "./public.js";
import { say } from "./say.js";
import { sheets } from "./sheets.js";
import { messageOf } from "./trouble.js";
import { gameName, money, sentence } from "./words.js";

/** @typedef {import("./api.js").CountingFigures} Counting */
/** @typedef {import("./api.js").CountRow} CountRow */
/** @typedef {import("./api.js").IndexPlayTold} Play */

const sets = asked.getAll("set");
/** Counts that come up less often are left out of the plots. */
const SELDOM = 1e-3;
/** Bets are told in words up to the last count that is at least this frequent. */
const TOLD = 0.01;
const RANKS = [..."23456789TA"];
/** @type {import("./words.js").ListedSheet} */
let sheet;

async function open() {
  sheet = await chosenSheet();
  showTop(sheet.sheet);
  const name = gameName(sheet.sheet, sheet.title);
  document.title = say("counting.counting_name_pitboss", { name });
  const [all, named] = await Promise.all([sheets(), ask("/api/counts")]);
  byId("main").replaceChildren(
    countForm({ sheet, sets, all, named }),
    heading({
      sheet: sheet.sheet,
      title: say("counting.counting_name", { name }),
      subtitle: subtitle(),
    }),
    views(),
    el("div", { id: "counted" }),
  );
  if (sheet.shoe) await show();
  else byId("counted").replaceChildren(el("p", { id: "fresh" }, say("counting.fresh_deck", { name })));
}

function subtitle() {
  if (sets.length) return say("analysis.with_list", { list: sets.join(", ") });
  return forTheHouse() ? say("counting.house_what_this_is") : say("counting.what_this_is");
}

/** The two sides of it, each by its own address. */
function views() {
  const same = { sheet: sheet.sheet, sets, count: wanted().count, ...(wanted().cut ? { cut: wanted().cut } : {}) };
  const link = (/** @type {string} */ name, /** @type {boolean} */ here, /** @type {Record<string, string>} */ more) =>
    el("a", { href: way("counting", { ...same, ...more }), ...(here ? { aria: { current: "page" } } : {}) }, name);
  return el(
    "nav",
    { className: "count-views no-print", aria: { label: say("counting.views") } },
    link(say("counting.for_counters"), !forTheHouse(), {}),
    link(say("counting.for_the_house"), forTheHouse(), { view: "house" }),
  );
}

/** @param {(words: string, share: number) => void} told */
async function worked(told) {
  const about = { sheet: sheet.sheet, sets };
  if (forTheHouse()) return house(await figures(`${sheet.sheet}/protection`, { ...houseWanted(), sets, told }), about);
  return whole(await figures(`${sheet.sheet}/counting`, { ...wanted(), sets, told }));
}

async function show() {
  const { line, tell } = working(say("counting.being_worked_out"));
  byId("counted").replaceChildren(line);
  try {
    byId("counted").replaceChildren(...(await worked(tell)));
  } catch (reason) {
    byId("counted").replaceChildren(trouble(messageOf(reason)));
  }
}

/** @param {Counting} found */
const whole = (found) => [
  departures(found.departures),
  good(found),
  bets(found),
  varied(found),
  indexPlays(found),
  basis(found),
];

/**
 * Figures in a row, each with its name and a note.
 *
 * @param {string} id
 * @param {[string, string, string?][]} told
 */
const sums = (id, told) =>
  el(
    "dl",
    { className: "count-sums", id },
    ...told.map(([name, figure, note = ""]) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, figure, note ? el("small", {}, note) : "")),
    ),
  );

/** @param {number} count */
const signed = (count) => worth(count, 0);

// what it is good for

/** @param {Counting} found */
function good(found) {
  const ranks = RANKS.filter((rank) => rank in found.effects);
  const removals = ranks.map((rank) => [rank, moved(found.effects[rank], 3)]);
  return el(
    "section",
    {},
    el("h2", {}, say("counting.good_for", { title: found.title })),
    sums("correlations", [
      [say("counting.betting"), found.betting_correlation.toFixed(3), say("counting.betting_note")],
      [say("counting.playing"), found.playing_efficiency.toFixed(2), say("counting.playing_note")],
      [say("counting.insurance"), found.insurance_correlation.toFixed(3), say("counting.insurance_note")],
      [say("counting.flat"), moved(found.flat_edge, 3), say("counting.flat_note", { played: found.played })],
    ]),
    el(
      "details",
      {},
      el("summary", {}, say("counting.removals")),
      table(say("counting.removals"), [[say("counting.card")], [say("counting.removal"), "number"]], removals),
    ),
  );
}

// bets and their risk

/** @param {CountRow[]} rows */
const often = (rows) => rows.filter((one) => one.share >= SELDOM);

/** @param {Counting} found */
function bets(found) {
  const { best, bettor, by_count: rows } = found;
  const known = { bank: bettor.bank, risk: best.risk_of_ruin };
  return el(
    "section",
    {},
    el("h2", {}, say("counting.bets_and_risk")),
    el("p", { className: "quiet" }, betWords(found)),
    sums("bets", betSums(found)),
    el(
      "div",
      { className: "count-plots" },
      plotted(say("counting.edge_by_count"), (label) => edgePlot(often(rows), { label })),
      plotted(say("counting.bet_by_count"), (label) => betsPlot(often(rows), { label })),
      plotted(say("counting.risk_by_bank"), (label) => ruinPlot(known, { label })),
      plotted(say("counting.win_by_spread"), (label) => spreadPlot(found.spreads, { label })),
    ),
    el("details", {}, el("summary", {}, say("counting.counts_as_table")), countTable(often(rows))),
    files("counts"),
  );
}

/** @param {string} name @param {(label: string) => SVGElement} draw */
const plotted = (name, draw) => el("div", {}, el("h3", {}, name), el("figure", {}, draw(name)));

/** @param {Counting} found */
function betWords({ best, bettor, by_count: rows }) {
  const last = Math.max(...rows.filter((one) => one.share >= TOLD).map((one) => one.count));
  const told = best.bets.filter(([count], at) => at === 0 || count <= last);
  const list = told.map(([count, cents], at) => {
    const bet = cents ? money(cents) : say("counting.nothing");
    return at ? say("counting.bet_from", { bet, count: signed(count) }) : say("counting.bet_at_first", { bet });
  });
  const given = { bank: money(bettor.bank), risk: percent(bettor.risk, 1), list: list.join(", ") };
  const said =
    best.risk_of_ruin <= bettor.risk
      ? say("counting.best_bets", { bank: given.bank, risk: given.risk, list: given.list })
      : say("counting.no_bets", { bank: given.bank, risk: given.risk, list: given.list });
  return bettor.hands > 1 ? `${said} ${say("counting.on_spots", { hands: bettor.hands })}` : said;
}

/**
 * @param {Counting} found
 * @returns {[string, string, string?][]}
 */
function betSums({ best, compared }) {
  const rounds = (/** @type {number | null} */ n0) =>
    n0 === null ? say("public.never") : Math.round(n0).toLocaleString("en-US");
  return [
    [say("counting.win"), money(Math.round(best.win)), say("counting.plus_minus", { error: cents(best.win_error) })],
    [say("counting.deviation"), cents(best.deviation), say("counting.in_100")],
    [say("counting.ruin"), percent(best.risk_of_ruin, 2), say("counting.ruin_note")],
    [say("counting.n0"), rounds(best.n0), say("counting.n0_note")],
    [say("counting.score"), best.score.toFixed(2), say("counting.score_note", { score: compared.score.toFixed(2) })],
    [
      say("counting.average"),
      cents(best.average_bet),
      say("counting.average_note", { share: percent(best.played, 1) }),
    ],
    [say("counting.certainty"), cents(best.certainty), say("counting.in_100")],
  ];
}

/** @param {number} amount */
const cents = (amount) => money(Math.round(amount));

/** @param {CountRow[]} rows */
function countTable(rows) {
  const made = rows.map((one) => [
    signed(one.count),
    percent(one.share, 2),
    moved(one.mean, 2),
    `± ${percent(one.error, 2)}`,
    one.deviation.toFixed(3),
    one.bet ? money(one.bet * 100) : "–",
  ]);
  return table(
    say("counting.by_count"),
    heads(
      say("counting.count"),
      say("counting.share_of_rounds"),
      say("counting.edge"),
      say("counting.error"),
      say("counting.deviation_of_a_bet"),
      say("counting.bet"),
    ),
    made,
  );
}

/** @param {...string} words the first of them names the rows */
const heads = (...words) => words.map((one, at) => (at ? [one, "number"] : [one]));

/**
 * What other spreads, cuts, decks and rules do to it, the game as it is first.
 *
 * @param {Counting} found
 */
function varied(found) {
  const { best, compared, flat_edge } = found;
  const now = { change: "", words: say("counting.as_it_is"), flat_edge, best, score: compared.score, n0: compared.n0 };
  const spreads = found.spreads.map(({ spread, ...one }) => ({
    ...one,
    change: "",
    words: say("counting.bets_of", { spread }),
    flat_edge,
  }));
  const all = [now, ...spreads, ...found.varied];
  const columns = heads(
    say("counting.what_else"),
    say("counting.flat"),
    say("counting.win"),
    say("counting.ruin"),
    say("counting.n0"),
    say("counting.c_score"),
  );
  const rows = all.map((one) => [
    changeWords(one),
    moved(one.flat_edge, 3),
    `${cents(one.best.win)} ± ${cents(one.best.win_error)}`,
    percent(one.best.risk_of_ruin, 1),
    one.n0 === null ? say("public.never") : Math.round(one.n0).toLocaleString("en-US"),
    one.score.toFixed(2),
  ]);
  const scores = all.map((one) => ({ name: changeWords(one), score: one.score, now: one === now }));
  const label = say("counting.what_it_depends_on");
  return el(
    "section",
    { id: "varied" },
    table(label, columns, rows),
    el("figure", {}, scorePlot(scores, { label: say("counting.score_by_change") })),
    el("p", { className: "quiet" }, say("counting.varied_note")),
  );
}

/** @param {{ change: string, words: string }} varied a cut as "cut 104"; a rule in the words of the placard */
function changeWords({ change, words }) {
  return change.startsWith("cut ") ? say("counting.cards_behind", { cut: change.slice(4) }) : words;
}

// index plays

/** @param {Counting} found */
function indexPlays({ plays, played }) {
  const rest = plays.slice(played);
  return el(
    "section",
    { id: "plays" },
    playTable(say("counting.index_plays", { number: Math.min(played, plays.length) }), plays.slice(0, played)),
    rest.length
      ? el(
          "details",
          {},
          el("summary", {}, say("counting.further_plays", { number: rest.length })),
          playTable(say("counting.further_plays", { number: rest.length }), rest),
        )
      : "",
    el("p", { className: "quiet" }, say("counting.plays_note")),
    files("plays"),
  );
}

/** @param {string} caption @param {Play[]} plays */
function playTable(caption, plays) {
  const rows = plays.map((one) => [
    sentence(say("counting.hand_against", { hand: one.hand, up: one.up })),
    sentence(one.play),
    one.below
      ? say("counting.below", { count: signed(one.count) })
      : say("counting.from", { count: signed(one.count) }),
    sentence(one.instead),
    `${worth(one.threshold, 2)} ± ${one.error.toFixed(2)}`,
    one.gain.toFixed(4),
    one.spread_gain.toFixed(4),
  ]);
  const columns = [
    [say("counting.hand")],
    [say("counting.play")],
    [say("counting.at")],
    [say("counting.instead_of"), "spare"],
    [say("counting.threshold"), "number"],
    [say("counting.gain"), "number spare"],
    [say("counting.spread_gain"), "number"],
  ];
  return table(caption, columns, rows);
}

/** @param {"plays" | "counts"} rows what to take away as a file */
function files(rows) {
  const ways = [
    [say("counting.as_csv"), "csv"],
    [say("counting.as_parquet"), "parquet"],
    [say("counting.as_pdf"), "pdf"],
  ];
  const links = ways.map(([name, format]) => el("a", { href: address(rows, format), download: "" }, name));
  return el("p", { className: "count-files no-print" }, ...links);
}

/** @param {string} rows @param {string} format */
function address(rows, format) {
  const query = new URLSearchParams({ ...wanted(), rows, format });
  for (const one of sets) query.append("set", one);
  return `/api/sheets/${encodeURIComponent(sheet.sheet)}/counting?${query}`;
}

/** @param {Counting} found */
function basis(found) {
  const number = (/** @type {number} */ value) => value.toLocaleString("en-US");
  const said = [
    say("counting.basis_plays", { shoes: found.shoes, met: number(found.met) }),
    say("counting.basis_rounds", { rounds: number(found.rounds), played: found.played }),
    say("counting.basis_cut", { cut: found.cut, decks: found.decks }),
    say("counting.basis_risk"),
  ];
  return el(
    "section",
    {},
    el("h2", {}, say("analysis.basis")),
    el("ul", { className: "quiet" }, ...said.map((one) => el("li", {}, one))),
  );
}

begin(open);
