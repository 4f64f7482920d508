// Blackjack on the pages: its answers and questions, how hands are counted, how its strategy card is read.

import { say } from "../say.js";
import { cardName, posted as dollars, sentence, shareWords } from "../words.js";
import { IN_THE_SERVERS_WORDS, PLAIN } from "./game.js";

/** @typedef {import("./game.js").Offer} Offer */

/** @param {Offer} offer */
const further = ({ free, cents = 0 }) =>
  free ? say("games.blackjack.free") : say("games.blackjack.cents_more", { cents: dollars(cents) });

/** @param {Offer} offer */
const ownMoney = ({ cents = 0 }) => say("games.blackjack.cents_of_your_own", { cents: dollars(cents) });

/** @param {Offer} offer */
const doubled = ({ action }) =>
  action.cents ? say("coach_words.double_for_cents", { cents: dollars(action.cents) }) : say("shared.double_2");

/** @type {import("./game.js").Game["answers"]} */
const answers = {
  hit: { key: "h", name: say("games.blackjack.hit"), note: say("shared.one_card") },
  stand: {
    key: "s",
    name: say("games.blackjack.stand"),
    note: (_, { total }) =>
      total ? say("games.blackjack.keep_total", { total }) : say("games.blackjack.no_more_cards"),
  },
  double_down: { key: "d", name: say("shared.double_2"), note: further, choice: doubled },
  double_face_down: { key: "v", name: say("shared.face_down"), note: say("shared.double"), quiet: true },
  double_paid: {
    key: "o",
    name: say("games.blackjack.double_with_your_own"),
    note: ownMoney,
    choice: say("shared.double_2"),
  },
  double_for_half: { key: "l", name: say("games.blackjack.double_for_half"), note: further, choice: doubled },
  double_for_less: {
    key: "l",
    name: say("shared.double_for_less"),
    note: ({ cents = 0 }) => say("games.blackjack.from_cents", { cents: dollars(cents) }),
    quiet: true,
    choice: doubled,
  },
  split: {
    key: "p",
    name: say("games.blackjack.split"),
    note: (offer) => (offer.free || offer.cents ? further(offer) : ""),
  },
  split_paid: { key: "t", name: say("games.blackjack.split_with_your_own"), note: ownMoney },
  surrender: {
    key: "u",
    name: say("games.blackjack.surrender"),
    note: (_, { posted }) =>
      say("games.blackjack.surrender_returns_back", { surrender_returns: shareWords(posted.surrender_returns) }),
  },
  take_blackjack: {
    key: "n",
    name: say("games.blackjack.take_the_blackjack"),
    note: ({ pays }) => say("games.blackjack.paid_pays", { pays }),
  },
  play_on: { key: "n", name: say("games.blackjack.play_on") },
  take_card: { key: "y", name: ({ card = "" }) => say("games.blackjack.take_the_card", { card: cardName(card) }) },
  refuse_card: { key: "n", name: say("games.blackjack.refuse_it") },
  choose: IN_THE_SERVERS_WORDS,
  insure: {
    key: "i",
    name: say("shared.insure"),
    choice: ({ action }) => say("coach_words.insure_cents", { cents: dollars(action.cents) }),
  },
  take_even_money: {
    key: "e",
    name: say("games.blackjack.even_money"),
    note: ({ pays }) => say("games.blackjack.paid_pays_now", { pays }),
  },
  decline_insurance: { key: "n", name: say("games.blackjack.no_insurance") },
};

const questions = {
  fives: say("games.blackjack.split_or_double"),
  natural: say("games.blackjack.you_have_blackjack"),
  early_surrender: say("games.blackjack.surrender_or_play_on"),
  offer_card: say("games.blackjack.take_this_card"),
  choice: say("games.blackjack.choose_how_it_goes_on"),
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

/** @param {string} text */
const ranked = (text) => text.trim().replace("10", "T");

/** @type {import("./game.js").Chart} */
const chart = {
  ...PLAIN.chart,
  plays: true,
  basis: say("games.blackjack.per_unit_bet_on_the_first"),
  against: (column) => ` ${ranked(column)}`,
  handName: (hand) => [...hand].map((rank) => (rank === "T" ? "10" : rank)).join(", "),
  choiceName: (name) => sentence(name.replace(/^double (\d)/, "double for $$$1")),
};

/**
 * The dealer's whole hand: beyond 21 it is broken, unless that total is a push here.
 *
 * @param {string} sum
 * @param {number | null} pushes
 */
function dealerHas(sum, pushes) {
  if (Number(sum) === pushes) return say("games.blackjack.dealer_pushes", { sum });
  return Number(sum) > 21 ? say("games.blackjack.dealer_busts", { sum }) : PLAIN.dealerHas(sum, pushes);
}

/** @type {import("./game.js").Game} */
export const blackjack = {
  ...PLAIN,
  answers,
  questions,
  total,
  dealerHas,
  deal: { cards: ["Ah", "Kd"], dealer: ["7c", "??"] },
  choices: 6,
  chart,
};
