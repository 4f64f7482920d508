// The pages' vocabulary: money, cards, wagers, and a round told in sentences. The texts themselves stand in words/.

import { count, say, sayCode } from "./say.js";

export { count };

/**
 * @typedef {object} ListedSheet a sheet as the server lists it
 * @property {string} sheet
 * @property {string} text the hash of its text
 * @property {boolean} own whether it is the house's own
 * @property {string} title
 * @property {string} game
 * @property {string} name
 * @property {string} about
 * @property {string} felt
 * @property {{ wager: string, title: string, kind: string }[]} wagers
 * @property {string[]} irregularities
 * @property {Record<string, string>} meters the hand that wins each meter of the link
 * @property {boolean} shoe whether rounds are dealt one after another from a shoe, which can be counted
 */

/** @typedef {Record<string, any>} TableEvent something that happened at a table, as the server tells it */
/** @typedef {(spot: number) => string} Who the name of whoever plays a spot, "" for oneself */
/** @typedef {(wager: string, line: string) => string} LineTitle the name of a pay line as it is posted */

/** @type {Map<string, ListedSheet>} The sheets that the server has told of, by their names. */
const known = new Map();
/** @type {Map<string, string>} The titles of wagers. */
const wagers = new Map();

/**
 * Remember how the server calls games and wagers.
 *
 * @param {ListedSheet[]} sheets
 */
export function learn(sheets) {
  for (const sheet of sheets) {
    known.set(sheet.sheet, sheet);
    learnWagers(sheet.wagers);
  }
}

/**
 * Remember the titles of wagers, as a sheet or the layout of a table tells them.
 *
 * @param {{ wager: string, title: string }[]} told
 */
export function learnWagers(told) {
  for (const { wager, title } of told) wagers.set(wager, printed(title));
}

/**
 * The name of a game, or what the house calls its table.
 *
 * @param {string} sheet
 * @param {string} title
 */
export const gameName = (sheet, title) => known.get(sheet)?.name ?? title;

/**
 * The felt of a sheet by the name of its colour; empty for one that the server has not told of.
 *
 * @param {string} sheet
 */
export const gameFelt = (sheet) => known.get(sheet)?.felt ?? "";

/**
 * What sets a game apart, in one line; the title of the table where nobody has said.
 *
 * @param {string} sheet
 * @param {string} title
 */
export const gameAbout = (sheet, title) => known.get(sheet)?.about || title;

/**
 * The title that a table was given of its own; empty where it has that of its sheet.
 *
 * @param {string} sheet
 * @param {string} title
 */
export const ownTitle = (sheet, title) => (title === known.get(sheet)?.title ? "" : printed(title));

/**
 * Other limits that are coming, and from when on; those who keep theirs are told so.
 *
 * @param {import("./wire.js").LimitsNotice} notice
 */
export function noticeWords({ minimum, maximum, at, keeps_earlier: keeps }) {
  const limits = span(minimum, maximum);
  const time = new Date(at).toTimeString().slice(0, 5);
  const said = at ? say("words.limits_from_time", { limits, time }) : say("words.limits_next_round", { limits });
  return keeps ? `${said} ${say("words.limits_kept")}` : said;
}

/**
 * In how many points a sheet departs from its document; what they are stands on its placard.
 *
 * @param {string[]} departures
 */
export const departWords = (departures) =>
  departures.length === 1
    ? say("words.departs_in_one_point")
    : say("words.departs_in_points", { number: departures.length });

/**
 * Where a sheet stands among those that the server has told of; the house's own come last.
 *
 * @param {string} sheet
 */
export function gameOrder(sheet) {
  const at = [...known.keys()].indexOf(sheet);
  return at < 0 ? Infinity : at;
}

/**
 * "Table 1" for a table that is called like its sheet with a number behind; else with its whole name. What a demo floor
 * calls its tables with a dealer is told in words.
 *
 * @param {string} table
 * @param {string} sheet
 */
export function tableName(table, sheet) {
  const name = table.startsWith(`${sheet}-`) ? table.slice(sheet.length + 1) : table;
  return sayCode("table_called", name) ?? say("words.table", { name });
}

/**
 * A table with its game, where tables of several games are listed.
 *
 * @param {string} table
 * @param {string} sheet
 * @param {string} title
 */
export const tableOf = (table, sheet, title) => `${tableName(table, sheet)}, ${gameName(sheet, title)}`;

/**
 * A table by its name alone, where no sheet is told with it.
 *
 * @param {string} table
 */
