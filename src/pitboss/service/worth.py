"""What each ruling in an open case is worth to each seat, from the cards that lie open.

A ruling is tried on copies of the round: whatever nobody can see (the hole card, a double card face down, the shoe) is
drawn anew each time from the cards that are left, and the round is played to its end by the best play by totals. All
rulings are tried on the same draws, so that their difference is known better than each of them. A ruling that leaves
nothing to chance is exact. In hold'em a hand is known to its player alone, and what it is worth would tell whoever
rules what it is: so it is weighed as any hand that could lie there, by the solver's value before its decision and by
the showdown after it; progressive and tokes are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import Hand
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.holdem.settling import line_of
from pitboss.games.round import Offer
from pitboss.hands.blackjack import POINTS, is_ace_ten
from pitboss.hands.poker import evaluate
from pitboss.money import Rounding, pay
from pitboss.rules import Sheet
from pitboss.shoe.chance import SeededChance
from pitboss.table import TableRound

if TYPE_CHECKING:
    from pitboss.games.holdem.state import Seat
    from pitboss.maths.blackjack import Playbook

__all__ = ["RulingWorth", "SeatWorth", "worth"]

TRIALS: Final = 1000
HANDS: Final = 120
WEIGHED: Final = ("ruling", "choice", "offer_card")
"""The questions of a case that have several answers."""
_WEIGHED_WAGERS: Final = ("ante", "blind", "play", "trips")


class SeatWorth(msgspec.Struct, frozen=True, kw_only=True):
    """The mean result of a seat's round in cents, with its standard error; nothing where its cards are not known."""

    spot: int
    cents: float | None
    error: float = 0.0
    exact: bool = False


class RulingWorth(msgspec.Struct, frozen=True, kw_only=True):
    """One ruling, or one choice of a player, and what it is worth."""

    choice: str
    text: str
    clause: str
    seats: tuple[SeatWorth, ...]


def worth(
    round_: TableRound, *, rack: Sequence[Card] = (), trials: int = TRIALS, seed: str = "worth"
) -> tuple[RulingWorth, ...]:
    """What each answer to the open question of a case is worth to each seat; refused where no case is open.

    ``rack`` are the discards that a round without cards would be dealt from.
    """
    if round_.question is None or round_.question.kind not in WEIGHED:
        raise IllegalAction("there is nothing to rule on")
    offers = round_.offers()
    if isinstance(round_, HoldemRound):
        return tuple(_ruling(offer, _holdem_seats(round_, offer)) for offer in offers)
    results = _tried(round_, rack, offers, trials, seed)
    return tuple(_ruling(offer, seats) for offer, seats in zip(offers, results, strict=True))


def _ruling(offer: Offer, seats: Sequence[SeatWorth]) -> RulingWorth:
    choice = getattr(offer.action, "choice", type(offer.action).__name__)
    return RulingWorth(choice=choice, text=offer.text, clause=offer.clause, seats=tuple(seats))


# blackjack: the round itself, played on


def _tried(
    round_: BlackjackRound, rack: Sequence[Card], offers: Sequence[Offer], trials: int, seed: str
) -> list[list[SeatWorth]]:
    """Every answer on the same draws, to the end of the round."""
    book = _book(round_.sheet)
    results: list[dict[int, list[int]]] = [{box: [] for box in round_.spots} for _ in offers]
    for trial in range(trials):
        imagined = _imagined(round_, SeededChance(f"{seed}/{trial}"))
        for offer, result in zip(offers, results, strict=True):
            twin = imagined.copy()
            twin.act(offer.action)
            _play_out(twin, rack, book, f"{seed}/{trial}")
            for box, cents in twin.net().items():
                result[box].append(cents)
    return [[_mean(box, cents) for box, cents in result.items()] for result in results]


def _mean(box: int, results: Sequence[float]) -> SeatWorth:
    count, mean = len(results), sum(results) / len(results)
    if len(set(results)) == 1:
        return SeatWorth(spot=box, cents=mean, exact=True)
    variance = sum((cents - mean) ** 2 for cents in results) / (count - 1)
    return SeatWorth(spot=box, cents=mean, error=sqrt(variance / count))


@lru_cache(maxsize=16)
def _book(sheet: Sheet) -> Playbook:
    from pitboss.maths.blackjack import best_total_dependent, solve

    return best_total_dependent(solve(sheet))


