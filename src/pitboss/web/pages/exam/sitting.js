// An exam while it is sat: the felt, the question, its answer, the clock; no hints, and no marks before the end.

/** @import { PaperShown, PartShown, QuestionShown } from "../api.js" */
/** @import { Felt, Posted } from "../wire.js" */
/** @import { Control } from "../school/answering.js" */

import "../draw/felt.js";
import { askOnce, byId, el, keyed, pressKey } from "../dom.js";
import { ask, now as serverNow } from "../live.js";
import { say } from "../say.js";
import { controlOf } from "../school/answering.js";
import { oneAtATime } from "../school/asking.js";
import { feltOf } from "../school/question-felt.js";
import { partName, rowOf } from "../school/rows.js";
import { learnWagers, sentence } from "../words.js";

/** Below this width a felt is seen from close by. */
const CLOSE_BELOW = 760;
const TICK_MS = 1000;

/** A trainee at their paper. */
export class Sitting {
  /** @type {QuestionShown | null} */
  #question = null;
  /** @type {Posted | null} */
  #posted = null;
  /** @type {Control | null} */
  #control = null;
  #try = oneAtATime();
  #over = new AbortController();

  /**
   * @param {PaperShown} paper
   * @param {(paper: PaperShown) => unknown} done
   */
  constructor(paper, done) {
    this.paper = paper;
    this.done = done;
  }

  async open() {
    this.#posted = await ask(`/api/school/sheets/${encodeURIComponent(this.paper.sheet)}/felt`);
    if (this.#posted) learnWagers(this.#posted.layout.wagers);
    this.#lay();
    const signal = this.#over.signal;
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    const clock = setInterval(() => this.#tick(), TICK_MS);
    signal.addEventListener("abort", () => clearInterval(clock));
    new ResizeObserver(() => this.#showFelt()).observe(byId("main"));
    this.#tick();
    await this.#go(this.#nextOpen(0));
  }

  /** The page of a paper: felt, question, and the row of all questions. */
  #lay() {
    document.body.className = "drill-page exam-page";
    byId("top").className = "drill-top";
    byId("top").replaceChildren(
      el("p", { className: "top-school" }, this.paper.title),
      el("p", { id: "clock", className: "exam-clock", role: "timer" }),
    );
    const felt = document.createElement("pit-felt");
    felt.id = "felt";
    for (const name of ["turned", "watched", "close"]) felt.setAttribute(name, "");
    byId("main").replaceChildren(
      el(
        "section",
        { className: "drill-felt", aria: { label: say("school.the_table") } },
        felt,
        el("ol", { id: "told", className: "told", hidden: true, aria: { label: say("school.what_happened") } }),
      ),
      el(
        "section",
        { className: "drill-list", aria: { label: say("school.the_question") } },
        el("p", { id: "count", className: "drill-count" }),
        el("h1", { id: "asked" }),
        el("ol", { id: "parts", className: "parts" }),
        el("p", { id: "refused", className: "form-trouble", role: "alert" }),
        el("div", { id: "after", className: "after" }),
        el("nav", { id: "paper", className: "paper", aria: { label: say("exam.questions") } }),
        askOnce(el("button", { type: "button", id: "hand-in" }, say("exam.hand_in")), () => this.#handIn()),
      ),
      el("p", { id: "polite", className: "unseen", aria: { live: "polite" } }),
    );
  }

  #tick() {
    const { until } = this.paper;
    const left = Math.max(0, until - serverNow());
    const seconds = Math.floor(left / 1000);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    byId("clock").textContent = until ? say("exam.time_left", { time: text }) : say("exam.no_time_limit");
    if (until && !left && !this.#over.signal.aborted) this.#handIn();
  }

  /**
   * The first question after this one that is not answered; the same again where all are.
   *
   * @param {number} after
   */
  #nextOpen(after) {
    const open = this.paper.questions.filter(({ state }) => state !== "answered");
    return (open.find(({ number }) => number > after) ?? open[0] ?? this.paper.questions[0]).number;
  }

  /** @param {number} number */
  async #go(number) {
    await this.#try(async () => this.#take(await ask(this.#where(number))));
  }

  /** @param {number} number */
  #where(number) {
    return `/api/school/my/exams/${this.paper.exam}/questions/${number}`;
  }

  /** @param {string[]} given */
  async #answer(given) {
    const question = this.#question;
    const part = question?.parts.find(({ state }) => state === "now")?.id;
    if (!question || !part) return;
    await this.#try(async () => {
      const shown = await ask(`${this.#where(question.number)}/answers`, { method: "POST", body: { part, given } });
      const line = this.paper.questions.find(({ number }) => number === question.number);
      if (line) line.state = shown.over ? "answered" : "begun";
      this.#take(shown);
    });
    if (this.#question?.over && this.paper.questions.some(({ state }) => state !== "answered"))
      await this.#go(this.#nextOpen(question.number));
  }

  async #handIn() {
    await this.#try(async () => {
      const paper = await ask(`/api/school/my/exams/${this.paper.exam}/hand-in`, { method: "POST" });
      this.#over.abort();
      await this.done(paper);
    });
  }

  /** @param {QuestionShown} question */
  #take(question) {
    this.#question = question;
    this.#showFelt();
    const now = question.parts.find(({ state }) => state === "now");
    byId("count").textContent = say("exam.question_of", { number: question.number, all: this.paper.questions.length });
    byId("asked").textContent = question.text;
    this.#control = now
      ? controlOf({ part: now, question, send: (given) => this.#answer(given), keep: () => undefined })
      : null;
    byId("parts").replaceChildren(...question.parts.map((part) => this.#row(part, question)));
    byId("parts").dataset.over = String(question.over);
    this.#control?.start?.();
    byId("polite").textContent = now ? partName(now, question) : say("exam.answered");
    byId("after").replaceChildren(question.over ? el("p", { className: "quiet" }, say("exam.answered")) : "");
    byId("paper").replaceChildren(...this.paper.questions.map(({ number, state }) => this.#step(number, state)));
  }

  /**
   * @param {PartShown} part
   * @param {QuestionShown} question
   */
  #row(part, question) {
    const row = rowOf(part, question);
    if (part.state === "now") row.append(el("div", { className: "part-open" }, this.#control?.node ?? ""));
    return row;
  }

  /**
   * @param {number} number
   * @param {"open" | "begun" | "answered"} state
   */
  #step(number, state) {
    const words = { open: say("exam.not_answered"), begun: say("exam.begun"), answered: say("exam.answered") };
    const button = keyed("", String(number), "", () => this.#go(number), `paper-step ${state}`);
    button.setAttribute("aria-label", say("exam.step", { number, state: words[state] }));
    if (number === this.#question?.number) button.setAttribute("aria-current", "step");
    return button;
  }

  #showFelt() {
    const [question, posted] = [this.#question, this.#posted];
    const felt = /** @type {Felt | null} */ (document.getElementById("felt"));
    if (!question || !posted || !felt) return;
    felt.model = feltOf(question, posted, { close: (felt.parentElement?.clientWidth ?? 0) < CLOSE_BELOW });
    const lines = question.parts.some(({ kind }) => kind === "line") ? [] : question.log;
    byId("told").replaceChildren(...lines.map(({ text }) => el("li", {}, sentence(text))));
    byId("told").hidden = !lines.length;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.key === "Tab") return;
    const onButton = event.target instanceof HTMLElement && event.target.matches("button, a, select, summary");
    if (onButton && (event.key === "Enter" || event.key === " ")) return;
    if (this.#control?.key(event) || pressKey(byId("after"), event.key)) event.preventDefault();
  }
}
