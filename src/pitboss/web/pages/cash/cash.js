// The cash of a gaming day: what each person paid in and was paid out, and for compliance what looks suspicious in it.

import { byId, el, given } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { ask, staffReason } from "../live.js";
import { choice, clockTime, field, form, grid, post } from "../pit/forms.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { showWays } from "../ways.js";
import { money, tableOf } from "../words.js";

/** @typedef {import("../api.js").CashLog} CashLog */
/** @typedef {import("../api.js").PersonsCash} PersonsCash */
/** @typedef {import("../api.js").PatternFound} PatternFound */
/** @typedef {import("../api.js").CashMoved} CashMoved */

const LEVELS = { "": "", noted: say("cash.noted"), reported: say("cash.reported") };
const KINDS = {
  just_below: say("cash.just_below"),
  day_after_day: say("cash.day_after_day"),
  several_for_one: say("cash.several_for_one"),
};
const FINDINGS = [
  ["nothing", say("cash.nothing")],
  ["watched", say("cash.watched")],
  ["reported", say("cash.was_reported")],
];
const FOUND = Object.fromEntries(FINDINGS);
let judges = false;

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    /** @type {import("../wire.js").Me} */
    const me = await ask("/api/me");
    showWays(me, "cash");
    judges = me.may.areas.includes("suspicious_cash");
    const { day } = await ask("/api/cash");
    makeForm(day);
  } catch (trouble) {
    byId("report").replaceChildren(
      el("p", {}, staffReason(trouble)),
      el("a", { href: "/" }, say("shared.to_the_lobby_where_you_can")),
    );
    return;
  }
  await show();
}

/** @param {string} day */
function makeForm(day) {
  byId("choose").replaceChildren(
    field("day", say("cash.gaming_day"), { type: "date", value: day, required: true }),
    el(
      "div",
      { className: "form-actions" },
      el("a", { id: "csv", download: "" }, say("eye.reports.for_a_spreadsheet")),
      el("a", { id: "forms", download: "" }, say("cash.what_is_to_be_reported_as_data")),
    ),
  );
  byId("choose").addEventListener("change", show);
}

async function show() {
  const query = new URLSearchParams(given(byId("choose")));
  byId("csv", HTMLAnchorElement).href = `/api/cash?${query}&format=csv`;
  byId("forms", HTMLAnchorElement).href = `/api/cash/forms?${query}`;
  try {
    /** @type {[CashLog, PatternFound[]]} */
    const [log, patterns] = await Promise.all([
      ask(`/api/cash?${query}`),
      judges ? ask(`/api/cash/patterns?${query}`) : [],
    ]);
    byId("report").replaceChildren(...(judges ? [patternPart(patterns)] : []), logPart(log));
  } catch (trouble) {
    byId("report").replaceChildren(el("p", { className: "form-trouble" }, messageOf(trouble)));
  }
}

/** @param {{ person: string, walk_in: boolean }} one */
const nameOf = ({ person, walk_in: guest }) => (guest ? say("cash.person_guest", { person }) : person);

/** @param {string} place */
const placeOf = (place) => (place === "cage" ? say("cash.the_cage") : tableOf(place, "", ""));

/** @param {CashLog} log */
function logPart({ people, thresholds: { noted, reported } }) {
  const rows = people.map((one) => [
    nameOf(one),
    ...side(one.cash_in, one.level_in, one.left_in),
    ...side(one.cash_out, one.level_out, one.left_out),
    moves(one),
  ]);
  const head = [
    say("cash.person"),
    say("cash.cash_in"),
    "",
    say("cash.left"),
    say("cash.cash_out"),
    "",
    say("cash.left"),
    say("cash.entries"),
  ];
  const made = grid(head, rows, say("cash.no_cash"));
  made.classList.add("amounts");
  return el(
    "section",
    {},
    el("h2", {}, say("cash.by_person")),
    el("p", { className: "quiet" }, say("cash.rule", { noted: money(noted), reported: money(reported) })),
    made,
  );
}

/**
 * @param {number} cents
 * @param {PersonsCash["level_in"]} level
 * @param {number} left
 */
const side = (cents, level, left) => [money(cents), LEVELS[level], level === "reported" ? "" : money(left)];

/** @param {PersonsCash} one */
function moves({ movements }) {
  return el(
    "details",
    {},
    el("summary", {}, String(movements.length)),
    el("ul", { className: "cash-moves" }, ...movements.map((moved) => el("li", {}, moveWords(moved)))),
  );
}

/** @param {CashMoved} moved */
function moveWords({ at, direction, cents, place }) {
  const [when, sum, where] = [clockTime(at), money(cents), placeOf(place)];
  return direction === "in"
    ? say("cash.came_in", { at: when, cents: sum, place: where })
    : say("cash.went_out", { at: when, cents: sum, place: where });
}

// --- what looks suspicious -------------------------------------------------------------------------------------------

/** @param {PatternFound[]} patterns */
function patternPart(patterns) {
  return el(
    "section",
    {},
    el("h2", {}, say("cash.to_look_at")),
    el("p", { className: "quiet" }, say("cash.for_you_alone")),
    ...(patterns.length ? patterns.map(pattern) : [el("p", {}, say("cash.nothing_to_look_at"))]),
  );
}

/** @param {PatternFound} found */
function pattern(found) {
  const { kind, direction, threshold, cents, parts, judgements } = found;
  const [sum, most] = [money(cents), money(threshold)];
  return el(
    "article",
    { className: "cash-pattern" },
    el(
      "div",
      {},
      el("h3", {}, KINDS[kind]),
      el(
        "p",
        {},
        direction === "in"
          ? say("cash.sum_in", { cents: sum, threshold: most })
          : say("cash.sum_out", { cents: sum, threshold: most }),
      ),
      ...parts.map((part) =>
        el(
          "div",
          {},
          el("b", {}, say("cash.name_sum", { name: nameOf(part), cents: money(part.cents) })),
          el("ul", { className: "cash-moves" }, ...part.movements.map((moved) => el("li", {}, moveWords(moved)))),
        ),
      ),
      ...judgements.map(({ finding, note, by, at }) =>
        el("p", {}, el("b", {}, FOUND[finding]), say("cash.judged", { note, by, at: clockTime(at) })),
      ),
    ),
    judgeForm(found),
  );
}

/** @param {PatternFound} found */
function judgeForm({ id, day }) {
  const fields = [
    choice("finding", say("cash.finding"), FINDINGS),
    field("note", say("shared.why"), { required: true, maxLength: 500 }),
  ];
  return form("", fields, say("cash.judge"), async ({ finding, note }) => {
    await post("/api/cash/judgements", { pattern: id, day, finding, note });
    await show();
  });
}

open();