export function tableCalled(table) {
  const sheet = [...known.keys()].find((name) => table.startsWith(`${name}-`));
  return sheet ? tableOf(table, sheet, "") : table;
}

/**
 * What went wrong, in words.
 *
 * @param {string} kind
 */
export const mistakeName = (kind) => sayCode("irregularity", kind) ?? kind.replaceAll("_", " ");

/**
 * The title of a wager; of one that is only settled, never laid, the pages' own.
 *
 * @param {string} wager
 * @returns {string}
 */
export const wagerName = (wager) =>
  wager.startsWith("toke:")
    ? say("words.toke_on", { wager: wagerName(wager.slice(5)) })
    : (wagers.get(wager) ?? sayCode("wager", wager) ?? sentence(wager));

/**
 * A guest at a real table is known as name@table; people only say the name.
 *
 * @param {string} name
 */
export const shownName = (name) => name.split("@")[0];

/**
 * A name as it is printed: with the apostrophe of print.
 *
 * @param {string} name
 */
export const printed = (name) => name.replaceAll("'", "’");

/**
 * First letter large, underscores gone.
 *
 * @param {string} text
 */
export function sentence(text) {
  const plain = text.replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/**
 * Dollars with cents: $17.50.
 *
 * @param {number} cents
 */
export function money(cents) {
  const [whole, rest] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "−" : ""}$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

/**
 * A result with its sign: +$17.50, −$5.00.
 *
 * @param {number} cents
 */
export const signed = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));

/**
 * Dollars for limits and chips: $5, 50¢ as $.50.
 *
 * @param {number} cents
 */
export function posted(cents) {
  if (cents % 100 === 0) return money(cents).slice(0, -3);
  return cents < 100 ? money(cents).replace("$0", "$") : money(cents);
}

/**
 * "$5 – $10,000", or one amount.
 *
 * @param {number} low
 * @param {number} high
 */
export const span = (low, high) => (low === high ? posted(low) : `${posted(low)} – ${posted(high)}`);

/**
 * A share of the bet: "half the bet", "a quarter of the bet", "2/5 of the bet".
 *
 * @param {{ parts: number, of: number }} share
 */
export function shareWords({ parts, of }) {
  const share = `${parts}/${of}`;
  return sayCode("share", share) ?? say("words.share", { share });
}

/**
 * "8 of hearts"; a card whose face is not known is face down.
 *
 * @param {string} card
 */
export function cardName(card) {
  if (card === "??") return say("words.face_down");
  return say("words.card", { rank: rankName(card[0]), suit: suitName(card[1]) });
}

/** @param {string} rank */
export const rankName = (rank) => sayCode("rank", rank) ?? rank;

/** @param {string} suit */
export const suitName = (suit) => sayCode("suit", suit) ?? suit;

/** @type {Record<string, string>} */
export const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/**
 * Cards within a text as they are printed: 10♥ for Th.
 *
 * @param {string} text
 */
export const inSuits = (text) =>
  text.replace(/\b([2-9TJQKA])([shdc])\b/g, (_, rank, suit) => `${rank === "T" ? "10" : rank}${SUITS[suit]}`);

/** @type {[number, string][]} */
const UNITS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1000, "second"],
];

/**
 * A stretch of milliseconds in the largest unit that counts it: "2 hours".
 *
 * @param {number} ms
 */
export function duration(ms) {
  const [size, unit] = UNITS.find(([least]) => ms >= least) ?? UNITS[UNITS.length - 1];
  return count(Math.round(ms / size), unit);
}

/**
 * "One", "Two", … for small numbers at the start of a sentence.
 *
 * @param {number} number
 */
export const inWords = (number) => sayCode("number", String(number)) ?? String(number);

/**
 * How a settled wager reads: "won, Straight 10 to 1".
 *
 * @param {TableEvent} event
 * @param {LineTitle} lineTitle
 */
export function resultText(event, lineTitle) {
  const decided = event.natural && !event.line && event.pays > event.stake ? "natural" : event.result;
  const said = sayCode("result", decided) ?? decided;
  return event.line ? `${said}, ${lineTitle(event.wager, event.line)}` : said;
}

/**
 * What somebody did, told of oneself or of another.
 *
 * @param {string} what the key of the sentence
 * @param {TableEvent} event
 * @param {Who} who
 * @param {Record<string, unknown>} [more]
 */
function told(what, event, who, more = {}) {
  const name = who(event.spot);
  return say(/** @type {any} */ (`told.${what}.${name ? "they" : "you"}`), { name, ...more });
}

