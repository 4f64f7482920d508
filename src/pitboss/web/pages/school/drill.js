// A drill: the felt with what is asked, the list of its parts, the answer, what is said of it, and the next question.

/** @import { PartShown, QuestionShown, SchoolSheet } from "../api.js" */
/** @import { Posted } from "../wire.js" */
/** @import { Control } from "./answering.js" */

import "../draw/felt.js";
import { byId, el, keyed, pressKey } from "../dom.js";
import { drawCard } from "../draw/card.js";
import { lineText } from "../draw/line-face.js";
import { ask } from "../live.js";
import { way } from "../public.js";
import { say } from "../say.js";
import { learnWagers, sentence, signed } from "../words.js";
import { controlOf } from "./answering.js";
import { oneAtATime } from "./asking.js";
import { feltOf, layoutNow } from "./question-felt.js";
import { partName, rowOf, seconds } from "./rows.js";
import { stripOf } from "./strip.js";

/** Below this width a felt is seen from close by. */
const CLOSE_BELOW = 760;
const TOUCHED = matchMedia("(pointer: coarse)");

/** A trainee at one drill of one table. */
export class Drill {
  /** @type {QuestionShown | null} */
  #question = null;
  /** @type {Posted | null} */
  #posted = null;
  /** @type {Control | null} */
  #control = null;
  /** Chips that were laid for an amount, and answer the part after it. @type {string[]} */
  #laid = [];
  #since = 0;
  #try = oneAtATime();

  /**
   * @param {SchoolSheet} taught
   * @param {{ drill: string, level: number, clause: string }} wanted
   */
  constructor(taught, wanted) {
    this.taught = taught;
    this.wanted = wanted;
  }

  async open() {
    const { sheet, title } = this.taught;
    this.#posted = await ask(`/api/school/sheets/${encodeURIComponent(sheet)}/felt`);
    if (this.#posted) learnWagers(this.#posted.layout.wagers);
    const name = this.taught.drills.find(({ drill }) => drill === this.wanted.drill)?.title ?? "";
    document.title = say("school.drill_pitboss", { drill: name });
    byId("where").textContent = name;
    byId("which").textContent = title;
    byId("felt").dataset.felt = this.taught.felt;
    byId("asked").textContent = say("school.making");
    document.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#showFelt()).observe(byId("main"));
    await Promise.all([this.#next({ clause: this.wanted.clause }), this.#progress()]);
  }

  /**
   * The next question, or the one that is still open.
   *
   * @param {object} [more]
   */
  async #next(more = {}) {
    const { drill, level } = this.wanted;
    await this.#try(async () => {
      const body = { sheet: this.taught.sheet, drill, level, ...more };
      this.#take(await ask("/api/school/questions", { method: "POST", body }));
    });
  }

