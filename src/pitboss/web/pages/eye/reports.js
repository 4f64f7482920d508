// The money of the floor: what was won against what was to be expected, table by table, with its bands.

import { byId, el, given } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { short, el as svg } from "../draw/svg.js";
import { ask, staffReason } from "../live.js";
import { choice, field, form, grid, post } from "../pit/forms.js";
import { say, sayCode } from "../say.js";
import { sheets } from "../sheets.js";
import { messageOf } from "../trouble.js";
import { showWays } from "../ways.js";
import {
  count,
  gameName,
  mistakeName,
  money,
  printed,
  sentence,
  signed,
  tableCalled,
  tableOf,
  wagerName,
} from "../words.js";

/** @typedef {import("../api.js").TablePage} TablePage */
/** @typedef {import("../api.js").CoursePoint} CoursePoint */
/** @typedef {import("../api.js").MoneyReport} MoneyReport */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {{ y: number, text: string, kind: string }} Label */

const PERIODS = [
  ["day", say("eye.reports.day")],
  ["month", say("eye.reports.month")],
  ["year", say("eye.reports.year")],
  ["life", say("eye.reports.since_the_beginning")],
];
/** @type {("rulings" | "voided" | "corrections" | "retracted")[]} */
const COUNTED = ["rulings", "voided", "corrections", "retracted"];
const [WIDE, HIGH, EDGE] = [560, 190, 8];
const [LABELS, APART, FOOT] = [128, 16, 20];
const AGAIN_MS = 2500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** Whether whoever looks signs for reasons. */
let signs = false;

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    /** @type {import("../wire.js").Me} */
    const me = await ask("/api/me");
    showWays(me, "reports");
    signs = me.may.commands.includes("ExplainResult");
    await sheets();
    makeForm(await ask("/api/floor"));
  } catch (trouble) {
    byId("report").replaceChildren(
      el("p", {}, staffReason(trouble)),
      el("a", { href: "/" }, say("shared.to_the_lobby_where_you_can")),
    );
    return;
  }
  await show();
}

/** @param {import("../api.js").FloorTable[]} tables */
function makeForm(tables) {
  const played = [...new Set(tables.map(({ sheet }) => sheet))];
  byId("choose").replaceChildren(
    choice("period", say("eye.reports.period"), PERIODS),
    field("day", say("eye.reports.a_day_of_it"), { type: "date" }),
    choice("table", say("shared.table"), [
      ["", say("eye.reports.all")],
      ...tables.map((one) => [one.table, nameOf(one)]),
    ]),
    choice("game", say("shared.game"), [
      ["", say("eye.reports.all")],
      ...played.map((sheet) => [sheet, gameName(sheet, sheet)]),
    ]),
    el(
      "div",
      { className: "form-actions" },
      el(
        "button",
        { type: "button", className: "control strong", on: { click: () => print() } },
        say("eye.reports.print"),
      ),
      signs
        ? el("button", { type: "button", className: "control", on: { click: endShift } }, say("eye.reports.end_shift"))
        : "",
      el("a", { id: "page" }, say("eye.reports.the_whole_report_as_one_page")),
      el("a", { id: "csv", download: "" }, say("eye.reports.for_a_spreadsheet")),
      el("a", { href: "/pit.html#log" }, say("shared.significant_events")),
    ),
  );
  byId("choose").addEventListener("change", show);
}

/** Sign where the log stands, and print the report with the code: the paper that a shift ends with. */
async function endShift() {
  try {
    await post("/api/reports/shift-end", {});
    await show();
    print();
  } catch (trouble) {
    byId("report").replaceChildren(el("p", { className: "form-trouble" }, messageOf(trouble)));
  }
}

function asked() {
  const chosen = Object.entries(given(byId("choose")));
  return new URLSearchParams(chosen.filter(([, value]) => value));
}

async function show() {
  clearTimeout(waiting);
  const query = asked();
  for (const [id, format] of [
    ["page", "html"],
    ["csv", "csv"],
  ])
    byId(id, HTMLAnchorElement).href = `/api/reports/money?${query}&format=${format}`;
  try {
    /** @type {MoneyReport} */
    const made = await ask(`/api/reports/money?${query}`);
    byId("report").replaceChildren(...parts(made));
    if (made.pending) waiting = setTimeout(show, AGAIN_MS);
  } catch (trouble) {
    byId("report").replaceChildren(el("p", { className: "form-trouble" }, messageOf(trouble)));
  }
}

/** @param {number | null} part */
const share = (part) => (part === null ? "–" : `${(part * 100).toFixed(2).replace("-", "−")} %`);

