// What the page of counting is asked for: game, count, cut, bank and risk, all of them in its address.

import { el } from "./dom.js";
import { asked, printButton, sheetPicker, way } from "./public.js";
import { say } from "./say.js";

/** @typedef {import("./words.js").ListedSheet} ListedSheet */
/** @typedef {import("./api.js").NamedCount} NamedCount */

const CUTS = ["26", "39", "52", "78", "104", "130", "156"];
const RISKS = ["0.01", "0.02", "0.05", "0.1", "0.135", "0.2"];
const LIMITS = ["least", "most", "chips"];
const HANDS = ["1", "2", "3"];
const SPREADS = ["2", "4", "8", "12", "16", "24"];
const [BANK, RISK, COUNT, SPREAD, HOUR] = ["10000", "0.05", "hi-lo", "12", "70"];

/** Whether the page is asked what a house can lose, rather than what a counter can win. */
export const forTheHouse = () => asked.get("view") === "house";

/**
 * What the address asks of the server; what it does not say is left to the server, but for the bank and the risk.
 *
 * @returns {Record<string, string>}
 */
export function wanted() {
  const cut = asked.get("cut");
  return {
    count: asked.get("count") || COUNT,
    bank: String(Math.round(Number(asked.get("bank") || BANK) * 100)),
    risk: asked.get("risk") || RISK,
    back_count: String(asked.has("back")),
    ...inCents("least"),
    ...inCents("most"),
    ...inCents("chips"),
    hands: asked.get("hands") || "1",
    ...(cut ? { cut } : {}),
  };
}

/**
 * An amount in dollars of the address, as the server takes it; without one the table's holds.
 *
 * @param {string} name
 * @returns {Record<string, string>}
 */
function inCents(name) {
  const amount = Math.round(Number(asked.get(name) || 0) * 100);
  return amount > 0 ? { [name]: String(amount) } : {};
}

/**
 * The same of what a house can lose.
 *
 * @returns {Record<string, string>}
 */
export function houseWanted() {
  const cut = asked.get("cut");
  return {
    count: asked.get("count") || COUNT,
    spread: asked.get("spread") || SPREAD,
    rounds_per_hour: asked.get("hour") || HOUR,
    ...(cut ? { cut } : {}),
  };
}

/**
 * @param {string} label
 * @param {HTMLElement} field
 */
const named = (label, field, look = "") => el("label", { className: `picker ${look}` }, el("span", {}, label), field);

/**
 * @param {string} id
 * @param {[string, string][]} options each with its value
 * @param {string} chosen
 */
function choice(id, options, chosen) {
  const select = el("select", { id });
  if (!options.some(([value]) => value === chosen)) options.push([chosen, chosen]);
  for (const [value, name] of options) select.append(new Option(name, value, false, value === chosen));
  return select;
}

/** @param {NamedCount[]} counts */
function countFields(counts) {
  const chosen = asked.get("count") || COUNT;
  const own = !counts.some((one) => one.name === chosen);
  const options = counts.map((one) => /** @type {[string, string]} */ ([one.name, one.title]));
  const select = choice("count", [...options, ["", say("counting.own_tags")]], own ? "" : chosen);
  const tags = el("input", {
    id: "tags",
    value: own ? chosen : "",
    placeholder: "2-6=1 T-A=-1",
    maxLength: 300,
    autocomplete: "off",
    spellcheck: false,
  });
  const field = named(say("counting.tags"), tags, "wide");
  field.hidden = !own;
  select.addEventListener("change", () => {
    field.hidden = select.value !== "";
    if (!field.hidden) {
      if (!tags.value) tags.value = counts.find((one) => one.name === COUNT)?.text ?? "";
      tags.focus();
    }
  });
  return { select, tags, field };
}

/**
 * The form; its answer is another address of the page, so that what was found can be linked to.
 *
 * @param {{ sheet: ListedSheet, sets: string[], all: ListedSheet[], named: NamedCount[] }} about
 */
