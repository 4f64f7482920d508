"""Where a report goes: the ending of its name says its form, and whether it can be written is asked before the work."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pitboss.errors import NotationError

__all__ = ["form_of"]

Form = TypeVar("Form", bound=str)


def form_of(path: Path, forms: Sequence[Form]) -> Form:
    """The form that a file's ending asks for.

    >>> form_of(Path("par.PDF"), ("pdf", "html"))
    'pdf'
    """
    ending = path.suffix.lower().removeprefix(".")
    found = next((form for form in forms if form == ending), None)
    if found is None:
        endings = " or ".join(f".{form}" for form in forms)
        raise NotationError(f'cannot tell what "{path}" should be', expected=f"a name that ends in {endings}")
    folder = path.resolve().parent
    if not folder.is_dir():
        raise NotationError(f'cannot write "{path}": there is no folder "{folder}"')
    if path.is_dir():
        raise NotationError(f'cannot write "{path}": it is a folder')
    if not os.access(folder, os.W_OK):
        raise NotationError(f'cannot write "{path}": the folder "{folder}" may not be written to')
    return found
