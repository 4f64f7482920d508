// What the server answers over HTTP, by the names of /api/openapi.json, as far as the pages read it. Money is in cents.

/** A table in the list of tables. */
export interface Listed {
  table: string;
  title: string;
  sheet: string;
  felt: string;
  house: string;
  departures: string[];
  minimum: number;
  maximum: number;
  boxes: number;
  taken: number;
  waiting: number;
  run_by: "program" | "dealer" | "nobody";
  you: "" | "seated" | "waiting";
}

/** A table at a glance, for the staff. */
export interface FloorTable {
  table: string;
  title: string;
  sheet: string;
  dealer: string;
  mode: "staffed" | "automatic";
  cards: string;
  state: string;
  round: number;
  calls: string[];
  case: string;
  payments: number;
  corrections: number;
  slips: number;
  needed_at: number;
  counted: string;
  tray: number;
  closed: boolean;
}

// --- rulings ---------------------------------------------------------------------------------------------------------

/** The mean result of a seat's round; null where its cards are not known to the program. */
export interface SeatWeighed {
  spot: number;
  cents: number | null;
  exact: boolean;
}

export interface RulingWeighed {
  choice: string;
  text: string;
  clause: string;
  seats: SeatWeighed[];
}

// --- the house -------------------------------------------------------------------------------------------------------

export interface ApprovedSheet {
  sheet: string;
  sets: string[];
  sheet_hash: string;
  placard: string;
  proposed_by: string;
  approved_by: string;
  title: string;
}

/** What a proposal would change; which fields say something depends on its type. */
export interface ChangeShown {
  type: "sheet" | "withdrawal" | "meter" | "limits" | "limits_rule" | "gaming_day" | "cash" | "comps" | "retention";
  sheet: string;
  text: string;
  sets: string[];
  table: string;
  minimum: number;
  maximum: number;
  two_people: boolean;
  noted: number;
  reported: number;
  basis_points: number;
  days: number;
  meter: string;
  to: number;
  shown: number;
  zone: string;
  starts: string;
}

export interface ProposalOpen {
  proposal: string;
  change: ChangeShown;
  reason: string;
  by: string;
  at: number;
  approved_by: string;
  approved_at: number;
  made_by: string[];
  approver_made_by: string[];
}

export interface HouseNow {
  made_you: string[];
  approved: ApprovedSheet[];
  proposals: ProposalOpen[];
  two_for_limits: boolean;
  zone: string;
  day_starts: string;
  cash_noted: number;
  cash_reported: number;
  comp_basis_points: number | null;
  ratings_days: number | null;
}

// --- cash ------------------------------------------------------------------------------------------------------------

export interface CashMoved {
  at: number;
  direction: "in" | "out";
  cents: number;
  place: string;
}

type CashLevel = "" | "noted" | "reported";

export interface PersonsCash {
  person: string;
  walk_in: boolean;
  cash_in: number;
  cash_out: number;
  level_in: CashLevel;
  level_out: CashLevel;
  left_in: number;
  left_out: number;
  movements: CashMoved[];
}

/** A visit in a line; money from the house's side. */
export interface VisitListed {
  id: string;
  person: string;
  walk_in: boolean;
  table: string;
  title: string;
  sheet: string;
  seats: number[];
  began: number;
  left: number | null;
  milliseconds: number;
  played: number;
  handle: number;
  average_bet: number;
  theo: { sheet: number; cards: number | null; skill: number; fresh: number; exact: number };
  unvalued: number;
  actual: number;
  comp: number | null;
  deviation: number | null;
  deviations: number | null;
  follows: number | null;
  alarmed: number | null;
  pending: boolean;
}

/** What no single visit shows: something to look at, no verdict. */
export interface FindingTold {
  kind: "moves_together" | "tracks_shuffle" | "called_in";
  table: string;
  visits: string[];
  ratio: number;
  alarm: number;
  crossed: number | null;
  said: string;
}

/** Somebody who looked at ratings. */
export interface LookTold {
  at: number;
  by: string;
  role: string;
  what: "list" | "visit" | "export";
  visit: string;
  day: string;
}

/** All visits of the list together. */
export interface PitRated {
  visits: number;
  played: number;
  handle: number;
  theo: VisitListed["theo"];
  actual: number;
  deviation: number | null;
  deviations: number | null;
  expected_hold: number | null;
  hold: number | null;
}

export interface VisitList {
  day: string;
  together: PitRated;
  visits: VisitListed[];
}

export interface VisitRoundTold {
  number: number;
  at: number;
  shoe: number;
  counts: Record<string, number>;
  bet: number;
  after: "" | "win" | "loss" | "push";
  result: number;
  edge: number | null;
  theo: number;
}

