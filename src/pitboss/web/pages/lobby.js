// The lobby: the open tables live, the jackpot sign, a seat in one click, and the door.

import { byId, el, refill } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { ask, comeIn, goOut, Live } from "./live.js";
import { showBalance } from "./results.js";
import { ABOUT, count, gameName, inWords, money, span, tableName } from "./words.js";

const MOST_WATCHED = 30;
const SHUFFLING = new Set(["shuffle_due", "called", "ready", "shuffled", "cut_offered", "cut", "cut_card_placed"]);
const METERS = ["major", "minor"];
const SVG = "http://www.w3.org/2000/svg";

const live = new Live();
const rows = new Map();
let me = null;

/** One table of the list, kept up to date by what the floor says of it. */
class Row {
  constructor(listed) {
    this.listed = listed;
    this.felt = el("span", { className: `mini felt-${listed.sheet}`, aria: { hidden: "true" } });
    this.shoe = el("div", { className: "shoe-state" });
    this.seats = el("p", { className: "seats-open" });
    this.go = el("a", { className: "sit" });
    this.item = el("li", {}, this.felt, this.#names(), this.#limits(), this.shoe, this.seats, this.go);
    const boxes = Array.from({ length: listed.boxes }, (_, at) => (at < listed.taken ? "taken" : ""));
    this.show(boxes, null);
  }

  #names() {
    const { sheet, title } = this.listed;
    const way = el("a", { href: this.#way("") }, gameName(sheet, title));
    return el("div", { className: "names" }, el("h3", {}, way), el("p", {}, ABOUT[sheet] ?? title));
  }

  #limits() {
    const { minimum, maximum, table, sheet } = this.listed;
    const where = el("p", {}, tableName(table, sheet));
    return el("div", { className: "limits" }, el("b", {}, span(minimum, maximum)), where);
  }

  #way(wish) {
    return `/table.html?${new URLSearchParams({ table: this.listed.table, ...(wish && { wish }) })}`;
  }

  /** Seats, shoe and the way in, as they stand. */
  show(boxes, cards) {
    const free = boxes.filter((name) => !name).length;
    const mine = me && boxes.includes(me.name);
    refill(this.felt, boxes.map(Boolean), () => [miniFelt(boxes)]);
    refill(this.seats, [free, boxes.length], () => [el("b", {}, `${free} of ${boxes.length}`), " seats open"]);
    refill(this.shoe, cards, () => shoeState(cards));
    const [words, wish] = mine ? ["Back to your seat", ""] : free ? ["Sit down", "sit"] : ["Wait for a seat", "wait"];
    this.go.href = this.#way(wish);
    const game = gameName(this.listed.sheet, this.listed.title);
    refill(this.go, words, () => [words, el("span", { className: "unseen" }, `, ${game}`)]);
  }
}

/** The table from above, with its taken seats filled. */
function miniFelt(boxes) {
  const svg = svgEl("svg", { viewBox: "0 0 124 72" });
  svg.append(svgEl("path", { d: "M0 0H124V45Q62 99 0 45Z", class: "cloth" }));
  svg.append(svgEl("path", { d: "M22 8Q62 58 102 8", class: "rule" }));
  boxes.forEach((name, at) => svg.append(miniSeat(at + 1, boxes.length, name)));
  return svg;
}

function miniSeat(n, seats, name) {
  const turn = ((seats + 1) / 2 - n) * (seats > 6 ? 14 : 16);
  const angle = (turn * Math.PI) / 180;
  const [x, y] = [62 + 66 * Math.sin(angle), -13 + 66 * Math.cos(angle)];
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${-turn})`;
  const box = { x: -5.5, y: -3.5, width: 11, height: 7, rx: 2, transform: place };
  return svgEl("rect", { ...box, class: name ? "taken" : "free" });
}

function svgEl(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** How full the shoe is, with its cut card where that is known. */
function shoeState(cards) {
  if (!cards) return [];
  if (cards.total === undefined) return [el("p", {}, "New deck each round")];
  if (SHUFFLING.has(cards.phase)) return [el("p", {}, cards.phase === "shuffle_due" ? "Shuffle due" : "Shuffling now")];
  const left = cards.total - cards.drawn;
  const bar = el("span", { className: "shoe-bar", aria: { hidden: "true" } }, el("span"));
  bar.firstChild.style.transform = `scaleX(${left / cards.total})`;
  return [bar, el("p", {}, cards.drawn <= 1 ? "Full shoe" : `${count(left, "card")} left`)];
}

// the floor

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 20, tracking: 0.42, label: "" }));
  const lettered = (name) => lineText(name.toUpperCase(), { cap: 11, tracking: 0.42 });
  for (const name of METERS) byId(`${name}-name`).replaceChildren(lettered(name));
  showTheme();
  live.meters();
  live.connect();
  try {
    list(await ask("/api/tables"));
  } catch (trouble) {
    byId("trouble").textContent = trouble.message;
  }
}

function list(listed) {
  byId("count").textContent = `${inWords(listed.length)} ${listed.length === 1 ? "table" : "tables"} open`;
  for (const one of listed) rows.set(one.table, new Row(one));
  byId("tables").replaceChildren(...[...rows.values()].map((row) => row.item));
  for (const one of listed.slice(0, MOST_WATCHED)) live.watch(one.table);
}

function hear({ detail }) {
  const row = rows.get(detail.table);
  if (detail.state.closed) row?.item.remove();
  row?.show(detail.state.boxes, detail.state.cards);
}

live.addEventListener("table", hear);
live.addEventListener("change", hear);
live.addEventListener("line", ({ detail }) => {
  byId("trouble").textContent = detail.state === "lost" ? "Connection lost. Trying again; the list may be old." : "";
});
live.addEventListener("hello", ({ detail }) => detail.name && greet());
live.addEventListener("meters", ({ detail }) => {
  byId("jackpot").hidden = false;
  const amount = (cents) => [lineText(money(cents), { cap: 44, tracking: 0.16 })];
  for (const name of METERS) refill(byId(name), detail[name], () => amount(detail[name]));
});

async function greet() {
  me = await ask("/api/me");
  byId("me").hidden = false;
  byId("name").textContent = me.name;
  showBalance(byId("balance"), me.balance);
  byId("welcome").textContent = me.guest ? "You are a guest with play chips." : `Signed in as ${me.name}.`;
  byId("sign-in").hidden = !me.guest;
  byId("sign-out").hidden = false;
}

// the door

byId("sign-in").addEventListener("click", () => byId("door").showModal());
byId("door-close").addEventListener("click", () => byId("door").close());
byId("sign-out").addEventListener("click", async () => {
  await goOut();
  location.reload();
});
byId("door-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = Object.fromEntries(new FormData(event.target));
  try {
    await comeIn(event.submitter.value, body);
    location.reload();
  } catch (trouble) {
    byId("door-trouble").textContent = trouble.message;
  }
});

// dark and light

const system = matchMedia("(prefers-color-scheme: light)");

function showTheme() {
  const theme = document.documentElement.dataset.theme ?? (system.matches ? "light" : "dark");
  for (const button of document.querySelectorAll("[data-theme-is]"))
    button.setAttribute("aria-pressed", String(button.dataset.themeIs === theme));
}

for (const button of document.querySelectorAll("[data-theme-is]"))
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = button.dataset.themeIs;
    localStorage.setItem("pitboss.theme", button.dataset.themeIs);
    showTheme();
  });

open();
