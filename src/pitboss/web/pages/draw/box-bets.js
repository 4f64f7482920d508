// The bets before a seat with a betting box: chips in the box, side bets in their circles, insurance on its line.

/** @import { BoxedPlace, Hand, Model, Point, Result, Seat, Stage } from "./types.js" */
/** @import { Circle } from "./geometry.js" */

import { posted } from "../words.js";
import { riseOf } from "./chip.js";
import { BAND, BOX, boxedWagers, spot, W } from "./geometry.js";
import { chipsAt, lammerAt, needsSum, pill, sumAt, sumWidth } from "./pieces.js";
import { betPlace, leftOf, resultOf, resultPlace } from "./wagers.js";

const R = { main: 19, side: 16, toke: 12, insurance: 15 };

/** @typedef {"bet" | "paid" | "lammer" | "toke" | "sum"} ItemKind */
/** @typedef {{ key: string, kind: ItemKind, cents: number, at?: number }} Item something in a betting box */
/** @typedef {[string, number | undefined]} Taken chips by their key, and the turn in which they are taken */

/**
 * What lies in a betting box, from screen left to right.
 *
 * @param {Model} model
 * @param {Seat} seat
 * @returns {{ items: Item[], taken: Taken[] }}
 */
export function inTheBox(model, seat) {
  const main = boxedWagers(model.layout).main.wager;
  const rows = seat.hands.length ? seat.hands.map((hand, i) => ofHand(seat, hand, i, main)) : [ofWager(seat, main)];
  const items = rows.sort((a, b) => b.place - a.place).flatMap((row) => row.items);
  if (seat.tokes[main]) items.push({ key: `s${seat.n}/toke`, cents: seat.tokes[main], kind: "toke" });
  return { items, taken: [...rows.flatMap((row) => row.taken), [`s${seat.n}/toke`, seat.lostTokes?.[main]]] };
}

/**
 * @param {Seat} seat
 * @param {string} main
 */
function ofWager(seat, main) {
  const cents = seat.wagers[main] ?? 0;
  return betItems(`s${seat.n}/h0`, { stake: cents, more: 0, lammers: [], result: resultOf(seat, main) });
}

/**
 * @param {Seat} seat
 * @param {Hand} hand
 * @param {number} i
 * @param {string} main
 */
function ofHand(seat, hand, i, main) {
  const first = hand.doubledCard >= 0 && seat.wagers[main] ? Math.min(hand.bet, seat.wagers[main]) : hand.bet;
  return betItems(`s${seat.n}/h${i}`, {
    stake: first,
    more: hand.bet - first,
    lammers: hand.lammers ?? [],
    result: hand.result,
    place: hand.place,
  });
}

/**
 * @param {string} key
 * @param {{ stake: number, more: number, lammers: string[], result: Result | null, place?: number }} bet
 * @returns {{ items: Item[], place: number, taken: Taken[] }}
 */
function betItems(key, { stake, more, lammers, result, place = 0 }) {
  /** @type {Item[]} */
  const items = lammers.map((kind) => ({ key: `${key}/${kind}`, kind: "lammer", cents: 0 }));
  const left = leftOf(stake + more, result);
  const stacks = left === stake + more ? { bet: stake, double: more } : { bet: left };
  for (const [name, cents] of Object.entries(stacks))
    if (cents) items.push({ key: `${key}/${name}`, cents, kind: "bet" });
  if (result && result.cents > 0) items.push({ key: `${key}/paid`, cents: result.cents, kind: "paid", at: result.at });
  const lost = result && result.cents < 0 ? [`${key}/bet`, `${key}/double`] : [];
  return { items, place, taken: lost.map((name) => [name, result?.at]) };
}

/** A ring around the chips leaves the sum beside them free. */
const SUM_APART = 9;
const WIDTHS = { bet: 2 * R.main, paid: 2 * R.main, toke: 2 * R.toke + 8, lammer: 2 * R.main };

/**
 * The box's chips side by side, closer together where there are many.
 *
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ angle: number, home: Point, wide: number }} how
 */
export function layBox(stage, model, seat, { angle, home, wide }) {
  const { items, taken } = inTheBox(model, seat);
  for (const [name, at] of taken) stage.taken.set(name, at);
  const written = items.length === 1 && needsSum(items[0].cents);
  /** @type {Item[]} */
  const row = written ? [...items, { ...items[0], key: `s${seat.n}/sum`, kind: "sum" }] : items;
  const widths = row.map((item) => (item.kind === "sum" ? sumWidth(item.cents) : WIDTHS[item.kind]));
  const gap = written ? SUM_APART : row.length === 2 ? 14 : 5;
  const natural = widths.reduce((sum, w) => sum + w, 0) + gap * (row.length - 1);
  const squeeze = Math.min(1, (wide * W - 8) / natural);
  let along = (-natural * squeeze) / 2;
  row.forEach((item, i) => {
    const middle = along + (widths[i] * squeeze) / 2;
    along += (widths[i] + gap) * squeeze;
    layItem(stage, item, { middle, angle, home, r: Math.max(R.main * Math.min(1, squeeze * 1.25), 11) });
  });
  if (seat.you && model.phase === "betting")
    stage.places.push(
      betPlace(
        model,
        seat,
        boxedWagers(model.layout).main.wager,
        { box: [wide * W, BOX.high * W], round: 13 },
        { ...spot(BOX.radius, angle), turn: -angle },
      ),
    );
}

/**
 * @param {Stage} stage
 * @param {Item} item
 * @param {{ middle: number, angle: number, home: Point, r: number }} how
 */
