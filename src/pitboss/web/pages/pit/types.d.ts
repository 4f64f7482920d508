// What the panels and views of the floor console ask of the desk, and the tables that it watches.

export interface Listed {
  table: string;
  cards: string;
  mode: string;
  round: number;
  corrections: number;
  slips: number;
  tray: number;
  counted: string;
  closed: boolean;
}

export interface Watched {
  id: string;
  listed: Listed | null;
}

export interface Desk {
  tables: Map<string, Watched>;
  list(): Promise<void>;
  go(view: string, table?: string): void;
}

export interface ApprovedSheet {
  sheet: string;
  sets: string[];
}
