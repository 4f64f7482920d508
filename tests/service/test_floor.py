"""The floor, command by command: what each does, what is refused, and that everything is a function of the log."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from tests.harness.log_inspector import Inspector
from tests.service.approving import approve

from pitboss import __version__
from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.games.actions import PlayBet
from pitboss.games.game import ENGINES
from pitboss.ledger import player as player_account
from pitboss.rules import SHIPPED, load
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.commands import decode
from pitboss.service.floor.floor import Floor, Unknown
from pitboss.service.floor.recorded import TableCommand, asked_kind
from pitboss.service.floor.stream_names import LINK, table_stream
from pitboss.service.floor.streams import Answer
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.live_table import Live, asked_seat
from pitboss.service.tables.table_commands import due
from pitboss.service.tables.views import offers_to, state_of
from pitboss.shoe.chance import SeededChance
from pitboss.store import Appended, Conflict, MemoryStore, Store

PACE = c.Pace(betting=1000, decision=2000, cut=500, result=100, patience=2, idle=5000)

PATIENT = msgspec.structs.replace(PACE, patience=100)


class Pit:
    """A floor with a clock in the hand, and the house's part done as it is due."""

    def __init__(self, store: Store | None = None, seed: str = "pit") -> None:
        self.store = MemoryStore() if store is None else store
        self.now = 1_700_000_000_000
        self._seed = seed
        self._chance = SeededChance(f"{seed}/chance").octets
        self.floor = self.another()

    def keys(self) -> Keys:
        secrets = SeededChance(f"{self._seed}/keys")
        return Keys(*(secrets.octets(32) for _ in range(2)))

    def another(self) -> Floor:
        """Another process over the same store, or the same after a restart."""
        return Floor(self.store, self.keys(), clock=lambda: self.now, chance=lambda count: self._chance(count))

    def open(self, sheet: str = "catfish-blackjack", table: str = "t", **terms: Any) -> str:
        approve(self.floor, sheet, terms.get("sets", ()))
        command = c.OpenTable(
            title=sheet,
            sheet=sheet,
            sheet_hash=load(sheet, sets=list(terms.get("sets", ()))).hash,
            tray=10_000_000,
            **{"pace": PACE, **terms},
        )
        self.do(command, "house", table=table, role="administrator")
        return table

    def open_link(self) -> None:
        sheet = load("ultimate-texas-holdem")
        command = c.OpenLink(sheet=sheet.name, sheet_hash=sheet.hash)
        self.floor.do(lambda: self.floor.plan_link(command, actor="house", role="administrator"))

    def hello(self, *names: str, chips: int = 100_000) -> None:
        for name in names:
            self.person(name, c.Hello(chips=chips))

    def person(self, name: str, command: c.PersonCommand, client: str = "") -> Answer:
        floor = self.floor
        return floor.do(lambda: floor.plan_person(name, command, actor=name, role="player", client=client))

    def do(self, command: Any, actor: str, *, table: str = "t", role: str = "", client: str = "") -> Answer:
        floor, role = self.floor, role or ("house" if actor == "house" else "player")
        return floor.do(lambda: floor.plan(table, command, actor=actor, role=role, client=client))

    def act(self, action: a.Action, actor: str, **named: Any) -> Answer:
        return self.do(c.Act(action=action), actor, **named)  # type: ignore[arg-type]

    def live(self, table: str = "t") -> Live:
        return self.floor.table(table).live

    def house(self, table: str = "t") -> Any:
        """Let the dealer do what is due, at the time it is."""
        next_ = due(self.live(table))
        assert next_ is not None, "nothing is due"
        self.now = max(self.now, next_.at)
        self.do(next_.command, "house", table=table, role="house")
        return next_.command

    def until(self, wanted: Callable[[Live], Any], table: str = "t") -> Live:
        for _ in range(300):
            if wanted(self.live(table)):
                return self.live(table)
            self.house(table)
        raise AssertionError("it never comes to that")

    def bets_open(self, table: str = "t") -> Live:
        return self.until(lambda live: live.table.bets_open, table)

    def over(self, table: str = "t") -> Live:
        """Nobody answers: the clock ends the round."""
        return self.until(lambda live: live.round is None, table)

    def balance(self, name: str) -> int:
        return self.store.balances([player_account(name)])[player_account(name)]

    def events(self, answer: Answer) -> list[str]:
        return [type(event).__name__ for change in answer.changes for event in change.events]

    def inspect(self) -> Inspector:
        inspector = Inspector(self.store, self.keys())
        inspector.follow()
        inspector.check_snapshots()
        return inspector


