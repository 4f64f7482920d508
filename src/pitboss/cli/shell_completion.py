"""What a shell is told when somebody presses Tab: sheets and clauses."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.sheets import SHIPPED

__all__ = ["sheet_names", "sheets_and_clauses"]


def sheet_names(incomplete: str) -> Iterator[str]:
    """The shipped sheets; where none begins so, the shell goes on with files.

    >>> list(sheet_names("bl"))
    ['blackjack-v5']
    """
    return (name for name in SHIPPED if name.startswith(incomplete))


def sheets_and_clauses(incomplete: str) -> Iterator[str]:
    """The shipped sheets, and clauses by their ids.

    >>> list(sheets_and_clauses("V5-DECK-2"))
    ['V5-DECK-2', 'V5-DECK-2b']
    """
    from pitboss.rules.register import clauses_of

    yield from sheet_names(incomplete)
    yield from (clause.id for clause in clauses_of() if clause.id.startswith(incomplete))
