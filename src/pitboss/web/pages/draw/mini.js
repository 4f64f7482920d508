// A table so small that only its seats can be told.

import { el } from "./svg.js";

/**
 * The table from above, with its taken seats filled, and the one that is asked in the accent.
 *
 * @param {string[]} boxes
 */
export function miniFelt(boxes, asked = 0) {
  const seats = boxes.map((name, at) =>
    miniSeat(at + 1, boxes.length, at + 1 === asked ? "asked" : name ? "taken" : "free"),
  );
  const cloth = el("path", { d: "M0 0H124V45Q62 99 0 45Z", class: "cloth" });
  return el("svg", { viewBox: "0 0 124 72" }, cloth, el("path", { d: "M22 8Q62 58 102 8", class: "rule" }), ...seats);
}

/**
 * @param {number} n
 * @param {number} seats
 * @param {string} look
 */
function miniSeat(n, seats, look) {
  const turn = ((seats + 1) / 2 - n) * (seats > 6 ? 14 : 16);
  const angle = (turn * Math.PI) / 180;
  const [x, y] = [62 + 66 * Math.sin(angle), -13 + 66 * Math.cos(angle)];
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${-turn})`;
  return el("rect", { x: -5.5, y: -3.5, width: 11, height: 7, rx: 2, transform: place, class: look });
}