def at_table(*players: str, sheet: str = "catfish-blackjack", **terms: Any) -> Pit:
    """Players seated from box 1 on, with bets open."""
    pit = Pit()
    pit.open_link()
    pit.open(sheet, **terms)
    pit.hello(*players)
    for box, name in enumerate(players, 1):
        pit.do(c.Sit(box=box), name)
    pit.bets_open()
    return pit


def test_a_double_is_covered_before_it_wins_so_that_a_refusal_tells_nothing() -> None:
    """The last decision of a round is settled in the same entry: whether it would win must not show."""
    asked = 0
    for seed in range(25):
        pit = Pit(seed=f"poor {seed}")
        pit.open()
        pit.hello("Ann", chips=500)
        pit.do(c.Sit(box=1), "Ann")
        pit.bets_open()
        bet(pit, "Ann", 1, 500)
        live = pit.until(lambda live: live.round is None or not live.table.bets_open)
        if live.question is None or live.question.kind != "play":
            continue
        refused = refusal(pit, lambda: pit.act(a.DoubleDown(), "Ann"))  # noqa: B023
        assert refused.reason.startswith("you have $0, which is less than that")
        asked += 1
    assert asked > 10


def bet(pit: Pit, name: str, box: int, cents: int | None = None) -> None:
    """The whole wager of the game, at its minimum."""
    live = pit.live()
    for wager in ENGINES[live.sheet.game].main_wagers:
        pit.act(a.PlaceBet(spot=box, cents=cents or live.sheet.rules.table.minimum, wager=wager), name)


def refusal(pit: Pit, wanted: Callable[[], Any]) -> IllegalAction:
    """The refusal of a command, which has left everything as it was."""
    heads, balances = pit.store.heads(), pit.store.balances()
    states = {stream: pit.floor.stream(stream).state for stream in heads}
    with pytest.raises(IllegalAction) as refused:
        wanted()
    assert pit.store.heads() == heads
    assert pit.store.balances() == balances
    assert {stream: pit.floor.stream(stream).state for stream in heads} == states
    return refused.value


# --- rounds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_round_goes_from_the_first_bet_to_the_end_by_the_clock_alone(sheet: str) -> None:
    pit = at_table("Ann", sheet=sheet)
    before = pit.balance("Ann")
    bet(pit, "Ann", 1)
    assert pit.balance("Ann") < before
    pit.over()
    (round_,) = pit.store.rounds(stream="table:t")
    assert (round_.number, round_.players) == (1, ("Ann",))
    assert pit.inspect().rounds == 1
    assert pit.store.balances(["layout:t"])["layout:t"] == 0


@pytest.mark.parametrize("sheet", SHIPPED)
def test_every_round_carries_engine_schema_and_sheet(sheet: str) -> None:
    pit = at_table("Ann", sheet=sheet)
    bet(pit, "Ann", 1)
    pit.over()
    (round_,) = pit.store.rounds(stream="table:t")
    entries = pit.store.read("table:t", after=round_.first - 1, upto=round_.last)
    assert {(entry.engine, entry.schema) for entry in entries} == {(__version__, 1)}
    started = decode(entries[0].command, TableCommand)
    assert isinstance(started, c.StartRound)
    assert started.sheet_hash == load(sheet).hash


def test_ready_players_are_dealt_to_at_once() -> None:
    pit = at_table("Ann", "Ben")
    for box, player in enumerate(("Ann", "Ben"), 1):
        bet(pit, player, box)
        pit.do(c.Ready(), player)
    began = pit.now
    pit.house()
    assert pit.now == began
    assert not pit.live().table.bets_open


def test_a_further_bet_takes_the_word_back() -> None:
    pit = at_table("Ann")
    bet(pit, "Ann", 1)
    pit.do(c.Ready(), "Ann")
    bet(pit, "Ann", 1, 1000)
    assert pit.live().ready == frozenset()
    began = pit.now
    pit.house()
    assert pit.now == began + PACE.betting


