"""A simulation on many machines: the shards of a run given to the workers of a dask cluster.

Every worker needs this version of Pitboss. The result of a shard does not depend on who plays it, so a worker that is
lost in the middle costs only the time of its shards: they are given to others.
"""

from __future__ import annotations

import gc
import socket
import threading
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from pitboss import __version__
from pitboss.errors import NotationError, PitbossError
from pitboss.extras import needs
from pitboss.maths.cache import source_hash
from pitboss.maths.simulation.run import Job, ShardedGame
from pitboss.maths.simulation.tally import Tally

__all__ = ["Cluster", "ClusterError"]

CONNECT_SECONDS = 4
SCHEMES = ("tcp", "tls")
QUEUE = 3
"""Shards that each thread of the cluster has before it, so that none waits for the network."""
RETRIES = 20
"""How often a shard is tried again when its workers are lost."""
SEND_SECONDS = 60


class ClusterError(PitbossError):
    """A cluster that cannot be used, or that went away."""


class Cluster:
    """The workers of a dask cluster, by the address of its scheduler; use it in a ``with`` statement."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._client: Any = None
        self._sent: Any = None

    def __enter__(self) -> Cluster:
        self._client = _connected(self.address)
        try:
            _check_workers(self._client)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._client is not None:
            self._client.close(timeout=CONNECT_SECONDS)
            self._client = None

    @property
    def client(self) -> Any:
        assert self._client is not None, "a cluster is used in a with statement"
        return self._client

    @property
    def workers(self) -> int:
        """The threads of all workers."""
        return max(sum(map(int, self.client.nthreads().values())), 1)

    def prepare(self, game: ShardedGame, seed: int | str) -> None:
        """The game, whose tables may be large, is sent to every worker once."""
        self._sent = self._send(game)

    def play(
        self, game: ShardedGame, seed: int | str, jobs: Iterator[Job], stop: threading.Event
    ) -> Iterator[tuple[int, Tally]]:
        """The shards as they are finished; once ``stop`` is set, only those that were given out.

        Where all workers that had the game are gone, it is sent anew with the shard that was lost.
        """
        given: dict[str, Job] = {}
        lost = 0
        finished = _distributed().as_completed(loop=self.client.loop)

        def give(job: Job) -> None:
            future = self.client.submit(_play, self._sent, seed, job.shard, job.rounds, pure=False, retries=RETRIES)
            given[future.key] = job
            finished.add(future)

        for job in islice(jobs, self.workers * QUEUE):
            give(job)
        for future in finished:
            job, tally = given.pop(future.key), _result(future)
            if tally is None:
                lost += 1
                if lost > RETRIES:
                    raise ClusterError("the cluster lost its workers again and again; what was saved can be resumed")
                self.prepare(game, seed)
                give(job)
                continue
            for following in islice(jobs, 0 if stop.is_set() else 1):
                give(following)
            yield job.shard, tally

    def _send(self, game: ShardedGame) -> Any:
        return self.client.scatter(game, broadcast=True, hash=False, timeout=SEND_SECONDS)


def _play(game: ShardedGame, seed: int | str, shard: int, rounds: int) -> Tally:
    return game.run(seed, shard, rounds)


def _result(future: Any) -> Tally | None:
    """Return the tally of a shard, or None where it was lost with its workers."""
    distributed = _distributed()
    try:
        return future.result()  # type: ignore[no-any-return]
    except (distributed.scheduler.KilledWorker, distributed.client.FutureCancelledError):
        return None
    except OSError as error:
        raise ClusterError(f"the cluster went away: {error}; what was saved can be resumed") from None


def _distributed() -> Any:
    """dask.distributed, which is no part of a plain installation."""
    needs("cluster")
    return import_module("distributed")


def _connected(address: str) -> Any:
    """A client of the scheduler at an address where something answers.

    A client that fails to connect is left in a cycle of references; collected while the next one starts, it would wait
    for a lock that the next one holds. So it is collected here, and mostly never made.
    """
    distributed = _distributed()
    _check_answers(address)
    trouble = None
    try:
        return distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        trouble = str(error)
    gc.collect()
    raise ClusterError(f"what answers at {address} is no scheduler: {trouble}".splitlines()[0])


def _check_answers(address: str) -> None:
    try:
        parts = urlsplit(address)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in SCHEMES or not host or not port:
        raise NotationError("cannot read a cluster's address", text=address, expected="tcp://host:port")
    try:
        socket.create_connection((host, port), timeout=CONNECT_SECONDS).close()
    except OSError:
        raise ClusterError(f"no cluster answers at {address}: is its scheduler running there?") from None


def _check_workers(client: Any) -> None:
    """Refuse workers with other sources, which would have other results."""
    if not client.nthreads():
        raise ClusterError("the cluster has no workers: start some with `dask worker ADDRESS`")
    here = _version()
    for worker, version in client.run(_version, on_error="return").items():
        if isinstance(version, BaseException):
            raise ClusterError(f"the worker {worker} has no Pitboss like this one: {version}")
        if version != here:
            raise ClusterError(f"the worker {worker} has another version of Pitboss: {version}, here it is {here}")


def _version() -> str:
    return f"{__version__} ({source_hash()[:8]})"
