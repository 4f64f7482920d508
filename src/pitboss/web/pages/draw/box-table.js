// @ts-nocheck
// A table with betting boxes from the players' side: seat 1, shoe and hole card at screen right.

import { count, posted } from "../words.js";
import { TALL } from "./card.js";
import { riseOf } from "./chip.js";
import { angleOf, BOX, boxedWagers, boxPlaces, H, rad, spot, W } from "./geometry.js";
import { letter, letterArc, measure } from "./line-face.js";
import { legible, placeWords } from "./place-words.js";
import {
  arc,
  betPlace,
  cardAt,
  centre,
  chipsAt,
  cloth,
  discards,
  fan,
  isActing,
  lammerAt,
  leftOf,
  lineWork,
  mark,
  needsSum,
  note,
  openPlace,
  pill,
  rack,
  railName,
  resultOf,
  resultPlace,
  seenAt,
  setOff,
  shoe,
  shoeNotes,
  showsWords,
  sumAt,
  sumWidth,
  tray,
} from "./skeleton.js";
import { el, lying, short } from "./svg.js";

const BAND = [0.462, 0.494];
const CARD = 0.0525;
const R = { main: 19, side: 16, toke: 12, insurance: 15 };

/** The whole table as one stage; scale is pixels per unit. */
export function boxTable(model, scale) {
  const stage = {
    key: "table",
    width: W,
    height: H,
    printed: [],
    pieces: [],
    places: [],
    taken: new Map(),
    shoe: { x: 0.868 * W, y: 0.11 * W, turn: 14 },
    rack: { x: 0.135 * W, y: 0.09 * W, turn: -8 },
    tray: { x: W / 2, y: 0.027 * W },
  };
  printTable(stage, model, scale);
  layDealer(stage, model);
  const spreads = spreadsOf(model);
  for (const seat of model.seats) laySeat(stage, model, seat, { scale, spread: spreads[seat.n] });
  return stage;
}

// --- what is printed -----------------------------------------------------------------------------------------------

function printTable(stage, model, scale) {
  const { headline, rule, line } = model.layout;
  stage.printed.push(
    { key: "cloth", sig: "", draw: () => lineWork(model, cloth()) },
    { key: "tray", sig: "", draw: () => lineWork(model, tray()) },
    { key: "lettering", sig: `${headline} ${rule}`, draw: () => lettering(model.layout, centre(model)) },
    { key: "band", sig: `${model.phase === "insurance"} ${line}`, draw: () => band(model) },
    { key: "rack", sig: `${discards(model)} ${scale}`, draw: () => printedRack(model, scale) },
    { key: "shoe", sig: `${JSON.stringify(model.cards)} ${scale}`, draw: () => printedShoe(model, scale) },
  );
}

/** Words along an arc of the table, smaller where they would be longer than it. */
function arcWords(text, { cap, tracking, radius, half, middle }) {
  const room = 2 * rad(half) * radius * W;
  const size = Math.min(cap * W, room / measure(text, tracking));
  return letterArc(text, { cap: size, tracking, radius: radius * W, ...middle });
}

function lettering({ headline, rule }, middle) {
  const group = el("g", { class: "word", "aria-hidden": "true" });
  if (headline) group.append(arcWords(headline, { cap: 0.019, tracking: 0.68, radius: 0.406, half: 40, middle }));
  if (rule) group.append(arcWords(rule, { cap: 0.0083, tracking: 0.62, radius: 0.437, half: 38, middle }));
  return group;
}

const BAND_HALF = 39;

/** The double arcs of the insurance line with its words; lit while insurance is open. */
function band(model) {
  const { line } = model.layout;
  const group = el("g", { "aria-hidden": "true" });
  if (!line) return group;
  const look = { cap: 0.0105, tracking: 0.3, radius: 0.4835, half: BAND_HALF - 2, middle: centre(model) };
  const thrice = Array(3).fill(line).join(" ◇ ");
  const room = 2 * rad(look.half) * look.radius;
  const words = measure(thrice, look.tracking) * look.cap <= room ? thrice : line;
  group.append(lineWork(model, bandLines(model.phase === "insurance")));
  group.append(el("g", { class: "word" }, arcWords(words, look)));
  return group;
}

