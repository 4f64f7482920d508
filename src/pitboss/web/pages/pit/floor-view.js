// Tables at a glance, and what the chosen one needs.

import { el, refill } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { miniFelt } from "../draw/mini.js";
import { say, sayCode } from "../say.js";
import { count, gameName, money, sentence, span, tableOf } from "../words.js";
import { CasePanel } from "./case.js";
import { OpenTablePanel } from "./open-table.js";
import { TablePanel } from "./table-panel.js";
import { byNeed, isOpened, neededAt, needs, waited } from "./watched.js";

/** @typedef {import("./watched.js").Watched} Watched */
/** @typedef {import("./watched.js").Opened} Opened */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./figures.js").Figures} Figures */

/** @type {("major" | "minor")[]} */
const METERS = ["major", "minor"];
const OPENING = "open";

/**
 * A table's name as it stands on its tile: the first letters of its sheet, and the last part of its own name.
 *
 * @param {string} id
 * @param {string} sheet
 */
function numberOf(id, sheet) {
  if (!id.startsWith(`${sheet}-`)) return id.toUpperCase();
  const letters = sheet.split("-").map((word) => word[0]);
  const name = id.slice(sheet.length + 1);
  return `${letters.join("")} ${sayCode("table_on_tile", name) ?? name}`.toUpperCase();
}

/**
 * Names of more letters are smaller, so that they fit their tiles.
 *
 * @param {string} name
 */
const nameCap = (name) => Math.min(24, 130 / Math.max(1, name.length));

/** One table of the floor. */
class Tile {
  /**
   * @param {Watched} watched
   * @param {() => unknown} choose
   */
  constructor(watched, choose) {
    this.watched = watched;
    this.number = el("span", { className: "tile-number" });
    this.felt = el("span", { className: "mini", aria: { hidden: "true" } });
    this.state = el("b");
    this.game = el("span", { className: "quiet" });
    this.facts = el("span", { className: "tile-facts quiet" });
    this.win = el("span", { className: "tile-win quiet" });
    this.flags = el("span", { className: "tile-flags" });
    this.node = el(
      "button",
      { type: "button", className: "tile", on: { click: choose } },
      this.number,
      this.felt,
      this.state,
      this.game,
      this.facts,
      this.win,
      this.flags,
    );
  }

  /**
   * @param {boolean} chosen
   * @param {Figures | null} figures
   */
  show(chosen, figures) {
    const { watched } = this;
    const { id, listed } = watched;
    if (!listed) return;
    const opened = isOpened(watched) ? watched : null;
    const name = numberOf(id, listed.sheet);
    refill(this.number, id, () => [
      lineText(name, { cap: nameCap(name), label: "" }),
      el("span", { className: "unseen" }, say("words.table", { name })),
    ]);
    this.game.textContent = gameName(listed.sheet, listed.title);
    this.#showFelt(opened);
    this.state.textContent = opened ? stateWords(opened) : listedWords(listed);
    const facts = [placeOf(watched), factOf(watched)];
    refill(this.facts, facts, () => facts.map((text) => el("span", {}, text)));
    this.win.textContent = figures?.winWords(id) ?? "";
    this.flags.textContent = (figures?.flags(watched) ?? []).join(" · ");
    this.node.classList.toggle("needs", needs(watched));
    this.node.setAttribute("aria-pressed", String(chosen));
  }

  /** @param {Opened | null} opened */
  #showFelt(opened) {
    const { boxes, question } = opened?.state ?? {};
    this.felt.dataset.felt = opened?.posted.layout.felt ?? "";
    refill(this.felt, [boxes, question?.spot], () => (boxes ? [miniFelt(boxes, question?.spot ?? 0)] : []));
  }
}

/**
 * What goes on at a table, in a few words.
 *
 * @param {Opened} watched
 */
function stateWords({ listed, staff, state }) {
  if (staff?.case) return sentence(staff.case.text);
  if (staff?.payments.length)
    return say("pit.floor.seat_seat_has_won_the_progressive", { seat: staff.payments[0].seat });
  if (staff?.calls.length) return say("shared.floor_called");
  if (state.closed) return say("shared.closed");
  if (staff?.mode.dealer === "automatic" && !state.boxes.some(Boolean)) return say("pit.floor.waiting_for_players");
  return sentence(staff?.next?.text ?? listed?.state ?? "");
}

/**
 * The same of a table that is not followed, as the list of tables tells it.
 *
 * @param {import("../api.js").FloorTable} listed
 */
function listedWords({ case: mistake, calls, state }) {
  if (mistake) return sentence(mistake);
  return calls.length ? say("shared.floor_called") : sentence(state);
}

/**
 * Who deals, and for what bets where the table is followed.
 *
 * @param {Watched} watched
 */
function placeOf({ listed, posted, staff }) {
  const staffed = (staff?.mode.dealer ?? listed?.mode) === "staffed";
  const dealer = staffed ? (staff ?? listed)?.dealer || say("pit.floor.no_dealer") : say("shared.automatic");
  const first = posted?.wagers[0];
  return first ? `${dealer} · ${span(first.minimum, first.maximum)}` : dealer;
}

