"""The multi-game link: two meters, a reserve, and the wagers of many tables, exact to the cent.

The link knows no game: a table of any game contributes its wagers and reports its hits.

>>> from pitboss.rules import load
>>> link = Link.of(load("ultimate-texas-holdem"))
>>> _ = link.contribute("round 1", table="7", game="ultimate-texas-holdem", wagers=2)
>>> link.major, link.minor, link.reserve
(2000140, 150080, 20)

A void takes back what it caused: the meter stands where it would without the round and its hit.

>>> _ = link.hit("seat 3", meter="major", table="7", game="ultimate-texas-holdem", seat=3, dealt=1)
>>> [award.cents for award in link.award("major")], link.major, link.reserve
([2000140], 2000000, 0)
>>> link.withdraw("seat 3", "wrong_count")
>>> link.major, link.minor, link.reserve
(2000140, 150080, 20)
>>> _ = link.void("round 1")
>>> link.major, link.minor, link.reserve
(2000000, 150000, 0)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from pitboss.engine import NOW, Engine
from pitboss.errors import IllegalAction
from pitboss.money import even_split
from pitboss.progressive.events import (
    AwardReturned,
    Contributed,
    ContributionVoided,
    HitRegistered,
    HitWithdrawn,
    JackpotAwarded,
    LinkEvent,
    LinkWentDown,
    LinkWentUp,
    MeterLowered,
    MeterRaised,
    MeterReset,
    MeterRestored,
)
from pitboss.progressive.facts import Fact, Pots, settled, told
from pitboss.rules import Sheet
from pitboss.rules.progressive import Progressive, progressive_of

__all__ = ["Award", "Hit", "Link", "MeterName"]

MeterName = Literal["major", "minor"]


@dataclass(frozen=True, slots=True)
class Hit:
    """A hand that won a meter: where, and when in the order of the deal."""

    id: str
    meter: MeterName
    table: str
    game: str
    seat: int
    dealt: int


@dataclass(frozen=True, slots=True)
class Award:
    """What one winner gets."""

    hit: Hit
    cents: int


@dataclass
class Link:
    """The shared meters; every change is an event in the log, and the books balance at any moment."""

    rules: Progressive
    sheet: Sheet
    major: int
    minor: int
    reserve: int = 0
    house_seed: int = 0
    house_share: int = 0
    wagered: int = 0
    awarded: int = 0
    up: bool = True
    contributions: dict[str, Contributed] = field(default_factory=dict)
    voided: set[str] = field(default_factory=set)
    hits: dict[str, Hit] = field(default_factory=dict)
    paid: dict[str, Award] = field(default_factory=dict)
    base: Pots = field(default_factory=Pots)
    """What the pots held before the first of the facts."""
    facts: list[Fact] = field(default_factory=list)
    """What has moved the pots since, in order, without what was taken back."""
    log: list[LinkEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.base == Pots():
            self.base = self.pots

    @classmethod
    def of(cls, sheet: Sheet) -> Link:
        """A new link at its seeds, which the house puts up (UTH-PTAB-8a, UTH-PTAB-8b)."""
        progressive = progressive_of(sheet.rules)
        assert progressive is not None
        seeds = progressive.major.seed, progressive.minor.seed
        return cls(progressive, sheet, *seeds, house_seed=sum(seeds))

    @property
    def pots(self) -> Pots:
        """What the meters and the reserve hold."""
        return Pots(self.major, self.minor, self.reserve)

    @property
    def seeds(self) -> Pots:
        """What they never fall below."""
        return Pots(self.rules.major.seed, self.rules.minor.seed)

    # wagers in

    def contribute(self, id: str, *, table: str, game: str, wagers: int) -> Contributed:
        """COIN IN at a table: N wagers raise the meters (UTH-PTAB-10a to 10c); the same id counts once."""
        known = self.contributions.get(id)
        if known is not None:
            if (known.table, known.game, known.wagers) == (table, game, wagers):
                return known
            raise IllegalAction("link.contribution_differs", self._cite("wagers_taken"), contribution=id)
        self._check_up()
        if wagers < 1:
            raise IllegalAction("link.contribution_empty", self._cite("bets.progressive.wager"))
        stake = self.rules.wager
        major = int(self.rules.major.rate * stake) * wagers
        minor = int(self.rules.minor.rate * stake) * wagers
        reserve = int((self.rules.major.reseed + self.rules.minor.reseed) * stake) * wagers
        house = stake * wagers - major - minor - reserve
        entry = Contributed(
            id=id, table=table, game=game, wagers=wagers, major=major, minor=minor, reserve=reserve, house=house,
            clause=self._cite("bets.progressive.major.rate"),
        )  # fmt: skip
        parts = Pots(major, minor, reserve)
        self._book(stake * wagers, parts, house)
        self.facts.append(Fact(id, parts, self.seeds))
        self.contributions[id] = entry
        self.log.append(entry)
        return entry

    def void(self, id: str, *, engine: Engine = NOW) -> ContributionVoided:
        """A void round gives its wagers back; what of them a standing award has paid out, the house bears."""
        entry = self.contributions.get(id)
        if entry is None:
            raise IllegalAction("link.no_contribution", contribution=id)
        if id in self.voided:
            return next(e for e in self.log if isinstance(e, ContributionVoided) and e.id == id)
        before = told(self.base, self.facts)
        self.facts = [fact for fact in self.facts if fact.id != id]
        taken = before.minus(told(self.base, self.facts))
        if not engine.link_void_restores:
            taken = Pots(*map(min, (entry.major, entry.minor, entry.reserve), self.pots.minus(self.seeds)))
        stake = self.rules.wager * entry.wagers
        gone = ContributionVoided(
            id=id, wagers=entry.wagers, **taken._asdict(), house=stake - sum(taken),
            clause=self._cite("bets.progressive.void_returns_progressive"),
        )  # fmt: skip
        self._book(-stake, Pots().minus(taken), -gone.house)
        self.voided.add(id)
        self.log.append(gone)
        self._as_decided(engine)
        return gone

    def _as_decided(self, engine: Engine) -> None:
        """Take the pots as an earlier engine left them, which took other facts into account."""
        if not engine.link_void_restores:
            self.facts.append(Fact("", self.pots.minus(told(self.base, self.facts)), self.seeds))

    def _book(self, wagered: int, parts: Pots, house: int) -> None:
        self.wagered += wagered
        self.major, self.minor, self.reserve = self.pots.plus(parts)
        self.house_share += house

    def forget(self, table: str) -> None:
        """A table's earlier rounds can no longer become void, and what they won is paid."""
        for id in [id for id, entry in self.contributions.items() if entry.table == table]:
            del self.contributions[id]
            self.voided.discard(id)
        for id in [id for id, award in self.paid.items() if award.hit.table == table]:
            del self.paid[id]
        self.base, self.facts = settled(self.base, self.facts, self._is_open)

    def _is_open(self, fact: Fact) -> bool:
        """Whether a fact can still be taken back."""
        return fact.id in self.contributions or any(id in self.paid for id in fact.shares)

    # hits

    def hit(self, id: str, *, meter: MeterName, table: str, game: str, seat: int, dealt: int) -> Hit:
        """A table reports a hand that wins a meter; until the meter is reset, others may still join in.

        The meter goes on growing until it is awarded, and what it shows then is what is won. A hit is taken while the
        link is down, too, since its hand was dealt before.
        """
        new = Hit(id, meter, table, game, seat, dealt)
        known = self.hits.get(id) or (self.paid[id].hit if id in self.paid else None)
        if known is not None:
            if known == new:
                return known
            raise IllegalAction("link.hit_differs", hit=id)
        if meter not in ("major", "minor"):
            raise IllegalAction("link.no_meter", meter=meter)
        self.hits[id] = new
        self.log.append(
            HitRegistered(
                id=id, meter=meter, table=table, game=game, seat=seat, dealt=dealt,
                clause=self._cite(f"bets.progressive.{meter}.hand"),
            )
        )  # fmt: skip
        return new

    def withdraw(self, id: str, reason: str, *, engine: Engine = NOW) -> None:
        """A hit that was reported by mistake, or whose round was void; its award comes back, as if it had not been."""
        if id in self.paid:
            self._return(self.paid.pop(id), reason, engine)
            return
        if id not in self.hits:
            raise IllegalAction("link.no_hit", hit=id)
        del self.hits[id]
        self.log.append(HitWithdrawn(id=id, reason=reason, clause=self._cite("hand_button_off")))

    def _return(self, award: Award, reason: str, engine: Engine) -> None:
        """What a winner gives back is on the meter it came from; the money that its reset needed leaves it."""
        meter, before = award.hit.meter, told(self.base, self.facts)
        setattr(self, meter, getattr(self, meter) + award.cents)
        self.awarded -= award.cents
        clause = self._cite("bets.progressive.void_returns_progressive")
        self.log.append(AwardReturned(id=award.hit.id, meter=meter, cents=award.cents, reason=reason, clause=clause))
        seed_money = self._take_back(award)
        if engine.link_void_restores:
            self._restore(award, seed_money, told(self.base, self.facts).minus(before))
        self._as_decided(engine)

    def _restore(self, award: Award, seed_money: int, moved: Pots) -> None:
        """With an award back on its meter, the pots come to where they have moved without it."""
        meter, to_house = award.hit.meter, award.cents - sum(moved)
        shown: int = getattr(self, meter)
        self.major, self.minor, self.reserve = self.pots.plus(moved).minus(_of(meter, award.cents))
        self.house_seed -= seed_money
        self.house_share += to_house - seed_money  # what it had borne for a void round, or bears now
        if moved.reserve or to_house:
            self.log.append(
                MeterRestored(
                    meter=meter, before=shown, after=getattr(self, meter), to_reserve=moved.reserve, to_house=to_house,
                    clause=self._cite("bets.progressive.void_returns_progressive"),
                )
            )  # fmt: skip

    def _take_back(self, award: Award) -> int:
        """Tell the facts without a share; returns the money of the house that was needed for it."""
        place = next((at for at, fact in enumerate(self.facts) if award.hit.id in fact.shares), None)
        if place is None:
            return award.cents  # the seed of a later winner, which was the house's
        fact = self.facts[place]
        shares = tuple(id for id in fact.shares if id != award.hit.id)
        if not shares:
            del self.facts[place]
            return fact.from_house
        self.facts[place] = replace(fact, moved=fact.moved.plus(_of(award.hit.meter, award.cents)), shares=shares)
        return 0

    def award(self, meter: MeterName) -> tuple[Award, ...]:
        """Open hits of a meter share it in the order of the deal, then it starts again (UTH-PMULT-1a, UTH-PMULT-2a)."""
        winners = sorted(
            (hit for hit in self.hits.values() if hit.meter == meter), key=lambda hit: (hit.dealt, hit.table, hit.seat)
        )
        if not winners:
            raise IllegalAction("link.not_hit", meter=meter)
        rules = getattr(self.rules, meter)
        value = getattr(self, meter)
        won = int(value * rules.share)
        if self.rules.jackpot_tie == "split_evenly":
            shares = even_split(won, len(winners))
        else:
            shares = (won, *[rules.seed] * (len(winners) - 1))
        awards = tuple(Award(hit, cents) for hit, cents in zip(winners, shares, strict=True))
        self.house_seed += sum(shares) - won
        self.awarded += sum(shares)
        for award in awards:
            del self.hits[award.hit.id]
            self.paid[award.hit.id] = award
            clause = self._cite(f"bets.progressive.{meter}.share")
            self.log.append(JackpotAwarded(id=award.hit.id, meter=meter, cents=award.cents, clause=clause))
        self._reset(meter, awards if self.rules.jackpot_tie == "split_evenly" else awards[:1], left=value - won)
        return awards

    def _reset(self, meter: MeterName, shared: tuple[Award, ...], *, left: int) -> None:
        """The awarded meter goes back to its seed, the Major's from the reserve first (UTH-PTAB-11).

        What a share below the whole left on it counts towards the new start.
        """
        start = max(left, getattr(self.rules, meter).seed)
        from_reserve = 0
        if meter == "major":
            if self.rules.meter_reset == "greater_of_seed_and_reserve":
                start = max(start, self.reserve)
            from_reserve = min(self.reserve, start - left)
        from_house = start - left - from_reserve
        before: int = getattr(self, meter)
        self.reserve -= from_reserve
        self.house_seed += from_house
        setattr(self, meter, start)
        self.facts.append(
            Fact(
                "", _of(meter, start - before).minus(Pots(reserve=from_reserve)),
                self.seeds.at_least(_of(meter, start - left)),
                shares=tuple(award.hit.id for award in shared), from_house=from_house,
            )
        )  # fmt: skip
        self.log.append(
            MeterReset(
                meter=meter, before=before, after=start, from_reserve=from_reserve, from_house=from_house,
                clause=self._cite("bets.progressive.meter_reset"),
            )
        )  # fmt: skip

    # what two people of the house decide

    def raise_meter(self, meter: MeterName, to: int, proposal: str, reason: str = "") -> None:
        """The house puts money on a meter; refused where it shows as much, or somebody has won it."""
        before: int = getattr(self, meter)
        clause = self._cite(f"bets.progressive.{meter}.seed")
        if to <= before:
            raise IllegalAction("link.meter_no_less", clause, meter=meter, cents=before)
        self._change(meter, to - before)
        self.log.append(
            MeterRaised(meter=meter, before=before, after=to, proposal=proposal, reason=reason, clause=clause)
        )

    def lower_meter(self, meter: MeterName, to: int, proposal: str, reason: str) -> None:
        """The house takes money off a meter that is wrong; refused below its seed, or where somebody has won it."""
        before: int = getattr(self, meter)
        clause = self._cite(f"bets.progressive.{meter}.seed")
        if to >= before:
            raise IllegalAction("link.meter_no_more", clause, meter=meter, cents=before)
        self.check_seed(meter, to)
        self._change(meter, to - before)
        self.log.append(
            MeterLowered(meter=meter, before=before, after=to, proposal=proposal, reason=reason, clause=clause)
        )

    def check_seed(self, meter: MeterName, to: int) -> None:
        """Refuse a meter below its seed."""
        if to < (seed := getattr(self.seeds, meter)):
            clause = self._cite(f"bets.progressive.{meter}.seed")
            raise IllegalAction("link.below_seed", clause, meter=meter, seed=seed)

    def _change(self, meter: MeterName, cents: int) -> None:
        if any(hit.meter == meter for hit in self.hits.values()):
            raise IllegalAction("link.hit_unpaid", self._cite(f"bets.progressive.{meter}.seed"), meter=meter)
        self.house_seed += cents
        setattr(self, meter, getattr(self, meter) + cents)
        self.facts.append(Fact("", _of(meter, cents), self.seeds))

    # the line

    def go_down(self, reason: str) -> None:
        """The link is out of order: the games go on without it (UTH-PMULT-4)."""
        if self.up:
            self.up = False
            self.log.append(LinkWentDown(reason=reason, clause=self._cite("link_down")))

    def come_up(self) -> None:
        if not self.up:
            self.up = True
            self.log.append(LinkWentUp(clause=self._cite("link_down")))

    def _check_up(self) -> None:
        if not self.up:
            raise IllegalAction("link.down", self._cite("link_down"))

    def _cite(self, point: str) -> str:
        return self.sheet.cite(point)

    # the books

    def difference(self) -> int:
        """Zero, always: wagers and the house's seed money against meters, reserve, awards and the house's share."""
        money_in = self.wagered + self.house_seed
        return money_in - (self.major + self.minor + self.reserve + self.awarded + self.house_share)


def _of(meter: MeterName, cents: int) -> Pots:
    """Return an amount of one meter."""
    return Pots(**{meter: cents})
