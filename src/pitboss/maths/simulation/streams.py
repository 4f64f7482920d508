"""Random streams for shards: xoshiro256++ from one seed, each shard 2^128 steps behind the one before.

The generator's state moves by a linear map over GF(2), so a jump of any length is a polynomial in one step, taken
modulo the map's characteristic polynomial. A shard that uses fewer than 2^128 numbers never meets another's.

(xoshiro256++: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", 2021; draws below a bound
without a bias: D. Lemire, "Fast random integer generation in an interval", 2019.)

>>> [hex(word) for word in stream(7, 0)] == [hex(word) for word in stream("7", 0)]
True
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.maths.cache import inlined

__all__ = ["MOST_SHARDS", "State", "below", "next_u64", "stream"]

State = tuple[int, int, int, int]
U64 = NDArray[np.uint64]

STATE_BITS: Final = 256
CHARACTERISTIC: Final = 0x1_0003C03C3F3ECB19_04B4EDCF26259F85_0280002BCEFD1A5E_9D116F2BB0F0F001
"""The characteristic polynomial of one step, the power of each bit being its place."""
MOST_SHARDS: Final = 1 << 64
LAST_WORD: Final = (1 << 64) - 1


def stream(seed: int | str, shard: int) -> U64:
    """The state that a shard begins with; a seed is a whole number or any words, and 7 is the same as "7"."""
    if not 0 <= shard < MOST_SHARDS:
        raise NotationError(f"there is no shard {shard}", expected=f"0 to {MOST_SHARDS - 1}")
    return np.array(jumped(seed_state(seed), shard), dtype=np.uint64)


def seed_state(seed: int | str) -> State:
    """The state of the first shard, by SHA-256, so that near seeds have nothing in common."""
    if isinstance(seed, str) and not seed.strip():
        raise NotationError("a seed cannot be empty", expected="a whole number or some words")
    digest = hashlib.sha256(f"pitboss {seed}".strip().encode()).digest()
    a, b, c, d = (int.from_bytes(digest[at : at + 8], "little") for at in range(0, 32, 8))
    return a, b, c, d


def step(state: State) -> State:
    """One step of the generator's state."""
    a, b, c, d = state
    shifted = b << 17 & LAST_WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    return a, b, c, (d << 45 | d >> 19) & LAST_WORD


def jumped(state: State, jumps: int) -> State:
    """The state after N jumps of 2^128 steps: the sum of the states that the jump's polynomial names."""
    steps = power(one_jump(), jumps)
    a = b = c = d = 0
    while steps:
        if steps & 1:
            a, b, c, d = a ^ state[0], b ^ state[1], c ^ state[2], d ^ state[3]
        state = step(state)
        steps >>= 1
    return a, b, c, d


@lru_cache(maxsize=1)
def one_jump() -> int:
    """The polynomial of 2^128 steps: one step, squared 128 times."""
    steps = 0b10
    for _ in range(128):
        steps = product(steps, steps)
    return steps


def power(polynomial: int, exponent: int) -> int:
    result = 1
    while exponent:
        if exponent & 1:
            result = product(result, polynomial)
        polynomial = product(polynomial, polynomial)
        exponent >>= 1
    return result


def product(one: int, two: int) -> int:
    """The product of two polynomials over GF(2), modulo the characteristic one."""
    found = 0
    while two:
        found ^= one * (two & -two)
        two &= two - 1
    while (over := found.bit_length() - STATE_BITS) > 0:
        found ^= CHARACTERISTIC << (over - 1)
    return found


# inside kernels: the state is four numbers, as an array handed on would have its references counted


@inlined
def next_u64(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """The next 64 random bits, and the state after them."""
    word = a + d
    word = (word << np.uint64(23) | word >> np.uint64(41)) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = d << np.uint64(45) | d >> np.uint64(19)
    return word, a, b, c, d


@inlined
def below(
    bound: np.uint64, a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """A number from 0 up to, not including, a bound of less than 2^32, each equally likely; and the state after it."""
    word, a, b, c, d = next_u64(a, b, c, d)
    spread = (word >> np.uint64(32)) * bound
    if spread & np.uint64(0xFFFFFFFF) < bound:
        short = (np.uint64(1 << 32) - bound) % bound
        while spread & np.uint64(0xFFFFFFFF) < short:
            word, a, b, c, d = next_u64(a, b, c, d)
            spread = (word >> np.uint64(32)) * bound
    return spread >> np.uint64(32), a, b, c, d
