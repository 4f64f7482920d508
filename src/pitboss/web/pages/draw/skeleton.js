// @ts-nocheck
// What all felts share: the circle they are drawn on, the rail with its names, tray, shoe and rack, seats and marks.

import { posted, printed, signed, wagerName } from "../words.js";
import { cardPiece, TALL } from "./card.js";
import { lammer, plain, stack } from "./chip.js";
import { angleOf, CENTRE, CLOTH, H, rad, spot, W } from "./geometry.js";
import { letter, measure } from "./line-face.js";
import { el, lying, short } from "./svg.js";

/** Tracking of figures at the sizes of the felt, where strokes are thick. */
const SMALL_FIGURES = 0.25;

/** The path of an arc around the common centre, from screen left to right. */
export function arc(radius, half) {
  const [from, to] = [spot(radius, -half), spot(radius, half)];
  const r = short(radius * W);
  return `M${short(from.x)} ${short(from.y)}A${r} ${r} 0 0 0 ${short(to.x)} ${short(to.y)}`;
}

/** The common centre in the table's units, for letters along an arc; they are read from the side that looks at it. */
export const centre = ({ turned }) =>
  turned ? { ...opposite({ x: CENTRE.x * W, y: CENTRE.y * W }), outside: true } : { x: CENTRE.x * W, y: CENTRE.y * W };

// --- the dealer's side: the same drawing turned by half a circle, with words, cards and chips upright ---------------

/** Where a point lies when the table is seen from its other side. */
export const opposite = ({ x, y, ...more }) => ({ ...more, x: W - x, y: H - y });

/** Where a point lies for whoever looks at this table. */
export const seenAt = (model, at) => (model.turned ? opposite(at) : at);

/** Line-work without words, turned as it is. */
export const lineWork = (model, node) =>
  model.turned ? el("g", { transform: `rotate(180 ${W / 2} ${H / 2})` }, node) : node;

/** A table from the side that looks at it; what lies around a point of its own keeps its arrangement there. */
export function seenFrom(model, stage) {
  if (!model.turned) return stage;
  const moved = (thing) => {
    const { x, y } = thing.of ?? thing;
    const home = thing.home && opposite(thing.home);
    return { ...thing, x: thing.x + W - 2 * x, y: thing.y + H - 2 * y, home };
  };
  const named = (place) => (place.type === "sit" ? { ...place, label: `Seat a guest at seat ${place.seat}` } : place);
  const [pieces, places] = [stage.pieces.map(moved), stage.places.map(moved).map(named)];
  const [shoe, rack, tray] = [stage.shoe, stage.rack, stage.tray].map(opposite);
  return { ...stage, key: "turned", shoe, rack, tray, pieces, places };
}

/** System text on the felt, never smaller on the screen than it should be. */
export function note(text, { x, y, size = 12, scale, anchor = "middle", kind = "felt-note" }) {
  return el(
    "text",
    { x: short(x), y: short(y), class: kind, "font-size": short(fit(size, scale)), "text-anchor": anchor },
    text,
  );
}

/** A size in the table's units that is at least so many pixels. */
const fit = (px, scale) => px / Math.min(1, scale);

/** The cloth with its fine line, and the rail around it. */
export function cloth() {
  return el(
    "g",
    {},
    el("path", { d: bowl(0.846, 0.006), class: "rail" }),
    el("path", { d: bowl(0.815, 0.031), class: "cloth" }),
    el("path", { d: bowl(CLOTH.radius, CLOTH.side), class: "rule faint" }),
  );
}

/** Straight sides and a round front. */
function bowl(radius, side) {
  const x = CENTRE.x - side;
  const y = W * (CENTRE.y + Math.sqrt(radius * radius - x * x));
  const r = short(radius * W);
  return `M${short(side * W)} 0V${short(y)}A${r} ${r} 0 0 0 ${short(W - side * W)} ${short(y)}V0`;
}

const ruler = document.createElement("canvas").getContext("2d");

/** How wide a system text is, in units of its size. */
function textWide(text, size) {
  ruler.font = `100px ${getComputedStyle(document.documentElement).getPropertyValue("--face")}`;
  return (ruler.measureText(text).width * size) / 100;
}

