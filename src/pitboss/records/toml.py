"""The TOML of records, read by a library that is as quick as thousands of records ask for."""

from __future__ import annotations

from typing import Any

import tomli

from pitboss.errors import Defect
from pitboss.records.record import RecordError

__all__ = ["MOST_CHARACTERS", "parse_toml"]

MOST_CHARACTERS = 1_000_000


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The tables of a TOML text; whatever is wrong with it becomes one clear line."""
    if len(text) > MOST_CHARACTERS:
        raise RecordError(name, [Defect("file", f"is longer than {MOST_CHARACTERS:,} characters")])
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise RecordError(name, [Defect("file", f"is not TOML: {error}")]) from None
    except RecursionError:
        raise RecordError(name, [Defect("file", "is nested too deeply")]) from None
    except ValueError:
        raise RecordError(name, [Defect("file", "holds a number or a date that is out of range")]) from None
