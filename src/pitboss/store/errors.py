"""What a store says when it cannot do its work."""

from __future__ import annotations

from pitboss.errors import PitbossError

__all__ = ["StoreError"]


class StoreError(PitbossError):
    """The database cannot be reached, read or written, and what to do about it.

    The call changed nothing, unless ``in_doubt``: then the connection broke while a transaction was being
    committed, and only :meth:`~pitboss.store.Store.head` or :meth:`~pitboss.store.Store.find` tells whether it was.
    """

    def __init__(self, line: str, *, in_doubt: bool = False) -> None:
        self.in_doubt = in_doubt
        super().__init__(line)
