// Plots as SVG: bars of chances by powers of ten, shares side by side, and a line that grows.

import { short, el as svg } from "./draw/svg.js";
import { say } from "./say.js";

export const NARROW = innerWidth < 700;
const WIDE = NARROW ? 400 : 720;
const HIGH = NARROW ? 280 : 300;
const LEFT = NARROW ? 50 : 64;
const RIGHT = 14;
const TOP = 16;
const BELOW = 46;
/** A plot that was drawn for a phone stays small where that is turned, or a window widened: so do its words. */
export const LOOK = NARROW ? "plot plot-narrow" : "plot";

/** @typedef {(value: number) => number} Scale from a value to its place */

/** @param {string | number} text */
export const minus = (text) => String(text).replace("-", "−");

/**
 * @param {string} words
 * @param {number} x
 * @param {number} y
 */
export function text(words, x, y, { anchor = "middle", look = "" } = {}) {
  return svg("text", { x: short(x), y: short(y), "text-anchor": anchor, class: `plot-text ${look}` }, words);
}

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} look
 */
export const line = (x1, y1, x2, y2, look) =>
  svg("line", { x1: short(x1), y1: short(y1), x2: short(x2), y2: short(y2), class: look });

/**
 * @param {string} label
 * @param {...SVGElement} drawn
 */
function frame(label, ...drawn) {
  return svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: LOOK, role: "img", "aria-label": label }, ...drawn);
}

/**
 * How often each result of a round comes; so that rare ones can be seen, each line up is ten times as often.
 *
 * @param {{ result: number, probability: number }[]} results
 * @param {{ mean: number, label: string }} about
 */
export function chancesPlot(results, { mean, label }) {
  const places = results.map((one) => one.result);
  const squeeze = squeezed(places);
  const [low, high] = [squeeze(Math.min(...places)), squeeze(Math.max(...places))];
  /** @type {Scale} */
  const across = (result) => LEFT + 12 + ((squeeze(result) - low) / (high - low || 1)) * (WIDE - LEFT - RIGHT - 24);
  const seen = results.filter((one) => one.probability > 0);
  const bottom = Math.floor(Math.log10(Math.min(...seen.map((one) => one.probability))));
  /** @type {Scale} */
  const up = (share) => TOP + (Math.log10(share) / bottom) * (HIGH - TOP - BELOW);
  const ground = HIGH - BELOW;
  const wide = Math.max(3, Math.min(18, gap(places.map(across)) * 0.72));
  const bars = seen.map(({ result, probability }) =>
    bar({ x: across(result), top: up(probability), ground, wide, lost: result < 0 }),
  );
  const powers = Array.from({ length: -bottom + 1 }, (_, at) => -at).filter(
    (one) => one % Math.ceil(-bottom / 8) === 0,
  );
  return frame(
    label,
    ...powers.flatMap((one) => [
      line(LEFT, up(10 ** one), WIDE - RIGHT, up(10 ** one), "plot-grid"),
      text(powerText(one), LEFT - 8, up(10 ** one) + 4, { anchor: "end" }),
    ]),
    ...bars,
    ...marks(places, across).flatMap((one) => [
      line(across(one), ground, across(one), ground + 5, "plot-axis"),
      text(one > 0 ? `+${one.toLocaleString("en-US")}` : minus(one), across(one), ground + 19),
    ]),
    line(LEFT, ground, WIDE - RIGHT, ground, "plot-axis"),
    line(across(mean), TOP, across(mean), ground, "plot-mean"),
    text(
      NARROW ? say("plots.result_in_first_bets_the_line") : say("plots.result_of_a_round_in_first"),
      (LEFT + WIDE) / 2,
      HIGH - 6,
      { look: "plot-name" },
    ),
  );
}

/** @param {{ x: number, top: number, ground: number, wide: number, lost: boolean }} place */
function bar({ x, top, ground, wide, lost }) {
  return svg("rect", {
    x: short(x - wide / 2),
    y: short(top),
    width: short(wide),
    height: short(ground - top),
    class: lost ? "plot-lost" : "plot-won",
  });
}

/** @param {number} power */
const raised = (power) => [...String(power)].map((sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]).join("");

/**
 * A power of ten as a share in percent.
 *
 * @param {number} power
 */
const powerText = (power) => (power >= -4 ? `${short(10 ** (power + 2))} %` : `10${raised(power + 2)} %`);

