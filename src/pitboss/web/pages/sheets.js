// The sheets that the server knows, asked for once; what the games and their wagers are called comes from there.

import { ask } from "./live.js";
import { learn } from "./words.js";

let asked = null;

/** Ask the server; what fails is asked again the next time. */
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
