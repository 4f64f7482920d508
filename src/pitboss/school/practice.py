"""A practice round: dealt by the engine step by step, with guests who bet and answer, from a seed alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from pitboss.games import actions as a
from pitboss.games.events import Event
from pitboss.games.round import Question, Round
from pitboss.records.game import RECORDED_GAMES
from pitboss.records.record import Record
from pitboss.rules import Sheet
from pitboss.rules.progressive import progressive_of
from pitboss.school.guests import answer, place_bets
from pitboss.school.levels import Level
from pitboss.school.stacking import plain_shoe, stacked_shoe
from pitboss.shoe import Chance

__all__ = ["Moment", "Practice", "bets_down", "deal", "next_action", "open_round", "play_on"]

MOST_INPUTS: Final = 2000
STACKED: Final = 30
"""How many cards of a shoe are chosen where rare hands are wanted."""


class Moment(NamedTuple):
    """One input of a round: what was asked, what was done, and which events it brought."""

    question: Question
    action: a.Action
    first: int
    """The number of events before it."""


class Practice(NamedTuple):
    """A round that was played, with the moments it went through."""

    round: Round
    moments: tuple[Moment, ...]

    @property
    def events(self) -> list[Event]:
        return self.round.events


def open_round(sheet: Sheet, level: Level, chance: Chance) -> Round:
    """Return a round before the first bet, in which the dealer is asked for every step."""
    decks = sheet.rules.cards.decks
    rare = chance.below(100) < level.stacked
    cards = stacked_shoe(decks, chance, STACKED) if rare else plain_shoe(decks, chance)
    progressive = progressive_of(sheet.rules)
    meters = {}
    if progressive is not None:
        for name in ("major", "minor"):
            meters[name] = getattr(progressive, name).seed + chance.below(100_000)
    game = RECORDED_GAMES[sheet.game]
    by_hand, link_down = (chance.bernoulli(1, 8) and key in game.keys for key in ("by_hand", "link_down"))
    record = Record(sheet=sheet.name, meters=meters, by_hand=by_hand, link_down=link_down)
    round_: Round = game.make(record, sheet, tuple(cards), automatic=False)
    return round_


def bets_down(sheet: Sheet, level: Level, chance: Chance) -> Round:
    """Return a round with the guests' bets on the layout."""
    round_ = open_round(sheet, level, chance)
    place_bets(round_, level, chance)
    return round_


def deal(sheet: Sheet, level: Level, chance: Chance) -> Practice:
    """Return a round as it is played from the first bet to its end."""
    round_ = bets_down(sheet, level, chance)
    return Practice(round_, tuple(play_on(round_, chance)))


def play_on(round_: Round, chance: Chance, until: Callable[[Round], bool] = lambda round_: False) -> Iterator[Moment]:
    """Play a round to its end, or until it has come so far; yields what was done."""
    for _ in range(MOST_INPUTS):
        if round_.over or until(round_):
            return
        question, first = round_.question, len(round_.events)
        assert question is not None
        action = next_action(round_, chance)
        round_.act(action)
        yield Moment(question, action, first)
    raise AssertionError("a round ends")


def next_action(round_: Round, chance: Chance) -> a.Action:
    """Return what is done next where all goes as it should: by the dealer as is due, by guests as they like."""
    question = round_.question
    assert question is not None
    if question.kind == "wagers":
        return a.StartDeal()
    if question.kind == "proceed":
        return a.Proceed()
    if question.role == "player":
        return answer(round_, chance)
    cards = round_.order or ()
    known = RECORDED_GAMES[round_.sheet.game].dealers_answer(round_, question, cards)
    return known if known is not None else answer(round_, chance)
