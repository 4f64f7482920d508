// @ts-nocheck
// What to take and what to pay, chip by chip; the latest first.

import { el, refill } from "../dom.js";
import { drawChips } from "../draw/chip.js";
import { posted as dollars, sentence, signed, wagerName } from "../words.js";

const chipsWords = (chips) => chips.map(([value, number]) => `${number} × ${dollars(value)}`).join(", ");

function line({ spot, hand, wager, result, pays, stake, chips, clause }) {
  const what = `Seat ${spot}${hand ? `, hand ${hand + 1}` : ""}: ${wagerName(wager)}`;
  const done =
    result === "win" ? `pay ${signed(pays)}` : result === "lose" ? `take ${dollars(stake)}` : sentence(result);
  const pile = chips?.length
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

/** Settlements of the round under way, the latest first. */
export function showPayouts(place, payouts) {
  const shown = [...payouts].reverse();
  refill(place, shown, () =>
    shown.length ? [el("h3", {}, "Take and pay"), el("ol", { className: "payouts" }, ...shown.map(line))] : [],
  );
}
