// How things move on the felt: what travels, for how long, and in which order. Only transform and opacity change.

const EASE = "cubic-bezier(.2,.8,.2,1)";
const STILL = 80;
const LONGEST = 3000;

/** Milliseconds of every move, and the pauses between moves of one kind. */
export const TIMES = {
  card: 220,
  nextCard: 90,
  lift: 120,
  turn: 160,
  bet: 140,
  take: 240,
  pay: 260,
  nextChips: 120,
  mark: 120,
};

/** @import { Pose } from "./types.js" */

/**
 * The CSS transform of a place on the felt.
 *
 * @param {Pose} place
 */
const pose = ({ x, y, turn = 0 }) => [`translate(${x}px,${y}px)`, `rotate(${turn}deg)`].join(" ");

/** Whether nothing may travel. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The moves that are under way at one table, one after another; any key ends them. */
export class Moves {
  /** @type {Set<Animation>} */
  #running = new Set();
  #next = { cards: 0, chips: 0 };

  /**
   * How long until the next card or chip may start; asking takes the turn.
   *
   * @param {"cards" | "chips"} queue
   * @param {number} pause
   */
  turnOf(queue, pause) {
    const now = performance.now();
    const start = Math.max(now, this.#next[queue]);
    if (start - now > LONGEST) this.end();
    const wait = Math.max(0, Math.min(start - now, LONGEST));
    this.#next[queue] = now + wait + pause;
    return wait;
  }

  /** Chips start only when the cards before them lie. */
  afterCards() {
    this.#next.chips = Math.max(this.#next.chips, this.#next.cards + TIMES.card - TIMES.nextCard);
  }

  /**
   * Travel from one place to another, unseen while it waits; with reduced motion it appears where it belongs.
   *
   * @param {Element} node
   * @param {Pose} from
   * @param {Pose} to
   * @param {{ ms: number, wait?: number }} times
   */
  travel(node, from, to, { ms, wait = 0 }) {
    if (still()) return this.appear(node, wait);
    const start = { transform: pose(from), opacity: wait ? 0 : 1 };
    return this.#play(node, [start, { opacity: 1, offset: 0.1 }, { transform: pose(to), opacity: 1 }], ms, wait, EASE);
  }

  /**
   * Travel away and be gone.
   *
   * @param {Element} node
   * @param {Pose} from
   * @param {Pose} to
   * @param {{ ms: number, wait?: number }} times
   */
  leave(node, from, to, { ms, wait = 0 }) {
    const frames = still()
      ? [{ opacity: 1 }, { opacity: 0 }]
      : [
          { transform: pose(from), opacity: 1 },
          { transform: pose(to), opacity: 0 },
        ];
    return this.#play(node, frames, still() ? STILL : ms, wait, EASE, "both").then(() => node.remove());
  }

  /**
   * Appear in place.
   *
   * @param {Element} node
   */
  appear(node, wait = 0) {
    return this.#play(node, [{ opacity: 0 }, { opacity: 1 }], still() ? STILL : TIMES.mark, wait);
  }

  /**
   * A half-turn on the long axis; the other side is drawn in the middle of it.
   *
   * @param {Element} node
   * @param {() => void} swap
   */
  async turnOver(node, swap, wait = 0) {
    if (still()) {
      swap();
      return this.appear(node, wait);
    }
    await this.#play(node, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], TIMES.turn / 2, wait, "ease-in");
    swap();
    return this.#play(node, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], TIMES.turn / 2, 0, "ease-out");
  }

  /** Whatever moves is where it belongs. */
  end() {
    this.#next = { cards: 0, chips: 0 };
    for (const move of [...this.#running]) move.finish();
  }

  /**
   * @param {Element} node
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} delay
   * @param {FillMode} [fill]
   */
  #play(node, frames, duration, delay, easing = "linear", fill = "backwards") {
    const move = node.animate(frames, { duration, delay, easing, fill });
    this.#running.add(move);
    return move.finished.catch(() => undefined).finally(() => this.#running.delete(move));
  }
}
