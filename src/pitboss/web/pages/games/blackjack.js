// Blackjack on the pages: its answers and questions, how hands are counted, how its strategy card is read.

import { cardName, posted as dollars, sentence, shareWords } from "../words.js";
import { IN_THE_SERVERS_WORDS, PLAIN } from "./game.js";

/** @typedef {import("./game.js").Offer} Offer */

/** @param {Offer} offer */
const further = ({ free, cents = 0 }) => (free ? "free" : `${dollars(cents)} more`);

/** @param {Offer} offer */
const ownMoney = ({ cents = 0 }) => `${dollars(cents)} of your own`;

/** @type {import("./game.js").Game["answers"]} */
const answers = {
  hit: { key: "h", name: "Hit", note: "one card" },
  stand: { key: "s", name: "Stand", note: (_, { total }) => (total ? `keep ${total}` : "no more cards") },
  double_down: { key: "d", name: "Double", note: further },
  double_face_down: { key: "v", name: "Face down", note: "double", quiet: true },
  double_paid: { key: "o", name: "Double with your own", note: ownMoney },
  double_for_half: { key: "l", name: "Double for half", note: further },
  double_for_less: {
    key: "l",
    name: "Double for less",
    note: ({ cents = 0 }) => `from ${dollars(cents)}`,
    quiet: true,
  },
  split: { key: "p", name: "Split", note: (offer) => (offer.free || offer.cents ? further(offer) : "") },
  split_paid: { key: "t", name: "Split with your own", note: ownMoney },
  surrender: {
    key: "u",
    name: "Surrender",
    note: (_, { posted }) => `${shareWords(posted.surrender_returns)} the bet back`,
  },
  take_blackjack: { key: "n", name: "Take the blackjack", note: ({ pays }) => `paid ${pays}` },
  play_on: { key: "n", name: "Play on" },
  take_card: { key: "y", name: ({ card = "" }) => `Take the ${cardName(card)}` },
  refuse_card: { key: "n", name: "Refuse it" },
  choose: IN_THE_SERVERS_WORDS,
  insure: { key: "i", name: "Insure" },
  take_even_money: { key: "e", name: "Even money", note: ({ pays }) => `paid ${pays} now` },
  decline_insurance: { key: "n", name: "No insurance" },
};

const questions = {
  fives: "Split or double?",
  natural: "You have blackjack",
  early_surrender: "Surrender or play on?",
  offer_card: "Take this card?",
  choice: "Choose how the hand goes on",
};

/**
 * A total as it is called: "14", "8/18", or "" while a card is face down.
 *
 * @param {string[]} cards
 */
export function total(cards) {
  if (!cards.length || cards.includes("??")) return "";
  const counted = cards.map((card) => ("TJQK".includes(card[0]) ? 10 : card[0] === "A" ? 1 : Number(card[0])));
  const hard = counted.reduce((sum, value) => sum + value, 0);
  const soft = counted.includes(1) && hard <= 11;
  if (soft && hard === 11) return "21";
  return soft ? `${hard}/${hard + 10}` : String(hard);
}

/** @param {string} rank */
const points = (rank) => (rank === "A" ? 1 : rank === "T" ? 10 : Number(rank));

/** @param {string} text */
const ranked = (text) => text.trim().replace("10", "T");

/** @param {string} row */
function bounds(row) {
  const number = parseInt(row, 10);
  if (row.endsWith("up")) return [number, 20];
  return row.endsWith("down") ? [4, number] : [number, number];
}

/**
 * The first two cards that a row of the card stands for.
 *
 * @param {string} row
 * @param {Record<string, unknown>} values
 */
function hands(row, values) {
  const all = [...new Set(Object.keys(values).map((one) => one.split(" ")[0]))];
  if (row.includes(",")) {
    const [one, other] = row.split(",").map(ranked);
    return all.filter((hand) => hand === one + other || hand === other + one);
  }
  const [least, most] = bounds(row);
  const sum = (/** @type {string} */ hand) => points(hand[0]) + points(hand[1]);
  const hard = all.filter((hand) => !hand.includes("A") && sum(hand) >= least && sum(hand) <= most);
  const unlike = hard.filter((hand) => hand[0] !== hand[1]);
  return (unlike.length ? unlike : hard).sort((a, b) => sum(b) - sum(a) || points(b[0]) - points(a[0]));
}

/** @type {import("./game.js").Chart} */
const chart = {
  ...PLAIN.chart,
  plays: true,
  basis: "Per unit bet, on the first two cards",
  hands,
  against: (column) => ` ${ranked(column)}`,
  handName: (hand) => [...hand].map((rank) => (rank === "T" ? "10" : rank)).join(", "),
  choiceName: (name) => sentence(name.replace(/^double (\d)/, "double for $$$1")),
};

/** @type {import("./game.js").Game} */
export const blackjack = { ...PLAIN, answers, questions, total, choices: 6, chart };
