// One table as the floor watches it: what is posted there, its state, and since when somebody is needed.

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
  /** Since when the table asks what it asks. */
  since = 0;
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
  async open() {
    /** @type {import("../wire.js").Posted} */
    const posted = await ask(`/api/tables/${encodeURIComponent(this.id)}/posted`);
    this.posted = posted;
    this.table = new Table(posted);
    for (const message of this.waiting.splice(0)) this.take(message);
  }

  /** How long the dealer has been here, as far as this console has seen. */
  dealtFor() {
    return now() - this.#duty.since;
  }

  /** @param {TableMessage} message */
  take(message) {
    if (!this.table) {
      this.waiting.push(message);
      return;
    }
    const asked = JSON.stringify(this.state?.question);
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
    if (JSON.stringify(message.state.question) !== asked) this.since = message.at ?? now();
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
