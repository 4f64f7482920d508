"""Where a report goes: the ending of its name says its form, and whether it can be written is asked before the work."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar

from pitboss.errors import NotationError
from pitboss.extras import needs

__all__ = ["form_of"]

Form = TypeVar("Form", bound=str)

MADE_WITH: Final = {"html": ("jinja2", "matplotlib")} | dict.fromkeys(("pdf", "png", "svg"), ("matplotlib", "typst"))
"""The modules of the extra `report` behind a form; the others need none."""


def form_of(path: Path, forms: Sequence[Form]) -> Form:
    """The form that a file's ending asks for; MissingExtra is raised where it cannot be made here.

    >>> form_of(Path("par.PDF"), ("pdf", "html"))
    'pdf'
    """
    ending = path.suffix.lower().removeprefix(".")
    found = next((form for form in forms if form == ending), None)
    if found is None:
        endings = " or ".join(f".{form}" for form in forms)
        raise NotationError(f'cannot tell what "{path}" should be', expected=f"a name that ends in {endings}")
    if found in MADE_WITH:
        needs("report", *MADE_WITH[found])
    folder = path.resolve().parent
    if not folder.is_dir():
        raise NotationError(f'cannot write "{path}": there is no folder "{folder}"')
    if path.is_dir():
        raise NotationError(f'cannot write "{path}": it is a folder')
    if not os.access(folder, os.W_OK):
        raise NotationError(f'cannot write "{path}": the folder "{folder}" may not be written to')
    return found
