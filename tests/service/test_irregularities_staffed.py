"""Every irregularity of every sheet at a staffed table: declared, frozen, called, ruled, settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.service.staffed_floor import DORA, FLO, SHEILA, StaffedPit
from tests.service.test_floor import refusal

from pitboss.cards import parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.actions import Check, PlayBet
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import IrregularityDeclared, Ruled, SupervisorCalled
from pitboss.rules import SHIPPED, load
from pitboss.service.floor import commands as c
from pitboss.service.tables.table_commands import decide
from pitboss.service.tables.views import state_of

CATFISH = ("catfish-blackjack", "free-bet-blackjack")
DROPPED = ("games-of-chance-blackjack", "blackjack-v5")
HOLDEM, C4 = "ultimate-texas-holdem", "crazy-4-poker"
BET = 1000

ANSWERS: dict[str, tuple[type, ...]] = {
    "call": (a.CallSupervisor,),
    "choice": (a.Choose,),
    "ruling": (a.Rule,),
    "offer_card": (a.TakeCard, a.RefuseCard),
    "card": (a.CardIs,),
    "reshuffle": (a.Reshuffled,),
}
"""What each question of a case takes; everything else waits."""

PROBES: tuple[tuple[str, Any], ...] = (
    (DORA, a.StartDeal()), (DORA, a.Proceed()), (DORA, a.Deal(1)), (DORA, a.CardIs(parse_cards("2s")[0])),
    (DORA, a.PeekSays(False)), (DORA, a.Overlook(0)), (DORA, a.CloseInsurance()), (DORA, a.CallSupervisor()),
    (DORA, a.PlaceBet(spot=1, cents=BET)), (DORA, a.TakeBackBet(spot=1)), (DORA, a.Hit(spot=1)),
    (DORA, a.Stand(spot=1)), (DORA, a.DoubleDown(spot=1)),
    (DORA, a.Split(spot=1)), (DORA, a.Surrender(spot=1)), (DORA, a.TakeCard(spot=1)),
    (DORA, a.RefuseCard(spot=1)), (DORA, a.Choose("keep", spot=1)), (DORA, a.Reshuffled(())), (DORA, Check(spot=1)),
    (DORA, PlayBet(1, spot=1)), (FLO, a.Rule("misdeal")), (FLO, a.Rule("void")), (DORA, a.Declare("exposed_card")),
    (FLO, a.Declare("wrong_count")), (FLO, a.Declare("hole_exposed")), (DORA, a.Rule("misdeal")),
)  # fmt: skip


def frozen(pit: StaffedPit, question: str, kind: str) -> None:
    """The case is open and shown, this is asked, and nothing else goes on."""
    assert pit.kind() == question
    case = pit.staff()["case"]
    assert case["kind"] == kind
    assert case["text"]
    assert case["clause"] == pit.live().round.cite(f"irregular_{kind}")  # type: ignore[union-attr]
    assert pit.staff()["declare"] == []
    for person, action in PROBES:
        if not isinstance(action, ANSWERS[question]) or (person == DORA and isinstance(action, a.Rule)):
            assert refusal(pit, lambda: pit.by(person, c.Act(action=action))).reason  # noqa: B023
    others: tuple[tuple[str, Any], ...] = (
        (DORA, c.EndRound()), (DORA, c.StartRound(sheet_hash=pit.live().sheet.hash)), (DORA, c.TapOut()),
        (DORA, c.HandleCards(move="burn")), (DORA, c.HandleCards(move="shuffle")), (DORA, c.UnseatVisitor(box=1)),
        (FLO, c.CloseTable()), (FLO, c.HandleCards(move="close")),
    )  # fmt: skip
    for person, command in others:
        assert refusal(pit, lambda: pit.by(person, command)).reason  # noqa: B023


def called(pit: StaffedPit, kind: str) -> None:
    """Nothing goes on until the dealer has called."""
    frozen(pit, "call", kind)
    pit.deals(a.CallSupervisor())


def ruled(pit: StaffedPit, kind: str, choice: str, person: str = FLO, note: str = "") -> None:
    """The rulings that are permitted are shown with who gives them, and one of them is given."""
    frozen(pit, "ruling", kind)
    rulings = {one["choice"]: one for one in pit.staff(person)["case"]["rulings"]}
    assert choice in rulings
    assert rulings[choice]["role"] == ("shift_manager" if person == SHEILA else "floor")
    wrong = refusal(pit, lambda: pit.rules("as I please", person))
    assert wrong.reason == f"the rulings are {', '.join(rulings)}"
    pit.rules(choice, person, note)


def chosen(pit: StaffedPit, kind: str, box: int, choice: str) -> None:
    frozen(pit, "choice", kind)
    assert pit.staff()["who"] == "player"
    assert pit.staff()["spot"] == box
    pit.answers(box, a.Choose(choice, spot=box))


def table(sheet: str, boxes: int = 1, cards: str = "declared", sets: tuple[str, ...] = ()) -> StaffedPit:
    """Bets in so many boxes, and no more bets."""
    pit = StaffedPit(sheet, cards, sets=sets).ready()
    for box in range(1, boxes + 1):
        pit.guest(box, f"Guest {box}")
    pit.start()
    least = pit.live().sheet.rules.table.minimum
    pit.bets(*range(1, boxes + 1), cents=BET if least <= BET <= pit.live().sheet.rules.table.maximum else least)
    pit.deals(a.StartDeal())
    return pit


def dealt(pit: StaffedPit, box: int, face: str) -> None:
    """The dealer deals a card to a box, right or wrong."""
    pit.deals(a.Deal(box))
    pit.deals(a.CardIs(parse_cards(face)[0]))


def named(pit: StaffedPit, *faces: str) -> None:
    """So many steps of the dealer, each with the face that came out."""
    for face in faces:
        pit.deals(a.Proceed())
        pit.deals(a.CardIs(parse_cards(face)[0]))


def declares(pit: StaffedPit, kind: str, spot: int = 0, note: str = "", by: str = DORA) -> None:
    """What can be declared is offered, and is declared."""
    found = {one["kind"]: one for one in pit.staff()["declare"]}
    assert kind in found
    assert found[kind]["spots"] is None or spot in found[kind]["spots"]
    assert not note or note in found[kind]["grounds"]
    pit.by(by, c.Act(action=a.Declare(kind, spot, note)))


# --- catfish-blackjack and free-bet-blackjack ---------------------------------------------------------------


def missed_blackjack(sheet: str) -> StaffedPit:
    """An overlooked blackjack is still paid as one at take and pay."""
    pit = table(sheet)
    pit.go_on("Ah 9c")
    assert pit.staff()["card"]["spot"] == 1
    pit.deals(a.CardIs(parse_cards("Kd")[0]))
    pit.deals(a.Proceed())
    assert "by mistake: the blackjack of box 1 was overlooked" in pit.offers()
    pit.deals(a.Overlook(1))
    assert pit.go_on("Tc") == []
    assert pit.net() == {1: BET * 3 // 2}
    return pit


def exposed_card(sheet: str) -> StaffedPit:
    """Refused by the hand on turn, the card goes to the next player, who takes it."""
    pit = table(sheet, 2)
    pit.go_on("Th 9h 6c 6h 5d")
    declares(pit, "exposed_card")
    frozen(pit, "card", "exposed_card")
    assert pit.staff()["card"]["text"] == "card in question"
    pit.deals(a.CardIs(parse_cards("4s")[0]))
    called(pit, "exposed_card")
    frozen(pit, "offer_card", "exposed_card")
    assert "the card in question: 4s" in pit.staff()["case"]["facts"]
    pit.answers(1, a.RefuseCard(spot=1))
    frozen(pit, "offer_card", "exposed_card")
    pit.answers(2, a.TakeCard(spot=2))
    while pit.kind() == "play":
        spot = pit.staff()["spot"]
        pit.answers(spot, a.Stand(spot=spot))
    assert pit.go_on("Ts 3d") == []
    assert pit.net() == {1: -BET, 2: -BET}  # 16 and 18 against 19
    return pit


def dealer_overdraw(sheet: str) -> StaffedPit:
    """The card is burned and the dealer stands on what he had."""
    pit = table(sheet)
    pit.go_on("Th 8c 9d")
    pit.answers(1, a.Stand(spot=1))
    named(pit, "Ts")
    declares(pit, "dealer_overdraw")
    frozen(pit, "card", "dealer_overdraw")
    pit.deals(a.CardIs(parse_cards("3s")[0]))
    called(pit, "dealer_overdraw")
    pit.go_on()
    assert pit.net() == {1: BET}  # 19 against 18, not 21
    return pit


def hole_exposed(sheet: str) -> StaffedPit:
    """Play goes on with the hole card known."""
    pit = table(sheet)
    pit.go_on("Th 8c 6d")
    declares(pit, "hole_exposed", by=FLO)
    frozen(pit, "card", "hole_exposed")
    assert pit.staff()["card"]["text"] == "hole card that was seen"
    pit.deals(a.CardIs(parse_cards("9s")[0]))
    called(pit, "hole_exposed")
    assert pit.kind() == "play"
    pit.answers(1, a.Stand(spot=1))
    pit.go_on()
    assert pit.net() == {1: -BET}
    return pit


def late_dealer_blackjack(sheet: str) -> StaffedPit:
    """The peek was wrong: the blackjack counts 21 and takes the original bet at most."""
    pit = table(sheet)
    pit.go_on("9h Td 8d")
    pit.deals(a.PeekSays(False))
    pit.answers(1, a.DoubleDown(spot=1))
    assert pit.go_on("2c Ah") == []
    called(pit, "late_dealer_blackjack")
    pit.go_on()
    assert pit.net() == {1: -BET}
    return pit


def missed_hit(sheet: str) -> StaffedPit:
    """The hand that was passed over draws after the others."""
    pit = table(sheet, 2)
    pit.go_on("Th 9h 6c 2h 8d")
    pit.answers(1, a.Stand(spot=1))
    declares(pit, "missed_hit", spot=1)
    called(pit, "missed_hit")
    assert pit.staff()["case"]["facts"][0] == "box 1 has Th 2h (12)"
    chosen(pit, "missed_hit", 1, "draw_later")
    pit.answers(2, a.Stand(spot=2))
    assert pit.staff()["spot"] == 1
    pit.answers(1, a.Hit(spot=1))
    pit.go_on("9c")
    if pit.kind() == "play":
        pit.answers(1, a.Stand(spot=1))
    assert pit.go_on("Ts 4d") == []
    assert pit.net() == {1: BET, 2: -BET}  # 21 and 17 against 20
    return pit


def back_up(sheet: str) -> StaffedPit:
    """The card that passed box 1 over goes back to it."""
    pit = table(sheet, 2)
    dealt(pit, 2, "Kh")
    declares(pit, "back_up")
    called(pit, "back_up")
    ruled(pit, "back_up", "back_up")
    pit.go_on("9h 6c 9d 8d")
    for box in (1, 2):
        pit.answers(box, a.Stand(spot=box))
    assert pit.go_on("Ts 2d") == []
    assert pit.net() == {1: BET, 2: -BET}  # 19 and 17 against 18
    return pit


def wrong_count(sheet: str) -> StaffedPit:
    """A hand with three cards: the player wants out, the supervisor has him keep the two that were due."""
    pit = table(sheet, 2)
    pit.go_on("Th 9h 6c 9d")
    assert pit.staff()["card"]["spot"] == 2
    pit.deals(a.CardIs(parse_cards("8d")[0]))
    dealt(pit, 1, "5s")
    pit.deals(a.Proceed())
    called(pit, "wrong_count")
    assert pit.staff()["case"]["facts"][0] == "box 1 has Th 9d 5s (24)"
    chosen(pit, "wrong_count", 1, "sit_out")
    assert "the player named: sit out" in pit.staff()["case"]["facts"]
    ruled(pit, "wrong_count", "keep")
    for box in (1, 2):
        pit.answers(box, a.Stand(spot=box))
    assert pit.go_on("Ts 2d") == []
    assert pit.net() == {1: BET, 2: -BET}
    return pit


def no_cards(sheet: str) -> StaffedPit:
    """A box that got no cards has no hand, and its bet back."""
    pit = table(sheet, 2)
    dealt(pit, 2, "Th")
    assert pit.go_on("6c") == []  # his own up card; the second pass comes
    assert pit.staff()["card"]["spot"] == 1
    pit.dealer(c.Retract(version=pit.staff()["retractable"]))
    dealt(pit, 2, "9d")
    pit.go_on()
    called(pit, "no_cards")
    assert pit.staff()["spot"] == 2
    pit.answers(2, a.Stand(spot=2))
    assert pit.go_on("Ts 2d") == []
    assert pit.net() == {1: 0, 2: BET}
    return pit


def dealer_wrong_count(sheet: str) -> StaffedPit:
    """The dealer forgot one card: one player folds with his bet back, the other plays on."""
    pit = table(sheet, 2)
    pit.go_on("Th 9h 6c 9d")
    pit.deals(a.CardIs(parse_cards("8d")[0]))
    assert "by mistake: no own card" in pit.offers()
    pit.deals(a.Overlook(0))
    called(pit, "dealer_wrong_count")
    chosen(pit, "dealer_wrong_count", 1, "play")
    chosen(pit, "dealer_wrong_count", 2, "fold")
    ruled(pit, "dealer_wrong_count", "go_on")
    pit.go_on()
    pit.answers(1, a.Stand(spot=1))
    assert pit.go_on("Ts 2d") == []
    assert pit.net() == {1: BET, 2: 0}
    return pit


def dealer_no_cards(sheet: str) -> StaffedPit:
    """The dealer forgot himself: he is dealt in, and whoever does not want to play has his bet back."""
    pit = table(sheet, 2)
    named(pit, "Th", "9h")
    pit.deals(a.Overlook(0))
    named(pit, "9d", "8d")
    pit.deals(a.Overlook(0))
    declares(pit, "dealer_no_cards")
    called(pit, "dealer_no_cards")
    ruled(pit, "dealer_no_cards", "deal_dealer")
    pit.go_on("6c")
    chosen(pit, "dealer_no_cards", 1, "play")
    chosen(pit, "dealer_no_cards", 2, "not_play")
    pit.answers(1, a.Stand(spot=1))
    assert pit.go_on("Ts 2d") == []
    assert pit.net() == {1: BET, 2: 0}
    return pit


def shoe_exhausted(sheet: str) -> StaffedPit:
    """No card is left for the hand that is due one: the round is void."""
    pit = table(sheet, 2)
    pit.go_on("Th 9h 6c")
    declares(pit, "shoe_exhausted")
    called(pit, "shoe_exhausted")
    ruled(pit, "shoe_exhausted", "misdeal")
    assert pit.net() == {1: 0, 2: 0}
    return pit


def faceup_card(sheet: str) -> StaffedPit:
    """A card that lies face up is offered to the hand that it is for."""
    pit = table(sheet)
    declares(pit, "faceup_card")
    frozen(pit, "card", "faceup_card")
    pit.deals(a.CardIs(parse_cards("5s")[0]))
    frozen(pit, "offer_card", "faceup_card")
    pit.answers(1, a.RefuseCard(spot=1))
    pit.go_on("Th 6c 9d")
    pit.answers(1, a.Stand(spot=1))
    assert pit.go_on("Ts 2d") == []
    assert pit.net() == {1: BET}
    return pit


# --- games-of-chance-blackjack and blackjack-v5 --------------------------------------------------------------


def dropped_card(sheet: str) -> StaffedPit:
    """A dropped card of a player's is his to take; of the dealer's, the floor manager decides."""
    pit = table(sheet)
    stake = pit.live().table.spots[1].wagers["main"]
    declares(pit, "dropped_card")
    frozen(pit, "card", "dropped_card")
    pit.deals(a.CardIs(parse_cards("5s")[0]))
    called(pit, "dropped_card")
    frozen(pit, "offer_card", "dropped_card")
    pit.answers(1, a.RefuseCard(spot=1))
    pit.go_on("Th")
    pit.dealer(c.Retract(version=pit.staff()["retractable"]))
    declares(pit, "dropped_card", by=FLO)
    pit.deals(a.CardIs(parse_cards("6c")[0]))
    called(pit, "dropped_card")
    ruled(pit, "dropped_card", "keep")
    pit.go_on("9d")
    pit.answers(1, a.Stand(spot=1))
    assert pit.go_on("Ts 2d") == []
    assert pit.net() == {1: stake}
    return pit


# --- ultimate-texas-holdem ----------------------------------------------------------------------------------


def holdem(until: str) -> StaffedPit:
    """A round of hold'em as far as a moment of it."""
    pit = table(HOLDEM, 2)
    if until == "before the deal":
        return pit
    pit.deals(a.Proceed())
    pit.deals(a.Proceed())
    if until == "dealing":
        return pit
    pit.go_on()
    return pit


