"""Golden shifts: from the opening count to the closing one, with all that can happen between, to the cent."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.harness.log_inspector import Inspector
from tests.service.shift import FULL_HOUSE, NOTHING, STRAIGHT_FLUSH, Shift
from tests.store.server import Server

from pitboss.cards import DECK, Card, parse_cards
from pitboss.cli.main import main
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.ledger import CAGE, DEALERS, HOUSE, RESERVE, drop, meter, over_short, tokes, tray
from pitboss.money import chip_stacks
from pitboss.records import read, settle
from pitboss.service.audit import verify_bundle
from pitboss.service.audit.checkpoints import Checkpoints
from pitboss.service.audit.evidence_bundle import BundlePart, export
from pitboss.service.audit.recall import recall
from pitboss.service.floor import commands as c
from pitboss.service.money.progressive_payments import parts
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.live_table import Live
from pitboss.store import open_store

HUNDREDS = ((10_000, 10),)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shift]:
    """A shift over the stores that a house would use."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'floor.db'}"
    else:
        address = request.getfixturevalue("server").new_database()
    store = open_store(address)
    yield Shift(store)
    store.close()


def blackjack_shift(shift: Shift) -> None:
    """Real cards, declared: a card exposed by error, a blackjack paid as even money, a fill, a toke."""
    shift.open("catfish-blackjack", "bj", dealer="Dora")
    shift.seat("Ann", "Ben", table="bj", cents=50_000)
    exposed_card(shift)
    shift.do("Flo", c.RequestFill(kind="fill", slip="F1", chips=HUNDREDS, note="green is low"), "bj")
    shift.do("Dora", c.ConfirmFill(slip="F1"), "bj")
    paid_as_even_money(shift)
    shift.do("Dora", c.TapOut(), "bj")
    for box in (1, 2):
        shift.do("Flo", c.UnseatVisitor(box=box), "bj")
    shift.count("closing", "bj", off=-500)
    shift.do("Gus", c.PullDrop(counted=100_000), "bj")
    shift.do("Flo", c.CountTokes(counted=1250), "bj")
    shift.do("Flo", c.CloseTable(), "bj")


def exposed_card(shift: Shift) -> None:
    """Ann stands on 19, a card comes out for Ben that he did not ask for, nobody wants it, and it is burned."""
    shift.start("bj")
    shift.bet(1, "bj", main=1000)
    shift.bet(2, "bj", main=2000)
    shift.act("Dora", a.StartDeal(), "bj")
    cards = iter(parse_cards("Ts 6h Td 9c 8d"))
    until(shift, "play", cards)
    shift.act("Dora", a.Stand(), "bj")
    shift.act("Dora", a.Declare(kind="exposed_card", note="pulled too soon"), "bj")
    shift.act("Dora", a.CardIs(Card.parse("Kd")), "bj")
    shift.act("Dora", a.CallSupervisor(), "bj")
    shift.act("Dora", a.RefuseCard(), "bj")
    assert "CardBurned" in [type(one).__name__ for one in shift.live("bj").round.events]  # type: ignore[union-attr]
    shift.act("Dora", a.Stand(), "bj")
    until(shift, "", iter(parse_cards("7c")))
    assert (shift.settled(1, table="bj").due, shift.settled(2, table="bj").due) == (1000, -2000)
    shift.end("bj")


def paid_as_even_money(shift: Shift) -> None:
    """Ann's blackjack with a toke beside it was paid one to one: declared, reversed and paid again."""
    shift.start("bj")
    shift.bet(1, "bj", main=1000)
    shift.act("Dora", a.PlaceToke(spot=1, wager="main", cents=500), "bj")
    shift.act("Dora", a.StartDeal(), "bj")
    until(shift, "", iter(parse_cards("As 9d Kh 8s")))
    done = shift.settled(1, table="bj")
    assert done.due == 1500
    shift.end("bj")
    facts = {"version": done.version, "spot": 1, "wager": "main"}
    shift.do("Flo", c.DeclarePaid(**facts, cents=1000, note="surveillance has it"), "bj")  # type: ignore[arg-type]
    shift.do("Flo", c.Reverse(correction="K1", **facts, reason="paid one to one"), "bj")  # type: ignore[arg-type]
    shift.do("Flo", c.PayAgain(correction="K1", cents=1500, reason="three to two"), "bj")


