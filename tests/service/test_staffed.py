"""Staffed tables: a dealer runs the whole of a game by hand, with the program's cards or with real ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.service.staffed_floor import (
    CHIPS,
    DORA,
    FLO,
    SAM,
    SHEILA,
    Faces,
    StaffedPit,
    by_hand,
    by_the_program,
    choosing,
    settled,
)
from tests.service.test_floor import Pit, at_table, refusal

from pitboss.cards import UNKNOWN, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.actions import Check, Fold, PlayBet
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.game import ENGINES
from pitboss.ledger import drop, player
from pitboss.rules import SHIPPED, load
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import HOUSE_ACTOR
from pitboss.service.staff.views import STAFF_ROLES, staff_part, staff_shared
from pitboss.service.tables.live_table import restore, save
from pitboss.service.tables.staffed import MOST_CALLS
from pitboss.service.tables.table_commands import due
from pitboss.service.tables.views import table_view
from pitboss.shoe import Ceremony, SeededSource
from pitboss.store import MemoryStore, Store
from pitboss.store.open import open_store
from pitboss.table import Table

BLACKJACK = [name for name in SHIPPED if load(name).game == "blackjack"]
HOLDEM = "ultimate-texas-holdem"


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    found: Store = MemoryStore() if request.param == "memory" else open_store(f"sqlite:///{tmp_path / 'f.sqlite3'}")
    yield found
    found.close()


def two_players(pit: StaffedPit) -> None:
    """A guest of the real table where that can be, and a player with an account."""
    sheet = pit.live().sheet
    if pit.live().declared or ENGINES[sheet.game].hands_lie_open(sheet):
        pit.guest(1)
    else:
        pit.account(1, "Ann")
    pit.account(2, "Ben")


def chosen(seed: str) -> Any:
    """Answers by chance; of Play bets the smallest, for a larger one may need cards that a real table does not tell."""
    choose = choosing(seed)

    def answer(offers: list[Any]) -> Any:
        least = min((offer.action.multiple for offer in offers if isinstance(offer.action, a.PlayBet)), default=0)
        return choose([offer for offer in offers if getattr(offer.action, "multiple", least) == least])

    return answer


def same_hand(pit: StaffedPit, seed: str) -> Any:
    """The round of an automatic table on the cards that are next, with the same bets and answers."""
    table = pit.live().table
    if pit.live().declared:
        cards = SHOES[pit.live().sheet.name](seed)
        round_: Any = type(table.start_round()[0].round)(table.sheet, cards)
    else:
        round_ = table.start_round()[0].round
    for box in (1, 2):
        holder = table.holder(box)
        for wager in ENGINES[table.sheet.game].main_wagers:
            round_.act(a.PlaceBet(spot=box, cents=table.sheet.rules.table.minimum, wager=wager, player=holder))
    round_.act(a.StartDeal())
    return by_the_program(round_, chosen(seed))


def shoe(name: str) -> Any:
    @cache
    def of(seed: str) -> tuple[Any, ...]:
        table = Table.open(load(name))[0].sit("Ann", 1)[0].prepare(SeededSource(seed))[0]
        cards = table.cards
        return cards.shoe.order if isinstance(cards, Ceremony) else cards.in_play.cards  # type: ignore[union-attr]

    return of


SHOES = {name: shoe(name) for name in SHIPPED}


# --- whole rounds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["program", "declared"])
@pytest.mark.parametrize("sheet", SHIPPED)
def test_rounds_by_hand_are_settled_as_at_an_automatic_table(sheet: str, cards: str, store: Store) -> None:
    pit = StaffedPit(sheet, cards, store=store)
    two_players(pit)
    for number in range(4):
        seed = f"{sheet} {number}"
        pit.ready()
        expected = same_hand(pit, seed)
        pit.start()
        pit.bets(1, 2)
        pit.deals(a.StartDeal())
        faces = Faces(SHOES[sheet](seed), [1, 2]) if cards == "declared" else None
        by_hand(pit, chosen(seed), faces)
        dealt = pit.live().round
        assert dealt is not None
        assert settled(dealt) == settled(expected)
        assert dealt.net() == expected.net()
        pit.dealer(c.EndRound())
    assert [one.number for one in reversed(store.rounds(stream="table:t"))] == [1, 2, 3, 4]
    pit.check()


@pytest.mark.parametrize("sheet", BLACKJACK)
def test_a_whole_shoe_of_real_cards_and_the_shuffle_after_it(sheet: str) -> None:
    pit = StaffedPit(sheet, "declared").ready()
    two_players(pit)
    faces = Faces(SHOES[sheet]("a whole one"), [1, 2])
    for number in range(100):
        if pit.live().table.ceremony.phase != "between_rounds":
            break
        pit.start()
        pit.bets(1, 2)
        pit.deals(a.StartDeal())
        by_hand(pit, choosing(f"{sheet} {number}"), faces)
        pit.dealer(c.EndRound())
    assert pit.staff()["next"]["text"] in ("call the shuffle", "shuffle the cards")
    assert restore(save(pit.live()), pit.floor.sheets.of).table == pit.live().table
    pit.ready()
    assert set(pit.live().table.ceremony.stack) == {UNKNOWN}
    pit.check()


def test_both_decks_of_real_cards_take_turns() -> None:
    pit = StaffedPit(HOLDEM, "declared")
    two_players(pit)
    used = []
    for number in range(4):
        pit.ready()
        used.append(pit.live().table.rotation.in_play.name)
        pit.start()
        pit.bets(1, 2)
        pit.deals(a.StartDeal())
        by_hand(pit, choosing(f"deck {number}"), Faces(SHOES[HOLDEM](str(number)), [1, 2]))
        pit.dealer(c.EndRound())
    assert used == ["red", "blue", "red", "blue"]
    pit.check()


# --- what nobody knows ------------------------------------------------------------------------------------


def views(pit: StaffedPit) -> str:
    """Everything that anybody is shown now, and all that the log says in the open."""
    live = pit.live()
    shown: list[Any] = [staff_part(live, staff_shared(live), role=role, person=role) for role in STAFF_ROLES]
    shown += [table_view(live, 1, person="", balance=None, link=None, role=role) for role in (*STAFF_ROLES, "visitor")]
    logged = [entry.events + entry.command for entry in pit.store.read("table:t")]
    return c.encode(shown).decode() + "".join(logged)


def test_the_hole_card_is_unknown_to_everybody_until_it_is_turned() -> None:
    pit = StaffedPit("catfish-blackjack").ready()
    pit.guest()
    pit.start()
    pit.bets(1)
    pit.deal()
    live = pit.live()
    assert isinstance(live.round, BlackjackRound)
    hole = live.round.hole.text
    seen = [card.text for card in (*live.round.spots[1].hands[0].cards, *live.round.dealer_cards())]
    assert hole not in seen, "another seed is needed"
    shown = views(pit)
    assert f'"{hole}"' not in shown
    order = [card.text for card in live.round.order or ()]
    assert not any(f"{order[at]} {order[at + 1]}" in shown for at in range(len(order) - 1))
    by_hand(pit, choosing("stand"))
    assert f'"{hole}"' in views(pit)


def test_the_look_at_the_hole_card_tells_nothing_but_the_answer() -> None:
    """With the program's cards the dealer asks it to look; neither what he is offered nor a refusal gives it away."""
    offered: set[tuple[tuple[str, ...], bool]] = set()
    for seed in range(60):
        if {found for _, found in offered} == {True, False}:
            break
        pit = StaffedPit("catfish-blackjack", seed=f"peek {seed}").ready()
        pit.guest()
        pit.start()
        pit.bets(1)
        pit.deal()
        if pit.kind() != "peek":
            continue
        round_ = pit.live().round
        assert isinstance(round_, BlackjackRound)
        offered.add((tuple(pit.offers()), round_.hole_makes_blackjack()))
        for word in (True, False):
            refused = refusal(pit, lambda: pit.deals(a.PeekSays(word)))  # noqa: B023
            assert refused.reason == "the program has the hole card, and looks itself"
        found = round_.hole_makes_blackjack()
        pit.deals(a.Proceed())
        after = pit.live().round
        assert isinstance(after, BlackjackRound)
        assert (after.peeked, after.peek_found) == (True, found)
    assert len({texts for texts, _ in offered}) == 1
    assert {found for _, found in offered} == {True, False}


