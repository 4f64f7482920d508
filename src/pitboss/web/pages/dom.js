// Small tools for making and finding elements.

/** An element with properties, `data` and `aria` entries, listeners under `on`, and children. */
export function el(name, { data = {}, aria = {}, on = {}, ...given } = {}, ...children) {
  const made = Object.assign(document.createElement(name), given);
  Object.assign(made.dataset, data);
  for (const [key, value] of Object.entries(aria)) made.setAttribute(`aria-${key}`, value);
  for (const [kind, heard] of Object.entries(on)) made.addEventListener(kind, heard);
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

/** A sentence whose amounts stay whole: no line ends between a sign and its dollars. */
export function unbroken(text) {
  const parts = text.split(/([+−]\$[\d,.]*\d)/).filter(Boolean);
  return parts.map((part) => (/^[+−]\$/.test(part) ? el("span", { className: "amount" }, part) : part));
}

/** The element of an id. */
export const byId = (id) => document.getElementById(id);

const KEY_NAMES = { " ": "Space", Escape: "Esc", Backspace: "⌫", ArrowLeft: "←", ArrowRight: "→" };

/** A key as it stands on a control. */
const keyCap = (key) =>
  el("kbd", { aria: { hidden: "true" } }, KEY_NAMES[key] ?? key.replace(/^.$/, key.toUpperCase()));

/** A button that a key presses, too: its name, a note below, the key in its corner. */
export function keyed(key, name, note, press, look = "action") {
  const cap = key ? keyCap(key) : "";
  const words = el("span", { className: "words" }, el("b", {}, name), note ? el("small", {}, note) : "");
  return el("button", { type: "button", className: look, data: { key }, on: { click: press } }, words, cap);
}

const filled = new WeakMap();

/** Give an element new children only when what they show has changed; whoever had the focus keeps it. */
export function refill(place, shown, make) {
  const mark = JSON.stringify(shown);
  if (filled.get(place) === mark) return;
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  filled.set(place, mark);
  place.replaceChildren(...make());
  if (held) place.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
}

/** Whether the keyboard belongs to a field for now. */
export const typing = (target) => target.matches?.("input:not([type=range]), textarea, select");

/** What is hidden is not pressed by its key either. */
const canPress = (one) => !one.disabled && one.getClientRects().length > 0;

/** Press the control that shows this key, if there is one. */
export function pressKey(within, key) {
  const wanted = key.length === 1 ? key.toLowerCase() : key;
  const found = [...within.querySelectorAll("[data-key]")].find((one) => one.dataset.key === wanted && canPress(one));
  found?.click();
  return Boolean(found);
}
