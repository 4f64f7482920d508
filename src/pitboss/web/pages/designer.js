// The designer of side bets: step the odds of each line, and edge, deviation, wishes and distribution follow at once.

import { countPanel, showCount } from "./designer-count.js";
import { byId, el } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { el as svg } from "./draw/svg.js";
import { ask } from "./live.js";
import { chancesPlot } from "./plots.js";
import { asked, begin, chance, oneIn, percent, showTop } from "./public.js";
import { say } from "./say.js";
import { sheets } from "./sheets.js";

/**
 * @typedef {object} Line
 * @property {string} line
 * @property {string} title
 * @property {string} pays
 * @property {number} probability
 * @property {number} adds
 *
 * @typedef {object} Table
 * @property {number} house_edge
 * @property {string} exact
 * @property {number} hits_one_in
 * @property {number} standard_deviation
 * @property {number} lost
 * @property {number} hold_from
 * @property {number} hold_to
 * @property {Line[]} lines
 *
 * @typedef {object} Wish
 * @property {string} wish
 * @property {boolean} fulfilled
 * @property {number} value
 * @property {number} too_much
 *
 * @typedef {object} Design
 * @property {string} bet
 * @property {string} title
 * @property {string} about
 * @property {Table} now
 * @property {Wish[]} wishes
 * @property {Table | null} nearest
 * @property {string[]} conflicts
 * @property {boolean} each
 * @property {boolean} proven
 * @property {boolean} searched
 */

/** @type {Record<string, string>} */
const WISHES = {
  edge: say("designer.wish_edge"),
  hits: say("designer.wish_hits"),
  top: say("designer.wish_top"),
  deviation: say("designer.wish_deviation"),
  falling: say("designer.wish_falling"),
  rounded: say("designer.wish_rounded"),
};
const DECKS = [1, 2, 4, 6, 8];
const PIXELS_A_STEP = 8;
const MANY = 5;
/** The odds that a step goes over; between them every whole number. */
const MOST = 10000;

/** @type {{ bet: string, title: string, pay_tables: Record<string, Record<string, string>> }[]} */
let bets = [];
let bet = "";
let decks = 6;
/** @type {Map<string, string>} */
let odds = new Map();
/** @type {Map<string, string>[]} */
const before = [];
/** @type {Record<string, string>} */
const wishes = { edge_from: "4", edge_to: "6", hits: "12", top: "", deviation: "" };
/** @type {Design | null} */
let shown = null;
let turn = 0;
let held = "";

async function open() {
  const [, found] = await Promise.all([sheets(), ask("/api/bets")]);
  bets = found;
  bet = bets.find((one) => one.bet === asked.get("bet"))?.bet ?? bets.find((one) => one.bet === "21+3")?.bet ?? "";
  decks = DECKS.find((one) => String(one) === asked.get("decks")) ?? 6;
  showTop(asked.get("sheet") ?? "");
  byId("main").replaceChildren(
    tools(),
    el(
      "div",
      { className: "designer" },
      el("div", {}, el("div", { id: "head" }), el("div", { id: "pays" }), note(), el("div", { id: "plot" })),
      el(
        "div",
        { className: "design-figures" },
        el("div", { id: "sums" }),
        wishForm(),
        el("div", { id: "nearest" }),
        countPanel(counted),
      ),
    ),
  );
  document.addEventListener("keydown", pressed);
  await choose(bet);
}

/** Bet, pay table and decks to choose from, undo and save. */
function tools() {
  /** @type {HTMLSelectElement} */
  const pick = el("select", { id: "bet", on: { change: () => choose(pick.value) } });
  for (const one of bets) pick.append(new Option(one.title, one.bet, false, one.bet === bet));
  /** @type {HTMLSelectElement} */
  const usual = el("select", { id: "usual", on: { change: () => take(usual.value) } });
  /** @type {HTMLSelectElement} */
  const many = el("select", { id: "decks", on: { change: () => deal(Number(many.value)) } });
  for (const one of DECKS) many.append(new Option(String(one), String(one), false, one === decks));
  /** @param {string} words @param {HTMLSelectElement} select */
  const picker = (words, select) => el("label", { className: "picker" }, el("span", {}, words), select);
  return el(
    "div",
    { className: "page-tools no-print" },
    el(
      "div",
      { id: "pickers" },
      picker(say("designer.bet"), pick),
      picker(say("designer.pay_table"), usual),
      picker(say("designer.decks"), many),
    ),
    el("button", { type: "button", className: "control", on: { click: undo } }, say("designer.undo")),
    el("a", { className: "control button", id: "save", download: "draft.toml" }, say("designer.save")),
  );
}

