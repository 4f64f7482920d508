// Two sheets, or a sheet with other options: edges old and new, then rule by rule what moved them.

import { byPath, optionForm } from "./choosing.js";
import { byId, el, every, refill } from "./dom.js";
import { ask } from "./live.js";
import {
  asked,
  begin,
  chosenSheet,
  departures,
  figures,
  heading,
  moved,
  percent,
  printButton,
  sheetPicker,
  showTop,
  table,
  trouble,
  way,
  working,
} from "./public.js";
import { say } from "./say.js";
import { sheets } from "./sheets.js";
import { messageOf } from "./trouble.js";
import { count, gameName, wagerName } from "./words.js";

/** @typedef {() => boolean} Over says that nobody cares any more */
/** @typedef {{ wagers: Record<string, number>, departures: string[] }} Edges */

/**
 * Rule by rule what moves the edges.
 *
 * @typedef {object} Comparison
 * @property {{ change: string, from: string, to: string, difference: Record<string, number> }[]} changes
 * @property {Record<string, { beyond_the_sum: number | null }>} wagers
 * @property {string[]} without_effect
 * @property {{ change: string, why: string }[]} not_solved
 */

const DEBOUNCE_MS = 250;

/** @type {import("./words.js").ListedSheet[]} */
let all = [];
/** @type {import("./words.js").ListedSheet} */
let first;
/** @type {import("./words.js").ListedSheet} */
let second;
let sets = asked.getAll("set");
/** @type {string[]} */
let changes = [];
let turn = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

async function open() {
  all = await sheets();
  first = await chosenSheet();
  const like = all.filter((one) => one.game === first.game);
  second = like.find((one) => one.sheet === asked.get("with")) ?? first;
  showTop(first.sheet);
  byId("main").replaceChildren(
    el(
      "div",
      { className: "page-tools no-print" },
      el("div", { id: "pickers" }),
      printButton(say("compare.print_the_comparison")),
    ),
    el("div", { id: "head" }),
    el("div", { className: "compare" }, el("div", { id: "options", className: "no-print" }), results()),
  );
  pickers();
  await showOptions();
  update();
}

function results() {
  const parts = ["trouble", "edges", "departs", "rules"].map((id) => el("div", { id, className: "result-part" }));
  return el("div", { className: "results-of" }, el("p", { className: "unseen", id: "said", role: "status" }), ...parts);
}

function pickers() {
  const like = all.filter((one) => one.game === first.game);
  byId("pickers").replaceChildren(
    sheetPicker(say("compare.first"), all, first.sheet, (to) => choose(to, "")),
    sheetPicker(say("compare.second"), like, second.sheet, (to) => choose(first.sheet, to)),
  );
}

/**
 * @param {string} one
 * @param {string} other
 */
function choose(one, other) {
  first = all.find((each) => each.sheet === one) ?? first;
  second = all.find((each) => each.sheet === other && each.game === first.game) ?? first;
  sets = [];
  showTop(first.sheet);
  pickers();
  update();
  showOptions();
}

const secondName = () => {
  const name = gameName(second.sheet, second.title);
  return second === first && sets.length
    ? say("compare.with_the_changes")
    : sets.length
      ? say("compare.name_with_changes", { name })
      : name;
};

// the options

/** The form of the second sheet, as what is set leaves it. */
async function showOptions() {
  const mine = turn;
  const query = new URLSearchParams(sets.map((one) => ["set", one]));
  try {
    const found = await ask(`/api/sheets/${second.sheet}/options?${query}`);
    if (mine === turn) fillOptions(found);
  } catch (reason) {
    if (mine === turn) byId("trouble").replaceChildren(trouble(messageOf(reason)));
  }
}

/** @param {{ options: import("./choosing.js").SheetOption[] }} found */
function fillOptions(found) {
  const set = byPath(sets);
  changes = found.options.filter((one) => set.has(one.path)).map((one) => one.words);
  showHead();
  const open = new Set(every(document, "#options details[open]").map((one) => one.dataset.heading));
  refill(byId("options"), [second.sheet, sets, found], () => [
    el("div", { className: "options-head" }, el("h2", {}, say("shared.change_a_rule")), undo()),
    el(
      "p",
      { className: "quiet" },
      say("compare.of_sheet_the_edges_move_as", { sheet: gameName(second.sheet, second.title) }),
    ),
    optionForm(found.options, sets, changed),
  ]);
  for (const one of every(document, "#options details"))
    if (open.has(one.dataset.heading)) one.toggleAttribute("open", true);
}

function undo() {
  const button = el(
    "button",
    { type: "button", className: "control", disabled: !sets.length },
    say("compare.undo_all_changes"),
  );
  button.addEventListener("click", () => {
    sets = [];
    update();
    showOptions();
  });
  return button;
}

/** @param {string[]} wanted */
function changed(wanted) {
  const now = byPath(sets);
  for (const one of wanted) now.set(one.slice(0, one.indexOf("=")), one);
  sets = [...now.values()];
  clearTimeout(timer);
  timer = setTimeout(() => {
    update();
    showOptions();
  }, DEBOUNCE_MS);
}

// the figures

async function update() {
  turn += 1;
  const mine = turn;
  const over = () => mine !== turn;
  const more = second === first ? {} : { with: second.sheet };
  history.replaceState(null, "", way("compare", { sheet: first.sheet, sets, ...more }));
  document.title = say("compare.compare_sheet_pitboss", { sheet: gameName(first.sheet, first.title) });
  byId("trouble").replaceChildren();
  changes = [];
  showHead();
  try {
    await showEdges(over);
    if (!over()) await showRules(over);
  } catch (reason) {
    if (!over()) byId("trouble").replaceChildren(trouble(messageOf(reason)));
    if (!over()) for (const id of ["edges", "rules", "departs"]) byId(id).replaceChildren();
  }
}

