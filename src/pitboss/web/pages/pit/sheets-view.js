// The house's own sheets: written or taken from a file, read as they are typed, proposed by one for another to approve.

import { el, find, refill } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { sheets } from "../sheets.js";
import { messageOf } from "../trouble.js";
import { wagerName } from "../words.js";
import { clockTime, field, form, grid, post, signer } from "./forms.js";
import { SheetForm, startForm } from "./sheet-form.js";
import { departureList, effectTable, placardOf, statusOf } from "./sheet-preview.js";

/** @typedef {import("./sheet-preview.js").SheetRead} SheetRead */

const PAUSE_MS = 350;
const POLL_MS = 700;
const EVERY_MS = 5000;

class SheetsView {
  #asked = 0;
  /** Counts what was typed, so that an answer to an earlier text is dropped. */
  #turn = 0;
  #pause = 0;
  /** Changes of the form are written one after another, each into the text that the one before it left. */
  #writes = Promise.resolve();
  form = new SheetForm((sets, unset) => this.#edit(sets, unset));
  start = el("div");
  file = field("name", say("pit.sheets.file_name"), { value: "our-sheet", maxLength: 60 });
  text = el("textarea", { spellcheck: false, rows: 18 });

  /**
   * @param {HTMLElement} place
   * @param {any} desk
   */
  constructor(place, desk) {
    this.desk = desk;
    this.trouble = el("p", { className: "form-trouble", role: "alert" });
    this.status = el("div", { className: "sheet-status", role: "status" });
    this.departs = el("div");
    this.edges = el("div");
    this.placard = el("div", { className: "sheet-placard" });
    this.own = el("div");
    const may = desk.may("Propose");
    place.replaceChildren(
      el("h1", {}, say("pit.sheets.sheets")),
      el("p", { className: "quiet" }, say("pit.sheets.about")),
      this.trouble,
      may ? this.#desk() : el("p", {}, say("pit.sheets.managers_only")),
      el("h2", {}, say("pit.sheets.approved")),
      this.own,
    );
  }

  #desk() {
    const writing = el("div", { className: "sheet-writing" }, ...this.#writing());
    const found = [this.status, this.departs, this.edges, this.placard, this.#proposal()];
    const reading = el("div", { className: "sheet-reading" }, ...found);
    return el("div", { className: "sheet-desk" }, writing, reading);
  }

  #writing() {
    const file = el("input", {
      type: "file",
      accept: ".toml,text/plain",
      on: { change: (event) => this.#take(event) },
    });
    const heard = () => this.#typed();
    this.text.addEventListener("input", heard);
    this.file.addEventListener("input", heard);
    this.#offerStarts();
    const text = el("label", { className: "sheet-text" }, say("pit.sheets.text"), this.text);
    const upload = el("label", {}, say("pit.sheets.from_a_file"), file);
    return [this.start, upload, this.file, this.#sides({ form: this.form.node, text }), this.form.node, text];
  }

  /**
   * Form and text of the same sheet, of which one is shown.
   *
   * @param {{ form: HTMLElement, text: HTMLElement }} sides
   */
  #sides({ form: asForm, text }) {
    /** @type {[HTMLElement, string][]} */
    const named = [
      [asForm, say("pit.sheets.as_form")],
      [text, say("pit.sheets.as_text")],
    ];
    const choose = (/** @type {HTMLElement} */ side) => {
      for (const [at, [node]] of named.entries()) {
        node.hidden = node !== side;
        buttons[at].setAttribute("aria-pressed", String(node === side));
      }
    };
    const buttons = named.map(([node, words]) =>
      el("button", { type: "button", className: "control", on: { click: () => choose(node) } }, words),
    );
    choose(asForm);
    return el("div", { className: "sheet-sides", role: "group", aria: { label: say("pit.sheets.sides") } }, ...buttons);
  }

  async #offerStarts() {
    try {
      const all = await sheets();
      refill(this.start, all, () => [startForm(all, (start) => this.#startFrom(start))]);
      if (!this.text.value) await this.#startFrom(all[0]);
    } catch (trouble) {
      this.trouble.textContent = messageOf(trouble);
    }
  }

  /** @param {import("./sheet-form.js").Start} start */
  async #startFrom(start) {
    try {
      const { sheet, title, own } = start;
      const taken = own ? (await ask(`/api/sheets/${encodeURIComponent(sheet)}/text`)).texts[0].text : "";
      this.text.value = taken || say("pit.sheets.example", { sheet, title });
      find(this.file, "input", HTMLInputElement).value = start.own ? start.sheet : "our-sheet";
      this.#typed();
    } catch (trouble) {
      this.trouble.textContent = messageOf(trouble);
    }
  }

  /**
   * Write what was chosen in the form into the text, whose comments and order stay.
   *
   * @param {string[]} sets
   * @param {string[]} [unset]
   */
  #edit(sets, unset = []) {
    this.#writes = this.#writes.then(async () => {
      try {
        const body = { ...this.#written(), sets, unset };
        const { text } = await ask("/api/house/sheets/edit", { method: "POST", body });
        this.trouble.textContent = "";
        this.text.value = text;
        this.#turn += 1;
        await this.#check(this.#turn);
      } catch (trouble) {
        this.trouble.textContent = messageOf(trouble);
      }
    });
    return this.#writes;
  }

  #proposal() {
    const name = field("proposal", say("pit.approvals.name_of_the_proposal"), {
      required: true,
      maxLength: 80,
      pattern: "[A-Za-z0-9][A-Za-z0-9 ._\\-]*",
    });
    const reason = field("reason", say("shared.reason"), { required: true, maxLength: 300 });
    return form(say("pit.sheets.propose"), [name, reason], say("pit.approvals.propose_the_sheet"), async (given) => {
      const change = { type: "text", ...this.#written() };
      await post("/api/house/proposals", { proposal: given.proposal.trim(), change, reason: given.reason });
      this.#refresh();
      return "";
    });
  }

  #written() {
    return { name: find(this.file, "input", HTMLInputElement).value.trim(), text: this.text.value };
  }