const note = () =>
  el(
    "p",
    { className: "step-note" },
    el("span", { id: "step-note" }),
    el("span", { className: "note" }, say("designer.keys")),
  );

/** @param {string} name */
async function choose(name) {
  bet = name;
  const tables = bets.find((one) => one.bet === bet)?.pay_tables ?? {};
  const usual = byId("usual", HTMLSelectElement);
  usual.replaceChildren(...Object.keys(tables).map((one) => new Option(one, one)));
  before.length = 0;
  odds = new Map(Object.entries(Object.values(tables)[0] ?? {}));
  await update();
}

/** @param {string} name the pay table to start from */
async function take(name) {
  const tables = bets.find((one) => one.bet === bet)?.pay_tables ?? {};
  await change(new Map(Object.entries(tables[name] ?? {})));
}

/** @param {number} many */
async function deal(many) {
  decks = many;
  await update();
}

/** @param {Map<string, string>} to */
async function change(to) {
  before.push(odds);
  odds = to;
  await update();
}

async function undo() {
  odds = before.pop() ?? odds;
  await update();
}

const query = () => {
  const found = new URLSearchParams({ decks: String(decks) });
  for (const [line, one] of odds) found.append("pay", `${line}=${one}`);
  const [from, to] = [wishes.edge_from, wishes.edge_to].map(Number);
  if (wishes.edge_from && wishes.edge_to && from <= to) {
    found.set("edge_from", String(from / 100));
    found.set("edge_to", String(to / 100));
  }
  for (const name of ["hits", "top", "deviation"]) if (Number(wishes[name]) >= 0.5) found.set(name, wishes[name]);
  return found;
};

/** Ask for the figures of the odds as they are now, then for the nearest table; older answers are passed over. */
async function update() {
  turn += 1;
  const mine = turn;
  byId("sums").classList.add("is-old");
  const asks = query();
  const path = `/api/bets/${encodeURIComponent(bet)}`;
  const found = /** @type {Design} */ (await ask(`${path}?${asks}&search=false`));
  if (mine !== turn) return;
  shown = found;
  show(found);
  if (found.searched) return;
  const whole = /** @type {Design} */ (await ask(`${path}?${asks}`));
  if (mine === turn) showNearest(whole);
}

/** The bet as it is designed now, for whoever asks whether it can be counted. */
const counted = () => ({ bet, decks, pays: [...odds].map(([line, one]) => `${line}=${one}`) });

/** @param {Design} design */
function show(design) {
  document.title = say("designer.title_pitboss", { title: design.title });
  byId("head").replaceChildren(el("h1", {}, design.title), el("p", { className: "quiet" }, design.about));
  byId("pays").replaceChildren(payTable(design.now));
  byId("sums").classList.remove("is-old");
  byId("sums").replaceChildren(sums(design.now));
  byId("plot").replaceChildren(plot(design.now));
  showWishes(design);
  const save = byId("save", HTMLAnchorElement);
  const pays = new URLSearchParams([...odds].map(([line, one]) => ["pay", `${line}=${one}`]));
  save.href = `/api/bets/${encodeURIComponent(bet)}/sheet?${pays}`;
  showStep();
  showCount(counted());
  const place = document.querySelector(`[data-odds="${CSS.escape(held)}"]`);
  if (place instanceof HTMLElement) place.focus();
}

/** @param {Table} table */
function payTable(table) {
  const most = Math.max(...table.lines.map((one) => one.adds), 1e-9);
  const rows = table.lines.map((one) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, one.title),
      el("td", {}, stepper(one)),
      el("td", { className: "number spare" }, oneIn(one.probability) || chance(0)),
      el("td", { className: "number" }, adds(one.adds, most)),
    ),
  );
  /** @param {string} words @param {string} [look] */
  const head = (words, look = "") => el("th", { scope: "col", className: look }, words);
  const heads = [
    head(say("designer.line")),
    head(say("designer.pays")),
    head(say("designer.once_in"), "number spare"),
    head(say("designer.adds_to_the_return"), "number"),
  ];
  const foot = el(
    "tr",
    {},
    el("th", { scope: "row", colSpan: 2 }, say("designer.lost_and_together")),
    el("td", { className: "number spare" }, oneIn(table.lost)),
    el("td", { className: "number" }, percent(-table.house_edge, 2)),
  );
  return el(
    "table",
    { className: "pay-table" },
    el("thead", {}, el("tr", {}, ...heads)),
    el("tbody", {}, ...rows),
    el("tfoot", {}, foot),
  );
}

