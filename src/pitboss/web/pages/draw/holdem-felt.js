// @ts-nocheck
// An Ultimate Texas Hold'em table from the players' side.

import { posted } from "../words.js";
import { TALL } from "./card.js";
import { riseOf } from "./chip.js";
import { letter, letterArc } from "./line-face.js";
import {
  angleOf,
  arc,
  betPlace,
  cardAt,
  centre,
  chipsAt,
  cloth,
  H,
  leftOf,
  lineWork,
  mark,
  needsSum,
  note,
  openPlace,
  placeWords,
  railName,
  resultOf,
  resultPlace,
  seenAt,
  showsWords,
  spot,
  sumAt,
  tray,
  W,
} from "./skeleton.js";
import { el, lying, short } from "./svg.js";

const ROW = 0.629;
const DECK = "B";
const CHIP = 19;
const SMALL = 14;

/** Every place from the row of Ante and Blind: across the axis and along it. */
const PLACES = {
  ante: { across: -0.03, along: 0, r: 0.0236 },
  blind: { across: 0.03, along: 0, r: 0.0236 },
  trips: { across: 0, along: -0.052, r: 0.027 },
  progressive: { across: 0, along: -0.1, r: 0.011 },
  play: { across: 0, along: 0.049, r: 0.0236 },
};
const CARDS = 0.121;

/** The wagers that a player places before the deal. */
export const OPENING = ["ante", "blind", "trips", "progressive"];

/** The whole table as one stage; scale is pixels per unit. */
export function holdemTable(model, scale) {
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
  for (const seat of model.seats) laySeat(stage, model, seat, scale);
  return stage;
}

// --- what is printed -----------------------------------------------------------------------------------------------

function printTable(stage, model, scale) {
  const words = model.lettering ?? {};
  stage.printed.push(
    { key: "cloth", sig: "", draw: () => lineWork(model, cloth()) },
    { key: "tray", sig: "", draw: () => lineWork(model, tray()) },
    { key: "boxes", sig: `${scale}`, draw: () => dealersBoxes(model, scale) },
    { key: "lettering", sig: JSON.stringify(words), draw: () => lettering(words, model) },
    { key: "brackets", sig: "", draw: () => brackets(model) },
  );
}