function bandLines(open) {
  const [inner, outer] = BAND;
  const ends = [-BAND_HALF, BAND_HALF].map((angle) => {
    const [from, to] = [spot(inner, angle), spot(outer, angle)];
    return `M${short(from.x)} ${short(from.y)}L${short(to.x)} ${short(to.y)}`;
  });
  const lines = [inner, inner + 0.0035, outer - 0.0035, outer].map((radius) => arc(radius, BAND_HALF)).join("");
  const ruled = el("g");
  if (open) {
    const d = arc((inner + outer) / 2, BAND_HALF);
    ruled.append(el("path", { d, class: "band-open", "stroke-width": (outer - inner) * W }));
  }
  ruled.append(el("path", { d: lines + ends.join(""), class: "rule fine" }));
  return ruled;
}

function printedRack(model, scale) {
  const words = ["Discard rack", count(discards(model), "card")];
  const drawn = el("g", { transform: lying(0.1 * W, 0.045 * W, -8) }, rack(model));
  return el("g", {}, lineWork(model, drawn), ...notesAt(model, words, { x: 0.135 * W, y: 0.157 * W }, scale));
}

/** Lines of words on the players' side of something. */
function notesAt(model, words, at, scale) {
  const line = 15 / Math.min(1, scale);
  const { x, y } = seenAt(model, at);
  const first = model.turned ? y + 0.6 * line - (words.length - 1) * line : y;
  return words.map((text, i) => note(text, { x, y: first + i * line, scale }));
}

function printedShoe(model, scale) {
  const drawn = el("g", { transform: lying(0.825 * W, 0.022 * W, 14) }, shoe(model));
  return el(
    "g",
    {},
    lineWork(model, drawn),
    ...notesAt(model, shoeNotes(model), { x: 0.868 * W, y: 0.181 * W }, scale),
  );
}

// --- the dealer ----------------------------------------------------------------------------------------------------

function layDealer(stage, model) {
  const { cards, total } = model.dealer;
  const toLeft = Math.max(0, cards.length - 1);
  const width = 0.062 * W * Math.max(0.6, 1 - 0.07 * Math.max(0, toLeft - 2));
  const y = 0.06 * W + (width * TALL) / 2;
  const step = width * 1.1;
  cards.forEach((card, i) => {
    const x = i === 1 ? 0.504 * W + width / 2 : 0.497 * W - width / 2 - (i ? i - 1 : 0) * step;
    stage.pieces.push(cardAt(`dealer/${i}`, card, width, { x, y }, { order: i * 100 + 90, home: stage.rack }));
  });
  if (total)
    stage.pieces.push(pill("dealer/total", total, { x: 0.504 * W + (cards.length > 1 ? width : 0) + 6, y: 0.064 * W }));
}

// --- a seat --------------------------------------------------------------------------------------------------------

function laySeat(stage, model, seat, { scale, spread }) {
  const angle = angleOf(seat.n, model.seats.length);
  const { wide, circles } = boxPlaces(model.layout, model.seats.length);
  stage.printed.push(
    { key: `seat-${seat.n}`, sig: seatSig(model, seat, scale), draw: () => printedSeat(model, seat, angle, scale) },
    { key: `name-${seat.n}`, sig: nameSig(model, seat, scale), draw: () => railName(seat, model, scale) },
  );
  if (seat.open) {
    stage.places.push(
      openPlace(seat, { box: [wide * W, BOX.high * W], round: 13 }, { ...spot(BOX.radius, angle), turn: -angle }),
    );
    return;
  }
  const home = spot(0.86, angle);
  layHands(stage, model, seat, { angle, spread });
  layBox(stage, model, seat, { angle, home, wide });
  laySides(stage, model, seat, { angle, home, circles, named: isLettered(circles, scale) });
  layInsurance(stage, seat, { angle, home });
}

const seatSig = (model, seat, scale) =>
  [
    seat.open,
    seat.you && model.phase === "betting",
    isActing(model, seat),
    seat.you,
    scale,
    Object.keys(seat.wagers).join(),
    seat.results.map((one) => one.wager).join(),
  ].join();

const nameSig = (model, seat, scale) =>
  [
    seat.open,
    seat.name,
    seat.you,
    model.turn?.seat,
    JSON.stringify([seat.wagers, seat.hands.map((hand) => hand.bet), seat.tokes, seat.insurance]),
    scale,
  ].join();

