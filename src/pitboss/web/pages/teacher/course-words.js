// What teachers and trainees read of a course: the names of its drills, its goal, and times.

/** @import { CourseTerms } from "../api.js" */

import { say } from "../say.js";

/** @type {Record<string, string>} */
const DRILLS = {
  pay_it: say("drill.pay_it"),
  read_it: say("drill.read_it"),
  next_step: say("drill.next_step"),
  rule_it: say("drill.rule_it"),
  find_mistake: say("drill.find_mistake"),
  deal_a_shoe: say("drill.deal_a_shoe"),
  fast_deal: say("drill.fast_deal"),
  play_it: say("drill.play_it"),
  count_it: say("drill.count_it"),
};

/** @param {string} drill */
export const drillName = (drill) => DRILLS[drill] ?? drill.replaceAll("_", " ");

/** @param {number} ms */
export const secondsText = (ms) => say("teacher.seconds", { seconds: (ms / 1000).toFixed(1) });

/** @param {number} ms */
export const paceText = (ms) => (ms ? secondsText(ms) : "–");

/** @param {CourseTerms} terms */
export const goalText = ({ right, payout_milliseconds: ms }) =>
  ms ? say("teacher.goal_with_speed", { right, seconds: (ms / 1000).toFixed(1) }) : say("teacher.goal", { right });
