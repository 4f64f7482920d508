// The rules page: a sheet as it is posted, each sentence with its clauses, edition and approval.

import { anchor, openable } from "./clauses.js";
import { byId, el } from "./dom.js";
import { lineText } from "./draw/line-face.js";
import { ask } from "./live.js";
import { asked, begin, chosenSheet, goTo, heading, printButton, sheetPicker, showTop, trouble, way } from "./public.js";
import { say } from "./say.js";
import { sheets } from "./sheets.js";
import { messageOf } from "./trouble.js";
import { noticeWords, posted, span, tableName } from "./words.js";

/** @typedef {import("./api.js").PlacardShown} Placard */

async function open() {
  const table = asked.get("table");
  const sets = asked.getAll("set");
  const listed = await chosenSheet();
  showTop(listed.sheet);
  try {
    const query = new URLSearchParams(sets.map((one) => ["set", one]));
    const place = table
      ? `/api/tables/${encodeURIComponent(table)}/placard`
      : `/api/sheets/${listed.sheet}/placard?${query}`;
    show(await ask(place), { table, all: await sheets() });
  } catch (reason) {
    byId("main").replaceChildren(trouble(messageOf(reason)));
  }
}

/**
 * @param {Placard} placard
 * @param {{ table: string | null, all: import("./words.js").ListedSheet[] }} about
 */
function show(placard, { table, all }) {
  showTop(placard.sheet);
  document.title = say("rules.rules_title_pitboss", { title: placard.title });
  const picker = table ? tableLink(placard, table) : sheetPicker(say("shared.game"), all, placard.sheet, goTo);
  const parts = placard.parts.map(section);
  const body = el("div", { className: "print-body" });
  body.append(
    el(
      "div",
      { className: "page-tools no-print" },
      picker,
      ...further(placard),
      printButton(say("rules.print_the_placard")),
    ),
    heading({ sheet: placard.sheet, title: placard.title, subtitle: subtitle(placard, table), side: limits(placard) }),
    approval(placard),
    notes(placard),
    el("div", { className: "placard" }, contents(placard), el("div", { className: "parts" }, ...parts)),
  );
  byId("main").replaceChildren(body, el("div", { className: "print-space" }, el("div")), foot(placard));
  if (location.hash) document.querySelector(`#${CSS.escape(location.hash.slice(1))}`)?.scrollIntoView();
}

/**
 * @param {Placard} placard
 * @param {string} table
 */
function tableLink({ sheet }, table) {
  const words = say("rules.back_to_table", { table: tableName(table, sheet).toLowerCase() });
  return el("a", { className: "button", href: `/table.html?${new URLSearchParams({ table })}` }, words);
}

/**
 * The same sheet on the other pages, with what is set on it.
 *
 * @param {Placard} placard
 */
function further({ sheet, sets }) {
  const links = [
    ["strategy", say("rules.how_to_play_it")],
    ["analysis", say("rules.what_it_costs")],
  ];
  return links.map(([page, words]) => el("a", { className: "button", href: way(page, { sheet, sets }) }, words));
}

/**
 * @param {Placard} placard
 * @param {string | null} table
 */
function subtitle({ house, sheet }, table) {
  return [house, table ? say("rules.as_played_at_table", { table: tableName(table, sheet).toLowerCase() }) : ""]
    .filter(Boolean)
    .join(", ");
}

/**
 * The table's sign: least and most, and other limits that are announced.
 *
 * @param {Placard} placard
 */
function limits({ minimum, maximum, notice }) {
  const text = span(minimum, maximum).replace("–", "-");
  const drawn = lineText(text.replace("-", "−"), { cap: 26, tracking: 0.16, label: "" });
  const words = say("rules.minimum_minimum_maximum_maximum", { minimum: posted(minimum), maximum: posted(maximum) });
  const coming = notice ? [el("p", { className: "limits-notice", role: "status" }, noticeWords(notice))] : [];
  return el(
    "div",
    { className: "head-figure", id: "sign" },
    el("span", { className: "label" }, words),
    drawn,
    ...coming,
  );
}

