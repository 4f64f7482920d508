"""The multi-game link: two meters, a reserve, and the wagers of many tables, exact to the cent.

The link knows no game: a table of any game contributes its wagers and reports its hits.

>>> from pitboss.rules import load
>>> link = Link.of(load("ultimate-texas-holdem"))
>>> _ = link.contribute("round 1", table="7", game="ultimate-texas-holdem", wagers=2)
>>> link.major, link.minor, link.reserve
(2000140, 150080, 20)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pitboss.errors import IllegalAction
from pitboss.money import dollars, even_split
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
    MeterRaised,
    MeterReset,
)
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules, Progressive

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
    log: list[LinkEvent] = field(default_factory=list)

    @classmethod
    def of(cls, sheet: Sheet) -> Link:
        """A new link at its seeds, which the house puts up (UTH-PTAB-8a, UTH-PTAB-8b)."""
        rules = sheet.rules
        assert isinstance(rules, HoldemRules)
        progressive = rules.bets.progressive
        assert progressive is not None
        seeds = progressive.major.seed, progressive.minor.seed
        return cls(progressive, sheet, *seeds, house_seed=sum(seeds))

    # wagers in

    def contribute(self, id: str, *, table: str, game: str, wagers: int) -> Contributed:
        """COIN IN at a table: so many wagers raise the meters (UTH-PTAB-10a to 10c); the same id counts once."""
        known = self.contributions.get(id)
        if known is not None:
            if (known.table, known.game, known.wagers) == (table, game, wagers):
                return known
            raise IllegalAction(f"contribution {id} was made before with other wagers", self._cite("wagers_taken"))
        self._check_up()
        if wagers < 1:
            raise IllegalAction("a contribution has at least one wager", self._cite("bets.progressive.wager"))
        stake = self.rules.wager
        major = int(self.rules.major.rate * stake) * wagers
        minor = int(self.rules.minor.rate * stake) * wagers
        reserve = int((self.rules.major.reseed + self.rules.minor.reseed) * stake) * wagers
        house = stake * wagers - major - minor - reserve
        entry = Contributed(
            id=id, table=table, game=game, wagers=wagers, major=major, minor=minor, reserve=reserve, house=house,
            clause=self._cite("bets.progressive.major.rate"),
        )  # fmt: skip
        self._book(stake * wagers, major, minor, reserve, house)
        self.contributions[id] = entry
        self.log.append(entry)
        return entry

    def void(self, id: str) -> ContributionVoided:
        """A void round gives its wagers back; meters never fall below their seeds, the house bears the rest."""
        entry = self.contributions.get(id)
        if entry is None:
            raise IllegalAction(f"there is no contribution {id}")
        if id in self.voided:
            return next(e for e in self.log if isinstance(e, ContributionVoided) and e.id == id)
        major = min(entry.major, self.major - self.rules.major.seed)
        minor = min(entry.minor, self.minor - self.rules.minor.seed)
        reserve = min(entry.reserve, self.reserve)
        stake = self.rules.wager * entry.wagers
        house = stake - major - minor - reserve
        self._book(-stake, -major, -minor, -reserve, -house)
        self.voided.add(id)
        gone = ContributionVoided(
            id=id, wagers=entry.wagers, major=major, minor=minor, reserve=reserve, house=house,
            clause=self._cite("bets.progressive.void_returns_progressive"),
        )  # fmt: skip
        self.log.append(gone)
        return gone

    def _book(self, wagered: int, major: int, minor: int, reserve: int, house: int) -> None:
        self.wagered += wagered
        self.major += major
        self.minor += minor
        self.reserve += reserve
        self.house_share += house

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
            raise IllegalAction(f"hit {id} was reported before with other facts")
        if meter not in ("major", "minor"):
            raise IllegalAction(f"there is no meter called {meter}")
        self.hits[id] = new
        self.log.append(
            HitRegistered(
                id=id, meter=meter, table=table, game=game, seat=seat, dealt=dealt,
                clause=self._cite(f"bets.progressive.{meter}.hand"),
            )
        )  # fmt: skip
        return new

    def withdraw(self, id: str, reason: str) -> None:
        """A hit that was reported by mistake, or whose round was void; what it was awarded is on the meter again."""
        if id in self.paid:
            self._return(self.paid.pop(id), reason)
            return
        if id not in self.hits:
            raise IllegalAction(f"there is no open hit {id}")
        del self.hits[id]
        self.log.append(HitWithdrawn(id=id, reason=reason, clause=self._cite("hand_button_off")))

    def _return(self, award: Award, reason: str) -> None:
        hit = award.hit
        setattr(self, hit.meter, getattr(self, hit.meter) + award.cents)
        self.awarded -= award.cents
        clause = self._cite("bets.progressive.void_returns_progressive")
        self.log.append(AwardReturned(id=hit.id, meter=hit.meter, cents=award.cents, reason=reason, clause=clause))

    def award(self, meter: MeterName) -> tuple[Award, ...]:
        """Open hits of a meter share it in the order of the deal, then it starts again (UTH-PMULT-1a, UTH-PMULT-2a)."""
        winners = sorted(
            (hit for hit in self.hits.values() if hit.meter == meter), key=lambda hit: (hit.dealt, hit.table, hit.seat)
        )
        if not winners:
            raise IllegalAction(f"nobody has hit the {meter}")
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
        self._reset(meter, value, left=value - won)
        return awards

    def _reset(self, meter: MeterName, before: int, *, left: int) -> None:
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
        self.reserve -= from_reserve
        self.house_seed += from_house
        setattr(self, meter, start)
        self.log.append(
            MeterReset(
                meter=meter, before=before, after=start, from_reserve=from_reserve, from_house=from_house,
                clause=self._cite("bets.progressive.meter_reset"),
            )
        )  # fmt: skip

    def raise_meter(self, meter: MeterName, to: int, proposal: str) -> None:
        """The house puts money on a meter; it is never lowered, and not touched while somebody has won it."""
        before: int = getattr(self, meter)
        clause = self._cite(f"bets.progressive.{meter}.seed")
        if to <= before:
            raise IllegalAction(f"the {meter} stands at {dollars(before)}: a meter is raised, never lowered", clause)
        if any(hit.meter == meter for hit in self.hits.values()):
            raise IllegalAction(f"the {meter} was hit and is not yet paid", clause)
        self.house_seed += to - before
        setattr(self, meter, to)
        self.log.append(MeterRaised(meter=meter, before=before, after=to, proposal=proposal, clause=clause))

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
            raise IllegalAction("the progressive is out of order", self._cite("link_down"))

    def _cite(self, point: str) -> str:
        return self.sheet.cite(point)

    # the books

    def difference(self) -> int:
        """Zero, always: wagers and the house's seed money against meters, reserve, awards and the house's share."""
        money_in = self.wagered + self.house_seed
        return money_in - (self.major + self.minor + self.reserve + self.awarded + self.house_share)
