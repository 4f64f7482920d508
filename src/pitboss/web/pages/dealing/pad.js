// The face of the card that came out: rank, then suit; two keys or two taps a card. What is typed while a card is on
// its way is for the next one.

import { el, refill } from "../dom.js";
import { say } from "../say.js";
import { rankName, SUITS, suitName } from "../words.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
/** @type {Record<string, string>} */
const SAME = { 0: "T", 1: "A" };

/** What a card is typed with. */
export const CARD_KEYS = new Set("a23456789tjqkshdc01");

/** The pad: it is there while a card is due, and remembers a rank until its suit comes. */
export class CardPad {
  #place;
  #tell;
  #lose;
  /** @type {{ text: string } | null} */
  #due = null;
  #rank = "";
  #sent = false;
  /** @type {string[]} The keys that were pressed while the last card was on its way. */
  #ahead = [];

  /**
   * @param {HTMLElement} place
   * @param {(card: string) => Promise<boolean>} tell settles once the card lies on the table, or with false was refused
   * @param {(keys: string) => unknown} lose hears of keys that were pressed for a card that was not due
   */
  constructor(place, tell, lose) {
    this.#place = place;
    this.#tell = tell;
    this.#lose = lose;
  }

  /** Whether a card is waited for. */
  get waits() {
    return this.#due !== null;
  }

  /**
   * @param {{ text: string } | null} due
   * @param {boolean} yours
   */
  show(due, yours) {
    const before = JSON.stringify(this.#due);
    this.#due = yours ? due : null;
    if (JSON.stringify(this.#due) !== before) this.#rank = "";
    this.#draw();
  }

  #draw() {
    refill(this.#place, [this.#due, this.#rank, this.#sent], () => (this.#due ? this.#keys(this.#due) : []));
  }

  /** @param {{ text: string }} due */
  #keys(due) {
    const said = this.#rank
      ? say("dealing.pad.more_of", { more: this.#rank === "T" ? "10" : this.#rank })
      : say("dealing.pad.rank_then_suit");
    const head = el("p", { className: "pad-head" }, el("b", {}, due.text), el("span", { className: "quiet" }, said));
    const ranks = RANKS.map((rank) =>
      this.#button(rank === "T" ? "10" : rank, rankName(rank), () => this.#take(rank), this.#rank === rank),
    );
    const suits = Object.entries(SUITS).map(([suit, sign]) =>
      this.#button(sign, suitName(suit), () => this.#suit(suit), false, !this.#rank, `suit-${suit}`),
    );
    return [head, el("div", { className: "pad-ranks" }, ...ranks), el("div", { className: "pad-suits" }, ...suits)];
  }

  /**
   * @param {string} text
   * @param {string} label
   * @param {() => unknown} press
   * @param {boolean} pressed
   */
  #button(text, label, press, pressed, disabled = false, look = "") {
    return el(
      "button",
      {
        type: "button",
        className: `pad-key ${look}`,
        disabled: disabled || this.#sent,
        aria: { label, pressed: String(pressed) },
        on: { click: press },
      },
      text,
    );
  }

  /** @param {string} rank */
  #take(rank) {
    this.#rank = rank;
    this.#draw();
  }

  /** @param {string} suit */
  async #suit(suit) {
    const card = this.#rank + suit;
    this.#rank = "";
    this.#sent = true;
    this.#draw();
    const told = await this.#tell(card);
    this.#sent = false;
    this.#draw();
    this.#goOn(told);
  }

  /**
   * What was typed meanwhile is for the card that is due now; where none is, or the last one was refused, it is lost.
   *
   * @param {boolean} told
   */
  #goOn(told) {
    const lost = this.#ahead.splice(0).filter((key) => !told || !this.key(key));
    if (lost.length) this.#lose(lost.join("").toUpperCase());
  }

  /**
   * A key that was pressed while a card is on its way is kept.
   *
   * @param {string} key
   */
  #keep(key) {
    if (key === "Backspace") return this.#ahead.pop() !== undefined;
    if (!CARD_KEYS.has(key.toLowerCase())) return false;
    this.#ahead.push(key);
    return true;
  }

  /**
   * A key of the pad; Backspace forgets a rank that was typed wrongly.
   *
   * @param {string} key
   */
  key(key) {
    if (this.#sent) return this.#keep(key);
    if (!this.#due) return false;
    const wanted = SAME[key] ?? key.toUpperCase();
    if (this.#rank && key.toLowerCase() in SUITS) {
      this.#suit(key.toLowerCase());
      return true;
    }
    if (RANKS.includes(wanted)) {
      this.#take(wanted);
      return true;
    }
    if (key === "Backspace" && this.#rank) {
      this.#take("");
      return true;
    }
    return false;
  }
}
