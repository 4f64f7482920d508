// What stands on every table: cloth and rail, the tray of chips, discard rack and shoe.

/** @import { Model } from "./types.js" */

import { say } from "../say.js";
import { cardPiece } from "./card.js";
import { CENTRE, CLOTH, W } from "./geometry.js";
import { el, lying, short } from "./svg.js";

/** The cloth with its fine line, and the rail around it. */
export function cloth() {
  return el(
    "g",
    {},
    el("path", { d: bowl(0.846, 0.006), class: "rail" }),
    el("path", { d: bowl(0.815, 0.031), class: "cloth" }),
    el("path", { d: bowl(CLOTH.radius, CLOTH.side), class: "rule faint" }),
  );
}

/**
 * Straight sides and a round front.
 *
 * @param {number} radius
 * @param {number} side
 */
function bowl(radius, side) {
  const x = CENTRE.x - side;
  const y = W * (CENTRE.y + Math.sqrt(radius * radius - x * x));
  const r = short(radius * W);
  return `M${short(side * W)} 0V${short(y)}A${r} ${r} 0 0 0 ${short(W - side * W)} ${short(y)}V0`;
}

const TRAY = [
  [100000, 3],
  [50000, 7],
  [10000, 6],
  [10000, 9],
  [2500, 8],
  [2500, 9],
  [2500, 9],
  [2500, 5],
  [500, 9],
  [500, 9],
  [500, 9],
  [500, 7],
  [100, 9],
  [100, 6],
  [50, 7],
];
/** @type {Record<number, string>} */
const EDGE = {
  100000: "#D9A520",
  50000: "#5E4390",
  10000: "#11181B",
  2500: "#1F6B4A",
  500: "#AE3136",
  100: "#E9E8E0",
  50: "#9DB0B8",
};

/** The dealer's chips, seen on edge. */
export function tray() {
  const [left, top, wide, high] = [0.337 * W, 0.009 * W, 0.326 * W, 0.036 * W];
  const group = el(
    "g",
    { "aria-hidden": "true" },
    el("rect", { x: left, y: top, width: wide, height: high, rx: 6, class: "well" }),
  );
  const step = (wide - 16) / TRAY.length;
  TRAY.forEach(([value, chips], column) => {
    const x = left + 10 + column * step;
    const y = top + high - 6 - chips * 3;
    group.append(
      el("rect", { x: short(x), y: short(y), width: short(step - 5), height: chips * 3, fill: EDGE[value] }),
      el("rect", {
        x: short(x + step * 0.24),
        y: short(y),
        width: short(step * 0.24),
        height: chips * 3,
        fill: value === 100 ? "#4B585C" : "#F1F0E8",
      }),
      el("path", {
        d: rungs(x, y, step - 5, chips - 1, 3),
        stroke: "#0D1315",
        "stroke-opacity": 0.6,
        "stroke-width": 0.7,
      }),
    );
  });
  return group;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {number} many
 * @param {number} gap
 */
const rungs = (x, y, wide, many, gap) =>
  Array.from({ length: Math.max(0, many) }, (_, i) => `M${short(x)} ${short(y + (i + 1) * gap)}h${short(wide)}`).join(
    "",
  );

/**
 * How many cards lie on the table now.
 *
 * @param {Model} model
 */
function onTable(model) {
  const seats = model.seats.flatMap((seat) => seat.hands.flatMap((hand) => hand.cards));
  return seats.length + model.dealer.cards.length + model.board.length;
}

/**
 * Cards in the discard rack.
 *
 * @param {Model} model
 */
export const discards = (model) => Math.max(0, model.cards.drawn - onTable(model));

/**
 * The discard rack with its cards, drawn around its upper left corner.
 *
 * @param {Model} model
 * @param {{ wide?: number, high?: number }} [size]
 */
export function rack(model, { wide = 84, high = 108 } = {}) {
  const lines = Math.ceil((discards(model) / Math.max(1, model.cards.total)) * 26);
  return el(
    "g",
    { "aria-hidden": "true" },
    el("rect", { width: wide, height: high, rx: 8, class: "rule" }),
    el("rect", { x: 9, y: 9, width: wide - 18, height: high - 18, rx: 4, class: "rule faint" }),
    el("path", { d: rungs(14, high - 12 - (lines + 1) * 2.6, wide - 28, lines, 2.6), class: "card-edges" }),
  );
}

/**
 * The shoe: the edges of its cards, the cut card among them, drawn around its upper left corner.
 *
 * @param {Model} model
 * @param {{ wide?: number, high?: number, card?: number }} [size]
 */
export function shoe(model, { wide = 97, high = 120, card = 40 } = {}) {
  const { drawn, total, cutCard } = model.cards;
  const left = Math.max(0, total - drawn);
  const room = high * 0.68;
  const lines = Math.ceil((left / Math.max(1, total)) * (room / 3.6));
  const slope = (wide * 0.12) / high;
  const edges = Array.from({ length: lines }, (_, i) => {
    const y = room - i * 3.6 + 4;
    return `M${short(y * slope + 5)} ${short(y)}H${short(wide - y * slope - 5)}`;
  });
  const group = el(
    "g",
    { "aria-hidden": "true" },
    el("path", { d: `M0 0H${wide}L${wide - wide * 0.12} ${high}H${wide * 0.12}Z`, class: "rule well" }),
    el("path", { d: edges.join(""), class: "card-edges" }),
  );
  if (cutCard && left > cutCard)
    group.append(el("path", { d: edges[Math.floor(lines * (1 - cutCard / left))] ?? "", class: "cut-card" }));
  if (left && card) group.append(el("g", { transform: lying(wide / 2, high - card * 0.45) }, cardPiece("??", card)));
  return group;
}

/**
 * "194 left" and where the cut card is.
 *
 * @param {Model} model
 */
export function shoeNotes(model) {
  const { drawn, total, cutCard, past } = model.cards;
  if (past) return [];
  const left = say("felt.shoe", { n: Math.max(0, total - drawn) });
  return cutCard ? [left, say("felt.behind_cut", { n: cutCard })] : [left];
}
