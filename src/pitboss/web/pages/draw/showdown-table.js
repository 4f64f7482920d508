// A table on which one hand meets the dealer's, from the players' side: a row of main wagers before each seat, Play
// before the cards, optional wagers towards the dealer, and cards in the middle where the game has them.

/** @import { Model, PayTable, Point, Result, Seat, Stage } from "./types.js" */
/** @import { ShowdownPlace } from "./geometry.js" */

import { say } from "../say.js";
import { posted } from "../words.js";
import { TALL } from "./card.js";
import { riseOf } from "./chip.js";
import { cloth, tray } from "./furniture.js";
import { angleOf, CLOTH, H, halfRoom, opens, ROW, rad, showdownPlaces, spot, W } from "./geometry.js";
import { letter, letterArc, measure } from "./line-face.js";
import { cardAt, chipsAt, mark, needsSum, sumAt } from "./pieces.js";
import { legible, placeWords } from "./place-words.js";
import { railName } from "./seat-names.js";
import { el, lying, short } from "./svg.js";
import { arc, centre, lineWork, note, seenAt } from "./view.js";
import { betPlace, isActing, leftOf, openPlace, resultOf, resultPlace, showsWords } from "./wagers.js";

/** The back of its cards. */
export const DECK = "B";
const CHIP = 19;
const SMALL = 14;
const CARDS = 0.121;

/**
 * The whole table as one stage.
 *
 * @param {Model} model
 * @param {number} scale pixels per unit
 * @returns {Stage}
 */
export function showdownTable(model, scale) {
  /** @type {Stage} */
  const stage = {
    key: "table",
    width: W,
    height: H,
    printed: [],
    pieces: [],
    places: [],
    taken: new Map(),
    shoe: { x: 0.701 * W, y: 0.03 * W, turn: 0 },
    rack: { x: 0.298 * W, y: 0.03 * W, turn: 0 },
    tray: { x: W / 2, y: 0.027 * W },
  };
  printTable(stage, model, scale);
  layDealer(stage, model, scale);
  layBoard(stage, model);
  const places = showdownPlaces(model.layout, model.seats.length);
  for (const seat of model.seats) laySeat(stage, model, seat, { scale, places });
  return stage;
}

// --- what is printed -----------------------------------------------------------------------------------------------

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {number} scale
 */
function printTable(stage, model, scale) {
  const { rule, tables } = model.layout;
  stage.printed.push(
    { key: "cloth", sig: "", draw: () => lineWork(model, cloth()) },
    { key: "tray", sig: "", draw: () => lineWork(model, tray()) },
    { key: "boxes", sig: `${scale}`, draw: () => dealersBoxes(model, scale) },
    { key: "lettering", sig: JSON.stringify([rule, tables]), draw: () => lettering(model) },
    { key: "brackets", sig: "", draw: () => brackets(model) },
  );
}

/**
 * Discards and shuffler at the tray's ends.
 *
 * @param {Model} model
 * @param {number} scale
 */
function dealersBoxes(model, scale) {
  const [top, wide, high] = [0.009 * W, 0.051 * W, 0.036 * W];
  const box = (/** @type {number} */ x) =>
    el("rect", { x: short(x), y: short(top), width: short(wide), height: short(high), rx: 6, class: "well" });
  const [left, right] = [0.272 * W, 0.677 * W];
  const edges = Array.from(
    { length: 8 },
    (_, i) => `M${short(left + 9)} ${short(top + 11 + i * 2.7)}h${short(wide - 18)}`,
  ).join("");
  const named = (/** @type {string} */ text, /** @type {number} */ x) => {
    const edge = seenAt(model, { x: x + wide / 2, y: top + high });
    const y = edge.y + (model.turned ? -5 : 13) / Math.min(1, scale);
    return note(text, { x: edge.x, y, scale });
  };
  const drawn = el(
    "g",
    {},
    box(left),
    el("path", { d: edges, class: "card-edges" }),
    box(right),
    el("circle", { cx: short(right + wide - 9), cy: short(top + 9), r: 3, class: "rule" }),
    el("path", { d: `M${short(right + 9)} ${short(top + high - 9)}h${short(wide - 18)}`, class: "card-edges" }),
  );
  const names = [named(say("felt.discards"), left), named(say("felt.shuffler"), right)];
  return el("g", { "aria-hidden": "true" }, lineWork(model, drawn), ...names);
}

