"""The documents' shuffles, each a generator of logged steps whose result is the new order.

Watching a shuffle is iterating over it; :func:`perform` runs it to its end. All have one shape, so a sheet's
``method`` and ``procedure`` select one from :data:`PROCEDURES`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Final, Protocol, TypeVar

from pitboss.shoe.chance import Chance
from pitboss.shoe.events import Step
from pitboss.shoe.moves import cut, riffle, riffle_deck, strip, wash
from pitboss.shoe.rules import ShuffleRules

__all__ = [
    "PROCEDURES",
    "Procedure",
    "half_deck_shuffle",
    "machine_shuffle",
    "perform",
    "riffle_strip_shuffle",
    "two_stack_shuffle",
]

T = TypeVar("T")
Shuffling = Generator[Step, None, tuple[T, ...]]


class Procedure(Protocol):
    """A shuffle: cards in, steps on the way, the new order as its result."""

    def __call__(self, cards: Sequence[T], chance: Chance, rules: ShuffleRules) -> Shuffling[T]: ...


def perform(shuffling: Shuffling[T]) -> tuple[tuple[T, ...], tuple[Step, ...]]:
    """Run a shuffle to its end: the new order, and the steps that led to it."""
    steps = []
    while True:
        try:
            steps.append(next(shuffling))
        except StopIteration as end:
            order: tuple[T, ...] = end.value
            return order, tuple(steps)


def two_stack_shuffle(cards: Sequence[T], chance: Chance, rules: ShuffleRules) -> Shuffling[T]:
    """Two equal stacks; grabs of equal size from both are riffled once and laid in the centre."""
    assert len(cards) >= 2
    half = len(cards) // 2
    left, right, centre = tuple(cards[:half]), tuple(cards[half:]), tuple[T]()
    yield _step(rules, "halve", "split", left=left, right=right)
    for size in _grab_sizes(half, chance, rules):
        # The last grab also takes the odd card of a stack that could not be halved.
        grabs = left[:size], right[: size if len(left) > size else None]
        left, right = left[size:], right[len(grabs[1]) :]
        centre = riffle(*grabs, chance, clumpiness=rules.clumpiness) + centre
        yield _step(rules, "riffle grabs", "riffle", taken=grabs, left=left, right=right, centre=centre)
    return centre


def _grab_sizes(stack: int, chance: Chance, rules: ShuffleRules) -> Iterator[int]:
    """Five to seven grabs, say: each an even share of what is left, give or take the wobble of a hand."""
    grabs = chance.between(rules.grabs_min, rules.grabs_max)
    for after in range(grabs - 1, -1, -1):
        if after == 0:
            size = stack
        else:
            wobble = chance.between(-rules.grab_wobble, rules.grab_wobble)
            size = max(1, min(stack // (after + 1) + wobble, stack - after))
        if not (size := min(size, stack)):
            return
        stack -= size
        yield size


def half_deck_shuffle(cards: Sequence[T], chance: Chance, rules: ShuffleRules) -> Shuffling[T]:
    """Wash to a brick, riffle half decks into the middle, part the brick again and riffle a second time."""
    brick = tuple(cards)
    if rules.wash != "never":
        brick = wash(brick, chance, strength=rules.wash_strength)
        yield _step(rules, "wash", "wash", brick=brick)
    brick = yield from _into_the_middle(brick, chance, rules)
    return (yield from _second_pass(brick, chance, rules))


def _into_the_middle(brick: tuple[T, ...], chance: Chance, rules: ShuffleRules) -> Shuffling[T]:
    """One riffle of left and right; then right and left in turn with the top of the middle pile."""
    grab = rules.grab_cards
    half = len(brick) // 2
    left, right = brick[:half], brick[half:]
    yield _step(rules, "halve", "split", left=left, right=right)
    grabs = right[:grab], left[:grab]
    right, left = right[grab:], left[grab:]
    middle = riffle(*grabs, chance, clumpiness=rules.clumpiness)
    yield _step(rules, "riffle", "riffle", taken=grabs, left=left, right=right, middle=middle)
    from_right = True
    while left or right:
        side, top = (right if from_right else left), middle[:grab]
        riffled = riffle(side[:grab], top, chance, clumpiness=rules.clumpiness)
        taken = side[:grab], top
        left, right = (left, right[grab:]) if from_right else (left[grab:], right)
        middle = riffled + middle[grab:]
        name = "riffle_right" if from_right else "riffle_left"
        yield _step(rules, "into_middle", name, taken=taken, left=left, right=right, middle=middle)
        from_right = not from_right
    return middle


def _second_pass(brick: tuple[T, ...], chance: Chance, rules: ShuffleRules) -> Shuffling[T]:
    """Half decks from right and left, riffled into the final pile."""
    grab = rules.grab_cards
    half = len(brick) // 2
    left, right, middle = brick[:half], brick[half:], tuple[T]()
    yield _step(rules, "halve_again", "split", left=left, right=right)
    while left or right:
        grabs = right[:grab], left[:grab]
        right, left = right[grab:], left[grab:]
        middle = riffle(*grabs, chance, clumpiness=rules.clumpiness) + middle
        yield _step(rules, "second_pass", "riffle", taken=grabs, left=left, right=right, middle=middle)
    return middle


def riffle_strip_shuffle(cards: Sequence[T], chance: Chance, rules: ShuffleRules) -> Shuffling[T]:
    """Riffle, strip, riffle, strip, riffle; then the dealer's cut, the upper half set on the cut card."""
    deck = tuple(cards)
    for move in ("riffle", "strip", "riffle", "strip", "riffle"):
        taken: tuple[int, ...]
        if move == "riffle":
            deck, taken = riffle_deck(deck, chance, clumpiness=rules.clumpiness), (len(deck),)
        else:
            deck, taken = strip(deck, chance, smallest=rules.strip_min, largest=rules.strip_max)
        yield _counted(rules, "hand_shuffle", move, taken, deck=len(deck))
    upper = chance.heads(len(deck))
    deck = cut(deck, upper)
    yield _counted(rules, "dealer_cut", "dealer_cut", (upper,), deck=len(deck))
    return deck


