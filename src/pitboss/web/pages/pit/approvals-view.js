// What takes two people: sheets and meters, proposed by one, approved by another, then applied.

import { el, refill } from "../dom.js";
import { ask } from "../live.js";
import { say } from "../say.js";
import { sheets } from "../sheets.js";
import { messageOf } from "../trouble.js";
import { gameName, money, sentence } from "../words.js";
import { cents, choice, clockTime, field, form, grid, post, signer } from "./forms.js";
import { proposedSheet } from "./sheet-preview.js";

const EVERY_MS = 5000;
const STRONG = "control strong";

const ABOUT = say("pit.approvals.released_by_two_people_for_the");

/** @typedef {import("../api.js").ChangeShown} Change */
/** @typedef {import("../api.js").ProposalOpen} Proposal */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {(change: object, given: import("./forms.js").Fields) => Promise<string>} Propose */

/** @type {Record<string, (change: Change) => string>} */
const WORDS = {
  meter: meterWords,
  limits: limitsWords,
  limits_rule: limitsWords,
  gaming_day: dayWords,
  cash: cashWords,
  comps: compWords,
  retention: retentionWords,
};
/** @param {Change} change */
const changeWords = (change) => (WORDS[change.type] ?? sheetWords)(change);

/** @param {Change} change */
function meterWords({ meter, shown, to }) {
  const [name, from, until] = [sentence(meter), money(shown), money(to)];
  return to < shown
    ? say("pit.approvals.lower_the_name_from_from_to", { name, from, until })
    : say("pit.approvals.raise_the_name_from_from_to", { name, from, until });
}

/**
 * Other limits for a table, or whether they take two people.
 *
 * @param {Change} change
 */
function limitsWords({ type, table, minimum, maximum, two_people: two }) {
  if (type === "limits")
    return say("pit.approvals.limits_of", { table, minimum: money(minimum), maximum: money(maximum) });
  return two ? say("pit.approvals.limits_by_two") : say("pit.approvals.limits_by_one");
}

/** @param {Change} change */
function dayWords({ zone, starts }) {
  return say("pit.approvals.gaming_day_from", { zone, starts });
}

/** @param {Change} change */
function cashWords({ noted, reported }) {
  return say("pit.approvals.cash_from", { noted: money(noted), reported: money(reported) });
}

/** @param {Change} change */
function compWords({ basis_points: rate }) {
  return say("pit.approvals.comps_of", { rate: String(rate / 100) });
}

/** @param {Change} change */
function retentionWords({ days }) {
  return say("pit.approvals.ratings_for", { days });
}

/** @param {Change} change */
function sheetWords({ type, sheet, sets }) {
  const name = gameName(sheet, sheet) + (sets.length ? say("shared.with_list", { list: sets.join(", ") }) : "");
  return type === "withdrawal"
    ? say("pit.approvals.withdraw_name", { name })
    : say("pit.approvals.approve_name", { name });
}

class ApprovalsView {
  /** @type {import("../words.js").ListedSheet[]} */
  sheets = [];
  /** @type {string[]} */
  madeYou = [];
  #asked = 0;

  /**
   * @param {HTMLElement} place
   * @param {Desk} desk
   */
  constructor(place, desk) {
    this.desk = desk;
    this.trouble = el("p", { className: "form-trouble", role: "alert" });
    this.waiting = el("div");
    this.approved = el("div");
    this.forms = el("div", { className: "pit-forms" });
    this.rule = el("p", { className: "quiet" });
    this.day = el("p", { className: "quiet" });
    this.cash = el("p", { className: "quiet" });
    this.comps = el("p", { className: "quiet" });
    this.retention = el("p", { className: "quiet" });
    place.replaceChildren(
      el("h1", {}, say("shared.approvals")),
      this.trouble,
      this.waiting,
      this.forms,
      el("h2", {}, say("pit.approvals.sheets_that_tables_open_on")),
      el("p", { className: "quiet" }, ABOUT),
      this.approved,
    );
    this.#readSheets();
  }

  async #readSheets() {
    this.sheets = await sheets();
    refill(this.forms, this.desk.me.role, () => this.#makeForms());
  }

  show() {
    if (Date.now() - this.#asked > EVERY_MS) this.#refresh();
  }

  tick() {
    this.show();
  }

  async #refresh() {
    this.#asked = Date.now();
    try {
      this.#showHouse(await ask("/api/house"));
    } catch (trouble) {
      this.trouble.textContent = messageOf(trouble);
    }
  }