/**
 * Far results are moved closer: even up to 10, by powers beyond.
 *
 * @param {number[]} places
 * @returns {Scale}
 */
function squeezed(places) {
  const far = Math.max(...places.map(Math.abs)) > 40;
  return far
    ? (x) => Math.sign(x) * (Math.abs(x) <= 10 ? Math.abs(x) : 10 + 8 * Math.log10(Math.abs(x) / 10))
    : (x) => x;
}

/** @param {number[]} xs */
function gap(xs) {
  const ordered = [...xs].sort((a, b) => a - b);
  return Math.min(...ordered.slice(1).map((x, at) => x - ordered[at]));
}

/**
 * Results that are named below the axis, far enough apart.
 *
 * @param {number[]} places
 * @param {Scale} across
 */
function marks(places, across) {
  const whole = [...new Set(places.map(Math.round))].sort((a, b) => a - b);
  const named = [0];
  for (const side of [1, -1]) {
    let last = 0;
    for (const one of whole.filter((one) => one * side > 0).sort((a, b) => (a - b) * side))
      if (Math.abs(across(one) - across(last)) >= 34) {
        last = one;
        named.push(one);
      }
  }
  return named;
}

/**
 * Amounts from the seed up that are named below the axis.
 *
 * @param {number} seed
 * @param {number} most
 */
function amounts(seed, most) {
  const parts = NARROW ? 2 : 3;
  return Array.from({ length: parts + 1 }, (_, at) => Math.round((seed + ((most - seed) * at) / parts) / 100) * 100);
}

/**
 * A meter: what the wager returns by it, where that passes the stake, and what it stands at when it is hit.
 *
 * @typedef {object} Meter
 * @property {{ cents: number, returns: number }[]} curve
 * @property {number} break_even
 * @property {{ cents: number }[]} at_hit
 * @property {number} seed
 */

/**
 * How the return of a wager grows with a meter, where it passes the stake, and where hits are found.
 *
 * @param {Meter} meter
 * @param {{ money: (cents: number) => string, label: string }} about
 */
export function meterPlot({ curve, break_even: even, at_hit: hits, seed }, { money, label }) {
  const last = curve[curve.length - 1];
  const most = last.cents;
  /** @type {Scale} */
  const across = (cents) => LEFT + ((cents - seed) / (most - seed || 1)) * (WIDE - LEFT - RIGHT);
  const ground = HIGH - BELOW;
  const top = Math.max(1.2, last.returns);
  /** @type {Scale} */
  const up = (share) => ground - (share / top) * (ground - TOP);
  const path = curve
    .map(({ cents, returns }, at) => `${at ? "L" : "M"}${short(across(cents))} ${short(up(returns))}`)
    .join("");
  const [low, middle, high] = [hits[0], hits[Math.floor(hits.length / 2)], hits[hits.length - 1]].map((one) =>
    across(Math.min(one.cents, most)),
  );
  const shares = [0, 0.25, 0.5, 0.75, 1];
  return frame(
    label,
    ...shares.flatMap((one) => [
      line(LEFT, up(one), WIDE - RIGHT, up(one), one === 1 ? "plot-even" : "plot-grid"),
      text(`${one * 100} %`, LEFT - 8, up(one) + 4, { anchor: "end" }),
    ]),
    svg("rect", { x: short(low), y: short(ground - 9), width: short(high - low), height: 9, class: "plot-hits" }),
    line(middle, ground - 14, middle, ground, "plot-axis"),
    svg("path", { d: path, class: "plot-curve" }),
    line(across(even), up(1), across(even), ground, "plot-mean"),
    text(say("plots.even_at_even", { even: money(even) }), across(even) - 8, up(1) - 8, {
      anchor: "end",
      look: "plot-strong",
    }),
    line(LEFT, ground, WIDE - RIGHT, ground, "plot-axis"),
    ...amounts(seed, most).map((cents, at, of) =>
      text(money(cents), across(cents), ground + 19, {
        anchor: at === 0 ? "start" : at === of.length - 1 ? "end" : "middle",
      }),
    ),
    text(
      NARROW ? say("plots.meter_in_the_band_are_9") : say("plots.what_the_meter_shows_the_band"),
      (LEFT + WIDE) / 2,
      HIGH - 6,
      { look: "plot-name" },
    ),
  );
}