/** As much of a name as fits into a room. */
function cut(name, room, size) {
  if (textWide(name, size) <= room) return name;
  const kept = [...name].findLastIndex((_, at) => textWide(`${name.slice(0, at + 1).trimEnd()}…`, size) <= room);
  return `${name.slice(0, kept + 1).trimEnd()}…`;
}

/** The title of a wager, as its layout has it. */
export function titleOf(model, wager) {
  const placed = model.layout.wagers.find((one) => one.wager === wager);
  return placed ? printed(placed.title) : wagerName(wager);
}

/** It is this seat's turn, and it is one's own; a dealer is shown whose it is. */
export const isActing = (model, seat) => (seat.you || model.turned) && model.turn?.seat === seat.n;

/** The wager that a seat's hands carry once they are dealt; empty where they carry none. */
export function carried(model, seat) {
  if (!seat.hands.some(({ bet, result }) => bet || result)) return "";
  return model.layout.wagers.find(({ kind }) => kind === "main")?.wager ?? "";
}

/** All that lies before a seat, in cents. */
export function staked(model, seat) {
  const inHands = carried(model, seat);
  const hands = seat.hands.reduce((sum, hand) => sum + hand.bet, 0);
  const sides = Object.entries(seat.wagers).reduce((sum, [wager, cents]) => sum + (wager === inHands ? 0 : cents), 0);
  const tokes = Object.values(seat.tokes).reduce((sum, cents) => sum + cents, 0);
  return hands + sides + tokes + (seat.insurance ?? 0);
}

const STAKE_GAP = 6;

/** How a seat is called within a room, and what it has at stake where that finds room, too: it lies on the felt anyway. */
export function seatWords(model, seat, room, size) {
  const stake = staked(model, seat);
  const name = seat.open ? openName(seat, room, size) : seat.you ? "You" : seat.name;
  const wide = stake ? STAKE_GAP + textWide(posted(stake), size) : 0;
  const both = textWide(name, size) + wide;
  if (both <= room) return { name, stake: stake ? posted(stake) : "", wide: both };
  const shown = cut(name, room, size);
  return { name: shown, stake: "", wide: textWide(shown, size) };
}

function openName({ n }, room, size) {
  const whole = `Seat ${n} open`;
  return textWide(whole, size) <= room ? whole : `Seat ${n}`;
}

/** A seat's words as spans of one text. */
export function nameSpans({ name, stake }, kind) {
  const said = el("tspan", { class: kind }, name);
  return stake ? [said, el("tspan", { class: "stake", dx: STAKE_GAP }, stake)] : [said];
}

const NAMES = 0.835;
const RAIL_ENDS = 34.4;
const NAME_GAP = 0.6;

/** The stretch of the rail that belongs to a seat: its middle and its width, in degrees. */
function stretchOf(n, seats) {
  const wide = (2 * RAIL_ENDS) / seats;
  return { middle: ((seats + 1) / 2 - n) * wide, wide: wide - NAME_GAP };
}

/** The angle of a name's middle: at the seat's axis, as far as the name then stays on the seat's own stretch. */
function nameAngle(axis, { middle, wide }, name) {
  const free = Math.max(0, (wide - name) / 2);
  return Math.min(Math.max(axis, middle - free), middle + free);
}

const degrees = (length) => (length / (NAMES * W) / Math.PI) * 180;
const units = (angle) => rad(angle) * NAMES * W;

let rails = 0;

/** A seat's name along the rail, with what it has at stake. */
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
  const text = el("textPath", { href: `#${id}`, startOffset: "50%" }, ...nameSpans(words, nameClass(seat, model)));
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

function nameClass(seat, model) {
  if (seat.open) return "name vacant";
  const acting = model.turn?.seat === seat.n ? " acting" : "";
  return `name${seat.you ? " you" : ""}${acting}`;
}