def to_the_end(pit: StaffedPit) -> StaffedPit:
    """Everybody checks and bets once at the end."""
    faces = ["2c", "7d", "9h", "Kd", "Ts", "2d", "3c", "9d", "5c", "Kh", "4c"]
    while (question := pit.live().question) is not None:
        if question.role == "player":
            action: Any = PlayBet(1, spot=question.spot) if question.kind == "river" else Check(spot=question.spot)
            pit.answers(question.spot, action)
        else:
            faces = pit.go_on(" ".join(faces))
    assert pit.net() == {1: 2000, 2: 2000}  # nines and kings against deuces
    return pit


def void(kind: str, until: str) -> Callable[[str], StaffedPit]:
    """What voids the round at once: every wager goes back."""

    def scenario(sheet: str) -> StaffedPit:
        pit = holdem(until)
        declares(pit, kind)
        assert pit.net() == {1: 0, 2: 0}
        return pit

    return scenario


def card_drawn_in_error(sheet: str) -> StaffedPit:
    """Unseen, the card is used as the next one."""
    pit = holdem("dealing")
    declares(pit, "card_drawn_in_error")
    return to_the_end(pit)


def early_board_card(sheet: str) -> StaffedPit:
    """A community card turned too early: the supervisor rules."""
    pit = holdem("dealt")
    declares(pit, "early_board_card")
    ruled(pit, "early_board_card", "go_on")
    return to_the_end(pit)