def machine_shuffle(cards: Sequence[T], chance: Chance, rules: ShuffleRules) -> Shuffling[T]:
    """The dealer riffles once; the shuffler then leaves every order equally likely."""
    deck = riffle_deck(cards, chance, clumpiness=rules.clumpiness)
    yield _counted(rules, "machine_riffle", "riffle", (len(deck),), deck=len(deck))
    deck = tuple(chance.shuffled(deck))
    yield _counted(rules, "shuffler", "to_shuffler", (len(deck),), shuffler=len(deck))
    return deck


PROCEDURES: Final[Mapping[str, Procedure]] = {
    "two_stacks": two_stack_shuffle,
    "half_decks": half_deck_shuffle,
    "riffle_strip": riffle_strip_shuffle,
    "machine": machine_shuffle,
}


def _step(
    rules: ShuffleRules, points: str, name: str, *, taken: Sequence[Sequence[T]] = (), **piles: Sequence[T]
) -> Step:
    """A step from the piles themselves, of which only the counts are kept."""
    counts = {pile: len(cards) for pile, cards in piles.items()}
    return _counted(rules, points, name, tuple(map(len, taken)), **counts)


def _counted(rules: ShuffleRules, points: str, name: str, taken: tuple[int, ...], **piles: int) -> Step:
    clauses = tuple(filter(None, (rules.clause(point) for point in points.split())))
    return Step(name, _text(name, taken, piles), clauses, taken, tuple(piles.items()))


def _text(name: str, taken: tuple[int, ...], piles: Mapping[str, int]) -> str:
    """The step in words: ``riffle 26 + 26: left 130, right 130, centre 52``."""
    words = name.replace("_", " ") + (" " + " + ".join(map(str, taken)) if taken else "")
    return words + ": " + ", ".join(f"{pile} {count}" for pile, count in piles.items())
