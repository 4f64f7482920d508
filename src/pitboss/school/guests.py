"""The guests at a practice table: what they bet and how they answer, all from one seed.

They know no strategy and no game: they bet what the table takes, and answer by what the round offers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.round import Offer, Round
from pitboss.rules import Sheet
from pitboss.rules.game import on_layout
from pitboss.school.game import SCHOOL_GAMES
from pitboss.school.levels import Level
from pitboss.shoe import Chance

__all__ = ["answer", "place_bets"]

NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Fred", "Gil", "Hal", "Ida")


def place_bets(round_: Round, level: Level, chance: Chance, boxes: Sequence[int] = ()) -> None:
    """Put the wagers of a level on the layout, in these boxes or in drawn ones."""
    places = range(1, SCHOOL_GAMES[round_.sheet.game].boxes(round_.sheet) + 1)
    least, most = (min(number, len(places)) for number in level.spots)
    for box in boxes or sorted(chance.shuffled(places)[: chance.between(least, most)]):
        main = _place_main(round_, box, level, chance)
        if main and level.side_bets:
            _place_side_bets(round_, box, level, chance)
        if main and level.tokes and chance.bernoulli(1, 2):
            _place_tokes(round_, box, chance)


def _place_main(round_: Round, box: int, level: Level, chance: Chance) -> bool:
    """The main wager, and those that must equal it."""
    for cents in _stakes(round_.sheet, level, chance):
        if _try(round_, a.PlaceBet(spot=box, cents=cents, wager=_main(round_.sheet), player=_name(box))):
            for wager in on_layout(round_.sheet.game, round_.sheet.rules):
                if wager.kind == "equal":
                    _try(round_, a.PlaceBet(spot=box, cents=cents, wager=wager.name, player=_name(box)))
            return True
    return False


def _name(box: int) -> str:
    return NAMES[(box - 1) % len(NAMES)]


def _main(sheet: Sheet) -> str:
    return next(wager.name for wager in on_layout(sheet.game, sheet.rules) if wager.kind == "main")


def _stakes(sheet: Sheet, level: Level, chance: Chance) -> Iterator[int]:
    """Amounts that the table may take, ending with its minimum."""
    table = sheet.rules.table
    step = table.bet_step if level.odd_stakes else max(table.bet_step, min(500, table.minimum))
    top = min(table.maximum, table.minimum * (20 if level.odd_stakes else 8))
    if level.odd_stakes and chance.bernoulli(1, 8):
        top = table.maximum
    yield table.minimum + chance.below((top - table.minimum) // step + 1) * step
    yield table.minimum


def _place_side_bets(round_: Round, box: int, level: Level, chance: Chance) -> None:
    chips = sorted(round_.sheet.rules.chips.denominations)
    for wager in on_layout(round_.sheet.game, round_.sheet.rules):
        if wager.kind not in ("side", "progressive") or chance.bernoulli(1, 3):
            continue
        wanted = [chip * chance.between(1, 3) for chip in chips]
        if chance.bernoulli(1, 4):
            wanted.reverse()
        elif len(chips) > 2:
            wanted = [*wanted[2:5], *wanted]
        for cents in (*wanted, *chips):
            if _try(round_, a.PlaceBet(spot=box, cents=cents, wager=wager.name, player=_name(box))):
                break


def _place_tokes(round_: Round, box: int, chance: Chance) -> None:
    toke = round_.sheet.rules.toke
    for wager in toke.wagers if toke is not None else ():
        assert toke is not None
        for cents in (toke.minimum * chance.between(1, 5), toke.minimum):
            if _try(round_, a.PlaceToke(spot=box, cents=cents, wager=wager)):
                break


def _try(round_: Round, action: a.Action) -> bool:
    """Do it if the table takes it."""
    try:
        round_.act(action)
    except IllegalAction:
        return False
    return True


def answer(round_: Round, chance: Chance) -> a.Action:
    """Return what a guest answers to the open question, from what is offered."""
    offers = round_.offers()
    assert offers, round_.question
    weights = [SCHOOL_GAMES[round_.sheet.game].liking(round_, offer) for offer in offers]
    drawn = chance.below(sum(weights))
    for offer, weight in zip(offers, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return _with_amount(offer, chance)
    raise AssertionError("weights add up")


def _with_amount(offer: Offer, chance: Chance) -> a.Action:
    """The action of an offer, for one of the amounts that it may be made for."""
    if offer.amounts is None:
        return offer.action
    least, most, step = offer.amounts
    cents = least + chance.below((most - least) // step + 1) * step
    return replace(offer.action, cents=cents)
