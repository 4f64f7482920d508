"""Values that are what they should be already: typer need not load its validator for them, which takes long.

A text that is wanted as a text, a list of texts, a default and a value that was not given stay as they are. For all
others typer's own conversion is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["leave_plain"]


def leave_plain(param: Any) -> None:
    """Have a parameter convert only what must be converted."""
    converter = getattr(param, "get_runtime_param", None)
    if converter is not None and not isinstance(converter, _Plain):
        param.get_runtime_param = _Plain(converter)


@dataclass(frozen=True)
class _Plain:
    """Stands in for typer's conversion of one parameter, and asks for that one only where it is needed."""

    converter: Callable[[], Any]

    def __call__(self) -> _Plain:
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command takes it; raises what typer raises."""
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        wanted, info = param.type_descriptor.annotation, param.type_descriptor.parameter_info
        if all(getattr(info, own, None) is None for own in ("parser", "click_type")):
            if wanted is type(value) and isinstance(value, str | int):
                return value
            if wanted == list[str] and isinstance(value, list | tuple) and all(type(each) is str for each in value):
                return list(value)
        return self.converter().coerce(value, param=param, ctx=ctx)
