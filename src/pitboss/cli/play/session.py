"""One person, one table: the questions, the answers, and round after round."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from pitboss.cli.common import write_file
from pitboss.cli.play.answers import bets_from, decision_from
from pitboss.cli.play.explain import allowed_bets, allowed_cut, allowed_now, prompt_for
from pitboss.cli.play.felt import Felt
from pitboss.cli.play.purse import Purse
from pitboss.cli.play.terminal import Leave, Terminal
from pitboss.errors import IllegalAction, NotationError, PitbossError
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.views import seen_by
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.shoe import DEALER, Chance, CryptographicChance, CryptographicSource, SeededChance, SeededSource
from pitboss.shoe import Event as ShoeEvent
from pitboss.table import Happening, Table

__all__ = ["Session", "save_to"]

YOU = "you"
Moved = tuple[Table, tuple[Happening, ...]]


class Session:
    """A table with one player, from the first shuffle until he leaves."""

    def __init__(self, sheet: Sheet, terminal: Terminal, *, boxes: tuple[int, ...], bank: int, seed: str = "") -> None:
        self.terminal, self.paint = terminal, terminal.paint
        self.boxes, self.bank = boxes, bank
        self.save: Callable[[BlackjackRound, int], Path] | None = None
        self.source = SeededSource(seed) if seed else CryptographicSource()
        self.chance: Chance = SeededChance(f"{seed} dealer") if seed else CryptographicChance()
        self.felt = Felt(self.paint)
        self.played = 0
        self.last_bets: tuple[a.Action, ...] = ()
        self.raised: a.Action = a.Stand()
        self.table, opened = Table.open(sheet)
        for box in boxes:
            self.table, _ = self.table.sit(YOU, box)
        toke = self.table.rules.toke
        self.purse = Purse(bank, toke_push=toke.push if toke is not None else "returned")
        self.before = self.purse
        self._welcome(opened)

    def _welcome(self, opened: Iterable[Happening]) -> None:
        sheet, table = self.table.sheet, self.table.rules.table
        limits = f"{dollars(table.minimum)} to {dollars(table.maximum)}"
        where = f"box {self.boxes[0]}" if len(self.boxes) == 1 else f"boxes {', '.join(map(str, self.boxes))}"
        self.terminal.say(
            self.paint("bold", f"{sheet.title} ({sheet.name}), {limits}"),
            f"You sit at {where} with {dollars(self.bank)}. At any prompt `?` helps and `quit` leaves.",
        )
        self._tell_shoe(opened)

    def play(self) -> None:
        """Round after round until the player leaves or has too little to bet."""
        try:
            while self.purse.cents >= self.table.rules.table.minimum:
                self._prepare()
                self._round()
            self.terminal.say("That is less than the minimum of this table.")
        except Leave:
            self._play_out()
        self._goodbye()

    # the cards

    def _prepare(self) -> None:
        """Shuffle, cut and burn, as far as they are due; the cut is the player's."""
        moves: dict[str, Callable[[], Moved]] = {
            "opening": lambda: self.table.spread_decks(),
            "shuffle_due": lambda: self.table.call_shuffle(),
            "called": lambda: self.table.acknowledge("supervisor"),
            "ready": lambda: self.table.shuffle(self.source),
            "shuffled": lambda: self.table.offer_cut(),
            "cut_offered": self._cut,
            "cut": lambda: self.table.place_cut_card(),
            "cut_card_placed": lambda: self.table.load(),
            "between_rounds": lambda: self.table.burn(),
        }
        while self.table.ceremony.can_burn() or not self.table.can_start_round():
            self.table, events = moves[self.table.ceremony.phase]()
            self._tell_shoe(events)

    def _tell_shoe(self, events: Iterable[Happening]) -> None:
        for event in events:
            if isinstance(event, ShoeEvent):
                self.terminal.say_all(self.felt.tell_shoe(event))

    def _cut(self) -> Moved:
        """The player cuts or declines; then the dealer does, somewhere."""
        ceremony = self.table.ceremony
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
        self.felt = Felt(self.paint)
        self.before = self.purse
        self.terminal.say(
            "", self.paint("bold", f"Round {self.table.rounds}") + f": you have {dollars(self.purse.cents)}."
        )
        self._take_bets()
        while not self._now.over:
            self._answer()
        self._end()

    @property
    def _now(self) -> BlackjackRound:
        assert self.table.round is not None
        return self.table.round

    def _act(self, action: a.Action, role: str = "player") -> None:
        """Do it if the table and the purse allow it, and tell what happened as the player sees it."""
        table, events = self.table.act(action, role=role, by=YOU if role == "player" else "")
        self.purse = self.purse.after(events)
        self.table = table
        told = list(seen_by(self._now.events, YOU))
        for event in told[len(told) - len(events) :]:
            self.terminal.say_all(self.felt.tell(event))
        self.terminal.say_all(self.felt.tell_deal())

    def _all_or_none(self, actions: Iterable[a.Action]) -> None:
        """Several bets at once: all of them, or none."""
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
                    self.terminal.say_all(allowed_bets(self._now, self.boxes, self.paint))
                elif answer:
                    self._all_or_none(bets_from(answer, self._now, self.boxes, YOU))
                    self.terminal.say_all(_bets(self._now) or ["  No bets."])
                else:
                    self._deal()
            except PitbossError as error:
                self._trouble(error)

    def _deal(self) -> None:
        if not self._now.spots:
            if not self.last_bets:
                raise IllegalAction("no bet yet: type an amount, or ? for help")
            self._all_or_none(self.last_bets)
            self.terminal.say_all(_bets(self._now))
        self.last_bets = tuple(_placed(self._now))
        self._act(a.StartDeal(), role="dealer")

    def _bet_prompt(self) -> str:
        if self._now.spots:
            return "More, `back`, or Enter to deal > "
        return f"Your bet{' (Enter: the same again)' if self.last_bets else ''} > "

    def _answer(self) -> None:
        """Put the open question to the player; a bad answer is told and asked again."""
        question = self._now.question
        assert question is not None
        if question.kind == "reshuffle":
            self._act(a.Reshuffled(tuple(self.chance.shuffled(self.table.rack))), role="dealer")
            return
        box, prompt = prompt_for(self._now, self.felt)
        answer = self.terminal.ask(prompt)
        try:
            if answer in ("?", "help"):
                self.terminal.say_all([*self.felt.lines(), *allowed_now(self._now, self.paint)])
            else:
                self._decide(decision_from(answer, self._now, box))
        except PitbossError as error:
            self._trouble(error)

    def _decide(self, action: a.Action) -> None:
        """A double or split that made the dealer ask back keeps its amounts when the answer names none."""
        asked_back = self._now.question is not None and self._now.question.kind == "fives"
        if asked_back and action == type(action)() and type(action) is type(self.raised):
            action = self.raised
        self.raised = action
        self._act(action)

    def _end(self) -> None:
        """The balance; a record where one is kept; the cards go to the rack."""
        self.played += 1
        tokes = self.purse.tokes - self.before.tokes
        for_dealers = f", {dollars(tokes)} for the dealers" if tokes else ""
        result = self.paint.money(self.purse.cents - self.before.cents)
        self.terminal.say(f"  This round {result}{for_dealers}: you have {dollars(self.purse.cents)}.")
        if self.save is not None:
            self.terminal.say(self.paint("dim", f"  Saved as {self.save(self._now, self.table.rounds)}"))
        self.table, events = self.table.end_round()
        self._tell_shoe(events)

    # leaving

    def _play_out(self) -> None:
        """Bets not yet locked go back; a hand under way is played as a silent player's would be."""
        if self.table.round is None:
            return
        if self.table.bets_open:
            self._all_or_none(a.TakeBackBet(spot=box) for box in self._now.spots)
            return
        self.terminal.say("You leave: your hand is played out as for a player who does not answer.")
        while not self._now.over:
            answer = self._now.timeout_answer()
            assert answer is not None
            self._act(answer)
        self._end()

    def _goodbye(self) -> None:
        net = self.paint.money(self.purse.cents - self.bank)
        tokes = f", {dollars(self.purse.tokes)} for the dealers" if self.purse.tokes else ""
        rounds = "1 round" if self.played == 1 else f"{self.played} rounds"
        self.terminal.say(f"You leave with {dollars(self.purse.cents)} after {rounds} ({net}{tokes}).")


