// Significant events: what was before, what after, who, why.

import { el, refill } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { sentence } from "../words.js";
import { clockTime, grid } from "./forms.js";

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
  "result",
];

/**
 * A significant event, as the house keeps it.
 *
 * @typedef {object} Significant
 * @property {number} at
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

  /** @param {HTMLElement} place */
  constructor(place) {
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
        this.csv,
      ),
      this.found,
    );
  }

  show() {
    if (!this.#asked) this.#refresh();
  }

  async #refresh() {
    this.#asked = true;
    const since = Date.now() - Number(this.since.value) * 86_400_000;
    const query = new URLSearchParams({ since: String(since), ...(this.kind.value ? { kind: this.kind.value } : {}) });
    this.csv.href = `/api/house/events.csv?${query}`;
    try {
      /** @type {Significant[]} */
      const events = (await ask(`/api/house/events?${query}`)).reverse();
      const rows = events.map((one) => [
        clockTime(one.at),
        sentence(one.what),
        one.table ?? "",
        one.who,
        sentence(one.role),
        one.before,
        one.after,
        one.why,
        one.clause,
      ]);
      refill(this.found, rows, () => [
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

/** @param {HTMLElement} place */
export const makeView = (place) => new LogView(place);
