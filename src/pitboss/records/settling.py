"""Settling a record: every wager with its result, its amount and its clause; what was paid beside what was due.

A card that nobody saw is tried with every face that the decks still hold. Faces that contradict the record drop out;
a wager that comes out alike for all the others is decided, the rest are listed with the faces that go with each
result.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from pitboss.cards import DECK, UNKNOWN, Card, cards_text
from pitboss.errors import Defect
from pitboss.games.events import CardsDiscarded, Event, WagerSettled
from pitboss.games.round import Round
from pitboss.records.game import RECORDED_GAMES
from pitboss.records.lammers import without_value
from pitboss.records.record import Paid, Record, RecordError
from pitboss.records.replaying import FaceNeeded, MeterNeeded, check_census, replay_with, sheet_of
from pitboss.rules import Sheet

__all__ = [
    "Difference", "Outcome", "Settlement", "Undecided", "differences", "events_hash", "settle", "settled_in", "verify",
]  # fmt: skip

MOST_TRIES = 10_000
"""The most combinations of unseen cards that are tried."""

Key = tuple[int, str, int, int]
"""Spot, wager, hand, and its number among these: a seat may win envy more than once."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where what was paid is not what was due; ``hand`` is -1 where the record gives one amount for all hands."""

    spot: int
    wager: str
    hand: int
    paid_cents: int
    due_cents: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a wager may come out, and the faces of the unseen cards with which it does."""

    settled: WagerSettled | None
    faces: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """A wager whose result depends on cards that nobody saw."""

    spot: int
    wager: str
    hand: int
    outcomes: tuple[Outcome, ...]

    @property
    def stake_cents(self) -> int | None:
        """What lay there; None where that depends on the unseen cards too."""
        stakes = {outcome.settled.stake for outcome in self.outcomes if outcome.settled is not None}
        return stakes.pop() if len(stakes) == 1 else None


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a round owes; ``unseen`` are the places of unseen cards, ``faces`` how many of their faces fit.

    ``tried`` are the unseen cards that somebody would have to look at; the others never count. Where no bet looks
    at suits, the faces are tried by rank and ``suits`` is false. ``events`` are those with the faces in ``assumed``.
    ``wagers`` has a free bet that won nothing, too. ``hands`` are the cards of each spot, hand by hand, as far as they
    are known.
    """

    record: Record
    sheet: str
    wagers: tuple[WagerSettled, ...]
    net: dict[int, int]
    dealer: tuple[Card, ...]
    differences: tuple[Difference, ...]
    events: tuple[Event, ...]
    undecided: tuple[Undecided, ...] = ()
    unseen: tuple[int, ...] = ()
    faces: int = 1
    suits: bool = True
    assumed: tuple[Card, ...] = ()
    tried: tuple[int, ...] = ()
    board: tuple[Card, ...] = ()
    hands: dict[int, tuple[tuple[Card, ...], ...]] = field(default_factory=dict)

    @property
    def right(self) -> bool:
        """All decided, and paid as due where the record says what was paid."""
        return not (self.differences or self.undecided)


def settle(record: Record) -> Settlement:
    """Replay a record and return the result of every wager."""
    sheet = sheet_of(record)
    check_census(record, sheet.rules.cards.decks)
    if record.unseen:
        return _settle_unseen(record, sheet)
    return _settlement(record, replay_with(record, sheet, record.cards))


def verify(record: Record) -> Settlement:
    """Settle a record and hold it to its own hash of events; a log that replays otherwise is refused."""
    sheet = sheet_of(record)
    settled = settle(record)
    if record.events_hash and events_hash(settled.events) != record.events_hash:
        raise record.error("events_hash", f"the round replays otherwise on {sheet.name}", events_hash(settled.events))
    return settled


def events_hash(events: tuple[Event, ...] | list[Event]) -> str:
    """A hash of everything that happened, clauses included."""
    return hashlib.sha256(msgspec.json.encode(events, enc_hook=str)).hexdigest()


def _settlement(record: Record, round_: Round) -> Settlement:
    game = RECORDED_GAMES[round_.sheet.game]
    wagers = tuple(settled_in(round_))
    return Settlement(
        record, round_.sheet.name, wagers, round_.net(), game.dealer(round_.events), differences(record, wagers),
        tuple(round_.events), board=game.board(round_.events), hands=_hands_of(round_),
    )  # fmt: skip


