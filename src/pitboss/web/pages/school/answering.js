// How a part is answered: a control for each kind, by pointer and by keys. Each hands in its answer once.

/** @import { PartShown, QuestionShown } from "../api.js" */

import { el, keyed } from "../dom.js";
import { drawChips } from "../draw/chip.js";
import { lineText } from "../draw/line-face.js";
import { say } from "../say.js";
import { money, posted, sentence } from "../words.js";

/**
 * A control: its node, the keys it takes, and where the keyboard starts.
 *
 * @typedef {object} Control
 * @property {HTMLElement} node
 * @property {(event: KeyboardEvent) => boolean} key whether it took the key
 * @property {() => void} [start]
 */

/**
 * What a control is made for: the part, its question, and what becomes of the answer.
 *
 * @typedef {object} Asked
 * @property {PartShown} part
 * @property {QuestionShown} question
 * @property {(given: string[]) => unknown} send
 * @property {(chips: string[]) => void} keep chips that were laid for an amount
 */

const LETTERS = "abcd";

/**
 * Which option a key stands for: its number or its letter.
 *
 * @param {string} key
 */
const placeOf = (key) =>
  /^[1-9]$/.test(key) ? Number(key) - 1 : key.length === 1 ? LETTERS.indexOf(key.toLowerCase()) : -1;

/**
 * One of several answers, pressed or keyed by number or letter.
 *
 * @param {Asked} asked
 * @returns {Control}
 */
function choice({ part, send }) {
  const buttons = part.options.map(({ id, text }, at) =>
    keyed(String(at + 1), sentence(text), "", () => send([id]), "answer choice"),
  );
  return {
    node: el("div", { className: "choices", role: "group", aria: { label: part.text } }, ...buttons),
    key: ({ key }) => press(buttons[placeOf(key)]),
  };
}

/** @param {HTMLButtonElement | undefined} button */
function press(button) {
  button?.click();
  return Boolean(button);
}

/**
 * All that hold, switched on and off.
 *
 * @param {Asked} asked
 * @returns {Control}
 */
function several({ part, send }) {
  const chosen = new Set();
  const buttons = part.options.map(({ id, text }, at) => {
    const button = keyed(String(at + 1), sentence(text), "", () => flip(id, button), "answer toggle");
    button.setAttribute("aria-pressed", "false");
    return button;
  });
  const flip = (/** @type {string} */ id, /** @type {HTMLButtonElement} */ button) => {
    if (!chosen.delete(id)) chosen.add(id);
    button.setAttribute("aria-pressed", String(chosen.has(id)));
  };
  const done = keyed("Enter", say("school.these_hold"), "", () => send([...chosen]), "action");
  const group = el("div", { className: "choices", role: "group", aria: { label: part.text } }, ...buttons);
  return { node: el("div", {}, group, el("div", { className: "hand-in" }, done)), key: keysOf(buttons, done) };
}

/**
 * Keys that press one of several buttons, and Enter that hands in.
 *
 * @param {HTMLButtonElement[]} buttons
 * @param {HTMLButtonElement} done
 * @returns {Control["key"]}
 */
const keysOf =
  (buttons, done) =>
  ({ key }) =>
    key === "Enter" ? press(done) : press(buttons[placeOf(key)]);

/**
 * All in their order: each press gives the next place; Backspace takes the last one back.
 *
 * @param {Asked} asked
 * @returns {Control}
 */
function order({ part, send }) {
  /** @type {string[]} */
  const chosen = [];
  const buttons = part.options.map(({ id, text }, at) => {
    const place = el("span", { className: "place-of" });
    const button = keyed(String(at + 1), sentence(text), "", () => take(id), "answer toggle");
    button.prepend(place);
    return button;
  });
  const show = () => {
    part.options.forEach(({ id }, at) => {
      const place = chosen.indexOf(id) + 1;
      buttons[at].setAttribute("aria-pressed", String(place > 0));
      /** @type {HTMLElement} */ (buttons[at].firstElementChild).textContent = place ? String(place) : "";
    });
    done.disabled = chosen.length < part.options.length;
  };
  const take = (/** @type {string} */ id) => {
    if (chosen.includes(id)) chosen.splice(chosen.indexOf(id), 1);
    else chosen.push(id);
    show();
  };
  const back = keyed("Backspace", say("school.take_back"), "", () => chosen.pop() && show(), "answer");
  const done = keyed("Enter", say("school.in_this_order"), "", () => send([...chosen]), "action");
  show();
  const group = el("div", { className: "choices rows", role: "group", aria: { label: part.text } }, ...buttons);
  const keys = keysOf(buttons, done);
  return {
    node: el("div", {}, group, el("div", { className: "hand-in" }, back, done)),
    key: (event) => (event.key === "Backspace" ? press(back) : keys(event)),
  };
}

/** How many chips have a key. */
const CHIP_KEYS = 9;

/**
 * Chips to lay: a row of them, and what lies there.
 *
 * @param {number[]} denominations
 * @param {(laid: number[]) => void} changed
 */
