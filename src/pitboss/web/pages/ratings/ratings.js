// Ratings: the visits of a gaming day, and one visit with what the house expected of it, round by round.

import { byId, el, given } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { ask, staffReason } from "../live.js";
import { field } from "../pit/forms.js";
import { say } from "../say.js";
import { sheets } from "../sheets.js";
import { messageOf } from "../trouble.js";
import { showWays } from "../ways.js";
import { duration, money, signed, tableOf } from "../words.js";
import { hour, percent, ratioText } from "./figure-words.js";
import { findingsPart, looksPart } from "./findings.js";
import { showVisit } from "./visit.js";

/** @typedef {import("../api.js").VisitListed} VisitListed */
/** @typedef {import("../api.js").VisitList} VisitList */
/** @typedef {import("../dom.js").Child} Child */

/**
 * @typedef {object} Column
 * @property {string} key
 * @property {string} name
 * @property {(one: VisitListed) => number | string} by what it is sorted by
 * @property {(one: VisitListed) => Child} tell
 */

const AGAIN_MS = 2500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** What the list was asked for last. */
let wantedList = "";
/** @type {VisitListed[]} */
let shown = [];
/** @type {import("../api.js").PitRated | null} */
let pit = null;
const order = { key: "began", down: true };

/** @type {Column[]} */
const COLUMNS = [
  {
    key: "person",
    name: say("ratings.person"),
    by: (one) => one.person,
    tell: (one) => el("a", { href: `#${one.id}` }, named(one)),
  },
  {
    key: "table",
    name: say("shared.table"),
    by: (one) => one.table,
    tell: (one) => tableOf(one.table, one.sheet, one.title),
  },
  { key: "began", name: say("ratings.began"), by: (one) => one.began, tell: (one) => hour(one.began) },
  {
    key: "time",
    name: say("ratings.time"),
    by: (one) => one.milliseconds,
    tell: (one) =>
      one.left === null ? say("ratings.still_here", { time: duration(one.milliseconds) }) : duration(one.milliseconds),
  },
  { key: "rounds", name: say("ratings.rounds"), by: (one) => one.played, tell: (one) => String(one.played) },
  { key: "bet", name: say("ratings.average_bet"), by: (one) => one.average_bet, tell: (one) => money(one.average_bet) },
  { key: "theo", name: say("ratings.exact_theo"), by: (one) => one.theo.exact, tell: (one) => signed(one.theo.exact) },
  { key: "actual", name: say("ratings.actual"), by: (one) => one.actual, tell: (one) => signed(one.actual) },
  {
    key: "comp",
    name: say("ratings.comp"),
    by: (one) => one.comp ?? -1,
    tell: (one) => (one.comp === null ? "–" : money(one.comp)),
  },
  {
    key: "off",
    name: say("ratings.deviations"),
    by: (one) => one.deviations ?? 0,
    tell: (one) => (one.deviations === null ? "–" : one.deviations.toFixed(1).replace("-", "−")),
  },
  { key: "follows", name: say("ratings.follows"), by: (one) => one.follows ?? -1, tell: follows },
];
/** Columns of words, which are not set to the right. */
const WORDS = ["person", "table", "began"];

/** @param {VisitListed} one */
export const named = (one) => (one.walk_in ? say("cash.person_guest", { person: one.person }) : one.person);

/**
 * How far a visit follows the count; what reached the alarm stands out.
 *
 * @param {VisitListed} one
 */
function follows({ follows: ratio, alarmed }) {
  if (ratio === null) return "–";
  if (alarmed === null) return ratioText(ratio);
  return el(
    "strong",
    { className: "rating-alarm" },
    ratioText(ratio),
    el("small", {}, say("ratings.alarm_in", { number: alarmed })),
  );
}

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    /** @type {import("../wire.js").Me} */
    const me = await ask("/api/me");
    showWays(me, "ratings");
    await sheets();
    const { day } = await ask("/api/ratings/visits");
    makeForm(day);
    byId("list").append(looksPart());
  } catch (trouble) {
    byId("visits").replaceChildren(
      el("p", {}, staffReason(trouble)),
      el("a", { href: "/" }, say("shared.to_the_lobby_where_you_can")),
    );
    return;
  }
  addEventListener("hashchange", turn);
  await turn();
}

/** @param {string} day */
function makeForm(day) {
  byId("choose").replaceChildren(
    field("day", say("cash.gaming_day"), { type: "date", value: day, required: true }),
    el(
      "div",
      { className: "form-actions" },
      el("a", { id: "csv", download: "" }, say("eye.reports.for_a_spreadsheet")),
      el("a", { id: "parquet", download: "" }, say("ratings.as_parquet")),
    ),
  );
  byId("choose").addEventListener("change", show);
}