def test_a_players_own_cards_are_his_alone_at_a_staffed_table() -> None:
    pit = StaffedPit(HOLDEM).ready()
    pit.account(1, "Ann")
    pit.start()
    pit.bets(1)
    pit.deal()
    live = pit.live()
    assert live.round is not None
    own = [card.text for card in live.round.seats[1].cards]  # type: ignore[union-attr]
    mine = c.encode(table_view(live, 1, person="Ann", balance=None, link=None)).decode()
    assert all(f'"{card}"' in mine for card in own)
    assert not any(f'"{card}"' in views(pit) for card in own)


def test_guests_do_not_sit_where_the_program_deals_face_down() -> None:
    pit = StaffedPit(HOLDEM).ready()
    refused = refusal(pit, lambda: pit.dealer(c.SeatVisitor(box=1, name="Guest")))
    assert "a player needs an account" in refused.reason
    StaffedPit(HOLDEM, "declared").guest()


# --- declared cards ---------------------------------------------------------------------------------------


def declared(faces: str, sheet: str = "catfish-blackjack", boxes: int = 1, cents: int = 0) -> StaffedPit:
    """Real cards, dealt so far."""
    pit = StaffedPit(sheet, "declared").ready()
    for box in range(1, boxes + 1):
        pit.guest(box, f"Guest {box}")
    pit.start()
    pit.bets(*range(1, boxes + 1), cents=cents)
    pit.deal(faces)
    return pit


