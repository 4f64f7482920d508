// <pit-felt>: one table, drawn from a model. Assign .model, and what changed moves there. With the attribute `turned`
// it is seen from the dealer's side, and whoever is to act is framed; with `watched` it is whole on narrow pages, too,
// and has no seat to take; with `fit` the rows of a phone are as large as the room that it lies in allows; with `close`
// a narrow page shows a few seats and the dealer's hand from close by. A wager that is asked about is ringed.
//
// What lies on it comes with the model's layout, as the server posts it: form of the table, colour, wagers, lettering.
// cards.cutCard counts the cards behind the cut card.

/** @import { Layout, Model, Place, Stage } from "./types.js" */

import { say } from "../say.js";
import { CLOSE, closeUps, ringed } from "./close-up.js";
import { boxedWagers, W } from "./geometry.js";
import { Moves } from "./motion.js";
import { phoneStages } from "./phone.js";
import { spoken } from "./spoken.js";
import { StageView } from "./stage-view.js";
import { FORMS } from "./tables.js";
import { seenFrom } from "./view.js";

export { drawCard } from "./card.js";
export { drawChips } from "./chip.js";
export { lineText } from "./line-face.js";

const PHONE = 760;
const WATCHED = 480;
const NARROWEST = 240;

/** The name of chips that lie for a hand, not for a wager of their own. */
const OF_A_HAND = /^h\d+$/;

/** How much smaller and larger than drawn the rows of a phone may be to fill the room that there is. */
const FIT = { least: 0.5, most: 1.2 };

/**
 * The table's stages for a width: one table, or the rows of a phone, which only players have.
 *
 * @param {Model} model
 * @param {{ width: number, height: number }} room where the height is 0, the rows are as high as they are drawn
 */
function arranged(model, { width, height }) {
  const form = FORMS[model.layout.table];
  if (width < (model.watched ? WATCHED : PHONE) && !model.turned) return fitted(model, { width, height }, form);
  const near = Boolean(model.close) && width < PHONE;
  const scale = Math.round((width / (near ? CLOSE : W)) * 20) / 20;
  const stage = ringed(model, seenFrom(model, form.whole(model, scale)));
  return near ? closeUps(model, stage) : [stage];
}

/**
 * The rows of a phone, as large as the room allows: somebody's seats beside each other where that makes them larger.
 *
 * @param {Model} model
 * @param {{ width: number, height: number }} room
 * @param {import("./tables.js").Form} form
 */
function fitted(model, { width, height }, form) {
  if (!height) return phoneStages(model, width, form);
  const seats = model.seats.filter((seat) => seat.you).length;
  const ways = Array.from({ length: Math.max(1, seats) }, (_, at) => inColumns(model, { width, height }, form, at + 1));
  const { columns, scale, high } = ways.reduce((best, way) => (way.scale > best.scale ? way : best));
  const spare = Math.max(0, Math.floor(height / scale - high));
  return phoneStages(model, width / scale, form, { spare, columns, scale }).map((stage) => ({ ...stage, scale }));
}

/**
 * How large the rows of a phone may be with one's own seats in so many columns, and how high they are drawn.
 *
 * @param {Model} model
 * @param {{ width: number, height: number }} room
 * @param {import("./tables.js").Form} form
 * @param {number} columns
 */
