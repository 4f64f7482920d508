// Small tools for making and finding elements.

import { say } from "./say.js";

/** @typedef {Node | string | null} Child what an element holds; null and "" are left out */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @typedef {Partial<Omit<HTMLElementTagNameMap[Name], "list" | "form">> & Extras} Given
 */

/**
 * @typedef {object} Extras
 * @property {Record<string, string | number | boolean | null | undefined>} [data]
 * @property {Record<string, string | number | boolean | null | undefined>} [aria]
 * @property {Record<string, (event: any) => unknown>} [on]
 */

/**
 * An element with properties, `data` and `aria` entries, listeners under `on`, and children.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Given<Name>} [given]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function el(name, given = {}, ...children) {
  const { data = {}, aria = {}, on = {}, ...properties } = /** @type {Extras} */ (given);
  const made = Object.assign(document.createElement(name), properties);
  Object.assign(made.dataset, data);
  for (const [key, value] of Object.entries(aria)) made.setAttribute(`aria-${key}`, String(value));
  for (const [kind, heard] of Object.entries(on)) made.addEventListener(kind, heard);
  for (const child of children) if (child !== null && child !== "") made.append(child);
  return made;
}

/**
 * A sentence whose amounts stay whole: no line ends between a sign and its dollars.
 *
 * @param {string} text
 */
export function unbroken(text) {
  const parts = text.split(/([+−]\$[\d,.]*\d)/).filter(Boolean);
  return parts.map((part) => (/^[+−]\$/.test(part) ? el("span", { className: "amount" }, part) : part));
}

/**
 * The element of an id, which is of the kind that is asked for; raises where the page has no such element.
 *
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!found || (kind && !(found instanceof kind))) throw new Error(`the page has no ${id}`);
  return /** @type {Kind} */ (found);
}

/** @type {Record<string, string>} */
const KEY_NAMES = { " ": say("dom.space"), Escape: say("dom.esc"), Backspace: "⌫", ArrowLeft: "←", ArrowRight: "→" };

/**
 * A key as it stands on a control.
 *
 * @param {string} key
 */
export const keyCap = (key) =>
  el("kbd", { aria: { hidden: "true" } }, KEY_NAMES[key] ?? key.replace(/^.$/, key.toUpperCase()));

/**
 * A button that a key presses, too: its name, a note below, the key in its corner.
 *
 * @param {string} key
 * @param {Child} name
 * @param {Child | undefined} note
 * @param {(event: MouseEvent) => unknown} press
 */
export function keyed(key, name, note, press, look = "action") {
  const cap = key ? keyCap(key) : "";
  const words = el("span", { className: "words" }, el("b", {}, name), note ? el("small", {}, note) : "");
  return el("button", { type: "button", className: look, data: { key }, on: { click: press } }, words, cap);
}

const PRESSES = ["pointerdown", "keydown"];

/**
 * What asks once more before it is done: the first press says what is about to happen, the second does it. Whatever
 * else is pressed in between takes the question back.
 *
 * @param {HTMLButtonElement} button
 * @param {() => unknown} act
 */
export function askOnce(button, act) {
  const asked = el("small", { className: "asks-once" }, say("dom.press_again"));
  const takeBack = () => {
    delete button.dataset.sure;
    button.classList.remove("asks");
    asked.remove();
    for (const kind of PRESSES) removeEventListener(kind, other, true);
  };
  const other = (/** @type {Event} */ event) => {
    if (!button.isConnected || !means(event, button)) takeBack();
  };
  button.addEventListener("click", (event) => {
    event.stopImmediatePropagation();
    if (button.dataset.sure) {
      takeBack();
      return act();
    }
    button.dataset.sure = "asked";
    button.classList.add("asks");
    button.append(asked);
    for (const kind of PRESSES) addEventListener(kind, other, true);
    return undefined;
  });
  return button;
}

/**
 * Whether a press is meant for a button: by its own key, on it, or on the way to it.
 *
 * @param {Event} event
 * @param {HTMLElement} button
 */
