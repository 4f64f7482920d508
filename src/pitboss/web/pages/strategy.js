// The strategy page: the card of a sheet in colour and letters, and what each choice is worth on tap.

import { byId, el, every, inside, refill } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { gameOf } from "./games/index.js";
import {
  asked,
  begin,
  chosenSheet,
  departures,
  figures,
  heading,
  printButton,
  sheetPicker,
  showTop,
  trouble,
  way,
  working,
  worth,
} from "./public.js";
import { say } from "./say.js";
import { sheets } from "./sheets.js";
import { messageOf } from "./trouble.js";
import { gameName } from "./words.js";

/**
 * A field of the card.
 *
 * @typedef {{ letters: string, words: string, hand: string, play: string, noted: boolean }} Cell
 */
/** @typedef {{ title: string, columns: string[], rows: Row[] }} Grid a block of it */
/** @typedef {{ row: string, hands: string[], cells: Cell[] }} Row with the opening hands that it stands for */
/** @typedef {Record<string, Record<string, number>>} Values what each choice is worth, by hand */

/**
 * The card of a sheet, as the server works it out.
 *
 * @typedef {object} Card
 * @property {string} title
 * @property {string} subtitle
 * @property {string} figure_label
 * @property {string} figure
 * @property {string} basis
 * @property {string[]} departures
 * @property {string[]} notes
 * @property {Grid[]} grids
 * @property {{ cell: Cell, words: string }[]} keys
 * @property {Values} values
 */

/**
 * The hand whose choices are shown, among those of its row.
 *
 * @typedef {{ found: Card, hands: string[], hand: string, up: string, against: string }} Seen
 */
/** @typedef {[string, number][]} Choices what a hand can do and what it is worth, the best first */

const PLAYS = {
  best: say("strategy.every_card"),
  "two-card": say("strategy.first_two_cards"),
  total: say("strategy.totals_only"),
};
/** @type {Record<string, [number, number]>} */
const STEP = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const sets = asked.getAll("set");
/** @type {import("./words.js").ListedSheet} */
let sheet;

/** How the card of this game is read. */
const chart = () => gameOf(sheet.game).chart;
const wantedPlay = asked.get("play") ?? "";
let play = wantedPlay in PLAYS ? wantedPlay : "best";

async function open() {
  sheet = await chosenSheet();
  showTop(sheet.sheet);
  const all = await sheets();
  /** @type {HTMLElement[]} */
  const tools = [
    sheetPicker(say("shared.game"), all, sheet.sheet, (to) => location.assign(way("strategy", { sheet: to }))),
  ];
  if (chart().plays) tools.push(playSwitch());
  byId("main").replaceChildren(
    el(
      "div",
      { className: "page-tools no-print" },
      ...tools,
      printButton(say("strategy.print_the_card")),
      changeLink(),
    ),
    el("div", { id: "card" }),
  );
  show();
}

function changeLink() {
  return el(
    "a",
    { className: "button", href: way("compare", { sheet: sheet.sheet, sets }) },
    say("shared.change_a_rule"),
  );
}

/** What the player looks at. */
function playSwitch() {
  const button = (/** @type {[string, string]} */ [name, words]) =>
    el(
      "button",
      {
        type: "button",
        className: "control",
        data: { play: name },
        aria: { pressed: String(name === play) },
        on: { click: () => turn(name) },
      },
      words,
    );
  const group = el("div", {
    className: "switch",
    role: "group",
    aria: { label: say("strategy.what_the_player_looks_at") },
  });
  group.append(
    el("span", { className: "label" }, say("strategy.the_player_looks_at")),
    ...Object.entries(PLAYS).map(button),
  );
  return group;
}

/** @param {string} name */
function turn(name) {
  play = name;
  for (const one of every(document, "[data-play]")) one.setAttribute("aria-pressed", String(one.dataset.play === name));
  history.replaceState(null, "", way("strategy", { sheet: sheet.sheet, sets, play }));
  show();
}

async function show() {
  const wanted = play;
  const { line, tell } = working(say("strategy.the_card_is_being_worked_out"));
  byId("card").replaceChildren(line);
  try {
    const found = await figures(`${sheet.sheet}/chart`, { sets, play, told: tell, over: () => wanted !== play });
    if (found) byId("card").replaceChildren(...card(found));
  } catch (reason) {
    if (wanted === play) byId("card").replaceChildren(trouble(messageOf(reason)));
  }
}

