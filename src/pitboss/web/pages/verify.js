// @ts-nocheck
// Checks opened cards against the root of their shuffle; the form is described in docs/shuffles.md.

class Unreadable extends Error {}

const HEX = /^[0-9a-f]*$/;

/** Everything in a record that does not hold; an empty list means that all of it does. */
export async function faults(record, { root = "", cut = null } = {}) {
  if (record === null || typeof record !== "object" || record.format !== "pitboss-openings-1")
    throw new Unreadable("these are no opened cards: “format” is not “pitboss-openings-1”");
  const cards = number(record.cards, "cards");
  const at = number(record.cut, "cut");
  const shown = octets(record.root, 32, "the root");
  if (!Array.isArray(record.openings) || !record.openings.length) throw new Unreadable("no card is opened");
  const wrong = [];
  // a table shows the root in groups of four
  if (root && root.replace(/\s/g, "").toLowerCase() !== hex(shown))
    wrong.push("the root is not the one that you wrote down");
  if (cut !== null && cut !== at) wrong.push(`the cut is ${at}, not ${cut}`);
  if (at > cards) wrong.push(`the cut ${at} is outside the ${cards} cards`);
  const seen = new Set();
  for (const [index, opening] of record.openings.entries())
    wrong.push(...(await faultsOfOne(opening, `opening ${index + 1}`, { cards, cut: at, root: hex(shown), seen })));
  return wrong;
}

async function faultsOfOne(opening, place, { cards, cut, root, seen }) {
  if (opening === null || typeof opening !== "object") throw new Unreadable(`${place} is not an object`);
  const slot = number(opening.slot, `${place}: slot`);
  const position = number(opening.position, `${place}: position`);
  if (typeof opening.card !== "string" || !/^[2-9TJQKA][cdhs]$/.test(opening.card))
    throw new Unreadable(`${place}: “card” is not a card such as As`);
  const nonce = octets(opening.nonce, 16, `the nonce of ${place}`);
  if (!Array.isArray(opening.path)) throw new Unreadable(`${place}: “path” is not a list`);
  const path = opening.path.map((step) => octets(step, 32, `the path of ${place}`));
  if (slot >= cards || position >= cards) return [`${place}: outside the ${cards} cards`];
  const wrong = [];
  if (seen.has(slot)) wrong.push(`${place}: slot ${slot} is opened twice`);
  seen.add(slot);
  const due = (slot + cut) % cards;
  if (position !== due) wrong.push(`${place}: slot ${slot} with the cut at ${cut} is position ${due}, not ${position}`);
  const leaf = await sha256([0], four(position), new TextEncoder().encode(opening.card), nonce);
  if ((await rootFrom(leaf, position, cards, path)) !== root)
    wrong.push(`${place}: ${opening.card} at position ${position} was not promised under this root`);
  return wrong;
}

/** The root that a leaf leads to; empty where the path has too few or too many steps. */
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

async function sha256(...parts) {
  const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

function four(value) {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function number(value, place) {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 31) throw new Unreadable(`${place} is not a whole number`);
  return value;
}

function octets(value, size, place) {
  const digits = typeof value === "string" ? value.toLowerCase() : "";
  if (digits.length !== 2 * size || !HEX.test(digits)) throw new Unreadable(`${place} is not ${2 * size} hex digits`);
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// the page

const byId = (id) => document.getElementById(id);

function answer(kind, title, ...lines) {
  const place = byId("answer");
  place.className = kind;
  const heading = document.createElement("h2");
  heading.textContent = title;
  const made = lines.map((line) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    return paragraph;
  });
  place.replaceChildren(heading, ...made);
  return made;
}

async function check() {
  const root = byId("root").value.trim();
  const cut = byId("cut").value.trim();
  if (!globalThis.crypto?.subtle)
    return answer("bad", "Cannot check here", "A browser only has the hash on pages over HTTPS or on this machine.");
  if (cut && !/^\d+$/.test(cut)) return answer("bad", "Cannot check", "The cut is a whole number.");
  try {
    const record = JSON.parse(byId("record").value);
    const wrong = await faults(record, { root, cut: cut ? Number(cut) : null });
    if (wrong.length) return answer("bad", "NOT as promised", ...wrong.slice(0, 10));
    const under = root ? "under the root that you wrote down" : `under the root ${record.root}`;
    const cards = record.openings.map((opening) => opening.card).join(" ");
    const lines = answer(
      "good",
      "As promised",
      `${record.openings.length} cards ${under}, cut at ${record.cut}.`,
      cards,
    );
    lines[1].id = "cards";
  } catch (trouble) {
    answer("bad", "Cannot check", trouble instanceof SyntaxError ? "The text is not JSON." : trouble.message);
  }
}

/** A refusal of the floor as a sentence. */
const sentence = (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

async function fetchOpenings() {
  const [table, round] = [byId("table").value.trim(), byId("round").value.trim()];
  if (!table || !/^\d+$/.test(round))
    return answer("bad", "Which round?", "Say the table, and the number of a round that is over.");
  const place = `/api/tables/${encodeURIComponent(table)}/rounds/${encodeURIComponent(round)}/openings`;
  try {
    const got = await fetch(place);
    const said = await got.json();
    if (!got.ok) return answer("bad", "Not found", sentence(said.reason ?? "this floor has no such finished round"));
    byId("record").value = JSON.stringify(said, null, 1);
    await check();
  } catch {
    answer("bad", "Not found", "This floor does not answer.");
  }
}

if (globalThis.document) {
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  byId("fetch").addEventListener("click", fetchOpenings);
  byId("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) byId("record").value = await file.text();
  });
  const asked = new URLSearchParams(location.search);
  for (const name of ["table", "round", "root", "cut"]) byId(name).value = asked.get(name) ?? "";
  if (asked.has("table") && asked.has("round")) fetchOpenings();
}
