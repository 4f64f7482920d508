// What takes a number before it is done: a cut, a count, an amount for a guest. The number comes with its usual value.

import { el } from "../dom.js";
import { cents } from "../pit/forms.js";
import { say } from "../say.js";
import { sentence } from "../words.js";

/** @typedef {import("../wire.js").Command} Command */
/** @typedef {{ kind?: string, command: Command, text: string, clause: string }} Offer */

/**
 * How a number is written into a field and read from it; null where it is none.
 *
 * @typedef {{ shown: (value: number) => string, read: (text: string) => number | null, trouble: string }} Kind
 */

/** @type {Kind} */
const dollars = {
  shown: (value) => (value / 100).toFixed(2),
  read: cents,
  trouble: say("shared.that_is_no_amount_in_dollars"),
};
/** @type {Kind} */
const number = {
  shown: String,
  read: (text) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null),
  trouble: say("dealing.amounts.that_is_no_number"),
};

/**
 * The commands that say a number: where it stands, how it is asked for, and what the button says.
 *
 * @type {{ is: (offer: Offer) => boolean, at: string[], label: string, press: string, as: Kind }[]}
 */
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

/**
 * How something that can be done asks for its number, if it does.
 *
 * @param {Offer} offer
 */
export const askedBy = (offer) => ASKED.find(({ is }) => is(offer)) ?? null;

/**
 * @param {Command} command
 * @param {string[]} path
 * @returns {number}
 */
const valueAt = (command, [name, ...rest]) => (rest.length ? valueAt(command[name], rest) : command[name]);

/**
 * The command with another number in it.
 *
 * @param {Command} command
 * @param {string[]} path
 * @param {number} value
 * @returns {Command}
 */
function withNumber(command, [name, ...rest], value) {
  return { ...command, [name]: rest.length ? withNumber(command[name], rest, value) : value };
}

/**
 * A number and the button that sends it; the key presses the button with the number as it stands.
 *
 * @param {Offer} offer
 * @param {object} how
 * @param {string} how.key
 * @param {string} how.look
 * @param {(command: Command) => unknown} how.order
 * @param {(reason: string) => unknown} how.refuse
 */
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
  const submit = (/** @type {Event} */ event) => {
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
