// What somebody allows themselves: limits on time, loss and what they pay in, and an end to play by their own wish.

import { askOnce, el, given, listen } from "./dom.js";
import { ask } from "./live.js";
import { say } from "./say.js";
import { messageOf } from "./trouble.js";
import { count, money, signed } from "./words.js";

/** @typedef {import("./api.js").MyLimits} MyLimits */

const CENTS = 100;
const ON_THEIR_WAY_MS = 1000;
const DAYS = [1, 7, 30, 182, 365, 0];

/**
 * The limits by name: how each is called, in what the server counts one unit of the form, and how a figure reads.
 *
 * @type {{ name: "loss_cents" | "deposit_cents" | "session_minutes" | "reminder_minutes", label: string,
 *   size: number, words: (figure: number) => string }[]}
 */
const LIMITS = [
  { name: "loss_cents", label: say("own_limits.loss"), size: CENTS, words: money },
  { name: "deposit_cents", label: say("own_limits.deposit"), size: CENTS, words: money },
  { name: "session_minutes", label: say("own_limits.session"), size: 1, words: (figure) => lasting(figure) },
  { name: "reminder_minutes", label: say("own_limits.reminder"), size: 1, words: (figure) => lasting(figure) },
];

/** @param {number} minutes */
const lasting = (minutes) => count(minutes, "minute");

/** @param {number} at */
const moment = (at) => new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

/** Show one's limits, and how one stands against them. */
export async function openOwnLimits() {
  if (document.querySelector("dialog.own-limits")) return;
  const dialog = el("dialog", { className: "own-limits", aria: { labelledby: "own-limits-title" } });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  try {
    show(dialog, await ask("/api/my/limits"));
  } catch (trouble) {
    dialog.replaceChildren(heading(dialog), el("p", { className: "form-trouble" }, messageOf(trouble)));
  }
  dialog.showModal();
}

/** @param {HTMLDialogElement} dialog */
function heading(dialog) {
  const close = el("button", { type: "button", className: "control", on: { click: () => dialog.close() } });
  close.textContent = say("page.lobby.close");
  return el("header", {}, el("h2", { id: "own-limits-title" }, say("own_limits.title")), close);
}

/** @typedef {"limits" | "exclusion"} Part a form of the dialog */

/**
 * @param {HTMLDialogElement} dialog
 * @param {MyLimits} mine
 */
function show(dialog, mine) {
  const stands = say("own_limits.stands", {
    result: signed(mine.result_today),
    time: lasting(mine.played_minutes),
    deposited: money(mine.deposited),
  });
  /** @type {Send} */
  const send = async (part, path, method, body) => {
    try {
      show(dialog, await ask(path, { method, body: { id: crypto.randomUUID(), ...body } }));
      tell(dialog, part, say("own_limits.kept"));
    } catch (trouble) {
      tell(dialog, part, messageOf(trouble));
    }
  };
  dialog.replaceChildren(
    heading(dialog),
    el("p", {}, stands),
    el("p", { className: "form-trouble" }, mine.may_not_play),
    limitsForm(mine, send),
    exclusionForm(mine, send),
  );
}

/** @typedef {(part: Part, path: string, method: string, body: object) => Promise<void>} Send */

/**
 * Say what came of it beside the button that was pressed, which keeps the focus.
 *
 * @param {HTMLDialogElement} dialog
 * @param {Part} part
 * @param {string} words
 */
function tell(dialog, part, words) {
  const actions = dialog.querySelector(`[data-part=${part}] .form-actions`);
  (actions ?? dialog).querySelector("button")?.focus();
  const status = actions?.querySelector("[role=status]");
  if (status) status.textContent = words;
}

/** @param {HTMLButtonElement} button */
function actions(button) {
  const status = el("p", { className: "form-trouble" });
  status.setAttribute("role", "status");
  return el("div", { className: "form-actions" }, button, status);
}

/**
 * @param {MyLimits} mine
 * @param {Send} send
 */
function limitsForm(mine, send) {
  const fields = LIMITS.map(({ name, label, size, words }) => {
    const { now, later, since } = mine[name];
    const [step, value] = [String(1 / size), now ? String(now / size) : ""];
    const input = el("input", { name, type: "number", min: "0", step, value });
    const coming = later === null ? "" : later ? words(later) : say("own_limits.none");
    const told = coming && el("small", {}, say("own_limits.later", { limit: coming, time: moment(since ?? 0) }));
    return el("label", {}, el("span", {}, label), input, told);
  });
  const save = el("button", { type: "submit", className: "control strong" }, say("own_limits.save"));
  const form = el("form", { data: { part: "limits" } }, ...fields, el("p", {}, say("own_limits.how")), actions(save));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const filled = given(form);
    const wanted = LIMITS.map(({ name, size }) => [name, Math.round(Number(filled[name]) * size)]);
    send("limits", "/api/my/limits", "PUT", Object.fromEntries(wanted));
  });
  return form;
}

/**
 * @param {MyLimits} mine
 * @param {Send} send
 */
function exclusionForm(mine, send) {
  const until = mine.excluded_until;
  if (until === 0) return el("p", {}, say("own_limits.excluded_for_good"));
  const options = DAYS.map((days) =>
    el("option", { value: String(days) }, days ? count(days, "day") : say("own_limits.for_good")),
  );
  const choice = el("select", { name: "days" }, ...options);
  const button = el("button", { type: "button", className: "control" }, say("own_limits.exclude"));
  askOnce(button, () => send("exclusion", "/api/my/exclusion", "POST", { days: Number(choice.value) }));
  const told = until ? el("p", {}, say("own_limits.excluded_until", { time: moment(until) })) : "";
  const label = el("label", {}, el("span", {}, say("own_limits.exclusion")), choice);
  return el("form", { data: { part: "exclusion" } }, told, label, actions(button));
}

/**
 * Show the reminders that somebody has asked for, one at a time, until they are acknowledged; one that comes at a bad
 * time comes again. One that was on its way as the one before was acknowledged is the same once more.
 *
 * @param {import("./live.js").Live} live
 * @param {() => boolean} [mayInterrupt] not while an answer is waited for, nor before the cards that a result tells of
 */
export function showReminders(live, mayInterrupt = () => true) {
  let acknowledged = -ON_THEIR_WAY_MS;
  listen(live, "reminder", (/** @type {CustomEvent<{ minutes: number, result: number }>} */ { detail }) => {
    const again = performance.now() - acknowledged < ON_THEIR_WAY_MS;
    if (again || document.querySelector("dialog.reminder") || !mayInterrupt()) return;
    const said = say("own_limits.reminded", { time: lasting(detail.minutes), result: signed(detail.result) });
    const button = el("button", { type: "button", className: "control strong" }, say("own_limits.go_on"));
    const dialog = el(
      "dialog",
      { className: "reminder" },
      el("p", {}, said),
      el("div", { className: "form-actions" }, button),
    );
    button.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      live.acknowledge();
      acknowledged = performance.now();
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
