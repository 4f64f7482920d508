"""Any command at any moment on any house's rules: what is legal goes on, what is not changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.house_rules import (
    KNOWN,
    ROLES,
    Pick,
    an_answer,
    any_round,
    any_sheet,
    anything,
    check_round,
    facts,
    mistakes,
    place_bets,
    to_the_end,
)

from pitboss.cards import Card
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound


def drawing(data: st.DataObject) -> Pick:
    return lambda options: data.draw(st.sampled_from(options))


class AnyTable(RuleBasedStateMachine):
    """One round, driven by commands right and wrong."""

    @initialize(data=st.data(), seed=st.integers(0, 2**32))
    def open(self, data: st.DataObject, seed: int) -> None:
        pick = drawing(data)
        self.round = any_round(any_sheet(pick), pick, random.Random(seed).shuffle)
        self.start, self.cut_card = self.round.order, self.round.cut_card
        self.log: list[tuple[a.Action, str]] = []
        for action in place_bets(self.round, pick):
            self.attempt(action)

    def attempt(self, action: a.Action, role: str = "") -> bool:
        """Act; a refusal names a clause of the register or none, and leaves everything as it was."""
        before, events = facts(self.round), tuple(self.round.events)
        try:
            self.round.act(action, role=role)
        except IllegalAction as refused:
            refusal = refused
        else:
            self.log.append((action, role))
            return True
        assert facts(self.round) == before, action
        assert tuple(self.round.events) == events, action
        assert refusal.reason
        assert refusal.clause in KNOWN, refusal
        return False

    @rule(data=st.data())
    @precondition(lambda self: not self.round.over)
    def answer(self, data: st.DataObject) -> None:
        """What the question takes."""
        assert self.attempt(an_answer(self.round, drawing(data)))

    @rule(data=st.data())
    @precondition(lambda self: not self.round.over)
    def answer_once_more(self, data: st.DataObject) -> None:
        self.answer(data)

    @rule(data=st.data())
    @precondition(lambda self: not self.round.over)
    def make_a_mistake(self, data: st.DataObject) -> None:
        """One of the irregularities that can happen now."""
        possible = mistakes(self.round)
        kinds = sorted({_kind(action) for action in possible})
        if kinds:
            kind = data.draw(st.sampled_from(kinds))
            assert self.attempt(data.draw(st.sampled_from([m for m in possible if _kind(m) == kind])))

    @rule(data=st.data(), role=st.sampled_from(("", *ROLES)))
    def try_anything(self, data: st.DataObject, role: str) -> None:
        """Any command from anybody; after the round everything is refused."""
        was_over = self.round.over
        assert not (self.attempt(anything(self.round, drawing(data)), role) and was_over)

    @rule(index=st.integers(0, 51))
    @precondition(lambda self: self.round.question is not None and self.round.question.kind == "card")
    def name_a_card_too_often(self, index: int) -> None:
        """A card that has come out as often as the decks hold it cannot come again."""
        copy = self.round.copy()
        copy.seen[Card(index)] = copy.sheet.rules.cards.decks
        before = facts(copy)
        with pytest.raises(IllegalAction, match="as often as the decks hold it"):
            copy.act(a.CardIs(Card(index)))
        assert facts(copy) == before

    @invariant()
    def everything_is_somewhere(self) -> None:
        check_round(self.round, self.start)

    @invariant()
    def every_offer_is_taken_on_a_copy(self) -> None:
        """Offers and the answer of silence are accepted, and what a copy does leaves the round alone."""
        round_ = self.round
        before = facts(round_)
        silent = round_.timeout_answer() if not round_.over else None
        for action in (*(offer.action for offer in round_.offers()), *([silent] if silent else [])):
            copy = round_.copy()
            assert copy == round_
            assert facts(copy) == before
            copy.act(action)
            assert facts(round_) == before, action

    def teardown(self) -> None:
        """From anywhere the round can be finished, and the same commands give the same events."""
        if not hasattr(self, "round"):
            return
        rest = to_the_end(self.round, random.Random(0).choice)
        check_round(self.round, self.start)
        twin = BlackjackRound(self.round.sheet, self.start, cut_card=self.cut_card, automatic=self.round.automatic)
        for action, role in (*self.log, *((action, "") for action in rest)):
            twin.act(action, role=role)
        assert twin.events == self.round.events
        assert facts(twin) == facts(self.round)


def _kind(action: Any) -> str:
    return getattr(action, "kind", type(action).__name__)


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)
