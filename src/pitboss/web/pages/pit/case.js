// A case: the facts, the clause, exactly the permitted rulings and what each is worth; then the ruling, with a note.

import { el, inside, refill } from "../dom.js";
import { drawCard } from "../draw/card.js";
import { lineText } from "../draw/line-face.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { posted as dollars, inSuits, sentence, signed, tableName } from "../words.js";
import { showRefusal } from "./forms.js";
import { neededAt, waited } from "./watched.js";

/** @typedef {import("./watched.js").Opened} Opened */
/** @typedef {import("../api.js").RulingWeighed} RulingWeighed */
/** @typedef {import("../wire.js").Ruling} Ruling */
/** @typedef {{ card: string, to: string, spot: number }} Dealt a card, and where it went */
/** @typedef {{ title: string, about: string, cards: string[][], concerned?: boolean }} Laid the hands of a place */
/** @typedef {{ choice: string, text: string, command?: import("../wire.js").Command }} Choice of whoever is asked */

const MIDDLE = 50;
const WEIGHED = new Set(["ruling", "choice", "offer_card"]);

/**
 * What lies on the layout: the dealer, then every seat, each with its hands.
 *
 * @param {Opened} watched
 * @returns {Laid[]}
 */
function layout({ table, staff }) {
  const { model } = table;
  const seats = model.seats.filter(({ hands }) => hands.some(({ cards }) => cards.length));
  const dealer = { title: say("shared.dealer"), about: "", cards: [model.dealer.cards] };
  return [
    ...(model.board.length ? [{ title: say("pit.case.board"), about: "", cards: [model.board] }] : []),
    ...(model.dealer.cards.length ? [dealer] : []),
    ...seats.map((seat) => ({
      title: say("shared.seat_n", { n: seat.n }),
      about: `${seat.name}, ${dollars(Object.values(seat.wagers)[0] ?? 0)}`,
      cards: seat.hands.map(({ cards }) => cards),
      concerned: staff?.case?.spot === seat.n,
    })),
  ];
}

/**
 * Where the card in question lies: the last one that went to the seat of the case.
 *
 * @param {Dealt[]} dealt
 * @param {number} spot
 */
const lastTo = (dealt, spot) => (spot ? dealt.findLastIndex((one) => one.spot === spot) : -1);

/** @param {Laid & { card: string }} laid */
function handNode({ title, about, cards, concerned, card }) {
  const head = el("p", {}, el("b", {}, title), about ? ` ${about}` : "");
  const rows = cards.map((hand) =>
    el(
      "div",
      { className: "case-cards" },
      ...hand.map((face, at) =>
        shownCard(face, 54, Boolean(concerned) && face === card && at === hand.lastIndexOf(card)),
      ),
    ),
  );
  return el("div", { className: concerned ? "case-hand concerned" : "case-hand" }, head, ...rows);
}

/**
 * A card, framed where the case is about it.
 *
 * @param {string} face
 * @param {number} width
 * @param {boolean} inQuestion
 */
const shownCard = (face, width, inQuestion) =>
  el("span", { className: inQuestion ? "case-card in-question" : "case-card" }, drawCard(face, { width }));

/**
 * Cards in the order they left the shoe, with where each went.
 *
 * @param {import("../wire.js").TableEvent[]} events
 * @returns {Dealt[]}
 */
function dealtOrder(events) {
  return events
    .filter(({ type }) => type === "CardDealt" || type === "CardExposed")
    .map(({ card, spot }) => ({ card, to: spot ? say("shared.seat_spot", { spot }) : say("shared.dealer"), spot }));
}

/**
 * An amount as it is shown, so that the house has the sum of what stands beside it.
 *
 * @param {number | null | undefined} cents
 */
const wholeCents = (cents) => (typeof cents === "number" ? Math.round(cents) : null);

/**
 * A bar from the middle, to the right for a gain.
 *
 * @param {number} cents
 * @param {number} most
 */
function worthBar(cents, most) {
  const share = most ? (Math.min(Math.abs(cents), most) / most) * MIDDLE : 0;
  const bar = el("span", { className: "worth-bar", aria: { hidden: "true" } }, el("span"));
  inside(bar).style.left = `${cents < 0 ? MIDDLE - share : MIDDLE}%`;
  inside(bar).style.width = `${share}%`;
  return bar;
}

export class CasePanel {
  #chosen = -1;
  /** Whether the ruling was asked for once: it is given when it is asked for again. */
  #sure = false;
  /** @type {RulingWeighed[] | null} */
  #worth = null;
  #asked = "";

