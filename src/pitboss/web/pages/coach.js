// The coach: what each choice is worth while it is open, what it cost once it is made, and all of them together.

import { choiceName, signedUnits, verdict } from "./coach-words.js";
import { el, every, find, inside, listen, refill } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { gameOf } from "./games/index.js";
import { AWAY, ask } from "./live.js";
import { say } from "./say.js";
import { messageOf } from "./trouble.js";
import { count, money, signed } from "./words.js";

const KEPT = "pitboss.coach";
const OPEN = new Set(["answer", "amount"]);

/**
 * A choice that is open, and what it is worth in units of the stake and in cents; null where that is not worked out.
 *
 * @typedef {import("./coach-words.js").Choice & { value: number | null, cents: number | null }} Valued
 */
/** @typedef {{ game: string, spot: number, stake: number, basis: string, choices: Valued[] }} Position */
/** @typedef {import("./rounds.js").At & { model: import("./draw/types.js").Model }} Watched */

/** @param {Record<string, any>} action */
const mark = (action) => JSON.stringify(Object.entries(action).sort());

/**
 * Amounts of a kind of choice that have a value, and the value; any other lies on the line through them.
 *
 * @param {Position} position
 * @param {Record<string, any>} action
 * @returns {[number, number][]}
 */
function points({ choices, stake }, action) {
  const like = choices.filter((one) => one.action.type === action.type && one.action.paid === action.paid);
  /** @type {[number, number][]} */
  const known = like.map((one) => [one.action.cents || stake, one.value ?? 0]);
  const none = choices.find((one) => one.kind === "decline_insurance");
  return action.type === "Insure" && none ? [[0, none.value ?? 0], ...known] : known;
}

/**
 * What an answer is worth in a position, also where its amount is not one of those that are listed.
 *
 * @param {Position} position
 * @param {Record<string, any>} action
 */
function worthOf(position, action) {
  const listed = position.choices.find((one) => mark(one.action) === mark(action));
  if (listed) return { name: choiceName(position.game, listed), value: listed.value };
  const alike = position.choices.find((one) => one.action.type === action.type && one.action.paid === action.paid);
  const like = alike ?? position.choices[0];
  const [[x, low], [y, high] = [x, low]] = points(position, action);
  const slope = x === y ? 0 : (high - low) / (y - x);
  const cents = action.cents || position.stake;
  return { name: choiceName(position.game, { ...like, action }), value: low + slope * (cents - x) };
}

/**
 * How many units the bars reach to either side.
 *
 * @param {Position | null} position
 */
function reach(position) {
  const found = (position?.choices ?? []).map((one) => Math.abs(one.value ?? 0));
  return Math.max(1, Math.ceil(Math.max(0, ...found)));
}

/**
 * Every choice of a position with its value as a bar and as a number, best first.
 *
 * @param {Position} position
 */
function rows(position) {
  const far = reach(position);
  return position.choices.map((choice, at) => {
    const name = el("b", {}, choiceName(position.game, choice));
    const worth =
      choice.value === null
        ? [el("span", { className: "coach-unknown" }, say("coach.not_worked_out"))]
        : valued(choice, far);
    if (at === 0) worth[worth.length - 1].append(el("span", { className: "unseen" }, say("coach.the_best")));
    return el("li", { className: at === 0 ? "best" : "" }, name, ...worth);
  });
}

/**
 * @param {any} choice
 * @param {number} far
 */
function valued({ value, cents }, far) {
  const bar = el("span", { className: "coach-bar", aria: { hidden: "true" } }, el("i"));
  const half = (value / far) * 50;
  inside(bar).style.setProperty("--from", `${50 + Math.min(half, 0)}%`);
  inside(bar).style.setProperty("--long", `${Math.abs(half)}%`);
  const amount = lineText(signed(cents), { cap: 11 });
  return [bar, el("span", { className: "coach-worth" }, amount, el("small", {}, signedUnits(value)))];
}

/** @param {Position | null} position */
function scale(position) {
  const far = reach(position);
  const ends = [say("coach.lose_far", { far: count(far, "unit") }), say("coach.win_far", { far })].map((text) =>
    el("span", {}, text),
  );
  return el("p", { className: position ? "coach-scale" : "coach-scale away", aria: { hidden: "true" } }, ...ends);
}

