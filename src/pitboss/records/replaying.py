"""Replaying a record: the very steps that are dealt, with the answers that were given.

At every question the next line of staff (or of the whole story) is tried if it is due; a line that is refused waits
for a later question. Then a player's question takes the spot's next answer, and the dealer does what is due. So
`proceed`, `call`, `close`, `start` and a truthful `peek` need not be written.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitboss.cards import DECK, UNKNOWN, Card, cards_text
from pitboss.errors import Defect, IllegalAction, NotationError, NotNow
from pitboss.games import actions as a
from pitboss.games.round import Question, Round
from pitboss.records.game import KEYS_OF_SOME_GAMES, RECORDED_GAMES
from pitboss.records.record import Line, Record, RecordError
from pitboss.records.words import answer_text, line_text
from pitboss.rules import SHIPPED, Content, Sheet, load
from pitboss.rules import sheet_of as written_sheet

__all__ = ["FaceNeeded", "MeterNeeded", "replay", "replay_with", "sheet_of"]

_START, _PROCEED, _CLOSE = a.StartDeal(), a.Proceed(), a.CloseInsurance()


class FaceNeeded(Exception):
    """The round cannot go on without the face of a card that nobody saw: its place in dealt order, from 0."""

    def __init__(self, place: int) -> None:
        self.place = place


class MeterNeeded(RecordError):
    """A meter was hit, and the record says neither what it showed nor what was awarded."""


def sheet_of(record: Record) -> Sheet:
    """The sheet that a record was played on; its file stands beside the record's own."""
    try:
        sheet = _written(record) if record.texts else _sheet(record.sheet, record.set, record.folder)
    except NotationError as error:
        raise record.error("set" if record.set and record.sheet in SHIPPED else "sheet", str(error)) from None
    for key in KEYS_OF_SOME_GAMES:
        if key not in RECORDED_GAMES[sheet.game].keys and getattr(record, key):
            raise record.error(key.removesuffix("_down"), f"is not known in {sheet.game}")
    if record.sheet_hash and record.sheet_hash != sheet.hash:
        raise record.error("sheet_hash", f"is not the hash of {sheet.name} as it is now", sheet.hash)
    return sheet


def _written(record: Record) -> Sheet:
    """The sheet of the texts that a record holds."""
    content = Content(texts=record.texts, sets=record.set)
    if record.sheet_text not in ("", content.hash):
        raise record.error("sheet_text", "is not the hash of the texts that the record holds", content.hash)
    return _read(content)


@lru_cache(maxsize=128)
def _read(content: Content) -> Sheet:
    return written_sheet(content)


def _sheet(name: str, sets: tuple[str, ...], folder: Path | None) -> Sheet:
    if name in SHIPPED:
        return _loaded(name, sets, 0)
    path = (folder or Path()) / name
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):
        changed = 0
    return _loaded(path if path.suffix == ".toml" else name, sets, changed)


@lru_cache(maxsize=128)
def _loaded(name: str | Path, sets: tuple[str, ...], changed: int) -> Sheet:
    """A sheet read once; a house's own is read again when its file has changed."""
    return load(name, sets=sets)


def replay(record: Record, *, finish: bool = True) -> Round:
    """The round as it was played, to its end; every contradiction in the record is refused with its place.

    Without ``finish`` the round stops where the record does.
    """
    if record.unseen:
        places = ", ".join(str(place + 1) for place in record.unseen)
        raise record.error("cards", f"card {places} was not seen", "a face; `settle` tries all that fit")
    sheet = sheet_of(record)
    check_census(record, sheet.rules.cards.decks)
    return replay_with(record, sheet, record.cards, finish=finish)


def replay_with(record: Record, sheet: Sheet, cards: tuple[Card, ...], *, finish: bool = True) -> Round:
    """The round of a record with these cards."""
    return _Replay(record, sheet, cards, finish).round()


def check_census(record: Record, decks: int) -> None:
    """No card comes out more often than the decks hold it."""
    cards = record.cards
    if len(cards) > 52 * decks:
        raise record.error("cards", f"{len(cards)} are more than {_decks(decks)}")
    if len(cards) <= decks:
        return
    often = [card for card, count in Counter(cards).items() if count > decks and card is not UNKNOWN]
    if often:
        defects = [
            Defect("cards", f"{card.text} is there {cards.count(card)} times, {_decks(decks)} it {_times(decks)}")
            for card in often
        ]
        raise RecordError(record.name, defects)


