// @ts-nocheck
// <pit-felt>: one table, drawn from a model. Assign .model, and what changed moves there. With the attribute `turned` it
// is seen from the dealer's side, and whoever is to act is framed; with `watched` it is whole on narrow pages, too, and
// has no seat to take.
//
// What lies on it comes with the model's layout, as the server posts it: form of the table, colour, wagers, lettering.
// cards.cutCard counts the cards behind the cut card.

import { W } from "./geometry.js";
import { Moves, still, TIMES } from "./motion.js";
import { phoneStages } from "./phone.js";
import { seenFrom } from "./skeleton.js";
import { spoken } from "./spoken.js";
import { el, lying, short } from "./svg.js";
import { FORMS } from "./tables.js";

export { drawCard } from "./card.js";
export { drawChips } from "./chip.js";
export { lineText } from "./line-face.js";

const PHONE = 760;
const WATCHED = 480;
const NARROWEST = 240;

/** The table's stages for a width: one table, or the rows of a phone, which only players have. */
function arranged(model, width) {
  const form = FORMS[model.layout.table];
  if (width < (model.watched ? WATCHED : PHONE) && !model.turned) return phoneStages(model, width, form);
  const scale = Math.round((width / W) * 20) / 20;
  return [seenFrom(model, form.whole(model, scale))];
}

/** One stage's nodes, kept from one drawing to the next. */
class Stage {
  #layers = {};
  #acting = null;
  #kept = { printed: new Map(), pieces: new Map(), places: new Map() };

  constructor(row) {
    this.node = document.createElement("div");
    this.node.className = row ? "stage row" : "stage";
    this.svg = el("svg", { role: "group" });
    for (const layer of ["printed", "pieces", "places"]) {
      this.#layers[layer] = el("g", { class: layer });
      this.svg.append(this.#layers[layer]);
    }
    this.#layers.pieces.setAttribute("aria-hidden", "true");
    this.node.append(this.svg);
  }

  /** Draw what changed; moves is null where nothing may move. */
  draw(stage, moves, announce) {
    this.svg.setAttribute("viewBox", `0 0 ${short(stage.width)} ${short(stage.height)}`);
    if (stage.row) {
      this.svg.setAttribute("width", short(stage.width));
      this.svg.setAttribute("height", short(stage.height));
      this.#bringIn(stage.acting ?? null);
    }
    this.#print(stage.printed);
    this.#lay(stage, moves);
    this.#offer(stage.places, moves, announce);
  }

  /** Whoever has the turn is brought into the row's window, once. */
  #bringIn(acting) {
    if (acting !== null && acting !== this.#acting)
      this.node.scrollTo({ left: acting - this.node.clientWidth / 2, behavior: still() ? "instant" : "smooth" });
    this.#acting = acting;
  }

  #print(parts) {
    const kept = this.#kept.printed;
    const gone = new Set(kept.keys());
    for (const part of parts) {
      gone.delete(part.key);
      const old = kept.get(part.key);
      if (old?.sig === part.sig) continue;
      const node = part.draw();
      if (old) old.node.replaceWith(node);
      else this.#layers.printed.append(node);
      kept.set(part.key, { node, sig: part.sig });
    }
    drop(kept, gone);
  }

