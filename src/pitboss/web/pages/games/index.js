// The games that the pages know, by the names that sheets use.

import { blackjack } from "./blackjack.js";
import { crazy4 } from "./crazy4.js";
import { IN_THE_SERVERS_WORDS, PLAIN } from "./game.js";
import { holdem } from "./holdem.js";

/** @type {Record<string, import("./game.js").Game>} */
const GAMES = { blackjack, holdem, crazy4 };

/**
 * What the pages know of a game; of one they have never heard of, what holds for any.
 *
 * @param {string} game
 */
export const gameOf = (game) => GAMES[game] ?? PLAIN;

/**
 * How a kind of answer stands on its control in a game.
 *
 * @param {string} game
 * @param {string} kind
 */
export const answerOf = (game, kind) => gameOf(game).answers[kind] ?? IN_THE_SERVERS_WORDS;
