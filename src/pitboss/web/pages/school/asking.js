// Asking the server for something on the page of a question: one thing at a time.

import { byId } from "../dom.js";
import { messageOf } from "../trouble.js";

/** A way to ask: while something is under way nothing else is; what is refused is told, and nothing is lost. */
export function oneAtATime() {
  let busy = false;
  return async (/** @type {() => Promise<unknown>} */ work) => {
    if (busy) return;
    busy = true;
    byId("refused").textContent = "";
    try {
      await work();
    } catch (reason) {
      byId("refused").textContent = messageOf(reason);
    } finally {
      busy = false;
    }
  };
}
