// The money of the tables: counts of the tray, fills and credits, drop and dealers' boxes, corrections.

import { el, refill } from "../dom.js";
import { say } from "../say.js";
import { posted as dollars, money, tableOf } from "../words.js";
import { Corrections } from "./corrections.js";
import { cents, chipFields, chipsOf, choice, field, form, grid, named } from "./forms.js";

/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("../wire.js").Command} Command */
/** @typedef {import("../wire.js").Slip} Slip */
/** @typedef {{ chips: number[] }} Denominations as they are posted */

const WHEN = [
  ["opening", say("pit.money.when_the_table_opens")],
  ["check", say("pit.money.in_between")],
  ["closing", say("pit.money.when_the_table_closes")],
];

const SLIPS = [
  ["fill", say("pit.money.fill_chips_to_the_table")],
  ["credit", say("pit.money.credit_chips_to_the_vault")],
];
const SHORT = {
  staffed: say("pit.money.more_was_paid_than_the_books"),
  automatic: say("pit.money.this_table_has_lost_more_than"),
};
const note = () => field("note", say("shared.note"), { maxLength: 200 });

class MoneyView {
  #table = "";

  /**
   * @param {HTMLElement} place
   * @param {Desk} desk
   */
  constructor(place, desk) {
    this.desk = desk;
    this.tables = el("select", {
      aria: { label: say("shared.table") },
      on: { change: (event) => desk.go("money", event.target.value) },
    });
    this.sums = el("div");
    this.slips = el("div");
    this.forms = el("div", { className: "pit-forms" });
    const head = el(
      "div",
      { className: "view-head" },
      el("h1", {}, say("shared.fills_and_credits")),
      this.tables,
      el("a", { href: "/reports.html" }, say("shared.reports")),
    );
    this.corrections = new Corrections((command) => this.#order(command), desk.may("DeclarePaid"));
    place.replaceChildren(head, this.sums, this.slips, this.forms, this.corrections.node);
  }

  /** @param {string} table */
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
          tableOf(id, tables.get(id)?.listed?.sheet ?? "", tables.get(id)?.listed?.title ?? ""),
        ),
      ),
    );
    this.tables.value = this.#table;
    const watched = tables.get(this.#table);
    if (!watched?.posted || !watched.staff || !watched.listed) return;
    const { listed, staff, posted } = watched;
    refill(this.sums, listed, () =>
      [
        el("p", {}, say("pit.money.book_value_of_the_tray"), el("b", {}, money(listed.tray))),
        listed.tray < 0 ? el("p", { className: "form-trouble" }, SHORT[listed.mode]) : "",
      ].filter(Boolean),
    );
    refill(this.slips, staff.slips, () => [
      el("h2", {}, say("pit.money.slips_under_way")),
      this.#slipGrid(staff.slips),
    ]);
    refill(this.forms, [this.#table, posted.chips], () => this.#makeForms(posted));
    this.corrections.show(this.#table, staff);
  }

  /** @param {Command} command */
  #order(command) {
    return this.desk.order(this.#table, command);
  }

  /** @param {Slip[]} slips */
  #slipGrid(slips) {
    const cancel = (/** @type {string} */ slip) =>
      el(
        "button",
        {
          type: "button",
          className: "control",
          on: {
            click: () => this.#order({ type: "CancelFill", slip, reason: say("pit.money.cancelled_by_the_floor") }),
          },
        },
        say("pit.money.cancel"),
      );
    const rows = slips.map(({ slip, kind, chips, by }) => [
      slip,
      kind,
      chips.map(([value, many]) => `${many} × ${dollars(value)}`).join(", "),
      money(chips.reduce((all, [value, many]) => all + value * many, 0)),
      by,
      this.desk.may("CancelFill") ? cancel(slip) : "",
    ]);
    return grid(
      [
        say("pit.money.slip"),
        say("shared.kind"),
        say("shared.chips"),
        say("shared.amount"),
        say("pit.money.asked_by"),
        "",
      ],
      rows,
      say("pit.money.no_fill_or_credit_is_under"),
    );
  }

  /**
   * What may be counted or asked for by whoever sits here.
   *
   * @param {Denominations} posted
   */
  #makeForms(posted) {
    const { desk } = this;
    const boxes = [
      ...(desk.may("PullDrop")
        ? [this.#boxForm(say("pit.money.drop_box"), say("pit.money.pull_the_drop_box"), "PullDrop")]
        : []),
      ...(desk.may("CountTokes")
        ? [this.#boxForm(say("pit.money.dealers_box"), say("pit.money.count_the_dealers_box"), "CountTokes")]
        : []),
    ];
    return [
      ...(desk.may("CountTray") ? [this.#countForm(posted)] : []),
      ...(desk.may("RequestFill") ? [this.#slipForm(posted)] : []),
      el("div", { className: "pit-form-column" }, ...boxes),
    ];
  }

  /** @param {Denominations} posted */
  #countForm({ chips }) {
    const count = chipFields(chips);
    return form(
      say("pit.money.count_the_tray"),
      [choice("when", say("pit.money.when"), WHEN), count, note()],
      say("pit.money.record_the_count"),
      (given) => this.#order({ type: "CountTray", when: given.when, chips: chipsOf(count), note: given.note }),
    );
  }

  /** @param {Denominations} posted */
  #slipForm({ chips }) {
    const fill = chipFields(chips);
    return form(
      say("pit.money.ask_for_a_fill_or_a"),
      [choice("kind", say("shared.kind"), SLIPS), fill, note()],
      say("pit.money.write_the_slip"),
      (given) =>
        this.#order({ type: "RequestFill", kind: given.kind, slip: named(), chips: chipsOf(fill), note: given.note }),
    );
  }

  /**
   * @param {string} title
   * @param {string} press
   * @param {string} type
   */
  #boxForm(title, press, type) {
    const fields = [
      field("counted", say("pit.money.counted_in_dollars"), { required: true, inputMode: "decimal" }),
      note(),
    ];
    return form(title, fields, press, (given) => this.#counted(type, given));
  }

  /**
   * @param {string} type
   * @param {import("./forms.js").Fields} given
   */
  #counted(type, { counted, note: said }) {
    const amount = cents(counted);
    return amount === null
      ? say("shared.that_is_no_amount_in_dollars")
      : this.#order({ type, counted: amount, note: said });
  }
}

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export const makeView = (place, desk) => new MoneyView(place, desk);