/** Discards and shuffler at the tray's ends. */
function dealersBoxes(model, scale) {
  const [top, wide, high] = [0.009 * W, 0.051 * W, 0.036 * W];
  const box = (x) =>
    el("rect", { x: short(x), y: short(top), width: short(wide), height: short(high), rx: 6, class: "well" });
  const [left, right] = [0.272 * W, 0.677 * W];
  const edges = Array.from(
    { length: 8 },
    (_, i) => `M${short(left + 9)} ${short(top + 11 + i * 2.7)}h${short(wide - 18)}`,
  ).join("");
  const named = (text, x) => {
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
  return el("g", { "aria-hidden": "true" }, lineWork(model, drawn), named("Discards", left), named("Shuffler", right));
}

function lettering({ qualify, blindPays = [], tripsPays = [] }, model) {
  const group = el("g", { class: "word", "aria-hidden": "true" });
  group.append(lineWork(model, el("path", { d: arc(0.501, 37) + arc(0.5045, 37), class: "rule fine" })));
  if (qualify)
    group.append(letterArc(qualify, { cap: 0.0128 * W, tracking: 0.42, radius: 0.487 * W, ...centre(model) }));
  if (blindPays.length) group.append(payTable("Blind pays", blindPays, 0.076 * W, model));
  if (tripsPays.length) group.append(payTable("Trips pays", tripsPays, 0.746 * W, model));
  return group;
}

/** What a wager pays, line by line: [name, odds]. */
function payTable(title, lines, from, model) {
  const [wide, step] = [0.178 * W, 19];
  const high = 31 + (lines.length - 1) * step;
  const { x, y: top } = model.turned ? { x: W - from - wide, y: H - 0.037 * W - high } : { x: from, y: 0.049 * W };
  const table = el("g", { transform: lying(x, top) }, letter(title, { cap: 12, tracking: 0.6 }));
  table.append(el("path", { d: `M0 10H${short(wide)}`, class: "rule faint" }));
  lines.forEach(([name, odds], i) => {
    const y = 31 + i * step;
    table.append(
      el("g", { transform: lying(0, y) }, letter(name, { cap: 8.5, tracking: 0.28 })),
      el("g", { transform: lying(wide, y) }, letter(odds, { cap: 8.5, tracking: 0.28, anchor: "end" })),
    );
  });
  return table;
}

const BOARD = { left: 0.337 * W, top: 0.132 * W, wide: 0.058 * W, gap: 0.009 * W };
const boardX = (i) => BOARD.left + BOARD.wide / 2 + i * (BOARD.wide + BOARD.gap);

/** Brackets that name flop, turn and river. */
function brackets(model) {
  const low = BOARD.top + BOARD.wide * TALL + 13;
  const [y, tick, drop] = model.turned ? [H - low, -5, -11] : [low, 5, 20];
  const group = el("g", { class: "word", "aria-hidden": "true" });
  for (const [name, from, to] of [
    ["Flop", 0, 2],
    ["Turn", 3, 3],
    ["River", 4, 4],
  ]) {
    const ends = [boardX(from) - BOARD.wide / 2, boardX(to) + BOARD.wide / 2];
    const [left, right] = ends.map((x) => seenAt(model, { x, y }).x);
    group.append(
      el("path", { d: `M${short(left)} ${short(y)}v${tick}H${short(right)}v${-tick}`, class: "rule faint" }),
      el(
        "g",
        { transform: lying((left + right) / 2, y + drop) },
        letter(name, { cap: 9, tracking: 0.4, anchor: "middle" }),
      ),
    );
  }
  return group;
}

// --- dealer and board ----------------------------------------------------------------------------------------------

function layDealer(stage, model, scale) {
  const { cards, text } = model.dealer;
  const width = 0.045 * W;
  const y = 0.056 * W + (width * TALL) / 2;
  cards.forEach((card, i) => {
    const x = W / 2 + (i ? 0.5 : -0.5) * (width + 0.009 * W);
    stage.pieces.push(cardAt(`dealer/${i}`, card, width, { x, y }, { deck: DECK, order: 90 + i, home: stage.rack }));
  });
  if (text)
    stage.pieces.push(
      mark("dealer/text", { x: 0.56 * W, y: 0.1 * W, of: { x: W / 2, y } }, `${text} ${scale}`, () =>
        note(text, { x: 0, y: 0, size: 13, scale, anchor: "start" }),
      ),
    );
}

function layBoard(stage, model) {
  const y = BOARD.top + (BOARD.wide * TALL) / 2;
  (model.board ?? []).forEach((card, i) => {
    stage.pieces.push(
      cardAt(`board/${i}`, card, BOARD.wide, { x: boardX(i), y }, { deck: DECK, order: i, home: stage.rack }),
    );
  });
}

// --- a seat --------------------------------------------------------------------------------------------------------

const placeAt = (angle, wager) => spot(ROW, angle, PLACES[wager].across, PLACES[wager].along);

/** It is one's own turn to decide here; a dealer is shown whose it is. */
const isActing = (model, seat) => (seat.you || model.turned) && model.turn?.seat === seat.n;

function laySeat(stage, model, seat, scale) {
  const angle = angleOf(seat.n, model.seats.length);
  stage.printed.push(
    { key: `seat-${seat.n}`, sig: seatSig(model, seat, scale), draw: () => printedSeat(model, seat, angle, scale) },
    {
      key: `name-${seat.n}`,
      sig: JSON.stringify([seat.open, seat.name, seat.you, model.turn?.seat, seat.wagers, seat.tokes, scale]),
      draw: () => railName(seat, model, scale),
    },
  );
  if (seat.open) {
    stage.places.push(
      openPlace(seat, { box: [0.115 * W, 0.12 * W], round: 12 }, { ...spot(ROW, angle, 0, 0.022), turn: -angle }),
    );
    return;
  }
  const home = spot(0.86, angle);
  layCards(stage, model, seat, angle);
  for (const wager of Object.keys(PLACES)) layWager(stage, model, seat, { wager, angle, home });
}

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

function printedSeat(model, seat, angle, scale) {
  const at = seenAt(model, spot(ROW, angle));
  const side = (model.turned ? -1 : 1) * W;
  const group = el("g", {
    class: `seat ${seat.open ? "vacant" : "taken"}`,
    transform: lying(at.x, at.y, -angle),
    "aria-hidden": "true",
  });
  group.append(equals());
  for (const [wager, { across, along }] of Object.entries(PLACES)) {
    const place = el("g", { transform: lying(across * side, along * side) });
    if (wager === "progressive") place.append(...sensor(seat.sensor));
    else place.append(...outline(model, seat, wager));
    const words =
      wager !== "progressive" && showsWords(seat, wager)
        ? placeWords(wager, (wager === "trips" ? 0.021 : 0.0236) * W, scale, 9)
        : null;
    if (words) place.append(words);
    group.append(place);
  }
  return group;
}

const equals = () => el("path", { d: "M-4.5 -2.2h9M-4.5 2.2h9", class: "rule" });

/** A ring; lit with a dot once the wager is taken. */
function sensor(state) {
  const r = PLACES.progressive.r * W;
  if (state === "locked")
    return [el("circle", { r, class: "sensor-lit" }), el("circle", { r: r * 0.42, class: "sensor-dot" })];
  if (state === "detected")
    return [el("circle", { r, class: "sensor-found" }), el("circle", { r: r * 0.42, class: "sensor-dot" })];
  return [el("circle", { r, class: "rule" }), el("circle", { r: r * 0.42, class: "rule faint" })];
}

/** The line of a place: accent where one's own bet can be made. */
function outline(model, seat, wager) {
  const open = model.phase === "betting";
  const due = open ? seat.you && OPENING.includes(wager) : wager === "play" && isActing(model, seat);
  const kind = due ? "own-frame" : "rule";
  const r = PLACES[wager].r * W;
  if (wager === "trips")
    return [el("path", { d: `M0 ${short(-r)}L${short(r)} 0L0 ${short(r)}L${short(-r)} 0Z`, class: kind })];
  return [el("circle", { r: short(r), class: kind }), el("circle", { r: short(r - 3.5), class: "rule faint" })];
}

/** Two cards before a seat: upright where they are seen, else turned with the axis; tucked under Trips by a fold. */
function layCards(stage, model, seat, angle) {
  seat.hands.forEach((hand, h) => {
    const tucked = hand.state === "tucked";
    const known = hand.cards.some((card) => card !== "??");
    const width = seat.you && !tucked ? 62 : 44;
    const foot = tucked ? spot(ROW, angle, 0, PLACES.trips.along - 0.012) : spot(ROW, angle, 0, CARDS);
    const turn = tucked ? -angle + 90 : known ? 0 : -angle;
    if (isActing(model, seat) && hand.cards.length) stage.pieces.push(handFrame(seat, foot));
    hand.cards.forEach((card, c) => {
      const step = tucked ? 6 : width + 5;
      const offset = (c - (hand.cards.length - 1) / 2) * step;
      const lean = ((tucked ? -angle : turn) * Math.PI) / 180;
      const at = { x: foot.x + offset * Math.cos(lean), y: foot.y + offset * Math.sin(lean), turn };
      stage.pieces.push(
        cardAt(`s${seat.n}/h${h}/c${c}`, tucked ? "??" : card, width, at, {
          deck: DECK,
          order: 10 + seat.n * 2 + c,
          home: stage.rack,
          of: foot,
        }),
      );
    });
    if (hand.result)
      stage.places.push(
        resultPlace(`s${seat.n}/h${h}/result`, hand.result, { x: foot.x, y: foot.y + (width * TALL) / 2 + 2 }),
      );
  });
}

const handFrame = (seat, foot) =>
  mark(`s${seat.n}/frame`, foot, "", () =>
    el("rect", { x: -74, y: -53, width: 148, height: 106, rx: 12, class: "own-frame lit" }),
  );

/** A wager's chips, its result, and the place to press while bets are open. */
function layWager(stage, model, seat, { wager, angle, home }) {
  const at = placeAt(angle, wager);
  const key = `s${seat.n}/${wager}`;
  const result = resultOf(seat, wager);
  const left = leftOf(seat.wagers[wager] ?? 0, result);
  if (result?.cents < 0) stage.taken.set(key, result.at);
  stage.taken.set(`${key}/toke`, seat.lostTokes?.[wager]);
  if (wager !== "progressive") layStack(stage, seat, { wager, key, left, at, home, turned: model.turned });
  if (result?.cents > 0)
    stage.pieces.push(
      chipsAt(`${key}/paid`, result.cents, SMALL, { x: at.x + 17, y: at.y - 10 }, home, {
        paid: true,
        at: result.at,
        of: at,
      }),
    );
  if (result)
    stage.places.push(
      resultPlace(`${key}/result`, result, { x: at.x, y: at.y + pillDrop(wager, result) }, { cap: 8.5 }),
    );
  if (seat.you && model.phase === "betting" && OPENING.includes(wager))
    stage.places.push(
      betPlace(
        model,
        seat,
        wager,
        { r: Math.max(22, PLACES[wager].r * W) },
        { ...at, turn: 0 },
        { named: wager !== "progressive" },
      ),
    );
}

/** A lost wager's amount lies where its chips were; others below the chips, the sensor's above it. */
const pillDrop = (wager, { cents }) => (wager === "progressive" ? -21 : cents < 0 ? 0 : 23);

function layStack(stage, seat, { wager, key, left, at, home, turned = false }) {
  const r = wager === "trips" ? SMALL : CHIP;
  const of = at;
  if (left) stage.pieces.push(chipsAt(key, left, r, { x: at.x, y: at.y + riseOf(left) / 2 }, home, { of }));
  if (needsSum(left))
    stage.pieces.push(
      (wager === "ante") !== turned
        ? sumAt(`${key}/sum`, posted(left), { x: at.x - 31, y: at.y, of }, { anchor: "end" })
        : sumAt(`${key}/sum`, posted(left), { x: at.x + 31, y: at.y, of }),
    );
  const toke = seat.tokes?.[wager];
  if (toke)
    stage.pieces.push(chipsAt(`${key}/toke`, toke, 10, { x: at.x + 23, y: at.y + 14 }, home, { toke: true, of }));
}