def shuffler_jam(sheet: str) -> StaffedPit:
    """The deck is shuffled again, and the bets stand."""
    pit = holdem("before the deal")
    declares(pit, "shuffler_jam")
    assert pit.kind() == "reshuffle"
    for action in (a.Proceed(), a.Declare("wrong_count"), Check(spot=1)):
        assert refusal(pit, lambda: pit.deals(action)).reason  # noqa: B023
    assert pit.offers()[0] == "the cards are shuffled again"
    pit.deals(a.Reshuffled(()))
    return to_the_end(pit)


def information_shared(sheet: str) -> StaffedPit:
    """The hand is void and its wagers are forfeit, as whoever the sheet names rules."""
    pit = holdem("dealt")
    declares(pit, "information_shared", spot=2, note="showing")
    person = SHEILA if pit.staff()["who"] == "shift_manager" else FLO
    if person == SHEILA:
        assert refusal(pit, lambda: pit.rules("no_action", FLO)).reason == "only the shift manager may do that"
    ruled(pit, "information_shared", "void_and_forfeit", person)
    pit.answers(1, PlayBet(4, spot=1))
    assert pit.go_on("2c 7d 9h Kd Ts 2d 3c 9d 5c") == []
    assert pit.net() == {1: 5000, 2: -2000}
    return pit


