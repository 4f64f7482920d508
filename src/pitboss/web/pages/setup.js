// @ts-nocheck
// The first administrator, by the one-time link that the server shows at its first start.

import { byId, el } from "./dom.js";
import { comeIn } from "./live.js";

const token = location.hash.slice(1);

const FLOOR = el("a", { href: "/pit.html" }, "To the floor");
const TABLES = el("a", { href: "/" }, "See the open tables");

/** Put the form away and say how it stands. */
function conclude(title, words, ...ways) {
  document.querySelector("h1").textContent = title;
  byId("words").textContent = words;
  byId("form").replaceWith(el("p", {}, ...ways));
}

if (!token)
  conclude(
    "The link is not whole",
    "Open the address that the server shows at its start, with all after the # sign.",
    TABLES,
  );

document.getElementById("form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, password } = Object.fromEntries(new FormData(event.target));
  try {
    const me = await comeIn("/api/setup", { token, name, password });
    history.replaceState(null, "", location.pathname);
    conclude(
      "You are the administrator",
      `Signed in as ${me.name}. Open tables and give people their roles on the floor.`,
      FLOOR,
      " · ",
      TABLES,
    );
  } catch (trouble) {
    byId("trouble").textContent = trouble.message;
  }
});
