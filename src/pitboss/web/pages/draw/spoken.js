// The table in words, for those who hear it: one's own hands, the dealer, the board, then the others.

/** @import { Hand, Model, Seat } from "./types.js" */

import { cardName, posted } from "../words.js";
import { carried, resultWords, saidTotal, titleOf } from "./wagers.js";

/** @type {Record<string, string>} */
const STATES = {
  stood: "stands",
  broke: "broke",
  surrendered: "surrendered",
  folded: "folded",
  tucked: "folded, cards tucked",
};

/**
 * One sentence for everything that lies on the table.
 *
 * @param {Model} model
 */
export function spoken(model) {
  const own = model.seats.filter((seat) => seat.you);
  const others = model.seats.filter((seat) => !seat.you && !seat.open);
  return [
    ...own.flatMap((seat) => seatLines(model, seat, own.length > 1 ? `Your seat ${seat.n}` : "Your")),
    ...dealerLines(model),
    ...boardLines(model),
    ...others.flatMap((seat) => seatLines(model, seat, `${seat.name}, seat ${seat.n},`)),
  ];
}

/** @param {Model} model */
function dealerLines({ dealer }) {
  if (!dealer.cards.length) return [];
  const told = dealer.total ? `, ${saidTotal(dealer.total)}` : dealer.text ? `. ${dealer.text}` : "";
  return [`Dealer: ${dealer.cards.map(cardName).join(", ")}${told}`];
}

/** @param {Model} model */
function boardLines({ board = [] }) {
  const seen = board.filter((card) => card !== "??");
  if (!board.length) return [];
  return [seen.length ? `Board: ${seen.map(cardName).join(", ")}` : "Board: five cards face down"];
}

/**
 * @param {Model} model
 * @param {Seat} seat
 * @param {string} whose
 */
function seatLines(model, seat, whose) {
  const several = seat.hands.length > 1;
  const hands = [...seat.hands]
    .sort((a, b) => a.place - b.place)
    .filter((hand) => hand.cards.length || hand.state)
    .map((hand) => {
      const number = several ? ` ${hand.place + 1}` : "";
      return `${whose} hand${number}: ${handWords(hand)}`;
    });
  const results = seat.results.filter((result) => !hands.length || result.wager !== carried(model, seat));
  return [...hands, ...wagerLines(model, seat, whose), ...results.map((result) => `${whose} ${resultWords(result)}`)];
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
  if (STATES[hand.state]) words.push(STATES[hand.state]);
  if (hand.lammers?.length) words.push("free bet");
  if (hand.bet) words.push(`bet ${posted(hand.bet)}`);
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
    ...bets.map(([wager, cents]) => `${titleOf(model, wager)} ${posted(cents)}`),
    ...tokes.map(([wager, cents]) => `bet for the dealer on ${titleOf(model, wager)} ${posted(cents)}`),
  ];
  if (seat.insurance) parts.push(`insurance ${posted(seat.insurance)}`);
  return parts.length ? [`${whose} bets: ${parts.join(", ")}`] : [];
}