/** The box and the circles, turned with the seat's axis. */
function printedSeat(model, seat, angle, scale) {
  const { wide, circles } = boxPlaces(model.layout, model.seats.length);
  const at = seenAt(model, spot(BOX.radius, angle));
  const side = (model.turned ? -1 : 1) * W;
  const group = el("g", {
    class: `seat ${seat.open ? "vacant" : "taken"}`,
    transform: lying(at.x, at.y, -angle),
    "aria-hidden": "true",
  });
  const [w, h] = [wide * W, BOX.high * W];
  const lettered = isLettered(circles, scale);
  if ((seat.you && model.phase === "betting") || isActing(model, seat))
    group.append(frame(w + (wide < BOX.wide ? 6 : 10), h + 10, 17, "own-frame"));
  group.append(frame(w, h, 13, seat.open ? "rule" : "rule filled"), frame(w - 10, h - 10, 9, "rule faint"));
  if (seat.open)
    group.append(
      el("g", { class: "word", transform: lying(0, 9) }, letter(String(seat.n), { cap: 18, anchor: "middle" })),
    );
  for (const { wager, title, across, along, r } of circles) {
    const at = { transform: lying(across * side, along * side) };
    const circle = el("g", at, el("circle", { r: short(r * W), class: "rule" }));
    if (showsWords(seat, wager)) circle.append(placeWords(title, r * W, scale, { short: !lettered }));
    group.append(circle);
  }
  return group;
}

/** The circles of a table have their words, or all of them have initials. */
const isLettered = (circles, scale) =>
  legible(
    circles.map(({ title, r }) => ({ title, r: r * W })),
    scale,
  );

const frame = (w, h, round, kind) =>
  el("rect", { x: short(-w / 2), y: short(-h / 2), width: short(w), height: short(h), rx: round, class: kind });

// --- hands ---------------------------------------------------------------------------------------------------------

/** How far apart each seat's hands lie, how large, and how far neighbours make room. */
function spreadsOf(model) {
  const many = Object.fromEntries(model.seats.map((seat) => [seat.n, seat.hands.length]));
  const room = (n) => [0, 0, 0.012, 0.02, 0.03][Math.min(4, many[n] ?? 0)];
  const spreads = {};
  for (const { n } of model.seats) {
    const beside = Math.max(many[n - 1] ?? 0, many[n + 1] ?? 0);
    const tight = many[n] > 1 && beside > 1;
    const size = [1, 1, 1, 0.8, 0.75][Math.min(4, many[n])] * (tight ? 0.85 : 1);
    const apart = [0, 0, 0.09, 0.063, 0.056][Math.min(4, many[n])] * (tight ? 0.85 : 1);
    const aside = room(n + 1) - room(n - 1);
    spreads[n] = { size, apart, aside };
  }
  return spreads;
}

/** Where the middle of a hand's lower edge lies; the first hand is nearest seat 1. */
function handFoot(seat, i, angle, seats, { apart, aside }) {
  const out = Math.abs((seats + 1) / 2 - seat.n) / ((seats - 1) / 2);
  const foot = spot(0.649 - 0.019 * out, angle);
  const offset = (seat.hands.length - 1) / 2 - seat.hands[i].place;
  return { x: foot.x + (offset * apart + aside) * W, y: foot.y };
}

function layHands(stage, model, seat, { angle, spread }) {
  const width = CARD * W * spread.size;
  const told = [];
  const close = seat.hands.length > 2 || Math.abs(spread.aside) >= 0.02;
  seat.hands.forEach((hand, i) => {
    if (!hand.cards.length) return;
    const foot = handFoot(seat, i, angle, model.seats.length, spread);
    const { cards, wide, high } = fan(hand, width);
    const of = { x: foot.x, y: foot.y - high / 2 };
    const acting = model.turn?.seat === seat.n && model.turn.hand === i;
    if (acting && isActing(model, seat)) stage.pieces.push(handFrame(`s${seat.n}/h${i}/frame`, foot, wide, high));
    cards.forEach((card, c) => {
      const at = { x: foot.x + card.x, y: foot.y + card.y, turn: card.turn };
      stage.pieces.push(
        cardAt(`s${seat.n}/h${i}/c${c}`, card.card, width, at, { order: c * 100 + seat.n, home: stage.rack, of }),
      );
    });
    if (hand.total) {
      const at = { ...pillSpot(foot, cards[0], width, close), of };
      stage.pieces.push(
        pill(`s${seat.n}/h${i}/total`, hand.total, at, { tone: acting ? (seat.you ? "own" : "acting") : "" }),
      );
    }
    const at = { x: foot.x, y: foot.y + 11 };
    const { result } = hand;
    if (result) told.push({ place: resultPlace(`s${seat.n}/h${i}/result`, result, at), odd: hand.place % 2 });
  });
  stage.places.push(...setOff(told, spread.apart * W, 1));
}

