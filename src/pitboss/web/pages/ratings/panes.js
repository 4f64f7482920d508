// Panes over one time axis: the true count, the bets, and where it was looked into, the likelihood ratio.

import { el } from "../dom.js";
import { short, el as svg } from "../draw/svg.js";
import { say } from "../say.js";
import { posted } from "../words.js";

/** @typedef {import("../api.js").VisitRated} VisitRated */
/** @typedef {import("../api.js").VisitRoundTold} VisitRoundTold */
/** @typedef {{ visit: VisitRated, x: (at: number) => number, wide: number, left: number, right: number }} Frame */
/** @typedef {{ top: number, high: number }} Pane */

const HIGH_COUNT = 2;
const NARROW = innerWidth < 760;
const WIDE = NARROW ? 400 : 920;
const LEFT = NARROW ? 46 : 58;
const RIGHT = NARROW ? 8 : 78;
const [COUNT_HIGH, BET_HIGH, RATIO_HIGH, GAP, FOOT] = [190, 160, 150, 36, 30];

/**
 * The plot of a visit, with its legend.
 *
 * @param {VisitRated} visit
 */
export function panes(visit) {
  if (!visit.rounds.length) return el("p", { className: "quiet" }, say("ratings.nothing_bet"));
  const counted = visit.rounds.some((one) => visit.count in one.counts);
  const wide = (WIDE - LEFT - RIGHT) / visit.rounds.length;
  /** @type {Frame} */
  const frame = { visit, x: (at) => LEFT + at * wide, wide, left: LEFT, right: WIDE - RIGHT };
  const drawn = [];
  let top = 14;
  /** @type {[boolean, number, (frame: Frame, pane: Pane) => SVGElement[]][]} */
  const parts = [
    [counted, COUNT_HIGH, countPane],
    [true, BET_HIGH, betPane],
    [Boolean(visit.following?.path.length), RATIO_HIGH, ratioPane],
  ];
  for (const [there, high, pane] of parts) {
    if (!there) continue;
    drawn.push(...pane(frame, { top, high }));
    top += high + GAP;
  }
  const bottom = top - GAP;
  const behind = counted ? bands(frame, bottom) : [];
  const label = say(counted ? "ratings.plot_with_count" : "ratings.plot_of_bets");
  return el(
    "section",
    { className: "rating-plot" },
    el("div", { className: "rating-plot-head" }, el("h2", {}, label), legend(counted)),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE} ${bottom + FOOT}`, class: "panes", role: "img", "aria-label": label },
      ...behind,
      ...drawn,
      ...shoes(frame, bottom),
    ),
  );
}

/** @param {boolean} counted */
function legend(counted) {
  const item = (/** @type {string} */ look, /** @type {string} */ words) =>
    el("li", {}, el("span", { className: `swatch ${look}`, aria: { hidden: "true" } }), words);
  return el(
    "ul",
    { className: "rating-legend" },
    counted ? item("raised", say("ratings.raised_high")) : null,
    item("bet", say("ratings.any_other_bet")),
    counted ? item("band", say("ratings.count_high")) : null,
  );
}

/**
 * @param {VisitRoundTold} one
 * @param {string} count
 */
const isHigh = (one, count) => (one.counts[count] ?? 0) >= HIGH_COUNT;

/**
 * Where the count stood high, behind all panes.
 *
 * @param {Frame} frame
 * @param {number} bottom
 */
function bands({ visit, x, wide }, bottom) {
  const found = [];
  let from = -1;
  for (const [at, one] of [...visit.rounds, null].entries()) {
    const high = one !== null && isHigh(one, visit.count);
    if (high && from < 0) from = at;
    if (!high && from >= 0) {
      found.push(rect(x(from), 14, (at - from) * wide, bottom - 14, "pane-band"));
      from = -1;
    }
  }
  return found;
}

/**
 * The lines between shoes, through all panes, and what each is called.
 *
 * @param {Frame} frame
 * @param {number} bottom
 */
function shoes({ visit, x, right }, bottom) {
  const starts = visit.rounds.flatMap((one, at) => (one.shoe !== visit.rounds[at - 1]?.shoe ? [at] : []));
  if (visit.rounds.length > 3 && starts.length === visit.rounds.length) return [];
  return starts.flatMap((at, index) => {
    const one = visit.rounds[at];
    const end = index + 1 < starts.length ? x(starts[index + 1]) : right;
    const words = say("ratings.shoe_at", { shoe: one.shoe, at: new Date(one.at).toTimeString().slice(0, 5) });
    const room = end - x(at) > words.length * 6.2;
    const short_ = end - x(at) > 16 ? String(one.shoe) : "";
    return [
      ...(at ? [line(x(at), 14, x(at), bottom, "pane-shoe")] : []),
      text(room ? words : short_, (x(at) + end) / 2, bottom + 20),
    ];
  });
}

/**
 * @param {Frame} frame
 * @param {Pane} pane
 */
function countPane({ visit, x, wide, left, right }, { top, high }) {
  const values = visit.rounds.map((one) => one.counts[visit.count] ?? 0);
  const [low, most] = [Math.min(-3, ...values), Math.max(4, ...values)];
  const y = (/** @type {number} */ value) => top + ((most - value) / (most - low)) * high;
  const step = most - low > 14 ? 5 : 2;
  const marks = ticks(low, most, step);
  let path = "";
  for (const [at, value] of values.entries())
    path += `${at ? "V" : `M${short(x(0))} `}${short(y(value))}H${short(x(at) + wide)}`;
  return [
    ...marks.flatMap((value) => [
      line(left, y(value), right, y(value), value ? "pane-grid" : "pane-axis"),
      text(value > 0 ? `+${value}` : String(value).replace("-", "−"), left - 8, y(value) + 4, "end"),
    ]),
    line(left, y(HIGH_COUNT), right, y(HIGH_COUNT), "pane-even"),
    svg("path", { d: path, class: "pane-curve" }),
    ...side(say("ratings.true_count"), right, y(Math.max(low, Math.min(most, values[values.length - 1]))), top),
  ];
}

/**
 * @param {Frame} frame
 * @param {Pane} pane
 */
function betPane({ visit, x, wide, left, right }, { top, high }) {
  const most = Math.max(...visit.rounds.map(({ bet }) => bet)) * 1.04;
  const least = usual(visit.rounds);
  const ground = top + high;
  const y = (/** @type {number} */ cents) => ground - (cents / most) * high;
  const step = nice(most / 3);
  const bars = visit.rounds.map((one, at) => {
    const look = one.bet > least && isHigh(one, visit.count) ? "pane-raised" : "pane-bet";
    return rect(x(at) + wide * 0.15, y(one.bet), Math.max(wide * 0.7, 0.8), ground - y(one.bet), look);
  });
  return [
    ...ticks(step, most, step).flatMap((cents) => [
      line(left, y(cents), right, y(cents), "pane-grid"),
      text(posted(cents), left - 8, y(cents) + 4, "end"),
    ]),
    ...bars,
    line(left, ground, right, ground, "pane-axis"),
    ...side(say("ratings.bet"), right, top + high / 2, top),
  ];
}

/**
 * A ratio as short as its place beside the axis: 10,000, then 1M.
 *
 * @param {number} log
 */
const ratioText = (log) =>
  (10 ** log).toLocaleString("en-US", log < 6 ? { maximumFractionDigits: 6 } : { notation: "compact" });

/**
 * The likelihood ratio by powers of ten, with the line at which it is told.
 *
 * @param {Frame} frame
 * @param {Pane} pane
 */
function ratioPane({ visit, x, wide, left, right }, { top, high }) {
  const following = visit.following;
  if (!following) return [];
  const places = new Map(visit.rounds.map((one, at) => [one.number, at]));
  const points = following.path.filter((one) => places.has(one.number));
  const logs = points.map((one) => Math.log10(Math.max(one.ratio, 1e-6)));
  const alarm = Math.log10(following.alarm);
  const [low, most] = [Math.floor(Math.min(-1, ...logs)), Math.ceil(Math.max(alarm, ...logs) + 0.2)];
  const y = (/** @type {number} */ log) => top + ((most - log) / (most - low)) * high;
  const at = (/** @type {number} */ round) => x(places.get(round) ?? 0) + wide / 2;
  const path = points.map((one, index) => `${index ? "L" : "M"}${short(at(one.number))} ${short(y(logs[index]))}`);
  const crossed = points.find((one) => one.number === following.crossed);
  return [
    ...ticks(low, most, Math.ceil((most - low) / 6)).flatMap((log) => [
      line(left, y(log), right, y(log), log ? "pane-grid" : "pane-axis"),
      text(ratioText(log), left - 8, y(log) + 4, "end"),
    ]),
    line(left, y(alarm), right, y(alarm), "pane-even"),
    text(
      say("ratings.alarm_line", { alarm: following.alarm.toLocaleString("en-US") }),
      left + 8,
      y(alarm) - 6,
      "start",
    ),
    svg("path", { d: path.join(""), class: "pane-curve" }),
    ...(crossed ? crossing(crossed, at, y) : []),
    ...side(say("ratings.likelihood_ratio"), right, y(logs[logs.length - 1] ?? 0), top),
  ];
}

/**
 * The round that crossed the line.
 *
 * @param {{ number: number, ratio: number }} crossed
 * @param {(round: number) => number} at
 * @param {(log: number) => number} y
 */
function crossing(crossed, at, y) {
  const [cx, cy] = [at(crossed.number), y(Math.log10(crossed.ratio))];
  const words = say("ratings.round_number", { number: crossed.number });
  return [
    svg("circle", { cx: short(cx), cy: short(cy), r: 5, class: "pane-crossed" }),
    text(words, cx - 10, cy - 8, "end", "pane-strong"),
  ];
}

/** The bet that is made most often: what is above it is a raise.
 *
 * @param {VisitRoundTold[]} rounds
 */
function usual(rounds) {
  const times = new Map();
  for (const { bet } of rounds) times.set(bet, (times.get(bet) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0][0];
}

/** @param {number} rough */
function nice(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  return ([5, 2.5, 2].find((one) => one * power <= rough) ?? 1) * power;
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number} step
 */
function ticks(low, high, step) {
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

/**
 * What a curve is, at its end; on a phone above its pane.
 *
 * @param {string} words
 * @param {number} right
 * @param {number} y
 * @param {number} top
 */
const side = (words, right, y, top) =>
  NARROW
    ? [text(words, right, top - 3, "end")]
    : words.split(" ").map((word, at) => text(word, right + 10, y + 4 + at * 15, "start"));

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} look
 */
const rect = (x, y, width, height, look) =>
  svg("rect", { x: short(x), y: short(y), width: short(width), height: short(Math.max(height, 0)), class: look });

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} look
 */
const line = (x1, y1, x2, y2, look) =>
  svg("line", { x1: short(x1), y1: short(y1), x2: short(x2), y2: short(y2), class: look });

/**
 * @param {string} words
 * @param {number} x
 * @param {number} y
 */
const text = (words, x, y, anchor = "middle", look = "") =>
  svg("text", { x: short(x), y: short(y), "text-anchor": anchor, class: `pane-text ${look}` }, words);