def until(shift: Shift, kind: str, cards: Iterator[Card]) -> None:
    """The dealer's steps at the blackjack table until something else is asked."""
    while (question := shift.live("bj").question) is not None and question.kind != kind:
        answers = {"card": lambda: a.CardIs(next(cards)), "peek": lambda: a.PeekSays(False)}
        shift.act("Dora", answers.get(question.kind, a.Proceed)(), "bj")


def holdem_shift(shift: Shift) -> None:
    """Real cards: a full house on the progressive, then the Minor, and a community card turned too early."""
    shift.open(table="uth", dealer="Don")
    shift.seat("Cid", "Dee", table="uth", cents=100_000)
    shift.holdem([FULL_HOUSE[0], NOTHING], FULL_HOUSE[1], on=(1, 2), table="uth")
    shift.end("uth")
    shift.call(1, "uth", "Don")
    shift.step("Flo", 1, "pay", "uth", chips=25_000)
    shift.finish(1, "uth", "Don")
    early_card(shift)
    shift.call(1, "uth", "Don")
    award = shift.paperwork(1, "uth")
    shift.step("Mia", 1, "pay", "uth", chips=50_000, check=award - 50_000)
    shift.finish(1, "uth", "Don")
    shift.end("uth")
    for box in (1, 2):
        shift.do("Don", c.UnseatVisitor(box=box), "uth")
    shift.do("Mia", c.RequestFill(kind="credit", slip="C1", chips=HUNDREDS), "uth")
    shift.do("Don", c.ConfirmFill(slip="C1"), "uth")
    shift.count("closing", "uth", actor="Mia")
    shift.do("Mia", c.PullDrop(counted=200_000), "uth")
    shift.do("Flo", c.CloseTable(), "uth")


def early_card(shift: Shift) -> None:
    """The turn was shown with the flop: the floor lets the round go on, and seat 1 hits the Minor."""
    shift.start("uth")
    for box in (1, 2):
        shift.bet(box, "uth", ante=1000, blind=1000, progressive=500)
    shift.do("Don", c.CoinIn(chips=2), "uth")
    while shift.live("uth").question.kind == "proceed":  # type: ignore[union-attr]
        shift.act("Don", a.Proceed(), "uth")
    shift.act("Don", a.Declare(kind="early_board_card", note="the turn"), "uth")
    shift.act("Flo", a.Rule(choice="go_on", note="nobody had decided"), "uth")
    shift.play((STRAIGHT_FLUSH[0], NOTHING), STRAIGHT_FLUSH[1], table="uth")


def program_shift(shift: Shift) -> None:
    """The program's cards, dealt by a dealer: eight rounds, so that a snapshot is kept, and a dealer's change."""
    shift.open("free-bet-blackjack", "fb", cards="program", dealer="Dora")
    shift.seat("Eve", table="fb", cents=50_000)
    for number in range(8):
        if number == 4:
            shift.do("Dora", c.TapOut(), "fb")
            shift.do("Don", c.TapIn(), "fb")
            shift.prepare("fb")
        shift.blackjack(bets={1: 500}, table="fb")
        shift.end("fb")
    shift.do("Don", c.UnseatVisitor(box=1), "fb")
    shift.count("closing", "fb")
    shift.do("Gus", c.PullDrop(counted=50_000), "fb")
    shift.do("Flo", c.CloseTable(), "fb")


