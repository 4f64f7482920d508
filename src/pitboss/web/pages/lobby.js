// The lobby: the open tables live, the jackpot sign, a seat in one click, and the door.

import { byId, el, every, given, inside, listen, refill } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { miniFelt } from "./draw/mini.js";
import { el as svg } from "./draw/svg.js";
import { linkWords } from "./link-words.js";
import { ask, comeIn, goOut, Live } from "./live.js";
import { openOwnLimits, showReminders } from "./own-limits.js";
import { showBalance } from "./results.js";
import { say } from "./say.js";
import { sheets, showMeterHands } from "./sheets.js";
import { messageOf } from "./trouble.js";
import { consoleWays, publicWays } from "./ways.js";
import {
  count,
  departWords,
  gameAbout,
  gameName,
  gameOrder,
  inWords,
  money,
  noticeWords,
  ownTitle,
  span,
  tableName,
} from "./words.js";

/** @typedef {import("./api.js").Listed} Listed */
/** @typedef {import("./wire.js").State} State */
/**
 * What a row shows of its table: as the list says it, or the table itself.
 *
 * @typedef {Pick<State, "boxes" | "waiting" | "run_by"> & { cards: State["cards"] | null } & Partial<Shown>} RowState
 */
/** @typedef {Pick<State, "limits" | "notice"> & Pick<Listed, "you">} Shown */

const MOST_WATCHED = 30;
const LIST_EVERY_MS = 15_000;
const SHUFFLING = new Set(["shuffle_due", "called", "ready", "shuffled", "cut_offered", "cut", "cut_card_placed"]);
/** @type {("major" | "minor")[]} */
const METERS = ["major", "minor"];

const live = new Live();
/** @type {Map<string, Row>} */
const rows = new Map();
/** @type {import("./wire.js").Me | null} */
let me = null;

/** One table of the list, kept up to date by what the floor says of it. */
class Row {
  watched = false;
  limits = el("b");
  notice = el("p", { className: "limits-notice" });

  /** @param {Listed} listed */
  constructor(listed) {
    this.listed = listed;
    this.felt = el("span", { className: "mini", data: { felt: listed.felt }, aria: { hidden: "true" } });
    this.shoe = el("div", { className: "shoe-state" });
    this.seats = el("p", { className: "seats-open" });
    this.go = el("a", { className: "sit" });
    this.item = el("li", {}, this.felt, this.#names(), this.#limits(), this.shoe, this.seats, this.go);
    this.state = this.#listedState(listed);
    this.show();
  }

  /**
   * As the list says it, until the table itself is heard.
   *
   * @param {Listed} listed
   */
  list(listed) {
    if (!this.watched) this.show(this.#listedState(listed));
  }

  /**
   * @param {Listed} listed
   * @returns {RowState}
   */
  #listedState({ boxes, taken, waiting, run_by, you }) {
    const names = Array.from({ length: boxes }, (_, at) => (at < taken ? "taken" : ""));
    return { boxes: names, waiting: Array(waiting).fill(""), cards: null, run_by, you };
  }

  #names() {
    const { sheet, table, title, house, departures } = this.listed;
    const way = el("a", { href: this.#way("") }, gameName(sheet, title));
    const rules = el(
      "a",
      { className: "rules", href: `/rules.html?${new URLSearchParams({ table })}` },
      say("shared.rules"),
    );
    rules.append(el("span", { className: "unseen" }, `, ${gameName(sheet, title)}`));
    const facts = [ownTitle(sheet, title), gameAbout(sheet, house)].filter(Boolean);
    const about = el("p", {}, facts.map((fact) => `${fact} · `).join(""), rules);
    const departs = departures.length ? el("p", { className: "departs" }, departWords(departures)) : "";
    return el("div", { className: "names" }, el("h3", {}, way), about, departs);
  }

  #limits() {
    const { minimum, maximum, table, sheet } = this.listed;
    const where = el("p", {}, tableName(table, sheet));
    this.limits.textContent = span(minimum, maximum);
    return el("div", { className: "limits" }, this.limits, where, this.notice);
  }

  /** @param {string} wish */
  #way(wish) {
    return `/table.html?${new URLSearchParams({ table: this.listed.table, ...(wish && { wish }) })}`;
  }

