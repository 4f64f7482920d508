// The money of the floor: what was won against what was to be expected, table by table, with its bands.

import { byId, el } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { el as svg, short } from "../draw/svg.js";
import { ask } from "../live.js";
import { choice, field, grid } from "../pit/forms.js";
import { gameName, money, sentence, signed, tableName, wagerName } from "../words.js";

const PERIODS = [["day", "Day"], ["month", "Month"], ["life", "Since the beginning"]];
const [WIDE, HIGH, EDGE] = [560, 190, 8];
const AGAIN_MS = 2500;
let waiting = 0;

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    const me = await ask("/api/me");
    byId("who").textContent = `${me.name}, ${sentence(me.role).toLowerCase()}`;
    makeForm(await ask("/api/floor"));
  } catch (trouble) {
    byId("report").replaceChildren(el("p", {}, trouble.message), el("a", { href: "/" }, "To the lobby, where you can sign in"));
    return;
  }
  await show();
}

function makeForm(tables) {
  const sheets = [...new Set(tables.map(({ sheet }) => sheet))];
  byId("choose").replaceChildren(
    choice("period", "Period", PERIODS),
    field("day", "A day of it", { type: "date" }),
    choice("table", "Table", [["", "all"], ...tables.map(({ table, sheet }) => [table, `${tableName(table, sheet)}, ${sheet}`])]),
    choice("game", "Game", [["", "all"], ...sheets.map((sheet) => [sheet, gameName(sheet, sheet)])]),
    el("div", { className: "form-actions" }, el("a", { id: "page" }, "The whole report, to print"), el("a", { id: "csv", download: "" }, "For a spreadsheet"), el("a", { href: "/pit.html#log" }, "Significant events")),
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
  for (const [id, format] of [["page", "html"], ["csv", "csv"]]) byId(id).href = `/api/reports/money?${query}&format=${format}`;
  try {
    const made = await ask(`/api/reports/money?${query}`);
    byId("report").replaceChildren(...parts(made));
    if (JSON.stringify(made).includes("being computed")) waiting = setTimeout(show, AGAIN_MS);
  } catch (trouble) {
    byId("report").replaceChildren(el("p", { className: "form-trouble" }, trouble.message));
  }
}

const share = (part) => (part === null || part === undefined ? "–" : `${(part * 100).toFixed(2)} %`);

function parts(made) {
  const head = el("p", { className: "quiet" }, `${made.period.text}. ${made.basis.join(" ")}`);
  const pages = made.tables.length ? made.tables.map(tablePart) : [el("p", {}, "No round was played in this time.")];
  return [head, ...pages, ...progressivePart(made.progressive), liabilityPart(made.liabilities)];
}

function tablePart(page) {
  const { together, wagers } = page;
  const rows = wagers.map((line) => [line.title ?? wagerName(line.wager), String(line.wagers), money(line.handle), signed(line.win), share(line.hold), expectedWords(line.expected)]);
  return el(
    "section",
    { className: "report-table" },
    el("h2", {}, `${tableName(page.table, page.sheet)}, ${gameName(page.sheet, page.title)}`),
    el("p", {}, `${page.rounds} rounds, handle ${money(page.handle)}, `, el("b", {}, `win ${signed(page.win)}`), `, hold ${share(page.hold)}; drop ${money(page.drop)}, win by drop ${share(page.win_by_drop)}.`),
    together ? el("p", {}, together.words) : "",
    course(page.course),
    grid(["Wager", "Made", "Handle", "Win", "Hold", "Expected"], rows, "No wager was made."),
  );
}

function expectedWords(expected) {
  if (!expected || expected.win === undefined) return expected?.state ?? "";
  return `${signed(expected.win)} ± ${money(expected.deviation)}`;
}

/** Win against expectation over the rounds, with bands of one and two deviations. */
function course(points) {
  const known = (points ?? []).filter((one) => one.expected !== undefined && one.expected !== null);
  if (known.length < 2) return "";
  const most = Math.max(1, ...known.map((one) => Math.max(Math.abs(one.win), Math.abs(one.expected) + 2 * (one.deviation ?? 0))));
  const last = known.at(-1).round ?? known.length;
  const x = (one, at) => short(EDGE + ((one.round ?? at + 1) / last) * (WIDE - 2 * EDGE));
  const y = (amount) => short(HIGH / 2 - (amount / most) * (HIGH / 2 - EDGE));
  const path = (amounts) => amounts.map(([at, amount], step) => `${step ? "L" : "M"}${at} ${y(amount)}`).join("");
  const band = (many) => {
    const top = known.map((one, at) => [x(one, at), one.expected + many * one.deviation]);
    const low = known.map((one, at) => [x(one, at), one.expected - many * one.deviation]).reverse();
    return svg("path", { d: `${path(top)}${path(low).replace("M", "L")}Z`, class: `band band-${many}` });
  };
  const line = (name, kind) => svg("path", { d: path(known.map((one, at) => [x(one, at), one[name]])), class: kind });
  const zero = svg("path", { d: `M${EDGE} ${y(0)}H${WIDE - EDGE}`, class: "zero" });
  const label = `Win of the house ${signed(known.at(-1).win)} after ${last} rounds, expected ${signed(Math.round(known.at(-1).expected))}`;
  return el("figure", {}, svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "course", role: "img", "aria-label": label }, band(2), band(1), zero, line("expected", "expected"), line("win", "won")), el("figcaption", { className: "quiet" }, "Win (line) against the exact expectation (dashes), with bands of one and two standard deviations"));
}

function progressivePart(progressive) {
  if (!progressive) return [];
  const rows = Object.entries(progressive).filter(([, value]) => typeof value === "number").map(([name, value]) => [sentence(name), money(value)]);
  return [el("h2", {}, "Progressive"), grid(["", "Amount"], rows, "")];
}

function liabilityPart(liabilities) {
  const rows = Object.entries(liabilities ?? {}).map(([name, value]) => [sentence(name), money(value)]);
  return el("section", {}, el("h2", {}, "Liabilities"), grid(["", "Amount"], rows, "None."));
}

open();
