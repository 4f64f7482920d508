// Links of the table whose pages open over it, and the roots that it has shown.

import { byId } from "./dom.js";

const MOST_ROOTS = 20;

/** @param {string} table */
const kept = (table) => `pitboss.roots.${table}`;

/** @typedef {{ root: string, round: number }} Seen a root, and the last round that was dealt when it was first seen */

/**
 * The roots that a table has shown while one was there.
 *
 * @param {string} table
 * @returns {Seen[]}
 */
const seenAt = (table) => JSON.parse(sessionStorage.getItem(kept(table)) ?? "[]");

/**
 * Keep a root that a table shows, which is what it promises of the rounds to come.
 *
 * @param {string} table
 * @param {Seen} shown
 */
export function rememberRoot(table, shown) {
  const known = seenAt(table);
  if (known.some(({ root }) => root === shown.root)) return;
  sessionStorage.setItem(kept(table), JSON.stringify([...known, shown].slice(-MOST_ROOTS)));
}

/**
 * Whether a root was seen before a round was dealt.
 *
 * @param {string} table
 * @param {Seen} of
 */
export const wasPromised = (table, of) => seenAt(table).some(({ root, round }) => root === of.root && round < of.round);

/**
 * A plain click opens over the table what a further tab would show; what draws it comes when it is first asked for.
 *
 * @param {string} name of the link
 * @param {(over: typeof import("./over-table.js"), dialog: HTMLDialogElement, page: string) => unknown} open
 * @param {() => unknown} away where the server does not answer
 */
export function opensOver(name, open, away) {
  const link = byId(name, HTMLAnchorElement);
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      open(await import("./over-table.js"), byId("over", HTMLDialogElement), link.href);
    } catch {
      away();
    }
  });
}