/** Whether bets follow the count: the ratio round by round, where it crossed the line, and what speaks for and against. */
export interface VisitFollowing {
  ratio: number;
  alarm: number;
  crossed: number | null;
  path: { number: number; ratio: number }[];
  evidence: { number: number; at: number; count: number; bet: number; after: VisitRoundTold["after"]; factor: number; by: string }[];
  channels: Record<string, number>;
  false_alarm: string;
  models: string;
  against: string;
}

export interface VisitRated extends VisitListed {
  wagers: { wager: string; handle: number; sheet: number; cards: number | null; edge: number; actual: number }[];
  choices: number;
  mistakes: number;
  worst: { number: number; at: number; cards: string; against: string; answer: string; cost: number }[];
  rounds: VisitRoundTold[];
  drift: { shoe: number; seen: number; edge: number | null; seat: number; table: number } | null;
  count: string;
  error: number | null;
  sample: number;
  following: VisitFollowing | null;
}

export interface RoundSolved {
  number: number;
  left: number;
  wagers: { wager: string; line: number | null; exact: number | null }[];
}

export interface CashLog {
  day: string;
  thresholds: { noted: number; reported: number };
  people: PersonsCash[];
}

/** What a sum that is about to come in would make of the day's. */
export interface CashOutlook {
  after: number;
  level_after: CashLevel;
  reaches: boolean;
}

export interface PatternFound {
  id: string;
  kind: "just_below" | "day_after_day" | "several_for_one";
  day: string;
  direction: "in" | "out";
  threshold: number;
  cents: number;
  parts: { person: string; walk_in: boolean; cents: number; movements: CashMoved[] }[];
  judgements: { finding: string; note: string; by: string; at: number }[];
}

// --- the placard -----------------------------------------------------------------------------------------------------

export interface PlacardLine {
  text: string;
  clauses: string[];
  pays: string;
  departs: boolean;
}

export interface PlacardPart {
  title: string;
  lines: PlacardLine[];
}

export interface PlacardShown {
  sheet: string;
  title: string;
  house: string;
  version: string;
  edition: string;
  approved: boolean;
  approved_by: string;
  approved_on: string;
  hash: string;
  text: string;
  proposed_by: string;
  minimum: number;
  maximum: number;
  notice: import("./wire.js").LimitsNotice | null;
  sets: string[];
  notes: PlacardLine[];
  parts: PlacardPart[];
}

// --- the log ---------------------------------------------------------------------------------------------------------

/** A finished round in a few words. */
export interface RoundFound {
  table: string;
  number: number;
  at: number;
  players: string[];
  wagers: Record<string, number>;
  irregularities: string[];
  void: boolean;
}

/** How the log stands: when it was last recomputed, and what was found. */
export interface AuditState {
  working: boolean;
  step: string;
  share: number;
  finished_at: number | null;
  good: boolean | null;
  entries: number;
  rounds: number;
  checkpoints: number;
  unsigned: number;
  findings: string[];
}

// --- the money report ------------------------------------------------------------------------------------------------

/** What was to be expected, and how far off that it was. */
export interface Judged {
  win: number;
  deviation: number;
  z: number | null;
  enough: boolean;
  words: string;
}

export interface WagerLine {
  wager: string;
  title: string;
  wagers: number;
  handle: number;
  win: number;
  hold: number | null;
  /** Without an amount where it is not known; the state says why. */
  expected: { state: string; win?: number; deviation?: number };
}

/** The house's win after a number of rounds, beside what was to be expected. */
export interface CoursePoint {
  rounds: number;
  win: number;
  expected: number;
  deviation: number;
}

export interface TablePage {
  table: string;
  title: string;
  sheet: string;
  rounds: number;
  handle: number;
  win: number;
  hold: number | null;
  drop: number;
  win_by_drop: number | null;
  together: Judged | null;
  wagers: WagerLine[];
  measured: string;
  tokes: Record<"bet" | "won" | "into_the_box" | "counted_out", number>;
  irregular: Record<"irregularities" | "rulings" | "voided" | "corrections" | "retracted", number> & {
    kinds: Record<string, number>;
  };
  course: CoursePoint[];
}

/** An event that those who answer for the floor are told of. */
export type NotableEvent = Record<"at" | "where" | "what" | "who" | "before" | "after" | "why", string>;

type LinkSums = "wagered" | "house_money" | "awarded" | "house_share";

