// @ts-nocheck
// The money of the tables: counts of the tray, fills and credits, drop and dealers' boxes, corrections.

import { el, refill } from "../dom.js";
import { posted as dollars, money, tableOf } from "../words.js";
import { Corrections } from "./corrections.js";
import { cents, chipFields, chipsOf, choice, field, form, grid, named } from "./forms.js";

const WHEN = [
  ["opening", "when the table opens"],
  ["check", "in between"],
  ["closing", "when the table closes"],
];

const SLIPS = [
  ["fill", "Fill: chips to the table"],
  ["credit", "Credit: chips to the vault"],
];
const SHORT = {
  staffed: "More was paid than the books had in it: fill it, or count it. No bets are opened before.",
  automatic: "This table has lost more than its tray had; the house stands for it.",
};
const MAY_DROP = ["security", "shift_manager"];
const note = () => field("note", "Note", { maxLength: 200 });

class MoneyView {
  #table = "";

  constructor(place, desk) {
    this.desk = desk;
    this.tables = el("select", {
      aria: { label: "Table" },
      on: { change: (event) => desk.go("money", event.target.value) },
    });
    this.sums = el("div");
    this.slips = el("div");
    this.forms = el("div", { className: "pit-forms" });
    const head = el(
      "div",
      { className: "view-head" },
      el("h1", {}, "Fills and credits"),
      this.tables,
      el("a", { href: "/reports.html" }, "Reports"),
    );
    this.corrections = new Corrections((command) => this.#order(command), desk.supervises);
    place.replaceChildren(head, this.sums, this.slips, this.forms, this.corrections.node);
  }

  choose(table) {
    this.#table = table;
  }

  show() {
    const { tables } = this.desk;
    const ids = [...tables.keys()];
    if (!tables.has(this.#table)) this.#table = ids[0] ?? "";
    refill(this.tables, ids, () =>
      ids.map((id) =>
        el(
          "option",
          { value: id },
          tableOf(id, tables.get(id).listed?.sheet ?? "", tables.get(id).listed?.title ?? ""),
        ),
      ),
    );
    this.tables.value = this.#table;
    const watched = tables.get(this.#table);
    if (!watched?.posted || !watched.staff) return;
    const { listed, staff, posted } = watched;
    refill(this.sums, listed, () =>
      [
        el("p", {}, `Book value of the tray: `, el("b", {}, money(listed.tray))),
        listed.tray < 0 ? el("p", { className: "form-trouble" }, SHORT[listed.mode]) : "",
      ].filter(Boolean),
    );
    refill(this.slips, staff.slips, () => [el("h2", {}, "Slips under way"), this.#slipGrid(staff.slips)]);
    refill(this.forms, [this.#table, posted.chips], () => this.#makeForms(watched));
    this.corrections.show(this.#table, staff);
  }

  #order(command) {
    return this.desk.order(this.#table, command);
  }

  #slipGrid(slips) {
    const cancel = (slip) =>
      el(
        "button",
        {
          type: "button",
          className: "control",
          on: { click: () => this.#order({ type: "CancelFill", slip, reason: "cancelled by the floor" }) },
        },
        "Cancel",
      );
    const rows = slips.map(({ slip, kind, chips, by }) => [
      slip,
      kind,
      chips.map(([value, many]) => `${many} × ${dollars(value)}`).join(", "),
      money(chips.reduce((all, [value, many]) => all + value * many, 0)),
      by,
      this.desk.supervises ? cancel(slip) : "",
    ]);
    return grid(["Slip", "Kind", "Chips", "Amount", "Asked by", ""], rows, "No fill or credit is under way.");
  }

  /** What may be counted or asked for by whoever sits here; the drop box is for security and the shift manager. */
  #makeForms({ posted }) {
    const { me, supervises } = this.desk;
    const boxes = [
      ...(MAY_DROP.includes(me.role) ? [this.#boxForm("Drop box", "Pull the drop box", "PullDrop")] : []),
      ...(supervises ? [this.#boxForm("Dealers’ box", "Count the dealers’ box", "CountTokes")] : []),
    ];
    return [
      ...(supervises ? [this.#countForm(posted), this.#slipForm(posted)] : []),
      el("div", { className: "pit-form-column" }, ...boxes),
    ];
  }

  #countForm({ chips }) {
    const count = chipFields(chips);
    return form("Count the tray", [choice("when", "When", WHEN), count, note()], "Record the count", (given) =>
      this.#order({ type: "CountTray", when: given.when, chips: chipsOf(count), note: given.note }),
    );
  }

  #slipForm({ chips }) {
    const fill = chipFields(chips);
    return form(
      "Ask for a fill or a credit",
      [choice("kind", "Kind", SLIPS), fill, note()],
      "Write the slip",
      (given) =>
        this.#order({ type: "RequestFill", kind: given.kind, slip: named(), chips: chipsOf(fill), note: given.note }),
    );
  }

  #boxForm(title, press, type) {
    const fields = [field("counted", "Counted, in dollars", { required: true, inputMode: "decimal" }), note()];
    return form(title, fields, press, (given) => this.#counted(type, given));
  }

  #counted(type, { counted, note: said }) {
    const amount = cents(counted);
    return amount === null ? "That is no amount in dollars." : this.#order({ type, counted: amount, note: said });
  }
}

export const makeView = (place, desk) => new MoneyView(place, desk);
