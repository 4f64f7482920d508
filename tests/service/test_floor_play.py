"""Timers, the waiting list, the cut, restarts and recall; and that nobody ever learns what is not his to know."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.service.test_floor import PACE, PATIENT, Pit, at_random, at_table, bet, refusal

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.holdem.round import HoldemRound
from pitboss.records import read
from pitboss.rules import SHIPPED, load
from pitboss.service.audit.recall import recall
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode, encode
from pitboss.service.floor.floor import Unknown
from pitboss.service.floor.recorded import TableCommand
from pitboss.service.floor.streams import TableChange
from pitboss.service.tables.card_promises import commitment_of
from pitboss.service.tables.live_table import Live, asked_seat
from pitboss.service.tables.table_commands import deadline, due
from pitboss.service.tables.viewers import seen_events, viewer_of
from pitboss.service.tables.views import ChangeMessages, PlayerViewers, table_view
from pitboss.shoe.verify import faults
from pitboss.store import open_store

# --- timers -----------------------------------------------------------------------------------------------


def playing(pit: Pit, kind: str = "play") -> Live:
    return pit.until(lambda live: live.question is not None and live.question.kind == kind)


def asked_to_play(seed: str = "timeout") -> Pit:
    """A pit at which Ann is asked how to play her hand."""
    for number in range(20):
        pit = Pit(seed=f"{seed} {number}")
        pit.open()
        pit.hello("Ann")
        pit.do(c.Sit(box=1), "Ann")
        pit.bets_open()
        bet(pit, "Ann", 1)
        live = pit.until(lambda live: live.round is None or (live.question and live.question.kind == "play"))
        if live.round is not None:
            return pit
    raise AssertionError("nobody is ever asked")


def test_silence_is_the_sheets_answer_after_the_decision_time() -> None:
    pit = asked_to_play()
    asked = pit.live().asked_at
    answer = pit.live().round.timeout_answer()  # type: ignore[union-attr]
    assert pit.house() == c.TimeOut()
    assert pit.now == asked + PACE.decision
    wanted = {a.Stand: "HandStood", a.Hit: "HandHit"}[type(answer)]
    seen = [event["type"] for event in msgspec.json.decode(pit.store.read("table:t")[-1].events)]
    assert wanted in seen
    assert dict(pit.live().missed) == {"Ann": 1}


def test_an_answer_in_time_starts_the_time_again_and_forgets_the_missed_one() -> None:
    pit = at_table("Ann", sheet="ultimate-texas-holdem", pace=PATIENT)
    bet(pit, "Ann", 1)
    pit.house()
    pit.house()
    assert dict(pit.live().missed) == {"Ann": 1}
    pit.now += PACE.decision - 1
    pit.do(c.Act(action=offers(pit, "Ann")[0]), "Ann")
    assert pit.live().missed == ()
    assert pit.live().asked_at == pit.now


def offers(pit: Pit, name: str) -> list[a.Action]:
    from pitboss.service.tables.views import offers_to

    return [offer.action for offer in offers_to(pit.live(), name)]


def test_holdem_by_the_clock_checks_and_then_gives_up_or_bets_as_the_sheet_says() -> None:
    pit = at_table("Ann", sheet="ultimate-texas-holdem", pace=PATIENT)
    bet(pit, "Ann", 1)
    pit.over()
    seen = Counter(event["type"] for en in pit.store.read("table:t") for event in msgspec.json.decode(en.events))
    assert seen["Checked"] == 2
    assert seen["HandFolded"] + seen["PlayBetMade"] == 1
    assert dict(pit.live().missed) == {"Ann": 3}


def test_who_leaves_too_many_questions_to_the_clock_loses_the_seat_after_the_round() -> None:
    pit = at_table("Ann", "Ben", sheet="ultimate-texas-holdem")
    bet(pit, "Ann", 1)
    bet(pit, "Ben", 2)
    pit.over()
    assert pit.live().table.players == ()
    assert pit.live().missed == ()


def test_a_player_who_sits_a_round_out_keeps_the_seat_for_a_while() -> None:
    pit = at_table("Ann", "Ben", pace=PATIENT)
    bet(pit, "Ann", 1)
    pit.over()
    assert pit.live().table.players == ("Ann", "Ben")
    pit.until(lambda live: "Ben" not in live.table.players or live.table.rounds > 30)
    assert "Ben" not in pit.live().table.players


def test_the_deal_waits_for_everybody_seated_until_the_time_that_was_told_is_over() -> None:
    pit = at_table("Ann", "Ben", pace=PATIENT)
    bet(pit, "Ann", 1)
    pit.do(c.Ready(), "Ann")
    told = deadline(pit.live())
    assert told == pit.live().bet_at + PATIENT.betting > pit.now
    assert pit.house() == c.Deal()
    assert pit.now == told


def test_the_deal_comes_at_once_when_everybody_has_bet_or_sits_out() -> None:
    pit = at_table("Ann", "Ben", pace=PATIENT)
    bet(pit, "Ann", 1)
    pit.do(c.Ready(), "Ann")
    pit.do(c.Ready(), "Ben")
    now = pit.now
    assert pit.house() == c.Deal()
    assert pit.now == now


# --- the waiting list -------------------------------------------------------------------------------------


def full_table(sheet: str = "catfish-blackjack") -> Pit:
    """Ann on two boxes, everybody else on one; Zoe waits."""
    boxes = load(sheet).rules.table.boxes  # type: ignore[union-attr]
    pit = at_table("Ann", sheet=sheet, pace=PATIENT)
    pit.do(c.Sit(box=2), "Ann")
    others = [f"P{box}" for box in range(3, boxes + 1)]
    pit.hello(*others, "Zoe")
    for box, name in enumerate(others, 3):
        pit.do(c.Sit(box=box), name)
    pit.do(c.Wait(), "Zoe")
    return pit


@pytest.mark.clause("BJ-DEAL-4")
def test_a_second_spot_is_given_up_to_who_waits_when_the_round_is_over() -> None:
    pit = full_table()
    bet(pit, "Ann", 1)
    bet(pit, "Ann", 2)
    assert pit.live().table.boxes_of("Ann") == (1, 2)
    pit.over()
    table = pit.live().table
    assert table.boxes_of("Ann") == (1,)
    assert table.boxes_of("Zoe") == (2,)
    assert table.waiting == ()
    pit.inspect()


def test_nobody_passes_those_who_wait() -> None:
    pit = full_table()
    pit.do(c.Leave(), "P7")
    pit.hello("Late")
    assert "Zoe waits" in refusal(pit, lambda: pit.do(c.Sit(box=7), "Late")).reason
    pit.do(c.Sit(box=7), "Zoe")
    assert pit.live().table.waiting == ()


def test_an_absent_players_seat_goes_to_who_waits() -> None:
    pit = full_table()
    while pit.live().table.waiting:
        command = pit.house()
    assert isinstance(command, c.Unseat)
    assert "Zoe" in pit.live().table.players
    pit.inspect()


# --- the cut ----------------------------------------------------------------------------------------------


def offered() -> Pit:
    pit = Pit()
    pit.open()
    pit.hello("Ann", "Ben")
    pit.do(c.Sit(box=1), "Ann")
    pit.do(c.Sit(box=2), "Ben")
    pit.until(lambda live: asked_seat(live.table))
    return pit


def test_a_player_cuts_and_the_cut_alone_moves_the_cards() -> None:
    pit = offered()
    seat = asked_seat(pit.live().table)
    cutter = pit.live().table.holder(seat)
    other = {"Ann": "Ben", "Ben": "Ann"}[cutter]
    brick = pit.live().table.ceremony.cards
    assert "not offered to you" in refusal(pit, lambda: pit.do(c.Cut(at=100), other)).reason
    assert refusal(pit, lambda: pit.do(c.Cut(at=1), cutter)).clause.startswith("BJ-")
    pit.do(c.Cut(at=100), cutter)
    assert pit.live().table.ceremony.cards == brick[100:] + brick[:100]
    bets = pit.bets_open()
    assert bets.table.ceremony.cut_at == 100


def test_where_nobody_cuts_in_time_the_dealer_does() -> None:
    pit = offered()
    asked = pit.live().asked_at
    assert pit.house() == c.TimeOut()
    assert pit.now == asked + PACE.cut
    assert asked_seat(pit.live().table) == 0
    assert dict(pit.live().missed) == {"Ann": 1, "Ben": 1}
    assert pit.bets_open().table.ceremony.cut_at is not None


def test_a_cut_refused_goes_on_to_the_next_player() -> None:
    pit = offered()
    seat = asked_seat(pit.live().table)
    pit.do(c.RefuseCut(), pit.live().table.holder(seat))
    assert asked_seat(pit.live().table) not in (0, seat)


# --- restarts ---------------------------------------------------------------------------------------------


def after_random_play(sheet: str, steps: int, seed: int, pit: Pit | None = None, *, sets: tuple[str, ...] = ()) -> Pit:
    pit = pit or Pit(seed=f"play {seed}")
    pit.open_link()
    pit.open(sheet, pace=PATIENT, sets=sets)
    players = {"Ann": 1, "Ben": 3}
    pit.hello(*players, chips=10_000_000)
    chance = random.Random(seed)
    for _ in range(steps):
        at_random(pit, chance, players)
    return pit


@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_restart_anywhere_finds_the_same_table_and_the_same_question(sheet: str) -> None:
    pit = after_random_play(sheet, 0, 1)
    chance = random.Random(5)
    for _ in range(40):
        at_random(pit, chance, {"Ann": 1, "Ben": 3})
        again = pit.another()
        assert again.table("t").live == pit.live()
        assert again.table("t").hash == pit.floor.table("t").hash
        assert again.table("t").live.question == pit.live().question
        assert due(again.table("t").live) == due(pit.live())


@pytest.mark.parametrize("sheet", ["catfish-blackjack", "ultimate-texas-holdem"])
def test_from_a_snapshot_it_is_the_same_as_from_the_start(sheet: str) -> None:
    pit = after_random_play(sheet, 0, 2)
    chance = random.Random(6)
    while pit.live().table.rounds < 10:
        at_random(pit, chance, {"Ann": 1, "Ben": 3})
    assert pit.store.snapshot("table:t") is not None
    quick, slow = pit.another(), pit.another()
    slow.store = _WithoutSnapshots(pit.store)  # type: ignore[assignment]
    assert quick.table("t").live == slow.table("t").live == pit.live()
    assert quick.table("t").hash == slow.table("t").hash
    pit.inspect()


class _WithoutSnapshots:
    def __init__(self, store: Any) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def snapshot(self, stream: str, *, upto: int | None = None) -> None:
        return None


# --- recall and openings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_finished_round_is_recalled_as_each_person_saw_it(sheet: str) -> None:
    pit = after_random_play(sheet, 0, 3)
    chance = random.Random(7)
    while len(pit.store.rounds(stream="table:t")) < 3:
        at_random(pit, chance, {"Ann": 1, "Ben": 3})
    number = pit.store.rounds(stream="table:t")[0].number
    for person in ("Ann", "Ben", "Stranger", ""):
        found = recall(pit.floor, "t", number, person=person)
        assert found.number == number
        cards = read(found.record()).cards
        assert sum(card is not UNKNOWN for card in cards) == len(found.slots)
        assert found.round.next_card - found.round.start == len(cards)
        opened = json.loads(found.openings())
        assert faults(opened, root=shown_root(pit, number), cut=commitment_of(found.live)[1]) == []
        assert len(opened["openings"]) == len(found.slots)
    if load(sheet).game != "blackjack":
        mine = {person: set(recall(pit.floor, "t", number, person=person).slots) for person in ("Ann", "")}
        assert mine[""] <= mine["Ann"]
    with pytest.raises(Unknown, match="no finished round 999"):
        recall(pit.floor, "t", 999)


def shown_root(pit: Pit, number: int) -> str:
    """The last commitment that was shown to everybody before a round, for the deck it was dealt from."""
    last = pit.store.rounds(stream="table:t", number=number)[0].first
    shown: dict[str, str] = {}
    for entry in pit.store.read("table:t", upto=last):
        for event in msgspec.json.decode(entry.events):
            if event.get("name") == "commitment_shown":
                shown[event.get("deck", "")] = event["root"]
            if event["type"] == "RoundStarted":
                deck = event["deck"]
    return shown[deck]


def test_a_changed_card_does_not_open() -> None:
    pit = after_random_play("catfish-blackjack", 0, 4)
    chance = random.Random(8)
    while not pit.store.rounds(stream="table:t"):
        at_random(pit, chance, {"Ann": 1, "Ben": 3})
    opened = json.loads(recall(pit.floor, "t", 1).openings())
    first = opened["openings"][0]
    first["card"] = "As" if first["card"] != "As" else "Ks"
    assert faults(opened) != []


# --- secrets ----------------------------------------------------------------------------------------------


def faces(text: str) -> Counter[str]:
    """Every card that a JSON text names."""
    return Counter(_faces(json.loads(text)))


def _faces(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in ("clause", "text", "title", "table", "player", "name"):
                yield from _faces(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _faces(inner)
    elif isinstance(value, str) and value in _TEXTS:
        yield value


_TEXTS = frozenset(card.text for card in DECK)
FACE_DOWN = ("games-of-chance-blackjack", ("deal.player_cards=face_down",))


def may_know(live: Live, person: str) -> set[str]:
    """The faces that have been turned up for everybody, or are a person's own, by the true events."""
    round_ = live.round
    if round_ is None:
        return set()
    known: set[Card] = set()
    owners_alone: set[Card] = set()  # until their hand is cleared
    owners = live.owners()
    for event in round_.events:
        match event:
            case e.CardDealt():
                own = event.seen == "owner" and owners.get(event.spot) == person
                known |= {event.card} if event.seen == "all" or own else set()
                owners_alone |= {event.card} if event.seen == "owner" else set()
            case e.CardsDiscarded():
                known |= owners_alone & {*event.cards}
            case e.HoleTurned() | e.HoleExposed() | e.DoubleCardTurned() | e.CardExposed() | e.CardOffered():
                known.add(event.card)
            case e.FlopTurned() | e.TurnRiverTurned() | e.DealerShown() | e.HandExposed():
                known |= {*event.cards}
            case e.HoleCardsSeen() if owners.get(event.spot) == person:
                known |= {*event.cards}
    return {card.text for card in known - {UNKNOWN}}


