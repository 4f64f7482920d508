// A table without a case: how it stands, what the floor can do there, and what was called for.

import "../draw/felt.js";
import { showDeclare } from "../dealing/declare.js";
import { askOnce, el, keyed, refill } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { gameName, money, sentence, shownName, tableName } from "../words.js";
import { choice, form, showRefusal } from "./forms.js";
import { limitsForm } from "./limits-form.js";

/** @typedef {import("../wire.js").Staff} Staff */
/** @typedef {import("../wire.js").Command} Command */

/**
 * A player who had their time and does not answer is passed over by the floor; the table says if it is too early.
 *
 * @param {Staff | null} staff
 * @param {boolean} may
 */
function passing(staff, may) {
  return may && staff?.mode.dealer === "staffed" && staff.who === "player" && staff.spot
    ? [
        {
          command: { type: "TimeOut" },
          text: say("pit.table_panel.nobody_answers_at_seat_spot_go", { spot: staff.spot }),
        },
      ]
    : [];
}

/** What takes a table a step further with a button. */
const STEPS = new Set(["HandleCards", "Act", "Jackpot", "StartRound"]);

/**
 * Whether the floor is waited for and no button does what is due: the tray is counted or filled with a form.
 *
 * @param {Staff | null} staff
 * @param {boolean} may
 */
const waitsForForm = (staff, may) =>
  may && staff?.who === "floor" && !staff.offers.some(({ command, confirm }) => !confirm && STEPS.has(command.type));

export class TablePanel {
  /**
   * @param {import("./watched.js").Opened} watched
   * @param {import("./types.js").Desk} desk
   */
  constructor(watched, desk) {
    this.watched = watched;
    this.desk = desk;
    this.title = el("h2");
    this.where = el("p", { className: "quiet" });
    this.felt = el("pit-felt");
    this.felt.setAttribute("watched", "");
    this.facts = el("dl", { className: "pit-facts" });
    this.calls = el("div", { className: "pit-calls" });
    this.form = el("p");
    this.actions = el("div", {
      className: "pit-actions",
      role: "group",
      aria: { label: say("pit.table_panel.what_you_can_do_here") },
    });
    this.declare = el("div");
    this.spots = el("div");
    this.limits = el("div");
    this.refused = el("p", { className: "form-trouble", role: "alert" });
    this.links = el("p", { className: "round-links" });
    this.node = el(
      "div",
      { className: "case" },
      this.title,
      this.where,
      this.calls,
      this.form,
      this.felt,
      this.refused,
      this.actions,
      this.facts,
      this.spots,
      this.limits,
      this.declare,
      this.links,
    );
  }

