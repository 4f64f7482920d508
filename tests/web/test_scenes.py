"""Hands that are rare, played in a real browser over shuffles that deal them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.web.house import Server
from tests.web.stacked import Stack, dealt, open_stacked, order
from tests.web.visits import SIZES, UNHURRIED, Visit

from pitboss.service.floor import commands as c


class Scene:
    """A player at a fresh table whose first round is known."""

    def __init__(self, visit: Visit, floor: Server, stack: Stack) -> None:
        self.visit, self._floor, self._stack = visit, floor, stack

    def deal(self, sheet: str, bets: dict[str, int], *, sets: tuple[str, ...] = (), **cards: Any) -> Visit:
        """Sit down, bet, and have the wanted cards dealt."""
        visit = self.visit
        visit.sit_stacked(self._floor, self._stack, sheet, dealt(sheet, **cards), sets)
        for wager, cents in bets.items():
            visit.lay(wager, cents)
        visit.ready()
        visit.is_in("answer", "result")
        return visit


@pytest.fixture
def scene(floor: Server, stack: Stack, browser: Browser) -> Iterator[Scene]:
    width, height = SIZES["desktop"]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    visit = Visit(context.new_page(), floor.address)
    yield Scene(visit, floor, stack)
    context.close()
    assert visit.troubles == []


def piece(visit: Visit, key: str) -> dict[str, float]:
    """Where something lies on the felt, in the felt's own units."""
    found: dict[str, float] = visit.page.evaluate(
        """async (key) => {
          const { boxTable } = await import("/draw/box-table.js");
          const { pieces } = boxTable(document.querySelector("pit-felt").model, 1);
          const { x, y, turn } = pieces.find((piece) => piece.key === key);
          return { x, y, turn };
        }""",
        key,
    )
    return found


def faces(visit: Visit) -> list[str]:
    """Every card that is drawn, as it is drawn; the one that looks out of the shoe left aside."""
    found: list[str] = visit.page.eval_on_selector_all(
        "pit-felt .pieces .card", "cards => cards.map((card) => card.dataset.face)"
    )
    return sorted(found)


# --- blackjack --------------------------------------------------------------------------------------------


@pytest.mark.clause("BJ-WAG-3", "BJ-SPLIT-4b")
def test_a_pair_is_split_into_hands_apart_each_with_its_bet(scene: Scene) -> None:
    visit = scene.deal("catfish-blackjack", {"Main": 1000}, player="8 8", dealer="6 X", then="3", first=512)
    visit.call("Split")
    expect(visit.note).to_contain_text("Hand 1 of 2")
    visit.call("Stand")
    expect(visit.note).to_contain_text("Hand 2 of 2")
    first, second = visit.own["hands"]
    assert [first["bet"], second["bet"]] == [1000, 1000]
    assert first["cards"][0][0] == second["cards"][0][0] == "8"
    card, wide = 58, 0.105 * 1104
    right, left = piece(visit, "s4/h0/c0"), piece(visit, "s4/h1/c0")
    assert right["x"] - left["x"] > card + 0.34 * card, "both hands are seen whole, the first nearest seat 1"
    bets = piece(visit, "s4/h0/bet")["x"] - piece(visit, "s4/h1/bet")["x"]
    assert 38 <= bets <= wide, "each bet lies at its side of the box"
    visit.call("Stand")
    assert list(visit.results()) == [
        f"Main bet, hand {n} {visit.own['hands'][n - 1]['result']['text']}" for n in (1, 2)
    ]


