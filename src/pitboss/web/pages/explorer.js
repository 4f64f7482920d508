// The API as the server describes it: every operation with its parameters and examples; what only reads can be sent.

import { byId, el, every } from "./dom.js";
import { ask } from "./live.js";
import { begin, chosenSheet, showTop } from "./public.js";
import { say } from "./say.js";
import { messageOf } from "./trouble.js";

/**
 * A parameter of an operation, as OpenAPI describes it.
 *
 * @typedef {object} Parameter
 * @property {string} name
 * @property {"path" | "query" | "header"} in
 * @property {boolean} [required]
 * @property {string} [description]
 * @property {{ enum?: string[] }} schema
 * @property {any} [example]
 */
/** @typedef {Record<string, { example?: unknown }>} Content by the kind of its text */

/**
 * An operation of the API, as OpenAPI describes it.
 *
 * @typedef {object} Operation
 * @property {string[]} [tags]
 * @property {string} [description]
 * @property {string} summary
 * @property {Record<string, string[]>[]} [security]
 * @property {Parameter[]} [parameters]
 * @property {{ content?: Content }} [requestBody]
 * @property {Record<string, { content?: Content }>} responses
 */
/** @typedef {{ path: string, method: string, operation: Operation }} Placed an operation and where it is */
/** @typedef {Record<string, Record<string, Operation>>} Paths operations by path and method */

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

/**
 * Sentences without the marks of their code.
 *
 * @param {string} text
 */
const plain = (text) => text.replaceAll("`", "");

/**
 * @param {{ info: { title: string, description: string } }} described
 * @param {HTMLElement} list
 */
function head({ info }, list) {
  const box = el("input", { type: "search", id: "wanted" });
  box.addEventListener("input", () => sift(list, box.value));
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

/**
 * Operations by their first tag, in the order of the description.
 *
 * @param {Paths} paths
 */
function byTag(paths) {
  /** @type {Map<string, Placed[]>} */
  const found = new Map();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "other";
      found.set(tag, [...(found.get(tag) ?? []), { path, method, operation }]);
    }
  return [...found];
}

/**
 * @param {string} tag
 * @param {Placed[]} all
 */
function group(tag, all) {
  return el("section", {}, el("h2", {}, tag[0].toUpperCase() + tag.slice(1)), ...all.map(shown));
}

/**
 * One operation, folded; what is inside is made when it is opened.
 *
 * @param {Placed} placed
 */
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

/**
 * @param {HTMLElement} place
 * @param {string} path
 * @param {string} method
 * @param {Operation} operation
 */
function fill(place, path, method, operation) {
  const inside = el("div", { className: "inside" }, el("p", { className: "who" }, who(operation)));
  inside.append(method === "get" ? sender(path, operation) : known(operation), examples(operation));
  place.append(inside);
}

/** @param {Operation} operation */
function who({ security = [] }) {
  if (security.length === 0) return say("explorer.for_everybody");
  return "token" in security[0]
    ? say("explorer.for_somebody_who_is_signed_in")
    : say("explorer.for_somebody_who_is_signed_in_2");
}

// parameters

/** @param {Operation} operation */
const asked = (operation) => (operation.parameters ?? []).filter((one) => one.in !== "header");

/** @param {Parameter} one */
function field(one) {
  const example = String((Array.isArray(one.example) ? one.example[0] : one.example) ?? "");
  const made = one.schema.enum ? chosen(one, one.schema.enum, example) : typed(one, example);
  const name = el("span", { className: one.required ? "needed" : "" }, one.name);
  return el("label", { title: one.description ?? "" }, name, made);
}

/**
 * @param {Parameter} one
 * @param {string[]} values
 * @param {string} example
 */
function chosen({ name, required }, values, example) {
  const made = el("select", { name }, ...values.map((value) => new Option(value, value)));
  if (required) made.value = example;
  else made.prepend(new Option("", "", true, true));
  return made;
}

/**
 * @param {Parameter} one
 * @param {string} example
 */
function typed({ name, required = false }, example) {
  const shown = required ? { value: example } : { placeholder: example };
  return el("input", { name, required, autocomplete: "off", spellcheck: false, ...shown });
}

/** @param {Operation} operation */
const known = (operation) => el("div", { className: "parameters" }, ...asked(operation).map(fixed));

/** @param {Parameter} one */
function fixed(one) {
  const made = field(one);
  for (const one of every(made, "input, select")) one.toggleAttribute("disabled", true);
  return made;
}

/**
 * A form that sends the request and shows what comes back.
 *
 * @param {string} path
 * @param {Operation} operation
 */
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

/**
 * @param {string} path
 * @param {Operation} operation
 * @param {FormData} given
 */
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

/**
 * @param {string} to
 * @param {HTMLElement} place
 */
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
      el("h4", { className: "refused" }, say("explorer.get_to_no_answer_message", { to, message: messageOf(reason) })),
    );
  }
}

/**
 * @param {string} kind
 * @param {string} text
 */
function pretty(kind, text) {
  const words = kind.startsWith(JSON_KIND) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return words.length > LONGEST
    ? say("explorer.words_number_characters_more", { words: words.slice(0, LONGEST), number: words.length - LONGEST })
    : words;
}

/** @param {string} words */
const code = (words) => el("pre", { tabIndex: 0 }, words);

// examples

/** @param {Operation} operation */
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

/**
 * @param {string} title
 * @param {unknown} value
 */
const example = (title, value) => el("div", {}, el("h4", {}, title), code(JSON.stringify(value, null, 2)));

// finding

/**
 * Show the operations that have the words, and the groups that have such operations.
 *
 * @param {HTMLElement} list
 * @param {string} text
 */
function sift(list, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of every(list, "section")) {
    const all = every(section, ".operation");
    for (const one of all) one.hidden = !words.every((word) => one.dataset.words?.includes(word));
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
