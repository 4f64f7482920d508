// The circle that every table is drawn on, and where a wager lies on it. Numbers only: nothing is drawn here.

/** @import { Layout, PlacedWager, Point } from "./types.js" */

/** Width and height of a table in its own units. */
export const W = 1104;
export const H = Math.round(W * 0.66);

/** The common centre of all arcs, in fractions of the width. */
export const CENTRE = { x: 0.5, y: -0.188 };

/** The cloth within its fine line: the radius of its front and how far in its straight sides lie. */
export const CLOTH = { radius: 0.809, side: 0.037 };

/** The betting boxes of a table: where their middles lie, and how high and at most how wide they are. */
export const BOX = { radius: 0.699, high: 0.063, wide: 0.105 };

/** The line for insurance, from its inner to its outer edge. */
export const BAND = [0.462, 0.494];

/** The row of the main wagers of a showdown. */
export const ROW = 0.629;

/** @param {number} degrees */
export const rad = (degrees) => (degrees * Math.PI) / 180;

/**
 * A point by its radius and angle, and by its distance across and along the axis; all in fractions of the width.
 *
 * @param {number} radius
 * @param {number} angle
 * @returns {Point}
 */
export function spot(radius, angle, across = 0, along = 0) {
  const [sin, cos] = [Math.sin(rad(angle)), Math.cos(rad(angle))];
  const r = radius + along;
  return { x: W * (CENTRE.x + r * sin + across * cos), y: W * (CENTRE.y + r * cos - across * sin) };
}

/**
 * The angle between two seats.
 *
 * @param {number} seats
 */
const pitch = (seats) => (seats > 6 ? 11 : 13);

/**
 * Where a seat's axis points: seat 1 is at the right.
 *
 * @param {number} n
 * @param {number} seats
 */
export const angleOf = (n, seats) => ((seats + 1) / 2 - n) * pitch(seats);

/**
 * Half of the room that a seat has between its neighbours.
 *
 * @param {number} radius
 * @param {number} seats
 */
export const halfRoom = (radius, seats) => radius * Math.sin(rad(pitch(seats) / 2));

// --- a row of circles ------------------------------------------------------------------------------------------------

/**
 * A wager's place: where it lies from the middle of its seat, its radius, and that of what can be pressed; in fractions
 * of the width.
 *
 * @typedef {{ wager: string, title: string, across: number, along: number, r: number, press: number }} Circle
 */

const GAP = 0.0025;
const PRESS = 0.02;

/**
 * Circles side by side in a room: as far apart as is wanted, closer and smaller where they are many.
 *
 * @param {PlacedWager[]} wagers
 * @param {{ along: number, room: number, apart: number, r: number, press?: number }} row
 * @returns {Circle[]}
 */
function inARow(wagers, { along, room, apart, r: most, press = PRESS }) {
  const step = Math.min(apart, room / wagers.length);
  const r = wagers.length > 1 ? Math.min(most, step / 2 - GAP) : most;
  return wagers.map(({ wager, title }, i) => ({
    wager,
    title,
    across: (i - (wagers.length - 1) / 2) * step,
    along,
    r,
    press: Math.max(r, Math.min(press, wagers.length > 1 ? step / 2 : press)),
  }));
}

/**
 * Those with the shortest names, in their order.
 *
 * @param {PlacedWager[]} wagers
 * @param {number} many
 */
function shortest(wagers, many) {
  const kept = new Set([...wagers].sort((a, b) => a.title.length - b.title.length).slice(0, many));
  return wagers.filter((one) => kept.has(one));
}

// --- a table with betting boxes --------------------------------------------------------------------------------------

/** How many side bets lie below the box; of more, two lie beside it. */
const MOST_BELOW = 3;
const BELOW = { room: 0.12, apart: 0.052, r: 0.019, drop: 0.0075 };
const TWO_ROWS = { apart: 0.04, r: 0.0165, drop: 0.003, step: 0.035, press: 0.0172 };
const BESIDE = { share: 0.216, edge: 0.0041, gap: 0.004, press: 0.018 };

