// A table from close by, and the wager that is asked about: what a trainee looks at.

/** @import { Model, Piece, Rect, Stage } from "./types.js" */

import { H, W } from "./geometry.js";
import { mark } from "./pieces.js";
import { el } from "./svg.js";

/** How much of a table's width is seen from close by: three seats. */
export const CLOSE = 512;

/** Half the height of a card, and some room. */
const BELOW = 52;
const ABOVE = 60;
const TRAY = 56;
/** Where the sensors of three seats end. */
const SENSORS = 404;
const RING = 25;

/**
 * Seats on top and the dealer's hand at the foot, without the empty felt between them.
 *
 * @param {Model} model
 * @param {Stage} stage a whole table, seen from the dealer's side
 * @returns {Stage[]}
 */
export function closeUps({ layout }, stage) {
  const seats = stage.pieces.filter(({ key }) => /^s\d/.test(key));
  const house = stage.pieces.filter(({ key }) => !/^s\d/.test(key) && key !== "asked");
  const least = layout.wagers.some(({ kind }) => kind === "progressive") ? SENSORS : 250;
  const low = Math.max(least, ...seats.map(({ y }) => y + BELOW));
  const high = Math.min(H - TRAY, ...house.map(({ y }) => y - ABOVE));
  if (!house.length) return [cut(stage, "seats", { y: 0, h: low })];
  if (high - low < 0) return [cut(stage, "seats", { y: 0, h: H - TRAY })];
  return [cut(stage, "seats", { y: 0, h: low }), cut(stage, "house", { y: high, h: H - TRAY - high })];
}

/** What is not seen from close by, or only in pieces. */
const FAR = new Set(["lettering", "rack", "shoe", "tray", "boxes"]);

/**
 * @param {Stage} stage
 * @param {string} key
 * @param {{ y: number, h: number }} rows
 * @returns {Stage}
 */
function cut(stage, key, { y, h }) {
  /** @type {Rect} */
  const view = { x: (W - CLOSE) / 2, y, w: CLOSE, h };
  const seen = (/** @type {{ x: number, y: number }} */ at) =>
    at.x > view.x && at.x < view.x + view.w && at.y > y && at.y < y + h;
  const printed = stage.printed.filter((one) => !FAR.has(one.key) && !(key === "seats" && one.key === "brackets"));
  return { ...stage, key, view, printed, places: stage.places.filter(seen) };
}

/**
 * A copper ring around the chips of the wager that is asked about.
 *
 * @param {Model} model
 * @param {Stage} stage
 * @returns {Stage}
 */
export function ringed(model, stage) {
  if (!model.asked) return stage;
  const keys = keysOf(model.asked);
  const found = keys.map((key) => stage.pieces.find((piece) => piece.key === key)).find(Boolean);
  return found ? { ...stage, pieces: [...stage.pieces, ringAt(found)] } : stage;
}

/** @param {Piece} piece */
const ringAt = ({ x, y }) =>
  mark("asked", { x, y: y - 3 }, "ring", () => el("circle", { r: RING, class: "asked-ring" }));

/**
 * What the chips of a wager are called on a felt, the likeliest first.
 *
 * @param {{ seat: number, hand: number, wager: string }} asked
 */
function keysOf({ seat, hand, wager }) {
  const [beside] = wager.split(":").slice(1);
  if (beside) return [`s${seat}/${beside}/toke`, `s${seat}/toke`];
  return [`s${seat}/${wager}`, `s${seat}/h${hand}/bet`];
}
