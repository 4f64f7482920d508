// What the pages for everyone share: header, choice of a sheet, figures that are worked out, and how they are written.

import { byId, el } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { ask } from "./live.js";
import { say } from "./say.js";
import { sheets } from "./sheets.js";
import { messageOf, troubleOf } from "./trouble.js";
import { publicWays, showOpenWay } from "./ways.js";
import { count, gameFelt, gameName } from "./words.js";

const AGAIN_MS = 400;
const SLOWER_MS = 1500;
const REFUSED_MS = 3000;
/** No answer at all, too many, not now: asked again. */
const PASSING = new Set([0, 429, 503]);
const TRIES = 5;

/** What the address of the page asks for. */
export const asked = new URLSearchParams(location.search);

const page = document.body.dataset.page ?? "";

/**
 * The address of a page for a sheet, with what is set on it.
 *
 * @param {string} to
 * @param {{ sheet: string, sets?: string[] } & Record<string, any>} of
 */
export function way(to, { sheet, sets = [], ...more }) {
  const query = new URLSearchParams({ sheet, ...more });
  for (const one of sets) query.append("set", one);
  return `/${to}.html?${query}`;
}

/**
 * Brand, pages and theme, on top of each page; `sheet` is the one that the links lead on with.
 *
 * @param {string} sheet
 */