const TRAY = [
  [100000, 3],
  [50000, 7],
  [10000, 6],
  [10000, 9],
  [2500, 8],
  [2500, 9],
  [2500, 9],
  [2500, 5],
  [500, 9],
  [500, 9],
  [500, 9],
  [500, 7],
  [100, 9],
  [100, 6],
  [50, 7],
];
const EDGE = {
  100000: "#D9A520",
  50000: "#5E4390",
  10000: "#11181B",
  2500: "#1F6B4A",
  500: "#AE3136",
  100: "#E9E8E0",
  50: "#9DB0B8",
};

/** The dealer's chips, seen on edge. */
export function tray() {
  const [left, top, wide, high] = [0.337 * W, 0.009 * W, 0.326 * W, 0.036 * W];
  const group = el(
    "g",
    { "aria-hidden": "true" },
    el("rect", { x: left, y: top, width: wide, height: high, rx: 6, class: "well" }),
  );
  const step = (wide - 16) / TRAY.length;
  TRAY.forEach(([value, chips], column) => {
    const x = left + 10 + column * step;
    const y = top + high - 6 - chips * 3;
    group.append(
      el("rect", { x: short(x), y: short(y), width: short(step - 5), height: chips * 3, fill: EDGE[value] }),
      el("rect", {
        x: short(x + step * 0.24),
        y: short(y),
        width: short(step * 0.24),
        height: chips * 3,
        fill: value === 100 ? "#4B585C" : "#F1F0E8",
      }),
      el("path", {
        d: rungs(x, y, step - 5, chips - 1, 3),
        stroke: "#0D1315",
        "stroke-opacity": 0.6,
        "stroke-width": 0.7,
      }),
    );
  });
  return group;
}

const rungs = (x, y, wide, many, gap) =>
  Array.from({ length: Math.max(0, many) }, (_, i) => `M${short(x)} ${short(y + (i + 1) * gap)}h${short(wide)}`).join(
    "",
  );

/** How many cards lie on the table now. */
function onTable(model) {
  const seats = model.seats.flatMap((seat) => seat.hands.flatMap((hand) => hand.cards));
  return seats.length + model.dealer.cards.length + (model.board?.length ?? 0);
}

/** Cards in the discard rack. */
export const discards = (model) => Math.max(0, model.cards.drawn - onTable(model));

/** The discard rack with its cards, drawn around its upper left corner. */
export function rack(model, { wide = 84, high = 108 } = {}) {
  const lines = Math.ceil((discards(model) / Math.max(1, model.cards.total)) * 26);
  return el(
    "g",
    { "aria-hidden": "true" },
    el("rect", { width: wide, height: high, rx: 8, class: "rule" }),
    el("rect", { x: 9, y: 9, width: wide - 18, height: high - 18, rx: 4, class: "rule faint" }),
    el("path", { d: rungs(14, high - 12 - (lines + 1) * 2.6, wide - 28, lines, 2.6), class: "card-edges" }),
  );
}

/** The shoe: the edges of its cards, the cut card among them, drawn around its upper left corner. */
export function shoe(model, { wide = 97, high = 120, card = 40 } = {}) {
  const { drawn, total, cutCard } = model.cards;
  const left = Math.max(0, total - drawn);
  const room = high * 0.68;
  const lines = Math.ceil((left / Math.max(1, total)) * (room / 3.6));
  const slope = (wide * 0.12) / high;
  const edges = Array.from({ length: lines }, (_, i) => {
    const y = room - i * 3.6 + 4;
    return `M${short(y * slope + 5)} ${short(y)}H${short(wide - y * slope - 5)}`;
  });
  const group = el(
    "g",
    { "aria-hidden": "true" },
    el("path", { d: `M0 0H${wide}L${wide - wide * 0.12} ${high}H${wide * 0.12}Z`, class: "rule well" }),
    el("path", { d: edges.join(""), class: "card-edges" }),
  );
  if (cutCard && left > cutCard)
    group.append(el("path", { d: edges[Math.floor(lines * (1 - cutCard / left))] ?? "", class: "cut-card" }));
  if (left && card) group.append(el("g", { transform: lying(wide / 2, high - card * 0.45) }, cardPiece("??", card)));
  return group;
}

