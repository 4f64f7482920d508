// A showdown on a phone: dealer and board on top, one's own bets as a column at the right, one's own cards beside it
// or above.

/** @import { Model, PlacedWager, Seat, Stage } from "./types.js" */

import { say } from "../say.js";
import { posted, printed } from "../words.js";
import { TALL } from "./card.js";
import { riseOf } from "./chip.js";
import { COLUMN_STEP, opens, phoneColumn } from "./geometry.js";
import { letter, measure } from "./line-face.js";
import { emptyStage, layRow, OTHERS_CARD, rect, small } from "./phone-parts.js";
import { cardAt, chipsAt, mark, sumAt } from "./pieces.js";
import { besideWords } from "./place-words.js";
import { boardGroups, DECK, placeShape } from "./showdown-table.js";
import { el, lying, short } from "./svg.js";
import { betPlace, leftOf, resultOf, resultPlace } from "./wagers.js";

// --- dealer and board ----------------------------------------------------------------------------------------------

const DEALER = 46;
const BOARD = { top: 86, card: 60, gap: 8 };

/**
 * Dealer and board.
 *
 * @param {Model} model
 * @param {number} width
 */
export function showdownTop(model, width) {
  const many = model.layout.board.reduce((sum, { cards }) => sum + cards, 0);
  const label = say(many ? "felt.dealer_and_board" : "felt.dealer");
  const stage = emptyStage("top", width, many ? 214 : 122, label);
  Object.assign(stage, {
    shoe: { x: width - 44, y: 30, turn: 0 },
    rack: { x: 44, y: 30, turn: 0 },
    tray: { x: width / 2, y: 0 },
  });
  const card = Math.min(BOARD.card, (width - 32 - (many - 1) * BOARD.gap) / Math.max(1, many));
  const left = (width - many * card - (many - 1) * BOARD.gap) / 2;
  const boardX = (/** @type {number} */ i) => left + card / 2 + i * (card + BOARD.gap);
  stage.printed.push({
    key: "board",
    sig: JSON.stringify([model.layout.rule, width]),
    draw: () => phoneBoard(model, { card, boardX, width }),
  });
  model.board.forEach((face, i) => {
    const at = { x: boardX(i), y: BOARD.top + (card * TALL) / 2 };
    stage.pieces.push(cardAt(`board/${i}`, face, card, at, { deck: DECK, order: i, home: stage.rack }));
  });
  layDealer(stage, model, width);
  return stage;
}

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {number} width
 */
function layDealer(stage, model, width) {
  const { cards, text } = model.dealer;
  const step = Math.min(DEALER + 6, (width - 200) / Math.max(1, cards.length - 1));
  cards.forEach((face, i) => {
    const at = { x: width / 2 + (i - (cards.length - 1) / 2) * step, y: 10 + 32 };
    stage.pieces.push(cardAt(`dealer/${i}`, face, DEALER, at, { deck: DECK, order: 90 + i, home: stage.rack }));
  });
  if (!text) return;
  const x = width / 2 + (Math.max(2, cards.length) * step) / 2 + 6;
  stage.pieces.push(mark("dealer/text", { x, y: 36 }, `${text} ${width}`, () => wrapped(text, width - x - 16)));
}

/**
 * A short text in lines of about a width in pixels.
 *
 * @param {string} text
 * @param {number} wide
 */
function wrapped(text, wide) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    const longer = `${last} ${word}`.trim();
    if (longer.length * 6.6 > wide && last) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return el("g", {}, ...lines.map((line, i) => small(line, 0, i * 16, "start")));
}

/**
 * @param {Model} model
 * @param {{ card: number, boardX: (i: number) => number, width: number }} where
 */
function phoneBoard(model, { card, boardX, width }) {
  const groups = boardGroups(model);
  const y = groups.length ? BOARD.top + card * TALL + 7 : 70;
  const group = el("g", { class: "word", "aria-hidden": "true" });
  for (const { title, from, to } of groups) {
    const [left, right] = [boardX(from) - card / 2, boardX(to) + card / 2];
    const words = letter(title, { cap: 8, tracking: 0.34, anchor: "middle" });
    group.append(
      el("path", { d: `M${short(left)} ${short(y)}v4H${short(right)}v-4`, class: "rule faint" }),
      el("g", { transform: lying((left + right) / 2, y + 16) }, words),
    );
  }
  const { rule } = model.layout;
  if (rule) {
    const cap = Math.min(8.5, (width - 24) / measure(rule, 0.34));
    const words = letter(rule, { cap, tracking: 0.34, anchor: "middle" });
    group.append(el("g", { transform: lying(width / 2, y + 34) }, words));
  }
  return group;
}

/**
 * The cards of somebody else.
 *
 * @param {Stage} stage
 * @param {Seat} seat
 * @param {number} i
 * @param {{ x: number, room: number }} where
 */
export function layOtherShowdown(stage, seat, i, { x, room }) {
  const hand = seat.hands[i];
  const wide = Math.min(72, room - OTHERS_CARD - 10); // so that neighbours' hands stand apart
  const step = Math.min(OTHERS_CARD + 4, wide / Math.max(1, hand.cards.length - 1));
  const middle = { x, y: stage.height - 24 - (OTHERS_CARD * TALL) / 2 };
  layRow(stage, seat, hand, { middle, width: OTHERS_CARD, step, deck: DECK });
}

// --- one's own -----------------------------------------------------------------------------------------------------

const COLUMN = { from: 180, first: 28, least: 190 };

/**
 * The height of one's own part: as many rows as there are wagers, and no less than the cards need.
 *
 * @param {Model} model
 */
export const ownShowdownHeight = ({ layout }) => Math.max(COLUMN.least, 6.5 + layout.wagers.length * COLUMN_STEP);