const RULE = { cap: 0.0128, tracking: 0.42, radius: 0.487, half: 34 };
const TABLES = [0.076, 0.746];

/** @param {Model} model */
function lettering(model) {
  const { rule, tables } = model.layout;
  const group = el("g", { class: "word", "aria-hidden": "true" });
  group.append(lineWork(model, el("path", { d: arc(0.501, 37) + arc(0.5045, 37), class: "rule fine" })));
  if (rule) {
    const room = 2 * rad(RULE.half) * RULE.radius;
    const cap = Math.min(RULE.cap, room / measure(rule, RULE.tracking)) * W;
    group.append(letterArc(rule, { cap, tracking: RULE.tracking, radius: RULE.radius * W, ...centre(model) }));
  }
  TABLES.forEach((from, i) => {
    if (tables[i]) group.append(payTable(tables[i], from * W, model));
  });
  return group;
}

/**
 * What a wager pays, line by line; lines lie closer where they are many.
 *
 * @param {import("./types.js").PayTable} table
 * @param {number} from
 * @param {Model} model
 */
function payTable({ title, lines }, from, model) {
  const wide = 0.178 * W;
  const step = Math.min(19, 152 / lines.length);
  const high = 31 + (lines.length - 1) * step;
  const { x, y: top } = model.turned ? { x: W - from - wide, y: H - 0.037 * W - high } : { x: from, y: 0.049 * W };
  const head = letter(title, { cap: Math.min(12, wide / measure(title, 0.6)), tracking: 0.6 });
  const table = el("g", { transform: lying(x, top) }, head);
  table.append(el("path", { d: `M0 10H${short(wide)}`, class: "rule faint" }));
  lines.forEach(({ title: name, pays }, i) => {
    const y = 31 + i * step;
    const room = wide - measure(pays, 0.28) * 8.5 - 8;
    const cap = Math.min(8.5, room / measure(name, 0.28));
    table.append(
      el("g", { transform: lying(0, y) }, letter(name, { cap, tracking: 0.28 })),
      el("g", { transform: lying(wide, y) }, letter(pays, { cap: 8.5, tracking: 0.28, anchor: "end" })),
    );
  });
  return table;
}

const BOARD = { top: 0.132 * W, wide: 0.058 * W, gap: 0.009 * W };

/**
 * The middle of a card of the board.
 *
 * @param {Model} model
 * @param {number} i
 */
function boardX({ layout }, i) {
  const many = layout.board.reduce((sum, { cards }) => sum + cards, 0);
  return W / 2 + (i - (many - 1) / 2) * (BOARD.wide + BOARD.gap);
}

/**
 * The cards of the board that are turned together, each with its first and its last.
 *
 * @param {Model} model
 */
export function boardGroups({ layout }) {
  let next = 0;
  return layout.board.map(({ title, cards }) => {
    const from = next;
    next += cards;
    return { title, from, to: next - 1 };
  });
}

/**
 * Brackets that name the parts of the board.
 *
 * @param {Model} model
 */
function brackets(model) {
  const low = BOARD.top + BOARD.wide * TALL + 13;
  const [y, tick, drop] = model.turned ? [H - low, -5, -11] : [low, 5, 20];
  const group = el("g", { class: "word", "aria-hidden": "true" });
  for (const { title, from, to } of boardGroups(model)) {
    const ends = [boardX(model, from) - BOARD.wide / 2, boardX(model, to) + BOARD.wide / 2];
    const [left, right] = ends.map((x) => seenAt(model, { x, y }).x);
    const words = letter(title, { cap: 9, tracking: 0.4, anchor: "middle" });
    group.append(
      el("path", { d: `M${short(left)} ${short(y)}v${tick}H${short(right)}v${-tick}`, class: "rule faint" }),
      el("g", { transform: lying((left + right) / 2, y + drop) }, words),
    );
  }
  return group;
}

// --- dealer and board ----------------------------------------------------------------------------------------------

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {number} scale
 */
