"""The one door of chance: whole numbers, coins and orders, drawn without bias and without floats.

Everything is built on a stream of 32-bit words, so a seeded run gives the same cards on every machine. How
words become numbers and orders is part of the definition in ``docs/shuffles.md``; golden vectors in the
tests hold it.

>>> SeededChance("a quiet night").shuffled("JQKA")
['A', 'K', 'Q', 'J']
"""

from __future__ import annotations

import os
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from hashlib import shake_256
from itertools import chain, islice
from typing import Final, TypeVar
from weakref import WeakSet

__all__ = ["Chance", "CryptographicChance", "SeededChance"]

T = TypeVar("T")

_SPAN: Final = 1 << 32
_MASK: Final = _SPAN - 1
_BLOCK_BYTES: Final = 4096
# "<" fixes the byte order: an array("I") would follow the machine's.
_UNPACK: Final = struct.Struct(f"<{_BLOCK_BYTES // 4}I").unpack


class Chance(ABC):
    """A stream of random words; whoever holds one owns it, so two tables never share a stream."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        """Begin with an empty buffer."""
        words: Iterable[tuple[int, ...]] = iter(lambda: _UNPACK(self._block()), None)
        self._words = chain.from_iterable(words)
        self._word = self._words.__next__

    @abstractmethod
    def _block(self) -> bytes:
        """The next 4,096 bytes of the stream."""

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``, each equally likely."""
        assert n >= 1
        if n > _SPAN:
            return self._wide(n)
        product = self._word() * n
        if product & _MASK < n:
            # Only here can a word belong to the uneven rest of 2**32 / n; such words are thrown away.
            uneven = _SPAN % n
            while product & _MASK < uneven:
                product = self._word() * n
        return product >> 32

    def _wide(self, n: int) -> int:
        bits = (n - 1).bit_length()
        while (number := int.from_bytes(self.octets(-(-bits // 32) * 4), "little") & ((1 << bits) - 1)) >= n:
            pass
        return number

    def between(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + self.below(high - low + 1)

    def bernoulli(self, num: int, den: int) -> bool:
        """True with a chance of exactly ``num`` in ``den``."""
        assert 0 <= num <= den
        return self.below(den) < num

    def heads(self, coins: int) -> int:
        """How many of N fair coins show heads."""
        words, rest = divmod(coins, 32)
        count = sum(map(int.bit_count, islice(self._words, words)))
        return count + (self._word() & ((1 << rest) - 1)).bit_count() if rest else count

    def octets(self, count: int) -> bytes:
        """Return N random bytes, for nonces."""
        words = -(-count // 4)
        return struct.pack(f"<{words}I", *islice(self._words, words))[:count]

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order of which every one is equally likely (Fisher-Yates, from the back)."""
        order = list(items)
        word = self._word
        for size in range(len(order), 1, -1):
            # The body of below(), written out: a shuffle is where the time goes.
            product = word() * size
            if product & _MASK < size:
                uneven = _SPAN % size
                while product & _MASK < uneven:
                    product = word() * size
            other = product >> 32
            size -= 1
            order[size], order[other] = order[other], order[size]
        return order


class SeededChance(Chance):
    """A stream that anyone can compute again from its seed; a seed is its text, so 7 and "7" are the same.

    Block ``k`` is SHAKE-256 over the prefix, the seed in UTF-8 and ``k`` as eight little-endian bytes.
    """

    PREFIX: Final = b"pitboss chance 1\n"

    def __init__(self, seed: str | int) -> None:
        self.seed = str(seed)
        self._prefix = self.PREFIX + self.seed.encode()
        self._blocks = 0
        super().__init__()

    def _block(self) -> bytes:
        counter = self._blocks.to_bytes(8, "little")
        self._blocks += 1
        return shake_256(self._prefix + counter).digest(_BLOCK_BYTES)

    def __repr__(self) -> str:
        return f"SeededChance({self.seed!r})"


class CryptographicChance(Chance):
    """A stream from the operating system's generator, fetched in bulk."""

    def __init__(self) -> None:
        super().__init__()
        _BUFFERED.add(self)

    def _block(self) -> bytes:
        return os.urandom(_BLOCK_BYTES)

    def forget(self) -> None:
        """Throw away what was fetched and not yet used."""
        self._start()


_BUFFERED: Final[WeakSet[CryptographicChance]] = WeakSet()


def _forget_all() -> None:
    for chance in list(_BUFFERED):
        chance.forget()


# A forked worker inherits the buffer: without this, two processes would deal the same cards.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