def test_without_bets_nothing_is_dealt_and_an_absent_player_loses_the_seat() -> None:
    pit = at_table("Ann")
    (sat,) = (entry.at for entry in pit.store.read("table:t") if '"Sit"' in entry.command)
    assert pit.house() == c.Unseat(player="Ann")
    assert pit.now == sat + PACE.idle
    assert pit.live().table.players == ()
    assert due(pit.live()) is None


# --- refusals ---------------------------------------------------------------------------------------------

REFUSED: list[tuple[str, Any, str, str]] = [
    ("Ben", c.Sit(box=1), "box 1 is Ann's", ""),
    ("Ben", c.Sit(box=9), "7 betting boxes", "BJ-"),
    ("Ben", c.Leave(), "Ben has no box here", ""),
    ("Ann", c.Leave(box=2), "box 2 is not Ann's", ""),
    ("Ann", c.Wait(), "Ann has a box already", ""),
    ("Ben", c.StopWaiting(), "Ben does not wait", ""),
    ("Ben", c.Ready(), "no deal that waits for you", ""),
    ("Ann", c.Cut(at=100), "the cut is not offered to you", "BJ-"),
    ("Ann", c.RefuseCut(), "the cut is not offered to you", "BJ-"),
    ("Ben", c.Act(action=a.Hit()), "you have no seat", ""),
    ("Ann", c.Act(action=a.PlaceBet(spot=1, cents=100)), "below the minimum", "BJ-LIM-"),
    ("Ann", c.Act(action=a.PlaceBet(spot=2, cents=500)), "nobody sits at box 2", ""),
    ("Ann", c.Act(action=a.Hit()), "", ""),
    ("Ann", c.Act(action=a.StartDeal()), "that is the dealer's to do", ""),
    ("Ann", c.Act(action=a.Declare(kind="exposed_card")), "that is the dealer's to do", ""),
    ("house", c.StartRound(sheet_hash=""), "a round is under way", ""),
    ("house", c.TimeOut(), "nobody is asked", ""),
    ("house", c.Policy(), "nothing is left to the house", ""),
    ("house", c.Unseat(player="Ben"), "Ben has no box here", ""),
]


@pytest.mark.parametrize(("actor", "command", "reason", "clause"), REFUSED)
def test_a_refusal_has_its_reason_and_clause_and_changes_nothing(
    actor: str, command: Any, reason: str, clause: str
) -> None:
    pit = at_table("Ann")
    refused = refusal(pit, lambda: pit.do(command, actor))
    assert reason in refused.reason
    assert refused.clause.startswith(clause)


def test_a_player_can_do_nothing_that_is_the_dealers() -> None:
    pit = at_table("Ann")
    bet(pit, "Ann", 1)
    theirs = [kind for kind in msgspec.inspect.type_info(c.AnyAction).types if not issubclass(kind.cls, a.PlayerAction)]  # type: ignore[union-attr]
    assert theirs
    for kind in theirs:
        needed = {field.name: _some(field.type) for field in kind.fields if field.required}
        action = kind.cls(**needed)
        assert refusal(pit, lambda action=action: pit.act(action, "Ann")).reason == "that is the dealer's to do"  # type: ignore[misc]


def _some(kind: Any) -> Any:
    return {"IntType": 1, "BoolType": True, "StrType": "x", "VarTupleType": ()}.get(type(kind).__name__)


def test_a_players_bet_is_in_his_own_name_whatever_he_says() -> None:
    pit = at_table("Ann", "Ben")
    pit.act(a.PlaceBet(spot=2, cents=500, player="Ann"), "Ben")
    assert pit.live().owners() == {2: "Ben"}
    assert "box 1 is" in refusal(pit, lambda: pit.act(a.PlaceBet(spot=1, cents=500, player="Ann"), "Ben")).reason