# --- crazy-4-poker ------------------------------------------------------------------------------------------


def crazy4(until: str) -> StaffedPit:
    """A round of Crazy 4 Poker as far as a moment of it."""
    pit = table(C4, 2)
    for _ in range({"before the deal": 0, "dealing": 2, "dealt": 0}[until]):
        pit.deals(a.Proceed())
    if until == "dealt":
        pit.go_on()
    return pit


C4_FACES = "9c 9d 7c 4h 2d  Kc Kd 7s 5h 3d  Ac Ad 8s 5d 3c"
"""The dealer's pair of nines, seat 2 with kings, seat 1 with aces."""


def bets_once(pit: StaffedPit) -> StaffedPit:
    """Everybody bets once, and wins."""
    faces = C4_FACES.split()
    while (question := pit.live().question) is not None:
        if question.role == "player":
            pit.answers(question.spot, PlayBet(1, spot=question.spot))
        else:
            faces = pit.go_on(" ".join(faces))
    assert pit.net() == {1: 2000, 2: 2000}
    return pit


def c4_void(kind: str, until: str) -> Callable[[str], StaffedPit]:
    def scenario(sheet: str) -> StaffedPit:
        pit = crazy4(until)
        declares(pit, kind)
        assert pit.net() == {1: 0, 2: 0}
        return pit

    return scenario


