// Checks of the pages' scripts that no linter has: no condition depends on a sentence, and no script outside a game's
// own room names a game.
//
// usage: node scripts/check_pages.js [FOLDER]

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const tools = createRequire(join(root, ".tools", "npm", "package.json"));
const { parse } = tools("acorn");
const { fullAncestor } = tools("acorn-walk");

const COMPARISONS = new Set(["==", "===", "!=", "!==", "in"]);
const TESTS = new Set(["includes", "startsWith", "endsWith", "indexOf", "search", "match", "matchAll", "test", "exec"]);
/** The rooms of games; and the words, where a hand may have the name of a game. */
const ROOM = /^games\/|^words(?:\/|\.js$)|(?:^|\/)(?:blackjack|holdem)[a-z-]*\.js$/;
const GAMES = /^(?:[a-z0-9-]*-)?(?:blackjack|holdem)(?:-[a-z0-9-]*)?$/;
/** Two words with a space between them, or a word before a colon and a space: what a person would say. */
const SENTENCE = /[A-Za-z]{2,}[:,;.]? [A-Za-z$]|[A-Za-z]{2,}: $|[A-Za-z] \$/;
/** The drawing still tells two games apart, and the gallery shows scenes of each. */
const STILL_NAMING = /^(?:draw\/|gallery)/;

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
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression" || selects(node)) return [];
  return TESTS.has(node.callee.property.name) ? [node.callee.object, ...node.arguments] : [];
}

/**
 * Constants of a module that hold a text, by their names, so that a name in a comparison is read as its text.
 *
 * @param {any} tree
 * @returns {Map<string, any>}
 */
function constants(tree) {
  const found = new Map();
  for (const one of tree.body) {
    const made = one.type === "ExportNamedDeclaration" ? one.declaration : one;
    if (made?.type !== "VariableDeclaration" || made.kind !== "const") continue;
    for (const { id, init } of made.declarations)
      if (id.type === "Identifier" && textOf(init) !== null) found.set(id.name, init);
  }
  return found;
}

/**
 * What is wrong with one script.
 *
 * @param {string} path relative to the folder
 * @param {string} source
 * @returns {string[]}
 */
function faults(path, source) {
  const tree = parse(source, { ecmaVersion: "latest", sourceType: "module", locations: true });
  const named = constants(tree);
  /** @type {string[]} */
  const found = [];
  const say = (/** @type {any} */ node, /** @type {string} */ what) =>
    found.push(`${path}:${node.loc.start.line}: ${what}: ${JSON.stringify(textOf(node))}`);
  const room = ROOM.test(path) || STILL_NAMING.test(path);
  fullAncestor(tree, (node) => {
    for (const part of compared(node)) {
      const text = part?.type === "Identifier" ? named.get(part.name) : part;
      if (SENTENCE.test(textOf(text) ?? "")) say(text, "a condition depends on a sentence");
    }
    if (!room && GAMES.test(textOf(node) ?? "")) say(node, "a game is named outside its room");
  });
  return found;
}

/**
 * Every script below a folder.
 *
 * @param {string} folder
 * @returns {string[]}
 */
const scripts = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf-8" })
    .filter((name) => name.endsWith(".js"))
    .sort();

const folder = process.argv[2] ?? join(root, "src", "pitboss", "web", "pages");
const found = scripts(folder).flatMap((name) =>
  faults(relative(folder, join(folder, name)).replaceAll("\\", "/"), readFileSync(join(folder, name), "utf-8")),
);
for (const one of found) console.log(one);
process.exitCode = found.length ? 1 : 0;
