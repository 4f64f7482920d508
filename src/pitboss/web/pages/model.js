// A table as the pages know it: the server's messages folded into one plain model that is drawn and read.

import { gameOf } from "./games/index.js";
import { say } from "./say.js";
import { gameName, resultText, shownName, wagerName } from "./words.js";

const SHUFFLING = new Set(["shuffle_due", "called", "ready", "shuffled", "cut_offered", "cut", "cut_card_placed"]);

/** @typedef {import("./words.js").TableEvent} TableEvent */
/** @typedef {import("./words.js").LineTitle} LineTitle */
/** @typedef {import("./wire.js").Posted} Posted */
/** @typedef {import("./wire.js").State} State */
/** @typedef {import("./wire.js").MeterValues} Meters */
/** @typedef {import("./draw/types.js").Hand} DrawnHand */

/**
 * A hand as the events leave it; its place counts from the one nearest seat 1.
 *
 * @typedef {object} Hand
 * @property {number} place
 * @property {string[]} cards
 * @property {number} bet
 * @property {number} doubledCard
 * @property {boolean} doubling
 * @property {string[]} lammers
 * @property {string} state
 * @property {string} name
 * @property {TableEvent | null} result
 */

/**
 * A spot that somebody plays.
 *
 * @typedef {object} Spot
 * @property {string} player
 * @property {Record<string, number>} wagers
 * @property {Record<string, number>} tokes
 * @property {Record<string, number>} lostTokes
 * @property {number} insurance
 * @property {Hand[]} hands
 * @property {TableEvent[]} results
 * @property {string} sensor
 */

/**
 * @typedef {object} Round
 * @property {number} number
 * @property {Map<number, Spot>} spots
 * @property {{ cards: string[], text: string, short: boolean }} dealer
 * @property {string[]} exposed cards that lie open and belong to no hand yet
 * @property {string[]} board
 * @property {number} boardTurned
 * @property {boolean} over
 * @property {TableEvent[]} told
 */

/**
 * A round in which nothing has happened yet.
 *
 * @param {number} [number]
 * @returns {Round}
 */
export function freshRound(number = 0) {
  const dealer = { cards: [], text: "", short: false };
  return { number, spots: new Map(), dealer, exposed: [], board: [], boardTurned: 0, over: false, told: [] };
}

/**
 * @param {number} [bet]
 * @param {number} [place]
 * @returns {Hand}
 */
const freshHand = (bet = 0, place = 0) => ({
  place,
  cards: [],
  bet,
  doubledCard: -1,
  doubling: false,
  lammers: [],
  state: "",
  name: "",
  result: null,
});

/**
 * @param {Round} round
 * @param {number} n
 * @returns {Spot}
 */
function spotOf(round, n) {
  const known = round.spots.get(n);
  if (known) return known;
  /** @type {Spot} */
  const fresh = {
    player: "",
    wagers: {},
    tokes: {},
    lostTokes: {},
    insurance: 0,
    hands: [],
    results: [],
    sensor: "off",
  };
  round.spots.set(n, fresh);
  return fresh;
}

/**
 * @param {Round} round
 * @param {TableEvent} event
 */
function handOf(round, event) {
  const { hands } = spotOf(round, event.spot);
  while (hands.length <= event.hand) hands.push(freshHand(0, hands.length));
  return hands[event.hand];
}

/**
 * @param {string} state
 * @returns {(round: Round, e: TableEvent) => void}
 */
const mark = (state) => (round, e) => {
  handOf(round, e).state = state;
};

