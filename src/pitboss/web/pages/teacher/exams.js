// The exams of a course: one is set, opened and closed; results come when papers are handed in.

/** @import { CourseShown, ExamListed, ExamShown, PaperListed } from "../api.js" */

import { askOnce, el } from "../dom.js";
import { ask } from "../live.js";
import { count, say } from "../say.js";
import { messageOf } from "../trouble.js";
import { drillName, paceText, secondsText } from "./course-words.js";
import { stepper } from "./stepper.js";

const USUAL = 10;
const LEVEL = 3;
const MINUTES = 40;

/**
 * The exams of a course, and the form of the next one.
 *
 * @param {CourseShown} course
 * @param {() => unknown} again
 */
export async function examsPart(course, again) {
  /** @type {ExamShown[]} */
  const exams = await Promise.all(course.exams.map(({ exam }) => ask(`/api/school/exams/${exam}`)));
  return el(
    "div",
    { className: "exams-part" },
    examForm(course, again),
    el(
      "section",
      { className: "exams" },
      el("h2", {}, say("teacher.exams")),
      exams.length ? "" : el("p", { className: "quiet" }, say("teacher.no_exam_yet")),
      ...exams.map((one) => examCard(one, again)),
    ),
  );
}

/**
 * The drills of the course with how many questions of each, the time, and what passes.
 *
 * @param {CourseShown} course
 */
function examFields({ terms }) {
  const drills = terms.lessons.map(({ drill, level }, at) => ({
    drill,
    level: level || LEVEL,
    asked: stepper(
      drillName(drill),
      { value: at < 3 ? USUAL : 0, least: 0, most: 60, step: 1, text: String },
      () => undefined,
    ),
  }));
  const minutes = stepper(say("teacher.minutes"), {
    value: MINUTES,
    least: 0,
    most: 240,
    step: 5,
    text: (value) => (value ? say("teacher.in_minutes", { minutes: value }) : say("teacher.no_limit")),
  });
  const right = stepper(say("teacher.pass_right"), {
    value: terms.right,
    least: 0,
    most: 100,
    step: 1,
    text: (value) => say("teacher.percent", { percent: value }),
  });
  const payout = stepper(say("teacher.pass_payout"), {
    value: terms.payout_milliseconds,
    least: 0,
    most: 60_000,
    step: 500,
    text: (value) => (value ? secondsText(value) : say("teacher.no_matter")),
  });
  return {
    nodes: [...drills.map(({ asked }) => asked.node), minutes.node, right.node, payout.node],
    terms: () => ({
      sections: drills
        .filter(({ asked }) => asked.value())
        .map(({ drill, level, asked }) => ({ drill, level, questions: asked.value() })),
      minutes: minutes.value(),
      right: right.value(),
      payout_milliseconds: payout.value(),
      irregularities: terms.irregularities,
    }),
  };
}

/**
 * @param {CourseShown} course
 * @param {() => unknown} again
 */
function examForm(course, again) {
  const fields = examFields(course);
  const title = el("input", { name: "exam", required: true, maxLength: 80, value: say("teacher.exam") });
  const told = el("p", { className: "form-trouble", role: "alert" });
  const button = el("button", { className: "chief" }, say("teacher.set_the_exam"));
  const form = el(
    "form",
    { className: "exam-form" },
    el("h2", {}, say("teacher.next_exam")),
    el("label", {}, el("span", {}, say("teacher.title")), title),
    ...fields.nodes,
    el("div", { className: "set-exam" }, button, el("p", { className: "quiet" }, say("teacher.sealed"))),
    told,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const body = { title: title.value, ...fields.terms() };
      await ask(`/api/school/courses/${course.course}/exams`, { method: "POST", body });
      await again();
    } catch (reason) {
      told.textContent = messageOf(reason);
    } finally {
      button.disabled = false;
    }
  });
  return form;
}

const STATES = { set: say("teacher.is_set"), open: say("teacher.is_open"), closed: say("teacher.is_closed") };

/**
 * An exam with its papers.
 *
 * @param {ExamShown} shown
 * @param {() => unknown} again
 */
function examCard({ exam, papers }, again) {
  const told = el("p", { className: "form-trouble", role: "alert" });
  const minutes = exam.terms.minutes
    ? say("teacher.in_minutes", { minutes: exam.terms.minutes })
    : say("teacher.no_limit");
  return el(
    "article",
    { className: "exam-card panel", data: { exam: exam.exam, state: exam.state } },
    el(
      "header",
      {},
      el("h3", {}, exam.title),
      el("span", { className: "quiet" }, `${STATES[exam.state]} · ${count(exam.questions, "question")}, ${minutes}`),
      examWay(exam, told, again),
    ),
    el("ul", {}, ...papers.map((paper) => paperLine(exam, paper))),
    told,
  );
}

/**
 * The next thing to do with an exam.
 *
 * @param {ExamListed} exam
 * @param {HTMLElement} told
 * @param {() => unknown} again
 */
function examWay({ exam, state }, told, again) {
  const act = async (/** @type {string} */ what) => {
    try {
      await ask(`/api/school/exams/${exam}/${what}`, { method: "POST" });
      await again();
    } catch (reason) {
      told.textContent = messageOf(reason);
    }
  };
  if (state === "set")
    return el("button", { type: "button", on: { click: () => act("open") } }, say("teacher.open_exam"));
  if (state === "open") return askOnce(el("button", { type: "button" }, say("teacher.close_exam")), () => act("close"));
  return "";
}

/**
 * How far somebody is, or what their paper came to.
 *
 * @param {ExamListed} exam
 * @param {PaperListed} paper
 */
function paperLine({ exam, questions }, { trainee, began, answered, result }) {
  if (!result) {
    const far = began ? say("teacher.answered_of", { answered, questions }) : say("teacher.not_begun");
    return el("li", {}, el("b", {}, trainee), el("span", { className: "quiet" }, far));
  }
  const { right, payout_milliseconds, passed } = result;
  const pace = payout_milliseconds ? `, ${say("teacher.pace", { pace: paceText(payout_milliseconds) })}` : "";
  const where = `/api/school/exams/${exam}/papers/${encodeURIComponent(trainee)}/certificate`;
  return el(
    "li",
    {},
    el("b", {}, trainee),
    el("span", {}, `${say("teacher.right_of", { right, questions })}${pace}`),
    el("span", {}, passed ? say("teacher.passed") : say("teacher.not_passed")),
    passed ? el("a", { href: where, target: "_blank", rel: "noopener" }, say("teacher.certificate")) : "",
  );
}
