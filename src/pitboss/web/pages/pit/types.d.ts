// What the panels and views of the floor console ask of the desk, and the tables that it watches.

import type { Declarable } from "../dealing/declare.js";
import type { Table } from "../model.js";
import type { Posted, State } from "../wire.js";
import type { Figures } from "./figures.js";
import type { Chips } from "./forms.js";

/** What is sent: a type and its fields, which differ by the type. */
export type Command = Record<string, any>;

/** A table as the list of the floor has it. */
export interface Listed {
  table: string;
  sheet: string;
  title: string;
  cards: string;
  mode: "staffed" | "automatic";
  state: string;
  round: number;
  corrections: number;
  slips: number;
  tray: number;
  counted: string;
  closed: boolean;
}

/** A fill or a credit that is under way. */
export interface Slip {
  slip: string;
  kind: string;
  chips: Chips;
  by: string;
}

/** A settled wager that can still be corrected. */
export interface Settled {
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

/** What a table tells its staff. */
export interface Staff {
  role: string;
  mode: { dealer: string; cards: string };
  who: string;
  spot: number;
  dealer: string;
  next: { text: string } | null;
  calls: string[];
  offers: { text: string; clause: string; command: Command }[];
  payments: Payment[];
  declare: Declarable[];
  slips: Slip[];
  settled: Settled[];
  corrections: OpenCorrection[];
  allots: number;
  allotted: [string, number][];
}

/** A progressive win on its way, with the steps that the document asks for. */
export interface Payment {
  seat: number;
  meter: "major" | "minor" | "";
  hand: string;
  award: number;
  plan: { step: string; done: string; who: string }[];
  steps: string[];
}

/** The meters of the link. */
export interface Meters {
  major: number;
  minor: number;
  up: boolean;
}

export interface Watched {
  id: string;
  listed: Listed | null;
  posted: Posted;
  state: State;
  table: Table;
  staff: Staff | null;
  /** How long its dealer has dealt, in milliseconds. */
  dealtFor(): number;
}

export interface Desk {
  me: { name: string; role: string };
  supervises: boolean;
  tables: Map<string, Watched>;
  figures: Figures | null;
  meters: Meters | null;
  list(): Promise<void>;
  go(view: string, table?: string): void;
  /** Have a command done at a table; returns why not, or an empty text where it was done. */
  order(table: string, command: Command): Promise<string>;
  tryOrder(table: string, command: Command): Promise<{ reason: string; code: string }>;
}

export interface ApprovedSheet {
  sheet: string;
  sets: string[];
  title: string;
}