@pytest.mark.clause("BJ-IRR-4a")
def test_a_peek_that_was_wrong_is_a_late_blackjack() -> None:
    pit = declared("9h Td 9d", cents=1000)
    assert pit.kind() == "peek"
    pit.deals(a.PeekSays(False))
    pit.answers(1, a.DoubleDown())
    pit.go_on("2c")
    assert pit.staff()["card"] == {"spot": 0, "hand": 0, "text": "hole card"}
    pit.deals(a.CardIs(parse_cards("Ah")[0]))
    case = pit.staff()["case"]
    assert case["kind"] == "late_dealer_blackjack"
    assert case["clause"] == "BJ-IRR-4a"
    pit.deals(a.CallSupervisor())
    pit.go_on()
    assert pit.net() == {1: -1000}  # the double goes back: only the original bet is lost
    pit.dealer(c.EndRound())
    pit.check()


def test_a_blackjack_that_the_dealer_only_thought_he_saw_is_taken_back() -> None:
    pit = declared("9h Td 9d")
    pit.deals(a.PeekSays(True))
    assert pit.staff()["card"]["text"] == "hole card"
    refused = refusal(pit, lambda: pit.deals(a.CardIs(parse_cards("Kc")[0])))
    assert refused.reason == "the dealer has looked and found a blackjack"
    pit.dealer(c.Retract(version=pit.staff()["retractable"]))
    pit.deals(a.PeekSays(False))
    pit.answers(1, a.Stand(spot=1))
    assert pit.go_on("8c") == []
    assert pit.net() == {1: 0}
    pit.dealer(c.EndRound())
    pit.check()


def test_a_face_is_asked_for_in_words_and_refused_where_there_are_no_more_of_it() -> None:
    pit = declared("", boxes=2)
    assert pit.staff()["card"] == {"spot": 1, "hand": 0, "text": "first card of box 1"}
    assert pit.staff()["next"]["text"] == "name the first card of box 1"
    assert "must be named" in refusal(pit, lambda: pit.deals(a.CardIs(parse_cards("??")[0]))).reason
    assert pit.go_on("As 9h 6c As") == []
    assert pit.staff()["card"] == {"spot": 2, "hand": 0, "text": "second card of box 2"}
    assert pit.go_on("7d") == []
    deck = StaffedPit(HOLDEM, "declared").ready()
    deck.guest()
    deck.start()
    deck.bets(1)
    deck.deal()
    deck.answers(1, Check(spot=1))
    assert deck.go_on("2c") == []
    refused = refusal(deck, lambda: deck.deals(a.CardIs(parse_cards("2c")[0])))
    assert (refused.reason[:19], refused.clause) == ("2c has come out onc", load(HOLDEM).cite("cards.decks"))


def test_a_deck_is_declared_card_by_card_at_holdem() -> None:
    pit = StaffedPit(HOLDEM, "declared").ready()
    pit.guest(1)
    pit.start()
    pit.bets(1, trips=500)
    pit.deal()
    assert pit.kind() == "preflop"
    pit.answers(1, Check(spot=1))
    assert pit.go_on("2c 7d 9h") == []
    pit.answers(1, Check(spot=1))
    assert pit.go_on("Kd Ts") == []
    pit.answers(1, PlayBet(multiple=1, spot=1))
    assert pit.go_on("2d 3c 9d 9c") == []
    assert [one["wager"] for one in pit.staff()["payouts"]] == ["play", "ante", "blind", "trips"]
    assert pit.staff()["payouts"][-1]["chips"] == [(500, 3)]
    pit.dealer(c.EndRound())
    pit.check()


# --- on duty ----------------------------------------------------------------------------------------------


