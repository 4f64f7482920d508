// Checks opened cards against the root of their shuffle; the form is described in docs/shuffles.md.

import { say } from "./say.js";

class Unreadable extends Error {}

const HEX = /^[0-9a-f]*$/;

/**
 * Everything in a record that does not hold; an empty list means that all of it does.
 *
 * @param {any} record
 * @param {{ root?: string, cut?: number | null }} [written] what was written down at the table
 */
export async function faults(record, { root = "", cut = null } = {}) {
  if (record === null || typeof record !== "object" || record.format !== "pitboss-openings-1")
    throw new Unreadable(say("verify.these_are_no_opened_cards_format"));
  const cards = number(record.cards, "cards");
  const at = number(record.cut, "cut");
  const shown = octets(record.root, 32, say("verify.the_root"));
  if (!Array.isArray(record.openings) || !record.openings.length) throw new Unreadable(say("verify.no_card_is_opened"));
  const wrong = [];
  // a table shows the root in groups of four
  if (root && root.replace(/\s/g, "").toLowerCase() !== hex(shown)) wrong.push(say("verify.the_root_is_not_the_one"));
  if (cut !== null && cut !== at) wrong.push(say("verify.the_cut_is_at_not_cut", { at, cut }));
  if (at > cards) wrong.push(say("verify.the_cut_at_is_outside_the", { at, cards }));
  const seen = new Set();
  for (const [index, opening] of record.openings.entries())
    wrong.push(
      ...(await faultsOfOne(opening, say("verify.opening_index", { index: index + 1 }), {
        cards,
        cut: at,
        root: hex(shown),
        seen,
      })),
    );
  return wrong;
}

/**
 * A card that is opened against the root: where it lay, what it is, and what proves it.
 *
 * @typedef {object} Opening
 * @property {unknown} slot
 * @property {unknown} position
 * @property {unknown} card
 * @property {unknown} nonce
 * @property {unknown} path
 */
/** @typedef {Iterable<number>} Bytes */

/**
 * @param {Opening | null} opening
 * @param {string} place
 * @param {{ cards: number, cut: number, root: string, seen: Set<number> }} promised
 */
async function faultsOfOne(opening, place, { cards, cut, root, seen }) {
  if (opening === null || typeof opening !== "object")
    throw new Unreadable(say("verify.place_is_not_an_object", { place }));
  const slot = number(opening.slot, `${place}: slot`);
  const position = number(opening.position, `${place}: position`);
  if (typeof opening.card !== "string" || !/^[2-9TJQKA][cdhs]$/.test(opening.card))
    throw new Unreadable(say("verify.place_card_is_not_a_card", { place }));
  const nonce = octets(opening.nonce, 16, say("verify.the_nonce_of_place", { place }));
  if (!Array.isArray(opening.path)) throw new Unreadable(say("verify.place_path_is_not_a_list", { place }));
  const path = opening.path.map((step) => octets(step, 32, say("verify.the_path_of_place", { place })));
  if (slot >= cards || position >= cards) return [say("verify.place_outside_the_cards_cards", { place, cards })];
  const wrong = [];
  if (seen.has(slot)) wrong.push(say("verify.place_slot_slot_is_opened_twice", { place, slot }));
  seen.add(slot);
  const due = (slot + cut) % cards;
  if (position !== due) wrong.push(say("verify.slot_with_the_cut_at_is", { place, slot, cut, due, position }));
  const leaf = await sha256([0], four(position), new TextEncoder().encode(opening.card), nonce);
  if ((await rootFrom(leaf, position, cards, path)) !== root)
    wrong.push(say("verify.place_card_at_position_position_was", { place, card: opening.card, position }));
  return wrong;
}

/**
 * The root that a leaf leads to; empty where the path has too few or too many steps.
 *
 * @param {Uint8Array} leaf
 * @param {number} at
 * @param {number} cards
 * @param {Uint8Array[]} path
 */
async function rootFrom(leaf, at, cards, path) {
  let node = leaf;
  const rest = [...path];
  for (let width = cards; width > 1; width = (width + 1) >> 1, at >>= 1) {
    const beside = at % 2 ? at - 1 : at + 1;
    if (beside >= width) continue; // the last of an odd number goes up unchanged
    const sibling = rest.shift();
    if (!sibling) return "";
    node = at % 2 ? await sha256([1], sibling, node) : await sha256([1], node, sibling);
  }
  return rest.length ? "" : hex(await sha256([2], four(cards), node));
}

/** @param {...Bytes} parts */
async function sha256(...parts) {
  const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** @param {number} value */
function four(value) {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

/**
 * @param {unknown} value
 * @param {string} place
 * @returns {number}
 */
function number(value, place) {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= 2 ** 31)
    throw new Unreadable(say("verify.place_is_not_a_whole_number", { place }));
  return value;
}

/**
 * @param {unknown} value
 * @param {number} size
 * @param {string} place
 */
function octets(value, size, place) {
  const digits = typeof value === "string" ? value.toLowerCase() : "";
  if (digits.length !== 2 * size || !HEX.test(digits))
    throw new Unreadable(say("verify.place_is_not_size_hex_digits", { place, size: 2 * size }));
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
