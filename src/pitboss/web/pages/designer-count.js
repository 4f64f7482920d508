// Can it be counted? What each card's removal does, the best simple count, and what those gain who bet when ahead.

import { byId, el } from "./dom.js";
import { fanPlot } from "./plots.js";
import { figures, moved, percent, table } from "./public.js";
import { say } from "./say.js";
import { messageOf } from "./trouble.js";

/** @typedef {{ bet: string, decks: number, pays: string[] }} Counted a bet with odds, in a shoe */
/**
 * @typedef {{ name: string, correlation: number, trigger: number | null, bets: number, edge: number,
 *   per_hundred: number, error: number }} Counter
 * @typedef {{ cut: number, shoes: number, finding: string, effects: Record<string, number>, tags: number[],
 *   counters: Counter[], fan: import("./plots.js").FanPoint[], fan_exact: boolean }} Count
 */

const VALUES = [..."A23456789T"];
const CUTS = [26, 52, 78, 104];
let turn = 0;
/** What the figures that are shown belong to. */
let shown = "";

/**
 * The panel; it is worked out when asked for, as that takes some seconds.
 *
 * @param {() => Counted} counted
 */
export function countPanel(counted) {
  const cut = el("select", { id: "cut" });
  for (const one of CUTS) cut.append(new Option(String(one), String(one), false, one === 52));
  const press = () => work(counted(), Number(cut.value));
  return el(
    "section",
    { className: "countable" },
    el("h2", {}, say("designer.countable")),
    el(
      "div",
      { className: "count-tools" },
      el("label", { className: "picker" }, el("span", {}, say("designer.behind_the_cut")), cut),
      el(
        "button",
        { type: "button", className: "control", id: "count", on: { click: press } },
        say("designer.work_out"),
      ),
    ),
    el("div", { id: "counted", role: "status" }),
  );
}

/** @param {Counted} one @param {number} cut */
const keyOf = (one, cut) => JSON.stringify([one, cut]);

/**
 * What was worked out for other odds or another shoe is told to be so.
 *
 * @param {Counted} one
 */
export function showCount(one) {
  const old = shown !== "" && shown !== keyOf(one, Number(byId("cut", HTMLSelectElement).value));
  byId("counted").classList.toggle("is-old", old);
}

/** @param {Counted} one @param {number} cut */
async function work(one, cut) {
  turn += 1;
  const mine = turn;
  const over = () => mine !== turn;
  const place = byId("counted");
  place.replaceChildren(el("p", { className: "quiet" }, say("designer.counting")));
  try {
    const { bet, decks, pays } = one;
    const found = await figures(`/api/bets/${encodeURIComponent(bet)}/count`, { decks, cut, pays, over });
    if (!found) return;
    shown = keyOf(one, cut);
    place.classList.remove("is-old");
    place.replaceChildren(...countOf(found));
  } catch (trouble) {
    if (!over()) place.replaceChildren(el("p", { className: "quiet" }, messageOf(trouble)));
  }
}

/** @param {Count} found */
function countOf({ cut, shoes, finding, effects, tags, counters, fan, fan_exact }) {
  const who = counters.map((one) => [
    one.name,
    one.correlation.toFixed(2),
    percent(one.bets, 1),
    moved(one.edge, 1),
    `${one.per_hundred < 0 ? "−" : "+"}${Math.abs(one.per_hundred).toFixed(2)} ± ${one.error.toFixed(2)}`,
  ]);
  const cards = VALUES.map((value, at) => [value, moved(effects[value], 4), String(tags[at]).replace("-", "−")]);
  return [
    el("p", {}, el("b", {}, finding)),
    ...fanOf(fan, fan_exact),
    table(
      say("designer.who_bets"),
      heads(
        say("designer.who"),
        say("designer.correlation"),
        say("designer.rounds_bet"),
        say("designer.ahead_by"),
        say("designer.per_hundred"),
      ),
      who,
    ),
    el("p", { className: "note" }, say("designer.count_basis", { shoes: shoes.toLocaleString("en"), cut })),
    el(
      "details",
      {},
      el("summary", {}, say("designer.removals")),
      table(
        say("designer.removals"),
        heads(say("designer.value"), say("designer.removal"), say("designer.tag")),
        cards,
      ),
    ),
  ];
}

/**
 * How the edge spreads from shoe to shoe, as a fan and as a table.
 *
 * @param {import("./plots.js").FanPoint[]} fan
 * @param {boolean} exact
 */
function fanOf(fan, exact) {
  const rows = fan.map((one) => [
    String(one.dealt),
    ...[one.low, one.quarter, one.middle, one.three_quarters, one.high].map((edge) => moved(edge, 1)),
  ]);
  return [
    el("h3", {}, say("designer.fan")),
    el("figure", {}, fanPlot(fan, { label: say("designer.fan") })),
    el("p", { className: "note" }, exact ? say("designer.fan_exact") : say("designer.fan_effects")),
    el(
      "details",
      {},
      el("summary", {}, say("designer.fan_table")),
      table(
        say("designer.fan"),
        heads(
          say("designer.dealt"),
          say("designer.unlucky"),
          say("designer.quarter"),
          say("designer.middle"),
          say("designer.three_quarters"),
          say("designer.lucky"),
        ),
        rows,
      ),
    ),
  ];
}

/** @param {...string} words the first of them names the rows */
const heads = (...words) => words.map((one, at) => (at ? [one, "number"] : [one]));
