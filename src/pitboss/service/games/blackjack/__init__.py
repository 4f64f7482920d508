"""Blackjack on the floor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from pitboss.cards import UNKNOWN, cards_text
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.service.games.blackjack.coaching import BlackjackCoach
from pitboss.service.games.blackjack.rating import BlackjackRating
from pitboss.service.games.blackjack.words import ASKED, CARDS_DUE, DECISIONS, STEPS
from pitboss.service.games.words import place_of, worded
from pitboss.service.tables.live_table import Live

__all__ = ["GAME"]


class _Blackjack:
    coach = BlackjackCoach()
    rating = BlackjackRating()
    asked, decisions, steps, cards_due = ASKED, DECISIONS, STEPS, CARDS_DUE
    declared_of: Mapping[str, Literal["spot", "hand"]] = {"missed_hit": "hand"}
    closed_by_dealer = frozenset({"insurance"})
    grounds: Mapping[str, tuple[str, ...]] = {}
    handle = (
        "Handle and hold of the main bet go by the initial bet: what splits, doubles and free bets win or lose is in "
        "the win."
    )

    def facts(self, live: Live) -> Iterator[str]:
        round_ = _round(live)
        case = round_.case
        assert case is not None
        if case.card is not UNKNOWN:
            yield worded("fact.card", card=case.card.text)
        if case.box in round_.spots and case.hand < len(round_.spots[case.box].hands):
            yield _hand(round_, case.box, case.hand, place_of(live, case.box))
        shown = round_.dealer_cards()
        yield worded("fact.dealer_shows", cards=cards_text(shown)) if shown else worded("fact.dealer_has_no_card_up")
        if case.choice and case.kind not in ("faceup_card", "dropped_card"):
            yield worded("fact.player_named", choice=case.choice)

    def slips(self, live: Live) -> Iterator[tuple[a.Action, str, str]]:
        """A card to the wrong spot, one's own card forgotten, a blackjack overlooked."""
        round_, question = _round(live), live.question
        assert question is not None
        for box in (*round_.spots, 0):
            if box != question.spot:
                yield a.Deal(box), worded("mistake.card_went_to", place=place_of(live, box)), ""
        spot = question.spot
        if spot:
            text = worded("mistake.blackjack_overlooked", place=place_of(live, spot))
            yield a.Overlook(spot), text, round_.cite("missed_blackjack")
        else:
            yield a.Overlook(spot), worded("mistake.no_own_card"), ""

    def offered_instead(self, live: Live) -> tuple[a.Action, str, str] | None:
        """Where the program has the cards the dealer only looks; the hole card itself says what they see."""
        round_, question = _round(live), live.question
        if question is None or question.kind != "peek" or round_.order is None:
            return None
        return a.Proceed(), worded("step.look_at_hole_card"), round_.cite("deal.peek_on_ten")

    def by_the_program(self, live: Live, action: a.Action) -> a.Action:
        """The program looks at the hole card itself."""
        round_, question = _round(live), live.question
        if isinstance(action, a.PeekSays):
            raise IllegalAction("peek.program_looks", live.table.cite("deal.peek_on_ten"))
        if isinstance(action, a.Proceed) and question is not None and question.kind == "peek":
            return a.PeekSays(round_.hole_makes_blackjack())
        return action


def _round(live: Live) -> BlackjackRound:
    assert isinstance(live.round, BlackjackRound)
    return live.round


def _hand(round_: BlackjackRound, box: int, hand: int, place: str) -> str:
    held = round_.spots[box].hands[hand]
    if round_.face != "all" or held.hidden is not None:
        return worded("fact.has_cards", place=place, cards=len(held.cards))
    if not held.cards:
        return worded("fact.has_no_cards", place=place)
    return worded("fact.has_hand", place=place, cards=cards_text(held.cards), total=held.total)


GAME: Final = _Blackjack()