@pytest.mark.parametrize(("sheet", "sets"), [*((name, ()) for name in SHIPPED), FACE_DOWN])
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_no_message_holds_a_face_that_its_reader_may_not_know(sheet: str, sets: tuple[str, ...], seed: int) -> None:
    pit = after_random_play(sheet, 0, seed, Pit(seed=f"secret {seed}"), sets=sets)
    chance = random.Random(seed)
    onlookers = {name: PlayerViewers() for name in ("Ann", "Ben", "")}
    watched = Watched(pit, onlookers)
    for _ in range(60):
        before = pit.floor.table("t").version
        at_random(pit, chance, {"Ann": 1, "Ben": 3})
        watched.check(before)
    assert watched.messages > 60


class Watched:
    """All that goes out to everybody, message by message, against the true events.

    What is made once for several must be what each of them would see who had watched the round alone.
    """

    def __init__(self, pit: Pit, onlookers: dict[str, PlayerViewers]) -> None:
        self.pit, self.onlookers, self.messages = pit, onlookers, 0
        self._replica = pit.another()
        self._held = self._replica.table("t")

    def check(self, after: int) -> None:
        for entry in self.pit.store.read("table:t", after=after):
            change = self._held.replay(entry, self._replica.keys)
            before, live = self._held.live, change.state
            self._held.take_over(change)
            if live.round_first == entry.version:
                for onlooker in self.onlookers.values():
                    onlooker.new_round()
            self._check_faces(entry.events, may_know(live, "") | may_know(before, ""))
            for person, onlooker in self.onlookers.items():
                seat = person if person in live.table.boxes else ""
                known = may_know(live, seat) | may_know(before, seat)
                seen = onlooker.see(change, seat)
                self._check_faces(ChangeMessages(change, {}).to_player(seat, seen).decode(), known)
                assert seen == self._seen_alone(change, seat)
                view = encode(table_view(live, entry.version, person=person, balance=0, link=None)).decode()
                self._check_faces(view, known)

    def _seen_alone(self, change: TableChange, person: str) -> tuple[Any, ...]:
        """The events of a change as somebody sees them who has watched the round from its first event on."""
        live = change.state
        fresh = sum(isinstance(event, e.Event) for event in change.events)
        if live.round is None:
            return change.seen
        viewer = viewer_of(live, person or None)
        for event in live.round.events[: len(live.round.events) - fresh]:
            viewer.see(event)
        return seen_events(viewer, change.events)

    def _check_faces(self, text: str, known: set[str]) -> None:
        self.messages += 1
        assert set(faces(text)) <= known


