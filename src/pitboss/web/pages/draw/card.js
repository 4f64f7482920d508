// Playing cards: the whole index in the upper half, the back as line-work. The origin is the middle of the card.

import { cardName } from "../words.js";
import { glyphPath, glyphWidth } from "./line-face.js";
import { alone, el, lying, short } from "./svg.js";

/** Height of a card of width 1. */
export const TALL = 1.4;

const STOCK = "#FBFAF5";
/** @type {Record<string, string>} */
const BACKS = { A: "#7A3F22", B: "#3F5560" };
/** @type {Record<string, string>} */
const COLOURS = { h: "#B3202C", d: "#B3202C", s: "#15201F", c: "#15201F" };

/**
 * Suits on a square of 100 around the origin.
 *
 * @type {Record<string, string>}
 */
const SUITS = {
  h: "M0 47C-10 34 -48 10 -48 -17A25.5 25.5 0 0 1 0 -27A25.5 25.5 0 0 1 48 -17C48 10 10 34 0 47Z",
  d: "M0 -52L41 0L0 52L-41 0Z",
  s: "M0 -50C10 -35 47 -9 47 15A22 22 0 0 1 6 27L15 49H-15L-6 27A22 22 0 0 1 -47 15C-47 -9 -10 -35 0 -50Z",
  c: "M-5 22A23 23 0 1 1 -17 -12A23 23 0 1 1 17 -12A23 23 0 1 1 5 22L14 49H-14Z",
};
/** @type {Record<string, number>} */
const CHEVRONS = { J: 1, Q: 2, K: 3 };
const UNDERLINED = "69";

/**
 * The card's face, or its back where the face is not known.
 *
 * @param {string} card
 * @param {number} width
 * @param {{ deck?: string }} [look]
 */
export function cardPiece(card, width, { deck = "A" } = {}) {
  const stock = card === "??" ? back(width, BACKS[deck]) : face(card, width);
  return el("g", { class: "card", "data-face": card }, shadow(width), stock);
}

/**
 * A card as a drawing of its own.
 *
 * @param {string} card
 * @param {{ width?: number, deck?: string, label?: string }} [look]
 */
export function drawCard(card, { width = 66, deck = "A", label = cardName(card) } = {}) {
  const high = width * TALL;
  /** @type {import("./svg.js").Box} */
  const box = [-width / 2 - 1, -high / 2 - 1, width + 2, high + 3];
  return alone(label, box, { width: box[2], height: box[3] }, cardPiece(card, width, { deck }));
}

/**
 * @param {number} w
 * @param {number} inset
 * @param {string} fill
 * @param {import("./svg.js").Attributes} [more]
 */
const slab = (w, inset, fill, more = {}) =>
  el("rect", {
    x: short(-w / 2 + inset),
    y: short((-w * TALL) / 2 + inset),
    width: short(w - 2 * inset),
    height: short(w * TALL - 2 * inset),
    rx: short(Math.max(w * 0.095 - inset, w * 0.03)),
    fill,
    ...more,
  });

/** @param {number} w */
const shadow = (w) => slab(w, 0, "#000", { "fill-opacity": 0.38, transform: "translate(0 1.2)" });

/**
 * @param {string} card
 * @param {number} w
 */
function face(card, w) {
  const [rank, suit] = card;
  const group = el("g", { class: `suit-${suit}`, color: COLOURS[suit] });
  group.append(slab(w, 0, STOCK, { stroke: "#15201F", "stroke-opacity": 0.3, "stroke-width": 0.6 }));
  group.append(index(rank, w), pip(suit, w * 0.235, w * TALL * (0.22 - 0.5), w * 0.31));
  group.append(CHEVRONS[rank] ? chevrons(CHEVRONS[rank], w) : pip(suit, 0, w * TALL * 0.225, w * 0.47));
  return group;
}

/**
 * The rank in the upper left, with a line under 6 and 9.
 *
 * @param {string} rank
 * @param {number} w
 */
function index(rank, w) {
  const cap = w * TALL * 0.335;
  const glyph = rank === "T" ? 10 : rank;
  const top = w * TALL * (0.1 - 0.5);
  const left = w * (0.275 - 0.5) - (glyphWidth(glyph) * cap) / 2;
  const lines = el("g", {
    fill: "none",
    stroke: "currentColor",
    "stroke-linecap": "butt",
    "stroke-linejoin": "round",
    transform: lying(left, top + cap),
  });
  lines.append(glyphPath(glyph, cap, 14.5));
  if (UNDERLINED.includes(rank))
    lines.append(el("path", { d: `M0 ${short(cap * 0.2)}h${short(cap * 0.6)}`, "stroke-width": short(cap * 0.1) }));
  return lines;
}

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
const pip = (suit, x, y, size) =>
  el("path", { d: SUITS[suit], fill: "currentColor", transform: `${lying(x, y)} scale(${short(size / 100)})` });

/**
 * One for the Jack, two for the Queen, three for the King.
 *
 * @param {number} count
 * @param {number} w
 */
function chevrons(count, w) {
  const gap = w * 0.15;
  const first = w * TALL * 0.225 - ((count - 1) * gap) / 2 + w * 0.06;
  const wide = w * 0.25;
  const d = Array.from({ length: count }, (_, i) => {
    const y = first + i * gap;
    return `M${short(-wide)} ${short(y + w * 0.06)}L0 ${short(y - w * 0.11)}L${short(wide)} ${short(y + w * 0.06)}`;
  }).join("");
  return el("path", { d, fill: "none", stroke: "currentColor", "stroke-width": short(w * 0.068) });
}

/**
 * @param {number} w
 * @param {string} colour
 */
function back(w, colour) {
  const lozenges = [0.34, 0.25, 0.16, 0.07]
    .map((half) => {
      const [x, y] = [half * w, half * w * 1.5];
      return `M0 ${short(-y)}L${short(x)} 0L0 ${short(y)}L${short(-x)} 0Z`;
    })
    .join("");
  return el(
    "g",
    {},
    slab(w, 0, STOCK, { stroke: "#15201F", "stroke-opacity": 0.3, "stroke-width": 0.6 }),
    slab(w, w * 0.07, colour),
    el("path", {
      d: lozenges,
      fill: "none",
      stroke: STOCK,
      "stroke-opacity": 0.75,
      "stroke-width": short(Math.max(0.7, w * 0.016)),
    }),
  );
}
