"""What msgspec notes of a type, noted by one thread at a time.

It does so when the type is first read into, and a second thread that comes upon a note half made ends the process. So
nothing is read into a type that has not been through here.
"""

from __future__ import annotations

import threading
from typing import Any, Final, TypeVar

import msgspec

__all__ = ["noted"]

K = TypeVar("K")

_noting = threading.Lock()
_noted: Final[set[Any]] = set()


def noted(kind: K) -> K:
    """Return a type, or what stands for one, of which msgspec has noted everything.

    >>> msgspec.convert({"a": "1"}, noted(dict[str, int]), strict=False)
    {'a': 1}
    """
    if kind not in _noted:
        with _noting:
            msgspec.msgpack.Decoder(kind)
            _noted.add(kind)
    return kind
