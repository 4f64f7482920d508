// The page of counting for the house: which bets can be beaten, by how much an hour, where that stops, what stops it.

import { houseWanted } from "./counting-form.js";
import { lossPlot } from "./counting-plots.js";
import { el } from "./dom.js";
import { departures, moved, percent, table } from "./public.js";
import { say } from "./say.js";
import { money } from "./words.js";

/** @typedef {import("./api.js").ProtectionFigures} Protection */
/** @typedef {import("./api.js").BetExposed} Bet */
/** @typedef {import("./api.js").HouseChange} Change */

/**
 * All of it.
 *
 * @param {Protection} found
 * @param {{ sheet: string, sets: string[] }} about
 */
export const house = (found, about) => [
  departures(found.departures),
  bets(found, about),
  losses(found),
  ...found.bets.filter((one) => one.changes.length).map(changes),
  found.bets.some((one) => one.changes.length) ? files("changes", about) : "",
  basis(found),
];

/** @param {number} amount */
const cents = (amount) => money(Math.round(amount));

/**
 * What is lost, with its error; where chance could have made it, or hidden it, that is said.
 *
 * @param {{ per_hour: number, error: number, state: "beaten" | "open" | "stopped" }} lost
 */
function lostWords({ per_hour: lost, error, state }) {
  if (state === "stopped") return say("counting.nothing");
  const figure = `${lost > 0 ? cents(lost) : say("counting.nothing")} ± ${cents(error)}`;
  return state === "beaten"
    ? figure
    : el("span", {}, figure, el("small", { className: "count-tags" }, say("counting.house_chance")));
}

/** @param {Protection} found @param {{ sheet: string, sets: string[] }} about */
function bets(found, about) {
  const rows = found.bets.map((one) => [
    one.title,
    lostWords(one),
    stopWords(one),
    percent(one.house_edge, 2),
    money(one.stake),
    percent(one.bets, 1),
    one.same_count === null ? "–" : cents(one.same_count),
    counterWords(one),
  ]);
  const columns = [
    [say("counting.house_bet")],
    [say("counting.house_loses"), "number"],
    [say("counting.house_stops"), "number"],
    [say("counting.house_edge"), "number spare"],
    [say("counting.house_largest"), "number spare"],
    [say("counting.house_rounds"), "number spare"],
    [say("counting.house_same"), "number spare"],
    [say("counting.house_counter"), "spare"],
  ];
  return el(
    "section",
    { id: "exposed" },
    el("p", { className: "quiet" }, summary(found)),
    table(say("counting.house_what_bets_lose"), columns, rows),
    files("bets", about),
  );
}

/** @param {Protection} found */
function summary({ bets: all, rounds_per_hour: hour }) {
  const beaten = all.filter((one) => one.beaten);
  if (!beaten.length) return say("counting.house_none_beaten", { number: all.length });
  const sum = beaten.reduce((total, one) => total + one.per_hour, 0);
  return say("counting.house_beaten", { beaten: beaten.length, number: all.length, sum: cents(sum), hour });
}

/** @param {Bet} bet */
const stopWords = ({ stops_at: stops }) =>
  stops === null ? say("counting.house_never_stops") : say("counting.cards_behind", { cut: String(stops) });

/** @param {Bet} bet */
function counterWords({ counter, tags, wager }) {
  return tags && wager !== "main" ? el("span", {}, counter, el("small", { className: "count-tags" }, tags)) : counter;
}

/** @param {Protection} found */
function losses(found) {
  const label = say("counting.house_loss_by_cut");
  return el(
    "section",
    { id: "losses" },
    el("h2", {}, label),
    el("figure", {}, lossPlot(found.bets, { label, cut: found.cut })),
    el("p", { className: "quiet" }, say("counting.house_loss_note")),
  );
}

/** @param {Bet} bet */
function changes(bet) {
  const rows = bet.changes.map((one) => [changeWords(one), lostWords(one), costWords(one)]);
  const columns = [
    [say("counting.house_change")],
    [say("counting.house_then_loses"), "number"],
    [say("counting.house_costs"), "number"],
  ];
  const least = bet.changes.find((one) => one.stops);
  return el(
    "section",
    { className: "house-changes" },
    table(say("counting.house_what_stops", { title: bet.title }), columns, rows),
    el(
      "p",
      { className: "least" },
      least ? say("counting.house_least", { change: changeWords(least) }) : say("counting.house_no_change"),
    ),
  );
}

/** @param {Change} change */
function changeWords({ kind, value, change }) {
  if (kind === "cut") return say("counting.cards_behind", { cut: value });
  if (kind === "spread") return say("counting.house_no_spread", { spread: value });
  if (kind === "limit") return say("counting.house_no_bet_above", { most: money(Number(value) * 100) });
  if (kind === "pays") return say("counting.house_pay_table", { name: value });
  return kind === "off" ? say("counting.house_taken_down") : change;
}

/** @param {Change} change */
function costWords({ kind, honest_cost: cost }) {
  if (kind === "off") return say("counting.house_bet_gone");
  return cost ? moved(cost, 3) : say("counting.nothing");
}

/** @param {"bets" | "changes"} rows @param {{ sheet: string, sets: string[] }} about */
function files(rows, { sheet, sets }) {
  const address = (/** @type {string} */ format) => {
    const query = new URLSearchParams({ ...houseWanted(), rows, format });
    for (const one of sets) query.append("set", one);
    return `/api/sheets/${encodeURIComponent(sheet)}/protection?${query}`;
  };
  const ways = [
    [say("counting.as_csv"), "csv"],
    [say("counting.as_parquet"), "parquet"],
    [say("counting.as_pdf"), "pdf"],
  ];
  const links = ways.map(([name, format]) => el("a", { href: address(format), download: "" }, name));
  return el("p", { className: "count-files no-print" }, ...links);
}

/** @param {Protection} found */
function basis(found) {
  const said = [
    say("counting.house_basis_main", { rounds: found.rounds.toLocaleString("en-US") }),
    say("counting.house_basis_bets", { spread: found.spread }),
    say("counting.house_basis_side"),
    say("counting.house_basis_cost"),
    say("counting.house_basis_hour", { hour: found.rounds_per_hour }),
    say("counting.basis_cut", { cut: found.cut, decks: found.decks }),
  ];
  return el(
    "section",
    {},
    el("h2", {}, say("analysis.basis")),
    el("ul", { className: "quiet" }, ...said.map((one) => el("li", {}, one))),
  );
}
