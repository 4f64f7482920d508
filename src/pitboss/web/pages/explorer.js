// The API as the server describes it: every operation with its parameters and examples; what only reads can be sent.

import { byId, el, every } from "./dom.js";
import { ask } from "./live.js";
import { begin, chosenSheet, showTop } from "./public.js";
import { say } from "./say.js";

const LONGEST = 100_000;
const JSON_KIND = "application/json";

async function open() {
  const [described, { sheet }] = await Promise.all([ask("/api/openapi.json"), chosenSheet()]);
  showTop(sheet);
  const groups = byTag(described.paths);
  const list = el("div", { id: "operations" }, ...groups.map(([tag, all]) => group(tag, all)));
  byId("main").replaceChildren(head(described, list), list);
  unfold();
}

/** Sentences without the marks of their code. */
const plain = (text) => text.replaceAll("`", "");

function head({ info }, list) {
  const box = el("input", { type: "search", id: "wanted", on: { input: () => sift(list, box.value) } });
  return el(
    "div",
    { className: "explorer-head" },
    el("h1", {}, `${info.title} API`),
    el("p", { className: "quiet" }, plain(info.description)),
    el(
      "p",
      { className: "quiet" },
      el("a", { href: "/api/openapi.json" }, "openapi.json"),
      " · ",
      el("a", { href: "/docs/api" }, say("explorer.how_the_parts_belong_together")),
    ),
    el("label", {}, el("span", {}, say("explorer.only_operations_with")), box),
  );
}

/** Operations by their first tag, in the order of the description. */
function byTag(paths) {
  const found = new Map();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "other";
      found.set(tag, [...(found.get(tag) ?? []), { path, method, operation }]);
    }
  return [...found];
}

function group(tag, all) {
  return el("section", {}, el("h2", {}, tag[0].toUpperCase() + tag.slice(1)), ...all.map(shown));
}

/** One operation, folded; what is inside is made when it is opened. */
function shown({ path, method, operation }) {
  const summary = el(
    "summary",
    {},
    el("span", { className: "method", data: { method } }, method.toUpperCase()),
    el("span", { className: "path" }, path),
    el("span", { className: "says" }, plain(operation.description ?? operation.summary)),
  );
  const words = `${method} ${path} ${operation.description ?? ""}`.toLowerCase();
  const made = el("details", { className: "operation", id: `${method}${path}`, data: { words } }, summary);
  made.addEventListener("toggle", () => made.open && made.children.length === 1 && fill(made, path, method, operation));
  return made;
}

function fill(place, path, method, operation) {
  const inside = el("div", { className: "inside" }, el("p", { className: "who" }, who(operation)));
  inside.append(method === "get" ? sender(path, operation) : known(operation), examples(operation));
  place.append(inside);
}

function who({ security = [] }) {
  if (security.length === 0) return say("explorer.for_everybody");
  return "token" in security[0]
    ? say("explorer.for_somebody_who_is_signed_in")
    : say("explorer.for_somebody_who_is_signed_in_2");
}

// parameters

const asked = (operation) => (operation.parameters ?? []).filter((one) => one.in !== "header");

function field(one) {
  const values = one.schema.enum;
  /** @type {any} */
  const made = values
    ? el("select", { name: one.name }, ...values.map((value) => new Option(value, value)))
    : el("input", { name: one.name, required: Boolean(one.required), autocomplete: "off", spellcheck: false });
  const example = Array.isArray(one.example) ? one.example[0] : one.example;
  if (one.required) made.value = example ?? "";
  else if (!values) made.placeholder = example ?? "";
  if (values && !one.required) made.prepend(new Option("", "", true, true));
  const name = el("span", { className: one.required ? "needed" : "" }, one.name);
  return el("label", { title: one.description ?? "" }, name, made);
}

const known = (operation) => el("div", { className: "parameters" }, ...asked(operation).map(fixed));

function fixed(one) {
  const made = field(one);
  for (const one of every(made, "input, select")) one.toggleAttribute("disabled", true);
  return made;
}

/** A form that sends the request and shows what comes back. */
function sender(path, operation) {
  const answer = el("div", { className: "answer", role: "status" });
  const send = el("button", { type: "submit", className: "control" }, say("explorer.send"));
  const form = el("form", {}, el("div", { className: "parameters" }, ...asked(operation).map(field)), send, answer);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sent(address(path, operation, new FormData(form)), answer);
  });
  return form;
}

function address(path, operation, given) {
  const query = new URLSearchParams();
  let way = path;
  for (const one of asked(operation)) {
    const value = String(given.get(one.name) ?? "").trim();
    if (one.in === "path") way = way.replace(`{${one.name}}`, encodeURIComponent(value));
    else if (value) query.append(one.name, value);
  }
  return query.size ? `${way}?${query}` : way;
}

async function sent(to, place) {
  place.replaceChildren(el("h4", {}, say("explorer.get_to_under_way", { to })));
  try {
    const answer = await fetch(to);
    const kind = answer.headers.get("content-type") ?? "";
    const words = kind.startsWith("application/zip") ? "(a file)" : pretty(kind, await answer.text());
    const said = el("h4", { className: answer.ok ? "" : "refused" }, `GET ${to}: ${answer.status}`);
    place.replaceChildren(said, code(words));
  } catch (reason) {
    place.replaceChildren(
      el("h4", { className: "refused" }, say("explorer.get_to_no_answer_message", { to, message: reason.message })),
    );
  }
}

function pretty(kind, text) {
  const words = kind.startsWith(JSON_KIND) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return words.length > LONGEST
    ? say("explorer.words_number_characters_more", { words: words.slice(0, LONGEST), number: words.length - LONGEST })
    : words;
}

const code = (words) => el("pre", { tabIndex: 0 }, words);

// examples

function examples({ requestBody, responses }) {
  const parts = [];
  const body = requestBody?.content?.[JSON_KIND];
  if (body) parts.push(example(say("explorer.send_for_example"), body.example));
  for (const [status, { content = {} }] of Object.entries(responses))
    if (status.startsWith("2")) {
      const answer = content[JSON_KIND]?.example;
      const kinds = Object.keys(content).join(", ") || say("explorer.nothing_in_it");
      const other = el("div", {}, el("h4", {}, say("explorer.answer_status_kinds", { status, kinds })));
      parts.push(answer === undefined ? other : example(say("explorer.answer_status_for_example", { status }), answer));
    }
  return el("div", { className: "examples-of" }, ...parts);
}

const example = (title, value) => el("div", {}, el("h4", {}, title), code(JSON.stringify(value, null, 2)));

// finding

/** Show the operations that have the words, and the groups that have such operations. */
function sift(list, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of list.children) {
    const all = [...section.querySelectorAll(".operation")];
    for (const one of all) one.hidden = !words.every((word) => one.dataset.words.includes(word));
    section.hidden = all.every((one) => one.hidden);
  }
}

/** Open the operation that the address leads to. */
function unfold() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const found = document.getElementById(wanted);
  if (found) {
    found.toggleAttribute("open", true);
    found.scrollIntoView();
  }
}

begin(open);