def save_to(folder: Path, sheet: str, sets: tuple[str, ...]) -> Callable[[BlackjackRound, int], Path]:
    """How each round is written into a folder as a hand record."""
    from pitboss.records import record_of, write

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotationError(f'cannot write to "{folder}": {error.strerror}') from None

    def save(round_: BlackjackRound, number: int) -> Path:
        path = folder / f"{round_.sheet.name}-{number:04}.toml"
        write_file(path, write(record_of(round_, sheet=sheet, sets=sets)))
        return path

    return save


def _number(text: str, *, default: int) -> int:
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise NotationError("cannot read a number of cards", text=text, expected="digits, Enter or n")
    return int(text)


def _bets(round_: BlackjackRound) -> list[str]:
    """What lies on the layout, spot by spot."""
    lines = []
    for box, spot in round_.spots.items():
        parts = [f"{wager.replace('_', ' ')} {dollars(cents)}" for wager, cents in spot.wagers.items()]
        for wager, cents in spot.tokes.items():
            parts.append(f"toke {dollars(cents)}" + ("" if wager == "main" else f" on {wager.replace('_', ' ')}"))
        lines.append(f"  Spot {box}: {', '.join(parts)}")
    return lines


def _placed(round_: BlackjackRound) -> Iterable[a.Action]:
    """The bets of a round as they would be made again."""
    for box, spot in round_.spots.items():
        for wager, cents in spot.wagers.items():
            yield a.PlaceBet(spot=box, cents=cents, wager=wager, player=spot.player)
        for wager, cents in spot.tokes.items():
            yield a.PlaceToke(spot=box, cents=cents, wager=wager)
