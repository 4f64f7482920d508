// A table with betting boxes on a phone: dealer, shoe and rack on top, one's own hands above one's own box and circles.

/** @import { BoxedPlace, Hand, Layout, Model, Rect, Seat, Stage } from "./types.js" */
/** @import { Item } from "./box-bets.js" */

import { say } from "../say.js";
import { posted, printed } from "../words.js";
import { inTheBox } from "./box-bets.js";
import { TALL } from "./card.js";
import { riseOf } from "./chip.js";
import { discards, rack, shoe } from "./furniture.js";
import { boxedWagers, phoneBoxPlaces } from "./geometry.js";
import { letter, letterArc, measure } from "./line-face.js";
import { emptyStage, OTHERS_CARD, rect, small } from "./phone-parts.js";
import { cardAt, chipsAt, fan, lammerAt, mark, needsSum, pill, sumAt, sumWidth } from "./pieces.js";
import { placeWords } from "./place-words.js";
import { el, lying, short } from "./svg.js";
import { fit, note } from "./view.js";
import { betPlace, leftOf, resultOf, resultPlace, setOff, showsWords } from "./wagers.js";

// --- dealer --------------------------------------------------------------------------------------------------------

/**
 * Dealer, rack and shoe.
 *
 * @param {Model} model
 * @param {number} width
 * @param {number} scale
 */
export function boxesTop(model, width, scale) {
  const stage = emptyStage("top", width, 172, say("felt.dealer"));
  const ends = { x: 44, y: 50 };
  Object.assign(stage, {
    shoe: { x: width - ends.x, y: ends.y, turn: 0 },
    rack: { ...ends, turn: 0 },
    tray: { x: width / 2, y: 0 },
  });
  const { headline, line } = model.layout;
  const open = model.phase === "insurance";
  const used = discards(model);
  const counted = (/** @type {string} */ words, /** @type {number} */ x) =>
    note(words, { x, y: 97, size: Math.min(17, fit(12, scale)), scale: 1 });
  const { past } = model.cards;
  stage.printed.push(
    {
      key: "arcs",
      sig: JSON.stringify([headline, line, width, open]),
      draw: () => phoneArcs(model.layout, width, open),
    },
    {
      key: "rack",
      sig: `${used} ${past} ${scale}`,
      draw: () => el("g", {}, phoneRack(model), past ? "" : counted(say("felt.used", { n: used }), 43)),
    },
    { key: "shoe", sig: JSON.stringify([model.cards, width, scale]), draw: () => phoneShoe(model, width, counted) },
  );
  layDealer(stage, model, width);
  return stage;
}

/** @param {Model} model */
const phoneRack = (model) => el("g", { transform: lying(20, 18) }, rack(model, { wide: 46, high: 60 }));

/**
 * @param {Model} model
 * @param {number} width
 * @param {(words: string, x: number) => SVGElement} counted
 */
function phoneShoe(model, width, counted) {
  const left = Math.max(0, model.cards.total - model.cards.drawn);
  const drawn = el("g", { transform: lying(width - 70, 16) }, shoe(model, { wide: 52, high: 64, card: 0 }));
  return el("g", {}, drawn, model.cards.past ? "" : counted(say("felt.left", { n: left }), width - 44));
}

/**
 * The arcs of the table, flat across the phone.
 *
 * @param {Layout} layout
 * @param {number} width
 * @param {boolean} open whether insurance is
 */
function phoneArcs({ headline, line }, width, open) {
  const radius = width * 1.45;
  const bent = (/** @type {number} */ low) => {
    const drop = radius - Math.sqrt(radius * radius - (width / 2) ** 2);
    return `M0 ${short(low - drop)}A${short(radius)} ${short(radius)} 0 0 0 ${short(width)} ${short(low - drop)}`;
  };
  const words = (/** @type {string} */ text, /** @type {{ cap: number, tracking: number, low: number }} */ look) => {
    const cap = Math.min(look.cap, (width - 40) / measure(text, look.tracking));
    return letterArc(text, { cap, tracking: look.tracking, radius, x: width / 2, y: look.low - radius });
  };
  const group = el("g", { "aria-hidden": "true" });
  if (open) group.append(el("path", { d: bent(155), class: "band-open", "stroke-width": 22 }));
  if (line) group.append(el("path", { d: [142, 145, 165, 168].map(bent).join(""), class: "rule faint" }));
  const said = el("g", { class: "word" });
  if (headline) said.append(words(headline, { cap: 13, tracking: 0.52, low: 132 }));
  if (line) said.append(words(line, { cap: 9, tracking: 0.34, low: 159.5 }));
  group.append(said);
  return group;
}

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {number} width
 */
