// Results: each wager with its amount, and the clause behind it on hover or tap; the running balance.

import { el } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { ask } from "./live.js";
import { say } from "./say.js";
import { money, signed } from "./words.js";

/** @type {Map<string, Promise<string>>} */
const read = new Map();

/**
 * What a clause says, asked for once.
 *
 * @param {string} id
 */
function clauseText(id) {
  const known =
    read.get(id) ??
    ask(`/api/clauses/${id}`).then(
      (found) => found.text,
      (trouble) => trouble.message,
    );
  read.set(id, known);
  return known;
}

const slip = el("div", { className: "clause-slip", id: "clause-slip", role: "tooltip", hidden: true });
document.body.append(slip);

/** @type {import("./wire.js").HouseRule[]} */
let ownRules = [];

/**
 * Know the house's own rules of a table, which are told with the clauses that they take the place of.
 *
 * @param {import("./wire.js").HouseRule[]} rules
 */
export function postOwnRules(rules) {
  ownRules = rules;
}

/** @typedef {{ wager: string, line: string }} PaidBy the pay line that a wager was settled by, empty for none */

/**
 * Show a clause beside a point of the page, within the window, and where the house has a rule of its own instead.
 *
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {PaidBy} [by]
 */
export async function showClause(id, x, y, by) {
  const said = el("span", {}, "…");
  const paidBy = (/** @type {import("./wire.js").HouseRule} */ rule) =>
    rule.wager === by?.wager && rule.line === by.line;
  const own = ownRules.filter((rule) => (by?.line ? paidBy(rule) : rule.clauses.includes(id)));
  const told = own.map(({ text }) => el("span", { className: "own-rule" }, say("results.own_rule", { text })));
  showSlip([el("b", {}, id), said, ...told], x, y);
  said.textContent = await clauseText(id);
  if (said.isConnected) putSlip(x, y);
}

/**
 * Show something beside a point of the page, within the window.
 *
 * @param {(Node | string)[]} shown
 * @param {number} x
 * @param {number} y
 * @param {{ below?: boolean }} [where]
 */
export function showSlip(shown, x, y, { below = false } = {}) {
  slip.replaceChildren(...shown);
  slip.hidden = false;
  putSlip(x, y, below);
}

/**
 * @param {number} x
 * @param {number} y
 */
function putSlip(x, y, below = false) {
  const { width, height } = slip.getBoundingClientRect();
  slip.style.left = `${Math.max(8, Math.min(x - width / 2, innerWidth - width - 8))}px`;
  slip.style.top = `${!below && y - height - 12 > 8 ? y - height - 12 : y + 16}px`;
}

/** Put the clause away. */
export function hideClause() {
  slip.hidden = true;
}

/**
 * @param {HTMLElement} button
 * @param {Result} result
 */
function showBeside(button, result) {
  const place = button.getBoundingClientRect();
  showClause(result.clause, place.left + place.width / 2, place.top, result);
}

/** @typedef {PaidBy & { result: string, name: string, text: string, cents: number, clause: string }} Result */

/**
 * One wager's result as a control: hover, focus or tap tells its clause.
 *
 * @param {Result} result
 */
function resultButton(result) {
  const amount = result.result === "push" || result.result === "void" ? money(0) : signed(result.cents);
  const button = el(
    "button",
    { type: "button", className: "result", aria: { describedby: "clause-slip" } },
    el("span", {}, result.name, el("small", {}, ` ${result.text}`)),
    lineText(amount, { cap: 12 }),
  );
  if (!result.clause) return button;
  const show = () => showBeside(button, result);
  for (const kind of ["mouseenter", "focus", "click"]) button.addEventListener(kind, show);
  for (const kind of ["mouseleave", "blur"]) button.addEventListener(kind, hideClause);
  return button;
}

/** The results of a round, one line for every wager. */
export class Results extends HTMLElement {
  /** @param {Result[]} results */
  set results(results) {
    this.replaceChildren(...results.map(resultButton));
  }
}

customElements.define("pit-results", Results);

/**
 * The running balance in the line face; it is only drawn anew when it has moved.
 *
 * @param {HTMLElement} place
 * @param {number} cents
 */
export function showBalance(place, cents) {
  if (place.dataset.cents === String(cents)) return;
  place.dataset.cents = String(cents);
  const text = money(cents);
  place.replaceChildren(lineText(text, { cap: 17, label: say("results.play_chips_text", { text }) }));
}