/** @param {Watched} watched */
function factOf(watched) {
  const since = neededAt(watched);
  if (needs(watched)) return say("pit.floor.stopped_since", { since: waited(since) });
  const { total = 0, drawn = 0 } = watched.state?.cards ?? {};
  return total
    ? say("pit.floor.total_in_shoe", { total: total - drawn })
    : say("shared.round_round", { round: watched.state?.round ?? watched.listed?.round ?? 0 });
}

class FloorView {
  /** @type {Map<string, Tile>} */
  tiles = new Map();
  chosen = "";
  asked = "";
  inSight = "";
  /** @type {CasePanel | TablePanel | OpenTablePanel | null} */
  panel = null;

  /**
   * @param {HTMLElement} place
   * @param {Desk} desk
   */
  constructor(place, desk) {
    this.desk = desk;
    this.count = el("h1");
    this.wanted = el("p", { className: "needed", role: "status" });
    this.meters = el("p", { className: "pit-meters" });
    this.list = el("div", { className: "tiles", role: "group", aria: { label: say("shared.tables") } });
    this.aside = el("section", { className: "pit-panel", aria: { label: say("pit.floor.the_chosen_table") } });
    const head = el("div", { className: "pit-count" }, this.count, this.wanted, this.meters);
    this.closed = el("span", { className: "quiet" });
    const foot = el(
      "div",
      { className: "pit-foot" },
      this.closed,
      desk.may("OpenTable") ? el("a", { href: `#floor/${OPENING}` }, say("shared.open_a_table")) : "",
    );
    place.replaceChildren(el("section", { className: "pit-tables" }, head, this.list, foot), this.aside);
  }

  /** @param {string} table */
  choose(table) {
    this.chosen = this.asked = table;
  }

  /**
   * The table that was asked for; else one that needs somebody, as long as it does.
   *
   * @param {Desk["tables"]} tables
   * @param {Watched[]} waiting
   */
  #pick(tables, waiting) {
    if (tables.has(this.asked) || this.asked === OPENING) return this.asked;
    if (waiting.some(({ id }) => id === this.chosen)) return this.chosen;
    return (waiting[0] ?? tables.get(this.chosen) ?? tables.values().next().value)?.id ?? "";
  }

  show() {
    const { tables } = this.desk;
    const waiting = [...tables.values()].filter(needs).sort(byNeed);
    this.chosen = this.#pick(tables, waiting);
    const shut = [...tables.values()].flatMap(({ listed }) => (listed?.closed ? [listed] : []));
    this.count.textContent = count(tables.size - shut.length, "table");
    const names = shut.map(({ table, sheet, title }) => tableOf(table, sheet, title));
    this.closed.textContent = names.length ? say("pit.floor.closed_list", { list: names.join("; ") }) : "";
    this.wanted.textContent = waiting.length ? count(waiting.length, "needing") : "";
    this.#showMeters();
    this.#showTiles(tables);
    this.desk.follow(this.chosen);
    this.#showPanel(tables.get(this.chosen));
  }

  #showMeters() {
    const { meters } = this.desk;
    refill(this.meters, meters, () =>
      meters
        ? METERS.map((name) =>
            el(
              "span",
              {},
              `${name === "major" ? say("shared.major") : say("shared.minor")} `,
              lineText(money(meters[name]), { cap: 12 }),
            ),
          )
        : [],
    );
  }

  /** @param {Desk["tables"]} tables */
  #showTiles(tables) {
    const ids = [...tables.values()].sort(byNeed).map(({ id }) => id);
    for (const id of this.tiles.keys()) if (!tables.has(id)) this.tiles.delete(id);
    for (const [id, watched] of tables)
      if (!this.tiles.has(id)) this.tiles.set(id, new Tile(watched, () => this.desk.go("floor", id)));
    refill(this.list, ids, () => ids.flatMap((id) => this.tiles.get(id)?.node ?? []));
    for (const [id, tile] of this.tiles) tile.show(id === this.chosen, this.desk.figures);
    this.#bringIntoSight();
  }

  /** On a phone the tiles are one row, which moves to the chosen one as it is chosen. */
  #bringIntoSight() {
    const tile = this.tiles.get(this.chosen)?.node;
    if (!tile || this.inSight === this.chosen) return;
    this.inSight = this.chosen;
    const [row, own] = [this.list, tile].map((node) => node.getBoundingClientRect());
    this.list.scrollLeft += own.left + own.width / 2 - row.left - row.width / 2;
  }

  /** @param {Watched | undefined} watched */
  #showPanel(watched) {
    if (this.chosen === OPENING) return this.#showOpening();
    if (!isOpened(watched)) return undefined;
    const Kind = watched.staff?.case ? CasePanel : TablePanel;
    const known = this.panel instanceof Kind && this.panel.watched === watched ? this.panel : null;
    const panel = known ?? new Kind(watched, this.desk);
    if (!known) this.aside.replaceChildren(panel.node);
    this.panel = panel;
    return panel.show();
  }

  #showOpening() {
    if (this.panel instanceof OpenTablePanel) return;
    this.panel = new OpenTablePanel(this.desk);
    this.aside.replaceChildren(this.panel.node);
  }

  tick() {
    if (this.panel instanceof CasePanel) this.panel.tick();
    for (const [id, tile] of this.tiles) if (needs(tile.watched)) tile.show(id === this.chosen, this.desk.figures);
  }
}

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export const makeView = (place, desk) => new FloorView(place, desk);