/** The coach of one table; it lives in a section of the rail, a line of the bar, and on the bar's controls. */
export class Coach {
  #place;
  #bar;
  /** @type {any} */
  #at = null;
  #allowed = true;
  #asked = "";
  /** @type {Position | null} */
  #position = null;
  /** @type {Position | null} */
  #last = null;
  /** @type {string | null} */
  #chosen = null;
  #trouble = "";
  /** @type {any} */
  #total = null;
  #round = 0;

  /**
   * @param {HTMLElement} place
   * @param {import("./bar.js").Bar} bar
   */
  constructor(place, bar) {
    this.#place = place;
    this.#bar = bar;
    this.line = el("p", { className: "coach-line", role: "status" });
    find(bar, ".bar-state", HTMLElement).append(this.line);
    listen(bar, "command", ({ detail }) => this.#answered(detail.command));
    new MutationObserver(() => this.#letter()).observe(bar.controls, { childList: true });
  }

  get on() {
    return localStorage.getItem(KEPT) === "on";
  }

  /**
   * Whether the house wants its table played with the coach.
   *
   * @param {boolean} allowed
   */
  set allowed(allowed) {
    this.#allowed = allowed;
  }

  /** Switch it on or off; that is remembered for every table. */
  toggle() {
    if (!this.#allowed) return;
    localStorage.setItem(KEPT, this.on ? "off" : "on");
    this.#asked = "";
    this.#position = this.#last = this.#chosen = null;
    this.line.textContent = "";
    if (this.#at) this.see(this.#at);
  }

  /**
   * How the table stands now: {id, posted, you, state, model}.
   *
   * @param {any} at
   */
  see(at) {
    this.#at = at;
    const open = this.#on && OPEN.has(this.#bar.dataset.mode ?? "");
    const spot = open ? at.you.offers[0].action.spot || at.state.question.spot : 0;
    const hands = open ? at.model.seats[spot - 1].hands : [];
    const asked = open
      ? JSON.stringify([
          at.state.round,
          at.state.question,
          spot,
          hands.map((/** @type {{ cards: string[] }} */ one) => one.cards),
        ])
      : "";
    if (asked !== this.#asked) this.#next(asked, spot);
    if (this.#on && at.you && this.#round !== at.state.round) this.#sumUp(at.state.round);
    this.#show();
  }

  get #on() {
    return this.#allowed && this.on;
  }

  /**
   * Another question: what was chosen before is told, and the values are asked for.
   *
   * @param {string} asked
   * @param {number} spot
   */
  #next(asked, spot) {
    this.#asked = asked;
    if (this.#chosen) this.line.textContent = this.#chosen;
    else if (asked && !this.#position) this.line.textContent = "";
    this.#last = this.#position ?? this.#last;
    this.#position = this.#chosen = null;
    this.#trouble = "";
    if (asked) this.#ask(asked, spot);
  }

  /**
   * @param {string} asked
   * @param {number} spot
   */
  async #ask(asked, spot) {
    /** @type {Position | null} */
    let found = null;
    let trouble = "";
    try {
      /** @type {{ positions: Position[] }} */
      const { positions } = await ask(`/api/tables/${encodeURIComponent(this.#at.id)}/coach`);
      found = positions.find((one) => one.spot === spot) ?? null;
    } catch (refused) {
      trouble = messageOf(refused);
    }
    if (asked !== this.#asked) return;
    this.#position = found;
    this.#trouble = trouble;
    this.#show();
  }

  /**
   * An answer is on its way; what it cost is told when the table has taken it.
   *
   * @param {import("./wire.js").Command} command
   */
  #answered(command) {
    if (command.type !== "Act" || !this.#position) return;
    const { name, value } = worthOf(this.#position, command.action);
    const [best] = this.#position.choices;
    if (value === null || best.value === null) return;
    const cost = best.value - value;
    const lost = cost > 1e-9 ? cost : 0;
    this.#chosen = verdict(name, choiceName(this.#position.game, best), lost, lost * this.#position.stake);
  }

  /**
   * The rounds so far, taken together.
   *
   * @param {number} round
   */
  async #sumUp(round) {
    this.#round = round;
    try {
      this.#total = await ask("/api/my/coach?limit=100");
    } catch {
      this.#total = null;
    }
    this.#show();
  }

  // what is shown

  #show() {
    document.body.classList.toggle("coaching", this.#on);
    const { posted, you } = this.#at;
    const total = you ? this.#total : null;
    const shown = [this.#allowed, this.on, this.#position, this.#last, this.#trouble, this.#asked !== "", total];
    refill(this.#place, shown, () => [this.#head(), ...(this.#on ? this.#body(posted, total) : [])]);
    this.#letter();
  }

  #head() {
    const title = el("h2", {}, say("shared.what_each_choice_is_worth"));
    if (!this.#allowed) {
      const why = el("p", { className: "quiet" }, say("coach.this_table_is_played_without_the"));
      return el("div", {}, title, why);
    }
    const about = { type: /** @type {const} */ ("button"), className: "switch", role: "switch", data: { key: "c" } };
    const button = el(
      "button",
      { ...about, aria: { checked: String(this.on) }, on: { click: () => this.toggle() } },
      el("span", {}, say("coach.coach")),
      el("span", { className: "switch-state" }, this.on ? "on" : "off"),
      el("kbd", { aria: { hidden: "true" } }, "C"),
    );
    return el("div", { className: "coach-head" }, title, button);
  }

  /**
   * @param {import("./wire.js").Posted} posted
   * @param {any} total
   */
  #body(posted, total) {
    const position = this.#position ?? (this.#asked ? null : this.#last);
    const choices = el("ol", { className: "coach-choices", data: { rows: gameOf(posted.game).choices } });
    if (position) choices.append(...rows(position));
    const words = el("p", { className: "quiet", aria: { busy: String(this.#waits) } }, this.#said());
    return [words, scale(position), choices, this.#session(total)];
  }

  get #waits() {
    return Boolean(this.#asked && !this.#position && !this.#trouble);
  }

  #said() {
    if (this.#position) return say("coach.basis", { basis: this.#position.basis });
    if (this.#waits) return say("coach.working_it_out");
    return this.#trouble || (this.#last ? say("coach.your_last_choice") : say("coach.the_values_are_here_when_a"));
  }

  /**
   * The mistakes to look at; what lists them comes when it is first asked for.
   *
   * @param {any} total
   */
  async #look(total) {
    try {
      const { openChoices } = await import("./coach-summary.js");
      openChoices(this.#at, total);
    } catch {
      this.#trouble = AWAY;
      this.#show();
    }
  }

  /** @param {any} total */
  #session(total) {
    const words = total?.decisions
      ? say("shared.decisions_in_rounds", {
          decisions: count(total.decisions, "choice"),
          rounds: count(total.rounds, "round"),
        })
      : say("coach.your_finished_rounds");
    const cost = total?.decisions
      ? say("shared.cost_cost_cents", { cost_cents: money(total.cost_cents) })
      : say("coach.none_yet");
    const open = () => this.#look(total);
    const button = el("button", {
      type: "button",
      className: "control",
      data: { key: "mistakes" },
      on: { click: open },
    });
    button.append(say("coach.look_at_the_mistakes"));
    button.disabled = !total?.mistakes;
    return el("div", { className: "coach-session" }, el("p", {}, el("span", {}, words), el("b", {}, cost)), button);
  }

  /** The values on the bar's own controls, where a phone shows them. */
  #letter() {
    const choices = new Map((this.#position?.choices ?? []).map((one, at) => [mark(one.action), { ...one, at }]));
    for (const button of every(this.#bar.controls, "[data-offer]")) {
      const choice = this.#on ? choices.get(mark(JSON.parse(button.dataset.offer ?? "{}"))) : undefined;
      button.querySelector(".worth")?.remove();
      button.classList.toggle("best", choice?.at === 0);
      if (!this.#on) continue;
      const known = typeof choice?.cents === "number";
      button.append(el("span", { className: "worth" }, known ? lineText(signed(choice.cents), { cap: 11 }) : ""));
    }
  }
}
