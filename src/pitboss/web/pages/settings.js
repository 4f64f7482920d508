// What a person chooses for this browser: the rhythm of the cards, sounds, and a phone's short tremble.

import { el } from "./dom.js";
import { still } from "./draw/motion.js";
import { say } from "./say.js";

const OFF_ON = { off: say("settings.off"), on: say("settings.on") };

/** What can be chosen of each setting, and how that is called. */
const CHOICES = {
  rhythm: { 600: say("settings.rhythm.calm"), 300: say("settings.rhythm.brisk"), 0: say("settings.rhythm.at_once") },
  sounds: OFF_ON,
  haptics: OFF_ON,
};
/** What nobody has chosen. */
const FIRST = { rhythm: "600", sounds: "off", haptics: "off" };
const NAMES = {
  rhythm: say("settings.rhythm"),
  sounds: say("settings.sounds"),
  haptics: say("settings.haptics"),
};

/** @typedef {keyof typeof CHOICES} Setting */

/**
 * What is chosen.
 *
 * @param {Setting} name
 */
export function setting(name) {
  const kept = localStorage.getItem(`pitboss.${name}`);
  return kept !== null && kept in CHOICES[name] ? kept : FIRST[name];
}

/** Milliseconds between two cards of the dealer; 0 where everything is shown at once. */
export const rhythm = () => (still() ? 0 : Number(setting("rhythm")));

/**
 * The settings as a form that keeps what is chosen; vibration where a device can.
 *
 * @param {HTMLElement} place
 */
export function showSettings(place) {
  const names = /** @type {Setting[]} */ (Object.keys(CHOICES)).filter((one) => one !== "haptics" || hasTouch());
  place.replaceChildren(el("h2", {}, say("settings.settings")), ...names.map(row));
}

const hasTouch = () => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** @param {Setting} name */
function row(name) {
  const options = Object.entries(CHOICES[name]).map(([value, words]) => el("option", { value }, words));
  const select = el("select", {}, ...options);
  select.value = setting(name);
  select.addEventListener("change", () => localStorage.setItem(`pitboss.${name}`, select.value));
  return el("label", { className: "setting" }, el("span", {}, NAMES[name]), select);
}
