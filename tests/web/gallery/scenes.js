// Sample tables for the gallery: each felt empty for bets, in play, and with results; then felts with other wagers.
// What lies on them is what the server posts for the sheet.

const LAYOUTS = await (await fetch("/gallery/layouts.json")).json();

const seat = (n, given = {}) => ({
  n,
  name: "",
  you: false,
  open: false,
  wagers: {},
  tokes: {},
  insurance: 0,
  hands: [],
  results: [],
  sensor: "off",
  ...given,
});
const vacant = (n) => seat(n, { open: true });
const hand = (cards, bet, given = {}) => ({
  cards: cards.split(" "),
  bet,
  doubledCard: -1,
  faceDown: false,
  total: "",
  lammers: [],
  active: false,
  state: "",
  result: null,
  ...given,
});
const won = (cents, text, clause) => ({ cents, text, clause, at: 0 });

const BLACKJACK = {
  youSeat: 4,
  board: [],
  boardTurned: 0,
  meters: null,
  phase: "play",
  turn: null,
  limits: { min: 500, max: 1000000 },
  dealer: { cards: [], total: "", text: "" },
  cards: { drawn: 118, total: 312, cutCard: 52, root: "" },
};

const CATFISH = { ...BLACKJACK, sheet: "catfish-blackjack", title: "Catfish Blackjack" };
const UP_SIX = { cards: ["6d", "??"], total: "6", text: "Dealer shows 6" };

const catfishBetting = {
  ...CATFISH,
  phase: "betting",
  cards: { ...BLACKJACK.cards, drawn: 104 },
  seats: [
    seat(1, { name: "Noor", wagers: { main: 2500, kings_bounty: 500 } }),
    vacant(2),
    seat(3, { name: "Ilse", wagers: { main: 1500 }, tokes: { main: 100 } }),
    seat(4, { name: "Ana", you: true, wagers: { main: 5000, kings_bounty: 500 } }),
    vacant(5),
    seat(6, { name: "Mateo", wagers: { main: 10000 } }),
    vacant(7),
  ],
};

const catfishPlay = {
  ...CATFISH,
  turn: { seat: 4, hand: 1 },
  dealer: UP_SIX,
  seats: [
    seat(1, {
      name: "Noor",
      wagers: { main: 2500, kings_bounty: 500 },
      hands: [hand("6c 5d 9h", 5000, { doubledCard: 2, total: "20", state: "stood" })],
    }),
    vacant(2),
    seat(3, {
      name: "Ilse",
      wagers: { main: 1500 },
      tokes: { main: 100 },
      hands: [hand("5h 4c 8d", 1500, { total: "17", state: "stood" })],
    }),
    seat(4, {
      name: "Ana",
      you: true,
      wagers: { main: 5000, kings_bounty: 500 },
      hands: [hand("8c Td", 5000, { total: "18", state: "stood" }), hand("8h 3s", 5000, { total: "11", active: true })],
    }),
    vacant(5),
    seat(6, { name: "Mateo", wagers: { main: 10000 }, hands: [hand("As 7h", 10000, { total: "8/18" })] }),
    vacant(7),
  ],
};

const catfishInsurance = {
  ...catfishBetting,
  phase: "insurance",
  dealer: { cards: ["As", "??"], total: "1/11", text: "Dealer shows 1/11" },
  cards: { ...BLACKJACK.cards, drawn: 114 },
  seats: catfishBetting.seats.map((one) =>
    one.open
      ? one
      : {
          ...one,
          insurance: one.n === 6 ? 5000 : 0,
          hands: [
            hand({ 1: "Kd 9s", 3: "Qs Qc", 4: "Ah Jc", 6: "5c 5d" }[one.n], one.wagers.main, {
              total: { 1: "19", 3: "20", 4: "21", 6: "10" }[one.n],
            }),
          ],
        },
  ),
};

