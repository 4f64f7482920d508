// A table is opened: on a sheet that the house has approved, dealt by the program or by a dealer.

import { el, find } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { gameName } from "../words.js";
import { cents, choice, field, form } from "./forms.js";

/** @typedef {import("../api.js").ApprovedSheet} ApprovedSheet */

const DEALERS = [
  ["automatic program", say("pit.open_table.the_program_deals_its_own_cards")],
  ["staffed program", say("pit.open_table.a_dealer_deals_the_programs_cards")],
  ["staffed declared", say("pit.open_table.a_dealer_deals_real_cards_and")],
];

/**
 * The first free name of a table of this sheet.
 *
 * @param {string} sheet
 * @param {Set<string>} taken
 */
function freeName(sheet, taken) {
  let number = 1;
  while (taken.has(`${sheet}-${number}`)) number += 1;
  return `${sheet}-${number}`;
}

export class OpenTablePanel {
  /** @param {import("./types.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.watched = null;
    this.body = el("div");
    this.node = el(
      "div",
      { className: "case" },
      el("h2", {}, say("shared.open_a_table")),
      el("p", { className: "quiet" }, say("pit.open_table.a_table_opens_only_on_a")),
      this.body,
    );
    this.#make();
  }

  show() {}

  async #make() {
    try {
      const { approved } = await ask("/api/house");
      this.body.replaceChildren(
        approved.length ? this.#form(approved) : el("p", {}, say("pit.open_table.no_sheet_is_approved_yet_two")),
      );
    } catch (trouble) {
      this.body.replaceChildren(el("p", { className: "form-trouble" }, messageOf(trouble)));
    }
  }

  /** @param {ApprovedSheet[]} approved */
  #form(approved) {
    const words = (/** @type {ApprovedSheet} */ { sheet, sets, title }) =>
      `${gameName(sheet, title)}${sets.length ? say("shared.with_list", { list: sets.join(", ") }) : ""}`;
    const name = field("table", say("pit.open_table.name_of_the_table"), {
      required: true,
      maxLength: 60,
      pattern: "[a-z0-9][a-z0-9\\-]*",
    });
    const sheets = choice(
      "at",
      say("shared.sheet"),
      approved.map((one, at) => [String(at), words(one)]),
    );
    const suggest = () => {
      const { sheet } = approved[Number(find(sheets, "select", HTMLSelectElement).value)];
      find(name, "input", HTMLInputElement).value = freeName(sheet, new Set(this.desk.tables.keys()));
    };
    sheets.addEventListener("change", suggest);
    suggest();
    const fields = [
      sheets,
      choice("deals", say("pit.open_table.who_deals"), DEALERS),
      name,
      field("title", say("pit.open_table.title_where_the_table_has_its"), { maxLength: 80 }),
      field("tray", say("pit.open_table.chips_in_the_tray_in_dollars"), { value: "50000", inputMode: "decimal" }),
    ];
    return form("", fields, say("pit.open_table.open_the_table"), async (given) => {
      const tray = cents(given.tray);
      if (tray === null) return say("shared.that_is_no_amount_in_dollars");
      const { sheet, sets } = approved[Number(given.at)];
      const [dealer, cards] = given.deals.split(" ");
      await ask("/api/admin/tables", {
        method: "POST",
        body: { table: given.table.trim(), sheet, sets, title: given.title.trim(), tray, dealer, cards },
      });
      await this.desk.list();
      this.desk.go("floor", given.table.trim());
      return "";
    });
  }
}
