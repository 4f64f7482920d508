// The felt of a question: what the server says lies there, as the drawing of the console takes it.

/** @import { Hand, Model, Result, Seat } from "../draw/types.js" */
/** @import { PartShown, QuestionShown } from "../api.js" */
/** @import { Posted } from "../wire.js" */

import { gameOf } from "../games/index.js";
import { say } from "../say.js";

/** How many seats are seen from close by. */
const NEAR = 3;
const TOKE = "toke:";
const INSURANCE = "insurance";

/**
 * What lies on the table by now: where a round is dealt step by step, each step has its own.
 *
 * @param {QuestionShown} question
 */
export function layoutNow({ parts, layout }) {
  const now = parts.find(({ state }) => state === "now");
  return now?.layout ?? parts.at(-1)?.layout ?? layout;
}

/**
 * The table of a question; what was judged is settled by the right amount.
 *
 * @param {QuestionShown} question
 * @param {Posted} posted
 * @param {{ close: boolean }} how from close by only the seats around the one asked about are there
 * @returns {Model}
 */
export function feltOf(question, posted, { close }) {
  const now = question.parts.find(({ state }) => state === "now");
  return laidOf({ ...question, layout: layoutNow(question) }, posted, { close, now });
}

/**
 * @param {QuestionShown} question
 * @param {Posted} posted
 * @param {{ close: boolean, now: PartShown | undefined }} how
 * @returns {Model}
 */
function laidOf(question, posted, { close, now }) {
  const whole = Array.from({ length: posted.layout.boxes }, (_, at) => seatOf(question, posted, at + 1));
  const seats = close ? near(whole, now?.spot ?? 0) : whole;
  const numbered = seats.map((seat, at) => ({ ...seat, n: at + 1 }));
  const place = (/** @type {number} */ spot) => seats.findIndex(({ n }) => n === spot) + 1;
  return {
    title: posted.title,
    layout: posted.layout,
    seats: numbered,
    dealer: dealerOf(question, posted),
    board: board(question, posted),
    cards: { drawn: 0, total: 52 * posted.decks, cutCard: posted.cut_card_depth, past: true },
    phase: "over",
    turn: now?.spot && !now.wager ? { seat: place(now.spot), hand: now.hand } : null,
    asked: now?.wager ? { seat: place(now.spot), hand: now.hand, wager: now.wager } : null,
  };
}

/**
 * The cards that everybody plays with; those of other questions are no board.
 *
 * @param {QuestionShown} question
 * @param {Posted} posted
 */
const board = ({ layout }, posted) => (posted.layout.board.length ? layout.board : []);

/**
 * Three seats beside each other: the one asked about and those that play around it.
 *
 * @param {Seat[]} seats
 * @param {number} spot
 */
function near(seats, spot) {
  const played = seats.filter(({ open }) => !open);
  if (!played.length) return seats.slice(0, NEAR);
  const at = Math.max(
    0,
    played.findIndex(({ n }) => n === spot),
  );
  const first = Math.min(Math.max(0, at - 1), Math.max(0, played.length - NEAR));
  return played.slice(first, first + NEAR);
}

/**
 * @param {QuestionShown} question
 * @param {Posted} posted
 * @param {number} n
 * @returns {Seat}
 */
function seatOf(question, posted, n) {
  const { layout } = question;
  const laid = layout.wagers.filter(({ spot }) => spot === n);
  const own = layout.hands.filter(({ spot }) => spot === n);
  /** @type {import("../draw/types.js").Layout} */
  const { wagers, table } = posted.layout;
  const main = wagers.find(({ kind }) => kind === "main")?.wager ?? "";
  const boxed = table === "boxes";
  const lights = new Set(wagers.filter(({ kind }) => kind === "progressive").map(({ wager }) => wager));
  const judged = question.parts.filter(({ spot, judged }) => spot === n && judged);
  const hands = own.map((hand) => handOf(hand, { question, posted, laid: boxed ? laid : [], main, judged }));
  return {
    n,
    name: say("school.spot", { n }),
    you: false,
    open: !laid.length && !own.length,
    wagers: amounts(laid, ({ wager }) => !wager.startsWith(TOKE) && wager !== INSURANCE),
    tokes: tokesOf(laid, judged),
    insurance: laid.find(({ wager }) => wager === INSURANCE)?.cents ?? 0,
    hands,
    results: judged.flatMap((part) => (boxed && part.wager === main && own.length ? [] : resultOf(part))),
    sensor: laid.some(({ wager }) => lights.has(wager)) ? "locked" : "off",
  };
}