  /**
   * Seats, shoe and the way in, as they stand.
   *
   * @param {RowState} [state]
   */
  show(state = this.state) {
    this.state = state;
    const { boxes, waiting, cards, limits, notice } = state;
    if (limits) this.limits.textContent = span(limits[0], limits[1]);
    this.notice.textContent = notice ? noticeWords(notice) : "";
    const free = boxes.filter((name) => !name).length;
    const line = waiting.length ? say("lobby.number_waiting", { number: waiting.length }) : say("lobby.seats_open");
    refill(this.felt, boxes.map(Boolean), () => [miniFelt(boxes)]);
    refill(this.seats, [free, boxes.length, line], () => [
      el("b", {}, say("lobby.free_of_number", { free, number: boxes.length })),
      ` ${line}`,
    ]);
    refill(this.shoe, [cards, state.run_by], () => shoeState(cards, state.run_by));
    const [words, wish] = wayIn(state, free);
    this.go.href = this.#way(wish);
    const game = gameName(this.listed.sheet, this.listed.title);
    refill(this.go, words, () => [words, el("span", { className: "unseen" }, `, ${game}`)]);
  }
}

/**
 * What the way to a table says, and what is wished for there.
 *
 * @param {RowState} state
 * @param {number} free
 */
function wayIn({ boxes, waiting, you }, free) {
  if (you === "seated" || (me && boxes.includes(me.name))) return [say("lobby.back_to_your_seat"), ""];
  if (you === "waiting" || (me && waiting.includes(me.name))) return [say("lobby.you_are_waiting"), ""];
  return free ? [say("shared.sit_down"), "sit"] : [say("shared.wait_for_a_seat"), "wait"];
}

/** The table's arcs, behind the meters. */
function lineWork() {
  const arcs = [300, 306, 420, 426, 540].map((r) => svg("circle", { cx: 560, cy: -170, r }));
  const box = { viewBox: "0 0 1120 160", preserveAspectRatio: "xMidYMin slice", class: "line-work" };
  return svg("svg", { ...box, "aria-hidden": "true" }, ...arcs);
}

/**
 * How full the shoe is, with its cut card where that is known.
 *
 * @param {RowState["cards"]} cards
 * @param {RowState["run_by"]} runBy
 */
function shoeState(cards, runBy) {
  if (runBy === "nobody") return [el("p", {}, say("shared.waiting_for_a_dealer"))];
  if (!cards) return [];
  const { total, drawn = 0, phase = "" } = cards;
  if (total === undefined) return [el("p", {}, say("lobby.new_deck_each_round"))];
  if (SHUFFLING.has(phase))
    return [el("p", {}, phase === "shuffle_due" ? say("lobby.shuffle_due") : say("lobby.shuffling_now"))];
  const left = total - drawn;
  const bar = el("span", { className: "shoe-bar", aria: { hidden: "true" } }, el("span"));
  inside(bar).style.transform = `scaleX(${left / total})`;
  return [
    bar,
    el("p", {}, drawn <= 1 ? say("lobby.full_shoe") : say("lobby.left_left", { left: count(left, "card") })),
  ];
}

// the floor

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 20, tracking: 0.42, label: "" }));
  const lettered = (/** @type {string} */ name) => lineText(name.toUpperCase(), { cap: 11, tracking: 0.42 });
  for (const name of METERS) byId(`${name}-name`).replaceChildren(lettered(name));
  byId("jackpot").append(lineWork());
  showTheme();
  showCalled();
  byId("pages").prepend(...publicWays("lobby"));
  live.meters();
  live.connect();
  await readList();
  setInterval(readList, LIST_EVERY_MS);
  readAhead("/table.html");
}

/**
 * Have the browser fetch what a page loads before somebody goes there.
 *
 * @param {string} page
 */
async function readAhead(page) {
  try {
    const found = new DOMParser().parseFromString(await (await fetch(page)).text(), "text/html");
    const files = ["link[href$=js]", "link[href$=css]", "script"].flatMap((one) => [...every(found, one)]);
    for (const file of files) {
      const href = file.getAttribute("href") ?? file.getAttribute("src") ?? "";
      document.head.append(el("link", { rel: "prefetch", href }));
    }
  } catch {
    // it is fetched when it is needed
  }
}

/** The open tables; those that are new come in, those that are closed go. */
async function readList() {
  try {
    const [tables, known] = await Promise.all([ask("/api/tables"), sheets()]);
    showMeterHands(known);
    list(tables);
    byId("trouble").textContent = "";
  } catch (trouble) {
    byId("trouble").textContent = messageOf(trouble);
  }
}

/** @param {Listed[]} listed */
function list(listed) {
  const fresh = listed.filter((one) => !rows.has(one.table)).sort((a, b) => gameOrder(a.sheet) - gameOrder(b.sheet));
  for (const table of [...rows.keys()]) if (!listed.some((one) => one.table === table)) takeOff(table);
  for (const one of listed) rows.get(one.table)?.list(one);
  for (const one of fresh) {
    const row = new Row(one);
    rows.set(one.table, row);
    byId("tables").append(row.item);
  }
  watchMost();
  showCount();
}

