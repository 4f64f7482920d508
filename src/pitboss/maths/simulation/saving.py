"""A run on disk: which shards are done and their tallies, so that the run can be continued another day."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.errors import NotationError, PitbossError
from pitboss.maths.simulation.link_history import LinkHistory
from pitboss.maths.simulation.run import Done, Plan
from pitboss.maths.simulation.tally import CountTally, Tally, WagerTally
from pitboss.typed import noted

__all__ = ["SaveError", "Saved", "read_run", "write_run"]

FORMAT: Final = 1


class SaveError(PitbossError):
    """A run that could not be written; what was written before is still there."""


class SavedWager(msgspec.Struct):
    """A wager's tally as it is written."""

    bets: int
    staked: int
    action: int
    won: int
    squares: int
    round_squares: int
    results: dict[int, int]
    lines: dict[str, int]


class Saved(msgspec.Struct, forbid_unknown_fields=True):
    """A run as it is written; ``about`` says what was played, and must be the same to go on."""

    format: int
    about: dict[str, str]
    rounds: int
    seed: int | str
    seconds: float
    done: list[tuple[int, int]]
    """Shards from the first number to before the second."""
    played: int
    wagers: dict[str, SavedWager]
    counts: dict[str, int]
    link: LinkHistory | None = None
    """The meters as they stand, and hits that wait for a shard before theirs."""
    by_count: dict[int, CountTally] = msgspec.field(default_factory=dict)
    """A counter's rounds by the count."""

    @property
    def plan(self) -> Plan:
        return Plan(self.rounds, self.seed)

    def restored(self) -> Done:
        """What was played, so that the run can be continued."""
        wagers = {name: _restored(one) for name, one in self.wagers.items()}
        tally = Tally(self.played, wagers, Counter(self.counts), self.link, self.by_count)
        return Done({shard for first, end in self.done for shard in range(first, end)}, tally, self.seconds)

    def check(self, about: Mapping[str, str], *, rounds: int, seed: int | str) -> None:
        """Refuse to continue a different run, and say what differs."""
        kept = self.about | {"number of rounds": str(self.rounds), "seed": str(self.seed)}
        wanted = {**about, "number of rounds": str(rounds), "seed": str(seed)}
        for name in sorted({*wanted, *kept}):
            saved, asked = kept.get(name, "nothing"), wanted.get(name, "nothing")
            if saved != asked:
                raise NotationError(f"the saved run is another one: its {name} is {saved}, asked for is {asked}")


def write_run(path: Path, about: Mapping[str, str], plan: Plan, done: Done) -> None:
    """Write a run whole or not at all."""
    tally = done.tally
    saved = Saved(
        FORMAT, dict(about), plan.rounds, plan.seed, round(done.seconds, 3), list(_ranges(done.shards)), tally.rounds,
        {name: _written(one) for name, one in sorted(tally.wagers.items())}, dict(sorted(tally.counts.items())),
        tally.link, dict(sorted(tally.by_count.items())),
    )  # fmt: skip
    try:
        _replace(path, msgspec.json.format(msgspec.json.encode(saved), indent=1) + b"\n")
    except OSError as error:
        raise SaveError(f'cannot save the run to "{path}": {error.strerror or error}') from None


def read_run(path: Path) -> Saved:
    """Read a run that was saved; whether it is whole is looked at, too."""
    try:
        saved = msgspec.json.decode(path.read_bytes(), type=noted(Saved))
        plan = saved.plan
    except OSError as error:
        raise NotationError(f'cannot read "{path}": {error.strerror or error}') from None
    except (msgspec.MsgspecError, UnicodeDecodeError, NotationError) as error:
        raise NotationError(f'"{path}" is no saved run: {error}') from None
    if saved.format != FORMAT:
        raise NotationError(f'"{path}" has format {saved.format}', expected=f"format {FORMAT}")
    within = all(0 <= first < end <= plan.shards for first, end in saved.done)
    shards = [shard for first, end in saved.done for shard in range(first, end)] if within else []
    played = sum(plan.job(shard).rounds for shard in shards)
    if not within or played != saved.played or len(shards) != len({*shards}):
        raise NotationError(f'"{path}" is no saved run: its shards do not make up its rounds')
    if saved.link is not None and not saved.link.fits(plan, shards):
        raise NotationError(f'"{path}" is no saved run: its hits are not those of its shards')
    return saved


def _written(tally: WagerTally) -> SavedWager:
    values = {one.name: getattr(tally, one.name) for one in fields(tally)}
    counters = {name: dict(sorted(values[name].items())) for name in ("results", "lines")}
    return SavedWager(**(values | counters))


def _restored(saved: SavedWager) -> WagerTally:
    values: dict[str, Any] = msgspec.structs.asdict(saved)
    return WagerTally(**(values | {"results": Counter(saved.results), "lines": Counter(saved.lines)}))


def _ranges(shards: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Numbers as runs of neighbours, which keeps the file small.

    >>> list(_ranges({0, 1, 2, 5}))
    [(0, 3), (5, 6)]
    """
    first = end = None
    for shard in sorted(shards):
        if shard == end:
            end += 1
            continue
        if first is not None and end is not None:
            yield first, end
        first, end = shard, shard + 1
    if first is not None and end is not None:
        yield first, end


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file and rename, so that a full disk or a lost machine leaves the last one whole."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:60]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
