// Crazy 4 Poker on the pages: its question, and how its strategy card is read.

import { say } from "../say.js";
import { PLAIN } from "./game.js";
import { betName, dealerSaid, pokerAnswers } from "./poker.js";

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

/** @type {import("./game.js").Game} */
export const crazy4 = { ...PLAIN, answers: pokerAnswers, questions, dealerWords: dealerSaid, choices: 4, chart };
