// Checks of the pages' scripts that no linter has: no condition depends on a sentence, no script outside a game's own
// room names a game, no text for people stands outside the catalogue, the catalogue has every text that is said, and no
// comment or text makes a line too long; that last one is checked of every script of the project.
//
// usage: node scripts/check_pages.js [FOLDER]

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tools = createRequire(join(root, ".tools", "npm", "package.json"));
const { parse } = tools("acorn");
const { full, fullAncestor } = tools("acorn-walk");

const COMPARISONS = new Set(["==", "===", "!=", "!==", "in"]);
const TESTS = new Set([
  "includes",
  "startsWith",
  "endsWith",
  "indexOf",
  "search",
  "match",
  "matchAll",
  "test",
  "exec",
  "has",
  "get",
  "localeCompare",
]);

/** The package, where the list of games and the sheets stand. */
const PACKAGE = join(root, "src", "pitboss");
const listed = /^GAMES: Final = \((.*?)\)/ms.exec(readFileSync(join(PACKAGE, "registry.py"), "utf-8"))?.[1] ?? "";
const GAMES = [...listed.matchAll(/"(\w+)"/g)].map((one) => one[1]);
const SHEETS = readdirSync(join(PACKAGE, "sheets"))
  .filter((name) => name.endsWith(".toml"))
  .map((name) => name.slice(0, -".toml".length));
if (!GAMES.length || !SHEETS.length) throw new Error("the games or the sheets are not found");

/** The rooms of games; and the words, where a hand may have the name of a game. */
const ROOM = new RegExp(`^games/|^words(?:/|\\.js$)|(?:^|/)(?:${GAMES.join("|")})[a-z-]*\\.js$`);
/** The name of a game or a sheet, alone or as a part of another. */
const GAME = new RegExp(`^(?:[a-z0-9-]*-)?(?:${GAMES.join("|")})(?:-[a-z0-9-]*)?$|^(?:${SHEETS.join("|")})$`);
/** Words by which a sheet could be told from others in a comparison. */
const OF_A_SHEET = new Set(SHEETS.flatMap((name) => name.split("-")).filter((word) => word.length > 4));
/** Two words with a space between them, or a word before a colon and a space: what a person would say. */
const SENTENCE = /[A-Za-z]{2,}[:,;.]? [A-Za-z$]|[A-Za-z]{2,}: $|[A-Za-z] \$/;
/** The catalogue itself. */
const MAY_SAY = /^words\//;

/**
 * The text of a literal, a template or a regular expression; null for anything else.
 *
 * @param {any} node
 * @returns {string | null}
 */
function textOf(node) {
  if (node?.type === "TemplateLiteral") return node.quasis.map((/** @type {any} */ one) => one.value.raw).join("…");
  if (node?.type !== "Literal") return null;
  if (node.regex) return node.regex.pattern;
  return typeof node.value === "string" ? node.value : null;
}

/**
 * The literals that an expression may come to: of a list each one, of a choice both, of a constant its own.
 *
 * @param {any} node
 * @param {Map<string, any>} named
 * @returns {any[]}
 */
function literalsIn(node, named) {
  const all = (/** @type {any[]} */ parts) => parts.flatMap((part) => literalsIn(part, named));
  if (node?.type === "Identifier" && named.has(node.name)) return literalsIn(named.get(node.name), new Map());
  if (node?.type === "ArrayExpression") return all(node.elements);
  if (node?.type === "NewExpression" && ["Set", "Map"].includes(node.callee.name)) return all(node.arguments);
  if (node?.type === "ConditionalExpression") return all([node.consequent, node.alternate]);
  if (node?.type === "LogicalExpression" || node?.type === "BinaryExpression") return all([node.left, node.right]);
  return textOf(node) === null ? [] : [node];
}

/**
 * Whether an expression is the game of something: a field of that name.
 *
 * @param {any} node
 */
const isGame = (node) => node?.type === "MemberExpression" && !node.computed && node.property.name === "game";

/**
 * Whether an expression is a sentence of the catalogue.
 *
 * @param {any} node
 */
const isSaid = (node) => node?.type === "CallExpression" && ["say", "sentence"].includes(node.callee.name);

/**
 * Whether the selector of an element stands there: a text for the browser, not for people.
 *
 * @param {any} call
 */
const selects = (call) =>
  ["matches", "closest", "querySelector", "querySelectorAll"].includes(call.callee.property?.name);

/**
 * The texts that a node compares with, if it is a comparison.
 *
 * @param {any} node
 * @returns {any[]}
 */
function compared(node) {
  if (node.type === "BinaryExpression" && COMPARISONS.has(node.operator)) return [node.left, node.right];
  if (node.type === "SwitchCase") return [node.test];
  if (node.type === "Property" && node.key.type === "Literal") return [node.key];
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression" || selects(node)) return [];
  return TESTS.has(node.callee.property.name) ? [node.callee.object, ...node.arguments] : [];
}

