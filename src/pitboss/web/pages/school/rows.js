// The list of a question: a row for each part, opened below itself where something is to be told.

/** @import { PartJudged, PartShown, QuestionShown } from "../api.js" */

import { el } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { way } from "../public.js";
import { say } from "../say.js";
import { money, sentence, signed } from "../words.js";
import { drawMark, markOf } from "./marks.js";
import { settledCents } from "./question-felt.js";

/** @type {Record<string, string>} What was done with a wager. */
const DONE = { pay: say("school.done_pay"), take: say("school.done_take"), push: say("school.done_push") };

/** @param {number} ms */
export const seconds = (ms) => say("school.seconds", { seconds: (ms / 1000).toFixed(1) });

/**
 * What a part is called in the list.
 *
 * @param {PartShown} part
 * @param {QuestionShown} question
 */
export function partName(part, question) {
  if (part.kind === "chips") return say("school.chips_for_it");
  if (part.kind === "step" && part.given.length) return sentence(part.given.join(" "));
  if (!part.wager) return sentence(part.text);
  const laid = question.layout.wagers.find(
    ({ spot, hand, wager }) => spot === part.spot && hand === part.hand && wager === part.wager,
  );
  const title = sentence(laid?.title ?? part.wager);
  const split = question.layout.hands.filter(({ spot }) => spot === part.spot).length > 1 && part.kind === "settle";
  const key = split ? "school.wager_of_hand" : "school.wager_of_spot";
  return say(key, { n: part.spot, hand: part.hand + 1, wager: title, stake: money(part.stake) });
}

/**
 * One part of the list; rows that were judged wrong are open.
 *
 * @param {PartShown} part
 * @param {QuestionShown} question
 */
export function rowOf(part, question) {
  const { judged } = part;
  const told = judged && (!judged.right || tellsRight(question));
  return el(
    "li",
    { className: `part part-${part.state}`, data: { part: part.id, mark: markOf(part) } },
    el(
      "div",
      { className: "part-line" },
      drawMark(markOf(part)),
      el("span", { className: "part-name" }, el("b", {}, partName(part, question)), el("small", {}, noteOf(part))),
      figuresOf(part),
    ),
    judged && part.options.length ? optionsOf(part) : "",
    told ? explained(judged, question, part.options.length > 0) : "",
  );
}

/**
 * The options after the answer: what was chosen has its mark, and what is right the look of an action.
 *
 * @param {PartShown} part
 */
function optionsOf({ options, given, right, kind }) {
  const placed = (/** @type {string} */ id) => (kind === "order" ? `${right.indexOf(id) + 1} ` : "");
  const inTurn = kind === "order" ? [...options].sort((a, b) => right.indexOf(a.id) - right.indexOf(b.id)) : options;
  const items = inTurn.map(({ id, text }) => {
    const [chosen, holds] = [given.includes(id), right.includes(id)];
    const fits = kind === "order" ? given.indexOf(id) === right.indexOf(id) : holds;
    const look = kind === "order" ? "plain" : holds ? "holds" : chosen ? "chosen" : "other";
    const mark = chosen ? drawMark(fits ? "right" : "wrong") : "";
    return el("li", { className: `option ${look}` }, mark, placed(id) + sentence(text));
  });
  return el("ul", { className: kind === "order" ? "options rows" : "options" }, ...items);
}

/**
 * Where a single thing is asked, what is behind a right answer is told, too.
 *
 * @param {QuestionShown} question
 */
const tellsRight = (question) => !question.parts.some(({ kind }) => kind === "settle");

/** @param {PartShown} part */
function noteOf({ state, judged, milliseconds, hint, kind, right }) {
  if (state === "waiting") return "";
  if (!judged) return hint ? say("school.hint_is", { hint }) : "";
  if (!judged.right) return kind === "choice" ? say("school.wrong_in", { time: seconds(milliseconds) }) : judged.note;
  const done = (kind === "settle" && DONE[right[0]]) || say("school.right");
  const line = [done, judged.value && kind === "settle" ? judged.value : "", seconds(milliseconds)];
  return [...line.filter(Boolean), hint ? say("school.practised") : ""].filter(Boolean).join(" · ");
}

/**
 * What was keyed, and what is right beside it.
 *
 * @param {PartShown} part
 */
function figuresOf(part) {
  const { judged, kind, given, right, stake } = part;
  if (!judged || kind !== "settle") return "";
  const due = settledFigure(right, stake);
  if (judged.right) return el("span", { className: "part-figures" }, due);
  const said = given.length && /^(pay|take|push)$/.test(given[0]) ? settledFigure(given, stake) : "";
  return el("span", { className: "part-figures" }, said ? el("s", {}, said) : "", due);
}

/**
 * @param {string[]} given
 * @param {number} stake
 */
function settledFigure(given, stake) {
  const cents = settledCents(given, stake);
  return lineText(cents ? signed(cents) : money(0), { cap: 14 });
}

/**
 * Why: the clauses, the value, the line of the calculation, and what is right in words.
 *
 * @param {PartJudged} judged
 * @param {QuestionShown} question
 * @param {boolean} seen whether the right answer stands above already
 */
function explained(judged, question, seen) {
  const { answer, right, clause, clause_text: text, calculation, value, why } = judged;
  const isNew = (/** @type {string} */ words) => words && !calculation.includes(words) && words !== answer;
  return el(
    "div",
    { className: "explained" },
    right || seen ? "" : el("p", { className: "right-answer" }, say("school.right_is", { answer })),
    clause
      ? el(
          "p",
          { className: "clause-line" },
          el("a", { href: `${way("rules", { sheet: question.sheet })}`, target: "_blank", rel: "noopener" }, clause),
          el("span", {}, text),
        )
      : "",
    isNew(value) ? el("p", { className: "quiet" }, say("school.value_is", { value })) : "",
    isNew(why) ? el("p", { className: "quiet" }, sentence(why)) : "",
    calculation ? el("p", { className: "calculation" }, calculation.replace(/(^|[\s(])-(?=[\d$])/g, "$1−")) : "",
  );
}
