// Jackpots from the light to the payment, the meters, and the link.

import { el, keyed, refill } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { say, sayCode } from "../say.js";
import { money, sentence, tableOf } from "../words.js";
import { cents, field, form, post } from "./forms.js";
import { isOpened } from "./watched.js";

/** @typedef {import("../wire.js").Command} Command */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("../wire.js").PaymentShown} Payment */
/** @typedef {{ watched: import("./watched.js").Opened, staff: import("../wire.js").Staff, payment: Payment }} Win */

/**
 * The steps of one payment as the document has them, each done, due or still to come.
 *
 * @param {Payment} payment
 */
function stepList({ plan, steps }) {
  const due = plan.find(({ done }) => !steps.includes(done));
  const node = (/** @type {Payment["plan"][number]} */ one) => {
    const look = steps.includes(one.done) ? "done" : one === due ? "due" : "";
    return el(
      "li",
      { className: look, aria: look === "due" ? { current: "step" } : {} },
      el("span", {}, sayCode("paying", one.step) ?? sentence(one.step)),
      el("small", {}, one.who.replaceAll("_", " ")),
    );
  };
  return el("ol", { className: "win-steps" }, ...plan.map(node));
}

/** @type {("major" | "minor")[]} */
const METERS = ["major", "minor"];

class JackpotsView {
  /**
   * @param {HTMLElement} place
   * @param {Desk} desk
   */
  constructor(place, desk) {
    this.desk = desk;
    this.meters = el("div", { className: "jackpot-meters" });
    this.wins = el("div", { className: "wins" });
    this.link = el("div", { className: "jackpot-link" });
    place.replaceChildren(
      el("h1", {}, say("shared.jackpots")),
      this.meters,
      el("h2", {}, say("pit.jackpots.on_their_way")),
      this.wins,
      el("h2", {}, say("pit.jackpots.the_link")),
      this.link,
    );
  }

  show() {
    const { meters, tables, me } = this.desk;
    refill(this.meters, meters, () =>
      meters
        ? METERS.map((name) =>
            el("p", {}, el("span", { className: "quiet" }, sentence(name)), lineText(money(meters[name]), { cap: 31 })),
          )
        : [],
    );
    refill(this.link, [meters?.up, me.role], () => this.#linkForm(meters));
    const wins = [...tables.values()].filter(isOpened).flatMap((watched) => {
      const { staff } = watched;
      return (staff?.payments ?? []).flatMap((payment) => (staff ? [{ watched, staff, payment }] : []));
    });
    refill(
      this.wins,
      wins.map(({ watched, payment, staff }) => [watched.id, payment, staff.offers, staff.next, this.#amount(payment)]),
      () =>
        wins.length
          ? wins.map((one) => this.#win(one))
          : [el("p", { className: "quiet" }, say("pit.jackpots.no_progressive_win_waits_for_its"))],
    );
  }

  /** @param {import("../wire.js").MeterValues | null} meters */
  #linkForm(meters) {
    if (!meters || !this.desk.may(meters.up ? "LinkDown" : "LinkUp")) return [];
    if (meters.up)
      return [
        form(
          say("pit.jackpots.the_link_is_up"),
          [field("reason", say("pit.jackpots.why_it_is_out_of_order"), { required: true, maxLength: 200 })],
          say("pit.jackpots.take_the_link_down"),
          ({ reason }) => post("/api/house/link/down", { reason }).then(() => ""),
        ),
      ];
    return [
      form(say("pit.jackpots.the_link_is_down_no_progressive"), [], say("pit.jackpots.the_link_works_again"), () =>
        post("/api/house/link/up", {}).then(() => ""),
      ),
    ];
  }

  /**
   * What was won: until the paperwork fixes it, what the meter shows.
   *
   * @param {Payment} payment
   */
  #amount({ award, meter }) {
    return award || (meter ? (this.desk.meters?.[meter] ?? 0) : 0);
  }

  /** @param {Win} win */
  #win({ watched, staff, payment }) {
    const { id, posted } = watched;
    const won = payment.meter
      ? say("pit.jackpots.the_meter", { meter: sentence(payment.meter) })
      : payment.hand.replaceAll("_", " ");
    const called = tableOf(id, posted.sheet, posted.title);
    const title = say("pit.jackpots.id_seat_seat_won", { id: called, seat: payment.seat, won });
    const mine = staff.offers.filter(({ command }) => command.type === "Jackpot" && command.seat === payment.seat);
    const refused = el("p", { className: "form-trouble", role: "alert" });
    const order = async (/** @type {Command} */ command) => (refused.textContent = await this.desk.order(id, command));
    const plain = mine.filter(({ command }) => !["pay", "check_offsets"].includes(command.step));
    const buttons = plain.map((offer) =>
      keyed("", sentence(offer.text), offer.clause, () => order(offer.command), "control strong"),
    );
    const forms = [];
    if (mine.some(({ command }) => command.step === "check_offsets"))
      forms.push(
        form(
          "",
          [field("found", say("pit.jackpots.offsets_found"), { value: "none", maxLength: 200 })],
          say("pit.jackpots.offsets_are_checked"),
          ({ found }) => this.desk.order(id, { type: "Jackpot", seat: payment.seat, step: "check_offsets", found }),
        ),
      );
    const pay = mine.find(({ command }) => command.step === "pay");
    if (pay) forms.push(this.#payForm(id, payment, pay.command));
    return el(
      "article",
      { className: "win" },
      el("h3", {}, title),
      el(
        "p",
        { className: "win-award" },
        lineText(money(this.#amount(payment)), { cap: 31 }),
        payment.award ? "" : el("small", {}, say("pit.jackpots.as_the_meter_stands_the_paperwork")),
      ),
      stepList(payment),
      el(
        "p",
        { className: "quiet" },
        say("pit.jackpots.at_the_table_more", { more: staff.next?.text ?? say("pit.jackpots.closed") }),
      ),
      el("div", { className: "pit-actions" }, ...buttons),
      ...forms,
      refused,
    );
  }

  /**
   * @param {string} id
   * @param {Payment} payment
   * @param {Command} usual
   */
  #payForm(id, payment, usual) {
    const chips = field("chips", say("pit.jackpots.in_chips"), { value: (usual.chips / 100).toFixed(2) });
    const check = field("check", say("pit.jackpots.by_check"), { value: (usual.check / 100).toFixed(2) });
    return form(
      say("pit.jackpots.pay_award", { award: money(payment.award) }),
      [chips, check],
      say("pit.jackpots.it_is_paid"),
      (given) => {
        const [inChips, byCheck] = [cents(given.chips), cents(given.check)];
        if (inChips === null || byCheck === null) return say("pit.jackpots.both_parts_are_amounts_in_dollars");
        return this.desk.order(id, {
          type: "Jackpot",
          seat: payment.seat,
          step: "pay",
          chips: inChips,
          check: byCheck,
        });
      },
    );
  }
}

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export const makeView = (place, desk) => new JackpotsView(place, desk);
