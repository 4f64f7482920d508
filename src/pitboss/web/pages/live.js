// The line to the floor: HTTP for people and lists, one WebSocket for tables and meters.

import { say, sayCode } from "./say.js";
import { troubleOf } from "./trouble.js";
import { tableCalled } from "./words.js";

const PING_MS = 10_000;
const PONG_MS = 6_000;
const WAITS_MS = [500, 1000, 2000, 3000, 5000];

export const AWAY = say("live.the_floor_does_not_answer_check");

/** A refusal in the server's words, with its clause, and the code that the pages read instead of the words. */
class Refused extends Error {
  /**
   * @param {string} reason
   * @param {{ clause?: string, status?: number, code?: string, params?: Record<string, unknown> }} [about]
   */
  constructor(reason, { clause = "", status = 0, code = "", params = {} } = {}) {
    super(reason);
    this.clause = clause;
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

/**
 * A refusal as the pages show it: the sentence with its clause, and its code. What is said of a player by name is told
 * otherwise to that player.
 *
 * @param {unknown} caught
 * @param {string} [you] who reads it
 * @returns {import("./wire.js").Refusal}
 */
export function refusalOf(caught, you) {
  const { message, clause, code = "", params = {} } = troubleOf(caught);
  const named = (you && params.player === you && sayCode("yourself", code)) || message;
  const { table } = params;
  const said = typeof table === "string" && table ? named.replaceAll(table, tableCalled(table)) : named;
  return { reason: clause ? `${said} (${clause})` : said, code };
}

const STALE = "question.stale";

let csrf = "";
let skew = 0;

/** Now by the server's clock, in milliseconds since 1970. */
export const now = () => Date.now() + skew;

/** How far this device's clock is ahead of the server's, in milliseconds. */
export const clockAhead = () => -skew;

/**
 * Set one's clock by the server's; a difference within the precision of a header is none.
 *
 * @param {number} at
 * @param {number} [precision]
 */
function setClock(at, precision = 0) {
  const found = at - Date.now();
  if (Math.abs(found - skew) > precision) skew = found;
}

/**
 * Ask the floor over HTTP; what it refuses is thrown in its words.
 *
 * @param {string} path
 * @param {{ method?: string, body?: unknown }} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, { method = "GET", body } = {}) {
  const headers = {
    ...(body ? { "Content-Type": "application/json" } : {}),
    ...(csrf ? { "X-Pitboss-Token": csrf } : {}),
  };
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body ? JSON.stringify(body) : undefined });
  } catch {
    throw new Refused(AWAY);
  }
  setClock(Date.parse(answer.headers.get("Date") ?? "") || now(), 2000);
  const said = answer.status === 204 ? null : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(plainReason(said.reason, answer.status), { ...said, status: answer.status });
  if (said?.csrf) csrf = said.csrf;
  return said;
}

/**
 * Why a page of the staff does not open: who has not signed in is not sent to play as a guest.
 *
 * @param {unknown} caught
 */
export function staffReason(caught) {
  const { status, message } = troubleOf(caught);
  return status === 401 ? say("live.this_page_is_for_the_staff") : message;
}

/**
 * @param {string | undefined} reason
 * @param {number} status
 */
function plainReason(reason, status) {
  return reason
    ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
    : say("live.the_floor_answered_with_status", { status });
}

/** Come in by one of the doors: as a guest, by name and password, with a new account, by the one-time link. */
export const comeIn = (/** @type {string} */ door, /** @type {unknown} */ body = undefined) =>
  ask(door, { method: "POST", body });

/** Sign out here. */
export async function goOut() {
  await ask("/api/session", { method: "DELETE" });
  csrf = "";
}

/**
 * A command on its way, sent again until it is answered.
 *
 * @typedef {object} Waiting
 * @property {object} message
 * @property {(version: number) => void} done
 * @property {(why: Refused) => void} refused
 * @property {number} tries
 */

/**
 * One WebSocket that comes back by itself. It says "line" (connecting, open, lost, over), "table" and "change" in order
 * of their versions, "hello" (who the server takes one for) and "meters"; commands are promises, sent again with the
 * same id until they are answered, also where the server could not tell whether it had done them.
 */
export class Live extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, number>} The tables that are watched, with the versions that are known. */
  #watched = new Map();
  /** @type {Map<string, number>} The question that each of them asks, as its messages name it. */
  #asked = new Map();
  #wantsMeters = false;
  /** @type {Map<string, Waiting>} */
  #unanswered = new Map();
  #tries = 0;
  #number = 0;
  #name = "";
  #session = crypto.getRandomValues(new Uint32Array(2)).join("");
  /** @type {object[] | null} What is heard before the page can show it. */
  #held = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pinging;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;

  /** @type {import("./wire.js").Line["state"]} */
  state = "connecting";