def test_a_player_of_holdem_knows_his_own_two_cards_and_not_anothers() -> None:
    pit = at_table("Ann", "Ben", sheet="ultimate-texas-holdem")
    bet(pit, "Ann", 1)
    bet(pit, "Ben", 2)
    pit.house()
    live = pit.live()
    assert isinstance(live.round, HoldemRound)
    hands = {name: {card.text for card in live.round.seats[box].cards} for name, box in (("Ann", 1), ("Ben", 2))}
    for person, others in (("Ann", "Ben"), ("Ben", "Ann")):
        view = faces(encode(table_view(live, 1, person=person, balance=0, link=None)).decode())
        assert set(view) == hands[person]
        assert not set(view) & hands[others]
    assert not faces(encode(table_view(live, 1, person="", balance=None, link=None)).decode())
    assert viewer_of(live).player is None


def test_neither_the_order_of_the_shoe_nor_its_seed_lies_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite3"
    pit = Pit(open_store(str(path)))
    pit.open()
    pit.hello("Ann")
    pit.do(c.Sit(box=1), "Ann")
    while pit.live().table.rounds < 9:
        pit.bets_open()
        bet(pit, "Ann", 1)
        pit.over()
        if "Ann" not in pit.live().table.players:
            pit.do(c.Sit(box=1), "Ann")
    assert pit.store.snapshot("table:t") is not None
    live = pit.live()
    shoe = live.table.ceremony.shoe
    assert shoe is not None
    pit.store.close()
    octets = b"".join(found.read_bytes() for found in tmp_path.iterdir())
    assert b"catfish-blackjack" in octets
    undealt = shoe.order[shoe.drawn : shoe.drawn + 12]
    (seed,) = (seed for _, seed in live.seeds)
    secret = seed.partition("/")[0]
    for form in (
        ",".join(f'"{card.text}"' for card in undealt).encode(),
        "".join(card.text for card in undealt).encode(),
        " ".join(card.text for card in undealt).encode(),
        bytes(map(int, undealt)),
        msgspec.msgpack.encode([int(card) for card in undealt])[1:],
        secret.encode(),
        bytes.fromhex(secret),
    ):
        assert form not in octets
    assert len(secret) == 64


def test_the_sealed_chance_opens_only_as_what_it_is() -> None:
    pit = at_table("Ann")
    (prepared, *_) = (entry for entry in pit.store.read("table:t") if '"Prepare"' in entry.command)
    assert prepared.sealed
    assert len(pit.keys().unseal(prepared.sealed, f"table:t {prepared.version} input")) == 64
    with pytest.raises(Exception, match="cannot be unsealed"):
        pit.keys().unseal(prepared.sealed, f"table:t {prepared.version + 1} input")
    assert decode(prepared.command, TableCommand) == c.Prepare()
