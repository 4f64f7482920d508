// The names of seats along the rail and in rows, with what they have at stake where that finds room.

/** @import { Model, Seat } from "./types.js" */

import { say } from "../say.js";
import { posted } from "../words.js";
import { angleOf, rad, spot, W } from "./geometry.js";
import { el, short } from "./svg.js";
import { fit, seenAt } from "./view.js";
import { carried } from "./wagers.js";

const ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * How wide a system text is, in units of its size.
 *
 * @param {string} text
 * @param {number} size
 */
function textWide(text, size) {
  ruler.font = `100px ${getComputedStyle(document.documentElement).getPropertyValue("--face")}`;
  return (ruler.measureText(text).width * size) / 100;
}

/** What a name ends with that does not find room. */
export const CUT = "…";

/**
 * As much of a name as fits into a room.
 *
 * @param {string} name
 * @param {number} room
 * @param {number} size
 */
function cut(name, room, size) {
  if (textWide(name, size) <= room) return name;
  const kept = [...name].findLastIndex((_, at) => textWide(`${name.slice(0, at + 1).trimEnd()}${CUT}`, size) <= room);
  return `${name.slice(0, kept + 1).trimEnd()}${CUT}`;
}

/**
 * All that lies before a seat, in cents.
 *
 * @param {Model} model
 * @param {Seat} seat
 */
export function staked(model, seat) {
  const inHands = carried(model, seat);
  const hands = seat.hands.reduce((sum, hand) => sum + hand.bet, 0);
  const sides = Object.entries(seat.wagers).reduce((sum, [wager, cents]) => sum + (wager === inHands ? 0 : cents), 0);
  const tokes = Object.values(seat.tokes).reduce((sum, cents) => sum + cents, 0);
  return hands + sides + tokes + (seat.insurance ?? 0);
}

const STAKE_GAP = 6;
/** The mark in a player's colour before the name. */
const DOT = "● ";
/** How many colours there are. */
const COLOURS = 6;

/**
 * The colour of a player: as it was chosen, or by the name.
 *
 * @param {Seat} seat
 */
function colourOf({ colour, name }) {
  return colour || ([...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % COLOURS) + 1;
}

/**
 * How a seat is called within a room, and what it has at stake where that finds room, too: it lies on the felt anyway.
 *
 * @param {Model} model
 * @param {Seat} seat
 * @param {number} room
 * @param {number} size
 */
export function seatWords(model, seat, room, size) {
  const stake = staked(model, seat);
  const name = seat.open ? openName(seat, room, size) : `${DOT}${seat.you ? say("felt.you") : seat.name}`;
  const wide = stake ? STAKE_GAP + textWide(posted(stake), size) : 0;
  const both = textWide(name, size) + wide;
  if (both <= room) return { name, stake: stake ? posted(stake) : "", wide: both };
  const shown = cut(name, room, size);
  return { name: shown, stake: "", wide: textWide(shown, size) };
}

/**
 * @param {Seat} seat
 * @param {number} room
 * @param {number} size
 */
function openName({ n }, room, size) {
  const whole = say("felt.seat_open", { n });
  return textWide(whole, size) + size <= room ? whole : say("felt.seat", { n });
}

/**
 * A seat's words as spans of one text.
 *
 * @param {Seat} seat
 * @param {{ name: string, stake: string }} words
 * @param {string} kind
 */
export function nameSpans(seat, { name, stake }, kind) {
  const said = el("tspan", { class: kind }, name.replace(DOT, ""));
  if (name.startsWith(DOT)) said.prepend(el("tspan", { class: `avatar avatar-${colourOf(seat)}` }, DOT));
  return stake ? [said, el("tspan", { class: "stake", dx: STAKE_GAP }, stake)] : [said];
}

const NAMES = 0.835;
const RAIL_ENDS = 34.4;
const NAME_GAP = 0.6;

/**
 * The stretch of the rail that belongs to a seat: its middle and its width, in degrees.
 *
 * @param {number} n
 * @param {number} seats
 */
function stretchOf(n, seats) {
  const wide = (2 * RAIL_ENDS) / seats;
  return { middle: ((seats + 1) / 2 - n) * wide, wide: wide - NAME_GAP };
}

/**
 * The angle of a name's middle: at the seat's axis, as far as the name then stays on the seat's own stretch.
 *
 * @param {number} axis
 * @param {{ middle: number, wide: number }} stretch
 * @param {number} name
 */
function nameAngle(axis, { middle, wide }, name) {
  const free = Math.max(0, (wide - name) / 2);
  return Math.min(Math.max(axis, middle - free), middle + free);
}

/** @param {number} length */
const degrees = (length) => (length / (NAMES * W) / Math.PI) * 180;
/** @param {number} angle */
const units = (angle) => rad(angle) * NAMES * W;

let rails = 0;

/**
 * A seat's name along the rail, with what it has at stake.
 *
 * @param {Seat} seat
 * @param {Model} model
 * @param {number} scale
 */
export function railName(seat, model, scale) {
  const size = fit(13.5, scale);
  const seats = model.seats.length;
  const stretch = stretchOf(seat.n, seats);
  const words = seatWords(model, seat, units(stretch.wide), size);
  const angle = nameAngle(angleOf(seat.n, seats), stretch, degrees(words.wide));
  const foot = model.turned ? NAMES - (0.72 * size) / W : NAMES;
  const [from, to] = [angle - 9, angle + 9].map((at) => seenAt(model, spot(foot, at)));
  const r = short(foot * W);
  const [first, last, sweep] = model.turned ? [to, from, 1] : [from, to, 0];
  const id = `rail-${++rails}`;
  const text = el(
    "textPath",
    { href: `#${id}`, startOffset: "50%" },
    ...nameSpans(seat, words, nameClass(seat, model)),
  );
  return el(
    "g",
    { "aria-hidden": "true" },
    el("path", {
      id,
      fill: "none",
      d: `M${short(first.x)} ${short(first.y)}A${r} ${r} 0 0 ${sweep} ${short(last.x)} ${short(last.y)}`,
    }),
    el("text", { class: "seat-name", "text-anchor": "middle", "font-size": short(size) }, text),
  );
}

/**
 * @param {Seat} seat
 * @param {Model} model
 */
function nameClass(seat, model) {
  if (seat.open) return "name vacant";
  const acting = model.turn?.seat === seat.n ? " acting" : "";
  return `name${seat.you ? " you" : ""}${acting}`;
}
