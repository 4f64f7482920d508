"""Taking a record of a round that was dealt: from its inputs, in the shortest form that replays to the same events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from pitboss.cards import UNKNOWN, Card
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.actions import Look
from pitboss.games.events import BetPlaced, WagerSettled
from pitboss.games.round import Round
from pitboss.records.game import RECORDED_GAMES, RecordedGame
from pitboss.records.record import FORMAT, Line, Paid, Record, SpotRecord
from pitboss.records.replaying import replay_with
from pitboss.records.settling import events_hash, settled_in
from pitboss.records.words import ANSWERS, BETS, line_text, parse_line

__all__ = ["record_of"]


def record_of(round_: Round, *, sheet: str = "", sets: Iterable[str] = (), paid: bool = True, name: str = "") -> Record:
    """The record of a round, finished or under way; it holds the hole card, so it is not for the players' eyes.

    ``sheet`` and ``sets`` say how the round's sheet is loaded where its name alone does not.
    """
    game = RECORDED_GAMES[round_.sheet.game]
    whole = Record(
        sheet=sheet or round_.sheet.name,
        set=tuple(sets),
        cards=_cards(round_, game),
        declared=round_.order is None,
        automatic=round_.automatic,
        shoe_ends=game.ran_out(round_) is not None,
        sheet_hash=round_.sheet.hash,
        engine=round_.engine.version,
        format=FORMAT if round_.engine.hands_as_they_lie else 1,
        events_hash=events_hash(round_.events) if round_.over else "",
        name=name,
        **game.said(round_),
    )
    players = {event.spot: event.player for event in round_.events if isinstance(event, BetPlaced)}
    short = next((form for form in _forms(round_, whole, players) if _same(form, round_)), None)
    assert short is not None, "every input as it was given replays to the same round"
    default = not (short.staff or short.actions)
    return replace(
        short,
        automatic=None if short.automatic == default else short.automatic,
        spots=tuple(_with_paid(spot, round_) for spot in short.spots) if paid and round_.over else short.spots,
    )


def _same(form: Record, round_: Round) -> bool:
    try:
        again = replay_with(form, round_.sheet, form.cards, finish=round_.over)
    except NotationError:
        return False
    return bool(again.events == round_.events and again.question == round_.question)


def _forms(round_: Round, whole: Record, players: dict[int, str]) -> Iterator[Record]:
    """The record in ever longer forms; the last one holds every input as it was given."""
    game = RECORDED_GAMES[round_.sheet.game]
    lines = list(_lines(round_, whole, game))
    placed = [line for line in lines if isinstance(line.do, BETS)]
    later = [line for line in lines if not isinstance(line.do, BETS)]
    spoken = [line for line in later if not game.due(line.do)]
    spots = _spots(round_, players, game)
    staff = tuple(line for line in spoken if not isinstance(line.do, ANSWERS))
    yield replace(whole, spots=tuple(_with_answers(spot, spoken) for spot in spots), staff=staff)
    yield replace(whole, spots=spots, actions=tuple(spoken))
    yield replace(whole, spots=spots, actions=tuple(later))
    bare = tuple(SpotRecord(box, _name(box, player)) for box, player in sorted(players.items()))
    bets = [_named(line, players) for line in placed]
    yield replace(whole, spots=bare, actions=(*bets, *spoken))
    # what was declared before the last bet or between two stays where it was
    yield replace(whole, spots=bare, actions=tuple(_named(line, players) for line in lines))


def _lines(round_: Round, whole: Record, game: RecordedGame) -> Iterator[Line]:
    """The inputs as lines; a twin of the round tells whose turn each of them was."""
    cards = None if whole.declared else whole.cards
    twin: Any = game.make(replace(whole, cut_card=None), round_.sheet, cards, automatic=round_.automatic)
    for action, role in round_.inputs:
        if isinstance(action, (*ANSWERS, a.Signal)) and twin.question is not None:
            action = replace(action, spot=getattr(action, "spot", 0) or twin.question.spot)
        if not isinstance(action, a.CardIs):
            line = _line(action, role, round_)
            placed = isinstance(action, (a.Declare, a.Deal, a.Overlook, Look))
            yield replace(line, after_cards=twin.next_card) if placed else line
        twin.act(action, role=role)


def _line(action: a.Action, role: str, round_: Round) -> Line:
    """An input in the words that read back as the same."""
    if isinstance(action, a.Reshuffled):
        action = a.Reshuffled(_dealt_of(action.cards, round_))
    player = action.player if isinstance(action, a.PlaceBet) else ""
    by = role if role not in ("", "player", "dealer") or isinstance(action, a.Declare) else ""
    return Line(parse_line(line_text(action)), by=by, player=player)


def _named(line: Line, players: dict[int, str]) -> Line:
    """The player stands with the box, unless it has changed hands since."""
    spot = getattr(line.do, "spot", 0)
    return replace(line, player="" if players.get(spot, "") == line.player else line.player)


def _dealt_of(cards: tuple[Card, ...], round_: Round) -> tuple[Card, ...]:
    """The reshuffled cards that came out; those still in the shoe stay unknown."""
    left = len(cards) if round_.order is None else len(round_.order) - round_.next_card
    return cards[: len(cards) - left] + (UNKNOWN,) * left


def _cards(round_: Round, game: RecordedGame) -> tuple[Card, ...]:
    """The cards that came out, in the order they did; those of a reshuffle stand in its own line."""
    if round_.order is None:
        return tuple([action.card for action, _ in round_.inputs if isinstance(action, a.CardIs)])
    end = len(round_.order) - game.reshuffled_away(round_)
    return round_.order[round_.start : min(end, round_.next_card)]


def _spots(round_: Round, players: dict[int, str], game: RecordedGame) -> tuple[SpotRecord, ...]:
    """The boxes with what lay on them when the bets were locked, in the order it was put there."""
    wagers: dict[int, dict[str, int]] = {}
    tokes: dict[int, dict[str, int]] = {}
    for action, _ in round_.inputs:
        if isinstance(action, a.StartDeal):
            break
        if isinstance(action, a.PlaceBet):
            wagers.setdefault(action.spot, {})[action.wager] = action.cents
        elif isinstance(action, a.PlaceToke):
            tokes.setdefault(action.spot, {})[action.wager] = action.cents
    return tuple(
        SpotRecord(box, _name(box, players.get(box, "")), wagers=game.short(laid), tokes=tokes.get(box, {}))
        for box, laid in wagers.items()
    )


def _name(box: int, player: str) -> str | None:
    """The player's name, where it is not the one that a box without a name has."""
    return None if player == f"spot {box}" else player


def _with_answers(spot: SpotRecord, lines: list[Line]) -> SpotRecord:
    own = [line.do for line in lines if isinstance(line.do, ANSWERS) and getattr(line.do, "spot", 0) == spot.box]
    return replace(spot, answers=tuple(own))


def _with_paid(spot: SpotRecord, round_: Round) -> SpotRecord:
    """The spot with what each wager was paid, hand by hand where there were several."""
    own = [one for one in settled_in(round_) if one.spot == spot.box]
    paid = {one.wager: _paid(own, one.wager) for one in own}
    tokes = {name.removeprefix("toke:"): cents for name, cents in paid.items() if name.startswith("toke:")}
    return replace(spot, paid={k: v for k, v in paid.items() if not k.startswith("toke:")}, paid_tokes=tokes)


def _paid(own: list[WagerSettled], wager: str) -> Paid:
    hands: dict[int, int] = {}
    for one in own:
        if one.wager == wager:
            hands[one.hand] = hands.get(one.hand, 0) + one.pays
    return tuple(hands[hand] for hand in sorted(hands)) if len(hands) > 1 else next(iter(hands.values()))