function showHead() {
  byId("head").replaceChildren(
    heading({ sheet: second.sheet, title: say("compare.what_a_rule_does_to_the"), subtitle: subtitle() }),
  );
}

/** What is compared, and what is changed in the words of the rules. */
function subtitle() {
  const names =
    second === first
      ? gameName(first.sheet, first.title)
      : say("compare.sheet_against_sheet2", {
          sheet: gameName(first.sheet, first.title),
          sheet2: gameName(second.sheet, second.title),
        });
  if (changes.length) return `${names}. ${changes.join(" ")}`;
  if (sets.length) return say("compare.names_with_number", { names, number: count(sets.length, "change") });
  return second === first ? say("compare.names_begin", { names }) : `${names}.`;
}

/** @param {Over} over */
async function showEdges(over) {
  const { line, tell } = working(say("compare.the_edges_are_being_worked_out"));
  byId("edges").toggleAttribute("data-old", true);
  byId("departs").before(line);
  try {
    const before = await figures(`${first.sheet}/edges`, { told: tell, over });
    const after = await figures(`${second.sheet}/edges`, { sets, told: tell, over });
    if (over() || !before || !after) return;
    byId("edges").replaceChildren(edgeTable(before, after));
    byId("edges").toggleAttribute("data-old", false);
    byId("said").textContent = say("compare.the_edge_of_the_main_bet", {
      main: percent(after.wagers.main, 4),
      main2: moved(after.wagers.main - before.wagers.main),
    });
    byId("departs").replaceChildren(departures(after.departures));
  } finally {
    line.remove();
  }
}

/**
 * Old, new and the difference, for every wager of either.
 *
 * @param {Edges} before
 * @param {Edges} after
 */
function edgeTable(before, after) {
  const wagers = Object.keys({ ...before.wagers, ...after.wagers });
  const cell = (/** @type {Edges["wagers"]} */ edges, /** @type {string} */ wager) =>
    wager in edges ? percent(edges[wager], 4) : "–";
  const rows = wagers.map((wager) => {
    const both = wager in before.wagers && wager in after.wagers;
    const by = both ? after.wagers[wager] - before.wagers[wager] : 0;
    return [
      wagerName(wager),
      cell(before.wagers, wager),
      cell(after.wagers, wager),
      both ? el("b", { className: Math.abs(by) > 5e-7 ? "has-moved" : "" }, moved(by)) : "–",
    ];
  });
  return table(
    say("shared.house_edge"),
    [
      [say("shared.wager")],
      [gameName(first.sheet, first.title), "number"],
      [second === first && !sets.length ? say("compare.the_same") : secondName(), "number"],
      [say("compare.difference"), "number"],
    ],
    rows,
  );
}

/** @param {Over} over */
async function showRules(over) {
  if (second === first && !sets.length) {
    byId("rules").replaceChildren();
    return;
  }
  const { line, tell } = working(say("compare.each_rule_by_itself_is_being"));
  byId("rules").replaceChildren(line);
  const found = await figures(`${first.sheet}/comparisons/${second.sheet}`, { sets, told: tell, over });
  if (found && !over()) byId("rules").replaceChildren(...ruleByRule(found));
}

/** @param {Comparison} found */
function ruleByRule(found) {
  const rows = found.changes.flatMap((change) => {
    const by = Object.entries(change.difference)
      .filter(([, one]) => Math.abs(one) > 1e-12)
      .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
    return by.map(([wager, one], at) => [
      at ? "" : ruleName(change.change),
      at ? "" : shown(change.from),
      at ? "" : shown(change.to),
      wagerName(wager),
      moved(one),
    ]);
  });
  for (const [wager, one] of Object.entries(found.wagers))
    if (found.changes.length > 1 && Math.abs(one.beyond_the_sum ?? 0) > 1e-12)
      rows.push([say("compare.together_beyond_the_sum"), "", "", wagerName(wager), moved(one.beyond_the_sum ?? 0)]);
  const said = [];
  if (found.without_effect.length)
    said.push(say("compare.differ_too_and_move_none_of", { list: found.without_effect.map(ruleName).join(", ") }));
  for (const one of found.not_solved)
    said.push(say("compare.not_solved_change_why", { change: one.change, why: one.why }));
  const columns = [
    [say("compare.rule")],
    [say("compare.first")],
    [say("compare.second")],
    [say("shared.wager")],
    [say("compare.moves_the_edge_by"), "number"],
  ];
  return [
    rows.length
      ? stacked(table(say("compare.each_change_alone"), columns, rows))
      : el("p", {}, say("compare.no_rule_that_differs_moves_an")),
    ...said.map((one) => el("p", { className: "quiet" }, one)),
  ];
}

/**
 * A table whose rows fold on a small screen.
 *
 * @param {HTMLElement} made
 */
function stacked(made) {
  made.classList.add("stacked");
  return made;
}

/** @type {Record<string, string>} */
const SHOWN = { true: say("shared.yes"), false: say("shared.no") };
/** @param {string} value */
const shown = (value) => SHOWN[value] ?? value.replaceAll("_", " ");
/** @param {string} path */
const ruleName = (path) => shown(path).replace(".", ": ");

begin(open);
