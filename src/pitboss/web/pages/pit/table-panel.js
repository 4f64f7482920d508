// @ts-nocheck
// A table without a case: how it stands, what the floor can do there, and what was called for.

import "../draw/felt.js";
import { showDeclare } from "../dealing/declare.js";
import { el, keyed, refill } from "../dom.js";
import { gameName, money, sentence, shownName, tableName } from "../words.js";
import { choice, form, showRefusal } from "./forms.js";

/** A player who had his time and does not answer is passed over by the floor; the table says if it is too early. */
function passing(staff) {
  const may =
    ["floor", "shift_manager"].includes(staff?.role) && staff.mode.dealer === "staffed" && staff.who === "player";
  return may && staff.spot
    ? [{ command: { type: "TimeOut" }, text: `nobody answers at seat ${staff.spot}: go on without` }]
    : [];
}

export class TablePanel {
  constructor(watched, desk) {
    this.watched = watched;
    this.desk = desk;
    this.title = el("h2");
    this.where = el("p", { className: "quiet" });
    this.felt = el("pit-felt");
    this.felt.setAttribute("watched", "");
    this.facts = el("dl", { className: "pit-facts" });
    this.calls = el("div", { className: "pit-calls" });
    this.actions = el("div", { className: "pit-actions", role: "group", aria: { label: "What you can do here" } });
    this.declare = el("div");
    this.spots = el("div");
    this.refused = el("p", { className: "form-trouble", role: "alert" });
    this.links = el("p", { className: "round-links" });
    this.node = el(
      "div",
      { className: "case" },
      this.title,
      this.where,
      this.calls,
      this.felt,
      this.refused,
      this.actions,
      this.facts,
      this.spots,
      this.declare,
      this.links,
    );
  }

  show() {
    const { id, posted, state, staff, table, listed } = this.watched;
    this.title.textContent = `${tableName(id, posted.sheet)}, ${gameName(posted.sheet, posted.title)}`;
    this.where.textContent = sentence(staff?.next?.text ?? "") || (state.closed ? "Closed" : `Round ${state.round}`);
    this.felt.model = table.model;
    const calls = staff?.calls ?? [];
    refill(this.calls, calls, () =>
      calls.map((text) => el("p", { className: "called" }, `Floor called${text ? `: ${text}` : ""}`)),
    );
    const offers = [...(staff?.offers ?? []), ...passing(staff)];
    refill(this.actions, offers, () =>
      offers.map((offer, at) =>
        keyed(at < 9 ? String(at + 1) : "", sentence(offer.text), "", () => this.#do(offer.command), "control"),
      ),
    );
    const facts = [
      ["Dealer", staff?.mode.dealer === "staffed" ? staff.dealer || "nobody" : "automatic"],
      ["Cards", staff?.mode.cards === "declared" ? "declared by the dealer" : "dealt by the program"],
      [
        "Players",
        state.boxes.filter(Boolean).length
          ? state.boxes
              .map((name, at) => name && `${at + 1} ${shownName(name)}`)
              .filter(Boolean)
              .join(", ")
          : "none",
      ],
      ...(listed?.tray === undefined ? [] : [["In the tray", money(listed.tray)]]),
      ["Round", String(state.round)],
      ["Today", this.desk.figures?.winWords(id) ?? ""],
      ["", this.desk.figures?.together(id) ?? ""],
      ...(this.desk.figures?.census(id) ?? []).map((text) => ["Census", text]),
      ["To look at", this.desk.figures?.flags(this.watched).join(", ") ?? ""],
    ].filter(([, value]) => value);
    refill(this.facts, facts, () =>
      facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
    );
    this.#showSpots(staff, state);
    showDeclare(this.declare, staff?.declare ?? [], [], (command) => this.#do(command));
    refill(this.links, id, () => [
      el("a", { href: `/table.html?table=${id}` }, "Watch as a visitor"),
      el("a", { href: `/dealer.html?table=${id}` }, "Dealer console"),
      el("a", { href: `/eye.html?table=${id}` }, "Rounds and records"),
      el("a", { href: `#money/${id}` }, "Fills, counts and corrections"),
    ]);
  }

  /** Where the sheet leaves it to the house how many spots a player has, the floor says so here. */
  #showSpots(staff, { boxes, waiting }) {
    const names = staff?.allots && this.desk.supervises ? [...new Set([...boxes, ...waiting].filter(Boolean))] : [];
    const set = Object.fromEntries(staff?.allotted ?? []);
    const words = (name) => `${shownName(name)}${set[name] ? `, at most ${set[name]} now` : ""}`;
    refill(this.spots, [names, staff?.allots, set], () => {
      if (!names.length) return [];
      const numbers = Array.from({ length: staff.allots }, (_, at) => [String(at + 1), String(at + 1)]);
      const fields = [
        choice(
          "player",
          "Player",
          names.map((name) => [name, words(name)]),
        ),
        choice("spots", "Spots", numbers),
      ];
      return [
        form("How many spots a player has", fields, "Set the spots", ({ player, spots }) =>
          this.desk.order(this.watched.id, { type: "SetSpots", player, spots: Number(spots) }),
        ),
      ];
    });
  }

  async #do(command) {
    const refusal = await this.desk.tryOrder(this.watched.id, command);
    showRefusal(this.refused, refusal, (borne) => this.#do({ ...command, ...borne }));
  }
}