def c4_drawn_in_error(sheet: str) -> StaffedPit:
    pit = crazy4("dealing")
    declares(pit, "card_drawn_in_error")
    return bets_once(pit)


def c4_shuffler_jam(sheet: str) -> StaffedPit:
    pit = crazy4("before the deal")
    declares(pit, "shuffler_jam")
    pit.deals(a.Reshuffled(()))
    return bets_once(pit)


def c4_information_shared(sheet: str) -> StaffedPit:
    pit = crazy4("dealt")
    declares(pit, "information_shared", spot=2, note="showing")
    ruled(pit, "information_shared", "void_and_forfeit", FLO)
    pit.answers(1, PlayBet(1, spot=1))
    assert pit.go_on("9c 9d 7c 4h 2d Ac Ad 8s 5d 3c") == []
    assert pit.net() == {1: 2000, 2: -2000}
    return pit


SCENARIOS: dict[str, dict[str, Callable[[str], StaffedPit]]] = {
    **{
        sheet: {
            scenario.__name__: scenario
            for scenario in (
                missed_blackjack, exposed_card, dealer_overdraw, hole_exposed, late_dealer_blackjack, missed_hit,
                back_up, wrong_count, no_cards, dealer_wrong_count, dealer_no_cards, shoe_exhausted, faceup_card,
            )
        }
        for sheet in CATFISH
    },
    "games-of-chance-blackjack": {"dropped_card": dropped_card, "shoe_exhausted": shoe_exhausted},
    "blackjack-v5": {"dropped_card": dropped_card, "shoe_exhausted": shoe_exhausted},
    HOLDEM: {
        "faceup_card": void("faceup_card", "dealing"),
        "wrong_count": void("wrong_count", "dealt"),
        "dealer_card_exposed": void("dealer_card_exposed", "dealt"),
        "dealing_jam": void("dealing_jam", "dealing"),
        "card_drawn_in_error": card_drawn_in_error,
        "early_board_card": early_board_card,
        "shuffler_jam": shuffler_jam,
        "information_shared": information_shared,
    },
    C4: {
        "faceup_card": c4_void("faceup_card", "dealing"),
        "wrong_count": c4_void("wrong_count", "dealt"),
        "dealer_card_exposed": c4_void("dealer_card_exposed", "dealt"),
        "dealing_jam": c4_void("dealing_jam", "dealing"),
        "card_drawn_in_error": c4_drawn_in_error,
        "shuffler_jam": c4_shuffler_jam,
        "information_shared": c4_information_shared,
    },
}  # fmt: skip


