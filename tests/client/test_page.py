"""The program that the page about the API shows, run against a real server."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"


def test_the_page_of_the_api_shows_a_program_that_comes_in_and_sits_down(floor: str) -> None:
    shown = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    names: dict[str, Any] = {}
    exec(shown[1], names)
    assert asyncio.run(names["come_in"](floor)) == 100_000
