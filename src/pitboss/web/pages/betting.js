// Bets being laid: the chip in hand, the places it may go to, and the bets of the last round.

import { say } from "./say.js";
import { posted as dollars } from "./words.js";

const LARGEST_CHIP = 100_000;
/** What the cage gives at once, in cents. */
export const PLAY_CHIPS = 100_000;
const MOST_CHIPS = 7;

/** @typedef {import("./draw/types.js").Model} Model */
/** @typedef {import("./draw/types.js").Seat} Seat */
/** @typedef {import("./wire.js").Posted} Posted */
/** @typedef {import("./wire.js").Limits & { wager: string, title: string, laid: string[] }} Limit */

/**
 * A place where a bet of one's own may lie: what the table has of it, and what it is with the chips of the pile.
 *
 * @typedef {object} Place
 * @property {number} seat
 * @property {Limit} limit
 * @property {string} wager
 * @property {string[]} laidWith the wagers that are laid together there
 * @property {number} laid
 * @property {number} cents
 * @property {boolean} first
 */

/**
 * A command that does something of the round itself.
 *
 * @param {Record<string, any>} action
 */
export const act = (action) => ({ type: "Act", action });

/** Bets that are being laid: the chip in hand, the place it goes to, piles that are not yet whole wagers. */
export class Betting {
  chip = 0;
  at = 0;
  /** @type {Map<string, number>} Cents by seat and wager. */
  piles = new Map();

  /** @param {Posted} posted */
  constructor(posted) {
    this.posted = posted;
    this.chips = chipsOf(posted);
    this.chip = firstChip(this.chips, posted.wagers[0]);
  }

  /**
   * Every place where a bet of one's own may lie, with what lies there.
   *
   * @param {Model} model
   */
  places(model) {
    return model.seats.filter((seat) => seat.you).flatMap((seat) => this.#placesOf(seat));
  }

  /**
   * @param {Seat} seat
   * @returns {Place[]}
   */
  #placesOf(seat) {
    const first = this.posted.wagers[0].wager;
    const wagers = this.posted.wagers.map((limit) => this.#place(seat, limit, seat.wagers[limit.wager] ?? 0));
    const { toke } = this.posted;
    if (!toke?.wagers.includes(first)) return wagers;
    const limit = { ...toke, wager: "toke", title: say("betting.for_the_dealer"), laid: ["toke"] };
    return [...wagers, this.#place(seat, limit, seat.tokes[first] ?? 0)];
  }

  /**
   * @param {Seat} seat
   * @param {Limit} limit
   * @param {number} laid
   * @returns {Place}
   */
  #place(seat, limit, laid) {
    const pile = this.piles.get(`${seat.n}:${limit.wager}`);
    const first = limit === this.posted.wagers[0];
    return { seat: seat.n, limit, wager: limit.wager, laidWith: limit.laid, laid, cents: pile ?? laid, first };
  }

  /**
   * A pile that the table has taken is a pile no more.
   *
   * @param {Model} model
   */
  settle(model) {
    for (const place of this.places(model))
      if (this.piles.get(`${place.seat}:${place.wager}`) === place.laid) this.drop(place);
  }

  /**
   * Take a pile up again.
   *
   * @param {Place} place
   */
  drop(place) {
    this.piles.delete(`${place.seat}:${place.wager}`);
  }

  /**
   * Why one more chip may not lie there; "" where it may.
   *
   * @param {Place} place
   * @param {Place[]} places
   * @param {number} cents
   */
  objection(place, places, cents) {
    const main = places.find((one) => one.seat === place.seat && one.first);
    if (main && !place.first && !this.commands(main, main.cents).length)
      return main.cents ? leastWords(main.limit) : say("betting.title_first", { title: main.limit.title });
    if (place.wager === "toke" && place.laid) return say("betting.a_bet_for_the_dealer_lies");
    return cents > place.limit.maximum ? mostWords(place.limit) : "";
  }

  /**
   * What is sent for a pile; an empty list while it is no whole wager yet.
   *
   * @param {Place} place
   * @param {number} cents
   */
  commands({ seat, wager, limit }, cents) {
    if (cents < limit.minimum || cents % limit.step) return [];
    if (wager === "toke") return [act({ type: "PlaceToke", spot: seat, cents, wager: this.posted.wagers[0].wager })];
    return limit.laid.map((name) => act({ type: "PlaceBet", spot: seat, cents, wager: name }));
  }
}

/**
 * Whether a chip can lie on a place: alone, or as several that make one step.
 *
 * @param {number} chip
 * @param {import("./wire.js").Limits} limits
 */
export const fits = (chip, { step, maximum }) => chip <= maximum && (chip % step === 0 || step % chip === 0);

/**
 * Whether only one amount can be bet there, which is laid whatever chip is in hand.
 *
 * @param {import("./wire.js").Limits} limits
 */
export const isFixed = ({ minimum, maximum }) => minimum === maximum;

/**
 * What a wager begins with, and how it goes on.
 *
 * @param {{ title: string, minimum: number, step: number }} limit
 */
export const leastWords = ({ title, minimum, step }) =>
  say("bar.title_starts_at_minimum_in_steps", { title, minimum: dollars(minimum), step: dollars(step) });

/**
 * The most that a wager takes.
 *
 * @param {{ title: string, maximum: number }} limit
 */
const mostWords = ({ title, maximum }) => say("betting.title_is_at_most_maximum", { title, maximum: dollars(maximum) });

/**
 * Why a chip cannot lie on a place.
 *
 * @param {Limit} limit
 * @param {number} chip
 */
export const misfitWords = (limit, chip) =>
  chip > limit.maximum
    ? mostWords(limit)
    : say("bar.title_goes_in_steps", { title: limit.title, step: dollars(limit.step), chip: dollars(chip) });

/** @param {Posted} posted */
function chipsOf(posted) {
  const places = [...posted.wagers, ...(posted.toke ? [posted.toke] : [])].filter((one) => !isFixed(one));
  const least = Math.min(...places.map((one) => one.step));
  const useful = posted.chips.filter(
    (chip) => chip >= least && chip <= LARGEST_CHIP && places.some((place) => fits(chip, place)),
  );
  return useful.slice(0, MOST_CHIPS);
}

/**
 * The smallest chip that is a bet by itself, or the largest below the least bet.
 *
 * @param {number[]} chips
 * @param {import("./wire.js").Limits} least
 */
function firstChip(chips, { minimum, step }) {
  return (
    chips.find((cents) => cents >= minimum && cents % step === 0) ??
    chips.findLast((cents) => cents <= minimum && step % cents === 0) ??
    chips[0]
  );
}

/** The last round's bets of one's own, kept for this visit. */
export class LastBets {
  #name;
  /** @type {Kept[]} */
  #laid = [];

  /** @param {string} table */
  constructor(table) {
    this.#name = `pitboss.bets.${table}`;
  }

  /** @returns {Kept[]} */
  get bets() {
    return JSON.parse(sessionStorage.getItem(this.#name) ?? "[]");
  }

  /**
   * Look at the bets while they are open, and keep them once they are locked.
   *
   * @param {Model} model
   * @param {Place[]} places
   */
  see(model, places) {
    if (model.phase === "betting") this.#laid = places.filter((one) => one.laid).map(asKept);
    else if (this.#laid.length) this.#keep();
  }

  #keep() {
    sessionStorage.setItem(this.#name, JSON.stringify(this.#laid));
    this.#laid = [];
  }
}

/** @typedef {{ seat: number, wager: string, laid: number }} Kept */

/** @param {Place} place */
const asKept = ({ seat, wager, laid }) => ({ seat, wager, laid });