def test_only_the_dealer_who_has_tapped_in_drives_the_table() -> None:
    pit = StaffedPit(tapped=False)
    assert refusal(pit, lambda: pit.dealer(c.HandleCards(move="call_shuffle"))).reason.startswith("nobody deals here")
    pit.dealer(c.TapIn())
    assert "already" in refusal(pit, lambda: pit.dealer(c.TapIn())).reason
    other = refusal(pit, lambda: pit.do(c.HandleCards(move="call_shuffle"), "Dan", role="dealer"))
    assert other.reason == "Dora deals at this table"
    pit.do(c.TapIn(), "Dan", role="dealer")
    assert refusal(pit, lambda: pit.dealer(c.HandleCards(move="call_shuffle"))).reason == "Dan deals at this table"
    pit.do(c.TapOut(), "Dan", role="dealer")
    assert pit.live().table.dealer == ""


def test_a_dealer_deals_at_one_table() -> None:
    pit = StaffedPit()
    pit.open("blackjack-v5", "u", dealer="staffed")
    refused = refusal(pit, lambda: pit.do(c.TapIn(), DORA, table="u", role="dealer"))
    assert refused.reason == "Dora deals at t: tap out there first"
    pit.dealer(c.TapOut())
    pit.do(c.TapIn(), DORA, table="u", role="dealer")


@pytest.mark.clause("BJ-SDS-7")
def test_a_new_dealer_burns_where_the_sheet_says_so() -> None:
    pit = StaffedPit("catfish-blackjack").ready()
    before = pit.live().table.ceremony.shoe
    pit.do(c.TapIn(), "Dan", role="dealer")
    after = pit.live().table.ceremony.shoe
    assert before is not None
    assert after is not None
    assert len(after.burned) == len(before.burned) + 1


@pytest.mark.clause("GC-DEAL-1")
@pytest.mark.parametrize("cards", ["program", "declared"])
def test_a_card_is_burned_with_the_bets_down_where_the_sheet_says_so(cards: str) -> None:
    pit = StaffedPit("games-of-chance-blackjack", cards).ready()
    pit.guest()
    pit.start()
    pit.bets(1)
    assert pit.staff()["next"]["text"] == "when all have bet: no more bets, burn a card, and deal"
    pit.deals(a.StartDeal())
    shoe = pit.live().table.ceremony.shoe
    assert shoe is not None
    assert shoe.burned == (0,)
    pit.check()


@pytest.mark.clause("UTH-HAND-4")
def test_a_new_dealer_has_the_deck_counted_where_the_game_is_dealt_by_hand() -> None:
    pit = StaffedPit(HOLDEM).ready()
    for move in ("shuffler_failed", "deal_by_hand"):
        pit.dealer(c.HandleCards(move=move))  # type: ignore[arg-type]
    pit.dealer(c.HandleCards(move="shuffle"))
    pit.do(c.TapIn(), "Dan", role="dealer")
    dan = staff_part(pit.live(), staff_shared(pit.live()), role="dealer", person="Dan")
    assert dan is not None
    assert dan["next"]["text"] == "count the deck"
    pit.do(c.HandleCards(move="count_deck", number=52), "Dan", role="dealer")
    pit.do(c.StartRound(sheet_hash=pit.live().sheet.hash), "Dan", role="dealer")


def test_a_deck_that_fails_its_count_is_replaced() -> None:
    pit = StaffedPit(HOLDEM).ready()
    pit.dealer(c.HandleCards(move="count_deck", number=51))
    assert pit.staff()["next"]["text"] == "bring a new deck"
    pit.dealer(c.HandleCards(move="bring_deck", deck="green"))
    pit.ready()
    assert "green" in {deck.name for deck in pit.live().table.rotation.decks}


def test_a_dealer_leaves_between_rounds() -> None:
    pit = declared("9h Td 9d")
    assert refusal(pit, lambda: pit.dealer(c.TapOut())).reason == "a dealer leaves between rounds"


# --- cards ------------------------------------------------------------------------------------------------


