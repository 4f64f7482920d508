// A table with betting boxes from the players' side: seat 1, shoe and hole card at screen right.

/** @import { BoxedPlace, Layout, Model, Point, Seat, Stage } from "./types.js" */
/** @import { Circle } from "./geometry.js" */

import { say } from "../say.js";
import { count } from "../words.js";
import { layBox, layInsurance, laySides } from "./box-bets.js";
import { TALL } from "./card.js";
import { cloth, discards, rack, shoe, shoeNotes, tray } from "./furniture.js";
import { angleOf, BAND, BOX, boxPlaces, H, rad, spot, W } from "./geometry.js";
import { letter, letterArc, measure } from "./line-face.js";
import { cardAt, fan, mark, pill } from "./pieces.js";
import { legible, placeWords } from "./place-words.js";
import { railName } from "./seat-names.js";
import { el, lying, short } from "./svg.js";
import { arc, centre, lineWork, note, seenAt } from "./view.js";
import { isActing, openPlace, resultPlace, setOff, showsWords } from "./wagers.js";

const CARD = 0.0525;

/**
 * The whole table as one stage; scale is pixels per unit.
 *
 * @param {Model} model
 * @param {number} scale
 */
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

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {number} scale
 */
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

/** @typedef {{ x: number, y: number, outside?: boolean }} ArcCentre */

/**
 * Words along an arc of the table, smaller where they would be longer than it.
 *
 * @param {string} text
 * @param {{ cap: number, tracking: number, radius: number, half: number, middle: ArcCentre }} look
 */
function arcWords(text, { cap, tracking, radius, half, middle }) {
  const room = 2 * rad(half) * radius * W;
  const size = Math.min(cap * W, room / measure(text, tracking));
  return letterArc(text, { cap: size, tracking, radius: radius * W, ...middle });
}

/**
 * @param {Layout} layout
 * @param {ArcCentre} middle
 */
function lettering({ headline, rule }, middle) {
  const group = el("g", { class: "word", "aria-hidden": "true" });
  if (headline) group.append(arcWords(headline, { cap: 0.019, tracking: 0.68, radius: 0.406, half: 40, middle }));
  if (rule) group.append(arcWords(rule, { cap: 0.0083, tracking: 0.62, radius: 0.437, half: 38, middle }));
  return group;
}

const BAND_HALF = 39;

/**
 * The double arcs of the insurance line with its words; lit while insurance is open.
 *
 * @param {Model} model
 */
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

/** @param {boolean} open */
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

/**
 * @param {Model} model
 * @param {number} scale
 */
function printedRack(model, scale) {
  const rackName = say("felt.discard_rack");
  const lines = scale < ROOMY ? rackName.split(" ") : [rackName]; // the dealer's cards begin beside it
  const words = [...lines, ...(model.cards.past ? [] : [count(discards(model), "card")])];
  const drawn = el("g", { transform: lying(0.1 * W, 0.045 * W, -8) }, rack(model));
  return el("g", {}, lineWork(model, drawn), ...notesAt(model, words, { x: 0.243 * W, y: 0.074 * W }, scale, -1));
}

/** From the middle of the words beside shoe and rack to what they stand beside, and the scale that needs no more. */
const [BESIDE, ROOMY] = [0.044 * W, 0.9];

/**
 * Lines of words on the players' side of something; on a small felt they grow away from it, not over it.
 *
 * @param {Model} model
 * @param {string[]} words
 * @param {Point} at
 * @param {number} scale
 * @param {1 | -1} side where it stands: at the players' right (1) or left
 */
function notesAt(model, words, at, scale, side) {
  const line = 15 / Math.min(1, scale);
  const small = scale < ROOMY;
  const { x, y } = seenAt(model, { x: at.x + (small ? side * BESIDE : 0), y: at.y });
  const anchor = side * (model.turned ? -1 : 1) > 0 ? "end" : "start";
  const first = model.turned ? y + 0.6 * line - (words.length - 1) * line : y;
  return words.map((text, i) => note(text, { x, y: first + i * line, scale, anchor: small ? anchor : "middle" }));
}

/**
 * @param {Model} model
 * @param {number} scale
 */
function printedShoe(model, scale) {
  const drawn = el("g", { transform: lying(0.825 * W, 0.022 * W, 14) }, shoe(model));
  return el(
    "g",
    {},
    lineWork(model, drawn),
    ...notesAt(model, shoeNotes(model), { x: 0.752 * W, y: 0.074 * W }, scale, 1),
  );
}

// --- the dealer ----------------------------------------------------------------------------------------------------

const DEALER_CARD = 0.062 * W;
/** From the middle to the words beside the discard rack. */
const DEALER_ROOM = 0.2 * W;
/** From one of the dealer's cards to the next, in widths of one. */
const APART = 1.1;

