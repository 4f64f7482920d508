// A figure with a minus and a plus: pressed, or by the arrow keys on the figure.

import { el } from "../dom.js";
import { say } from "../say.js";

/**
 * @typedef {object} Range
 * @property {number} value
 * @property {number} least
 * @property {number} most
 * @property {number} step
 * @property {(value: number) => string} text
 */

/**
 * A row with a name and a stepper; `value()` says where it stands.
 *
 * @param {string} name
 * @param {Range} range
 * @param {() => void} [changed]
 */
export function stepper(name, { value, least, most, step, text }, changed = () => undefined) {
  let now = value;
  const figure = el("span", {
    className: "stepper-figure",
    tabIndex: 0,
    role: "spinbutton",
    aria: { label: name, valuemin: least, valuemax: most },
  });
  const show = () => {
    figure.textContent = text(now);
    figure.setAttribute("aria-valuenow", String(now));
    figure.setAttribute("aria-valuetext", text(now));
    changed();
  };
  const move = (/** @type {number} */ by) => {
    now = Math.min(most, Math.max(least, now + by * step));
    show();
  };
  figure.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(event.shiftKey ? by * 5 : by);
  });
  const button = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) =>
    el("button", { type: "button", tabIndex: -1, aria: { label }, on: { click: () => move(by) } }, sign);
  const node = el(
    "div",
    { className: "stepper-row" },
    el("span", {}, name),
    el(
      "span",
      { className: "stepper" },
      button(-1, "−", say("teacher.less", { name })),
      figure,
      button(1, "+", say("teacher.more", { name })),
    ),
  );
  show();
  return { node, value: () => now };
}
