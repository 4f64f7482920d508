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
