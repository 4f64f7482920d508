"""The table as lines: the dealer's hand, the board, and each spot with its cards and wagers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.cli.play.felt import Paint
from pitboss.maths.rulings import RulingWorth
from pitboss.school.calculation import amount
from pitboss.school.felt import Layout
from pitboss.school.questions import Judged, Part, Question

__all__ = ["asked", "drawn", "judged_lines", "worth_lines"]


def drawn(question: Question, paint: Paint) -> Iterator[str]:
    """Yield the layout and the log of a question."""
    yield from _layout(question.layout)
    for line in question.log:
        yield f"  {paint('dim', f'{line.number:>3}')}  {line.text}"


def _layout(layout: Layout) -> Iterator[str]:
    if layout.dealer:
        yield f"  Dealer   {' '.join(layout.dealer)}"
    if layout.board:
        yield f"  Board    {' '.join(layout.board)}"
    spots = sorted({*(hand.spot for hand in layout.hands), *(wager.spot for wager in layout.wagers)})
    for spot in spots:
        hands = {hand.hand: " ".join(hand.cards) for hand in layout.hands if hand.spot == spot}
        wagers: dict[int, list[str]] = {}
        for wager in layout.wagers:
            if wager.spot == spot:
                wagers.setdefault(wager.hand, []).append(f"{wager.title} {amount(wager.cents)}")
        for number in sorted({*hands, *wagers}):
            name = f"Spot {spot}" + (f".{number + 1}" if len(hands) > 1 else "")
            yield f"  {name:<8} {hands.get(number, '-'):<18} {', '.join(wagers.get(number, ()))}".rstrip()


def asked(part: Part) -> Iterator[str]:
    """Yield a part and its options."""
    if part.layout is not None:
        yield from (f"  · {line}" for line in part.told)
        yield from _layout(part.layout)
    yield part.text
    numbered = part.kind in ("several", "order")
    for place, option in enumerate(part.options, 1):
        yield f"  {place if numbered else option.id}) {option.text}"


def judged_lines(judged: Judged, paint: Paint) -> Iterator[str]:
    """Yield what is said of one part: right or wrong, what is right, and why."""
    if judged.right:
        yield f"  ✓ {judged.answer}" + (f"  {paint('dim', judged.calculation)}" if judged.calculation else "")
        return
    yield f"  ✗ {judged.note}"
    yield f"    Right: {paint('bold', judged.answer)}"
    if judged.calculation:
        yield f"    {judged.calculation}"
    if judged.value and judged.value not in judged.calculation:
        yield f"    Value: {judged.value}"
    if judged.why:
        yield f"    {judged.why}"
    if judged.clause:
        yield f"    {judged.clause}: {judged.clause_text}"


def worth_lines(worth: Iterable[RulingWorth]) -> Iterator[str]:
    """Yield what each ruling, or each choice, of an open case is worth to each spot, from the cards that lie open."""
    for ruling in worth:
        seats = [
            f"spot {seat.spot} {amount(round(seat.cents))}{'' if seat.exact else f' ± {seat.error / 100:.2f}'}"
            for seat in ruling.seats
            if seat.cents is not None
        ]
        yield f"    {ruling.text or ruling.choice.replace('_', ' ')}: {', '.join(seats) or 'not to be told'}"
