// The teacher's page: a course with its class, one trainee clause by clause, and its exams.

/** @import { CourseShown, CoursesShown } from "../api.js" */

import { byId, el } from "../dom.js";
import { ask, staffReason } from "../live.js";
import { asked, begin, showTop, trouble } from "../public.js";
import { count, say } from "../say.js";
import { sheets } from "../sheets.js";
import { gameName } from "../words.js";
import { classPart, shakyPart } from "./class-list.js";
import { courseForm } from "./course-form.js";
import { goalText } from "./course-words.js";
import { examsPart } from "./exams.js";
import { traineePart } from "./trainee.js";

/** What the page is about now. */
const now = { course: asked.get("course") ?? "", trainee: asked.get("trainee") ?? "" };

async function open() {
  try {
    await Promise.all([ask("/api/me"), sheets()]);
    await show();
  } catch (caught) {
    showTop("");
    byId("main").replaceChildren(trouble(staffReason(caught)));
  }
}

/** Show the course anew, with what is chosen. */
async function show() {
  /** @type {CoursesShown} */
  const all = await ask("/api/school/courses");
  const chosen = all.courses.find(({ course }) => course === now.course) ?? all.courses.at(-1);
  showTop(chosen?.sheet ?? all.sheets[0].sheet);
  if (!chosen) {
    byId("main").replaceChildren(el("h1", {}, say("teacher.no_course_yet")), courseForm(all.sheets, null, choose));
    return;
  }
  now.course = chosen.course;
  /** @type {CourseShown} */
  const course = await ask(`/api/school/courses/${chosen.course}`);
  const names = course.standing.trainees.map(({ name }) => name);
  if (!names.includes(now.trainee)) now.trainee = names[0] ?? "";
  keepAddress();
  byId("main").replaceChildren(
    head(all, course),
    el(
      "div",
      { className: "teaching" },
      el("div", { className: "teaching-class" }, classPart(course, now.trainee, pick, show), shakyPart(course, show)),
      el("div", { className: "teaching-one" }, await traineePart(course, now.trainee), await examsPart(course, show)),
    ),
  );
}

/** @param {string} course */
function choose(course) {
  now.course = course;
  return show();
}

/** @param {string} trainee */
async function pick(trainee) {
  now.trainee = trainee;
  await show();
  document
    .querySelector(`[data-trainee="${CSS.escape(trainee)}"]`)
    ?.querySelector("button")
    ?.focus();
}

function keepAddress() {
  const query = new URLSearchParams({ course: now.course, ...(now.trainee ? { trainee: now.trainee } : {}) });
  history.replaceState(null, "", `?${query}`);
}

/**
 * What the class is called, its goal, and the way to other courses.
 *
 * @param {CoursesShown} all
 * @param {CourseShown} course
 */
function head(all, course) {
  const { terms, sheet_title, standing } = course;
  const select = el("select");
  select.addEventListener("change", () => choose(select.value));
  for (const one of all.courses) select.append(new Option(one.title, one.course, false, one.course === course.course));
  const form = el("div", { hidden: true, className: "panel" });
  const opens = (/** @type {CourseShown | null} */ which) => {
    form.replaceChildren(courseForm(all.sheets, which, choose));
    form.hidden = false;
    form.querySelector("input")?.focus();
  };
  return el(
    "div",
    { className: "course-head" },
    el(
      "div",
      {},
      el("h1", {}, `${terms.title}, ${gameName(terms.sheet, sheet_title)}`),
      el("p", { className: "quiet" }, `${count(standing.trainees.length, "trainee")}. ${goalText(terms)}`),
    ),
    el(
      "div",
      { className: "course-ways" },
      all.courses.length > 1 ? el("label", { className: "picker" }, el("span", {}, say("teacher.course")), select) : "",
      el("button", { type: "button", on: { click: () => opens(course) } }, say("teacher.change_course")),
      el("button", { type: "button", on: { click: () => opens(null) } }, say("teacher.new_course")),
    ),
    form,
  );
}

begin(open);