/** @type {Record<string, (round: Round, e: TableEvent) => void>} What events do to a round, as far as it is drawn. */
const FOLDS = {
  BetPlaced(round, e) {
    const spot = spotOf(round, e.spot);
    spot.player = e.player;
    spot.wagers[e.wager] = e.cents;
  },
  BetChanged(round, e) {
    spotOf(round, e.spot).wagers[e.wager] = e.cents;
  },
  BetTakenBack(round, e) {
    const spot = spotOf(round, e.spot);
    if (e.wager.startsWith("toke:")) delete spot.tokes[e.wager.slice(5)];
    else delete spot.wagers[e.wager];
    if (!Object.keys(spot.wagers).length) round.spots.delete(e.spot);
  },
  TokePlaced(round, e) {
    const { tokes } = spotOf(round, e.spot);
    tokes[e.wager] = (tokes[e.wager] ?? 0) + e.cents;
  },
  BetsLocked(round, e) {
    for (const n of e.spots) {
      const spot = spotOf(round, n);
      spot.hands = "main" in spot.wagers ? [freshHand(spot.wagers.main)] : [];
    }
  },
  CardExposed(round, e) {
    round.exposed.push(e.card);
  },
  CardDealt(round, e) {
    takeExposed(round, e.card);
    if (e.spot === 0) dealerTakes(round.dealer.cards, e.card);
    else if (e.why !== "side_bet") playerTakes(handOf(round, e), e.card);
  },
  CardMoved(round, e) {
    takeCard(round, e.card, e.from_spot);
    handOf(round, { ...e, spot: e.to_spot, hand: 0 }).cards.push(e.card);
  },
  CardBurned(round, e) {
    if (!takeExposed(round, e.card)) takeCard(round, e.card, e.spot);
  },
  HoleTurned: turnHole,
  HoleExposed: turnHole,
  DoubleCardTurned(round, e) {
    const hand = handOf(round, e);
    hand.cards[hand.doubledCard] = e.card;
  },
  HandDoubled(round, e) {
    const hand = handOf(round, e);
    if (!e.free) hand.bet += e.cents;
    hand.doubling = true;
  },
  HandSplit(round, e) {
    const hand = handOf(round, e);
    const fresh = freshHand(e.free ? 0 : e.cents, hand.place + 1);
    const { hands } = spotOf(round, e.spot);
    for (const one of hands) if (one.place > hand.place) one.place += 1;
    fresh.cards = hand.cards.splice(1, 1);
    hands.splice(e.new_hand, 0, fresh);
  },
  HandStood: mark("stood"),
  HandBroke: mark("broke"),
  HandSurrendered: mark("surrendered"),
  HandTucked: mark("tucked"),
  LammerPlaced(round, e) {
    if (e.owner === "player") handOf(round, e).lammers.push(e.why);
  },
  LammerCollected(round, e) {
    if (e.owner === "player") handOf(round, e).lammers = [];
  },
  InsuranceBet(round, e) {
    spotOf(round, e.spot).insurance = e.cents;
  },
  WagerSettled: settle,
  SettlementReversed: reverse,
  PlayDeclined(round, e) {
    round.spots.delete(e.spot);
  },
  BoardCardDealt(round, e) {
    round.board[e.position - 1] = e.card;
  },
  PacketDealt(round, e) {
    if (e.spot === 0) round.dealer.cards = [...e.cards];
    else handOf(round, { ...e, hand: 0 }).cards = [...e.cards];
  },
  HoleCardsSeen(round, e) {
    handOf(round, { ...e, hand: 0 }).cards = [...e.cards];
  },
  FlopTurned(round, e) {
    round.board.splice(0, e.cards.length, ...e.cards);
    round.boardTurned = e.cards.length;
  },
  TurnRiverTurned(round, e) {
    round.board.splice(round.boardTurned, e.cards.length, ...e.cards);
    round.boardTurned = round.board.length;
  },
  PlayBetMade(round, e) {
    spotOf(round, e.spot).wagers.play = e.cents;
  },
  HandFolded(round, e) {
    handOf(round, { ...e, hand: 0 }).state = e.tucked ? "tucked" : "folded";
  },
  HandExposed(round, e) {
    const hand = handOf(round, { ...e, hand: 0 });
    hand.cards = [...e.cards];
    hand.name = e.hand;
    if (hand.state === "tucked") hand.state = "";
  },
  DealerShown(round, e) {
    round.dealer.cards = [...e.cards];
    round.dealer.text = e.hand;
    round.dealer.short = !e.qualifies;
  },
  SensorLit(round, e) {
    spotOf(round, e.spot).sensor = e.state;
  },
  RoundEnded(round) {
    round.over = true;
  },
};

/**
 * The up card lies first, whichever of the two was dealt first.
 *
 * @param {string[]} cards
 * @param {string} card
 */
function dealerTakes(cards, card) {
  if (cards.length === 1 && cards[0] === "??") cards.unshift(card);
  else cards.push(card);
}

/**
 * Whether a card lay open, which it does no longer.
 *
 * @param {Round} round
 * @param {string} card
 */
function takeExposed({ exposed }, card) {
  const at = exposed.indexOf(card);
  if (at >= 0) exposed.splice(at, 1);
  return at >= 0;
}

/**
 * A card leaves the layout: the last such card of a spot's hands, or of the dealer's beyond the first.
 *
 * @param {Round} round
 * @param {string} card
 * @param {number} spot
 */
