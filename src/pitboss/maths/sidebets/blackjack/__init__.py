"""The side bets of blackjack: each is walked over exactly the facts that decide it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

from pitboss.cards import DECK, Card
from pitboss.errors import NotationError
from pitboss.games.blackjack.state import SideBet, Terms, terms_of
from pitboss.maths.counting import Count
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.blackjack.deal_outcomes import Stakes, deal_chances, hole_chances, walkable
from pitboss.maths.sidebets.blackjack.exhaustion import check_round
from pitboss.maths.sidebets.cards import CardShoe
from pitboss.maths.sidebets.countability import BetByCount, Countability, Counting
from pitboss.maths.sidebets.game import JointFigures, PlayName, SideBetStakes
from pitboss.maths.sidebets.money import Chances, Lines, check_stake, paid_lines, paid_on, titles_of, wager_figures
from pitboss.money import dollars
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Shoe, Solution
    from pitboss.maths.blackjack.playbook import Playbook
    from pitboss.maths.blackjack.record import BlackjackRecord
    from pitboss.maths.sidebets.blackjack.third_card import Deal, Play, Played

__all__ = ["GAME", "figures_by_book"]


class _Blackjack:
    def wagers(self, sheet: Sheet) -> tuple[str, ...]:
        return tuple(bet.wager for bet in terms_of(sheet).bets)

    def figures(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName) -> WagerFigures:
        return _Asked.of(sheet, wager, *stakes).figures(cards, play)

    def effects(
        self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes, play: PlayName
    ) -> dict[Card, Fraction]:
        held = [card for card in DECK if cards.counts[card]]
        asked = _Asked.of(sheet, wager, *stakes)
        whole = asked.figures(cards, play).exact_edge
        return {card: asked.figures(cards.without(card), play).exact_edge - whole for card in held}

    def joint(self, sheet: Sheet, wager: str, cards: CardShoe, stakes: SideBetStakes) -> JointFigures:
        asked = _Asked.of(sheet, wager, *stakes)
        if "third" not in asked.side.bet.needs or asked.always_drawn():
            raise NotationError(f"{asked.side.bet.title} does not depend on how the main game is played")
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

    def stakes_that_matter(self, sheet: Sheet, wager: str) -> list[SideBetStakes]:
        terms = terms_of(sheet)
        side = next(bet for bet in terms.bets if bet.wager == wager)
        if "stakes" not in side.bet.needs:
            return [(None, None)]
        rules = side.rules
        named = {value for name in rules.__dataclass_fields__ if isinstance(value := getattr(rules, name), int)}
        return [
            (stake, main)
            for stake in sorted({rules.min} | {cents for cents in named if _can_bet(cents, rules)})
            for main in sorted({terms.table.minimum} | {cents for cents in named if _can_bet_main(cents, terms)})
        ]

    def countability(self, sheet: Sheet, wager: str, cards: CardShoe, counting: Counting) -> Countability:
        from pitboss.maths.sidebets.blackjack.countability import check_countable, counted

        asked = _Asked.of(sheet, wager, None, None)
        check_countable(asked.side, counting)
        figures = asked.figures(cards, "best")
        effects = self.effects(sheet, wager, cards, (None, None), "best")
        return counted(asked.side, asked.terms.dealer, figures, effects, counting)

    def by_count(self, sheet: Sheet, wager: str, cards: CardShoe, counting: Counting, count: Count) -> BetByCount:
        from pitboss.maths.sidebets.blackjack.by_count import bet_by_count, correlated
        from pitboss.maths.sidebets.blackjack.countability import check_cut, decided_by_play

        asked = _Asked.of(sheet, wager, None, None)
        check_cut(counting)
        figures = asked.figures(cards, "best")
        effects = self.effects(sheet, wager, cards, (None, None), "best")
        if decided_by_play(asked.side):
            likeness = correlated(effects, count)
            return BetByCount(
                wager, figures.title, figures.house_edge, likeness, (), None, likeness < 0, 0.0, 0.0, 0.0, 0.0, 0
            )
        return bet_by_count(asked.side, asked.terms.dealer, figures, effects, counting, count)


def figures_by_book(
    sheet: Sheet, wager: str, book: Playbook, *, cards: CardShoe, stakes: SideBetStakes = (None, None)
) -> WagerFigures:
    """Return the exact figures of a side bet beside a main game that is played by a book."""
    return _Asked.of(sheet, wager, *stakes).figures(cards, book)


def _can_bet(cents: int, rules: object) -> bool:
    low, high, step = (getattr(rules, name) for name in ("min", "max", "step"))
    return bool(low <= cents <= high and cents % step == 0)


def _can_bet_main(cents: int, terms: Terms) -> bool:
    table = terms.table
    return table.minimum <= cents <= table.maximum and cents % table.bet_step == 0


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

    def figures(self, shoe: CardShoe, play: PlayName | Playbook) -> WagerFigures:
        check_round(self.terms.rules, shoe)
        return self.of_chances(self.chances(shoe, play), self.basis(shoe, play))

    def titles(self) -> dict[str, str]:
        """The lines of this bet: those of its section that are not another wager's."""
        own = titles_of(self.side.rules.pays)
        return {line: words for line, words in own.items() if line in self.side.bet.line_names}

    def of_chances(self, chances: Chances, basis: str) -> WagerFigures:
        titles = self.titles()
        ends = {(), *chances, *((line,) for line in titles)}
        paid = {lines: Fraction(self.pays(lines), self.stakes.side) for lines in ends}
        return wager_figures(self.side.wager, self.side.bet.title, paid_lines(chances, paid, titles), basis)

    def pays(self, lines: Lines) -> int:
        """What lines win at this stake, in cents."""
        rounding, limit = self.terms.other_rounding, self.terms.aggregate
        return paid_on(lines, self.stakes.side, self.side.odds, rounding=rounding, limit=limit)

    def chances(self, shoe: CardShoe, play: PlayName | Playbook) -> Chances:
        """Walk over the facts that the bet needs."""
        bet, rules = self.side.bet, self.side.rules
        if walkable(bet):
            return deal_chances(bet, rules, self.stakes, shoe.counts, seen_under=self.seen_under())
        if "dealer" in bet.needs:
            return self.dealers(shoe.counts)
        if set(bet.needs) == {"first", "third"}:
            if play == "best" and not self.always_drawn():
                return self.best_thirds(shoe)
            return self.thirds(shoe, self.play(shoe, play))[0]
        return self.hands(shoe, play)

    def dealers(self, counts: tuple[int, ...]) -> Chances:
        """Walk over the dealer's hands, beside a player's blackjack where the bet asks for one."""
        from pitboss.maths.sidebets.blackjack import dealer as d

        bet, rules, drawing = self.side.bet, self.side.rules, self.terms.dealer

        def chances(shoe: tuple[int, ...], natural: int) -> Chances:
            if self.side.compiled.cards == "dealer_first_two":
                return hole_chances(bet, rules, self.stakes, shoe, natural=natural)
            return d.dealer_chances(bet, rules, self.stakes, shoe, dealer=drawing, natural=natural)

        if "first" not in bet.needs:
            return chances(counts, 0)
        return d.beside_blackjacks(chances, counts, d.kinds_alike(self.side.compiled))

    def seen_under(self) -> int:
        """Under how many kinds of up card, aces and tens, a blackjack shows before the bet is settled."""
        return 2 if self.side.when == "end_of_round" else self.terms.checks(1) + self.terms.checks(10)

    # the third card

    def always_drawn(self) -> bool:
        return self.side.always_dealt

    def play(self, shoe: CardShoe, play: PlayName | Playbook) -> Play | None:
        """How the main game is played, or None where the third card comes in any case."""
        if self.always_drawn():
            return None
        from pitboss.maths.sidebets.blackjack.third_card import best_play, book_play, joint_play_of

        if play == "best":
            return best_play(self.solution(shoe))
        if play == "joint":
            return joint_play_of(self.solution(shoe), self.pays)
        return book_play(self.book(shoe, play), self.record)

    @property
    def record(self) -> BlackjackRecord:
        from pitboss.maths.blackjack.record import compile_record

        return compile_record(self.sheet, stake_cents=self.stakes.main)

    def solution(self, shoe: CardShoe) -> Solution:
        from pitboss.maths.blackjack.shoe import read_shoe
        from pitboss.maths.blackjack.solver import remembered

        return remembered(self.record, read_shoe(shoe.listed()))

    def book(self, shoe: CardShoe, play: Literal["totals"] | Playbook) -> Playbook:
        """A book, or the best one of totals for a shoe."""
        return _book(self.solution(shoe)) if play == "totals" else play

    def thirds(self, shoe: CardShoe, play: Play | None) -> tuple[Chances, list[tuple[Fraction, Deal, Played]]]:
        from pitboss.maths.sidebets.blackjack.third_card import third_chances

        checks = self.terms.checks
        return third_chances(self.side.bet, self.side.rules, shoe.counts, checks=checks, play=play)

    def best_thirds(self, shoe: CardShoe) -> Chances:
        """The same for the main game's best play, found once for all stakes of the side bet."""
        key = self.side.bet, self.side.rules, shoe.counts, self.record
        if key not in _THIRDS:
            if len(_THIRDS) >= MOST_KEPT:  # every removed card makes a shoe of its own
                _THIRDS.clear()
            _THIRDS[key] = self.thirds(shoe, self.play(shoe, "best"))[0]
        return _THIRDS[key]

    # the final hand

    def hands(self, shoe: CardShoe, play: PlayName | Playbook) -> Chances:
        """Walk over the player's hands as they are played."""
        from pitboss.maths.blackjack.shoe import read_shoe
        from pitboss.maths.sidebets.blackjack.player_hand import as_best, by_book, player_chances

        if play == "joint":
            raise NotationError(
                f"the best play for the main bet and {self.side.bet.title} together is not worked out",
                expected="the best play of the main bet, or a book of totals",
            )
        if play == "best":
            played = as_best(self.solution(shoe))
        else:
            played = by_book(self.record, read_shoe(shoe.listed()), self.book(shoe, play))
        return player_chances(self.side.bet, self.side.rules, self.stakes, shoe.counts, played)

    # words

    def basis(self, shoe: CardShoe, play: PlayName | Playbook) -> str:
        told = f"a stake of {dollars(self.stakes.side)}, one spot, the first round of {shoe.words}"
        needs = self.side.bet.needs
        if "stakes" in needs:
            told += f", beside a main bet of {dollars(self.stakes.main)}"
        if "dealer" in needs:
            told += "; the dealer draws for this bet even when no hand is left, so the play does not count"
        elif "third" in needs and self.always_drawn():
            told += "; the third card always comes, so the play does not count"
        elif "third" in needs or "hand" in needs:
            told += f"; hands are played {self.played(play)}"
        return told + "; of a pair that is split, the hand that lies first counts" * ("hand" in needs)

    def played(self, play: PlayName | Playbook) -> str:
        if play not in ("best", "joint"):
            return "by the best book of totals" if play == "totals" else "by a book"
        together = f" and {self.side.bet.title} together" if play == "joint" else ""
        return f"as is best for a main bet of {dollars(self.stakes.main)}{together}"


MOST_KEPT: Final = 64
_THIRDS: Final[dict[object, Chances]] = {}
_BOOKS: Final[dict[tuple[BlackjackRecord, Shoe], Playbook]] = {}


def _book(solution: Solution) -> Playbook:
    """The best book of totals, which takes seconds to find."""
    from pitboss.maths.blackjack.strategies import best_total_dependent

    key = solution.record, solution.shoe
    if key not in _BOOKS:
        _BOOKS[key] = best_total_dependent(solution)
    return _BOOKS[key]


GAME: Final = _Blackjack()
