// @ts-nocheck
// A table is opened: on a sheet that the house has approved, dealt by the program or by a dealer.

import { el } from "../dom.js";
import { ask } from "../live.js";
import { gameName } from "../words.js";
import { cents, choice, field, form } from "./forms.js";

const DEALERS = [
  ["automatic program", "The program deals its own cards"],
  ["staffed program", "A dealer deals the program’s cards"],
  ["staffed declared", "A dealer deals real cards and names them"],
];

/** The first free name of a table of this sheet. */
function freeName(sheet, taken) {
  let number = 1;
  while (taken.has(`${sheet}-${number}`)) number += 1;
  return `${sheet}-${number}`;
}

export class OpenTablePanel {
  constructor(desk) {
    this.desk = desk;
    this.watched = null;
    this.body = el("div");
    this.node = el(
      "div",
      { className: "case" },
      el("h2", {}, "Open a table"),
      el(
        "p",
        { className: "quiet" },
        "A table opens only on a sheet that two people have approved, with the approved placard. Its tray is counted before the first bet.",
      ),
      this.body,
    );
    this.#make();
  }

  show() {}

  async #make() {
    try {
      const { approved } = await ask("/api/house");
      this.body.replaceChildren(
        approved.length
          ? this.#form(approved)
          : el("p", {}, "No sheet is approved yet. Two people approve one under Approvals."),
      );
    } catch (trouble) {
      this.body.replaceChildren(el("p", { className: "form-trouble" }, trouble.message));
    }
  }

  #form(approved) {
    const words = ({ sheet, sets }) => `${gameName(sheet, sheet)}${sets.length ? ` with ${sets.join(", ")}` : ""}`;
    const name = field("table", "Name of the table", {
      required: true,
      maxLength: 60,
      pattern: "[a-z0-9][a-z0-9\\-]*",
    });
    const sheets = choice(
      "at",
      "Sheet",
      approved.map((one, at) => [String(at), words(one)]),
    );
    const suggest = () =>
      (name.querySelector("input").value = freeName(
        approved[Number(sheets.querySelector("select").value)].sheet,
        new Set(this.desk.tables.keys()),
      ));
    sheets.addEventListener("change", suggest);
    suggest();
    const fields = [
      sheets,
      choice("deals", "Who deals", DEALERS),
      name,
      field("title", "Title, where the table has its own", { maxLength: 80 }),
      field("tray", "Chips in the tray, in dollars", { value: "50000", inputMode: "decimal" }),
    ];
    return form("", fields, "Open the table", async (given) => {
      const tray = cents(given.tray);
      if (tray === null) return "That is no amount in dollars.";
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
