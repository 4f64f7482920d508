// What opens over the table: its rules as they are posted, and whether its cards are those of the shuffle.

import { el, keyed } from "./dom.js";
import { ask } from "./live.js";
import { faults } from "./openings.js";
import { wasPromised } from "./over-links.js";
import { say } from "./say.js";
import { messageOf } from "./trouble.js";

const MOST_FAULTS = 10;

/**
 * A dialog over the table, with what comes in a moment.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string} title
 * @param {() => Promise<(Node | string)[]>} work
 */
async function show(dialog, title, work) {
  if (dialog.open) return;
  const close = keyed("Escape", say("shared.close"), "", () => dialog.close(), "control");
  const shown = el("div", { className: "over-table" });
  dialog.replaceChildren(el("header", {}, el("h2", { id: "over-title" }, title), close), shown);
  dialog.showModal();
  try {
    shown.replaceChildren(...(await work()));
  } catch (trouble) {
    shown.replaceChildren(el("p", {}, messageOf(trouble)));
  }
}

/**
 * The placard of a table.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string} table
 */
export const openRules = (dialog, table) =>
  show(dialog, say("over.rules"), async () => {
    /** @type {import("./api.js").PlacardShown} */
    const { parts } = await ask(`/api/tables/${encodeURIComponent(table)}/placard`);
    return parts.flatMap(({ title, lines }) => [
      el("h3", {}, title),
      el("ul", {}, ...lines.map(({ text, clauses }) => el("li", {}, text, " ", el("small", {}, clauses.join(", "))))),
    ]);
  });

/**
 * The verdict on the last round that is over, and then what it is about.
 *
 * @param {HTMLDialogElement} dialog
 * @param {{ table: string, round: number, page: string }} about the round, and the page that checks others, too
 */
export const openFairness = (dialog, { table, round, page }) =>
  show(dialog, say("over.shuffle"), async () => {
    const more = el("a", { href: page, target: "_blank", rel: "noopener" }, say("over.check_another"));
    if (round < 1) return [el("p", {}, say("over.no_round_yet")), more];
    const record = await ask(`/api/tables/${encodeURIComponent(table)}/rounds/${round}/openings`);
    const promised = wasPromised(table, { root: record.root, round });
    const wrong = await faults(record);
    const good = !wrong.length;
    return [
      el(
        "p",
        { className: good ? "verdict good" : "verdict bad" },
        say(good ? "over.as_promised" : "over.not_as_promised"),
      ),
      el("p", {}, say("over.round_cards", { round, cards: record.openings.length, cut: record.cut })),
      el("p", {}, say(promised ? "over.root_was_shown" : "over.root_was_not_seen")),
      el("p", { className: "root" }, record.root.replace(/(.{4})/g, "$1 ").trim()),
      ...wrong.slice(0, MOST_FAULTS).map((one) => el("p", { className: "form-trouble" }, one)),
      more,
    ];
  });