/** A total lies at the right of its first card; above it where hands lie close. */
function pillSpot(foot, first, width, close) {
  const [x, y] = [foot.x + first.x, foot.y + first.y - (width * TALL) / 2];
  return close ? { x: x - width / 2, y: y - 25 } : { x: x + width / 2 + 5, y: y + 4 };
}

const handFrame = (key, foot, wide, high) =>
  mark(key, { x: foot.x, y: foot.y - high / 2 }, `${short(wide)} ${short(high)}`, () =>
    frame(wide + 18, high + 18, 11, "own-frame lit"),
  );

// --- bets ----------------------------------------------------------------------------------------------------------

/** What lies in a betting box, from screen left to right. */
export function inTheBox(model, seat) {
  const main = boxedWagers(model.layout).main.wager;
  const rows = seat.hands.length ? seat.hands.map((hand, i) => ofHand(seat, hand, i, main)) : [ofWager(seat, main)];
  const items = rows.sort((a, b) => b.place - a.place).flatMap((row) => row.items);
  if (seat.tokes[main]) items.push({ key: `s${seat.n}/toke`, cents: seat.tokes[main], kind: "toke" });
  return { items, taken: [...rows.flatMap((row) => row.taken), [`s${seat.n}/toke`, seat.lostTokes?.[main]]] };
}

function ofWager(seat, main) {
  const cents = seat.wagers[main] ?? 0;
  return betItems(`s${seat.n}/h0`, { stake: cents, more: 0, lammers: [], result: resultOf(seat, main) });
}

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

function betItems(key, { stake, more, lammers, result, place = 0 }) {
  const items = lammers.map((kind) => ({ key: `${key}/${kind}`, kind: "lammer" }));
  const left = leftOf(stake + more, result);
  const stacks =
    left === stake + more
      ? [
          ["bet", stake],
          ["double", more],
        ]
      : [["bet", left]];
  for (const [name, cents] of stacks) if (cents) items.push({ key: `${key}/${name}`, cents, kind: "bet" });
  if (result?.cents > 0) items.push({ key: `${key}/paid`, cents: result.cents, kind: "paid", at: result.at });
  return {
    items,
    place,
    taken: result?.cents < 0 ? [`${key}/bet`, `${key}/double`].map((name) => [name, result.at]) : [],
  };
}

const WIDTHS = { bet: 2 * R.main, paid: 2 * R.main, toke: 2 * R.toke + 8, lammer: 2 * R.main };

