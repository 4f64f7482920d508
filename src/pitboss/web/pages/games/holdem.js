// Hold'em against the dealer on the pages: its answers and questions, and how its strategy card is read.

import { say } from "../say.js";
import { PLAIN } from "./game.js";
import { alike, betName, dealerSaid, pokerAnswers, straightTop, suited } from "./poker.js";

/** @type {Record<string, string>} What a check waits for. */
const AFTER_CHECK = { preflop: say("games.holdem.see_the_flop"), flop: say("games.holdem.see_two_more_cards") };

/** @type {import("./game.js").Game["answers"]} */
const answers = {
  ...pokerAnswers,
  check: { key: "k", name: say("games.holdem.check"), note: (_, { question }) => AFTER_CHECK[question] ?? "" },
};

const questions = {
  preflop: say("games.holdem.your_turn_before_the_flop"),
  flop: say("games.holdem.your_turn_on_the_flop"),
  river: say("games.holdem.your_turn_on_the_river"),
};

/** The hands from the lowest up, as they are called. */
const HANDS = [
  say("games.poker.hand.high_card"),
  say("games.poker.hand.pair"),
  say("games.poker.hand.two_pair"),
  say("games.poker.hand.three_of_a_kind"),
  say("games.poker.hand.straight"),
  say("games.poker.hand.flush"),
  say("games.poker.hand.full_house"),
  say("games.poker.hand.four_of_a_kind"),
  say("games.poker.hand.straight_flush"),
  say("games.poker.hand.royal_flush"),
];

/**
 * Which hand the best five of some cards are: how high it ranks.
 *
 * @param {string[]} cards
 */
function bestHand(cards) {
  const flush = suited(cards, 5);
  if (flush && straightTop(flush, 5) >= 0) return straightTop(flush, 5) === 12 ? 9 : 8;
  const [most, next = 0] = alike(cards);
  if (most === 4) return 7;
  if (most === 3 && next >= 2) return 6;
  if (flush) return 5;
  if (straightTop(cards, 5) >= 0) return 4;
  if (most === 3) return 3;
  return most === 2 ? (next === 2 ? 2 : 1) : 0;
}

/**
 * What a player holds with the board as far as it is turned; "" before the flop.
 *
 * @param {string[]} own
 * @param {string[]} board
 */
function handName(own, board) {
  const cards = [...own, ...board].filter((card) => card !== "??");
  return cards.length < 5 || own.includes("??") ? "" : HANDS[bestHand(cards)];
}

/** @type {import("./game.js").Chart} */
const chart = {
  ...PLAIN.chart,
  headed: false,
  legend: say("games.holdem.a_k_q_j_and_t") + say("games.holdem.aa_is_a_pair"),
  basis: say("games.holdem.per_unit_of_the_ante_before"),
  against: () => "",
  choiceName: betName,
};

/** @type {import("./game.js").Game} */
export const holdem = {
  ...PLAIN,
  answers,
  questions,
  dealerWords: dealerSaid,
  short: say("games.poker.does_not_qualify"),
  deal: { cards: ["Ah", "Kd"], dealer: ["??", "??"] },
  choices: 3,
  handName,
  ranking: () => [...HANDS].reverse(),
  chart,
};
