"""Every order of wagers, hits, awards, voids, forfeits and corrections of the meters, on tables of two games.

What each meter must show is worked out a second time, by :class:`Standing`, from the whole list of what has happened
and still stands; it knows the figures of the sheet and nothing of the link.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.engine import NOW
from pitboss.errors import IllegalAction
from pitboss.ledger import RESERVE, link_postings, meter, moved
from pitboss.progressive.events import (
    AwardReturned,
    Contributed,
    ContributionVoided,
    JackpotAwarded,
    LinkEvent,
    MeterLowered,
    MeterRaised,
    MeterReset,
    MeterRestored,
)
from pitboss.progressive.link import Link
from pitboss.rules import Sheet, load
from pitboss.service.floor import commands as c
from pitboss.service.floor.link import decide_link, restore_link, save_link, table_of
from pitboss.service.floor.sheets import Sheets

UTH: Final = "ultimate-texas-holdem"
GAMES: Final = {"a": UTH, "b": UTH, "c": "crazy-4-poker", "d": "crazy-4-poker"}
"""The tables, and what is played there."""
SEEDS: Final = {"major": 20_000_00, "minor": 1_500_00, "reserve": 0}
STEPS: Final = {"major": 70, "minor": 40, "reserve": 10}
HOUSES: Final[tuple[tuple[str, ...], ...]] = (
    (),
    ("jackpot_tie=first_takes_meter",),
    ("meter_reset=greater_of_seed_and_reserve",),
    ("bets.progressive.minor.share=50%", "bets.progressive.major.share=25%"),
    ("bets.progressive.minor.share=50%", "jackpot_tie=first_takes_meter"),
)
WAGERS: Final = st.one_of(st.integers(1, 6), st.sampled_from([3_750, 100_000, 230_000]))
METERS: Final = st.sampled_from(["major", "minor"])
TABLES: Final = st.sampled_from(sorted(GAMES))


@cache
def sheet_with(sets: tuple[str, ...]) -> Sheet:
    return load(UTH, sets=list(sets))


# what must be shown


@dataclass
class Wagers:
    """Progressive wagers of a round."""

    many: int


@dataclass
class Change:
    """Two people put so much on a meter, or took it off."""

    meter: str
    cents: int


@dataclass
class Won:
    """An award: who has a share of it, what was put up for the new start, and by whom."""

    meter: str
    shares: dict[str, int]
    put_up: int
    from_reserve: int
    house_seeds: dict[str, int] = field(default_factory=dict)
    """Later winners who got a seed each from the house."""


@dataclass
class Standing:
    """What has happened and still stands, in order; nothing is ever added up beforehand or forgotten."""

    splits: bool = True
    greater: bool = False
    share: dict[str, Fraction] = field(default_factory=lambda: {"major": Fraction(1), "minor": Fraction(1)})
    facts: dict[str, Wagers | Change | Won] = field(default_factory=dict)

    def shows(self, pot: str) -> int:
        cents = SEEDS[pot]
        for fact in self.facts.values():
            match fact:
                case Wagers():
                    cents += STEPS[pot] * fact.many
                case Change() if fact.meter == pot:
                    cents = max(cents + fact.cents, SEEDS[pot])
                case Won() if fact.shares and fact.meter == pot:
                    left = max(cents - sum(fact.shares.values()), 0)
                    cents = max(left + fact.put_up, SEEDS[pot])
                case Won() if fact.shares and pot == "reserve":
                    cents = max(cents - fact.from_reserve, 0)
        return cents

    def award(self, name: str, pot: str, winners: list[str]) -> dict[str, int]:
        """Who gets what of a meter, as the document shares it; the rest starts it again."""
        shown, seed = self.shows(pot), SEEDS[pot]
        won = shown * self.share[pot].numerator // self.share[pot].denominator
        left = shown - won
        start = max(left, seed)
        fund = self.shows("reserve") if pot == "major" else 0
        if self.greater:
            start = max(start, fund)
        by_fund = min(fund, start - left)
        if self.splits:
            even, odd = divmod(won, len(winners))
            shares = {winner: even + (place < odd) for place, winner in enumerate(winners)}
            later = {}
        else:
            shares = {winners[0]: won}
            later = dict.fromkeys(winners[1:], seed)
        self.facts[name] = Won(pot, shares, start - left, by_fund, later)
        return {**shares, **later}

    def returns(self, winner: str) -> None:
        """A winner's hand was none."""
        for fact in self.facts.values():
            if isinstance(fact, Won):
                fact.shares.pop(winner, None)
                fact.house_seeds.pop(winner, None)

    def paid(self) -> int:
        won = [fact for fact in self.facts.values() if isinstance(fact, Won)]
        return sum(sum(fact.shares.values()) + sum(fact.house_seeds.values()) for fact in won)

    def wagered(self) -> int:
        return sum(500 * fact.many for fact in self.facts.values() if isinstance(fact, Wagers))

    def from_house(self) -> int:
        """What the house has put up for starts, for later winners, and by corrections."""
        cents = sum(SEEDS.values())
        for fact in self.facts.values():
            if isinstance(fact, Change):
                cents += fact.cents
            elif isinstance(fact, Won):
                cents += sum(fact.house_seeds.values()) + (fact.put_up - fact.from_reserve if fact.shares else 0)
        return cents