  /** @param {import("../api.js").HouseNow} house */
  #showHouse({ approved, proposals, two_for_limits: two, zone, day_starts: starts, ...house }) {
    this.madeYou = house.made_you;
    this.day.textContent = say("pit.approvals.gaming_day_from", { zone, starts });
    const [noted, reported] = [money(house.cash_noted), money(house.cash_reported)];
    this.cash.textContent = say("pit.approvals.cash_from", { noted, reported });
    const rate = house.comp_basis_points;
    this.comps.textContent =
      rate === null ? say("pit.approvals.no_comps") : say("pit.approvals.comps_of", { rate: String(rate / 100) });
    const days = house.ratings_days;
    this.retention.textContent =
      days === null ? say("pit.approvals.ratings_for_ever") : say("pit.approvals.ratings_for", { days });
    this.rule.textContent = two ? say("pit.approvals.limits_by_two") : say("pit.approvals.limits_by_one");
    refill(this.waiting, proposals, () => [
      el("h2", {}, say("shared.waiting")),
      ...(proposals.length
        ? proposals.map((one) => this.#proposal(one))
        : [el("p", { className: "quiet" }, say("pit.approvals.nothing_waits_for_a_second_person"))]),
    ]);
    refill(this.approved, approved, () => [
      grid(
        [
          say("shared.sheet"),
          say("pit.approvals.set"),
          say("shared.hash"),
          say("pit.approvals.placard"),
          say("pit.approvals.proposed_by"),
          say("pit.approvals.approved_by"),
        ],
        approved.map((one) => [
          gameName(one.sheet, one.title),
          one.sets.join(", ") || say("pit.approvals.as_shipped"),
          one.sheet_hash.slice(0, 12),
          one.placard.slice(0, 12),
          signer(one.proposed_by),
          signer(one.approved_by),
        ]),
        say("pit.approvals.no_sheet_is_approved"),
      ),
    ]);
  }

