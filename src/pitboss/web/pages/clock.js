// The clock of a question.

import { el, inside } from "./dom.js";
import { now } from "./live.js";

/** The time that is left, as a line that shortens and as seconds. */
export class Clock {
  line = el("div", { className: "timer", aria: { hidden: "true" } }, el("span"));
  /** @type {(seconds: number | null) => void} */
  onTick = () => {};
  /** @type {number | null} */
  #deadline = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  #asked = "";
  #whole = 0;
  /** @type {Animation | null} */
  #moving = null;

  /**
   * Count down to a deadline; a new question starts a new line.
   *
   * @param {number | null} deadline
   * @param {string} asked
   */
  until(deadline, asked) {
    const left = deadline === null ? 0 : deadline - now();
    if (deadline !== this.#deadline || asked !== this.#asked) this.#start(left > 0 ? deadline : null, left, asked);
    this.#tick();
  }

  /**
   * @param {number | null} deadline
   * @param {number} left
   * @param {string} asked
   */
  #start(deadline, left, asked) {
    this.#whole = left;
    this.#deadline = deadline;
    this.#asked = asked;
    this.#moving?.cancel();
    this.line.hidden = deadline === null;
    clearInterval(this.#ticking);
    if (deadline === null) return;
    this.#ticking = setInterval(() => this.#tick(), 1000);
    this.#run(left);
  }

  /** @param {number} left */
  #run(left) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const frames = [{ transform: "none" }, { transform: "scaleX(0)" }];
    this.#moving = inside(this.line).animate(frames, { duration: left, fill: "forwards" });
  }

  #tick() {
    const left = this.#deadline === null ? null : Math.max(0, Math.ceil((this.#deadline - now()) / 1000));
    if (left !== null) inside(this.line).style.transform = `scaleX(${Math.min(1, (left * 1000) / this.#whole)})`;
    this.onTick(left);
  }

  stop() {
    clearInterval(this.#ticking);
  }
}
