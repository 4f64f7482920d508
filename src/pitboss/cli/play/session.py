"""One person, one table: the questions, the answers, and round after round."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from pitboss.cli.common import write_file
from pitboss.cli.play.bets import bets_from
from pitboss.cli.play.game import TERMINAL_GAMES, round_of
from pitboss.cli.play.hint import hint_for
from pitboss.cli.play.purse import Purse
from pitboss.cli.play.say import allowed_cut
from pitboss.cli.play.terminal import Leave, Terminal
from pitboss.errors import IllegalAction, NotationError, NotNow, PitbossError
from pitboss.games import actions as a
from pitboss.games.round import Round
from pitboss.money import dollars
from pitboss.printable import printable
from pitboss.rules import Sheet
from pitboss.shoe import (
    DEALER,
    CardSource,
    Ceremony,
    Chance,
    CryptographicChance,
    CryptographicSource,
    SeededChance,
    SeededSource,
)
from pitboss.shoe import Event as ShoeEvent
from pitboss.table import Happening, Table

__all__ = ["Session", "save_to"]

YOU = "you"
HINTS = "`hint` says what each answer is worth."
Moved = tuple[Table, tuple[Happening, ...]]
Save = Callable[[Round, int], Path]


class Session:
    """A table with one player, from the first shuffle until they leave."""

    def __init__(self, sheet: Sheet, terminal: Terminal, *, boxes: tuple[int, ...], bank: int, seed: str = "") -> None:
        self.terminal, self.paint = terminal, terminal.paint
        self.boxes, self.bank = boxes, bank
        self.save: Save | None = None
        self.source: CardSource = SeededSource(seed) if seed else CryptographicSource()
        self.chance: Chance = SeededChance(f"{seed} dealer") if seed else CryptographicChance()
        self.game = TERMINAL_GAMES[sheet.game](sheet, self.paint)
        self.felt = self.game.felt()
        self.played = 0
        self.last_bets: tuple[a.Action, ...] = ()
        self.table, opened = Table.open(sheet)
        for box in boxes:
            self.table, _ = self.table.sit(YOU, box)
        toke = self.table.rules.toke
        self.purse = Purse(bank, toke_push=toke.push if toke is not None else "returned")
        self.before = self.purse
        self._welcome(opened)

    def _welcome(self, opened: Iterable[Happening]) -> None:
        sheet, place = self.table.sheet, self.table.places.place
        places = place if len(self.boxes) == 1 else {"box": "boxes", "seat": "seats"}[place]
        where = f"{places} {', '.join(map(str, self.boxes))}"
        self.terminal.say(
            self.paint("bold", f"{sheet.title} ({sheet.name}), {self.game.limits}"),
            *(f"{departure}." for departure in sheet.departures),
            f"You sit at {where} with {dollars(self.bank)}. At any prompt `?` helps and `quit` leaves.",
        )
        self._tell_shoe(opened)

    def play(self) -> bool:
        """Round after round until the player leaves or has too little to bet; false where they broke it off."""
        broken_off = False
        try:
            while self.purse.cents >= self.game.least:
                self._prepare()
                self._round()
            self.terminal.say("That is less than the minimum of this table.")
        except Leave as leave:
            broken_off = leave.broken_off
            self._play_out()
        self._goodbye()
        return not broken_off

    # the cards

    def _prepare(self) -> None:
        """Shuffle, cut and burn, as far as they are due; the cut is the player's."""
        while (moved := self._next_move()) is not None:
            self.table, events = moved
            self._tell_shoe(events)

    def _next_move(self) -> Moved | None:
        cards = self.table.cards
        if isinstance(cards, Ceremony) and cards.phase == "cut_offered":
            return self._cut(cards)
        return self.table.next_move(self.source)

    def _tell_shoe(self, events: Iterable[Happening]) -> None:
        for event in events:
            if isinstance(event, ShoeEvent):
                self.terminal.say_all(self.felt.tell_shoe(event))

    def _cut(self, ceremony: Ceremony) -> Moved:
        """The player cuts or declines; then the dealer does, somewhere."""
        least, cards = ceremony.rules.cut_minimum_cards, len(ceremony.cards)
        if ceremony.offered == DEALER:
            return self.table.cut(self.chance.between(least, cards - least), by=DEALER)
        while True:
            answer = self.terminal.ask(
                f"The cut is yours: {least} to {cards - least} cards from the front (Enter: the middle, n: no cut) > "
            )
            try:
                if answer in ("?", "help"):
                    self.terminal.say_all(allowed_cut(ceremony.rules, self.paint))
                elif answer.lower() in ("n", "no"):
                    return self.table.refuse_cut()
                else:
                    return self.table.cut(_number(answer, default=cards // 2), by=ceremony.offered or DEALER)
            except PitbossError as error:
                self._trouble(error)

    # a round

    def _round(self) -> None:
        self.table, events = self.table.start_round()
        self._tell_shoe(events)
        self.felt = self.game.felt()
        self.before = self.purse
        title = self.paint("bold", f"Round {self.table.rounds}")
        self.terminal.say("", f"{title}: you have {dollars(self.purse.cents)}.", *self.game.before_round())
        self._take_bets()
        while not self._now.over:
            self._answer()
        self._end()

    @property
    def _now(self) -> Round:
        return round_of(self.table)

    def _act(self, action: a.Action, role: str = "player") -> None:
        """Do it if the table and the purse allow it, and tell what happened as the player sees it."""
        table, events = self.table.act(action, role=role, by=YOU if role == "player" else "")
        self.purse = self.purse.after(events)
        self.table = table
        self.game.after(events, table)
        self._tell_shoe(events)
        told = list(self.game.seen(self._now.events, YOU))
        for event in told[len(told) - sum(not isinstance(event, ShoeEvent) for event in events) :]:
            self.terminal.say_all(self.felt.tell(event))
        self.terminal.say_all(self.felt.tell_deal())

    def _all_or_none(self, actions: Iterable[a.Action]) -> None:
        """Make several bets: all of them, or none."""
        before = self.table, self.purse
        try:
            for action in actions:
                self._act(action)
        except PitbossError:
            self.table, self.purse = before
            raise

    def _trouble(self, error: PitbossError) -> None:
        self.terminal.say(f"  {self.paint('yellow', str(error))}")

    def _take_bets(self) -> None:
        """Bets until an empty line: that deals, after laying down the last round's bets if there are none yet."""
        while self.table.bets_open:
            answer = self.terminal.ask(self._bet_prompt())
            try:
                if answer in ("?", "help"):
                    self.terminal.say_all(self.game.help_on_bets(self.boxes))
                elif answer.lower() == "hint":
                    raise IllegalAction("hint.bet_first")
                elif answer:
                    bets = bets_from(answer, self.game, boxes=self.boxes, bet_on=self.table.spots, player=YOU)
                    self._all_or_none(bets)
                    self.terminal.say_all(self._bets() or ["  No bets."])
                else:
                    self._deal()
            except PitbossError as error:
                self._trouble(error)

    def _deal(self) -> None:
        if not self.table.spots:
            if not self.last_bets:
                raise IllegalAction("bets.not_yet")
            self._all_or_none(self.last_bets)
            self.terminal.say_all(self._bets())
        self.last_bets = tuple(self._placed())
        self._act(a.StartDeal(), role="dealer")

    def _bet_prompt(self) -> str:
        if self.table.spots:
            return "More, `back`, or Enter to deal > "
        return f"Your bet{' (Enter: the same again)' if self.last_bets else ''} > "

    def _bets(self) -> list[str]:
        """What lies on the layout, spot by spot."""
        lines = []
        for box, spot in self.table.spots.items():
            parts = [self.felt.bet(wager, cents) for wager, cents in spot.wagers.items()]
            parts += [self.felt.bet(wager, cents, toke=True) for wager, cents in spot.tokes.items()]
            lines.append(f"  {self.felt.name(box)}: {', '.join(parts)}")
        return lines

    def _placed(self) -> Iterable[a.Action]:
        """The bets of a round as they would be made again."""
        for box, spot in self.table.spots.items():
            for wager, cents in spot.wagers.items():
                yield a.PlaceBet(spot=box, cents=cents, wager=wager, player=spot.player)
            for wager, cents in spot.tokes.items():
                yield a.PlaceToke(spot=box, cents=cents, wager=wager)

    def _answer(self) -> None:
        """Ask the player the open question; after an answer that is refused, say why and ask again."""
        if self._staff_answers():
            return
        box, prompt = self.game.prompt(self._now, self.felt)
        answer = self.terminal.ask(prompt)
        try:
            if answer in ("?", "help"):
                self.terminal.say_all([*self.felt.lines(), *self.game.help_now(self._now), HINTS])
            elif answer.lower() == "hint":
                seen = tuple(self.game.seen(self._now.events, YOU))
                self.terminal.say_all(hint_for(self._now, seen, box, self.paint))
            elif answer.lower() in ("back", "undo"):
                raise NotNow("round.stays")
            else:
                self._act(self.game.decision(answer, self._now, box))
        except PitbossError as error:
            self._trouble(error)

    def _staff_answers(self) -> bool:
        """Whether the question was one for the house, which has answered it."""
        staff = self.game.staff(self.table, self.chance)
        if staff is None:
            return False
        self.terminal.say_all(staff.lines)
        self._act(staff.action, role=staff.role)
        return True

    def _end(self) -> None:
        """The balance; a record where one is kept; the cards go to the rack."""
        self.played += 1
        tokes = self.purse.tokes - self.before.tokes
        for_dealers = f", {dollars(tokes)} for the dealers" if tokes else ""
        result = self.paint.money(self.purse.cents - self.before.cents)
        self.terminal.say(f"  This round {result}{for_dealers}: you have {dollars(self.purse.cents)}.")
        if self.save is not None:
            saved = printable(str(self.save(self._now, self.table.rounds)))
            self.terminal.say(self.paint("dim", f"  Saved as {saved}"))
        self.table, events = self.table.end_round()
        self._tell_shoe(events)

    # leaving

    def _play_out(self) -> None:
        """Bets not yet locked go back; a hand under way is played as a silent player's would be."""
        if self.table.round is None:
            return
        if self.table.bets_open:
            main = self.game.wagers[0]
            self._all_or_none([a.TakeBackBet(spot=box, wager=main) for box in self.table.spots])
            return
        self.terminal.say("You leave: your hand is played out as for a player who does not answer.")
        while not self._now.over:
            if not self._staff_answers():
                self._act(self.game.silence(self._now, self.purse.cents))
        self._end()

    def _goodbye(self) -> None:
        net = self.paint.money(self.purse.cents - self.bank)
        tokes = f", {dollars(self.purse.tokes)} for the dealers" if self.purse.tokes else ""
        rounds = "1 round" if self.played == 1 else f"{self.played} rounds"
        self.terminal.say(f"You leave with {dollars(self.purse.cents)} after {rounds} ({net}{tokes}).")


def save_to(folder: Path, sheet: str, sets: tuple[str, ...]) -> Save:
    """How each round is written into a folder as a hand record, after those that are there already."""
    from pitboss.records import record_of, write

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotationError(f'cannot write to "{folder}": {error.strerror}') from None
    before = max((_saved_number(path) for path in folder.glob("*.toml")), default=0)

    def save(round_: Round, number: int) -> Path:
        path = folder / f"{round_.sheet.name}-{before + number:04}.toml"
        write_file(path, write(record_of(round_, sheet=sheet, sets=sets)))
        return path

    return save


def _saved_number(path: Path) -> int:
    number = path.stem.rpartition("-")[2]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0


def _number(text: str, *, default: int) -> int:
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise NotationError("cannot read a number of cards", text=text, expected="digits, Enter or n")
    return int(text)
