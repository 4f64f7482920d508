// A trainee's courses and exams: the list, and an exam before it begins, while it is sat, and once it is over.

/** @import { MyCourses, PaperShown } from "../api.js" */

import { byId, el } from "../dom.js";
import { ask, staffReason } from "../live.js";
import { asked, begin, showTop, trouble, way } from "../public.js";
import { count, say } from "../say.js";
import { drillName, goalText, secondsText } from "../teacher/course-words.js";
import { messageOf } from "../trouble.js";
import { Sitting } from "./sitting.js";

async function open() {
  try {
    await ask("/api/me");
    const exam = asked.get("exam");
    if (exam) await showExam(await ask(`/api/school/my/exams/${encodeURIComponent(exam)}`));
    else await showCourses();
  } catch (caught) {
    showTop("");
    byId("main").replaceChildren(trouble(staffReason(caught)));
  }
}

async function showCourses() {
  /** @type {MyCourses} */
  const { courses } = await ask("/api/school/my/courses");
  showTop(courses[0]?.terms.sheet ?? "");
  byId("main").replaceChildren(
    el("h1", {}, say("exam.my_courses")),
    courses.length ? "" : el("p", { className: "quiet" }, say("exam.no_course")),
    ...courses.map(coursePart),
  );
}

/** @param {MyCourses["courses"][0]} course */
function coursePart({ terms, teacher, exams }) {
  const { sheet, lessons, homework } = terms;
  return el(
    "section",
    { className: "my-course" },
    el("h2", {}, terms.title),
    el("p", { className: "quiet" }, say("exam.taught_by", { teacher }), " ", goalText(terms)),
    el(
      "p",
      { className: "lesson-ways" },
      ...lessons.map(({ drill, level }) =>
        el(
          "a",
          { className: "button", href: way("school", { sheet, drill, ...(level ? { level } : {}) }) },
          drillName(drill),
        ),
      ),
    ),
    homework.length
      ? el(
          "p",
          { className: "homework" },
          say("exam.homework"),
          " ",
          ...homework.map((clause) => el("a", { href: way("school", { sheet, view: "map" }) }, clause)),
        )
      : "",
    el("ul", { className: "my-exams" }, ...exams.map(examLine)),
  );
}

/** @param {MyCourses["courses"][0]["exams"][0]} exam */
function examLine({ exam, title, state, began, handed_in, result }) {
  const far = result
    ? say("teacher.right_of", { right: result.right, questions: result.questions })
    : state === "open"
      ? began && !handed_in
        ? say("exam.go_on")
        : say("exam.is_open")
      : say(state === "set" ? "exam.not_open" : "exam.is_closed");
  return el("li", {}, el("a", { href: `/exam.html?exam=${exam}` }, title), el("span", { className: "quiet" }, far));
}

/** @param {PaperShown} paper */
async function showExam(paper) {
  document.title = say("exam.title_pitboss", { title: paper.title });
  if (paper.began && !paper.handed_in) {
    await new Sitting(paper, showExam).open();
    return;
  }
  document.body.className = "public-page";
  showTop(paper.sheet);
  byId("main").replaceChildren(
    el("h1", {}, paper.title),
    paper.handed_in ? resultPart(paper) : beforePart(paper),
    paper.review ? reviewPart(paper) : "",
    el("p", {}, el("a", { href: "/exam.html" }, say("exam.my_courses"))),
  );
  document.querySelector("h1")?.focus();
}

/** @param {PaperShown} paper */
function resultPart({ result, review }) {
  if (!result) return "";
  const { right, questions, passed, payout_milliseconds: pace } = result;
  return el(
    "section",
    { className: "panel exam-result", id: "result" },
    el("p", { className: "exam-verdict" }, passed ? say("exam.you_passed") : say("exam.you_did_not_pass")),
    el("p", {}, say("teacher.right_of", { right, questions })),
    pace ? el("p", {}, say("teacher.pace", { pace: secondsText(pace) })) : "",
    el("p", { className: "quiet" }, say("exam.check", { check: result.check })),
    review ? "" : el("p", { className: "quiet" }, say("exam.told_when_closed")),
  );
}

/** @param {PaperShown} paper */
function beforePart(paper) {
  if (paper.state !== "open") return el("p", {}, say(paper.state === "set" ? "exam.not_open" : "exam.is_closed"));
  const told = el("p", { className: "form-trouble", role: "alert" });
  const start = async () => {
    try {
      await showExam(await ask(`/api/school/my/exams/${paper.exam}/begin`, { method: "POST" }));
    } catch (reason) {
      told.textContent = messageOf(reason);
    }
  };
  return el(
    "section",
    { className: "panel exam-before" },
    el("p", {}, say("exam.rules")),
    el("button", { type: "button", className: "chief", id: "begin", on: { click: start } }, say("exam.begin")),
    told,
  );
}

/** @param {PaperShown} paper */
function reviewPart(paper) {
  const list = el("ol", { className: "review" });
  for (const { number } of paper.questions) {
    const one = el("li", {}, el("b", {}, say("exam.question_of", { number, all: paper.questions.length })));
    list.append(one);
    ask(`/api/school/my/exams/${paper.exam}/questions/${number}`).then(
      (question) => one.append(...reviewed(question)),
      (reason) => one.append(el("p", { className: "quiet" }, messageOf(reason))),
    );
  }
  return el(
    "section",
    {},
    el("h2", {}, say("exam.review", { questions: count(paper.questions.length, "question") })),
    list,
  );
}

/** @param {import("../api.js").QuestionShown} question */
function reviewed({ text, parts }) {
  const judged = parts.filter((part) => part.judged);
  return [
    el("p", {}, text),
    ...judged.map(({ text: asked, judged: said }) =>
      el(
        "p",
        { className: "reviewed" },
        `${asked} `,
        el("b", {}, said?.right ? say("school.mark_right") : say("school.mark_wrong")),
        said?.right ? "" : ` ${said?.note} ${say("exam.right_is", { answer: said?.answer })} ${said?.calculation}`,
        said?.clause ? el("span", { className: "quiet" }, ` ${said.clause}: ${said.clause_text}`) : "",
      ),
    ),
  ];
}

begin(open);
