// The table in words, for those who hear it: one's own hands, the dealer, the board, then the others.

/** @import { Hand, Model, Seat } from "./types.js" */

import { say, sayCode } from "../say.js";
import { cardName, count, posted } from "../words.js";
import { carried, resultWords, saidTotal, titleOf } from "./wagers.js";

/**
 * One sentence for everything that lies on the table.
 *
 * @param {Model} model
 */
export function spoken(model) {
  const own = model.seats.filter((seat) => seat.you);
  const others = model.seats.filter((seat) => !seat.you && !seat.open);
  const your = own.length > 1 ? "felt.your_seat" : "felt.your";
  return [
    ...own.flatMap((seat) => seatLines(model, seat, say(your, { n: seat.n }))),
    ...dealerLines(model),
    ...boardLines(model),
    ...others.flatMap((seat) => seatLines(model, seat, say("felt.others_seat", { name: seat.name, n: seat.n }))),
  ];
}

/** @param {Model} model */
function dealerLines({ dealer }) {
  if (!dealer.cards.length) return [];
  const told = dealer.total ? `, ${saidTotal(dealer.total)}` : dealer.text ? `. ${dealer.text}` : "";
  return [say("felt.dealer_has", { cards: dealer.cards.map(cardName).join(", ") + told })];
}

/** @param {Model} model */
function boardLines({ board }) {
  const seen = board.filter((card) => card !== "??");
  if (!board.length) return [];
  if (!seen.length) return [say("felt.board_down", { cards: count(board.length, "card") })];
  return [say("felt.board", { cards: seen.map(cardName).join(", ") })];
}

/**
 * @param {Model} model
 * @param {Seat} seat
 * @param {string} whose
 */
function seatLines(model, seat, whose) {
  const key = seat.hands.length > 1 ? "felt.hand_of" : "felt.hand";
  const hands = [...seat.hands]
    .sort((a, b) => a.place - b.place)
    .filter((hand) => hand.cards.length || hand.state)
    .map((hand) => say(key, { whose, n: hand.place + 1, hand: handWords(hand) }));
  const results = seat.results.filter((result) => !hands.length || result.wager !== carried(model, seat));
  const told = results.map((result) => say("felt.result_of", { whose, result: resultWords(result) }));
  return [...hands, ...wagerLines(model, seat, whose), ...told];
}

/**
 * "8 of hearts, 3 of spades, 11".
 *
 * @param {Hand} hand
 */
function handWords(hand) {
  const words = hand.cards.map(cardName);
  if (hand.name) words.push(hand.name);
  if (hand.total) words.push(saidTotal(hand.total));
  const state = sayCode("hand_state", hand.state);
  if (state) words.push(state);
  if (hand.lammers?.length) words.push(say("felt.free_bet"));
  if (hand.bet) words.push(say("felt.bet", { amount: posted(hand.bet) }));
  return `${words.join(", ")}${hand.result ? `. ${resultWords(hand.result)}` : ""}`;
}

/**
 * @param {Model} model
 * @param {Seat} seat
 * @param {string} whose
 */
function wagerLines(model, seat, whose) {
  const bets = Object.entries(seat.wagers).filter(([wager, cents]) => cents && wager !== carried(model, seat));
  const tokes = Object.entries(seat.tokes).filter(([, cents]) => cents);
  const parts = [
    ...bets.map(([wager, cents]) => say("felt.on", { wager: titleOf(model, wager), amount: posted(cents) })),
    ...tokes.map(([wager, cents]) => say("felt.toke_on", { wager: titleOf(model, wager), amount: posted(cents) })),
  ];
  if (seat.insurance) parts.push(say("felt.insured", { amount: posted(seat.insurance) }));
  return parts.length ? [say("felt.bets", { whose, bets: parts.join(", ") })] : [];
}