  #lay(stage, moves) {
    const kept = this.#kept.pieces;
    const wanted = new Map(stage.pieces.map((piece) => [piece.key, piece]));
    const leaving = [...kept].filter(([key, { piece }]) => !wanted.has(key) || isAnother(piece, wanted.get(key)));
    for (const [key] of leaving) kept.delete(key);
    let before = null;
    const entering = [];
    for (const piece of [...stage.pieces].reverse()) {
      const old = kept.get(piece.key);
      const node = old ? old.node : el("g", { class: "piece" }, el("g", {}, piece.draw()));
      if (!old) entering.push({ piece, node });
      if (!old || node.nextSibling !== before) this.#layers.pieces.insertBefore(node, before);
      before = node;
      kept.set(piece.key, { node, piece });
      if (old) this.#shift(old, piece, moves);
      node.setAttribute("transform", lying(piece.x, piece.y, piece.turn));
    }
    const gone = leaving.map(([, old]) => old);
    if (moves) move(entering, gone, stage, moves);
    else for (const { node } of gone) node.remove();
  }

  /** A piece that stays: it turns over, is drawn anew, or makes room. */
  #shift({ node, piece: old }, piece, moves) {
    const inner = node.firstElementChild;
    const redraw = () => inner.replaceChildren(piece.draw());
    if (old.sig !== piece.sig) {
      if (moves && piece.kind === "card" && old.face === "??" && piece.face !== "??")
        moves.turnOver(
          inner,
          () => inner.replaceChildren(this.#latest(piece).draw()),
          moves.turnOf("cards", TIMES.turn / 2),
        );
      else redraw();
      if (moves && piece.kind === "chips" && !still())
        moves.travel(inner, { x: 0, y: -9 }, { x: 0, y: 0 }, { ms: TIMES.bet });
    }
    const moved = Math.hypot(old.x - piece.x, old.y - piece.y) > 0.5 || old.turn !== piece.turn;
    if (moves && moved && !still()) moves.travel(node, old, piece, { ms: TIMES.lift });
  }

  /** A piece as it is now, when a move that began earlier comes to draw it. */
  #latest(piece) {
    return this.#kept.pieces.get(piece.key)?.piece ?? piece;
  }

  #offer(places, moves, announce) {
    const kept = this.#kept.places;
    const gone = new Set(kept.keys());
    for (const place of places) {
      gone.delete(place.key);
      const old = kept.get(place.key);
      const node = old?.node ?? placeNode(place, announce);
      if (!old) this.#layers.places.append(node);
      if (!old && moves && place.type === "clause") moves.appear(node, moves.turnOf("chips", 0));
      kept.set(place.key, { node, sig: refresh(node, place, old?.sig) });
    }
    drop(kept, gone);
  }
}

/** What is gone is taken off at once. */
function drop(kept, gone) {
  for (const key of gone) {
    kept.get(key).node.remove();
    kept.delete(key);
  }
}

/** Another card in the same place, rather than the same one turned over. */
const isAnother = (old, piece) =>
  old.kind === "card" && old.face !== "??" && piece.face !== old.face && piece.face !== "??";

/**
 * What changed moves: cards first, from the shoe in the order they are dealt; then chips, taken to the tray and paid from
 * it in the order in which wagers were settled.
 */
function move(entering, leaving, stage, moves) {
  const isCard = ({ piece }) => piece.kind === "card";
  const cards = entering.filter(isCard).sort((a, b) => a.piece.order - b.piece.order);
  for (const one of leaving.filter(isCard)) goOut(one, stage, moves, 0);
  for (const { piece, node } of cards)
    moves.travel(node, stage.shoe, piece, { ms: TIMES.card, wait: moves.turnOf("cards", TIMES.nextCard) });
  moves.afterCards();
  const settled = [
    ...leaving.map((one) => ({ ...one, at: stage.taken.get(one.piece.key), leaves: true })),
    ...entering.map((one) => ({ ...one, at: one.piece.at })),
  ].filter((one) => !isCard(one));
  settled.sort((a, b) => (a.at ?? -1) - (b.at ?? -1));
  for (const one of settled)
    if (one.leaves) goOut(one, stage, moves, moves.turnOf("chips", one.at === undefined ? 0 : TIMES.nextChips));
    else comeIn(one, stage, moves, cards.length > 0);
}

/** What is no longer wanted leaves: lost chips to the tray, others to their rail, cards to the rack. */
function goOut({ node, piece, at }, stage, moves, wait) {
  const to = at === undefined ? piece.home : stage.tray;
  if (to) moves.leave(node, piece, { turn: 0, ...to }, { ms: TIMES.take, wait });
  else node.remove();
}

function comeIn({ piece, node }, stage, moves, dealing) {
  if (piece.kind === "paid")
    moves.travel(node, stage.tray, piece, { ms: TIMES.pay, wait: moves.turnOf("chips", TIMES.nextChips) });
  else if (piece.kind === "chips") moves.travel(node, piece.home, piece, { ms: TIMES.bet });
  else moves.appear(node, dealing ? moves.turnOf("cards", 0) + TIMES.card : 0);
}

// --- what can be pressed -------------------------------------------------------------------------------------------