/**
 * Constants of a module by their names, so that a name in a comparison is read as the text or the list it stands for.
 *
 * @param {any} tree
 * @returns {Map<string, any>}
 */
function constants(tree) {
  const found = new Map();
  for (const one of tree.body) {
    const made = one.type === "ExportNamedDeclaration" ? one.declaration : one;
    if (made?.type !== "VariableDeclaration" || made.kind !== "const") continue;
    for (const { id, init } of made.declarations) if (id.type === "Identifier" && init) found.set(id.name, init);
  }
  return found;
}

/**
 * Whether a node treats one game unlike another: its name is compared with a text, or picks from what stands there.
 *
 * @param {any} node
 * @param {any[]} parts what it compares
 * @param {Map<string, any>} named
 */
function tellsGames(node, parts, named) {
  if (node.type === "SwitchStatement") return isGame(node.discriminant);
  if (node.type === "MemberExpression" && node.computed) return isGame(node.property);
  return parts.some(isGame) && parts.some((part) => literalsIn(part, named).length > 0);
}

/** @param {string} source */
const parsed = (source) => parse(source, { ecmaVersion: "latest", sourceType: "module", locations: true });

/**
 * What is wrong with one script.
 *
 * @param {string} path relative to the folder
 * @param {any} tree
 * @returns {string[]}
 */
function faults(path, tree) {
  const named = constants(tree);
  /** @type {string[]} */
  const found = [];
  const say = (/** @type {any} */ node, /** @type {string} */ what) =>
    found.push(`${path}:${node.loc.start.line}: ${what}: ${JSON.stringify(textOf(node))}`);
  const room = ROOM.test(path);
  fullAncestor(tree, (/** @type {any} */ node, /** @type {any} */ _, /** @type {any[]} */ ancestors) => {
    const parts = compared(node);
    for (const text of parts.flatMap((part) => literalsIn(part, named))) {
      const words = textOf(text) ?? "";
      if (SENTENCE.test(words)) say(text, "a condition depends on a sentence");
      if (!room && OF_A_SHEET.has(words)) say(text, "a condition depends on a sheet");
    }
    if (parts.some(isSaid)) say(node, "a condition depends on a sentence");
    if (!room && tellsGames(node, parts, named)) say(node, "a game is told from others outside its room");
    if (!room && GAME.test(textOf(node) ?? "")) say(node, "a game is named outside its room");
    if (!MAY_SAY.test(path) && isForPeople(node, ancestors.at(-2)))
      say(node, "a text for people stands outside the catalogue");
  });
  return found;
}

/**
 * Every file of a kind below a folder, by its path there.
 *
 * @param {string} folder
 * @param {string} kind
 * @returns {[string, string][]}
 */
const files = (folder, kind) =>
  readdirSync(folder, { recursive: true, encoding: "utf-8" })
    .filter((name) => name.endsWith(kind))
    .sort()
    .map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf-8")]);

/** Texts for people: a sentence, or several words that begin large or end like one. */
const FOR_PEOPLE = /^\W*[A-Z][a-z]+\W+[A-Za-z]{2,}|[a-z]{2,} [a-z]{2,}.*[.?!]$|(?:[A-Za-z]{2,}[^\w-]+){3}[A-Za-z]{2,}/;
/** A word in a template, beside what is filled in: it begins large, or follows what is filled in. */
const WORD_IN_TEMPLATE = /(?:^|\s)(?!Pitboss)[A-Z][a-z]{2,}(?:\s|$)|…\s[a-z]{3,}(?![\w-])/;
/** What takes texts that no person reads: selectors, attributes of drawings, errors for whoever writes the pages. */
const NOT_READ = new Set(["querySelector", "querySelectorAll", "matches", "closest", "matchMedia", "Error", "say"]);
const NOT_SHOWN = new Set([
  "className",
  "class",
  "viewBox",
  "d",
  "preserveAspectRatio",
  "pattern",
  "transform",
  "easing",
]);

/**
 * Whether a node holds a text that people would read, outside the catalogue.
 *
 * @param {any} node
 * @param {any} parent
 */
function isForPeople(node, parent) {
  const text = textOf(node) ?? "";
  const pattern = node.type === "TemplateLiteral" && node.expressions.length ? WORD_IN_TEMPLATE : FOR_PEOPLE;
  if (node.regex || !text.includes(" ") || !(pattern.test(text) || FOR_PEOPLE.test(text))) return false;
  if (parent.type === "ImportDeclaration") return false;
  if (parent.type === "Property" && (parent.key === node || NOT_SHOWN.has(parent.key.name))) return false;
  const called = parent.callee?.name ?? parent.callee?.property?.name;
  return !NOT_READ.has(called);
}

/**
 * The keys that a script says, with the parameters it gives; those that are made while it runs are left out.
 *
 * @param {any} tree
 * @returns {{ key: string, given: string[], line: number }[]}
 */