/** The link's meters and its sums since the beginning, and beside them the sums of the period. */
export type Progressive = Record<
  LinkSums | "major" | "minor" | "reserve" | "major_paid_out" | "minor_paid_out" | "difference",
  number
> & {
  in_period: Record<LinkSums | "awards", number>;
};

export interface ResultOutside {
  table: string;
  title: string;
  sheet: string;
  percent: number;
  win: number;
  expected: number;
  deviation: number;
  explanations: { why: string; by: string; at: number }[];
}

export interface MoneyReport {
  period: { kind: string; day: string; text: string };
  made_at: string;
  tables: TablePage[];
  outside: ResultOutside[];
  liabilities: Record<string, number>;
  progressive: Progressive | null;
  events: NotableEvent[];
  basis: string[];
  checkpoint: { number: number; at: number; code: string; whole: boolean } | null;
  pending: boolean;
}

// --- the school ------------------------------------------------------------------------------------------------------

/** What is taught, and whose progress it is. */
export interface School {
  csrf: string;
  learner: { name: string; answered: number; left_as_guest: number };
  sheets: SchoolSheet[];
}

export interface SchoolSheet {
  sheet: string;
  title: string;
  game: string;
  felt: string;
  house: string;
  own: boolean;
  drills: DrillListed[];
}

export interface DrillListed {
  drill: string;
  title: string;
  level: number;
  answered: number;
}

/** How a part is answered. */
export type PartKind = "choice" | "several" | "order" | "settle" | "amount" | "number" | "chips" | "line" | "step";

/** What is said of one part of an answer. */
export interface PartJudged {
  part: string;
  right: boolean;
  given: string[];
  answer: string;
  note: string;
  clause: string;
  clause_text: string;
  clauses: string[];
  topics: string[];
  value: string;
  calculation: string;
  why: string;
}

export interface PartShown {
  id: string;
  kind: PartKind;
  text: string;
  options: { id: string; text: string }[];
  spot: number;
  hand: number;
  wager: string;
  stake: number;
  state: "answered" | "now" | "waiting";
  hint: string;
  given: string[];
  right: string[];
  judged: PartJudged | null;
  milliseconds: number;
  told: string[];
  layout: FeltShown | null;
}

/** What lies on the felt. */
export interface FeltShown {
  dealer: string[];
  board: string[];
  hands: { spot: number; hand: number; cards: string[] }[];
  wagers: { spot: number; hand: number; wager: string; title: string; cents: number }[];
}

/** A question as its learner may see it now. */
export interface QuestionShown {
  number: number;
  sheet: string;
  drill: string;
  level: number;
  text: string;
  layout: FeltShown;
  log: { number: number; text: string }[];
  parts: PartShown[];
  chips: number[];
  course: string;
  exam: string;
  over: boolean;
  right: boolean | null;
  milliseconds: number;
  hint: boolean;
  seed: string;
  weighed: boolean;
}

/** How somebody stands at a table. */
export interface SchoolProgress {
  sheet: string;
  levels: Record<string, number>;
  answered: number;
  answered_today: number;
  right_today: number;
  median_today: number;
  median_week: number;
  streak: number;
  longest_today: number;
  last: { drill: string; right: boolean; hint: boolean }[];
  due: string[];
  days: { day: string; drill: string; answered: number; right: number; median_milliseconds: number }[];
}

/** One clause on the map. */
export interface MapClause {
  clause: string;
  kind: string;
  heading: string;
  text: string;
  status: "shown" | "shaky" | "never";
  tries: number;
  right: number;
  last: string;
  drill: string;
}

// --- teachers --------------------------------------------------------------------------------------------------------

export interface CourseTerms {
  title: string;
  sheet: string;
  lessons: { drill: string; level: number }[];
  right: number;
  payout_milliseconds: number;
  irregularities: string[];
  homework: string[];
}

export interface SheetTaught {
  sheet: string;
  title: string;
  drills: string[];
  irregularities: { kind: string; text: string }[];
}

export interface CoursesShown {
  courses: { course: string; title: string; sheet: string; trainees: number; teacher: string }[];
  sheets: SheetTaught[];
}

export interface TraineeShown {
  name: string;
  answered: number;
  right: number;
  payout_milliseconds: number;
  shown: number;
  shaky: number;
  never: number;
  last: string;
}

export interface CourseShown {
  course: string;
  terms: CourseTerms;
  sheet_title: string;
  teacher: string;
  standing: {
    trainees: TraineeShown[];
    shaky: { clause: string; text: string; trainees: number }[];
    clauses: number;
  };
  exams: ExamListed[];
}

type ExamState = "set" | "open" | "closed";

