// The dealer school: what is taught, a drill, or the map of clauses, as the address asks for it.

import { byId, el } from "../dom.js";
import { ask } from "../live.js";
import { asked, begin, showTop } from "../public.js";
import { say } from "../say.js";
import { sheets } from "../sheets.js";
import { showMap } from "./clause-map.js";
import { Drill, drillTop } from "./drill.js";
import { showOverview } from "./overview.js";

async function open() {
  /** @type {[import("../api.js").School, unknown]} */
  const [school] = await Promise.all([ask("/api/school"), sheets()]);
  const taught = school.sheets.find(({ sheet }) => sheet === asked.get("sheet"));
  const drill = asked.get("drill") ?? "";
  if (taught?.drills.some((one) => one.drill === drill)) {
    const level = Math.min(5, Math.max(0, Number(asked.get("level")) || 0));
    await drillPage(new Drill(taught, { drill, level, clause: asked.get("clause") ?? "" }));
    return;
  }
  showTop(taught?.sheet ?? school.sheets[0].sheet);
  if (taught && asked.get("view") === "map") await showMap(taught.sheet, taught.title);
  else showOverview(school, open);
}

/** @param {Drill} drill */
async function drillPage(drill) {
  document.body.className = "drill-page";
  const top = byId("top");
  top.className = "drill-top";
  top.id = "drill-top";
  top.replaceChildren(...drillTop(drill.taught));
  byId("main").replaceChildren(
    el(
      "section",
      { className: "drill-felt", aria: { label: say("school.the_table") } },
      feltNode(),
      el("div", { id: "counted" }),
      el("ol", { id: "told", className: "told", hidden: true, aria: { label: say("school.what_happened") } }),
    ),
    el(
      "section",
      { className: "drill-list", aria: { label: say("school.the_question") } },
      el("p", { id: "count", className: "drill-count" }),
      el("h1", { id: "asked" }),
      el("ol", { id: "parts", className: "parts" }),
      el("p", { id: "refused", className: "form-trouble", role: "alert" }),
      el("div", { id: "after", className: "after" }),
    ),
  );
  document.body.append(
    el("footer", { id: "strip", className: "strip", tabIndex: 0, aria: { label: say("school.progress") } }),
  );
  document.body.append(el("p", { id: "polite", className: "unseen", aria: { live: "polite" } }));
  await drill.open();
}

function feltNode() {
  const felt = document.createElement("pit-felt");
  felt.id = "felt";
  for (const name of ["turned", "watched", "close"]) felt.setAttribute(name, "");
  return felt;
}

begin(open);