function inColumns(model, { width, height }, form, columns) {
  const high = phoneStages(model, width, form, { columns }).reduce((sum, stage) => sum + stage.height, 0);
  const widest = columns > 1 ? width / (columns * form.column(model)) : width / form.narrowest;
  const most = columns > 1 ? Math.min(FIT.most, widest) : Math.max(1, Math.min(FIT.most, widest));
  return { columns, high, scale: Math.min(most, Math.max(FIT.least, Math.floor((height / high) * 50) / 50)) };
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A table on the page. */
export class Felt extends HTMLElement {
  /** @type {Model | null} */
  #model = null;
  /** @type {Layout | null} */
  #layout = null;
  /** @type {Map<string, StageView>} */
  #stages = new Map();
  /** @type {Map<string, Place>} */
  #places = new Map();
  #moves = new Moves();
  #words = document.createElement("ul");
  #width = 0;
  #height = 0;
  #watch = new ResizeObserver(() => this.#resized());
  #endMoves = () => this.#moves.end();

  connectedCallback() {
    this.#words.className = "unseen";
    this.#words.setAttribute("aria-label", say("felt.the_table"));
    this.#watch.observe(this);
    if (this.#fits) this.#watch.observe(this.#fits);
    document.addEventListener("keydown", this.#endMoves);
    this.addEventListener("keydown", this.#walk);
    this.#resized();
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    document.removeEventListener("keydown", this.#endMoves);
    this.removeEventListener("keydown", this.#walk);
  }

  get model() {
    return this.#model;
  }

  set model(model) {
    const first = this.#model === null;
    this.#model = model;
    if (this.#width && model) this.#draw(model, first ? null : this.#moves);
  }

  /** The room that the rows of a phone fill: what the felt lies in, where it is to fit there. */
  get #fits() {
    return this.hasAttribute("fit") ? this.parentElement : null;
  }

  #resized() {
    const width = Math.round(this.clientWidth);
    const height = width < PHONE ? (this.#fits?.clientHeight ?? 0) : 0;
    if (width < NARROWEST || (width === this.#width && height === this.#height)) return;
    this.#width = width;
    this.#height = height;
    if (this.#model) this.#draw(this.#model, null);
  }

  /**
   * @param {Model} given
   * @param {Moves | null} moves
   */
  #draw(given, moves) {
    const turned = this.hasAttribute("turned");
    const model = { ...given, turned, watched: this.hasAttribute("watched"), close: this.hasAttribute("close") };
    const stages = arranged(model, { width: this.#width, height: this.#height });
    this.dataset.felt = model.layout.felt;
    this.dataset.arrangement = stages.length === 1 ? "table" : turned ? "close" : "phone";
    this.#keepStages(stages, model.layout);
    if (model.watched) for (const stage of stages) stage.places = stage.places.filter(({ type }) => type !== "sit");
    this.#places = new Map(stages.flatMap((stage) => stage.places.map((place) => [place.key, place])));
    for (const stage of stages) {
      const drawn = this.#stages.get(stage.key);
      drawn?.svg.setAttribute("aria-label", stage.label ?? say("felt.table_of", { title: model.title }));
      drawn?.draw(stage, moves, this.#announce);
    }
    this.#words.replaceChildren(...spoken(model).map(listItem));
  }

  /**
   * The stages in their order, those of another arrangement or layout gone.
   *
   * @param {Stage[]} stages
   * @param {Layout} layout
   */
  #keepStages(stages, layout) {
    const same = stages.length === this.#stages.size && stages.every((stage) => this.#stages.has(stage.key));
    if (same && layout === this.#layout) return;
    this.#layout = layout;
    this.#stages = new Map(stages.map((stage) => [stage.key, new StageView(stage.row === true)]));
    this.replaceChildren(this.#words, ...[...this.#stages.values()].map((stage) => stage.node));
  }

  /** @type {import("./stage-view.js").Announce} */
  #announce = (key, node) => {
    const place = this.#places.get(key);
    if (!place) return;
    const { type, detail } = place;
    const { left, top, width, height } = node.getBoundingClientRect();
    const where = type === "clause" ? { x: left + width / 2, y: top + height / 2 } : {};
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail: { ...detail, ...where } }));
  };

  /**
   * The betting place that an element of the felt is; null where it is none.
   *
   * @param {Element} node
   * @returns {{ seat: number, wager: string } | null}
   */
  placeOf(node) {
    const key = node.closest(".place")?.getAttribute("data-place") ?? "";
    const place = this.#places.get(key);
    return place?.type === "place" ? /** @type {{ seat: number, wager: string }} */ (place.detail) : null;
  }

  /**
   * The wager that an element of the felt belongs to, as a betting place or as chips that lie there; null: to none.
   *
   * @param {Element} node
   */
  wagerOf(node) {
    const [, name] = node.closest("[data-chips]")?.getAttribute("data-chips")?.split("/") ?? [];
    if (!name || !this.#layout) return this.placeOf(node)?.wager ?? null;
    return OF_A_HAND.test(name) ? boxedWagers(this.#layout).main.wager : name;
  }

  /**
   * Arrows go from one place to the next.
   *
   * @param {KeyboardEvent} event
   */
  #walk = (event) => {
    const step = STEPS[event.key];
    const here = document.activeElement?.closest(".place");
    if (!step || !here) return;
    const all = [...this.querySelectorAll('.place[tabindex="0"]')];
    event.preventDefault();
    const next = all[(all.indexOf(here) + step + all.length) % all.length];
    if (next instanceof SVGElement) next.focus();
  };
}

/** @param {string} text */
const listItem = (text) => Object.assign(document.createElement("li"), { textContent: text });

customElements.define("pit-felt", Felt);
