// Forms of the floor console: fields with names, amounts in dollars, chips by denomination, and what came of it.

import { el } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { posted as dollars, money } from "../words.js";

/** @typedef {import("../wire.js").Chips} Chips */
/** @typedef {Record<string, string>} Fields what was typed or chosen, by the names of the fields */
/** @typedef {import("../dom.js").Child} Child */

let number = 0;
const mark = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

/** A name for a command, so that sent twice it is done once. */
export const named = () => `${mark}-${++number}`;

/**
 * Ask the house to do something.
 *
 * @param {string} path
 * @param {object} body
 */
export const post = (path, body) => ask(path, { method: "POST", body: { id: named(), ...body } });

/**
 * Dollars as typed, in cents; null where it is no amount.
 *
 * @param {string} text
 */
export function cents(text) {
  const found = /^\s*\$?([\d,]{1,12})(?:\.(\d{2}))?\s*$/.exec(text);
  return found ? Number(found[1].replaceAll(",", "")) * 100 + Number(found[2] ?? 0) : null;
}

/**
 * A field under its name.
 *
 * @param {string} name
 * @param {string} label
 * @param {import("../dom.js").Given<"input">} [more]
 */
export const field = (name, label, more = {}) =>
  el("label", {}, label, el("input", { name, autocomplete: "off", ...more }));

/**
 * A choice under its name; options are [value, words].
 *
 * @param {string} name
 * @param {string} label
 * @param {string[][]} options
 */
export const choice = (name, label, options) =>
  el("label", {}, label, el("select", { name }, ...options.map(([value, words]) => el("option", { value }, words))));

/**
 * An empty form, whose sums are zero again.
 *
 * @param {HTMLFormElement} done
 */
function cleared(done) {
  done.reset();
  for (const one of done.querySelectorAll("fieldset")) one.dispatchEvent(new Event("input"));
}

/**
 * What a form has done: its title, and what was entered and chosen, with the sum of chips.
 *
 * @param {string} title
 * @param {HTMLFormElement} done
 */
function whatHappened(title, done) {
  const texts = [...done.querySelectorAll("input:not([data-chip]), select")].map((one) =>
    one instanceof HTMLSelectElement
      ? one.selectedOptions[0]?.textContent
      : /** @type {HTMLInputElement} */ (one).value,
  );
  const sum = done.querySelector(".chip-fields output")?.textContent;
  const what = [...texts, sum].filter(Boolean).join(", ");
  return title && what ? say("pit.forms.done_what", { title, what }) : say("pit.forms.done");
}

/**
 * A form that says what became of it; `act` gets its fields, returns why nothing was done, and may throw a refusal.
 * `told` says what it has done.
 *
 * @param {string} title
 * @param {Child[]} fields
 * @param {string} button
 * @param {(given: Fields, form: HTMLFormElement) => string | void | Promise<string | void>} act
 * @param {(given: Fields, form: HTMLFormElement) => string} [told]
 */
export function form(title, fields, button, act, told = (_, done) => whatHappened(title, done)) {
  const said = el("p", { className: "form-trouble", role: "status" });
  const submit = async (/** @type {Event & { target: HTMLFormElement }} */ event) => {
    event.preventDefault();
    said.textContent = "";
    try {
      const given = typed(event.target);
      const reason = await act(given, event.target);
      said.textContent = reason || told(given, event.target);
      if (!reason) cleared(event.target);
    } catch (trouble) {
      said.textContent = messageOf(trouble);
    }
  };
  const press = el(
    "div",
    { className: "form-actions" },
    el("button", { type: "submit", className: "control strong" }, button),
  );
  return el(
    "form",
    { className: "pit-form", on: { submit } },
    title ? el("h3", {}, title) : "",
    ...fields,
    press,
    said,
  );
}

/**
 * What was typed into a form.
 *
 * @param {HTMLFormElement} given
 * @returns {Fields}
 */
const typed = (given) => Object.fromEntries([...new FormData(given)].map(([name, value]) => [name, String(value)]));

