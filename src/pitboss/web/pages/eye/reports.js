// @ts-nocheck
// The money of the floor: what was won against what was to be expected, table by table, with its bands.

import { byId, el } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { short, el as svg } from "../draw/svg.js";
import { ask, staffReason } from "../live.js";
import { choice, field, grid } from "../pit/forms.js";
import { sheets } from "../sheets.js";
import { count, gameName, money, printed, sentence, signed, tableOf, wagerName } from "../words.js";

const PERIODS = [
  ["day", "Day"],
  ["month", "Month"],
  ["life", "Since the beginning"],
];
const [WIDE, HIGH, EDGE] = [560, 190, 8];
const [LABELS, APART, FOOT] = [128, 16, 20];
const AGAIN_MS = 2500;
let waiting = 0;

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    const me = await ask("/api/me");
    byId("who").textContent = `${me.name}, ${sentence(me.role).toLowerCase()}`;
    await sheets();
    makeForm(await ask("/api/floor"));
  } catch (trouble) {
    byId("report").replaceChildren(
      el("p", {}, staffReason(trouble)),
      el("a", { href: "/" }, "To the lobby, where you can sign in"),
    );
    return;
  }
  await show();
}

function makeForm(tables) {
  const played = [...new Set(tables.map(({ sheet }) => sheet))];
  byId("choose").replaceChildren(
    choice("period", "Period", PERIODS),
    field("day", "A day of it", { type: "date" }),
    choice("table", "Table", [["", "all"], ...tables.map((one) => [one.table, nameOf(one)])]),
    choice("game", "Game", [["", "all"], ...played.map((sheet) => [sheet, gameName(sheet, sheet)])]),
    el(
      "div",
      { className: "form-actions" },
      el("button", { type: "button", className: "control strong", on: { click: () => print() } }, "Print"),
      el("a", { id: "page" }, "The whole report as one page"),
      el("a", { id: "csv", download: "" }, "For a spreadsheet"),
      el("a", { href: "/pit.html#log" }, "Significant events"),
    ),
  );
  byId("choose").addEventListener("change", show);
}

function asked() {
  const given = new FormData(byId("choose"));
  return new URLSearchParams([...given].filter(([, value]) => value));
}

async function show() {
  clearTimeout(waiting);
  const query = asked();
  for (const [id, format] of [
    ["page", "html"],
    ["csv", "csv"],
  ])
    byId(id).href = `/api/reports/money?${query}&format=${format}`;
  try {
    const made = await ask(`/api/reports/money?${query}`);
    byId("report").replaceChildren(...parts(made));
    if (made.pending) waiting = setTimeout(show, AGAIN_MS);
  } catch (trouble) {
    byId("report").replaceChildren(el("p", { className: "form-trouble" }, trouble.message));
  }
}

const share = (part) => (part === null || part === undefined ? "–" : `${(part * 100).toFixed(2).replace("-", "−")} %`);

function parts(made) {
  const played = made.tables.filter(({ rounds }) => rounds);
  const idle = made.tables.filter(({ rounds }) => !rounds);
  return [
    el(
      "p",
      { className: "report-head" },
      el("b", {}, made.period.text),
      ` Made at ${made.made_at.slice(0, 16).replace("T", " ")} UTC.`,
    ),
    ...(played.length
      ? [floorPart(played), ...played.map(tablePart)]
      : [el("p", {}, "No round was played in this time.")]),
    idle.length ? el("p", { className: "quiet" }, `No rounds: ${idle.map((page) => nameOf(page)).join("; ")}.`) : "",
    ...progressivePart(made.progressive),
    irregularPart(played),
    tokePart(played),
    liabilityPart(made.liabilities),
    eventPart(made.events),
    el(
      "details",
      { className: "report-basis", open: true },
      el("summary", {}, "How this is reckoned"),
      ...made.basis.map((line) => el("p", { className: "quiet" }, line)),
    ),
  ].filter(Boolean);
}

const nameOf = ({ table, sheet, title }) => tableOf(table, sheet, title);

/** Every table on one line: what was won against what was to be expected. */
function floorPart(pages) {
  const rows = pages.map((page) => [
    nameOf(page),
    String(page.rounds),
    money(page.handle),
    signed(page.win),
    share(page.hold),
    page.together ? signed(page.together.win) : "being computed",
    page.together ? `± ${money(page.together.deviation)}` : "",
  ]);
  return el(
    "section",
    {},
    el("h2", {}, "Tables"),
    amounts(["Table", "Rounds", "Handle", "Win", "Hold", "Expected", "Deviation"], rows, ""),
  );
}

/** A grid of amounts, its figures in columns. */
function amounts(head, rows, empty) {
  const made = grid(head, rows, empty);
  made.classList.add("amounts");
  return made;
}

function tablePart(page) {
  const { together, wagers } = page;
  const rows = wagers.map((line) => [
    printed(line.title ?? wagerName(line.wager)),
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
      `${count(page.rounds, "round")}, handle ${money(page.handle)}, `,
      el("b", {}, `win ${signed(page.win)}`),
      `, hold ${share(page.hold)}; drop ${money(page.drop)}, win by drop ${share(page.win_by_drop)}.`,
    ),
    together ? el("p", {}, together.words) : "",
    course(page.course),
    amounts(["Wager", "Made", "Handle", "Win", "Hold", "Expected"], rows, "No wager was made."),
    el("p", { className: "quiet" }, page.measured),
  );
}

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
        .map(([kind, times]) => `${sentence(kind)}${times > 1 ? ` × ${times}` : ""}`)
        .join(", "),
      ...["rulings", "voided", "corrections", "retracted"].map((name) => String(irregular[name])),
    ]);
  return el(
    "section",
    {},
    el("h2", {}, "Irregularities"),
    grid(["Table", "What", "Rulings", "Void", "Corrections", "Taken back"], rows, "Nothing irregular in this time."),
  );
}

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
    el("h2", {}, "Bets for the dealers"),
    amounts(["Table", "Bet", "Won", "Into the box", "Counted out"], rows, "None."),
  );
}

