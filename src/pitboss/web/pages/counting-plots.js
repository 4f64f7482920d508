// Plots of a count: the edge at each count and how often it comes, the bet there, and the risk of a bank.

import { short, el as svg } from "./draw/svg.js";
import { gridStep, LOOK, line, minus, NARROW, share, text } from "./plots.js";
import { say } from "./say.js";

/** @typedef {import("./api.js").CountRow} CountRow */
/** @typedef {(value: number) => number} Scale from a value to its place */

const WIDE = NARROW ? 380 : 560;
const HIGH = 300;
const LEFT = 58;
const RIGHT = 14;
const TOP = 16;
const GROUND = HIGH - 46;
/** How high the bars are that say how often each count comes. */
const SHARES = 56;

/**
 * @param {string} label
 * @param {...SVGElement} drawn
 */
const frame = (label, ...drawn) =>
  svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: LOOK, role: "img", "aria-label": label }, ...drawn);

/** @param {number} count */
const signed = (count) => (count > 0 ? `+${count}` : minus(count));

/**
 * The axis of counts: their places, how wide each is, and what is drawn of it.
 *
 * @param {CountRow[]} rows
 */
function counts(rows) {
  const [first, last] = [rows[0].count, rows[rows.length - 1].count];
  const wide = (WIDE - LEFT - RIGHT) / (last - first + 1);
  /** @type {Scale} */
  const across = (count) => LEFT + (count - first + 0.5) * wide;
  const every = Math.ceil(30 / wide);
  const named = rows.filter(({ count }) => count % every === 0);
  const drawn = [
    line(LEFT, GROUND, WIDE - RIGHT, GROUND, "plot-axis"),
    ...named.map(({ count }) => text(signed(count), across(count), GROUND + 19)),
  ];
  return { across, wide, drawn };
}

/** @param {number} x @param {number} top @param {number} wide @param {string} look @param {number} [ground] */
const bar = (x, top, wide, look, ground = GROUND) =>
  svg("rect", {
    x: short(x - wide / 2),
    y: short(top),
    width: short(wide),
    height: short(ground - top),
    class: look,
  });

/**
 * The player's edge at each count with its standard error, and below it how often the count comes.
 *
 * @param {CountRow[]} rows
 * @param {{ label: string }} about
 */
export function edgePlot(rows, { label }) {
  const { across, wide, drawn } = counts(rows);
  const values = [0, ...rows.map((one) => one.mean)];
  const step = gridStep(values);
  const [least, most] = [Math.floor(Math.min(...values) / step), Math.ceil(Math.max(...values) / step)];
  const floor = GROUND - SHARES - 20;
  /** @type {Scale} */
  const up = (edge) => TOP + ((most * step - edge) / ((most - least) * step)) * (floor - TOP);
  const inside = (/** @type {number} */ edge) => Math.min(Math.max(up(edge), TOP), floor);
  const often = Math.max(...rows.map((one) => one.share));
  const grid = Array.from({ length: most - least + 1 }, (_, at) => (least + at) * step);
  const path = rows.map((one) => `${short(across(one.count))} ${short(up(one.mean))}`).join("L");
  return frame(
    label,
    ...grid.flatMap((one) => [
      line(LEFT, up(one), WIDE - RIGHT, up(one), Math.abs(one) < step / 2 ? "plot-even" : "plot-grid"),
      text(share(one), LEFT - 8, up(one) + 4, { anchor: "end" }),
    ]),
    ...rows.map((one) => bar(across(one.count), GROUND - (one.share / often) * SHARES, wide * 0.72, "plot-shares")),
    text(say("counting.of_rounds", { share: Math.round(often * 100) }), LEFT - 8, GROUND - SHARES + 10, {
      anchor: "end",
    }),
    ...rows.map(({ count, mean, error }) =>
      line(across(count), inside(mean - error), across(count), inside(mean + error), "plot-whisker"),
    ),
    svg("path", { d: `M${path}`, class: "plot-curve" }),
    ...rows.map((one) =>
      svg("circle", { cx: short(across(one.count)), cy: short(up(one.mean)), r: 3, class: "plot-point" }),
    ),
    ...drawn,
    text(say("counting.edge_axis"), (LEFT + WIDE) / 2, HIGH - 6, { look: "plot-name" }),
  );
}

/**
 * The best bet at each count.
 *
 * @param {CountRow[]} rows
 * @param {{ label: string }} about
 */