function means(event, button) {
  if (!(event instanceof KeyboardEvent)) return event.target instanceof Node && button.contains(event.target);
  const { key, target } = event;
  if (["Shift", "Control", "Alt", "Meta", "Tab"].includes(key)) return true;
  return key === "Enter" || key === " " ? target === button : key.toLowerCase() === button.dataset.key;
}

/**
 * Hear what an element or a line of ours says: such events carry a detail.
 *
 * @param {EventTarget} target
 * @param {string} kind
 * @param {(event: CustomEvent) => unknown} heard
 */
export const listen = (target, kind, heard) =>
  target.addEventListener(kind, /** @type {EventListener} */ (/** @type {unknown} */ (heard)));

/**
 * The first element within another that a selector finds, of the kind that is asked for; raises where there is none.
 *
 * @template {Element} Kind
 * @param {ParentNode} within
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function find(within, selector, kind) {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`there is no ${selector}`);
  return found;
}

/**
 * The element within another that is drawn there alone: the length of a bar.
 *
 * @param {HTMLElement} outer
 */
export const inside = (outer) => /** @type {HTMLElement} */ (outer.firstElementChild);

/**
 * Every element that a selector finds.
 *
 * @param {ParentNode} within
 * @param {string} selector
 */
export const every = (within, selector) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

/** Take the keyboard from whoever has it. */
export function blurAll() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/**
 * What was pressed by a pointer gives the keyboard back: the next Enter is for what is due, not for the same control.
 *
 * @param {HTMLElement} inside
 * @param {string} controls
 */
export function givesKeysBack(inside, controls) {
  inside.addEventListener("click", ({ detail, target }) => {
    const pressed = detail && target instanceof Element && target.closest(controls);
    if (pressed instanceof HTMLElement) pressed.blur();
  });
}

/**
 * Whether a key is only held down: it counts once, also for the control that has the focus.
 *
 * @param {KeyboardEvent} event
 */
export function isHeld(event) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
  return event.repeat;
}

/**
 * What a form was filled in with, as texts.
 *
 * @param {EventTarget | null} form
 */
export function given(form) {
  const filled = [...new FormData(/** @type {HTMLFormElement} */ (form))];
  return /** @type {Record<string, string>} */ (Object.fromEntries(filled));
}

const filled = new WeakMap();

/**
 * Give an element new children only when what they show has changed; whoever had the focus keeps it.
 *
 * @param {HTMLElement} place
 * @param {unknown} shown
 * @param {() => Iterable<Node | string>} make
 */
export function refill(place, shown, make) {
  const mark = JSON.stringify(shown);
  if (filled.get(place) === mark) return;
  const active = document.activeElement;
  const held = active instanceof HTMLElement && place.contains(active) ? active.dataset.key : undefined;
  filled.set(place, mark);
  place.replaceChildren(...make());
  const again = held && place.querySelector(`[data-key="${CSS.escape(held)}"]`);
  if (again instanceof HTMLElement) again.focus();
}

/**
 * Whether the keyboard belongs to a field for now.
 *
 * @param {EventTarget | null} target
 */
export const typing = (target) =>
  target instanceof Element && target.matches("input:not([type=range]), textarea, select");

/**
 * What is hidden is not pressed by its key either.
 *
 * @param {HTMLElement} one
 */
const canPress = (one) => !(/** @type {any} */ (one).disabled) && one.getClientRects().length > 0;

/**
 * The control that shows this key and can be pressed.
 *
 * @param {HTMLElement} within
 * @param {string} key
 */
export function keyedBy(within, key) {
  const wanted = key.length === 1 ? key.toLowerCase() : key;
  return every(within, "[data-key]").find((one) => one.dataset.key === wanted && canPress(one));
}

/**
 * Press the control that shows this key; return whether there is one.
 *
 * @param {HTMLElement} within
 * @param {string} key
 */
export function pressKey(within, key) {
  const found = keyedBy(within, key);
  found?.click();
  return Boolean(found);
}