/**
 * @param {Stage} stage
 * @param {Model} model
 */
function layDealer(stage, model) {
  const { cards, total } = model.dealer;
  const hits = Math.max(0, cards.length - 2);
  const width = Math.max(0.6 * DEALER_CARD, Math.min(DEALER_CARD, DEALER_ROOM / (1 + APART * hits)));
  const y = 0.06 * W + (width * TALL) / 2;
  const step = Math.min(APART * width, (DEALER_ROOM - width) / Math.max(1, hits));
  const laid = cards.map((card, i) => {
    const x = i === 1 ? 0.504 * W + width / 2 : 0.497 * W - width / 2 - (i ? i - 1 : 0) * step;
    return cardAt(`dealer/${i}`, card, width, { x, y }, { order: i * 100 + 90, home: stage.rack });
  });
  stage.pieces.push(...laid.reverse()); // where there is no room for all, the rank of each is seen
  if (total)
    stage.pieces.push(pill("dealer/total", total, { x: 0.504 * W + (cards.length > 1 ? width : 0) + 6, y: 0.064 * W }));
}

// --- a seat --------------------------------------------------------------------------------------------------------

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ scale: number, spread: Spread }} how
 */
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

/**
 * @param {Model} model
 * @param {Seat} seat
 * @param {number} scale
 */
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

/**
 * @param {Model} model
 * @param {Seat} seat
 * @param {number} scale
 */
const nameSig = (model, seat, scale) =>
  [
    seat.open,
    seat.name,
    seat.you,
    model.turn?.seat,
    JSON.stringify([seat.wagers, seat.hands.map((hand) => hand.bet), seat.tokes, seat.insurance]),
    scale,
  ].join();

/**
 * The box and the circles, turned with the seat's axis.
 *
 * @param {Model} model
 * @param {Seat} seat
 * @param {number} angle
 * @param {number} scale
 */
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

/**
 * The circles of a table have their words, or all of them have initials.
 *
 * @param {Circle[]} circles
 * @param {number} scale
 */
const isLettered = (circles, scale) =>
  legible(
    circles.map(({ title, r }) => ({ title, r: r * W })),
    scale,
  );

/**
 * @param {number} w
 * @param {number} h
 * @param {number} round
 * @param {string} kind
 */
const frame = (w, h, round, kind) =>
  el("rect", { x: short(-w / 2), y: short(-h / 2), width: short(w), height: short(h), rx: round, class: kind });

// --- hands ---------------------------------------------------------------------------------------------------------

/** @typedef {{ size: number, apart: number, aside: number }} Spread */

/**
 * How far apart each seat's hands lie, how large, and how far neighbours make room.
 *
 * @param {Model} model
 */
function spreadsOf(model) {
  const many = Object.fromEntries(model.seats.map((seat) => [seat.n, seat.hands.length]));
  const room = (/** @type {number} */ n) => [0, 0, 0.012, 0.02, 0.03][Math.min(4, many[n] ?? 0)];
  /** @type {Record<number, Spread>} */
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

/**
 * Where the middle of a hand's lower edge lies; the first hand is nearest seat 1.
 *
 * @param {Seat} seat
 * @param {number} i
 * @param {number} angle
 * @param {number} seats
 * @param {Spread} spread
 */
function handFoot(seat, i, angle, seats, { apart, aside }) {
  const out = Math.abs((seats + 1) / 2 - seat.n) / Math.max(1, (seats - 1) / 2);
  const foot = spot(0.649 - 0.019 * out, angle);
  const offset = (seat.hands.length - 1) / 2 - seat.hands[i].place;
  return { x: foot.x + (offset * apart + aside) * W, y: foot.y };
}

/**
 * @param {Stage} stage
 * @param {Model} model
 * @param {Seat} seat
 * @param {{ angle: number, spread: Spread }} how
 */
function layHands(stage, model, seat, { angle, spread }) {
  const width = CARD * W * spread.size;
  /** @type {{ place: BoxedPlace, odd: number }[]} */
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

/**
 * A total lies at the right of its first card; above it where hands lie close.
 *
 * @param {Point} foot
 * @param {Point} first
 * @param {number} width
 * @param {boolean} close
 */
function pillSpot(foot, first, width, close) {
  const [x, y] = [foot.x + first.x, foot.y + first.y - (width * TALL) / 2];
  return close ? { x: x - width / 2, y: y - 25 } : { x: x + width / 2 + 5, y: y + 4 };
}

/**
 * @param {string} key
 * @param {Point} foot
 * @param {number} wide
 * @param {number} high
 */
const handFrame = (key, foot, wide, high) =>
  mark(key, { x: foot.x, y: foot.y - high / 2 }, `${short(wide)} ${short(high)}`, () =>
    frame(wide + 18, high + 18, 11, "own-frame lit"),
  );