/**
 * The guest's edge after some cards: of the unlucky 5 % of shoes, quarters and middle, and the lucky 5 %.
 *
 * @typedef {{ dealt: number, low: number, quarter: number, middle: number, three_quarters: number, high: number }}
 *   FanPoint
 */

const FAN = { wide: NARROW ? 380 : 560, high: 260, left: 52, right: 92, below: 46 };

/** @param {number[]} values a step between grid lines, so that there are three to seven of them */
export function gridStep(values) {
  const span = Math.max(...values) - Math.min(...values);
  const steps = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
  return steps.find((one) => span / one <= 6) ?? 10;
}

/**
 * How the guest's edge spreads while a shoe is dealt: nine of ten shoes in the band, half of them in the darker one.
 *
 * @param {FanPoint[]} fan
 * @param {{ label: string }} about
 */
export function fanPlot(fan, { label }) {
  const { wide, high, left, right, below } = FAN;
  const last = fan[fan.length - 1];
  const edges = [0, ...fan.flatMap((one) => [one.low, one.high])];
  const step = gridStep(edges);
  const [least, most] = [Math.floor(Math.min(...edges) / step), Math.ceil(Math.max(...edges) / step)];
  const ground = high - below;
  /** @type {Scale} */
  const across = (dealt) => left + (dealt / (last.dealt || 1)) * (wide - left - right);
  /** @type {Scale} */
  const up = (edge) => TOP + ((most * step - edge) / ((most - least) * step)) * (ground - TOP);
  /** @param {(one: FanPoint) => number} edge @param {FanPoint[]} [points] */
  const path = (edge, points = fan) =>
    points.map((one) => `${short(across(one.dealt))} ${short(up(edge(one)))}`).join("L");
  const back = [...fan].reverse();
  const grid = Array.from({ length: most - least + 1 }, (_, at) => (least + at) * step);
  const ends = apart([
    { words: say("plots.fan_lucky"), y: up(last.high) },
    { words: say("plots.fan_middle"), y: up(last.middle), look: "plot-strong" },
    { words: say("plots.fan_unlucky"), y: up(last.low) },
  ]);
  return svg(
    "svg",
    { viewBox: `0 0 ${wide} ${high}`, class: "plot plot-fan", role: "img", "aria-label": label },
    ...grid.flatMap((one) => [
      line(left, up(one), wide - right, up(one), Math.abs(one) < step / 2 ? "plot-even" : "plot-grid"),
      text(share(one), left - 8, up(one) + 4, { anchor: "end" }),
    ]),
    svg("path", { d: `M${path((one) => one.high)}L${path((one) => one.low, back)}Z`, class: "plot-band" }),
    svg("path", {
      d: `M${path((one) => one.three_quarters)}L${path((one) => one.quarter, back)}Z`,
      class: "plot-band",
    }),
    svg("path", { d: `M${path((one) => one.middle)}`, class: "plot-curve" }),
    text(say("plots.fan_even"), left + 6, up(0) - 6, { anchor: "start" }),
    ...ends.map(({ words, y, look }) => text(words, wide - right + 8, y + 4, { anchor: "start", look })),
    line(left, ground, wide - right, ground, "plot-axis"),
    ...fanMarks(last.dealt).map((one) => text(String(one), across(one), ground + 19)),
    text(say("plots.fan_dealt"), (left + wide - right) / 2, high - 6, { look: "plot-name" }),
  );
}

/** @param {number} edge */
export const share = (edge) => `${edge > 1e-9 ? "+" : ""}${minus(short(edge * 100))} %`;

/** @param {number} dealt whole numbers of cards from none to all that are dealt */
function fanMarks(dealt) {
  const by = [10, 20, 30, 60, 90, 120].find((one) => dealt / one <= 5) ?? 120;
  return Array.from({ length: Math.floor(dealt / by) + 1 }, (_, at) => at * by);
}

/**
 * Words at the ends of lines, moved so that none lies on another.
 *
 * @param {{ words: string, y: number, look?: string }[]} ends from the top down
 */
function apart(ends) {
  const [top, middle, bottom] = ends.map((one) => one.y);
  const room = 16;
  return [{ ...ends[0], y: Math.min(top, middle - room) }, ends[1], { ...ends[2], y: Math.max(bottom, middle + room) }];
}
