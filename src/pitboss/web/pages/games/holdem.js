// Hold'em against the dealer on the pages: its answers and questions, and how its strategy card is read.

import { posted as dollars, sentence } from "../words.js";
import { PLAIN } from "./game.js";

/** @type {Record<string, string>} What a check waits for. */
const AFTER_CHECK = { preflop: "see the flop", flop: "see two more cards" };

/** @type {import("./game.js").Game["answers"]} */
const answers = {
  play_bet: {
    key: ({ action }) => String(action.multiple),
    name: ({ action }) => `Bet ${action.multiple}×`,
    note: ({ cents = 0 }) => `${dollars(cents)} on Play`,
  },
  check: { key: "k", name: "Check", note: (_, { question }) => AFTER_CHECK[question] ?? "" },
  fold: { key: "f", name: "Fold", note: (_, { posted }) => `give up ${posted.wagers[0].title}` },
  fold_and_tuck: { key: "f", name: "Fold", note: "cards tucked for Trips" },
};

const questions = {
  preflop: "Your turn, before the flop",
  flop: "Your turn, on the flop",
  river: "Your turn, on the river",
};

/** @type {import("./game.js").Chart} */
const chart = {
  ...PLAIN.chart,
  headed: false,
  legend:
    "A, K, Q, J and T are ace, king, queen, jack and ten; s: both cards of one suit, o (offsuit): of two suits. " +
    "AA is a pair.",
  basis: "Per unit of the Ante, before the flop",
  against: () => "",
  choiceName: (name) => (/^\d+x$/.test(name) ? `Bet ${name.replace("x", "×")}` : sentence(name)),
};

/** @type {import("./game.js").Game} */
export const holdem = {
  ...PLAIN,
  answers,
  questions,
  dealerWords: (said) => (said ? `Dealer: ${said}` : ""),
  choices: 3,
  chart,
};