@pytest.mark.clause("BJ-SHUF-4", "BJ-SHUF-5", "BJ-SDS-6")
def test_what_takes_a_supervisor_or_the_shift_manager() -> None:
    pit = StaffedPit().ready()
    guest = pit.guest()
    shuffle = c.HandleCards(move="request_shuffle", player=guest)
    assert "takes a supervisor" in refusal(pit, lambda: pit.dealer(shuffle)).reason
    floor = refusal(pit, lambda: pit.floor_does(shuffle))
    assert ("shift manager" in floor.reason, floor.clause) == (True, "BJ-SHUF-5")
    show = c.HandleCards(move="show_burn", player=guest)
    assert refusal(pit, lambda: pit.dealer(show)).clause == "BJ-SDS-6"
    pit.floor_does(show)
    pit.by(SHEILA, shuffle)
    pit.dealer(c.HandleCards(move="call_shuffle"))
    acknowledge = c.HandleCards(move="acknowledge")
    assert refusal(pit, lambda: pit.dealer(acknowledge)).clause == "BJ-SHUF-4"
    pit.floor_does(acknowledge)
    pit.dealer(c.HandleCards(move="shuffle"))
    pit.dealer(c.HandleCards(move="offer_cut"))
    assert "where" in refusal(pit, lambda: pit.dealer(c.HandleCards(move="cut"))).reason
    pit.dealer(c.HandleCards(move="cut", number=100))
    deep = c.HandleCards(move="place_cut_card", number=100)
    assert "takes a supervisor" in refusal(pit, lambda: pit.dealer(deep)).reason
    pit.floor_does(deep)
    pit.dealer(c.HandleCards(move="load"))
    pit.check()


def test_who_has_an_account_cuts_for_himself() -> None:
    pit = StaffedPit()
    pit.account(1, "Ann")
    pit.guest(2)
    while pit.live().table.ceremony.phase != "shuffled":
        person = FLO if pit.staff()["who"] == "floor" else DORA
        pit.by(person, pit.staff(person)["offers"][0]["command"])
    pit.dealer(c.HandleCards(move="offer_cut"))
    for move in (c.HandleCards(move="cut", number=150), c.HandleCards(move="refuse_cut")):
        assert refusal(pit, lambda: pit.dealer(move)).reason == "Ann is asked to cut"  # noqa: B023
    pit.do(c.RefuseCut(), "Ann")
    assert pit.staff()["next"]["text"] == "box 2 cuts"
    pit.dealer(c.HandleCards(move="cut", number=150))
    assert pit.live().table.ceremony.cut_at == 150


def test_program_shuffles_show_a_root_and_declared_ones_have_nothing_to_show() -> None:
    for cards, expected in (("program", 1), ("declared", 0)):
        pit = StaffedPit("catfish-blackjack", cards).ready()
        entries = [json.loads(entry.events) for entry in pit.store.read("table:t")]
        roots = [event for events in entries for event in events if event.get("name") == "commitment_shown"]
        assert len(roots) == expected
        sealed = [entry for entry in pit.store.read("table:t") if entry.sealed]
        assert len(sealed) == expected


# --- guests -----------------------------------------------------------------------------------------------


def test_a_guests_cash_goes_into_the_drop_box_and_his_chips_to_the_cage(store: Store) -> None:
    pit = StaffedPit(store=store).ready()
    guest = pit.guest(cents=50_000)
    assert store.balances([drop("t"), player(guest)]) == {drop("t"): 50_000, player(guest): 50_000}
    assert pit.tray() == 10_000_000 - 50_000
    pit.dealer(c.SeatVisitor(box=2, name="Guest"))
    pit.dealer(c.UnseatVisitor(box=1))
    assert pit.balance(guest) == 50_000  # he still has a box
    pit.dealer(c.UnseatVisitor(box=2))
    assert pit.balance(guest) == 0
    assert store.balances(["cage"])["cage"] == 0
    pit.check()


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (c.SeatVisitor(box=1, name="a@b"), "a name has"),
        (c.SeatVisitor(box=9, name="Guest"), "7 betting boxes"),
        (c.VisitorBuysIn(box=3, cents=1000), "no guest of the table sits at box 3"),
        (c.UnseatVisitor(box=2), "no guest of the table sits at box 2"),
        (c.VisitorBuysIn(box=1, cents=0), "whole chips"),
        (c.VisitorBuysIn(box=1, cents=1025), "whole chips"),
        (c.VisitorBuysIn(box=1, cents=10**18), "more than a tray holds"),
    ],
)
def test_what_is_refused_of_guests(command: Any, why: str) -> None:
    pit = StaffedPit().ready()
    pit.guest(1)
    pit.account(2, "Ann")
    assert why in refusal(pit, lambda: pit.dealer(command)).reason


def test_a_guest_bets_what_he_has_and_no_more() -> None:
    pit = StaffedPit().ready()
    pit.guest(cents=1000)
    pit.start()
    assert "less than that" in refusal(pit, lambda: pit.bet(1, 2000)).reason
    pit.bet(1, 1000)