/** As many tables as one may watch are kept up to date at once, the others with each list. */
function watchMost() {
  const all = [...rows.values()];
  const more = MOST_WATCHED - all.filter((row) => row.watched).length;
  for (const row of all.filter((one) => !one.watched).slice(0, more)) {
    row.watched = true;
    live.watch(row.listed.table);
  }
}

/** @param {string} table */
function takeOff(table) {
  const row = rows.get(table);
  row?.item.remove();
  if (row?.watched) live.unwatch(table);
  rows.delete(table);
  showCount();
}

function showCount() {
  byId("count").textContent =
    rows.size === 1
      ? say("lobby.inwords_table_open", { inWords: inWords(1) })
      : say("lobby.size_tables_open", { size: inWords(rows.size) });
}

/** @param {CustomEvent<import("./wire.js").TableMessage>} heard */
function hear({ detail }) {
  if (detail.state.closed) takeOff(detail.table);
  else rows.get(detail.table)?.show(detail.state);
}

listen(live, "table", hear);
listen(live, "change", hear);
listen(live, "line", (/** @type {CustomEvent<import("./wire.js").Line>} */ { detail }) => {
  if (detail.state === "lost") byId("trouble").textContent = say("lobby.connection_lost_trying_again_the_list");
  else if (detail.state === "over") location.reload();
  else if (detail.state === "open" && rows.size) readList();
});
listen(live, "hello", ({ detail }) => detail.name && greet());
listen(live, "meters", (/** @type {CustomEvent<import("./wire.js").MeterValues>} */ { detail }) => {
  byId("jackpot").hidden = false;
  const amount = (/** @type {number} */ cents) => [lineText(money(cents), { cap: 44, tracking: 0.16 })];
  for (const name of METERS) refill(byId(name), detail[name], () => amount(detail[name]));
  const said = linkWords(detail);
  refill(byId("link-note"), said, () => said.map((text) => el("span", {}, text)));
});

async function greet() {
  /** @type {import("./wire.js").Me} */
  const known = await ask("/api/me");
  me = known;
  byId("me").hidden = false;
  byId("name").textContent = known.name;
  showBalance(byId("balance"), known.balance);
  byId("welcome").textContent = known.guest
    ? say("lobby.you_are_a_guest_with_play")
    : say("lobby.signed_in_as_name", { name: known.name });
  for (const link of consoleWays(known)) byId("welcome").append(" ", link);
  byId("called").hidden = true;
  byId("sign-in").hidden = !known.guest;
  for (const id of ["own-limits", "sign-out"]) byId(id).hidden = false;
  for (const row of rows.values()) row.show();
}

// how a guest is called

const COLOURS = [1, 2, 3, 4, 5, 6];
const called = byId("called-name", HTMLInputElement);

function showCalled() {
  called.value = localStorage.getItem("pitboss.called") ?? "";
  const chosen = localStorage.getItem("pitboss.colour");
  byId("called-colour").append(
    ...COLOURS.map((n) => {
      const input = el("input", { type: "radio", name: "colour", value: String(n), checked: chosen === String(n) });
      input.addEventListener("change", () => localStorage.setItem("pitboss.colour", input.value));
      input.setAttribute("aria-label", say("lobby.colour_n", { n }));
      return el("label", { className: "swatch" }, input, el("span", { className: `avatar-${n}` }));
    }),
  );
}

called.addEventListener("input", () => localStorage.setItem("pitboss.called", called.value.trim()));
byId("called").addEventListener("submit", (event) => event.preventDefault());

// the door

byId("sign-in").addEventListener("click", () => byId("door", HTMLDialogElement).showModal());
if (location.hash === "#sign-in") {
  history.replaceState(null, "", location.pathname);
  byId("sign-in").click();
}
byId("door-close").addEventListener("click", () => byId("door", HTMLDialogElement).close());
byId("own-limits").addEventListener("click", openOwnLimits);
showReminders(live);
byId("sign-out").addEventListener("click", async () => {
  await goOut();
  location.reload();
});
byId("door-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = given(event.target);
  try {
    await comeIn(/** @type {HTMLButtonElement} */ (event.submitter).value, body);
    location.reload();
  } catch (trouble) {
    byId("door-trouble").textContent = messageOf(trouble);
  }
});

// dark and light

const system = matchMedia("(prefers-color-scheme: light)");

function showTheme() {
  const theme = document.documentElement.dataset.theme ?? (system.matches ? "light" : "dark");
  for (const button of every(document, "[data-theme-is]"))
    button.setAttribute("aria-pressed", String(button.dataset.themeIs === theme));
}

for (const button of every(document, "[data-theme-is]"))
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = button.dataset.themeIs;
    localStorage.setItem("pitboss.theme", button.dataset.themeIs ?? "");
    showTheme();
  });

system.addEventListener("change", showTheme);

open();