@pytest.mark.parametrize("sheet", SHIPPED)
def test_every_irregularity_of_the_sheet_is_here(sheet: str) -> None:
    assert set(SCENARIOS[sheet]) == set(load(sheet).rules.irregularity.kinds)


@pytest.mark.parametrize(("sheet", "kind"), [(sheet, kind) for sheet, found in SCENARIOS.items() for kind in found])
def test_from_the_declaration_to_the_settlement(sheet: str, kind: str) -> None:
    pit = SCENARIOS[sheet][kind](sheet)
    round_ = pit.live().round
    assert round_ is not None
    assert round_.over
    declared = [event.kind for event in round_.events if isinstance(event, IrregularityDeclared)]
    assert declared.count(kind) == len(declared)
    assert declared or kind == "missed_blackjack"
    rulings = [event for event in round_.events if isinstance(event, Ruled)]
    assert all(event.role in ("supervisor", "floor_manager", "shift_manager") for event in rulings)
    calls = [event for event in round_.events if isinstance(event, SupervisorCalled)]
    assert (sheet in (HOLDEM, C4) or kind in ("missed_blackjack", "faceup_card")) == (not calls)
    pit.dealer(c.EndRound())
    assert pit.store.balances(["layout:t"])["layout:t"] == 0
    pit.check()