def settled_in(round_: Round) -> list[WagerSettled]:
    """Every wager of a round, spot by spot in the order they were settled, free bets that won nothing last."""
    return sorted([*round_.settlements, *without_value(round_)], key=lambda settled: settled.spot)


def _hands_of(round_: Round) -> dict[int, tuple[tuple[Card, ...], ...]]:
    """The cards of each spot as they lay when they were cleared, hand by hand."""
    found: dict[int, dict[int, tuple[Card, ...]]] = {}
    for event in round_.events:
        if isinstance(event, CardsDiscarded) and event.spot:
            found.setdefault(event.spot, {})[event.hand] = event.cards
    return {spot: tuple(hands[hand] for hand in sorted(hands)) for spot, hands in found.items()}


# what was paid


def differences(
    record: Record, wagers: tuple[WagerSettled, ...], open_: frozenset[tuple[int, str]] = frozenset()
) -> tuple[Difference, ...]:
    """Compare what the record says was paid; an amount for a wager that was not made is a contradiction."""
    defects: list[Defect] = []
    found: list[Difference] = []
    for spot in record.spots:
        for place, prefix, paid in (("paid", "", spot.paid), ("paid_tokes", "toke:", spot.paid_tokes)):
            for name, stated in paid.items():
                if (spot.box, prefix + name) in open_:
                    continue
                due = [one for one in wagers if one.spot == spot.box and one.wager == prefix + name]
                if not due:
                    defects.append(Defect(f"spot {spot.box}.{place}.{name}", "there was no such wager"))
                elif isinstance(stated, tuple) and len(stated) != len(_hands(due)):
                    problem = f"has {_many(len(stated), 'amount')}, there {_were(len(_hands(due)), 'hand')}"
                    defects.append(Defect(f"spot {spot.box}.{place}.{name}", problem))
                else:
                    found += _compared(spot.box, prefix + name, stated, due)
    if defects:
        raise RecordError(record.name, defects)
    return tuple(found)


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _were(number: int, noun: str) -> str:
    return f"{'was' if number == 1 else 'were'} {_many(number, noun)}"


def _hands(due: list[WagerSettled]) -> dict[int, int]:
    """What each hand of a wager was due, by the number of the hand."""
    hands: dict[int, int] = {}
    for one in due:
        hands[one.hand] = hands.get(one.hand, 0) + one.pays
    return dict(sorted(hands.items()))


def _compared(box: int, wager: str, stated: Paid, due: list[WagerSettled]) -> Iterator[Difference]:
    if isinstance(stated, tuple):
        for (hand, cents), paid in zip(_hands(due).items(), stated, strict=True):
            if cents != paid:
                yield Difference(box, wager, hand, paid, cents)
    elif (cents := sum(one.pays for one in due)) != stated:
        yield Difference(box, wager, -1, stated, cents)


# cards that nobody saw


def _settle_unseen(record: Record, sheet: Sheet) -> Settlement:
    """Try the faces of the unseen cards: of all, or of those that the round asks for."""
    places = () if RECORDED_GAMES[sheet.game].faces_when_asked and not record.declared else record.unseen
    while True:
        try:
            return _together(record, sheet, places, _tried(record, sheet, places))
        except FaceNeeded as needed:
            places = tuple(sorted((*places, needed.place)))


def _tried(record: Record, sheet: Sheet, places: tuple[int, ...]) -> list[tuple[tuple[Card, ...], Round]]:
    """The round with each choice of faces that fits the record."""
    rounds, failure = [], ""
    for faces in _faces(record, sheet, len(places)):
        try:
            rounds.append((faces, replay_with(record, sheet, _filled(record.cards, places, faces))))
        except RecordError as error:
            if not places:
                raise
            if isinstance(error, MeterNeeded):  # it may have happened, and nobody could say what was due
                problem = f"are needed, as a hand with {cards_text(faces)} hits one"
                raise record.error("meters", problem, error.defects[0].expected) from None
            failure = failure or f"with {cards_text(faces)}: {error.defects[0]}"
    if not rounds:
        which = ", ".join(str(place + 1) for place in places)
        raise record.error("cards", f"no face of card {which} fits the record; {failure}")
    return rounds


def _faces(record: Record, sheet: Sheet, count: int) -> list[tuple[Card, ...]]:
    """Every choice of faces that the decks still hold, suits told apart only where a side bet looks at them."""
    decks = sheet.rules.cards.decks
    left = Counter(dict.fromkeys(DECK, decks))
    left.subtract(card for card in record.cards if card is not UNKNOWN)
    each = [card for card in DECK if left[card] > 0]
    if not RECORDED_GAMES[sheet.game].suits(record):
        each = [_plentiful(rank, each, left) for rank in dict.fromkeys(card.rank for card in each)]
    if len(each) ** count > MOST_TRIES:
        raise record.error("cards", f"{count} unseen cards are too many to try every face", "fewer ??")
    return list(_choices(each, left, count))


