// The name of a wager as it is lettered in its place: in lines that fit, as large as the place allows.

import { letter, measure } from "./line-face.js";
import { el, lying, short } from "./svg.js";

const SMALLEST = 6.3;
const MOST_LINES = 3;
const LONGEST_WORD = 9;
const LEADING = 1.4;

/** @typedef {{ text: string, glue: string }} Part a part of a name, and what stands before it within a line */

/**
 * The parts between which a name may be broken: its words, without those that are written small, as in Match the
 * Dealer.
 *
 * @param {string} title
 * @returns {Part[]}
 */
function partsOf(title) {
  const words = title.split(/\s+/).filter(Boolean);
  const large = words.filter((word) => word.toLowerCase() === word.toUpperCase() || !/^\p{Ll}/u.test(word));
  return (large.length ? large : words).flatMap((word) =>
    pieces(word).map((text, i) => ({ text, glue: i ? "" : " " })),
  );
}

/**
 * A word where it may be broken: before a capital within it, as in TriLux; a long one near its middle.
 *
 * @param {string} word
 * @returns {string[]}
 */
function pieces(word) {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  return parts.length === 1 && word.length > LONGEST_WORD ? halves(word) : parts;
}

/**
 * A long word in two, between two consonants where it has such a place near its middle.
 *
 * @param {string} word
 */
function halves(word) {
  const consonant = (/** @type {number} */ at) => !/[aeiouy]/i.test(word[at]);
  const inner = Array.from({ length: word.length - 5 }, (_, i) => i + 3);
  const apart = inner.filter((at) => consonant(at - 1) && consonant(at));
  const middle = (/** @type {number} */ at) => Math.abs(at - word.length / 2);
  const at = (apart.length ? apart : inner).reduce((best, one) => (middle(one) < middle(best) ? one : best));
  return [`${word.slice(0, at)}-`, word.slice(at)];
}

/**
 * All ways to set parts in a few lines.
 *
 * @param {Part[]} parts
 * @returns {string[][]}
 */
function settings(parts, lines = MOST_LINES) {
  const whole = parts.map(({ text, glue }, i) => (i ? glue : "") + text).join("");
  const one = [whole.replace(/-(?=\S)/, "").toUpperCase()];
  if (lines === 1 || parts.length === 1) return [one];
  const broken = parts.slice(1).flatMap((_, i) => {
    const first = parts.slice(0, i + 1).map(({ text, glue }, n) => (n ? glue : "") + text);
    return settings(parts.slice(i + 1), lines - 1).map((rest) => [first.join("").toUpperCase(), ...rest]);
  });
  return [one, ...broken];
}

/** @type {Map<string, string[][]>} */
const known = new Map();

/** @param {string} title */
function settingsOf(title) {
  const found = known.get(title) ?? settings(partsOf(title));
  known.set(title, found);
  return found;
}

/** @param {number} scale */
const tracking = (scale) => (scale < 1 ? 0.12 : 0.19);

/**
 * How large lines can be in a circle, in the table's units: the middle ones have more room than those at its edge.
 *
 * @param {string[]} lines
 * @param {number} r
 * @param {number} scale
 */
function capOf(lines, r, scale) {
  const edge = lines.length === 1 ? 1.5 : lines.length > 2 ? 1.3 : scale < 1 ? 1.74 : 1.66;
  const caps = lines.map((line, i) => {
    const middle = lines.length > 2 && i > 0 && i < lines.length - 1;
    return ((middle ? 1.8 : edge) * r) / measure(line, tracking(scale));
  });
  return Math.min(...caps, lines.length > 2 ? (1.62 * r) / (LEADING * lines.length) : Infinity);
}

/**
 * The lines in which a name is largest, and their size.
 *
 * @param {string} title
 * @param {number} r
 * @param {number} scale
 * @param {number} most
 */
function setIn(title, r, scale, most) {
  const sized = settingsOf(title).map((lines) => ({ lines, cap: Math.min(most, capOf(lines, r, scale)) }));
  return sized.reduce((best, one) => (one.cap > best.cap ? one : best));
}

/**
 * Whether all of these places can be lettered legibly.
 *
 * @param {{ title: string, r: number }[]} places with radii in the table's units
 * @param {number} scale
 */
export const legible = (places, scale) =>
  places.every(({ title, r }) => setIn(title, r, scale, 99).cap * scale >= SMALLEST - 0.3);

/**
 * What stands for a name where its words would be too small: the first letter of each part, and whole numbers.
 *
 * @param {string} title
 */
const initials = (title) =>
  partsOf(title)
    .map(({ text }) => text.match(/^\d+/)?.[0] ?? text[0])
    .join("");

/**
 * A place's words, as large as its shape allows; `short` where only initials can be read.
 *
 * @param {string} title
 * @param {number} r
 * @param {number} scale
 * @param {{ most?: number, short?: boolean }} [look]
 */
export function placeWords(title, r, scale, { most = 9.5, short = false } = {}) {
  const { lines, cap } = setIn(short ? initials(title) : title, r, scale, short ? most / Math.min(1, scale) : most);
  const group = el("g", { class: "word" });
  lines.forEach((line, i) => {
    const y = (i - (lines.length - 1) / 2) * cap * LEADING + cap / 2;
    const words = letter(line, { cap, tracking: tracking(scale), anchor: "middle", stroke: 12 });
    group.append(el("g", { transform: lying(0, y) }, words));
  });
  return group;
}

/**
 * A name beside its place, in one line or two, smaller where it is long.
 *
 * @param {string} title
 * @param {number} room
 * @param {number} cap
 */
export function besideWords(title, room, cap) {
  const wide = (/** @type {string[]} */ lines) => Math.max(...lines.map((line) => measure(line, 0.28)));
  const [whole, ...broken] = settingsOf(title).filter((lines) => lines.length < 3);
  const narrowest = broken.reduce((best, one) => (wide(one) < wide(best) ? one : best), whole);
  const fits = wide(whole) * cap <= room ? whole : narrowest;
  const size = Math.min(cap, room / wide(fits));
  const group = el("g", { class: "word" });
  fits.forEach((line, i) => {
    const y = (i - (fits.length - 1) / 2) * size * 1.6 + size / 2;
    group.append(el("g", { transform: lying(0, y) }, letter(line, { cap: size, tracking: 0.28, stroke: 12 })));
  });
  return group;
}