  /**
   * @param {Opened} watched
   * @param {import("./types.js").Desk} desk
   */
  constructor(watched, desk) {
    this.watched = watched;
    this.desk = desk;
    this.title = el("h2");
    this.where = el("p", { className: "quiet" });
    this.clock = el("p", { className: "case-clock" });
    this.facts = el("ul", { className: "case-facts" });
    this.hands = el("div", { className: "case-layout" });
    this.order = el("ol", { className: "case-order" });
    this.clause = el("div", { className: "case-clause" });
    this.rulings = el("div", {
      className: "rulings",
      role: "radiogroup",
      aria: { label: say("pit.case.permitted_rulings") },
    });
    this.note = el("textarea", { rows: 2, maxLength: 400 });
    this.rule = el("button", { type: "submit", className: "rule-button", data: { key: "Enter" } });
    this.refused = el("p", { className: "form-trouble", role: "alert" });
    const label = el("label", { className: "case-note" }, say("pit.case.note_for_the_log"), this.note);
    const submit = (/** @type {Event} */ event) => this.#decide(event);
    this.form = el("form", { on: { submit } }, label, this.rule);
    const head = el("header", { className: "case-head" }, el("div", {}, this.title, this.where), this.clock);
    const last = el("p", { className: "quiet" }, say("pit.case.recorded_with_your_name_the_time"));
    this.node = el(
      "div",
      { className: "case" },
      head,
      this.facts,
      this.hands,
      el("h3", {}, say("pit.case.cards_in_the_order_they_left")),
      this.order,
      this.clause,
      this.rulings,
      this.form,
      this.refused,
      last,
    );
  }

  show() {
    const { id, posted, state, staff, events } = this.watched;
    const found = staff?.case;
    if (!found) return;
    this.title.textContent = sentence(found.text);
    this.where.textContent = say("pit.case.id_round_round_more_the_table", {
      id: tableName(id, posted.sheet),
      round: state.round,
      more: staff.dealer || say("shared.automatic"),
    });
    refill(this.facts, found.facts, () => found.facts.map((text) => el("li", {}, inSuits(sentence(text)))));
    const dealt = dealtOrder(events);
    const last = lastTo(dealt, found.spot);
    const hands = layout(this.watched).map((one) => ({ ...one, card: dealt[last]?.card ?? "" }));
    refill(this.hands, hands, () => hands.map(handNode));
    refill(this.order, dealt, () =>
      dealt.map(({ card, to }, at) =>
        el("li", { className: at === last ? "concerned" : "" }, shownCard(card, 36, at === last), el("span", {}, to)),
      ),
    );
    this.#showClause(found.clause);
    this.#weigh();
    this.#showRulings();
    this.tick();
  }

  tick() {
    const since = waited(neededAt(this.watched));
    refill(this.clock, since, () => [lineText(since, { cap: 22 }), el("small", {}, say("pit.case.waiting"))]);
  }

