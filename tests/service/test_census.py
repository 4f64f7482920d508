"""The card census of declared tables: only what was seen counts, and a face that cannot be reaches the floor."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.service.staffed_floor import DORA, FLO, Faces, StaffedPit, by_hand, choosing

from pitboss.cards import DECK, Card
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.rules import load
from pitboss.service.floor import commands as c
from pitboss.service.floor.running import Running
from pitboss.service.floor.sheets import Sheets
from pitboss.service.tables.shoe_census import Censuses, RoundCards, TableCensus, call_for, impossible_card
from pitboss.shoe.chance import SeededChance
from pitboss.store import Entry

HOLDEM = "ultimate-texas-holdem"
BLACKJACK = ("catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack", "blackjack-v5")


def shoe(sheet: str, seed: str) -> tuple[Card, ...]:
    return tuple(SeededChance(seed).shuffled(DECK * load(sheet).rules.cards.decks))


def two_players(pit: StaffedPit) -> None:
    for box, name in enumerate(("Ann", "Ben"), 1):
        pit.guest(box, name)


def census(pit: StaffedPit) -> dict[str, Any]:
    return Censuses().report(pit.store, "t")


# --- what was seen ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", BLACKJACK)
def test_of_a_real_shoe_every_card_counts_but_hole_cards_that_were_never_turned(sheet: str) -> None:
    pit = StaffedPit(sheet, "declared").ready()
    two_players(pit)
    order = shoe(sheet, "seen")
    faces, rounds = Faces(order, [1, 2]), 6
    for number in range(rounds):
        pit.start()
        pit.bets(1, 2)
        pit.deals(a.StartDeal())
        by_hand(pit, choosing(f"{sheet} {number}"), faces)
        pit.dealer(c.EndRound())
    table = TableCensus("t")
    for entry in pit.store.read("table:t"):
        table.take(entry, Sheets(pit.store))
    (one,) = table.censuses.values()
    seen, out = one.finding().seen, faces._at
    assert out - rounds <= seen <= out
    assert table.rounds == rounds
    counted = Counter({DECK[at]: int(many) for at, many in enumerate(one.open_counts) if many})
    assert not counted - Counter(order[:out])
    assert census(pit)["sets"][0]["verdict"] == "open"


def test_decks_that_take_turns_are_counted_apart() -> None:
    pit = StaffedPit(HOLDEM, "declared")
    two_players(pit)
    for number in range(4):
        pit.ready()
        pit.start()
        pit.bets(1, 2)
        pit.deals(a.StartDeal())
        by_hand(pit, choosing(f"deck {number}"), Faces(shoe(HOLDEM, str(number)), [1, 2]))
        pit.dealer(c.EndRound())
    found = census(pit)
    assert [(one["cards"], one["shuffles"]) for one in found["sets"]] == [("blue", 2), ("red", 2)]
    assert all(7 <= one["seen"] / 2 <= 11 for one in found["sets"])
    assert found["sets"][0]["needed"]["missing"]["rounds_to_be_sure"] > 0


def test_a_card_that_was_taken_back_was_not_seen() -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    pit.guest(1, "Ann")
    pit.start()
    pit.bets(1)
    pit.deals(a.StartDeal())
    pit.go_on()
    pit.deals(a.CardIs(Card.parse("As")))
    pit.dealer(c.Retract(version=pit.store.head("table:t")[0]))
    pit.deals(a.CardIs(Card.parse("9h")))
    faces = Faces(shoe("catfish-blackjack", "after"), [1])
    by_hand(pit, choosing("after"), faces)
    pit.dealer(c.EndRound())
    table = TableCensus("t")
    for entry in pit.store.read("table:t"):
        table.take(entry, Sheets(pit.store))
    counts = table.censuses["shoe"].open_counts
    order = shoe("catfish-blackjack", "after")[: faces._at]
    assert counts[int(Card.parse("9h"))] >= 1
    assert counts[int(Card.parse("As"))] <= order.count(Card.parse("As"))


def event(kind: str, **named: Any) -> dict[str, Any]:
    return {"type": kind, **named}


def test_cards_that_change_their_place_are_seen_once() -> None:
    cards = RoundCards(single=False)
    for one in (
        event("CardDealt", spot=1, hand=0, card="8s"),
        event("CardDealt", spot=0, hand=0, card="??"),
        event("CardDealt", spot=1, hand=0, card="8s"),
        event("HandSplit", spot=1, hand=0, new_hand=1),
        event("CardDealt", spot=1, hand=1, card="??"),
        event("CardExposed", card="5d", spot=1),
        event("CardDealt", spot=1, hand=0, card="5d"),
        event("DoubleCardTurned", spot=1, hand=1, card="Kh"),
        event("CardMoved", card="5d", from_spot=1, to_spot=2),
        event("CardBurned", card="5d", spot=2),
        event("HoleExposed", card="2c"),
        event("HoleTurned", card="2c"),
        event("CardBurned", card="??", spot=0),
        event("CardsDiscarded", spot=1, hand=1, cards=["8s", "Kh"]),
    ):
        cards.hear(one)
    assert cards.faces() == Counter({"8s": 2, "Kh": 1, "5d": 1, "2c": 1})


# --- a shoe that is short -----------------------------------------------------------------------------------------


def logged(entries: list[tuple[dict[str, Any], list[dict[str, Any]]]]) -> TableCensus:
    table = TableCensus("t")
    for version, (command, events) in enumerate(entries, 1):
        table.take(
            Entry(
                stream="table:t", version=version, at=0, actor="Dora", role="dealer", client="",
                command=json.dumps(command), events=json.dumps(events), postings="[]", engine="x", schema=1,
                previous="",
            ),
            Sheets(),
        )  # fmt: skip
    return table


def shoes(number: int, missing: str) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """A table whose six decks lack a card, with three quarters of each shoe seen in rounds of thirteen."""
    opening = {"type": "OpenTable", "title": "t", "sheet": "catfish-blackjack", "sheet_hash": ""}
    opening |= {"dealer": "staffed", "cards": "declared"}
    entries: list[tuple[dict[str, Any], list[dict[str, Any]]]] = [(opening, [event("TableOpened")])]
    dice = np.random.default_rng(4)
    for _ in range(number):
        cards = [card.text for card in DECK * 6]
        if missing:
            cards.remove(missing)
        dice.shuffle(cards)
        entries.append(({"type": "HandleCards"}, [event("Shoe", name="shoe_loaded", cards=312)]))
        for at in range(18):
            entries.append(({"type": "StartRound"}, [event("RoundStarted", number=at, slot=1 + 13 * at, deck="")]))
            dealt = [event("CardDealt", spot=1, hand=0, card=card) for card in cards[13 * at : 13 * at + 13]]
            entries.append(({"type": "Act"}, [*dealt, event("RoundEnded")]))
    return entries


def test_a_short_shoe_is_flagged_in_the_time_that_was_said() -> None:
    found = logged(shoes(59, "Qc")).report()["sets"][0]
    assert (found["verdict"], found["likely"]["text"]) == ("defective", "Qc is missing")
    assert "Qc is missing" in found["words"]
    assert found["needed"]["rounds_per_shuffle"] == 18
    assert found["needed"]["seen_per_shuffle"] == 234
    sure = found["needed"]["missing"]
    assert sure["rounds_on_average"] < sure["rounds_to_be_sure"] <= 59 * 18


def test_a_whole_shoe_is_not() -> None:
    found = logged(shoes(59, "")).report()["sets"][0]
    assert found["verdict"] in ("open", "whole")
    assert found["odds"] < 100
    assert found["shuffles"] == 59


def test_new_cards_begin_anew() -> None:
    entries = shoes(59, "Qc")
    entries.append(({"type": "HandleCards"}, [event("Shoe", name="decks_brought", decks=6)]))
    assert logged(entries).report()["sets"] == []


def test_a_burn_card_that_is_shown_is_seen_once() -> None:
    entries = shoes(1, "")
    shown = event("Shoe", name="burn_shown", card="As", slot=0)
    before = logged(entries).report()["sets"][0]["seen"]
    entries += [({"type": "HandleCards"}, [shown]), ({"type": "HandleCards"}, [shown])]
    assert logged(entries).report()["sets"][0]["seen"] == before + 1


def test_what_comes_back_into_the_shoe_ends_what_can_be_said_of_it() -> None:
    entries = shoes(1, "")
    last = entries[-1][1]
    last.insert(0, event("CardsReshuffled", count=200))
    before = logged(entries).report()["sets"][0]["seen"]
    again = event("RoundStarted", number=99, slot=300, deck="")
    dealt = event("CardDealt", spot=1, hand=0, card="As")
    entries += [({"type": "StartRound"}, [again]), ({"type": "Act"}, [dealt, event("RoundEnded")])]
    assert logged(entries).report()["sets"][0]["seen"] == before


# --- a face that cannot be -----------------------------------------------------------------------------------------


def flop(pit: StaffedPit) -> StaffedPit:
    """A declared deck, with the flop being turned."""
    pit.ready()
    two_players(pit)
    pit.start()
    pit.bets(1, 2)
    pit.deals(a.StartDeal())
    while pit.kind() != "card":
        question = pit.live().question
        assert question is not None
        if question.role == "player":
            pit.answers(question.spot or 1, choosing("x")(pit.live().round.offers()).action)  # type: ignore[union-attr]
        else:
            pit.deals(a.Proceed())
    return pit


def test_a_face_out_as_often_as_the_decks_hold_it_is_impossible() -> None:
    pit = flop(StaffedPit(HOLDEM, "declared"))
    ace = Card.parse("As")
    assert impossible_card(pit.live(), ace) == ""
    pit.deals(a.CardIs(ace))
    assert "As was declared once more than the decks hold it" in impossible_card(pit.live(), ace)
    assert impossible_card(pit.live(), Card.parse("Ah")) == ""
    assert call_for(pit.live(), c.Act(action=a.Proceed())) is None


def test_the_refusal_calls_the_floor_once_and_is_proof_until_it_is_taken_back() -> None:
    pit = flop(StaffedPit(HOLDEM, "declared"))
    pit.deals(a.CardIs(Card.parse("As")))
    running = Running(pit.floor)
    again = c.Act(action=a.CardIs(Card.parse("As")))

    async def twice() -> None:
        await running.start()
        for _ in range(2):
            with pytest.raises(IllegalAction, match="as often as the decks hold it"):
                await running.command("t", again, actor=DORA, role="dealer")
        await running.stop()

    asyncio.run(twice())
    (note,) = pit.live().calls
    assert note.startswith("As was declared once more")
    called = pit.store.read("table:t")[-1]
    assert (called.actor, called.role) == (DORA, "dealer")
    (found,) = census(pit)["sets"]
    assert (found["verdict"], found["proof"]) == ("proof", ["As"])
    pit.dealer(c.Retract(version=called.version))
    assert pit.live().calls == ("the dealer has taken an entry back: look at the table",)
    assert census(pit)["sets"][0]["verdict"] == "open"
    pit.check()


def test_what_somebody_else_declares_is_refused_and_calls_nobody() -> None:
    pit = flop(StaffedPit(HOLDEM, "declared"))
    pit.deals(a.CardIs(Card.parse("As")))
    running = Running(pit.floor)

    async def refused() -> None:
        await running.start()
        with pytest.raises(IllegalAction):
            await running.command("t", c.Act(action=a.CardIs(Card.parse("As"))), actor=FLO, role="floor")
        await running.stop()

    before = pit.store.heads()
    asyncio.run(refused())
    assert pit.store.heads() == before
