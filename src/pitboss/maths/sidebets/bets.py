"""What each side bet of a sheet is worth, and what the removal of each card does to it.

>>> from pitboss.rules import load
>>> figures = bet_figures(load("catfish-blackjack"), "trilux")
>>> figures.exact, figures.lines[0].probability
(Fraction(83908, 626665), Fraction(1296, 626665))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from pitboss.bets import BETS
from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.games.blackjack.state import SideBet, Terms, terms_of
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.cards import CardShoe, CardShoeLike, check_round, read_card_shoe
from pitboss.maths.sidebets.deal_outcomes import Chances, Lines, Stakes, deal_chances, lines_of_deals, walkable
from pitboss.maths.sidebets.money import check_stake, paid_lines, paid_on, titles_of, wager_figures
from pitboss.money import Rounding, dollars
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules
from pitboss.rules.holdem import HoldemRules

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Shoe, Solution
    from pitboss.maths.record import Record
    from pitboss.maths.sidebets.third_card import Deal, Play, Played

__all__ = ["JointFigures", "bet_figures", "effects_of_removal", "joint_figures", "side_wagers"]

PlayName = Literal["best", "joint"]
"""How the main game is played where that counts: as is best for the main bet, or for both bets together."""

HOLDEM_CARDS = 9
"""Board, one player and the dealer."""


def side_wagers(sheet: Sheet) -> tuple[str, ...]:
    """The side bets of a sheet whose figures need nothing but its cards; the progressive has meters besides."""
    if isinstance(sheet.rules, HoldemRules):
        return ("trips",) if _offers_trips(sheet.rules) else ()
    return tuple(bet.wager for bet in terms_of(sheet).bets)


def bet_figures(
    sheet: Sheet,
    wager: str,
    *,
    decks: int | None = None,
    shoe: CardShoeLike | None = None,
    stake_cents: int | None = None,
    main_cents: int | None = None,
    play: PlayName = "best",
) -> WagerFigures:
    """The exact chance of every line of a side bet, its edge and its spread, for one spot on a shoe.

    The stakes are the smallest allowed where nothing is said; ``play`` counts for bets on the third card only.
    """
    _check_wager(sheet, wager)
    cards = read_card_shoe(sheet, decks=decks, shoe=shoe)
    if isinstance(sheet.rules, HoldemRules):
        return _trips(sheet.rules, cards, stake_cents)
    return _Asked.of(sheet, wager, stake_cents, main_cents).figures(cards, play)


def effects_of_removal(
    sheet: Sheet,
    wager: str,
    *,
    decks: int | None = None,
    shoe: CardShoeLike | None = None,
    stake_cents: int | None = None,
    main_cents: int | None = None,
    play: PlayName = "best",
) -> dict[Card, Fraction]:
    """By how much the house edge changes when one card of a kind is gone, for every kind the shoe holds.

    A bet on the third card is played anew as is best for each shoe.
    """
    _check_wager(sheet, wager)
    cards = read_card_shoe(sheet, decks=decks, shoe=shoe)
    held = [card for card in DECK if cards.counts[card]]
    if isinstance(sheet.rules, HoldemRules):
        return _trips_effects(sheet.rules, cards, stake_cents)
    asked = _Asked.of(sheet, wager, stake_cents, main_cents)
    whole = _edge(asked.figures(cards, play))
    return {card: _edge(asked.figures(cards.without(card), play)) - whole for card in held}


def _edge(figures: WagerFigures) -> Fraction:
    assert figures.exact is not None
    return figures.exact


def _check_wager(sheet: Sheet, wager: str) -> None:
    offered = side_wagers(sheet)
    if wager == "progressive" and isinstance(sheet.rules, HoldemRules):
        raise NotationError("the progressive depends on its meters", expected="pitboss.maths.progressive")
    if wager not in offered:
        names = ", ".join(offered) or "a sheet with side bets"
        raise NotationError(f'"{sheet.name}" offers no side bet called {wager}', expected=names)


# --- blackjack --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Asked:
    """A side bet at its stakes."""

    sheet: Sheet
    terms: Terms
    side: SideBet
    stakes: Stakes

    @classmethod
    def of(cls, sheet: Sheet, wager: str, stake_cents: int | None, main_cents: int | None) -> _Asked:
        terms = terms_of(sheet)
        side = next(bet for bet in terms.bets if bet.wager == wager)
        rules, table = side.rules, terms.table
        stakes = Stakes(
            rules.min if stake_cents is None else stake_cents, table.minimum if main_cents is None else main_cents
        )
        check_stake(side.bet.title, stakes.side, low=rules.min, high=rules.max, step=rules.step)
        check_stake("the main bet", stakes.main, low=table.minimum, high=table.maximum, step=table.bet_step)
        return cls(sheet, terms, side, stakes)

    def figures(self, shoe: CardShoe, play: PlayName) -> WagerFigures:
        check_round(self.terms.rules, shoe)
        return self.of_chances(self.chances(shoe, play), self.basis(shoe, play))

    def titles(self, chances: Chances) -> dict[str, str]:
        """The lines of this bet: those of its section, less what only another bet on the same section can reach."""
        reached = {line for lines in chances for line in lines}
        beside = [bet for bet in BETS.values() if bet.section == self.side.bet.section and bet != self.side.bet]
        theirs = {
            line
            for bet in beside
            for lines in lines_of_deals(bet, self.side.rules, self.stakes).lines
            for line in lines
        }
        own = titles_of(self.side.rules.pays)
        return {line: words for line, words in own.items() if line in reached or line not in theirs}

    def of_chances(self, chances: Chances, basis: str) -> WagerFigures:
        titles = self.titles(chances)
        ends = {(), *chances, *((line,) for line in titles)}
        paid = {lines: Fraction(self.pays(lines), self.stakes.side) for lines in ends}
        return wager_figures(self.side.wager, self.side.bet.title, paid_lines(chances, paid, titles), basis)

    def pays(self, lines: Lines) -> int:
        """What lines win at this stake, in cents."""
        rounding, limit = self.terms.other_rounding, self.terms.aggregate
        return paid_on(lines, self.stakes.side, self.side.odds, rounding=rounding, limit=limit)

    def chances(self, shoe: CardShoe, play: PlayName) -> Chances:
        """Walk over the facts that the bet needs."""
        bet, rules = self.side.bet, self.side.rules
        if walkable(bet):
            return deal_chances(bet, rules, self.stakes, shoe.counts, hidden_ten=self.hidden_ten())
        if set(bet.needs) <= {"dealer", "dealer_blackjack", "stakes"}:
            from pitboss.maths.sidebets.dealer import dealer_chances

            return dealer_chances(bet, rules, self.stakes, shoe.counts, dealer=self.terms.dealer)
        if set(bet.needs) == {"first", "third"}:
            return self.thirds(shoe, self.play(shoe, play))[0]
        raise NotationError(f"no walk is known over what {bet.title} looks at", expected="other facts in Bet.needs")

    def hidden_ten(self) -> bool:
        """Whether the bet is settled before a blackjack under a ten shows (the check is under aces only)."""
        return self.side.when != "end_of_round" and not self.terms.deal.peek_on_ten

    # the third card

    def always_drawn(self) -> bool:
        return bool(self.side.rules.third_card == "always_dealt")

    def play(self, shoe: CardShoe, play: PlayName) -> Play | None:
        """How the main game is played, or nothing where the third card comes in any case."""
        if self.always_drawn():
            return None
        from pitboss.maths.sidebets.third_card import best_play, joint_play_of

        solution = self.solution(shoe)
        return best_play(solution) if play == "best" else joint_play_of(solution, self.pays)

    def solution(self, shoe: CardShoe) -> Solution:
        from pitboss.maths.blackjack.shoe import read_shoe
        from pitboss.maths.record import compile_record

        return _solved(compile_record(self.sheet, stake_cents=self.stakes.main), read_shoe(shoe.listed()))

    def thirds(self, shoe: CardShoe, play: Play | None) -> tuple[Chances, list[tuple[Fraction, Deal, Played]]]:
        from pitboss.maths.sidebets.third_card import third_chances

        peek = self.terms.deal.peek_on_ten
        return third_chances(self.side.bet, self.side.rules, shoe.counts, peek_on_ten=peek, play=play)

    # words

    def basis(self, shoe: CardShoe, play: PlayName) -> str:
        told = f"a stake of {dollars(self.stakes.side)}, one spot, the first round of {shoe.words}"
        needs = self.side.bet.needs
        if "stakes" in needs:
            told += f", beside a main bet of {dollars(self.stakes.main)}"
        if "dealer" in needs:
            told += "; the dealer draws for this bet even when no hand is left, so the play does not count"
        elif "third" in needs and self.always_drawn():
            told += "; the third card always comes, so the play does not count"
        elif "third" in needs:
            together = f" and {self.side.bet.title} together" if play == "joint" else ""
            told += f"; hands are played as is best for a main bet of {dollars(self.stakes.main)}{together}"
        return told


@lru_cache(maxsize=64)
def _solved(record: Record, shoe: Shoe) -> Solution:
    from pitboss.maths.blackjack.solver import solve_record

    return solve_record(record, shoe)


@dataclass(frozen=True, slots=True)
class JointFigures:
    """A side bet and the main bet when both are played for together."""

    side: WagerFigures
    main_house_edge: float
    """What the house keeps of the main bet then, insurance left out."""
    main_cost: float
    """By how much that is more than under the best play of the main bet alone."""
    changes: Mapping[tuple[Card, Card, Card], tuple[str, str]]
    """First card, second card and up card where the play differs: what is best alone, and what together."""


def joint_figures(
    sheet: Sheet,
    wager: str,
    *,
    decks: int | None = None,
    shoe: CardShoeLike | None = None,
    stake_cents: int | None = None,
    main_cents: int | None = None,
) -> JointFigures:
    """The best play for main bet and a bet on the third card together, and what it costs the main bet."""
    _check_wager(sheet, wager)
    if not isinstance(sheet.rules, BlackjackRules):
        raise NotationError(f"{wager} does not depend on how the main game is played")
    asked = _Asked.of(sheet, wager, stake_cents, main_cents)
    if "third" not in asked.side.bet.needs or asked.always_drawn():
        raise NotationError(f"{asked.side.bet.title} does not depend on how the main game is played")
    cards = read_card_shoe(sheet, decks=decks, shoe=shoe)
    check_round(asked.terms.rules, cards)
    chances, deals = asked.thirds(cards, asked.play(cards, "joint"))
    cost = sum(float(chance) * played.cost for chance, _, played in deals)
    changes = {
        (*deal.first, deal.up): (played.alone, played.choice)
        for _, deal, played in deals
        if played.choice != played.alone
    }
    figures = asked.of_chances(chances, asked.basis(cards, "joint"))
    return JointFigures(figures, asked.solution(cards).house_edge + cost, cost, changes)


# --- hold'em ----------------------------------------------------------------------------------------------


def _offers_trips(rules: HoldemRules) -> bool:
    return rules.bets.trips is not None and "trips" in rules.table.side_bets


def _trips(rules: HoldemRules, deck: CardShoe, stake_cents: int | None) -> WagerFigures:
    from pitboss.maths.sidebets.poker import check_deck, line_counts

    check_deck(deck, HOLDEM_CARDS)
    return _trips_of(rules, deck, line_counts(deck.counts, 7), stake_cents)


def _trips_of(rules: HoldemRules, deck: CardShoe, counts: Counter[str], stake_cents: int | None) -> WagerFigures:
    from pitboss.maths.sidebets.poker import shares

    trips = rules.bets.trips
    assert trips is not None
    stake = trips.min if stake_cents is None else stake_cents
    check_stake("Trips", stake, low=trips.min, high=trips.max, step=trips.step)
    titles = titles_of(trips.pays)
    odds = {line: getattr(trips.pays, line) for line in titles}
    chances: Chances = {}
    for line, chance in shares(counts, deck.cards, 7).items():
        lines = (line,) if line in titles else ()
        chances[lines] = chances.get(lines, Fraction(0)) + chance
    ends: list[Lines] = [(), *((line,) for line in titles)]
    paid = {lines: Fraction(paid_on(lines, stake, odds, rounding=Rounding.EXACT_CENT), stake) for lines in ends}
    basis = f"a stake of {dollars(stake)}, {deck.words}; a hand that folds is tucked and stays in for Trips"
    return wager_figures("trips", "Trips", paid_lines(chances, paid, titles), basis)


def _trips_effects(rules: HoldemRules, deck: CardShoe, stake_cents: int | None) -> dict[Card, Fraction]:
    """Where all suits hold the same ranks they can change places, so one suit tells for all."""
    from pitboss.maths.sidebets.poker import lines_without

    whole = _edge(_trips(rules, deck, stake_cents))
    alike = all(len(set(deck.counts[rank : rank + 4])) == 1 for rank in range(0, 52, 4))
    found: dict[Card, Fraction] = {}
    for card in (card for card in DECK if deck.counts[card]):
        if alike and card & 3:
            found[card] = found[Card(card & ~3)]
            continue
        left = lines_without(deck.counts, 7, card)
        found[card] = _edge(_trips_of(rules, deck.without(card), left, stake_cents)) - whole
    return found
