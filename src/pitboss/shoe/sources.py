"""Where the order of a shoe comes from: the operating system, a seed, a pair of hands, or a real table.

Every source answers the same question, ``shuffled(cards, rules)``, with an order and the steps that were
logged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pitboss.cards import UNKNOWN, Card
from pitboss.errors import IllegalAction
from pitboss.shoe.chance import Chance, CryptographicChance, SeededChance
from pitboss.shoe.events import Step
from pitboss.shoe.procedures import PROCEDURES, perform
from pitboss.shoe.rules import ShuffleRules

__all__ = ["CardSource", "CryptographicSource", "DeclaredSource", "ManualSource", "SeededSource", "Shuffled"]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """An order, and the steps that made it."""

    order: tuple[Card, ...]
    steps: tuple[Step, ...]


class CardSource(Protocol):
    """Whatever can put the cards of a table in order."""

    @property
    def name(self) -> str: ...

    def shuffled(self, cards: Sequence[Card], rules: ShuffleRules) -> Shuffled: ...


class ManualSource:
    """The dealer's hands alone: the order given, shuffled only by the procedure's own randomness."""

    name = "manual"

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def shuffled(self, cards: Sequence[Card], rules: ShuffleRules) -> Shuffled:
        return Shuffled(*perform(PROCEDURES[rules.shuffle_name](cards, self._chance, rules)))


class _UniformSource(ManualSource):
    """A uniform order first, so that the hands that follow can neither help nor harm it."""

    def shuffled(self, cards: Sequence[Card], rules: ShuffleRules) -> Shuffled:
        return super().shuffled(self._chance.shuffled(cards), rules)


class CryptographicSource(_UniformSource):
    """For live tables: a uniform cryptographic order, to which the document's own shuffle is applied."""

    name = "cryptographic"

    def __init__(self) -> None:
        super().__init__(CryptographicChance())


class SeededSource(_UniformSource):
    """For tests: as the live source, but from a seed; each further shuffle reads on in the stream."""

    name = "seeded"

    def __init__(self, seed: str | int) -> None:
        super().__init__(SeededChance(seed))


class DeclaredSource:
    """A real table or a hand record: cards are unseen until they are told (:meth:`Shoe.tell`).

    Cards that are known beforehand come first, in their order; ``??`` among them stays unseen.
    """

    name = "declared"

    def __init__(self, known: Sequence[Card] = ()) -> None:
        self._known = tuple(known)

    def shuffled(self, cards: Sequence[Card], rules: ShuffleRules) -> Shuffled:
        decks = len(cards) // 52
        if len(self._known) > len(cards):
            raise IllegalAction(
                "shoe.too_many_declared", rules.clause("deck_count"), declared=len(self._known), cards=len(cards)
            )
        for card, count in Counter(self._known).items():
            if card.known and count > decks:
                raise IllegalAction(
                    "shoe.card_declared", rules.clause("deck_count"), card=card.text, times=count, decks=decks
                )
        order = self._known + (UNKNOWN,) * (len(cards) - len(self._known))
        step = Step(
            "shuffled_at_the_table",
            f"shuffled at the table: shoe {len(order)}",
            piles=(("shoe", len(order)),),
        )
        return Shuffled(order, (step,))
