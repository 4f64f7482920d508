// Chips, stacks of them, and the lammers that stand for free bets. The origin is the middle of the lowest chip.

import { say } from "../say.js";
import { posted } from "../words.js";
import { letter, measure } from "./line-face.js";
import { alone, el, lying, short } from "./svg.js";

const STOCK = "#FBFAF5";
const DARK = "#1D2326";

/**
 * Every chip by its cents: colour, number of edge marks, and what differs where the colour is pale.
 *
 * @type {Record<number, { colour: string, marks: number, mark?: string, value?: string }>}
 */
const CHIPS = {
  500000: { colour: "#1E5C74", marks: 7 },
  100000: { colour: "#D9A520", marks: 10, mark: DARK, value: "#6B4E00" },
  50000: { colour: "#5E4390", marks: 5 },
  10000: { colour: DARK, marks: 3 },
  2500: { colour: "#1F6B4A", marks: 8 },
  500: { colour: "#AE3136", marks: 6 },
  100: { colour: "#E9E8E0", marks: 4, mark: DARK, value: DARK },
  50: { colour: "#9DB0B8", marks: 2, mark: DARK, value: "#3C525B" },
};
const VALUES = Object.keys(CHIPS)
  .map(Number)
  .sort((a, b) => b - a);
const RISE = 3;
const MOST = 5;

/**
 * The chips that make an amount, the highest first, and the cents that no chip stands for.
 *
 * @param {number} cents
 */
function chipsFor(cents) {
  const chips = [];
  let left = cents;
  for (const value of VALUES) {
    const many = Math.floor(left / value);
    for (let i = 0; i < many; i++) chips.push(value);
    left -= many * value;
  }
  return { chips, left };
}

/**
 * Whether an amount is told by its chip alone.
 *
 * @param {number} cents
 */
export function plain(cents) {
  const { chips, left } = chipsFor(cents);
  return left === 0 && chips.length <= 1;
}

/**
 * One chip with its value.
 *
 * @param {number} value
 * @param {number} r
 */
export function chip(value, r) {
  const { colour, marks, mark = STOCK, value: ink = colour } = CHIPS[value];
  const edge = 2 * Math.PI * 0.86 * r;
  const dash = Math.min(edge / marks / 2.4, r * 0.4);
  return el(
    "g",
    {},
    el("circle", { r: short(r), fill: colour }),
    el("circle", {
      r: short(0.86 * r),
      fill: "none",
      stroke: mark,
      "stroke-width": short(0.26 * r),
      transform: "rotate(-90)",
      "stroke-dasharray": `${short(dash)} ${short(edge / marks - dash)}`,
      "stroke-dashoffset": short(dash / 2),
    }),
    el("circle", { r: short(0.66 * r), fill: STOCK }),
    valueOn(value, r, ink),
  );
}

/**
 * @param {number} value
 * @param {number} r
 * @param {string} ink
 */
function valueOn(value, r, ink) {
  const text = posted(value).slice(1).replace(",", "");
  const cap = Math.min(r * 0.62, (r * 1.08) / measure(text, 0.14));
  return el(
    "g",
    { color: ink, transform: lying(0, cap / 2) },
    letter(text, { cap, tracking: 0.14, anchor: "middle", stroke: 14 }),
  );
}

/**
 * The drawn chips of a stack: all of them, or the highest and the last four.
 *
 * @param {number[]} chips
 */
function shown(chips) {
  return chips.length <= MOST ? chips : [chips[0], ...chips.slice(1 - MOST)];
}

/**
 * A stack that stands for an amount; a bet for the dealer has a dashed ring.
 *
 * @param {number} cents
 * @param {number} r
 * @param {{ toke?: boolean }} [look]
 */
export function stack(cents, r, { toke = false } = {}) {
  const group = el("g", { class: "chips" });
  const chips = shown(chipsFor(cents).chips);
  if (toke) group.append(el("circle", { r: short(r + 4), class: "toke-ring" }));
  group.append(el("circle", { r: short(r), cy: 1.6, fill: "#000", "fill-opacity": 0.38 }));
  chips.forEach((value, i) => {
    const lifted = el("g", { transform: lying(0, -i * RISE) });
    if (i) lifted.append(el("circle", { r: short(r), cy: 0.9, fill: "#000", "fill-opacity": 0.5 }));
    lifted.append(chip(value, r));
    group.append(lifted);
  });
  return group;
}

/**
 * How far the top of a stack stands above its foot.
 *
 * @param {number} cents
 */
export const riseOf = (cents) => (Math.min(MOST, chipsFor(cents).chips.length) - 1) * RISE;

/**
 * A lozenge with FREE: a bet that costs nothing.
 *
 * @param {number} r
 */
export function lammer(r) {
  const [x, y] = [r * 1.25, r * 0.95];
  return el(
    "g",
    { class: "lammer" },
    el("path", {
      d: `M0 ${short(-y)}L${short(x)} 0L0 ${short(y)}L${short(-x)} 0Z`,
      fill: STOCK,
      stroke: DARK,
      "stroke-width": 1.2,
      "stroke-linejoin": "round",
    }),
    el(
      "g",
      { color: DARK, transform: lying(0, r * 0.21) },
      letter(say("felt.free"), { cap: r * 0.42, tracking: 0.16, anchor: "middle", stroke: 14 }),
    ),
  );
}

/**
 * A stack as a drawing of its own, with its amount.
 *
 * @param {number} cents
 * @param {{ r?: number, label?: string, toke?: boolean }} [look]
 */
export function drawChips(cents, { r = 19, label = posted(cents), toke = false } = {}) {
  const room = r + (toke ? 6 : 2);
  const high = 2 * room + Math.max(0, riseOf(cents));
  /** @type {import("./svg.js").Box} */
  const box = [-room, room - high, 2 * room, high];
  return alone(label, box, { width: box[2], height: box[3] }, stack(cents, r, { toke }));
}