def _imagined(round_: BlackjackRound, chance: SeededChance) -> BlackjackRound:
    """The round with everything that nobody can see drawn anew, and a dealer who needs nobody to tell him."""
    twin = round_.copy()
    twin.automatic = True
    left = list(chance.shuffled(_unseen(round_)))
    if round_.hole_dealt and not round_.turned and not round_.hole_exposed:
        twin.hole = left.pop(_fitting(round_, left))
    for spot in twin.spots.values():
        for hand in spot.hands:
            if hand.hidden >= 0:
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
    if question.kind == "insurance":
        return next(one for one in offers if isinstance(one, (a.DeclineInsurance, a.CloseInsurance)))
    return round_.timeout_answer() or offers[0]


def _moves(round_: BlackjackRound, hand: Hand, book: Playbook) -> list[int]:
    """What the book wants of a hand, and what it takes where that is not to be had."""
    from pitboss.maths.blackjack import Move
    from pitboss.maths.simulation.lock_step import kind_of

    kind, up = kind_of(hand), POINTS[round_.up] - 1
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


# hold'em: any hand that could lie there


def _holdem_seats(round_: HoldemRound, offer: Offer) -> list[SeatWorth]:
    """What an answer leaves of each seat: nothing of a void round, all wagers of one forfeited, else its value."""
    choice = getattr(offer.action, "choice", "")
    assert round_.question is not None
    concerned = round_.question.spot
    if choice == "void":
        return [SeatWorth(spot=box, cents=0.0, exact=True) for box in round_.seats]
    return [
        _forfeited(seat) if choice == "void_and_forfeit" and seat.box == concerned else _held(round_, seat, offer)
        for seat in round_.seats.values()
    ]


def _forfeited(seat: Seat) -> SeatWorth:
    lost = sum(cents for wager, cents in seat.wagers.items() if wager != "progressive")
    return SeatWorth(spot=seat.box, cents=-float(lost), exact=True)


def _held(round_: HoldemRound, seat: Seat, offer: Offer) -> SeatWorth:
    """Ante, Blind, Play and Trips of a hand that nobody else has seen: any hand could be there."""
    if seat.out or len(seat.cards) != 2:
        return SeatWorth(spot=seat.box, cents=None)
    weigh = _undecided if seat.undecided else _shown_down
    return _mean(seat.box, [weigh(round_, seat, offer, f"any hand/{trial}") for trial in range(HANDS)])


def _undecided(round_: HoldemRound, seat: Seat, offer: Offer, seed: str) -> float:
    """What some hand would be worth here at best play, with Trips on some board."""
    from pitboss.maths.holdem.live import value

    board = round_.board[: round_.turned]
    left = [card for card in SeededChance(seed).shuffled(DECK) if card not in board]
    hole, rest = tuple(left[:2]), left[2 : 2 + 5 - len(board)]
    units = max(value(round_.sheet, hole, board, stake_cents=seat.ante).choices.values())
    return float(units) * seat.ante + _trips_pays(round_, (*hole, *board, *rest), seat.wagers.get("trips", 0))


def _shown_down(round_: HoldemRound, seat: Seat, offer: Offer, seed: str) -> float:
    """The round played on for a seat that has decided, with every card that lies face down drawn anew."""
    twin = round_.copy()
    twin.automatic = True
    seen = round_.board[: round_.turned]
    left = [card for card in SeededChance(seed).shuffled(DECK) if card not in seen]
    twin.board = (*seen, *(left.pop() for _ in round_.board[round_.turned :]))
    twin.dealer = tuple(left.pop() for _ in round_.dealer)
    for other in twin.seats.values():
        other.cards = tuple(left.pop() for _ in other.cards)
    twin.act(offer.action)
    while not twin.over and (answer := _usual(twin)) is not None:
        twin.act(answer)
    return sum(done.pays for done in twin.settlements if done.spot == seat.box and done.wager in _WEIGHED_WAGERS)


def _usual(round_: HoldemRound) -> a.Action | None:
    """What the others answer does not matter to this seat; the meters are left out of it."""
    question = round_.question
    assert question is not None
    return None if question.kind == "jackpot" else round_.timeout_answer()


def _trips_pays(round_: HoldemRound, cards: Sequence[Card], stake: int) -> int:
    if not stake or round_.t.trips is None:
        return 0
    odds = getattr(round_.t.trips.pays, line_of(evaluate(cards)), None)
    return -stake if odds is None else pay(stake, odds, rounding=Rounding.EXACT_CENT)
