"""Worked examples of the documents, held against the cards: can what they tell of happen at all?

Both documents with a limit on very high awards show by an example how several such awards of one round share it.
Whether N hands can win that line at once is found by looking at every way the cards could lie.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from pitboss.bets import BETS, Seen
from pitboss.cards import DECK, Card, parse_cards
from pitboss.hands.poker import Category, evaluate
from pitboss.money import dollars, parse_cents
from pitboss.rules import Sheet
from pitboss.rules.register import clause

__all__ = ["EXAMPLES", "Example", "example_findings", "hands_at_once"]


@dataclass(frozen=True, slots=True)
class Example:
    """An example of several bets that win one line in the same round; its stakes stand in the clause."""

    clause: str
    wager: str
    line: str

    @property
    def stakes(self) -> tuple[int, ...]:
        """The bets it names, in cents: the amounts before what they give."""
        entry = clause(self.clause)
        assert entry is not None, self.clause
        before, gives, _ = entry.text.partition(" give")
        assert gives, entry.text
        return tuple(parse_cents(amount) for amount in re.findall(r"\$\d+(?:,\d{3})*(?:\.\d\d)?", before))


EXAMPLES = (
    Example("BJ-KBLIM-3a", "kings_bounty", "spade_kings_dealer_blackjack"),
    Example("UTH-AGG-4a", "blind", "royal_flush"),
)


def example_findings(sheet: Sheet) -> Iterator[str]:
    """What cannot happen in the examples of a sheet's document."""
    for example in EXAMPLES:
        entry = clause(example.clause)
        assert entry is not None
        if entry.document != sheet.document or not _described(sheet, example.wager):
            continue
        wanted, most = len(example.stakes), hands_at_once(sheet, example)
        if most < wanted:
            stakes = " and ".join(dollars(cents) for cents in example.stakes)
            yield (
                f"The example of {example.clause} cannot happen: it pays {wanted} hands of one round ({stakes}) for "
                f"{example.line.replace('_', ' ')} on {_title(example.wager)}, and {_counted(most)} can win it at once."
            )


def _counted(most: int) -> str:
    return f"at most {most} of them" if most else "none of them"


def _title(wager: str) -> str:
    return BETS[wager].title if wager in BETS else wager.title()


def _described(sheet: Sheet, wager: str) -> bool:
    return wager == "blind" or getattr(sheet.rules.bets, BETS[wager].section, None) is not None


def hands_at_once(sheet: Sheet, example: Example) -> int:
    """How many hands of one round can win the line together, as far as the example goes.

    >>> from pitboss.rules import load
    >>> hands_at_once(load("catfish-blackjack"), EXAMPLES[0]), hands_at_once(load("ultimate-texas-holdem"), EXAMPLES[1])
    (3, 1)
    """
    for hands in range(len(example.stakes), 0, -1):
        found = _side_bet(sheet, example, hands) if example.wager in BETS else _poker(example, hands)
        if found:
            return hands
    return 0


# --- blackjack --------------------------------------------------------------------------------------------


def _side_bet(sheet: Sheet, example: Example, hands: int) -> bool:
    """Whether a shoe holds first cards that win the line for N hands, and a dealer's hand beside them."""
    bet = BETS[example.wager]
    rules = getattr(sheet.rules.bets, bet.section)
    shoe = Counter(DECK * sheet.rules.cards.decks)
    ways = []
    for dealer in (parse_cards("As Kh"), parse_cards("2s 3h")):  # with a blackjack and without one
        told = {"dealer": dealer, "dealer_blackjack": dealer[0].rank == "A"}
        winning = [
            pair
            for pair in combinations_with_replacement(DECK, 2)
            if example.line in bet.lines(Seen(pair, dealer[0], **told), rules)  # type: ignore[arg-type]
        ]
        ways.append((dealer, winning))
    return any(_lies(shoe - Counter(dealer), winning, hands) for dealer, winning in ways)


def _lies(shoe: Counter[Card], pairs: list[tuple[Card, Card]], hands: int) -> bool:
    if hands == 0:
        return True
    return any(
        _lies(shoe - Counter(pair), pairs[i:], hands - 1) for i, pair in enumerate(pairs) if Counter(pair) <= shoe
    )


# --- hold'em ----------------------------------------------------------------------------------------------


def _poker(example: Example, hands: int) -> bool:
    """Whether N hands can make the line on one board and beat the dealer with it."""
    kind = Category[example.line.upper()]
    made = [frozenset(five) for five in _fives(kind)]
    return _seated(kind, made, (), frozenset(), hands)


def _fives(kind: Category) -> Iterator[tuple[Card, ...]]:
    """Every five cards of a category that is made within one suit."""
    assert kind in (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH), kind
    for suit in range(4):
        for five in combinations(DECK[suit::4], 5):
            if evaluate(five) >> 12 == kind:
                yield five


def _seated(
    kind: Category, made: list[frozenset[Card]], holes: tuple[frozenset[Card], ...], board: frozenset[Card], hands: int
) -> bool:
    """Seat one hand after another: each has up to two cards of its five, and the board holds the rest."""
    if hands == 0:
        return len(board) <= 5 and _dealer_loses(kind, holes, board)
    taken = frozenset().union(*holes)
    for five in made:
        for size in (1, 2, 0):
            for held in combinations(sorted(five), size):
                hole, rest = frozenset(held), five - frozenset(held)
                apart = not hole & (taken | board) and not rest & taken
                if apart and len(board | rest) <= 5 and _seated(kind, made, (*holes, hole), board | rest, hands - 1):
                    return True
    return False


def _dealer_loses(kind: Category, holes: tuple[frozenset[Card], ...], board: frozenset[Card]) -> bool:
    """Whether the rest of the deck has a board and a dealer's hand that is beaten by all these hands."""
    taken = board.union(*holes)
    rest = [card for card in DECK if card not in taken]
    filled = [*board, *_plain(rest, 5 - len(board))]
    spare = [card for card in rest if card not in filled]
    hands = []
    for hole in holes:
        dealt = [*hole, *(spare.pop() for _ in range(2 - len(hole)))]
        hands.append(evaluate([*dealt, *filled]))
    return any(
        all(evaluate([*dealer, *filled]) < strength and strength >> 12 == kind for strength in hands)
        for dealer in combinations(spare[:12], 2)
    )


def _plain(cards: list[Card], wanted: int) -> list[Card]:
    """Cards to fill a board with that make nothing by themselves: low ones of different ranks."""
    found: list[Card] = []
    for card in cards:
        if len(found) < wanted and all(card >> 2 != other >> 2 for other in found):
            found.append(card)
    return found
