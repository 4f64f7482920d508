// What to take and what to pay, chip by chip; the latest first.

import { el, refill } from "../dom.js";
import { drawChips } from "../draw/chip.js";
import { say, sayCode } from "../say.js";
import { posted as dollars, sentence, signed, wagerName } from "../words.js";

/** @typedef {import("../wire.js").Payout} Payout */
/** @typedef {import("../wire.js").Chips} Chips */

/** The wagers that each hand of a seat has for itself. */
export const OF_A_HAND = new Set(["main", "toke:main"]);

/** @param {Chips} chips */
const chipsWords = (chips) => chips.map(([value, number]) => `${number} × ${dollars(value)}`).join(", ");

/**
 * What is done with a wager.
 *
 * @param {string} result
 * @param {number} pays
 * @param {number} stake
 */
function doneWords(result, pays, stake) {
  if (result === "void") return say("dealing.payouts.void_stake", { stake: dollars(stake) });
  if (pays > 0) return say("dealing.payouts.pay_pays", { pays: signed(pays) });
  const take = say("dealing.payouts.take_stake", { stake: dollars(-pays || stake) });
  if (result === "lose" || result === "taken") return take;
  const named = sentence(sayCode("result", result) ?? result);
  return pays < 0 ? `${named}: ${take}` : named;
}

/**
 * @param {Payout} payout
 * @param {number[]} split the seats with several hands
 */
function line({ spot, hand, wager, result, pays, stake, chips, clause }, split) {
  const ofHand = hand > 0 || (split.includes(spot) && OF_A_HAND.has(wager));
  const what = say("dealing.payouts.seat_spot_more_wager", {
    spot,
    more: ofHand ? say("shared.hand_hand", { hand: hand + 1 }) : "",
    wager: wagerName(wager),
  });
  const done = doneWords(result, pays, stake);
  const pile = chips.length
    ? el(
        "span",
        { className: "payout-chips" },
        drawChips(pays, { r: 13, label: chipsWords(chips) }),
        el("small", {}, chipsWords(chips)),
      )
    : "";
  return el(
    "li",
    { className: result },
    el("span", {}, what),
    el("b", {}, done),
    pile,
    el("small", { className: "quiet" }, clause),
  );
}

/**
 * Settlements of the round under way, the latest first.
 *
 * @param {HTMLElement} place
 * @param {Payout[]} payouts
 * @param {number[]} split the seats with several hands
 */
export function showPayouts(place, payouts, split) {
  const shown = [...payouts].reverse();
  const lines = () => shown.map((payout) => line(payout, split));
  refill(place, [shown, split], () =>
    shown.length
      ? [el("h3", {}, say("dealing.payouts.take_and_pay")), el("ol", { className: "payouts" }, ...lines())]
      : [],
  );
}
