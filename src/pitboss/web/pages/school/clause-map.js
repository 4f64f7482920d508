// The map of all clauses of a table: shown, shaky or never tried. Arrows go from cell to cell, Enter opens the drill.

/** @import { MapClause } from "../api.js" */

import { byId, el } from "../dom.js";
import { ask } from "../live.js";
import { way } from "../public.js";
import { say } from "../say.js";
import { sentence } from "../words.js";
import { daysPart } from "./days.js";

const STATES = {
  shown: say("school.state_shown"),
  shaky: say("school.state_shaky"),
  never: say("school.state_never"),
};

/**
 * Open the map of a sheet.
 *
 * @param {string} sheet
 * @param {string} title
 */
export async function showMap(sheet, title) {
  /** @type {{ clauses: MapClause[] }} */
  const { clauses } = await ask(`/api/school/sheets/${encodeURIComponent(sheet)}/map`);
  /** @type {import("../api.js").SchoolProgress} */
  const { days } = await ask(`/api/school/sheets/${encodeURIComponent(sheet)}/progress`);
  const chapters = [...new Set(clauses.map(({ heading }) => heading))];
  const chosen = el("div", { className: "map-chosen", id: "map-chosen", aria: { live: "polite" } });
  const cells = new Map(clauses.map((one) => [one.clause, cellOf(one, sheet)]));
  const map = el(
    "div",
    { className: "clause-map", role: "group", aria: { label: say("school.map_of", { title }) } },
    ...chapters.map((heading) =>
      chapterOf(
        heading,
        clauses.filter((one) => one.heading === heading),
        cells,
      ),
    ),
  );
  byId("main").replaceChildren(
    el(
      "div",
      { className: "page-head" },
      el("div", {}, el("h1", {}, say("school.map_of", { title })), legend(clauses)),
    ),
    el("p", { className: "quiet" }, say("school.map_keys")),
    map,
    chosen,
    daysPart(days),
  );
  walk(map, clauses, chosen);
}

/** @param {MapClause[]} clauses */
function legend(clauses) {
  const states = /** @type {(keyof typeof STATES)[]} */ (Object.keys(STATES));
  const items = states.map((state) =>
    el(
      "span",
      {},
      el("i", { className: `clause-cell ${state}`, aria: { hidden: "true" } }),
      ` ${clauses.filter(({ status }) => status === state).length} ${STATES[state]}`,
    ),
  );
  return el("p", { className: "map-legend" }, ...items);
}

/**
 * @param {MapClause} one
 * @param {string} sheet
 */
function cellOf({ clause, status, drill }, sheet) {
  const label = `${clause}, ${STATES[status]}`;
  const cell = el("a", {
    className: `clause-cell ${status}`,
    tabIndex: -1,
    href: way("school", { sheet, drill, clause }),
    title: label,
    data: { clause },
    aria: { label },
  });
  return cell;
}

/**
 * @param {string} heading
 * @param {MapClause[]} own
 * @param {Map<string, HTMLAnchorElement>} cells
 */
function chapterOf(heading, own, cells) {
  const drawn = own.map(({ clause }) => cells.get(clause) ?? "");
  return el(
    "div",
    { className: "chapter" },
    el("h2", {}, sentence(heading.split(".").at(-1) ?? "")),
    el("div", { className: "cells" }, ...drawn),
  );
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
/** @type {Record<string, number>} */
const ROWS = { ArrowDown: 1, ArrowUp: -1 };

/**
 * One cell has the keyboard; arrows move it, and what it says stands below the map.
 *
 * @param {HTMLElement} map
 * @param {MapClause[]} clauses
 * @param {HTMLElement} chosen
 */
function walk(map, clauses, chosen) {
  const cells = /** @type {HTMLAnchorElement[]} */ ([...map.querySelectorAll("a.clause-cell")]);
  const rows = [...map.querySelectorAll(".cells")].map((row) => [...row.querySelectorAll("a.clause-cell")]);
  const told = new Map(clauses.map((one) => [one.clause, one]));
  const take = (/** @type {Element | undefined} */ cell) => {
    if (!(cell instanceof HTMLAnchorElement)) return;
    for (const one of cells) one.tabIndex = one === cell ? 0 : -1;
    cell.focus();
  };
  map.addEventListener("focusin", ({ target }) => {
    const found = target instanceof HTMLElement ? told.get(target.dataset.clause ?? "") : undefined;
    if (found) chosen.replaceChildren(...sayClause(found));
  });
  map.addEventListener("keydown", (event) => {
    const row = rows.findIndex((one) => one.includes(/** @type {Element} */ (event.target)));
    if (row < 0) return;
    const at = rows[row].indexOf(/** @type {Element} */ (event.target));
    if (event.key in STEPS) take(cells[cells.indexOf(/** @type {any} */ (event.target)) + STEPS[event.key]]);
    else if (event.key in ROWS)
      take(rows[row + ROWS[event.key]]?.at(Math.min(at, rows[row + ROWS[event.key]].length - 1)));
    else return;
    event.preventDefault();
  });
  if (cells[0]) cells[0].tabIndex = 0;
  if (clauses[0]) chosen.replaceChildren(...sayClause(clauses[0]));
}

/** @param {MapClause} one */
function sayClause({ clause, text, status, tries, right, last }) {
  const tried = tries ? say("school.tried", { right, tries, day: last }) : STATES[status];
  return [el("p", {}, el("b", {}, clause), ` ${text}`), el("p", { className: "quiet" }, sentence(tried))];
}
