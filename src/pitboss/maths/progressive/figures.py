"""What the progressive wager is worth: linear in its meters, with envy by the number of bettors at the table.

>>> from pitboss.rules import load
>>> found = progressive_figures(load("ultimate-texas-holdem"))
>>> found.fixed == Fraction(1_378_928, 2_598_960), found.break_even("major")
(True, Fraction(151154000, 1))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.errors import NotationError
from pitboss.maths.figures import LineFigure, WagerFigures
from pitboss.maths.games import GAME_MATHS
from pitboss.maths.progressive.hands import (
    METERS,
    deck_of,
    line_chances,
    meter_of,
    progressive_rules,
)
from pitboss.maths.sidebets.cards import CardShoeLike
from pitboss.maths.sidebets.findings import findings_of_lines
from pitboss.maths.sidebets.money import LOST, titles_of, wager_figures
from pitboss.money import Odds, Rounding, dollars, pay
from pitboss.rules import Sheet
from pitboss.rules.progressive import Meter, Progressive

__all__ = ["ProgressiveFigures", "progressive_figures", "progressive_findings"]

ZERO = Fraction(0)
_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


@dataclass(frozen=True, slots=True)
class Prize:
    """How often a meter is won, and how often with another."""

    chance: Fraction
    """That the hand comes and is not folded."""
    shared: Mapping[int, Fraction]
    """That N bettors at the table have such a hand, this one among them, for each N from two up."""

    @property
    def others(self) -> Fraction:
        """What other winners take of the award on average, as a share of it times how often that is."""
        return sum((chance * (many - 1) / many for many, chance in self.shared.items()), ZERO)

    @property
    def alone(self) -> Fraction:
        """That the hand comes, and at no other seat."""
        return self.chance - sum(self.shared.values(), ZERO)


@dataclass(frozen=True, slots=True)
class ProgressiveFigures:
    """The progressive wager of one bettor; amounts in cents, returns in units of the wager."""

    rules: Progressive
    meters: Mapping[str, int]
    bettors: int
    chances: Mapping[str, Fraction]
    """How often each line comes and is not folded."""
    prizes: Mapping[str, Prize]
    fixed: Fraction
    """The expected return of the fixed lines."""
    envy: Fraction
    """The expected return of envy."""
    figures: WagerFigures
    """The bettor's own awards at these meters, envy left out."""

    @property
    def exact(self) -> Fraction:
        """The house edge at these meters, envy included."""
        assert self.figures.exact is not None
        return self.figures.exact - self.envy

    @property
    def house_edge(self) -> float:
        return float(self.exact)

    def expected_return(self, meters: Mapping[str, int | Fraction] | None = None) -> Fraction:
        """What a wager brings back at these meters, envy included; what a share cuts off below a cent is left in."""
        shown = {**self.meters, **(meters or {})}
        return self.constant + sum((self.slope(name) * shown[name] for name in METERS), ZERO)

    @property
    def constant(self) -> Fraction:
        """The return that does not depend on the meters."""
        won = sum(self.chances.values(), ZERO) if self.rules.returns_wager else ZERO
        seeds = ZERO
        if self.rules.jackpot_tie == "first_takes_meter":
            seeds = sum((prize.others * _meter(self.rules, n).seed for n, prize in self.prizes.items()), ZERO)
        return self.fixed + self.envy + won + seeds / self.rules.wager

    def slope(self, meter: str) -> Fraction:
        """By how much the return grows with each cent on a meter.

        Of N winners each gets one in N on average, whichever way the sheet shares: that part of it, or all of it as
        the first dealt, which each is as often as the next.
        """
        prize = self.prizes[meter]
        return (prize.chance - prize.others) * _meter(self.rules, meter).share / self.rules.wager

    def break_even(self, meter: str, *, other_cents: int | None = None) -> Fraction:
        """The amount of one meter from which on the wager favours the player, the other one as it stands or as given.

        It can be below the seed, or negative, where the rest of the wager is worth more than it costs.
        """
        (other,) = (name for name in METERS if name != meter)
        slope = self.slope(meter)
        if not slope:
            raise NotationError(f"the {meter} cannot be won, so no amount of it makes the wager even")
        beside = self.meters[other] if other_cents is None else other_cents
        return (1 - self.constant - self.slope(other) * beside) / slope

    def break_even_wagers(self) -> Fraction:
        """After how many wagers without a hit, both meters from their seeds on, the wager favours the player."""
        seeds = {name: _meter(self.rules, name).seed for name in METERS}
        growth = sum((self.slope(n) * step(self.rules, n) for n in METERS), ZERO)
        if not growth:
            raise NotationError("no meter that can be won grows, so no number of wagers makes the wager even")
        return (1 - self.expected_return(seeds)) / growth

    def long_run_return(self) -> Fraction:
        """What all wagers bring back on average over many hits: the meters' seeds and all that goes into them."""
        found = self.constant
        for name in METERS:
            meter = _meter(self.rules, name)
            if meter.share != 1:
                raise NotationError(f"the {name} is not won whole", expected="meters of which all is won")
            found += self.slope(name) * meter.seed + Fraction(step(self.rules, name), self.rules.wager)
        return found


