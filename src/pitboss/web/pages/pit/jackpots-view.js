// Jackpots from the light to the payment, the meters, and the link.

import { el, keyed, refill } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { money, sentence, tableName } from "../words.js";
import { cents, field, form, post } from "./forms.js";

const STEPS = ["press_hand", "call_supervisor", "do_paperwork", "check_offsets", "confirm_guard", "pay", "swipe_card", "end_game"];
const WORDS = {
  press_hand: "Hand button",
  call_supervisor: "Supervisor called",
  do_paperwork: "Paperwork",
  check_offsets: "Offsets checked",
  confirm_guard: "Guard present",
  pay: "Paid",
  swipe_card: "Card swiped",
  end_game: "Game ended",
};
const DONE = { hand_pressed: "press_hand", supervisor_called: "call_supervisor", paperwork_done: "do_paperwork", offsets_checked: "check_offsets", guard_present: "confirm_guard", paid: "pay", card_swiped: "swipe_card", game_ended: "end_game" };

class JackpotsView {
  constructor(place, desk) {
    this.desk = desk;
    this.meters = el("div", { className: "jackpot-meters" });
    this.wins = el("div", { className: "wins" });
    this.link = el("div");
    place.replaceChildren(el("h1", {}, "Jackpots"), this.meters, this.link, el("h2", {}, "On their way"), this.wins);
  }

  show() {
    const { meters, tables, me } = this.desk;
    refill(this.meters, meters, () => (meters ? ["major", "minor"].map((name) => el("p", {}, el("span", { className: "quiet" }, sentence(name)), lineText(money(meters[name]), { cap: 31 }))) : []));
    refill(this.link, [meters?.up, me.role], () => this.#linkForm(meters));
    const wins = [...tables.values()].flatMap((watched) => (watched.staff?.payments ?? []).map((payment) => ({ watched, payment, offers: watched.staff.offers })));
    refill(this.wins, wins.map(({ watched, payment, offers }) => [watched.id, payment, offers]), () =>
      wins.length ? wins.map((one) => this.#win(one)) : [el("p", { className: "quiet" }, "No progressive win waits for its payment.")],
    );
  }

  #linkForm(meters) {
    if (!meters || !["floor", "shift_manager", "administrator"].includes(this.desk.me.role)) return [];
    if (meters.up) return [form("The link is up", [field("reason", "Why it is out of order", { required: true, maxLength: 200 })], "Take the link down", ({ reason }) => post("/api/house/link/down", { reason }).then(() => ""))];
    return [form("The link is down: no progressive wagers are taken", [], "The link works again", () => post("/api/house/link/up", {}).then(() => ""))];
  }

  #win({ watched, payment, offers }) {
    const { id, posted } = watched;
    const done = new Set(payment.steps.map((step) => DONE[step] ?? step));
    const title = `${tableName(id, posted.sheet)}, seat ${payment.seat}: ${payment.meter ? sentence(payment.meter) : payment.hand.replaceAll("_", " ")}`;
    const steps = STEPS.filter((step) => payment.meter || !["do_paperwork", "check_offsets", "confirm_guard"].includes(step));
    const list = el("ol", { className: "win-steps" }, ...steps.map((step) => el("li", { className: done.has(step) ? "done" : "" }, WORDS[step])));
    const mine = offers.filter(({ command }) => command.type === "Jackpot" && command.seat === payment.seat);
    const refused = el("p", { className: "form-trouble", role: "alert" });
    const order = async (command) => (refused.textContent = await this.desk.order(id, command));
    const plain = mine.filter(({ command }) => !["pay", "check_offsets"].includes(command.step));
    const buttons = plain.map((offer) => keyed("", sentence(offer.text), offer.clause, () => order(offer.command), "control"));
    const forms = [];
    if (mine.some(({ command }) => command.step === "check_offsets"))
      forms.push(form("", [field("found", "Offsets found", { value: "none", maxLength: 200 })], "Offsets are checked", ({ found }) => this.desk.order(id, { type: "Jackpot", seat: payment.seat, step: "check_offsets", found })));
    if (mine.some(({ command }) => command.step === "pay")) forms.push(this.#payForm(id, payment));
    return el("article", { className: "win" }, el("h3", {}, title), el("p", {}, lineText(money(payment.award), { cap: 22 })), list, el("div", { className: "pit-actions" }, ...buttons), ...forms, refused);
  }

  #payForm(id, payment) {
    const chips = field("chips", "In chips", { value: (payment.award / 100).toFixed(2) });
    const check = field("check", "By check", { value: "0.00" });
    return form(`Pay ${money(payment.award)}`, [chips, check], "It is paid", (given) => {
      const [inChips, byCheck] = [cents(given.chips), cents(given.check)];
      if (inChips === null || byCheck === null) return "Both parts are amounts in dollars.";
      return this.desk.order(id, { type: "Jackpot", seat: payment.seat, step: "pay", chips: inChips, check: byCheck });
    });
  }
}

export const makeView = (place, desk) => new JackpotsView(place, desk);
