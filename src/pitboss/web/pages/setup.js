// The first administrator, by the one-time link that the server shows at its first start.

import { byId, el, find, given } from "./dom.js";
import { comeIn } from "./live.js";
import { say } from "./say.js";
import { messageOf } from "./trouble.js";

const token = location.hash.slice(1);

const FLOOR = el("a", { href: "/pit.html" }, say("setup.to_the_floor"));
const TABLES = el("a", { href: "/" }, say("shared.see_the_open_tables"));

/**
 * Put the form away and say how it stands.
 *
 * @param {string} title
 * @param {string} words
 * @param {...import("./dom.js").Child} ways
 */
function conclude(title, words, ...ways) {
  find(document, "h1", HTMLElement).textContent = title;
  byId("words").textContent = words;
  byId("form").replaceWith(el("p", {}, ...ways));
}

if (!token) conclude(say("setup.the_link_is_not_whole"), say("setup.open_the_address_that_the_server"), TABLES);

document.getElementById("form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, password } = given(event.target);
  try {
    const me = await comeIn("/api/setup", { token, name, password });
    history.replaceState(null, "", location.pathname);
    conclude(
      say("setup.you_are_the_administrator"),
      say("setup.signed_in_as_name_open_tables", { name: me.name }),
      FLOOR,
      " · ",
      TABLES,
    );
  } catch (trouble) {
    byId("trouble").textContent = messageOf(trouble);
  }
});