  /** @param {Event & { target: HTMLInputElement }} event */
  async #take({ target }) {
    const [file] = target.files ?? [];
    if (!file) return;
    this.text.value = await file.text();
    find(this.file, "input", HTMLInputElement).value = file.name.replace(/\.toml$/, "");
    this.#typed();
  }

  /** What was typed is read when the hand rests. */
  #typed() {
    clearTimeout(this.#pause);
    this.#turn += 1;
    this.#pause = setTimeout(() => this.#check(this.#turn), PAUSE_MS);
  }

  /** @param {number} turn */
  async #check(turn) {
    try {
      const found = await ask("/api/house/sheets/read", { method: "POST", body: this.#written() });
      if (turn !== this.#turn) return;
      this.trouble.textContent = "";
      this.#showRead(found);
      if (found.placard) await this.#work(turn);
    } catch (trouble) {
      if (turn === this.#turn) this.trouble.textContent = messageOf(trouble);
    }
  }

  /** @param {SheetRead} found */
  #showRead(found) {
    this.form.show(found.form, found.defects);
    const { form: _form, placard: _placard, ...told } = found;
    refill(this.status, told, () => statusOf(found));
    const departures = found.placard && found.departures;
    refill(this.departs, departures, () => (departures ? departureList(departures) : []));
    refill(this.placard, found.placard, () => placardOf(found.placard));
    if (!found.placard) this.edges.replaceChildren();
  }

  /**
   * What each change does to every edge, asked for until it is worked out.
   *
   * @param {number} turn
   */
  async #work(turn) {
    const body = this.#written();
    while (turn === this.#turn) {
      const answer = await ask("/api/house/sheets/effects", { method: "POST", body });
      if (turn !== this.#turn) return;
      refill(this.edges, answer, () => effectTable(answer, wagerName));
      if (answer.state === "done") return;
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  }

  show() {
    if (Date.now() - this.#asked > EVERY_MS) this.#refresh();
  }

  tick() {
    this.show();
  }

  close() {
    clearTimeout(this.#pause);
    this.#turn = -1;
  }

  async #refresh() {
    this.#asked = Date.now();
    try {
      const { approved } = await ask("/api/house");
      refill(this.own, approved, () => [this.#list(approved)]);
    } catch (trouble) {
      this.trouble.textContent = messageOf(trouble);
    }
  }

  /** @param {any[]} approved */
  #list(approved) {
    const head = [
      say("shared.sheet"),
      say("pit.sheets.house"),
      say("pit.sheets.edition"),
      say("pit.sheets.text_hash"),
      say("pit.approvals.approved_by"),
      say("pit.sheets.departs"),
      "",
    ];
    const rows = approved.map((one) => [
      `${one.title}${one.sets.length ? say("shared.with_list", { list: one.sets.join(", ") }) : ""}`,
      one.house || "–",
      one.edition || "–",
      one.text.slice(0, 12) || "–",
      say("pit.sheets.by_at", { by: signer(one.approved_by), at: clockTime(one.at) }),
      one.departures.length ? String(one.departures.length) : "–",
      this.#withdraw(one),
    ]);
    return grid(head, rows, say("pit.approvals.no_sheet_is_approved"));
  }

  /** @param {any} one */
  #withdraw(one) {
    if (!this.desk.may("Propose")) return "";
    const press = async () => {
      const change = { type: "withdrawal", sheet: one.sheet, sheet_hash: one.sheet_hash, text: one.text };
      const proposal = say("pit.sheets.withdrawal_name", { sheet: one.sheet, mark: Date.now().toString(36) });
      try {
        await post("/api/house/proposals", { proposal, change, reason: say("pit.sheets.withdrawal_reason") });
        this.desk.go("approvals");
      } catch (trouble) {
        this.trouble.textContent = messageOf(trouble);
      }
    };
    const label = say("pit.sheets.withdraw_title", { title: one.title });
    return el(
      "button",
      { type: "button", className: "control", on: { click: press }, aria: { label } },
      say("pit.sheets.withdraw"),
    );
  }
}

/**
 * @param {HTMLElement} place
 * @param {any} desk
 */
export const makeView = (place, desk) => new SheetsView(place, desk);
