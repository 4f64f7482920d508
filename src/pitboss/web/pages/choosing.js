// A form of a sheet's options: each change tells what is now set.

import { openable } from "./clauses.js";
import { el, every } from "./dom.js";
import { say } from "./say.js";

/**
 * A value of a sheet that can be set, with what it may be.
 *
 * @typedef {object} SheetOption
 * @property {string} path
 * @property {string} heading
 * @property {string} title
 * @property {"choice" | "several" | "text"} kind
 * @property {string} value
 * @property {string} words
 * @property {string} may
 * @property {string} expected
 * @property {number | null} low
 * @property {number | null} high
 * @property {boolean} departs
 * @property {string[]} clauses
 * @property {{ value: string, words: string, sets: string[] }[]} choices
 */
/** @typedef {(sets: string[]) => unknown} Changed hears what has to be set */

/** @type {Record<string, string>} */
const PLAIN = { true: say("shared.yes"), false: say("shared.no"), "": say("shared.none") };
/** @param {string} value */
const plain = (value) => PLAIN[value] ?? value.replaceAll("_", " ");

/**
 * What is set, by the path of each value.
 *
 * @param {string[]} sets
 * @returns {Map<string, string>}
 */
export const byPath = (sets) => new Map(sets.map((one) => [one.slice(0, one.indexOf("=")), one]));

/**
 * The form; `changed` hears of a value, with all that has to be set for it.
 *
 * @param {SheetOption[]} options
 * @param {string[]} sets
 * @param {Changed} changed
 */
export function optionForm(options, sets, changed) {
  const set = byPath(sets);
  const parts = [...grouped(options)].map(([heading, found]) => group(heading, found, set, changed));
  return el(
    "form",
    { className: "options", on: { submit: (/** @type {Event} */ event) => event.preventDefault() } },
    ...parts,
  );
}

/** @param {SheetOption[]} options */
function grouped(options) {
  /** @type {Map<string, SheetOption[]>} */
  const made = new Map();
  for (const one of options) made.set(one.heading, [...(made.get(one.heading) ?? []), one]);
  return made;
}

/**
 * @param {string} heading
 * @param {SheetOption[]} options
 * @param {Map<string, string>} set
 * @param {Changed} changed
 */
function group(heading, options, set, changed) {
  const rows = options.map((one) => row(one, set.has(one.path), changed));
  const many = options.filter((one) => set.has(one.path)).length;
  const note = many ? el("small", {}, say("choosing.many_changed", { many })) : "";
  return el(
    "details",
    { open: many > 0, data: { heading } },
    el("summary", {}, heading.replace("'", "’"), note),
    ...rows,
  );
}

/**
 * @param {SheetOption} option
 * @param {boolean} isSet
 * @param {Changed} changed
 */
function row(option, isSet, changed) {
  const id = `option-${option.path.replaceAll(".", "-")}`;
  const field = { choice, several, text }[option.kind](option, id, changed);
  const said = el(
    "span",
    { className: "option-said" },
    option.words,
    option.departs ? el("em", {}, say("shared.departs_from_the_document")) : "",
  );
  const about = option.clauses.length
    ? openable(option.clauses, el("small", {}, `${option.may} ${option.clauses.join(", ")}`))
    : [el("small", { className: "sentence" }, option.may)];
  const label =
    option.kind === "several"
      ? el("span", { className: "option-title", id }, option.title)
      : el("label", { className: "option-title", htmlFor: id }, option.title);
  return el(
    "div",
    { className: isSet ? "option changed" : "option", data: { path: option.path } },
    label,
    field,
    said,
    el("div", { className: "option-about" }, ...about),
  );
}

/**
 * @param {SheetOption} option
 * @param {string} id
 * @param {Changed} changed
 */
function choice(option, id, changed) {
  const select = el("select", { id, data: { key: option.path } });
  for (const one of option.choices)
    select.append(new Option(plain(one.value), one.value, false, one.value === option.value));
  select.addEventListener("change", () => changed(option.choices[select.selectedIndex].sets));
  return select;
}

/**
 * @param {SheetOption} option
 * @param {string} id
 * @param {Changed} changed
 */
function several(option, id, changed) {
  const held = new Set(option.value.split(",").filter(Boolean));
  const group = el("div", { className: "several", role: "group", aria: { labelledby: id } });
  for (const one of option.choices) {
    const box = el("input", {
      type: "checkbox",
      value: one.value,
      checked: held.has(one.value),
      data: { key: `${option.path}-${one.value}` },
    });
    box.addEventListener("change", () => {
      const chosen = every(group, "input:checked").map((input) => /** @type {HTMLInputElement} */ (input).value);
      changed([`${option.path}=${chosen.join(",")}`]);
    });
    group.append(el("label", {}, box, one.words.replace("'", "’")));
  }
  return group;
}

/**
 * @param {SheetOption} option
 * @param {string} id
 * @param {Changed} changed
 */
function text(option, id, changed) {
  const field = el("input", {
    id,
    value: option.value,
    autocomplete: "off",
    spellcheck: false,
    data: { key: option.path },
  });
  field.title = option.expected;
  if (option.high !== null && /^\d+$/.test(option.value)) {
    field.type = "number";
    field.min = String(option.low ?? 0);
    field.max = String(option.high);
  }
  if (option.choices.length) {
    field.setAttribute("list", `${id}-list`);
    const list = el(
      "datalist",
      { id: `${id}-list` },
      ...option.choices.map((one) => el("option", { value: one.value })),
    );
    field.addEventListener("change", () => changed([`${option.path}=${field.value.trim()}`]));
    return el("span", {}, field, list);
  }
  field.addEventListener("change", () => changed([`${option.path}=${field.value.trim()}`]));
  return field;
}
