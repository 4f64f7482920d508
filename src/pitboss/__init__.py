"""Pitboss runs, settles, solves and proves casino table games from one rule sheet.

What stands here is the library's front door; each name is loaded when it is first used, so that ``import pitboss`` and
the command line start at once. Type checkers read ``__init__.pyi``.

>>> import pitboss
>>> round_ = pitboss.BlackjackRound(pitboss.load("catfish-blackjack"), pitboss.parse_cards("Th 6c 9h Td Tc"))
>>> _ = round_.act(pitboss.actions.PlaceBet(spot=1, cents=1000)).act(pitboss.actions.StartDeal())
>>> round_.act(pitboss.actions.Stand()).net()
{1: 1000}
"""

from importlib import import_module

__version__ = "0.2.0"

_HOME = {
    "cards": ("Card", "cards_text", "parse_cards"),
    "errors": ("IllegalAction", "NotationError", "PitbossError", "SheetError"),
    "extras": ("MissingExtra",),
    "games": ("actions", "events"),
    "games.blackjack": ("BlackjackRound",),
    "games.holdem.round": ("HoldemRound",),
    "games.notation": ("action_text", "parse_action"),
    "games.blackjack.views": ("seen_by",),
    "maths.analysis": ("analyze", "compare", "solve", "value"),
    "rules": ("SHIPPED", "Sheet", "load", "parse_sheet"),
    "shoe": ("CryptographicSource", "DeclaredSource", "SeededSource"),
    "table": ("Table",),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = ["__version__", *_MODULE_OF]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"pitboss.{_MODULE_OF[name]}")
    value = getattr(module, name) if hasattr(module, name) else import_module(f"{module.__name__}.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
