// The jackpot sign for a big display: Major and Minor, live; changed figures roll.

import { byId, el, every, inside, listen } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { linkWords } from "./link-words.js";
import { ask, Live } from "./live.js";
import { say } from "./say.js";
import { sheets, showMeterHands } from "./sheets.js";
import { money } from "./words.js";

const ROLL_MS = 400;
const CAP = 100;
const CHECKPOINT_MS = 30_000;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const live = new Live();
/** @type {import("./wire.js").MeterValues | null} */
let meters = null;
let lost = false;

/**
 * One figure of an amount; its drawing fills the height of the place.
 *
 * @param {string} glyph
 */
function digit(glyph) {
  return el("span", { className: "digit", data: { glyph } }, lineText(glyph, { cap: CAP, label: "" }));
}

/**
 * Show an amount; only the figures that have changed roll.
 *
 * @param {HTMLElement} place
 * @param {number} cents
 */
function show(place, cents) {
  const text = money(cents);
  place.setAttribute("aria-label", text);
  place.style.setProperty("--glyphs", String(text.length));
  const before = every(place, ".digit").map((one) => one.dataset.glyph);
  const shift = text.length - before.length;
  [...text].forEach((glyph, at) => {
    if (before[at - shift] === glyph) return;
    const fresh = digit(glyph);
    const old = place.children[at - shift];
    if (shift === 0) old.replaceWith(fresh);
    if (shift === 0 && !still.matches) roll(fresh);
  });
  if (shift !== 0) place.replaceChildren(...[...text].map(digit));
}

/** @param {HTMLElement} fresh */
function roll(fresh) {
  const frames = [
    { transform: "translateY(60%)", opacity: 0 },
    { transform: "none", opacity: 1 },
  ];
  inside(fresh).animate(frames, { duration: ROLL_MS, easing: "cubic-bezier(.2,.8,.2,1)" });
}

/** What is to be said below the figures: that they are old, that the link is down, who has won. */
function note() {
  const old = lost ? [say("sign.connection_lost_the_figures_are_those")] : [];
  byId("note").replaceChildren(...[...old, ...linkWords(meters)].map((text) => el("span", {}, text)));
}

/** The code of the last checkpoint, which visitors may keep: a log that is cut later does not lead to it. */
async function showCheckpoint() {
  try {
    /** @type {import("./api.js").CheckpointShown} */
    const { code } = await ask("/api/checkpoint");
    byId("checkpoint").textContent = code && say("sign.checkpoint", { code });
  } catch {} // the next look tells
  setTimeout(showCheckpoint, CHECKPOINT_MS);
}

for (const name of ["major", "minor"])
  byId(`${name}-name`).replaceChildren(lineText(name.toUpperCase(), { cap: 40, tracking: 0.5 }));

listen(live, "meters", ({ detail }) => {
  for (const name of ["major", "minor"]) show(byId(name), detail[name]);
  meters = detail;
  note();
});
listen(live, "line", ({ detail }) => {
  lost = detail.state === "lost";
  note();
});

live.meters();
live.connect();
showCheckpoint();
sheets().then(
  (all) => {
    showMeterHands(all);
    note();
  },
  () => {}, // without them the amounts stand alone
);