function chipRow(denominations, changed) {
  /** @type {number[]} */
  const laid = [];
  const values = [...denominations].sort((a, b) => a - b).slice(0, CHIP_KEYS);
  const counts = values.map(() => el("small", {}, "–"));
  const show = () => {
    values.forEach((value, at) => {
      const many = laid.filter((one) => one === value).length;
      counts[at].textContent = many ? say("school.times", { many }) : "–";
      buttons[at].classList.toggle("laid", many > 0);
    });
    changed(laid);
  };
  const buttons = values.map((value, at) =>
    el(
      "button",
      {
        type: "button",
        className: "lay-chip",
        tabIndex: at ? -1 : 0,
        data: { chip: value },
        aria: { label: say("school.lay_chip", { chip: posted(value), key: at + 1 }) },
        on: { click: () => lay(value) },
      },
      drawChips(value, { r: 17, label: "" }),
      counts[at],
    ),
  );
  const lay = (/** @type {number} */ value) => {
    laid.push(value);
    show();
  };
  const clear = () => {
    if (!laid.length) return;
    laid.length = 0;
    show();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Backspace") {
      if (laid.pop()) show();
      return true;
    }
    return press(/^[1-9]$/.test(event.key) ? buttons[Number(event.key) - 1] : undefined);
  };
  const node = el("div", { className: "chip-row", role: "group", aria: { label: say("school.chips") } }, ...buttons);
  return { node, key, clear, laid };
}

/** @param {number} cents */
const inDollars = (cents) => (cents / 100).toFixed(2);

/** @param {string} text */
const centsOf = (text) => Math.round(Number(text.replace(/[$,]/g, "")) * 100);

/**
 * An amount as its field shows it.
 *
 * @param {string} text
 */
function inField(text) {
  const digits = text.replace(/[^\d.,]/g, "");
  return digits ? `$${digits}` : "";
}

/**
 * A field for an amount.
 *
 * @param {string} label
 * @param {() => void} changed
 */
function amountField(label, changed) {
  const field = el("input", {
    className: "amount-field",
    inputMode: "decimal",
    autocomplete: "off",
    maxLength: 12,
    aria: { label },
  });
  field.addEventListener("input", () => {
    field.value = inField(field.value);
    changed();
  });
  return field;
}

/**
 * Pay, take or push, with an amount in digits or in chips.
 *
 * @param {Asked} asked
 * @returns {Control}
 */
function settle({ send, question, keep }) {
  const field = amountField(say("school.amount"), () => {
    row.clear();
    show();
  });
  const row = chipRow(question.chips, (laid) => {
    if (laid.length || !field.matches(":focus")) field.value = inField(laid.length ? inDollars(sum(laid)) : "");
    show();
  });
  const pay = keyed("Enter", say("school.pay"), "", () => payNow(), "action");
  const take = keyed("t", say("school.take"), "", () => send(["take"]), "answer");
  const push = keyed("p", say("school.push"), "", () => send(["push"]), "answer");
  const show = () => {
    const cents = centsOf(field.value);
    const [words] = pay.querySelectorAll("b");
    words.textContent = cents ? say("school.pay_amount", { amount: money(cents) }) : say("school.pay");
    pay.disabled = !cents;
  };
  const payNow = () => {
    keep(row.laid.map(inDollars));
    send(["pay", inDollars(centsOf(field.value))]);
  };
  show();
  const node = el(
    "div",
    { className: "settling" },
    el("div", { className: "settling-amount" }, field),
    el(
      "div",
      { className: "settling-chips" },
      row.node,
      el("p", { className: "note" }, chipKeys(question.chips.length)),
    ),
    el("div", { className: "settling-ways" }, take, push, pay),
  );
  return { node, start: () => field.focus(), key: settleKeys({ field, row, pay, take, push }) };
}

/** @param {number} many */
const chipKeys = (many) => say("school.chip_keys", { most: Math.min(many, CHIP_KEYS) });

/** @param {number[]} laid */
const sum = (laid) => laid.reduce((all, one) => all + one, 0);

/**
 * Digits go to the amount, numbers to chips once these have the keyboard.
 *
 * @param {{ field: HTMLInputElement, row: ReturnType<typeof chipRow>, pay: HTMLButtonElement,
 *   take: HTMLButtonElement, push: HTMLButtonElement }} controls
 * @returns {Control["key"]}
 */
function settleKeys({ field, row, pay, take, push }) {
  const inChips = () => row.node.contains(document.activeElement);
  return (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "Enter") return press(pay);
    if (key === "t") return press(take);
    if (key === "p") return press(push);
    if (inChips()) return row.key(event);
    if (field.matches(":focus")) return false;
    if (/^[\d.]$/.test(key) || key === "Backspace") {
      field.focus();
      field.value = key === "Backspace" ? field.value.slice(0, -1) : field.value + key;
      field.dispatchEvent(new Event("input"));
      return true;
    }
    return false;
  };
}

