// What the pages say: every text that people read stands in one catalogue, words/en.js; a further language is a further
// file beside it, with the same keys. The language is that of the page, or the one that was chosen in this browser.

import { en } from "./words/en.js";

/** @typedef {keyof typeof en} Key */

const page = globalThis.document?.documentElement.lang || "en";
const language = globalThis.localStorage?.getItem("pitboss.language") ?? page;

/** The texts of a language, as far as there are any; what it lacks is said in English. */
async function catalogue() {
  if (language === "en") return en;
  try {
    const { words } = await import(`./words/${encodeURIComponent(language)}.js`);
    return { ...en, ...words };
  } catch {
    return en;
  }
}

/** @type {Record<string, string>} */
const words = await catalogue();
const plural = new Intl.PluralRules(language);

/**
 * A text of the catalogue, with its {parameters} filled in.
 *
 * @param {Key} key
 * @param {Record<string, unknown>} [parameters]
 */
export const say = (key, parameters = {}) =>
  words[key].replace(/\{(\w+)\}/g, (_, name) => String(parameters[name] ?? ""));

/**
 * The text of a code, where the catalogue has one; null where it has none.
 *
 * @param {string} group the first part of the key
 * @param {string} code
 */
export const sayCode = (group, code) => words[`${group}.${code}`] ?? null;

/**
 * A number of things, in the form that the language has for it: "1 card", "2 cards".
 *
 * @param {number} number
 * @param {string} thing
 */
export function count(number, thing) {
  const form = words[`count.${thing}.${plural.select(number)}`] ?? words[`count.${thing}.other`];
  return form.replace("{n}", String(number));
}

/** What each attribute of the pages' HTML names the text of. */
const SAID = { say: null, sayLabel: "aria-label", sayTitle: "title", sayPlaceholder: "placeholder" };

/** Put the texts in that the HTML of the page names. */
function sayPage() {
  for (const [name, attribute] of Object.entries(SAID))
    for (const node of document.querySelectorAll(
      `[data-${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}]`,
    )) {
      const text = words[/** @type {HTMLElement} */ (node).dataset[name] ?? ""];
      if (attribute) node.setAttribute(attribute, text);
      else node.textContent = text;
    }
}

if (globalThis.document) sayPage();