function eventPart(events) {
  const rows = events.map((one) => [
    one.at.slice(5, 16).replace("T", " "),
    one.where,
    sentence(one.what),
    one.who,
    one.before,
    one.after,
    one.why,
  ]);
  return el(
    "section",
    {},
    el("h2", {}, "Significant events"),
    grid(["At", "Where", "What", "Who", "Before", "After", "Why"], rows, "None."),
  );
}

function expectedWords(expected) {
  if (!expected || expected.win === undefined) return expected?.state ?? "";
  return `${signed(expected.win)} ± ${money(expected.deviation)}`;
}

/** Words one below the other where they would lie over one another. */
function apart(words) {
  const placed = [...words].sort((a, b) => a.y - b.y);
  placed.forEach((one, at) => {
    if (at) one.y = Math.max(one.y, placed[at - 1].y + APART);
  });
  const over = Math.max(0, placed.at(-1).y - (HIGH + FOOT - APART));
  return placed.map((one) => ({ ...one, y: one.y - over }));
}

/** Win against expectation over the rounds, with bands of one and two deviations. */
function course(points) {
  if (!points?.length) return "";
  const known = [{ rounds: 0, win: 0, expected: 0, deviation: 0 }, ...points];
  const most = Math.max(
    1,
    ...known.map((one) => Math.max(Math.abs(one.win), Math.abs(one.expected) + 2 * (one.deviation ?? 0))),
  );
  const last = Math.max(1, known.at(-1).rounds);
  const x = ({ rounds }) => short(EDGE + (rounds / last) * (WIDE - 2 * EDGE));
  const y = (amount) => short(HIGH / 2 - (amount / most) * (HIGH / 2 - EDGE));
  const path = (amounts) => amounts.map(([at, amount], step) => `${step ? "L" : "M"}${at} ${y(amount)}`).join("");
  const band = (many) => {
    const top = known.map((one) => [x(one), one.expected + many * one.deviation]);
    const low = known.map((one) => [x(one), one.expected - many * one.deviation]).reverse();
    return svg("path", { d: `${path(top)}${path(low).replace("M", "L")}Z`, class: `band band-${many}` });
  };
  const line = (name, kind) => svg("path", { d: path(known.map((one) => [x(one), one[name]])), class: kind });
  const end = known.at(-1);
  const beside = [
    [end.win, `Win ${signed(end.win)}`, "label-won"],
    [end.expected, `Expected ${signed(end.expected)}`, "label"],
    [end.expected + 2 * end.deviation, signed(end.expected + 2 * end.deviation), "label"],
    [end.expected - 2 * end.deviation, signed(end.expected - 2 * end.deviation), "label"],
  ];
  const words = apart(beside.map(([amount, text, kind]) => ({ y: y(amount) + 4, text, kind })));
  const labels = words.map((one) => svg("text", { x: WIDE, y: short(one.y), class: one.kind }, one.text));
  labels.push(
    svg("text", { x: WIDE - EDGE, y: HIGH + FOOT - 6, class: "label", "text-anchor": "end" }, count(last, "round")),
  );
  const zero = svg("path", { d: `M${EDGE} ${y(0)}H${WIDE - EDGE}`, class: "zero" });
  const label = `Win of the house ${signed(known.at(-1).win)} after ${count(last, "round")}, expected ${signed(Math.round(known.at(-1).expected))}`;
  return el(
    "figure",
    {},
    svg(
      "svg",
      { viewBox: `0 0 ${WIDE + LABELS} ${HIGH + FOOT}`, class: "course", role: "img", "aria-label": label },
      band(2),
      band(1),
      zero,
      line("expected", "expected"),
      line("win", "won"),
      ...labels,
    ),
    el(
      "figcaption",
      { className: "quiet" },
      "Win (line) against the exact expectation (dashes), with bands of one and two standard deviations",
    ),
  );
}

function progressivePart(progressive) {
  if (!progressive) return [];
  const rows = Object.entries(progressive)
    .filter(([, value]) => typeof value === "number")
    .map(([name, value]) => [sentence(name), money(value)]);
  const { awards, ...sums } = progressive.in_period ?? {};
  const period = Object.entries(sums).map(([name, value]) => [sentence(name), money(value)]);
  return [
    el("section", {}, el("h2", {}, "Progressive"), amounts(["Since the beginning", "Amount"], rows, "")),
    el(
      "section",
      {},
      el("h3", {}, `In this time: ${count(awards ?? 0, "jackpot")}`),
      amounts(["", "Amount"], period, ""),
    ),
  ];
}

function liabilityPart(liabilities) {
  const rows = Object.entries(liabilities ?? {}).map(([name, value]) => [sentence(name), money(value)]);
  return el("section", {}, el("h2", {}, "Liabilities"), amounts(["Owed to", "Amount"], rows, "None."));
}

open();
