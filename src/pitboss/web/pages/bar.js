// The bar below the felt: what the table waits for, and the controls that answer it.

import { act, Betting, fits, isFixed, LastBets, leastWords, misfitWords, PLAY_CHIPS } from "./betting.js";
import { Clock } from "./clock.js";
import { el, every, givesKeysBack, keyed, keyedBy, pressKey, refill, unbroken } from "./dom.js";
import { drawChips } from "./draw/chip.js";
import { lineText } from "./draw/line-face.js";
import { answerOf, gameOf } from "./games/index.js";
import { say } from "./say.js";
import { count, posted as dollars, money, signed, span } from "./words.js";

const LAST_SECONDS = 5;
/** @type {Record<string, number>} Which way a key goes among the places. */
const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
/** The keys that say Ready and lay a chip. */
const LAYING = new Set([" ", "Enter"]);
/** A refusal for want of chips. */
const TOO_FEW = "chips.too_few";

/** @param {Model} model */
function activeHand(model) {
  return model.turn && model.seats[model.turn.seat - 1].hands[model.turn.hand];
}

/** @typedef {{ reason: string, code: string }} Refusal why something was not done, for people and for the page */

const NOT_REFUSED = { reason: "", code: "" };

/** @typedef {import("./betting.js").Place} Place */
/** @typedef {import("./draw/types.js").Model} Model */
/** @typedef {import("./wire.js").Offer} Offer */
/** @typedef {import("./wire.js").Command} Command */
/** @typedef {{ shown: unknown, make: () => (Node | string)[] }} Controls what they show, and how they are made */

/**
 * What the bar shows: the table as it is drawn and as it stands, who looks, and how the line stands.
 *
 * @typedef {object} View
 * @property {Model & { game: string, limits: { min: number, max: number } }} model
 * @property {import("./wire.js").State} state
 * @property {import("./wire.js").You & { balance: number }} you
 * @property {import("./wire.js").Line} line
 * @property {boolean} unseated
 * @property {string} title
 */

/** The control bar; it is given a view of the table, and says "command", "sit", "wait", "buy", "piles" and "late". */
export class Bar extends HTMLElement {
  /** @type {View} */
  #view = /** @type {any} */ (null);
  /** @type {Betting} */
  #betting = /** @type {any} */ (null);
  /** @type {LastBets} */
  #last = /** @type {any} */ (null);
  /** @type {any} */
  #amount = null;
  #refusal = NOT_REFUSED;
  #sent = Promise.resolve(true);
  #asked = "";
  #clock = new Clock();

  head = el("p", { className: "bar-title" });
  note = el("p", { className: "bar-note" });
  refused = el("p", { className: "bar-refused", role: "alert" });
  controls = el("div", { className: "bar-controls" });

  connectedCallback() {
    givesKeysBack(this, "button:not(.result)");
    const said = el("div", { className: "bar-state" }, this.head, this.note, this.refused);
    this.replaceChildren(this.#clock.line, said, this.controls);
    this.#clock.onTick = (seconds) => this.#tick(seconds);
  }

  disconnectedCallback() {
    this.#clock.stop();
  }

  /**
   * Begin at a table.
   *
   * @param {import("./wire.js").Posted} posted
   */
  open(posted) {
    this.#betting = new Betting(posted);
    this.#last = new LastBets(posted.table);
  }

  /**
   * How the table stands now.
   *
   * @param {View} view
   */
  set view(view) {
    this.#view = view;
    const { model, state } = view;
    const question = JSON.stringify([state.question, state.round, state.cut, model.phase, view.line.state]);
    if (question !== this.#asked) this.#newQuestion(question);
    if (model.phase !== "betting") this.#betting.piles.clear();
    this.#betting.settle(model);
    this.#last.see(model, this.#betting.places(model));
    this.#show();
  }

  /** Piles that lie on one's places without being wagers yet: [{seat, wager, cents}]. */
  get piles() {
    return [...this.#betting.piles].map(([place, cents]) => {
      const [seat, wager] = place.split(":");
      return { seat: Number(seat), wager, cents };
    });
  }

  /** @param {string} question */
  #newQuestion(question) {
    this.#asked = question;
    this.#amount = null;
    this.#refusal = NOT_REFUSED;
  }