@pytest.mark.parametrize("size", SIZES)
def test_hands_split_again_lie_and_are_counted_in_the_order_they_are_played(scene: Scene, size: str) -> None:
    """A new hand lies beside the one it comes from, so the turn goes from each hand to the next at screen left."""
    width, height = SIZES[size]
    visit = scene.deal("catfish-blackjack", {"Main": 100_00}, player="8 8", dealer="6 X", then="8 8", first=2599)
    visit.page.set_viewport_size({"width": width, "height": height})
    for _ in range(3):
        visit.call("Split")
    played = []
    for number in range(1, 5):
        expect(visit.note).to_contain_text(f"Hand {number} of 4")
        played.append(visit.model["turn"]["hand"])
        visit.call("Stand")
    visit.is_in("result")
    hands = visit.own["hands"]
    lying = sorted(range(4), key=lambda hand: -piece(visit, f"s4/h{hand}/c0")["x"])
    assert played == lying == sorted(range(4), key=lambda hand: hands[hand]["place"]) == [0, 1, 2, 3]
    told = visit.page.locator("pit-felt .place.is-clause .target").all()
    boxes = [box for box in (one.bounding_box() for one in told) if box]
    assert len(boxes) == 4
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes), "every amount is seen whole"
    assert not any(overlap(a, b) for at, a in enumerate(boxes) for b in boxes[:at]), "no amount covers another"


@pytest.mark.clause("BJ-WAG-2", "BJ-DBL-6b")
def test_a_double_for_less_asks_the_amount(scene: Scene) -> None:
    visit = scene.deal("catfish-blackjack", {"Main": 1000}, player="6 5", dealer="6 X", then="X")
    page = visit.page
    page.keyboard.press("l")
    expect(visit.title).to_have_text("Double for less")
    amount = page.get_by_role("slider", name="Double for")
    assert [amount.get_attribute(name) for name in ("min", "max", "step")] == ["100", "1000", "100"]
    page.keyboard.press("Escape")
    assert "Hit" in visit.calls()
    page.keyboard.press("l")
    amount.fill("300")
    expect(page.locator(".slider output")).to_have_text("$3")
    with visit.answered():
        page.keyboard.press("Enter")
    visit.is_in("result")
    hand = visit.own["hands"][0]
    assert (hand["bet"], hand["doubledCard"]) == (1300, 2)
    second, across = piece(visit, "s4/h0/c1"), piece(visit, "s4/h0/c2")
    assert across["turn"] == 90
    assert across["y"] - 28.9 >= second["y"], "the index of the second card stays free"
    stake, more = piece(visit, "s4/h0/bet"), piece(visit, "s4/h0/double")
    assert abs(stake["y"] - more["y"]) < 12
    assert 20 <= more["x"] - stake["x"] <= 60, "a second stack beside the first, in the same box"
    assert list(visit.results().values()) in (["+$13.00"], ["−$13.00"], ["$0.00"])


@pytest.mark.clause("BJ-DBL-6a")
@pytest.mark.parametrize("keys", ["v", "lv"])
def test_a_double_card_lies_face_down_when_the_player_asks(scene: Scene, keys: str) -> None:
    visit = scene.deal("catfish-blackjack", {"Main": 1000}, player="6 5", dealer="6 X", then="X")
    assert "Face down" in visit.calls()
    visit.page.keyboard.press(keys[0])
    for key in keys[1:]:
        expect(visit.page.get_by_role("button", name="Face down")).to_be_visible()
        visit.page.keyboard.press(key)
    visit.is_in("result")
    told = [(event["type"], event.get("card")) for event in visit.events()]
    (doubled,) = (event for event in visit.events() if event["type"] == "CardDealt" and event["why"] == "double")
    assert doubled["card"] == "??", "nobody is told before it is turned"
    turned = next(at for at, (kind, _) in enumerate(told) if kind == "DoubleCardTurned")
    assert "HoleTurned" in [kind for kind, _ in told[:turned]], "after everybody has played"
    assert told[turned][1] == visit.own["hands"][0]["cards"][2] != "??"


