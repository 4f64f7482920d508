// @ts-nocheck
// The analysis page: edges at once, then lines, findings, spread and meters as they are worked out.

import { byId, el } from "./dom.js";
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
import { sheets } from "./sheets.js";
import { gameName, money, sentence, wagerName } from "./words.js";

const sets = asked.getAll("set");
let sheet = null;

async function open() {
  sheet = await chosenSheet();
  showTop(sheet.sheet);
  const name = gameName(sheet.sheet, sheet.title);
  document.title = `Analysis, ${name} · Pitboss`;
  const picker = sheetPicker("Game", await sheets(), sheet.sheet, goTo);
  const change = el("a", { className: "button", href: way("compare", { sheet: sheet.sheet, sets }) }, "Change a rule");
  byId("main").replaceChildren(
    el("div", { className: "page-tools no-print" }, picker, change, printButton("Print the analysis")),
    heading({
      sheet: sheet.sheet,
      title: `What ${name} costs`,
      subtitle: sets.length ? `With ${sets.join(", ")}.` : "Every wager at the least stake of the sheet.",
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
    byId("edges").replaceChildren(trouble(reason.message));
  }
}

const quick = ({ wagers, stakes }) =>
  Object.entries(wagers).map(([wager, edge]) => ({ title: wagerName(wager), stake: stakes[wager], house_edge: edge }));

async function showWhole() {
  const { line, tell } = working("Everything else is being worked out");
  byId("whole").replaceChildren(line);
  try {
    const found = await figures(`${sheet.sheet}/analysis`, { sets, told: tell });
    byId("edges").dataset.whole = "true";
    const rows = Object.entries(found.wagers).map(([wager, one]) => ({ ...one, stake: found.basis.stakes[wager] }));
    byId("edges").replaceChildren(departures(found.departures), edgeTable(rows));
    byId("whole").replaceChildren(...whole(found));
  } catch (reason) {
    byId("whole").replaceChildren(trouble(reason.message));
  }
}

function edgeTable(rows) {
  const columns = [
    ["Wager"],
    ["Stake", "number"],
    ["House edge", "number"],
    ["", "spare"],
    ["Standard deviation, in stakes", "number"],
  ];
  const most = Math.max(...rows.map((one) => Math.abs(one.house_edge)));
  const made = rows.map((one) => [
    one.title.replace("'", "’"),
    `$${one.stake}`,
    exact(percent(one.house_edge, 4), one.exact),
    edgeBar(one.house_edge, most),
    one.standard_deviation?.toFixed(4) ?? "…",
  ]);
  return table("House edge of every wager", columns, made);
}

function edgeBar(edge, most) {
  const drawn = el("span", { className: edge < 0 ? "bar players" : "bar" }, el("span"));
  drawn.firstChild.style.transform = `scaleX(${Math.abs(edge) / most})`;
  return el("span", { className: "edge-bar" }, drawn, edge < 0 ? el("small", {}, "favours the player") : "");
}

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

function findings({ findings: found }) {
  const said = found.length ? found : ["Nothing out of the ordinary."];
  return el(
    "section",
    { className: "findings" },
    el("h2", {}, "Findings"),
    el("ul", {}, ...said.map((one) => el("li", {}, one))),
  );
}

/** The whole distribution of a round, as a plot and as figures. */
function spread({ distribution }, { house_edge: edge, standard_deviation: deviation }) {
  if (!distribution) return "";
  const label = `Chances of the results of a round, from ${distribution[0].result} to ${distribution.at(-1).result} first bets`;
  const rows = distribution.map((one) => [
    signedUnits(one.result),
    exact(chance(one.probability), one.exact),
    oneIn(one.probability),
  ]);
  const list = table(
    "Every result of a round",
    [["Result, in first bets"], ["Chance", "number"], ["", "number spare"]],
    rows,
  );
  return el(
    "section",
    {},
    el("h2", {}, "Spread of results"),
    el(
      "p",
      { className: "quiet" },
      `A round costs ${percent(edge, 4)} of the first bet on average, with a standard deviation of ${deviation.toFixed(4)} first bets.`,
    ),
    el("figure", { id: "spread" }, chancesPlot(distribution, { mean: -edge, label })),
    el("details", {}, el("summary", {}, "As figures"), list),
  );
}

const signedUnits = (units) => (units > 0 ? `+${units}` : String(units).replace("-", "−"));

/** The progressive as its meter grows. */
function meter(found) {
  const name = sentence(found.meter);
  const whole = (cents) => money(cents).slice(0, -3);
  const middle = found.at_hit[Math.floor(found.at_hit.length / 2)].cents;
  const words = `It starts at ${whole(found.seed)} and favours the player from ${money(found.break_even)} on, the other meter at its seed. At ${found.basis} it is won every ${found.days.toFixed(1)} days on average; half of the hits find it below ${whole(middle)}.`;
  const label = `Return of the progressive wager by what the ${name} shows`;
  return el(
    "section",
    {},
    el("h2", {}, `The ${name}: what a progressive wager returns`),
    el("p", { className: "quiet" }, words),
    el("figure", {}, meterPlot(found, { money: whole, label })),
  );
}

function outcomes({ outcomes: found, average_bet: bet, element_of_risk: risk }) {
  const rows = Object.entries(found).map(([name, share]) => [
    sentence(name.replace(/^decision: /, "")),
    percent(share, 4),
    shareBar(share),
  ]);
  if (bet !== null) rows.push(["Staked in a round, in first bets", bet.toFixed(4), ""]);
  if (risk !== null) rows.push(["Edge by all that is staked", percent(risk, 4), ""]);
  return el("section", {}, table("How rounds end", [["Ending"], ["Share", "number"], [""]], rows));
}

function shareBar(share) {
  const drawn = el("span", { className: "bar", aria: { hidden: "true" } }, el("span"));
  drawn.firstChild.style.transform = `scaleX(${share})`;
  return drawn;
}

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
    table("Ways to play", [["Way"], ["House edge", "number"], ["Costs", "number"]], rows),
    rules.length ? el("ul", { className: "rules-said" }, ...rules) : "",
    el(
      "p",
      { className: "no-print" },
      el("a", { href: way("strategy", { sheet: sheet.sheet, sets }) }, "See the card"),
    ),
  );
}

/** Every wager with the lines it can end by, and what each line gives back. */
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
        `${one.title.replace("'", "’")}: every line`,
        [["Line"], ["Pays", "number"], ["Chance", "number"], ["", "number spare"], ["Adds to the return", "number"]],
        rows,
      );
      const about = el("p", { className: "quiet" }, sentence(one.basis.split("_").join(" ")));
      return el("details", { open: wager !== "main" }, el("summary", {}, one.title.replace("'", "’")), about, list);
    });
  return el("section", { className: "pay-lines-of" }, el("h2", {}, "Pay lines"), ...parts);
}

function notes({ basis, main_game: game }) {
  const said = [
    `Played: ${basis.play}.`,
    `Cards: ${basis.cards}.`,
    ...game.notes.filter((one) => one !== game.chart_key),
  ];
  return el(
    "section",
    {},
    el("h2", {}, "Basis"),
    el("ul", { className: "quiet" }, ...said.map((one) => el("li", {}, one))),
  );
}

begin(open);