export function countForm({ sheet, sets, all, named: counts }) {
  const { select, tags, field } = countFields(counts);
  const cut = choice("cut", [["", say("counting.sheets_cut")], ...pairs(CUTS)], asked.get("cut") ?? "");
  const { fields, answers } = forTheHouse() ? houseFields() : bettorFields();
  const counted = all.filter((one) => one.shoe || one.sheet === sheet.sheet);
  const to = (/** @type {string} */ name, /** @type {string[]} */ with_) =>
    location.assign(
      way("counting", {
        sheet: name,
        sets: with_,
        count: select.value || tags.value.trim() || COUNT,
        ...(cut.value ? { cut: cut.value } : {}),
        ...answers(),
      }),
    );
  const press = (/** @type {Event} */ event) => {
    event.preventDefault();
    to(sheet.sheet, sets);
  };
  return el(
    "form",
    { className: "count-asked no-print", on: { submit: press }, aria: { label: say("counting.what_is_asked") } },
    sheetPicker(say("shared.game"), counted, sheet.sheet, (name) => to(name, [])),
    named(say("counting.count_used"), select, "wide"),
    field,
    named(say("counting.cut"), cut),
    ...fields,
    el("button", { type: "submit", className: "control" }, say("counting.work_it_out")),
    printButton(say("counting.print")),
  );
}

/** What is asked of a counter: bank, risk, limits, chips and spots, and whether rounds without an edge are sat out. */
function bettorFields() {
  const bank = el("input", { id: "bank", type: "number", min: "100", max: "10000000", step: "1", required: true });
  bank.value = asked.get("bank") || BANK;
  const risks = RISKS.map((one) => /** @type {[string, string]} */ ([one, `${short(Number(one) * 100)} %`]));
  const risk = choice("risk", risks, asked.get("risk") || RISK);
  const limits = LIMITS.map((name) => amountField(name));
  const hands = choice("hands", pairs(HANDS), asked.get("hands") || "1");
  const back = el("input", { id: "back", type: "checkbox", checked: asked.has("back") });
  /** @returns {Record<string, string>} */
  const answers = () => ({
    bank: bank.value,
    risk: risk.value,
    ...Object.fromEntries(limits.filter((one) => one.value).map((one) => [one.id, one.value])),
    ...(hands.value === "1" ? {} : { hands: hands.value }),
    ...(back.checked ? { back: "1" } : {}),
  });
  const ticked = el("label", { className: "ticked" }, back, el("span", {}, say("counting.back_count")));
  const names = [say("counting.least"), say("counting.most"), say("counting.chips")];
  const fields = [
    named(say("counting.bank"), bank),
    named(say("counting.risk"), risk),
    ...limits.map((one, at) => named(names[at], one)),
    named(say("counting.spots"), hands),
    ticked,
  ];
  return { fields, answers };
}

/**
 * An amount in dollars; left empty the table's holds.
 *
 * @param {string} id
 */
function amountField(id) {
  const field = el("input", { id, type: "number", min: "0.5", max: "1000000", step: "0.5" });
  field.placeholder = say("counting.the_tables");
  field.value = asked.get(id) ?? "";
  return field;
}

/** What is asked of a house: the spread of its counters, and how fast it deals. */
function houseFields() {
  const spreads = SPREADS.map(
    (one) => /** @type {[string, string]} */ ([one, say("counting.one_to", { spread: one })]),
  );
  const spread = choice("spread", spreads, asked.get("spread") || SPREAD);
  const hour = el("input", { id: "hour", type: "number", min: "1", max: "500", step: "1", required: true });
  hour.value = asked.get("hour") || HOUR;
  /** @returns {Record<string, string>} */
  const answers = () => ({ view: "house", spread: spread.value, hour: hour.value });
  return { fields: [named(say("counting.spread"), spread), named(say("counting.rounds_per_hour"), hour)], answers };
}

/** @param {string[]} values @returns {[string, string][]} */
const pairs = (values) => values.map((one) => [one, one]);

/** @param {number} number */
const short = (number) => Math.round(number * 10) / 10;
