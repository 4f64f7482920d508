// What the pages ask of a game. Each game answers in a module of its own name; index.js finds it by the sheet's game.

import { say } from "../say.js";
import { sentence } from "../words.js";

/**
 * An answer that a player may give, as the server offers it: the words are for people, the rest is read.
 *
 * @typedef {object} Offer
 * @property {Record<string, any>} action what is sent
 * @property {string} text
 * @property {string} clause
 * @property {string} kind
 * @property {number} [cents] what it stakes further, or brings back of the stake
 * @property {boolean} [free] whether the house stakes it
 * @property {string} [pays] the odds that it is paid by
 * @property {string} [card]
 * @property {Amounts} [amounts]
 */

/** @typedef {{ least: number, most: number, step: number }} Amounts what an answer may be made for, in cents */

/**
 * What is known where an answer is named: the posted values, the kind of the question, the total of the hand on turn.
 *
 * @typedef {object} Setting
 * @property {Record<string, any>} posted
 * @property {string} question
 * @property {string} total
 */

/** @typedef {string | ((offer: Offer, setting: Setting) => string)} Said a text, or how it is made of an offer */

/**
 * How an answer stands on its control: its key, its name and a note below; a quiet one is the less usual variant of
 * another. Without a key it has the next number. As a choice of the coach's it may have another name.
 *
 * @typedef {{ key?: Said, name: Said, note?: Said, quiet?: boolean, choice?: Said }} Answer
 */

/**
 * How the strategy card of a game is read.
 *
 * @typedef {object} Chart
 * @property {boolean} plays whether it can be shown for players who look at less
 * @property {boolean} headed whether rows and columns are named; else each field names its hand
 * @property {string} legend what the letters mean, beside the keys
 * @property {string} basis what the values are per
 * @property {(column: string) => string} against what stands behind a hand among the values
 * @property {(hand: string) => string} handName
 * @property {(name: string) => string} choiceName
 */

/**
 * @typedef {object} Game
 * @property {Record<string, Answer>} answers by their kinds, the most usual first
 * @property {Record<string, string>} questions what each question of the game is called
 * @property {(cards: string[]) => string} total what the cards of a hand count, as it is called; "" where they do not
 * @property {(sum: string, pushes: number | null) => string} dealerHas the dealer's cards when all of them are known
 * @property {(own: string[], board: string[]) => string} handName what a player holds; "" where it has no name
 * @property {() => string[]} ranking what beats what, the highest first; empty where hands are counted
 * @property {(said: string) => string} dealerWords the dealer's hand as a result tells it
 * @property {string} short what a dealer's hand that is too low does not do
 * @property {{ cards: string[], dealer: string[] }} deal a player's and the dealer's cards as a picture shows them
 * @property {number} choices how many choices the coach keeps room for
 * @property {Chart} chart
 */

/** @type {Game} A game that says nothing of itself: its answers stand in the server's words. */
export const PLAIN = {
  answers: {},
  questions: {},
  total: () => "",
  dealerHas: (sum) => say("model.dealer_has_sum", { sum }),
  handName: () => "",
  ranking: () => [],
  dealerWords: (said) => said,
  short: "",
  deal: { cards: [], dealer: [] },
  choices: 4,
  chart: {
    plays: false,
    headed: true,
    legend: "",
    basis: "",
    against: (column) => ` ${column}`,
    handName: (hand) => hand,
    choiceName: sentence,
  },
};

/** @type {Answer} An answer that the game has no words for, in the server's. */
export const IN_THE_SERVERS_WORDS = { name: ({ text }) => sentence(text) };