function takeCard(round, card, spot) {
  const hands = spot ? (round.spots.get(spot)?.hands ?? []).map(({ cards }) => cards) : [round.dealer.cards];
  const cards = hands.find((one) => one.lastIndexOf(card) >= (spot ? 0 : 1));
  cards?.splice(cards.lastIndexOf(card), 1);
}

/**
 * @param {Hand} hand
 * @param {string} card
 */
function playerTakes(hand, card) {
  hand.cards.push(card);
  if (!hand.doubling) return;
  hand.doubling = false;
  hand.doubledCard = hand.cards.length - 1;
}

/**
 * @param {Round} round
 * @param {TableEvent} e
 */
function turnHole(round, e) {
  const { cards } = round.dealer;
  cards[cards.indexOf("??")] = e.card;
}

/**
 * The wager that a bet for the dealer lies beside.
 *
 * @param {TableEvent} settled
 */
const besideOf = ({ wager }) => wager.replace(/^toke:/, "");

/**
 * A wager is decided: what was lost leaves the felt, the rest stays until the next round.
 *
 * @param {Round} round
 * @param {TableEvent} e
 */
function settle(round, e) {
  const spot = spotOf(round, e.spot);
  const natural = e.wager === "main" && e.result === "win" && isNatural(spot.hands);
  spot.results.push({ ...e, natural, at: round.told.length });
  if (e.owner === "dealers") {
    if (e.result === "lose") loseToke(spot, besideOf(e), round.told.length);
    return;
  }
  const gone = e.result === "lose" || e.result === "taken" || e.result === "surrender";
  if (e.wager === "insurance" && gone) spot.insurance = 0;
  if (e.wager === "main") settleHand(spot, handOf(round, e), { ...e, natural, at: round.told.length }, gone);
  else if (gone) delete spot.wagers[e.wager];
}

/**
 * A bet for the dealer is lost with the wager it lies beside.
 *
 * @param {Spot} spot
 * @param {string} beside
 * @param {number} at
 */
function loseToke(spot, beside, at) {
  delete spot.tokes[beside];
  spot.lostTokes[beside] = at;
}

/** @param {string[]} cards */
const isAceAndTen = (cards) => cards.some((card) => card[0] === "A") && cards.some((card) => "TJQK".includes(card[0]));

/**
 * Whether an ace and a ten are the first two cards, not split.
 *
 * @param {Hand[]} hands
 */
const isNatural = (hands) => hands.length === 1 && hands[0].cards.length === 2 && isAceAndTen(hands[0].cards);

/**
 * @param {Spot} spot
 * @param {Hand} hand
 * @param {TableEvent} e
 * @param {boolean} gone
 */
function settleHand(spot, hand, e, gone) {
  hand.result = e;
  if (gone) hand.bet = 0;
  if (spot.hands.every((one) => !one.bet)) delete spot.wagers.main;
}

/**
 * @param {Round} round
 * @param {TableEvent} e
 */
function reverse(round, e) {
  const spot = spotOf(round, e.spot);
  const same = (/** @type {TableEvent} */ one) => one.hand === e.hand && one.wager === e.wager && one.owner === e.owner;
  spot.results = spot.results.filter((one) => !same(one));
  if (e.owner === "dealers") spot.tokes[besideOf(e)] = e.stake;
  else if (e.wager === "main") Object.assign(handOf(round, e), { result: null, bet: e.stake });
  else if (e.wager === "insurance") spot.insurance = e.stake;
  else spot.wagers[e.wager] = e.stake;
}

/**
 * One event further.
 *
 * @param {Round} round
 * @param {TableEvent} event
 */
export function fold(round, event) {
  FOLDS[event.type]?.(round, event);
  round.told.push(event);
}

/**
 * Somebody known who has no seat here: the floor says nothing of them, as of any visitor.
 *
 * @param {any} you
 */
const unseated = (you) => you && { ...you, boxes: [], offers: [] };

/** What a table waits for while its cards are still coming. */
const DEALING = { kind: "dealing", role: "dealer", spot: 0, hand: 0 };

/** One table: give it the posted card, then every message about it; `model` is what is drawn. */
export class Table {
  #posted;
  #round = freshRound();
  /** @type {{ title: string } | null} */
  #facts = null;
  /** @type {Meters | null} */
  #meters = null;

  /** @param {Posted} posted */
  constructor(posted) {
    this.#posted = posted;
  }

  /** @type {import("./wire.js").State} */
  state = /** @type {any} */ (null);
  /** @type {any} */
  you = null;

  get round() {
    return this.#round;
  }

  /** The link that the table plays for, where it does. */
  get link() {
    return this.#posted.progressive ? this.#meters : null;
  }

