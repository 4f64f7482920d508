// Guests at the real table: sitting down, buying in, betting; the dealer keys it for them.

import { el, refill } from "../dom.js";
import { posted as dollars, shownName } from "../words.js";

const isGuest = (name) => name.includes("@");

/** Dollars as typed, in cents; nothing where it is no amount. */
export function cents(text) {
  const found = /^\s*\$?(\d{1,7})(?:\.(\d{2}))?\s*$/.exec(text);
  return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null;
}

const field = (label, value = "", more = {}) => el("input", { value, size: 7, autocomplete: "off", aria: { label }, ...more });

const form = (press, ...children) =>
  el("form", { className: "seat-form", on: { submit: (event) => { event.preventDefault(); press(); } } }, ...children);

const button = (text, more = {}) => el("button", { type: "submit", className: "control", ...more }, text);

/** The seats, each with what can be keyed for it now. */
export class SeatList {
  constructor(place, { posted, order }) {
    this.place = place;
    this.posted = posted;
    this.order = order;
  }

  show(table, staff) {
    const { boxes, question } = table.state;
    const bets = question?.kind === "wagers";
    const wagers = table.model.seats.map((seat) => seat.wagers);
    const shown = staff.yours ? [boxes, bets, wagers] : [];
    refill(this.place, shown, () => (staff.yours ? [el("h3", {}, "Seats"), ...boxes.map((name, at) => this.#row(name, at + 1, bets, wagers[at]))] : []));
  }

  #row(name, box, bets, wagers) {
    const who = el("span", { className: "seat-name" }, el("b", {}, String(box)), ` ${shownName(name) || "open"}`);
    if (!name) return el("div", { className: "seat-row" }, who, this.#sitForm(box));
    const on = Object.entries(wagers).map(([wager, amount]) => `${this.#title(wager)} ${dollars(amount)}`).join(", ");
    const parts = [el("small", {}, on || "")];
    if (isGuest(name)) parts.push(...(bets ? [this.#betForm(box)] : []), this.#buyForm(box), this.#leaveForm(box));
    return el("div", { className: "seat-row" }, who, ...parts);
  }

  #title(wager) {
    return this.posted.wagers.find((one) => one.wager === wager)?.title ?? wager;
  }

  #sitForm(box) {
    const name = field(`Name for seat ${box}`, `Guest ${box}`, { size: 10, maxLength: 20 });
    return form(() => this.order({ type: "SeatVisitor", box, name: name.value.trim() }), name, button("Seat a guest"));
  }

  #betForm(box) {
    const wager = el("select", { aria: { label: `Wager at seat ${box}` } }, ...this.posted.wagers.map((one) => el("option", { value: one.wager }, one.title)));
    const first = this.posted.wagers[0];
    const amount = field(`Bet at seat ${box}`, (first.minimum / 100).toFixed(2));
    const press = async () => {
      const found = cents(amount.value);
      if (found === null) return amount.focus();
      const bet = (name) => this.order({ type: "Act", action: { type: "PlaceBet", spot: box, wager: name, cents: found } });
      const refused = await bet(wager.value);
      if (!refused && wager.value === "ante") await bet("blind");
    };
    return form(press, wager, amount, button("Bet"));
  }

  #buyForm(box) {
    const amount = field(`Cash of seat ${box}`, "100");
    const press = () => {
      const found = cents(amount.value);
      if (found === null) amount.focus();
      else this.order({ type: "VisitorBuysIn", box, cents: found });
    };
    return form(press, amount, button("Buy in", { title: "Cash into the drop box, chips from the tray" }));
  }

  #leaveForm(box) {
    return form(() => this.order({ type: "UnseatVisitor", box }), button("Leaves"));
  }
}