function layDealer(stage, model, scale) {
  const { cards, text } = model.dealer;
  const width = 0.045 * W;
  const step = width + 0.009 * W;
  const y = 0.056 * W + (width * TALL) / 2;
  cards.forEach((card, i) => {
    const x = W / 2 + (i - (cards.length - 1) / 2) * step;
    stage.pieces.push(cardAt(`dealer/${i}`, card, width, { x, y }, { deck: DECK, order: 90 + i, home: stage.rack }));
  });
  if (!text) return;
  const beside = model.layout.board.length > 0;
  const of = { x: W / 2, y };
  const at = beside
    ? { x: W / 2 + (Math.max(2, cards.length) / 2) * step + 0.006 * W, y: 0.1 * W, of }
    : { x: W / 2, y: y + (width * TALL) / 2 + 0.016 * W, of };
  const anchor = beside ? "start" : "middle";
  stage.pieces.push(
    mark("dealer/text", at, `${text} ${scale}`, () => note(text, { x: 0, y: 0, size: 13, scale, anchor })),
  );
}

/**
 * @param {Stage} stage
 * @param {Model} model
 */
function layBoard(stage, model) {
  const y = BOARD.top + (BOARD.wide * TALL) / 2;
  model.board.forEach((card, i) => {
    const at = { x: boardX(model, i), y };
    stage.pieces.push(cardAt(`board/${i}`, card, BOARD.wide, at, { deck: DECK, order: i, home: stage.rack }));
  });
}

// --- a seat --------------------------------------------------------------------------------------------------------

/** @typedef {{ scale: number, places: ShowdownPlace[] }} Drawn */

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {Drawn} drawn
 */
function laySeat(stage, model, seat, drawn) {
  const angle = angleOf(seat.n, model.seats.length);
  const { scale, places } = drawn;
  stage.printed.push(
    { key: `seat-${seat.n}`, sig: seatSig(model, seat, scale), draw: () => printedSeat(model, seat, angle, drawn) },
    {
      key: `name-${seat.n}`,
      sig: JSON.stringify([seat.open, seat.name, seat.you, model.turn?.seat, seat.wagers, seat.tokes, scale]),
      draw: () => railName(seat, model, scale),
    },
  );
  if (seat.open) {
    const at = { ...spot(ROW, angle, 0, 0.022), turn: -angle };
    stage.places.push(openPlace(seat, { box: [0.115 * W, 0.12 * W], round: 12 }, at));
    return;
  }
  layCards(stage, model, seat, { angle, places });
  for (const place of places) layWager(stage, model, seat, { place, angle, home: spot(0.86, angle) });
}

/**
 * @param {Model} model
 * @param {Seat} seat
 * @param {number} scale
 */
const seatSig = (model, seat, scale) =>
  JSON.stringify([
    seat.open,
    seat.you,
    model.phase === "betting",
    isActing(model, seat),
    seat.sensor,
    Object.keys(seat.wagers),
    seat.results.map((one) => one.wager),
    scale,
  ]);

/**
 * @param {Model} model
 * @param {Seat} seat
 * @param {number} angle
 * @param {Drawn} drawn
 */
function printedSeat(model, seat, angle, { scale, places }) {
  const at = seenAt(model, spot(ROW, angle));
  const side = (model.turned ? -1 : 1) * W;
  const group = el("g", {
    class: `seat ${seat.open ? "vacant" : "taken"}`,
    transform: lying(at.x, at.y, -angle),
    "aria-hidden": "true",
  });
  for (const { across, along } of equals(places))
    group.append(el("path", { d: "M-4.5 -2.2h9M-4.5 2.2h9", class: "rule", transform: lying(across * side, along) }));
  const sides = places.filter(({ kind }) => kind === "side");
  const lettered = isLettered(sides, scale);
  for (const place of places) {
    const drawn = el(
      "g",
      { transform: lying(place.across * side, place.along * side) },
      ...outline(model, seat, place),
    );
    const initial = place.kind === "side" && !lettered;
    if (place.shape !== "sensor" && showsWords(seat, place.wager))
      drawn.append(placeWords(place.title, wordRoom(place.shape, place.r), scale, { most: 9, short: initial }));
    group.append(drawn);
  }
  return group;
}

