"""What a ruling at blackjack is worth: the round itself, played on.

A ruling is tried on copies of the round: whatever nobody can see (the hole card, a double card face down, the shoe) is
drawn anew each time from the cards that are left, and the round is played to its end by the best play by totals. All
rulings are tried on the same draws, so that their difference is known better than each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import Hand
from pitboss.games.round import Offer
from pitboss.hands.totals import POINTS, is_ace_ten
from pitboss.maths.blackjack.table_hands import kind_of
from pitboss.maths.rulings.seats import SeatWorth, mean
from pitboss.rules import Sheet
from pitboss.shoe.chance import SeededChance

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Playbook

__all__ = ["GAME"]


class _Blackjack:
    def weigh(
        self, round_: BlackjackRound, rack: Sequence[Card], offers: Sequence[Offer], trials: int, seed: str
    ) -> list[list[SeatWorth]]:
        """Every answer on the same draws, to the end of the round."""
        book = _book(round_.sheet)
        results: list[dict[int, list[int]]] = [{box: [] for box in round_.spots} for _ in offers]
        for trial in range(trials):
            imagined = _with_hidden_cards_redrawn(round_, SeededChance(f"{seed}/{trial}"))
            for offer, result in zip(offers, results, strict=True):
                twin = imagined.copy()
                twin.act(offer.action)
                _play_out(twin, rack, book, f"{seed}/{trial}")
                for box, cents in twin.net().items():
                    result[box].append(cents)
        return [[mean(box, cents) for box, cents in result.items()] for result in results]


@lru_cache(maxsize=16)
def _book(sheet: Sheet) -> Playbook:
    from pitboss.maths.blackjack import best_total_dependent, solve

    return best_total_dependent(solve(sheet))


def _with_hidden_cards_redrawn(round_: BlackjackRound, chance: SeededChance) -> BlackjackRound:
    """The round with everything that nobody can see drawn again, and a dealer who deals by the program."""
    twin = round_.copy()
    twin.automatic = True
    left = list(chance.shuffled(_unseen(round_)))
    if round_.hole_dealt and not round_.turned and not round_.hole_exposed:
        twin.hole = left.pop(_fitting(round_, left))
    for spot in twin.spots.values():
        for hand in spot.hands:
            if hand.hidden is not None:
                _lay_under(hand, left.pop())
    exhausted = round_.case is not None and round_.case.kind == "shoe_exhausted"
    twin.order = (UNKNOWN,) * round_.next_card + (() if exhausted else tuple(left))
    twin.cut_card = None
    return twin


def _unseen(round_: BlackjackRound) -> list[Card]:
    """The cards of the decks that do not lie open in this round."""
    hands = [hand for spot in round_.spots.values() for hand in spot.hands]
    seen = [card for hand in hands for at, card in enumerate(hand.cards) if at != hand.hidden]
    seen += [*round_.dealer.cards, *round_.discarded, *round_.burned]
    if round_.hole_exposed:
        seen.append(round_.hole)
    if round_.case is not None:
        seen.append(round_.case.card)
    left = Counter(dict.fromkeys(DECK, round_.t.rules.cards.decks))
    left.subtract(card for card in seen if card.known)
    return sorted((+left).elements())


def _fitting(round_: BlackjackRound, left: Sequence[Card]) -> int:
    """The last of these that can be the hole card, after what the dealer said of it."""
    told = round_.peeked and not round_.peek_found
    return next(
        at for at in reversed(range(len(left))) if not (told and is_ace_ten((round_.up, left[at])))
    )  # fmt: skip


def _lay_under(hand: Hand, card: Card) -> None:
    """Another double card, face down."""
    assert hand.hidden is not None
    hand.cards[hand.hidden] = card
    hand.points = sum(POINTS[one] for one in hand.cards)
    hand.ace = any(POINTS[one] == 1 for one in hand.cards)


def _play_out(round_: BlackjackRound, rack: Sequence[Card], book: Playbook, seed: str) -> None:
    while not round_.over:
        round_.act(_answer(round_, rack, book, seed))


def _answer(round_: BlackjackRound, rack: Sequence[Card], book: Playbook, seed: str) -> a.Action:
    """The best play by totals where a hand is asked, and whatever is usual elsewhere."""
    question = round_.question
    assert question is not None
    if question.kind == "reshuffle":
        return a.Reshuffled(tuple(SeededChance(f"{seed}/again").shuffled(rack)))
    offers = [offer.action for offer in round_.offers()]
    if question.kind in ("play", "fives", "natural", "early_surrender"):
        hand = round_.spots[question.spot].hands[question.hand]
        return next((found for move in _moves(round_, hand, book) if (found := _offered(offers, move))), offers[0])
    confirmed = [one for one in offers if isinstance(one, a.Rule) and round_.case and one.choice == round_.case.choice]
    if confirmed:
        return confirmed[0]
    if question.kind == "insurance":
        return next(one for one in offers if isinstance(one, (a.DeclineInsurance, a.CloseInsurance)))
    return round_.timeout_answer() or offers[0]


def _moves(round_: BlackjackRound, hand: Hand, book: Playbook) -> list[int]:
    """What the book wants of a hand, and what it takes where that is not to be had."""
    from pitboss.maths.blackjack import Move

    kind, up = kind_of(hand), POINTS[round_.up] - 1
    if hand.doubled:
        left = round_.t.double.redoubles + 1 - hand.doubled
        least = int(book.again[kind, up, int(hand.soft), hand.total])
        return [Move.DOUBLE, Move.STAND] if 0 < least <= left else [Move.STAND]
    if len(hand.cards) > 2:
        wanted = [int(book.later[kind, up, int(hand.soft), hand.total])]
    else:
        one, two = (POINTS[card] - 1 for card in hand.cards)
        wanted = [int(book.first[kind, up, one, two]), int(book.unsplit[kind, up, one])]
    return [*wanted, Move.STAND if hand.total >= 12 else Move.HIT]


def _offered(offers: Sequence[a.Action], move: int) -> a.Action | None:
    """The answer that carries a move of the book out."""
    from pitboss.maths.blackjack import Move

    kinds: dict[int, tuple[type[a.Action], ...]] = {
        Move.STAND: (a.Stand, a.GoOn),
        Move.HIT: (a.Hit,),
        Move.DOUBLE: (a.DoubleDown,),
        Move.DOUBLE_LESS: (a.DoubleDown,),
        Move.SPLIT: (a.Split,),
        Move.SURRENDER: (a.Surrender,),
    }
    found = [offer for offer in offers if isinstance(offer, kinds[move])]
    return found[-1 if move == Move.DOUBLE_LESS else 0] if found else None


GAME: Final = _Blackjack()
