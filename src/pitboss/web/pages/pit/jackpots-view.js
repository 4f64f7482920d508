// @ts-nocheck
// Jackpots from the light to the payment, the meters, and the link.

import { el, keyed, refill } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { money, sentence, tableName } from "../words.js";
import { cents, field, form, post } from "./forms.js";

/** The steps of a payment in the document's order: what is noted when done, in words, who does it, whether for meters only. */
const STEPS = [
  { step: "press_hand", done: "hand_pressed", words: "Hand button", who: "dealer" },
  { step: "call_supervisor", done: "supervisor_called", words: "Supervisor called", who: "dealer" },
  { step: "do_paperwork", done: "paperwork_done", words: "Paperwork", who: "shift manager", meter: true },
  { step: "check_offsets", done: "offsets_checked", words: "Debts looked for", who: "shift manager", meter: true },
  { step: "confirm_guard", done: "guard_present", words: "Guard present", who: "security", meter: true },
  { step: "pay", done: "paid", words: "Paid", who: "shift manager", otherwise: "dealer" },
  { step: "swipe_card", done: "card_swiped", words: "Card swiped", who: "floor" },
  { step: "end_game", done: "game_ended", words: "Game ended", who: "dealer" },
];

/** The steps of one payment, each done, due or still to come. */
function stepList({ meter, steps }) {
  const wanted = STEPS.filter((one) => meter || !one.meter);
  const due = wanted.find(({ done }) => !steps.includes(done));
  const node = (one) => {
    const look = steps.includes(one.done) ? "done" : one === due ? "due" : "";
    const who = meter ? one.who : (one.otherwise ?? one.who);
    return el(
      "li",
      { className: look, aria: look === "due" ? { current: "step" } : {} },
      el("span", {}, one.words),
      el("small", {}, who),
    );
  };
  return el("ol", { className: "win-steps" }, ...wanted.map(node));
}

class JackpotsView {
  constructor(place, desk) {
    this.desk = desk;
    this.meters = el("div", { className: "jackpot-meters" });
    this.wins = el("div", { className: "wins" });
    this.link = el("div", { className: "jackpot-link" });
    place.replaceChildren(
      el("h1", {}, "Jackpots"),
      this.meters,
      el("h2", {}, "On their way"),
      this.wins,
      el("h2", {}, "The link"),
      this.link,
    );
  }

  show() {
    const { meters, tables, me } = this.desk;
    refill(this.meters, meters, () =>
      meters
        ? ["major", "minor"].map((name) =>
            el("p", {}, el("span", { className: "quiet" }, sentence(name)), lineText(money(meters[name]), { cap: 31 })),
          )
        : [],
    );
    refill(this.link, [meters?.up, me.role], () => this.#linkForm(meters));
    const wins = [...tables.values()].flatMap((watched) =>
      (watched.staff?.payments ?? []).map((payment) => ({ watched, payment, offers: watched.staff.offers })),
    );
    refill(
      this.wins,
      wins.map(({ watched, payment, offers }) => [watched.id, payment, offers, watched.staff.next]),
      () =>
        wins.length
          ? wins.map((one) => this.#win(one))
          : [el("p", { className: "quiet" }, "No progressive win waits for its payment.")],
    );
  }

  #linkForm(meters) {
    if (!meters || !["floor", "shift_manager", "administrator"].includes(this.desk.me.role)) return [];
    if (meters.up)
      return [
        form(
          "The link is up",
          [field("reason", "Why it is out of order", { required: true, maxLength: 200 })],
          "Take the link down",
          ({ reason }) => post("/api/house/link/down", { reason }).then(() => ""),
        ),
      ];
    return [
      form("The link is down: no progressive wagers are taken", [], "The link works again", () =>
        post("/api/house/link/up", {}).then(() => ""),
      ),
    ];
  }

  #win({ watched, payment, offers }) {
    const { id, posted } = watched;
    const title = `${tableName(id, posted.sheet)}, seat ${payment.seat}: ${payment.meter ? `the ${sentence(payment.meter)}` : payment.hand.replaceAll("_", " ")}`;
    const mine = offers.filter(({ command }) => command.type === "Jackpot" && command.seat === payment.seat);
    const refused = el("p", { className: "form-trouble", role: "alert" });
    const order = async (command) => (refused.textContent = await this.desk.order(id, command));
    const plain = mine.filter(({ command }) => !["pay", "check_offsets"].includes(command.step));
    const buttons = plain.map((offer) =>
      keyed("", sentence(offer.text), offer.clause, () => order(offer.command), "control strong"),
    );
    const forms = [];
    if (mine.some(({ command }) => command.step === "check_offsets"))
      forms.push(
        form(
          "",
          [field("found", "Offsets found", { value: "none", maxLength: 200 })],
          "Offsets are checked",
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
        lineText(money(payment.award || (this.desk.meters?.[payment.meter] ?? 0)), { cap: 31 }),
        payment.award ? "" : el("small", {}, "as the meter stands; the paperwork fixes it"),
      ),
      stepList(payment),
      el("p", { className: "quiet" }, `At the table: ${watched.staff.next?.text ?? "closed"}`),
      el("div", { className: "pit-actions" }, ...buttons),
      ...forms,
      refused,
    );
  }

  #payForm(id, payment, usual) {
    const chips = field("chips", "In chips", { value: (usual.chips / 100).toFixed(2) });
    const check = field("check", "By check", { value: (usual.check / 100).toFixed(2) });
    return form(`Pay ${money(payment.award)}`, [chips, check], "It is paid", (given) => {
      const [inChips, byCheck] = [cents(given.chips), cents(given.check)];
      if (inChips === null || byCheck === null) return "Both parts are amounts in dollars.";
      return this.desk.order(id, { type: "Jackpot", seat: payment.seat, step: "pay", chips: inChips, check: byCheck });
    });
  }
}

export const makeView = (place, desk) => new JackpotsView(place, desk);
