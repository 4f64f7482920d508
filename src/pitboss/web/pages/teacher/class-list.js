// The class: accuracy, speed and clauses of each trainee in a line, and what is shaky for most of them.

/** @import { CourseShown, TraineeShown } from "../api.js" */

import { el } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { paceText } from "./course-words.js";

/** @param {TraineeShown} one */
const accuracy = ({ right, answered }) =>
  answered ? say("teacher.percent", { percent: ((right * 100) / answered).toFixed(1) }) : "–";

/**
 * The day of the last answer, as one says it.
 *
 * @param {string} day
 */
export function dayText(day) {
  if (!day) return say("teacher.never");
  const then = new Date(`${day}T12:00:00Z`);
  const days = Math.round((Date.now() - then.getTime()) / 86_400_000);
  if (days <= 0) return say("teacher.today");
  if (days < 7) return then.toLocaleDateString(document.documentElement.lang, { weekday: "short" });
  return then.toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" });
}

/**
 * How many clauses somebody has shown, and how many are shaky, as a bar.
 *
 * @param {TraineeShown} one
 * @param {number} all
 */
function clausesBar({ shown, shaky }, all) {
  const bar = el("span", { className: "clauses-bar", aria: { hidden: "true" } });
  bar.style.setProperty("--shown", `${(shown * 100) / all}%`);
  bar.style.setProperty("--tried", `${((shown + shaky) * 100) / all}%`);
  return bar;
}

/**
 * The list of the class.
 *
 * @param {CourseShown} course
 * @param {string} chosen
 * @param {(name: string) => unknown} pick
 * @param {() => unknown} again
 */
export function classPart({ course, standing }, chosen, pick, again) {
  const { trainees, clauses } = standing;
  const heads = [
    say("teacher.name"),
    say("teacher.right_at_once"),
    say("teacher.payout"),
    say("teacher.clauses_shown_of", { all: clauses }),
    say("teacher.last_here"),
  ];
  const table = el(
    "table",
    { className: "class-list" },
    el("thead", {}, el("tr", {}, ...heads.map((words) => el("th", { scope: "col" }, words)))),
    el("tbody", {}, ...trainees.map((one) => line(one, clauses, one.name === chosen, pick))),
  );
  return el(
    "section",
    { className: "class-part" },
    el("h2", {}, say("teacher.class")),
    addTrainee(course, again),
    trainees.length ? table : el("p", { className: "quiet" }, say("teacher.nobody_yet")),
  );
}

/**
 * @param {TraineeShown} one
 * @param {number} all
 * @param {boolean} chosen
 * @param {(name: string) => unknown} pick
 */
function line(one, all, chosen, pick) {
  const button = el(
    "button",
    { type: "button", className: "link", aria: { pressed: String(chosen) }, on: { click: () => pick(one.name) } },
    one.name,
  );
  const said = say("teacher.shown_and_shaky", { shown: one.shown, shaky: one.shaky });
  return el(
    "tr",
    { className: chosen ? "chosen" : "", data: { trainee: one.name } },
    el("th", { scope: "row" }, button),
    el("td", { data: { head: say("teacher.right_at_once") } }, accuracy(one)),
    el("td", { data: { head: say("teacher.payout") } }, paceText(one.payout_milliseconds)),
    el(
      "td",
      { className: "clauses-of" },
      clausesBar(one, all),
      el("b", { title: said }, String(one.shown)),
      el("span", { className: "unseen" }, said),
    ),
    el("td", {}, dayText(one.last)),
  );
}

/**
 * @param {string} course
 * @param {() => unknown} again
 */
function addTrainee(course, again) {
  const name = el("input", {
    name: "trainee",
    required: true,
    maxLength: 64,
    autocomplete: "off",
    aria: { label: say("teacher.name_of_the_account") },
    placeholder: say("teacher.name_of_the_account"),
  });
  const told = el("p", { className: "form-trouble", role: "alert" });
  const form = el("form", { className: "add-trainee" }, name, el("button", {}, say("teacher.add_a_trainee")), told);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await ask(`/api/school/courses/${course}/trainees`, { method: "POST", body: { trainee: name.value } });
      again();
    } catch (reason) {
      told.textContent = messageOf(reason);
    }
  });
  return form;
}

/**
 * The clauses that several have tried and not shown, and a button that gives them as homework.
 *
 * @param {CourseShown} shown
 * @param {() => unknown} again
 */
export function shakyPart({ course, terms, standing }, again) {
  const { shaky, trainees } = standing;
  if (!shaky.length) return "";
  const told = el("p", { className: "form-trouble", role: "alert" });
  const clauses = shaky.map(({ clause }) => clause);
  const given = clauses.every((clause) => terms.homework.includes(clause));
  const give = async () => {
    try {
      const body = { ...terms, homework: clauses };
      await ask(`/api/school/courses/${course}`, { method: "PUT", body });
      again();
    } catch (reason) {
      told.textContent = messageOf(reason);
    }
  };
  return el(
    "section",
    { className: "shaky-part" },
    el("h2", {}, say("teacher.shaky_for_most")),
    el(
      "ul",
      {},
      ...shaky.map(({ clause, text, trainees: many }) =>
        el(
          "li",
          {},
          el("span", { className: "clause-id" }, clause),
          el("span", {}, text),
          el("b", {}, say("teacher.many_of", { many, all: trainees.length })),
        ),
      ),
    ),
    given
      ? el("p", { className: "quiet", id: "homework-given" }, say("teacher.homework_given"))
      : el("button", { type: "button", on: { click: give } }, say("teacher.give_as_homework")),
    told,
  );
}
