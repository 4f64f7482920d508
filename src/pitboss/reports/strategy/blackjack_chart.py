"""The strategy card of a blackjack sheet, read off a playbook."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from pitboss.maths.blackjack.card_counts import ByCards
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import ACE_LAMMER, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT, BlackjackRecord
from pitboss.reports.charts import Cell, Chart, Grid, Key, Play

__all__ = ["UPS", "blackjack_chart", "blackjack_grids", "blackjack_notes"]

ACE, TEN = 0, 9
UPS: Final = (*range(1, 10), ACE)
"""Up cards in the order of a card's columns: two to ten, then the ace; values are indices 0 (ace) to 9 (ten)."""
HARD: Final = 0
FEW: Final = 12
"""Up to this number of differences stand in notes; more get blocks of their own."""

_PLAYS: Final = {
    Move.STAND: Play.STAND,
    Move.HIT: Play.HIT,
    Move.DOUBLE: Play.DOUBLE,
    Move.DOUBLE_LESS: Play.DOUBLE,
    Move.SPLIT: Play.SPLIT,
    Move.SURRENDER: Play.SURRENDER,
}
_LETTERS: Final = {
    Move.STAND: "S",
    Move.HIT: "H",
    Move.DOUBLE: "D",
    Move.DOUBLE_LESS: "L",
    Move.SPLIT: "P",
    Move.SURRENDER: "R",
}
_WORDS: Final = {
    Move.STAND: "stand",
    Move.HIT: "hit",
    Move.DOUBLE: "double",
    Move.DOUBLE_LESS: "double for less",
    Move.SPLIT: "split",
    Move.SURRENDER: "surrender",
}
_KINDS: Final = {
    SPLIT: "After a split",
    LAMMER: "On a lammer",
    SPLIT_ACE: "Split aces",
    ACE_LAMMER: "Aces on a lammer",
}
_KEYS: Final = {
    "H": "Hit",
    "S": "Stand",
    "D": "Double, or hit where doubling is not open",
    "Ds": "Double, or stand",
    "D2": "Double again while two more doubles are open",
    "D3": "Double again while three more doubles are open",
    "D4": "Double again while four more doubles are open",
    "L": "Double for less, or hit where doubling is not open",
    "Ls": "Double for less, or stand",
    "P": "Split",
    "R": "Surrender, or hit where surrender is not open",
    "Rs": "Surrender, or stand",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """The first two cards of a row: their values, how often they come, and the total they make."""

    values: tuple[int, int]
    weight: int
    soft: int
    total: int

    @property
    def text(self) -> str:
        return ", ".join(_card(value) for value in self._highest_first())

    @property
    def ranks(self) -> str:
        """The hand as the values of choices name it: "T6"."""
        return "".join(_card(value).replace("10", "T") for value in self._highest_first())

    def _highest_first(self) -> list[int]:
        return sorted(self.values, key=lambda value: (value != ACE, -value))


def _hand(a: int, b: int) -> Hand:
    """Two cards as a hand.

    >>> _hand(0, 0).total, _hand(9, 5).text, _hand(0, 6).total
    (12, '10, 6', 18)
    """
    points, soft = a + b + 2, int(ACE in (a, b))
    return Hand((a, b), (4 if a == TEN else 1) * (4 if b == TEN else 1), soft, points + 10 * soft)


def _card(value: int) -> str:
    return "A" if value == ACE else str(value + 1)


def blackjack_chart(
    playbook: Playbook,
    record: BlackjackRecord,
    *,
    title: str,
    subtitle: str,
    felt: str,
    edge: str = "",
    basis: str = "",
    by_cards: tuple[ByCards, ...] = (),
) -> Chart:
    """The whole card: hard totals, soft totals and pairs, with notes for what a cell cannot say.

    ``by_cards`` are totals that are played differently with a given number of cards.
    """
    grids = blackjack_grids(playbook, record)
    return Chart(
        title=title,
        subtitle=subtitle,
        figure_label="House edge, played this way" if edge else "",
        figure=edge,
        grids=grids,
        keys=_keys(grids),
        notes=(*blackjack_notes(playbook, record), *counted_notes(by_cards)),
        basis=basis,
        felt=felt,
    )


def blackjack_grids(playbook: Playbook, record: BlackjackRecord) -> tuple[Grid, ...]:
    """The three blocks of a card, and further ones for kinds of hand that are played quite differently."""
    grids = [
        _opening("Hard totals", _hard_rows(playbook, record, UNSPLIT)),
        _opening("Pairs", _pair_rows(playbook, record)),
        _opening("Soft totals", _soft_rows(playbook, record, UNSPLIT)),
    ]
    for kind in _own_blocks(playbook, record):
        name = _KINDS[kind]
        if kind in (SPLIT, LAMMER):
            grids.append(_block(f"{name}: hard totals", _hard_rows(playbook, record, kind)))
        grids.append(_block(f"{name}: soft totals", _soft_rows(playbook, record, kind)))
    rows = _again_rows(playbook)
    if rows:
        grids.append(Grid("Doubled hands", "", _columns(), rows))
    return tuple(grids)


Row = tuple[str, tuple[Cell, ...], tuple[Hand, ...]]
"""The label of a row, its cells, and the hands that it stands for."""


def _opening(title: str, rows: Sequence[Row]) -> Grid:
    """A block for the first two cards: each row names the hands that it stands for."""
    hands = tuple(tuple(hand.ranks for hand in found) for _, _, found in rows)
    return Grid(title, "", _columns(), tuple((label, cells) for label, cells, _ in rows), hands)


def _block(title: str, rows: Sequence[Row]) -> Grid:
    """A block for hands that are not the first two cards as they were dealt."""
    return Grid(title, "", _columns(), tuple((label, cells) for label, cells, _ in rows))


def _again_rows(playbook: Playbook) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """What is done with a hand that was doubled: it stands, or is doubled again."""
    totals = [(HARD, f"{total}", total) for total in range(20, 3, -1)]
    totals += [(1, f"soft {total}", total) for total in range(21, 11, -1)]
    rows = [(label, playbook.again[UNSPLIT, :, soft, total]) for soft, label, total in totals]
    return tuple((label, tuple(_again_cell(int(least[up])) for up in UPS)) for label, least in rows if least.any())


def _again_cell(least: int) -> Cell:
    if not least:
        return Cell(_LETTERS[Move.STAND], Play.STAND, False, _WORDS[Move.STAND])
    words = "double again" if least == 1 else f"double again while {least} more doubles are open, or stand"
    return Cell("D" if least == 1 else f"D{least}", Play.DOUBLE, False, words)


def _columns() -> tuple[str, ...]:
    return tuple(_card(up) for up in UPS)


# rows


def _hard_hands(total: int) -> list[Hand]:
    """The unlike first two cards of a hard total; the pair where there are no others."""
    points = [(a, total - a - 2) for a in range(1, 10) if a <= total - a - 2 <= TEN]
    unlike = [_hand(a, b) for a, b in points if a != b]
    return unlike or [_hand(a, b) for a, b in points]


def _possible(record: BlackjackRecord, kind: int, hands: Sequence[Hand]) -> list[Hand]:
    """The hands that a kind can have: a split hand begins with a card of its pair."""
    if kind == UNSPLIT:
        return list(hands)
    begun = (
        {ACE} if kind in (SPLIT_ACE, ACE_LAMMER) else {value for value in range(1, 10) if record.most_hands[value] > 1}
    )
    if kind == LAMMER:
        begun = {value for value in begun if record.free_pairs[value]}
    return [hand for hand in hands if begun & set(hand.values)]


def _hard_rows(playbook: Playbook, record: BlackjackRecord, kind: int) -> tuple[Row, ...]:
    hands = {total: _possible(record, kind, _hard_hands(total)) for total in range(20, 3, -1)}
    cells = {total: _row(playbook, kind, found) for total, found in hands.items() if found}
    merged = [[total for total, _ in same] for _, same in groupby(cells.items(), key=lambda row: row[1])]
    named: list[Row] = []
    for place, totals in enumerate(merged):
        together = tuple(hand for total in totals for hand in hands[total])
        if len(totals) > 1 and place == 0:
            named.append((f"{totals[-1]} up", cells[totals[0]], together))
        elif len(totals) > 1 and place == len(merged) - 1:
            named.append((f"{totals[0]} down", cells[totals[0]], together))
        else:
            named += [(str(total), cells[total], tuple(hands[total])) for total in totals]
    return tuple(named)


def _soft_rows(playbook: Playbook, record: BlackjackRecord, kind: int) -> tuple[Row, ...]:
    hands = [(value, _possible(record, kind, [_hand(ACE, value)])) for value in range(TEN, 0, -1)]
    rows = [(value, _row(playbook, kind, found), tuple(found)) for value, found in hands if found]
    return tuple(
        (f"A, {_card(value)}", row, found)
        for value, row, found in rows
        if value != TEN or any(cell.play is not Play.STAND for cell in row)
    )


def _pair_rows(playbook: Playbook, record: BlackjackRecord) -> tuple[Row, ...]:
    pairs = [_hand(value, value) for value in (ACE, *range(TEN, 0, -1)) if record.most_hands[value] > 1]
    return tuple((pair.text, tuple(_pair_cell(playbook, pair.values[0], up) for up in UPS), (pair,)) for pair in pairs)


def _row(playbook: Playbook, kind: int, hands: Sequence[Hand]) -> tuple[Cell, ...]:
    return tuple(_cell(playbook, kind, up, hands) for up in UPS)


def _first(playbook: Playbook, kind: int, up: int, hand: Hand) -> Move:
    a, b = hand.values
    return Move(int(playbook.unsplit[kind, up, a] if a == b else playbook.first[kind, up, a, b]))


def _later(playbook: Playbook, kind: int, up: int, hand: Hand) -> Move:
    """What is done with the same total in three or more cards; with two where no three can make it."""
    least = 6 if hand.soft == HARD else 14 if kind in (SPLIT, LAMMER) else 13
    if hand.total < least:
        return _first(playbook, kind, up, hand)
    return Move(int(playbook.later[kind, up, hand.soft, hand.total]))


def _most(playbook: Playbook, kind: int, up: int, hands: Sequence[Hand]) -> Move:
    """What most of the hands of a total do, each weighed by how often it comes."""
    votes: dict[Move, int] = defaultdict(int)
    for hand in hands:
        votes[_first(playbook, kind, up, hand)] += hand.weight
    return max(votes, key=lambda move: (votes[move], -move))


def _cell(playbook: Playbook, kind: int, up: int, hands: Sequence[Hand]) -> Cell:
    move, later = _most(playbook, kind, up, hands), _later(playbook, kind, up, hands[0])
    split_up = len({_first(playbook, kind, up, hand) for hand in hands}) > 1
    return _written(move, later, noted=split_up or _turns(move, later))


def _pair_cell(playbook: Playbook, value: int, up: int) -> Cell:
    move = Move(int(playbook.first[UNSPLIT, up, value, value]))
    return _written(move, _later(playbook, UNSPLIT, up, _hand(value, value)), noted=False)


def _turns(move: Move, later: Move) -> bool:
    """Whether hands of three or more cards are played the other way although the same choices are open."""
    return move in (Move.HIT, Move.STAND) and later is not move


def _written(move: Move, later: Move, *, noted: bool) -> Cell:
    letters, words = _LETTERS[move], _WORDS[move]
    if move in (Move.DOUBLE, Move.DOUBLE_LESS, Move.SURRENDER) and later in (Move.HIT, Move.STAND):
        letters += "s" if later is Move.STAND else ""
        words += f", or {_WORDS[later]}"
    return Cell(letters, _PLAYS[move], noted, words)


# what a cell cannot say


def _keys(grids: Sequence[Grid]) -> tuple[Key, ...]:
    cells = {cell.letters: cell for grid in grids for _, row in grid.rows for cell in row}
    keys = [Key(Cell(letters, cells[letters].play), words) for letters, words in _KEYS.items() if letters in cells]
    if any(cell.noted for grid in grids for _, row in grid.rows for cell in row):
        keys.append(Key(Cell("H", Play.HIT, noted=True), "Dots: a note below says where the cards matter"))
    return tuple(keys)


def blackjack_notes(playbook: Playbook, record: BlackjackRecord) -> tuple[str, ...]:
    """Exceptions by cards, hands that differ after a split, insurance, and what is free."""
    notes = [*_grouped(_exceptions(playbook, record, UNSPLIT))]
    blocks = _own_blocks(playbook, record)
    for kind in _kinds(record):
        told = _exceptions(playbook, record, kind) if kind in blocks else _differences(playbook, record, kind)
        notes += _grouped(told, before=f"{_KINDS[kind]}, ")
    return (*notes, *_pair_notes(playbook, record), *_money_notes(playbook, record))


def counted_notes(by_cards: Sequence[ByCards]) -> list[str]:
    """The totals that are played differently with three, four, five or six cards, a sentence for each."""
    notes = []
    for cards in sorted({one.cards for one in by_cards}):
        told = [one for one in by_cards if one.cards == cards]
        told.sort(key=lambda one: (one.soft, one.total, UPS.index(one.up)))
        noted = ((f"{'soft ' * one.soft}{one.total}", _card(one.up), _WORDS[one.move]) for one in told)
        notes += _grouped(noted, before=f"With {_COUNTED[cards]} cards, ")
    return notes


_COUNTED: Final = {3: "three", 4: "four", 5: "five", 6: "six"}

Noted = tuple[str, str, str]
"""One exception: the row, the up card, and what is done with which hands."""


def _exceptions(playbook: Playbook, record: BlackjackRecord, kind: int) -> Iterator[Noted]:
    """The hands of a total that are played differently from most of it."""
    for label, hands in _totals(record, kind):
        for up in UPS:
            move, later = _most(playbook, kind, up, hands), _later(playbook, kind, up, hands[0])
            others: dict[Move, list[str]] = defaultdict(list)
            for hand in hands:
                if _first(playbook, kind, up, hand) is not move:
                    others[_first(playbook, kind, up, hand)].append(hand.text)
            for other, texts in others.items():
                yield label, _card(up), f"{_WORDS[other]} with {' or '.join(texts)}"
            if _turns(move, later) and len(others) < len(hands):
                yield label, _card(up), f"{_WORDS[later]} with three or more cards"


def _differences(playbook: Playbook, record: BlackjackRecord, kind: int) -> Iterator[Noted]:
    """Where a kind of hand is played differently from the card's main blocks."""
    for label, hands in _totals(record, kind):
        for up in UPS:
            here, main = _most(playbook, kind, up, hands), _most(playbook, UNSPLIT, up, hands)
            closed = main not in (Move.HIT, Move.STAND) and here is _later(playbook, UNSPLIT, up, hands[0])
            if here is not main and not closed:
                yield label, _card(up), _WORDS[here]


def _totals(record: BlackjackRecord, kind: int) -> Iterator[tuple[str, list[Hand]]]:
    """Every total that a kind of hand can have, with its hands."""
    totals = [(f"{total}", _hard_hands(total)) for total in range(20, 3, -1)]
    totals += [(f"soft {value + 12}", [_hand(ACE, value)]) for value in range(8, 0, -1)]
    for label, hands in totals:
        found = _possible(record, kind, hands)
        if found:
            yield label, found


def _grouped(told: Iterator[Noted], *, before: str = "") -> list[str]:
    """One sentence for all up cards against which the same is done."""
    ups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for label, up, words in told:
        ups[label, words].append(up)
    return [
        f"{before}{label[:1].upper() + label[1:] if not before else label} against {', '.join(found)}: {words}."
        for (label, words), found in ups.items()
    ]


def _kinds(record: BlackjackRecord) -> list[int]:
    """The kinds of hand, but for the first, that a sheet can bring and that leave something to decide."""
    splits = [most > 1 for most in record.most_hands]
    lammers = [may and free for may, free in zip(splits, record.free_pairs, strict=True)]
    there = {SPLIT: any(splits[1:]), LAMMER: any(lammers[1:]), SPLIT_ACE: splits[ACE], ACE_LAMMER: lammers[ACE]}
    terms = record.kinds
    return [kind for kind, found in there.items() if found and (terms[kind].hit or terms[kind].doubles)]


def _own_blocks(playbook: Playbook, record: BlackjackRecord) -> list[int]:
    return [kind for kind in _kinds(record) if len(list(_differences(playbook, record, kind))) > FEW]


def _pair_notes(playbook: Playbook, record: BlackjackRecord) -> list[str]:
    """Pairs that can be split no more, where their total would be played differently."""
    notes = []
    for value in range(1, 10):
        pair, total = _hand(value, value), 2 * value + 2
        hands = [hand for hand in _hard_hands(total) if hand.values != pair.values]
        if record.most_hands[value] < 2 or not hands:
            continue
        for up in UPS:
            move = _first(playbook, UNSPLIT, up, pair)
            if move is not _most(playbook, UNSPLIT, up, hands):
                notes.append((f"{pair.text} that cannot be split", _card(up), _WORDS[move]))
    return _grouped(iter(notes))


def _money_notes(playbook: Playbook, record: BlackjackRecord) -> list[str]:
    notes = []
    if record.insurance_stake:
        notes.append("Always insure." if playbook.insure else "Never insure.")
    if record.even_money is not None:
        notes.append("Always take even money." if playbook.even_money else "Never take even money.")
    if record.free_totals:
        totals = [str(total) for total in sorted(record.free_totals)]
        notes.append(f"A double of hard {_listed(totals)} is free.")
    free = [f"{_card(v)}s" if v else "aces" for v, is_free in enumerate(record.free_pairs) if is_free]
    if free and len(free) < 10:
        paid = [f"{_card(v)}s" if v else "aces" for v, is_free in enumerate(record.free_pairs) if not is_free]
        notes.append(f"Splits are free, but for {_listed(paid)}.")
    elif free:
        notes.append("Splits are free.")
    return notes


def _listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them.

    >>> _listed(["9", "10", "11"])
    '9, 10 and 11'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