/**
 * The chips that make an amount.
 *
 * @param {Asked} asked
 * @returns {Control}
 */
function chips({ send, question }) {
  const total = el("p", { className: "chips-total" });
  const row = chipRow(question.chips, (laid) => {
    total.replaceChildren(lineText(money(sum(laid)), { cap: 17 }));
  });
  const done = keyed("Enter", say("school.with_these"), "", () => send(row.laid.map(inDollars)), "action");
  total.append(lineText(money(0), { cap: 17 }));
  const node = el(
    "div",
    { className: "settling" },
    el("div", { className: "settling-chips" }, row.node, total),
    el("p", { className: "note" }, say("school.chip_keys_alone", { most: Math.min(question.chips.length, CHIP_KEYS) })),
    el("div", { className: "hand-in" }, done),
  );
  return { node, key: (event) => (event.key === "Enter" ? press(done) : row.key(event)) };
}

/**
 * A number, or an amount.
 *
 * @param {Asked} asked
 * @returns {Control}
 */
function typed({ part, send }) {
  const whole = part.kind === "number";
  const field = el("input", {
    className: "amount-field",
    inputMode: whole ? "text" : "decimal",
    autocomplete: "off",
    maxLength: 12,
    aria: { label: part.text },
  });
  field.addEventListener("input", () => {
    field.value = whole ? field.value.replace(/[^\d+−-]/g, "") : inField(field.value);
    done.disabled = !/\d/.test(field.value);
  });
  const answer = () => (whole ? field.value.replace("−", "-") : inDollars(centsOf(field.value)));
  const done = keyed("Enter", say("school.answer"), "", () => send([answer()]), "action");
  done.disabled = true;
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") return press(done);
    if (field.matches(":focus") || !/^[\d+.-]$/.test(event.key)) return false;
    field.focus();
    field.value += event.key;
    field.dispatchEvent(new Event("input"));
    return true;
  };
  const node = el("div", { className: "typing" }, el("div", { className: "settling-amount" }, field), done);
  return { node, key, start: () => field.focus() };
}

/**
 * A line of the log, walked to with arrows, or none of them.
 *
 * @param {Asked} asked
 * @returns {Control}
 */
function line({ part, send, question }) {
  const buttons = question.log.map(({ number, text }) =>
    el(
      "button",
      { type: "button", className: "log-line", tabIndex: -1, on: { click: () => send([String(number)]) } },
      el("span", { className: "log-number" }, String(number)),
      el("span", {}, sentence(text)),
    ),
  );
  if (buttons[0]) buttons[0].tabIndex = 0;
  const none = keyed("0", say("school.no_mistake"), "", () => send(["0"]), "answer");
  const list = el("div", { className: "log", role: "group", aria: { label: part.text } }, ...buttons);
  const walk = (/** @type {number} */ step) => {
    const at = buttons.findIndex((one) => one === document.activeElement);
    const next = buttons[Math.min(buttons.length - 1, Math.max(0, at < 0 ? 0 : at + step))];
    for (const one of buttons) one.tabIndex = one === next ? 0 : -1;
    next?.focus();
    return Boolean(next);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "ArrowDown") return walk(1);
    if (event.key === "ArrowUp") return walk(-1);
    return event.key === "0" ? press(none) : false;
  };
  return { node: el("div", {}, list, el("div", { className: "hand-in" }, none)), key };
}

const STEP_HELP = [say("school.step_help_deal"), say("school.step_help_pay"), say("school.step_help_rule")];

/**
 * A step of the dealer in words: nothing is offered that a dealer should know.
 *
 * @param {Asked} asked
 * @returns {Control}
 */
function step({ part, send }) {
  const field = el("input", {
    className: "step-field",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    maxLength: 80,
    placeholder: say("school.step_such_as"),
    aria: { label: part.text },
  });
  const done = keyed(
    "Enter",
    say("school.do_it"),
    "",
    () => field.value.trim() && send([field.value.trim()]),
    "action",
  );
  const word = (/** @type {string} */ verb) => {
    const click = () => {
      field.value = `${verb} `;
      field.focus();
    };
    return el("button", { type: "button", className: "control", on: { click } }, verb);
  };
  const help = el(
    "details",
    {},
    el("summary", {}, say("school.step_words")),
    el("p", { className: "quiet" }, STEP_HELP.join(" · ")),
    el("div", { className: "step-words" }, ...say("school.step_verbs").split(" ").map(word)),
  );
  const node = el(
    "div",
    {},
    el("div", { className: "typing steps" }, el("div", { className: "settling-amount" }, field), done),
    help,
  );
  return { node, key: ({ key }) => key === "Enter" && press(done), start: () => field.focus() };
}

/** @type {Record<PartShown["kind"], (asked: Asked) => Control>} */
const KINDS = { choice, several, order, settle, chips, line, amount: typed, number: typed, step };

/**
 * The control of the part that is asked now.
 *
 * @param {Asked} asked
 */
export const controlOf = (asked) => KINDS[asked.part.kind](asked);
