// What the books and the census say of each table, asked for now and then and kept for all views.

import { ask } from "../live.js";
import { say } from "../say.js";
import { money, signed } from "../words.js";

const EVERY_MS = 60_000;
const SOON_MS = 8_000;
const UNUSUAL = 3;
const DEFECT = new Set(["proof", "defective"]);

/** @typedef {import("./watched.js").Watched} Watched */
/** @typedef {import("../api.js").TablePage} Page */
/** @typedef {{ sets: { seen: number, words: string, verdict: string }[] }} Census */

export class Figures {
  /** @type {Map<string, Page>} */
  #books = new Map();
  /** @type {Map<string, Census>} */
  #census = new Map();
  #asked = 0;
  #again = EVERY_MS;

  /**
   * @param {import("./types.js").Desk} desk
   * @param {() => unknown} changed
   */
  constructor(desk, changed) {
    this.desk = desk;
    this.changed = changed;
  }

  /** Ask again when it is time to; gently, for the books are folded for it. */
  async refresh() {
    if (Date.now() - this.#asked < this.#again) return;
    this.#asked = Date.now();
    await Promise.allSettled([this.#readBooks(), ...this.#declared().map((id) => this.#readCensus(id))]);
    this.changed();
  }

  async #readBooks() {
    /** @type {{ tables: Page[] }} */
    const { tables } = await ask("/api/reports/money?period=day");
    this.#again = tables.some(({ rounds, together }) => rounds && !together) ? SOON_MS : EVERY_MS;
    this.#books = new Map(tables.map((page) => [page.table, page]));
  }

  #declared() {
    return [...this.desk.tables.values()]
      .filter(({ listed }) => listed?.cards === "declared" && listed.round > 0)
      .map(({ id }) => id);
  }

  /** @param {string} id */
  async #readCensus(id) {
    this.#census.set(id, await ask(`/api/tables/${encodeURIComponent(id)}/census?needed=false`));
  }

  /**
   * Today's win of the house at a table, against what was to be expected.
   *
   * @param {string} id
   */
  winWords(id) {
    const page = this.#books.get(id);
    if (!page?.rounds) return "";
    const { together, win } = page;
    return together
      ? say("pit.figures.win_win_expected_win2", { win: signed(win), win2: signed(together.win) })
      : say("pit.figures.win_win_today", { win: signed(win) });
  }

  /**
   * How far off a table's win is, in words; empty where it was not played.
   *
   * @param {string} id
   */
  together(id) {
    const together = this.#books.get(id)?.together;
    if (!together) return "";
    const { words, deviation } = together;
    if (!deviation) return words;
    return words + say("pit.figures.one_standard_deviation_is_deviation", { deviation: money(deviation) });
  }

  /**
   * What the census of a declared table says, one line for each set of cards.
   *
   * @param {string} id
   */
  census(id) {
    return (this.#census.get(id)?.sets ?? []).filter(({ seen }) => seen).map(({ words }) => words);
  }

  /**
   * What the floor should look at without being called.
   *
   * @param {Watched} watched
   */
  flags({ id, listed }) {
    const together = this.#books.get(id)?.together;
    const unusual = together?.enough ? (together.z ?? 0) : 0;
    const defect = (this.#census.get(id)?.sets ?? []).some(({ verdict }) => DEFECT.has(verdict));
    return [
      ...(defect ? [say("pit.figures.check_the_cards")] : []),
      ...(Math.abs(unusual) >= UNUSUAL
        ? [unusual > 0 ? say("pit.figures.wins_unusually_much") : say("pit.figures.loses_unusually_much")]
        : []),
      ...(listed?.corrections ? [say("pit.figures.a_correction_is_open")] : []),
      ...(listed?.slips ? [say("pit.figures.a_slip_to_sign")] : []),
      ...(listed && listed.tray < 0 && !listed.closed
        ? [
            listed.mode === "staffed"
              ? say("pit.figures.tray_short_fill_it_or_count")
              : say("pit.figures.has_lost_more_than_its_tray"),
          ]
        : []),
      ...(listed?.mode === "staffed" && !listed.closed && listed.counted !== "opening"
        ? [say("pit.figures.tray_not_counted")]
        : []),
    ];
  }
}