/** The box's chips side by side, closer together where there are many. */
function layBox(stage, model, seat, { angle, home, wide }) {
  const { items, taken } = inTheBox(model, seat);
  for (const [name, at] of taken) stage.taken.set(name, at);
  const written = items.length === 1 && needsSum(items[0].cents);
  const row = written ? [...items, { kind: "sum", cents: items[0].cents }] : items;
  const widths = row.map((item) => (item.kind === "sum" ? sumWidth(item.cents) : WIDTHS[item.kind]));
  const gap = row.length === 2 && !written ? 14 : 5;
  const natural = widths.reduce((sum, w) => sum + w, 0) + gap * (row.length - 1);
  const squeeze = Math.min(1, (wide * W - 8) / natural);
  let along = (-natural * squeeze) / 2;
  row.forEach((item, i) => {
    const middle = along + (widths[i] * squeeze) / 2;
    along += (widths[i] + gap) * squeeze;
    layItem(stage, seat, item, { middle, angle, home, r: Math.max(R.main * Math.min(1, squeeze * 1.25), 11) });
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

function layItem(stage, seat, item, { middle, angle, home, r }) {
  const at = spot(BOX.radius, angle, middle / W);
  const lifted = { x: at.x, y: at.y + (item.cents ? riseOf(item.cents) / 2 : 0) };
  const of = at;
  if (item.kind === "sum") stage.pieces.push(sumAt(`s${seat.n}/sum`, posted(item.cents), at, { anchor: "middle" }));
  else if (item.kind === "lammer") stage.pieces.push(lammerAt(item.key, r, at, home));
  else if (item.kind === "toke")
    stage.pieces.push(chipsAt(item.key, item.cents, R.toke, lifted, home, { toke: true, of }));
  else
    stage.pieces.push(chipsAt(item.key, item.cents, r, lifted, home, { paid: item.kind === "paid", at: item.at, of }));
}

/** Side bets in their circles, with what they brought. */
function laySides(stage, model, seat, { angle, home, circles, named }) {
  const told = [];
  for (const { wager, across, along, r, press } of circles) {
    const at = spot(BOX.radius, angle, across, along);
    const key = `s${seat.n}/${wager}`;
    const result = resultOf(seat, wager);
    laySide(stage, seat, { wager, key, at, home, result, r: Math.min(R.side, r * W - 3) });
    const below = result?.cents < 0 ? along : along + (circles.length > 3 ? 0.6 * r : r + 0.01);
    if (result) told.push(sideResult(key, result, { angle, across, along: below, told }));
    if (seat.you && model.phase === "betting")
      stage.places.push(betPlace(model, seat, wager, { r: press * W }, { ...at, turn: 0 }, { named }));
  }
  stage.places.push(...told);
}

/** A side bet's result below its circle, further out where it would cover one before. */
function sideResult(key, result, { angle, across, along, told }) {
  const at = (more) =>
    resultPlace(`${key}/result`, result, spot(BOX.radius, angle, across, along + more), { cap: 8.5, most: 0.96 * W });
  return [0, 0.016].map(at).find((place) => !told.some((other) => covers(place, other))) ?? at(0.032);
}

/** Whether two boxes lie over one another. */
function covers(one, other) {
  const apart = (side, at) => Math.abs(one[at] - other[at]) >= (one.shape.box[side] + other.shape.box[side]) / 2;
  return !apart(0, "x") && !apart(1, "y");
}

function laySide(stage, seat, { wager, key, at, home, result, r }) {
  const cents = seat.wagers[wager] ?? 0;
  const left = leftOf(cents, result);
  if (result?.cents < 0) stage.taken.set(key, result.at);
  stage.taken.set(`${key}/toke`, seat.lostTokes?.[wager]);
  const of = at;
  if (left) stage.pieces.push(chipsAt(key, left, r, { x: at.x, y: at.y + riseOf(left) / 2 }, home, { of }));
  if (left && needsSum(left))
    stage.pieces.push(sumAt(`${key}/sum`, posted(left), { x: at.x + r + 6, y: at.y, of }, { cap: 8.5 }));
  if (result?.cents > 0)
    stage.pieces.push(
      chipsAt(`${key}/paid`, result.cents, r * 0.9, { x: at.x + r * 0.9, y: at.y - r * 0.5 }, home, {
        paid: true,
        at: result.at,
        of,
      }),
    );
  const toke = seat.tokes?.[wager];
  if (toke)
    stage.pieces.push(
      chipsAt(`${key}/toke`, toke, R.toke * 0.8, { x: at.x + r + 5, y: at.y + r * 0.6 }, home, { toke: true, of }),
    );
}

function layInsurance(stage, seat, { angle, home }) {
  const result = resultOf(seat, "insurance");
  const key = `s${seat.n}/insurance`;
  const at = spot((BAND[0] + BAND[1]) / 2, angle);
  const left = leftOf(seat.insurance ?? 0, result);
  if (result?.cents < 0) stage.taken.set(key, result.at);
  const of = at;
  if (left) stage.pieces.push(chipsAt(key, left, R.insurance, { x: at.x, y: at.y + riseOf(left) / 2 }, home, { of }));
  if (left && needsSum(left))
    stage.pieces.push(pill(`${key}/sum`, posted(left), { x: at.x + R.insurance + 3, y: at.y - 8, of }, { cap: 8.5 }));
  if (result?.cents > 0)
    stage.pieces.push(
      chipsAt(`${key}/paid`, result.cents, R.insurance, { x: at.x - 32, y: at.y }, home, {
        paid: true,
        at: result.at,
        of,
      }),
    );
  if (result) stage.places.push(resultPlace(`${key}/result`, result, spot(BAND[1], angle, 0, 0.008), { cap: 8.5 }));
}