GOLDEN = {
    tray("bj"): 5_000_000 - 100_000 + (2000 - 1000) + 100_000 - 1500 - 750 - 500,
    # opened, sold, the first round, the fill, a blackjack and its toke, the count
    tray("uth"): 5_000_000 - 200_000 - (8000 + 25_000 - 1000) - (55_000 + 150_000 - 1000) - 100_000,
    # opened, sold, a full house on both, a straight flush with its envy, the credit
    tray("fb"): 5_000_000 - 50_000 + 1750,
    over_short("bj"): 500,
    DEALERS: 1250,
    CAGE: 100_000 + (200_000 + 33_000 - 1000 + 55_000 + 150_160 + 150_000 - 1000) + (50_000 - 1750),
    # what the guests have taken along, by check or in chips; their cash has come from the drop
    meter("major"): 2_000_000 + 4 * 70,
    meter("minor"): 150_000,
    RESERVE: 4 * 10,
    HOUSE: -3 * 5_000_000 - 2_150_000 - 4 * 120 - 150_000,
    # three trays, the seeds, what four wagers put on the meters, and the Minor's new start
}
"""What every account has when the evening is over, from the story alone."""


def test_a_whole_evening_reconciles_to_the_cent_and_its_evidence_verifies_offline(
    evening: Shift, tmp_path: Path
) -> None:
    checkpoints = Checkpoints(evening.store, evening.keys, clock=lambda: 1_790_000_000_000)
    for shift in (blackjack_shift, holdem_shift, program_shift):
        shift(evening)
        checkpoints.sign()
    assert {account: cents for account, cents in evening.store.balances().items() if cents} == GOLDEN
    for table in ("bj", "uth", "fb"):
        assert reckoned(evening, table) == evening.balance(tray(table))
        assert evening.balance(drop(table)) == evening.balance(tokes(table)) == 0
    evening.check()
    inspector = Inspector(evening.store, evening.keys)
    inspector.follow()
    inspector.check_snapshots()
    assert inspector.rounds == 2 + 2 + 8
    assert_offline(evening, tmp_path, BundlePart(), "12 rounds")
    assert_offline(evening, tmp_path, BundlePart(tables=("uth",)), "2 rounds")


def reckoned(shift: Shift, table: str) -> int:
    """The chips in a tray by the events of its log alone: opened, filled, sold, won and lost, put right, counted."""
    chips, last = 5_000_000, 0
    meters: set[int] = set()
    """The seats that a meter was paid to in the round."""
    for entry in shift.store.read(f"table:{table}"):
        moved = 0
        for found in json.loads(entry.events):
            if found["type"] == "TrayCounted":
                assert chips == found["book"]
            if found["type"] == "RoundStarted":
                meters = set()
            if found.get("line") in ("major", "minor"):
                meters.add(found["spot"])
            passing = found.get("wager") == "progressive_award" and found["spot"] in meters
            moved += 0 if passing else -last if found["type"] == "EntryRetracted" else _into_the_tray(found)
        chips, last = chips + moved, moved
    return chips


def _into_the_tray(found: dict[str, Any]) -> int:
    """What an event brings to the tray."""
    match found["type"]:
        case "FillSigned":
            return found["cents"] if found["kind"] == "fill" else -found["cents"]
        case "CashDropped":
            return -found["cents"]
        case "WagerSettled":
            return -found["pays"]
        case "SettlementReversed":
            return found["pays"]
        case "PaidOtherwise":
            return found["before"] - found["paid"]
        case "PayoutReversed" if found["borne_by"] == "player":
            return found["cents"]
        case "PaidAgain":
            return -max(found["cents"] - found["kept"], 0) if found["kept"] else -found["cents"]
        case "TrayCounted":
            return found["difference"]
    return 0


def test_every_round_with_real_cards_can_be_recalled_and_settled_again() -> None:
    """What was due is what the sheet says of the cards that were declared, rulings and all."""
    shift = Shift()
    blackjack_shift(shift)
    holdem_shift(shift)
    for table, rounds in (("bj", 2), ("uth", 2)):
        for number in range(1, rounds + 1):
            record = read(recall(shift.floor, table, number).record())
            assert record.declared
            assert settle(record).right, (table, number)


