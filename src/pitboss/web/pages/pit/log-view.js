// Significant events: what was before, what after, who, why.

import { el, refill } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { sentence, tableCalled } from "../words.js";
import { clockTime, grid, post } from "./forms.js";

const KINDS = [
  "jackpot",
  "meter",
  "link",
  "correction",
  "ruling",
  "irregularity",
  "sheet",
  "proposal",
  "role",
  "count",
  "fill",
  "retraction",
  "exclusion",
  "limit",
  "conduct",
  "day",
  "cash",
  "comps",
  "retention",
  "result",
  "details",
  "acknowledgement",
  "program",
];

/**
 * A significant event, as the house keeps it.
 *
 * @typedef {object} Significant
 * @property {number} at
 * @property {string} stream
 * @property {number} version
 * @property {string} kind
 * @property {string} acknowledged_by
 * @property {string} what
 * @property {string} [table]
 * @property {string} who
 * @property {string} role
 * @property {string} before
 * @property {string} after
 * @property {string} why
 * @property {string} clause
 */

class LogView {
  #asked = false;

  /**
   * @param {HTMLElement} place
   * @param {import("./types.js").Desk} desk
   */
  constructor(place, desk) {
    this.desk = desk;
    this.since = el(
      "select",
      { aria: { label: say("pit.log.since") }, on: { change: () => this.#refresh() } },
      ...[
        ["1", say("pit.log.last_day")],
        ["7", say("pit.log.last_week")],
        ["31", say("pit.log.last_month")],
      ].map(([value, words]) => el("option", { value }, words)),
    );
    const kinds = [["", say("pit.log.everything")], ...KINDS.map((kind) => [kind, sentence(kind)])];
    this.kind = el(
      "select",
      { aria: { label: say("shared.kind") }, on: { change: () => this.#refresh() } },
      ...kinds.map(([value, words]) => el("option", { value }, words)),
    );
    this.which = el(
      "select",
      { aria: { label: say("pit.log.which") }, on: { change: () => this.#refresh() } },
      el("option", { value: "" }, say("pit.log.acknowledged_or_not")),
      el("option", { value: "true" }, say("pit.log.not_acknowledged")),
    );
    this.trouble = el("p", { className: "form-trouble", role: "alert" });
    this.found = el("div");
    this.csv = el(
      "a",
      { href: "/api/house/events.csv", download: "events.csv" },
      say("pit.log.download_for_a_spreadsheet"),
    );
    place.replaceChildren(
      el(
        "div",
        { className: "view-head" },
        el("h1", {}, say("shared.significant_events")),
        this.since,
        this.kind,
        this.which,
        this.csv,
      ),
      this.trouble,
      this.found,
    );
  }

  show() {
    if (!this.#asked) this.#refresh();
  }

  /**
   * Who has taken note of an event; a button where nobody has and whoever looks may.
   *
   * @param {Significant} one
   */
  #acknowledgement(one) {
    const { desk } = this;
    const open = !one.acknowledged_by && one.kind !== "acknowledgement" && one.who !== desk.me.name;
    if (!open || !desk.may("AcknowledgeEvent")) return one.acknowledged_by;
    const press = () => this.#acknowledge(one);
    const name = say("pit.log.acknowledge_what", { what: one.what });
    return el(
      "button",
      { type: "button", className: "control", aria: { label: name }, on: { click: press } },
      say("pit.log.acknowledge"),
    );
  }

  /** @param {Significant} one */
  async #acknowledge({ stream, version }) {
    try {
      await post("/api/house/events/acknowledge", { stream, version, note: "" });
      this.trouble.textContent = "";
      await this.#refresh();
    } catch (trouble) {
      this.trouble.textContent = messageOf(trouble);
    }
  }

  async #refresh() {
    this.#asked = true;
    const since = Date.now() - Number(this.since.value) * 86_400_000;
    const query = new URLSearchParams({
      since: String(since),
      ...(this.kind.value ? { kind: this.kind.value } : {}),
      ...(this.which.value ? { unacknowledged: this.which.value } : {}),
    });
    this.csv.href = `/api/house/events.csv?${query}`;
    try {
      /** @type {Significant[]} */
      const events = (await ask(`/api/house/events?${query}`)).reverse();
      const rows = events.map((one) => [
        clockTime(one.at),
        sentence(one.what),
        one.table ? tableCalled(one.table) : "",
        one.who,
        sentence(one.role),
        one.before,
        one.after,
        one.why,
        one.clause,
        this.#acknowledgement(one),
      ]);
      refill(this.found, events, () => [
        grid(
          [
            say("shared.at"),
            say("shared.what"),
            say("shared.table"),
            say("shared.who"),
            say("shared.role"),
            say("shared.before"),
            say("shared.after"),
            say("shared.why"),
            say("shared.clause"),
            say("pit.log.acknowledged"),
          ],
          rows,
          say("pit.log.nothing_of_significance_in_this_time"),
        ),
      ]);
    } catch (trouble) {
      this.found.replaceChildren(el("p", {}, messageOf(trouble)));
    }
  }
}

/**
 * @param {HTMLElement} place
 * @param {import("./types.js").Desk} desk
 */
export const makeView = (place, desk) => new LogView(place, desk);