/**
 * The wager that the box is for, and those that have circles.
 *
 * @param {Layout} layout
 */
export function boxedWagers({ wagers }) {
  const main = wagers.find(({ kind }) => kind === "main");
  if (!main) throw new Error("the layout has no main wager");
  return { main, sides: wagers.filter((one) => one !== main) };
}

/**
 * Which side bets lie beside the box and which below it.
 *
 * @param {Layout} layout
 */
export function parted(layout) {
  const { sides } = boxedWagers(layout);
  const beside = sides.length > MOST_BELOW ? shortest(sides, 2) : [];
  return { beside, below: sides.filter((one) => !beside.includes(one)) };
}

/**
 * The box's width and the circles around it, in the order of the sheet; across the axis, and along it from the box.
 *
 * @param {Layout} layout
 * @param {number} seats
 * @returns {{ wide: number, circles: Circle[] }}
 */
export function boxPlaces(layout, seats) {
  const { beside, below } = parted(layout);
  const outer = halfRoom(BOX.radius, seats) - BESIDE.edge;
  const r = (outer + BESIDE.edge) * BESIDE.share;
  const press = Math.max(r, BESIDE.press);
  const ends = beside.map(({ wager, title }, i) => {
    return { wager, title, across: (i ? 1 : -1) * (outer - r), along: 0, r, press };
  });
  const wide = beside.length ? Math.min(BOX.wide, 2 * (outer - 2 * r - BESIDE.gap)) : BOX.wide;
  return { wide, circles: inOrder(layout, [...ends, ...belowBox(below)]) };
}

/**
 * The circles between the box and the rail: one row, or two rows of two.
 *
 * @param {PlacedWager[]} wagers
 */
function belowBox(wagers) {
  if (wagers.length <= MOST_BELOW) {
    const r = wagers.length < MOST_BELOW ? BELOW.r : BELOW.room / MOST_BELOW / 2 - GAP;
    return inARow(wagers, { ...BELOW, along: BOX.high / 2 + BELOW.drop + r });
  }
  const { apart, r, drop, step, press } = TWO_ROWS;
  const first = BOX.high / 2 + drop + r;
  const rows = [wagers.slice(0, -2), wagers.slice(-2)];
  return rows.flatMap((row, i) => inARow(row, { along: first + i * step, room: BELOW.room, apart, r, press }));
}

/**
 * @param {Layout} layout
 * @param {Circle[]} circles
 */
const inOrder = ({ wagers }, circles) =>
  wagers.flatMap(({ wager }) => circles.filter((circle) => circle.wager === wager));

// --- a showdown ------------------------------------------------------------------------------------------------------

const MAIN = { apart: 0.06, r: 0.0236 };
const PLAY = 0.049;
const ONE_SIDE = { along: -0.052, r: 0.027 };
const SENSOR = { along: -0.1, r: 0.011 };
const SIDES = { most: 3, apart: 0.05, gap: 0.008, sensor: -0.113 };
const ONE_ROW = { first: -0.052, step: 0, r: 0.0215, press: 0.0215 };
const TWO_SIDE_ROWS = { first: -0.0455, step: -0.0375, r: 0.0175, press: 0.0187 };

/**
 * A place of a showdown: what it is for, where it lies from the row of the main wagers, and how it is drawn.
 *
 * @typedef {Circle & { kind: PlacedWager["kind"], shape: "circle" | "diamond" | "sensor" }} ShowdownPlace
 */

/**
 * Every place before a seat: the main wagers in a row, Play before the cards, the optional ones towards the dealer.
 *
 * @param {Layout} layout
 * @param {number} seats
 * @returns {ShowdownPlace[]}
 */
