// The table on a phone: dealer on top, the others in a row that scrolls, one's own hands and bets at the thumb.

/** @import { Model, Seat, Stage } from "./types.js" */
/** @import { Form } from "./tables.js" */

import { say } from "../say.js";
import { letter } from "./line-face.js";
import { emptyStage } from "./phone-parts.js";
import { CUT, nameSpans, seatWords, staked } from "./seat-names.js";
import { el, lying, short } from "./svg.js";
import { fit, note } from "./view.js";
import { openPlace, resultPlace } from "./wagers.js";

/**
 * The rows of a phone; what height is to spare belongs to one's own hands. Somebody's seats lie below each other, or in
 * several columns.
 *
 * @param {Model} model
 * @param {number} width
 * @param {Form} form
 * @param {{ spare?: number, columns?: number, scale?: number }} [how] scale is how large they are shown
 */
export const phoneStages = (model, width, form, { spare = 0, columns = 1, scale = 1 } = {}) => [
  form.top(model, width, scale),
  othersRow(model, width, form, scale),
  ownStage(model, width, form, { spare, columns, scale }),
];

// --- the others ----------------------------------------------------------------------------------------------------

/** The least lets three lie beside each other on any phone. */
const COLUMN = { least: 108, most: 134 };

/**
 * The other players in table order, seat 1 at the right; the row scrolls where they are many, and is empty where there
 * are none.
 *
 * @param {Model} model
 * @param {number} width
 * @param {Form} form
 * @param {number} scale
 */
function othersRow(model, width, form, scale) {
  const seats = model.seats.filter((seat) => !seat.open && !seat.you).sort((a, b) => b.n - a.n);
  const column = Math.min(COLUMN.most, Math.max(COLUMN.least, width / Math.max(1, seats.length)));
  const wide = (/** @type {Seat} */ seat) => column + Math.max(0, seat.hands.length - 1) * 92;
  const natural = seats.reduce((sum, seat) => sum + wide(seat), 0);
  const height = seats.length ? form.othersHigh : 0;
  const stage = { ...emptyStage("others", Math.max(width, natural), height, say("felt.others")), row: true };
  const spare = Math.max(0, width - natural) / Math.max(1, seats.length);
  let left = 0;
  for (const seat of seats) {
    const room = wide(seat) + spare;
    if (model.turn?.seat === seat.n) stage.acting = left + room / 2;
    layOther(stage, model, seat, { middle: left + room / 2, room, form, scale });
    left += room;
  }
  return stage;
}

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ middle: number, room: number, form: Form, scale: number }} where
 */
function layOther(stage, model, seat, { middle, room, form, scale }) {
  const { height } = stage;
  const acting = model.turn?.seat === seat.n;
  stage.printed.push({
    key: `other-${seat.n}`,
    sig: JSON.stringify([seat.name, staked(model, seat), acting, middle, room, height, scale]),
    draw: () => otherName(model, seat, { middle, room, height, acting, scale }),
  });
  seat.hands.forEach((hand, i) => {
    const x = middle + ((seat.hands.length - 1) / 2 - hand.place) * 92;
    form.layOther(stage, seat, i, { x, room, acting: acting && model.turn?.hand === i });
    if (hand.result) stage.places.push(resultPlace(`s${seat.n}/h${i}/result`, hand.result, { x, y: height - 32 }));
  });
  if (form.net && seat.results.length) layNet(stage, seat, middle);
}

/**
 * What a player won or lost in all, where hands have no results of their own.
 *
 * @param {Stage} stage
 * @param {Seat} seat
 * @param {number} x
 */
function layNet(stage, seat, x) {
  const cents = seat.results.reduce((sum, result) => sum + result.cents, 0);
  const net = { cents, text: say("felt.net", { name: seat.name }), clause: "" };
  stage.places.push(resultPlace(`s${seat.n}/net`, net, { x, y: stage.height - 30 }));
}

const NAME = 13;
/** The least of small words, in pixels on the screen, where there is room for it. */
const LEAST = 12;

/**
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ middle: number, room: number, height: number, acting: boolean, scale: number }} where
 */
function otherName(model, seat, { middle, room, height, acting, scale }) {
  const kind = `name${acting ? " acting" : ""}`;
  const large = Math.max(NAME, fit(LEAST, scale));
  const size = seatWords(model, seat, room - 10, large).name.endsWith(CUT) ? NAME : large;
  const text = note("", { x: middle, y: height - 6, size, scale: 1, kind });
  text.append(...nameSpans(seat, seatWords(model, seat, room - 10, size), kind));
  return text;
}

// --- one's own -----------------------------------------------------------------------------------------------------

const MAP = 22;

