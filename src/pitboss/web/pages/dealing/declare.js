// What can go wrong now: each irregularity with the seat or the ground it needs.

import { blurAll, el, find, refill } from "../dom.js";
import { say } from "../say.js";
import { sentence } from "../words.js";

/** @typedef {import("./amounts.js").Command} Command */
/** @typedef {(command: Command) => unknown} Order */
/** @typedef {import("./amounts.js").Offer} Mistake a slip of the dealer's that can be entered */

/** @typedef {import("../wire.js").Declarable} Declarable */

/**
 * @param {string} label
 * @param {string[] | undefined} options
 * @param {(value: string) => string} words
 */
function chosen(label, options, words) {
  if (!options?.length) return null;
  return el("select", { aria: { label } }, ...options.map((value) => el("option", { value }, words(value))));
}

/**
 * "1" is a seat, "1:0" the first hand of a seat that was split.
 *
 * @param {string} place
 */
function placeWords(place) {
  const [seat, hand] = place.split(":").map(Number);
  return hand === undefined
    ? say("dealing.declare.seat_seat", { seat })
    : say("dealing.declare.seat_seat_hand_hand", { seat, hand: hand + 1 });
}

/**
 * What is declared is folded away again, so that the next key is the next step's.
 *
 * @param {HTMLElement} place
 * @param {Order} order
 * @param {Command} command
 */
function declare(place, order, command) {
  find(place, "details", HTMLDetailsElement).open = false;
  blurAll();
  order(command);
}

/**
 * The irregularities that can be declared, folded away until something goes wrong.
 *
 * @param {HTMLElement} place
 * @param {Declarable[]} kinds
 * @param {Mistake[]} mistakes
 * @param {Order} order
 */
export function showDeclare(place, kinds, mistakes, order) {
  const open = place.querySelector("details")?.open ?? false;
  refill(place, [kinds, mistakes], () => {
    if (!kinds.length && !mistakes.length) return [];
    const lines = kinds.map(({ kind, text, clause, spots, hands, grounds }) => {
      const places = spots?.flatMap((n) => hands[n]?.map((hand) => `${n}:${hand}`) ?? [`${n}`]);
      const where = chosen(say("shared.seat"), places, placeWords);
      const ground = chosen(say("dealing.declare.ground"), grounds, sentence);
      const action = () => {
        const [spot, hand = -1] = (where?.value ?? "0").split(":").map(Number);
        return { type: "Declare", kind, spot, hand, note: ground?.value ?? "" };
      };
      const press = () => declare(place, order, { type: "Act", action: action() });
      const button = el("button", { type: "button", className: "control", on: { click: press } }, sentence(text));
      return el("p", {}, button, where ?? "", ground ?? "", el("small", { className: "quiet" }, clause));
    });
    const slips = mistakes.map(({ command, text, clause }) => {
      const button = el(
        "button",
        { type: "button", className: "control", on: { click: () => declare(place, order, command) } },
        sentence(text),
      );
      return el("p", {}, button, el("small", { className: "quiet" }, clause));
    });
    return [
      el(
        "details",
        { className: "pit-declare", open },
        el("summary", {}, say("dealing.declare.something_went_wrong")),
        ...lines,
        ...slips,
      ),
    ];
  });
}