  /**
   * Say why something was not done, beside the controls.
   *
   * @param {string} reason
   * @param {string} [code]
   */
  refuse(reason, code = "") {
    this.#refusal = { reason, code };
    this.#showRefusal();
  }

  /** The refusal; where chips are lacking, with the way to more of them. */
  #showRefusal() {
    const { reason, code } = this.#refusal;
    refill(this.refused, this.#refusal, () => (code === TOO_FEW ? [reason, " ", buyButton(this)] : [reason]));
  }

  /**
   * A key of the table; whether it meant anything here.
   *
   * @param {string} key
   */
  key(key) {
    if (this.isReady && LAYING.has(key)) return true;
    if (this.#mode() === "bet" && this.#betKey(key)) return true;
    return pressKey(this.controls, key) || pressKey(this.refused, key);
  }

  /** Whether one's bets are down and others are waited for: a second press of Space or Enter changes nothing then. */
  get isReady() {
    return this.#mode() === "bet" && isReady(this.#view);
  }

  /**
   * Whether a key is printed on a control that can be pressed now.
   *
   * @param {string} key
   */
  prints(key) {
    return [this.controls, this.refused].some((place) => keyedBy(place, key));
  }

  /**
   * The place that the next chip goes to, where there is one of one's own.
   *
   * @param {number} seat
   * @param {string} wager
   */
  choose(seat, wager) {
    if (this.#mode() !== "bet") return;
    const places = this.#betting.places(this.#view.model);
    const at = places.findIndex((one) => one.seat === seat && one.laidWith.includes(wager));
    if (at < 0) return;
    this.#betting.at = at;
    this.#markChosen();
  }

  /** The chosen place is marked where it stands: who is about to press it presses the same control. */
  #markChosen() {
    const places = this.#mode() === "bet" ? this.#betting.places(this.#view.model) : [];
    const chosen = places[this.#betting.at];
    every(this.controls, ".place").forEach((place, at) => {
      place.classList.toggle("chosen", at === this.#betting.at);
      place.classList.toggle("of-chosen", places[at]?.seat === chosen?.seat);
    });
    if (chosen)
      for (const chip of every(this.controls, ".chip"))
        chip.classList.toggle("unfit", !isFixed(chosen.limit) && !fits(Number(chip.dataset.chip), chosen.limit));
    this.controls.querySelector(".chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {string} key */
  #betKey(key) {
    const places = this.#betting.places(this.#view.model);
    const move = MOVES[key];
    const at = Math.min(this.#betting.at, places.length - 1);
    if (move) this.#go((at + move + places.length) % places.length);
    else if (key === "Enter") this.place(places[at].seat, places[at].wager);
    else return false;
    this.#show();
    return true;
  }

  /**
   * Another place is chosen; the focus goes along where it was among the places.
   *
   * @param {number} at
   */
  #go(at) {
    this.#betting.at = at;
    this.#markChosen();
    if (document.activeElement?.closest("pit-bar .place")) every(this.controls, ".place")[at]?.focus();
  }

  // what is shown

  /** @returns {Mode} */
  #mode() {
    const { line, state, you, model } = this.#view;
    if (line.state !== "open") return "line";
    if (state.closed) return "closed";
    if (!you?.boxes.length) return "watch";
    if (you.boxes.includes(state.cut)) return "cut";
    if (model.phase === "betting") return "bet";
    if (you.offers.length) return this.#amount ? "amount" : "answer";
    return model.phase === "over" ? "result" : "others";
  }

  #show() {
    const mode = this.#mode();
    this.dataset.mode = mode;
    const [title, note] = this.#words(mode);
    refill(this.head, title, () => unbroken(title));
    this.note.dataset.said = note;
    this.#showRefusal();
    const { shown, make } = MODES[mode](this);
    refill(this.controls, [mode, shown], make);
    this.#markChosen();
    this.#clock.until(mode === "line" || mode === "closed" ? null : this.#view.state.deadline, this.#asked);
  }

  /** @param {number | null} seconds */
  #tick(seconds) {
    const waits = this.#waits(this.#mode());
    const said = this.note.dataset.said ?? "";
    const left = seconds === null || !waits ? "" : say(waits, { time: count(seconds, "second") });
    this.note.textContent = [said, left].filter(Boolean).join(" · ");
    const late = seconds !== null && seconds <= LAST_SECONDS && YOURS.has(this.#mode());
    const before = this.note.classList.contains("late");
    if (late && !before) this.dispatchEvent(new CustomEvent("late", { detail: { seconds } }));
    this.note.classList.toggle("late", late);
  }

  /**
   * The text that says what the seconds are for; "" where nobody waits by the clock.
   *
   * @param {string} mode
   * @returns {import("./say.js").Key | ""}
   */
  #waits(mode) {
    const { state, model } = this.#view;
    if (mode === "bet") return anyBets(model) ? "bar.deal_within" : "bar.seat_kept_for";
    if (YOURS.has(mode)) return "bar.time_left";
    return state.dealt || state.cut ? "" : "bar.next_round_in";
  }

  /** @param {Mode} mode */
  #words(mode) {
    return WORDS[mode](this.#view);
  }

  // betting

  get betting() {
    return this.#betting;
  }

  get last() {
    return this.#last.bets;
  }

  get view() {
    return this.#view;
  }

  get amount() {
    return this.#amount;
  }

  /**
   * Take a chip of this value in hand.
   *
   * @param {number} cents
   */
  take(cents) {
    this.#betting.chip = cents;
    this.#show();
  }

  /**
   * Lay the chip in hand on a place.
   *
   * @param {number} seat
   * @param {string} wager
   */
  place(seat, wager) {
    if (this.#mode() !== "bet") return;
    const places = this.#betting.places(this.#view.model);
    const at = places.findIndex((one) => one.seat === seat && one.laidWith.includes(wager));
    if (at < 0) return;
    this.#betting.at = at;
    this.#lay(places[at], places);
  }

  /**
   * @param {Place} place
   * @param {Place[]} places
   */
  #lay(place, places) {
    const { limit } = place;
    const only = isFixed(limit);
    if (only && place.laid) return this.#send([act({ type: "TakeBackBet", spot: place.seat, wager: place.wager })]);
    if (!only && !fits(this.#betting.chip, limit)) return this.refuse(misfitWords(limit, this.#betting.chip));
    const cents = only ? limit.minimum : place.cents + Math.max(this.#betting.chip, limit.step);
    const { balance } = this.#view.you;
    const objection = this.#betting.objection(place, places, cents);
    if (objection) return this.refuse(objection);
    if ((cents - place.laid) * place.laidWith.length > balance) return this.refuse(lackWords(balance), TOO_FEW);
    this.#pile(place, cents);
    return undefined;
  }

  /**
   * @param {Place} place
   * @param {number} cents
   */
  async #pile(place, cents) {
    this.#betting.piles.set(`${place.seat}:${place.wager}`, cents);
    this.#refusal = NOT_REFUSED;
    const commands = this.#betting.commands(place, cents);
    if (!commands.length) this.#refusal = { reason: leastWords(place.limit), code: "" };
    this.dispatchEvent(new CustomEvent("piles"));
    this.#show();
    if (commands.length && !(await this.#send(commands))) this.#takeUp(place);
  }

  /** @param {Place} place */
  #takeUp(place) {
    this.#betting.drop(place);
    this.dispatchEvent(new CustomEvent("piles"));
    this.#show();
  }

  /**
   * Last round's bets again, or several times over, as far as the limits go.
   *
   * @param {number} times
   */
  async again(times) {
    const places = this.#betting.places(this.#view.model);
    for (const { seat, wager, laid } of this.last) {
      const same = places.filter((one) => one.wager === wager);
      const place = same.find((one) => one.seat === seat) ?? same[0];
      const cents = Math.min(laid * times, place?.limit.maximum ?? 0);
      if (place && place.laid !== cents && !(await this.#send(this.#betting.commands(place, cents)))) return;
    }
  }

  /** Take every bet of one's own back. */
  async clear() {
    const places = this.#betting.places(this.#view.model).filter((place) => place.first);
    this.#betting.piles.clear();
    this.dispatchEvent(new CustomEvent("piles"));
    for (const place of places)
      if (place.laid) await this.#send([act({ type: "TakeBackBet", spot: place.seat, wager: place.wager })]);
    this.#show();
  }

  // answers

  /**
   * Give an answer; one with an amount asks for it first.
   *
   * @param {Offer} offer
   */
  answer(offer) {
    if (offer.amounts) this.#askAmount(offer);
    else this.#send([act(offer.action)]);
  }

  /** @param {Offer} offer */
  #askAmount(offer) {
    this.#amount = { offer, ...offer.amounts };
    this.#show();
  }

  /** Back from the amount to the choices. */
  back() {
    this.#amount = null;
    this.#show();
  }

  /** @param {Command} command */
  send(command) {
    return this.#send([command]);
  }

  /**
   * Send commands one after another, after those before them: a side bet does not come between Ante and Blind. What is
   * refused is said, and ends them.
   *
   * @param {Command[]} commands
   */
  #send(commands) {
    this.#refusal = NOT_REFUSED;
    this.#showRefusal();
    this.#sent = this.#sent.then(() => this.#carryOut(commands));
    return this.#sent;
  }

  /** @param {Command[]} commands */
  async #carryOut(commands) {
    for (const command of commands) {
      const refused = await new Promise((answered) => {
        this.dispatchEvent(new CustomEvent("command", { detail: { command, answered } }));
      });
      if (refused) {
        this.refuse(refused.reason, refused.code);
        return false;
      }
    }
    return true;
  }

  sit() {
    this.dispatchEvent(new CustomEvent("sit", { detail: { seat: 0 } }));
  }
}

/** @typedef {"line" | "closed" | "watch" | "cut" | "bet" | "answer" | "amount" | "result" | "others"} Mode */

/** @type {Set<string>} */
const YOURS = new Set(["bet", "answer", "amount", "cut"]);

// what is said in each mode: the title and what stands below it

/** @type {Record<Mode, (view: View) => string[]>} */
const WORDS = {
  line: (view) => LINES[view.line.state](view),
  closed: () => [say("bar.this_table_is_closed"), say("bar.your_chips_are_with_you_choose")],
  watch: watchWords,
  cut: () => [say("bar.cut_the_cards"), say("bar.your_cut_decides_where_the_shoe")],
  bet: betWords,
  answer: answerWords,
  amount: () => [say("shared.double_for_less"), say("shared.one_card")],
  result: resultWords,
  others: othersWords,
};

/** @type {Record<string, (view: View) => string[]>} */
const LINES = {
  connecting: ({ title }) => [say("bar.connecting_to_title", { title }), ""],
  lost: ({ line, model }) => {
    const stands = model.seats.some((seat) => seat.you && Object.keys(seat.wagers).length)
      ? say("bar.your_bet_stands")
      : "";
    return [
      say("shared.connection_lost"),
      say("bar.stands_trying_again_in_wait", { stands, wait: count(Math.ceil(line.wait / 1000), "second") }),
    ];
  },
  over: () => [say("bar.you_were_signed_out"), say("bar.sign_in_again_in_the_lobby")],
};

/** @param {View} view */
function watchWords({ state, you, unseated }) {
  if (unseated) return [say("bar.your_seat_was_given_up"), say("bar.nothing_was_heard_from_you_for")];
  const free = state.boxes.filter((name) => !name).length;
  if (you && state.waiting.includes(you.name)) {
    const before = state.waiting.indexOf(you.name);
    return [
      say("bar.you_wait_for_a_seat"),
      before ? say("bar.before_before_you", { before: count(before, "player") }) : say("bar.you_are_next"),
    ];
  }
  const seats = free
    ? say("bar.free_open", { free: count(free, "seat") })
    : say("bar.all_seats_taken_number_waiting", { number: state.waiting.length });
  return [say("bar.you_are_watching"), seats];
}

/** @param {View} view */
const isReady = ({ state, you }) => state.ready.includes(you.name);

/** @param {View} view */
function betWords(view) {
  const { model, you } = view;
  if (isReady(view)) {
    const laid = model.seats.some((seat) => seat.you && Object.keys(seat.wagers).length);
    return [say(laid ? "bar.your_bet_is_down" : "bar.you_sit_out"), say("bar.waiting_for_the_other_players")];
  }
  const { min, max } = model.limits;
  if (isShort(model, you))
    return [say("bar.too_few_chips_for_this_table"), say("bar.the_least_bet_is_min", { min: dollars(min) })];
  return [say("bar.place_your_bet_min_to_max", { min: dollars(min), max: dollars(max) }), ""];
}

/**
 * Whether somebody has bet.
 *
 * @param {Model} model
 */
const anyBets = (model) => model.seats.some((seat) => Object.keys(seat.wagers).length > 0);

/**
 * Whether the chips do not reach for the least bet.
 *
 * @param {View["model"]} model
 * @param {View["you"]} you
 */
function isShort(model, you) {
  const laid = model.seats.some((seat) => seat.you && Object.keys(seat.wagers).length);
  return !laid && you.balance < model.limits.min;
}

/** @param {View} view */
function answerWords({ model, state, you }) {
  if (!state.question) return ["", ""];
  const { kind, spot, hand } = state.question;
  if (kind === "insurance") return insuranceWords(you);
  const title = gameOf(model.game).questions[kind] ?? say("shared.your_turn");
  const hands = spot ? model.seats[spot - 1].hands : [];
  const seat = you.boxes.length > 1 && spot ? say("shared.seat_spot", { spot }) : "";
  return [
    title,
    [
      seat,
      hands[hand]?.name ? say("bar.you_have_name", { name: hands[hand].name }) : "",
      hands.length > 1 ? say("bar.hand_place_of_number", { place: hands[hand].place + 1, number: hands.length }) : "",
    ]
      .filter(Boolean)
      .join(", "),
  ];
}

/**
 * What is asked about insurance: up to how much, even money, or that the bet is too small for either.
 *
 * @param {Pick<View["you"], "offers" | "boxes">} you
 */
export function insuranceWords(you) {
  const { spot } = you.offers[0].action;
  const offered = (/** @type {string} */ kind) =>
    you.offers.find((one) => one.kind === kind && one.action.spot === spot);
  const most = offered("insure")?.amounts?.most;
  const small = say(offered("take_even_money") ? "bar.even_money" : "bar.too_small_to_insure");
  const seat = you.boxes.length > 1 ? say("shared.seat_spot", { spot }) : "";
  return [most ? say("bar.insurance_up_to_most", { most: money(most) }) : small, seat];
}

/** @param {View} view */
function resultWords({ model }) {
  const results = ownResults(model);
  if (!results.length) return [say("bar.the_round_is_over"), ""];
  const net = results.reduce((sum, one) => sum + one.cents, 0);
  const back = results.every((one) => one.result === "void")
    ? "bar.void_your_bets_come_back"
    : "bar.push_your_bets_come_back";
  const title = results.some((one) => one.cents) ? say("bar.this_round_net", { net: signed(net) }) : say(back);
  const [own] = model.seats.filter((seat) => seat.you).flatMap(({ hands }) => hands.map(({ name }) => name));
  const hand = own ? say("bar.your_hand", { name: own }) : "";
  return [title, [hand, gameOf(model.game).dealerWords(model.dealer.text)].filter(Boolean).join(" · ")];
}

/** @param {View} view */
function othersWords({ model, state }) {
  if (state.run_by === "nobody") return [say("shared.waiting_for_a_dealer"), say("bar.seat_kept_until_dealer")];
  if (model.phase === "shuffle")
    return [say("bar.shuffling"), state.cut ? say("bar.seat_cut_cuts", { cut: state.cut }) : ""];
  const asked = state.question;
  if (asked?.role === "dealer") return [say("bar.with_the_dealer"), ""];
  if (asked && asked.role !== "player") return [say("shared.floor_called"), say("bar.the_table_waits_nothing_is_lost")];
  const name = asked?.spot ? model.seats[asked.spot - 1].name : "";
  return [name ? say("bar.name_to_act", { name }) : say("bar.other_players_to_act"), ""];
}

/**
 * Why chips do not suffice.
 *
 * @param {number} balance
 */
const lackWords = (balance) => say("bar.you_have_balance_left_lay_a", { balance: money(balance) });

/**
 * The results of one's own wagers this round; with the seat where one plays several.
 *
 * @param {Model} model
 */
function ownResults(model) {
  const own = model.seats.filter((seat) => seat.you);
  const where = (/** @type {{ n: number }} */ { n }) => (own.length > 1 ? say("bar.seat_n", { n }) : "");
  return own.flatMap((seat) => seat.results.map((one) => ({ ...one, name: `${where(seat)}${one.name}` })));
}

// the controls of each mode: what they show, and how they are made

const NOTHING = () => ({ shown: "", make: () => [] });

/** @type {Record<Mode, (bar: Bar) => Controls>} */
const MODES = {
  line: (bar) => (bar.view.line.state === "over" ? wayOut() : NOTHING()),
  closed: wayOut,
  others: NOTHING,
  watch: watchControls,
  cut: cutControls,
  bet: betControls,
  answer: answerControls,
  amount: amountControls,
  result: resultControls,
};

/** @param {Bar} bar */
function watchControls(bar) {
  const { state, you } = bar.view;
  const free = state.boxes.some((name) => !name);
  const waits = you && state.waiting.includes(you.name);
  const make = () => {
    if (waits)
      return [keyed("n", say("bar.stop_waiting"), "", () => bar.send({ type: "StopWaiting" }), "action quiet")];
    if (free)
      return [
        keyed("Enter", say("shared.sit_down"), you ? "" : say("bar.as_a_guest_with_play_chips"), () => bar.sit()),
      ];
    return [keyed("Enter", say("shared.wait_for_a_seat"), "", () => bar.dispatchEvent(new CustomEvent("wait")))];
  };
  return { shown: [free, waits, Boolean(you)], make };
}

/**
 * A slider with its amount beside it.
 *
 * @param {string} label
 * @param {import("./games/game.js").Amounts & { value: number, shown: (value: number) => string }} range
 */
function slider(label, { least, most, step, value, shown }) {
  const [min, max] = [String(least), String(most)];
  const input = el("input", { type: "range", min, max, step: String(step), value: String(value), aria: { label } });
  const output = el("output", {}, shown(value));
  input.addEventListener("input", () => output.replaceChildren(shown(Number(input.value))));
  const whole = el("label", { className: "slider" }, el("span", {}, label, " ", output), input);
  return {
    whole,
    get value() {
      return Number(input.value);
    },
  };
}

/** @param {Bar} bar */
function cutControls(bar) {
  const { total } = bar.view.model.cards;
  const least = bar.betting.posted.cut_least ?? 1;
  const make = () => {
    const range = { least, most: total - least, step: 1, value: Math.round(total / 2), shown: String };
    const at = slider(say("shared.cards_in_front_of_the_cut"), range);
    const cut = keyed("Enter", say("bar.cut_here"), "", () => bar.send({ type: "Cut", at: at.value }));
    const refuse = () => bar.send({ type: "RefuseCut" });
    return [at.whole, cut, keyed("n", say("bar.no_cut"), say("bar.the_next_player_is_asked"), refuse, "action quiet")];
  };
  return { shown: total, make };
}

/** @param {Bar} bar */
function betControls(bar) {
  if (isShort(bar.view.model, bar.view.you)) return buyControls(bar);
  const { betting, view } = bar;
  const places = betting.places(view.model);
  const ready = isReady(view);
  const laid = places.some((place) => place.cents);
  const whole = places.some((place) => place.first && place.laid);
  const again = bar.last.length > 0 && !whole;
  const seats = view.you.boxes.length;
  const lie = places.map((place) => [place.seat, place.cents]);
  const shown = [betting.chip, ready, again, whole, anyBets(view.model), lie];
  const make = () => [
    group(
      "chips",
      say("bar.chip_in_hand"),
      betting.chips.map((cents, at) => chipButton(bar, cents, at)),
    ),
    rowsBySeat(
      group(
        "places",
        say("bar.betting_places"),
        places.map((place) => placeButton(bar, place, { seats, ready })),
      ),
      seats,
    ),
    el(
      "div",
      { className: "bet-actions" },
      reserved(
        again,
        keyed("b", say("bar.re_bet"), "", () => bar.again(1), "control"),
      ),
      reserved(
        again,
        keyed("x", say("bar.double_last_bet"), "", () => bar.again(2), "control"),
      ),
      reserved(
        laid,
        keyed("Backspace", say("bar.clear"), "", () => bar.clear(), "control"),
      ),
      dealControl(bar, whole, ready),
    ),
  ];
  return { shown, make };
}

/**
 * Where somebody has several seats, each has a row of its own.
 *
 * @param {HTMLElement} places
 * @param {number} seats
 */
function rowsBySeat(places, seats) {
  places.classList.toggle("by-seat", seats > 1);
  places.style.setProperty("--wagers", String(places.children.length / seats));
  return places;
}

/**
 * Who has bet says so, and who has not need not hold the others up.
 *
 * @param {Bar} bar
 * @param {boolean} whole
 * @param {boolean} ready
 */
function dealControl(bar, whole, ready) {
  const done = () => bar.send({ type: "Ready" });
  if (whole || !anyBets(bar.view.model))
    return reserved(whole && !ready, keyed(" ", say("bar.ready"), "", done, "control strong"));
  return reserved(!ready, keyed("o", say("bar.sit_out"), "", done, "control"));
}

/**
 * @param {string} className
 * @param {string} label
 * @param {HTMLElement[]} children
 */
const group = (className, label, children) => el("div", { className, role: "group", aria: { label } }, ...children);

/** @param {Bar} bar */
const buyMore = (bar) => bar.dispatchEvent(new CustomEvent("buy"));

/** @param {Bar} bar */
function buyControls(bar) {
  return {
    shown: "buy",
    make: () => [
      keyed("g", say("bar.get_play_chips"), say("bar.play_chips_more", { PLAY_CHIPS: dollars(PLAY_CHIPS) }), () =>
        buyMore(bar),
      ),
    ],
  };
}

/**
 * More chips, beside the words that they are lacking.
 *
 * @param {Bar} bar
 */
const buyButton = (bar) => keyed("g", say("bar.get_play_chips"), "", () => buyMore(bar), "control");

/** The way to the other tables. */
function wayOut() {
  const leave = () => location.assign("/");
  return { shown: "out", make: () => [keyed("Enter", say("shared.see_the_open_tables"), "", leave)] };
}

/**
 * A control whose place is kept while it cannot be used.
 *
 * @param {boolean} usable
 * @param {HTMLButtonElement} button
 */
function reserved(usable, button) {
  if (usable) return button;
  button.disabled = true;
  button.classList.add("away");
  return button;
}

/**
 * @param {Bar} bar
 * @param {number} cents
 * @param {number} at
 */
function chipButton(bar, cents, at) {
  const inHand = cents === bar.betting.chip;
  const button = el("button", {
    type: "button",
    className: "chip",
    data: { key: String(at + 1), chip: cents },
    aria: { pressed: String(inHand), label: say("bar.cents_chip_key_at", { cents: dollars(cents), at: at + 1 }) },
    on: { click: () => bar.take(cents) },
  });
  button.append(drawChips(cents, { r: 19, label: "" }), el("kbd", { aria: { hidden: "true" } }, String(at + 1)));
  return button;
}

/**
 * @param {Bar} bar
 * @param {Place} place
 * @param {{ seats: number, ready: boolean }} about
 */
function placeButton(bar, place, { seats, ready }) {
  const where = seats > 1 ? say("bar.seat_seat", { seat: place.seat }) : "";
  const limits = span(place.limit.minimum, place.limit.maximum);
  const laid = place.cents ? dollars(place.cents) : say("bar.limits_no_bet", { limits });
  const button = el(
    "button",
    {
      type: "button",
      className: "place",
      data: { key: `place-${place.seat}-${place.wager}`, wager: place.wager },
      aria: { label: `${where}${place.limit.title} ${laid}` },
      on: { click: () => bar.place(place.seat, place.wager) },
    },
    el("span", {}, el("span", { className: place.first ? "" : "of-seat" }, where), place.limit.title),
    place.cents ? lineText(laid, { cap: 12 }) : el("small", {}, limits),
  );
  button.addEventListener("focus", () => bar.choose(place.seat, place.wager));
  if (!ready) button.append(el("kbd", { aria: { hidden: "true" } }, "↵"));
  return button;
}

/**
 * The same double with its card face down, which a player may ask for.
 *
 * @param {Offer} offer
 */
const faceDown = (offer) => ({
  ...offer,
  kind: "double_face_down",
  action: { ...offer.action, face_down: true },
});

/** @param {Bar} bar */
function answerControls(bar) {
  const { view } = bar;
  const { answers } = gameOf(view.model.game);
  const order = Object.keys(answers);
  const { spot } = view.you.offers[0].action;
  const hides = (/** @type {Offer} */ { kind }) => kind === "double_down" && bar.betting.posted.double_face_down;
  const offers = view.you.offers
    .filter((one) => (one.action.spot ?? 0) === (spot ?? 0))
    .flatMap((one) => (hides(one) ? [one, faceDown(one)] : [one]))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const make = () => {
    const insure = offers.find((one) => one.kind === "insure");
    return insure ? insuranceControls(bar, insure, offers) : offers.map((offer, at) => answerButton(bar, offer, at));
  };
  return { shown: [view.state.question, offers], make };
}

/**
 * @param {Bar} bar
 * @param {Offer} offer
 * @param {number} at
 */
function answerButton(bar, offer, at) {
  const { model, state } = bar.view;
  const setting = {
    posted: bar.betting.posted,
    question: state.question?.kind ?? "",
    total: activeHand(model)?.total ?? "",
  };
  const { key = String(at + 1), name, note = "", quiet } = answerOf(model.game, offer.kind);
  const said = (/** @type {import("./games/game.js").Said} */ text) =>
    typeof text === "string" ? text : text(offer, setting);
  const look = quiet ? "action quiet" : "action";
  const button = keyed(said(key), said(name), said(note), () => bar.answer(offer), look);
  button.dataset.offer = JSON.stringify(offer.action);
  return button;
}

/**
 * @param {Bar} bar
 * @param {Offer} insure
 * @param {Offer[]} offers
 */
function insuranceControls(bar, insure, offers) {
  const amounts = insure.amounts ?? { least: 0, most: 0, step: 1 };
  const amount = slider(say("bar.insure_for"), { ...amounts, value: amounts.most, shown: money });
  const others = offers.filter((one) => one !== insure);
  const bet = keyed("i", say("shared.insure"), "", () => bar.send(act({ ...insure.action, cents: amount.value })));
  bet.dataset.offer = JSON.stringify(insure.action);
  return [amount.whole, bet, ...others.map((offer, at) => answerButton(bar, offer, at))];
}

/** @param {Bar} bar */
function amountControls(bar) {
  const { offer, least, most, step } = bar.amount;
  const make = () => {
    const amount = slider(say("bar.double_for"), { least, most, step, value: most, shown: dollars });
    const double = (/** @type {object} */ more) => bar.send(act({ ...offer.action, cents: amount.value, ...more }));
    const down = keyed(
      "v",
      say("shared.face_down"),
      say("shared.double"),
      () => double({ face_down: true }),
      "action quiet",
    );
    const back = keyed("Escape", say("shared.back"), "", () => bar.back(), "action quiet");
    const whole = [
      amount.whole,
      keyed("Enter", say("shared.double_2"), say("shared.one_card"), () => double({})),
      back,
    ];
    return bar.betting.posted.double_face_down ? [...whole.slice(0, 2), down, back] : whole;
  };
  return { shown: [least, most], make };
}

/** @param {Bar} bar */
function resultControls(bar) {
  const results = ownResults(bar.view.model);
  const make = () => [Object.assign(document.createElement("pit-results"), { results })];
  return { shown: results, make: results.length ? make : () => [] };
}

customElements.define("pit-bar", Bar);
