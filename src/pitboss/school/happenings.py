"""What happens at a table, in words that a dealer would say: one sentence for every kind of event.

Faces are told of cards that lie open, and of no others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.cards import Card, cards_text
from pitboss.games import events as e
from pitboss.rules import Sheet
from pitboss.school.calculation import amount
from pitboss.school.felt import wager_title
from pitboss.shoe import Event as ShoeEvent
from pitboss.table import Happening
from pitboss.table import events as t
from pitboss.words import wording

__all__ = ["happening_text", "place_text", "step_text"]

ROUND: Final[Mapping[type[Any], str]] = {
    e.BetPlaced: "happens.bet_placed",
    e.BetChanged: "happens.bet_changed",
    e.BetTakenBack: "happens.bet_taken_back",
    e.NoBet: "happens.no_bet",
    e.TokePlaced: "happens.toke_placed",
    e.BetsLocked: "happens.bets_locked",
    e.Called: "happens.called",
    e.CardDealt: "happens.card_dealt",
    e.CardBurned: "happens.card_burned",
    e.CutCardOut: "happens.cut_card_out",
    e.InsuranceBet: "happens.insurance_bet",
    e.InsuranceDeclined: "happens.insurance_declined",
    e.EvenMoneyTaken: "happens.even_money_taken",
    e.Peeked: "happens.peeked",
    e.HandHit: "happens.hand_hit",
    e.HandStood: "happens.hand_stood",
    e.HandDoubled: "happens.hand_doubled",
    e.HandSplit: "happens.hand_split",
    e.HandSurrendered: "happens.hand_surrendered",
    e.HandBroke: "happens.hand_broke",
    e.HandTucked: "happens.hand_tucked",
    e.LammerPlaced: "happens.lammer_placed",
    e.LammerCollected: "happens.lammer_collected",
    e.BlackjackOverlooked: "happens.natural_overlooked",
    e.HoleTurned: "happens.hole_turned",
    e.HoleExposed: "happens.hole_exposed",
    e.DoubleCardTurned: "happens.double_card_turned",
    e.HandVerified: "happens.hand_verified",
    e.PushMarked: "happens.push_marked",
    e.WagerSettled: "happens.wager_pushed",
    e.CardsDiscarded: "happens.cards_discarded",
    e.IrregularityDeclared: "happens.irregularity_declared",
    e.SupervisorCalled: "happens.supervisor_called",
    e.Ruled: "happens.ruled",
    e.ChoiceNamed: "happens.choice_named",
    e.CardsReshuffled: "happens.cards_reshuffled",
    e.CardExposed: "happens.card_exposed",
    e.CardOffered: "happens.card_offered",
    e.CardMoved: "happens.card_moved",
    e.PlayDeclined: "happens.play_declined",
    e.SettlementReversed: "happens.settlement_reversed",
    e.RoundVoided: "happens.round_voided",
    e.RoundEnded: "happens.round_ended",
    e.SensorLit: "happens.sensor_lit",
    e.KeyPressed: "happens.key_pressed",
    e.ProgressiveLocked: "happens.progressive_locked",
    e.BoardCardDealt: "happens.board_card_dealt",
    e.PacketDealt: "happens.packet_dealt",
    e.StubDiscarded: "happens.stub_discarded",
    e.HoleCardsSeen: "happens.hole_cards_seen",
    e.Checked: "happens.checked",
    e.PlayBetMade: "happens.play_bet_made",
    e.HandFolded: "happens.hand_folded",
    e.FlopTurned: "happens.flop_turned",
    e.TurnRiverTurned: "happens.turn_river_turned",
    e.DealerShown: "happens.dealer_shown",
    e.HandExposed: "happens.hand_exposed",
    e.HandLeftForEnvy: "happens.hand_left_for_envy",
    e.SupervisorNotified: "happens.supervisor_notified",
    e.JackpotHit: "happens.jackpot_hit",
    e.UnseenCardUsed: "happens.unseen_card_used",
}

TABLE: Final[Mapping[type[Any], str]] = {
    t.TableOpened: "happens.table_opened",
    t.PlayerSat: "happens.player_sat",
    t.BoxFreed: "happens.box_freed",
    t.PlayerWaits: "happens.player_waits",
    t.WaitEnded: "happens.wait_ended",
    t.ReleaseAsked: "happens.release_asked",
    t.SpotsSet: "happens.spots_set",
    t.ThreeDropped: "happens.three_dropped",
    t.ThreeGranted: "happens.three_granted",
    t.RoundStarted: "happens.round_started",
    t.RoundAbandoned: "happens.round_abandoned",
}

SHOE: Final[Mapping[str, str]] = {
    "all_cards_to_discards": "happens.all_cards_to_discards",
    "announced": "happens.announced",
    "brick_not_cut": "happens.brick_not_cut",
    "burn_shown": "happens.burn_shown",
    "burn": "happens.burn",
    "burn_omitted": "happens.burn_omitted",
    "cards_cut": "happens.cards_cut",
    "cards_fanned_checked": "happens.cards_fanned_checked",
    "cards_in_discard_rack": "happens.cards_in_discard_rack",
    "cards_spread": "happens.cards_spread",
    "cards_to_discards": "happens.cards_to_discards",
    "cut_card_out": "happens.shoe_cut_card_out",
    "cut_card_placed": "happens.cut_card_placed",
    "cut_offered": "happens.cut_offered",
    "cut_passed_to_dealer": "happens.cut_passed_to_dealer",
    "cut_refused": "happens.cut_refused",
    "dealer_change": "happens.dealer_change",
    "dealt_from": "happens.dealt_from",
    "deck_brought": "happens.deck_brought",
    "deck_count": "happens.deck_count",
    "deck_removed": "happens.deck_removed",
    "deck_spread": "happens.deck_spread",
    "decks_brought": "happens.decks_brought",
    "decks_verified": "happens.decks_verified",
    "discards_taken": "happens.discards_taken",
    "extra_burn": "happens.extra_burn",
    "last_hand": "happens.last_hand",
    "shoe_loaded": "happens.shoe_loaded",
    "shuffle_authorised": "happens.shuffle_authorised",
    "shuffler_status": "happens.shuffler_status",
    "standard_shuffle": "happens.standard_shuffle",
    "supervisor_ack": "happens.supervisor_ack",
    "table_closed": "happens.table_closed",
}
"""What happens to cards between rounds; the steps of a shuffle say themselves."""


STEPS: Final[Mapping[str, str]] = {
    "split": "happens.split_stack",
    "riffle": "happens.riffle",
    "riffle_left": "happens.riffle_left",
    "riffle_right": "happens.riffle_right",
    "wash": "happens.wash",
    "strip": "happens.strip",
    "to_shuffler": "happens.to_shuffler",
    "cut": "happens.cut_on_card",
    "dealer_cut": "happens.dealer_cuts",
}
"""The steps of a shuffle without their counts, which are the dealer's hands' affair."""


def place_text(spot: int, hand: int = 0) -> str:
    """Return a spot, and which hand of it after a split, in words; spot 0 is the dealer's."""
    if not spot:
        return wording("happens.the_dealer", {})
    if hand > 0:
        return wording("happens.spot_and_hand", {"spot": spot, "hand": hand + 1})
    return wording("happens.spot", {"spot": spot})


