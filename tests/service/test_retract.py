"""A mis-keyed entry is taken back: table, money and what anybody has seen are as before; and what stands, stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.service.staffed_floor import DORA, FLO, SHEILA, Faces, StaffedPit, by_hand, choosing
from tests.service.test_floor import refusal

from pitboss.cards import Card, parse_cards
from pitboss.engine import engine_of
from pitboss.games import actions as a
from pitboss.games.actions import Check, Fold, PlayBet
from pitboss.rules import SHIPPED, load
from pitboss.service.audit.evidence_bundle import export
from pitboss.service.audit.recall import recall
from pitboss.service.audit.verify_bundle import Bundle, faults
from pitboss.service.floor import commands as c
from pitboss.service.floor.stream_names import table_stream
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.retractions import TAKEN_BACK
from pitboss.service.tables.table_commands import decide
from pitboss.service.tables.viewers import seen_so_far
from pitboss.shoe.chance import SeededChance
from pitboss.store import MemoryStore, Store
from pitboss.store.open import open_store

HOLDEM = "ultimate-texas-holdem"


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    found: Store = MemoryStore() if request.param == "memory" else open_store(f"sqlite:///{tmp_path / 'f.sqlite3'}")
    yield found
    found.close()


def named(card: str) -> a.CardIs:
    return a.CardIs(Card.parse(card))


def version(pit: StaffedPit) -> int:
    return pit.floor.table("t").version


def retract(pit: StaffedPit, person: str = DORA) -> None:
    pit.by(person, c.Retract(version=version(pit)))


def bare(live: Live) -> Any:
    """A table without what it remembers of its last entry, and when that was."""
    return live.table, live.payments, live.corrections, live.settled, live.calls, live.slips, live.ready


def taken_back(pit: StaffedPit, person: str, command: Any, by: str = DORA) -> None:
    """Entered and taken back, it has left nothing: neither at the table nor in the books."""
    before, balances = pit.live(), pit.store.balances()
    pit.by(person, command)
    assert pit.staff()["retractable"] == version(pit)
    assert "take the last entry back" in pit.offers(by)
    retract(pit, by)
    told = before.called(TAKEN_BACK) if by == DORA else before
    assert bare(pit.live()) == bare(told)
    moved = {name: cents for name, cents in pit.store.balances().items() if cents != balances.get(name, 0)}
    assert moved == {}
    public, fresh = pit.floor.table("t").public, seen_so_far(pit.live())
    assert (public is None) == (fresh is None)
    assert public is None or vars(public) == vars(fresh)
    assert pit.staff()["retractable"] == 0


def at_play(store: Store | None = None, cards: str = "declared", faces: str = "Th 6c 6d") -> StaffedPit:
    """A guest's hand is on turn."""
    pit = StaffedPit("catfish-blackjack", cards, store=store).ready()
    pit.guest(1, cents=100_000)
    pit.start()
    pit.bets(1, cents=1000)
    pit.deal(faces)
    return pit


# --- what is taken back -------------------------------------------------------------------------------------


def test_a_face_that_was_mis_keyed(store: Store) -> None:
    pit = at_play(store, faces="Th 6c")
    taken_back(pit, DORA, c.Act(action=named("9d")))
    pit.deals(named("6d"))
    pit.go_on()
    pit.answers(1, a.Stand(spot=1))
    assert pit.go_on("Ts 9s") == []
    assert pit.net() == {1: 1000}  # sixteen against a dealer who broke: the nine was never dealt
    pit.dealer(c.EndRound())
    pit.check()


def test_a_bet_a_buy_in_and_a_seat(store: Store) -> None:
    pit = StaffedPit(store=store).ready()
    taken_back(pit, DORA, c.SeatVisitor(box=1, name="Guest"))
    pit.dealer(c.SeatVisitor(box=1, name="Guest"))
    taken_back(pit, DORA, c.VisitorBuysIn(box=1, cents=100_000))
    pit.dealer(c.VisitorBuysIn(box=1, cents=10_000))
    taken_back(pit, DORA, c.UnseatVisitor(box=1))
    taken_back(pit, DORA, c.StartRound(sheet_hash=pit.live().sheet.hash))
    pit.start()
    taken_back(pit, DORA, c.Act(action=a.PlaceBet(spot=1, cents=10_000)))
    pit.bets(1, cents=1000)
    taken_back(pit, DORA, c.Act(action=a.PlaceBet(spot=1, cents=5_000)))
    taken_back(pit, DORA, c.Act(action=a.TakeBackBet(spot=1)))
    assert pit.balance("Guest@t") == 9_000
    assert [one.number for one in pit.store.rounds(stream="table:t")] == []
    pit.check()


def test_a_payment_goes_back_by_postings_of_the_retraction(store: Store) -> None:
    pit = at_play(store, faces="Th 6c 9d")
    pit.answers(1, a.Stand(spot=1))
    pit.deals(a.Proceed())
    pit.deals(named("8s"))
    pit.deals(a.Proceed())
    pit.deals(named("2s"))  # sixteen: he draws on
    pit.deals(a.Proceed())
    pit.deals(named("5h"))
    assert pit.staff()["next"]["text"] == "take and pay at box 1"
    taken_back(pit, DORA, c.Act(action=a.Proceed()))
    (entry,) = pit.store.read(table_stream("t"), after=version(pit) - 1)
    assert '"EntryRetracted"' in entry.postings
    taken_back(pit, DORA, c.Act(action=a.Proceed()), by=FLO)
    pit.deals(a.Proceed())
    pit.dealer(c.EndRound())
    pit.check()


