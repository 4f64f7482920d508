"""Counts by name, with the tags that their authors published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.maths.counting.counts import Count
from pitboss.maths.counting.notation import made_count

__all__ = ["COUNTS"]

_KNOWN: Final = """
hi-lo | Hi-Lo | 2-6=1 T-A=-1 | Harvey Dubner 1963; Stanford Wong, Professional Blackjack
ko | Knock-Out | 2-7=1 T-A=-1; start 4-4d; divide nothing | Olaf Vancura and Ken Fuchs, Knock-Out Blackjack
red-7 | Red 7 | 2-6=1 7r=1 T-A=-1; start -2d; divide nothing | Arnold Snyder, Blackbelt in Blackjack
zen | Zen | 2-3=1 4-6=2 7=1 T-K=-2 A=-1 | Arnold Snyder, Blackbelt in Blackjack
halves | Wong's Halves | 2=1/2 3-4=1 5=3/2 6=1 7=1/2 9=-1/2 T-A=-1 | Stanford Wong, Professional Blackjack
omega-2 | Omega II | 2-3=1 4-6=2 7=1 9=-1 T-K=-2 | Bryce Carlson, Blackjack for Blood
omega-2-aces | Omega II, aces aside | 2-3=1 4-6=2 7=1 9=-1 T-K=-2; aces 2 | Bryce Carlson, Blackjack for Blood
hi-opt-1 | Hi-Opt I | 3-6=1 T-K=-1 | Lance Humble and Carl Cooper, The World's Greatest Blackjack Book
hi-opt-1-aces | Hi-Opt I, aces aside | 3-6=1 T-K=-1; aces 1 | Lance Humble and Carl Cooper
hi-opt-2 | Hi-Opt II | 2-3=1 4-5=2 6-7=1 T-K=-2 | Lance Humble and Carl Cooper
hi-opt-2-aces | Hi-Opt II, aces aside | 2-3=1 4-5=2 6-7=1 T-K=-2; aces 2 | Lance Humble and Carl Cooper
ace-five | Ace-five | 5=1 A=-1; divide nothing | Michael Shackleford, wizardofodds.com
uston-apc | Uston APC | 2=1 3-4=2 5=3 6-7=2 8=1 9=-1 T-K=-3 | Ken Uston, Million Dollar Blackjack
uston-apc-aces | Uston APC, aces aside | 2=1 3-4=2 5=3 6-7=2 8=1 9=-1 T-K=-3; aces 3 | Ken Uston
uston-ss | Uston SS | 2-4=2 5=3 6=2 7=1 9=-1 T-A=-2; start -4d; divide nothing | Ken Uston, Ken Uston on Blackjack
revere-point | Revere Point Count | 2=1 3-6=2 7=1 T-A=-2 | Lawrence Revere, Playing Blackjack as a Business
revere-14 | Revere 14 Count | 2-3=2 4=3 5=4 6=2 7=1 9=-2 T-K=-3 | Lawrence Revere
revere-plus-minus | Revere Plus-Minus | 2-6=1 9-K=-1 | Lawrence Revere
silver-fox | Silver Fox | 2-7=1 9-A=-1 | Ralph Stricker
canfield-expert | Canfield Expert | 3-7=1 9-K=-1 | Richard Canfield, Blackjack Your Way to Riches
mentor | Mentor | 2=1 3-6=2 7=1 9=-1 T-K=-2 A=-1 | Fred Renzey, Blackjack Bluebook II
ten-count | Ten count | 2-9=4 T-K=-9 A=4 | Edward Thorp, Beat the Dealer
"""


def _named(line: str) -> Count:
    name, title, text, source = (part.strip() for part in line.split("|"))
    tags, *changes = (part.strip() for part in text.split(";"))
    return made_count(tags, changes, name=name, title=title, source=source)


COUNTS: Final[Mapping[str, Count]] = {count.name: count for count in map(_named, _KNOWN.strip().splitlines())}
"""Well-known counts by name; cards without a tag count 0."""
