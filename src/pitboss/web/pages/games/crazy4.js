// Crazy 4 Poker on the pages: its question, what hands of four cards are called, and how its strategy card is read.

import { say } from "../say.js";
import { PLAIN } from "./game.js";
import { alike, betName, dealerSaid, pokerAnswers, straightTop, suited } from "./poker.js";

const questions = { fold_or_play: say("games.crazy4.fold_or_play") };

const RANKS = "AKQJT98765432";

/** @type {import("./game.js").Chart} The rank of a column stands behind those of its row; a named hand has one. */
const chart = {
  ...PLAIN.chart,
  legend: say("games.crazy4.legend"),
  basis: say("games.crazy4.per_unit_of_the_ante"),
  against: (column) => (RANKS.includes(column) ? column : ""),
  choiceName: betName,
};

/** The hands from the lowest up, as they are called: three of a kind beats a flush. */
const HANDS = [
  say("games.poker.hand.high_card"),
  say("games.poker.hand.pair"),
  say("games.poker.hand.two_pair"),
  say("games.poker.hand.straight"),
  say("games.poker.hand.flush"),
  say("games.poker.hand.three_of_a_kind"),
  say("games.poker.hand.straight_flush"),
  say("games.poker.hand.four_of_a_kind"),
];

/**
 * What the best four of a player's five cards are; "" where one of them is not known.
 *
 * @param {string[]} cards
 */
function handName(cards) {
  if (cards.length !== 5 || cards.includes("??")) return "";
  const flush = suited(cards, 4);
  const [most, next] = alike(cards);
  if (most === 4) return HANDS[7];
  if (flush && straightTop(flush, 4) >= 0) return HANDS[6];
  if (most === 3) return HANDS[5];
  if (flush) return HANDS[4];
  if (straightTop(cards, 4) >= 0) return HANDS[3];
  return HANDS[most === 2 ? next : 0];
}

/** @type {import("./game.js").Game} */
export const crazy4 = {
  ...PLAIN,
  answers: pokerAnswers,
  questions,
  dealerWords: dealerSaid,
  short: say("games.crazy4.does_not_open"),
  deal: { cards: ["Ah", "Kd", "Kc", "7s", "4d"], dealer: Array(5).fill("??") },
  choices: 4,
  handName,
  ranking: () => [...HANDS].reverse(),
  chart,
};
