// What no single visit shows, and who has looked at ratings.

import { el } from "../dom.js";
import { ask } from "../live.js";
import { clockTime, grid } from "../pit/forms.js";
import { say } from "../say.js";
import { messageOf } from "../trouble.js";
import { ratioText } from "./figure-words.js";

/** @typedef {import("../api.js").FindingTold} FindingTold */
/** @typedef {import("../api.js").LookTold} LookTold */
/** @typedef {import("../dom.js").Child} Child */

/** What a look was at, by the word of the log. */
const WHAT = {
  list: say("ratings.looked_at_the_list"),
  visit: say("ratings.looked_at_a_visit"),
  export: say("ratings.took_a_file"),
};

/**
 * The findings of a gaming day.
 *
 * @param {FindingTold[]} found
 */
export function findingsPart(found) {
  return el(
    "section",
    { className: "rating-findings" },
    el("h2", {}, say("ratings.findings")),
    found.length ? el("ul", {}, ...found.map(finding)) : el("p", { className: "quiet" }, say("ratings.no_findings")),
    el("p", { className: "quiet" }, say("ratings.findings_note")),
  );
}

/** @param {FindingTold} one */
function finding({ table, visits, ratio, crossed, said }) {
  const ways = visits.map((id, at) =>
    el(
      "a",
      { href: `#${id}`, className: "control" },
      say("ratings.open_visit", { number: visits.length > 1 ? at + 1 : "" }),
    ),
  );
  const round = crossed === null ? "" : replayLink(table, crossed);
  return el(
    "li",
    {},
    el("p", {}, said, " ", el("strong", {}, ratioText(ratio))),
    el("p", { className: "rating-ways" }, ...ways, round),
  );
}

/** @param {string} table @param {number} number */
const replayLink = (table, number) =>
  el(
    "a",
    {
      href: `/eye.html?table=${table}&round=${number}`,
      className: "control",
      aria: { label: say("ratings.replay_round", { number }) },
    },
    say("ratings.replay"),
  );

/**
 * Who has looked, asked for once it is opened.
 *
 * @param {string} visit the visit that was looked at, or "" for all of them
 */
export function looksPart(visit = "") {
  const place = el("div", {});
  const part = el("details", { className: "rating-looks" }, el("summary", {}, say("ratings.who_has_looked")), place);
  part.addEventListener("toggle", async () => {
    if (!part.open || place.childElementCount) return;
    place.replaceChildren(await looks(visit));
  });
  return part;
}

/** @param {string} visit */
async function looks(visit) {
  try {
    /** @type {LookTold[]} */
    const found = await ask(`/api/ratings/looks?visit=${encodeURIComponent(visit)}`);
    const heads = [
      say("ratings.looked_when"),
      say("ratings.looked_who"),
      say("shared.role"),
      say("ratings.looked_at_what"),
    ];
    const rows = found.map((one) => [
      clockTime(one.at),
      one.by,
      one.role.replaceAll("_", " "),
      visit ? WHAT[one.what] : el("span", {}, WHAT[one.what], " ", one.visit || one.day),
    ]);
    return grid(heads, rows, say("ratings.nobody_looked"));
  } catch (trouble) {
    return el("p", { className: "form-trouble" }, messageOf(trouble));
  }
}
