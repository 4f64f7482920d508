// One table as the floor watches it: what is posted there, its state, and since when somebody is needed. A table
// that is not followed is known by the list of tables alone.

import { ask, now } from "../live.js";
import { Table } from "../model.js";

/** @typedef {import("../wire.js").TableMessage} TableMessage */

/**
 * How long something waits: 0:48.
 *
 * @param {number} since
 */
export function waited(since) {
  const seconds = Math.max(0, Math.floor((now() - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Whether a table waits for somebody of the floor.
 *
 * @param {Watched} watched
 */
export const needs = (watched) => !(watched.state ?? watched.listed)?.closed && neededAt(watched) > 0;

/**
 * Since when somebody is needed, by the table's own clock.
 *
 * @param {Watched} watched
 */
export const neededAt = ({ listed, staff }) => (staff ?? listed)?.needed_at ?? 0;

/**
 * Who needs somebody comes first, the longest waiting on top.
 *
 * @param {Watched} one
 * @param {Watched} other
 */
export function byNeed(one, other) {
  const [first, second] = [one, other].map((table) => (needs(table) ? neededAt(table) : Infinity));
  return first === second ? 0 : first - second;
}

export class Watched {
  /** @type {import("../api.js").FloorTable | null} */
  listed = null;
  /** @type {import("../wire.js").Posted | null} */
  posted = null;
  /** @type {Table | null} */
  table = null;
  /** @type {import("../wire.js").Staff | null} */
  staff = null;
  /** @type {import("../wire.js").TableEvent[]} What has happened in the round. */
  events = [];
  /** @type {TableMessage[]} */
  waiting = [];
  followed = false;
  #duty = { dealer: "", since: 0 };

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  get state() {
    return this.table?.state ?? null;
  }

  /** What is posted comes first; messages that come before it wait. */
  async follow() {
    this.followed = true;
    this.posted ??= await ask(`/api/tables/${encodeURIComponent(this.id)}/posted`);
    if (!this.followed || !this.posted) return;
    this.table ??= new Table(this.posted);
    for (const message of this.waiting.splice(0)) this.take(message);
  }

  /** Nothing more is heard of it: what was seen last is no longer so. */
  unfollow() {
    this.followed = false;
    this.table = null;
    this.staff = null;
    this.events = [];
    this.waiting = [];
  }

  /** How long the dealer has been here, as far as this console has seen. */
  dealtFor() {
    return now() - this.#duty.since;
  }

  /** @param {TableMessage} message */
  take(message) {
    if (!this.followed) return;
    if (!this.table) {
      this.waiting.push(message);
      return;
    }
    if (message.type === "table") {
      this.table.whole(message);
      this.events = [...message.events];
    } else {
      this.table.change(message);
      if (message.events.some(({ type }) => type === "RoundStarted")) this.events = [];
      this.events.push(...message.events);
    }
    this.staff = message.staff;
    if (this.staff && this.staff.dealer !== this.#duty.dealer)
      this.#duty = { dealer: this.staff.dealer, since: message.at ?? now() };
  }
}

/**
 * A table whose posted values and state are known.
 *
 * @typedef {Watched & { posted: import("../wire.js").Posted, table: Table, state: import("../wire.js").State }} Opened
 */

/**
 * @param {Watched | undefined} watched
 * @returns {watched is Opened}
 */
export const isOpened = (watched) => Boolean(watched?.state);