def test_signals_declarations_and_moves_with_the_cards() -> None:
    pit = at_play()
    taken_back(pit, DORA, c.Act(action=a.Stand(spot=1)))
    taken_back(pit, DORA, c.Act(action=a.Hit(spot=1)))
    taken_back(pit, DORA, c.Act(action=a.Declare("exposed_card")))
    taken_back(pit, FLO, c.Act(action=a.Declare("hole_exposed")), by=FLO)
    taken_back(pit, DORA, c.CallFloor(note="mistake"))
    pit.check()
    empty = StaffedPit()
    taken_back(empty, DORA, c.HandleCards(move="call_shuffle"))


def test_what_was_seen_of_it_was_seen_and_the_round_is_the_corrected_one(store: Store) -> None:
    pit = at_play(store, faces="Th 6c")
    pit.deals(named("9d"))
    retract(pit)
    pit.deals(named("6d"))
    pit.go_on()
    pit.answers(1, a.Stand(spot=1))
    pit.go_on("Ts 9s")
    pit.dealer(c.EndRound())
    recalled = recall(pit.floor, "t", 1)
    record = recalled.record()
    assert 'cards = "Th 6c 6d Ts 9s"' in record
    assert sum("EntryRetracted" in entry.events for entry in recalled.entries) == 1


# --- what stands --------------------------------------------------------------------------------------------


def stands(pit: StaffedPit, why: str, person: str = FLO) -> None:
    """The last entry cannot be taken back, and nobody is offered to."""
    assert why in refusal(pit, lambda: retract(pit, person)).reason
    assert "take the last entry back" not in pit.offers(person)


def test_the_last_entry_only() -> None:
    pit = at_play()
    refused = refusal(pit, lambda: pit.dealer(c.Retract(version=version(pit) - 1)))
    assert refused.reason == f"only the last entry can be taken back, which is {version(pit)}"
    pit.deals(a.Hit(spot=1))
    retract(pit)
    stands(pit, "cannot be taken back")  # nor is a retraction


@pytest.mark.clause("BJ-DEAL-2a")
def test_a_wager_that_is_locked_stays_locked() -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    pit.guest(1)
    pit.start()
    pit.bets(1, cents=1000)
    pit.deals(a.StartDeal())
    stands(pit, "a wager that is locked stays locked")
    pit.go_on("9h 6c 2d")
    pit.answers(1, a.DoubleDown(spot=1))
    stands(pit, "locked")
    pit.go_on("Th")
    split = at_play(faces="8h 6c 8d")
    split.answers(1, a.Split(spot=1))
    stands(split, "locked")
    insured = at_play(faces="8h Ac 8d")
    insured.answers(1, a.Insure(spot=1, cents=500))
    stands(insured, "locked")


def test_a_play_bet_is_locked_when_it_is_made() -> None:
    pit = StaffedPit(HOLDEM, "declared").ready()
    pit.guest(1)
    pit.start()
    pit.bets(1)
    pit.deal()
    taken_back(pit, DORA, c.Act(action=Check(spot=1)))
    pit.answers(1, PlayBet(4, spot=1))
    stands(pit, "locked")


def test_what_the_link_has_taken_stays_there() -> None:
    pit = StaffedPit(HOLDEM, "declared").ready()
    pit.guest(1)
    pit.start()
    pit.bets(1, progressive=500)
    pit.dealer(c.CoinIn(chips=1))
    assert pit.store.balances(["meter:minor"])["meter:minor"] > load(HOLDEM).rules.bets.progressive.minor.seed  # type: ignore[union-attr]
    stands(pit, "stands")


def test_a_ruling_a_correction_and_a_count_stand() -> None:
    pit = at_play(faces="Th 6c")
    pit.deals(named("6d"))
    pit.deals(a.Overlook(0))
    pit.deals(a.CallSupervisor())
    pit.answers(1, a.Choose("play", spot=1))
    pit.rules("go_on")
    stands(pit, "a ruling is final", FLO)
    counted = StaffedPit().ready()
    counted.floor_does(c.CountTray(when="check", chips=((50_000, 200),)))
    stands(counted, "stands", FLO)
    deck = StaffedPit(HOLDEM).ready()
    deck.dealer(c.HandleCards(move="count_deck", number=52))
    stands(deck, "stands")
    tapped = StaffedPit(tapped=False)
    tapped.dealer(c.TapIn())
    stands(tapped, "stands")


def test_a_players_own_answer_is_his() -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    pit.account(1, "Ann")
    stands(pit, "for that player to say")
    pit.start()
    pit.bets(1)
    stands(pit, "for that player to say")


