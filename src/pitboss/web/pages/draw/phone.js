// @ts-nocheck
// The table on a phone: dealer on top, the others in a row that scrolls, one's own hands and bets at the thumb.

import { posted, wagerName } from "../words.js";
import { blackjackPlaces, inTheBox } from "./blackjack-felt.js";
import { TALL } from "./card.js";
import { riseOf } from "./chip.js";
import { OPENING } from "./holdem-felt.js";
import { letter, letterArc } from "./line-face.js";
import {
  betPlace,
  cardAt,
  chipsAt,
  discards,
  fan,
  lammerAt,
  leftOf,
  mark,
  nameSpans,
  needsSum,
  note,
  openPlace,
  pill,
  placeWords,
  rack,
  resultOf,
  resultPlace,
  seatWords,
  setOff,
  shoe,
  showsWords,
  staked,
  sumAt,
  sumWidth,
} from "./skeleton.js";
import { el, lying, short } from "./svg.js";

const OWN_CARD = 66;
const OTHERS_CARD = 44;

/** The rows of a phone. */
export function phoneStages(model, width) {
  const top = model.game === "holdem" ? holdemTop(model, width) : blackjackTop(model, width);
  const others = othersRow(model, width);
  const own = ownStage(model, width);
  return [top, others, own];
}

function emptyStage(key, width, height, label) {
  return {
    key,
    width,
    height,
    label,
    printed: [],
    pieces: [],
    places: [],
    taken: new Map(),
    shoe: { x: width - 42, y: -40, turn: 0 },
    rack: { x: 42, y: -40, turn: 0 },
    tray: { x: width / 2, y: -40 },
  };
}

const small = (text, x, y, anchor = "middle") => note(text, { x, y, size: 12, scale: 1, anchor });

// --- dealer --------------------------------------------------------------------------------------------------------

function blackjackTop(model, width) {
  const stage = emptyStage("top", width, 172, "Dealer");
  const ends = { x: 44, y: 50 };
  Object.assign(stage, {
    shoe: { x: width - ends.x, y: ends.y, turn: 0 },
    rack: { ...ends, turn: 0 },
    tray: { x: width / 2, y: 0 },
  });
  const words = model.lettering ?? {};
  stage.printed.push(
    {
      key: "arcs",
      sig: JSON.stringify([words, width, model.phase === "insurance"]),
      draw: () => phoneArcs(words, width, model.phase === "insurance"),
    },
    {
      key: "rack",
      sig: `${discards(model)}`,
      draw: () =>
        el(
          "g",
          {},
          el("g", { transform: lying(20, 18) }, rack(model, { wide: 46, high: 60 })),
          small(`${discards(model)} used`, 43, 96),
        ),
    },
    {
      key: "shoe",
      sig: JSON.stringify([model.cards, width]),
      draw: () =>
        el(
          "g",
          {},
          el("g", { transform: lying(width - 70, 16) }, shoe(model, { wide: 52, high: 64, card: 0 })),
          small(`${Math.max(0, model.cards.total - model.cards.drawn)} left`, width - 44, 96),
        ),
    },
  );
  layPhoneDealer(stage, model, width);
  return stage;
}

/** The arcs of the table, flat across the phone. */
function phoneArcs({ blackjackPays, insurancePays }, width, open) {
  const radius = width * 1.45;
  const at = (low) => ({ x: width / 2, y: low - radius });
  const line = (low) => {
    const drop = radius - Math.sqrt(radius * radius - (width / 2) ** 2);
    return `M0 ${short(low - drop)}A${short(radius)} ${short(radius)} 0 0 0 ${short(width)} ${short(low - drop)}`;
  };
  const group = el("g", { "aria-hidden": "true" });
  if (open) group.append(el("path", { d: line(155), class: "band-open", "stroke-width": 22 }));
  group.append(el("path", { d: [142, 145, 165, 168].map(line).join(""), class: "rule faint" }));
  const words = el("g", { class: "word" });
  if (blackjackPays)
    words.append(letterArc(`Blackjack pays ${blackjackPays}`, { cap: 13, tracking: 0.52, radius, ...at(132) }));
  if (insurancePays)
    words.append(letterArc(`Insurance pays ${insurancePays}`, { cap: 9, tracking: 0.34, radius, ...at(159.5) }));
  group.append(words);
  return group;
}