/** @param {MoneyReport} made */
function parts(made) {
  const played = made.tables.filter(({ rounds }) => rounds);
  const idle = made.tables.filter(({ rounds }) => !rounds);
  return [
    el(
      "p",
      { className: "report-head" },
      el("b", {}, made.period.text),
      say("eye.reports.made_at_made_at_utc", { made_at: made.made_at.slice(0, 16).replace("T", " ") }),
    ),
    ...(played.length
      ? [floorPart(played), ...outsidePart(made), ...played.map(tablePart)]
      : [el("p", {}, say("eye.reports.no_round_was_played_in_this"))]),
    idle.length
      ? el(
          "p",
          { className: "quiet" },
          say("eye.reports.no_rounds_list", { list: idle.map((page) => nameOf(page)).join("; ") }),
        )
      : "",
    ...progressivePart(made.progressive),
    irregularPart(played),
    tokePart(played),
    liabilityPart(made.liabilities),
    eventPart(made.events),
    checkpointPart(made.checkpoint),
    el(
      "details",
      { className: "report-basis", open: true },
      el("summary", {}, say("eye.reports.how_this_is_reckoned")),
      ...made.basis.map((line) => el("p", { className: "quiet" }, line)),
    ),
  ].filter(Boolean);
}

/**
 * The code by which whoever keeps the paper can hold the house to its log.
 *
 * @param {MoneyReport["checkpoint"]} last
 */
function checkpointPart(last) {
  if (!last) return "";
  return el(
    "section",
    {},
    el("h2", {}, say("eye.reports.checkpoint")),
    el("p", { id: "checkpoint" }, el("b", {}, last.code)),
    el("p", { className: "quiet" }, say(last.whole ? "eye.reports.checkpoint_whole" : "eye.reports.checkpoint_behind")),
  );
}

/** @param {{ table: string, sheet: string, title: string }} page */
const nameOf = ({ table, sheet, title }) => tableOf(table, sheet, title);

/**
 * Every table on one line: what was won against what was to be expected.
 *
 * @param {TablePage[]} pages
 */
function floorPart(pages) {
  const rows = pages.map((page) => [
    nameOf(page),
    String(page.rounds),
    money(page.handle),
    signed(page.win),
    share(page.hold),
    page.together ? signed(page.together.win) : say("eye.reports.being_computed"),
    page.together ? `± ${money(page.together.deviation)}` : "",
  ]);
  return el(
    "section",
    {},
    el("h2", {}, say("shared.tables")),
    amounts(
      [
        say("shared.table"),
        say("shared.rounds"),
        say("eye.reports.handle"),
        say("eye.reports.win"),
        say("eye.reports.hold"),
        say("eye.reports.expected"),
        say("eye.reports.deviation"),
      ],
      rows,
      "",
    ),
  );
}

/**
 * Results that chance does not explain, with the reasons that managers have signed, and a form to sign one.
 *
 * @param {MoneyReport} made
 */
function outsidePart({ outside, period }) {
  if (!outside.length) return [];
  return [
    el(
      "section",
      { id: "outside" },
      el("h2", {}, say("eye.reports.outside")),
      el("p", { className: "quiet" }, say("eye.reports.outside_means")),
      ...outside.map((one) => outsideResult(one, period)),
    ),
  ];
}

/**
 * @param {import("../api.js").ResultOutside} one
 * @param {MoneyReport["period"]} period
 */
function outsideResult(one, { kind, day }) {
  const { table, percent, win, expected, deviation, explanations } = one;
  const reasons = explanations.map(({ why, by }) => el("li", {}, say("eye.reports.why_by", { why, by })));
  return el(
    "article",
    { className: "cash-pattern" },
    el(
      "div",
      {},
      el("h3", {}, nameOf(one)),
      el(
        "p",
        {},
        say("eye.reports.outside_result", {
          percent,
          win: signed(win),
          expected: signed(expected),
          deviation: money(deviation),
        }),
      ),
      reasons.length ? el("ul", {}, ...reasons) : el("p", { className: "quiet" }, say("eye.reports.no_reason_yet")),
    ),
    signs
      ? form(
          "",
          [field("reason", say("shared.why"), { required: true, maxLength: 500 })],
          say("eye.reports.sign"),
          async ({ reason }) => {
            await post("/api/reports/explanations", { table, period: kind, day, reason });
            await show();
          },
        )
      : "",
  );
}

/**
 * A grid of amounts, its figures in columns.
 *
 * @param {string[]} head
 * @param {Child[][]} rows
 * @param {string} empty
 */
function amounts(head, rows, empty) {
  const made = grid(head, rows, empty);
  made.classList.add("amounts");
  return made;
}

