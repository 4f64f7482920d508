// One stage on the page: what is printed, what lies there and moves, and what can be pressed; nodes are kept from one
// drawing to the next.

/** @import { Piece, Place, Printed, Shape, Stage } from "./types.js" */
/** @import { Moves } from "./motion.js" */

import { still, TIMES } from "./motion.js";
import { el, lying, short } from "./svg.js";

/** @typedef {{ node: SVGElement, piece: Piece }} Laid a piece and its node */
/** @typedef {(key: string, node: Element) => void} Announce called when a place is pressed */

/** One stage's nodes, kept from one drawing to the next. */
export class StageView {
  #layers = {
    printed: el("g", { class: "printed" }),
    pieces: el("g", { class: "pieces" }),
    places: el("g", { class: "places" }),
  };
  /** @type {number | null} */
  #acting = null;
  /** @type {Map<string, { node: SVGElement, sig: string }>} */
  #printed = new Map();
  /** @type {Map<string, Laid>} */
  #pieces = new Map();
  /** @type {Map<string, { node: SVGElement, sig: string }>} */
  #places = new Map();

  /** @param {boolean} row whether it scrolls sideways */
  constructor(row) {
    this.node = document.createElement("div");
    this.node.className = row ? "stage row" : "stage";
    this.svg = el("svg", { role: "group" });
    this.svg.append(this.#layers.printed, this.#layers.pieces, this.#layers.places);
    this.#layers.pieces.setAttribute("aria-hidden", "true");
    this.node.append(this.svg);
  }

  /**
   * Draw what changed; moves is null where nothing may move.
   *
   * @param {Stage} stage
   * @param {Moves | null} moves
   * @param {Announce} announce
   */
  draw(stage, moves, announce) {
    const { x, y, w, h } = stage.view ?? { x: 0, y: 0, w: stage.width, h: stage.height };
    this.svg.setAttribute("viewBox", [x, y, w, h].map(short).join(" "));
    if (stage.row) {
      const scale = stage.scale ?? 1;
      this.svg.setAttribute("width", String(short(stage.width * scale)));
      this.svg.setAttribute("height", String(short(stage.height * scale)));
      this.#bringIn(stage.acting === undefined ? null : stage.acting * scale);
    }
    this.#print(stage.printed);
    this.#lay(stage, moves);
    this.#offer(stage.places, moves, announce);
  }

  /**
   * Whoever has the turn is brought into the row's window, once.
   *
   * @param {number | null} acting
   */
  #bringIn(acting) {
    if (acting !== null && acting !== this.#acting)
      this.node.scrollTo({ left: acting - this.node.clientWidth / 2, behavior: still() ? "instant" : "smooth" });
    this.#acting = acting;
  }

  /** @param {Printed[]} parts */
  #print(parts) {
    const kept = this.#printed;
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

  /**
   * @param {Stage} stage
   * @param {Moves | null} moves
   */
  #lay(stage, moves) {
    const kept = this.#pieces;
    const wanted = new Map(stage.pieces.map((piece) => [piece.key, piece]));
    const leaving = [...kept].filter(([key, { piece }]) => isAnother(piece, wanted.get(key)));
    for (const [key] of leaving) kept.delete(key);
    /** @type {SVGElement | null} */
    let before = null;
    /** @type {Laid[]} */
    const entering = [];
    for (const piece of [...stage.pieces].reverse()) {
      const old = kept.get(piece.key);
      const node = old ? old.node : el("g", { class: "piece" }, el("g", {}, piece.draw()));
      if (piece.kind === "chips") node.setAttribute("data-chips", piece.key);
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

  /**
   * A piece that stays: it turns over, is drawn anew, or makes room.
   *
   * @param {Laid} laid
   * @param {Piece} piece
   * @param {Moves | null} moves
   */
  #shift({ node, piece: old }, piece, moves) {
    const inner = /** @type {SVGElement} */ (node.firstElementChild);
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

  /**
   * A piece as it is now, when a move that began earlier comes to draw it.
   *
   * @param {Piece} piece
   */
  #latest(piece) {
    return this.#pieces.get(piece.key)?.piece ?? piece;
  }

  /**
   * @param {Place[]} places
   * @param {Moves | null} moves
   * @param {Announce} announce
   */
  #offer(places, moves, announce) {
    const kept = this.#places;
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

/**
 * What is gone is taken off at once.
 *
 * @param {Map<string, { node: SVGElement }>} kept
 * @param {Iterable<string>} gone
 */
function drop(kept, gone) {
  for (const key of gone) {
    kept.get(key)?.node.remove();
    kept.delete(key);
  }
}

/**
 * Whether a piece is gone: none is in its place, or another card rather than the same one turned over.
 *
 * @param {Piece} old
 * @param {Piece | undefined} piece
 */
const isAnother = (old, piece) =>
  !piece || (old.kind === "card" && old.face !== "??" && piece.face !== old.face && piece.face !== "??");

/**
 * What changed moves: cards first, from the shoe in the order they are dealt; then chips, taken to the tray and paid
 * from it in the order in which wagers were settled.
 *
 * @param {Laid[]} entering
 * @param {Laid[]} leaving
 * @param {Stage} stage
 * @param {Moves} moves
 */
function move(entering, leaving, stage, moves) {
  const isCard = (/** @type {Laid} */ { piece }) => piece.kind === "card";
  const cards = entering.filter(isCard).sort((a, b) => (a.piece.order ?? 0) - (b.piece.order ?? 0));
  for (const one of leaving.filter(isCard)) goOut(one, stage, moves, 0);
  for (const { piece, node } of cards)
    moves.travel(node, stage.shoe, piece, { ms: TIMES.card, wait: moves.turnOf("cards", TIMES.nextCard) });
  moves.afterCards();
  const settled = [
    ...leaving.map((one) => ({ ...one, at: stage.taken.get(one.piece.key), leaves: true })),
    ...entering.map((one) => ({ ...one, at: one.piece.at, leaves: false })),
  ].filter((one) => !isCard(one));
  settled.sort((a, b) => (a.at ?? -1) - (b.at ?? -1));
  for (const one of settled)
    if (one.leaves) goOut(one, stage, moves, moves.turnOf("chips", one.at === undefined ? 0 : TIMES.nextChips));
    else comeIn(one, stage, moves, cards.length > 0);
}

/**
 * What is no longer wanted leaves: lost chips to the tray, others to their rail, cards to the rack.
 *
 * @param {Laid & { at?: number }} gone
 * @param {Stage} stage
 * @param {Moves} moves
 * @param {number} wait
 */
function goOut({ node, piece, at }, stage, moves, wait) {
  const to = at === undefined ? piece.home : stage.tray;
  if (to) moves.leave(node, piece, { turn: 0, ...to }, { ms: TIMES.take, wait });
  else node.remove();
}

/**
 * @param {Laid} come
 * @param {Stage} stage
 * @param {Moves} moves
 * @param {boolean} dealing
 */
function comeIn({ piece, node }, stage, moves, dealing) {
  if (piece.kind === "paid")
    moves.travel(node, stage.tray, piece, { ms: TIMES.pay, wait: moves.turnOf("chips", TIMES.nextChips) });
  else if (piece.kind === "chips") moves.travel(node, piece.home ?? stage.tray, piece, { ms: TIMES.bet });
  else moves.appear(node, dealing ? moves.turnOf("cards", 0) + TIMES.card : 0);
}

// --- what can be pressed -------------------------------------------------------------------------------------------

/**
 * The shape of a place, grown for its focus ring.
 *
 * @param {Shape} shape
 * @param {string} kind
 */
function shapeOf(shape, kind, more = 0) {
  if (!shape.box) return el("circle", { r: short(shape.r + more), class: kind });
  const [w, h] = shape.box.map((side) => side + 2 * more);
  return el("rect", {
    x: short(-w / 2),
    y: short(-h / 2),
    width: short(w),
    height: short(h),
    rx: shape.round + more,
    class: kind,
  });
}

/**
 * @param {Place} place
 * @param {Announce} announce
 */
function placeNode(place, announce) {
  const node = el("g", { class: `place is-${place.type}`, "data-place": place.key });
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

/**
 * Name, shape and place of something to press, without losing its focus.
 *
 * @param {SVGElement} node
 * @param {Place} place
 * @param {string} [before] what it was drawn from
 */
function refresh(node, place, before) {
  node.setAttribute("role", place.fixed ? "img" : "button");
  node.setAttribute("aria-label", place.label);
  node.setAttribute("transform", lying(place.x, place.y, place.turn));
  const sig = JSON.stringify([place.shape, place.sig, place.title ?? place.label]);
  if (before === sig) return sig;
  /** @type {SVGElement[]} */
  const inside = [
    el("title", {}, place.title ?? place.label),
    shapeOf(place.shape, "target"),
    shapeOf(place.shape, "ring", 4),
  ];
  if (place.draw) inside.push(place.draw());
  if (place.tag) {
    const top = place.shape.box ? place.shape.box[1] / 2 : place.shape.r;
    inside.push(el("text", { class: "tag", y: short(-top - 9), "text-anchor": "middle" }, place.tag));
  }
  node.replaceChildren(...inside);
  return sig;
}