function layPhoneDealer(stage, model, width) {
  const { cards, total } = model.dealer;
  const room = width - 216;
  const card = Math.min(58, (room - 6 * (cards.length - 1)) / Math.max(2, cards.length));
  const step = card + 6;
  const right = width / 2 - 16 + (Math.max(2, cards.length) * step - 6) / 2 - card / 2;
  cards.forEach((face, i) => {
    const x = right - (i === 1 ? 0 : i === 0 ? 1 : i) * step;
    stage.pieces.push(
      cardAt(`dealer/${i}`, face, card, { x, y: 12 + (card * TALL) / 2 }, { order: 90 + i * 100, home: stage.rack }),
    );
  });
  if (total && cards.length)
    stage.pieces.push(pill("dealer/total", total, { x: right + card / 2 + 4, y: 14 }, { cap: 11 }));
}

function holdemTop(model, width) {
  const stage = emptyStage("top", width, 214, "Dealer and board");
  Object.assign(stage, {
    shoe: { x: width - 44, y: 30, turn: 0 },
    rack: { x: 44, y: 30, turn: 0 },
    tray: { x: width / 2, y: 0 },
  });
  const gap = 8;
  const card = Math.min(60, (width - 32 - 4 * gap) / 5);
  const left = (width - 5 * card - 4 * gap) / 2;
  const boardX = (i) => left + card / 2 + i * (card + gap);
  stage.printed.push({
    key: "board",
    sig: JSON.stringify([model.lettering, width]),
    draw: () => phoneBoard(model, { card, boardX, width }),
  });
  model.dealer.cards.forEach((face, i) => {
    const at = { x: width / 2 + (i ? 26 : -26), y: 10 + 32 };
    stage.pieces.push(cardAt(`dealer/${i}`, face, 46, at, { deck: "B", order: 90 + i, home: stage.rack }));
  });
  (model.board ?? []).forEach((face, i) => {
    stage.pieces.push(
      cardAt(
        `board/${i}`,
        face,
        card,
        { x: boardX(i), y: 86 + (card * TALL) / 2 },
        { deck: "B", order: i, home: stage.rack },
      ),
    );
  });
  if (model.dealer.text)
    stage.pieces.push(
      mark("dealer/text", { x: width / 2 + 58, y: 36 }, `${model.dealer.text} ${width}`, () =>
        wrapped(model.dealer.text, width / 2 - 74),
      ),
    );
  return stage;
}

/** A short text in lines of about so many pixels. */
function wrapped(text, wide) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (longer.length * 6.6 > wide && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return el("g", {}, ...lines.map((line, i) => small(line, 0, i * 16, "start")));
}

function phoneBoard({ lettering = {} }, { card, boardX, width }) {
  const y = 86 + card * TALL + 7;
  const group = el("g", { class: "word", "aria-hidden": "true" });
  for (const [name, from, to] of [
    ["Flop", 0, 2],
    ["Turn", 3, 3],
    ["River", 4, 4],
  ]) {
    const [left, right] = [boardX(from) - card / 2, boardX(to) + card / 2];
    group.append(
      el("path", { d: `M${short(left)} ${short(y)}v4H${short(right)}v-4`, class: "rule faint" }),
      el(
        "g",
        { transform: lying((left + right) / 2, y + 16) },
        letter(name, { cap: 8, tracking: 0.34, anchor: "middle" }),
      ),
    );
  }
  if (lettering.qualify)
    group.append(
      el(
        "g",
        { transform: lying(width / 2, y + 34) },
        letter(lettering.qualify, { cap: 8.5, tracking: 0.34, anchor: "middle" }),
      ),
    );
  return group;
}

// --- the others ----------------------------------------------------------------------------------------------------

const COLUMN = { least: 120, most: 134 };
const OTHERS_HIGH = { holdem: 98, blackjack: 138 };