/** @param {TablePage} page */
function tablePart(page) {
  const { together, wagers } = page;
  const rows = wagers.map((line) => [
    printed(line.title || wagerName(line.wager)),
    String(line.wagers),
    money(line.handle),
    signed(line.win),
    share(line.hold),
    expectedWords(line.expected),
  ]);
  return el(
    "section",
    { className: "report-table" },
    el("h2", {}, nameOf(page)),
    el(
      "p",
      {},
      say("eye.reports.rounds_handle_handle", { rounds: count(page.rounds, "round"), handle: money(page.handle) }),
      el("b", {}, say("eye.reports.win_win", { win: signed(page.win) })),
      say("eye.reports.hold_hold_drop_drop_win_by", {
        hold: share(page.hold),
        drop: money(page.drop),
        win_by_drop: share(page.win_by_drop),
      }),
    ),
    together ? el("p", {}, together.words) : "",
    course(page.course),
    amounts(
      [
        say("shared.wager"),
        say("eye.reports.made"),
        say("eye.reports.handle"),
        say("eye.reports.win"),
        say("eye.reports.hold"),
        say("eye.reports.expected"),
      ],
      rows,
      say("eye.reports.no_wager_was_made"),
    ),
    el("p", { className: "quiet" }, page.measured),
  );
}

/** @param {TablePage[]} pages */
function irregularPart(pages) {
  const rows = pages
    .filter(
      ({ irregular }) =>
        irregular.irregularities ||
        irregular.rulings ||
        irregular.corrections ||
        irregular.voided ||
        irregular.retracted,
    )
    .map(({ irregular, ...page }) => [
      nameOf(page),
      Object.entries(irregular.kinds)
        .map(([kind, times]) => `${sentence(mistakeName(kind))}${times > 1 ? ` × ${times}` : ""}`)
        .join(", "),
      ...COUNTED.map((name) => String(irregular[name])),
    ]);
  return el(
    "section",
    {},
    el("h2", {}, say("eye.reports.irregularities")),
    grid(
      [
        say("shared.table"),
        say("shared.what"),
        say("eye.reports.rulings"),
        say("shared.void"),
        say("shared.corrections"),
        say("eye.reports.taken_back"),
      ],
      rows,
      say("eye.reports.nothing_irregular_in_this_time"),
    ),
  );
}

/** @param {TablePage[]} pages */
function tokePart(pages) {
  const rows = pages
    .filter(({ tokes }) => Object.values(tokes).some(Boolean))
    .map(({ tokes, ...page }) => [
      nameOf(page),
      money(tokes.bet),
      signed(tokes.won),
      money(tokes.into_the_box),
      money(tokes.counted_out),
    ]);
  return el(
    "section",
    {},
    el("h2", {}, say("eye.reports.bets_for_the_dealers")),
    amounts(
      [
        say("shared.table"),
        say("eye.reports.bet"),
        say("eye.reports.won"),
        say("eye.reports.into_the_box"),
        say("eye.reports.counted_out"),
      ],
      rows,
      say("eye.reports.none"),
    ),
  );
}

/** Who does what nobody has to give. */
const HOUSE = "house";

/** @param {import("../api.js").NotableEvent[]} events */
function eventPart(events) {
  const rows = events.map((one) => [
    one.at.slice(5, 16).replace("T", " "),
    sayCode("stream", one.where) ?? tableCalled(one.where),
    sentence(one.what),
    one.who === HOUSE ? say("eye.reports.the_program") : one.who,
    one.before,
    gameName(one.after, one.after),
    one.why,
  ]);
  return el(
    "section",
    {},
    el("h2", {}, say("shared.significant_events")),
    grid(
      [
        say("shared.at"),
        say("shared.where"),
        say("shared.what"),
        say("shared.who"),
        say("shared.before"),
        say("shared.after"),
        say("shared.why"),
      ],
      rows,
      say("eye.reports.none"),
    ),
  );
}

/** @param {import("../api.js").WagerLine["expected"]} expected */
function expectedWords({ state, win, deviation = 0 }) {
  return win === undefined ? state : `${signed(win)} ± ${money(deviation)}`;
}

/**
 * Words one below the other where they would lie over one another.
 *
 * @param {Label[]} words
 */
function apart(words) {
  const placed = [...words].sort((a, b) => a.y - b.y);
  placed.forEach((one, at) => {
    if (at) one.y = Math.max(one.y, placed[at - 1].y + APART);
  });
  const over = Math.max(0, placed[placed.length - 1].y - (HIGH + FOOT - APART));
  return placed.map((one) => ({ ...one, y: one.y - over }));
}

/** @type {CoursePoint} Where every course begins. */
const NOTHING_YET = { rounds: 0, win: 0, expected: 0, deviation: 0 };

