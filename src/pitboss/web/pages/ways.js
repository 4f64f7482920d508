// The ways through the house: the same pages for everybody, and the consoles that are made for who is signed in.

import { byId, el } from "./dom.js";
import { say } from "./say.js";

/** @typedef {import("./wire.js").Me} Me */

/** The pages for everyone, by name; a sheet is passed on to those that are about one. */
const PAGES = {
  play: say("public.how_to_play"),
  rules: say("shared.rules"),
  strategy: say("public.strategy"),
  analysis: say("public.analysis"),
  compare: say("public.compare"),
  counting: say("public.counting"),
  designer: say("public.designer"),
  school: say("public.school"),
  verify: say("ways.check_a_shuffle"),
};

/** The consoles; the server says whom it leads to which. */
const CONSOLES = {
  pit: say("shared.floor"),
  dealer: say("shared.dealer_console"),
  eye: say("shared.rounds_and_records"),
  ratings: say("page.ratings.ratings"),
  reports: say("shared.reports"),
  cash: say("page.cash.cash"),
  teacher: say("shared.class"),
};

/**
 * @param {string} href
 * @param {string} name
 * @param {boolean} here
 */
function wayTo(href, name, here) {
  const link = el("a", { href }, name);
  if (here) link.setAttribute("aria-current", "page");
  return link;
}

/**
 * Links to the pages for everyone.
 *
 * @param {string} here the page that is open
 * @param {string} [sheet] the one that they lead on with
 */
export function publicWays(here, sheet = "") {
  const query = sheet ? `?${new URLSearchParams({ sheet })}` : "";
  const pages = Object.entries(PAGES).map(([to, name]) =>
    wayTo(`/${to}.html${to === "verify" ? "" : query}`, name, to === here),
  );
  return [...pages, wayTo("/docs", say("ways.documentation"), here === "docs")];
}

/**
 * Links to the consoles of somebody.
 *
 * @param {Me} me
 * @param {string} [here] the console that is open
 */
export const consoleWays = ({ may }, here = "") =>
  may.consoles.map((one) => wayTo(`/${one}.html`, CONSOLES[one], one === here));

/**
 * The consoles of somebody in a list that opens, for a page that has no room for all of them beside each other.
 *
 * @param {Me} me
 * @param {string} here the console that is open
 */
export function consoleMenu(me, here) {
  const nav = el("nav", { id: "consoles", aria: { label: say("ways.staff") } }, ...consoleWays(me, here));
  const hidden = me.may.consoles.length < 2;
  return el("details", { className: "more", hidden }, el("summary", {}, say("ways.staff")), nav);
}

/**
 * Where ways do not fit beside each other, the one to the page that is open is in sight.
 *
 * @param {HTMLElement} nav
 */
export function showOpenWay(nav) {
  const open = nav.querySelector("[aria-current]");
  if (open instanceof HTMLElement) open.scrollIntoView({ block: "nearest", inline: "center" });
}

/**
 * On top of a console: the others, and who works here.
 *
 * @param {Me} me
 * @param {string} here
 */
export function showWays(me, here) {
  byId("consoles").replaceChildren(...consoleWays(me, here));
  showOpenWay(byId("consoles"));
  byId("who").textContent = say("ways.name_role", { name: me.name, role: me.role.replaceAll("_", " ") });
}