function layItem(stage, item, { middle, angle, home, r }) {
  const at = spot(BOX.radius, angle, middle / W);
  const lifted = { x: at.x, y: at.y + (item.cents ? riseOf(item.cents) / 2 : 0) };
  const of = at;
  if (item.kind === "sum") stage.pieces.push(sumAt(item.key, posted(item.cents), at, { anchor: "middle" }));
  else if (item.kind === "lammer") stage.pieces.push(lammerAt(item.key, r, at, home));
  else if (item.kind === "toke")
    stage.pieces.push(chipsAt(item.key, item.cents, R.toke, lifted, home, { toke: true, of }));
  else
    stage.pieces.push(chipsAt(item.key, item.cents, r, lifted, home, { paid: item.kind === "paid", at: item.at, of }));
}

/**
 * Side bets in their circles, with what they brought.
 *
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ angle: number, home: Point, circles: Circle[], named: boolean }} how
 */
export function laySides(stage, model, seat, { angle, home, circles, named }) {
  /** @type {BoxedPlace[]} */
  const told = [];
  for (const { wager, across, along, r, press } of circles) {
    const at = spot(BOX.radius, angle, across, along);
    const key = `s${seat.n}/${wager}`;
    const result = resultOf(seat, wager);
    laySide(stage, model, seat, { wager, key, at, home, result, r: Math.min(R.side, r * W - 3) });
    const below = result && result.cents < 0 ? along : along + (circles.length > 3 ? 0.6 * r : r + 0.01);
    if (result) told.push(sideResult(key, result, { angle, across, along: below, told }));
    if (seat.you && model.phase === "betting")
      stage.places.push(betPlace(model, seat, wager, { r: press * W }, { ...at, turn: 0 }, { named }));
  }
  stage.places.push(...told);
}

/**
 * A side bet's result below its circle, further out where it would cover one before.
 *
 * @param {string} key
 * @param {Result} result
 * @param {{ angle: number, across: number, along: number, told: BoxedPlace[] }} where
 */
function sideResult(key, result, { angle, across, along, told }) {
  const at = (/** @type {number} */ more) =>
    resultPlace(`${key}/result`, result, spot(BOX.radius, angle, across, along + more), { cap: 8.5, most: 0.96 * W });
  return [0, 0.016].map(at).find((place) => !told.some((other) => covers(place, other))) ?? at(0.032);
}

/**
 * Whether two boxes lie over one another.
 *
 * @param {BoxedPlace} one
 * @param {BoxedPlace} other
 */
function covers(one, other) {
  const [wide, high] = [0, 1].map((side) => (one.shape.box[side] + other.shape.box[side]) / 2);
  return Math.abs(one.x - other.x) < wide && Math.abs(one.y - other.y) < high;
}

/**
 * A side bet with its sum towards the rail, away from the box: above its chips where the dealer looks, beyond a ring.
 *
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ wager: string, key: string, at: Point, home: Point, result: Result | null, r: number }} bet
 */
function laySide(stage, model, seat, { wager, key, at, home, result, r }) {
  const cents = seat.wagers[wager] ?? 0;
  const left = leftOf(cents, result);
  if (result && result.cents < 0) stage.taken.set(key, result.at);
  stage.taken.set(`${key}/toke`, seat.lostTokes?.[wager]);
  const of = at;
  if (left) stage.pieces.push(chipsAt(key, left, r, { x: at.x, y: at.y + riseOf(left) / 2 }, home, { of }));
  const railwards = model.turned ? -(r + 20) : r + 9;
  if (left && needsSum(left))
    stage.pieces.push(
      sumAt(`${key}/sum`, posted(left), { x: at.x, y: at.y + railwards, of }, { cap: 8.5, anchor: "middle" }),
    );
  if (result && result.cents > 0)
    stage.pieces.push(
      chipsAt(`${key}/paid`, result.cents, r * 0.9, { x: at.x + r * 0.9, y: at.y - r * 0.5 }, home, {
        paid: true,
        at: result.at,
        of,
      }),
    );
  const toke = seat.tokes[wager];
  if (toke)
    stage.pieces.push(
      chipsAt(`${key}/toke`, toke, R.toke * 0.8, { x: at.x + r + 5, y: at.y + r * 0.6 }, home, { toke: true, of }),
    );
}

/**
 * @param {Stage} stage
 * @param {Seat} seat
 * @param {{ angle: number, home: Point }} where
 */
export function layInsurance(stage, seat, { angle, home }) {
  const result = resultOf(seat, "insurance");
  const key = `s${seat.n}/insurance`;
  const at = spot((BAND[0] + BAND[1]) / 2, angle);
  const left = leftOf(seat.insurance, result);
  if (result && result.cents < 0) stage.taken.set(key, result.at);
  const of = at;
  if (left) stage.pieces.push(chipsAt(key, left, R.insurance, { x: at.x, y: at.y + riseOf(left) / 2 }, home, { of }));
  if (left && needsSum(left))
    stage.pieces.push(pill(`${key}/sum`, posted(left), { x: at.x + R.insurance + 3, y: at.y - 8, of }, { cap: 8.5 }));
  if (result && result.cents > 0)
    stage.pieces.push(
      chipsAt(`${key}/paid`, result.cents, R.insurance, { x: at.x - 32, y: at.y }, home, {
        paid: true,
        at: result.at,
        of,
      }),
    );
  if (result) stage.places.push(resultPlace(`${key}/result`, result, spot(BAND[1], angle, 0, 0.008), { cap: 8.5 }));
}
