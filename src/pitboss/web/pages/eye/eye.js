// Surveillance and the regulator: any round, any table as it goes on, the state of the log. Seeing, never acting.

import "../draw/felt.js";
import { byId, el, find, given, listen, refill, unbroken } from "../dom.js";
import { lineText } from "../draw/line-face.js";
import { ask, Live, staffReason } from "../live.js";
import { Table } from "../model.js";
import { cents, choice, field, grid } from "../pit/forms.js";
import { pictures } from "../rounds.js";
import { say } from "../say.js";
import { sheets } from "../sheets.js";
import { messageOf, troubleOf } from "../trouble.js";
import { showWays } from "../ways.js";
import { mistakeName, sentence, shownName, signed, tableCalled, tableOf, wagerName } from "../words.js";

/** @typedef {import("../api.js").FloorTable} FloorTable */
/** @typedef {import("../api.js").RoundFound} RoundFound */
/** @typedef {import("../api.js").AuditState} AuditState */
/** @typedef {import("../wire.js").Felt} Felt */

const AUDIT_MS = 800;
const live = new Live();
const wanted = new URLSearchParams(location.search);
/** @type {FloorTable[]} */
let tables = [];
/** @type {import("../words.js").ListedSheet[]} */
let listed = [];
/** @type {{ id: string, table: Table, felt: Felt, state: HTMLElement } | null} */
let watched = null;

async function open() {
  byId("brand").replaceChildren(lineText("PITBOSS", { cap: 17, tracking: 0.42, label: "" }));
  try {
    /** @type {import("../wire.js").Me} */
    const me = await ask("/api/me");
    showWays(me, "eye");
    [tables, listed] = await Promise.all([ask("/api/floor"), sheets()]);
    showAudit(await ask("/api/eye/audit"));
  } catch (trouble) {
    const reason =
      troubleOf(trouble).status === 403 ? say("eye.eye.this_page_is_for_surveillance_the") : staffReason(trouble);
    byId("place").replaceChildren(
      el(
        "section",
        { className: "page" },
        el("h1", {}, say("shared.rounds_and_records")),
        el("p", {}, reason),
        el("a", { href: "/" }, say("shared.to_the_lobby_where_you_can")),
      ),
    );
    return;
  }
  makeSearch();
  showWatching();
  live.connect();
  await search();
  if (wanted.get("round")) await showWanted(wanted.get("table") ?? "", Number(wanted.get("round")));
}

/**
 * The round that the address names.
 *
 * @param {string} table
 * @param {number} number
 */
async function showWanted(table, number) {
  try {
    /** @type {RoundFound[]} */
    const found = await ask(
      `/api/eye/rounds?${new URLSearchParams({ table, before: String(number + 1), limit: "1" })}`,
    );
    if (found[0]?.number === number) await showRound(found[0]);
  } catch (trouble) {
    byId("shown").replaceChildren(el("p", { className: "form-trouble" }, messageOf(trouble)));
  }
}

// finding rounds

/** @param {string} kind */
const wrong = (kind) => sentence(mistakeName(kind));

function makeSearch() {
  const any = [["", say("eye.eye.any")]];
  const wagers = new Set(listed.flatMap((sheet) => sheet.wagers.map(({ wager }) => wager)));
  const mistakes = new Set(listed.flatMap((sheet) => sheet.irregularities));
  byId("search").replaceChildren(
    choice("table", say("shared.table"), [
      ...any,
      ...tables.map(({ table, sheet, title }) => [table, tableOf(table, sheet, title)]),
    ]),
    playerField(),
    choice("wager", say("shared.wager"), [...any, ...[...wagers].map((one) => [one, wagerName(one)])]),
    field("at_least", say("eye.eye.won_or_lost_at_least_in"), { inputMode: "decimal" }),
    choice("irregularity", say("eye.eye.irregularity"), [...any, ...[...mistakes].map((one) => [one, wrong(one)])]),
    field("since", say("eye.eye.from"), { type: "datetime-local" }),
    field("until", say("eye.eye.until"), { type: "datetime-local" }),
    el(
      "div",
      { className: "form-actions" },
      el("button", { type: "submit", className: "control strong" }, say("eye.eye.search")),
      el(
        "a",
        { id: "bundle", className: "control-link", href: "/api/eye/bundle", download: "evidence.zip" },
        say("eye.eye.evidence_bundle_of_this_choice"),
      ),
    ),
  );
  find(byId("search"), "[name=table]", HTMLSelectElement).value = wanted.get("table") ?? "";
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
}

