// The money of the tables: counts of the tray, fills and credits, drop and dealers' boxes, corrections.

import { el, refill } from "../dom.js";
import { money, posted as dollars, tableName } from "../words.js";
import { cents, chipFields, chipsOf, choice, field, form, grid, named } from "./forms.js";

const WHEN = [["opening", "when the table opens"], ["check", "in between"], ["closing", "when the table closes"]];

class MoneyView {
  #table = "";

  constructor(place, desk) {
    this.desk = desk;
    this.tables = el("select", { aria: { label: "Table" }, on: { change: (event) => desk.go("money", event.target.value) } });
    this.sums = el("div");
    this.slips = el("div");
    this.forms = el("div", { className: "pit-forms" });
    const head = el("div", { className: "view-head" }, el("h1", {}, "Fills and credits"), this.tables, el("a", { href: "/reports.html" }, "Reports"));
    place.replaceChildren(head, this.sums, this.slips, this.forms);
  }

  choose(table) {
    this.#table = table;
  }

  show() {
    const { tables } = this.desk;
    const ids = [...tables.keys()];
    if (!tables.has(this.#table)) this.#table = ids[0] ?? "";
    refill(this.tables, ids, () => ids.map((id) => el("option", { value: id }, tableName(id, tables.get(id).listed?.sheet ?? ""))));
    this.tables.value = this.#table;
    const watched = tables.get(this.#table);
    if (!watched?.posted || !watched.staff) return;
    const { listed, staff, posted } = watched;
    refill(this.sums, listed, () => [el("p", {}, `Book value of the tray: `, el("b", {}, money(listed.tray)))]);
    refill(this.slips, staff.slips, () => [el("h2", {}, "Slips under way"), this.#slipGrid(staff.slips)]);
    refill(this.forms, [this.#table, posted.chips], () => this.#makeForms(watched));
  }

  #order(command) {
    return this.desk.order(this.#table, command);
  }

  #slipGrid(slips) {
    const cancel = (slip) => el("button", { type: "button", className: "control", on: { click: () => this.#order({ type: "CancelFill", slip, reason: "cancelled by the floor" }) } }, "Cancel");
    const rows = slips.map(({ slip, kind, chips, by }) => [slip, kind, chips.map(([value, many]) => `${many} × ${dollars(value)}`).join(", "), money(chips.reduce((all, [value, many]) => all + value * many, 0)), by, cancel(slip)]);
    return grid(["Slip", "Kind", "Chips", "Amount", "Asked by", ""], rows, "No fill or credit is under way.");
  }

  #makeForms({ posted }) {
    const count = chipFields(posted.chips);
    const fill = chipFields(posted.chips);
    return [
      form("Count the tray", [choice("when", "When", WHEN), count, field("note", "Note", { maxLength: 200 })], "Record the count", ({ when, note }) => this.#order({ type: "CountTray", when, chips: chipsOf(count), note })),
      form("Ask for a fill or a credit", [choice("kind", "Kind", [["fill", "Fill: chips to the table"], ["credit", "Credit: chips to the vault"]]), fill, field("note", "Note", { maxLength: 200 })], "Write the slip", ({ kind, note }) => this.#order({ type: "RequestFill", kind, slip: named(), chips: chipsOf(fill), note })),
      form("Drop box", [field("counted", "Counted, in dollars", { required: true, inputMode: "decimal" }), field("note", "Note", { maxLength: 200 })], "Pull the drop box", (given) => this.#counted("PullDrop", given)),
      form("Dealers’ box", [field("counted", "Counted, in dollars", { required: true, inputMode: "decimal" }), field("note", "Note", { maxLength: 200 })], "Count the dealers’ box", (given) => this.#counted("CountTokes", given)),
      this.#correctForm(),
    ];
  }

  #counted(type, { counted, note }) {
    const amount = cents(counted);
    return amount === null ? "That is no amount in dollars." : this.#order({ type, counted: amount, note });
  }

  /** A payout that was wrong: reversed and paid again under one name. */
  #correctForm() {
    const fields = [
      field("version", "Entry that settled it", { required: true, inputMode: "numeric" }),
      field("spot", "Seat", { required: true, inputMode: "numeric", size: 3 }),
      field("wager", "Wager", { required: true, value: "main" }),
      field("cents", "Right amount, in dollars (less than nothing where the stake is lost)", { required: true }),
      field("clause", "Clause"),
      field("reason", "Reason", { required: true, maxLength: 300 }),
    ];
    return form("Correct a payout", fields, "Reverse and pay again", async (given) => {
      const right = given.cents.trim().replace("−", "-");
      const amount = cents(right.replace("-", ""));
      if (amount === null) return "That is no amount in dollars.";
      const correction = named();
      const reversed = await this.#order({ type: "Reverse", correction, version: Number(given.version), spot: Number(given.spot), wager: given.wager.trim(), reason: given.reason });
      return reversed || this.#order({ type: "PayAgain", correction, cents: right.startsWith("-") ? -amount : amount, clause: given.clause.trim(), reason: given.reason });
    });
  }
}

export const makeView = (place, desk) => new MoneyView(place, desk);
