// What the panels and views of the floor console ask of the desk, and the tables that it watches.

import type { Command, Me, MeterValues, Refusal } from "../wire.js";
import type { Figures } from "./figures.js";
import type { Watched } from "./watched.js";

export interface Desk {
  me: Me;
  /** Whether your role may give commands of this type. */
  may(command: string): boolean;
  tables: Map<string, Watched>;
  readonly figures: Figures | null;
  meters: MeterValues | null;
  list(): Promise<void>;
  /** Follow the table that is shown large, however many others are followed. */
  follow(table: string): void;
  /** Say it to who listens to the page. */
  say(text: string): void;
  go(view: string, table?: string): void;
  /** Have a command done at a table; returns why not, or an empty text where it was done. */
  order(table: string, command: Command): Promise<string>;
  /** The same, with the code of the refusal. */
  tryOrder(table: string, command: Command): Promise<Refusal>;
}

/** One of the views of the console. */
export interface View {
  show(): unknown;
  /** The table that the address names. */
  choose?(table: string): unknown;
  /** Once a second. */
  tick?(): unknown;
  close?(): unknown;
}