  /** @param {string} clause */
  #showClause(clause) {
    refill(this.clause, clause, () => {
      const text = el("p", {}, "…");
      if (clause)
        ask(`/api/clauses/${clause}`).then(
          (found) => (text.textContent = found.text),
          () => text.remove(),
        );
      return clause
        ? [
            el("p", {}, el("b", {}, say("shared.clause")), el("a", { href: `/rules.html?clause=${clause}` }, clause)),
            text,
          ]
        : [];
    });
  }

  /** What each ruling is worth is asked for once in every state of the case. */
  async #weigh() {
    const { id, state, staff } = this.watched;
    const asked = JSON.stringify([id, state.round, state.question, staff?.case]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#worth = WEIGHED.has(state.question?.kind ?? "") ? null : [];
    this.#chosen = this.#named();
    this.#sure = false;
    if (this.#worth) return;
    try {
      this.#worth = await ask(`/api/tables/${encodeURIComponent(id)}/worth`);
    } catch {
      this.#worth = [];
    }
    this.show();
  }

  /** The rulings that the clause permits, where it is the floor's to rule. */
  get #permitted() {
    return this.watched.staff?.case?.rulings ?? [];
  }

  #seats() {
    return [...new Set((this.#worth ?? []).flatMap(({ seats }) => seats.map(({ spot }) => spot)))];
  }

  #showRulings() {
    const mine = this.#permitted;
    /** @type {Choice[]} */
    const rulings = mine.length ? mine : (this.#worth ?? []);
    refill(this.rulings, [rulings, this.#worth, this.#chosen], () => {
      const seats = this.#seats();
      const basis = this.#worth === null ? say("pit.case.working_out_what_each_is_worth") : this.#basis();
      const title = mine.length
        ? say("pit.case.permitted_rulings_and_what_each_is")
        : say("pit.case.waitsfor_what_each_choice_is_worth", { waitsFor: this.#waitsFor() });
      const head = el("div", { className: "ruling-head" }, el("h3", {}, title), el("small", {}, basis));
      const names = el(
        "div",
        { className: "ruling names", aria: { hidden: "true" } },
        el("span"),
        ...[...seats.map((n) => say("shared.seat_n", { n })), ...(seats.length ? [say("pit.case.house")] : [])].map(
          (text) => el("span", {}, text),
        ),
      );
      return rulings.length
        ? [head, names, ...rulings.map((ruling, at) => this.#rulingNode(ruling, at, seats))]
        : [el("p", { className: "quiet" }, this.#waitsFor())];
    });
    const chosen = rulings[this.#chosen];
    this.form.hidden = !chosen?.command;
    if (chosen)
      refill(this.rule, [chosen, this.#sure], () => [
        say(this.#sure ? "pit.case.rule_sure" : "pit.case.rule_text", { text: chosen.text }),
        el("kbd", { aria: { hidden: "true" } }, say("pit.case.enter")),
      ]);
  }

  #basis() {
    const all = (this.#worth ?? []).flatMap(({ seats }) => seats);
    if (!all.length) return "";
    return all.every(({ exact }) => exact) ? say("pit.case.exact") : say("pit.case.estimate_best_play_from_here_every");
  }

  #waitsFor() {
    const { who = "", spot = 0, next = null } = this.watched.staff ?? {};
    return next
      ? sentence(next.text)
      : say("pit.case.waiting_for_who_more", { who, more: spot ? say("pit.case.at_seat_spot", { spot }) : "" });
  }

  /**
   * @param {Choice} ruling
   * @param {number} at
   * @param {number[]} seats
   */
  #rulingNode(ruling, at, seats) {
    const found = (this.#worth ?? []).find(({ choice }) => choice === ruling.choice);
    const known = seats.map((n) => wholeCents(found?.seats.find(({ spot }) => spot === n)?.cents));
    const weighed = known.filter((one) => one !== null);
    const whole = known.length && weighed.length === known.length;
    const house = whole ? -weighed.reduce((sum, one) => sum + one, 0) : null;
    const most = Math.max(
      1,
      ...(this.#worth ?? []).flatMap((one) => one.seats.map((seat) => Math.abs(seat.cents ?? 0))),
      Math.abs(house ?? 0),
    );
    const radio = !ruling.command
      ? ""
      : el("input", {
          type: "radio",
          name: "ruling",
          checked: at === this.#chosen,
          data: { key: String(at + 1) },
          on: { change: () => this.#choose(at), click: () => this.#choose(at) },
        });
    const words = el(
      "span",
      {},
      el("b", {}, sentence(ruling.text)),
      ruling.command ? el("kbd", { aria: { hidden: "true" } }, String(at + 1)) : "",
    );
    const amounts = [...known, ...(seats.length ? [house] : [])].map((one) =>
      one === null
        ? el("span", {}, found ? "–" : "")
        : el("span", {}, lineText(signed(one), { cap: 12 }), worthBar(one, most)),
    );
    return el(
      "label",
      { className: ruling.command && at === this.#chosen ? "ruling chosen" : "ruling" },
      el("span", { className: "ruling-words" }, radio, words),
      ...amounts,
    );
  }

  /** The ruling that the player has named, where one was; else nothing is chosen before somebody chooses it. */
  #named() {
    const named = this.watched.events.findLast(({ type }) => type === "ChoiceNamed")?.choice;
    return this.#permitted.length === 1 ? 0 : this.#permitted.findIndex(({ choice }) => choice === named);
  }

  /** @param {number} at */
  #choose(at) {
    this.#chosen = at;
    this.#sure = false;
    this.#showRulings();
  }

  /** @param {Event} event */
  #decide(event) {
    event.preventDefault();
    if (!this.#sure) {
      this.#sure = true;
      return this.#showRulings();
    }
    this.#sure = false;
    return this.#give(this.#permitted[this.#chosen]);
  }

  /**
   * Give a ruling; where a player no longer has an early payout, it can be given with the house bearing that.
   *
   * @param {Ruling} ruling
   * @param {{ borne_by?: "house" }} [more]
   */
  async #give(ruling, more = {}) {
    const { command } = ruling;
    const note = this.note.value.trim().replace(/\s+/g, " ");
    const action = note ? { ...command.action, note } : command.action;
    const refusal = await this.desk.tryOrder(this.watched.id, { ...command, ...more, action });
    showRefusal(this.refused, refusal, (borne) => this.#give(ruling, borne));
    if (!refusal.reason) {
      this.note.value = "";
      this.desk.say(say("pit.case.ruled", { text: ruling.text }));
    }
  }
}