export interface ExamListed {
  exam: string;
  title: string;
  state: ExamState;
  terms: { minutes: number; right: number; payout_milliseconds: number };
  questions: number;
}

export interface ResultShown {
  right: number;
  questions: number;
  payout_milliseconds: number;
  passed: boolean;
  check: string;
}

export interface PaperListed {
  trainee: string;
  began: number;
  answered: number;
  handed_in: number;
  result: ResultShown | null;
}

export interface ExamShown {
  exam: ExamListed;
  papers: PaperListed[];
}

/** A trainee's own paper. */
export interface PaperShown {
  exam: string;
  title: string;
  sheet: string;
  state: ExamState;
  began: number;
  until: number;
  now: number;
  late: boolean;
  handed_in: number;
  questions: { number: number; drill: string; level: number; state: "open" | "begun" | "answered" }[];
  result: ResultShown | null;
  review: boolean;
}

export interface MyCourses {
  courses: {
    course: string;
    terms: CourseTerms;
    teacher: string;
    exams: { exam: string; title: string; state: ExamState; began: number; handed_in: number; result: ResultShown | null }[];
  }[];
}

/** A count by its name. */
export interface NamedCount {
  name: string;
  title: string;
  text: string;
  source: string;
}

/** A play that is better than the book's from a count on, or below one. */
export interface IndexPlayTold {
  hand: string;
  up: string;
  play: string;
  count: number;
  below: boolean;
  instead: string;
  threshold: number;
  error: number;
  gain: number;
  spread_gain: number;
}

/** The rounds that begin at a count; the bet in dollars. */
export interface CheckpointShown {
  number: number;
  at: number | null;
  code: string;
}

export interface CountRow {
  count: number;
  share: number;
  mean: number;
  error: number;
  deviation: number;
  bet: number;
}

/** What bets bring, in cents and in a hundred rounds where nothing else is said. */
export interface BetsTold {
  bets: [number, number][];
  played: number;
  average_bet: number;
  win: number;
  win_error: number;
  deviation: number;
  risk_of_ruin: number;
  n0: number | null;
  desirability: number;
  score: number;
  certainty: number;
}

export interface SpreadTold {
  spread: number;
  best: BetsTold;
  score: number;
  n0: number | null;
}

export interface VariedTold {
  change: string;
  words: string;
  flat_edge: number;
  best: BetsTold;
  score: number;
  n0: number | null;
}

/** What a house can do against the counter of a bet. */
export interface HouseChange {
  kind: "cut" | "spread" | "limit" | "pays" | "rule" | "off";
  value: string;
  change: string;
  per_hour: number;
  error: number;
  honest_cost: number;
  stops: boolean;
  state: "beaten" | "open" | "stopped";
}

/** A bet and the counter who takes most from it. */
export interface BetExposed {
  wager: string;
  title: string;
  house_edge: number;
  counter: string;
  tags: string;
  stake: number;
  bets: number;
  per_hour: number;
  error: number;
  same_count: number | null;
  depths: { cut: number; per_hour: number; error: number }[];
  stops_at: number | null;
  beaten: boolean;
  state: "beaten" | "open" | "stopped";
  changes: HouseChange[];
}

/** What a house may lose to counters. */
export interface ProtectionFigures {
  cut: number;
  decks: number;
  rounds: number;
  rounds_per_hour: number;
  spread: number;
  bets: BetExposed[];
  departures: string[];
}

/** What a count is good for on a sheet. */
export interface CountingFigures {
  count: string;
  title: string;
  decks: number;
  cut: number;
  effects: Record<string, number>;
  betting_correlation: number;
  insurance_correlation: number;
  playing_efficiency: number;
  shoes: number;
  met: number;
  plays: IndexPlayTold[];
  played: number;
  rounds: number;
  by_count: CountRow[];
  flat_edge: number;
  bettor: { bank: number; risk: number; minimum: number; maximum: number; hands: number; play_all: boolean };
  best: BetsTold;
  compared: BetsTold;
  spreads: SpreadTold[];
  varied: VariedTold[];
  departures: string[];
}

/** A limit in force, 0 being none, and a wider one on its way. */
export interface LimitFigure {
  now: number;
  later: number | null;
  since: number | null;
}

/** What somebody allows themselves, and how they stand against it. */
export interface MyLimits {
  session_minutes: LimitFigure;
  loss_cents: LimitFigure;
  reminder_minutes: LimitFigure;
  deposit_cents: LimitFigure;
  deposited: number;
  played_minutes: number;
  result_today: number;
  excluded: boolean;
  excluded_until: number | null;
  may_not_play: string;
}
