// What a person chooses for this browser: the rhythm of the cards, sounds, and a phone's short tremble.

import { el } from "./dom.js";
import { still } from "./draw/motion.js";
import { say } from "./say.js";

/** What can be chosen of each setting; the first is what nobody has chosen. */
const CHOICES = {
  rhythm: ["600", "300", "0"],
  sounds: ["off", "on"],
  haptics: ["off", "on"],
};

/** @typedef {keyof typeof CHOICES} Setting */

/**
 * What is chosen.
 *
 * @param {Setting} name
 */
export function setting(name) {
  const kept = localStorage.getItem(`pitboss.${name}`);
  return kept !== null && CHOICES[name].includes(kept) ? kept : CHOICES[name][0];
}

/** Milliseconds between two cards of the dealer; 0 where everything is shown at once. */
export const rhythm = () => (still() ? 0 : Number(setting("rhythm")));

/**
 * The settings as a form that keeps what is chosen.
 *
 * @param {HTMLElement} place
 * @param {Setting[]} names
 */
export function showSettings(place, names) {
  place.replaceChildren(el("h2", {}, say("settings.settings")), ...names.map(row));
}

/** @param {Setting} name */
function row(name) {
  const select = el("select", {}, ...CHOICES[name].map((value) => option(name, value)));
  select.value = setting(name);
  select.addEventListener("change", () => localStorage.setItem(`pitboss.${name}`, select.value));
  return el("label", { className: "setting" }, el("span", {}, say(`settings.${name}`)), select);
}

/**
 * @param {Setting} name
 * @param {string} value
 */
const option = (name, value) =>
  el("option", { value }, say(/** @type {import("./say.js").Key} */ (`settings.${name}.${value}`)));