export function betsPlot(rows, { label }) {
  const { across, wide, drawn } = counts(rows);
  const step = moneyStep(Math.max(...rows.map((one) => one.bet)));
  const most = Math.max(1, Math.ceil(Math.max(...rows.map((one) => one.bet)) / step));
  /** @type {Scale} */
  const up = (bet) => GROUND - (bet / (most * step)) * (GROUND - TOP);
  const grid = Array.from({ length: most }, (_, at) => (at + 1) * step);
  return frame(
    label,
    ...grid.flatMap((one) => [
      line(LEFT, up(one), WIDE - RIGHT, up(one), "plot-grid"),
      text(dollars(one), LEFT - 8, up(one) + 4, { anchor: "end" }),
    ]),
    ...rows.map((one) => bar(across(one.count), up(one.bet), wide * 0.72, one.mean > 0 ? "plot-won" : "plot-lost")),
    ...drawn,
    text(say("counting.bets_axis"), (LEFT + WIDE) / 2, HIGH - 6, { look: "plot-name" }),
  );
}

/**
 * What the best bets of each spread win in a hundred rounds, and their risk of ruin.
 *
 * @param {import("./api.js").SpreadTold[]} spreads
 * @param {{ label: string }} about
 */
export function spreadPlot(spreads, { label }) {
  const wins = [0, ...spreads.map((one) => one.best.win / 100)];
  const [low, high] = [Math.min(...wins), Math.max(...wins)];
  const step = moneyStep(high - low);
  const [least, most] = [Math.floor(low / step), Math.max(Math.ceil((high + step / 2) / step), 1)];
  /** @type {Scale} */
  const up = (amount) => TOP + ((most * step - amount) / ((most - least) * step)) * (GROUND - TOP);
  const wide = (WIDE - LEFT - RIGHT) / spreads.length;
  const grid = Array.from({ length: most - least + 1 }, (_, at) => (least + at) * step);
  return frame(
    label,
    ...grid.flatMap((one) => [
      line(LEFT, up(one), WIDE - RIGHT, up(one), one === 0 ? "plot-even" : "plot-grid"),
      text(dollars(one), LEFT - 8, up(one) + 4, { anchor: "end" }),
    ]),
    ...spreads.flatMap(({ spread, best }, at) => {
      const [x, top, ground] = [
        LEFT + (at + 0.5) * wide,
        up(Math.max(best.win / 100, 0)),
        up(Math.min(best.win / 100, 0)),
      ];
      return [
        bar(x, top, wide * 0.6, best.win > 0 ? "plot-won" : "plot-lost", ground),
        text(`${(best.risk_of_ruin * 100).toFixed(1)} %`, x, top - 6),
        text(say("counting.one_to", { spread }), x, GROUND + 19),
      ];
    }),
    text(say("counting.spread_axis"), (LEFT + WIDE) / 2, HIGH - 6, { look: "plot-name" }),
  );
}

const ROW = 26;
const NAMES = NARROW ? 168 : 220;

/**
 * c-SCORE of the game as it is and with one thing changed, a bar for each.
 *
 * @param {{ name: string, score: number, now: boolean }[]} all
 * @param {{ label: string }} about
 */
export function scorePlot(all, { label }) {
  const most = Math.max(...all.map((one) => one.score), 1);
  const high = all.length * ROW + 30;
  const wide = (/** @type {number} */ score) => (score / most) * (WIDE - NAMES - 60);
  const rows = all.flatMap(({ name, score, now }, at) => {
    const middle = at * ROW + ROW / 2;
    const box = { x: NAMES, y: middle - 8, width: short(wide(score)), height: 16 };
    return [
      text(name, NAMES - 8, middle + 4, { anchor: "end", look: now ? "plot-strong" : "" }),
      svg("rect", { ...box, class: now ? "plot-won" : "plot-lost" }),
      text(score.toFixed(1), NAMES + wide(score) + 6, middle + 4, { anchor: "start" }),
    ];
  });
  const axis = [
    line(NAMES, 0, NAMES, high - 30, "plot-axis"),
    text(say("counting.score_axis"), (NAMES + WIDE) / 2, high - 6, { look: "plot-name" }),
  ];
  const view = `0 0 ${WIDE} ${high}`;
  return svg("svg", { viewBox: view, class: LOOK, role: "img", "aria-label": label }, ...rows, ...axis);
}

