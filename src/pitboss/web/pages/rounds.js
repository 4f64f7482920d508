// The last rounds: replayed step by step, to be taken home as a hand record, and proven.

import "./draw/felt.js";
import { el, keyed, pressKey } from "./dom.js";
import { gameOf } from "./games/index.js";
import { ask } from "./live.js";
import { fold, freshRound, pictured, Table } from "./model.js";
import { say } from "./say.js";
import { messageOf } from "./trouble.js";
import { atSeat, money, shownName, tell } from "./words.js";

const MOST_ROUNDS = 12;

/**
 * The table whose rounds are looked at, and who looks.
 *
 * @typedef {object} At
 * @property {string} id
 * @property {import("./wire.js").Posted} posted
 * @property {{ name: string } | null | undefined} you
 * @property {import("./wire.js").State} state
 */

/**
 * The numbers of the rounds that can be looked at, the latest first: one's own, or for a visitor the table's.
 *
 * @param {At} about
 * @returns {Promise<number[]>}
 */
async function numbers({ id, you, state }) {
  if (you) {
    /** @type {{ table: string, round: number }[]} */
    const mine = await ask("/api/my/rounds?limit=100");
    return mine
      .filter((one) => one.table === id)
      .map((one) => one.round)
      .slice(0, MOST_ROUNDS);
  }
  const last = state.dealt ? state.round - 1 : state.round;
  return Array.from({ length: Math.min(MOST_ROUNDS, last) }, (_, back) => last - back);
}

/**
 * A round that was played, as a row of pictures with a sentence for each.
 *
 * @param {{ round: number, steps: { events: import("./words.js").TableEvent[], balance?: number | null }[] }} recalled
 * @param {Pick<At, "posted" | "you" | "state">} about
 */
export function pictures(recalled, { posted, you, state }) {
  const events = recalled.steps.flatMap((step) => step.events);
  const bets = events.filter((event) => event.type === "BetPlaced");
  const boxes = state.boxes.map((_, at) => bets.find((bet) => bet.spot === at + 1)?.player ?? "");
  const mine = boxes.flatMap((name, at) => (you && name === you.name ? [at + 1] : []));
  const then = {
    boxes,
    colours: boxes.map((name) => state.colours?.[state.boxes.indexOf(name)] ?? 0),
    question: { kind: "play", role: "dealer", spot: 0, hand: 0 },
    dealt: true,
    cut: 0,
    cards: { phase: state.cards.phase, past: true },
  };
  const { lineTitle } = new Table(posted);
  const who = (/** @type {number} */ spot) => (mine.includes(spot) ? "" : shownName(boxes[spot - 1]));
  const about = { posted, state: then, you: { boxes: mine }, meters: null, lineTitle, facts: null };
  const round = freshRound(recalled.round);
  const found = [];
  for (const { events: together, balance } of recalled.steps)
    for (const event of together) {
      fold(round, event);
      const told = atSeat(tell(event, who, lineTitle, gameOf(posted.game)), event, mine);
      const text = told && typeof balance === "number" ? `${told} ${had(balance)}` : told;
      if (text) found.push({ text, model: pictured(round, about) });
    }
  return found;
}

/** @param {number} balance */
const had = (balance) => say("rounds.balance_then", { amount: money(balance) });

/** A replay: the felt, the sentence, forward and back. */
export class Replay extends HTMLElement {
  /** @type {{ text: string, model: any }[]} */
  #pictures = [];
  #at = 0;

  felt = el("pit-felt");
  said = el("p", { className: "replay-said", role: "status" });
  back = keyed("ArrowLeft", say("shared.back"), "", () => this.#go(this.#at - 1), "control");
  forward = keyed("ArrowRight", say("rounds.next"), "", () => this.#go(this.#at + 1), "control");

  connectedCallback() {
    this.back.disabled = this.forward.disabled = true; // until there is something to step through
    this.replaceChildren(el("div", { className: "replay-steps" }, this.back, this.forward, this.said), this.felt);
  }

  /** @param {{ text: string, model: any }[]} found */
  set pictures(found) {
    this.#pictures = found;
    this.#go(0);
  }

  /** @param {number} at */
  #go(at) {
    if (!this.#pictures[at]) return;
    this.#at = at;
    const { text, model } = this.#pictures[at];
    this.felt.model = model;
    this.said.textContent = say("rounds.at_of_number_text", { at: at + 1, number: this.#pictures.length, text });
    this.back.disabled = at === 0;
    this.forward.disabled = at === this.#pictures.length - 1;
  }
}

customElements.define("pit-replay", Replay);

/**
 * Open the last rounds in a dialog, at the one that is wanted or the latest.
 *
 * @param {HTMLDialogElement} dialog
 * @param {At} at
 * @param {number} [wanted]
 */
export async function openRounds(dialog, at, wanted = 0) {
  if (!at.state || dialog.open) return;
  const list = el("div", { className: "round-list", role: "group", aria: { label: say("shared.rounds") } });
  const shown = el("div", { className: "round-shown" });
  const close = keyed("Escape", say("shared.close"), "", () => dialog.close(), "control");
  dialog.replaceChildren(
    el("header", {}, el("h2", { id: "rounds-title" }, say("rounds.last_rounds")), close),
    list,
    shown,
  );
  dialog.onkeydown = (event) => {
    pressKey(shown, event.key); // a handler that gave false back would hold Tab and Esc, too
  };
  dialog.showModal();
  try {
    const found = await numbers(at);
    if (wanted && !found.includes(wanted)) found.push(wanted);
    list.replaceChildren(...found.map((number) => roundButton(number, list, shown, at)));
    if (found.length) /** @type {HTMLElement} */ (list.children[Math.max(0, found.indexOf(wanted))]).click();
    else shown.replaceChildren(el("p", {}, say("rounds.no_finished_round_yet_it_will")));
  } catch (trouble) {
    shown.replaceChildren(el("p", {}, messageOf(trouble)));
  }
}

/**
 * @param {number} number
 * @param {HTMLElement} list
 * @param {HTMLElement} shown
 * @param {At} at
 */
function roundButton(number, list, shown, at) {
  const button = el(
    "button",
    { type: "button", className: "control", aria: { pressed: "false" } },
    say("rounds.round_number", { number }),
  );
  button.addEventListener("click", () => {
    for (const one of list.children) one.setAttribute("aria-pressed", String(one === button));
    showRound(number, shown, at);
  });
  return button;
}

/**
 * @param {number} number
 * @param {HTMLElement} shown
 * @param {At} at
 */
async function showRound(number, shown, at) {
  const path = `/api/tables/${at.id}/rounds/${number}`;
  try {
    const recalled = await ask(path);
    const replay = el("pit-replay");
    const name = `${at.id}-${number}.toml`;
    const record = el("a", { href: `${path}/record`, download: name }, say("shared.download_the_hand_record"));
    const proof = el(
      "a",
      { href: `/verify.html?table=${at.id}&round=${number}`, target: "_blank", rel: "noopener" },
      say("rounds.check_the_shuffle"),
    );
    shown.replaceChildren(replay, el("p", { className: "round-links" }, record, proof));
    replay.pictures = pictures(recalled, at);
    replay.forward.focus();
  } catch (trouble) {
    shown.replaceChildren(el("p", {}, messageOf(trouble)));
  }
}