/**
 * @param {Model} model
 * @param {number} width
 * @param {Form} form
 * @param {{ spare: number, columns: number, scale: number }} how
 */
function ownStage(model, width, form, { spare, columns, scale }) {
  const own = model.seats.filter((seat) => seat.you);
  if (!own.length) return seatsToTake(model, width);
  const rows = Math.ceil(own.length / columns);
  const more = Math.floor(spare / rows);
  const each = form.ownHeight(model) + more;
  const stage = emptyStage("own", width, MAP + rows * each, say("felt.own"));
  stage.printed.push({
    key: "map",
    sig: JSON.stringify([model.seats.map((seat) => [seat.open, seat.you]), width]),
    draw: () => seatMap(model, width),
  });
  const column = width / columns;
  own.forEach((seat, i) => {
    const part = emptyStage("own", column, stage.height, "");
    form.layOwn(part, model, seat, { width: column, top: MAP + Math.floor(i / columns) * each, spare: more, scale });
    moveInto(stage, part, (columns - 1 - (i % columns)) * column);
  });
  return stage;
}

/**
 * Everything of one stage in another, further to the right.
 *
 * @param {Stage} stage
 * @param {Stage} part
 * @param {number} right
 */
function moveInto(stage, part, right) {
  /** @type {<At extends { x: number }>(at: At) => At} */
  const moved = (at) => ({ ...at, x: at.x + right });
  const printed = part.printed.map(({ key, sig, draw }) => ({
    key,
    sig: `${sig} ${right}`,
    draw: () => el("g", { transform: lying(right, 0) }, draw()),
  }));
  const pieces = part.pieces.map((piece) => {
    const home = piece.home && (piece.home === part.rack ? stage.rack : moved(piece.home));
    return { ...moved(piece), home, of: piece.of && moved(piece.of) };
  });
  stage.printed.push(...printed);
  stage.pieces.push(...pieces);
  stage.places.push(...part.places.map(moved));
  for (const [key, at] of part.taken) stage.taken.set(key, at);
}

/**
 * The seats as a strip of boxes: filled where taken, accent where one sits.
 *
 * @param {Model} model
 * @param {number} width
 */
function seatMap(model, width) {
  const half = (model.seats.length * MAP) / 2;
  const group = el("g", { "aria-hidden": "true" });
  group.append(
    el("path", {
      d: `M20 11H${short(width / 2 - half - 10)}M${short(width / 2 + half + 10)} 11H${width - 20}`,
      class: "rule faint",
    }),
  );
  for (const seat of model.seats) {
    const x = width / 2 + ((model.seats.length + 1) / 2 - seat.n) * MAP;
    const kind = seat.open ? "rule faint" : `seat-chip${seat.you ? " you" : ""}`;
    group.append(el("rect", { x: short(x - 7.5), y: 6, width: 15, height: 10, rx: 3, class: kind }));
  }
  return group;
}

/**
 * For somebody who only watches: the open seats, large enough to press.
 *
 * @param {Model} model
 * @param {number} width
 */
function seatsToTake(model, width) {
  const stage = emptyStage("own", width, 120, say("felt.seats"));
  const step = Math.min(54, (width - 16) / model.seats.length);
  const open = model.seats.some((seat) => seat.open);
  stage.printed.push({
    key: "seats",
    sig: JSON.stringify([model.seats.map((seat) => seat.open), width]),
    draw: () => seatRow(model, { width, step, open }),
  });
  for (const seat of model.seats.filter((one) => one.open)) {
    const x = width / 2 + ((model.seats.length + 1) / 2 - seat.n) * step;
    stage.places.push(openPlace(seat, { box: [step - 6, 44], round: 8 }, { x, y: 74, turn: 0 }));
  }
  return stage;
}

/**
 * @param {Model} model
 * @param {{ width: number, step: number, open: boolean }} where
 */
function seatRow(model, { width, step, open }) {
  const said = say(open ? "felt.choose_seat" : "felt.all_taken");
  // Who only watches has no seat to choose.
  const words = model.watched ? [] : [note(said, { x: width / 2, y: 36, size: 14, scale: 1 })];
  const group = el("g", { "aria-hidden": "true" }, ...words);
  for (const seat of model.seats) {
    const x = width / 2 + ((model.seats.length + 1) / 2 - seat.n) * step;
    const box = { x: short(x - (step - 6) / 2), y: 52, width: short(step - 6), height: 44, rx: 8 };
    group.append(el("rect", { ...box, class: seat.open ? "rule" : "rule faint filled" }));
    if (seat.open)
      group.append(
        el("g", { class: "word", transform: lying(x, 81) }, letter(String(seat.n), { cap: 14, anchor: "middle" })),
      );
  }
  return group;
}
