// What happened is shown at a rhythm that a person can follow: card after card, and numbers only after the cards they
// come from. What the server said is folded beat by beat; any key shows all of it, and so does the table told anew.

/** @typedef {import("./words.js").TableEvent} TableEvent */
/** @typedef {import("./wire.js").TableMessage} Message */

/** The pauses after what happened, as parts of the rhythm: the time between two cards of the dealer. */
const PAUSES = {
  /** Cards of the deal come one after another, quickly. */
  deal: 0.15,
  /** Something that everybody looks at. */
  turn: 1,
  settled: 0.2,
  /** The picture of a round that is over stays before the next one begins. */
  over: 4,
};

/** @type {Record<string, number>} */
const AFTER = {
  PacketDealt: PAUSES.deal,
  BoardCardDealt: PAUSES.deal,
  HoleTurned: PAUSES.turn,
  HoleExposed: PAUSES.turn,
  DoubleCardTurned: PAUSES.turn,
  FlopTurned: PAUSES.turn,
  TurnRiverTurned: PAUSES.turn,
  DealerShown: PAUSES.turn,
  HandExposed: PAUSES.turn,
  WagerSettled: PAUSES.settled,
  RoundEnded: PAUSES.over,
};

/** @type {Record<string, number>} What is turned or shown is waited for, too. */
const BEFORE = { HoleTurned: 0.5, FlopTurned: 0.5, TurnRiverTurned: 0.5, DealerShown: 0.5 };

/**
 * The pause after an event, in parts of the rhythm.
 *
 * @param {TableEvent} event
 * @param {number} dealers how many cards the dealer has by then
 */
function pauseAfter(event, dealers) {
  if (event.type !== "CardDealt") return AFTER[event.type] ?? 0;
  return event.spot === 0 && dealers > 2 ? PAUSES.turn : PAUSES.deal;
}

/** @typedef {{ events: TableEvent[], pause: number }} Beat what is shown at once, and the pause after it */

/**
 * A message's events, cut after each that is waited for.
 *
 * @param {TableEvent[]} events
 * @param {number} dealers the cards that the dealer has before them
 * @returns {Beat[]}
 */
export function beats(events, dealers) {
  /** @type {Beat[]} */
  const found = [{ events: [], pause: 0 }];
  let held = dealers;
  for (const event of events) {
    const last = found[found.length - 1];
    if (event.type === "CardDealt" && event.spot === 0) held += 1;
    if (BEFORE[event.type]) last.pause = Math.max(last.pause, BEFORE[event.type]);
    if (last.pause) found.push({ events: [event], pause: pauseAfter(event, held) });
    else {
      last.events.push(event);
      last.pause = pauseAfter(event, held);
    }
  }
  return found;
}

/**
 * What is told of the beats: a part of a message, then the rest of it with what it leaves behind.
 *
 * @typedef {object} Told
 * @property {() => number} rhythm milliseconds between two cards of the dealer; 0 shows everything at once
 * @property {() => number} dealers how many cards the dealer has
 * @property {(message: Message, events: TableEvent[]) => void} part
 * @property {(message: Message, events: TableEvent[]) => void} rest
 */

/** The line of what is still to be shown. */
export class Reveal {
  #told;
  /** @type {{ message: Message, beats: Beat[] | null }[]} */
  #line = [];
  /** @type {ReturnType<typeof setTimeout> | null} */
  #timer = null;
  #free = 0;

  /** @param {Told} told */
  constructor(told) {
    this.#told = told;
    document.addEventListener("visibilitychange", () => document.hidden && this.flush());
  }

  /** Whether something is still to be shown. */
  get busy() {
    return this.#line.length > 0;
  }

  /** @param {Message} message */
  push(message) {
    this.#line.push({ message, beats: null });
    if (this.#timer === null) this.#go();
  }

  /** Everything that is still to be shown, at once. */
  flush() {
    this.#free = 0;
    this.#stop();
    while (this.#line.length) this.#beat();
    this.#free = 0;
  }

  /** The table is told anew: what was still to be shown is in it. */
  drop() {
    this.#line = [];
    this.#free = 0;
    this.#stop();
  }

  #stop() {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #go() {
    this.#timer = null;
    if (document.hidden || !this.#told.rhythm()) this.flush();
    while (this.#line.length) {
      const wait = this.#free - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#go(), wait);
        return;
      }
      this.#beat();
    }
  }

  /** One beat further; the pause after it begins when it has been drawn, however long a slow machine took. */
  #beat() {
    const first = this.#line[0];
    first.beats ??= beats(first.message.events, this.#told.dealers());
    const beat = /** @type {Beat} */ (first.beats.shift());
    if (first.beats.length) this.#told.part(first.message, beat.events);
    else {
      this.#line.shift();
      this.#told.rest(first.message, beat.events);
    }
    this.#free = performance.now() + beat.pause * this.#told.rhythm();
  }
}