/** The other players in table order, seat 1 at the right; the row scrolls where they are many, and is gone where none is. */
function othersRow(model, width) {
  const seats = model.seats.filter((seat) => !seat.open && !seat.you).sort((a, b) => b.n - a.n);
  const column = Math.min(COLUMN.most, Math.max(COLUMN.least, width / Math.max(1, seats.length)));
  const wide = (seat) => column + Math.max(0, seat.hands.length - 1) * 92;
  const natural = seats.reduce((sum, seat) => sum + wide(seat), 0);
  const height = seats.length ? OTHERS_HIGH[model.game] : 0;
  const stage = { ...emptyStage("others", Math.max(width, natural), height, "Other players"), row: true };
  const spare = Math.max(0, width - natural) / Math.max(1, seats.length);
  let left = 0;
  for (const seat of seats) {
    const room = wide(seat) + spare;
    if (model.turn?.seat === seat.n) stage.acting = left + room / 2;
    layOther(stage, model, seat, { middle: left + room / 2, room, height });
    left += room;
  }
  return stage;
}

function layOther(stage, model, seat, { middle, room, height }) {
  const key = `other-${seat.n}`;
  const stake = staked(seat);
  const acting = model.turn?.seat === seat.n;
  stage.printed.push({
    key,
    sig: JSON.stringify([seat.name, stake, acting, middle, room, height]),
    draw: () => otherName(seat, { middle, room, height, acting }),
  });
  seat.hands.forEach((hand, i) => {
    const x = middle + ((seat.hands.length - 1) / 2 - hand.place) * 92;
    if (model.game === "holdem") layOtherPair(stage, seat, hand, { x, height });
    else layOtherHand(stage, seat, hand, i, { x, height, acting: acting && model.turn.hand === i });
    if (hand.result)
      stage.places.push(
        resultPlace(`s${seat.n}/h${i}/result`, { wager: "main", ...hand.result }, { x, y: height - 32 }),
      );
  });
  if (model.game === "holdem") layOtherNet(stage, seat, { middle, height });
}

const NAME = 13;

function otherName(seat, { middle, room, height, acting }) {
  const kind = `name${acting ? " acting" : ""}`;
  const text = note("", { x: middle, y: height - 6, size: NAME, scale: 1, kind });
  text.append(...nameSpans(seatWords(seat, room - 10, NAME), kind));
  return text;
}

function layOtherHand(stage, seat, hand, i, { x, height, acting }) {
  if (!hand.cards.length) return;
  const foot = height - 26;
  let drawn = fan(hand, OTHERS_CARD);
  const fits = Math.min(1, (foot - 4) / drawn.high);
  const width = OTHERS_CARD * fits;
  drawn = fan(hand, width);
  const shift = -12;
  drawn.cards.forEach((card, c) => {
    const at = { x: x + shift + card.x, y: foot + card.y, turn: card.turn };
    stage.pieces.push(
      cardAt(`s${seat.n}/h${i}/c${c}`, card.card, width, at, { order: c * 100 + seat.n, home: stage.rack }),
    );
  });
  const first = drawn.cards[0];
  if (hand.total)
    stage.pieces.push(
      pill(
        `s${seat.n}/h${i}/total`,
        hand.total,
        { x: x + shift + first.x + width / 2 + 4, y: foot + first.y - (width * TALL) / 2 + 2 },
        { cap: 11, tone: acting ? "acting" : "" },
      ),
    );
}

function layOtherPair(stage, seat, hand, { x, height }) {
  const tucked = hand.state === "tucked";
  hand.cards.forEach((card, c) => {
    const at = {
      x: x + (c - (hand.cards.length - 1) / 2) * (tucked ? 10 : OTHERS_CARD + 4),
      y: height - 24 - (OTHERS_CARD * TALL) / 2,
      turn: tucked ? 90 : 0,
    };
    stage.pieces.push(
      cardAt(`s${seat.n}/h0/c${c}`, tucked ? "??" : card, OTHERS_CARD, at, {
        deck: "B",
        order: 10 + seat.n * 2 + c,
        home: stage.rack,
      }),
    );
  });
}