def _meter(rules: Progressive, name: str) -> Meter:
    return rules.major if name == "major" else rules.minor


def step(rules: Progressive, meter: str) -> int:
    """The cents of each wager that go to a meter."""
    return int(_meter(rules, meter).rate * rules.wager)


def progressive_figures(
    sheet: Sheet,
    *,
    meters: Mapping[str, int] | None = None,
    bettors: int = 1,
    players: int | None = None,
    not_folded: Mapping[str, Fraction] | None = None,
    envied: Mapping[str, Fraction] | None = None,
    shoe: CardShoeLike | None = None,
) -> ProgressiveFigures:
    """The progressive for one of N bettors at a table, the meters as they stand when the hand is dealt.

    ``not_folded`` is the chance of each line and that its hand is not folded; no hand is folded where it is left out.
    ``players`` counts where any player's hand brings envy. ``envied``, by meter, is the chance that a given other
    player makes the hand while this one has not folded: needed only where folding forfeits envy.
    """
    rules = progressive_rules(sheet)
    shown = _shown(rules, meters)
    at_table = bettors if players is None else players
    _check_table(sheet, bettors, at_table)
    all_hands = line_chances(sheet, shoe=shoe)
    chances = _paid_chances(rules, all_hands, not_folded)
    prizes = _prizes(sheet, chances, all_hands, bettors, deck_of(sheet, shoe).counts)
    pays = {line: pay(rules.wager, odds, rounding=Rounding.EXACT_CENT) for line, odds in _odds(rules).items()}
    fixed = sum((chances[line] * cents for line, cents in pays.items()), ZERO) / rules.wager
    others = (at_table if rules.envy_from == "any_player" else bettors) - 1
    return ProgressiveFigures(
        rules=rules,
        meters=shown,
        bettors=bettors,
        chances=chances,
        prizes=prizes,
        fixed=fixed,
        envy=_envy(rules, prizes, others, envied, folded=not_folded is not None),
        figures=wager_figures(
            "progressive",
            "Progressive",
            _lines(rules, shown, chances, prizes, pays),
            _basis(rules, shown, bettors, others, folded=not_folded is not None),
        ),
    )


def _shown(rules: Progressive, meters: Mapping[str, int] | None) -> dict[str, int]:
    shown = {name: int(_meter(rules, name).seed) for name in METERS}
    for name, cents in (meters or {}).items():
        if name not in METERS:
            raise NotationError(f"there is no meter called {name}", expected=" or ".join(METERS))
        if cents < 0:
            raise NotationError(f"the {name} cannot stand at {dollars(cents)}", expected="an amount from zero up")
        shown[name] = cents
    return shown


def _check_table(sheet: Sheet, bettors: int, players: int) -> None:
    seats = getattr(sheet.rules.table, "seats", 1)
    if not 1 <= bettors <= players <= seats:
        raise NotationError(
            f"{bettors} bettors among {players} players cannot sit at this table", expected=f"1 to {seats}"
        )


def _odds(rules: Progressive) -> dict[str, Odds]:
    """The fixed lines; a hand that wins a meter wins only that."""
    lines = titles_of(rules.pays)
    return {line: getattr(rules.pays, line) for line in lines if meter_of(rules, line) is None}


def _paid_chances(
    rules: Progressive, hands: Mapping[str, Fraction], not_folded: Mapping[str, Fraction] | None
) -> dict[str, Fraction]:
    """The chance of every line that pays, folded hands left out."""
    found = {}
    jackpots = dict.fromkeys(_meter(rules, name).hand for name in METERS)
    for line in (*jackpots, *_odds(rules)):
        most = hands.get(line, ZERO)
        chance = most if not_folded is None else not_folded.get(line)
        if chance is None or not 0 <= chance <= most:
            told = "nothing" if chance is None else chance
            raise NotationError(f"the chance of {line} not folded cannot be {told}", expected=f"up to {most}")
        found[line] = chance
    return found


