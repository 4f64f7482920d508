// A house's own sheet as a form: what it starts from, what it says of itself, and a control for every value.

import { optionForm } from "../choosing.js";
import { el, every, find, refill } from "../dom.js";
import { say } from "../say.js";
import { sentence } from "../words.js";
import { choice, field } from "./forms.js";

/** @typedef {import("./sheet-preview.js").Defect} Defect */
/**
 * @typedef {object} FormOfSheet
 * @property {string} extends
 * @property {Record<string, string>} head
 * @property {string[]} felts
 * @property {string[]} own
 * @property {import("../choosing.js").SheetOption[]} options
 */
/** @typedef {import("../words.js").ListedSheet} Start a sheet to start from */
/**
 * Hears what has to stand in the text, and what not.
 *
 * @typedef {(sets: string[], unset?: string[]) => unknown} Changed
 */

const HEAD = ["name", "title", "house", "edition", "felt", "about"];
/** @type {Record<string, string>} */
const LABELS = {
  name: say("pit.sheets.name"),
  title: say("pit.sheets.title"),
  house: say("pit.sheets.house"),
  edition: say("pit.sheets.edition"),
  felt: say("pit.sheets.felt"),
  about: say("pit.sheets.about_it"),
};

/**
 * The sheets to start from: those that came with the program are extended, the house's own are taken over as they are.
 *
 * @param {Start[]} starts
 * @param {(start: Start) => unknown} chosen
 */
export function startForm(starts, chosen) {
  const options = starts.map(({ name, own }, at) => [String(at), own ? say("pit.sheets.our_sheet", { name }) : name]);
  const label = choice("start", say("pit.sheets.start_from"), options);
  const select = find(label, "select", HTMLSelectElement);
  const press = () => chosen(starts[Number(select.value)]);
  const button = el("button", { type: "button", className: "control", on: { click: press } }, say("pit.sheets.start"));
  return el("div", { className: "sheet-start" }, label, button);
}

/** The controls of a sheet; what is changed in them is told, and written into the text by whoever hears it. */
export class SheetForm {
  node = el("div", { className: "sheet-form" });
  #head = el("div", { className: "sheet-head" });
  #values = el("div");
  /** @type {FormOfSheet | null} */
  #shown = null;

  /** @param {Changed} changed */
  constructor(changed) {
    this.changed = changed;
    const waits = el("p", { className: "quiet" }, say("pit.sheets.form_waits"));
    this.node.append(this.#head, this.#values);
    this.#values.append(waits);
  }

  /**
   * Show a sheet as its text has it; one with defects keeps the controls as they were, its defects beside them.
   *
   * @param {FormOfSheet | null | undefined} form
   * @param {Defect[]} defects
   */
  show(form, defects) {
    if (form) this.#fill(form);
    for (const old of every(this.node, ".option-defect")) old.remove();
    for (const { place, problem, expected } of defects) {
      const row = every(this.node, "[data-path]").find((one) => one.dataset.path === place);
      const wanted = expected ? ` ${say("pit.sheets.expected", { expected })}` : "";
      row?.append(el("p", { className: "option-defect", role: "alert" }, `${problem}.${wanted}`));
      row?.closest("details")?.setAttribute("open", "");
    }
  }

  /** @param {FormOfSheet} form */
  #fill(form) {
    this.#shown = form;
    refill(this.#head, [form.extends, form.head, form.felts], () => this.#headFields(form));
    const open = new Set(every(this.#values, "details[open]").map((one) => one.dataset.heading));
    refill(this.#values, form, () => [
      optionForm(
        form.options,
        form.own.map((path) => `${path}=`),
        (sets) => this.changed(sets),
      ),
    ]);
    for (const row of every(this.#values, ".option.changed")) row.append(this.#back(row.dataset.path ?? ""));
    for (const one of every(this.#values, "details"))
      if (open.has(one.dataset.heading)) one.toggleAttribute("open", true);
  }

  /** @param {FormOfSheet} form */
  #headFields({ extends: below, head, felts }) {
    const fields = HEAD.map((key) => {
      const node =
        key === "felt"
          ? choice(
              key,
              LABELS[key],
              felts.map((one) => [one, sentence(one)]),
            )
          : field(key, LABELS[key], { value: head[key], maxLength: 200 });
      const control = /** @type {HTMLInputElement | HTMLSelectElement} */ (node.querySelector("input, select"));
      control.value = head[key];
      control.dataset.key = key;
      node.dataset.path = key;
      control.addEventListener("change", () => this.changed([`${key}=${control.value.trim()}`]));
      return node;
    });
    return [el("p", { className: "quiet" }, say("pit.sheets.stands_on", { sheet: below || "–" })), ...fields];
  }

  /**
   * A value as the sheet below has it, so that the text says nothing of it.
   *
   * @param {string} path
   */
  #back(path) {
    const title = this.#shown?.options.find((one) => one.path === path)?.title ?? path;
    return el(
      "button",
      {
        type: "button",
        className: "control option-back",
        on: { click: () => this.changed([], [path]) },
        aria: { label: say("pit.sheets.take_back_title", { title }) },
      },
      say("pit.sheets.take_back"),
    );
  }
}
