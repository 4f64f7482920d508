// The floor console: who is here, which view is open, and the line to every table.

import { byId, el, every, givesKeysBack, isHeld, listen, pressKey, typing } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { ask, Live, now, refusalOf, staffReason } from "../live.js";
import { say } from "../say.js";
import { sheets } from "../sheets.js";
import { troubleOf } from "../trouble.js";
import { showOpenWay, showWays } from "../ways.js";
import { Figures } from "./figures.js";
import { byNeed, needs, Watched } from "./watched.js";

/** @typedef {import("../wire.js").Command} Command */
/** @typedef {import("./types.js").View} View */
/** @typedef {{ name: string, load: () => Promise<{ makeView: (place: HTMLElement, desk: Desk) => View }> }} Listed */
/** @typedef {import("./types.js").Desk} Desk */

/** @type {Record<string, Listed>} */
const VIEWS = {
  floor: { name: say("shared.floor"), load: () => import("./floor-view.js") },
  jackpots: { name: say("shared.jackpots"), load: () => import("./jackpots-view.js") },
  money: { name: say("shared.fills_and_credits"), load: () => import("./money-view.js") },
  people: { name: say("shared.people"), load: () => import("./people-view.js") },
  sheets: { name: say("pit.sheets.sheets"), load: () => import("./sheets-view.js") },
  approvals: { name: say("shared.approvals"), load: () => import("./approvals-view.js") },
  log: { name: say("pit.desk.log"), load: () => import("./log-view.js") },
};
/** @type {Record<import("../wire.js").Line["state"], string>} */
const LINES = {
  open: "",
  connecting: say("shared.connecting"),
  lost: say("shared.connection_lost_trying_again"),
  over: say("shared.signed_out"),
};
const MOST_WATCHED = 30;
const LIST_MS = 5000;
const SOON_MS = 1500;

/** @type {Figures | null} What is asked for now and then. */
let figures = null;

const live = new Live();

/** @type {Desk} What the views share: the tables, who works here, and how something is done. */
const desk = {
  me: { name: "", role: "", guest: true, balance: 0, may: { consoles: [], areas: [], commands: [], roles: [] } },
  tables: new Map(),
  meters: null,
  /** Have a command done at a table; why not, where it was refused: an empty reason where it was done. */
  async tryOrder(table, command) {
    try {
      await live.command(table, command);
      return { reason: "", code: "" };
    } catch (trouble) {
      return refusalOf(trouble);
    }
  },
  /** The same for who only shows the reason. */
  async order(table, command) {
    return (await this.tryOrder(table, command)).reason;
  },
  get figures() {
    return figures;
  },
  list,
  follow(table) {
    if (table === shown) return;
    shown = table;
    followMost();
  },
  may(command) {
    return this.me.may.commands.includes(command);
  },
  say(text) {
    byId("polite").textContent = text;
  },
  go(view, table = "") {
    location.hash = [view, table].filter(Boolean).join("/");
  },
};

/** @type {(View & { name: string }) | null} */
let view = null;

/** The table that a view shows large. */
let shown = "";

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    desk.me = await ask("/api/me");
    await Promise.all([list(), sheets()]);
  } catch (trouble) {
    refuse(trouble);
    return;
  }
  showWays(desk.me, "pit");
  showViews();
  figures = new Figures(desk, () => view?.show());
  live.meters();
  live.connect();
  await route();
  addEventListener("hashchange", route);
  setInterval(list, LIST_MS);
  setInterval(tick, 1000);
  tick();
}

/** @param {unknown} trouble */
function refuse(trouble) {
  const reason = troubleOf(trouble).status === 403 ? say("pit.desk.this_page_is_for_the_floor") : staffReason(trouble);
  const way = el("a", { href: "/" }, say("shared.to_the_lobby_where_you_can"));
  byId("place").replaceChildren(
    el("section", { className: "page" }, el("h1", {}, say("shared.floor")), el("p", {}, reason), way),
  );
}