def test_the_audit_command_finds_an_evening_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(str(tmp_path / "floor.sqlite3"))
    shift = Shift(store, keys=Keys.kept_in(tmp_path / "keys"))
    blackjack_shift(shift)
    holdem_shift(shift)
    store.close()
    monkeypatch.setattr(sys, "argv", ["pitboss", "audit", "verify", "--home", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert "4 rounds" in capsys.readouterr().out


def test_what_was_retracted_is_no_part_of_the_evidence(tmp_path: Path) -> None:
    """A mis-keyed card, and the last card of a round, are entered anew."""
    shift = Shift()
    shift.open("catfish-blackjack", "bj")
    shift.seat("Ann", table="bj")
    shift.start("bj")
    shift.bet(1, "bj", main=1000)
    shift.act("Dora", a.StartDeal(), "bj")
    while shift.live("bj").question.kind != "card":  # type: ignore[union-attr]
        shift.act("Dora", a.Proceed(), "bj")
    wrong = shift.act("Dora", a.CardIs(Card.parse("As")), "bj")
    shift.do("Dora", c.Retract(version=wrong.version), "bj")
    until(shift, "play", iter(parse_cards("Ts 9c Td")))
    shift.act("Dora", a.Stand(), "bj")
    until(shift, "", iter(parse_cards("8c")))
    last = shift.store.head("table:bj")[0]
    shift.do("Dora", c.Retract(version=last), "bj")
    until(shift, "", iter(()))
    shift.end("bj")
    shift.check()
    record = read(recall(shift.floor, "bj", 1).record())
    assert [card.text for card in record.cards] == ["Ts", "9c", "Td", "8c"]
    assert settle(record).right
    assert_offline(shift, tmp_path, BundlePart(), "1 rounds")


def test_a_face_that_nobody_declared_is_found_offline() -> None:
    round_ = verify_bundle.Round(1, 0, "shoe", verify_bundle.OUT_OF_ORDER)
    round_.told = ["As", "Kd"]
    for card in ("As", "Kd"):
        round_.hear({"type": "CardDealt", "spot": 1, "card": card})
    assert round_.undeclared() == []
    round_.hear({"type": "CardDealt", "spot": 1, "card": "Kd"})
    assert round_.undeclared() == ["Kd at card 3 was seen and never declared"]


def assert_offline(shift: Shift, folder: Path, wanted: BundlePart, said: str) -> None:
    """A stranger checks a bundle with the script inside it, far from Pitboss."""
    path, far = folder / "evidence.zip", folder / "far"
    export(shift.store, shift.keys, path, wanted)
    shutil.rmtree(far, ignore_errors=True)
    with zipfile.ZipFile(path) as box:
        box.extractall(far)
    words = [sys.executable, "-I", "-S", "verify.py", ".", "--key", shift.keys.public.hex()]
    done = subprocess.run(words, cwd=far, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


# --- by chance ----------------------------------------------------------------------------------------------------


class Chancy:
    """People of a pit who do this and that; what may not be done is refused and changes nothing."""

    def __init__(self, shift: Shift, seed: int) -> None:
        self.shift, self.chance = shift, random.Random(seed)
        self.done: Counter[str] = Counter()

    def go(self, commands: int) -> None:
        for number in range(commands):
            actor, command = self._something(number)
            try:
                self.shift.do(actor, command)
            except IllegalAction:
                continue
            self.done[type(command).__name__] += 1

    def _something(self, number: int) -> tuple[str, Any]:
        live, chance = self.shift.live(), self.chance
        who = chance.choice(["Dora", "Don", "Flo", "Fritz", "Mia", "Gus"])
        if not live.table.dealer:
            return who, c.TapIn()
        if live.payments and chance.random() < 0.5:
            return self._of_a_win(live)
        if live.round is not None and chance.random() < 0.8:
            return live.table.dealer, self._of_the_round(live)
        if live.round is None and chance.random() < 0.5:
            start = c.StartRound(sheet_hash=live.sheet.hash)
            return live.table.dealer, chance.choice([start, c.HandleCards(move="shuffle")])
        return who, chance.choice([self._of_the_money, self._of_the_table])(live, number)

    def _of_the_round(self, live: Live) -> Any:
        question, round_, chance = live.question, live.round, self.chance
        if question is None or round_ is None:
            return c.EndRound()
        if question.kind == "wagers":
            wager, cents = chance.choice([("ante", 1000), ("blind", 1000), ("progressive", 500)])
            bet = c.Act(action=a.PlaceBet(spot=chance.randint(1, 2), cents=cents, wager=wager))
            lit = sum("progressive" in seat.wagers for seat in round_.seats.values())  # type: ignore[union-attr]
            return c.CoinIn(chips=lit if chance.random() < 0.9 else 1) if chance.random() < 0.3 else bet
        if question.kind == "card":
            hit = self.shift.face("t", ("9h 8h", chance.choice(["6d 6s", "4h 3h"])), "7h 6h 5h 2c 3d", "4c 9d")
            return c.Act(action=a.CardIs(hit if chance.random() < 0.7 else chance.choice(DECK)))
        if question.role == "player":
            return c.Act(action=chance.choice(round_.offers()).action)
        if chance.random() < 0.02:
            return c.Act(action=a.Declare(kind="wrong_count", spot=1))
        return c.Act(action=a.Proceed())

    def _of_the_money(self, live: Live, number: int) -> Any:
        chance = self.chance
        cents = self.shift.balance(tray("t")) // 50 * 50 + chance.choice([0, 0, 500, -500])
        chips, _ = chip_stacks(max(cents, 0), live.sheet.rules.chips.denominations)
        when: Any = "opening" if live.counted != "opening" else chance.choice(["closing", "check", "check"])
        kind: Any = chance.choice(["fill", "credit"])
        slip = chance.choice([slip.slip for slip in live.slips] or [""])
        return chance.choice([
            c.CountTray(when=when, chips=chips), c.RequestFill(kind=kind, slip=f"S{number}", chips=HUNDREDS),
            c.ConfirmFill(slip=slip), c.CancelFill(slip=slip, reason="no"), c.PullDrop(counted=100_000),
            *self._corrections(live, number),
        ])  # fmt: skip

    def _corrections(self, live: Live, number: int) -> list[Any]:
        chance = self.chance
        name = chance.choice([one.correction for one in live.corrections] or [""])
        again = c.PayAgain(correction=name, cents=chance.choice([-1000, 0, 1500]), reason="so")
        if not live.settled:
            return [again]
        one = chance.choice(live.settled)
        facts: dict[str, Any] = {"version": one.version, "spot": one.spot, "wager": one.wager, "hand": one.hand}
        borne: Any = chance.choice(["player", "player", "house"])
        reverse = c.Reverse(correction=f"K{number}", reason="so", borne_by=borne, **facts)
        return [again, again, reverse, c.DeclarePaid(cents=chance.choice([0, 500, 2500]), **facts)]

    def _of_the_table(self, live: Live, number: int) -> Any:
        chance = self.chance
        box = chance.randint(1, 2)
        return chance.choice([
            c.TapIn(), c.TapOut(), c.SeatVisitor(box=box, name="Ann" if box == 1 else "Ben"),
            c.VisitorBuysIn(box=box, cents=20_000), c.UnseatVisitor(box=box), c.AnswerCall(),
            c.Retract(version=self.shift.store.head("table:t")[0]),
        ])  # fmt: skip

    def _of_a_win(self, live: Live) -> tuple[str, Any]:
        win = self.chance.choice(live.payments)
        chips, check = parts(live, win.award)
        steps: list[tuple[Any, str]] = [
            ("press_hand", ""), ("call_supervisor", ""), ("do_paperwork", "Mia"), ("check_offsets", "Mia"),
            ("confirm_guard", "Gus"), ("pay", "Mia"), ("swipe_card", "Flo"), ("end_game", ""),
        ]  # fmt: skip
        step, who = self.chance.choice(steps)
        return who or live.table.dealer, c.Jackpot(seat=win.seat, step=step, chips=chips, check=check)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_at_a_table_its_books_are_right(seed: int, tmp_path: Path) -> None:
    shift = Shift()
    shift.open()
    shift.seat("Ann", "Ben")
    people = Chancy(shift, seed)
    people.go(1500)
    assert people.done["EndRound"], people.done
    assert reckoned(shift, "t") == shift.balance(tray("t"))
    assert shift.meters.difference() == 0
    shift.check()
    export(shift.store, shift.keys, tmp_path / "evidence.zip")
    assert verify_bundle.faults(verify_bundle.Bundle(str(tmp_path / "evidence.zip"))) == []
