"""Two people that are one: whoever was made a short while ago is their maker's hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.service.test_floor import Pit

from pitboss.errors import IllegalAction
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor.house import CEILING, HOUR_MS, HOUSE_ACTOR, hand_of

ADA, BEA, PUPPET, SECOND_PUPPET = "Ada", "Bea", "Puppet", "Second Puppet"


class Offices(Pit):
    """Ada was made administrator by the one-time link; a meter of the link is to be put right."""

    def __init__(self) -> None:
        super().__init__()
        self.open_link()
        self.gives(HOUSE_ACTOR, ADA, "administrator")

    def gives(self, by: str, person: str, role: str) -> None:
        before = self.floor.house().roles.get(person, "player")
        self.says(by, c.NoteRole(person=person, before=before, after=role))

    def says(self, who: str, command: Any) -> None:
        role = "house" if who == HOUSE_ACTOR else self.floor.house().roles[who]
        self.floor.do(lambda: self.floor.plan_house(command, actor=who, role=role))

    def proposes(self, who: str, to: int = 10_100_000, name: str = "p") -> None:
        self.says(who, c.Propose(proposal=name, change=c.MeterChange(meter="major", to=to), reason="a count"))

    def refused(self, who: str) -> str:
        with pytest.raises(IllegalAction) as refusal:
            self.says(who, c.Approve(proposal="p"))
        return refusal.value.code


def test_a_puppet_does_not_approve_what_its_maker_proposes_nor_the_other_way_round() -> None:
    pit = Offices()
    pit.gives(ADA, PUPPET, "shift_manager")
    pit.proposes(ADA)
    assert pit.refused(PUPPET) == "proposal.one_hand"
    pit.says(ADA, c.Reject(proposal="p", reason="once more"))
    pit.proposes(PUPPET, name="q")
    with pytest.raises(IllegalAction):
        pit.says(ADA, c.Approve(proposal="q"))


def test_two_puppets_of_one_maker_are_one_hand_and_so_is_a_puppets_puppet() -> None:
    pit = Offices()
    pit.gives(ADA, PUPPET, "administrator")
    pit.gives(PUPPET, SECOND_PUPPET, "shift_manager")
    pit.gives(PUPPET, SECOND_PUPPET, "shift_manager")
    pit.proposes(ADA)
    assert pit.refused(SECOND_PUPPET) == "proposal.one_hand"
    assert hand_of(pit.floor.house(), SECOND_PUPPET, pit.now, pit.floor.waiting_ms) == ADA


def test_the_waiting_time_of_the_house_makes_two_people_of_them() -> None:
    pit = Offices()
    pit.gives(ADA, BEA, "administrator")
    pit.proposes(ADA)
    assert pit.refused(BEA) == "proposal.one_hand"
    pit.now += 24 * HOUR_MS
    pit.says(BEA, c.Approve(proposal="p"))
    pit.says(ADA, c.Apply(proposal="p"))
    link = pit.floor.link().state
    assert link is not None
    assert link.major == 10_100_000


def test_nothing_takes_effect_while_one_administrator_has_made_everybody() -> None:
    """However long ago that was; the reason says what to do, and then it works."""
    pit = Offices()
    pit.gives(ADA, PUPPET, "shift_manager")
    pit.now += 25 * HOUR_MS
    pit.proposes(ADA)
    assert pit.refused(PUPPET) == "proposal.second_administrator"
    pit.gives(ADA, BEA, "administrator")
    pit.says(PUPPET, c.Approve(proposal="p"))
    pit.gives(ADA, BEA, "player")
    pit.proposes(ADA, name="q")
    with pytest.raises(IllegalAction, match="Ada is the only administrator"):
        pit.says(PUPPET, c.Approve(proposal="q"))


def test_the_word_of_a_second_administrator_does_at_once() -> None:
    pit = Offices()
    pit.gives(ADA, BEA, "administrator")
    pit.now += 24 * HOUR_MS
    pit.gives(ADA, "Sheila", "shift_manager")
    pit.proposes(ADA)
    assert pit.refused("Sheila") == "proposal.one_hand"
    pit.gives(BEA, "Sheila", "shift_manager")
    pit.says("Sheila", c.Approve(proposal="p"))
    assert verify(pit.store, pit.keys()).good


def test_a_role_that_was_taken_and_given_anew_waits_anew() -> None:
    pit = Offices()
    pit.gives(ADA, BEA, "administrator")
    pit.now += 24 * HOUR_MS
    pit.gives(ADA, BEA, "player")
    pit.gives(ADA, BEA, "administrator")
    pit.proposes(ADA)
    assert pit.refused(BEA) == "proposal.one_hand"


def test_nobody_puts_a_meter_above_the_ceiling() -> None:
    pit = Offices()
    with pytest.raises(IllegalAction) as refusal:
        pit.proposes(ADA, to=900_000_000)
    assert refusal.value.code == "link.above_ceiling"
    pit.proposes(ADA, to=CEILING)
