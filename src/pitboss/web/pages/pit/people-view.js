// Dealers on duty, the longest at a table first, rulings on conduct, and for an administrator who has which role.

import { el, find, refill } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { duration, sentence, shownName, tableOf } from "../words.js";
import { choice, clockTime, field, form, grid, post } from "./forms.js";

/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./watched.js").Watched} Watched */
/** @typedef {{ name: string, role: string, guest: boolean }} Known somebody with an account, or a guest */
/**
 * A ruling on conduct.
 *
 * @typedef {Record<"what" | "table" | "who" | "before" | "after" | "why", string> & { at: number }} Ruling
 */

const RULINGS = [
  ["warned", say("pit.people.warned")],
  ["asked_to_leave", say("pit.people.asked_to_leave")],
  ["barred", say("pit.people.barred")],
  ["readmitted", say("pit.people.readmitted")],
];
const WHO = [
  ["", say("pit.people.a_player_with_an_account")],
  ["guest", say("pit.people.a_guest_at_a_real_table")],
];
const MINUTE_MS = 60_000;

class PeopleView {
  staff = el("div");
  names = el("datalist", { id: "accounts" });

  /**
   * @param {HTMLElement} place
   * @param {Desk} desk
   */
  constructor(place, desk) {
    this.desk = desk;
    this.dealers = el("div");
    this.conduct = el("div", { className: "pit-forms" });
    this.ruled = el("div");
    const parts = [
      el("h2", {}, say("pit.people.dealers")),
      this.dealers,
      el("h2", {}, say("pit.people.conduct")),
      this.conduct,
      this.ruled,
    ];
    place.replaceChildren(
      el("h1", {}, say("shared.people")),
      ...(desk.me.may.roles.length ? this.#makeRoles() : []),
      ...parts,
    );
    refill(this.conduct, desk.me.role, () => this.#makeForm());
    this.#readRulings();
  }

  show() {
    const staffed = [...this.desk.tables.values()].filter(({ listed }) => listed?.mode === "staffed" && !listed.closed);
    const rows = staffed
      .flatMap((watched) => (watched.posted ? [this.#row(watched, watched.posted)] : []))
      .sort((a, b) => b.ms - a.ms);
    refill(
      this.dealers,
      rows.map(({ ms, id, dealer, state }) => [id, dealer, state, Math.floor(ms / MINUTE_MS)]),
      () => [
        grid(
          [say("shared.table"), say("shared.dealer"), say("pit.people.at_the_table"), say("pit.people.state"), ""],
          rows.map(({ cells }) => cells),
          say("pit.people.no_staffed_table_is_open"),
        ),
      ],
    );
  }

  tick() {
    this.show();
  }

  /**
   * @param {Watched} watched
   * @param {import("../wire.js").Posted} posted
   */
  #row(watched, posted) {
    const { id, listed } = watched;
    const dealer = watched.staff?.dealer ?? listed?.dealer ?? "";
    const ms = dealer && watched.staff ? watched.dealtFor() : -1;
    const long = ms >= 0 ? (ms < MINUTE_MS ? say("pit.people.just_now") : duration(ms)) : "";
    const state = listed?.state ?? "";
    const name = tableOf(id, posted.sheet, posted.title);
    const link = el("a", { href: `/dealer.html?table=${encodeURIComponent(id)}` }, say("shared.dealer_console"));
    return {
      id,
      ms,
      dealer,
      state,
      cells: [el("a", { href: `#floor/${id}` }, name), dealer || say("shared.nobody"), long, sentence(state), link],
    };
  }

  #makeForm() {
    if (!this.desk.may("Conduct")) return [];
    const tables = [
      ["", say("pit.people.not_at_a_table")],
      ...[...this.desk.tables.values()].map(({ id, listed }) => [
        id,
        tableOf(id, listed?.sheet ?? "", listed?.title ?? ""),
      ]),
    ];
    const fields = [
      field("name", say("shared.player"), { required: true, maxLength: 64 }),
      choice("who", say("shared.who"), WHO),
      choice("ruling", say("pit.people.ruling"), RULINGS),
      choice("table", say("shared.where"), tables),
      field("reason", say("shared.reason"), { required: true, maxLength: 300 }),
    ];
    return [
      form(
        say("pit.people.rule_on_somebodys_conduct"),
        fields,
        say("pit.people.record_the_ruling"),
        async ({ name, who, ...ruling }) => {
          await post(`/api/people/${encodeURIComponent(name.trim())}/conduct`, { ...ruling, visitor: who === "guest" });
          await this.#readRulings();
          return "";
        },
      ),
    ];
  }

  #makeRoles() {
    const fields = [
      field("name", say("pit.people.name_of_the_account"), { required: true, maxLength: 64 }),
      choice(
        "role",
        say("shared.role"),
        this.desk.me.may.roles.map((role) => [role, sentence(role)]),
      ),
      field("reason", say("shared.reason"), { required: true, maxLength: 200 }),
    ];
    find(fields[0], "input", HTMLInputElement).setAttribute("list", this.names.id);
    const give = form(
      say("pit.people.give_somebody_a_role"),
      fields,
      say("pit.people.give_the_role"),
      async ({ name, role, reason }) => {
        const body = { role, reason };
        await ask(`/api/admin/people/${encodeURIComponent(name.trim())}/role`, { method: "PUT", body });
        await this.#readRoles();
        return "";
      },
    );
    const forget = form(
      say("pit.people.forget_somebody"),
      [
        field("name", say("pit.people.name_of_the_account"), { required: true, maxLength: 64 }),
        field("reason", say("shared.reason"), { required: true, maxLength: 200 }),
      ],
      say("pit.people.forget"),
      async ({ name, reason }) => {
        await post(`/api/admin/people/${encodeURIComponent(name.trim())}/forgetting`, { reason });
        await this.#readRoles();
        return "";
      },
    );
    const words = say("pit.people.everybody_makes_an_account_in_the");
    this.#readRoles();
    return [
      el("h2", {}, say("pit.people.roles")),
      el("p", { className: "quiet" }, words),
      this.staff,
      el("div", { className: "pit-forms" }, give, forget, this.names),
    ];
  }

  async #readRoles() {
    try {
      /** @type {Known[]} */
      const known = await ask("/api/admin/people");
      const found = known.filter(({ guest }) => !guest);
      const rows = found.filter(({ role }) => role !== "player").map(({ name, role }) => [name, sentence(role)]);
      refill(
        this.names,
        found.map(({ name }) => name),
        () => found.map(({ name }) => el("option", { value: name })),
      );
      refill(this.staff, rows, () => [
        grid([say("pit.people.name"), say("shared.role")], rows, say("pit.people.nobody_has_a_role_yet")),
      ]);
    } catch (trouble) {
      this.staff.textContent = messageOf(trouble);
    }
  }

  async #readRulings() {
    try {
      /** @type {Ruling[]} */
      const found = (await ask("/api/house/events?kind=conduct")).reverse();
      const rows = found.map((one) => [
        clockTime(one.at),
        sentence(one.what),
        one.table,
        shownName(one.who),
        one.before,
        one.after,
        one.why,
      ]);
      refill(this.ruled, rows, () => [
        grid(
          [
            say("shared.at"),
            say("shared.what"),
            say("shared.table"),
            say("pit.people.by"),
            say("shared.before"),
            say("shared.after"),
            say("shared.why"),
          ],
          rows,
          say("pit.people.no_ruling_on_conduct_in_the"),
        ),
      ]);
    } catch {
      refill(this.ruled, "", () => []);
    }
  }
}

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export const makeView = (place, desk) => new PeopleView(place, desk);