# the link


class Orders(RuleBasedStateMachine):
    """A link that gets its commands as a floor sends them, in any order that tables can bring about."""

    @initialize(sets=st.sampled_from(HOUSES))
    def opens(self, sets: tuple[str, ...]) -> None:
        sheet = sheet_with(sets)
        self.terms = c.OpenLink(sheet=UTH, sets=tuple(sets), sheet_hash=load(UTH, sets=sets).hash)
        self.link = Link.of(sheet)
        rules = self.link.rules
        self.standing = Standing(
            splits=rules.jackpot_tie == "split_evenly",
            greater=rules.meter_reset == "greater_of_seed_and_reserve",
            share={"major": rules.major.share, "minor": rules.minor.share},
        )
        self.count = 0
        self.rounds: dict[str, str] = {}
        """The last round of each table that had progressive wagers."""
        self.void: set[str] = set()
        self.hits: dict[str, tuple[str, int]] = {}
        """Hits that are reported and not awarded: the meter, and when they were dealt."""
        self.won: dict[str, str] = {}
        """Hits that were awarded and can still come to nothing: their table."""
        self.accounts = {meter("major"): SEEDS["major"], meter("minor"): SEEDS["minor"], RESERVE: 0}
        self.recorded = dict(SEEDS)

    def do(self, *commands: Any) -> tuple[LinkEvent, ...]:
        command = commands[0] if len(commands) == 1 else c.Several(commands=commands)
        before, kept = self.link, save_link(self.terms, self.link)
        self.link, events = decide_link(before, command, NOW)
        assert save_link(self.terms, before) == kept, "the link before is left as it was"
        tables = {event.id: table_of(event.id) for event in events if hasattr(event, "id")}
        for account, cents in moved(link_postings(events, tables)).items():
            self.accounts[account] = self.accounts.get(account, 0) + cents
        for event in events:
            self._record(event)
        return events

    def _record(self, event: LinkEvent) -> None:
        """What the events say of the pots, added up."""
        match event:
            case Contributed():
                for pot in SEEDS:
                    self.recorded[pot] += getattr(event, pot)
            case ContributionVoided():
                for pot in SEEDS:
                    self.recorded[pot] -= getattr(event, pot)
            case AwardReturned():
                self.recorded[event.meter] += event.cents
            case MeterReset() | MeterRestored() | MeterRaised() | MeterLowered():
                assert self.recorded[event.meter] == event.before
                self.recorded[event.meter] = event.after
                self.recorded["reserve"] -= getattr(event, "from_reserve", 0)
                self.recorded["reserve"] += getattr(event, "to_reserve", 0)

    def refused(self, command: Any) -> None:
        kept = save_link(self.terms, self.link)
        with pytest.raises(IllegalAction):
            decide_link(self.link, command, NOW)
        assert save_link(self.terms, self.link) == kept

    # what tables do

    @rule(table=TABLES, wagers=WAGERS)
    def coin_in(self, table: str, wagers: int) -> None:
        """The next round of a table; what its last one won is awarded first."""
        for pot in {won for hit, (won, _) in self.hits.items() if table_of(hit) == table}:
            self._award(pot)
        self.count += 1
        id = f"{table}/{self.count}"
        command = c.Contribute(id=id, table=table, game=GAMES[table], wagers=wagers)
        if not self.link.up:
            self.refused(command)
            self.do(c.LinkUp())
        self.do(command)
        self.standing.facts[id] = Wagers(wagers)
        self.rounds[table] = id
        self.won = {hit: at for hit, at in self.won.items() if at != table}

    @rule(table=TABLES, pot=METERS, dealt=st.integers(0, 3), seats=st.sampled_from([1, 1, 2]))
    def hit(self, table: str, pot: Any, dealt: int, seats: int) -> None:
        """A round of a table hits a meter, with one hand or two; where it has none under way, a new one does."""
        if self.rounds.get(table, "") in {"", *self.void}:
            self.coin_in(table, 1)
        for _ in range(seats):
            self.count += 1
            id = f"{self.rounds[table]}/{self.count}"
            game, seat = GAMES[table], self.count
            command = c.RegisterHit(id=id, meter=pot, table=table, game=game, seat=seat, dealt=dealt)
            assert len(self.do(command)) == 1
            assert self.do(command) == (), "it was reported before"
            self.hits[id] = pot, dealt

    @precondition(lambda self: self.hits)
    @rule(which=st.integers(0, 20))
    def award(self, which: int) -> None:
        self._award(list(self.hits.values())[which % len(self.hits)][0])

    def _award(self, pot: Any) -> None:
        found = [id for id, (won, _) in self.hits.items() if won == pot]
        winners = sorted(found, key=lambda id: (self.hits[id][1], table_of(id), int(id.rpartition("/")[2])))
        self.count += 1
        expected = self.standing.award(f"award {self.count}", pot, winners)
        events = self.do(c.AwardMeter(meter=pot))
        assert {event.id: event.cents for event in events if isinstance(event, JackpotAwarded)} == expected
        for id in winners:
            del self.hits[id]
            self.won[id] = table_of(id)
        self.refused(c.AwardMeter(meter=pot))

    @precondition(lambda self: set(self.rounds.values()) - self.void)
    @rule(which=st.integers(0, 20), withdraw_first=st.booleans(), at_once=st.booleans())
    def void_round(self, which: int, withdraw_first: bool, at_once: bool) -> None:
        """The round is void: its hits come to nothing and its wagers go back, in either order."""
        rounds = sorted(set(self.rounds.values()) - self.void)
        round_ = rounds[which % len(rounds)]
        of_round = [hit for hit in (*self.hits, *self.won) if hit.rpartition("/")[0] == round_]
        commands: list[Any] = [c.WithdrawHit(id=hit, reason="wrong_count") for hit in of_round]
        commands.insert(len(commands) if withdraw_first else 0, c.VoidContribution(id=round_))
        if at_once:
            self.do(*commands)
        else:
            for command in commands:
                self.do(command)
        for hit in of_round:
            self._gone(hit)
        assert self.do(c.VoidContribution(id=round_)) == (), "it is void already"
        self.void.add(round_)
        del self.standing.facts[round_]

    @precondition(lambda self: self.hits or self.won)
    @rule(which=st.integers(0, 20))
    def forfeit(self, which: int) -> None:
        """A hand is forfeited, or its button was pressed by mistake: the wager stays."""
        found = sorted((*self.hits, *self.won))
        hit = found[which % len(found)]
        self.do(c.WithdrawHit(id=hit, reason="information_shared"))
        self._gone(hit)
        self.refused(c.WithdrawHit(id=hit, reason="again"))

    def _gone(self, hit: str) -> None:
        self.hits.pop(hit, None)
        if self.won.pop(hit, None) is not None:
            self.standing.returns(hit)

    # what the house does

    @rule(pot=METERS, cents=st.integers(-3_000_00, 3_000_00))
    def correct(self, pot: Any, cents: int) -> None:
        to = getattr(self.link, pot) + cents
        kind = c.RaiseMeter if cents > 0 else c.LowerMeter
        command = kind(meter=pot, to=to, proposal="p", reason="the sign was wrong")
        if cents == 0 or to < SEEDS[pot] or any(won == pot for won, _ in self.hits.values()):
            self.refused(command)
            return
        (event,) = self.do(command)
        assert isinstance(event, (MeterRaised, MeterLowered))
        assert (event.after - event.before, event.reason) == (cents, "the sign was wrong")
        self.count += 1
        self.standing.facts[f"change {self.count}"] = Change(pot, cents)

    @rule()
    def line_fails(self) -> None:
        self.do(c.LinkDown(reason="cable"))

    def teardown(self) -> None:
        """Another process reads the very same link from what was saved of it."""
        assert restore_link(save_link(self.terms, self.link), Sheets().of) == (self.terms, self.link)

    # what must hold

    @invariant()
    def pots_show_what_stands(self) -> None:
        shown = {pot: getattr(self.link, pot) for pot in SEEDS}
        assert shown == {pot: self.standing.shows(pot) for pot in SEEDS}
        assert shown == self.recorded, "a pot moves only for a recorded reason"
        assert shown == {
            "major": self.accounts[meter("major")],
            "minor": self.accounts[meter("minor")],
            "reserve": self.accounts[RESERVE],
        }
        assert all(shown[pot] >= SEEDS[pot] for pot in SEEDS)

    @invariant()
    def books_balance(self) -> None:
        assert self.link.difference() == 0
        assert self.link.awarded == self.standing.paid()
        assert self.link.wagered == self.standing.wagered()
        assert self.link.house_seed == self.standing.from_house()

    @invariant()
    def what_came_in_since_the_last_award_is_there(self) -> None:
        """Nobody's void takes a step that another table has made since."""
        for pot in ("major", "minor"):
            steps = 0
            for fact in self.standing.facts.values():
                match fact:
                    case Wagers():
                        steps += STEPS[pot] * fact.many
                    case Won() if fact.shares and fact.meter == pot:
                        steps = 0
                    case Change() if fact.meter == pot:
                        steps = max(steps + min(fact.cents, 0), 0)
            assert getattr(self.link, pot) >= SEEDS[pot] + steps
