// What games of poker against the dealer say alike: a Play bet by its multiple of the Ante, and a fold.

import { say } from "../say.js";
import { posted as dollars, sentence } from "../words.js";

/** @type {import("./game.js").Game["answers"]} */
export const pokerAnswers = {
  play_bet: {
    key: ({ action }) => String(action.multiple),
    name: ({ action }) => say("games.poker.bet_multiple", { multiple: action.multiple }),
    note: ({ cents = 0 }) => say("games.poker.cents_on_play", { cents: dollars(cents) }),
    choice: ({ action }) => say("coach_words.bet_multiple", { multiple: action.multiple }),
  },
  fold: {
    key: "f",
    name: say("games.poker.fold"),
    note: (_, { posted }) => say("games.poker.give_up_title", { title: posted.wagers[0].title }),
  },
  fold_and_tuck: {
    key: "f",
    name: say("games.poker.fold"),
    note: (_, { posted }) => say("games.poker.cards_tucked_for", { title: sideBet(posted) }),
  },
};

/** @param {Record<string, any>} posted */
const sideBet = ({ layout }) =>
  layout.wagers.find((/** @type {{ kind: string }} */ { kind }) => kind === "side")?.title ?? "";

/** @param {string} name */
export const betName = (name) =>
  /^\d+x$/.test(name) ? say("games.poker.bet_name", { name: name.replace("x", "×") }) : sentence(name);

/** @param {string} said */
export const dealerSaid = (said) => (said ? say("games.poker.dealer_said", { said }) : "");

const RANKS = "23456789TJQKA";

/**
 * The highest rank of N in a row among some cards; -1 where there are none. An ace is low, too.
 *
 * @param {string[]} cards
 * @param {number} many
 */
export function straightTop(cards, many) {
  const held = new Set(cards.map((card) => RANKS.indexOf(card[0])));
  if (held.has(12)) held.add(-1);
  const row = Array.from({ length: many }, (_, down) => down);
  for (let top = 12; top >= many - 2; top -= 1) if (row.every((down) => held.has(top - down))) return top;
  return -1;
}

/**
 * The cards of the suit that has at least N of them.
 *
 * @param {string[]} cards
 * @param {number} many
 */
export const suited = (cards, many) =>
  [..."shdc"].map((suit) => cards.filter((card) => card[1] === suit)).find(({ length }) => length >= many);

/**
 * How many cards have a rank in common, the most first.
 *
 * @param {string[]} cards
 */
export const alike = (cards) =>
  [...RANKS]
    .map((rank) => cards.filter((card) => card[0] === rank).length)
    .filter(Boolean)
    .sort((a, b) => b - a);