function layDealer(stage, model, width) {
  const { cards, total } = model.dealer;
  const room = width - 216;
  const card = Math.min(58, (room - 6 * (cards.length - 1)) / Math.max(2, cards.length));
  const step = card + 6;
  const right = width / 2 - 16 + (Math.max(2, cards.length) * step - 6) / 2 - card / 2;
  cards.forEach((face, i) => {
    const at = { x: right - (i === 1 ? 0 : i === 0 ? 1 : i) * step, y: 12 + (card * TALL) / 2 };
    stage.pieces.push(cardAt(`dealer/${i}`, face, card, at, { order: 90 + i * 100, home: stage.rack }));
  });
  if (total && cards.length)
    stage.pieces.push(pill("dealer/total", total, { x: right + card / 2 + 4, y: 14 }, { cap: 11 }));
}

// --- the others ----------------------------------------------------------------------------------------------------

/**
 * A hand of somebody else.
 *
 * @param {Stage} stage
 * @param {Seat} seat
 * @param {number} i
 * @param {{ x: number, acting: boolean }} where
 */
export function layOtherBoxes(stage, seat, i, { x, acting }) {
  const hand = seat.hands[i];
  if (!hand.cards.length) return;
  const foot = stage.height - 26;
  const width = OTHERS_CARD * Math.min(1, (foot - 4) / fan(hand, OTHERS_CARD).high);
  const { cards } = fan(hand, width);
  const middle = x - 12;
  cards.forEach((card, c) => {
    const at = { x: middle + card.x, y: foot + card.y, turn: card.turn };
    const more = { order: c * 100 + seat.n, home: stage.rack };
    stage.pieces.push(cardAt(`s${seat.n}/h${i}/c${c}`, card.card, width, at, more));
  });
  if (!hand.total) return;
  const at = { x: middle + cards[0].x + width / 2 + 4, y: foot + cards[0].y - (width * TALL) / 2 + 2 };
  stage.pieces.push(pill(`s${seat.n}/h${i}/total`, hand.total, at, { cap: 11, tone: acting ? "acting" : "" }));
}

// --- one's own -----------------------------------------------------------------------------------------------------

const HANDS = 158;
/** By rows of bets, the last with the sums below its circles. */
const BETS = [0, 76, 151];
const OWN_CARD = 66;
/** How much larger than that cards are at most where there is room. */
const LARGEST = 1.5;

/**
 * The height of one's own part: the hands, and one or two rows of bets.
 *
 * @param {Model} model
 */
export const ownBoxesHeight = ({ layout }) => HANDS + BETS[phoneBoxPlaces(layout, 0, 0).rows];

/**
 * The width of one's own part beside others: two circles and the box, or the names of three circles.
 *
 * @param {Model} model
 */
export const ownBoxesWidth = ({ layout }) => [0, 200, 264][phoneBoxPlaces(layout, 0, 0).rows];

/**
 * Own hands above the own box with its circles.
 *
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ width: number, top: number, spare: number, scale: number }} where with the height that the hands may have
 *   beyond their own
 */
export function layOwnBoxes(stage, model, seat, { width, top, spare, scale }) {
  const high = HANDS + spare;
  const { box, circles } = phoneBoxPlaces(model.layout, width, top + high + 36);
  const betting = model.phase === "betting";
  const acting = model.turn?.seat === seat.n;
  stage.printed.push({
    key: `own-${seat.n}`,
    sig: JSON.stringify([box, circles, seat.wagers, seat.results.map((one) => one.wager), betting, acting, scale]),
    draw: () => printedOwn(seat, { box, circles, lit: betting || acting, scale }),
  });
  layOwnHands(stage, model, seat, { width, top, high });
  layOwnBox(stage, model, seat, box);
  for (const circle of circles) layOwnCircle(stage, model, seat, circle);
  layOwnInsurance(stage, seat, { width, top });
}

/** @typedef {{ wager: string, title: string, x: number, y: number, r: number }} OwnCircle */

/**
 * @param {Seat} seat
 * @param {{ box: Rect, circles: OwnCircle[], lit: boolean, scale: number }} drawn
 */
