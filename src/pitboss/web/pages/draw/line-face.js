// The line face: a single-stroke alphabet on a cap height of 100; figures are all 60 wide.

import { alone, el, lying, short } from "./svg.js";

const O = "M30 0A30 30 0 0 1 60 30V70A30 30 0 0 1 0 70V30A30 30 0 0 1 30 0Z";
const P = "M0 100V0H30A27 27 0 0 1 30 54H0";
const S = "M55 19C51 7 42 0 30 0A24 24 0 0 0 30 48A26 26 0 0 1 30 100C17 100 7 93 3 81";

/**
 * Width and path of every glyph.
 *
 * @type {Record<string, [number, string]>}
 */
const GLYPHS = {
  A: [64, "M0 100L32 0L64 100M11 66H53"],
  B: [58, "M0 46H28A23 23 0 0 0 28 0H0V100H31A27 27 0 0 0 31 46"],
  C: [57, "M57 17A30 30 0 0 0 0 30V70A30 30 0 0 0 57 83"],
  D: [60, "M0 0H28A32 32 0 0 1 60 32V68A32 32 0 0 1 28 100H0Z"],
  E: [50, "M50 0H0V100H50M0 48H42"],
  F: [48, "M48 0H0V100M0 48H40"],
  G: [60, "M57 17A30 30 0 0 0 0 30V70A30 30 0 0 0 60 70V54H34"],
  H: [58, "M0 0V100M58 0V100M0 48H58"],
  I: [0, "M0 0V100"],
  J: [44, "M44 0V73A24 27 0 0 1 0 84"],
  K: [54, "M0 0V100M52 0L0 60M18 40L54 100"],
  L: [46, "M0 0V100H46"],
  M: [70, "M0 100V0L35 62L70 0V100"],
  N: [58, "M0 100V0L58 100V0"],
  O: [60, O],
  P: [57, P],
  Q: [60, `${O}M38 78L60 104`],
  R: [57, `${P}M28 54L56 100`],
  S: [58, S],
  T: [58, "M0 0H58M29 0V100"],
  U: [60, "M0 0V70A30 30 0 0 0 60 70V0"],
  V: [60, "M0 0L30 100L60 0"],
  W: [88, "M0 0L22 100L44 20L66 100L88 0"],
  X: [56, "M0 0L56 100M56 0L0 100"],
  Y: [58, "M0 0L29 50L58 0M29 50V100"],
  Z: [56, "M2 0H54L0 100H56"],
  0: [60, O],
  1: [60, "M18 17L38 0V100"],
  2: [60, "M2 29A28 29 0 0 1 58 29C58 41 52 48 44 57L2 100H60"],
  3: [60, "M5 19C9 7 18 0 30 0A23.5 23.5 0 0 1 30 47H24M30 47A28 26.5 0 0 1 30 100C15 100 5 93 1 79"],
  4: [60, "M46 100V0L0 73H60"],
  5: [60, "M54 0H11L6 45C13 40 21 37 30 37A30 31.5 0 0 1 30 100C16 100 6 93 1 81"],
  6: [60, "M44 0L5.8 52.3A30 30 0 1 0 30 40A30 30 0 0 0 5.8 52.3"],
  7: [60, "M2 0H58L20 100"],
  8: [60, "M30 47A23.5 23.5 0 1 1 30 0A23.5 23.5 0 0 1 30 47A29 26.5 0 0 0 30 100A29 26.5 0 0 0 30 47Z"],
  9: [60, "M16 100L54.2 47.7A30 30 0 1 0 30 60A30 30 0 0 0 54.2 47.7"],
  $: [60, `${S}M30 -14V114`],
  ".": [14, "M7 99.9V100"],
  ",": [12, "M9 96L2 118"],
  ":": [14, "M7 30V30.1M7 86V86.1"],
  "'": [0, "M0 0V24"],
  "+": [50, "M0 54H50M25 29V79"],
  "−": [50, "M0 54H50"],
  "×": [46, "M4 33L42 75M42 33L4 75"],
  "/": [36, "M0 108L36 -8"],
  "%": [84, "M20 4A16 16 0 0 1 20 44A16 16 0 0 1 20 4ZM64 56A16 16 0 0 1 64 96A16 16 0 0 1 64 56ZM72 0L12 100"],
  "=": [50, "M0 42H50M0 66H50"],
  "&": [66, "M64 100L16 26A17 17 0 1 1 44 26C40 38 2 46 2 74A26 26 0 0 0 28 100C46 100 58 84 62 58"],
  "◇": [60, "M30 12L60 54L30 96L0 54Z"],
  10: [70, "M0 17L12 0V100M52 0A18 18 0 0 1 70 18V82A18 18 0 0 1 34 82V18A18 18 0 0 1 52 0Z"],
};

/** @type {Record<string, string>} */
const SAME = { "’": "'", "-": "−", "–": "−" };
const SPACE = 34;

/**
 * A text glyph by glyph; letters with accents are written without them.
 *
 * @param {string} text
 */