def test_nobody_answers_for_another() -> None:
    pit = at_table("Ann", "Ben")
    bet(pit, "Ann", 1)
    bet(pit, "Ben", 2)
    live = pit.until(lambda live: live.question is not None and live.question.kind == "play")
    asked = live.table.holder(live.question.spot)  # type: ignore[union-attr]
    other = {"Ann": "Ben", "Ben": "Ann"}[asked]
    assert "is not" in refusal(pit, lambda: pit.act(a.Stand(), other)).reason
    pit.act(a.Stand(), asked)


def test_a_sheet_that_was_not_approved_opens_no_table() -> None:
    pit = Pit()
    approve(pit.floor, "catfish-blackjack")
    command = c.OpenTable(title="x", sheet="catfish-blackjack", sheet_hash="0" * 64)
    assert "not the one that was approved" in refusal(pit, lambda: pit.do(command, "house")).reason
    pit.open()
    assert "there is a table t already" in refusal(pit, pit.open).reason


def test_a_closed_table_takes_nothing_more() -> None:
    pit = at_table("Ann")
    bet(pit, "Ann", 1)
    assert "a round is under way" in refusal(pit, lambda: pit.do(c.CloseTable(), "f", role="floor")).reason
    pit.over()
    pit.do(c.CloseTable(), "f", role="floor")
    assert due(pit.live()) is None
    assert refusal(pit, lambda: pit.do(c.Sit(box=3), "Ben")).reason == "the table is closed"


def test_a_colour_is_seen_by_all_kept_over_a_restart_and_goes_with_who_chose_it() -> None:
    pit = Pit()
    pit.open()
    pit.hello("Ann", "Ben")
    pit.do(c.Sit(box=1, colour=3), "Ann")
    pit.do(c.Sit(box=2), "Ben")
    assert state_of(pit.live())["colours"][:3] == [3, 0, 0]
    assert pit.another().table("t").live == pit.live()
    pit.do(c.Sit(box=4), "Ann")
    assert state_of(pit.live())["colours"][:4] == [3, 0, 0, 3]
    pit.do(c.Leave(), "Ann")
    pit.do(c.Sit(box=1), "Ann")
    assert state_of(pit.live())["colours"][:2] == [0, 0]
    with pytest.raises(NotationError):
        c.decode(b'{"type":"Sit","box":5,"colour":7}', c.PlayerCommand)


def test_an_unknown_table_is_refused_and_not_remembered() -> None:
    pit = Pit()
    with pytest.raises(Unknown, match="there is no table x"):
        pit.do(c.Sit(box=1), "Ann", table="x")
    assert pit.floor.known(table_stream("x")) is None


def test_every_command_of_a_table_is_done_somewhere_in_these_tests() -> None:
    """A night on all sheets in which every kind of table command is carried out, and the log still replays."""
    pit = a_night()
    done = {asked_kind(decode(e.command, TableCommand)) for s in pit.store.heads() for e in _of_tables(pit.store, s)}
    assert done == set((c.PlayerCommand | c.HouseCommand).__args__)
    pit.inspect()


def _of_tables(store: Store, stream: str) -> Iterable[Any]:
    return store.read(stream) if stream.startswith("table:") else ()


def a_night() -> Pit:
    pit = at_table("Ann", "Ben")
    pit.hello("Cat")
    bet(pit, "Ann", 1)
    pit.do(c.Ready(), "Ann")
    pit.do(c.Wait(), "Cat")
    pit.do(c.StopWaiting(), "Cat")
    pit.over()
    pit.do(c.Leave(), "Ann")
    pit.open("blackjack-v5", "v")
    pit.do(c.Sit(box=2), "Ann", table="v")
    pit.do(c.Sit(box=3), "Cat", table="v")
    live = pit.until(lambda live: asked_seat(live.table), "v")
    pit.do(c.RefuseCut(), live.table.holder(asked_seat(live.table)), table="v")
    live = pit.live("v")
    pit.do(c.Cut(at=100), live.table.holder(asked_seat(live.table)), table="v")
    pit.bets_open("v")
    pit.until(lambda live: not live.table.players, "v")
    play_jackpot(pit)
    pit.do(c.CloseTable(), "f", table="v", role="floor")
    return pit


# --- two processes ----------------------------------------------------------------------------------------