def test_the_dealer_answers_for_guests_and_for_nobody_else() -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    pit.guest(1)
    pit.account(2, "Ann")
    pit.start()
    bet = c.Act(action=a.PlaceBet(spot=2, cents=1000))
    assert refusal(pit, lambda: pit.dealer(bet)).reason == "that is Ann's to say"
    assert "you have no seat" in refusal(pit, lambda: pit.do(bet, "Ben")).reason
    assert refusal(pit, lambda: pit.floor_does(c.Act(action=a.PlaceBet(spot=1, cents=1000)))).reason.startswith(
        "that is"
    )
    assert refusal(pit, lambda: pit.deals(a.PlaceBet(spot=3, cents=1000))).reason == "that is of no seat here"
    pit.bets(1, 2)
    pit.deal("9h 8h 6c 9d 8d")
    pit.deals(a.Stand())
    assert refusal(pit, lambda: pit.deals(a.Stand())).reason == "that is Ann's to say"
    assert refusal(pit, lambda: pit.do(c.Act(action=a.Proceed()), "Ann")).reason == "that is the dealer's to do"
    pit.answers(2, a.Stand())


# --- the clock --------------------------------------------------------------------------------------------


def test_the_floor_goes_on_without_a_player_who_does_not_answer() -> None:
    """Only he answers for his seat, and the sheet says what silence means; the dealer may not say it for him."""
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    ann = pit.account(1, "Ann")
    pit.start()
    pit.by(ann, c.Act(action=a.PlaceBet(spot=1, cents=1000)))
    pit.deal("Th 9s 6d")
    assert pit.kind() == "play"
    assert "for the floor" in refusal(pit, lambda: pit.dealer(c.TimeOut())).reason
    assert "seconds more" in refusal(pit, lambda: pit.floor_does(c.TimeOut())).reason
    pit.now += 60_000
    pit.floor_does(c.TimeOut())
    assert pit.kind() != "play"
    assert "there is a bet" in refusal(pit, lambda: pit.floor_does(c.Unseat(player="Ann"))).reason
    pit.check()


def test_the_floor_frees_the_seat_of_an_absent_player() -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    pit.account(1, "Ann")
    guest = pit.guest(2)
    assert "with their chips" in refusal(pit, lambda: pit.floor_does(c.Unseat(player=guest))).reason
    pit.floor_does(c.Unseat(player="Ann"))
    assert pit.live().table.holder(1) == ""
    pit.check()


def test_nothing_at_a_staffed_table_goes_by_the_clock() -> None:
    pit = declared("9h Td 9d")
    for _ in range(12):
        assert due(pit.live()) is None
        if pit.live().round is None:
            break
        question = pit.live().question
        if question is not None and question.kind == "peek":
            pit.deals(a.PeekSays(False))
        elif question is not None and question.role == "player":
            pit.answers(1, a.Stand())
        elif question is not None and question.kind == "card":
            pit.deals(a.CardIs(parse_cards("7s")[0]))
        else:
            pit.dealer(c.EndRound() if question is None else c.Act(action=a.Proceed()))
    assert pit.live().round is None
    assert due(pit.live()) is None


@pytest.mark.parametrize(
    "command",
    [c.Prepare(), c.Deal(), c.TimeOut(), c.Policy(), c.Unseat(player="Ann"), c.EndRound()],
    ids=lambda command: type(command).__name__,
)
def test_the_program_does_not_drive_a_staffed_table(command: Any) -> None:
    pit = StaffedPit().ready()
    pit.account(1, "Ann")
    pit.start()
    assert refusal(pit, lambda: pit.do(command, HOUSE_ACTOR, role="house")).reason


@pytest.mark.parametrize(
    "command",
    [
        c.TapIn(), c.TapOut(), c.HandleCards(move="burn"), c.SeatVisitor(box=2, name="Guest"), c.UnseatVisitor(box=2),
        c.VisitorBuysIn(box=2, cents=1000), c.StartRound(sheet_hash=""), c.EndRound(), c.Act(action=a.StartDeal()),
        c.Retract(version=1), c.CallFloor(),
    ],
    ids=lambda command: type(command).__name__,
)  # fmt: skip
def test_nobody_of_the_staff_drives_an_automatic_table(command: Any) -> None:
    pit = at_table("Ann")
    refused = refusal(pit, lambda: pit.do(command, DORA, role="dealer"))
    assert refused.reason == "this table deals by itself: nobody of the staff drives it"


def test_declared_cards_are_for_staffed_tables() -> None:
    with pytest.raises(IllegalAction, match="such a table is staffed"):
        Pit().open(cards="declared")


# --- calls, spots, closing --------------------------------------------------------------------------------


