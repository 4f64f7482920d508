// How a table is looked at: arcs and words around its centre, and the same drawing from the dealer's side, turned by
// half a circle with words, cards and chips upright.

/** @import { Model, Piece, Place, Point, Pose, Stage } from "./types.js" */

import { say } from "../say.js";
import { CENTRE, H, spot, W } from "./geometry.js";
import { el, short } from "./svg.js";

/**
 * The path of an arc around the common centre, from screen left to right.
 *
 * @param {number} radius
 * @param {number} half
 */
export function arc(radius, half) {
  const [from, to] = [spot(radius, -half), spot(radius, half)];
  const r = short(radius * W);
  return `M${short(from.x)} ${short(from.y)}A${r} ${r} 0 0 0 ${short(to.x)} ${short(to.y)}`;
}

/**
 * The common centre in the table's units, for letters along an arc; they are read from the side that looks at it.
 *
 * @param {Pick<Model, "turned">} model
 */
export const centre = ({ turned }) =>
  turned ? { ...opposite({ x: CENTRE.x * W, y: CENTRE.y * W }), outside: true } : { x: CENTRE.x * W, y: CENTRE.y * W };

/**
 * Where a point lies when the table is seen from its other side.
 *
 * @param {Pose} at
 * @returns {Pose}
 */
export const opposite = ({ x, y, ...more }) => ({ ...more, x: W - x, y: H - y });

/**
 * Where a point lies for whoever looks at this table.
 *
 * @param {Model} model
 * @param {Point} at
 * @returns {Pose}
 */
export const seenAt = (model, at) => (model.turned ? opposite(at) : at);

/**
 * Line-work without words, turned as it is.
 *
 * @param {Model} model
 * @param {SVGElement} node
 */
export const lineWork = (model, node) =>
  model.turned ? el("g", { transform: `rotate(180 ${W / 2} ${H / 2})` }, node) : node;

/**
 * A table from the side that looks at it; what lies around a point of its own keeps its arrangement there.
 *
 * @param {Model} model
 * @param {Stage} stage
 */
export function seenFrom(model, stage) {
  if (!model.turned) return stage;
  const named = (/** @type {Place} */ place) =>
    place.type === "sit" ? { ...place, label: say("felt.seat_guest", { n: place.seat }) } : place;
  const [pieces, places] = [stage.pieces.map(moved), stage.places.map(moved).map(named)];
  const [shoe, rack, tray] = [stage.shoe, stage.rack, stage.tray].map(opposite);
  return { ...stage, key: "turned", shoe, rack, tray, pieces, places };
}

/**
 * Something at the other side of the table, as far from the middle of what it belongs to as before.
 *
 * @template {Piece | Place} Thing
 * @param {Thing} thing
 * @returns {Thing}
 */
function moved(thing) {
  const { x, y } = thing.of ?? thing;
  const home = thing.home && opposite(thing.home);
  return { ...thing, x: thing.x + W - 2 * x, y: thing.y + H - 2 * y, home };
}

/**
 * System text on the felt, never smaller on the screen than it should be.
 *
 * @param {string} text
 * @param {{ x: number, y: number, size?: number, scale: number, anchor?: string, kind?: string }} look
 */
export function note(text, { x, y, size = 12, scale, anchor = "middle", kind = "felt-note" }) {
  return el(
    "text",
    { x: short(x), y: short(y), class: kind, "font-size": short(fit(size, scale)), "text-anchor": anchor },
    text,
  );
}

/**
 * A size in the table's units that is at least a number of pixels on the screen.
 *
 * @param {number} px
 * @param {number} scale
 */
export const fit = (px, scale) => px / Math.min(1, scale);
