// Wagers before a seat: their titles, what can be pressed, and what has become of them.

/** @import { BoxedPlace, Model, Place, Point, Pose, Result, Seat, Shape } from "./types.js" */

import { say } from "../say.js";
import { posted, printed, signed, wagerName } from "../words.js";
import { letter, measure } from "./line-face.js";
import { SMALL_FIGURES } from "./pieces.js";
import { el, lying } from "./svg.js";

/**
 * The title of a wager, as its layout has it.
 *
 * @param {Model} model
 * @param {string} wager
 */
export function titleOf(model, wager) {
  const placed = model.layout.wagers.find((one) => one.wager === wager);
  return placed ? printed(placed.title) : wagerName(wager);
}

/**
 * It is this seat's turn, and it is one's own; a dealer is shown whose it is.
 *
 * @param {Model} model
 * @param {Seat} seat
 */
export const isActing = (model, seat) => (seat.you || model.turned) && model.turn?.seat === seat.n;

/**
 * The wager that a seat's hands carry once they are dealt; empty where they carry none.
 *
 * @param {Model} model
 * @param {Seat} seat
 */
export function carried(model, seat) {
  if (!seat.hands.some(({ bet, result }) => bet || result)) return "";
  return model.layout.wagers.find(({ kind }) => kind === "main")?.wager ?? "";
}

/**
 * "8/18" is drawn; "soft 18" is said.
 *
 * @param {string} total
 */
export const saidTotal = (total) =>
  total.includes("/") ? say("felt.soft", { total: total.split("/").at(-1) }) : total;

/**
 * The name of a betting place of one's own seat, with what lies there.
 *
 * @param {Model} model
 * @param {Seat} seat
 * @param {string} wager
 */
function placeLabel(model, seat, wager) {
  const cents = seat.wagers[wager] ?? 0;
  const laid = cents ? posted(cents) : say("felt.no_bet");
  const toke = seat.tokes[wager];
  const bet = toke ? say("felt.with_toke", { bet: laid, toke: posted(toke) }) : laid;
  const several = model.seats.filter((one) => one.you).length > 1;
  return say(several ? "felt.place_of" : "felt.place", { wager: titleOf(model, wager), n: seat.n, bet });
}

/**
 * A betting place of one's own that can be pressed; where its name is not printed, it is told when pointed at.
 *
 * @param {Model} model
 * @param {Seat} seat
 * @param {string} wager
 * @param {Shape} shape
 * @param {Required<Pose>} at
 * @param {{ named?: boolean }} [look]
 * @returns {Place}
 */
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

/**
 * An open seat that can be taken.
 *
 * @param {Seat} seat
 * @param {Shape} shape
 * @param {Required<Pose>} at
 * @returns {Place}
 */
export const openPlace = (seat, shape, at) => ({
  key: `sit-${seat.n}`,
  ...at,
  shape,
  label: say("felt.sit", { n: seat.n }),
  type: "sit",
  seat: seat.n,
  detail: { seat: seat.n },
});

/**
 * How a result reads aloud.
 *
 * @param {Result} result
 */
export const resultWords = ({ cents, text, name }) =>
  `${name ? `${name}: ` : ""}${text ? `${text}. ` : ""}${cents ? signed(cents) : say("felt.bet_back")}`;

/**
 * A result's amount in a pill, middle at the point and between least and most; pressed, it tells its clause.
 *
 * @param {string} key
 * @param {Result} result
 * @param {Point} at
 * @param {{ cap?: number, least?: number, most?: number }} [look]
 * @returns {BoxedPlace}
 */
export function resultPlace(key, result, { x, y }, { cap = 9.5, least = -Infinity, most = Infinity } = {}) {
  const text = result.cents ? signed(result.cents) : say(result.result === "void" ? "felt.void" : "felt.push");
  const said = resultWords(result);
  const wide = measure(text, SMALL_FIGURES) * cap + cap * 1.3;
  return {
    key,
    x: Math.max(least + wide / 2, Math.min(x, most - wide / 2)),
    y,
    turn: 0,
    shape: { box: [wide, cap * 1.9], round: cap * 0.95 },
    type: "clause",
    label: result.clause ? say("felt.result_clause", { result: said, clause: result.clause }) : said,
    title: result.clause ? `${said} · ${result.clause}` : said,
    detail: { clause: result.clause, wager: result.wager, line: result.line },
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

/**
 * The amounts of split hands that lie side by side: every other one is set off where they would touch.
 *
 * @param {{ place: BoxedPlace, odd: number }[]} places
 * @param {number} apart
 * @param {number} step
 */
export function setOff(places, apart, step) {
  const wide = Math.max(0, ...places.map(({ place }) => place.shape.box[0]));
  const crowded = places.length > 1 && wide > apart - 2;
  return places.map(({ place, odd }) =>
    crowded && odd ? { ...place, y: place.y + step * (place.shape.box[1] + 1) } : place,
  );
}

/**
 * Whether a circle shows its words: not under chips, and not under what it lost.
 *
 * @param {Seat} seat
 * @param {string} wager
 */
export const showsWords = (seat, wager) => !seat.wagers[wager] && !resultOf(seat, wager);

/**
 * What is left of a wager once its result is known: none of it when it is lost, the rest when a part is.
 *
 * @param {number} cents
 * @param {Result | null} result
 */
export const leftOf = (cents, result) => (result && result.cents < 0 ? Math.max(0, cents + result.cents) : cents);

/**
 * The result of one wager of a seat; one that has an award is told by it.
 *
 * @param {Seat} seat
 * @param {string} wager
 * @returns {Result | null}
 */
export function resultOf(seat, wager) {
  const named = (/** @type {string} */ name) => seat.results.find((one) => one.wager === name);
  return named(`${wager}_award`) ?? named(wager) ?? null;
}
