// The page that checks opened cards: from a round of this floor, a file, or a text.

import { byId } from "./dom.js";
import { faults } from "./openings.js";
import { showTop } from "./public.js";
import { say } from "./say.js";
import { messageOf } from "./trouble.js";

/**
 * A field of the form, by its name.
 *
 * @param {string} id
 */
const field = (id) => /** @type {HTMLInputElement} */ (byId(id));

/**
 * @param {"good" | "bad"} kind
 * @param {string} title
 * @param {...string} lines
 */
function answer(kind, title, ...lines) {
  const place = byId("answer");
  place.className = kind;
  const heading = document.createElement("h2");
  heading.textContent = title;
  const made = lines.map((line) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    return paragraph;
  });
  place.replaceChildren(heading, ...made);
  return made;
}

async function check() {
  const root = field("root").value.trim();
  const cut = field("cut").value.trim();
  if (!globalThis.crypto?.subtle)
    return answer("bad", say("verify.cannot_check_here"), say("verify.a_browser_only_has_the_hash"));
  if (cut && !/^\d+$/.test(cut))
    return answer("bad", say("verify.cannot_check"), say("verify.the_cut_is_a_whole_number"));
  try {
    const record = JSON.parse(field("record").value);
    const wrong = await faults(record, { root, cut: cut ? Number(cut) : null });
    if (wrong.length) return answer("bad", say("verify.not_as_promised"), ...wrong.slice(0, 10));
    const under = root
      ? say("verify.under_the_root_that_you_wrote")
      : say("verify.under_the_root_root", { root: record.root });
    const cards = record.openings.map((/** @type {{ card: string }} */ { card }) => card).join(" ");
    const lines = answer(
      "good",
      say("verify.as_promised"),
      say("verify.number_cards_under_cut_at_cut", { number: record.openings.length, under, cut: record.cut }),
      cards,
    );
    lines[1].id = "cards";
  } catch (trouble) {
    answer(
      "bad",
      say("verify.cannot_check"),
      trouble instanceof SyntaxError ? say("verify.the_text_is_not_json") : messageOf(trouble),
    );
  }
}

/**
 * A refusal of the floor as a sentence.
 *
 * @param {string} reason
 */
const sentence = (reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

async function fetchOpenings() {
  const [table, round] = [field("table").value.trim(), field("round").value.trim()];
  if (!table || !/^\d+$/.test(round))
    return answer("bad", say("verify.which_round"), say("verify.say_the_table_and_the_number"));
  const place = `/api/tables/${encodeURIComponent(table)}/rounds/${encodeURIComponent(round)}/openings`;
  try {
    const got = await fetch(place);
    const said = await got.json();
    if (!got.ok)
      return answer(
        "bad",
        say("verify.not_found"),
        sentence(said.reason ?? say("verify.this_floor_has_no_such_finished")),
      );
    field("record").value = JSON.stringify(said, null, 1);
    await check();
  } catch {
    answer("bad", say("verify.not_found"), say("verify.this_floor_does_not_answer"));
  }
}

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
byId("fetch").addEventListener("click", fetchOpenings);
byId("file").addEventListener("change", async (event) => {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (file) field("record").value = await file.text();
});
showTop("");
const asked = new URLSearchParams(location.search);
for (const name of ["table", "round", "root", "cut"]) field(name).value = asked.get(name) ?? "";
if (asked.has("table") && asked.has("round")) fetchOpenings();