/** The list, or the visit that the address names. */
async function turn() {
  clearTimeout(waiting);
  const id = location.hash.slice(1);
  byId("list").hidden = Boolean(id);
  byId("visit").hidden = !id;
  if (!id) return show();
  return showVisit(byId("visit"), id);
}

async function show() {
  clearTimeout(waiting);
  const query = new URLSearchParams(given(byId("choose")));
  const mine = String(query);
  wantedList = mine;
  byId("csv", HTMLAnchorElement).href = `/api/ratings/visits?${query}&format=csv`;
  byId("parquet", HTMLAnchorElement).href = `/api/ratings/visits?${query}&format=parquet`;
  try {
    /** @type {VisitList} */
    const list = await ask(`/api/ratings/visits?${query}`);
    if (wantedList !== mine) return; // another day has been chosen since
    [shown, pit] = [list.visits, list.together];
    draw();
    if (!shown.some(({ pending }) => pending)) await showFindings(mine);
    else if (!location.hash) waiting = setTimeout(show, AGAIN_MS);
  } catch (trouble) {
    byId("visits").replaceChildren(el("p", { className: "form-trouble" }, messageOf(trouble)));
  }
}

/** @param {string} query */
async function showFindings(query) {
  /** @type {import("../api.js").FindingTold[]} */
  const found = shown.some(({ played }) => played) ? await ask(`/api/ratings/findings?${query}`) : [];
  if (wantedList === query) byId("findings").replaceChildren(findingsPart(found));
}

function draw() {
  const played = shown.filter((one) => one.played);
  const column = COLUMNS.find(({ key }) => key === order.key) ?? COLUMNS[0];
  const rows = [...played].sort((a, b) => compare(column.by(a), column.by(b)) * (order.down ? -1 : 1));
  byId("visits").replaceChildren(
    rows.length ? table(rows) : el("p", { className: "quiet" }, say("ratings.nobody_has_played")),
    rows.length && pit ? together(pit) : "",
    el("p", { className: "quiet" }, say("ratings.from_the_houses_side")),
    rows.some(({ follows: ratio }) => ratio !== null)
      ? el("p", { className: "quiet" }, say("ratings.follows_note"))
      : "",
    rows.some(({ unvalued }) => unvalued) ? el("p", { className: "quiet" }, say("ratings.some_only_in_the_visit")) : "",
  );
}

/** @param {import("../api.js").PitRated} all */
function deviationWords({ deviation, deviations }) {
  if (deviation === null || deviations === null) return "";
  const off = deviations.toFixed(1).replace("-", "−");
  return ` ${say("ratings.all_deviation", { deviation: money(deviation), off })}`;
}

/**
 * The pit by exact theo: what was to be held, and what was.
 *
 * @param {import("../api.js").PitRated} all
 */
function together(all) {
  const share = (/** @type {number | null} */ part) => (part === null ? "–" : percent(part));
  return el(
    "p",
    { className: "rating-together" },
    say("ratings.all_together", {
      rounds: all.played,
      handle: money(all.handle),
      exact: signed(all.theo.exact),
      expected: share(all.expected_hold),
      actual: signed(all.actual),
      hold: share(all.hold),
    }),
    deviationWords(all),
  );
}

/**
 * @param {number | string} a
 * @param {number | string} b
 */
const compare = (a, b) => (a < b ? -1 : Number(a > b));

/** @param {VisitListed[]} rows */
function table(rows) {
  return el(
    "div",
    { className: "grid-wrap", tabIndex: 0 },
    el(
      "table",
      { className: "grid amounts visits" },
      el("thead", {}, el("tr", {}, ...COLUMNS.map(heading))),
      el("tbody", {}, ...rows.map((one) => el("tr", {}, ...COLUMNS.map((column) => cell(column, one))))),
    ),
  );
}

/**
 * @param {Column} column
 * @param {VisitListed} one
 */
const cell = (column, one) =>
  el("td", { className: WORDS.includes(column.key) ? "word" : "", data: { name: column.name } }, column.tell(one));

/** @param {Column} column */
function heading(column) {
  const sorted = column.key === order.key;
  const aria = sorted ? { sort: order.down ? "descending" : "ascending" } : {};
  const press = () => {
    order.down = sorted ? !order.down : !WORDS.includes(column.key);
    order.key = column.key;
    draw();
  };
  const mark = sorted ? el("span", { aria: { hidden: "true" } }, order.down ? "▾" : "▴") : "";
  return el(
    "th",
    { scope: "col", className: WORDS.includes(column.key) ? "word" : "", aria },
    el("button", { type: "button", className: "sorter", on: { click: press } }, column.name, mark),
  );
}

open();