def test_two_floors_on_one_table_never_both_win() -> None:
    pit = at_table("Ann", "Ben")
    one, two = pit.another(), pit.another()
    first = one.plan("t", c.Act(action=a.PlaceBet(spot=1, cents=500)), actor="Ann", role="player")
    second = two.plan("t", c.Act(action=a.PlaceBet(spot=2, cents=500)), actor="Ben", role="player")
    outcomes = pit.store.append([first.commit, second.commit])
    assert isinstance(outcomes[0], Appended)
    assert outcomes[1] == Conflict("table:t")
    assert one.take_over(first, outcomes[0]) is not None
    assert two.take_over(second, outcomes[1]) is None
    assert two.table("t").live.owners() == {}
    two.refresh(two.table("t"))
    assert two.table("t").live == one.table("t").live
    answer = two.do(lambda: two.plan("t", c.Act(action=a.PlaceBet(spot=2, cents=500)), actor="Ben", role="player"))
    assert answer.version == one.table("t").version + 1
    pit.inspect()


def test_two_floors_want_the_same_box_and_one_is_told_no() -> None:
    pit = at_table("Ann")
    one, two = pit.another(), pit.another()
    two.table("t")
    one.do(lambda: one.plan("t", c.Sit(box=5), actor="Ben", role="player"))
    with pytest.raises(IllegalAction, match="box 5 is Ben's"):
        two.do(lambda: two.plan("t", c.Sit(box=5), actor="Cat", role="player"))


def test_tables_of_two_floors_share_the_link() -> None:
    pit = Pit()
    pit.open_link()
    pit.hello("Ann", "Ben")
    floors = [pit.another(), pit.another()]
    for number, (floor, name) in enumerate(zip(floors, ("Ann", "Ben"), strict=True)):
        pit.floor = floor
        pit.open("ultimate-texas-holdem", f"h{number}")
        pit.do(c.Sit(box=1), name, table=f"h{number}")
        pit.bets_open(f"h{number}")
        for wager in ("ante", "blind", "progressive"):
            pit.act(a.PlaceBet(spot=1, cents=500, wager=wager), name, table=f"h{number}")
    for number, floor in enumerate(floors):  # the second has not heard of the first one's contribution
        pit.floor = floor
        pit.until(lambda live: not live.table.bets_open, f"h{number}")
    assert pit.floor.link().state.wagered == 1000  # type: ignore[union-attr]
    pit.inspect()


# --- once, whatever happens -------------------------------------------------------------------------------


def test_a_command_sent_twice_is_done_once_with_the_same_answer() -> None:
    pit = at_table("Ann")
    first = pit.act(a.PlaceBet(spot=1, cents=500), "Ann", client="n1")
    again = pit.act(a.PlaceBet(spot=1, cents=500), "Ann", client="n1")
    assert (first.stream, first.version) == (again.stream, again.version)
    assert again.changes == ()
    assert pit.balance("Ann") == 99_500


def test_it_stays_once_after_a_restart_and_is_refused_for_another_command() -> None:
    pit = at_table("Ann")
    first = pit.act(a.PlaceBet(spot=1, cents=500), "Ann", client="n1")
    pit.floor = pit.another()
    again = pit.act(a.PlaceBet(spot=1, cents=500), "Ann", client="n1")
    assert (first.stream, first.version) == (again.stream, again.version)
    other = refusal(pit, lambda: pit.act(a.PlaceBet(spot=1, cents=2000), "Ann", client="n1"))
    assert other.code == "request.id_used"
    assert pit.balance("Ann") == 99_500
    bet(pit, "Ann", 1)
    assert pit.act(a.PlaceBet(spot=1, cents=500), "Ann", client="n2").version > first.version


def test_the_name_of_a_command_is_its_senders_own() -> None:
    pit = at_table("Ann", "Ben")
    one = pit.act(a.PlaceBet(spot=1, cents=500), "Ann", client="n1")
    two = pit.act(a.PlaceBet(spot=2, cents=500), "Ben", client="n1")
    assert one.version != two.version


def test_a_buy_in_sent_twice_is_paid_once() -> None:
    pit = Pit()
    pit.hello("Ann", chips=100)
    pit.person("Ann", c.BuyIn(cents=5000), "b1")
    pit.person("Ann", c.BuyIn(cents=5000), "b1")
    assert pit.balance("Ann") == 5100
    pit.person("Ann", c.CashOut(cents=5100), "c1")
    assert pit.store.balances(["cage"])["cage"] == 0