function printedOwn(seat, { box, circles, lit, scale }) {
  const group = el("g", { class: "seat taken", "aria-hidden": "true" });
  if (lit) group.append(rect(box, 10, "own-frame"));
  group.append(rect({ ...box, w: box.w - 8, h: box.h - 8 }, 7, lit ? "rule faint filled" : "rule filled"));
  for (const { wager, title, x, y, r } of circles) {
    group.append(el("circle", { cx: short(x), cy: short(y), r, class: "rule" }));
    const words = showsWords(seat, wager)
      ? el("g", { transform: lying(x, y) }, placeWords(title, r, 1, { most: 10 }))
      : el("g", { class: "word", transform: lying(x, y - r - 6) }, overWords(title, scale));
    group.append(words);
  }
  return group;
}

const OVER = { cap: 7, least: 6.3, tracking: 0.22, room: 84 };

/**
 * The name of a wager above its chips.
 *
 * @param {string} title
 * @param {number} scale
 */
function overWords(title, scale) {
  const cap = Math.min(Math.max(OVER.cap, fit(OVER.least, scale)), OVER.room / measure(title, OVER.tracking));
  return letter(printed(title), { cap, tracking: OVER.tracking, anchor: "middle", stroke: 12 });
}

/**
 * Own hands side by side, the first at the right, as large as the room allows.
 *
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ width: number, top: number, high: number }} where
 */
function layOwnHands(stage, model, seat, { width, top, high }) {
  const hands = seat.hands.filter((hand) => hand.cards.length);
  const room = Math.min(width / Math.max(1, hands.length), hands.length > 1 ? 160 : width);
  const foot = top + high - 13;
  const most = (hands.length > 2 ? 52 : OWN_CARD) * Math.min(LARGEST, high / HANDS);
  const size = Math.min(...hands.map((hand) => sizeFor(hand, room, high - 24)), most);
  /** @type {{ place: BoxedPlace, odd: number }[]} */
  const told = [];
  hands.forEach((hand, i) => {
    const x = width / 2 + ((hands.length - 1) / 2 - hand.place) * room - 14;
    const key = `s${seat.n}/h${i}`;
    const acting = model.turn?.seat === seat.n && model.turn.hand === seat.hands.indexOf(hand);
    layOwnHand(stage, seat, hand, { key, x, foot, size, acting });
    const within = { cap: hands.length > 2 ? 9.5 : 11, least: 4, most: width - 4 };
    if (hand.result)
      told.push({ place: resultPlace(`${key}/result`, hand.result, { x, y: foot - 2 }, within), odd: hand.place % 2 });
  });
  stage.places.push(...setOff(told, room, -1));
}

/**
 * @param {Stage} stage
 * @param {Seat} seat
 * @param {Hand} hand
 * @param {{ key: string, x: number, foot: number, size: number, acting: boolean }} where
 */
function layOwnHand(stage, seat, hand, { key, x, foot, size, acting }) {
  const { cards, wide, high } = fan(hand, size);
  if (acting)
    stage.pieces.push(
      mark(`${key}/frame`, { x, y: foot - high / 2 }, `${short(wide)} ${short(high)}`, () =>
        rect({ x: 0, y: 0, w: wide + 16, h: high + 16 }, 11, "own-frame lit"),
      ),
    );
  cards.forEach((card, c) => {
    const at = { x: x + card.x, y: foot + card.y, turn: card.turn };
    stage.pieces.push(cardAt(`${key}/c${c}`, card.card, size, at, { order: c * 100 + seat.n, home: stage.rack }));
  });
  if (!hand.total) return;
  const at = { x: x + cards[0].x + size / 2 + 4, y: foot - high + 3 };
  stage.pieces.push(pill(`${key}/total`, hand.total, at, { tone: acting ? "own" : "" }));
}

/**
 * The card width with which a hand fits into a room.
 *
 * @param {Hand} hand
 * @param {number} wide
 * @param {number} high
 */
function sizeFor(hand, wide, high) {
  const unit = fan(hand, 1);
  return Math.min(high / unit.high, (wide - 40) / unit.wide);
}

/** How much closer together chips and sums lie before sums that the chips tell by themselves are left out. */
const CROWDED = 0.8;
const ITEM = { bet: 40, paid: 40, lammer: 44, toke: 34 };

/**
 * The own box: stacks with their sums.
 *
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {Rect} box
 */