/** What a hold'em player won or lost in all. */
function layOtherNet(stage, seat, { middle, height }) {
  if (!seat.results?.length) return;
  const cents = seat.results.reduce((sum, result) => sum + result.cents, 0);
  const text = `${seat.name}, all bets together`;
  stage.places.push(resultPlace(`s${seat.n}/net`, { cents, text, clause: "" }, { x: middle, y: height - 30 }));
}

// --- one's own -----------------------------------------------------------------------------------------------------

function ownStage(model, width) {
  const own = model.seats.filter((seat) => seat.you);
  if (!own.length) return seatsToTake(model, width);
  const each = model.game === "holdem" ? 234 : ownHeight(model);
  const stage = emptyStage("own", width, 22 + own.length * each, "Your seat");
  stage.printed.push({
    key: "map",
    sig: JSON.stringify([model.seats.map((seat) => [seat.open, seat.you]), width]),
    draw: () => seatMap(model, width),
  });
  own.forEach((seat, i) => {
    const low = 22 + (i + 1) * each;
    if (model.game === "holdem") layOwnHoldem(stage, model, seat, { width, top: low - each, low });
    else layOwnBlackjack(stage, model, seat, { width, top: low - each, low });
  });
  return stage;
}

/** The seats as a strip of boxes: filled where taken, accent where one sits. */
function seatMap(model, width) {
  const step = 22;
  const half = (model.seats.length * step) / 2;
  const group = el("g", { "aria-hidden": "true" });
  group.append(
    el("path", {
      d: `M20 11H${short(width / 2 - half - 10)}M${short(width / 2 + half + 10)} 11H${width - 20}`,
      class: "rule faint",
    }),
  );
  for (const seat of model.seats) {
    const x = width / 2 + ((model.seats.length + 1) / 2 - seat.n) * step;
    group.append(
      el("rect", {
        x: short(x - 7.5),
        y: 6,
        width: 15,
        height: 10,
        rx: 3,
        class: seat.open ? "rule faint" : `seat-chip${seat.you ? " you" : ""}`,
      }),
    );
  }
  return group;
}