def _decks(decks: int) -> str:
    return "one deck holds" if decks == 1 else f"{decks} decks hold"


def _times(decks: int) -> str:
    return "once" if decks == 1 else f"{decks} times"


class _Replay:
    """One round on its way through a record."""

    __slots__ = ("answers", "cards", "finish", "game", "lines", "place", "r", "record", "refused", "used")

    def __init__(self, record: Record, sheet: Sheet, cards: tuple[Card, ...], finish: bool) -> None:
        self.record, self.cards, self.finish = record, cards, finish
        self.game = RECORDED_GAMES[sheet.game]
        self.r: Any = self.game.make(record, sheet, None if record.declared else cards, automatic=record.is_automatic)
        self.place = "actions" if record.actions else "staff"
        self.lines: deque[Line] = deque(record.actions or record.staff)
        self.used = 0
        self.answers = {spot.box: deque(spot.answers) for spot in record.spots}
        self.refused: IllegalAction | None = None

    def round(self) -> Round:
        r: Round = self.r
        self._place_bets()
        while not r.over and self._step():
            if not self.record.declared and r.next_card == len(self.cards):
                self._check_shoe()
        self._check_left()
        return r

    # wagers

    def _place_bets(self) -> None:
        defects: list[Defect] = []
        for spot in self.record.spots:
            for wager, cents in self.game.laid(spot).items():
                bet = a.PlaceBet(spot=spot.box, cents=cents, wager=wager, player=spot.name)
                self._bet(bet, f"spot {spot.box}.{wager}", defects)
            for wager, cents in spot.tokes.items():
                toke = a.PlaceToke(spot=spot.box, cents=cents, wager=wager)
                self._bet(toke, f"spot {spot.box}.tokes.{wager}", defects)
        if defects:
            raise RecordError(self.record.name, defects)

    def _bet(self, action: a.Action, place: str, defects: list[Defect]) -> None:
        try:
            self.r.act(action)
        except IllegalAction as error:
            defects.append(Defect(place, str(error)))

    def _action(self, line: Line) -> a.Action:
        """What a line does; a bet in the story is the box's player's, unless the line names another."""
        action = line.do
        if isinstance(action, a.PlaceBet):
            names = [spot.name for spot in self.record.spots if spot.box == action.spot]
            player = line.player or action.player or (names[0] if names else f"spot {action.spot}")
            return a.PlaceBet(action.spot, action.cents, action.wager, player, action.position)
        if isinstance(action, a.Reshuffled) and UNKNOWN in action.cards:
            return a.Reshuffled(self._stub(action.cards))
        return action

    def _stub(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Reshuffled cards that never came out may be any that the shoe could hold."""
        used = Counter(cards) + Counter(self.r.seen)
        decks = self.r.sheet.rules.cards.decks
        free = [card for card in DECK for _ in range(decks - used[card])]
        return tuple([free.pop() if card is UNKNOWN and free else card for card in cards])

    # one question

    def _step(self) -> bool:
        """Answer the open question; false where the record ends before the round."""
        r = self.r
        question = r.question
        assert question is not None
        kind = question.kind
        if self.lines and self._try_line(question):
            return True
        if kind == "card":
            return self._card()
        if kind == "wagers":
            return self._start()
        if kind == "insurance":
            return self._insurance()
        if question.role == "player":
            return self._answer(self.game.asked(r, question))
        if not self.finish and r.next_card >= len(self.cards):
            return False
        if kind == "proceed":
            r.act(_PROCEED)
            return True
        action = self.game.dealers_answer(r, question, self.cards)
        if action is None:
            return self._open_question(question.spot)
        r.act(action)
        return True

    def _try_line(self, question: Question) -> bool:
        """The next line of the story, if it is due and may be done now."""
        line = self.lines[0]
        out = self.r.next_card
        if line.after_cards is not None and out < line.after_cards:
            return False
        if line.after_cards is not None and out > line.after_cards:
            raise self._line_error(f"could not be done after {line.after_cards} cards")
        if line.turn and line.turn != question.spot:
            return False
        if isinstance(line.do, a.CardIs):  # the cards stand in the record, each of them once
            return False
        try:
            self.r.act(self._action(line), role=line.by)
        except IllegalAction as error:
            if self.refused is None or isinstance(self.refused, NotNow):  # a rule against it stays the reason
                self.refused = error
            return False
        self.refused = None
        self.lines.popleft()
        self.used += 1
        return True

    def _line_error(self, problem: str) -> RecordError:
        reason = f": {self.refused}" if self.refused is not None else ""
        words = line_text(self.lines[0].do)
        return self.record.error(f"{self.place}[{self.used + 1}]", f'"{words}" {problem}{reason}')

    def _start(self) -> bool:
        if not self.finish and not self.cards:
            return False
        try:
            self.r.act(_START)
        except IllegalAction as error:
            if self.refused is not None:  # the bet that is missing
                raise self._line_error("is refused") from None
            raise self.record.error("spot", str(error)) from None
        return True

    def _insurance(self) -> bool:
        """The spots answer one after another, then the dealer closes."""
        waiting = [offer.action.spot for offer in self.r.offers() if isinstance(offer.action, a.DeclineInsurance)]
        if waiting:
            return self._answer(waiting[0])
        if not self.finish and self.r.next_card >= len(self.cards):
            return False
        self.r.act(_CLOSE)
        return True

    def _answer(self, box: int) -> bool:
        answers = self.answers.get(box)
        if not answers:
            return self._open_question(box)
        try:
            self.r.act(answers[0])
        except IllegalAction as error:
            place = self._answer_place(box)
            raise self.record.error(
                place, f'"{answer_text(answers[0])}" is refused: {error}', self._legal(box)
            ) from None
        answers.popleft()
        return True

    def _answer_place(self, box: int) -> str:
        given = next(spot.answers for spot in self.record.spots if spot.box == box)
        return f"spot {box}.answers[{len(given) - len(self.answers[box]) + 1}]"

    def _card(self) -> bool:
        """The face of the next card, where cards are declared."""
        r = self.r
        if r.order is not None:
            raise FaceNeeded(self.game.place_asked(r))
        if r.next_card >= len(self.cards):
            if not self.finish:
                return False
            raise self._no_card(r.question.spot if r.question else 0)
        r.act(a.CardIs(self.cards[r.next_card]))
        return True

    def _open_question(self, box: int) -> bool:
        """Nobody answers: the record ends here, or lacks an answer."""
        if not self.finish:
            return False
        if self.lines:
            raise self._line_error("cannot be done here")
        question = self.r.question
        assert question is not None
        whose = f"spot {box}.answers" if question.role == "player" and not self.record.actions else self.place
        kind, role = (word.replace("_", " ") for word in (question.kind, question.role))
        asked = f"the question “{kind}” to the {role} about {f'spot {box}' if box else 'the dealer'}"
        defect = Defect(whose, f"{asked} is not answered, after {self.r.next_card} cards", self._legal(box))
        raise (MeterNeeded if question.kind == "jackpot" else RecordError)(self.record.name, [defect])

    def _legal(self, box: int) -> str:
        words = [answer_text(offer.action) for offer in self.r.offers() if getattr(offer.action, "spot", 0) in (0, box)]
        assert self.r.question is not None
        return " or ".join(dict.fromkeys(words)) or self.game.wanted(self.r.question)

    # what must not happen

    def _check_shoe(self) -> None:
        """Cards that the record does not have are missing, unless it says that the shoe ran out."""
        if self.record.shoe_ends or not self.finish:
            return
        box = self.game.ran_out(self.r)
        if box is not None:
            raise self._no_card(box)

    def _no_card(self, box: int) -> RecordError:
        whom = f"spot {box}" if box else "the dealer"
        problem = f"there is no card {len(self.cards) + 1}, which {whom} is due"
        return self.record.error("cards", problem, "the card, ?? if nobody saw it, or shoe_ends = true")

    def _check_left(self) -> None:
        """Refuse a record with lines left over after its round is finished."""
        defects = list(self._left())
        if defects:
            raise RecordError(self.record.name, defects)

    def _left(self) -> Iterator[Defect]:
        r = self.r
        if r.next_card < len(self.cards):
            left = self.cards[r.next_card :]
            yield Defect("cards", f"{len(left)} left over from card {r.next_card + 1} on: {cards_text(left[:8])}")
        for box, answers in self.answers.items():
            if answers:
                yield Defect(self._answer_place(box), f'"{answer_text(answers[0])}" is left over: nothing was asked')
        if self.lines:
            reason = f": {self.refused}" if self.refused is not None else ""
            yield Defect(f"{self.place}[{self.used + 1}]", f'"{line_text(self.lines[0].do)}" is left over{reason}')
        if self.record.shoe_ends and self.game.ran_out(r) is None:
            yield Defect("shoe_ends", "the shoe did not run out")