/**
 * The radius of a circle of words within a shape, in the table's units.
 *
 * @param {string} shape
 * @param {number} r
 */
const wordRoom = (shape, r) => (shape === "diamond" ? r * 0.78 : r) * W;

/**
 * The optional wagers have their words, or all of them have initials.
 *
 * @param {ShowdownPlace[]} places
 * @param {number} scale
 */
const isLettered = (places, scale) =>
  legible(
    places.map(({ title, shape, r }) => ({ title, r: wordRoom(shape, r) })),
    scale,
  );

/**
 * Between wagers that must be equal.
 *
 * @param {ShowdownPlace[]} places
 */
function equals(places) {
  const row = places.filter(({ kind }) => kind === "main" || kind === "equal");
  return row.slice(1).map(({ across, along }, i) => ({ across: (across + row[i].across) / 2, along }));
}

/**
 * The lines of a place: accent where one's own bet can be made.
 *
 * @param {Model} model
 * @param {Seat} seat
 * @param {ShowdownPlace} place
 */
function outline(model, seat, { kind, shape, r }) {
  const due = model.phase === "betting" ? seat.you && opens(kind) : !opens(kind) && isActing(model, seat);
  return placeShape(shape, r * W, { line: due ? "own-frame" : "rule", sensor: seat.sensor });
}

/**
 * A ring with a finer one inside, a diamond, or a sensor: lit with a dot once its wager is taken.
 *
 * @param {ShowdownPlace["shape"]} shape
 * @param {number} r
 * @param {{ line: string, sensor: string }} look
 */
export function placeShape(shape, r, { line, sensor }) {
  if (shape === "diamond")
    return [el("path", { d: `M0 ${short(-r)}L${short(r)} 0L0 ${short(r)}L${short(-r)} 0Z`, class: line })];
  if (shape === "circle")
    return [el("circle", { r: short(r), class: line }), el("circle", { r: short(r - 3.5), class: "rule faint" })];
  const rings = { locked: ["sensor-lit", "sensor-dot"], detected: ["sensor-found", "sensor-dot"] };
  const [ring, dot] = sensor === "locked" || sensor === "detected" ? rings[sensor] : ["rule", "rule faint"];
  return [el("circle", { r: short(r), class: ring }), el("circle", { r: short(r * 0.42), class: dot })];
}

/**
 * The cards before a seat: upright where they are seen, else turned with the axis; tucked under the first optional
 * wager by a fold.
 *
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ angle: number, places: ShowdownPlace[] }} where
 */
function layCards(stage, model, seat, { angle, places }) {
  const side = places.find(({ kind }) => kind === "side");
  seat.hands.forEach((hand, h) => {
    const tucked = hand.state === "tucked";
    const known = hand.cards.some((card) => card !== "??");
    const width = seat.you && !tucked ? (hand.cards.length > 2 ? 50 : 62) : 44;
    const turn = tucked ? -angle + 90 : known ? 0 : -angle;
    const lean = rad(tucked ? -angle : turn);
    const step = tucked ? 6 : cardStep(hand.cards.length, width, model.seats.length);
    const wide = (hand.cards.length - 1) * step + width;
    const foot = tucked ? spot(ROW, angle, side?.across, (side?.along ?? 0) - 0.012) : handSpot(angle, wide);
    if (isActing(model, seat) && hand.cards.length) stage.pieces.push(handFrame(seat, foot, wide));
    hand.cards.forEach((card, c) => {
      const offset = (c - (hand.cards.length - 1) / 2) * step;
      const at = { x: foot.x + offset * Math.cos(lean), y: foot.y + offset * Math.sin(lean), turn };
      const more = { deck: DECK, order: 10 + seat.n * 2 + c, home: stage.rack, of: foot };
      stage.pieces.push(cardAt(`s${seat.n}/h${h}/c${c}`, tucked ? "??" : card, width, at, more));
    });
    if (hand.result) {
      const at = { x: foot.x, y: foot.y + (width * TALL) / 2 + 2 };
      stage.places.push(resultPlace(`s${seat.n}/h${h}/result`, hand.result, at));
    }
  });
}

