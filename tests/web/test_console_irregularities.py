"""Each irregularity of each document in the consoles: declared by the dealer, ruled on by the floor, settled."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect
from tests.web.consoles import Desk, Pit
from tests.web.house import Server

from pitboss.cards import DECK, parse_cards
from pitboss.rules import load
from pitboss.service.staff.next_step import what_happened

pytestmark = pytest.mark.slow

CALM = "skngfrt"
BJ, GC, V5, UTH = "catfish-blackjack", "games-of-chance-blackjack", "blackjack-v5", "ultimate-texas-holdem"
C4 = "crazy-4-poker"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("floor")) as found:
        yield found


@pytest.fixture(scope="module")
def supervisors(floor: Server, browser: Browser) -> Iterator[tuple[Desk, Desk]]:
    """One floor supervisor and one shift manager for all of these tables, each at one page."""
    found = Pit.supervisors(floor, browser)
    yield found
    for desk in found:
        desk.close()


@pytest.fixture
def staffed(floor: Server, browser: Browser, supervisors: tuple[Desk, Desk]) -> Iterator[Callable[[str], Pit]]:
    """Tables with a dealer of their own, open for bets; closed whatever happens."""
    with ExitStack() as stack:

        def opened(sheet: str) -> Pit:
            pit = Pit(floor, browser, sheet, supervisors=supervisors)
            stack.callback(pit.close)
            pit.open()
            return pit

        yield opened


def faces(first: str) -> Iterator[str]:
    """These cards, then any others of a deck, the small ones first."""
    named = [card.text for card in parse_cards(first)]
    return itertools.chain(named, (card.text for card in DECK if card.text not in named))


def declared(pit: Pit, kind: str, cards: Iterator[str]) -> None:
    pit.until(kind, cards, CALM)
    pit.wrong(what_happened(kind))


def to_box(words: str, *chances: int) -> Callable[[Pit, str, Iterator[str]], None]:
    """At these cards of the deal, counted from 1, the card goes where it should not."""

    def story(pit: Pit, kind: str, cards: Iterator[str]) -> None:
        pit.key(cards, CALM)  # no more bets
        for number in range(1, max(chances) + 1):
            if number in chances:
                pit.wrong(words)
            else:
                pit.key(cards, CALM)
            if pit.dealer.staff(pit.table)["card"]:
                pit.key(cards, CALM)
        if kind in ("back_up", "dealer_no_cards"):
            declared(pit, kind, cards)

    return story


def overlooked(pit: Pit, kind: str, cards: Iterator[str]) -> None:
    """A blackjack that the dealer does not see."""
    while not any("overlooked" in one["text"] for one in pit.dealer.staff(pit.table)["offers"]):
        pit.key(cards, CALM)
    pit.wrong("was overlooked")


def peeked_wrong(pit: Pit, kind: str, cards: Iterator[str]) -> None:
    """Against an ace everybody declines, and the dealer says that there is no blackjack."""
    while not pit.dealer.staff(pit.table)["case"]:
        pit.key(cards, CALM)


STORIES: dict[str, Callable[[Pit, str, Iterator[str]], None]] = {
    "missed_blackjack": overlooked,
    "late_dealer_blackjack": peeked_wrong,
    "back_up": to_box("went to box 3", 1),
    "wrong_count": to_box("went to box 3", 4),
    "no_cards": to_box("went to box 3", 1, 3),
    "dealer_wrong_count": to_box("went to the dealer", 4),
    "dealer_no_cards": to_box("no own card", 3, 6),
}
CARDS = {
    "missed_blackjack": "Ah 9s 8d Kd 7c",
    "late_dealer_blackjack": "Th 9s As 9d 8c Kc",
    "dealer_overdraw": "Th 9s 9d 8d 7c Kc",
}
KINDS_OF = {
    BJ: ("missed_blackjack", "exposed_card", "dealer_overdraw", "hole_exposed", "late_dealer_blackjack", "missed_hit",
         "back_up", "wrong_count", "no_cards", "dealer_wrong_count", "dealer_no_cards", "shoe_exhausted",
         "faceup_card"),
    GC: ("dropped_card", "shoe_exhausted"),
    V5: ("dropped_card", "shoe_exhausted"),
    UTH: ("faceup_card", "card_drawn_in_error", "wrong_count", "dealer_card_exposed", "early_board_card",
          "shuffler_jam", "dealing_jam", "information_shared"),
    C4: ("faceup_card", "card_drawn_in_error", "wrong_count", "dealer_card_exposed", "shuffler_jam", "dealing_jam",
         "information_shared"),
}  # fmt: skip
HAPPENED = {"missed_blackjack": "BlackjackMissed"}
"""What says that it happened, where it is no case of its own."""


@pytest.mark.parametrize(("sheet", "kind"), [(sheet, kind) for sheet, kinds in KINDS_OF.items() for kind in kinds])
def test_from_declaration_to_settlement(sheet: str, kind: str, staffed: Callable[[str], Pit]) -> None:
    pit = staffed(sheet)
    pit.guests(1, 3)
    cards = faces(CARDS.get(kind, "Th 9s 6d 8d 7c 5c"))
    pit.dealer.go(f"/dealer.html?table={pit.table}").wait_for_selector("#step .rule-button")
    story = STORIES.get(kind, declared) if load(sheet).game == "blackjack" else declared
    story(pit, kind, cards)
    pit.deal_by_keys(cards, CALM)
    rounds = pit.floor.client.get(f"/api/eye/rounds?table={pit.table}").json()
    assert [one["number"] for one in rounds] == [1]
    assert kind in HAPPENED or kind in rounds[0]["irregularities"]
    assert rounds[0]["wagers"], "every wager has left the layout"


def test_of_a_split_seat_the_dealer_names_the_hand(staffed: Callable[[str], Pit]) -> None:
    pit = staffed(BJ)
    pit.guests(1)
    cards = faces("8h 6d 8d 4s 3s")
    page = pit.dealer.go(f"/dealer.html?table={pit.table}")
    while (pit.see["question"] or {}).get("kind") != "play":
        pit.key(cards, CALM)
    expect(page.locator(".seat-tab.taken")).to_contain_text("$5")
    pit.dealer.do(pit.table, {"type": "Act", "action": {"type": "Split", "spot": 1}})
    expect(page.locator(".seat-tab.taken")).to_contain_text("$10")
    while not any(one["hands"] == {"1": [0, 1]} for one in pit.dealer.staff(pit.table)["declare"]):
        pit.key(cards, CALM)
    page.locator("#declare summary").click()
    page.locator("#declare").get_by_label("Seat").select_option(label="Seat 1, hand 2")
    pit.wrong(what_happened("missed_hit"))
    case = pit.dealer.staff(pit.table)["case"]
    assert (case["kind"], case["spot"], case["hand"]) == ("missed_hit", 1, 1)
    pit.deal_by_keys(cards, CALM)
    settled = pit.floor.go(f"/pit.html#money/{pit.table}").locator(".corrections tr", has_text="Main bet")
    expect(settled.locator("td:nth-child(2)")).to_have_text(["1, hand 1", "1, hand 2"])
