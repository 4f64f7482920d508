// What takes a number before it is done: a cut, a count, an amount for a guest. The number comes with its usual value.

import { el } from "../dom.js";
import { cents } from "../pit/forms.js";
import { say } from "../say.js";
import { sentence } from "../words.js";

const dollars = {
  shown: (value) => (value / 100).toFixed(2),
  read: cents,
  trouble: say("shared.that_is_no_amount_in_dollars"),
};
const number = {
  shown: String,
  read: (text) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null),
  trouble: say("dealing.amounts.that_is_no_number"),
};

/** The commands that say a number: where it stands, how it is asked for, and what the button says. */
const ASKED = [
  {
    is: ({ kind }) => kind === "insure",
    at: ["action", "cents"],
    label: say("dealing.amounts.insurance_in_dollars"),
    press: say("shared.insure"),
    as: dollars,
  },
  {
    is: ({ kind }) => kind === "double_for_less",
    at: ["action", "cents"],
    label: say("dealing.amounts.doubles_for_in_dollars"),
    press: say("shared.double_for_less"),
    as: dollars,
  },
  {
    is: ({ command }) => command.type === "HandleCards" && command.move === "cut",
    at: ["number"],
    label: say("shared.cards_in_front_of_the_cut"),
    press: say("dealing.amounts.the_stack_is_cut"),
    as: number,
  },
  {
    is: ({ command }) => command.type === "HandleCards" && command.move === "count_deck",
    at: ["number"],
    label: say("dealing.amounts.cards_counted"),
    press: say("dealing.amounts.the_deck_is_counted"),
    as: number,
  },
  {
    is: ({ command }) => command.type === "CoinIn",
    at: ["chips"],
    label: say("dealing.amounts.chips_counted_on_the_sensors"),
    press: say("dealing.amounts.coin_in_and_deal"),
    as: number,
  },
];

/** How something that can be done asks for its number, if it does. */
export const askedBy = (offer) => ASKED.find(({ is }) => is(offer)) ?? null;

const valueAt = (command, path) => path.reduce((part, name) => part[name], command);

/**
 * The command with another number in it.
 *
 * @param {Record<string, any>} command
 * @param {string[]} path
 * @param {number} value
 * @returns {Record<string, any>}
 */
function withNumber(command, [name, ...rest], value) {
  return { ...command, [name]: rest.length ? withNumber(command[name], rest, value) : value };
}

/** A number and the button that sends it; the key presses the button with the number as it stands. */
export function amountForm(offer, { key, look, order, refuse }) {
  const { command, text, clause } = offer;
  const asked = askedBy(offer);
  if (!asked) throw new Error("nothing is asked here");
  const input = el("input", {
    value: asked.as.shown(valueAt(command, asked.at)),
    inputMode: "decimal",
    autocomplete: "off",
    size: 6,
  });
  const submit = (event) => {
    event.preventDefault();
    const value = asked.as.read(input.value);
    if (value === null) {
      refuse(asked.as.trouble);
      input.focus();
    } else {
      input.blur();
      order(withNumber(command, asked.at, value));
    }
  };
  const cap = key ? el("kbd", { aria: { hidden: "true" } }, key.replace(/^.$/, key.toUpperCase())) : "";
  const words = el("span", { className: "words" }, el("b", {}, asked.press), clause ? el("small", {}, clause) : "");
  const button = el("button", { type: "submit", className: look, title: sentence(text), data: { key } }, words, cap);
  return el("form", { className: "amount-form", on: { submit } }, el("label", {}, asked.label, input), button);
}