/** A refusal that is no longer one once the house bears what a player has spent. */
const BEARABLE = "chips.let_house_bear";

/**
 * Why something was not done; where the house may bear what a player no longer has, with the button that has it so.
 *
 * @param {HTMLElement} place
 * @param {{ reason: string, code: string }} refusal
 * @param {(more: { borne_by: "house" }) => unknown} again
 */
export function showRefusal(place, { reason, code }, again) {
  const press = () => again({ borne_by: "house" });
  const bear =
    code === BEARABLE
      ? el(
          "button",
          { type: "button", className: "control", on: { click: press } },
          say("pit.forms.the_house_bears_the_rest"),
        )
      : "";
  place.replaceChildren(...[reason && `${reason} `, bear].filter(Boolean));
}

/**
 * How many chips of each denomination, with their sum.
 *
 * @param {number[]} denominations
 * @param {Chips} known
 */
export function chipFields(denominations, known = []) {
  const held = new Map(known);
  const sum = el("output", {}, money(0));
  const inputs = denominations.map((value) =>
    el(
      "label",
      {},
      dollars(value),
      el("input", {
        type: "number",
        min: "0",
        max: "99999",
        step: "1",
        value: String(held.get(value) ?? ""),
        data: { chip: value },
        inputMode: "numeric",
      }),
    ),
  );
  const node = el(
    "fieldset",
    { className: "chip-fields" },
    el("legend", {}, say("shared.chips")),
    ...inputs,
    el("p", {}, say("pit.forms.in_all"), sum),
  );
  const add = () => (sum.textContent = money(sumOf(chipsOf(node))));
  node.addEventListener("input", add);
  add();
  return node;
}

/**
 * What chips are worth.
 *
 * @param {Chips} chips
 */
export const sumOf = (chips) => chips.reduce((all, [value, many]) => all + value * many, 0);

/**
 * What was entered, as [denomination, number].
 *
 * @param {ParentNode} node
 * @returns {Chips}
 */
export function chipsOf(node) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...node.querySelectorAll("[data-chip]")]);
  /** @type {Chips} */
  const entered = inputs.map((one) => [Number(one.dataset.chip), Number(one.value || 0)]);
  return entered.filter(([, many]) => many > 0);
}

/**
 * Whether a number was entered at all, and be it 0.
 *
 * @param {ParentNode} node
 */
export const isEntered = (node) =>
  [...node.querySelectorAll("[data-chip]")].some((one) => /** @type {HTMLInputElement} */ (one).value !== "");

/**
 * A time of the day; of another day than today with its date.
 *
 * @param {number} at
 */
export function clockTime(at) {
  const [then, today] = [new Date(at), new Date()];
  const time = then.toTimeString().slice(0, 8);
  return then.toDateString() === today.toDateString()
    ? time
    : `${then.toLocaleDateString("en", { day: "numeric", month: "short", year: "numeric" })}, ${time}`;
}

/**
 * Who signed; what a fresh house opens with, the program has signed for both.
 *
 * @param {string} name
 */
export const signer = (name) =>
  ["house", "pitboss"].includes(name) ? say("pit.approvals.the_program_at_the_first_start") : name;

/**
 * A table of rows with a head.
 *
 * @param {Child[]} head
 * @param {Child[][]} rows
 * @param {string} empty
 */
export function grid(head, rows, empty) {
  if (!rows.length) return el("p", { className: "quiet" }, empty);
  const line = (/** @type {Child[]} */ cells, /** @type {"th" | "td"} */ kind) =>
    el("tr", {}, ...cells.map((cell) => el(kind, kind === "th" ? { scope: "col" } : {}, cell)));
  return el(
    "div",
    { className: "grid-wrap", tabIndex: 0 },
    el(
      "table",
      { className: "grid" },
      el("thead", {}, line(head, "th")),
      el("tbody", {}, ...rows.map((row) => line(row, "td"))),
    ),
  );
}
