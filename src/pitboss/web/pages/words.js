// @ts-nocheck
// The pages' vocabulary: money, cards, wagers, and a round told in sentences.

/** Names of wagers that are only settled, never laid: no sheet declares them. */
const SETTLED = {
  progressive_award: "Progressive award",
  envy: "Envy",
  free_double: "Free double",
  free_split: "Free split",
};

/** The sheets that the server has told of, by their names. */
const known = new Map();
const wagers = new Map();

/** Remember how the server calls games and wagers. */
export function learn(sheets) {
  for (const sheet of sheets) {
    known.set(sheet.sheet, sheet);
    for (const { wager, title } of sheet.wagers) wagers.set(wager, printed(title));
  }
}

const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const DECIDED = {
  natural: "blackjack",
  win: "won",
  lose: "lost",
  push: "push",
  surrender: "surrendered",
  void: "void",
  taken: "taken",
};

/** The name of a game, or what the house calls its table. */
export const gameName = (sheet, title) => known.get(sheet)?.name ?? title;

/** What sets a game apart, in one line; the title of the table where nobody has said. */
export const gameAbout = (sheet, title) => known.get(sheet)?.about || title;

/** Where a sheet stands among those that the server has told of; the house's own come last. */
export function gameOrder(sheet) {
  const at = [...known.keys()].indexOf(sheet);
  return at < 0 ? Infinity : at;
}

/** "Table 1" for catfish-blackjack-1; the whole name where it is not made that way. */
export function tableName(table, sheet) {
  return table.startsWith(`${sheet}-`) ? `Table ${table.slice(sheet.length + 1)}` : `Table ${table}`;
}

/** A table with its game, where tables of several games are listed. */
export const tableOf = (table, sheet, title) => `${tableName(table, sheet)}, ${gameName(sheet, title)}`;

export const wagerName = (wager) =>
  wager.startsWith("toke:")
    ? `Bet for the dealer, ${wagerName(wager.slice(5))}`
    : (wagers.get(wager) ?? SETTLED[wager] ?? sentence(wager));

/** A guest at a real table is known as name@table; people only say the name. */
export const shownName = (name) => name.split("@")[0];

/** A name as it is printed: with the apostrophe of print. */
export const printed = (name) => name.replaceAll("'", "’");

/** First letter large, underscores gone. */
export function sentence(text) {
  const plain = text.replaceAll("_", " ");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Dollars with cents: $17.50. */
export function money(cents) {
  const [whole, rest] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "−" : ""}$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

/** A result with its sign: +$17.50, −$5.00. */
export const signed = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));

/** Dollars for limits and chips: $5, 50¢ as $.50. */
export function posted(cents) {
  if (cents % 100 === 0) return money(cents).slice(0, -3);
  return cents < 100 ? money(cents).replace("$0", "$") : money(cents);
}

/** "$5 – $10,000", or one amount. */
export const span = (low, high) => (low === high ? posted(low) : `${posted(low)} – ${posted(high)}`);

/** Shares of a bet that have a name. */
const SHARES = {
  "1/2": "half",
  "1/4": "a quarter of",
  "3/4": "three quarters of",
  "1/3": "a third of",
  "2/3": "two thirds of",
};

/** A share in front of what it is of: "half" the bet, "a quarter of" the bet, "all of" it. */
export function shareWords({ parts, of }) {
  if (parts === of) return "all of";
  return SHARES[`${parts}/${of}`] ?? `${parts}/${of} of`;
}