/** @param {number} share @param {number} most */
function adds(share, most) {
  const filled = el("span", {});
  filled.style.width = `${Math.max(1, (share / most) * 100)}%`;
  return el("span", { className: "adds" }, el("span", { className: "bar" }, filled), `+${percent(share, 2)}`);
}

/** @param {Line} one */
function stepper(one) {
  /** @param {number} by @param {string} sign @param {string} words */
  const button = (by, sign, words) =>
    el(
      "button",
      { type: "button", aria: { label: words }, tabIndex: -1, on: { click: () => step(one.line, by) } },
      sign,
    );
  const [top, bottom] = one.pays.split(":");
  const figure = el(
    "span",
    {
      className: "odds",
      tabIndex: 0,
      role: "spinbutton",
      data: { odds: one.line },
      aria: { label: one.title, valuenow: top, valuetext: say("designer.odds_to", { top, bottom }) },
      on: {
        pointerdown: (/** @type {PointerEvent} */ event) => drag(event, one.line),
        focus: () => hold(one.line),
      },
    },
    el("b", {}, top),
    el("small", {}, say("designer.to_bottom", { bottom })),
  );
  const made = el(
    "span",
    { className: "stepper" },
    button(-1, "−", say("designer.less", { title: one.title })),
    figure,
    button(1, "+", say("designer.more", { title: one.title })),
  );
  made.classList.toggle("is-held", one.line === held);
  return made;
}

/** @param {string} line */
function hold(line) {
  held = line;
  showStep();
}

/** What one step of the line that is held moves. */
function showStep() {
  const line = shown?.now.lines.find((one) => one.line === held);
  byId("step-note").textContent = line
    ? say("designer.one_step", { title: line.title, points: (line.probability * 100).toFixed(3) })
    : "";
}

/**
 * The odds some steps further, never below one to one.
 *
 * @param {string} pays
 * @param {number} by
 */
function stepped(pays, by) {
  const [top, bottom] = pays.split(":").map(Number);
  const whole = by > 0 ? Math.floor(top / bottom) : Math.ceil(top / bottom);
  return `${Math.min(MOST, Math.max(1, whole + by))}:1`;
}

/** @param {string} line @param {number} by */
async function step(line, by) {
  held = line;
  await change(new Map(odds).set(line, stepped(odds.get(line) ?? "1:1", by)));
}

/** @param {PointerEvent} event @param {string} line */
function drag(event, line) {
  const from = odds.get(line) ?? "1:1";
  const start = event.clientY;
  let last = 0;
  hold(line);
  before.push(odds);
  /** @param {PointerEvent} moved */
  const follow = (moved) => {
    const by = Math.round((start - moved.clientY) / PIXELS_A_STEP);
    if (by === last) return;
    last = by;
    odds = new Map(odds).set(line, by ? stepped(from, by) : from);
    update();
  };
  const end = () => {
    removeEventListener("pointermove", follow);
    if (!last) before.pop();
  };
  addEventListener("pointermove", follow);
  addEventListener("pointerup", end, { once: true });
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const place = /** @type {HTMLElement} */ (event.target);
  if (place.closest("input, select") || event.ctrlKey || event.metaKey) return;
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
  if (by && held && place.dataset.odds) {
    event.preventDefault();
    step(held, by * (event.shiftKey ? MANY : 1));
  } else if (event.key === "z") undo();
  else if (event.key === "k") byId("save").click();
}

/** @param {Table} table */
function sums(table) {
  /** @param {string} words @param {string} figure @param {string} below */
  const one = (words, figure, below, cap = 22) =>
    el("div", {}, el("dt", {}, words), el("dd", {}, lineText(figure, { cap }), el("small", {}, below)));
  return el(
    "dl",
    { className: "design-sums" },
    one(say("designer.house_edge"), percent(table.house_edge, 4).replace(" ", ""), table.exact.replace("/", " / "), 31),
    one(say("designer.hits_once_in"), table.hits_one_in.toFixed(2), percent(1 / table.hits_one_in, 2)),
    one(say("designer.deviation"), table.standard_deviation.toFixed(3), say("designer.in_stakes")),
    one(
      say("designer.hold"),
      percent(table.house_edge, 1).replace(" ", ""),
      say("designer.hold_range", { from: percent(table.hold_from, 1), to: percent(table.hold_to, 1) }),
    ),
  );
}

