// @ts-nocheck
// A payout that was wrong: the settled wager is picked, what was really paid is declared, or it is reversed and paid again.

import { el, refill } from "../dom.js";
import { ask } from "../live.js";
import { money, shownName, signed, wagerName } from "../words.js";
import { cents, choice, field, form, grid, named } from "./forms.js";

const BEARERS = [
  ["player", "the player gives it back"],
  ["house", "the house: the player keeps it"],
];

/** An amount beside the stake: less than nothing where the stake is lost. */
function gain(text) {
  const plain = text.trim().replace("−", "-").replace("+", "");
  const amount = cents(plain.replace("-", ""));
  return amount === null ? null : plain.startsWith("-") ? -amount : amount;
}

const plainGain = (amount) => `${amount < 0 ? "-" : ""}${(Math.abs(amount) / 100).toFixed(2)}`;
const handOf = (hand) => (hand > 0 ? `, hand ${hand + 1}` : "");
const titleOf = ({ round, spot, hand, wager, player }) =>
  `Round ${round}, seat ${spot}${handOf(hand)} (${shownName(player)}): ${wagerName(wager)}`;

const NONE = "Nothing was settled in the last two rounds.";

export class Corrections {
  #chosen = "";
  #earlier = { table: "", settled: [] };
  #shown = null;

  constructor(order, may) {
    this.order = order;
    this.may = may;
    this.open = el("div");
    this.list = el("div");
    this.forms = el("div", { className: "pit-forms" });
    this.more = el(
      "button",
      { type: "button", className: "control", on: { click: () => this.#readEarlier() } },
      "Show the last ten rounds",
    );
    this.trouble = el("p", { className: "form-trouble", role: "alert" });
    const about = el(
      "p",
      { className: "quiet" },
      "A table corrects what its last ten rounds have settled. What comes up later the house settles on the records of the round, away from the table.",
    );
    this.node = el(
      "section",
      { className: "corrections" },
      el("h2", {}, "Corrections"),
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
    const { table, staff } = this.#shown;
    try {
      this.#earlier = { table, settled: await ask(`/api/tables/${encodeURIComponent(table)}/settled`) };
      this.trouble.textContent = "";
    } catch (trouble) {
      this.trouble.textContent = trouble.message;
    }
    this.show(table, staff);
  }

  /** A correction of an earlier round is not in the messages: it is read again. */
  async #correct(command) {
    const refused = await this.order(command);
    if (!refused && this.#earlier.table) await this.#readEarlier();
    return refused;
  }

  /** What was settled in this round and the one before, earlier ones once asked for, and what was reversed and not paid again. */
  show(table, staff) {
    this.#shown = { table, staff };
    if (this.#earlier.table !== table) this.#earlier = { table: "", settled: [] };
    const { settled: latest = [], corrections } = staff;
    const settled = [
      ...this.#earlier.settled.filter(({ round }) => !latest.some((one) => one.round === round)),
      ...latest,
    ];
    this.more.hidden = Boolean(this.#earlier.table);
    const key = (one) => `${table}/${one.version}/${one.spot}/${one.hand}/${one.wager}`;
    refill(this.open, [table, corrections], () =>
      this.may ? corrections.map((one) => this.#payAgain(one, settled)) : [],
    );
    refill(this.list, [table, settled, this.#chosen], () => [
      grid(
        ["Round", "Seat", "Player", "Wager", "Stake", "Due", "Paid", "Dealt by", ""],
        [...settled]
          .reverse()
          .map((one) => [
            String(one.round),
            `${one.spot}${handOf(one.hand)}`,
            shownName(one.player),
            wagerName(one.wager),
            money(one.stake),
            signed(one.due),
            signed(one.paid),
            one.dealer || "the program",
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

  #pick(key, table, staff) {
    const press = () => {
      this.#chosen = this.#chosen === key ? "" : key;
      this.show(table, staff);
    };
    return el(
      "button",
      { type: "button", className: "control", aria: { pressed: String(this.#chosen === key) }, on: { click: press } },
      "Correct",
    );
  }

  #declareForm(one) {
    const fields = [
      field("cents", "Paid beside the stake, in dollars (less than nothing: the stake was taken)", {
        required: true,
        value: plainGain(one.paid),
      }),
      field("note", "Note", { maxLength: 200 }),
    ];
    return form(`${titleOf(one)}. Something else was paid`, fields, "Declare what was paid", (given) => {
      const amount = gain(given.cents);
      if (amount === null) return "That is no amount in dollars.";
      return this.#correct({
        type: "DeclarePaid",
        version: one.version,
        spot: one.spot,
        hand: one.hand,
        wager: one.wager,
        cents: amount,
        note: given.note,
      });
    });
  }

  #reverseForm(one) {
    const fields = [
      field("cents", "Right amount beside the stake, in dollars", { required: true, value: plainGain(one.due) }),
      choice("borne_by", "What was paid too much comes from", BEARERS),
      field("clause", "Clause", { value: one.clause, maxLength: 40 }),
      field("reason", "Reason", { required: true, maxLength: 300 }),
    ];
    return form(`${titleOf(one)}. Reverse and pay again`, fields, "Reverse and pay again", async (given) => {
      const amount = gain(given.cents);
      if (amount === null) return "That is no amount in dollars.";
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
    });
  }

  #payAgain(one, settled) {
    const due =
      settled.find(
        ({ version, spot, hand, wager }) =>
          version === one.settled && spot === one.spot && hand === one.hand && wager === one.wager,
      )?.due ?? 0;
    const fields = [
      field("cents", "Right amount beside the stake, in dollars", { required: true, value: plainGain(due) }),
      field("reason", "Reason", { required: true, maxLength: 300 }),
    ];
    return form(
      `Seat ${one.spot}${handOf(one.hand)}, ${wagerName(one.wager)}: reversed and not paid again`,
      fields,
      "Pay again",
      ({ cents: text, reason }) => {
        const amount = gain(text);
        return amount === null
          ? "That is no amount in dollars."
          : this.#correct({ type: "PayAgain", correction: one.correction, cents: amount, reason });
      },
    );
  }
}
