// How to play: a game for who has never played it, made from its sheet: what lies on the felt, the bets, the rules.

import "./draw/felt.js";
import { byId, el } from "./dom.js";
import { gameOf } from "./games/index.js";
import { ask } from "./live.js";
import { asked, begin, chosenSheet, goTo, heading, sheetPicker, showTop, way } from "./public.js";
import { say } from "./say.js";
import { sheets } from "./sheets.js";
import { span } from "./words.js";

/** @typedef {import("./draw/types.js").Layout} Layout */
/** @typedef {{ title: string, minimum: number, maximum: number, lines: { text: string, pays: string }[] }} Wager */
/** @typedef {{ title: string, lines: string[] }} Chapter */

/**
 * The seat in the middle, which the pictures are drawn for.
 *
 * @param {number} boxes
 */
const middle = (boxes) => Math.ceil(boxes / 2);

/**
 * A table of the sheet with one player, as the felt draws it.
 *
 * @param {{ title: string, layout: Layout, minimum: number, maximum: number }} found
 * @param {{ phase: string, cards?: string[], dealer?: string[], board?: string[] }} lying
 */
function picture({ title, layout, minimum, maximum }, { phase, cards = [], dealer = [], board = [] }) {
  const own = middle(layout.boxes);
  const laid = layout.wagers
    .filter(({ kind }) => kind === "main" || kind === "equal")
    .map(({ wager }) => [wager, minimum]);
  const seats = Array.from({ length: layout.boxes }, (_, at) => {
    const you = at + 1 === own;
    const hand = {
      place: 0,
      cards,
      bet: minimum,
      doubledCard: -1,
      lammers: [],
      active: false,
      state: "",
      total: "",
      name: "",
      result: null,
    };
    return {
      n: at + 1,
      name: "",
      you,
      open: !you,
      wagers: you ? Object.fromEntries(laid) : {},
      tokes: {},
      lostTokes: {},
      insurance: 0,
      hands: you && cards.length ? [hand] : [],
      results: [],
      sensor: "off",
    };
  });
  return {
    title,
    layout,
    seats,
    board,
    phase,
    turn: null,
    meters: null,
    youSeat: own,
    boardTurned: board.length,
    limits: { min: minimum, max: maximum },
    dealer: { cards: dealer, total: "", text: "" },
    cards: { drawn: 0, total: 0, cutCard: null, root: "", past: true },
  };
}

/**
 * A felt with the words below it.
 *
 * @param {ReturnType<typeof picture>} model
 * @param {string} words
 */
function shown(model, words) {
  const felt = /** @type {any} */ (el("pit-felt"));
  felt.setAttribute("watched", "");
  felt.model = model;
  return el("figure", { className: "play-picture" }, felt, el("figcaption", {}, words));
}

/**
 * The cards of a picture: a player's and the dealer's as the game deals them, and those in the middle.
 *
 * @param {{ layout: Layout }} found
 * @param {string} game
 */
function dealt({ layout }, game) {
  const board = layout.board.flatMap(({ cards }) => Array(cards).fill("??"));
  return { phase: "play", ...gameOf(game).deal, board };
}

/** @param {Wager} told */
function wager({ title, minimum, maximum, lines }) {
  const pays = lines
    .filter((one) => one.pays)
    .map(({ text, pays: odds }) => el("div", {}, el("dt", {}, text), el("dd", {}, odds)));
  const rules = lines.filter((one) => !one.pays).map(({ text }) => el("li", {}, text));
  return el(
    "section",
    { className: "play-wager" },
    el("h3", {}, title),
    el("p", { className: "quiet" }, span(minimum, maximum)),
    pays.length ? el("dl", { className: "pay-lines" }, ...pays) : "",
    rules.length ? el("ul", {}, ...rules) : "",
  );
}

/** @param {Chapter} told */
const chapter = ({ title, lines }) =>
  el("section", {}, el("h2", {}, title), el("ul", {}, ...lines.map((text) => el("li", {}, text))));

async function open() {
  const listed = await chosenSheet();
  showTop(listed.sheet);
  const found = await ask(`/api/sheets/${listed.sheet}/play`);
  const all = await sheets();
  const title = say("play.how_to_play", { title: found.title });
  document.title = title;
  byId("main").replaceChildren(
    el("div", { className: "page-tools no-print" }, sheetPicker(say("shared.game"), all, listed.sheet, goTo)),
    heading({ sheet: listed.sheet, title, subtitle: found.about }),
    shown(picture(found, { phase: "betting" }), say("play.first_the_bets")),
    el("h2", {}, say("pay.what_the_bets_pay")),
    ...found.wagers.map(wager),
    shown(picture(found, dealt(found, listed.game)), say("play.then_the_cards")),
    ...found.parts.map(chapter),
    el("p", {}, el("a", { href: way("rules", { sheet: listed.sheet }) }, say("play.every_rule_with_its_clause"))),
  );
  if (asked.has("over")) document.body.classList.add("over-table");
}

begin(open);