def test_calls_are_answered_in_their_order() -> None:
    pit = StaffedPit()
    assert refusal(pit, lambda: pit.floor_does(c.AnswerCall())).reason == "nobody has called"
    pit.dealer(c.CallFloor(note="colour up"))
    pit.dealer(c.CallFloor())
    assert pit.staff()["calls"] == ("colour up", "the dealer asks for somebody of the floor")
    assert "answer the call: colour up" in pit.offers(FLO)
    pit.floor_does(c.AnswerCall())
    assert pit.live().calls == ("the dealer asks for somebody of the floor",)
    assert pit.another().table("t").live.calls == pit.live().calls


def test_calls_do_not_pile_up() -> None:
    """For one reason the floor is called once until it answers, and only so many reasons wait."""
    pit = StaffedPit()
    pit.dealer(c.CallFloor())
    assert "call somebody of the floor" not in pit.offers()
    assert "called for that already" in refusal(pit, lambda: pit.dealer(c.CallFloor())).reason
    assert "at most 200 characters" in refusal(pit, lambda: pit.dealer(c.CallFloor(note="x" * 201))).reason
    for number in range(MOST_CALLS - 1):
        pit.dealer(c.CallFloor(note=f"reason {number}"))
    assert len(pit.live().calls) == MOST_CALLS
    assert "the floor comes first" in refusal(pit, lambda: pit.dealer(c.CallFloor(note="one more"))).reason
    pit.floor_does(c.AnswerCall())
    pit.dealer(c.CallFloor())
    assert pit.live().calls[-1] == "the dealer asks for somebody of the floor"
    assert pit.another().table("t").live.calls == pit.live().calls


@pytest.mark.clause("GC-RULE-8")
def test_the_floor_sets_a_players_spots() -> None:
    pit = StaffedPit("games-of-chance-blackjack").ready()
    pit.account(1, "Ann")
    pit.floor_does(c.SetSpots(player="Ann", spots=1))
    assert "allows Ann 1 spot" in refusal(pit, lambda: pit.do(c.Sit(box=2), "Ann")).reason
    assert (pit.staff(FLO)["allots"], pit.staff(FLO)["allotted"]) == (2, (("Ann", 1),))
    assert StaffedPit("catfish-blackjack").staff(FLO)["allots"] == 0  # where a player chooses himself


@pytest.mark.clause("BJ-DEAL-5d")
def test_the_shift_manager_grants_the_return_to_three() -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    for box in (1, 2, 3):
        pit.guest(box)
    pit.start()
    pit.bets(1, 2, 3)
    pit.deal("9h 9d 9c 6c 8h 8d 8c")
    for box in (1, 2, 3):
        pit.answers(box, a.Stand(spot=box))
    pit.go_on("Tc 5d")
    pit.dealer(c.EndRound())
    pit.dealer(c.UnseatVisitor(box=3))
    again = c.SeatVisitor(box=3, name="Guest")
    assert refusal(pit, lambda: pit.dealer(again)).clause == "BJ-DEAL-5c"
    grant = c.GrantThree(player="Guest@t")
    assert "shift manager" in refusal(pit, lambda: pit.floor_does(grant)).reason
    assert "Guest may go back to three" in pit.offers(SHEILA)
    pit.by(SHEILA, grant)
    pit.dealer(again)


def test_an_extra_box_is_asked_for_when_somebody_waits() -> None:
    pit = StaffedPit("games-of-chance-blackjack").ready()
    pit.account(1, "Ann")
    pit.do(c.Sit(box=2), "Ann")
    boxes = len(pit.live().table.boxes)
    for box in range(3, boxes + 1):
        pit.guest(box, f"Guest {box}", cents=0)
    pit.hello("Ben")
    pit.do(c.Wait(), "Ben")
    assert "ask for box 2" in pit.offers()
    pit.dealer(c.AskRelease(box=2))
    pit.do(c.Sit(box=2), "Ben")