function sayings(tree) {
  /** @type {{ key: string, given: string[], line: number }[]} */
  const found = [];
  full(tree, (/** @type {any} */ node) => {
    if (node.type !== "CallExpression" || node.callee.name !== "say") return;
    const given = (node.arguments[1]?.properties ?? []).map((/** @type {any} */ one) => one.key?.name);
    for (const one of keysIn(node.arguments[0])) found.push({ key: one.value, given, line: one.loc.start.line });
  });
  return found;
}

/**
 * The literal keys of an argument, which may choose between two.
 *
 * @param {any} node
 * @returns {any[]}
 */
function keysIn(node) {
  if (node.type === "ConditionalExpression") return [...keysIn(node.consequent), ...keysIn(node.alternate)];
  return node.type === "Literal" ? [node] : [];
}

/** Keys that are put together while the pages run: by a number, a code, or who is told of. */
const MADE = new RegExp(
  "^(?:count|number|rank|suit|result|share|wager|irregularity|paying|hand_state|told|yourself|table_called" +
    "|table_on_tile|stream)\\.",
);

/**
 * The keys that the HTML of the pages names, and what is wrong with it.
 *
 * @param {string} path
 * @param {string} source
 * @param {Record<string, string>} catalogue
 */
function inPage(path, source, catalogue) {
  const keys = [...source.matchAll(/\sdata-say[a-z-]*="([^"]*)"/g)].map((one) => one[1]);
  const found = keys.filter((key) => !(key in catalogue)).map((key) => `${path}: the catalogue has no ${key}`);
  const shown = source.replace(/<(script|style|kbd)\b.*?<\/\1>|<[^>]*>/gs, "\n").split("\n");
  for (const text of shown)
    if (/[A-Za-z]{2}/.test(text)) found.push(`${path}: a text stands in the page: ${text.trim()}`);
  for (const [word] of source.matchAll(/[a-z0-9-]+/g))
    if (GAME.test(word)) found.push(`${path}: a page names a game: ${word}`);
  for (const [, name, text] of source.matchAll(/\s(aria-label|title|placeholder)="([^"]*[A-Za-z]{3}[^"]*)"/g))
    found.push(`${path}: ${name} is not in the catalogue: ${text}`);
  return { keys, found };
}

/**
 * What is wrong between the catalogue and what the scripts and pages say.
 *
 * @param {Record<string, string>} catalogue
 * @param {Map<string, any>} trees by path
 * @param {Map<string, string>} pages by path
 * @returns {string[]}
 */
function unsaid(catalogue, trees, pages) {
  const said = new Set();
  /** @type {string[]} */
  const found = [];
  for (const [path, tree] of trees)
    for (const { key, given, line } of sayings(tree)) {
      said.add(key);
      const wanted = [...(catalogue[key] ?? "").matchAll(/\{(\w+)\}/g)].map((one) => one[1]);
      if (!(key in catalogue)) found.push(`${path}:${line}: the catalogue has no ${key}`);
      for (const name of wanted)
        if (!given.includes(name)) found.push(`${path}:${line}: ${key} is not given {${name}}`);
    }
  for (const [path, source] of pages) {
    const page = inPage(path, source, catalogue);
    found.push(...page.found);
    for (const key of page.keys) said.add(key);
  }
  const written = [...trees.values()].map(literals).reduce((all, one) => all.union(one), new Set());
  for (const key of Object.keys(catalogue))
    if (!said.has(key) && !MADE.test(key) && !written.has(key)) found.push(`words/en.js: nobody says ${key}`);
  return found;
}

/**
 * Every text of a script, which may be a key that is said elsewhere in it.
 *
 * @param {any} tree
 * @returns {Set<string>}
 */
function literals(tree) {
  const found = new Set();
  full(tree, (/** @type {any} */ node) => {
    if (node.type === "Literal" && typeof node.value === "string") found.add(node.value);
  });
  return found;
}

/** The formatter breaks code, not comments and texts. */
const LONGEST = 120;

/**
 * The lines of a script that are too long.
 *
 * @param {string} path
 * @param {string} source
 * @returns {string[]}
 */
function tooLong(path, source) {
  const found = source
    .split("\n")
    .entries()
    .filter(([, line]) => line.length > LONGEST);
  return [...found].map(([at, line]) => `${path}:${at + 1}: the line has ${line.length} letters, over ${LONGEST}`);
}

const folder = process.argv[2] ?? join(root, "src", "pitboss", "web", "pages");
const trees = new Map(files(folder, ".js").map(([name, source]) => [name, parsed(source)]));
const found = [...trees].flatMap(([path, tree]) => faults(path, tree));
const words = join(folder, "words", "en.js");
if (existsSync(words)) {
  const { en } = await import(pathToFileURL(words).href);
  trees.delete("words/en.js");
  const pages = new Map(files(folder, ".html"));
  found.push(...unsaid(en, trees, pages));
}
for (const place of process.argv[2] ? [folder] : [folder, join(root, "scripts"), join(root, "tests")])
  found.push(...files(place, ".js").flatMap(([path, source]) => tooLong(path, source)));
for (const one of found) console.log(one);
process.exitCode = found.length ? 1 : 0;
