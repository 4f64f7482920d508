"""Sheets of houses that declare side bets, for the tests."""

from __future__ import annotations

from pitboss.rules import Sheet, parse_sheet

__all__ = ["RIVERSIDE", "declaring", "offering"]

RIVERSIDE = """
extends = "catfish-blackjack"
name = "riverside-blackjack"
title = "Riverside Blackjack"
house = "The Riverside"

[table]
side_bets = ["trilux", "lucky_sevens", "big_bust"]

[toke]
wagers = ["main", "trilux", "lucky_sevens"]

[bets.lucky_sevens]
title = "Lucky Sevens"
cards = "first_two_and_up"
min = "1.00"
max = "50.00"
step = "1.00"

[bets.lucky_sevens.lines]
three_suited = "all of 7 and suited"
three = "all of 7"
two = "exactly two of 7"
one = "any 7"

[bets.lucky_sevens.titles]
three_suited = "Three sevens of one suit"
three = "Three sevens"
two = "Two sevens"
one = "One seven"

[bets.lucky_sevens.pays]
three_suited = "500:1"
three = "77:1"
two = "14:1"
one = "2:1"

[bets.big_bust]
title = "Big Bust"
cards = "dealer_hand"
min = "1.00"
max = "50.00"
step = "1.00"

[bets.big_bust.lines]
five_natural = "bust and at least 5 cards and player blackjack"
five = "bust and at least 5 cards"
coloured = "bust and one colour"
bust = "bust"

[bets.big_bust.pays]
five_natural = "200:1"
five = "9:1"
coloured = "3:1"
bust = "1:1"
"""
"""A house that has two bets of its own beside one of its document."""


def declaring(cards: str, lines: dict[str, str], pays: dict[str, str] | None = None, **more: str) -> str:
    """The text of a house's sheet with one bet of its own, called `own`."""
    odds = pays or {line: f"{2 * place}:1" for place, line in enumerate(reversed(lines), 1)}
    return "\n".join(
        [
            'extends = "catfish-blackjack"',
            '[table]\nside_bets = ["own"]',
            f'[bets.own]\ntitle = "Our Own"\ncards = "{cards}"\nmin = "1.00"\nmax = "10.00"\nstep = "1.00"',
            *(f'{key} = "{value}"' for key, value in more.items()),
            "[bets.own.lines]",
            *(f'{line} = "{pattern}"' for line, pattern in lines.items()),
            "[bets.own.pays]",
            *(f'{line} = "{odds[line]}"' for line in odds),
        ]
    )


def offering(name: str, pays: dict[str, str] | None = None, *more: str) -> Sheet:
    """A house's sheet that offers one bet of the catalogue, with changed odds where some are given."""
    odds = [f'[bets."{name}".pays]', *(f'{line} = "{one}"' for line, one in pays.items())] if pays else []
    return parse_sheet("\n".join(['extends = "catfish-blackjack"', *more, f'[table]\nside_bets = ["{name}"]', *odds]))