/** @typedef {PlacedWager & { x: number, y: number, shape: "circle" | "diamond" | "sensor" }} ColumnPlace */

/**
 * Own cards at the left, own bets as one column at the right.
 *
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ width: number, top: number, spare: number }} where the column lies at the foot of what is to spare
 */
export function layOwnShowdown(stage, model, seat, { width, top: above, spare }) {
  const top = above + spare;
  const x = width - COLUMN.from;
  const places = phoneColumn(model.layout).map((wager, row) => ({
    ...wager,
    x,
    y: top + COLUMN.first + row * COLUMN_STEP,
    shape: columnShape(wager),
  }));
  const acting = model.turn?.seat === seat.n;
  stage.printed.push({
    key: `own-${seat.n}`,
    sig: JSON.stringify([places, seat.sensor, model.phase, acting]),
    draw: () => printedColumn(model, seat, { places, acting }),
  });
  const high = spare + ownShowdownHeight(model);
  const beside = { x: (x - 24) / 2, y: above + high / 2 + 5, wide: x - 24, high };
  const over = { x: width / 2, y: above + spare / 2, wide: width, high: spare };
  layOwnCards(stage, seat, { beside, over, acting });
  for (const place of places) layOwnBet(stage, model, seat, place);
}

/**
 * @param {PlacedWager} wager
 * @returns {ColumnPlace["shape"]}
 */
const columnShape = ({ kind }) => (kind === "progressive" ? "sensor" : kind === "side" ? "diamond" : "circle");

const RADII = { circle: 22, diamond: 23, sensor: 12 };
const NAMES = { from: 34, room: 74 };

/**
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ places: ColumnPlace[], acting: boolean }} drawn
 */
function printedColumn(model, seat, { places, acting }) {
  const group = el("g", { class: "seat taken", "aria-hidden": "true" });
  for (const { title, kind, shape, x, y } of places) {
    const due = model.phase === "betting" ? opens(kind) : !opens(kind) && acting;
    const look = { line: due ? "own-frame" : "rule", sensor: seat.sensor };
    const words = besideWords(printed(title), NAMES.room, 8.5);
    group.append(
      el("g", { transform: lying(x, y) }, ...placeShape(shape, RADII[shape], look)),
      el("g", { transform: lying(x + NAMES.from, y) }, words),
    );
  }
  return group;
}

/** One's own cards: how wide they are at most, and how many lie in a row beside the bets. */
const OWN = { most: 72, row: 3 };

/** @typedef {import("./types.js").Point & { wide: number, high: number }} Room around a point */

/**
 * The width of the largest cards that a room holds with a frame around them.
 *
 * @param {Room} room
 * @param {number} cards
 * @param {number} row how many lie side by side
 */
function largest({ wide, high }, cards, row) {
  const rows = Math.ceil(cards / row);
  return Math.min(OWN.most, (wide - 26) / Math.min(cards, row) - 6, ((high - 20) / rows - 6) / TALL);
}

/**
 * One's own cards beside the bets, or in one row above them where they are larger there.
 *
 * @param {Stage} stage
 * @param {Seat} seat
 * @param {{ beside: Room, over: Room, acting: boolean }} where
 */
function layOwnCards(stage, seat, { beside, over, acting }) {
  const hand = seat.hands[0];
  if (!hand?.cards.length) return;
  const cards = hand.cards.length;
  const [besides, overs] = [largest(beside, cards, OWN.row), largest(over, cards, cards)];
  const { x, y } = overs > besides ? over : beside;
  const row = overs > besides ? cards : Math.min(cards, OWN.row);
  const width = Math.max(besides, overs);
  const high = Math.ceil(cards / row) * (width * TALL + 6) - 6;
  if (acting) {
    const wide = row * (width + 6) + 12;
    stage.pieces.push(
      mark(`s${seat.n}/frame`, { x, y }, `${wide} ${high}`, () =>
        rect({ x: 0, y: 0, w: wide, h: high + 20 }, 11, "own-frame lit"),
      ),
    );
  }
  const drawn = hand.state === "tucked" ? 50 : width;
  layRow(stage, seat, hand, { middle: { x, y }, width: drawn, step: width + 6, deck: DECK, most: row });
  if (hand.result) {
    const at = { x, y: y + high / 2 + 18 };
    stage.places.push(resultPlace(`s${seat.n}/h0/result`, hand.result, at, { cap: 11 }));
  }
}

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {ColumnPlace} place
 */
function layOwnBet(stage, model, seat, { wager, kind, shape, x, y }) {
  const result = resultOf(seat, wager);
  const left = leftOf(seat.wagers[wager] ?? 0, result);
  const key = `s${seat.n}/${wager}`;
  const home = { x, y: stage.height + 40 };
  if (result && result.cents < 0) stage.taken.set(key, result.at);
  if (left && shape !== "sensor")
    stage.pieces.push(chipsAt(key, left, shape === "diamond" ? 13 : 16, { x, y: y + riseOf(left) / 2 }, home));
  if (result)
    stage.places.push(resultPlace(`${key}/result`, result, { x: stage.width, y }, { most: stage.width - 12 }));
  else if (left)
    stage.pieces.push(sumAt(`${key}/sum`, posted(left), { x: stage.width - 16, y }, { cap: 12, anchor: "end" }));
  stage.taken.set(`${key}/toke`, seat.lostTokes?.[wager]);
  const toke = seat.tokes[wager];
  if (toke) stage.pieces.push(chipsAt(`${key}/toke`, toke, 9, { x: x + 19, y: y + 13 }, home, { toke: true }));
  if (model.phase === "betting" && opens(kind))
    stage.places.push(betPlace(model, seat, wager, { box: [180, 46], round: 10 }, { x: x + 66, y, turn: 0 }));
}
