// @ts-nocheck
// Significant events: what was before, what after, who, why.

import { el, refill } from "../dom.js";
import { ask } from "../live.js";
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
];

class LogView {
  #asked = false;

  constructor(place) {
    this.since = el(
      "select",
      { aria: { label: "Since" }, on: { change: () => this.#refresh() } },
      ...[
        ["1", "Last day"],
        ["7", "Last week"],
        ["31", "Last month"],
      ].map(([value, words]) => el("option", { value }, words)),
    );
    const kinds = [["", "Everything"], ...KINDS.map((kind) => [kind, sentence(kind)])];
    this.kind = el(
      "select",
      { aria: { label: "Kind" }, on: { change: () => this.#refresh() } },
      ...kinds.map(([value, words]) => el("option", { value }, words)),
    );
    this.found = el("div");
    this.csv = el("a", { href: "/api/house/events.csv", download: "events.csv" }, "Download for a spreadsheet");
    place.replaceChildren(
      el("div", { className: "view-head" }, el("h1", {}, "Significant events"), this.since, this.kind, this.csv),
      this.found,
    );
  }

  show() {
    if (!this.#asked) this.#refresh();
  }

  async #refresh() {
    this.#asked = true;
    const since = Date.now() - Number(this.since.value) * 86_400_000;
    const query = new URLSearchParams({ since, ...(this.kind.value && { kind: this.kind.value }) });
    this.csv.href = `/api/house/events.csv?${query}`;
    try {
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
          ["At", "What", "Table", "Who", "Role", "Before", "After", "Why", "Clause"],
          rows,
          "Nothing of significance in this time.",
        ),
      ]);
    } catch (trouble) {
      this.found.replaceChildren(el("p", {}, trouble.message));
    }
  }
}

export const makeView = (place) => new LogView(place);
