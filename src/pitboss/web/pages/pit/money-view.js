// The money of the tables: counts of the tray, fills and credits, drop and dealers' boxes, corrections.

import { el, refill } from "../dom.js";
import { say } from "../say.js";
import { posted as dollars, money, tableOf } from "../words.js";
import { Corrections } from "./corrections.js";
import { cents, chipFields, chipsOf, choice, field, form, grid, isEntered, named, sumOf } from "./forms.js";

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
/** @type {Record<string, (of: { table: string, amount: string }) => string>} By the command, or what was chosen. */
const DONE = {
  opening: ({ table, amount }) => say("pit.money.tray_counted_opening", { table, amount }),
  check: ({ table, amount }) => say("pit.money.tray_counted_check", { table, amount }),
  closing: ({ table, amount }) => say("pit.money.tray_counted_closing", { table, amount }),
  fill: ({ table, amount }) => say("pit.money.fill_asked_for", { table, amount }),
  credit: ({ table, amount }) => say("pit.money.credit_asked_for", { table, amount }),
  PullDrop: ({ table, amount }) => say("pit.money.drop_box_pulled", { table, amount }),
  CountTokes: ({ table, amount }) => say("pit.money.dealers_box_counted", { table, amount }),
};
const note = () => field("note", say("shared.note"), { maxLength: 200 });

class MoneyView {
  #table = "";
  /** What a count is for, as the form suggests it: the table opens with one, and then is checked. */
  #suggested = "";
  /** What the books had in the tray when the last count of it was sent. */
  #booked = 0;

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
    this.cancelled = el("p", { className: "form-trouble", role: "status" });
    this.forms = el("div", { className: "pit-forms" });
    const head = el(
      "div",
      { className: "view-head" },
      el("h1", {}, say("shared.fills_and_credits")),
      this.tables,
      el("a", { href: "/reports.html" }, say("shared.reports")),
    );
    this.corrections = new Corrections((command) => this.#order(command), desk.may("DeclarePaid"));
    place.replaceChildren(head, this.sums, this.slips, this.cancelled, this.forms, this.corrections.node);
  }

  /** @param {string} table */
  choose(table) {
    if (table !== this.#table) this.cancelled.textContent = "";
    this.#table = table;
  }

  show() {
    const { tables } = this.desk;
    const ids = [...tables.keys()];
    if (!tables.has(this.#table)) this.#table = ids[0] ?? "";
    refill(this.tables, ids, () => ids.map((id) => el("option", { value: id }, this.#nameOf(id))));
    this.tables.value = this.#table;
    this.desk.follow(this.#table);
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
    this.#suggest(listed.counted === "opening" ? "check" : "opening");
    this.corrections.show(this.#table, staff);
  }

  /** @param {"opening" | "check"} wanted */
  #suggest(wanted) {
    const when = this.forms.querySelector("select[name=when]");
    if (this.#suggested === wanted || !(when instanceof HTMLSelectElement)) return;
    this.#suggested = wanted;
    for (const option of when.options) option.defaultSelected = option.value === wanted;
    when.value = wanted;
  }

  /** @param {Command} command */
  #order(command) {
    return this.desk.order(this.#table, command);
  }

  /** @param {string} id */
  #nameOf(id) {
    const listed = this.desk.tables.get(id)?.listed;
    return tableOf(id, listed?.sheet ?? "", listed?.title ?? "");
  }

  /**
   * A form's title, with the table that it is for.
   *
   * @param {string} title
   */
  #titled(title) {
    return say("pit.money.title_of_table", { title, table: this.#nameOf(this.#table) });
  }

  /**
   * What a form has done, with its table and amount.
   *
   * @param {string} what
   * @param {number} amount
   */
  #told(what, amount) {
    return DONE[what]({ table: this.#nameOf(this.#table), amount: money(amount) });
  }

  /** @param {Slip} slip */
  async #cancel({ slip, kind, chips }) {
    const table = this.#nameOf(this.#table);
    const refused = await this.#order({ type: "CancelFill", slip, reason: say("pit.money.cancelled_by_the_floor") });
    const code = kind === "fill" ? "pit.money.fill_cancelled" : "pit.money.credit_cancelled";
    this.cancelled.textContent = refused || say(code, { table, slip, amount: money(sumOf(chips)) });
  }

  /** @param {Slip[]} slips */
  #slipGrid(slips) {
    const cancel = (/** @type {Slip} */ slip) =>
      el(
        "button",
        {
          type: "button",
          className: "control",
          on: { click: () => this.#cancel(slip) },
        },
        say("pit.money.cancel"),
      );
    const rows = slips.map((one) => [
      one.slip,
      one.kind,
      one.chips.map(([value, many]) => `${many} × ${dollars(value)}`).join(", "),
      money(sumOf(one.chips)),
      one.by,
      this.desk.may("CancelFill") ? cancel(one) : "",
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
    this.#suggested = "";
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
      this.#titled(say("pit.money.count_the_tray")),
      [choice("when", say("pit.money.when"), WHEN), count, note()],
      say("pit.money.record_the_count"),
      async (given) => {
        if (!isEntered(count)) return say("pit.money.nothing_was_entered");
        await this.desk.list();
        this.#booked = this.desk.tables.get(this.#table)?.listed?.tray ?? 0;
        return this.#order({ type: "CountTray", when: given.when, chips: chipsOf(count), note: given.note });
      },
      ({ when }) => this.#toldCount(when, sumOf(chipsOf(count))),
    );
  }

  /**
   * What was counted, and how far that is from what the books had.
   *
   * @param {string} when
   * @param {number} amount
   */
  #toldCount(when, amount) {
    const told = this.#told(when, amount);
    if (amount === this.#booked) return told;
    const code = amount < this.#booked ? "pit.money.less_than_booked" : "pit.money.more_than_booked";
    return `${told} ${say(code, { apart: money(Math.abs(amount - this.#booked)) })}`;
  }

  /** @param {Denominations} posted */
  #slipForm({ chips }) {
    const fill = chipFields(chips);
    return form(
      this.#titled(say("pit.money.ask_for_a_fill_or_a")),
      [choice("kind", say("shared.kind"), SLIPS), fill, note()],
      say("pit.money.write_the_slip"),
      (given) =>
        this.#order({ type: "RequestFill", kind: given.kind, slip: named(), chips: chipsOf(fill), note: given.note }),
      ({ kind }) => this.#told(kind, sumOf(chipsOf(fill))),
    );
  }

  /**
   * @param {string} title
   * @param {string} press
   * @param {"PullDrop" | "CountTokes"} type
   */
  #boxForm(title, press, type) {
    const fields = [
      field("counted", say("pit.money.counted_in_dollars"), { required: true, inputMode: "decimal" }),
      note(),
    ];
    return form(
      this.#titled(title),
      fields,
      press,
      (given) => this.#counted(type, given),
      ({ counted }) => this.#told(type, cents(counted) ?? 0),
    );
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