# --- chips ------------------------------------------------------------------------------------------------


def test_no_wager_is_beyond_a_players_chips() -> None:
    pit = at_table("Ann")
    refused = refusal(pit, lambda: pit.act(a.PlaceBet(spot=1, cents=200_000), "Ann"))
    assert refused.reason == "you have $1,000, which is less than that"
    assert "less than that" in refusal(pit, lambda: pit.person("Ann", c.CashOut(cents=100_001))).reason
    pit.act(a.PlaceBet(spot=1, cents=100_000), "Ann")
    assert pit.balance("Ann") == 0


def test_a_double_down_needs_chips_too() -> None:
    for number in range(60):
        pit = Pit(seed=f"double {number}")
        pit.open()
        pit.hello("Ann", chips=500)
        pit.do(c.Sit(box=1), "Ann")
        pit.bets_open()
        bet(pit, "Ann", 1)
        live = pit.until(lambda live: live.round is None or (live.question and live.question.kind == "play"))
        if any(isinstance(offer.action, a.DoubleDown) for offer in offers_to(live, "Ann")):
            break
    assert "less than that" in refusal(pit, lambda: pit.act(a.DoubleDown(), "Ann")).reason
    pit.act(a.Stand(), "Ann")
    pit.over()
    pit.inspect()


def test_somebody_unknown_has_no_chips_and_nobody_comes_in_twice() -> None:
    pit = Pit()
    assert refusal(pit, lambda: pit.person("Ann", c.BuyIn(cents=100))).reason == "nobody knows Ann"
    pit.hello("Ann")
    assert refusal(pit, lambda: pit.hello("Ann")).reason == "Ann is known already"
    assert "more than nothing" in refusal(pit, lambda: pit.person("Ann", c.BuyIn(cents=0))).reason
    assert "more than nothing" in refusal(pit, lambda: pit.person("Ann", c.CashOut(cents=-100))).reason


# --- the jackpot ------------------------------------------------------------------------------------------

JACKPOTS = {"minor": (17709, 3), "major": (58553, 4)}
"""For each meter, chance whose first red deck gives somebody its hand with the flop, and the seat; found by search."""


def play_jackpot(pit: Pit, meter: str = "minor", table: str = "h") -> None:
    """A hold'em round at which the hand of a meter is dealt."""
    number, seat = JACKPOTS[meter]
    pit.open("ultimate-texas-holdem", table)
    pit.hello(*(f"{table}{box}" for box in range(1, 7)))
    for box in range(1, 7):
        pit.do(c.Sit(box=box), f"{table}{box}", table=table)
    pit._chance, kept = (lambda count: number.to_bytes(count, "big")), pit._chance
    assert isinstance(pit.house(table), c.Prepare)
    pit._chance = kept
    pit.bets_open(table)
    for box in range(1, 7):
        for wager in ("ante", "blind", *(("progressive",) if box in (seat, seat % 6 + 1) else ())):
            pit.act(a.PlaceBet(spot=box, cents=500, wager=wager), f"{table}{box}", table=table)
    pit.until(lambda live: live.question is not None and live.question.spot == seat, table)
    pit.act(PlayBet(multiple=4), f"{table}{seat}", table=table)  # a hand that folds wins nothing (UTH-PWIN-6b)
    pit.over(table)


def _hits(pit: Pit) -> list[str]:
    return [
        event["type"]
        for entry in pit.store.read(LINK)
        for event in msgspec.json.decode(entry.events)
        if event["type"] != "Contributed"
    ]


@pytest.mark.parametrize("meter", ["minor", "major"])
def test_a_jackpot_is_hit_awarded_and_paid_through_the_link(meter: str) -> None:
    pit = Pit()
    pit.open_link()
    seat = JACKPOTS[meter][1]
    play_jackpot(pit, meter)
    shown = {"major": 2_000_000 + 140, "minor": 150_000 + 80}[meter]
    assert _hits(pit) == ["HitRegistered", "JackpotAwarded", "MeterReset"]
    link = pit.floor.link().state
    assert link.awarded == shown  # type: ignore[union-attr]
    assert link.hits == {}  # type: ignore[union-attr]
    assert pit.balance(f"h{seat}") > 90_000 + shown
    envied = pit.balance(f"h{seat % 6 + 1}") - 100_000
    assert envied > {"major": 490_000, "minor": 140_000}[meter]
    assert any(isinstance(decode(e.command, TableCommand), c.Policy) for e in pit.store.read("table:h"))
    pit.inspect()