/**
 * Where amounts lie in the picture of a course.
 *
 * @param {CoursePoint[]} known
 */
function scale(known) {
  const furthest = known.map((one) => Math.max(Math.abs(one.win), Math.abs(one.expected) + 2 * one.deviation));
  const most = Math.max(1, ...furthest);
  const last = Math.max(1, known[known.length - 1].rounds);
  const x = (/** @type {CoursePoint} */ { rounds }) => short(EDGE + (rounds / last) * (WIDE - 2 * EDGE));
  const y = (/** @type {number} */ amount) => short(HIGH / 2 - (amount / most) * (HIGH / 2 - EDGE));
  const path = (/** @type {CoursePoint[]} */ points, /** @type {(point: CoursePoint) => number} */ amount) =>
    points.map((one, step) => `${step ? "L" : "M"}${x(one)} ${y(amount(one))}`).join("");
  return { last, y, path };
}

/**
 * The amounts beside the end of a course, and below it how many rounds it is.
 *
 * @param {CoursePoint} end
 * @param {ReturnType<typeof scale>} on
 */
function courseLabels({ win, expected, deviation }, { last, y }) {
  const label = (/** @type {number} */ amount, text = signed(amount), kind = "label") => ({
    y: y(amount) + 4,
    text,
    kind,
  });
  const words = apart([
    label(win, say("eye.reports.win_win_2", { win: signed(win) }), "label-won"),
    label(expected, say("eye.reports.expected_expected", { expected: signed(expected) })),
    label(expected + 2 * deviation),
    label(expected - 2 * deviation),
  ]);
  const foot = { x: WIDE - EDGE, y: HIGH + FOOT - 6, class: "label", "text-anchor": "end" };
  return [
    ...words.map((one) => svg("text", { x: WIDE, y: short(one.y), class: one.kind }, one.text)),
    svg("text", foot, count(last, "round")),
  ];
}

/**
 * Win against expectation over the rounds, with bands of one and two deviations.
 *
 * @param {CoursePoint[]} points
 */
function course(points) {
  if (!points.length) return "";
  const known = [NOTHING_YET, ...points];
  const back = [...known].reverse();
  const on = scale(known);
  const band = (/** @type {number} */ many) => {
    const top = on.path(known, ({ expected, deviation }) => expected + many * deviation);
    const low = on.path(back, ({ expected, deviation }) => expected - many * deviation);
    return svg("path", { d: `${top}${low.replace("M", "L")}Z`, class: `band band-${many}` });
  };
  const end = known[known.length - 1];
  const label = say("eye.reports.win_of_the_house_win_after", {
    win: signed(end.win),
    last: count(on.last, "round"),
    expected: signed(end.expected),
  });
  const drawn = svg(
    "svg",
    { viewBox: `0 0 ${WIDE + LABELS} ${HIGH + FOOT}`, class: "course", role: "img", "aria-label": label },
    band(2),
    band(1),
    svg("path", { d: `M${EDGE} ${on.y(0)}H${WIDE - EDGE}`, class: "zero" }),
    svg("path", { d: on.path(known, ({ expected }) => expected), class: "expected" }),
    svg("path", { d: on.path(known, ({ win }) => win), class: "won" }),
    ...courseLabels(end, on),
  );
  const words = say("eye.reports.win_line_against_the_exact_expectation");
  return el("figure", {}, drawn, el("figcaption", { className: "quiet" }, words));
}

/** @param {MoneyReport["progressive"]} progressive */
function progressivePart(progressive) {
  if (!progressive) return [];
  const { in_period: inPeriod, ...life } = progressive;
  const rows = Object.entries(life).map(([name, value]) => [sentence(name), money(value)]);
  const { awards, ...sums } = inPeriod;
  const period = Object.entries(sums).map(([name, value]) => [sentence(name), money(value)]);
  return [
    el(
      "section",
      {},
      el("h2", {}, say("eye.reports.progressive")),
      amounts([say("eye.reports.since_the_beginning"), say("shared.amount")], rows, ""),
    ),
    el(
      "section",
      {},
      el("h3", {}, say("eye.reports.in_this_time_more", { more: count(awards, "jackpot") })),
      amounts(["", say("shared.amount")], period, ""),
    ),
  ];
}

/** @param {MoneyReport["liabilities"]} liabilities */
function liabilityPart(liabilities) {
  const rows = Object.entries(liabilities).map(([name, value]) => [sentence(name), money(value)]);
  return el(
    "section",
    {},
    el("h2", {}, say("eye.reports.liabilities")),
    amounts([say("eye.reports.owed_to"), say("shared.amount")], rows, say("eye.reports.none")),
  );
}

open();