  /**
   * Who gave each of the two their role: somebody new may be the other's own hand.
   *
   * @param {Proposal} one
   */
  #makers(one) {
    const people = /** @type {[string, string[]][]} */ ([
      [one.by, one.made_by],
      [one.approved_by, one.approver_made_by],
      [this.desk.me.name, this.madeYou],
    ]);
    const told = new Map(people.filter(([name, makers]) => name && makers.length));
    return [...told]
      .map(([name, makers]) =>
        say("pit.approvals.role_given_by", { name, makers: makers.map((maker) => signer(maker)).join(", ") }),
      )
      .join(" ");
  }

  /** @param {Proposal} one */
  #proposal(one) {
    const mine = one.by === this.desk.me.name;
    const said = el("p", { className: "form-trouble", role: "alert" });
    const act = (/** @type {string} */ what, /** @type {object} */ body) => async () => {
      try {
        await post(`/api/house/proposals/${encodeURIComponent(one.proposal)}/${what}`, body);
        this.#refresh();
      } catch (trouble) {
        said.textContent = messageOf(trouble);
      }
    };
    const button = (/** @type {string} */ text, /** @type {() => unknown} */ press, look = "control") =>
      el("button", { type: "button", className: look, on: { click: press } }, text);
    const { desk } = this;
    const buttons = [
      ...(desk.may("Approve") && !one.approved_by && !mine
        ? [button(say("pit.approvals.approve"), act("approve", { note: "" }), STRONG)]
        : []),
      ...(desk.may("Apply") && one.approved_by ? [button(say("pit.approvals.apply"), act("apply", {}), STRONG)] : []),
      ...(desk.may("Reject")
        ? [
            button(
              mine ? say("pit.approvals.take_back") : say("pit.approvals.reject"),
              act("reject", { reason: mine ? say("pit.approvals.taken_back") : say("pit.approvals.rejected") }),
            ),
          ]
        : []),
    ];
    const state = one.approved_by
      ? say("pit.approvals.approved_by_approved_by_at_approved", {
          approved_by: one.approved_by,
          approved_at: clockTime(one.approved_at),
        })
      : mine
        ? say("pit.approvals.waits_for_somebody_else_to_approve")
        : say("pit.approvals.waits_to_be_approved");
    return el(
      "article",
      { className: "win" },
      el("h3", {}, changeWords(one.change)),
      el("p", {}, one.reason),
      el(
        "p",
        { className: "quiet" },
        say("pit.approvals.proposed_by_at", { proposal: one.proposal, by: one.by, at: clockTime(one.at), state }),
      ),
      el("p", { className: "quiet" }, this.#makers(one)),
      one.change.text ? proposedSheet(one.change.text) : "",
      el("div", { className: "pit-actions" }, ...buttons),
      said,
    );
  }

  #makeForms() {
    if (!this.desk.may("Propose")) return [];
    const name = () =>
      field("proposal", say("pit.approvals.name_of_the_proposal"), {
        required: true,
        maxLength: 80,
        pattern: "[A-Za-z0-9][A-Za-z0-9 ._\\-]*",
      });
    const reason = () => field("reason", say("shared.reason"), { required: true, maxLength: 300 });
    /** @type {Propose} */
    const propose = async (change, given) => {
      await post("/api/house/proposals", { proposal: given.proposal.trim(), change, reason: given.reason });
      this.#refresh();
      return "";
    };
    const sheet = form(
      say("pit.approvals.propose_a_sheet"),
      [
        choice(
          "sheet",
          say("shared.sheet"),
          this.sheets.map(({ sheet, name }) => [sheet, name]),
        ),
        field("sets", say("pit.approvals.what_is_set_one_after_the"), { maxLength: 400 }),
        name(),
        reason(),
      ],
      say("pit.approvals.propose_the_sheet"),
      (given) =>
        propose({ type: "sheet", sheet: given.sheet, sets: given.sets.split(/[\s,]+/).filter(Boolean) }, given),
    );
    const meter = form(
      say("pit.approvals.put_a_meter_right"),
      [
        choice("meter", say("pit.approvals.meter"), [
          ["major", say("shared.major")],
          ["minor", say("shared.minor")],
        ]),
        field("to", say("pit.approvals.what_it_should_show_in_dollars"), { required: true, inputMode: "decimal" }),
        name(),
        reason(),
      ],
      say("pit.approvals.propose_the_meter"),
      (given) => {
        const to = cents(given.to);
        return to === null
          ? say("shared.that_is_no_amount_in_dollars")
          : propose({ type: "meter", meter: given.meter, to }, given);
      },
    );
    return [
      sheet,
      meter,
      this.#limitsRule(name(), reason(), propose),
      this.#gamingDay(name(), reason(), propose),
      this.#cashSums(name(), reason(), propose),
      this.#compRate(name(), reason(), propose),
      this.#retention(name(), reason(), propose),
    ];
  }

  /**
   * For how many days after its gaming day the rating of a visit is told.
   *
   * @param {HTMLElement} name
   * @param {HTMLElement} reason
   * @param {Propose} propose
   */
  #retention(name, reason, propose) {
    const about = { required: true, type: "number", min: "1", max: "36500", step: "1", value: "400" };
    const days = field("days", say("pit.approvals.ratings_days"), about);
    const button = say("pit.approvals.propose_days");
    return form(say("pit.approvals.ratings_told"), [this.retention, days, name, reason], button, (given) =>
      propose({ type: "retention", days: Number(given.days) }, given),
    );
  }

  /**
   * What part of the exact theoretical loss of a visit is given back in comps.
   *
   * @param {HTMLElement} name
   * @param {HTMLElement} reason
   * @param {Propose} propose
   */
  #compRate(name, reason, propose) {
    const share = { required: true, type: "number", min: "0", max: "100", step: "0.01", value: "30" };
    const rate = field("rate", say("pit.approvals.comp_rate"), share);
    const button = say("pit.approvals.propose_comps");
    return form(say("pit.approvals.comps"), [this.comps, rate, name, reason], button, (given) =>
      propose({ type: "comps", basis_points: Math.round(Number(given.rate) * 100) }, given),
    );
  }

  /**
   * From which sum of a gaming day a person's cash is noted, and above which it is reported.
   *
   * @param {HTMLElement} name
   * @param {HTMLElement} reason
   * @param {Propose} propose
   */
  #cashSums(name, reason, propose) {
    const amount = { required: true, inputMode: "decimal" };
    const sums = [
      field("noted", say("pit.approvals.noted_from"), { ...amount, value: "3000" }),
      field("reported", say("pit.approvals.reported_above"), { ...amount, value: "10000" }),
    ];
    const button = say("pit.approvals.propose_cash");
    return form(say("pit.approvals.cash"), [this.cash, ...sums, name, reason], button, (given) => {
      const [noted, reported] = [cents(given.noted), cents(given.reported)];
      return noted === null || reported === null
        ? say("shared.that_is_no_amount_in_dollars")
        : propose({ type: "cash", noted, reported }, given);
    });
  }

  /**
   * The time zone of the house and the hour at which its day begins: reports, counts and limits of people follow.
   *
   * @param {HTMLElement} name
   * @param {HTMLElement} reason
   * @param {Propose} propose
   */
  #gamingDay(name, reason, propose) {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const zone = field("zone", say("pit.approvals.time_zone"), { required: true, value: here });
    const hour = { required: true, type: "time", value: "06:00" };
    const starts = field("starts", say("pit.approvals.day_begins_at"), hour);
    const button = say("pit.approvals.propose_the_day");
    return form(say("pit.approvals.gaming_day"), [this.day, zone, starts, name, reason], button, (given) =>
      propose({ type: "gaming_day", zone: given.zone.trim(), starts: given.starts }, given),
    );
  }

  /**
   * Whether the limits of an open table take two people: a rule of the house, which takes two people itself.
   *
   * @param {HTMLElement} name
   * @param {HTMLElement} reason
   * @param {Propose} propose
   */
  #limitsRule(name, reason, propose) {
    const people = choice("two_people", say("pit.approvals.limits_rule"), [
      ["true", say("pit.approvals.two_people")],
      ["false", say("pit.approvals.one_person")],
    ]);
    const button = say("pit.approvals.propose_the_rule");
    return form(say("pit.approvals.limits_of_open_tables"), [this.rule, people, name, reason], button, (given) =>
      propose({ type: "limits_rule", two_people: given.two_people === "true" }, given),
    );
  }
}

/**
 * @param {HTMLElement} place
 * @param {Desk} desk
 */
export const makeView = (place, desk) => new ApprovalsView(place, desk);