/** @param {Card} found */
function card(found) {
  const title = found.title.replace(sheet.title, gameName(sheet.sheet, sheet.title));
  document.title = `${title} · Pitboss`;
  const value = el("aside", {
    className: "worth no-print",
    id: "worth",
    aria: { live: "polite", label: say("shared.what_each_choice_is_worth") },
  });
  const hint = el("p", { className: "quiet hint no-print" }, say("strategy.choose_a_field_of_the_card"));
  const side = el("div", { className: "card-side" }, keys(found), value);
  const grids = found.grids.map((one) => grid(one, found, value));
  const parts = el("div", { className: chart().headed ? "card-parts" : "card-parts unheaded" }, ...grids);
  parts.insertBefore(side, parts.children[3] ?? null);
  parts.append(notes(found));
  return [
    heading({ sheet: sheet.sheet, title, subtitle: found.subtitle, side: figure(found) }),
    departures(found.departures),
    hint,
    lookUp(found, every(parts, "table.chart")),
    parts,
  ];
}

/**
 * The larger twin of the card's fields, for fingers: a hand and what it stands against, by name.
 *
 * @param {Card} found
 * @param {HTMLElement[]} tables one for each block of the card
 */
function lookUp({ grids }, tables) {
  const { headed } = chart();
  const option = (/** @type {string} */ text, /** @type {number[]} */ ...at) =>
    el("option", { value: at.join() }, text);
  const hands = el("select", {}, option(say("strategy.choose")));
  for (const [block, { title, rows }] of grids.entries()) {
    const of = rows.flatMap(({ row, cells }, at) =>
      headed ? [option(row, block, at)] : cells.map(({ letters }, cell) => option(letters, block, at, cell)),
    );
    hands.append(el("optgroup", { label: title }, ...of));
  }
  const ups = el("select", {}, ...(headed ? grids[0].columns.map((one, at) => option(one, at)) : []));
  const show = () => {
    if (!hands.value) return;
    const [block, row, cell = Number(ups.value)] = hands.value.split(",").map(Number);
    const field = every(tables[block], "tr:has(.cell)")[row].querySelectorAll("button")[cell];
    field.focus();
    field.click();
  };
  for (const one of [hands, ups]) one.addEventListener("change", show);
  return el(
    "div",
    { className: "look-up no-print" },
    el("label", {}, say("strategy.look_up_a_hand"), hands),
    headed ? el("label", {}, say("strategy.dealer_shows"), ups) : "",
  );
}

/** @param {Card} found */
function figure({ figure_label: label, figure: text }) {
  const drawn = lineText(text.replace(" ", ""), { cap: 26, tracking: 0.16, label: text });
  return el("div", { className: "head-figure", id: "edge" }, el("span", { className: "label" }, label), drawn);
}

/**
 * One block of the card; a single stop for the keyboard, arrows move within.
 *
 * @param {Grid} block
 * @param {Card} found
 * @param {HTMLElement} value
 */
function grid({ title, columns, rows }, found, value) {
  const { headed } = chart();
  const lines = rows.map(({ row, hands, cells }, at) => {
    const made = cells.map((cell, column) =>
      field(cell, () => tell(value, found, hands.length ? hands : [headed ? row : cell.letters], columns[column])),
    );
    if (at === 0) inside(made[0]).tabIndex = 0;
    return el("tr", {}, headed ? el("th", { scope: "row" }, row) : "", ...made);
  });
  const table = el("table", { className: "chart", on: { keydown: walk } }, el("caption", {}, title));
  const head = columns.map((one) => el("th", { scope: "col" }, one));
  if (headed) table.append(el("thead", {}, el("tr", {}, el("td"), ...head)));
  table.append(el("tbody", {}, ...lines));
  return el("section", { className: "card-block" }, table);
}

/**
 * @param {Cell} cell
 * @param {() => unknown} chosen
 */
function field(cell, chosen) {
  const label = cell.hand ? cell.words : `${cell.letters}: ${cell.words}`;
  const button = el(
    "button",
    { type: "button", className: `cell play-${cell.play}`, tabIndex: -1, aria: { label }, on: { click: chosen } },
    cell.letters,
  );
  if (cell.noted) button.classList.add("noted");
  return el("td", {}, button);
}

/**
 * Arrows go from field to field.
 *
 * @param {KeyboardEvent & { target: HTMLElement }} event
 */
