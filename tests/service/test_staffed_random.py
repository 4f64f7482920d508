"""Evenings at staffed tables by a seed: whatever is offered can be done, mistakes and all, and it adds up."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

import jsonschema_rs
import msgspec
import pytest
from tests.service.staffed_floor import DORA, FLO, SAM, SHEILA, StaffedPit

from pitboss.cards import DECK, Card
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.game import ENGINES
from pitboss.ledger import is_player
from pitboss.rules import SHIPPED
from pitboss.service.floor import commands as c
from pitboss.service.tables.on_duty import is_visitor
from pitboss.service.tables.views import offers_to, table_view
from pitboss.shoe.chance import SeededChance
from pitboss.web.messages import schema

OUT = jsonschema_rs.Draft202012Validator({"$ref": "#/$defs/ServerMessage", "$defs": schema()["$defs"]})
PEOPLE = {"dealer": DORA, "floor": FLO, "shift_manager": SHEILA, "security": SAM}


class Evening:
    """A table where things go wrong now and then."""

    def __init__(self, sheet: str, cards: str, seed: str, pit: StaffedPit | None = None) -> None:
        self.pit = pit or StaffedPit(sheet, cards, seed=seed)
        self.chance = SeededChance(seed)
        self.declared = self.offered = 0
        for box in (1, 3):
            if self.face_down:
                self.pit.account(box, f"Player {box}")
            else:
                self.pit.guest(box, f"Guest {box}")
        self.pit.account(2, "Ann")

    @property
    def face_down(self) -> bool:
        """Whether only those with an account can play, since they look at their hands themselves."""
        live = self.pit.live()
        return not live.declared and not ENGINES[live.sheet.game].hands_lie_open(live.sheet)

    def play(self, entries: int) -> None:
        for _ in range(entries):
            self.step()
            self.look()

    def step(self) -> None:
        live, part = self.pit.live(), self.pit.staff()
        if live.table.bets_open and len(live.table.spots) < 3 and self.chance.below(6):
            self._bet()
        elif part["card"] is not None and self.chance.below(20):
            self.pit.deals(a.CardIs(self._face()))
        elif part["declare"] and not self.chance.below(8):
            self._declare(part)
        elif not self._players_turn():
            self._staffs_turn(part)

    def _bet(self) -> None:
        live = self.pit.live()
        free = [box for box in (1, 2, 3) if live.table.holder(box) and box not in live.table.spots]
        if free:
            self.pit.bets(free[0])
        else:
            self._staffs_turn(self.pit.staff())

    def _face(self) -> Card:
        """A card that may be the next one of a real shoe."""
        table = self.pit.live().table
        return self.chance.choice([card for card in DECK if table.can_act(a.CardIs(card), role="dealer")])

    def _declare(self, part: dict[str, Any]) -> None:
        one = self.chance.choice(part["declare"])
        spot = self.chance.choice(one["spots"]) if one["spots"] else 0
        note = self.chance.choice(one["grounds"]) if one["grounds"] else ""
        person = self.chance.choice([DORA, FLO])
        self.pit.by(person, c.Act(action=a.Declare(one["kind"], spot, note)))
        self.declared += 1

    def _players_turn(self) -> bool:
        """Somebody with an account answers, if anybody is asked."""
        live = self.pit.live()
        for player in live.table.players:
            found = offers_to(live, player)
            if found and not is_visitor(player) and live.question is not None and live.question.kind != "wagers":
                action: Any = self.chance.choice(found).action
                self.pit.do(c.Act(action=action), player)
                return True
        asked = self.pit.staff()["spot"] if self.pit.staff()["who"] == "player" else 0
        if live.round is None and asked and not is_visitor(live.table.holder(asked)):
            self.pit.do(c.RefuseCut(), live.table.holder(asked))
            return True
        return False

    def _staffs_turn(self, part: dict[str, Any]) -> None:
        """Mostly what is next by whoever is waited for, now and then anything that anybody is offered."""
        person = PEOPLE.get(part["who"], DORA)
        if not self.chance.below(5):
            person = self.chance.choice(list(PEOPLE.values()))
        found = [one["command"] for one in self.pit.staff(person)["offers"] if not _ends(one["command"])]
        if not found:
            person, found = FLO, [one["command"] for one in self.pit.staff(FLO)["offers"] if not _ends(one["command"])]
        if found:
            self.pit.by(person, found[0] if self.chance.below(4) else self.chance.choice(found))
            self.offered += 1

    def look(self) -> None:
        """Everybody is shown what the schema says, and no face that lies hidden."""
        live = self.pit.live()
        for role in ("dealer", "floor", "surveillance", "player"):
            view = table_view(live, 1, person="", balance=None, link=None, role=role)
            OUT.validate(msgspec.json.decode(c.encode(view)))


def _ends(command: Any) -> bool:
    """What would end the evening, or leave the table to somebody else."""
    put_away = isinstance(command, c.HandleCards) and command.move in ("close", "spread_cards", "shuffler_failed")
    return put_away or isinstance(command, (c.CloseTable, c.TapOut, c.UnseatVisitor))


@pytest.mark.parametrize("cards", ["program", "declared"])
@pytest.mark.parametrize("sheet", SHIPPED)
def test_whatever_is_offered_can_be_done_and_all_of_it_adds_up(sheet: str, cards: str) -> None:
    evening = Evening(sheet, cards, f"{sheet} {cards}")
    evening.play(260)
    pit = evening.pit
    assert evening.offered > 60
    assert evening.declared > 0
    assert len(pit.store.rounds(stream="table:t")) > 1
    assert all(cents >= 0 for name, cents in pit.store.balances().items() if is_player(name))
    pit.check()


@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_refusal_in_the_middle_of_anything_changes_nothing(sheet: str) -> None:
    """Commands that nobody was offered, at any moment of an evening: each is done or refused, and replay agrees."""
    evening = Evening(sheet, "declared", f"wild {sheet}")
    pit, chance = evening.pit, evening.chance
    wild: tuple[Any, ...] = (
        c.EndRound(), c.TapIn(), c.Retract(version=3), c.AnswerCall(), c.CoinIn(chips=1),
        c.SeatVisitor(box=1, name="X"),
        c.Act(action=a.Proceed()), c.Act(action=a.Rule("misdeal")), c.Act(action=a.CallSupervisor()),
        c.Act(action=a.Reshuffled(())), c.Act(action=a.StartDeal()), c.HandleCards(move="shuffle"),
        c.HandleCards(move="acknowledge"), c.Act(action=a.PeekSays(True)), c.Jackpot(seat=1, step="pay"),
    )  # fmt: skip
    refused = 0
    for _ in range(120):
        evening.step()
        person, command = chance.choice([DORA, FLO, SHEILA]), chance.choice(wild)
        before = pit.live()
        try:
            pit.by(person, command)
        except IllegalAction:
            refused += 1
            assert pit.live() == before
    assert refused > 40
    pit.check()


ODD: dict[Any, tuple[Any, ...]] = {
    int: (-(2**63), -1, 0, 1, 3, 52, 311, 10**9, 2**63 - 1),
    str: ("", "x", "Guest 1@t", "Ann", "@", "\x00", "ü" * 300, "main", "red"),
    bool: (True, False),
}
"""Values that a client may send and nobody means."""


def odd(kind: Any, chance: SeededChance) -> Any:
    """Some value of a type, made of odd ones."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in ODD:
        return chance.choice(ODD[kind])
    if kind is Card:
        return chance.choice(list(DECK))
    if kind is type(None):
        return None
    if origin is Literal:
        return chance.choice(arguments)
    if origin is tuple and arguments[-1] is Ellipsis:
        return tuple(odd(arguments[0], chance) for _ in range(chance.below(3)))
    if origin is tuple:
        return tuple(odd(one, chance) for one in arguments)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind)
        return kind(**{name: odd(hints[name], chance) for name in kind.__struct_fields__})
    return odd(chance.choice(arguments), chance)


@pytest.mark.parametrize("sheet", SHIPPED)
def test_odd_values_are_refused_with_a_reason(sheet: str) -> None:
    """Nothing that can be read makes the server stumble: it is done, or refused and changes nothing."""
    evening = Evening(sheet, "declared", f"odd {sheet}")
    pit, chance = evening.pit, SeededChance(f"odd values {sheet}")
    kinds = [kind for kind in get_args(c.StaffCommand) if kind not in (c.CloseTable, c.TapOut)]
    done, reasons = 0, []
    for number in range(600):
        if number % 6 == 0:
            evening.step()
        command = odd(chance.choice(kinds), chance)
        assert c.decode(c.encode(command), c.TableCommand) == command
        role = chance.choice(list(PEOPLE))
        try:
            pit.floor.plan("t", command, actor=PEOPLE[role], role=role)
            done += 1
        except IllegalAction as error:
            reasons.append(error.reason)
    assert done > 5
    assert len(reasons) > 400
    assert all(reasons)
