// Guests at the real table: sitting down, buying in, betting; the dealer keys it for them.

import { blurAll, el, keyCap, refill } from "../dom.js";
import { drawChips } from "../draw/chip.js";
import { staked as atStake } from "../draw/seat-names.js";
import { ask } from "../live.js";
import { cents } from "../pit/forms.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { posted as dollars, printed, shownName, span, wagerName } from "../words.js";

/** @typedef {import("./amounts.js").Command} Command */
/** @typedef {import("../wire.js").Posted} Posted */
/** @typedef {{ minimum: number, maximum: number }} Span */
/** @typedef {{ wager: string, toke: boolean }} Bet a wager, or a bet for the dealer beside it */
/** @typedef {Bet & { input: HTMLInputElement, laid: number, node: HTMLElement }} BetField */
/** @typedef {{ wagers: Record<string, number>, tokes: Record<string, number> }} Laid what lies before a seat */
/** @typedef {{ state: import("../wire.js").State, model: import("../draw/types.js").Model }} SeatsTable */

/** @param {string} name */
const isGuest = (name) => name.includes("@");
/** @param {object} action */
const act = (action) => ({ type: "Act", action });

/**
 * @param {string} text
 * @param {import("../dom.js").Given<"button">} more
 */
const button = (text, more = {}) => el("button", { type: "submit", className: "control", ...more }, text);

/**
 * The button that Enter in a field of its form presses.
 *
 * @param {string} text
 * @param {import("../dom.js").Given<"button">} more
 */
function entered(text, more = {}) {
  const found = button(text, more);
  found.append(keyCap("Enter"));
  return found;
}

/**
 * All that lies before a seat.
 *
 * @param {Laid} seat
 */
const staked = ({ wagers, tokes }) =>
  [...Object.values(wagers), ...Object.values(tokes)].reduce((sum, one) => sum + one, 0);

/** The seats from the dealer's left to right; what can be keyed for the chosen one stands beside the felt. */
export class SeatStrip {
  #chosen = 0;
  /** @type {{ table: SeatsTable, staff: { yours: boolean } } | null} */
  #shown = null;
  /** @type {BetField[]} */
  #fields = [];
  /** @type {BetField | null} The field that a chip is tapped for: the one that had the focus last. */
  #touched = null;
  /** @type {Map<number, Laid>} What lay before each seat when the bets of the last round were closed. */
  #last = new Map();
  #betting = false;
  /** @type {Promise<unknown>} */
  #before = Promise.resolve();

  /**
   * @param {{ place: HTMLElement, beside: HTMLElement }} where the strip below the felt, and the panel beside it
   * @param {object} about
   * @param {Posted} about.posted
   * @param {(command: Command) => Promise<string>} about.order returns why it was refused
   * @param {(reason: string) => unknown} about.refuse
   */
  constructor({ place, beside }, { posted, order, refuse }) {
    this.posted = posted;
    this.order = order;
    this.refuse = refuse;
    this.strip = el("div", { className: "seat-strip", role: "group", aria: { label: say("dealing.seats.seats") } });
    this.panel = beside;
    place.replaceChildren(this.strip);
  }

