// @ts-nocheck
// Surveillance and the regulator: any round, any table as it goes on, the state of the log. Seeing, never acting.

import "../draw/felt.js";
import { byId, el, refill } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { ask, Live, staffReason } from "../live.js";
import { Table } from "../model.js";
import { cents, choice, field, grid } from "../pit/forms.js";
import { pictures } from "../rounds.js";
import { sheets } from "../sheets.js";
import { sentence, shownName, signed, tableName, tableOf, wagerName } from "../words.js";

const AUDIT_MS = 800;
const live = new Live();
const wanted = new URLSearchParams(location.search);
let tables = [];
let listed = [];
let watched = null;

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    const me = await ask("/api/me");
    byId("who").textContent = `${me.name}, ${sentence(me.role).toLowerCase()}`;
    [tables, listed] = await Promise.all([ask("/api/floor"), sheets()]);
    showAudit(await ask("/api/eye/audit"));
  } catch (trouble) {
    const reason =
      trouble.status === 403 ? "This page is for surveillance, the regulator and the floor." : staffReason(trouble);
    byId("place").replaceChildren(
      el(
        "section",
        { className: "page" },
        el("h1", {}, "Rounds and records"),
        el("p", {}, reason),
        el("a", { href: "/" }, "To the lobby, where you can sign in"),
      ),
    );
    return;
  }
  makeSearch();
  showWatching();
  live.connect();
  await find();
}

// finding rounds

function makeSearch() {
  const any = [["", "any"]];
  const wagers = new Set(listed.flatMap((sheet) => sheet.wagers.map(({ wager }) => wager)));
  const mistakes = new Set(listed.flatMap((sheet) => sheet.irregularities));
  byId("search").replaceChildren(
    choice("table", "Table", [
      ...any,
      ...tables.map(({ table, sheet, title }) => [table, tableOf(table, sheet, title)]),
    ]),
    playerField(),
    choice("wager", "Wager", [...any, ...[...wagers].map((one) => [one, wagerName(one)])]),
    field("at_least", "Won or lost at least, in dollars", { inputMode: "decimal" }),
    choice("irregularity", "Irregularity", [...any, ...[...mistakes].map((one) => [one, sentence(one)])]),
    field("since", "From", { type: "datetime-local" }),
    field("until", "Until", { type: "datetime-local" }),
    el(
      "div",
      { className: "form-actions" },
      el("button", { type: "submit", className: "control strong" }, "Search"),
      el(
        "a",
        { id: "bundle", className: "control-link", href: "/api/eye/bundle", download: "evidence.zip" },
        "Evidence bundle of this choice",
      ),
    ),
  );
  byId("search").elements.table.value = wanted.get("table") ?? "";
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    find();
  });
}

/** A player by name; those of the rounds that were found are offered. */
function playerField() {
  const named = field("player", "Player");
  named.querySelector("input").setAttribute("list", "players");
  named.append(el("datalist", { id: "players" }));
  return named;
}

function offerPlayers(found) {
  const names = [...new Set(found.flatMap(({ players }) => players))].sort();
  refill(byId("players"), names, () => names.map((value) => el("option", { value })));
}

/** What the form asks for, as the server takes it. */
function asked() {
  const given = Object.fromEntries(new FormData(byId("search")));
  const query = new URLSearchParams();
  for (const name of ["table", "player", "wager", "irregularity"])
    if (given[name].trim()) query.set(name, given[name].trim());
  const least = given.at_least.trim() && cents(given.at_least);
  if (least) query.set("at_least", least);
  for (const name of ["since", "until"]) if (given[name]) query.set(name, Date.parse(given[name]));
  return query;
}

async function find() {
  const query = asked();
  const evidence = new URLSearchParams([...query].filter(([name]) => ["table", "since", "until"].includes(name)));
  byId("bundle").href = `/api/eye/bundle?${evidence}`;
  byId("found").replaceChildren(el("p", { className: "quiet" }, "Searching …"));
  try {
    const found = await ask(`/api/eye/rounds?${query}`);
    offerPlayers(found);
    const rows = found.map((one) => [
      el(
        "button",
        { type: "button", className: "link", on: { click: () => showRound(one) } },
        `${one.table} ${one.number}`,
      ),
      new Date(one.at).toLocaleString(),
      one.players.map(shownName).join(", "),
      Object.entries(one.wagers)
        .map(([wager, amount]) => `${wagerName(wager)} ${signed(amount)}`)
        .join(", "),
      [...one.irregularities.map(sentence), one.void ? "Void" : ""].filter(Boolean).join(", "),
    ]);
    byId("found").replaceChildren(
      grid(["Round", "At", "Players", "Results", "Irregular"], rows, "No finished round is like that. Ask for less."),
    );
  } catch (trouble) {
    byId("found").replaceChildren(el("p", { className: "form-trouble" }, trouble.message));
  }
}