/** "8 of hearts"; a card whose face is not known is face down. */
export function cardName(card) {
  if (card === "??") return "a card face down";
  return `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;
}

export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

const UNITS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1000, "second"],
];

/** A stretch of milliseconds in the largest unit that counts it: "2 hours". */
export function duration(ms) {
  const [size, unit] = UNITS.find(([least]) => ms >= least) ?? UNITS.at(-1);
  return count(Math.round(ms / size), unit);
}

/** "One", "Two", … for small numbers at the start of a sentence. */
export function inWords(number) {
  return ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"][number] ?? String(number);
}

/** How a settled wager reads: "won, Straight 10 to 1". */
export function resultText(event, lineTitle) {
  const decided = event.natural && event.pays > event.stake ? "natural" : event.result;
  const said = DECIDED[decided] ?? decided;
  return event.line ? `${said}, ${lineTitle(event.wager, event.line)}` : said;
}

/** Who a spot is in a sentence; `who` gives the player's name, and "" for oneself. */
function subject(spot, who) {
  const name = who(spot);
  return name === "" ? { name: "You", you: true } : { name, you: false };
}

const verb = (about, you, they) => (about.you ? you : they);

const TELLERS = {
  CardDealt: (e, who) => {
    if (e.spot === 0) return `Dealer: ${cardName(e.card)}`;
    const s = subject(e.spot, who);
    return `${s.name}: ${cardName(e.card)}`;
  },
  PlayerSat: (e) => `${shownName(e.player)} sits down at seat ${e.box}`,
  BoxFreed: (e) => `${shownName(e.player)} leaves seat ${e.box}`,
  BetsLocked: () => "No more bets",
  HandStood: (e, who) => told(e, who, "stand", "stands"),
  HandDoubled: (e, who) => told(e, who, "double", "doubles") + (e.free ? ", free" : `, ${posted(e.cents)} more`),
  HandSplit: (e, who) => told(e, who, "split", "splits") + (e.free ? ", free" : `, ${posted(e.cents)} more`),
  HandSurrendered: (e, who) => told(e, who, "surrender", "surrenders"),
  HandBroke: (e, who) => `${told(e, who, "break", "breaks")} with ${e.total}`,
  InsuranceBet: (e, who) => `${told(e, who, "insure", "insures")} for ${posted(e.cents)}`,
  EvenMoneyTaken: (e, who) => told(e, who, "take even money", "takes even money"),
  Peeked: (e) => (e.blackjack ? "Dealer has blackjack" : "Dealer has no blackjack"),
  HoleTurned: (e) => `Dealer turns ${cardName(e.card)}`,
  HoleExposed: (e) => `Dealer’s hole card is seen: ${cardName(e.card)}`,
  DoubleCardTurned: (e) => `The double card is ${cardName(e.card)}`,
  CutCardOut: () => "The cut card is out",
  FlopTurned: (e) => `Flop: ${e.cards.map(cardName).join(", ")}`,
  TurnRiverTurned: (e) => `Turn and river: ${e.cards.map(cardName).join(", ")}`,
  Checked: (e, who) => told(e, who, "check", "checks"),
  PlayBetMade: (e, who) => `${told(e, who, "bet", "bets")} ${e.multiple}×, ${posted(e.cents)} on Play`,
  HandFolded: (e, who) => told(e, who, "fold", "folds") + (e.tucked ? ", cards tucked for Trips" : ""),
  HoleCardsSeen: (e, who) => (who(e.spot) === "" ? `Your cards: ${e.cards.map(cardName).join(", ")}` : ""),
  DealerShown: (e) => `Dealer shows ${e.hand}${e.qualifies ? "" : ", which does not qualify"}`,
  HandExposed: (e, who) => `${told(e, who, "show", "shows")} ${e.hand}`,
  JackpotHit: (e, who) => `${told(e, who, "hit", "hits")} the ${sentence(e.meter)}`,
  IrregularityDeclared: (e) => `Floor called: ${e.kind.replaceAll("_", " ")}`,
  Ruled: (e) => `Floor rules: ${e.choice.replaceAll("_", " ")}`,
  RoundVoided: () => "The round is void; every bet goes back",
  WagerSettled: settledLine,
};

function told(event, who, you, they) {
  const about = subject(event.spot, who);
  return `${about.name} ${verb(about, you, they)}`;
}

/** Wagers whose names are plain words, which begin small within a sentence; the others keep their capitals. */
const PLAIN = new Set(["main", "insurance", "free_double", "free_split"]);

function nameWithin(wager) {
  const name = wagerName(wager);
  return PLAIN.has(wager) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

function settledLine(event, who, lineTitle) {
  if (event.result === "taken" || (event.result === "lose" && event.stake === 0)) return "";
  const name = who(event.spot);
  const whose = name === "" ? "Your" : `${name}’s`;
  const wager = event.owner === "dealers" ? "bet for the dealer" : nameWithin(event.wager);
  return `${whose} ${wager}: ${resultText(event, lineTitle)}, ${signed(event.pays)}`;
}

/** An event as a sentence, or "" where nobody would say anything. */
export function tell(event, who, lineTitle) {
  return TELLERS[event.type]?.(event, who, lineTitle) ?? "";
}