export function showdownPlaces(layout, seats) {
  const of = (/** @type {string[]} */ ...kinds) => layout.wagers.filter(({ kind }) => kinds.includes(kind));
  const sides = of("side");
  const rows = [sides.slice(0, SIDES.most), sides.slice(SIDES.most)].filter((row) => row.length);
  const circles = [
    ...inARow(of("main", "equal"), { along: 0, room: 1, ...MAIN }),
    ...inARow(of("play"), { along: PLAY, room: 1, ...MAIN }),
    ...(sides.length === 1 ? inARow(sides, { ...ONE_SIDE, room: 1, apart: 0 }) : sideRows(rows, seats)),
    ...inARow(of("progressive"), {
      ...SENSOR,
      along: rows.length > 1 ? SIDES.sensor : SENSOR.along,
      room: 1,
      apart: 0.03,
    }),
  ];
  return inOrder(layout, circles).map((circle) => shaped(layout, circle, sides.length === 1));
}

/**
 * @param {PlacedWager[][]} rows
 * @param {number} seats
 */
function sideRows(rows, seats) {
  const { first, step, r, press } = rows.length > 1 ? TWO_SIDE_ROWS : ONE_ROW;
  return rows.flatMap((row, i) => {
    const along = first + i * step;
    return inARow(row, { along, room: 2 * halfRoom(ROW + along, seats) - SIDES.gap, apart: SIDES.apart, r, press });
  });
}

/**
 * @param {Layout} layout
 * @param {Circle} circle
 * @param {boolean} single
 * @returns {ShowdownPlace}
 */
function shaped({ wagers }, circle, single) {
  const kind = wagers.find(({ wager }) => wager === circle.wager)?.kind ?? "side";
  const shape = kind === "progressive" ? "sensor" : kind === "side" && single ? "diamond" : "circle";
  return { ...circle, kind, shape };
}

/**
 * Whether a wager is put down before the deal.
 *
 * @param {PlacedWager["kind"]} kind
 */
export const opens = (kind) => kind !== "play";

// --- a phone ---------------------------------------------------------------------------------------------------------

const OWN_BOX = { high: 58, wide: 198, narrow: 176, r: 25, below: 26, drop: 74, step: 96, edge: 31 };

/**
 * One's own box and circles on a phone, in pixels: two at the ends of the box's row, the others in a row below.
 *
 * @param {Layout} layout
 * @param {number} width
 * @param {number} y the middle of the box
 */
export function phoneBoxPlaces(layout, width, y) {
  const { sides } = boxedWagers(layout);
  const { beside, below } = sides.length > 2 ? parted(layout) : { beside: sides, below: [] };
  const side = Math.max(30, Math.min(52, width * 0.133));
  const most = beside.length > 0 && below.length ? OWN_BOX.narrow : OWN_BOX.wide;
  const step = Math.min(OWN_BOX.step, (width - 12) / Math.max(1, below.length));
  const r = Math.min(OWN_BOX.below, step / 2 - 3);
  const circles = [
    ...beside.map(({ wager, title }, i) => ({ wager, title, x: i ? width - side : side, y, r: OWN_BOX.r })),
    ...below.map(({ wager, title }, i) => {
      const x = width / 2 + (i - (below.length - 1) / 2) * step;
      return { wager, title, x, y: y + OWN_BOX.drop, r };
    }),
  ];
  const ordered = layout.wagers.flatMap(({ wager }) => circles.filter((circle) => circle.wager === wager));
  return {
    box: { x: width / 2, y, w: Math.min(most, width - 2 * (side + OWN_BOX.edge)), h: OWN_BOX.high },
    circles: ordered,
    rows: below.length ? 2 : 1,
  };
}

/** The height of a row of one's own bets on a phone. */
export const COLUMN_STEP = 45.5;

/**
 * One's own bets of a showdown on a phone from top to bottom, as they lie on the table from the dealer on.
 *
 * @param {Layout} layout
 */
export function phoneColumn(layout) {
  const rank = { progressive: 0, side: 1, main: 2, equal: 3, play: 4 };
  return [...layout.wagers].sort((a, b) => rank[a.kind] - rank[b.kind]);
}