  /**
   * @param {SeatsTable} table
   * @param {{ yours: boolean }} staff
   */
  show(table, staff) {
    this.#shown = { table, staff };
    const { boxes, question } = table.state;
    const seats = table.model.seats;
    /** @type {[string, number][]} */
    const said = seats.map((seat, at) => [shownName(boxes[at] ?? ""), atStake(table.model, seat)]);
    refill(this.strip, [said, this.#chosen], () => said.map(([name, stake], at) => this.#tab(at + 1, name, stake)));
    const bets = question?.kind === "wagers";
    this.#remember(seats, bets);
    const name = boxes[this.#chosen - 1] ?? "";
    const shown = staff.yours && this.#chosen ? [this.#chosen, name, bets] : [];
    refill(this.panel, shown, () => (shown.length ? this.#forms(name, bets) : []));
    this.#showLaid(seats[this.#chosen - 1]);
  }

  /**
   * The bets of a round, once nobody bets any more.
   *
   * @param {Laid[]} seats
   * @param {boolean} bets
   */
  #remember(seats, bets) {
    const closed = this.#betting && !bets;
    this.#betting = bets;
    if (!closed) return;
    this.#last = new Map(
      seats.map(({ wagers, tokes }, at) => [at + 1, { wagers: { ...wagers }, tokes: { ...tokes } }]),
    );
  }

  /**
   * A seat to key something for; the same seat again closes it.
   *
   * @param {number} box
   */
  choose(box) {
    this.#chosen = box === this.#chosen ? 0 : box;
    if (this.#shown) this.show(this.#shown.table, this.#shown.staff);
    this.panel.querySelector("input")?.select();
  }

  /**
   * What is pressed is done in the order of the presses: bets wait for the cash that pays for them.
   *
   * @param {() => unknown} press
   * @param {...import("../dom.js").Child} children
   */
  #form(press, ...children) {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#before = this.#before.then(press, press);
    };
    return el("form", { className: "seat-form", on: { submit } }, ...children);
  }

  /**
   * @param {number} box
   * @param {string} name
   * @param {number} stake
   */
  #tab(box, name, stake) {
    const words = [
      el("b", {}, String(box)),
      el("span", {}, name || say("dealing.seats.open")),
      el("small", {}, stake ? dollars(stake) : ""),
    ];
    const look = name ? "seat-tab taken" : "seat-tab";
    return el(
      "button",
      {
        type: "button",
        className: look,
        aria: { pressed: String(box === this.#chosen) },
        on: { click: () => this.choose(box) },
      },
      ...words,
    );
  }

  /**
   * @param {string} name
   * @param {boolean} bets
   */
  #forms(name, bets) {
    this.#fields = [];
    const box = this.#chosen;
    if (!name) return [this.#sitForm(box)];
    if (!isGuest(name))
      return [el("p", { className: "quiet" }, say("dealing.seats.name_has_an_account_and_bets", { name }))];
    return [
      ...(bets ? [this.#betForm(box)] : []),
      el(
        "div",
        { className: "seat-more" },
        this.#buyForm(box, shownName(name)),
        this.#form(
          () => this.order({ type: "UnseatVisitor", box }),
          button(say("dealing.seats.name_leaves", { name: shownName(name) })),
        ),
      ),
    ];
  }

  /** @param {number} box */
  #sitForm(box) {
    const name = el("input", {
      value: say("dealing.seats.guest_box", { box }),
      size: 12,
      maxLength: 20,
      autocomplete: "off",
    });
    return this.#form(
      () => this.order({ type: "SeatVisitor", box, name: name.value.trim() }),
      el("label", {}, say("dealing.seats.name_at_seat_box", { box }), name),
      entered(say("dealing.seats.seat_a_guest")),
    );
  }

  /**
   * Cash for chips; it says what has happened, or what is to be known before the cash is taken.
   *
   * @param {number} box
   * @param {string} name
   */
  #buyForm(box, name) {
    const amount = el("input", { value: "100", size: 7, inputMode: "decimal", autocomplete: "off" });
    const answer = el("p", { className: "form-trouble", role: "status" });
    let told = 0;
    const press = () =>
      this.#amount(amount, async (found) => {
        const word = told === found ? "" : await this.#cashWord(box, found);
        answer.textContent = word;
        told = word ? found : 0;
        if (!word && !(await this.order({ type: "VisitorBuysIn", box, cents: found })))
          answer.textContent = say("dealing.seats.bought_in", { name, sum: dollars(found) });
      });
    return this.#form(
      press,
      el("label", {}, say("dealing.seats.cash_in_dollars"), amount),
      entered(say("dealing.seats.buy_in"), { title: say("dealing.seats.cash_into_the_drop_box_chips") }),
      answer,
    );
  }

  /**
   * What is to be said before so much cash is taken; nothing where no threshold is reached by it.
   *
   * @param {number} box
   * @param {number} found
   */
  async #cashWord(box, found) {
    try {
      /** @type {import("../api.js").CashOutlook} */
      const {
        reaches,
        after,
        level_after: level,
      } = await ask(`/api/tables/${this.posted.table}/boxes/${box}/cash?cents=${found}`);
      const sum = dollars(after);
      if (!reaches) return "";
      return level === "reported"
        ? say("dealing.seats.cash_to_report", { after: sum })
        : say("dealing.seats.cash_to_note", { after: sum });
    } catch (trouble) {
      return messageOf(trouble);
    }
  }

  /**
   * @param {HTMLInputElement} input
   * @param {(cents: number) => unknown} use
   */
  #amount(input, use) {
    const found = cents(input.value);
    if (found !== null) return use(found);
    this.refuse(say("shared.that_is_no_amount_in_dollars"));
    return input.focus();
  }

  /**
   * Every wager of the table with its amount, and the bets for the dealer; what was changed is placed.
   *
   * @param {number} box
   */
  #betForm(box) {
    const { wagers, toke } = this.posted;
    const fields = [
      ...wagers.map((one) => this.#field(printed(one.title), one, { wager: one.wager, toke: false })),
      ...(toke?.wagers.map((wager) =>
        this.#field(say("dealing.seats.for_the_dealer", { wager: wagerName(wager) }), toke, { wager, toke: true }),
      ) ?? []),
    ];
    this.#fields = fields;
    this.#touched = fields[0];
    for (const field of fields)
      field.input.addEventListener("focus", () => {
        this.#touched = field;
      });
    const place = async () => {
      for (const field of fields) if (await this.#place(box, field)) return field.input.focus();
      return blurAll(); // the next key is the next step's
    };
    return this.#form(
      place,
      el("div", { className: "bet-fields" }, ...fields.map(({ node }) => node)),
      this.#chipTaps(),
      el(
        "div",
        { className: "seat-more" },
        entered(say("dealing.seats.place_the_bets"), { className: "control strong" }),
        ...this.#again(box, fields),
      ),
    );
  }

  /** Chips to tap: each is laid on top of what the field says that was touched last. */
  #chipTaps() {
    const tap = (/** @type {number} */ value) => {
      const input = this.#touched?.input;
      if (input) input.value = (((cents(input.value) ?? 0) + value) / 100).toFixed(2);
    };
    const chips = this.posted.chips.map((value) =>
      el(
        "button",
        { type: "button", className: "tap-chip", aria: { label: dollars(value) }, on: { click: () => tap(value) } },
        drawChips(value, { r: 19, label: "" }),
      ),
    );
    return el(
      "div",
      { className: "chip-taps", role: "group", aria: { label: say("dealing.seats.tap_chips") } },
      ...chips,
    );
  }

  /**
   * The bets of the seat's last round, once more.
   *
   * @param {number} box
   * @param {BetField[]} fields
   */
  #again(box, fields) {
    const last = this.#last.get(box);
    if (!last || !staked(last)) return [];
    const fill = () => {
      for (const { wager, toke, input } of fields) {
        const laid = (toke ? last.tokes : last.wagers)[wager] ?? 0;
        input.value = laid ? (laid / 100).toFixed(2) : "";
      }
    };
    return [button(say("dealing.seats.same_bets_again", { sum: dollars(staked(last)) }), { on: { click: fill } })];
  }

  /**
   * @param {string} title
   * @param {Span} limits
   * @param {Bet} what
   */
  #field(title, { minimum, maximum }, what) {
    const input = el("input", {
      size: 6,
      inputMode: "decimal",
      autocomplete: "off",
      placeholder: span(minimum, maximum),
    });
    return { ...what, input, laid: 0, node: el("label", {}, title, input) };
  }

  /**
   * Place, change or take back one wager; returns the reason where it was refused.
   *
   * @param {number} box
   * @param {BetField} field
   */
  async #place(box, { wager, toke, input, laid }) {
    const wanted = input.value.trim() ? cents(input.value) : 0;
    if (wanted === null) {
      this.#amount(input, () => "");
      return say("dealing.seats.no_amount");
    }
    if (wanted === laid) return "";
    const name = toke ? `toke:${wager}` : wager;
    if (laid && (toke || !wanted)) {
      const refused = await this.order(act({ type: "TakeBackBet", spot: box, wager: name }));
      if (refused || !wanted) return refused;
    }
    const bet = (/** @type {string} */ one) =>
      this.order(act({ type: toke ? "PlaceToke" : "PlaceBet", spot: box, wager: one, cents: wanted }));
    for (const one of toke ? [wager] : (this.posted.wagers.find((each) => each.wager === wager)?.laid ?? [])) {
      const refused = await bet(one);
      if (refused) return refused;
    }
    return "";
  }

  /**
   * What lies there now, in the fields that nobody is typing in.
   *
   * @param {Laid | undefined} seat
   */
  #showLaid(seat) {
    if (!seat) return;
    for (const field of this.#fields) {
      const laid = (field.toke ? seat.tokes : seat.wagers)[field.wager] ?? 0;
      if (laid === field.laid) continue;
      field.laid = laid;
      if (document.activeElement !== field.input || laid) field.input.value = laid ? (laid / 100).toFixed(2) : "";
    }
  }
}