/** A player by name; those of the rounds that were found are offered. */
function playerField() {
  const named = field("player", say("shared.player"));
  find(named, "input", HTMLInputElement).setAttribute("list", "players");
  named.append(el("datalist", { id: "players" }));
  return named;
}

/** @param {RoundFound[]} found */
function offerPlayers(found) {
  const names = [...new Set(found.flatMap(({ players }) => players))].sort();
  refill(byId("players"), names, () => names.map((value) => el("option", { value })));
}

/** What the form asks for, as the server takes it. */
function asked() {
  const chosen = given(byId("search"));
  const query = new URLSearchParams();
  for (const name of ["table", "player", "wager", "irregularity"])
    if (chosen[name].trim()) query.set(name, chosen[name].trim());
  const least = chosen.at_least.trim() ? cents(chosen.at_least) : null;
  if (least) query.set("at_least", String(least));
  for (const name of ["since", "until"]) if (chosen[name]) query.set(name, String(Date.parse(chosen[name])));
  return query;
}

async function search() {
  const query = asked();
  const evidence = new URLSearchParams([...query].filter(([name]) => ["table", "since", "until"].includes(name)));
  byId("bundle", HTMLAnchorElement).href = `/api/eye/bundle?${evidence}`;
  byId("found").replaceChildren(el("p", { className: "quiet" }, say("eye.eye.searching")));
  try {
    /** @type {RoundFound[]} */
    const found = await ask(`/api/eye/rounds?${query}`);
    offerPlayers(found);
    const rows = found.map((one) => [
      el(
        "button",
        { type: "button", className: "link", on: { click: () => showRound(one) } },
        say("eye.eye.table_round_number", { table: tableCalled(one.table), number: one.number }),
      ),
      new Date(one.at).toLocaleString(),
      one.players.map(shownName).join(", "),
      el("span", {}, ...unbroken(resultWords(one.wagers))),
      [...one.irregularities.map(wrong), one.void ? say("shared.void") : ""].filter(Boolean).join(", "),
    ]);
    byId("found").replaceChildren(
      grid(
        [
          say("shared.round"),
          say("shared.at"),
          say("shared.players"),
          say("eye.eye.results"),
          say("eye.eye.irregular"),
        ],
        rows,
        say("eye.eye.no_finished_round_is_like_that"),
      ),
    );
  } catch (trouble) {
    byId("found").replaceChildren(el("p", { className: "form-trouble" }, messageOf(trouble)));
  }
}

/** @param {Record<string, number>} wagers what each of them won or lost */
const resultWords = (wagers) =>
  Object.entries(wagers)
    .map(([wager, amount]) => `${wagerName(wager)} ${signed(amount)}`)
    .join(", ");

/**
 * A round step by step, through the eyes of whoever is chosen.
 *
 * @param {RoundFound} round
 */
