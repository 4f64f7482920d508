"""What must fit together across the values of a blackjack sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.bets import section_named
from pitboss.errors import Defect
from pitboss.money import Odds
from pitboss.rules.blackjack.bonuses import LADDERS
from pitboss.rules.blackjack.sections import BlackjackRules
from pitboss.rules.game import Check

__all__ = ["CHECKS"]


def _shuffle(rules: BlackjackRules) -> Iterator[Defect]:
    shuffle = rules.shuffle
    if shuffle.procedure == "two_stacks":
        for name in ("grabs_min", "grabs_max"):
            if getattr(shuffle, name) is None:
                yield Defect(f"shuffle.{name}", "is missing", "a number of grabs for the two-stack shuffle")
        if shuffle.grabs_min and shuffle.grabs_max and shuffle.grabs_min > shuffle.grabs_max:
            yield Defect("shuffle.grabs_min", "is above shuffle.grabs_max")
    if shuffle.procedure == "half_decks" and shuffle.grab_cards is None:
        yield Defect("shuffle.grab_cards", "is missing", "the size of a grab for the half-deck shuffle")


def _cut(rules: BlackjackRules) -> Iterator[Defect]:
    shuffle, cards = rules.shuffle, rules.cards.decks * 52
    if shuffle.cut_minimum_cards is not None and 2 * shuffle.cut_minimum_cards > cards:
        yield Defect("shuffle.cut_minimum_cards", f"leaves no place to cut {cards} cards")
    if shuffle.cut_card_depth is not None and shuffle.cut_card_depth >= cards:
        yield Defect("shuffle.cut_card_depth", f"lies outside {cards} cards")


def _spots(rules: BlackjackRules) -> Iterator[Defect]:
    if rules.table.spots_per_player > rules.table.boxes:
        yield Defect("table.spots_per_player", "is above table.boxes")
    for name in ("cut_card_depth", "cut_minimum_cards"):
        if getattr(rules.shuffle, name) is None:
            yield Defect(f"shuffle.{name}", "is missing", "a number of cards, as a shoe is cut")


def _steps(rules: BlackjackRules) -> Iterator[Defect]:
    steps = {"double.less_step": rules.double.less_step, "double.less_minimum": rules.double.less_minimum}
    if rules.insurance is not None:
        steps["insurance.step"] = rules.insurance.step
    for place, step in steps.items():
        if step <= 0:
            yield Defect(place, "is zero", "an amount above zero")


def _three_aces(rules: BlackjackRules) -> Iterator[Defect]:
    match = section_named(rules.bets, "match")
    if match is not None and match.three_aces_stake is not None and match.pays.three_suited_aces is None:
        yield Defect("bets.match.pays.three_suited_aces", "is missing", "odds, as three_aces_stake is given")


def _hole_card(rules: BlackjackRules) -> Iterator[Defect]:
    deal, surrender = rules.deal, rules.surrender
    none = deal.hole_card == "none"
    if none and deal.dealer_up_card == "second":
        yield Defect("deal.dealer_up_card", "cannot be the second where the dealer takes no hole card", "first")
    if not none and deal.peek_on_ten and deal.blackjack_takes == "original_bets":
        problem = "has no effect where the dealer checks for every blackjack before hands act"
        yield Defect("deal.blackjack_takes", problem, "deal.hole_card = none, or deal.peek_on_ten = false")
    if none and surrender is not None and surrender.timing == "late" and surrender.against in _UNCHECKED:
        problem = "is never open after a check, as there is no hole card to check"
        yield Defect("surrender.against", problem, "surrender.timing = early, or another card")


_UNCHECKED: Final = ("ace_and_ten", "ace", "ten")


def _doubles(rules: BlackjackRules) -> Iterator[Defect]:
    double, free = rules.double, rules.free
    if free is not None and double.totals and not set(free.double_totals) <= set(double.totals):
        yield Defect("free.double_totals", "are not all among double.totals, which alone may be doubled")
    if not double.redouble and double.redoubles != 3:
        yield Defect("double.redoubles", "has no effect while double.redouble is false", "double.redouble = true")


def _aces(rules: BlackjackRules) -> Iterator[Defect]:
    split, most = rules.split, rules.split.hands.aces
    if most is None:
        return
    if int(most) > 1 and split.split_aces == "never":
        yield Defect("split.hands.aces", "splits aces, which split.split_aces forbids", "1, or split_aces = allowed")
    elif int(most) > 2 and not split.resplit_aces:
        yield Defect(
            "split.hands.aces", "splits aces again, which split.resplit_aces forbids", "2 or resplit_aces = true"
        )


def _bonuses(rules: BlackjackRules) -> Iterator[Defect]:
    """A bonus is more than is paid without it, and for a hand that can come about."""
    for ladder, names in LADDERS.items():
        most: object = rules.blackjack.pays if ladder == "blackjack" else rules.payouts.win
        of = "blackjack.pays" if ladder == "blackjack" else "payouts.win"
        for name in names:
            odds = getattr(rules.bonus, name)
            if not isinstance(odds, Odds):  # none, or one that cannot be read
                continue
            if isinstance(most, Odds) and odds.ratio < most.ratio:
                yield Defect(f"bonus.{name}", f"pays less than {of}", f"at least {most.text}")
            most, of = odds, f"bonus.{name}"
    if rules.bonus.split_hands is True and not any(rules.bonus.lines()):
        yield Defect("bonus.split_hands", "has no effect where no bonus is paid", "odds of a bonus, or false")
    charlie = rules.payouts.charlie
    for cards, name in enumerate(LADDERS["cards"], 5):
        if charlie != "none" and getattr(rules.bonus, name) is not None and cards > int(charlie):
            yield Defect(f"bonus.{name}", f"never comes about, as {charlie} cards win by payouts.charlie")


CHECKS: Final[tuple[Check, ...]] = (
    _shuffle, _cut, _spots, _steps, _three_aces, _hole_card, _doubles, _aces, _bonuses,
)  # fmt: skip
