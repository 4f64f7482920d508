// A course is set: its title, sheet, drills with their levels, the goal, and the irregularities that come up.

/** @import { CourseShown, CourseTerms, SheetTaught } from "../api.js" */

import { el } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { gameName } from "../words.js";
import { drillName, secondsText } from "./course-words.js";
import { stepper } from "./stepper.js";

/** @param {number} level */
const levelText = (level) => (level ? String(level) : say("teacher.as_reached"));

/**
 * The form of a new course, or of one that is changed.
 *
 * @param {SheetTaught[]} sheets
 * @param {CourseShown | null} before
 * @param {(course: string) => unknown} done
 */
export function courseForm(sheets, before, done) {
  const title = el("input", { name: "title", required: true, maxLength: 80, value: before?.terms.title ?? "" });
  const sheet = el("select", { name: "sheet", disabled: before !== null });
  for (const one of sheets)
    sheet.append(new Option(gameName(one.sheet, one.title), one.sheet, false, one.sheet === before?.terms.sheet));
  const about = el("div", { className: "course-about" });
  let parts = aboutSheet(sheets, sheet.value, before?.terms ?? null);
  const show = () => about.replaceChildren(...parts.nodes);
  sheet.addEventListener("change", () => {
    parts = aboutSheet(sheets, sheet.value, null);
    show();
  });
  show();
  const told = el("p", { className: "form-trouble", role: "alert" });
  const form = el(
    "form",
    { className: "course-form" },
    el("label", {}, el("span", {}, say("teacher.title")), title),
    el("label", {}, el("span", {}, say("teacher.sheet")), sheet),
    about,
    el("button", { className: "chief" }, before ? say("teacher.save_course") : say("teacher.begin_course")),
    told,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = { title: title.value, sheet: sheet.value, homework: before?.terms.homework ?? [], ...parts.terms() };
    try {
      const where = before ? `/api/school/courses/${before.course}` : "/api/school/courses";
      const { course } = await ask(where, { method: before ? "PUT" : "POST", body });
      await done(course);
    } catch (reason) {
      told.textContent = messageOf(reason);
    }
  });
  return form;
}

/**
 * What is chosen for a sheet: drills, goal, irregularities.
 *
 * @param {SheetTaught[]} sheets
 * @param {string} name
 * @param {CourseTerms | null} terms
 */
function aboutSheet(sheets, name, terms) {
  const taught = sheets.find(({ sheet }) => sheet === name) ?? sheets[0];
  const lessons = taught.drills.map((drill) => lesson(drill, terms));
  const right = stepper(say("teacher.goal_right"), {
    value: terms?.right ?? 95,
    least: 0,
    most: 100,
    step: 1,
    text: (value) => say("teacher.percent", { percent: value }),
  });
  const payout = stepper(say("teacher.goal_payout"), {
    value: terms?.payout_milliseconds ?? 5000,
    least: 0,
    most: 60_000,
    step: 500,
    text: (value) => (value ? secondsText(value) : say("teacher.no_matter")),
  });
  const chosen = new Set(terms?.irregularities ?? []);
  const boxes = taught.irregularities.map(({ kind, text }) => {
    const box = el("input", { type: "checkbox", value: kind, checked: chosen.has(kind) });
    return { box, node: el("label", { className: "check" }, box, text) };
  });
  const nodes = [
    el("fieldset", {}, el("legend", {}, say("teacher.drills")), ...lessons.map(({ node }) => node)),
    el("fieldset", {}, el("legend", {}, say("teacher.goal_of")), right.node, payout.node),
    el(
      "details",
      {},
      el("summary", {}, say("teacher.irregularities")),
      el("p", { className: "quiet" }, say("teacher.all_where_none")),
      ...boxes.map(({ node }) => node),
    ),
  ];
  return {
    nodes,
    terms: () => ({
      lessons: lessons.flatMap(({ terms: one }) => one()),
      right: right.value(),
      payout_milliseconds: payout.value(),
      irregularities: boxes.filter(({ box }) => box.checked).map(({ box }) => box.value),
    }),
  };
}

/**
 * @param {string} drill
 * @param {CourseTerms | null} terms
 */
function lesson(drill, terms) {
  const set = terms?.lessons.find((one) => one.drill === drill);
  const box = el("input", { type: "checkbox", checked: !terms || set !== undefined });
  const level = stepper(say("teacher.level_of", { drill: drillName(drill) }), {
    value: set?.level ?? 0,
    least: 0,
    most: 5,
    step: 1,
    text: levelText,
  });
  return {
    node: el("div", { className: "lesson" }, el("label", { className: "check" }, box, drillName(drill)), level.node),
    terms: () => (box.checked ? [{ drill, level: level.value() }] : []),
  };
}