const catfishResult = {
  ...CATFISH,
  phase: "over",
  dealer: { cards: ["6d", "Ts", "4c"], total: "20", text: "Dealer has 20" },
  cards: { ...BLACKJACK.cards, drawn: 121 },
  seats: [
    seat(1, {
      name: "Noor",
      wagers: { main: 2500 },
      hands: [hand("6c 5d 9h", 5000, { doubledCard: 2, total: "20", result: won(0, "push", "BJ-PAY-1") })],
      results: [{ wager: "kings_bounty", ...won(-500, "lost", "BJ-KB-2") }],
    }),
    vacant(2),
    seat(3, {
      name: "Ilse",
      tokes: {},
      hands: [hand("5h 4c 8d", 0, { total: "17", result: won(-1500, "lost", "BJ-PAY-2") })],
    }),
    seat(4, {
      name: "Ana",
      you: true,
      wagers: { main: 5000, kings_bounty: 500 },
      hands: [
        hand("8c Td", 0, { total: "18", result: won(-5000, "lost", "BJ-PAY-2") }),
        hand("8h 3s Kd", 10000, { doubledCard: 2, total: "21", result: won(10000, "won", "BJ-PAY-3a") }),
      ],
      results: [
        { wager: "trilux", ...won(-500, "lost", "BJ-TL-1") },
        { wager: "kings_bounty", ...won(4500, "won, Suited 20 9 to 1", "BJ-KBPAY-5") },
      ],
    }),
    vacant(5),
    seat(6, {
      name: "Mateo",
      wagers: { main: 10000 },
      hands: [hand("As Kh", 10000, { total: "21", result: won(15000, "Blackjack", "BJ-PAY-5b") })],
    }),
    vacant(7),
  ],
};

const catfishSplits = {
  ...catfishPlay,
  turn: { seat: 4, hand: 2 },
  seats: catfishPlay.seats.map((one) =>
    one.n !== 4
      ? one
      : {
          ...one,
          hands: [
            hand("8c Td", 5000, { total: "18" }),
            hand("8h 9s", 5000, { total: "17" }),
            hand("8d 2s", 5000, { total: "10" }),
            hand("8s", 5000, { total: "8" }),
          ],
        },
  ),
};

const GAMES_OF_CHANCE = {
  ...BLACKJACK,
  sheet: "games-of-chance-blackjack",
  title: "Games of Chance Blackjack",
  limits: { min: 100, max: 400 },
};
const everySide = { main: 400, over: 100, under: 100, super7: 100, match: 200, perfect_pair: 100 };
const NAMES = ["Noor", "Piet", "Ilse", "Ana", "Carla", "Mateo", "Hana"];
const FIRST_CARDS = ["7c 7d", "Th 9s", "Ad 6c", "7h 4s", "Kc 5h", "2d 2s", "9c 8d"];
const TOTALS = ["14", "19", "7/17", "11", "15", "4", "17"];

const chanceBetting = {
  ...GAMES_OF_CHANCE,
  phase: "betting",
  cards: { ...BLACKJACK.cards, drawn: 0 },
  seats: [1, 2, 3, 4, 5, 6, 7].map((n) =>
    seat(n, {
      name: NAMES[n - 1],
      you: n === 4,
      wagers: n % 2 ? { main: 200 } : n === 4 ? {} : { main: 300, match: 100 },
    }),
  ),
};
const chancePlay = {
  ...GAMES_OF_CHANCE,
  turn: { seat: 4, hand: 0 },
  dealer: { cards: ["7s", "??"], total: "7", text: "Dealer shows 7" },
  cards: { ...BLACKJACK.cards, drawn: 16 },
  seats: [1, 2, 3, 4, 5, 6, 7].map((n) =>
    seat(n, {
      name: NAMES[n - 1],
      you: n === 4,
      wagers: everySide,
      hands: [hand(FIRST_CARDS[n - 1], 400, { total: TOTALS[n - 1], active: n === 4 })],
    }),
  ),
};

const FREE = { ...BLACKJACK, sheet: "free-bet-blackjack", title: "Free Bet Blackjack" };
const freePlay = {
  ...FREE,
  turn: { seat: 4, hand: 0 },
  dealer: UP_SIX,
  seats: [
    vacant(1),
    vacant(2),
    seat(3, {
      name: "Ilse",
      wagers: { main: 1500, push22: 500 },
      hands: [hand("5h 6c ??", 1500, { doubledCard: 2, faceDown: true, lammers: ["double"] })],
    }),
    seat(4, {
      name: "Ana",
      you: true,
      wagers: { main: 2500, push22: 500 },
      hands: [hand("8c 3d", 2500, { total: "11", active: true }), hand("8h", 0, { total: "8", lammers: ["split"] })],
    }),
    vacant(5),
    seat(6, { name: "Mateo", wagers: { main: 10000 }, hands: [hand("As 7h", 10000, { total: "8/18" })] }),
    vacant(7),
  ],
};
const freeBetting = {
  ...FREE,
  phase: "betting",
  seats: [vacant(1), vacant(2), vacant(3), seat(4, { name: "Ana", you: true }), vacant(5), vacant(6), vacant(7)],
};

