// A payout that was wrong: the settled wager is picked, and what was really paid is declared, or it is reversed and
// paid again.

import { OF_A_HAND } from "../dealing/payouts.js";
import { el, refill } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { money, shownName, signed, wagerName } from "../words.js";
import { cents, choice, field, form, grid, named } from "./forms.js";

/** @typedef {import("../wire.js").Command} Command */
/** @typedef {import("../wire.js").SettledWager} Settled */
/** @typedef {import("../wire.js").OpenCorrection} OpenCorrection */
/** @typedef {Pick<import("../wire.js").Staff, "settled" | "corrections">} Staff */

const BEARERS = [
  ["player", say("pit.corrections.the_player_gives_it_back")],
  ["house", say("pit.corrections.the_house_the_player_keeps_it")],
];

/**
 * An amount beside the stake: negative where the stake is lost.
 *
 * @param {string} text
 */
function gain(text) {
  const plain = text.trim().replace("−", "-").replace("+", "");
  const amount = cents(plain.replace("-", ""));
  return amount === null ? null : plain.startsWith("-") ? -amount : amount;
}

/** @param {number} amount */
const plainGain = (amount) => `${amount < 0 ? "-" : ""}${(Math.abs(amount) / 100).toFixed(2)}`;
/**
 * A hand of a seat that has several.
 *
 * @param {number} hand
 * @param {boolean} [split]
 */
const handOf = (hand, split = false) => (hand > 0 || split ? say("shared.hand_hand", { hand: hand + 1 }) : "");
/**
 * @param {Settled} settled
 * @param {string} hand
 */
const titleOf = ({ round, spot, wager, player }, hand) =>
  say("pit.corrections.round_seat", {
    round,
    spot,
    hand,
    player: shownName(player),
    wager: wagerName(wager),
  });

const NONE = say("pit.corrections.nothing_was_settled_in_the_last");

/**
 * A seat in a round.
 *
 * @param {Settled} settled
 */
const seatIn = ({ round, spot }) => `${round}/${spot}`;

export class Corrections {
  /** @type {Set<string>} The seats that were split, each in its round. */
  #split = new Set();
  #chosen = "";
  /** @type {{ table: string, settled: Settled[] }} */
  #earlier = { table: "", settled: [] };
  /** @type {{ table: string, staff: Staff } | null} */
  #shown = null;