/** The tables that are open, and as many of them followed as one line may watch. */
async function list() {
  /** @type {import("../api.js").FloorTable[]} */
  const found = await ask("/api/floor");
  const gone = new Set(desk.tables.keys());
  for (const listed of found) {
    gone.delete(listed.table);
    const known = desk.tables.get(listed.table) ?? new Watched(listed.table);
    desk.tables.set(listed.table, known);
    known.listed = listed;
  }
  for (const id of gone) drop(id);
  followMost();
  view?.show();
}

/** @param {string} id */
function drop(id) {
  if (desk.tables.get(id)?.followed) live.unwatch(id);
  desk.tables.delete(id);
}

/**
 * The table that is shown comes first, then those that need somebody, then those that are followed already. The others
 * are known by the list alone, which tells who needs somebody, too.
 */
function followMost() {
  const rank = (/** @type {Watched} */ one) =>
    [one.id === shown, needs(one), one.followed, !one.listed?.closed, true].indexOf(true);
  const all = [...desk.tables.values()].sort((one, other) => rank(one) - rank(other) || byNeed(one, other));
  for (const watched of all.slice(MOST_WATCHED)) if (watched.followed) unfollow(watched);
  for (const watched of all.slice(0, MOST_WATCHED)) if (!watched.followed) follow(watched);
}

/** @param {Watched} watched */
async function follow(watched) {
  live.watch(watched.id);
  try {
    await watched.follow();
  } catch {
    unfollow(watched); // the next list tries again
  }
  view?.show();
}

/** @param {Watched} watched */
function unfollow(watched) {
  live.unwatch(watched.id);
  watched.unfollow();
}

async function route() {
  const [wanted, table = ""] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const name = wanted in VIEWS ? wanted : "floor";
  for (const link of every(byId("views"), "a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  showOpenWay(byId("views"));
  let opened = view;
  if (opened?.name !== name) {
    const { makeView } = await VIEWS[name].load();
    view?.close?.();
    opened = view = Object.assign(makeView(byId("place"), desk), { name });
  }
  if (table && table !== "open" && !desk.tables.has(table)) await list(); // it may be new
  opened.choose?.(table);
  opened.show();
}

function showViews() {
  const links = Object.entries(VIEWS).map(([key, { name }]) => el("a", { href: `#${key}`, data: { view: key } }, name));
  byId("views").replaceChildren(...links);
}

function tick() {
  const time = new Date(now()).toTimeString().slice(0, 8);
  byId("clock").replaceChildren(lineText(time, { cap: 17, label: "" }));
  view?.tick?.();
  figures?.refresh();
}

/** @param {CustomEvent<import("../wire.js").TableMessage>} heard */
function hear({ detail }) {
  desk.tables.get(detail.table)?.take(detail);
  view?.show();
  if (detail.type === "change") listSoon();
}

let listing = false;

/** What is in the trays follows what happens at the tables. */
function listSoon() {
  if (listing) return;
  listing = true;
  setTimeout(() => {
    listing = false;
    list().catch(() => {}); // the bar says that the server is away, and the next change asks again
  }, SOON_MS);
}

listen(live, "table", hear);
listen(live, "change", hear);
listen(live, "meters", (/** @type {CustomEvent<import("../wire.js").MeterValues>} */ { detail }) => {
  desk.meters = detail;
  view?.show();
});
listen(live, "line", (/** @type {CustomEvent<import("../wire.js").Line>} */ { detail }) => {
  byId("line").textContent = LINES[detail.state];
  document.body.dataset.line = detail.state;
});

/**
 * @param {EventTarget | null} target
 * @param {string} selector
 */
const isA = (target, selector) => target instanceof Element && target.matches(selector);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const ours = event.key === "Enter" ? "textarea, [type=radio]" : "[type=radio]";
  const inField = typing(event.target) && !isA(event.target, ours);
  if (inField || isHeld(event) || (isA(event.target, "button, a") && event.key === "Enter")) return;
  if (pressKey(byId("place"), event.key)) event.preventDefault();
});
givesKeysBack(document.body, "button, a, summary");

open();
