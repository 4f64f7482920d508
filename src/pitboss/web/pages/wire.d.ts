// What the server sends, as far as the pages read it; docs/api.md and /api/openapi.json say all of it. Money is in cents.

export type Command = { type: string; [field: string]: any };

export interface Share {
  parts: number;
  of: number;
}

export interface Limits {
  minimum: number;
  maximum: number;
  step: number;
}

export interface PayLine {
  line: string;
  title: string;
  pays: string;
}

export interface HouseRule {
  text: string;
  clauses: string[];
  wager: string;
  line: string;
}

export interface PostedWager extends Limits {
  wager: string;
  title: string;
  pays: PayLine[];
  lines: { text: string; pays: string; clause: string }[];
  laid: string[];
}

export interface Posted {
  table: string;
  title: string;
  sheet: string;
  game: string;
  decks: number;
  spots: number;
  wagers: PostedWager[];
  toke: (Limits & { wagers: string[] }) | null;
  chips: number[];
  double_face_down: boolean;
  cut_least: number | null;
  cut_card_depth: number | null;
  lettering: Record<string, string>;
  lines: Record<string, PayLine[]>;
  approved: boolean;
  departures: string[];
  own_rules: HouseRule[];
  insurance_share: Share | null;
  surrender_returns: Share | null;
  dealer_pushes_on: number | null;
  progressive: boolean;
  layout: any;
}

export interface Question {
  kind: string;
  role: string;
  spot: number;
  hand: number;
}

export interface Cards {
  phase?: string;
  drawn?: number;
  total?: number;
  root?: string | null;
  cut?: number | null;
}

export interface State {
  boxes: string[];
  /** The colour that each of them has chosen for their name; 0 where none was chosen. */
  colours: number[];
  waiting: string[];
  round: number;
  dealt: boolean;
  question: Question | null;
  asked: number;
  cut: number;
  deadline: number | null;
  ready: string[];
  run_by: "program" | "dealer" | "nobody";
  cards: Cards;
  closed: boolean;
  /** The least and the most of a main bet, in cents. */
  limits: [number, number];
  notice: LimitsNotice | null;
}

/** Other limits that are announced: with the next round, or with the first one after a time. */
export interface LimitsNotice {
  minimum: number;
  maximum: number;
  at: number;
  keeps_earlier: boolean;
}

export type Offer = import("./games/game.js").Offer;

export interface You {
  name: string;
  /** Your limits, where you keep those that you sat down at. */
  limits?: [number, number];
  boxes: number[];
  offers: Offer[];
  /** Where it has moved. */
  balance?: number;
}

export interface StaffOffer {
  command: Command;
  text: string;
  clause: string;
  kind: string;
  amounts: import("./games/game.js").Amounts | null;
  confirm: boolean;
  due: boolean;
}

/** A progressive win on its way, with the steps that the document asks for. */
export interface PaymentShown {
  seat: number;
  hand: string;
  award: number;
  meter: "major" | "minor" | "";
  steps: string[];
  plan: { step: string; done: string; who: string }[];
}

/** An irregularity that can be declared now: of which spots or hands, and on which grounds. */
export interface Declarable {
  kind: string;
  text: string;
  clause: string;
  spots: number[] | null;
  hands: Record<number, number[]>;
  grounds: string[];
}

/** A ruling that the clause permits, with the command that gives it. */
export interface Ruling {
  choice: string;
  text: string;
  clause: string;
  command: Command;
}

/** The irregularity that is open. */
export interface OpenCase {
  kind: string;
  text: string;
  spot: number;
  hand: number;
  clause: string;
  facts: string[];
  rulings: Ruling[];
}

/** Denominations in cents, with how many chips there are of each. */
export type Chips = [number, number][];

/** A wager that was settled, with the chips that go to the player. */
export interface Payout {
  spot: number;
  hand: number;
  wager: string;
  result: string;
  pays: number;
  stake: number;
  chips: Chips;
  clause: string;
}

/** A settled wager that can still be corrected. */
export interface SettledWager {
  round: number;
  version: number;
  spot: number;
  hand: number;
  wager: string;
  player: string;
  stake: number;
  due: number;
  paid: number;
  dealer: string;
  clause: string;
}

/** A payout that was reversed and waits to be paid again. */
export interface OpenCorrection {
  correction: string;
  settled: number;
  spot: number;
  hand: number;
  wager: string;
}

/** A fill or a credit that is under way. */
export interface Slip {
  slip: string;
  kind: string;
  chips: Chips;
  by: string;
}

/** What a table tells its staff. */
export interface Staff {
  role: string;
  yours: boolean;
  dealer: string;
  mode: { dealer: string; cards: string };
  next: { text: string; clause: string } | null;
  who: string;
  spot: number;
  hand: number;
  card: { spot: number; hand: number; text: string } | null;
  card_next: { spot: number; hand: number; text: string } | null;
  needed_at: number;
  call: string;
  declare: Declarable[];
  case: OpenCase | null;
  payouts: Payout[];
  settled: SettledWager[];
  calls: string[];
  payments: PaymentShown[];
  corrections: OpenCorrection[];
  slips: Slip[];
  retractable: number;
  allots: number;
  allotted: [string, number][];
  offers: StaffOffer[];
}

/** A hand that has won a meter, and where; without an amount until the award is made. */
export interface MeterWon {
  meter: string;
  table: string;
  sheet: string;
  cents: number | null;
}

/** The meters of the link. */
export interface MeterValues {
  major: number;
  minor: number;
  up: boolean;
  won: MeterWon[];
}

export type TableEvent = import("./words.js").TableEvent;

/** The whole of a table, or one change of it. */
export interface TableMessage {
  type: string;
  table: string;
  title: string;
  version: number;
  at?: number;
  coach: boolean;
  events: TableEvent[];
  state: State;
  you: You | null;
  staff: Staff | null;
  meters: MeterValues | null;
}

/** What a role may do and see, by the server's table of permissions. */
export interface May {
  consoles: ("pit" | "dealer" | "eye" | "reports" | "cash" | "teacher")[];
  areas: string[];
  /** Types of commands. */
  commands: string[];
  /** The roles that somebody of this role may give to people. */
  roles: string[];
}

export interface Me {
  name: string;
  role: string;
  guest: boolean;
  balance: number;
  may: May;
}

export interface Refusal {
  reason: string;
  code: string;
}

/** How the line to the floor stands. */
export interface Line {
  state: "connecting" | "open" | "lost" | "over";
  wait: number;
}

/** <pit-felt>: a table, drawn from the model that it is given. */
export interface Felt extends HTMLElement {
  model: any;
  placeOf: (node: Element) => { seat: number; wager: string } | null;
  wagerOf: (node: Element) => string | null;
}

/** <pit-replay>: a round that is over, step by step. */
export interface Replay extends HTMLElement {
  felt: Felt;
  forward: HTMLButtonElement;
  pictures: { text: string; model: any }[];
}

declare global {
  interface HTMLElementTagNameMap {
    "pit-felt": Felt;
    "pit-replay": Replay;
  }
}
