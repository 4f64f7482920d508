// Every felt, card, chip and letter, for those who work on the drawing.

import { drawCard, drawChips, lineText } from "/draw/felt.js";
import { OTHERS, SCENES } from "/gallery/scenes.js";

const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const AMOUNTS = [50, 100, 500, 2500, 10000, 50000, 100000, 500000, 1500, 3750, 4000, 123450];
const LETTERS = ["ABCDEFGHIJKLM", "NOPQRSTUVWXYZ", "0123456789", "$ . , : ' + − × / % ="];

/** One HTML node with its properties and children. */
function make(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

/** A felt with its scenes, one shown at a time. */
function feltSection({ title, models }) {
  const felt = make("pit-felt");
  const buttons = models.map(({ name, model }) =>
    make("button", {
      type: "button",
      textContent: name,
      onclick: () => {
        felt.model = model;
      },
    }),
  );
  felt.model = models[0].model;
  const said = make("output", { className: "note" });
  for (const type of ["place", "sit", "clause"])
    felt.addEventListener(type, (event) => {
      said.textContent = `${type} ${JSON.stringify(event.detail)}`;
    });
  felt.id = models[0].model.sheet;
  return make(
    "section",
    { className: "felt" },
    make("h2", { textContent: title }),
    felt,
    make("div", { className: "scenes" }, ...buttons, said),
  );
}

const row = (title, ...drawings) =>
  make("section", {}, make("h2", { textContent: title }), make("div", { className: "drawings" }, ...drawings));

const allCards = () => [...SUITS].flatMap((suit) => [...RANKS].map((rank) => drawCard(rank + suit, { width: 58 })));

const figures = () => [
  ...LETTERS.map((text) => lineText(text, { cap: 22, tracking: 0.3 })),
  lineText("$48,217.70", { cap: 44 }),
  lineText("+$17.22", { cap: 12 }),
  lineText("−$5.76", { cap: 12 }),
];

function open() {
  document.getElementById("wordmark").append(lineText("PITBOSS", { cap: 17, tracking: 0.3 }));
  document
    .getElementById("gallery")
    .append(
      ...(new URLSearchParams(location.search).has("others") ? OTHERS : SCENES).map(feltSection),
      row("Cards", ...allCards(), drawCard("??", { width: 58 }), drawCard("??", { width: 58, deck: "B" })),
      row(
        "Small cards",
        ...["Th", "6s", "9d", "Kc", "Qh", "Js"].flatMap((card) => [
          drawCard(card, { width: 44 }),
          drawCard(card, { width: 34 }),
        ]),
      ),
      row("Chips", ...AMOUNTS.map((cents) => drawChips(cents, { r: 24 })), drawChips(100, { r: 16, toke: true })),
      row("Line face", ...figures()),
    );
  const theme = document.getElementById("theme");
  theme.addEventListener("change", () => {
    document.documentElement.dataset.theme = theme.value;
  });
}

open();
