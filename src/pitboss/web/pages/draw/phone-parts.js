// What the rows of a phone share, whatever the form of the table.

/** @import { Hand, Point, Rect, Seat, Stage } from "./types.js" */

import { TALL } from "./card.js";
import { cardAt } from "./pieces.js";
import { el, short } from "./svg.js";
import { note } from "./view.js";

/**
 * A row without anything in it; what comes and goes does so over its upper edge.
 *
 * @param {string} key
 * @param {number} width
 * @param {number} height
 * @param {string} label
 * @returns {Stage}
 */
export function emptyStage(key, width, height, label) {
  return {
    key,
    width,
    height,
    label,
    printed: [],
    pieces: [],
    places: [],
    taken: new Map(),
    shoe: { x: width - 42, y: -40, turn: 0 },
    rack: { x: 42, y: -40, turn: 0 },
    tray: { x: width / 2, y: -40 },
  };
}

/**
 * Small words.
 *
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
export const small = (text, x, y, anchor = "middle") => note(text, { x, y, size: 12, scale: 1, anchor });

/**
 * A rectangle around a point.
 *
 * @param {Rect} at
 * @param {number} round
 * @param {string} kind
 */
export const rect = ({ x, y, w, h }, round, kind) =>
  el("rect", { x: short(x - w / 2), y: short(y - h / 2), width: short(w), height: short(h), rx: round, class: kind });

/** The width of other players' cards. */
export const OTHERS_CARD = 44;

/**
 * The cards of a hand in rows around a point, or one over the other where they are tucked away.
 *
 * @param {Stage} stage
 * @param {Seat} seat
 * @param {import("./types.js").Hand} hand
 * @param {{ middle: Point, width: number, step: number, deck: string, most?: number }} how `most` cards lie in a row
 */
export function layRow(stage, seat, hand, { middle, width, step, deck, most = hand.cards.length }) {
  const tucked = hand.state === "tucked";
  const rows = Math.ceil(hand.cards.length / most);
  hand.cards.forEach((card, c) => {
    const row = Math.floor(c / most);
    const many = Math.min(most, hand.cards.length - row * most);
    const at = tucked
      ? { x: middle.x + (c - (hand.cards.length - 1) / 2) * 10, y: middle.y, turn: 90 }
      : {
          x: middle.x + ((c % most) - (many - 1) / 2) * step,
          y: middle.y + (row - (rows - 1) / 2) * (width * TALL + 6),
          turn: 0,
        };
    const more = { deck, order: 10 + seat.n * 2 + c, home: stage.rack };
    stage.pieces.push(cardAt(`s${seat.n}/h0/c${c}`, tucked ? "??" : card, width, at, more));
  });
}
