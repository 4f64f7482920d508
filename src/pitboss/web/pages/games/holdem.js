// Hold'em against the dealer on the pages: its answers and questions, and how its strategy card is read.

import { say } from "../say.js";
import { PLAIN } from "./game.js";
import { betName, dealerSaid, pokerAnswers } from "./poker.js";

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

const RANKS = "23456789TJQKA";

/** The hands from the lowest up, as they are called. */
const HANDS = [
  say("games.holdem.hand.high_card"),
  say("games.holdem.hand.pair"),
  say("games.holdem.hand.two_pair"),
  say("games.holdem.hand.three_of_a_kind"),
  say("games.holdem.hand.straight"),
  say("games.holdem.hand.flush"),
  say("games.holdem.hand.full_house"),
  say("games.holdem.hand.four_of_a_kind"),
  say("games.holdem.hand.straight_flush"),
  say("games.holdem.hand.royal_flush"),
];

/**
 * The highest rank of five in a row among some cards; -1 where there are none. An ace is low, too.
 *
 * @param {string[]} cards
 */
function straightTop(cards) {
  const held = new Set(cards.map((card) => RANKS.indexOf(card[0])));
  if (held.has(12)) held.add(-1);
  for (let top = 12; top >= 3; top -= 1) if ([0, 1, 2, 3, 4].every((down) => held.has(top - down))) return top;
  return -1;
}

/**
 * Which hand the best five of some cards are: how high it ranks, and its highest card where that is said.
 *
 * @param {string[]} cards
 */
function bestHand(cards) {
  const suits = [..."shdc"].map((suit) => cards.filter((card) => card[1] === suit));
  const flush = suits.find((suited) => suited.length >= 5);
  if (flush && straightTop(flush) >= 0) return straightTop(flush) === 12 ? 9 : 8;
  const alike = [...RANKS].map((rank) => cards.filter((card) => card[0] === rank).length).filter(Boolean);
  const [most, next = 0] = alike.sort((a, b) => b - a);
  if (most === 4) return 7;
  if (most === 3 && next >= 2) return 6;
  if (flush) return 5;
  if (straightTop(cards) >= 0) return 4;
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
  choices: 3,
  handName,
  ranking: () => [...HANDS].reverse(),
  chart,
};