  async #progress() {
    const progress = await ask(`/api/school/sheets/${encodeURIComponent(this.taught.sheet)}/progress`);
    byId("strip").replaceChildren(...stripOf(progress));
  }

  /** @param {string[]} given */
  async #answer(given) {
    const question = this.#question;
    const now = question?.parts.find(({ state }) => state === "now");
    if (!question || !now) return;
    const milliseconds = Math.round(performance.now() - this.#since);
    await this.#try(async () => {
      const body = { part: now.id, given, milliseconds };
      this.#take(await ask(`/api/school/questions/${question.number}/answers`, { method: "POST", body }));
    });
    if (this.#question?.over) await this.#progress();
    else await this.#layKept(now);
  }

  /**
   * Chips that were laid for the amount are the answer to the question which chips, where the amount was right.
   *
   * @param {PartShown} before
   */
  async #layKept(before) {
    const [laid, now] = [this.#laid, this.#question?.parts.find(({ state }) => state === "now")];
    this.#laid = [];
    const right = this.#question?.parts.find(({ id }) => id === before.id)?.judged?.right;
    if (laid.length && right && now?.kind === "chips") await this.#answer(laid);
  }

  async #hint() {
    const question = this.#question;
    const now = question?.parts.find(({ state }) => state === "now");
    if (!question || !now || now.hint) return;
    await this.#try(async () => {
      const where = `/api/school/questions/${question.number}/hints`;
      this.#take(await ask(where, { method: "POST", body: { part: now.id } }), { keepTime: true });
    });
  }

  async #worth() {
    const question = this.#question;
    await this.#try(async () => {
      /** @type {import("../api.js").RulingWeighed[]} */
      const found = await ask(`/api/school/questions/${question?.number}/worth`);
      byId("after").append(worthOf(found));
      byId("after").querySelector('[data-key="w"]')?.remove();
    });
  }

  /**
   * @param {QuestionShown} question
   * @param {{ keepTime?: boolean }} [how]
   */
  #take(question, { keepTime = false } = {}) {
    this.#question = question;
    if (!keepTime) this.#since = performance.now();
    this.#showFelt();
    this.#showAsked(question);
    this.#showParts(question);
    this.#showAfter(question);
    this.#say(question);
  }

  #showFelt() {
    const [question, posted] = [this.#question, this.#posted];
    if (!question || !posted) return;
    const felt = /** @type {import("../wire.js").Felt} */ (byId("felt"));
    const counted = countPicture(question);
    const close = (felt.parentElement?.clientWidth ?? 0) < CLOSE_BELOW;
    felt.hidden = counted !== null || (close && isBare(layoutNow(question)));
    byId("counted").replaceChildren(...(counted ?? []));
    felt.model = feltOf(question, posted, { close });
    const lines = toldOf(question);
    byId("told").replaceChildren(...lines.map((text) => el("li", {}, sentence(text))));
    byId("told").hidden = !lines.length;
  }

  /** @param {QuestionShown} question */
  #showAsked(question) {
    const { parts, level } = question;
    byId("level").textContent = say("school.level", { level });
    const wagers = parts.filter(({ kind }) => kind === "settle");
    const at = wagers.findIndex(({ state }) => state === "now");
    byId("count").textContent = at >= 0 ? say("school.wager_at_of", { at: at + 1, all: wagers.length }) : "";
    byId("asked").textContent = question.text;
    byId("asked").classList.toggle("listed", wagers.length > 0);
  }

  /** @param {QuestionShown} question */
  #showParts(question) {
    const now = question.parts.find(({ state }) => state === "now");
    this.#control = now
      ? controlOf({ part: now, question, send: (given) => this.#answer(given), keep: (chips) => this.#keep(chips) })
      : null;
    const nodes = question.parts.map((part) => (part === now ? this.#nowOf(part, question) : rowOf(part, question)));
    byId("parts").replaceChildren(...nodes);
    byId("parts").dataset.over = String(question.over);
    byId("parts").dataset.kind = now?.kind ?? "";
    if (now && !TOUCHED.matches) this.#control?.start?.();
    byId("parts").querySelector(".part-now")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string[]} chips */
  #keep(chips) {
    this.#laid = chips;
  }

  /**
   * The part that is asked now, open, with its control.
   *
   * @param {PartShown} part
   * @param {QuestionShown} question
   */
  #nowOf(part, question) {
    const row = rowOf(part, question);
    const hint = keyed("h", say("school.hint"), say("school.hint_says"), () => this.#hint(), "hint");
    row.append(
      el(
        "div",
        { className: "part-open" },
        part.hint ? el("p", { className: "hint-told" }, part.hint) : "",
        this.#control?.node ?? "",
        part.hint || question.exam ? "" : hint,
      ),
    );
    return row;
  }

  /** @param {QuestionShown} question */
  #showAfter(question) {
    if (!question.over) {
      byId("after").replaceChildren();
      return;
    }
    const words = question.right
      ? question.hint
        ? say("school.practised_in")
        : say("school.right_in")
      : say("school.not_right_in");
    const time = seconds(question.milliseconds);
    const next = keyed("Enter", say("school.next_question"), "", () => this.#next(), "action");
    byId("after").replaceChildren(
      el("p", { className: "verdict" }, `${words} ${time}`),
      question.weighed ? keyed("w", say("school.what_worth"), "", () => this.#worth(), "answer") : "",
      next,
    );
    if (!TOUCHED.matches) next.focus();
  }

  /** @param {QuestionShown} question */
  #say(question) {
    const last = question.parts.filter(({ judged }) => judged).at(-1);
    const now = question.parts.find(({ state }) => state === "now");
    const verdict = last?.judged ? (last.judged.right ? say("school.right") : last.judged.note) : "";
    byId("polite").textContent = [verdict, now ? partName(now, question) : ""].filter(Boolean).join(" ");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.key === "Tab") return;
    const inWords = event.target instanceof HTMLElement && event.target.matches(".step-field");
    if (inWords && event.key !== "Enter" && event.key !== "Escape") return;
    const onButton = event.target instanceof HTMLElement && event.target.matches("button, a, select, summary");
    const onChip = event.target instanceof HTMLElement && event.target.matches(".lay-chip");
    if (onButton && (event.key === " " || (event.key === "Enter" && !onChip))) return;
    const taken =
      this.#control?.key(event) ||
      (event.key.toLowerCase() === "h" && pressKey(byId("parts"), "h")) ||
      pressKey(byId("after"), event.key) ||
      pressKey(byId("drill-top"), event.key);
    if (taken) event.preventDefault();
  }
}