def test_a_finished_round_is_in_the_rack() -> None:
    pit = at_play()
    pit.answers(1, a.Stand(spot=1))
    pit.go_on("Ts 9s")
    pit.dealer(c.EndRound())
    stands(pit, "cannot be taken back")


def test_the_programs_cards_stay_out_and_its_shuffle_is_not_done_anew() -> None:
    pit = StaffedPit("catfish-blackjack", "program")
    while pit.live().table.ceremony.phase != "ready":
        person = FLO if pit.staff()["who"] == "floor" else DORA
        pit.by(person, pit.staff(person)["offers"][0]["command"])
    pit.dealer(c.HandleCards(move="shuffle"))
    stands(pit, "the program's cards are out")
    pit.ready()
    pit.guest(1)
    pit.start()
    pit.bets(1)
    pit.deals(a.StartDeal())
    pit.deals(a.Proceed())
    stands(pit, "the program's cards are out")
    pit.go_on()
    if pit.kind() == "play":
        pit.deals(a.Stand(spot=1))
        pit.deals(a.Proceed())
        stands(pit, "the program's cards are out")


def test_a_community_card_of_the_program_is_not_turned_back() -> None:
    pit = StaffedPit(HOLDEM, "program").ready()
    pit.account(1, "Ann")
    pit.start()
    pit.bets(1)
    pit.deal()
    pit.answers(1, Check(spot=1))
    pit.deals(a.Proceed())
    stands(pit, "the program's cards are out")


def test_who_may_take_back() -> None:
    pit = at_play()
    pit.deals(a.Hit(spot=1))
    for person, role in (("Dan", "dealer"), ("Ada", "administrator"), ("Ann", "player"), ("Sue", "surveillance")):
        assert refusal(pit, lambda: pit.do(c.Retract(version=version(pit)), person, role=role)).reason  # noqa: B023
    retract(pit, SHEILA)
    pit.floor_does(c.Act(action=a.Declare("hole_exposed")))
    assert refusal(pit, lambda: retract(pit)).reason == "what the floor has entered is the floor's to take back"
    retract(pit, FLO)


def test_the_floor_is_called_once_where_a_dealer_takes_back() -> None:
    pit = at_play()
    for _ in range(2):
        pit.deals(a.Hit(spot=1))
        retract(pit)
    assert pit.live().calls == (TAKEN_BACK,)
    pit.floor_does(c.AnswerCall())
    pit.deals(a.Hit(spot=1))
    retract(pit, FLO)  # who knows of it
    assert pit.live().calls == ()


def test_an_earlier_engine_told_nobody() -> None:
    pit = at_play()
    pit.deals(a.Hit(spot=1))
    back, live = c.Retract(version=version(pit)), pit.live()
    given: dict[str, Any] = {"actor": DORA, "role": "dealer", "at": 1, "version": version(pit) + 1}
    assert decide(live, back, engine=engine_of("0.1.0"), **given).live.calls == ()
    assert decide(live, back, **given).live.calls == (TAKEN_BACK,)


# --- replay, recovery and evidence ----------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHIPPED)
def test_every_entry_taken_back_and_given_again_is_the_same_evening(sheet: str, store: Store, tmp_path: Path) -> None:
    """Each entry that may be is retracted and entered anew: replay, a restart at any point, audit and bundle agree."""
    pit = StaffedPit(sheet, "declared", store=store)
    pit.guest(1)
    pit.guest(2, "Second")
    chance, done = SeededChance(sheet), []
    by = pit.by

    def stuttering(person: str, command: Any) -> Any:
        answer = by(person, command)
        if pit.staff()["retractable"] and chance.below(3) == 0:
            by(person if person != SHEILA else FLO, c.Retract(version=version(pit)))
            done.append(command)
            answer = by(person, command)
        return answer

    pit.by = stuttering  # type: ignore[method-assign]
    for number in range(3):
        pit.ready()
        pit.start()
        pit.bets(1, 2)
        pit.deals(a.StartDeal())
        cards = SeededChance(f"{sheet} {number}").shuffled(parse_cards(DECK))
        by_hand(pit, choosing(f"{sheet} {number}"), Faces(tuple(cards), [1, 2]))
        assert pit.another().table("t").live == pit.live()
        pit.dealer(c.EndRound())
    assert len(done) > 10
    pit.check()
    path = tmp_path / "evening.zip"
    export(store, pit.keys(), path)
    bundle = Bundle(str(path))
    assert faults(bundle, pit.keys().public.hex()) == []
    bundle.close()


DECK = " ".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


def test_a_fold_is_taken_back_with_the_wagers_that_it_lost(store: Store) -> None:
    pit = StaffedPit(HOLDEM, "declared", store=store).ready()
    pit.guest(1)
    pit.start()
    pit.bets(1, trips=500)
    pit.deal()
    pit.answers(1, Check(spot=1))
    pit.go_on("2c 7d 9h")
    pit.answers(1, Check(spot=1))
    pit.go_on("Kd Ts")
    taken_back(pit, DORA, c.Act(action=Fold(spot=1)))
    pit.answers(1, PlayBet(1, spot=1))
    pit.go_on("2d 3c 9d 9c")
    pit.dealer(c.EndRound())
    pit.check()
