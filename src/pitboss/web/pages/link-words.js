// What is to be said of the link beside its meters: that it is out of order, and which table has won a meter.

import { say } from "./say.js";
import { money, sentence, tableOf } from "./words.js";

/** So many wins are told, the latest: a table that is empty since has not played for the meters again. */
const MOST = 3;

/** @param {import("./wire.js").MeterWon} won */
function wonWords({ meter: name, table: id, sheet, cents }) {
  const [meter, table] = [sentence(name), tableOf(id, sheet, sheet)];
  return cents === null ? say("link.hit", { meter, table }) : say("link.won", { meter, table, amount: money(cents) });
}

/**
 * The sentences for everybody who plays for the meters; a table's own win is told there by its round.
 *
 * @param {import("./wire.js").MeterValues | null} meters
 * @param {string} [own]
 */
export function linkWords(meters, own = "") {
  if (!meters) return [];
  const down = meters.up ? [] : [say("link.out_of_order")];
  const elsewhere = meters.won.filter(({ table }) => table !== own);
  return [...down, ...elsewhere.slice(-MOST).map(wonWords)];
}
