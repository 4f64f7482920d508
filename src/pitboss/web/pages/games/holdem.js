// Hold'em against the dealer on the pages: its answers and questions, and how its strategy card is read.

import { say } from "../say.js";
import { posted as dollars, sentence } from "../words.js";
import { PLAIN } from "./game.js";

/** @type {Record<string, string>} What a check waits for. */
const AFTER_CHECK = { preflop: say("games.holdem.see_the_flop"), flop: say("games.holdem.see_two_more_cards") };

/** @type {import("./game.js").Game["answers"]} */
const answers = {
  play_bet: {
    key: ({ action }) => String(action.multiple),
    name: ({ action }) => say("games.holdem.bet_multiple", { multiple: action.multiple }),
    note: ({ cents = 0 }) => say("games.holdem.cents_on_play", { cents: dollars(cents) }),
    choice: ({ action }) => say("coach_words.bet_multiple", { multiple: action.multiple }),
  },
  check: { key: "k", name: say("games.holdem.check"), note: (_, { question }) => AFTER_CHECK[question] ?? "" },
  fold: {
    key: "f",
    name: say("games.holdem.fold"),
    note: (_, { posted }) => say("games.holdem.give_up_title", { title: posted.wagers[0].title }),
  },
  fold_and_tuck: { key: "f", name: say("games.holdem.fold"), note: say("games.holdem.cards_tucked_for_trips") },
};

const questions = {
  preflop: say("games.holdem.your_turn_before_the_flop"),
  flop: say("games.holdem.your_turn_on_the_flop"),
  river: say("games.holdem.your_turn_on_the_river"),
};

/** @type {import("./game.js").Chart} */
const chart = {
  ...PLAIN.chart,
  headed: false,
  legend: say("games.holdem.a_k_q_j_and_t") + say("games.holdem.aa_is_a_pair"),
  basis: say("games.holdem.per_unit_of_the_ante_before"),
  against: () => "",
  choiceName: (name) =>
    /^\d+x$/.test(name) ? say("games.holdem.bet_name", { name: name.replace("x", "×") }) : sentence(name),
};

/** @type {import("./game.js").Game} */
export const holdem = {
  ...PLAIN,
  answers,
  questions,
  dealerWords: (said) => (said ? say("games.holdem.dealer_said", { said }) : ""),
  choices: 3,
  chart,
};