def test_insurance_takes_an_amount_and_is_paid(scene: Scene) -> None:
    visit = scene.deal("catfish-blackjack", {"Main": 1000}, player="X 9", dealer="A X")
    expect(visit.title).to_have_text("Insurance? Up to $5.00")
    assert visit.page.locator("pit-felt .band-open").count() == 1
    visit.page.get_by_role("slider", name="Insure for").fill("300")
    visit.call("Insure")
    assert visit.results() == {"Main bet lost": "−$10.00", "Insurance won": "+$6.00"}
    expect(visit.title).to_have_text("This round −$4.00")
    assert "??" not in faces(visit)


def test_even_money_is_offered_to_a_blackjack(scene: Scene) -> None:
    visit = scene.deal("catfish-blackjack", {"Main": 1000}, player="A X", dealer="A ?")
    visit.page.keyboard.press("e")
    assert visit.results() == {"Main bet won": "+$10.00"}


def test_a_blackjack_is_paid_at_once_and_called_so(scene: Scene) -> None:
    visit = scene.deal("catfish-blackjack", {"Main": 2500}, player="A X", dealer="6 X")
    assert visit.results() == {"Main bet blackjack": "+$37.50"}


@pytest.mark.parametrize("sheet", ["blackjack-v5", "games-of-chance-blackjack"])
def test_surrender_gives_half_back(scene: Scene, sheet: str) -> None:
    visit = scene.deal(sheet, {"Main": 200}, player="X 6", dealer="9 X")
    visit.page.keyboard.press("u")
    assert visit.results() == {"Main bet surrendered": "−$1.00"}


@pytest.mark.parametrize(("key", "hands"), [("p", 2), ("d", 1)])
def test_a_pair_of_fives_is_asked_about(scene: Scene, key: str, hands: int) -> None:
    visit = scene.deal("catfish-blackjack", {"Main": 1000}, player="5 5", dealer="6 X")
    with visit.answered():
        visit.page.keyboard.press(key)
    expect(visit.title).to_have_text("Split or double?")
    with visit.answered():
        visit.page.keyboard.press(key)
    visit.page.wait_for_function(
        "hands => document.querySelector('pit-felt').model.seats[3].hands.length === hands", arg=hands
    )
    assert visit.own["hands"][0]["bet"] == (1000 if hands == 2 else 2000)


def test_a_free_split_and_a_free_double_lie_on_lammers(scene: Scene) -> None:
    visit = scene.deal("free-bet-blackjack", {"Main": 1000}, player="8 8", dealer="6 X", then="3", first=512)
    assert "free" in visit.page.locator(".action:has(b:text-is('Split')) small").inner_text()
    visit.call("Split")
    visit.call("Double")
    assert [hand["lammers"] for hand in visit.own["hands"]] == [["double"], ["split"]]
    assert [hand["bet"] for hand in visit.own["hands"]] == [1000, 0]
    assert visit.page.locator("pit-felt .lammer").count() == 2
    visit.call("Stand")
    results = visit.results()
    assert {"Free double", "Free split"} & {name.rsplit(" ", 1)[0] for name in results}
    staked = [event for event in visit.events() if event["type"] == "WagerSettled" and event["wager"] == "main"]
    assert sum(event["stake"] for event in staked if event["owner"] == "player") == 1000, "lammers are nobody's money"


def test_chips_that_do_not_reach_for_a_double_are_said_and_nothing_is_lost(scene: Scene, floor: Server) -> None:
    visit = scene.deal("catfish-blackjack", {"Main": 1000}, player="8 8", dealer="6 X", then="3", first=512)
    visit.call("Split")
    page = visit.page
    me = page.evaluate("fetch('/api/me').then((said) => said.json())")
    order(floor, floor.running.person_command(me["name"], c.CashOut(cents=me["balance"] - 100), actor=me["name"]))
    calls = visit.calls()
    visit.call("Double")
    expect(page.locator(".bar-refused")).to_contain_text("You have $1, which is less than that.")
    assert visit.calls() == calls
    page.locator(".bar-refused").get_by_role("button", name="Get play chips").click()
    expect(page.locator("#balance svg")).to_have_attribute("aria-label", "Play chips $1,001.00")
    visit.call("Double")
    expect(visit.note).to_contain_text("Hand 2 of 2")
    assert visit.own["hands"][0]["bet"] == 2000