function layOwnBox(stage, model, seat, box) {
  const { items, taken } = inTheBox(model, seat);
  for (const [name, at] of taken) stage.taken.set(name, at);
  /** @type {Item[]} */
  const whole = items.flatMap((item) =>
    item.kind === "bet" && items.length < 4 ? [item, { ...item, kind: "sum", key: `${item.key}/sum` }] : [item],
  );
  const wide = (/** @type {Item} */ item) => (item.kind === "sum" ? sumWidth(item.cents, 12) + 8 : ITEM[item.kind]);
  const along = (/** @type {Item[]} */ some) => some.reduce((sum, item) => sum + wide(item), 6 * (some.length - 1));
  const crowded = along(whole) > (box.w - 16) / CROWDED;
  const row = crowded ? whole.filter(({ kind, cents }) => kind !== "sum" || needsSum(cents)) : whole;
  const widths = row.map(wide);
  const natural = along(row);
  const squeeze = Math.min(1, (box.w - 16) / natural);
  let left = box.x - (natural * squeeze) / 2;
  row.forEach((item, i) => {
    layOwnItem(stage, item, { x: left + (widths[i] * squeeze) / 2, y: box.y, squeeze });
    left += (widths[i] + 6) * squeeze;
  });
  if (model.phase !== "betting") return;
  const { wager } = boxedWagers(model.layout).main;
  const at = { x: box.x, y: box.y, turn: 0 };
  stage.places.push(betPlace(model, seat, wager, { box: [box.w, box.h], round: 10 }, at));
}

/**
 * @param {Stage} stage
 * @param {Item} item
 * @param {{ x: number, y: number, squeeze: number }} where
 */
function layOwnItem(stage, { key, kind, cents, at: turn }, { x, y, squeeze }) {
  const home = { x, y: stage.height + 40 };
  const r = Math.max(12, 19 * Math.min(1, squeeze * 1.2));
  if (kind === "sum") {
    const cap = 12 * Math.max(0.75, squeeze);
    stage.pieces.push(sumAt(key, posted(cents), { x, y }, { cap, anchor: "middle" }));
  } else if (kind === "lammer") stage.pieces.push(lammerAt(key, r, { x, y }, home));
  else {
    const more = { toke: kind === "toke", paid: kind === "paid", at: turn };
    stage.pieces.push(chipsAt(key, cents, kind === "toke" ? 12 : r, { x, y: y + riseOf(cents) / 2 }, home, more));
  }
}

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {OwnCircle} circle
 */
function layOwnCircle(stage, model, seat, { wager, x, y, r }) {
  const result = resultOf(seat, wager);
  const left = leftOf(seat.wagers[wager] ?? 0, result);
  const key = `s${seat.n}/${wager}`;
  const home = { x, y: stage.height + 40 };
  if (result && result.cents < 0) stage.taken.set(key, result.at);
  if (left) stage.pieces.push(chipsAt(key, left, 19, { x, y: y + riseOf(left) / 2 }, home));
  if (left && needsSum(left) && !result) {
    const below = { x, y: Math.min(y + r + 8, stage.height - 8) };
    stage.pieces.push(sumAt(`${key}/sum`, posted(left), below, { cap: 9, anchor: "middle" }));
  }
  if (result) stage.places.push(resultPlace(`${key}/result`, result, { x, y: result.cents < 0 ? y : y + r }));
  stage.taken.set(`${key}/toke`, seat.lostTokes?.[wager]);
  const toke = seat.tokes[wager];
  if (toke)
    stage.pieces.push(chipsAt(`${key}/toke`, toke, 10, { x: x + r * 0.8, y: y + r * 0.7 }, home, { toke: true }));
  if (model.phase === "betting") stage.places.push(betPlace(model, seat, wager, { r }, { x, y, turn: 0 }));
}

/**
 * Insurance on a phone: chips and sum above the box, at the left.
 *
 * @param {Stage} stage
 * @param {Seat} seat
 * @param {{ width: number, top: number }} where
 */
function layOwnInsurance(stage, seat, { width, top }) {
  const result = resultOf(seat, "insurance");
  const key = `s${seat.n}/insurance`;
  const left = leftOf(seat.insurance, result);
  const at = { x: 34, y: top + 46 };
  const home = { x: width / 2, y: stage.height + 40 };
  if (result && result.cents < 0) stage.taken.set(key, result.at);
  if (left)
    stage.pieces.push(
      chipsAt(key, left, 15, at, home),
      mark(`${key}/name`, { x: at.x, y: at.y + 32 }, posted(left), () =>
        el("g", {}, small(say("felt.insurance"), 0, 0), small(posted(left), 0, 16)),
      ),
    );
  if (result) stage.places.push(resultPlace(`${key}/result`, result, { x: at.x + 8, y: at.y + 62 }));
}
