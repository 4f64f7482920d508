// What a house's own sheet will be: what is wrong with it, what departs and from which clause, its edges, its placard.

import { openable } from "../clauses.js";
import { el } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { grid } from "./forms.js";

/** @typedef {{ place: string, problem: string, expected: string }} Defect */
/** @typedef {{ path: string, value: string, instead_of: string, clauses: string[] }} Departure */
/** @typedef {{ text: string, clauses: string[], pays: string, departs: boolean }} Line */
/** @typedef {{ title: string, lines: Line[] }} Part */
/** @typedef {{ title: string, house: string, edition: string, notes: Line[], parts: Part[] }} Placard */
/**
 * @typedef {object} SheetRead
 * @property {Defect[]} defects
 * @property {string} refusal
 * @property {string} hash
 * @property {string} text
 * @property {Departure[]} departures
 * @property {Placard | null} placard
 * @property {import("./sheet-form.js").FormOfSheet | null} form
 */

const DIGITS = 3;

/**
 * Whether it can be proposed, and otherwise why not: every defect at its place.
 *
 * @param {SheetRead} found
 */
export function statusOf({ defects, refusal, hash, text }) {
  if (defects.length)
    return [
      el(
        "h2",
        {},
        defects.length === 1 ? say("pit.sheets.one_defect") : say("pit.sheets.defects", { count: defects.length }),
      ),
      el("ul", { className: "sheet-defects" }, ...defects.map(defectLine)),
    ];
  const words = refusal ? say("pit.sheets.cannot_be_approved") : say("pit.sheets.can_be_proposed");
  const hashes = say("pit.sheets.hashes", { text: text.slice(0, 12), rules: hash.slice(0, 12) });
  return [
    el("h2", {}, words),
    refusal ? el("p", { className: "sheet-refusal" }, refusal) : "",
    el("p", { className: "quiet" }, hashes),
  ].filter(Boolean);
}

/** @param {Defect} defect */
function defectLine({ place, problem, expected }) {
  const wanted = expected ? ` ${say("pit.sheets.expected", { expected })}` : "";
  return el("li", {}, el("b", {}, place), ` ${problem}.${wanted}`);
}

/**
 * What departs, from which clause, and what the document says instead.
 *
 * @param {Departure[]} departures
 */
export function departureList(departures) {
  if (!departures.length) return [el("h2", {}, say("pit.sheets.departs")), el("p", {}, say("pit.sheets.none_departs"))];
  const rows = departures.map(({ path, value, instead_of: instead, clauses }) => [
    path,
    value,
    instead || "–",
    clauses.length ? el("span", {}, ...openable(clauses, clauses.join(", "))) : say("pit.sheets.not_in_the_document"),
  ]);
  const head = [say("pit.sheets.value"), say("pit.sheets.here"), say("pit.sheets.document"), say("pit.sheets.clause")];
  return [el("h2", {}, say("pit.sheets.departs")), grid(head, rows, "")];
}

/** @param {number | null | undefined} edge */
const percent = (edge) =>
  edge === null || edge === undefined ? "–" : `${(edge * 100).toFixed(DIGITS).replace("-", "−")} %`;

/** @param {number} edge */
const moved = (edge) => (Math.abs(edge) < 1e-9 ? "0" : `${edge > 0 ? "+" : ""}${percent(edge)}`);

/**
 * Every change with what it does to the edge of every wager; below them all together.
 *
 * @param {any} answer
 * @param {(wager: string) => string} named
 */
export function effectTable(answer, named) {
  const title = el("h2", {}, say("pit.sheets.edges"));
  if (answer.state !== "done") return [title, el("p", { className: "quiet" }, say("pit.sheets.working"))];
  const { wagers, changes, without_effect: none, not_solved: unsolved } = answer.figures;
  const names = Object.keys(wagers);
  const rows = [
    ...changes.map((/** @type {any} */ one) => [
      say("pit.sheets.change", { change: one.change, from: one.from, to: one.to }),
      ...names.map((name) => moved(one.difference[name] ?? 0)),
    ]),
    [say("pit.sheets.before"), ...names.map((name) => percent(wagers[name].a))],
    [say("pit.sheets.after"), ...names.map((name) => percent(wagers[name].b))],
  ];
  const notes = [
    none.length ? el("p", { className: "quiet" }, say("pit.sheets.no_effect", { list: none.join(", ") })) : "",
    ...unsolved.map((/** @type {any} */ one) => el("p", { className: "quiet" }, `${one.change}: ${one.why}`)),
  ];
  const table = grid([say("pit.sheets.what_changes"), ...names.map(named)], rows, "");
  table.classList.add("sheet-edges");
  return [title, table, ...notes.filter(Boolean)];
}

/**
 * A sheet that waits for a second person: whose it is, what departs, and the placard to be opened.
 *
 * @param {string} text the hash of its text
 */
export function proposedSheet(text) {
  const place = el("div", { className: "sheet-proposed" });
  const show = (/** @type {SheetRead} */ { departures, placard }) => {
    const [heading, ...lines] = placardOf(placard);
    const posted = el("details", {}, el("summary", {}, heading?.textContent ?? ""), ...lines);
    place.replaceChildren(...departureList(departures), posted);
  };
  ask(`/api/house/sheets/${text}/read`).then(show, (trouble) => place.replaceChildren(trouble.message));
  return place;
}

/** @param {Line} line */
function placardLine({ text, pays, clauses, departs }) {
  const words = el("span", departs ? { className: "departs" } : {}, text);
  return el(
    "li",
    {},
    words,
    pays ? el("b", {}, pays) : "",
    el("span", { className: "quiet" }, clauses.join(", ") || say("pit.sheets.house_setting")),
  );
}

/**
 * The placard as it will read.
 *
 * @param {Placard | null} placard
 */
export function placardOf(placard) {
  if (!placard) return [];
  const { title, house, edition, notes, parts } = placard;
  return [
    el("h2", {}, say("pit.sheets.placard")),
    el(
      "p",
      { className: "sheet-title" },
      el("b", {}, title),
      [house, edition]
        .filter(Boolean)
        .map((one) => ` · ${one}`)
        .join(""),
    ),
    el("ul", { className: "sheet-lines" }, ...notes.map(placardLine)),
    ...parts.map((part) =>
      el(
        "details",
        { open: part.lines.some(({ departs }) => departs) },
        el("summary", {}, part.title),
        el("ul", { className: "sheet-lines" }, ...part.lines.map(placardLine)),
      ),
    ),
  ];
}