/**
 * @param {QuestionShown["layout"]["wagers"]} laid
 * @param {(one: { wager: string }) => boolean} wanted
 */
const amounts = (laid, wanted) =>
  Object.fromEntries(
    laid
      .filter(wanted)
      .reverse()
      .map(({ wager, cents }) => [wager, cents]),
  );

/**
 * Bets for the dealer that are still there.
 *
 * @param {QuestionShown["layout"]["wagers"]} laid
 * @param {PartShown[]} judged
 */
function tokesOf(laid, judged) {
  const taken = new Set(judged.filter(({ right }) => right[0] === "take").map(({ wager }) => wager));
  const found = laid.filter(({ wager }) => wager.startsWith(TOKE) && !taken.has(wager));
  return Object.fromEntries(found.map(({ wager, cents }) => [wager.slice(TOKE.length), cents]));
}

/**
 * @param {{ hand: number, cards: string[] }} hand
 * @param {{ question: QuestionShown, posted: Posted, laid: QuestionShown["layout"]["wagers"], main: string,
 *   judged: PartShown[] }} about
 * @returns {Hand}
 */
function handOf({ hand, cards }, { question, posted, laid, main, judged }) {
  const known = cards.every((card) => card !== "??");
  const settled = judged.find((part) => part.wager === main && part.hand === hand && part.kind === "settle");
  return {
    place: hand,
    cards: [...cards],
    bet: laid.find((one) => one.wager === main && one.hand === hand)?.cents ?? 0,
    doubledCard: -1,
    total: known && tellsTotals(question) ? gameOf(posted.game).total(cards) : "",
    name: "",
    lammers: laid.filter((one) => one.hand === hand && /^free_/.test(one.wager)).map(({ wager }) => wager),
    state: "",
    result: settled ? (resultOf(settled)[0] ?? null) : null,
  };
}

/**
 * Where totals are what is asked for, the felt does not tell them; in an exam it never does.
 *
 * @param {QuestionShown} question
 */
const tellsTotals = ({ drill, over, exam }) => !exam && (drill !== "read_it" || over);

/**
 * What has become of a wager, by the right answer.
 *
 * @param {PartShown} part
 * @returns {Result[]}
 */
function resultOf({ kind, right, wager, stake, judged }) {
  if (kind !== "settle" || !judged) return [];
  return [{ wager, cents: settledCents(right, stake), text: "", clause: judged.clause, result: "" }];
}

/**
 * What an answer moves, in cents: paid, taken or neither.
 *
 * @param {string[]} given
 * @param {number} stake
 */
export function settledCents([verb, amount = ""], stake) {
  if (verb === "push") return 0;
  const cents = amount ? Math.round(Number(amount.replace(/[$,]/g, "")) * 100) : stake;
  return verb === "pay" ? cents : -cents;
}

/**
 * The dealer's hand, the up card first.
 *
 * @param {QuestionShown} question
 * @param {Posted} posted
 */
function dealerOf(question, posted) {
  const { dealer } = question.layout;
  const cards = dealer[0] === "??" && dealer.length === 2 && dealer[1] !== "??" ? [dealer[1], "??"] : [...dealer];
  const known = cards.filter((card) => card !== "??");
  return { cards, total: tellsTotals(question) ? gameOf(posted.game).total(known) : "", text: "" };
}