def _plentiful(rank: str, each: list[Card], left: Counter[Card]) -> Card:
    """A card to stand for its rank: the one that is there most often."""
    return max((card for card in each if card.rank == rank), key=left.__getitem__)


def _choices(each: list[Card], left: Counter[Card], count: int) -> Iterator[tuple[Card, ...]]:
    if not count:
        yield ()
        return
    for card in each:
        if left[card]:
            left[card] -= 1
            for rest in _choices(each, left, count - 1):
                yield (card, *rest)
            left[card] += 1


def _filled(cards: tuple[Card, ...], places: tuple[int, ...], faces: tuple[Card, ...]) -> tuple[Card, ...]:
    filled = list(cards)
    for place, face in zip(places, faces, strict=True):
        filled[place] = face
    return tuple(filled)


def _together(
    record: Record, sheet: Sheet, places: tuple[int, ...], rounds: list[tuple[tuple[Card, ...], Round]]
) -> Settlement:
    """What all the rounds agree on is decided; the rest is listed with its faces."""
    game = RECORDED_GAMES[sheet.game]
    results = [_by_key(round_) for _, round_ in rounds]
    keys = list(dict.fromkeys(key for result in results for key in result))
    wagers, undecided = [], []
    for key in keys:
        outcomes: dict[WagerSettled | None, list[tuple[Card, ...]]] = {}
        for (faces, _), result in zip(rounds, results, strict=True):
            outcomes.setdefault(_alike(result.get(key), outcomes), []).append(faces)
        if len(outcomes) == 1:
            wagers.append(results[0][key])
        else:
            found = tuple(Outcome(one, tuple(faces)) for one, faces in outcomes.items())
            undecided.append(Undecided(key[0], key[1], key[2], found))
    open_ = frozenset((one.spot, one.wager) for one in undecided)
    first = rounds[0][1]
    open_spots = {one.spot for one in undecided if not one.wager.startswith("toke:")}
    net = {box: cents for box, cents in first.net().items() if box not in open_spots}
    dealer = _shared([game.dealer(round_.events) for _, round_ in rounds])
    board = _shared([game.board(round_.events) for _, round_ in rounds])
    return Settlement(
        record, sheet.name, tuple(wagers), net, dealer, differences(record, tuple(wagers), open_),
        tuple(first.events), tuple(undecided), record.unseen, len(rounds), game.suits(record), rounds[0][0], places,
        board, _shared_hands([_hands_of(round_) for _, round_ in rounds]),
    )  # fmt: skip


def _shared_hands(found: list[dict[int, tuple[tuple[Card, ...], ...]]]) -> dict[int, tuple[tuple[Card, ...], ...]]:
    """The hands of each spot as far as the rounds agree on them."""
    shared = {}
    for spot, hands in found[0].items():
        if all(len(other.get(spot, ())) == len(hands) for other in found):
            shared[spot] = tuple(_shared([other[spot][i] for other in found]) for i in range(len(hands)))
    return shared


def _by_key(round_: Round) -> dict[Key, WagerSettled]:
    """A round's settlements by what they settle."""
    found: dict[Key, WagerSettled] = {}
    counts: Counter[tuple[int, str, int]] = Counter()
    for one in settled_in(round_):
        what = one.spot, one.wager, one.hand
        found[*what, counts[what]] = one
        counts[what] += 1
    return found


def _alike(
    one: WagerSettled | None, outcomes: dict[WagerSettled | None, list[tuple[Card, ...]]]
) -> WagerSettled | None:
    """The outcome among those found that pays the same for the same stake; the clause may be another."""
    if one is None:
        return None
    for known in outcomes:
        if known is not None and (known.stake, known.result, known.pays) == (one.stake, one.result, one.pays):
            return known
    return one


def _shared(hands: list[tuple[Card, ...]]) -> tuple[Card, ...]:
    """What several hands have in common, card by card; what differs stays unknown."""
    first = hands[0]
    if any(len(hand) != len(first) for hand in hands):
        return ()
    return tuple([card if all(hand[i] is card for hand in hands) else UNKNOWN for i, card in enumerate(first)])
