"""Whatever sequence the floor accepts can be exported, verified and settled."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from tests.service.evidence_evenings import ClumsyEvening, RoughEvening, evidence_faults, mistakes, ruled_on
from tests.service.staffed_floor import DORA, FLO, StaffedPit
from tests.service.troubled_evenings import TroubledEvening

from pitboss.games import actions as a
from pitboss.games.events import HoleTurned
from pitboss.records import read, settle
from pitboss.rules import SHIPPED, load
from pitboss.service.audit.evidence_bundle import export
from pitboss.service.audit.recall import recall
from pitboss.service.audit.settled_bundle import SettledCheck
from pitboss.service.audit.verify_bundle import Bundle
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Unknown
from pitboss.service.tables.table_limits import limited

MOST_EVENINGS = 24
BLACKJACK, HOLDEM = "catfish-blackjack", "ultimate-texas-holdem"


@pytest.mark.parametrize("cards", ["program", "declared"])
@pytest.mark.parametrize("sheet", SHIPPED)
def test_every_evening_exports_verifies_and_settles(sheet: str, cards: str) -> None:
    evening = RoughEvening(sheet, cards, f"evidence {sheet} {cards}")
    evening.play(150)
    assert evening.declared > 4
    assert evidence_faults(evening) == []


@pytest.mark.parametrize("sheet", SHIPPED)
def test_every_mistake_that_a_sheet_rules_on_happens_and_the_evidence_of_it_holds(sheet: str) -> None:
    """A dealer whose hand slips, evening after evening, until each has happened."""
    never = ruled_on(sheet)
    for number in range(MOST_EVENINGS):
        for cards in ("program", "declared"):
            evening = ClumsyEvening(sheet, cards, f"clumsy {number} {sheet} {cards}")
            evening.play(150)
            assert evidence_faults(evening) == []
            never -= mistakes(evening).keys()
        if not never:
            return
    assert never == set()


@pytest.mark.parametrize("cards", ["program", "declared"])
@pytest.mark.parametrize("sheet", SHIPPED)
def test_evenings_with_everything_beside_the_round_export_verify_and_settle(sheet: str, cards: str) -> None:
    """People, dealers, money, jackpots, limits, sheets, closing and restarts (scripts/attack_evidence.py)."""
    evening = TroubledEvening(sheet, cards, f"troubled {sheet} {cards}")
    evening.play(150)
    assert len(evening.happened) > 6, evening.happened
    assert evidence_faults(evening) == []
    evening.pit.check()


def limits(pit: StaffedPit, minimum: int, *, keeps_earlier: bool = False) -> None:
    command = c.ChangeLimits(minimum=minimum, maximum=1_000_000, reason="a busy night", keeps_earlier=keeps_earlier)
    pit.floor_does(command)


def at_other_limits() -> StaffedPit:
    """A round at limits of the evening, one while somebody keeps earlier ones, and one at the sheet's own again."""
    pit = StaffedPit(BLACKJACK, "declared").ready()
    pit.account(1, "Ann")
    for minimum, keeps in ((1000, False), (2500, True), (500, False)):
        limits(pit, minimum, keeps_earlier=keeps)
        pit.start()
        pit.bet(1, 2500)
        pit.deal("Ts 7h 9d")
        pit.answers(1, a.Stand(spot=1))
        pit.go_on("Td")
        pit.dealer(c.EndRound())
    return pit


def test_rounds_at_limits_that_were_changed_are_of_the_tables_sheet(tmp_path: Path) -> None:
    pit = at_other_limits()
    assert bundle_faults(pit, tmp_path) == []
    assert all(settle(read(recall(pit.floor, "t", number).record())).right for number in (1, 2, 3))


def test_a_record_at_limits_that_nobody_was_told_is_found(tmp_path: Path) -> None:
    """Whoever exports could say that a bet was allowed which was not."""
    pit = at_other_limits()
    export(pit.store, pit.keys(), tmp_path / "evidence.zip")
    with ZipFile(tmp_path / "evidence.zip") as bundle:
        bundle.extractall(tmp_path / "taken")
    record = tmp_path / "taken" / "rounds" / "t" / "2.toml"
    told, untold = (limited(load(BLACKJACK), (low, 1_000_000)) for low in (1000, 2000))
    text = record.read_text().replace("table.minimum=10.00", "table.minimum=20.00")
    assert told.text_hash in text
    record.write_text(text.replace(told.text_hash, untold.text_hash))
    check = SettledCheck(Bundle(str(tmp_path / "taken")))
    assert "table:t round 2: its record is of another sheet than the table was opened on" in check.all()