def test_of_a_split_box_the_hand_that_was_passed_over_is_named() -> None:
    pit = table("catfish-blackjack", 2)
    pit.go_on("8h Th 6c 8d 9d")
    pit.answers(1, a.Split(spot=1))
    pit.go_on("4s")
    pit.answers(1, a.Stand(spot=1))
    (first,) = [one for one in pit.staff()["declare"] if one["kind"] == "missed_hit"]
    assert (first["spots"], first["hands"]) == ([1], {1: [0]})
    pit.go_on("3s")
    pit.answers(1, a.Stand(spot=1))
    (missed,) = [one for one in pit.staff()["declare"] if one["kind"] == "missed_hit"]
    assert (missed["spots"], missed["hands"]) == ([1], {1: [0, 1]})
    pit.dealer(c.Act(action=a.Declare("missed_hit", 1, hand=1)))
    called(pit, "missed_hit")
    case = pit.staff()["case"]
    assert (case["hand"], case["facts"][0]) == (1, "box 1 has 8d 3s (11)")


# --- with the program's cards, and by other rulings -----------------------------------------------------------


def test_a_hole_card_without_a_face_has_left_the_real_shoe() -> None:
    pit = table("catfish-blackjack", 2)
    out = state_of(pit.live())["cards"]["drawn"]
    pit.go_on("Th 9h 6c 9d 8d")  # two guests, and the dealer's up card
    assert pit.live().round.hole_dealt  # type: ignore[union-attr]
    assert state_of(pit.live())["cards"]["drawn"] == out + 6


def test_a_misdeal_takes_back_what_was_settled() -> None:
    pit = table("catfish-blackjack", 2)
    pit.go_on("Th 9h 6c 9d")
    pit.deals(a.CardIs(parse_cards("8d")[0]))
    dealt(pit, 1, "5s")
    pit.deals(a.Proceed())
    since = pit.staff()["needed_at"]
    assert since == pit.now  # the floor is not asked yet, and the table stands still
    pit.now += 1000
    pit.deals(a.CallSupervisor())
    pit.answers(1, a.Choose("keep", spot=1))
    assert pit.staff()["needed_at"] == since < pit.live().asked_at
    pit.rules("misdeal", SHEILA)
    assert pit.staff()["needed_at"] == 0
    assert pit.net() == {1: 0, 2: 0}
    assert pit.live().round.over  # type: ignore[union-attr]
    pit.dealer(c.EndRound())
    pit.check()


RESHUFFLES = ("irregularity.shoe_exhausted=reshuffle_discards",)


