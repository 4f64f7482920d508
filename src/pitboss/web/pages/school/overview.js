// The way into the school: tables with their drills, one's level in each, and what a guest can take along.

/** @import { School, SchoolSheet } from "../api.js" */

import { byId, el } from "../dom.js";
import { ask } from "../live.js";
import { way } from "../public.js";
import { count, say } from "../say.js";
import { messageOf } from "../trouble.js";

/** @type {Record<string, string>} What is asked in each drill. */
const ABOUT = {
  pay_it: say("school.about_pay_it"),
  read_it: say("school.about_read_it"),
  next_step: say("school.about_next_step"),
  rule_it: say("school.about_rule_it"),
  find_mistake: say("school.about_find_mistake"),
  deal_a_shoe: say("school.about_deal_a_shoe"),
  fast_deal: say("school.about_fast_deal"),
  play_it: say("school.about_play_it"),
  count_it: say("school.about_count_it"),
};

/**
 * Show what is taught.
 *
 * @param {School} school
 * @param {() => unknown} again
 */
export function showOverview(school, again) {
  byId("main").replaceChildren(
    el(
      "div",
      { className: "page-head" },
      el("div", {}, el("h1", {}, say("school.dealer_school")), el("p", { className: "quiet" }, say("school.about"))),
    ),
    whose(school),
    takeAlong(school, again),
    ...school.sheets.map(sheetPart),
  );
}

/** @param {School} school */
function whose({ learner }) {
  const answers = count(learner.answered, "answer");
  const courses = el("a", { href: "/exam.html" }, say("exam.my_courses"));
  if (learner.name) return el("p", {}, say("school.learns_as", { name: learner.name, answers }), " ", courses);
  const said = learner.answered ? say("school.guest_answered", { answers }) : say("school.guest");
  return el("p", {}, said, " ", el("a", { href: "/#sign-in" }, say("school.make_an_account")));
}

/**
 * @param {School} school
 * @param {() => unknown} again
 */
function takeAlong({ learner }, again) {
  if (!learner.left_as_guest) return "";
  const trouble = el("p", { className: "form-trouble", role: "alert" });
  const button = el("button", { type: "button", className: "chief", id: "take-along" }, say("school.take_along"));
  button.addEventListener("click", async () => {
    try {
      await ask("/api/school/take-along", { method: "POST" });
      again();
    } catch (reason) {
      trouble.textContent = messageOf(reason);
    }
  });
  const said = say("school.left_as_guest", { answers: count(learner.left_as_guest, "answer") });
  return el("div", { className: "panel take-along" }, el("p", {}, said), button, trouble);
}

/** @param {SchoolSheet} taught */
function sheetPart({ sheet, title, felt, house, drills }) {
  const links = drills.map(({ drill, title: name, level, answered }) =>
    el(
      "li",
      {},
      el(
        "a",
        { href: way("school", { sheet, drill }), className: "drill-way" },
        el("b", {}, name),
        el("span", {}, ABOUT[drill] ?? ""),
        el("small", {}, answered ? say("school.level_answered", { level, answered }) : say("school.not_begun")),
      ),
    ),
  );
  return el(
    "section",
    { className: "taught", data: { felt } },
    el(
      "header",
      {},
      el("h2", {}, title),
      el("span", { className: "quiet" }, house),
      el("a", { href: way("school", { sheet, view: "map" }) }, say("school.clause_map")),
    ),
    el("ul", {}, ...links),
  );
}