  /**
   * The whole table at once; between rounds the last picture stays.
   *
   * @param {import("./wire.js").TableMessage} message
   */
  whole(message) {
    this.#facts = message;
    this.#meters = message.meters;
    this.state = message.state;
    this.you = message.you;
    if (!message.state.dealt && this.#round.number === message.state.round) return;
    this.#round = freshRound(message.state.round);
    for (const event of message.events) fold(this.#round, event);
  }

  /**
   * The round that is over, told again to who came in between two rounds.
   *
   * @param {number} number
   * @param {TableEvent[]} events
   */
  recall(number, events) {
    if (this.state.dealt || this.state.round !== number || this.#round.told.length) return;
    for (const event of events) fold(this.#round, event);
  }

  /**
   * One version further, with the events that were not yet taken.
   *
   * @param {import("./wire.js").TableMessage} message
   * @param {TableEvent[]} [events]
   */
  change(message, events = message.events) {
    this.state = message.state;
    this.you = message.you ? { balance: this.you?.balance, ...message.you } : unseated(this.you);
    for (const event of events) this.#take(event);
  }

  /**
   * On the way to the next version: some of its events, and nobody is asked anything meanwhile.
   *
   * @param {import("./wire.js").TableMessage} message
   * @param {TableEvent[]} events
   */
  part(message, events) {
    this.state = { ...message.state, dealt: true, question: DEALING, deadline: null };
    this.you = this.you && { ...this.you, boxes: message.you?.boxes ?? this.you.boxes, offers: [] };
    for (const event of events) this.#take(event);
  }

  /** @param {Meters} message */
  meters(message) {
    this.#meters = message;
  }

  /** @param {TableEvent} event */
  #take(event) {
    if (event.type === "RoundStarted") this.#round = freshRound(event.number);
    fold(this.#round, event);
  }

  /** @type {LineTitle} The name of a pay line as it is posted. */
  lineTitle = (wager, line) => {
    const found = this.#posted.lines[wager]?.find((one) => one.line === line);
    if (found && line === wager) return found.pays;
    return found ? `${found.title}, ${found.pays}` : line.replaceAll("_", " ");
  };

  /** @type {import("./words.js").Who} Who plays a spot: "" for oneself. */
  who = (n) => {
    const name = this.#round.spots.get(n)?.player || this.state?.boxes[n - 1] || say("shared.seat_n", { n });
    return name === this.you?.name ? "" : shownName(name);
  };

  get model() {
    return pictured(this.#round, {
      facts: this.#facts,
      posted: this.#posted,
      state: this.state,
      you: this.you,
      meters: this.#meters,
      lineTitle: this.lineTitle,
    });
  }
}

/** @typedef {State["cards"] & { past?: boolean }} PicturedCards of a past round how full the shoe was is not told */

/**
 * What a picture of a round is made of beside its events.
 *
 * @typedef {object} About
 * @property {{ title: string } | null} facts
 * @property {Posted} posted
 * @property {Pick<State, "boxes" | "question" | "dealt" | "cut"> & Partial<Pick<State, "colours">>
 *   & { cards: PicturedCards }} state
 * @property {any} you
 * @property {Meters | null} meters
 * @property {LineTitle} lineTitle
 */

/**
 * The shared model of a round at a table.
 *
 * @param {Round} round
 * @param {About} about
 */
export function pictured(round, { facts, posted, state, you, meters, lineTitle }) {
  const turn = turnOf(state);
  const mine = new Set(you?.boxes ?? []);
  const first = posted.wagers[0];
  const board = round.board.slice(0, round.boardTurned);
  const about = { mine, turn, posted, lineTitle, over: round.over, board };
  return {
    sheet: posted.sheet,
    game: posted.game,
    title: gameName(posted.sheet, facts?.title ?? posted.title),
    limits: { min: first.minimum, max: first.maximum },
    youSeat: turn && mine.has(turn.seat) ? turn.seat : (you?.boxes[0] ?? 0),
    seats: state.boxes.map((name, at) =>
      seatOf(round.spots.get(at + 1), at + 1, { name, colour: state.colours?.[at] ?? 0, ...about }),
    ),
    dealer: dealerOf(round.dealer, posted),
    board: [...round.board],
    boardTurned: round.boardTurned,
    cards: cardsOf(state.cards, posted),
    meters: meters && { major: meters.major, minor: meters.minor, up: meters.up },
    phase: phaseOf(round, state),
    turn,
    layout: posted.layout,
  };
}

/** @param {About["state"]} state */
function turnOf(state) {
  const asked = state.question;
  return asked && asked.role === "player" && asked.spot ? { seat: asked.spot, hand: asked.hand } : null;
}

/**
 * @param {Round} round
 * @param {About["state"]} state
 */
function phaseOf(round, state) {
  if (!state.dealt) return state.cut || SHUFFLING.has(state.cards.phase ?? "") ? "shuffle" : "over";
  if (round.over || !state.question) return "over";
  const { kind } = state.question;
  if (kind === "wagers") return "betting";
  return kind === "insurance" ? "insurance" : "play";
}

/**
 * @param {Spot | undefined} spot
 * @param {number} n
 * @param {any} about
 */
function seatOf(spot, n, { name, colour, mine, turn, posted, lineTitle, over, board }) {
  const active = (/** @type {number} */ hand) => turn?.seat === n && turn.hand === hand;
  const named = (/** @type {Hand} */ hand) =>
    hand.name || (mine.has(n) ? gameOf(posted.game).handName(hand.cards, board) : "");
  const hands = (spot?.hands ?? []).map((hand, at) => ({
    ...handPicture(hand, active(at), posted.game, lineTitle),
    name: named(hand),
  }));
  const results = (spot?.results ?? []).filter((one) => toldNow(one, over));
  return {
    n,
    name: shownName(spot?.player || name),
    colour,
    you: mine.has(n),
    open: !name && !spot,
    wagers: { ...spot?.wagers },
    tokes: { ...spot?.tokes },
    lostTokes: { ...spot?.lostTokes },
    insurance: spot?.insurance ?? 0,
    hands,
    results: results.map((one) => resultOf(one, lineTitle, hands)),
    sensor: spot?.sensor ?? "off",
  };
}

/**
 * Results of a player's own wagers; a stake that was taken for the progressive is told with the rest at the end.
 *
 * @param {TableEvent} settled
 * @param {boolean} over
 */
function toldNow({ owner, stake, pays, result, wager }, over) {
  return owner === "player" && (stake || pays || FREE.has(wager)) && (over || result !== "taken");
}

const FREE = new Set(["free_double", "free_split"]);

/**
 * @param {Hand} hand
 * @param {boolean} active
 * @param {string} game
 * @param {LineTitle} lineTitle
 */
function handPicture(hand, active, game, lineTitle) {
  return {
    place: hand.place,
    cards: [...hand.cards],
    bet: hand.bet,
    doubledCard: hand.doubledCard,
    faceDown: hand.doubledCard >= 0 && hand.cards[hand.doubledCard] === "??",
    total: gameOf(game).total(hand.cards),
    name: hand.name,
    lammers: [...hand.lammers],
    active,
    state: hand.state,
    result: hand.result && resultOf(hand.result, lineTitle),
  };
}

/**
 * A settled wager for the eye: its name, amount, words and clause.
 *
 * @param {TableEvent} event
 * @param {LineTitle} lineTitle
 * @param {{ place: number }[]} [hands]
 */
function resultOf(event, lineTitle, hands = []) {
  const which =
    event.wager === "main" && hands.length > 1 ? say("shared.hand_place", { place: hands[event.hand].place + 1 }) : "";
  return {
    wager: event.wager,
    line: event.line ?? "",
    hand: event.hand,
    name: wagerName(event.wager) + which,
    stake: event.stake,
    cents: event.pays,
    text: resultText(event, lineTitle),
    result: event.result,
    clause: event.clause,
    at: event.at,
  };
}

/**
 * @param {Round["dealer"]} dealer
 * @param {Posted} posted
 */
function dealerOf(dealer, { game, dealer_pushes_on: pushes }) {
  const known = dealer.cards.filter((card) => card !== "??");
  const sum = gameOf(game).total(known);
  const whole = known.length === dealer.cards.length;
  const up = known[0]?.[0] === "A" ? say("model.dealer_shows_an_ace") : say("model.dealer_shows_sum", { sum });
  const said = whole ? gameOf(game).dealerHas(sum, pushes) : up;
  const named = dealer.short
    ? say("model.hand_is_short", { hand: dealer.text, short: gameOf(game).short })
    : dealer.text;
  return { cards: [...dealer.cards], total: sum, text: sum ? said : named };
}

/**
 * @param {PicturedCards} cards
 * @param {Posted} posted
 */
function cardsOf(cards, posted) {
  const whole = cards.total ?? 52 * posted.decks;
  const past = cards.past ?? false;
  return { drawn: cards.drawn ?? 0, total: whole, cutCard: posted.cut_card_depth, root: cards.root ?? "", past };
}