  show() {
    const { id, posted, state, staff, table, listed } = this.watched;
    this.title.textContent = `${tableName(id, posted.sheet)}, ${gameName(posted.sheet, posted.title)}`;
    this.where.textContent =
      sentence(staff?.next?.text ?? "") ||
      (state.closed ? say("shared.closed") : say("shared.round_round", { round: state.round }));
    this.felt.model = table.model;
    this.#showNeeds(id, staff);
    const offers = [...(staff?.offers ?? []), ...passing(staff, this.desk.may("TimeOut"))];
    refill(this.actions, offers, () => offers.map((offer, at) => this.#offerNode(offer, at < 9 ? String(at + 1) : "")));
    const facts = [
      [
        say("shared.dealer"),
        staff?.mode.dealer === "staffed" ? staff.dealer || say("shared.nobody") : say("pit.table_panel.automatic"),
      ],
      [
        say("pit.table_panel.cards"),
        staff?.mode.cards === "declared"
          ? say("pit.table_panel.declared_by_the_dealer")
          : say("pit.table_panel.dealt_by_the_program"),
      ],
      [
        say("shared.players"),
        state.boxes.filter(Boolean).length
          ? state.boxes
              .map((name, at) => name && `${at + 1} ${shownName(name)}`)
              .filter(Boolean)
              .join(", ")
          : say("shared.none"),
      ],
      ...(listed?.tray === undefined ? [] : [[say("pit.table_panel.in_the_tray"), money(listed.tray)]]),
      [say("shared.round"), String(state.round)],
      [say("pit.table_panel.today"), this.desk.figures?.winWords(id) ?? ""],
      ["", this.desk.figures?.together(id) ?? ""],
      ...(this.desk.figures?.census(id) ?? []).map((text) => [say("pit.table_panel.census"), text]),
      [say("pit.table_panel.to_look_at"), this.desk.figures?.flags(this.watched).join(", ") ?? ""],
    ].filter(([, value]) => value);
    refill(this.facts, facts, () =>
      facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
    );
    this.#showSpots(staff, state);
    const may = this.desk.may("ChangeLimits") && !state.closed;
    refill(this.limits, [may, state.limits, state.notice], () => (may ? limitsForm(this.desk, id, state) : []));
    showDeclare(this.declare, staff?.declare ?? [], [], (command) => this.#do(command));
    refill(this.links, id, () => [
      el("a", { href: `/table.html?table=${id}` }, say("pit.table_panel.watch_as_a_visitor")),
      el("a", { href: `/dealer.html?table=${id}` }, say("shared.dealer_console")),
      el("a", { href: `/eye.html?table=${id}` }, say("shared.rounds_and_records")),
      el("a", { href: `#money/${id}` }, say("pit.table_panel.fills_counts_and_corrections")),
      el("a", { href: `/api/tables/${id}/paper`, target: "_blank" }, say("pit.table_panel.sign_to_print")),
      el(
        "a",
        { href: `/api/tables/${id}/paper?kind=placard`, target: "_blank" },
        say("pit.table_panel.placard_to_print"),
      ),
      keyed("i", say("shared.incident_report"), say("pit.table_panel.last_round"), () => this.#report(), "control"),
    ]);
  }

  /**
   * What the floor was called for, and the way to the form that does what is due.
   *
   * @param {string} id
   * @param {Staff | null} staff
   */
  #showNeeds(id, staff) {
    const calls = staff?.calls ?? [];
    refill(this.calls, calls, () =>
      calls.map((text) =>
        el("p", { className: "called" }, say("pit.table_panel.floor_called_more", { more: text ? `: ${text}` : "" })),
      ),
    );
    const due = waitsForForm(staff, this.desk.may("CountTray")) ? sentence(staff?.next?.text ?? "") : "";
    const link = () => el("a", { className: "control strong", href: `#money/${id}` }, due);
    refill(this.form, [due, id], () => (due ? [link()] : []));
  }

  /** The report of an incident or a dispute about the last round that is over, on a page of its own. */
  async #report() {
    const { id } = this.watched;
    const [last] = await ask(`/api/eye/rounds?table=${id}&limit=1`);
    this.refused.textContent = last ? "" : say("pit.table_panel.no_round_is_over");
    if (last) open(`/api/eye/tables/${id}/rounds/${last.number}/incident`, "_blank");
  }

  /**
   * Where the sheet leaves it to the house how many spots a player has, the floor says so here.
   *
   * @param {Staff | null} staff
   * @param {{ boxes: string[], waiting: string[] }} state
   */
  #showSpots(staff, { boxes, waiting }) {
    const names =
      staff?.allots && this.desk.may("SetSpots") ? [...new Set([...boxes, ...waiting].filter(Boolean))] : [];
    const set = Object.fromEntries(staff?.allotted ?? []);
    const words = (/** @type {string} */ name) =>
      `${shownName(name)}${set[name] ? say("pit.table_panel.at_most_set_now", { set: set[name] }) : ""}`;
    refill(this.spots, [names, staff?.allots, set], () => {
      if (!names.length) return [];
      const numbers = Array.from({ length: staff?.allots ?? 0 }, (_, at) => [String(at + 1), String(at + 1)]);
      const fields = [
        choice(
          "player",
          say("shared.player"),
          names.map((name) => [name, words(name)]),
        ),
        choice("spots", say("pit.table_panel.spots"), numbers),
      ];
      return [
        form(
          say("pit.table_panel.how_many_spots_a_player_has"),
          fields,
          say("pit.table_panel.set_the_spots"),
          ({ player, spots }) => this.desk.order(this.watched.id, { type: "SetSpots", player, spots: Number(spots) }),
        ),
      ];
    });
  }

  /**
   * @param {{ text: string, command: Command, confirm?: boolean }} offer
   * @param {string} key
   */
  #offerNode({ text, command, confirm }, key) {
    const give = () => this.#do(command);
    const button = keyed(key, sentence(text), "", confirm ? () => {} : give, "control");
    return confirm ? askOnce(button, give) : button;
  }

  /** @param {Command} command */
  async #do(command) {
    const refusal = await this.desk.tryOrder(this.watched.id, command);
    showRefusal(this.refused, refusal, (borne) => this.#do({ ...command, ...borne }));
  }
}