# --- side bets --------------------------------------------------------------------------------------------

SIDE_BETS = {
    "trilux": (
        "catfish-blackjack", {"Main": 1000, "TriLux": 500, "King": 500},
        {"player": "Kh Kh", "dealer": "K ?", "first": 143},
        {"TriLux won, Three of a kind, 20 to 1": "+$100.00",
         "King’s Bounty won, Two kings of one suit, 30 to 1": "+$150.00"},
    ),
    "sevens": (
        "games-of-chance-blackjack",
        {"Main": 200, "Super 7": 100, "Match": 100, "Over": 100, "Under": 100, "Perfect": 100},
        {"player": "7h 7d", "dealer": "7 X"},
        {"Match the Dealer won, Two unsuited matches, 10 to 1": "+$10.00", "Over won, 1 to 1": "+$1.00",
         "Under lost": "−$1.00", "Perfect Pair won, Pair of one colour, 10 to 1": "+$10.00",
         "Super 7’s won, First two cards sevens of mixed suits, 25 to 1": "+$25.00"},
    ),
    "match": (
        "blackjack-v5", {"Main": 200, "Match": 100}, {"player": "9c X", "dealer": "9d ?"},
        {"Match the Dealer won, One unsuited match, 3 to 1": "+$3.00"},
    ),
    "push22": (
        "free-bet-blackjack", {"Main": 1000, "Push 22": 500},
        {"player": "X 7", "dealer": "6 6", "then": "X", "first": 153},
        {"Main bet push": "$0.00", "Push 22 won, Any other dealer 22, 7 to 1": "+$35.00"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SIDE_BETS)
def test_side_bets_tell_their_line_and_amount(scene: Scene, case: str) -> None:
    sheet, bets, cards, told = SIDE_BETS[case]
    visit = scene.deal(sheet, bets, **cards)
    if visit.mode == "answer":
        visit.call("Stand")
    results = visit.results()
    assert results.items() >= told.items()
    on_the_felt = visit.page.locator("pit-felt .place.is-clause .target").all()
    boxes = [box for box in (one.bounding_box() for one in on_the_felt) if box]
    assert len(boxes) == len(results)
    assert not any(overlap(a, b) for at, a in enumerate(boxes) for b in boxes[:at]), "no amount covers another"


def overlap(one: Any, other: Any) -> bool:
    """Whether two boxes cover one another by more than a hair."""
    wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return bool(wide > 1 and high > 1)


def test_a_bet_for_the_dealer_lies_beside_and_goes_with_its_hand(scene: Scene) -> None:
    visit = scene.deal("catfish-blackjack", {"Main": 2500, "For the dealer": 500}, player="X 7", dealer="9 X")
    assert visit.own["tokes"] == {"main": 500}
    assert visit.page.locator("pit-felt .toke-ring").count() == 1
    visit.call("Stand")
    assert visit.results() == {"Main bet lost": "−$25.00"}
    assert visit.own["tokes"] == {}
    visit.page.wait_for_function("() => !document.querySelector('pit-felt .toke-ring')")


# --- hold'em ----------------------------------------------------------------------------------------------

HOLDEM = "ultimate-texas-holdem"


@pytest.mark.parametrize(
    ("keys", "play", "street"), [("4", 4000, "preflop"), ("3", 3000, "preflop"), ("k2", 2000, "flop"),
                                 ("kk1", 1000, "river")],
)  # fmt: skip
def test_a_raise_on_each_street(scene: Scene, keys: str, play: int, street: str) -> None:
    visit = scene.deal(HOLDEM, {"Ante": 1000}, player="8 7")
    for key in keys:
        with visit.answered():
            visit.page.keyboard.press(key)
    visit.is_in("result")
    made = next(event for event in visit.events() if event["type"] == "PlayBetMade")
    assert (made["cents"], made["street"]) == (play, street)
    assert "??" not in faces(visit)
    assert any(name.startswith("Play") for name in visit.results())


def test_a_fold_with_trips_is_tucked_and_trips_still_counts(scene: Scene) -> None:
    visit = scene.deal(HOLDEM, {"Ante": 1000, "Trips": 500}, player="8 7", board="? ? 7", first=2787)
    with visit.answered():
        visit.page.keyboard.press("k")
    with visit.answered():
        visit.page.keyboard.press("k")
    assert "tucked" in visit.page.locator(".action:has(b:text-is('Fold')) small").inner_text()
    with visit.answered():
        visit.page.keyboard.press("f")
    results = visit.results()
    assert results["Ante lost"] == results["Blind lost"] == "−$10.00"
    assert [name for name in results if name.startswith("Trips")] == ["Trips won, Flush, 7 to 1"]
    assert any(event["type"] == "HandFolded" and event["tucked"] for event in visit.events())


@pytest.mark.parametrize(
    ("sets", "titles"),
    [((), ["TRI", "KING'S"]), (("table.side_bets=kings_bounty",), ["KING'S"]), (("table.side_bets=[]",), [])],
)
def test_a_felt_has_a_circle_for_each_side_bet_that_is_offered(
    scene: Scene, floor: Server, sets: tuple[str, ...], titles: list[str]
) -> None:
    scene.visit.go(f"/table.html?table={open_stacked(floor, 'catfish-blackjack', UNHURRIED, sets)}")
    scene.visit.is_in("watch")
    felt = scene.visit.page.locator("pit-felt")
    assert felt.locator(".printed .seat circle.rule").count() == 7 * len(titles)
    assert {said for said in ("TRI", "KING'S") if felt.locator(f'.printed [data-said="{said}"]').count()} == set(titles)


@pytest.mark.clause("UTH-QUAL-8")
def test_the_progressive_lights_its_sensor_and_the_pays_are_lettered(scene: Scene) -> None:
    visit = scene.deal(HOLDEM, {"Ante": 1000, "Progressive": 500}, player="A A")
    assert visit.own["sensor"] == "locked"
    assert visit.page.locator("pit-felt .sensor-lit").count() == 1
    hands = ["Royal flush", "Straight flush", "Four of a kind", "Full house", "Flush", "Straight", "Three of a kind"]
    blind = ["500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1"]
    trips = ["50 to 1", "40 to 1", "30 to 1", "8 to 1", "7 to 1", "4 to 1", "3 to 1"]
    lettered = [[(line["title"], line["pays"]) for line in table["lines"]] for table in visit.model["layout"]["tables"]]
    assert lettered == [list(zip(hands[:6], blind, strict=True)), list(zip(hands, trips, strict=True))]
    for words in {*hands, *blind, *trips}:
        assert visit.page.locator(f"pit-felt [data-said='{words}']").count() >= 1, words
    visit.call("Bet 4×")
    assert visit.results()["Progressive taken"] == "−$5.00"


def test_the_sign_counts_up_live(scene: Scene, floor: Server) -> None:
    sign = scene.visit.page.context.new_page()
    sign.goto(f"{floor.address}/sign.html")
    meters = floor.client().get("/api/meters").json()
    major, minor = meters["major"], meters["minor"]
    expect(sign.locator("#major")).to_have_attribute("aria-label", f"${major / 100:,.2f}")
    scene.visit.page.bring_to_front()
    scene.deal(HOLDEM, {"Ante": 1000, "Progressive": 500}, player="A A")
    expect(sign.locator("#major")).to_have_attribute("aria-label", f"${(major + 70) / 100:,.2f}")
    expect(sign.locator("#minor")).to_have_attribute("aria-label", f"${(minor + 40) / 100:,.2f}")