/** How many lines are told of a table that moves on. */
const TOLD = 8;

/**
 * What has happened: the log of the question, or what came since at a table that moves on; none where it is asked for.
 *
 * @param {QuestionShown} question
 */
function toldOf({ parts, log }) {
  if (parts.some(({ kind }) => kind === "line")) return [];
  return [...log.map(({ text }) => text), ...parts.flatMap(({ told }) => told)].slice(-Math.max(TOLD, log.length));
}

/**
 * What a question about counting shows in place of the felt; null where the felt is looked at.
 *
 * @param {QuestionShown} question
 */
function countPicture({ drill, layout, text }) {
  if (drill !== "count_it") return null;
  const [first = ""] = layout.board;
  if (/^\p{L}|^\d/u.test(first)) return [el("div", { className: "cards-out" }, ...layout.board.map(cardOut))];
  if (first) return [rackOf(first.length)];
  return [el("p", { className: "count-words" }, text)];
}

/**
 * Whether nothing lies on the felt.
 *
 * @param {QuestionShown["layout"]} layout
 */
const isBare = ({ dealer, board, hands, wagers }) => !(dealer.length + board.length + hands.length + wagers.length);

/** @param {string} card */
const cardOut = (card) => drawCard(card, { width: 52 });

/**
 * The discard rack seen from the side: a stroke for each quarter of a deck.
 *
 * @param {number} quarters
 */
function rackOf(quarters) {
  const label = say("school.rack_holds", { quarters });
  const strokes = Array.from({ length: quarters }, () => el("i", {}));
  return el("div", { className: "rack-side", role: "img", aria: { label } }, ...strokes);
}

/** @param {import("../api.js").RulingWeighed[]} found */
function worthOf(found) {
  const rows = found.map(({ choice, seats }) => {
    const told = seats.filter(({ cents }) => cents !== null);
    const figures = told.map(({ spot, cents }) =>
      say("school.worth_to", { spot, cents: signed(Math.round(cents ?? 0)) }),
    );
    return el("li", {}, el("b", {}, sentence(choice)), ` ${figures.join(", ") || say("school.not_told")}`);
  });
  return el("ul", { className: "ruling-worth" }, ...rows);
}

/**
 * The header of a drill.
 *
 * @param {SchoolSheet} taught
 */
export function drillTop({ sheet }) {
  const brand = el("a", { className: "brand", href: "/", aria: { label: say("public.pitboss_all_tables") } });
  brand.append(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  const link = (/** @type {string} */ href, /** @type {string} */ words, /** @type {string} */ key) =>
    el(
      "a",
      { href, className: "top-link", data: { key } },
      words,
      el("kbd", { aria: { hidden: "true" } }, key === "Escape" ? say("dom.esc") : key.toUpperCase()),
    );
  return [
    brand,
    el("a", { href: "/school.html", className: "top-back", aria: { label: say("school.leave") } }, "‹"),
    el("p", { className: "top-school" }, say("school.dealer_school")),
    el(
      "p",
      { className: "top-where" },
      el("b", { id: "where" }),
      el("span", { id: "which" }),
      el("span", { id: "level" }),
    ),
    el(
      "nav",
      { aria: { label: say("public.pages") } },
      link(way("school", { sheet, view: "map" }), say("school.map"), "m"),
      link(way("rules", { sheet }), say("shared.rules"), "?"),
      link("/school.html", say("school.leave"), "Escape"),
    ),
  ];
}
