// @ts-nocheck
// What takes two people: sheets and meters, proposed by one, approved by another, then applied.

import { el, refill } from "../dom.js";
import { ask } from "../live.js";
import { sheets } from "../sheets.js";
import { gameName, money, sentence } from "../words.js";
import { cents, choice, clockTime, field, form, grid, post } from "./forms.js";

const EVERY_MS = 5000;

/** Who signed; what a fresh house opens with, the program has signed for both. */
const signer = (name) => (["house", "pitboss"].includes(name) ? "the program, at the first start" : name);
const ABOUT =
  "Released by two people for the tables of this house. A table may still say “Unapproved”: then the rule sheet names nobody who signed its document, which is not for this page to change.";

const changeWords = (change) =>
  change.type === "meter"
    ? `${change.to < change.shown ? "Lower" : "Raise"} the ${sentence(change.meter)} from ${money(change.shown)} to ${money(change.to)}`
    : `${change.type === "withdrawal" ? "Withdraw" : "Approve"} ${gameName(change.sheet, change.sheet)}${change.sets.length ? ` with ${change.sets.join(", ")}` : ""}`;

class ApprovalsView {
  #house = null;
  #asked = 0;

  constructor(place, desk) {
    this.desk = desk;
    this.trouble = el("p", { className: "form-trouble", role: "alert" });
    this.waiting = el("div");
    this.approved = el("div");
    this.forms = el("div", { className: "pit-forms" });
    place.replaceChildren(
      el("h1", {}, "Approvals"),
      this.trouble,
      this.waiting,
      this.forms,
      el("h2", {}, "Sheets that tables open on"),
      el("p", { className: "quiet" }, ABOUT),
      this.approved,
    );
    this.#readSheets();
  }

  async #readSheets() {
    this.sheets = await sheets();
    refill(this.forms, this.desk.me.role, () => this.#makeForms());
  }

  show() {
    if (Date.now() - this.#asked > EVERY_MS) this.#refresh();
  }

  tick() {
    this.show();
  }

  async #refresh() {
    this.#asked = Date.now();
    try {
      this.#house = await ask("/api/house");
    } catch (trouble) {
      this.trouble.textContent = trouble.message;
      return;
    }
    const { approved, proposals } = this.#house;
    refill(this.waiting, proposals, () => [
      el("h2", {}, "Waiting"),
      ...(proposals.length
        ? proposals.map((one) => this.#proposal(one))
        : [el("p", { className: "quiet" }, "Nothing waits for a second person.")]),
    ]);
    refill(this.approved, approved, () => [
      grid(
        ["Sheet", "Set", "Hash", "Placard", "Proposed by", "Approved by"],
        approved.map((one) => [
          gameName(one.sheet, one.sheet),
          one.sets.join(", ") || "as shipped",
          one.sheet_hash.slice(0, 12),
          one.placard.slice(0, 12),
          signer(one.proposed_by),
          signer(one.approved_by),
        ]),
        "No sheet is approved.",
      ),
    ]);
  }

  #proposal(one) {
    const mine = one.by === this.desk.me.name;
    const said = el("p", { className: "form-trouble", role: "alert" });
    const act = (what, body) => async () => {
      try {
        await post(`/api/house/proposals/${encodeURIComponent(one.proposal)}/${what}`, body);
        this.#refresh();
      } catch (trouble) {
        said.textContent = trouble.message;
      }
    };
    const button = (text, press, strong) =>
      el("button", { type: "button", className: strong ? "control strong" : "control", on: { click: press } }, text);
    const may = ["shift_manager", "administrator"].includes(this.desk.me.role);
    const buttons = [
      ...(may && !one.approved_by && !mine ? [button("Approve", act("approve", { note: "" }), true)] : []),
      ...(may && one.approved_by ? [button("Apply", act("apply", {}), true)] : []),
      ...(may
        ? [button(mine ? "Take back" : "Reject", act("reject", { reason: mine ? "taken back" : "rejected" }))]
        : []),
    ];
    const state = one.approved_by
      ? `approved by ${one.approved_by} at ${clockTime(one.approved_at)}`
      : mine
        ? "waits for somebody else to approve it"
        : "waits to be approved";
    return el(
      "article",
      { className: "win" },
      el("h3", {}, changeWords(one.change)),
      el("p", {}, one.reason),
      el("p", { className: "quiet" }, `${one.proposal}, proposed by ${one.by} at ${clockTime(one.at)}; ${state}`),
      el("div", { className: "pit-actions" }, ...buttons),
      said,
    );
  }

  #makeForms() {
    if (!["shift_manager", "administrator"].includes(this.desk.me.role)) return [];
    const name = () =>
      field("proposal", "Name of the proposal", {
        required: true,
        maxLength: 80,
        pattern: "[A-Za-z0-9][A-Za-z0-9 ._\\-]*",
      });
    const reason = () => field("reason", "Reason", { required: true, maxLength: 300 });
    const propose = async (change, given) => {
      await post("/api/house/proposals", { proposal: given.proposal.trim(), change, reason: given.reason });
      this.#refresh();
      return "";
    };
    const sheet = form(
      "Propose a sheet",
      [
        choice(
          "sheet",
          "Sheet",
          this.sheets.map(({ sheet, name }) => [sheet, name]),
        ),
        field("sets", "What is set, one after the other, such as table.minimum=25", { maxLength: 400 }),
        name(),
        reason(),
      ],
      "Propose the sheet",
      (given) =>
        propose({ type: "sheet", sheet: given.sheet, sets: given.sets.split(/[\s,]+/).filter(Boolean) }, given),
    );
    const meter = form(
      "Put a meter right",
      [
        choice("meter", "Meter", [
          ["major", "Major"],
          ["minor", "Minor"],
        ]),
        field("to", "What it should show, in dollars; not below its seed", { required: true, inputMode: "decimal" }),
        name(),
        reason(),
      ],
      "Propose the meter",
      (given) => {
        const to = cents(given.to);
        return to === null
          ? "That is no amount in dollars."
          : propose({ type: "meter", meter: given.meter, to }, given);
      },
    );
    return [sheet, meter];
  }
}

export const makeView = (place, desk) => new ApprovalsView(place, desk);