  /**
   * @param {(command: Command) => Promise<string>} order
   * @param {boolean} may
   */
  constructor(order, may) {
    this.order = order;
    this.may = may;
    this.open = el("div");
    this.list = el("div");
    this.forms = el("div", { className: "pit-forms" });
    this.more = el(
      "button",
      { type: "button", className: "control", on: { click: () => this.#readEarlier() } },
      say("pit.corrections.show_the_last_ten_rounds"),
    );
    this.trouble = el("p", { className: "form-trouble", role: "alert" });
    const about = el("p", { className: "quiet" }, say("pit.corrections.a_table_corrects_what_its_last"));
    this.node = el(
      "section",
      { className: "corrections" },
      el("h2", {}, say("shared.corrections")),
      about,
      this.open,
      this.list,
      may ? this.more : "",
      this.trouble,
      this.forms,
    );
  }

  /** Whatever can still be corrected, beyond the two rounds that every message tells of. */
  async #readEarlier() {
    if (!this.#shown) return;
    const { table, staff } = this.#shown;
    try {
      this.#earlier = { table, settled: await ask(`/api/tables/${encodeURIComponent(table)}/settled`) };
      this.trouble.textContent = "";
    } catch (trouble) {
      this.trouble.textContent = messageOf(trouble);
    }
    this.show(table, staff);
  }

  /**
   * A correction of an earlier round is not in the messages: it is read again.
   *
   * @param {Command} command
   */
  async #correct(command) {
    const refused = await this.order(command);
    if (!refused && this.#earlier.table) await this.#readEarlier();
    return refused;
  }

  /**
   * What was settled in this round and the one before, earlier ones if asked for, and what waits to be paid again.
   *
   * @param {string} table
   * @param {Staff} staff
   */
  show(table, staff) {
    this.#shown = { table, staff };
    if (this.#earlier.table !== table) this.#earlier = { table: "", settled: [] };
    const { settled: latest = [], corrections } = staff;
    this.#split = new Set([...this.#earlier.settled, ...latest].filter(({ hand }) => hand > 0).map(seatIn));
    const settled = [
      ...this.#earlier.settled.filter(({ round }) => !latest.some((one) => one.round === round)),
      ...latest,
    ];
    this.more.hidden = Boolean(this.#earlier.table);
    const key = (/** @type {Settled} */ one) => `${table}/${one.version}/${one.spot}/${one.hand}/${one.wager}`;
    refill(this.open, [table, corrections], () =>
      this.may ? corrections.map((one) => this.#payAgain(one, settled)) : [],
    );
    refill(this.list, [table, settled, this.#chosen], () => [
      grid(
        [
          say("shared.round"),
          say("shared.seat"),
          say("shared.player"),
          say("shared.wager"),
          say("shared.stake"),
          say("pit.corrections.due"),
          say("pit.corrections.paid"),
          say("pit.corrections.dealt_by"),
          "",
        ],
        [...settled]
          .reverse()
          .map((one) => [
            String(one.round),
            `${one.spot}${this.#handOf(one)}`,
            shownName(one.player),
            wagerName(one.wager),
            money(one.stake),
            signed(one.due),
            signed(one.paid),
            one.dealer || say("pit.corrections.the_program"),
            this.may ? this.#pick(key(one), table, staff) : "",
          ]),
        NONE,
      ),
    ]);
    const chosen = settled.find((one) => key(one) === this.#chosen);
    refill(this.forms, [this.#chosen, chosen], () =>
      chosen ? [this.#declareForm(chosen), this.#reverseForm(chosen)] : [],
    );
  }

  /**
   * @param {string} key
   * @param {string} table
   * @param {Staff} staff
   */
  #pick(key, table, staff) {
    const press = () => {
      this.#chosen = this.#chosen === key ? "" : key;
      this.show(table, staff);
    };
    return el(
      "button",
      { type: "button", className: "control", aria: { pressed: String(this.#chosen === key) }, on: { click: press } },
      say("pit.corrections.correct"),
    );
  }

  /** @param {Settled} one */
  #handOf(one) {
    return handOf(one.hand, OF_A_HAND.has(one.wager) && this.#split.has(seatIn(one)));
  }

  /** @param {Settled} one */
  #declareForm(one) {
    const fields = [
      field("cents", say("pit.corrections.paid_beside_the_stake_in_dollars"), {
        required: true,
        value: plainGain(one.paid),
      }),
      field("note", say("shared.note"), { maxLength: 200 }),
    ];
    return form(
      say("pit.corrections.declare_title", { wager: titleOf(one, this.#handOf(one)) }),
      fields,
      say("pit.corrections.declare_what_was_paid"),
      (given) => {
        const amount = gain(given.cents);
        if (amount === null) return say("shared.that_is_no_amount_in_dollars");
        return this.#correct({
          type: "DeclarePaid",
          version: one.version,
          spot: one.spot,
          hand: one.hand,
          wager: one.wager,
          cents: amount,
          note: given.note,
        });
      },
    );
  }

  /** @param {Settled} one */
  #reverseForm(one) {
    const fields = [
      field("cents", say("pit.corrections.right_amount_beside_the_stake_in"), {
        required: true,
        value: plainGain(one.due),
      }),
      choice("borne_by", say("pit.corrections.what_was_paid_too_much_comes"), BEARERS),
      field("clause", say("shared.clause"), { value: one.clause, maxLength: 40 }),
      field("reason", say("shared.reason"), { required: true, maxLength: 300 }),
    ];
    return form(
      say("pit.corrections.reverse_title", { wager: titleOf(one, this.#handOf(one)) }),
      fields,
      say("pit.corrections.reverse_and_pay_again"),
      async (given) => {
        const amount = gain(given.cents);
        if (amount === null) return say("shared.that_is_no_amount_in_dollars");
        const correction = named();
        const { version, spot, hand, wager } = one;
        const refused = await this.#correct({
          type: "Reverse",
          correction,
          version,
          spot,
          hand,
          wager,
          reason: given.reason,
          borne_by: given.borne_by,
        });
        return (
          refused ||
          this.#correct({
            type: "PayAgain",
            correction,
            cents: amount,
            clause: given.clause.trim(),
            reason: given.reason,
          })
        );
      },
    );
  }

  /**
   * @param {OpenCorrection} one
   * @param {Settled[]} settled
   */
  #payAgain(one, settled) {
    const due =
      settled.find(
        ({ version, spot, hand, wager }) =>
          version === one.settled && spot === one.spot && hand === one.hand && wager === one.wager,
      )?.due ?? 0;
    const fields = [
      field("cents", say("pit.corrections.right_amount_beside_the_stake_in"), {
        required: true,
        value: plainGain(due),
      }),
      field("reason", say("shared.reason"), { required: true, maxLength: 300 }),
    ];
    return form(
      say("pit.corrections.seat_spot_hand_wager_reversed_and", {
        spot: one.spot,
        hand: handOf(one.hand),
        wager: wagerName(one.wager),
      }),
      fields,
      say("pit.corrections.pay_again"),
      ({ cents: text, reason }) => {
        const amount = gain(text);
        return amount === null
          ? say("shared.that_is_no_amount_in_dollars")
          : this.#correct({ type: "PayAgain", correction: one.correction, cents: amount, reason });
      },
    );
  }
}
