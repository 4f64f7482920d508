// The sheets that the server knows, asked for once; what the games and their wagers are called comes from there.

import { byId } from "./dom.js";
import { ask } from "./live.js";
import { say } from "./say.js";
import { learn, sentence } from "./words.js";

/** @type {Promise<import("./words.js").ListedSheet[]> | null} */
let asked = null;

/**
 * Ask the server; what fails is asked again the next time.
 *
 * @returns {Promise<import("./words.js").ListedSheet[]>}
 */
async function read() {
  try {
    const found = await ask("/api/sheets");
    learn(found);
    return found;
  } catch (trouble) {
    asked = null;
    throw trouble;
  }
}

/** The shipped sheets: name, what sets each apart, its wagers and the mistakes it has rulings for. */
export function sheets() {
  asked ??= read();
  return asked;
}

/**
 * What wins each meter, as the sheet that plays for them says; on the pages that show the meters.
 *
 * @param {import("./words.js").ListedSheet[]} all
 */
export function showMeterHands(all) {
  const { meters } = all.find((sheet) => Object.keys(sheet.meters).length) ?? { meters: {} };
  for (const [name, hand] of Object.entries(meters))
    byId(`${name}-hand`).textContent = say("page.meter_hand", { hand: sentence(hand) });
}