/** @param {TableEvent} e */
const further = (e) => (e.free ? say("told.free") : say("told.more", { amount: posted(e.cents) }));

/** @param {string[]} cards */
const cardNames = (cards) => cards.map(cardName).join(", ");

/** @type {Record<string, (event: TableEvent, who: Who, lineTitle: LineTitle, game: { short: string }) => string>} */
const TELLERS = {
  CardDealt: (e, who) => {
    const to = e.spot === 0 ? say("told.dealer") : who(e.spot) || say("told.you");
    return say("told.card", { to, card: cardName(e.card) });
  },
  PlayerSat: (e, who) => told("sat", { spot: e.box }, who, { box: e.box }),
  BoxFreed: (e) => say("told.left", { name: shownName(e.player), box: e.box }),
  BetsLocked: () => say("told.locked"),
  HandStood: (e, who) => told("stood", e, who),
  HandDoubled: (e, who) => told("doubled", e, who) + further(e),
  HandSplit: (e, who) => told("split", e, who) + further(e),
  HandSurrendered: (e, who) => told("surrendered", e, who),
  HandBroke: (e, who) => told("broke", e, who, { total: e.total }),
  InsuranceBet: (e, who) => told("insured", e, who, { amount: posted(e.cents) }),
  EvenMoneyTaken: (e, who) => told("even_money", e, who),
  Peeked: (e) => say(e.blackjack ? "told.peeked_blackjack" : "told.peeked_none"),
  HoleTurned: (e) => say("told.hole_turned", { card: cardName(e.card) }),
  HoleExposed: (e) => say("told.hole_exposed", { card: cardName(e.card) }),
  DoubleCardTurned: (e) => say("told.double_card", { card: cardName(e.card) }),
  CutCardOut: () => say("told.cut_card_out"),
  FlopTurned: (e) => say("told.flop", { cards: cardNames(e.cards) }),
  TurnRiverTurned: (e) => say("told.turn_and_river", { cards: cardNames(e.cards) }),
  Checked: (e, who) => told("checked", e, who),
  PlayBetMade: (e, who) => told("play_bet", e, who, { multiple: e.multiple, amount: posted(e.cents) }),
  HandFolded: (e, who) => told("folded", e, who) + (e.tucked ? say("told.tucked") : ""),
  HoleCardsSeen: (e, who) => (who(e.spot) === "" ? say("told.your_cards", { cards: cardNames(e.cards) }) : ""),
  DealerShown: (e, _, __, { short }) =>
    say("told.dealer_shows", { hand: e.hand }) + (e.qualifies ? "" : say("told.short", { short })),
  HandExposed: (e, who) => told("shown", e, who, { hand: e.hand }),
  JackpotHit: (e, who) => told("jackpot", e, who, { meter: sentence(e.meter) }),
  IrregularityDeclared: (e) => say("told.called", { kind: mistakeName(e.kind) }),
  Ruled: (e) => say("told.ruled", { choice: e.choice.replaceAll("_", " ") }),
  RoundVoided: () => say("told.void"),
  WagerSettled: settledLine,
};

/** Wagers whose names are plain words, which begin small within a sentence; the others keep their capitals. */
const PLAIN = new Set(["main", "insurance", "free_double", "free_split"]);

/** @param {string} wager */
function nameWithin(wager) {
  const name = wagerName(wager);
  return PLAIN.has(wager) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/**
 * @param {TableEvent} event
 * @param {Who} who
 * @param {LineTitle} lineTitle
 */
function settledLine(event, who, lineTitle) {
  if (event.result === "taken" || (event.result === "lose" && event.stake === 0)) return "";
  const wager = event.owner === "dealers" ? say("told.toke") : nameWithin(event.wager);
  return told("settled", event, who, { wager, result: resultText(event, lineTitle), amount: signed(event.pays) });
}

/**
 * An event as a sentence, or "" where nobody would say anything.
 *
 * @param {TableEvent} event
 * @param {Who} who
 * @param {LineTitle} lineTitle
 * @param {{ short: string }} game what it says of a dealer's hand that is too low
 */
export const tell = (event, who, lineTitle, game) => TELLERS[event.type]?.(event, who, lineTitle, game) ?? "";

/**
 * A sentence with the seat that it is about, where somebody has several.
 *
 * @param {string} said
 * @param {TableEvent} event
 * @param {number[]} own
 */
export const atSeat = (said, { spot }, own) =>
  said && own.length > 1 && own.includes(spot) ? say("bar.seat_n", { n: spot }) + said : said;