const readable = (text) => [...plainly(text).toUpperCase()].map((letter) => SAME[letter] ?? letter);

/** @param {string} text */
const plainly = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "");

/** @param {string | number} glyph */
const widthOf = (glyph) => GLYPHS[glyph]?.[0] ?? SPACE;

/**
 * Whether the line face has every letter of a text.
 *
 * @param {string} text
 */
const isWritten = (text) => readable(text).every((glyph) => GLYPHS[glyph] || !glyph.trim());

/**
 * Stroke in hundredths of the cap height, thicker where the letters are small.
 *
 * @param {number} cap
 */
const strokeFor = (cap) => (cap >= 28 ? 7 : cap >= 14 ? 10 : 13);

const SYSTEM = { cap: 0.72, wide: 0.85 };

/**
 * How wide a text is, in cap heights; one with letters that the line face lacks is measured as system text.
 *
 * @param {string} text
 */
export function measure(text, tracking = 0.18) {
  const glyphs = readable(text);
  if (!isWritten(text)) return glyphs.length * SYSTEM.wide;
  return glyphs.reduce((sum, glyph) => sum + widthOf(glyph) / 100, 0) + tracking * Math.max(0, glyphs.length - 1);
}

/**
 * One glyph at the origin's lower left; the card's ten is one glyph, too.
 *
 * @param {string | number} glyph
 * @param {number} cap
 */
export function glyphPath(glyph, cap, stroke = strokeFor(cap)) {
  return el("path", {
    d: GLYPHS[glyph][1],
    transform: `scale(${short(cap / 100)}) translate(0 -100)`,
    "stroke-width": stroke,
  });
}

/**
 * How wide one glyph is, in cap heights.
 *
 * @param {string | number} glyph
 */
export const glyphWidth = (glyph) => widthOf(glyph) / 100;

/** @param {import("./svg.js").Attributes} props */
const inked = (props) =>
  el("g", {
    fill: "none",
    stroke: "currentColor",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
    ...props,
  });

/**
 * A line of text with its baseline at y = 0; in system letters where the line face lacks one of them.
 *
 * @param {string} text
 * @param {{ cap: number, tracking?: number, anchor?: "start" | "middle" | "end", stroke?: number }} look
 */
export function letter(text, { cap, tracking = 0.18, anchor = "start", stroke = strokeFor(cap) }) {
  const group = inked({ "data-said": text });
  const width = measure(text, tracking) * cap;
  if (!isWritten(text)) {
    group.append(systemText(text, { cap, width, anchor }));
    return group;
  }
  let x = anchor === "middle" ? -width / 2 : anchor === "end" ? -width : 0;
  for (const glyph of readable(text)) {
    if (GLYPHS[glyph]) group.append(el("g", { transform: lying(x, 0) }, glyphPath(glyph, cap, stroke)));
    x += (widthOf(glyph) / 100 + tracking) * cap;
  }
  return group;
}

/**
 * @param {string} text
 * @param {{ cap: number, width: number, anchor: string }} look
 */
const systemText = (text, { cap, width, anchor }) =>
  el(
    "text",
    {
      "font-size": short(cap / SYSTEM.cap),
      textLength: short(width),
      lengthAdjust: "spacingAndGlyphs",
      "text-anchor": anchor,
      fill: "currentColor",
      stroke: "none",
    },
    text,
  );

/** @typedef {{ cap: number, tracking?: number, radius: number, x: number, y: number, outside?: boolean }} Arc */

/**
 * A text along a circle, read from inside, its middle straight below the centre; or from outside, straight above it.
 *
 * @param {string} text
 * @param {Arc} arc
 */
export function letterArc(text, { cap, tracking = 0.5, radius, x, y, outside = false }) {
  const group = inked({ transform: lying(x, y), "data-said": text });
  const [side, foot] = outside ? [-1, radius - cap] : [1, radius];
  let along = (-measure(text, tracking) * cap) / 2;
  for (const glyph of readable(text)) {
    const wide = (widthOf(glyph) / 100) * cap;
    const turn = (along + wide / 2) / foot;
    if (GLYPHS[glyph]) {
      const at = lying(foot * Math.sin(turn), side * foot * Math.cos(turn), (-side * turn * 180) / Math.PI);
      group.append(el("g", { transform: `${at} translate(${short(-wide / 2)} 0)` }, glyphPath(glyph, cap)));
    }
    along += wide + tracking * cap;
  }
  return group;
}

/**
 * A line of text as a drawing of its own, with its words for those who hear the page.
 *
 * @param {string} text
 */
export function lineText(text, { cap = 17, tracking = 0.18, label = text } = {}) {
  const edge = cap * 0.08;
  const width = measure(text, tracking) * cap + 2 * edge;
  const drawing = alone(
    label,
    [-edge, -cap * 1.2, width, cap * 1.4],
    { width, height: cap * 1.4 },
    letter(text, { cap, tracking }),
  );
  drawing.classList.add("line-face");
  return drawing;
}