function walk(event) {
  const step = STEP[event.key];
  const here = event.target.closest("td");
  if (!step || !here) return;
  event.preventDefault();
  const row = /** @type {HTMLTableRowElement} */ (here.parentElement);
  const body = /** @type {HTMLTableSectionElement} */ (row.parentElement);
  const next = body.rows[row.sectionRowIndex + step[0]]?.cells[here.cellIndex + step[1]]?.querySelector(".cell");
  if (!(next instanceof HTMLElement)) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** @param {Card} found */
function keys({ keys: found }) {
  const row = (/** @type {Card["keys"][number]} */ { cell, words }) =>
    el(
      "li",
      {},
      el(
        "span",
        { className: `cell play-${cell.play}${cell.noted ? " noted" : ""}`, aria: { hidden: "true" } },
        chart().headed ? cell.letters : "",
      ),
      words,
    );
  const { legend } = chart();
  const letters = legend ? el("p", { className: "quiet" }, legend) : "";
  return el(
    "section",
    { className: "keys" },
    el("h2", {}, say("strategy.how_to_read_it")),
    el("ul", {}, ...found.map(row)),
    letters,
  );
}

/** @param {Card} found */
function notes({ notes: found, basis }) {
  const list = el("ul", {}, ...found.map((one) => el("li", {}, one)));
  return el(
    "section",
    { className: "card-notes" },
    el("h2", {}, say("strategy.notes")),
    list,
    el("p", { className: "quiet basis" }, basis),
  );
}

// what a choice is worth

/**
 * @param {HTMLElement} place
 * @param {Card} found
 * @param {string[]} hands
 * @param {string} column
 */
function tell(place, found, hands, column) {
  for (const one of document.querySelectorAll(".cell.chosen")) one.classList.remove("chosen");
  const up = chart().against(column);
  const main = Object.hasOwn(found.values, `${hands[0]}${up}`);
  if (!main) return;
  document.activeElement?.closest?.(".cell")?.classList.add("chosen");
  showHand(place, { found, hands, hand: hands[0], up, against: column });
}

/**
 * The choices of one hand, the best on top.
 *
 * @param {HTMLElement} place
 * @param {Seen} seen
 */
function showHand(place, seen) {
  const { found, hands, hand, up, against } = seen;
  /** @type {Choices} */
  const choices = Object.entries(found.values[`${hand}${up}`]).sort((a, b) => b[1] - a[1]);
  const { handName } = chart();
  const title = up ? say("strategy.hand_against_against", { hand: handName(hand), against }) : handName(hand);
  const others =
    hands.length < 2
      ? ""
      : el(
          "div",
          { className: "hands", role: "group", aria: { label: say("strategy.hands_of_this_row") } },
          ...hands.map((one) => handButton(place, seen, one)),
        );
  place.classList.add("open");
  refill(place, [title, choices], () => [
    el("div", { className: "worth-head" }, el("h2", {}, title), close(place)),
    el("p", { className: "quiet" }, chart().basis),
    others,
    el("ol", { className: "choices" }, ...choices.map((one) => bar(one, choices))),
    cost(choices),
  ]);
}

/**
 * On a small screen the values lie over the card until they are put away.
 *
 * @param {HTMLElement} place
 */
function close(place) {
  const shut = () => place.classList.remove("open");
  return el("button", { type: "button", className: "link", on: { click: shut } }, say("shared.close"));
}

/**
 * @param {HTMLElement} place
 * @param {Seen} seen
 * @param {string} hand
 */
function handButton(place, seen, hand) {
  const pressed = String(hand === seen.hand);
  const show = () => showHand(place, { ...seen, hand });
  return el(
    "button",
    { type: "button", className: "control", aria: { pressed }, data: { key: hand }, on: { click: show } },
    chart().handName(hand),
  );
}

/**
 * @param {[string, number]} choice
 * @param {Choices} choices
 */
function bar([name, value], choices) {
  const most = Math.max(1e-9, ...choices.map(([, one]) => Math.abs(one)));
  const drawn = el("span", { className: "bar", aria: { hidden: "true" } }, el("span"));
  inside(drawn).style.transform = `scaleX(${value / most})`;
  const best = value === choices[0][1];
  return el("li", { className: best ? "best" : "" }, el("span", {}, words(name)), drawn, el("b", {}, worth(value)));
}

/**
 * A choice as it is called: "Bet 4×", "Double for $1.00".
 *
 * @param {string} name
 */
const words = (name) => chart().choiceName(name);

/** @param {Choices} choices */
function cost(choices) {
  if (choices.length < 2) return "";
  const [name, worst] = choices[choices.length - 1];
  const lost = `$${(choices[0][1] - worst).toFixed(2)}`;
  return el("p", { className: "quiet" }, say("strategy.name_by_mistake_costs_lost_on", { name: words(name), lost }));
}

begin(open);
