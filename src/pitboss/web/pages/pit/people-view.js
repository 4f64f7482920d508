// @ts-nocheck
// Dealers on duty, the longest at a table first, rulings on conduct, and for an administrator who has which role.

import { el, refill } from "../dom.js";
import { ask } from "../live.js";
import { duration, sentence, shownName, tableOf } from "../words.js";
import { choice, clockTime, field, form, grid, post } from "./forms.js";

const RULINGS = [
  ["warned", "Warned"],
  ["asked_to_leave", "Asked to leave"],
  ["barred", "Barred"],
  ["readmitted", "Readmitted"],
];
const WHO = [
  ["", "a player with an account"],
  ["guest", "a guest at a real table, by name"],
];
const ROLES = ["player", "dealer", "floor", "shift_manager", "security", "surveillance", "regulator", "administrator"];
const MINUTE_MS = 60_000;

class PeopleView {
  constructor(place, desk) {
    this.desk = desk;
    this.dealers = el("div");
    this.conduct = el("div", { className: "pit-forms" });
    this.ruled = el("div");
    const parts = [el("h2", {}, "Dealers"), this.dealers, el("h2", {}, "Conduct"), this.conduct, this.ruled];
    place.replaceChildren(
      el("h1", {}, "People"),
      ...(desk.me.role === "administrator" ? this.#makeRoles() : []),
      ...parts,
    );
    refill(this.conduct, desk.me.role, () => this.#makeForm());
    this.#readRulings();
  }

  show() {
    const staffed = [...this.desk.tables.values()].filter(
      ({ listed, posted }) => posted && listed?.mode === "staffed" && !listed.closed,
    );
    const rows = staffed.map((watched) => this.#row(watched)).sort((a, b) => b.ms - a.ms);
    refill(
      this.dealers,
      rows.map(({ ms, id, dealer, state }) => [id, dealer, state, Math.floor(ms / MINUTE_MS)]),
      () => [
        grid(
          ["Table", "Dealer", "At the table", "State", ""],
          rows.map(({ cells }) => cells),
          "No staffed table is open.",
        ),
      ],
    );
  }

  tick() {
    this.show();
  }

  #row(watched) {
    const { id, listed, posted } = watched;
    const dealer = watched.staff?.dealer || "";
    const ms = dealer ? watched.dealtFor() : -1;
    const long = dealer ? (ms < MINUTE_MS ? "just now" : duration(ms)) : "";
    const name = tableOf(id, posted.sheet, posted.title);
    const link = el("a", { href: `/dealer.html?table=${encodeURIComponent(id)}` }, "Dealer console");
    return {
      id,
      ms,
      dealer,
      state: listed.state,
      cells: [el("a", { href: `#floor/${id}` }, name), dealer || "nobody", long, sentence(listed.state), link],
    };
  }

  #makeForm() {
    if (!["floor", "shift_manager"].includes(this.desk.me.role)) return [];
    const tables = [
      ["", "not at a table"],
      ...[...this.desk.tables.values()].map(({ id, listed }) => [
        id,
        tableOf(id, listed?.sheet ?? "", listed?.title ?? ""),
      ]),
    ];
    const fields = [
      field("name", "Player", { required: true, maxLength: 64 }),
      choice("who", "Who", WHO),
      choice("ruling", "Ruling", RULINGS),
      choice("table", "Where", tables),
      field("reason", "Reason", { required: true, maxLength: 300 }),
    ];
    return [
      form("Rule on somebody’s conduct", fields, "Record the ruling", async ({ name, who, ...ruling }) => {
        await post(`/api/people/${encodeURIComponent(name.trim())}/conduct`, { ...ruling, visitor: who === "guest" });
        await this.#readRulings();
        return "";
      }),
    ];
  }

  #makeRoles() {
    this.staff = el("div");
    this.names = el("datalist", { id: "accounts" });
    const fields = [
      field("name", "Name of the account", { required: true, maxLength: 64 }),
      choice(
        "role",
        "Role",
        ROLES.map((role) => [role, sentence(role)]),
      ),
    ];
    fields[0].querySelector("input").setAttribute("list", this.names.id);
    const give = form("Give somebody a role", fields, "Give the role", async ({ name, role }) => {
      await ask(`/api/admin/people/${encodeURIComponent(name.trim())}/role`, { method: "PUT", body: { role } });
      await this.#readRoles();
      return "";
    });
    const words =
      "Everybody makes an account in the lobby, under Sign in. An administrator gives it its role, which holds at once.";
    this.#readRoles();
    return [
      el("h2", {}, "Roles"),
      el("p", { className: "quiet" }, words),
      this.staff,
      el("div", { className: "pit-forms" }, give, this.names),
    ];
  }

  async #readRoles() {
    try {
      const found = (await ask("/api/admin/people")).filter(({ guest }) => !guest);
      const rows = found.filter(({ role }) => role !== "player").map(({ name, role }) => [name, sentence(role)]);
      refill(
        this.names,
        found.map(({ name }) => name),
        () => found.map(({ name }) => el("option", { value: name })),
      );
      refill(this.staff, rows, () => [grid(["Name", "Role"], rows, "Nobody has a role yet.")]);
    } catch (trouble) {
      this.staff.textContent = trouble.message;
    }
  }

  async #readRulings() {
    try {
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
        grid(["At", "What", "Table", "By", "Before", "After", "Why"], rows, "No ruling on conduct in the last day."),
      ]);
    } catch {
      refill(this.ruled, "", () => []);
    }
  }
}

export const makeView = (place, desk) => new PeopleView(place, desk);