def _prizes(
    sheet: Sheet,
    chances: Mapping[str, Fraction],
    hands: Mapping[str, Fraction],
    bettors: int,
    counts: tuple[int, ...],
) -> dict[str, Prize]:
    """The meters that can be won."""
    rules, found = progressive_rules(sheet), {}
    for line, chance in chances.items():
        name = meter_of(rules, line)
        if name is None:
            continue
        shared = GAME_MATHS[sheet.game].shared_meter(line, counts, bettors) if bettors > 1 else {}
        if shared and chance != hands[line]:
            raise NotationError(f"who shares the {name} cannot be said where a {line} may be folded")
        found[name] = Prize(chance, shared)
    return found


def _envy(
    rules: Progressive,
    prizes: Mapping[str, Prize],
    others: int,
    envied: Mapping[str, Fraction] | None,
    *,
    folded: bool,
) -> Fraction:
    """Every other player's hand brings its envy, each as often as the next, so the sum is exact."""
    if envied is None and folded and not rules.envy_to_folded and others:
        raise NotationError("folding forfeits envy on this sheet", expected="`envied`, the chances of both together")
    chances = {name: prize.chance for name, prize in prizes.items()} if envied is None else envied
    return others * sum((chances[name] * _meter(rules, name).envy for name in prizes), ZERO) / rules.wager


def _lines(
    rules: Progressive,
    meters: Mapping[str, int],
    chances: Mapping[str, Fraction],
    prizes: Mapping[str, Prize],
    pays: Mapping[str, int],
) -> tuple[LineFigure, ...]:
    """Every way the wager can end for its own hand."""
    back = rules.wager if rules.returns_wager else 0
    ends: list[tuple[str, str, Fraction, Fraction]] = []
    for name, prize in prizes.items():
        meter = _meter(rules, name)
        won = Fraction(int(meters[name] * meter.share))
        title = f"{meter.hand.replace('_', ' ').capitalize()}: the {name.capitalize()}"
        ends.append((meter.hand, title, won, prize.alone))
        for many, shared in prize.shared.items():
            ends += _shared_ends(rules, meter, title, won, many, shared)
    titles = titles_of(rules.pays)
    ends += [(line, titles[line], Fraction(cents), chances[line]) for line, cents in pays.items()]
    found = [LineFigure(line, title, (cents + back) / rules.wager - 1, chance) for line, title, cents, chance in ends]
    lost = 1 - sum((chance for *_, chance in ends), ZERO)
    return (*found, LineFigure(LOST, "Lost", Fraction(-1), lost))


def _shared_ends(
    rules: Progressive, meter: Meter, title: str, won: Fraction, many: int, shared: Fraction
) -> list[tuple[str, str, Fraction, Fraction]]:
    """N winners: the same to each, or all to the first dealt and the seed to each later one."""
    of, behind = _NUMBERS.get(many, str(many)), "" if many == 2 else f"_by_{many}"
    if rules.jackpot_tie == "split_evenly":
        return [(f"{meter.hand}+shared{behind}", f"{title}, shared by {of}", won / many, shared)]
    later = "second" if many == 2 else "later"
    return [
        (f"{meter.hand}+first{behind}", f"{title}, first of {of}", won, shared / many),
        (
            f"{meter.hand}+{later}{behind}",
            f"{title}, {later} of {of}",
            Fraction(meter.seed),
            shared * (many - 1) / many,
        ),
    ]


def _basis(rules: Progressive, meters: Mapping[str, int], bettors: int, others: int, *, folded: bool) -> str:
    shown = ", ".join(f"{name.capitalize()} {dollars(meters[name])}" for name in METERS)
    told = f"a wager of {dollars(rules.wager)}, {shown}, one deck, {bettors} bettor{'s' * (bettors > 1)} at the table"
    told += "; folded hands win nothing" if folded else "; no hand is folded"
    return told + (f"; envy from {others} other{'s' * (others > 1)} comes on top" if others else "")


def progressive_findings(sheet: Sheet) -> list[str]:
    """What the progressive's table says of itself with its meters at their seeds."""
    if "progressive" not in sheet.rules.table.side_bets:
        return []
    return findings_of_lines(progressive_figures(sheet).figures)