/** @param {number} most a step between amounts, so that there are at most five of them */
const moneyStep = (most) =>
  [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((one) => most / one <= 5) ?? 10_000;

/**
 * What each bet loses in an hour, by the cards behind the cut; the sheet's own cut is marked.
 *
 * @param {import("./api.js").BetExposed[]} bets
 * @param {{ label: string, cut: number }} about
 */
export function lossPlot(bets, { label, cut }) {
  const shown = bets.slice(0, CURVES).map((one, at) => ({ ...one, look: `plot-curve plot-curve-${at}` }));
  const amounts = shown.flatMap((one) =>
    one.depths.flatMap(({ per_hour: lost, error }) => [(lost - error) / 100, (lost + error) / 100]),
  );
  const [low, high] = [Math.min(0, ...amounts), Math.max(1, ...amounts)];
  const step = moneyStep(high - low);
  const [least, most] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)];
  const cuts = shown[0].depths.map((one) => one.cut);
  const [first, last] = [cuts[0], cuts[cuts.length - 1]];
  /** @type {Scale} */
  const across = (cards) => LEFT + 10 + ((cards - first) / Math.max(last - first, 1)) * (WIDE - LEFT - RIGHT - 20);
  /** @type {Scale} */
  const up = (amount) => TOP + ((most * step - amount) / ((most - least) * step)) * (GROUND - TOP);
  const grid = Array.from({ length: most - least + 1 }, (_, at) => (least + at) * step);
  return frame(
    label,
    ...grid.flatMap((one) => [
      line(LEFT, up(one), WIDE - RIGHT, up(one), one === 0 ? "plot-even" : "plot-grid"),
      text(dollars(one), LEFT - 8, up(one) + 4, { anchor: "end" }),
    ]),
    line(across(cut), TOP, across(cut), GROUND, "plot-mean"),
    ...shown.flatMap((one) => lossCurve(one, across, up)),
    ...shown.map(({ title, look }, at) => named(title, look, at)),
    ...cuts.map((one) => text(String(one), across(one), GROUND + 19)),
    text(say("counting.house_cut_axis"), (LEFT + WIDE) / 2, HIGH - 6, { look: "plot-name" }),
  );
}

/** Bets that one plot tells apart. */
const CURVES = 4;

/** @param {import("./api.js").BetExposed & { look: string }} bet @param {Scale} across @param {Scale} up */
const lossCurve = ({ depths, look }, across, up) => [
  svg("path", {
    d: `M${depths.map((one) => `${short(across(one.cut))} ${short(up(one.per_hour / 100))}`).join("L")}`,
    class: look,
  }),
  ...depths.map((one) => {
    const [x, far] = [across(one.cut), one.error / 100];
    return line(x, up(one.per_hour / 100 - far), x, up(one.per_hour / 100 + far), "plot-whisker");
  }),
];

/** A line of the legend, in the upper right. @param {string} title @param {string} look @param {number} at */
function named(title, look, at) {
  const y = TOP + 12 + 20 * at;
  return svg(
    "g",
    {},
    line(WIDE - RIGHT - 34, y, WIDE - RIGHT - 4, y, look),
    text(title, WIDE - RIGHT - 42, y + 4, { anchor: "end" }),
  );
}

/** @param {number} amount */
const dollars = (amount) => `${amount < 0 ? "−" : ""}$${Math.abs(amount).toLocaleString("en-US")}`;

/**
 * The risk that a bank is lost sooner or later with these bets, by how large it is.
 *
 * @param {{ bank: number, risk: number }} known a bank in cents, and its risk
 * @param {{ label: string }} about
 */
export function ruinPlot({ bank, risk }, { label }) {
  const [most, now] = [(2 * bank) / 100, bank / 100];
  /** @type {Scale} */
  const across = (amount) => LEFT + (amount / most) * (WIDE - LEFT - RIGHT - 16);
  /** @type {Scale} */
  const up = (part) => GROUND - part * (GROUND - TOP);
  const places = Array.from({ length: 41 }, (_, at) => (most * at) / 40);
  const path = places.map((one) => `${short(across(one))} ${short(up(risk ** (one / now)))}`).join("L");
  const named = [0, 0.25, 0.5, 0.75, 1];
  return frame(
    label,
    ...named.flatMap((one) => [
      line(LEFT, up(one), WIDE - RIGHT, up(one), "plot-grid"),
      text(`${one * 100} %`, LEFT - 8, up(one) + 4, { anchor: "end" }),
    ]),
    svg("path", { d: `M${path}`, class: "plot-curve" }),
    line(across(now), up(risk), across(now), GROUND, "plot-mean"),
    svg("circle", { cx: short(across(now)), cy: short(up(risk)), r: 5, class: "plot-mark" }),
    text(`${(risk * 100).toFixed(1)} %`, across(now) + 10, up(risk) - 10, { anchor: "start", look: "plot-strong" }),
    line(LEFT, GROUND, WIDE - RIGHT, GROUND, "plot-axis"),
    ...[0, 0.5, 1, 1.5, 2].map((part) => text(dollars(Math.round(part * now)), across(part * now), GROUND + 19)),
    text(say("counting.ruin_axis"), (LEFT + WIDE) / 2, HIGH - 6, { look: "plot-name" }),
  );
}
