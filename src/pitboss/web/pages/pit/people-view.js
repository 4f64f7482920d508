// Dealers on duty, the longest at a table first, and rulings on conduct.

import { el, refill } from "../dom.js";
import { ask } from "../live.js";
import { duration, gameName, sentence, shownName, tableName } from "../words.js";
import { choice, clockTime, field, form, grid, post } from "./forms.js";

const RULINGS = [["warned", "Warned"], ["asked_to_leave", "Asked to leave"], ["barred", "Barred"], ["readmitted", "Readmitted"]];
const MINUTE_MS = 60_000;

class PeopleView {
  constructor(place, desk) {
    this.desk = desk;
    this.dealers = el("div");
    this.conduct = el("div", { className: "pit-forms" });
    this.ruled = el("div");
    place.replaceChildren(el("h1", {}, "People"), el("h2", {}, "Dealers"), this.dealers, el("h2", {}, "Conduct"), this.conduct, this.ruled);
    refill(this.conduct, desk.me.role, () => this.#makeForm());
    this.#readRulings();
  }

  show() {
    const staffed = [...this.desk.tables.values()].filter(({ listed, posted }) => posted && listed?.mode === "staffed" && !listed.closed);
    const rows = staffed.map((watched) => this.#row(watched)).sort((a, b) => b.ms - a.ms);
    refill(this.dealers, rows.map(({ ms, id, dealer, state }) => [id, dealer, state, Math.floor(ms / MINUTE_MS)]), () => [
      grid(["Table", "Dealer", "At the table", "State", ""], rows.map(({ cells }) => cells), "No staffed table is open."),
    ]);
  }

  tick() {
    this.show();
  }

  #row(watched) {
    const { id, listed, posted } = watched;
    const dealer = watched.staff?.dealer || "";
    const ms = dealer ? watched.dealtFor() : -1;
    const long = dealer ? (ms < MINUTE_MS ? "just now" : duration(ms)) : "";
    const name = `${tableName(id, posted.sheet)}, ${gameName(posted.sheet, posted.title)}`;
    const link = el("a", { href: `/dealer.html?table=${encodeURIComponent(id)}` }, "Dealer console");
    return { id, ms, dealer, state: listed.state, cells: [el("a", { href: `#floor/${id}` }, name), dealer || "nobody", long, sentence(listed.state), link] };
  }

  #makeForm() {
    if (!["floor", "shift_manager"].includes(this.desk.me.role)) return [];
    const tables = [["", "not at a table"], ...[...this.desk.tables.values()].map(({ id, listed }) => [id, tableName(id, listed?.sheet ?? "")])];
    const fields = [field("name", "Player", { required: true, maxLength: 64 }), choice("ruling", "Ruling", RULINGS), choice("table", "Where", tables), field("reason", "Reason", { required: true, maxLength: 300 })];
    return [
      form("Rule on somebody’s conduct", fields, "Record the ruling", async ({ name, ...ruling }) => {
        await post(`/api/people/${encodeURIComponent(name.trim())}/conduct`, ruling);
        await this.#readRulings();
        return "";
      }),
    ];
  }

  async #readRulings() {
    try {
      const found = (await ask("/api/house/events?kind=conduct")).reverse();
      const rows = found.map((one) => [clockTime(one.at), sentence(one.what), one.table, shownName(one.who), one.before, one.after, one.why]);
      refill(this.ruled, rows, () => [grid(["At", "What", "Table", "By", "Before", "After", "Why"], rows, "No ruling on conduct in the last day.")]);
    } catch {
      refill(this.ruled, "", () => []);
    }
  }
}

export const makeView = (place, desk) => new PeopleView(place, desk);