/** A round step by step, through the eyes of whoever is chosen. */
async function showRound({ table, number, players }) {
  const [posted, { state }] = await Promise.all([ask(`/api/tables/${table}/posted`), ask(`/api/tables/${table}`)]);
  const eyes = el(
    "select",
    { aria: { label: "As seen by" } },
    el("option", { value: "" }, "everybody: dealer, floor, visitors"),
    ...players.map((name) => el("option", { value: name }, shownName(name))),
  );
  const replay = el("pit-replay");
  const path = `/api/eye/tables/${table}/rounds/${number}`;
  const record = el("a", { download: `${table}-${number}.toml` }, "Download the hand record");
  const show = async () => {
    const through = `?as=${encodeURIComponent(eyes.value)}`;
    record.href = `${path}/record${through}`;
    const recalled = await ask(path + through);
    replay.pictures = pictures(recalled, { posted, you: eyes.value ? { name: eyes.value } : null, state });
  };
  eyes.addEventListener("change", show);
  byId("shown").replaceChildren(
    el("h2", {}, `${tableName(table, posted.sheet)}, round ${number}`),
    el("p", {}, "As seen by ", eyes),
    replay,
    el("p", { className: "round-links" }, record),
  );
  replay.felt.setAttribute("watched", "");
  await show();
  replay.forward.focus();
}

// a table as it goes on

function showWatching() {
  const list = el(
    "select",
    { aria: { label: "Table to watch" } },
    el("option", { value: "" }, "choose a table"),
    ...tables.map(({ table, sheet, title }) => el("option", { value: table }, tableOf(table, sheet, title))),
  );
  const felt = el("pit-felt");
  felt.setAttribute("watched", "");
  const state = el("p", { className: "quiet", role: "status" });
  list.addEventListener("change", () => watch(list.value, felt, state));
  byId("watching").replaceChildren(el("h2", {}, "A table live"), el("p", {}, list), state, felt);
  felt.hidden = true;
}

async function watch(id, felt, state) {
  watched = null;
  felt.hidden = !id;
  if (!id) return;
  const table = new Table(await ask(`/api/tables/${id}/posted`));
  watched = { id, table, felt, state };
  live.watch(id);
}

function hear({ detail }) {
  if (detail.table !== watched?.id) return;
  if (detail.type === "table") watched.table.whole(detail);
  else watched.table.change(detail);
  watched.felt.model = watched.table.model;
  watched.state.textContent = sentence(detail.staff?.next?.text ?? "");
}

live.addEventListener("table", hear);
live.addEventListener("change", hear);
live.addEventListener("line", ({ detail }) => {
  byId("line").textContent = detail.state === "lost" ? "Connection lost. Trying again." : "";
});

// the log

function showAudit(state) {
  const said = state.working
    ? `${sentence(state.step || "beginning")} … ${Math.round(state.share * 100)} %`
    : state.finished_at === null
      ? "Not recomputed since the server has started."
      : `${state.good ? "All of it holds" : `${state.findings.length} findings`}: ${state.entries} entries, ${state.rounds} rounds, ${state.checkpoints} checkpoints; ${state.unsigned} entries not signed yet.`;
  refill(byId("log-state"), [said, state.findings, state.working], () => [
    el("h2", {}, "The log"),
    el("p", { role: "status" }, said),
    ...state.findings.map((finding) => el("p", { className: "form-trouble" }, finding)),
    el(
      "button",
      { type: "button", className: "control", disabled: state.working, on: { click: recompute } },
      "Recompute the whole log",
    ),
  ]);
}

async function recompute() {
  let state = await ask("/api/eye/audit?fresh=true");
  showAudit(state);
  while (state.working) {
    await new Promise((done) => setTimeout(done, AUDIT_MS));
    state = await ask("/api/eye/audit");
    showAudit(state);
  }
}

open();