/** "194 left" and where the cut card is. */
export function shoeNotes(model) {
  const { drawn, total, cutCard } = model.cards;
  const left = `${Math.max(0, total - drawn)} left`;
  return cutCard ? [`Shoe · ${left}`, `${cutCard} behind the cut`] : [`Shoe · ${left}`];
}

// --- pieces: what lies on the felt and moves -----------------------------------------------------------------------

/** A card at a point, upright unless turned; `of` is the middle of the hand that it belongs to. */
export function cardAt(key, card, width, { x, y, turn = 0 }, { deck = "A", order = 0, home, of } = {}) {
  return {
    key,
    kind: "card",
    face: card,
    x,
    y,
    turn,
    of,
    order,
    home,
    sig: `${card} ${short(width)} ${deck}`,
    draw: () => cardPiece(card, width, { deck }),
  };
}

/**
 * A stack of chips at a point; it comes from its seat's rail and goes back there. `of` is the middle of its place, `at`
 * the turn in which it is paid.
 */
export function chipsAt(key, cents, r, { x, y }, home, { toke = false, paid = false, at, of } = {}) {
  return {
    key,
    kind: paid ? "paid" : "chips",
    at,
    x,
    y,
    turn: 0,
    of,
    home,
    sig: `${cents} ${short(r)}`,
    draw: () => el("g", {}, el("title", {}, posted(cents)), stack(cents, r, { toke })),
  };
}

/** A free bet at a point. */
export const lammerAt = (key, r, { x, y }, home) => ({
  key,
  kind: "chips",
  x,
  y,
  turn: 0,
  home,
  sig: `free ${r}`,
  draw: () => lammer(r),
});

/** Something drawn that appears in place. */
export const mark = (key, { x, y, turn = 0, of }, sig, draw) => ({ key, kind: "mark", x, y, turn, of, sig, draw });

/** A sum beside a stack. */
export const sumAt = (key, text, { x, y, of }, { cap = 10, anchor = "start" } = {}) =>
  mark(key, { x, y, of }, `${text} ${cap} ${anchor}`, () =>
    el("g", { class: "word", transform: lying(0, cap / 2) }, letter(text, { cap, tracking: SMALL_FIGURES, anchor })),
  );

/** How wide a sum is. */
export const sumWidth = (cents, cap = 10) => measure(posted(cents), SMALL_FIGURES) * cap;

/** Whether an amount is written beside its chips. */
export const needsSum = (cents, always = false) => cents > 0 && (always || !plain(cents));

/** A hand's total in a pill, left edge at the point. */
export function pill(key, text, { x, y, of }, { tone = "", cap = 12 } = {}) {
  const wide = measure(text, 0.2) * cap + cap * 1.25;
  const high = cap * 1.84;
  return mark(key, { x, y, of: of ?? { x: x + wide / 2, y: y + high / 2 } }, `${text} ${tone} ${cap}`, () =>
    el(
      "g",
      { class: `pill ${tone}` },
      el("rect", { width: short(wide), height: short(high), rx: short(high / 2) }),
      el(
        "g",
        { transform: lying(wide / 2, high / 2 + cap / 2) },
        letter(text, { cap, tracking: 0.2, anchor: "middle" }),
      ),
    ),
  );
}

// --- hands of cards ------------------------------------------------------------------------------------------------

/** The cards of a blackjack hand around the middle of its lower edge, and the room it takes. */
export function fan(hand, width) {
  const high = width * TALL;
  const cards = [];
  let [x, y] = [0, 0];
  hand.cards.forEach((card, i) => {
    const across = i > 0 && i === hand.doubledCard;
    if (across) cards.push({ card, x, y: y + width / 2, turn: 90 });
    else {
      if (i) [x, y] = [x + 0.34 * width, y + 0.5 * high];
      cards.push({ card, x, y, turn: 0 });
    }
  });
  return settle(cards, width, high);
}

function settle(cards, width, high) {
  const half = (card) => (card.turn ? [high / 2, width / 2] : [width / 2, high / 2]);
  const edge = (pick, sign, side) => cards.map((card) => card[pick] + sign * half(card)[side]);
  const [left, right] = [Math.min(...edge("x", -1, 0)), Math.max(...edge("x", 1, 0))];
  const [top, low] = [Math.min(...edge("y", -1, 1)), Math.max(...edge("y", 1, 1))];
  const middle = (left + right) / 2;
  return {
    cards: cards.map((card) => ({ ...card, x: card.x - middle, y: card.y - low })),
    wide: right - left,
    high: low - top,
  };
}