const FIVE = { ...BLACKJACK, sheet: "blackjack-v5", title: "Blackjack V5", limits: { min: 200, max: 1000 } };
const fivePlay = {
  ...FIVE,
  turn: { seat: 5, hand: 0 },
  dealer: { cards: ["Ks", "??"], total: "10", text: "Dealer shows 10" },
  seats: [
    vacant(1),
    vacant(2),
    seat(3, {
      name: "Ana",
      you: true,
      wagers: { main: 1000, match: 200 },
      hands: [hand("Kh 6c", 1000, { total: "16", state: "surrendered" })],
    }),
    vacant(4),
    seat(5, { name: "Carla", wagers: { main: 400 }, hands: [hand("9c 2d", 400, { total: "11", active: true })] }),
    vacant(6),
    vacant(7),
  ],
};
const fiveBetting = {
  ...FIVE,
  phase: "betting",
  seats: fivePlay.seats.map((one) => ({ ...one, hands: [], wagers: one.you ? { main: 600 } : {} })),
};

const HOLDEM = {
  ...BLACKJACK,
  sheet: "ultimate-texas-holdem",
  title: "Ultimate Texas Hold’em",
  youSeat: 3,
  limits: { min: 500, max: 5000 },
  cards: { drawn: 0, total: 52, cutCard: null, root: "" },
  meters: { major: 4821770, minor: 231480, up: true },
};
const down = () => hand("?? ??", 0);
const holdemPlay = {
  ...HOLDEM,
  turn: { seat: 3, hand: 0 },
  dealer: { cards: ["??", "??"], total: "", text: "" },
  board: ["Qd", "8d", "3c", "??", "??"],
  boardTurned: 3,
  seats: [
    seat(1, {
      name: "Noor",
      wagers: { ante: 1000, blind: 1000, play: 4000, trips: 500, progressive: 500 },
      sensor: "locked",
      hands: [down()],
    }),
    seat(2, { name: "Ilse", wagers: { ante: 1000, blind: 1000 }, hands: [down()] }),
    seat(3, {
      name: "Ana",
      you: true,
      wagers: { ante: 1000, blind: 1000, trips: 500, progressive: 500 },
      sensor: "locked",
      hands: [hand("Td 7d", 0, { active: true })],
    }),
    vacant(4),
    seat(5, {
      name: "Mateo",
      wagers: { ante: 5000, blind: 5000, trips: 1000, progressive: 500 },
      sensor: "locked",
      hands: [{ ...down(), state: "tucked" }],
    }),
    vacant(6),
  ],
};
const holdemBetting = {
  ...holdemPlay,
  phase: "betting",
  turn: null,
  dealer: { cards: [], total: "", text: "" },
  board: [],
  boardTurned: 0,
  seats: holdemPlay.seats.map((one) => ({
    ...one,
    hands: [],
    wagers: one.you ? { ante: 1000, blind: 1000 } : one.wagers,
    sensor: one.you ? "detected" : one.sensor,
  })),
};
const holdemResult = {
  ...holdemPlay,
  phase: "over",
  turn: null,
  dealer: { cards: ["Ks", "Kh"], total: "", text: "Pair of kings" },
  board: ["Qd", "8d", "3c", "2d", "9d"],
  boardTurned: 5,
  seats: holdemPlay.seats.map((one) => {
    if (one.n === 3)
      return {
        ...one,
        wagers: { ante: 1000, blind: 1000, play: 2000, trips: 500 },
        hands: [hand("Td 7d", 0, { name: "Flush" })],
        results: [
          { wager: "ante", ...won(1000, "won", "UTH-QUAL-1") },
          { wager: "blind", ...won(1500, "won, Flush 3 to 2", "UTH-BLIND-9") },
          { wager: "play", ...won(2000, "won", "UTH-QUAL-1") },
          { wager: "trips", ...won(3500, "won, Flush 7 to 1", "UTH-TRIPS-8") },
          { wager: "progressive", ...won(-500, "taken", "UTH-PROG-2") },
        ],
      };
    if (one.n === 1)
      return {
        ...one,
        wagers: {},
        hands: [hand("As 4c", 0, { name: "Ace high" })],
        results: ["ante", "blind", "play", "trips"].map((wager) => ({
          wager,
          ...won(-one.wagers[wager], "lost", "UTH-QUAL-2"),
        })),
      };
    return one;
  }),
};

// --- felts of any kind ---------------------------------------------------------------------------------------------

const FACES = ["Kc 5h", "7c 7d", "Th 9s", "Ad 6c", "7h 4s", "2d 2s", "9c 8d"];

