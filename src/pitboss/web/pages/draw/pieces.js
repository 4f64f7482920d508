// The pieces that lie on the felt and move: cards, chips, lammers, sums and totals.

/** @import { Hand, Piece, Point, Pose } from "./types.js" */

import { posted } from "../words.js";
import { cardPiece, TALL } from "./card.js";
import { lammer, plain, stack } from "./chip.js";
import { letter, measure } from "./line-face.js";
import { el, lying, short } from "./svg.js";

/** Tracking of figures at the sizes of the felt, where strokes are thick. */
export const SMALL_FIGURES = 0.25;

/**
 * A card at a point, upright unless turned; `of` is the middle of the hand that it belongs to.
 *
 * @param {string} key
 * @param {string} card
 * @param {number} width
 * @param {Pose} at
 * @param {{ deck?: string, order?: number, home?: Pose, of?: Point }} [more]
 * @returns {Piece}
 */
export function cardAt(key, card, width, { x, y, turn = 0 }, { deck = "A", order = 0, home, of } = {}) {
  return {
    key,
    kind: "card",
    face: card,
    x,
    y,
    turn,
    of,
    order,
    home,
    sig: `${card} ${short(width)} ${deck}`,
    draw: () => cardPiece(card, width, { deck }),
  };
}

/**
 * A stack of chips at a point; it comes from its seat's rail and goes back there. `of` is the middle of its place, `at`
 * the turn in which it is paid.
 *
 * @param {string} key
 * @param {number} cents
 * @param {number} r
 * @param {Point} at
 * @param {Pose} home
 * @param {{ toke?: boolean, paid?: boolean, at?: number, of?: Point }} [more]
 * @returns {Piece}
 */
export function chipsAt(key, cents, r, { x, y }, home, { toke = false, paid = false, at, of } = {}) {
  return {
    key,
    kind: paid ? "paid" : "chips",
    at,
    x,
    y,
    turn: 0,
    of,
    home,
    sig: `${cents} ${short(r)}`,
    draw: () => el("g", {}, el("title", {}, posted(cents)), stack(cents, r, { toke })),
  };
}

/**
 * A free bet at a point.
 *
 * @param {string} key
 * @param {number} r
 * @param {Point} at
 * @param {Pose} home
 * @returns {Piece}
 */
export const lammerAt = (key, r, { x, y }, home) => ({
  key,
  kind: "chips",
  x,
  y,
  turn: 0,
  home,
  sig: `free ${r}`,
  draw: () => lammer(r),
});

/**
 * Something drawn that appears in place.
 *
 * @param {string} key
 * @param {Pose & { of?: Point }} at
 * @param {string} sig
 * @param {() => SVGElement} draw
 * @returns {Piece}
 */
export const mark = (key, { x, y, turn = 0, of }, sig, draw) => ({ key, kind: "mark", x, y, turn, of, sig, draw });

/**
 * A sum beside a stack.
 *
 * @param {string} key
 * @param {string} text
 * @param {Point & { of?: Point }} at
 * @param {{ cap?: number, anchor?: "start" | "middle" | "end" }} [look]
 */
export const sumAt = (key, text, { x, y, of }, { cap = 10, anchor = "start" } = {}) =>
  mark(key, { x, y, of }, `${text} ${cap} ${anchor}`, () =>
    el("g", { class: "word", transform: lying(0, cap / 2) }, letter(text, { cap, tracking: SMALL_FIGURES, anchor })),
  );

/**
 * How wide a sum is.
 *
 * @param {number} cents
 */
export const sumWidth = (cents, cap = 10) => measure(posted(cents), SMALL_FIGURES) * cap;

/**
 * Whether an amount is written beside its chips.
 *
 * @param {number} cents
 */
export const needsSum = (cents, always = false) => cents > 0 && (always || !plain(cents));

/**
 * A hand's total in a pill, left edge at the point.
 *
 * @param {string} key
 * @param {string} text
 * @param {Point & { of?: Point }} at
 * @param {{ tone?: string, cap?: number }} [look]
 */
export function pill(key, text, { x, y, of }, { tone = "", cap = 12 } = {}) {
  const wide = measure(text, 0.2) * cap + cap * 1.25;
  const high = cap * 1.84;
  return mark(key, { x, y, of: of ?? { x: x + wide / 2, y: y + high / 2 } }, `${text} ${tone} ${cap}`, () =>
    el(
      "g",
      { class: `pill ${tone}` },
      el("rect", { width: short(wide), height: short(high), rx: short(high / 2) }),
      el(
        "g",
        { transform: lying(wide / 2, high / 2 + cap / 2) },
        letter(text, { cap, tracking: 0.2, anchor: "middle" }),
      ),
    ),
  );
}

/** @typedef {{ card: string, x: number, y: number, turn: number }} FannedCard */

/**
 * The cards of a hand that is hit around the middle of its lower edge, and the room it takes.
 *
 * @param {Pick<Hand, "cards" | "doubledCard">} hand
 * @param {number} width
 */
export function fan(hand, width) {
  const high = width * TALL;
  /** @type {FannedCard[]} */
  const cards = [];
  let [x, y] = [0, 0];
  hand.cards.forEach((card, i) => {
    const across = i > 0 && i === hand.doubledCard;
    if (across) cards.push({ card, x, y: y + width / 2, turn: 90 });
    else {
      if (i) [x, y] = [x + 0.34 * width, y + 0.5 * high];
      cards.push({ card, x, y, turn: 0 });
    }
  });
  return settle(cards, width, high);
}

/**
 * @param {FannedCard[]} cards
 * @param {number} width
 * @param {number} high
 */
function settle(cards, width, high) {
  const boxes = cards.map(({ x, y, turn }) => {
    const [w, h] = turn ? [high / 2, width / 2] : [width / 2, high / 2];
    return { left: x - w, right: x + w, top: y - h, low: y + h };
  });
  const [left, right] = [Math.min(...boxes.map((one) => one.left)), Math.max(...boxes.map((one) => one.right))];
  const [top, low] = [Math.min(...boxes.map((one) => one.top)), Math.max(...boxes.map((one) => one.low))];
  const middle = (left + right) / 2;
  return {
    cards: cards.map((card) => ({ ...card, x: card.x - middle, y: card.y - low })),
    wide: right - left,
    high: low - top,
  };
}