/** @param {Table} table */
function plot(table) {
  const results = [
    { result: -1, probability: table.lost },
    ...table.lines.map((one) => {
      const [top, bottom] = one.pays.split(":").map(Number);
      return { result: top / bottom, probability: one.probability };
    }),
  ];
  /** @type {Map<number, number>} */
  const joined = new Map();
  for (const one of results) joined.set(one.result, (joined.get(one.result) ?? 0) + one.probability);
  const bars = [...joined].map(([result, probability]) => ({ result, probability }));
  return el(
    "section",
    {},
    el("h2", {}, say("designer.what_one_brings")),
    el("figure", {}, chancesPlot(bars, { mean: -table.house_edge, label: say("designer.what_one_brings") })),
  );
}

function wishForm() {
  /** @param {string} name @param {string} words */
  const field = (name, words) =>
    el("input", {
      type: "number",
      step: "any",
      value: wishes[name],
      aria: { label: words },
      data: { wish: name },
      on: {
        change: (/** @type {Event} */ event) => {
          wishes[name] = /** @type {HTMLInputElement} */ (event.target).value;
          update();
        },
      },
    });
  /** @param {string} name @param {...HTMLElement} fields */
  const row = (name, ...fields) =>
    el(
      "div",
      { className: "wish", id: `wish-${name}` },
      el("span", { className: "state" }),
      el("span", {}, WISHES[name]),
      el("span", { className: "fields" }, ...fields),
      el("span", { className: "value" }),
    );
  return el(
    "section",
    { className: "wishes" },
    el("h2", {}, say("designer.wishes")),
    row("edge", field("edge_from", say("designer.edge_from")), field("edge_to", say("designer.edge_to"))),
    row("hits", field("hits", say("designer.wish_hits"))),
    row("top", field("top", say("designer.wish_top"))),
    row("deviation", field("deviation", say("designer.wish_deviation"))),
  );
}

/** @param {boolean} fulfilled */
function mark(fulfilled) {
  return svg(
    "svg",
    { viewBox: "0 0 20 20", class: "mark", role: "img", "aria-label": say(fulfilled ? "designer.yes" : "designer.no") },
    svg("circle", { cx: 10, cy: 10, r: 8.6 }),
    svg("path", { d: fulfilled ? "M6 10.4l2.8 2.8L14.4 7" : "M7 7l6 6M13 7l-6 6" }),
  );
}

/** @param {Wish} wish @param {number} value */
const wishValue = (wish, value) => (wish.wish === "edge" ? percent(value, 2) : value.toFixed(2));

/** @param {Design} design */
function showWishes(design) {
  for (const name of ["edge", "hits", "top", "deviation"]) {
    const row = byId(`wish-${name}`);
    const wish = design.wishes.find((one) => one.wish === name);
    row.classList.toggle("is-fulfilled", Boolean(wish?.fulfilled));
    row.querySelector(".state")?.replaceChildren(wish ? mark(wish.fulfilled) : "");
    const told = wish ? wishValue(wish, wish.value) : "";
    const far = wish && !wish.fulfilled ? say("designer.too_much", { far: wishValue(wish, wish.too_much) }) : "";
    row.querySelector(".value")?.replaceChildren(told, el("small", {}, far));
  }
  if (design.searched) showNearest(design);
  else byId("nearest").classList.add("is-old");
}

/** @param {Design} design */
function showNearest(design) {
  byId("nearest").classList.remove("is-old");
  byId("nearest").replaceChildren(nearest(design));
}

/** @param {Design} design */
function nearest(design) {
  const table = design.nearest;
  if (!table) {
    if (!design.conflicts.length) return el("div", {});
    const named = design.conflicts.map((name) => WISHES[name]).join(", ");
    const none = say(design.proven ? "designer.none" : "designer.none_near");
    const way = say(design.each ? "designer.each_in_the_way" : "designer.not_together", { named });
    return el("p", { className: "nearest", role: "status", data: { proven: String(design.proven) } }, `${none} ${way}`);
  }
  const changed = table.lines.filter((one) => one.pays !== odds.get(one.line));
  const words = changed.map((one) => {
    const [top, bottom] = one.pays.split(":");
    return say("designer.line_at", { title: one.title, pays: say("designer.odds_to", { top, bottom }) });
  });
  return el(
    "div",
    { className: "nearest", role: "status" },
    el(
      "span",
      {},
      el("b", {}, say("designer.fulfils_all", { lines: words.join(", ") })),
      el("br"),
      say("designer.nearest_figures", {
        edge: percent(table.house_edge, 2),
        deviation: table.standard_deviation.toFixed(2),
      }),
    ),
    el(
      "button",
      {
        type: "button",
        className: "control",
        id: "try",
        on: { click: () => change(new Map(table.lines.map((one) => [one.line, one.pays]))) },
      },
      say("designer.try_it"),
    ),
  );
}

begin(open);