/** The middle seat is one's own. */
const people = (layout, given) =>
  Array.from({ length: layout.boxes }, (_, at) => {
    const n = at + 1;
    return seat(n, { name: NAMES[at], you: n === Math.ceil(layout.boxes / 2), ...given(n) });
  });

const staking = ({ wagers }, cents) => Object.fromEntries(wagers.map(({ wager }) => [wager, cents]));

/** Every other optional wager is lost, the others win. */
const settled = ({ wagers }, n) =>
  wagers
    .filter(({ kind }) => kind !== "main")
    .map(({ wager }, i) => ({ wager, ...won((i + n) % 2 ? -500 : 1500, (i + n) % 2 ? "lost" : "won", "BJ-PAY-1") }));

/** One felt while bets are taken, in play with every wager on it, and with results. */
function felt(name, title) {
  const layout = LAYOUTS[name];
  const showdown = layout.table === "showdown";
  const faces = layout.board.length || !showdown ? FACES : FACES.map((two, at) => `${two} ${FACES[(at + 1) % 7]} 3c`);
  const cards = (n) => hand(faces[n - 1], showdown ? 0 : 500, { total: showdown ? "" : "15" });
  const base = { ...(showdown ? HOLDEM : BLACKJACK), sheet: name, title, layout, turn: null };
  const dealer = { cards: showdown ? faces[0].split(" ").map(() => "??") : ["6d", "??"], total: "", text: "" };
  const board = layout.board.length ? ["Qd", "8d", "3c", "??", "??"] : [];
  const play = people(layout, (n) => ({ wagers: staking(layout, 500), hands: [cards(n)] }));
  return {
    title,
    models: scenes({
      "Taking bets": {
        ...base,
        phase: "betting",
        dealer: { cards: [], total: "", text: "" },
        seats: people(layout, () => ({})),
      },
      "In play": {
        ...base,
        phase: "play",
        dealer,
        board,
        turn: { seat: Math.ceil(layout.boxes / 2), hand: 0 },
        seats: play,
      },
      Results: {
        ...base,
        phase: "over",
        dealer: {
          cards: showdown ? faces[0].split(" ") : ["6d", "Ts"],
          total: showdown ? "" : "16",
          text: "Pair of kings",
        },
        board: board.map((card) => (card === "??" ? "2d" : card)),
        seats: play.map((one) => ({ ...one, results: settled(layout, one.n) })),
      },
    }),
  };
}

// --- all scenes ----------------------------------------------------------------------------------------------------

/** Hands lie in the order they stand in here, the first nearest seat 1; results bear the names of their wagers. */
function inOrder(one, { wagers }) {
  const titled = (wager) => wagers.find((placed) => placed.wager === wager)?.title.replaceAll("'", "’") ?? "";
  const main = wagers.find(({ kind }) => kind === "main");
  const named = (result, wager) => result && { ...result, wager, name: titled(wager) };
  return {
    ...one,
    hands: one.hands.map((hand, place) => ({ ...hand, place, result: named(hand.result, main.wager) })),
    results: one.results.map((result) => named(result, result.wager)),
  };
}

function scenes(given) {
  return Object.entries(given).map(([name, model]) => {
    const layout = model.layout ?? LAYOUTS[model.sheet];
    return { name, model: { ...model, layout, seats: model.seats.map((one) => inOrder(one, layout)) } };
  });
}

/** Each shipped felt with its scenes, the first one shown. */
export const SCENES = [
  {
    title: "Catfish Blackjack",
    models: scenes({
      "In play": catfishPlay,
      "Taking bets": catfishBetting,
      Insurance: catfishInsurance,
      "Four hands": catfishSplits,
      Results: catfishResult,
    }),
  },
  {
    title: "Ultimate Texas Hold’em",
    models: scenes({ "On the flop": holdemPlay, "Taking bets": holdemBetting, Results: holdemResult }),
  },
  { title: "Free Bet Blackjack", models: scenes({ "In play": freePlay, "Taking bets": freeBetting }) },
  { title: "Blackjack V5", models: scenes({ "In play": fivePlay, "Taking bets": fiveBetting }) },
  { title: "Games of Chance Blackjack", models: scenes({ "In play": chancePlay, "Taking bets": chanceBetting }) },
];

/** Felts with other wagers and other numbers of boxes. */
export const OTHERS = Object.keys(LAYOUTS)
  .filter((name) => !SCENES.some(({ models }) => models[0].model.sheet === name))
  .map((name) => felt(name, name));