/**
 * How far apart the cards of a hand lie: side by side, over one another where they are many.
 *
 * @param {number} many
 * @param {number} width
 * @param {number} seats
 */
function cardStep(many, width, seats) {
  const room = 2 * halfRoom(ROW + CARDS, seats) * W - 6;
  return Math.min(width + 5, (room - width) / Math.max(1, many - 1));
}

/**
 * The middle of a hand before its seat, within the cloth.
 *
 * @param {number} angle
 * @param {number} wide
 */
function handSpot(angle, wide) {
  const { x, y } = spot(ROW, angle, 0, CARDS);
  const edge = CLOTH.side * W + wide / 2;
  return { x: Math.min(Math.max(x, edge), W - edge), y };
}

/**
 * @param {Seat} seat
 * @param {Point} foot
 * @param {number} wide
 */
const handFrame = (seat, foot, wide) =>
  mark(`s${seat.n}/frame`, foot, `${wide}`, () =>
    el("rect", { x: -wide / 2 - 9.5, y: -53, width: wide + 19, height: 106, rx: 12, class: "own-frame lit" }),
  );

/**
 * A wager's chips, its result, and the place to press while bets are open.
 *
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ place: ShowdownPlace, angle: number, home: Point }} where
 */
function layWager(stage, model, seat, { place, angle, home }) {
  const { wager, kind, shape } = place;
  const at = spot(ROW, angle, place.across, place.along);
  const key = `s${seat.n}/${wager}`;
  const result = resultOf(seat, wager);
  const left = leftOf(seat.wagers[wager] ?? 0, result);
  if (result && result.cents < 0) stage.taken.set(key, result.at);
  stage.taken.set(`${key}/toke`, seat.lostTokes?.[wager]);
  if (shape !== "sensor") {
    const main = model.layout.wagers.find((one) => one.kind === "main")?.wager ?? "";
    const beside = leftOf(seat.wagers[main] ?? 0, resultOf(seat, main));
    layStack(stage, seat, { place, key, left, at, home, beside, turned: model.turned === true });
  }
  if (result && result.cents > 0) {
    const paid = { x: at.x + 17, y: at.y - 10 };
    stage.pieces.push(chipsAt(`${key}/paid`, result.cents, SMALL, paid, home, { paid: true, at: result.at, of: at }));
  }
  if (result) {
    const drop = { x: at.x, y: at.y + pillDrop(shape, result) };
    stage.places.push(resultPlace(`${key}/result`, result, drop, { cap: 8.5 }));
  }
  if (seat.you && model.phase === "betting" && opens(kind)) {
    const named = shape !== "sensor";
    stage.places.push(betPlace(model, seat, wager, { r: place.press * W }, { ...at, turn: 0 }, { named }));
  }
}

/**
 * A lost wager's amount lies where its chips were; others below the chips, a sensor's above it.
 *
 * @param {string} shape
 * @param {Result} result
 */
const pillDrop = (shape, { cents }) => (shape === "sensor" ? -21 : cents < 0 ? 0 : 23);

/**
 * @param {Stage} stage
 * @param {Seat} seat
 * @param {{ place: ShowdownPlace, key: string, left: number, at: Point, home: Point, beside: number,
 *   turned: boolean }} where beside is what lies on the bet that an equal one goes with
 */
function layStack(stage, seat, { place, key, left, at, home, beside, turned }) {
  const side = place.kind === "side";
  const r = side ? SMALL : CHIP;
  if (left) stage.pieces.push(chipsAt(key, left, r, { x: at.x, y: at.y + riseOf(left) / 2 }, home, { of: at }));
  const told = place.kind === "equal" && left === beside; // between two seats there is room for one sum
  if (needsSum(left) && !told) {
    const outward = place.across < 0 !== turned ? -1 : 1;
    const anchor = outward < 0 ? "end" : "start";
    stage.pieces.push(sumAt(`${key}/sum`, posted(left), { x: at.x + outward * 31, y: at.y, of: at }, { anchor }));
  }
  const toke = seat.tokes[place.wager];
  if (toke)
    stage.pieces.push(chipsAt(`${key}/toke`, toke, 10, { x: at.x + 23, y: at.y + 14 }, home, { toke: true, of: at }));
}