/** The shape of a place; grown by so much for its focus ring. */
function shapeOf({ r, box, round = 0 }, kind, more = 0) {
  if (r) return el("circle", { r: short(r + more), class: kind });
  const [w, h] = box.map((side) => side + 2 * more);
  return el("rect", {
    x: short(-w / 2),
    y: short(-h / 2),
    width: short(w),
    height: short(h),
    rx: round + more,
    class: kind,
  });
}

function placeNode(place, announce) {
  const node = el("g", { class: `place is-${place.type}` });
  if (!place.fixed) {
    node.setAttribute("tabindex", "0");
    node.addEventListener("click", () => announce(place.key, node));
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      announce(place.key, node);
    });
  }
  return node;
}

/** Name, shape and place of something to press, without losing its focus. */
function refresh(node, place, before) {
  node.setAttribute("role", place.fixed ? "img" : "button");
  node.setAttribute("aria-label", place.label);
  node.setAttribute("transform", lying(place.x, place.y, place.turn));
  const sig = JSON.stringify([place.shape, place.sig, place.title ?? place.label]);
  if (before === sig) return sig;
  const inside = [
    el("title", {}, place.title ?? place.label),
    shapeOf(place.shape, "target"),
    shapeOf(place.shape, "ring", 4),
  ];
  if (place.draw) inside.push(place.draw());
  if (place.tag)
    inside.push(el("text", { class: "tag", y: short(-place.shape.r - 9), "text-anchor": "middle" }, place.tag));
  node.replaceChildren(...inside);
  return sig;
}

/** A table on the page. */
export class Felt extends HTMLElement {
  #model = null;
  #layout = null;
  #stages = new Map();
  #places = new Map();
  #moves = new Moves();
  #words = document.createElement("ul");
  #width = 0;
  #watch = new ResizeObserver(() => this.#resized());
  #endMoves = () => this.#moves.end();

  connectedCallback() {
    this.#words.className = "unseen";
    this.#words.setAttribute("aria-label", "On the table");
    this.#watch.observe(this);
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
    if (this.#width) this.#draw(first ? null : this.#moves);
  }

  #resized() {
    const width = Math.round(this.clientWidth);
    if (width < NARROWEST || width === this.#width) return;
    this.#width = width;
    if (this.#model) this.#draw(null);
  }

  #draw(moves) {
    const model = { ...this.#model, turned: this.hasAttribute("turned"), watched: this.hasAttribute("watched") };
    const stages = arranged(model, this.#width);
    this.dataset.felt = model.layout.felt;
    this.dataset.arrangement = stages.length > 1 ? "phone" : "table";
    this.#keepStages(stages, model.layout);
    if (model.watched) for (const stage of stages) stage.places = stage.places.filter(({ type }) => type !== "sit");
    this.#places = new Map(stages.flatMap((stage) => stage.places.map((place) => [place.key, place])));
    for (const stage of stages) {
      const drawn = this.#stages.get(stage.key);
      drawn.svg.setAttribute("aria-label", stage.label ?? `${this.#model.title}, the table`);
      drawn.draw(stage, moves, this.#announce);
    }
    this.#words.replaceChildren(...spoken(this.#model).map(listItem));
  }

  /** The stages in their order, those of another arrangement or layout gone. */
  #keepStages(stages, layout) {
    const same = stages.length === this.#stages.size && stages.every((stage) => this.#stages.has(stage.key));
    if (same && layout === this.#layout) return;
    this.#layout = layout;
    this.#stages = new Map(stages.map((stage) => [stage.key, new Stage(stage.row)]));
    this.replaceChildren(this.#words, ...[...this.#stages.values()].map((stage) => stage.node));
  }

  #announce = (key, node) => {
    const { type, detail } = this.#places.get(key);
    const { left, top, width, height } = node.getBoundingClientRect();
    const where = type === "clause" ? { x: left + width / 2, y: top + height / 2 } : {};
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail: { ...detail, ...where } }));
  };

  /** Arrows go from one place to the next. */
  #walk = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const here = document.activeElement?.closest?.(".place");
    if (!step || !here) return;
    const all = [...this.querySelectorAll('.place[tabindex="0"]')];
    event.preventDefault();
    all[(all.indexOf(here) + step + all.length) % all.length].focus();
  };
}

const listItem = (text) => Object.assign(document.createElement("li"), { textContent: text });

customElements.define("pit-felt", Felt);