  constructor() {
    super();
    addEventListener("offline", () => this.#socket && this.#closed());
    addEventListener("online", () => this.state === "lost" && this.connect());
  }

  /** Connect, or connect anew as whoever has just come in. */
  connect() {
    clearTimeout(this.#again);
    this.#drop();
    const [table] = this.#watched.size === 1 ? this.#watched.keys() : [];
    // The server that leads the table takes the connection.
    const about = table ? `?table=${encodeURIComponent(table)}` : "";
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/live${about}`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => socket === this.#socket && this.#closed());
  }

  /** Connect, and keep what is heard until the page can show it: see `release`. */
  connectEarly() {
    this.#held = [];
    this.connect();
  }

  /** Say what was kept, in its order, and from now on what comes. */
  release() {
    const held = this.#held ?? [];
    this.#held = null;
    for (const message of held) this.#heard(message);
  }

  /** Be told nothing any more. */
  end() {
    clearTimeout(this.#again);
    this.#drop();
  }

  /**
   * Be told all of a table, and every change of it.
   *
   * @param {string} table
   */
  watch(table) {
    this.#watched.set(table, 0);
    this.#send({ type: "watch", table });
  }

  /** @param {string} table */
  unwatch(table) {
    this.#watched.delete(table);
    this.#send({ type: "unwatch", table });
  }

  /** Be told the meters of the progressive. */
  meters() {
    this.#wantsMeters = true;
    this.#send({ type: "meters" });
  }

  /** Say that the reminder of how long one has been playing was seen. */
  acknowledge() {
    this.#send({ type: "acknowledge" });
  }

  /**
   * Do something at a table; settles with the version, or is refused. It answers the question that the table asks now:
   * where that has moved on meanwhile, it is refused without a word, since the table shows why.
   *
   * @param {string} table
   * @param {import("./wire.js").Command} command
   * @returns {Promise<number>}
   */
  command(table, command) {
    const id = `${this.#session}-${++this.#number}`;
    return new Promise((done, refused) => {
      const message = { type: "command", id, table, command, question: this.#asked.get(table) ?? null };
      this.#unanswered.set(id, { message, done, refused, tries: 0 });
      this.#send(message);
    });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #opened() {
    this.#tries = 0;
    for (const table of this.#watched.keys()) this.#send({ type: "watch", table });
    if (this.#wantsMeters) this.#send({ type: "meters" });
    for (const { message } of this.#unanswered.values()) this.#send(message);
    this.#pinging = setInterval(() => this.#ping(), PING_MS);
    this.#is("open");
  }

  #ping() {
    this.#send({ type: "ping" });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#closed(), PONG_MS);
  }

  #drop() {
    clearInterval(this.#pinging);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Whoever was signed out is told so by the greeting when the line is back. */
  #closed() {
    this.#drop();
    const wait = WAITS_MS[Math.min(this.#tries++, WAITS_MS.length - 1)];
    this.#again = setTimeout(() => this.connect(), wait);
    this.#is("lost", wait);
  }

  #over() {
    this.#drop();
    this.#is("over");
  }

  /**
   * @param {import("./wire.js").Line["state"]} state
   * @param {number} [wait]
   */
  #is(state, wait = 0) {
    this.state = state;
    this.dispatchEvent(new CustomEvent("line", { detail: { state, wait } }));
  }

  /** @param {any} message */
  #heard(message) {
    clearTimeout(this.#silence);
    if (this.#held) this.#held.push(message);
    else if (message.type === "hello" && this.#isForgotten(message)) this.#over();
    else if (message.type === "table") this.#whole(message);
    else if (message.type === "change") this.#change(message);
    else if (message.type === "done" || message.type === "refused") this.#answered(message);
    else this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /**
   * Whether the server has taken one for somebody, and does no more.
   *
   * @param {{ name: string }} hello
   */
  #isForgotten({ name }) {
    const known = this.#name;
    this.#name = name;
    return Boolean(known) && !name;
  }

  /** @param {import("./wire.js").TableMessage} message */
  #whole(message) {
    this.#watched.set(message.table, message.version);
    this.#asked.set(message.table, message.state.asked);
    this.dispatchEvent(new CustomEvent("table", { detail: message }));
  }

  /** @param {import("./wire.js").TableMessage & { at: number }} message */
  #change(message) {
    const known = this.#watched.get(message.table);
    if (known === undefined || message.version <= known) return;
    setClock(message.at);
    if (message.version > known + 1) {
      this.#send({ type: "watch", table: message.table });
      return;
    }
    this.#watched.set(message.table, message.version);
    this.#asked.set(message.table, message.state.asked);
    this.dispatchEvent(new CustomEvent("change", { detail: message }));
  }

  /** @param {any} message */
  #answered(message) {
    const waiting = this.#unanswered.get(message.id);
    if (message.again && waiting && waiting.tries < WAITS_MS.length) {
      setTimeout(() => this.#send(waiting.message), WAITS_MS[waiting.tries++]);
      return;
    }
    this.#unanswered.delete(message.id);
    if (message.type === "done") waiting?.done(message.version);
    else waiting?.refused(new Refused(message.code === STALE ? "" : plainReason(message.reason, 0), message));
  }
}