/**
 * Version, edition and who has signed for it.
 *
 * @param {Placard} placard
 */
function approval(placard) {
  const [button, place] = openable(placard.notes[0].clauses, signature(placard));
  /** @type {[string, string | Node][]} */
  const rows = [
    [say("shared.sheet"), say("rules.sheet_version_version", { sheet: placard.sheet, version: placard.version })],
    [say("rules.edition"), placard.edition || say("rules.none_stated")],
    [say("rules.approval"), placard.notes[0].clauses.length ? button : signature(placard)],
    [say("shared.hash"), el("code", {}, placard.hash.slice(0, 16))],
    [say("rules.text"), el("code", {}, placard.text.slice(0, 16))],
  ];
  const listed = rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)));
  return el("div", {}, el("dl", { className: "approval", id: "approval" }, ...listed), place);
}

/** @param {Placard} placard */
const signature = (placard) => el("strong", {}, signed(placard));

/**
 * Who has signed for it: the house's people, its document's, or the program for the house.
 *
 * @param {Placard} placard
 */
function signed({ approved, approved_by: by, approved_on: on, proposed_by: proposer }) {
  if (!approved) return on ? say("rules.signed_by_the_program_on", { on }) : say("rules.unapproved");
  const said = say("rules.approved_by_by_on_on", { by, on });
  return proposer ? `${said}, ${say("rules.proposed_by", { proposer })}` : said;
}

/**
 * Where the sheet leaves its document, with the clauses.
 *
 * @param {Placard} placard
 */
function notes({ notes: [, ...departing] }) {
  return departing.length ? el("ul", { className: "lines notes" }, ...departing.map(line)) : "";
}

/** @param {Placard} placard */
function contents({ parts }) {
  const links = parts.map(({ title }) => el("li", {}, el("a", { href: `#${anchor(title)}` }, title)));
  const list = el("ul", {}, ...links);
  const wide = matchMedia("(min-width: 1024px)").matches;
  return el("details", { className: "contents no-print", open: wide }, el("summary", {}, say("rules.contents")), list);
}

/** @param {import("./api.js").PlacardPart} part */
function section({ title, lines }) {
  const told = lines.filter((one) => !one.pays).map(line);
  const paid = lines.filter((one) => one.pays).map(line);
  return el(
    "section",
    { id: anchor(title) },
    el("h2", {}, title),
    told.length ? el("ul", { className: "lines" }, ...told) : "",
    paid.length
      ? el("ul", { className: "lines pay-lines", aria: { label: say("rules.title_what_it_pays", { title }) } }, ...paid)
      : "",
  );
}

/**
 * One sentence; tapped, it opens its clauses.
 *
 * @param {import("./api.js").PlacardLine} line
 */
function line({ text, clauses, pays, departs }) {
  const odds = pays ? el("b", { className: "odds" }, pays) : "";
  const words = el(
    "span",
    { className: "words" },
    text,
    departs ? el("em", {}, say("shared.departs_from_the_document")) : "",
  );
  const named = clauses.flatMap((one, at) => [at ? ", " : "", el("span", {}, one)]);
  const ids = el("small", { className: "ids" }, ...(named.length ? named : [say("rules.house_setting")]));
  if (!clauses.length) return el("li", {}, el("div", { className: "sentence" }, words, odds, ids));
  return el("li", {}, ...openable(clauses, words, odds, ids));
}

/**
 * At the foot of every printed page: what it is, and room to sign.
 *
 * @param {Placard} placard
 */
function foot(placard) {
  const { title, sheet, version, edition } = placard;
  const what = [title, say("rules.sheet_version_version", { sheet, version }), edition].filter(Boolean).join(" · ");
  return el(
    "footer",
    { className: "print-foot" },
    el("span", {}, what),
    el("span", {}, signed(placard)),
    el("span", {}, say("rules.initials_date")),
  );
}

begin(open);