def test_discards_are_shuffled_again_where_the_sheet_lets_the_round_go_on() -> None:
    pit = table("games-of-chance-blackjack", 2, sets=RESHUFFLES)
    pit.go_on("Th 9h 6c 9d 2d")
    pit.answers(1, a.Hit(spot=1))
    assert pit.go_on("8c") == []  # box 1 breaks, and its cards go to the rack
    pit.answers(2, a.Hit(spot=2))
    pit.go_on()
    declares(pit, "shoe_exhausted")
    called(pit, "shoe_exhausted")
    ruled(pit, "shoe_exhausted", "reshuffle")
    assert pit.staff()["next"]["text"] == "shuffle again and go on"
    pit.deals(a.Reshuffled(()))
    assert pit.kind() == "card"
    pit.go_on("Th")
    assert pit.net()[1] < 0
    pit.check()


def test_the_program_shuffles_the_discards_again_by_fresh_chance() -> None:
    """A shoe that ends with the next card: what is in the rack comes out again, in an order nobody knew."""
    pit = table("games-of-chance-blackjack", 2, "program", sets=RESHUFFLES)
    pit.go_on()
    while pit.kind() == "play" and pit.staff()["spot"] == 1:
        pit.answers(1, a.Hit(spot=1))
        pit.go_on()
    live = pit.live()
    assert isinstance(live.round, BlackjackRound)
    assert live.table.rack, "another seed is needed"
    short = live.round.copy()
    assert short.order is not None
    short.order = short.order[: short.next_card]
    live = msgspec.structs.replace(live, table=msgspec.structs.replace(live.table, round=short))
    steps: tuple[tuple[str, Any], ...] = (
        ("dealer", a.Hit(spot=2)), ("dealer", a.Proceed()), ("dealer", a.CallSupervisor()),
        ("floor", a.Rule("reshuffle")),
    )  # fmt: skip
    for role, action in steps:
        live = decide(live, c.Act(action=action), actor={"dealer": DORA, "floor": FLO}[role], role=role, at=1).live
    again = c.Act(action=a.Reshuffled(()))
    with pytest.raises(IllegalAction, match="no chance was drawn"):
        decide(live, again, actor=DORA, role="dealer", at=1)
    rack = Counter(live.table.rack)
    orders = {decide(live, again, actor=DORA, role="dealer", at=1, seed=seed).live.round.order for seed in "ab"}  # type: ignore[union-attr]
    assert len(orders) == 2
    assert all(Counter(order[short.next_card :]) == rack for order in orders if order is not None)


def test_an_exposed_card_of_the_program_is_seen_by_all_and_no_other() -> None:
    for seed in range(20):
        pit = StaffedPit("catfish-blackjack", seed=f"exposed {seed}").ready()
        pit.guest()
        pit.start()
        pit.bets(1)
        pit.deal()
        if pit.kind() == "play":
            break
    round_ = pit.live().round
    assert round_ is not None
    assert round_.order is not None
    card, after = round_.order[round_.next_card : round_.next_card + 2]
    declares(pit, "exposed_card")
    called(pit, "exposed_card")
    assert f"the card in question: {card.text}" in pit.staff(FLO)["case"]["facts"]
    pit.answers(1, a.TakeCard(spot=1))
    hand = pit.live().round.spots[1].hands[0]  # type: ignore[union-attr]
    assert hand.cards[-1] == card
    assert after not in hand.cards or after == card


@pytest.mark.parametrize("sheet", SHIPPED)
def test_what_cannot_be_declared_is_not_offered_and_refused(sheet: str) -> None:
    pit = StaffedPit(sheet, "declared").ready()
    pit.guest()
    pit.start()
    kinds = set(load(sheet).rules.irregularity.kinds) | {"nonsense"}
    offered = {one["kind"] for one in pit.staff()["declare"]}
    for kind in kinds - offered:
        assert refusal(pit, lambda: pit.deals(a.Declare(kind, 1))).reason  # noqa: B023
    pit.bets(1)
    player = refusal(pit, lambda: pit.do(c.Act(action=a.Declare("wrong_count")), "Ann"))
    assert player.reason == "that is the dealer's to do"