/** "8/18" is drawn; "soft 18" is said. */
export const saidTotal = (total) => (total.includes("/") ? `soft ${total.split("/").at(-1)}` : total);

// --- betting places ------------------------------------------------------------------------------------------------

/** The name of a betting place of one's own seat, with what lies there. */
function placeLabel(model, seat, wager) {
  const cents = seat.wagers[wager] ?? 0;
  const toke = seat.tokes?.[wager] ? `, ${posted(seat.tokes[wager])} for the dealer` : "";
  const whose = model.seats.filter((one) => one.you).length > 1 ? `, seat ${seat.n}` : "";
  return `${titleOf(model, wager)}${whose}: ${cents ? posted(cents) : "no bet"}${toke}`;
}

/** A betting place of one's own that can be pressed; where its name is not printed, it is told when pointed at. */
export const betPlace = (model, seat, wager, shape, at, { named = true } = {}) => ({
  key: `bet-${seat.n}-${wager}`,
  ...at,
  shape,
  tag: named ? "" : titleOf(model, wager),
  label: placeLabel(model, seat, wager),
  wager,
  seat: seat.n,
  type: "place",
  detail: { seat: seat.n, wager },
});

/** An open seat that can be taken. */
export const openPlace = (seat, shape, at) => ({
  key: `sit-${seat.n}`,
  ...at,
  shape,
  label: `Sit down at seat ${seat.n}`,
  type: "sit",
  seat: seat.n,
  detail: { seat: seat.n },
});

/** How a result reads aloud. */
export const resultWords = ({ cents, text, name }) =>
  `${name ? `${name}: ` : ""}${text ? `${text}. ` : ""}${cents ? signed(cents) : "Bet back"}`;

/** A result's amount in a pill, middle at the point and between least and most; pressed, it tells its clause. */
export function resultPlace(key, result, { x, y }, { cap = 9.5, least = -Infinity, most = Infinity } = {}) {
  const text = result.cents ? signed(result.cents) : "PUSH";
  const wide = measure(text, SMALL_FIGURES) * cap + cap * 1.3;
  return {
    key,
    x: Math.max(least + wide / 2, Math.min(x, most - wide / 2)),
    y,
    turn: 0,
    shape: { box: [wide, cap * 1.9], round: cap * 0.95 },
    type: "clause",
    label: `${resultWords(result)}${result.clause ? `, clause ${result.clause}` : ""}`,
    title: `${resultWords(result)}${result.clause ? ` · ${result.clause}` : ""}`,
    detail: { clause: result.clause },
    fixed: !result.clause,
    sig: text,
    draw: () =>
      el(
        "g",
        { class: "result", transform: lying(0, cap / 2) },
        letter(text, { cap, tracking: SMALL_FIGURES, anchor: "middle" }),
      ),
  };
}

/** The amounts of split hands that lie side by side: every other one is set off where they would touch. */
export function setOff(places, apart, step) {
  const wide = Math.max(0, ...places.map(({ place }) => place.shape.box[0]));
  const crowded = places.length > 1 && wide > apart - 2;
  return places.map(({ place, odd }) =>
    crowded && odd ? { ...place, y: place.y + step * (place.shape.box[1] + 1) } : place,
  );
}

/** Whether a circle shows its words: not under chips, and not under what it lost. */
export const showsWords = (seat, wager) => !seat.wagers[wager] && !resultOf(seat, wager);

/** What is left of a wager once its result is known: nothing when lost, half when surrendered. */
export const leftOf = (cents, result) => (result && result.cents < 0 ? Math.max(0, cents + result.cents) : cents);

/** The result of one wager of a seat; one that has an award is told by it. */
export function resultOf(seat, wager) {
  const named = (name) => seat.results.find((one) => one.wager === name);
  return named(`${wager}_award`) ?? named(wager) ?? null;
}
