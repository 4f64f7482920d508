// One trainee, clause by clause: the map by chapters, what the chosen clause says, and the transcript.

/** @import { CourseShown, MapClause } from "../api.js" */

import { el } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { sentence } from "../words.js";
import { dayText } from "./class-list.js";

const STATES = {
  shown: say("school.state_shown"),
  shaky: say("school.state_shaky"),
  never: say("school.state_never"),
};

/**
 * The map of the chosen trainee.
 *
 * @param {CourseShown} course
 * @param {string} name
 */
export async function traineePart({ course }, name) {
  if (!name) return "";
  const where = `/api/school/courses/${course}/trainees/${encodeURIComponent(name)}`;
  /** @type {{ clauses: MapClause[] }} */
  const { clauses } = await ask(`${where}/map`);
  const told = el("div", { className: "clause-told panel", id: "clause-told", aria: { live: "polite" } });
  const chapters = [...new Set(clauses.map(({ heading }) => heading))];
  const map = el(
    "div",
    { className: "trainee-map", role: "group", aria: { label: say("teacher.clause_by_clause", { name }) } },
    ...chapters.map((heading) =>
      chapterOf(
        heading,
        clauses.filter((one) => one.heading === heading),
      ),
    ),
  );
  walk(map, clauses, told);
  return el(
    "section",
    { className: "trainee-part" },
    el(
      "header",
      {},
      el("h2", {}, say("teacher.clause_by_clause", { name })),
      legend(clauses),
      el("a", { href: `${where}/transcript`, target: "_blank", rel: "noopener" }, say("teacher.transcript")),
    ),
    map,
    told,
  );
}

/** @param {MapClause[]} clauses */
function legend(clauses) {
  const states = /** @type {(keyof typeof STATES)[]} */ (Object.keys(STATES));
  const items = states.map((state) =>
    el(
      "span",
      {},
      el("i", { className: `clause-cell ${state}`, aria: { hidden: "true" } }),
      `${STATES[state]} ${clauses.filter(({ status }) => status === state).length}`,
    ),
  );
  return el("p", { className: "map-legend" }, ...items);
}

/**
 * @param {string} heading
 * @param {MapClause[]} own
 */
function chapterOf(heading, own) {
  const shown = own.filter(({ status }) => status === "shown").length;
  return el(
    "div",
    { className: "chapter" },
    el("h3", {}, sentence((heading.split(".").at(-1) ?? "").replaceAll("_", " "))),
    el("div", { className: "cells" }, ...own.map(cellOf)),
    el("span", { className: "quiet" }, `${shown}/${own.length}`),
  );
}

/** @param {MapClause} one */
function cellOf({ clause, status }) {
  const label = `${clause}, ${STATES[status]}`;
  return el("button", {
    type: "button",
    className: `clause-cell ${status}`,
    tabIndex: -1,
    title: label,
    data: { clause },
    aria: { label },
  });
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
 * @param {HTMLElement} told
 */
function walk(map, clauses, told) {
  const cells = [...map.querySelectorAll("button")];
  const rows = [...map.querySelectorAll(".cells")].map((row) => [...row.querySelectorAll("button")]);
  const known = new Map(clauses.map((one) => [one.clause, one]));
  const choose = (/** @type {HTMLButtonElement | undefined} */ cell) => {
    const found = known.get(cell?.dataset.clause ?? "");
    if (!cell || !found) return;
    for (const one of cells) {
      one.tabIndex = one === cell ? 0 : -1;
      one.setAttribute("aria-pressed", String(one === cell));
    }
    told.replaceChildren(...sayClause(found));
  };
  map.addEventListener("focusin", ({ target }) => choose(/** @type {HTMLButtonElement} */ (target)));
  map.addEventListener("click", ({ target }) => choose(/** @type {HTMLButtonElement} */ (target)));
  map.addEventListener("keydown", (event) => {
    const cell = /** @type {HTMLButtonElement} */ (event.target);
    const row = rows.findIndex((one) => one.includes(cell));
    if (row < 0) return;
    const next = rows[row + (ROWS[event.key] ?? 0)];
    if (event.key in STEPS) cells[cells.indexOf(cell) + STEPS[event.key]]?.focus();
    else if (event.key in ROWS) next?.[Math.min(rows[row].indexOf(cell), next.length - 1)].focus();
    else return;
    event.preventDefault();
  });
  const first = clauses.find(({ status }) => status === "shaky") ?? clauses[0];
  choose(cells.find(({ dataset }) => dataset.clause === first?.clause));
}

/** @param {MapClause} one */
function sayClause({ clause, text, status, tries, right, last }) {
  const tried = tries ? say("teacher.tried", { right, tries, day: dayText(last) }) : STATES[status];
  return [el("b", { className: "clause-id" }, clause), el("span", {}, text), el("span", { className: "quiet" }, tried)];
}
