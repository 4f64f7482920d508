"""The audit looks at people and at checkpoints that have left the house, too."""

from __future__ import annotations

from typing import Any

import pytest
from tests.service.test_floor import Pit

from pitboss.service.audit.audit import verify
from pitboss.service.audit.checkpoints import KIND, Checkpoints, key_of, short_code
from pitboss.service.floor import commands as c
from pitboss.service.people.accounts import People, account_mark


class Known(Pit):
    """Ann plays, Ada administers, and both have accounts."""

    def __init__(self) -> None:
        super().__init__()
        self.people = People(self.store, clock=lambda: self.now)
        for name in ("Ann", "Ada"):
            self.people.add(name, None)
            self.hello(name)
        note = c.NoteRole(person="Ada", before="", after="administrator")
        self.floor.do(lambda: self.floor.plan_house(note, actor="house", role="house"))
        self.edit("ada", role="administrator")

    def edit(self, key: str, **facts: Any) -> None:
        """What somebody at the database does."""
        found = self.store.get("person", key)
        assert found is not None
        self.store.put("person", key, {**found[0], **facts})

    def found(self, *seen: str) -> list[str]:
        return [str(one) for one in verify(self.store, self.keys(), seen=seen).findings]


@pytest.fixture
def known() -> Known:
    pit = Known()
    assert pit.found() == []
    return pit


def test_a_guest_who_is_administrator_by_the_database_alone_is_found(known: Known) -> None:
    known.edit("ann", role="administrator")
    assert any("Ann" in one and "the last that the log notes is player" in one for one in known.found())


def test_a_demotion_that_the_log_does_not_have_is_found(known: Known) -> None:
    known.edit("ada", role="player")
    assert any("Ada" in one and "is player" in one for one in known.found())


def test_somebody_who_was_deleted_is_found(known: Known) -> None:
    known.store.put("person", "ann", None)
    assert any("Ann" in one and "no account any more" in one for one in known.found())


def test_a_password_that_was_replaced_is_found_and_so_is_one_that_a_guest_was_given() -> None:
    known = Known()
    for name, password in (("Eve", "correct horse battery"), ("A guest", None)):
        known.people.add(name, password)
        mark = account_mark(known.store, name)
        known.person(name, c.Hello(account=mark))
    assert known.found() == []
    other = known.people.add("Mallory", "a password of mine").name
    known.person(other, c.Hello(account=account_mark(known.store, other)))
    stolen = known.store.get("person", "mallory")
    assert stolen is not None
    for key, name in (("eve", "Eve"), ("a guest", "A guest")):
        kept = known.store.get("person", key)
        assert kept is not None
        known.edit(key, password=stolen[0]["password"])
        (found,) = known.found()
        assert name in found
        assert "another password" in found
        known.edit(key, password=kept[0]["password"])
    assert known.found() == []


def test_checkpoints_that_were_dropped_are_found_by_codes_that_have_left_the_house(known: Known) -> None:
    outside: list[str] = []
    checkpoints = Checkpoints(
        known.store, known.keys(), clock=lambda: known.now, let_out=lambda made: outside.append(short_code(made))
    )
    checkpoints.sign()
    known.hello("Ben")
    known.people.add("Ben", None)
    checkpoints.sign()
    latest = checkpoints.latest()
    assert latest is not None
    assert (len(outside), outside[1]) == (2, short_code(latest))
    assert known.found(*outside) == []
    known.store.put(KIND, key_of(2), None)
    assert known.found() == [], "nothing that is left tells it"
    assert any("was shown and is gone" in one for one in known.found(*outside))
    assert any("was another" in one for one in known.found("1-" + "0" * 20))
