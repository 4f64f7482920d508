"""Random streams: the generator as published, jumps that are what they say, and draws without a bias."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.maths.simulation.streams import below, jumped, next_u64, one_jump, seed_state, step, stream

PUBLISHED_JUMP = (0x180EC6D33CFD0ABA, 0xD5A61266F0C9392C, 0xA9582618E03FC9AA, 0x39ABDC4529B1661C)
"""The words of the jump polynomial in the authors' xoshiro256plusplus.c."""


@numba.njit  # type: ignore[untyped-decorator]
def words(state: Any, count: int) -> Any:
    found = np.empty(count, dtype=np.uint64)
    a, b, c, d = state[0], state[1], state[2], state[3]
    for i in range(count):
        found[i], a, b, c, d = next_u64(a, b, c, d)
    return found


@numba.njit  # type: ignore[untyped-decorator]
def draws(state: Any, bound: int, count: int) -> Any:
    found = np.zeros(bound, dtype=np.int64)
    a, b, c, d = state[0], state[1], state[2], state[3]
    for _ in range(count):
        number, a, b, c, d = below(np.uint64(bound), a, b, c, d)
        found[number] += 1
    return found


def test_the_generator_is_the_published_one() -> None:
    """Reference numbers of xoshiro256++ from the state 1, 2, 3, 4, as its implementations test themselves."""
    found = words(np.array([1, 2, 3, 4], dtype=np.uint64), 4).tolist()
    assert found == [41943041, 58720359, 3588806011781223, 3591011842654386]


def bits(state: tuple[int, ...]) -> NDArray[np.float32]:
    whole = sum(word << 64 * place for place, word in enumerate(state))
    return np.array([whole >> place & 1 for place in range(256)], dtype=np.float32)


def test_a_jump_is_so_many_steps() -> None:
    """The matrix of one step over GF(2), squared 128 times, takes any state where one jump takes it."""
    matrix = np.empty((256, 256), dtype=np.float32)
    for place in range(256):
        whole = 1 << place
        one = (whole & (1 << 64) - 1, whole >> 64 & (1 << 64) - 1, whole >> 128 & (1 << 64) - 1, whole >> 192)
        matrix[:, place] = bits(step(one))
    for _ in range(128):
        matrix = matrix @ matrix % 2
    state = seed_state("anything")
    assert (matrix @ bits(state) % 2 == bits(jumped(state, 1))).all()
    assert one_jump() == sum(word << 64 * place for place, word in enumerate(PUBLISHED_JUMP))


def test_jumps_add_up() -> None:
    state = seed_state(7)
    assert jumped(jumped(state, 3), 5) == jumped(state, 8)
    assert stream(7, 8).tolist() == list(jumped(state, 8))
    assert jumped(state, 0) == state


def test_seeds() -> None:
    assert stream(7, 0).tolist() == stream("7", 0).tolist() != stream(8, 0).tolist()
    with pytest.raises(NotationError, match="empty"):
        stream(" ", 0)
    with pytest.raises(NotationError, match="shard"):
        stream(1, -1)


@pytest.mark.parametrize("bound", [2, 6, 52, 312])
def test_draws_are_even(bound: int) -> None:
    count = 20_000 * bound
    found = draws(stream(3, 1), bound, count)
    chi_square = float(((found - 20_000) ** 2 / 20_000).sum())
    assert abs(chi_square - (bound - 1)) < 5 * (2 * (bound - 1)) ** 0.5 + 5