@pytest.mark.clause("BJ-CARD-3a")
@pytest.mark.parametrize("cards", ["program", "declared"])
def test_a_supervisor_closes_the_table_and_its_cards_with_it(cards: str) -> None:
    pit = StaffedPit("catfish-blackjack", cards).ready()
    pit.guest()
    for person, role in ((DORA, "dealer"), ("Ada", "administrator")):
        assert refusal(pit, lambda: pit.do(c.CloseTable(), person, role=role)).clause == "BJ-CARD-3a"  # noqa: B023
    assert refusal(pit, lambda: pit.floor_does(c.CloseTable())).reason == "guests still sit at the table"
    pit.dealer(c.UnseatVisitor(box=1))
    assert "counted" in refusal(pit, lambda: pit.floor_does(c.CloseTable())).reason
    chips = ((50_000, 200),)
    pit.floor_does(c.CountTray(when="closing", chips=chips))
    answer = pit.floor_does(c.CloseTable())
    names = [event.name for change in answer.changes for event in change.events]
    assert names == ["table_closed", "all_cards_to_discards", "cards_fanned_checked", "cards_in_discard_rack"]
    assert pit.live().closed
    assert pit.staff()["next"] is None
    assert pit.staff()["offers"] == []
    pit.check()


def test_the_cards_may_be_put_away_before_the_table_closes() -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    pit.floor_does(c.HandleCards(move="close", cards=parse_cards("Ks")))
    assert pit.staff()["next"]["text"] == "the cards are put away: close the table"
    pit.floor_does(c.CountTray(when="closing", chips=CHIPS))
    pit.floor_does(c.CloseTable())
    assert pit.live().closed


def test_a_round_without_bets_is_given_up() -> None:
    pit = StaffedPit().ready()
    pit.guest()
    pit.start()
    assert pit.offers()[0] == "nobody bets: end the round"
    pit.dealer(c.EndRound())
    assert pit.live().round is None
    pit.check()


def test_a_round_opens_on_the_sheet_of_the_table_with_the_link_as_it_stands() -> None:
    pit = StaffedPit(HOLDEM, "declared").ready()
    pit.guest()
    assert "another" in refusal(pit, lambda: pit.dealer(c.StartRound(sheet_hash="0" * 64))).reason
    down = c.LinkDown(reason="cable")
    pit.floor.do(lambda: pit.floor.plan_link(down, actor=FLO, role="floor"))
    pit.dealer(c.StartRound(sheet_hash=load(HOLDEM).hash))
    pit.bets(1)
    assert refusal(pit, lambda: pit.bet(1, 500, "progressive")).clause == "UTH-PMULT-4"


def test_a_folded_hand_at_a_real_table_is_never_named() -> None:
    pit = StaffedPit(HOLDEM, "declared").ready()
    pit.guest()
    pit.start()
    pit.bets(1)
    pit.deal()
    pit.answers(1, Check(spot=1))
    pit.go_on("2c 7d 9h")
    pit.answers(1, Check(spot=1))
    pit.go_on("Kd Ts")
    pit.answers(1, Fold(spot=1))
    assert pit.go_on("2d 3c") == []
    assert pit.kind() == ""
    assert pit.net() == {1: -1000}
    pit.dealer(c.EndRound())
    pit.check()


@pytest.mark.parametrize(("hand", "meter"), [("Ah Kh", "major"), ("9h 8h", "minor"), ("Qc Qd", "")])
def test_a_progressive_win_is_paid_by_what_each_is_offered(hand: str, meter: str, store: Store) -> None:
    """Whoever is waited for finds the step among his offers, until the next bets may be taken."""
    pit = StaffedPit(HOLDEM, "declared", store=store).ready()
    guest = pit.guest()
    pit.start()
    pit.bets(1, progressive=500)
    faces = {"Ah Kh": "Qh Jh Th", "9h 8h": "Qh Jh Th", "Qc Qd": "Qh Jh Jd"}[hand]
    assert pit.offers()[0] == "1 chip counted: COIN IN, and deal"
    pit.dealer(c.CoinIn(chips=1))
    pit.go_on()
    pit.answers(1, PlayBet(4, spot=1))
    pit.go_on(f"{faces} 2c 3d 7s 4d {hand}")
    people = {"dealer": DORA, "floor": FLO, "shift_manager": SHEILA, "security": SAM}
    steps = []
    for _ in range(20):
        part = pit.staff()
        if part["next"]["text"] == "open the bets":
            break
        person = people[part["who"]]
        offer = next(one for one in pit.staff(person)["offers"] if not one["text"].startswith("answer"))
        steps += [offer["command"].step] if isinstance(offer["command"], c.Jackpot) else []
        pit.by(person, offer["command"])
        if pit.staff()["next"]["text"] == "shuffle the deck":
            break
    long = [
        "press_hand",
        "call_supervisor",
        "do_paperwork",
        "check_offsets",
        "confirm_guard",
        "pay",
        "swipe_card",
        "end_game",
    ]
    assert steps == (long if meter else [step for step in long if step not in long[2:5]])
    assert pit.live().payments == ()
    won = pit.balance(guest)
    assert won > 1_000_000
    pit.check()
