"""A server for the tests of a module, and servers of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.web.house import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("floor")) as found:
        yield found


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Servers with settings of their own, over one home."""
    with ExitStack() as stack:

        def started(**given: Any) -> Server:
            return stack.enter_context(Server(tmp_path, **given))

        yield started
