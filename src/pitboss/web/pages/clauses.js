// Clauses to read: a sentence that opens what is behind it.

import { el } from "./dom.js";
import { ask } from "./live.js";
import { way } from "./public.js";
import { say } from "./say.js";
import { messageOf } from "./trouble.js";
import { gameName } from "./words.js";

/**
 * A clause as the server tells it.
 *
 * @typedef {object} Clause
 * @property {string} id
 * @property {string} text
 * @property {string} document
 * @property {string} place
 * @property {string} ambiguity
 * @property {string} decision
 * @property {string} same_as
 * @property {{ sheet: string, part: string }[]} posted
 */

/** @type {Map<string, Promise<Clause>>} */
const read = new Map();

/**
 * A clause, asked for once.
 *
 * @param {string} id
 * @returns {Promise<Clause>}
 */
function clause(id) {
  const found = read.get(id) ?? ask(`/api/clauses/${id}`);
  read.set(id, found);
  return found;
}

/**
 * @param {string} name
 * @param {import("./dom.js").Child} text
 */
function part(name, text) {
  return text ? [el("dt", {}, name), el("dd", {}, text)] : [];
}

/**
 * Where a clause stands on the placards.
 *
 * @param {Clause["posted"]} posted
 */
function places(posted) {
  const links = posted.flatMap((one, at) => [
    at ? " · " : "",
    el(
      "a",
      { href: `${way("rules", { sheet: one.sheet })}#${anchor(one.part)}` },
      `${gameName(one.sheet, one.sheet)}, ${one.part}`,
    ),
  ]);
  return el("span", {}, ...links);
}

/**
 * The name of a section within the page.
 *
 * @param {string} title
 */
export const anchor = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** @param {Clause} found */
function shown(found) {
  const about = el(
    "dl",
    {},
    ...part(say("clauses.in_the_document"), [found.document, found.place].filter(Boolean).join(", ")),
    ...part(say("clauses.what_is_unclear"), found.ambiguity),
    ...part(say("clauses.decided"), found.decision),
    ...part(say("clauses.repeats"), found.same_as),
    ...part(say("clauses.posted"), found.posted.length ? places(found.posted) : ""),
  );
  return el("div", { className: "clause" }, el("p", {}, el("b", {}, found.id), " ", found.text), about);
}

/**
 * Read clauses into a place.
 *
 * @param {HTMLElement} place
 * @param {string[]} ids
 */
async function fill(place, ids) {
  try {
    place.replaceChildren(...(await Promise.all(ids.map(clause))).map(shown));
  } catch (reason) {
    place.replaceChildren(el("p", { className: "page-trouble" }, messageOf(reason)));
  }
}

/**
 * A control that opens the clauses behind a sentence, and the place where they then stand.
 *
 * @param {string[]} ids
 * @param {...import("./dom.js").Child} content
 */
export function openable(ids, ...content) {
  const place = el("div", { className: "clauses-read", hidden: true });
  const button = el("button", { type: "button", className: "sentence", aria: { expanded: "false" } }, ...content);
  button.addEventListener("click", () => {
    place.hidden = !place.hidden;
    button.setAttribute("aria-expanded", String(!place.hidden));
    if (!place.hidden) fill(place, ids);
  });
  return [button, place];
}