export function showTop(sheet) {
  const brand = el("a", { className: "brand", href: "/", aria: { label: say("public.pitboss_all_tables") } });
  brand.append(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  const nav = el(
    "nav",
    { aria: { label: say("public.pages") } },
    el("a", { href: "/" }, say("shared.tables")),
    ...publicWays(page, sheet),
  );
  byId("top").replaceChildren(brand, nav, themeSwitch());
  showOpenWay(nav);
}

const system = matchMedia("(prefers-color-scheme: light)");

function themeSwitch() {
  const now = document.documentElement.dataset.theme ?? (system.matches ? "light" : "dark");
  const button = (/** @type {string} */ theme) =>
    el(
      "button",
      { type: "button", className: "link", aria: { pressed: String(theme === now) }, on: { click: () => turn(theme) } },
      theme === "dark" ? say("public.dark") : say("public.light"),
    );
  return el(
    "div",
    { className: "theme", role: "group", aria: { label: say("public.theme") } },
    button("dark"),
    button("light"),
  );
}

/** @param {string} theme */
function turn(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("pitboss.theme", theme);
  showTheme();
}

const showTheme = () => document.querySelector(".public-top .theme")?.replaceWith(themeSwitch());

system.addEventListener("change", showTheme);

/** The sheet that the page is about: the one asked for, or the first. */
export async function chosenSheet(name = "sheet") {
  const all = await sheets();
  return all.find((one) => one.sheet === asked.get(name)) ?? all[0];
}

/**
 * A list of sheets to choose from.
 *
 * @param {string} label
 * @param {{ sheet: string, title: string }[]} all
 * @param {string} chosen
 * @param {(sheet: string) => unknown} changed
 */
export function sheetPicker(label, all, chosen, changed) {
  const select = el("select");
  select.addEventListener("change", () => changed(select.value));
  for (const one of all)
    select.append(new Option(gameName(one.sheet, one.title), one.sheet, false, one.sheet === chosen));
  return el("label", { className: "picker" }, el("span", {}, label), select);
}

/**
 * Go to the same page for another sheet.
 *
 * @param {string} sheet
 */
export const goTo = (sheet) => location.assign(way(page, { sheet }));

/**
 * The head of a page: what it is, for which sheet, what it is called, and a figure beside it.
 *
 * @param {{ sheet: string, title: string, subtitle?: string, side?: Node | string }} about
 */
export function heading({ sheet, title, subtitle = "", side = "" }) {
  const words = el("div", {}, el("h1", {}, title), el("p", { className: "quiet" }, subtitle));
  return el("div", { className: "page-head", data: { felt: gameFelt(sheet) } }, words, side);
}

/**
 * What went wrong, in place of what was asked for.
 *
 * @param {string} words
 */
export const trouble = (words) => el("p", { className: "page-trouble", role: "alert" }, words);

/**
 * Begin a page; where the floor does not answer, it says so.
 *
 * @param {() => Promise<unknown>} open
 */
export const begin = (open) =>
  open().catch((reason) =>
    byId("main").replaceChildren(trouble(reason.message), el("a", { href: location.href }, say("shared.try_again"))),
  );

/**
 * A button that prints the page.
 *
 * @param {string} words
 */
export const printButton = (words) =>
  el("button", { type: "button", className: "control no-print", on: { click: () => print() } }, words);

// figures

/**
 * @typedef {object} Asked
 * @property {string[]} [sets] what is set on the sheet
 * @property {(text: string, share: number) => void} [told]
 * @property {() => unknown} [over]
 */

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Figures of a sheet, asked for until they are there; `told` hears how far they are, `over()` says nobody cares.
 *
 * @param {string} path
 * @param {Asked & Record<string, any>} [asked]
 * @returns {Promise<any>} null where nobody cares any more
 */
export async function figures(path, asked = {}) {
  const { sets = [], pays = [], told = () => {}, over = () => false, ...more } = asked;
  const query = new URLSearchParams(more);
  for (const one of sets) query.append("set", one);
  for (const one of pays) query.append("pay", one);
  const from = path.startsWith("/") ? path : `/api/sheets/${path}`;
  let wait = AGAIN_MS;
  for (let refused = 0; !over(); ) {
    try {
      const answer = await ask(`${from}?${query}`);
      if (answer.state === "done") return over() ? null : answer.figures;
      if (!over()) told(howFar(answer), answer.share);
    } catch (reason) {
      refused += 1;
      if (!PASSING.has(troubleOf(reason).status ?? 0) || refused > TRIES) throw reason;
      if (!over()) told(messageOf(reason), 0);
      await pause(REFUSED_MS);
    }
    await pause(wait);
    wait = Math.min(wait * 1.3, SLOWER_MS);
  }
  return null;
}

/** @param {{ state: string, ahead: number, step: string, share: number }} answer */
function howFar({ state, ahead, step, share }) {
  if (state === "waiting")
    return ahead ? say("public.waiting_ahead_first", { ahead: count(ahead, "ahead") }) : say("shared.waiting");
  return share
    ? say("public.working_it_out_step_share_done", { step, share: Math.round(share * 100) })
    : say("public.working_it_out_more", { more: step || say("public.begun") });
}

/**
 * A line that says how far figures are, and the function that tells it.
 *
 * @param {string} words
 */
export function working(words) {
  const bar = el("progress", { max: 1, value: 0, aria: { hidden: "true" } });
  const said = el("span", {}, words);
  const line = el("p", { className: "working no-print", role: "status" }, bar, said);
  const tell = (/** @type {string} */ text, /** @type {number} */ share = 0) => {
    said.textContent = text;
    bar.value = share;
  };
  return { line, tell };
}

// how figures are written

/** @param {string} text */
const minus = (text) => text.replace("-", "−");

/**
 * A share as a percentage: 0.615 %, −0.055 %.
 *
 * @param {number} share
 */
export const percent = (share, digits = 3) => minus(`${(share * 100).toFixed(digits)} %`);

/**
 * The same with its sign, for differences.
 *
 * @param {number} share
 */
export function moved(share, digits = 4) {
  const text = percent(share, digits);
  return share > 0 && Number(text.slice(0, -2)) !== 0 ? `+${text}` : text.replace(/^−(0\.0+ %)$/, "$1");
}

/**
 * A chance with digits enough to tell rare lines apart.
 *
 * @param {number} probability
 */
export function chance(probability) {
  if (!probability) return say("public.never");
  const digits = probability >= 1e-4 ? 4 : Math.min(12, 2 - Math.floor(Math.log10(probability * 100)));
  return `${(probability * 100).toFixed(digits)} %`;
}

/**
 * How many there are for one of these: "1 in 225".
 *
 * @param {number} probability
 */
export function oneIn(probability) {
  if (!probability) return "";
  const times = 1 / probability;
  return say("public.1_in_times", {
    times: times.toLocaleString("en-US", { maximumFractionDigits: times < 100 ? 1 : 0 }),
  });
}

/**
 * A value in units of the bet, with its sign: +0.6799.
 *
 * @param {number} value
 */
export const worth = (value, digits = 4) => minus(`${value > 0 ? "+" : ""}${value.toFixed(digits)}`);

/**
 * What a line pays, as it is posted.
 *
 * @param {number} units
 */
export function pays(units) {
  if (units === 0) return say("public.push");
  if (units === -1) return say("public.lost");
  const digits = Number.isInteger(units) ? 0 : 2;
  return minus(
    say("public.units_to_1", {
      units: units.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    }),
  );
}

/**
 * A number that tells its exact fraction on tap.
 *
 * @param {string} text
 * @param {string | null | undefined} fraction
 */
export function exact(text, fraction) {
  if (!fraction) return text;
  const whole = el("span", { className: "fraction", hidden: true }, fraction.replace("/", " / "));
  const button = el("button", { type: "button", className: "exact", aria: { expanded: "false" } }, text);
  button.title = say("public.show_the_exact_fraction");
  button.addEventListener("click", () => {
    whole.hidden = !whole.hidden;
    button.setAttribute("aria-expanded", String(!whole.hidden));
  });
  return el("span", { className: "exact-figure" }, button, whole);
}

/**
 * A table of figures; each column has a name and a look, "number" or "spare"; the first names the row.
 *
 * @param {string} caption
 * @param {string[][]} columns
 * @param {(import("./dom.js").Child | undefined)[][]} rows
 */
export function table(caption, columns, rows) {
  const head = columns.map(([name, look = ""]) =>
    el(name ? "th" : "td", { className: look, ...(name && { scope: "col" }) }, name),
  );
  const cell = (/** @type {import("./dom.js").Child | undefined} */ content, /** @type {number} */ at) =>
    at === 0 ? el("th", { scope: "row" }, content ?? "") : el("td", { className: columns[at][1] ?? "" }, content ?? "");
  const body = rows.map((row) => el("tr", {}, ...row.map(cell)));
  const made = el(
    "table",
    {},
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...body),
  );
  return el("div", { className: "wide-table", tabIndex: 0, role: "region", aria: { label: caption } }, made);
}

/**
 * Where the sheet leaves its document.
 *
 * @param {string[]} found
 */
export function departures(found) {
  if (!found.length) return "";
  const items = found.map((one) => el("li", {}, one));
  return el("div", { className: "departs" }, el("h2", {}, say("public.leaves_its_document")), el("ul", {}, ...items));
}