/** For somebody who only watches: the open seats, large enough to press. */
function seatsToTake(model, width) {
  const stage = emptyStage("own", width, 120, "Seats");
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

function seatRow(model, { width, step, open }) {
  const group = el(
    "g",
    { "aria-hidden": "true" },
    note(open ? "Choose an open seat" : "All seats are taken", { x: width / 2, y: 36, size: 14, scale: 1 }),
  );
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

// --- one's own blackjack hands ---------------------------------------------------------------------------------------

const HANDS = 158;
const isWide = (model) => Object.keys(blackjackPlaces(model).circles).length > 2;
const ownHeight = (model) => HANDS + (isWide(model) ? 142 : 76);

/** Where the own box and circles lie. */
function ownPlaces(model, width, top) {
  const circles = Object.keys(blackjackPlaces(model).circles);
  const y = top + HANDS + 36;
  const side = Math.min(52, width * 0.133);
  const between = width - 2 * (side + 31);
  if (!isWide(model)) {
    const ends = [side, width - side];
    return {
      box: { x: width / 2, y, w: Math.min(198, between), h: 58 },
      circles: circles.map((wager, i) => ({ wager, x: ends[i], y, r: 25 })),
    };
  }
  const below = ["super7", "match", "perfect_pair"];
  return {
    box: { x: width / 2, y, w: Math.min(176, between), h: 58 },
    circles: circles.map((wager) => {
      if (!below.includes(wager)) return { wager, x: wager === "over" ? side : width - side, y, r: 25 };
      return { wager, x: width / 2 + (below.indexOf(wager) - 1) * 96, y: y + 72, r: 26 };
    }),
  };
}

function layOwnBlackjack(stage, model, seat, { width, top }) {
  const { box, circles } = ownPlaces(model, width, top);
  const betting = model.phase === "betting";
  const acting = model.turn?.seat === seat.n;
  stage.printed.push({
    key: `own-${seat.n}`,
    sig: JSON.stringify([box, circles, seat.wagers, seat.results.map((one) => one.wager), betting, acting]),
    draw: () => printedOwn(seat, { box, circles, lit: betting || acting }),
  });
  layOwnHands(stage, model, seat, { width, top });
  layOwnBox(stage, model, seat, box);
  for (const circle of circles) layOwnCircle(stage, model, seat, circle);
  layOwnInsurance(stage, seat, { width, top });
}

const rect = ({ x, y, w, h }, round, kind) =>
  el("rect", { x: short(x - w / 2), y: short(y - h / 2), width: short(w), height: short(h), rx: round, class: kind });

const grown = (box, more) => ({ ...box, w: box.w + more, h: box.h + more });

function printedOwn(seat, { box, circles, lit }) {
  const group = el("g", { class: "seat taken", "aria-hidden": "true" });
  if (lit) group.append(rect(grown(box, 0), 10, "own-frame"));
  group.append(rect(grown(box, -8), 7, lit ? "rule faint filled" : "rule filled"));
  for (const { wager, x, y, r } of circles) {
    group.append(el("circle", { cx: short(x), cy: short(y), r, class: "rule" }));
    const words = showsWords(seat, wager) ? placeWords(wager, r, 1, 10) : null;
    if (words) group.append(el("g", { transform: lying(x, y) }, words));
    else
      group.append(
        el(
          "g",
          { class: "word", transform: lying(x, y - r - 6) },
          letter(wagerName(wager), { cap: 7, tracking: 0.22, anchor: "middle", stroke: 12 }),
        ),
      );
  }
  return group;
}

/** Own hands side by side, the first at the right, as large as the room allows. */
function layOwnHands(stage, model, seat, { width, top }) {
  const hands = seat.hands.filter((hand) => hand.cards.length);
  const room = Math.min(width / Math.max(1, hands.length), hands.length > 1 ? 160 : width);
  const foot = top + HANDS - 13;
  const told = [];
  const size = Math.min(...hands.map((hand) => sizeFor(hand, room, HANDS - 24)), hands.length > 2 ? 52 : OWN_CARD);
  hands.forEach((hand, i) => {
    const x = width / 2 + ((hands.length - 1) / 2 - hand.place) * room - 14;
    const { cards, wide, high } = fan(hand, size);
    const acting = model.turn?.seat === seat.n && model.turn.hand === seat.hands.indexOf(hand);
    const key = `s${seat.n}/h${i}`;
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
    if (hand.total)
      stage.pieces.push(
        pill(
          `${key}/total`,
          hand.total,
          { x: x + cards[0].x + size / 2 + 4, y: foot - high + 3 },
          { tone: acting ? "own" : "" },
        ),
      );
    const result = hand.result && { wager: "main", ...hand.result };
    const within = { cap: hands.length > 2 ? 9.5 : 11, least: 4, most: width - 4 };
    if (result)
      told.push({ place: resultPlace(`${key}/result`, result, { x, y: foot - 2 }, within), odd: hand.place % 2 });
  });
  stage.places.push(...setOff(told, room, -1));
}

/** The card width with which a hand fits into a room. */
function sizeFor(hand, wide, high) {
  const unit = fan(hand, 1);
  return Math.min(high / unit.high, (wide - 40) / unit.wide);
}

const ITEM = { bet: 40, paid: 40, lammer: 44, toke: 34, sum: 0 };

/** The own box: stacks with their sums. */
function layOwnBox(stage, model, seat, box) {
  const { items, taken } = inTheBox(seat);
  for (const [name, at] of taken) stage.taken.set(name, at);
  const row = items.flatMap((item) =>
    item.kind === "bet" && items.length < 4
      ? [item, { kind: "sum", key: `${item.key}/sum`, cents: item.cents }]
      : [item],
  );
  const widths = row.map((item) => (item.kind === "sum" ? sumWidth(item.cents, 12) + 8 : ITEM[item.kind]));
  const natural = widths.reduce((sum, wide) => sum + wide, 0) + 6 * (row.length - 1);
  const squeeze = Math.min(1, (box.w - 16) / natural);
  let left = box.x - (natural * squeeze) / 2;
  row.forEach((item, i) => {
    layOwnItem(stage, item, { x: left + (widths[i] * squeeze) / 2, y: box.y, squeeze });
    left += (widths[i] + 6) * squeeze;
  });
  if (model.phase === "betting")
    stage.places.push(
      betPlace(model, seat, "main", { box: [box.w, box.h], round: 10 }, { x: box.x, y: box.y, turn: 0 }),
    );
}

function layOwnItem(stage, item, { x, y, squeeze }) {
  const home = { x, y: stage.height + 40 };
  const r = Math.max(12, 19 * Math.min(1, squeeze * 1.2));
  if (item.kind === "sum")
    stage.pieces.push(
      sumAt(item.key, posted(item.cents), { x, y }, { cap: 12 * Math.max(0.75, squeeze), anchor: "middle" }),
    );
  else if (item.kind === "lammer") stage.pieces.push(lammerAt(item.key, r, { x, y }, home));
  else {
    const at = { x, y: y + riseOf(item.cents) / 2 };
    stage.pieces.push(
      chipsAt(item.key, item.cents, item.kind === "toke" ? 12 : r, at, home, {
        toke: item.kind === "toke",
        paid: item.kind === "paid",
        at: item.at,
      }),
    );
  }
}

function layOwnCircle(stage, model, seat, { wager, x, y, r }) {
  const result = resultOf(seat, wager);
  const left = leftOf(seat.wagers[wager] ?? 0, result);
  const key = `s${seat.n}/${wager}`;
  const home = { x, y: stage.height + 40 };
  if (result?.cents < 0) stage.taken.set(key, result.at);
  if (left) stage.pieces.push(chipsAt(key, left, 19, { x, y: y + riseOf(left) / 2 }, home));
  if (left && needsSum(left))
    stage.pieces.push(sumAt(`${key}/sum`, posted(left), { x, y: y + r + 8 }, { cap: 9, anchor: "middle" }));
  if (result) stage.places.push(resultPlace(`${key}/result`, result, { x, y: result.cents < 0 ? y : y + r }));
  stage.taken.set(`${key}/toke`, seat.lostTokes?.[wager]);
  const toke = seat.tokes?.[wager];
  if (toke)
    stage.pieces.push(chipsAt(`${key}/toke`, toke, 10, { x: x + r * 0.8, y: y + r * 0.7 }, home, { toke: true }));
  if (model.phase === "betting") stage.places.push(betPlace(model, seat, wager, { r }, { x, y, turn: 0 }));
}

/** Insurance on a phone: chips and sum above the box, at the left. */
function layOwnInsurance(stage, seat, { width, top }) {
  const result = resultOf(seat, "insurance");
  const key = `s${seat.n}/insurance`;
  const left = leftOf(seat.insurance ?? 0, result);
  const at = { x: 34, y: top + 46 };
  const home = { x: width / 2, y: stage.height + 40 };
  if (result?.cents < 0) stage.taken.set(key, result.at);
  if (left)
    stage.pieces.push(
      chipsAt(key, left, 15, at, home),
      mark(`${key}/name`, { x: at.x, y: at.y + 32 }, posted(left), () =>
        el("g", {}, small("Insurance", 0, 0), small(posted(left), 0, 16)),
      ),
    );
  if (result) stage.places.push(resultPlace(`${key}/result`, result, { x: at.x + 8, y: at.y + 62 }));
}

// --- one's own hold'em hand -----------------------------------------------------------------------------------------

const COLUMN_ROWS = { ante: 2, blind: 3, trips: 1, progressive: 0, play: 4 };

/** Own cards at the left, own bets as one column at the right. */
function layOwnHoldem(stage, model, seat, { width, top }) {
  const column = { x: width - 180, step: 45.5 };
  const places = Object.entries(COLUMN_ROWS).map(([wager, row]) => ({
    wager,
    x: column.x,
    y: top + 28 + row * column.step,
  }));
  const acting = model.turn?.seat === seat.n;
  stage.printed.push({
    key: `own-${seat.n}`,
    sig: JSON.stringify([places, seat.sensor, model.phase, acting]),
    draw: () => printedColumn(model, seat, { places, acting }),
  });
  layOwnPair(stage, seat, { x: (column.x - 24) / 2, y: top + 122, acting });
  for (const place of places) layOwnBet(stage, model, seat, place);
}

function printedColumn(model, seat, { places, acting }) {
  const group = el("g", { class: "seat taken", "aria-hidden": "true" });
  for (const { wager, x, y } of places) {
    const due = model.phase === "betting" ? OPENING.includes(wager) : wager === "play" && acting;
    group.append(el("g", { transform: lying(x, y) }, ...columnShape(wager, seat.sensor, due ? "own-frame" : "rule")));
    group.append(
      el(
        "g",
        { class: "word", transform: lying(x + 34, y + 4) },
        letter(wagerName(wager), { cap: 8.5, tracking: 0.28, stroke: 12 }),
      ),
    );
  }
  return group;
}

function columnShape(wager, sensor, kind) {
  if (wager === "trips") return [el("path", { d: "M0 -23L23 0L0 23L-23 0Z", class: kind })];
  if (wager !== "progressive")
    return [el("circle", { r: 22, class: kind }), el("circle", { r: 18.5, class: "rule faint" })];
  if (sensor === "off" || !sensor)
    return [el("circle", { r: 12, class: kind }), el("circle", { r: 5, class: "rule faint" })];
  return [
    el("circle", { r: 12, class: sensor === "locked" ? "sensor-lit" : "sensor-found" }),
    el("circle", { r: 5, class: "sensor-dot" }),
  ];
}

function layOwnPair(stage, seat, { x, y, acting }) {
  const hand = seat.hands[0];
  if (!hand?.cards.length) return;
  const tucked = hand.state === "tucked";
  const width = Math.min(72, x - 22);
  if (acting)
    stage.pieces.push(
      mark(`s${seat.n}/frame`, { x, y }, `${width}`, () =>
        rect({ x: 0, y: 0, w: 2 * width + 24, h: width * TALL + 20 }, 11, "own-frame lit"),
      ),
    );
  hand.cards.forEach((card, c) => {
    const at = { x: x + (c ? 0.5 : -0.5) * (tucked ? 10 : width + 6), y, turn: tucked ? 90 : 0 };
    stage.pieces.push(
      cardAt(`s${seat.n}/h0/c${c}`, tucked ? "??" : card, tucked ? 50 : width, at, {
        deck: "B",
        order: 10 + seat.n * 2 + c,
        home: stage.rack,
      }),
    );
  });
  if (hand.result)
    stage.places.push(
      resultPlace(`s${seat.n}/h0/result`, hand.result, { x, y: y + (width * TALL) / 2 + 18 }, { cap: 11 }),
    );
}

function layOwnBet(stage, model, seat, { wager, x, y }) {
  const result = resultOf(seat, wager);
  const left = leftOf(seat.wagers[wager] ?? 0, result);
  const key = `s${seat.n}/${wager}`;
  const home = { x, y: stage.height + 40 };
  if (result?.cents < 0) stage.taken.set(key, result.at);
  if (left && wager !== "progressive")
    stage.pieces.push(chipsAt(key, left, wager === "trips" ? 13 : 16, { x, y: y + riseOf(left) / 2 }, home));
  if (result)
    stage.places.push(resultPlace(`${key}/result`, result, { x: stage.width, y }, { most: stage.width - 12 }));
  else if (left)
    stage.pieces.push(sumAt(`${key}/sum`, posted(left), { x: stage.width - 16, y }, { cap: 12, anchor: "end" }));
  stage.taken.set(`${key}/toke`, seat.lostTokes?.[wager]);
  const toke = seat.tokes?.[wager];
  if (toke) stage.pieces.push(chipsAt(`${key}/toke`, toke, 9, { x: x + 19, y: y + 13 }, home, { toke: true }));
  if (model.phase === "betting" && OPENING.includes(wager))
    stage.places.push(betPlace(model, seat, wager, { box: [180, 46], round: 10 }, { x: x + 66, y, turn: 0 }));
}