def test_a_progressive_wager_goes_back_where_the_link_went_down_before_the_deal() -> None:
    pit = at_table("Ann", sheet="ultimate-texas-holdem", pace=PATIENT)
    bet(pit, "Ann", 1)
    pit.act(a.PlaceBet(spot=1, cents=500, wager="progressive"), "Ann")
    pit.floor.do(lambda: pit.floor.plan_link(c.LinkDown(reason="cable"), actor="f", role="floor"))
    assert pit.balance("Ann") == 100_000 - 1500
    pit.house()
    (dealt,) = pit.store.read("table:t", after=pit.floor.table("t").version - 1)
    assert decode(dealt.command, TableCommand) == r.Deal(link_up=False)
    assert not pit.live().table.bets_open
    assert pit.balance("Ann") == 100_000 - 1000
    pit.over()
    pit.bets_open()
    bet(pit, "Ann", 1)
    wanted = a.PlaceBet(spot=1, cents=500, wager="progressive")
    refused = refusal(pit, lambda: pit.act(wanted, "Ann"))
    assert "out of order" in refused.reason
    assert refused.clause.startswith("UTH-")
    pit.inspect()


def test_a_void_round_gives_its_contribution_back_once() -> None:
    pit = at_table("Ann", sheet="ultimate-texas-holdem")
    bet(pit, "Ann", 1)
    pit.act(a.PlaceBet(spot=1, cents=500, wager="progressive"), "Ann")
    pit.house()
    link = pit.floor.link()
    assert (link.state.major, link.state.reserve) == (2_000_070, 10)  # type: ignore[union-attr]
    void = c.Several(commands=(c.VoidContribution(id="t/1"),))
    for _ in range(2):
        pit.floor.do(lambda: pit.floor.plan_link(void, actor="house", role="house"))
        assert (link.state.major, link.state.minor, link.state.reserve) == (2_000_000, 150_000, 0)  # type: ignore[union-attr]
    assert pit.store.balances(["meter:major", "reserve"]) == {"meter:major": 2_000_000, "reserve": 0}
    pit.inspect()


def test_the_link_opens_once_and_knows_its_sheet() -> None:
    pit = Pit()
    floor = pit.floor
    down = c.LinkDown(reason="x")
    wanted = lambda: floor.do(lambda: floor.plan_link(down, actor="f", role="floor"))  # noqa: E731
    assert refusal(pit, wanted).reason == "there is no link on this floor"
    pit.open_link()
    assert refusal(pit, pit.open_link).reason == "the link is open already"


# --- random play ------------------------------------------------------------------------------------------


def at_random(pit: Pit, chance: random.Random, players: dict[str, int], table: str = "t") -> None:
    """One step: somebody bets or answers, or the clock does."""
    live = pit.live(table)
    for name, box in players.items():
        if name not in live.table.boxes and live.table.can_sit(name, box):
            pit.do(c.Sit(box=box), name, table=table)
            return
    if live.table.bets_open and chance.random() < 0.8:
        name = chance.choice(list(players))
        side_bets = live.sheet.rules.table.side_bets if live.sheet.game != "blackjack" else ()
        wagers = (*ENGINES[live.sheet.game].main_wagers, *side_bets)
        for wager in wagers:
            try:
                cents = live.sheet.rules.table.minimum
                pit.act(a.PlaceBet(spot=players[name], cents=cents, wager=wager), name, table=table)
            except IllegalAction:
                return
        return
    offers = [(name, offer) for name in players for offer in offers_to(live, name)]
    if offers and chance.random() < 0.9:
        name, offer = chance.choice(offers)
        try:
            pit.act(offer.action, name, table=table)
        except IllegalAction:
            pit.house(table)
        return
    pit.house(table)