def test_a_round_that_is_void_before_anybody_bets_has_a_record(tmp_path: Path) -> None:
    pit = StaffedPit(HOLDEM, "declared", sets=("irregularity.shuffler_jam_bets=returned",)).ready()
    pit.account(1, "Ann")
    pit.start()
    pit.deals(a.Declare("shuffler_jam"))
    pit.dealer(c.EndRound())
    assert "[[spot]]" not in (record := recall(pit.floor, "t", 1).record())
    assert settle(read(record)).wagers == ()
    assert bundle_faults(pit, tmp_path) == []


@pytest.mark.parametrize("stays", [True, False])
def test_a_dealers_card_that_was_dealt_face_up_out_of_turn_is_opened_in_its_place(tmp_path: Path, stays: bool) -> None:
    """Where no other is dealt it is the hole card, and seen again when it is turned: it left the shoe once."""
    pit = StaffedPit("free-bet-blackjack").ready()
    pit.guest()
    pit.start()
    pit.bets(1)
    pit.deals(a.StartDeal())
    for action in (a.Proceed(), a.Proceed(), a.Deal(spot=0), a.Proceed(), a.Overlook(spot=0) if stays else a.Proceed()):
        pit.deals(action)
    _to_the_end(pit)
    turned = next(one for one in recall(pit.floor, "t", 1).round.events if isinstance(one, HoleTurned))
    extra = next(one for one in recall(pit.floor, "t", 1).round.events if getattr(one, "why", "") == "extra")
    assert (turned.card == extra.card) is stays
    assert bundle_faults(pit, tmp_path) == []


def _to_the_end(pit: StaffedPit) -> None:
    """Whatever is next is the first thing offered to whoever it is for."""
    while (live := pit.live()).round is not None:
        who = FLO if pit.staff()["who"] in ("floor", "shift_manager") else DORA
        if live.question is not None and live.question.kind == "play":
            pit.answers(1, a.Stand(spot=1))
        else:
            pit.by(who, pit.staff(who)["offers"][0]["command"])


def bundle_faults(pit: StaffedPit, folder: Path) -> list[str]:
    export(pit.store, pit.keys(), folder / "evidence.zip")
    bundle = Bundle(str(folder / "evidence.zip"))
    try:
        return SettledCheck(bundle, pit.keys().public.hex()).all()
    finally:
        bundle.close()


@pytest.mark.parametrize("cards", ["program", "declared"])
@pytest.mark.parametrize("bets_before", [0, 1, 2, 3, 4])
def test_a_failed_shuffle_before_or_between_bets_stands_in_the_record_where_it_was(
    cards: str, bets_before: int
) -> None:
    """The order of bets and declarations is told as it was, so that the record replays to the same events."""
    pit = StaffedPit(HOLDEM, cards).ready()
    pit.account(1, "Ann")
    pit.account(2, "Ben")
    pit.start()
    bets = [(box, wager) for box in (1, 2) for wager in ("ante", "blind")]
    for number in range(len(bets) + 1):
        if number == bets_before:
            pit.deals(a.Declare("shuffler_jam"))
            pit.deals(a.Reshuffled(()))
        if number < len(bets):
            pit.bet(bets[number][0], 1000, bets[number][1])
    _play_out(pit)
    recalled = recall(pit.floor, "t", 1)
    assert settle(read(recalled.record())).right
    assert recalled.record().index("shuffler_jam") > 0
    if cards == "program":
        with pytest.raises(Unknown) as refused:
            recalled.openings()
        assert refused.value.code == "history.shuffled_again"


def _play_out(pit: StaffedPit) -> None:
    """Everybody folds, and the round ends."""
    pit.deals(a.StartDeal())
    faces = iter(["2c", "3c", "4c", "5d", "7h", "8h", "9s", "Js", "Qs"])
    while (live := pit.live()).round is not None and not live.round.over:
        question: Any = live.question
        if question.kind == "card":
            pit.go_on(next(faces))
        elif question.role == "player":
            box = question.spot or live.round.unanswered()[0]
            folds = a.Fold(spot=box) if question.kind == "river" else a.Check(spot=box)
            pit.answers(box, folds)
        else:
            pit.deals(a.Proceed())
    pit.dealer(c.EndRound())
