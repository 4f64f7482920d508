// Other limits for an open table: what they are, from when on, and for whom; announced on the table's page at once.

import { el } from "../dom.js";
import { now } from "../live.js";
import { say } from "../say.js";
import { noticeWords } from "../words.js";
import { cents, choice, field, form, post } from "./forms.js";

const MINUTES = [15, 30, 60];
const MINUTE_MS = 60_000;
/** What the table answers where the house asks for a second person. */
const BY_TWO = "table_limits.two_people";

/** @param {number} amount */
const dollars = (amount) => (amount / 100).toFixed(2);

/**
 * The form, and what is announced already.
 *
 * @param {import("./types.js").Desk} desk
 * @param {string} table
 * @param {{ limits: [number, number], notice: import("../wire.js").LimitsNotice | null }} state
 */
export function limitsForm(desk, table, { limits, notice }) {
  const amount = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ value) =>
    field(name, label, { value: dollars(value), required: true, inputMode: "decimal" });
  const times = MINUTES.map((minutes) => [String(minutes), say("pit.limits.in_minutes", { minutes })]);
  const fields = [
    amount("minimum", say("pit.limits.minimum"), limits[0]),
    amount("maximum", say("pit.limits.maximum"), limits[1]),
    choice("from", say("pit.limits.from"), [["0", say("pit.limits.next_round")], ...times]),
    choice("earlier", say("pit.limits.earlier"), [
      ["change", say("pit.limits.change_too")],
      ["keep", say("pit.limits.keep_theirs")],
    ]),
    field("reason", say("shared.reason"), { required: true, maxLength: 300 }),
  ];
  const told = notice ? [el("p", { className: "called" }, noticeWords(notice))] : [];
  return [
    ...told,
    form(say("pit.limits.title"), fields, say("pit.limits.announce"), (given) => order(desk, table, given)),
  ];
}

/**
 * Announce the limits, or propose them where that takes a second person.
 *
 * @param {import("./types.js").Desk} desk
 * @param {string} table
 * @param {Record<string, string>} given
 */
async function order(desk, table, given) {
  const [minimum, maximum] = [cents(given.minimum), cents(given.maximum)];
  if (minimum === null || maximum === null) return say("shared.that_is_no_amount_in_dollars");
  const wait = Number(given.from) * MINUTE_MS;
  const when = wait ? Math.round(now() + wait) : 0;
  const keeps = given.earlier === "keep";
  const change = { minimum, maximum, at: when, keeps_earlier: keeps };
  const { reason, code } = await desk.tryOrder(table, { type: "ChangeLimits", ...change, reason: given.reason });
  if (code !== BY_TWO || !desk.may("Propose")) return reason;
  const proposal = say("pit.limits.proposal_name", { table, mark: Date.now().toString(36) });
  await post("/api/house/proposals", { proposal, change: { type: "limits", table, ...change }, reason: given.reason });
  return say("pit.limits.proposed", { proposal });
}