async function showRound({ table, number, players }) {
  const [posted, { state }] = await Promise.all([ask(`/api/tables/${table}/posted`), ask(`/api/tables/${table}`)]);
  const eyes = el(
    "select",
    { aria: { label: say("eye.eye.as_seen_by") } },
    el("option", { value: "" }, say("eye.eye.everybody_dealer_floor_visitors")),
    ...players.map((name) => el("option", { value: name }, shownName(name))),
  );
  const replay = el("pit-replay");
  const path = `/api/eye/tables/${table}/rounds/${number}`;
  const record = el("a", { download: `${table}-${number}.toml` }, say("shared.download_the_hand_record"));
  const report = el("a", { target: "_blank" }, say("shared.incident_report"));
  const show = async () => {
    const through = `?as=${encodeURIComponent(eyes.value)}`;
    record.href = `${path}/record${through}`;
    report.href = `${path}/incident${through}`;
    const recalled = await ask(path + through);
    replay.pictures = pictures(recalled, { posted, you: eyes.value ? { name: eyes.value } : null, state });
  };
  eyes.addEventListener("change", show);
  byId("shown").replaceChildren(
    el("h2", {}, say("eye.eye.table_round_number", { table: tableCalled(table), number })),
    el("p", {}, say("eye.eye.as_seen_by_2"), eyes),
    replay,
    el("p", { className: "round-links" }, record, report),
  );
  replay.felt.setAttribute("watched", "");
  await show();
  replay.forward.focus();
}

// a table as it goes on

function showWatching() {
  const list = el(
    "select",
    { aria: { label: say("eye.eye.table_to_watch") } },
    el("option", { value: "" }, say("eye.eye.choose_a_table")),
    ...tables.map(({ table, sheet, title }) => el("option", { value: table }, tableOf(table, sheet, title))),
  );
  const felt = el("pit-felt");
  felt.setAttribute("watched", "");
  const state = el("p", { className: "quiet", role: "status" });
  list.addEventListener("change", () => watch(list.value, felt, state));
  byId("watching").replaceChildren(el("h2", {}, say("eye.eye.a_table_live")), el("p", {}, list), state, felt);
  felt.hidden = true;
}

/**
 * @param {string} id
 * @param {Felt} felt
 * @param {HTMLElement} state
 */
async function watch(id, felt, state) {
  watched = null;
  felt.hidden = !id;
  if (!id) return;
  const table = new Table(await ask(`/api/tables/${id}/posted`));
  watched = { id, table, felt, state };
  live.watch(id);
}

/** @param {CustomEvent<import("../wire.js").TableMessage>} heard */
function hear({ detail }) {
  if (!watched || detail.table !== watched.id) return;
  if (detail.type === "table") watched.table.whole(detail);
  else watched.table.change(detail);
  watched.felt.model = watched.table.model;
  watched.state.textContent = sentence(detail.staff?.next?.text ?? "");
}

listen(live, "table", hear);
listen(live, "change", hear);
listen(live, "line", (/** @type {CustomEvent<import("../wire.js").Line>} */ { detail }) => {
  byId("line").textContent = detail.state === "lost" ? say("shared.connection_lost_trying_again") : "";
});

// the log

/** @param {AuditState} state */
function showAudit(state) {
  const said = state.working
    ? `${sentence(state.step || say("eye.eye.beginning"))} … ${Math.round(state.share * 100)} %`
    : state.finished_at === null
      ? say("eye.eye.not_recomputed_since_the_server_has")
      : auditWords(state);
  refill(byId("log-state"), [said, state.findings, state.working], () => [
    el("h2", {}, say("eye.eye.the_log")),
    el("p", { role: "status" }, said),
    ...state.findings.map((finding) => el("p", { className: "form-trouble" }, finding)),
    el(
      "button",
      { type: "button", className: "control", disabled: state.working, on: { click: recompute } },
      say("eye.eye.recompute_the_whole_log"),
    ),
  ]);
}

/**
 * What came of recomputing the log.
 *
 * @param {AuditState} state
 */
function auditWords({ good, findings, entries, rounds, checkpoints, unsigned }) {
  const found = good ? say("eye.eye.all_of_it_holds") : say("eye.eye.number_findings", { number: findings.length });
  return say("eye.eye.entries_rounds_checkpoints_entries_not_signed", {
    found,
    entries,
    rounds,
    checkpoints,
    unsigned,
  });
}

async function recompute() {
  /** @type {AuditState} */
  let state = await ask("/api/eye/audit?fresh=true");
  showAudit(state);
  while (state.working) {
    await new Promise((done) => setTimeout(done, AUDIT_MS));
    state = await ask("/api/eye/audit");
    showAudit(state);
  }
}

open();