def happening_text(sheet: Sheet, event: Happening) -> str:
    """Return what happened in one sentence, without the faces that lie down."""
    if isinstance(event, ShoeEvent):
        return _shoe_text(event)
    params = _params(sheet, event)
    if type(event) in TABLE:
        return wording(TABLE[type(event)], params)
    match event:
        case e.CardDealt(seen="nobody"):
            return wording("happens.card_dealt_down", params)
        case e.CardDealt(spot=0):
            return wording("happens.dealer_card_dealt", params)
        case e.WagerSettled(pays=pays) if pays > 0:
            return wording("happens.wager_paid", params)
        case e.WagerSettled(pays=pays) if pays < 0:
            return wording("happens.wager_taken", params)
        case e.WagerSettled(result="stays"):
            return wording("happens.wager_stays", params)
        case e.CardsDiscarded(face_down=True):
            return wording("happens.cards_discarded_down", params)
        case e.HandDoubled(free=True) | e.HandSplit(free=True):
            return wording(
                "happens.free_raise", params | {"raise": "double" if isinstance(event, e.HandDoubled) else "split"}
            )
        case e.Called(to="floor"):
            return wording("happens.called_to_floor", params)
        case e.RoundEnded(shuffle_due=True):
            return wording("happens.round_ended_shuffle", params)
    return wording(ROUND[type(event)], params)


def step_text(sheet: Sheet, event: Happening) -> str:
    """Return what happens as a step to choose: of a shuffle without counts, of cards without faces."""
    if isinstance(event, ShoeEvent) and event.name in STEPS:
        return wording(STEPS[event.name], {})
    match event:
        case e.CardDealt(spot=0) if event.seen != "nobody":
            return wording("happens.next_card_to_dealer", {})
        case e.CardDealt() if event.seen != "nobody":
            return wording("happens.next_card_to", {"place": place_text(event.spot, event.hand)})
        case e.HoleTurned():
            return wording("happens.turn_hole", {})
        case e.DoubleCardTurned():
            return wording("happens.turn_double", {"place": place_text(event.spot, event.hand)})
        case e.FlopTurned():
            return wording("happens.turn_flop", {})
        case e.TurnRiverTurned():
            return wording("happens.turn_last_two", {})
        case e.DealerShown():
            return wording("happens.turn_dealer", {})
        case e.HandExposed():
            return wording("happens.turn_hand", {"place": place_text(event.spot)})
    return happening_text(sheet, event)


def _params(sheet: Sheet, event: Any) -> dict[str, Any]:
    """The values of an event as sentences show them."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    found: dict[str, Any] = {name: _shown(value) for name, value in fields.items()}
    for name in ("cents", "before", "stake"):
        if name in fields:
            found[name] = amount(fields[name])
    if "pays" in fields:
        found["pays"] = amount(abs(fields["pays"]))
    if "wager" in fields:
        found["wager"] = wager_title(sheet, fields["wager"])
    if "spot" in fields:
        hand = fields.get("hand", 0)  # of an opened poker hand its name
        found["place"] = place_text(fields["spot"], hand if isinstance(hand, int) else 0)
    if "cards" in fields:
        found["count"] = len(fields["cards"])
    return found


def _shown(value: Any) -> Any:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, tuple) and value and isinstance(value[0], Card):
        return cards_text(value)
    if isinstance(value, str):
        return value.replace("_", " ")
    return list(value) if isinstance(value, tuple) else value


def _shoe_text(event: ShoeEvent) -> str:
    details = dict(event.details)
    if event.name in SHOE:
        return wording(SHOE[event.name], {name: _shown(value) for name, value in details.items()})
    return _capital(str(details["text"]))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
