"""Personal fields: sealed by a key of the person, gone with the key, and the log as good as before."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError
from tests.service.audit_floor import PEOPLE, PlayedFloor

from pitboss.errors import IllegalAction
from pitboss.ledger import player
from pitboss.service.audit.audit import verify
from pitboss.service.audit.evidence_bundle import export
from pitboss.service.audit.verify_bundle import Bundle, faults
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.people.accounts import NameTaken, NotKnown, People, hash_of_nobody
from pitboss.service.people.personal import KEY_KIND, PersonalData, is_forgotten
from pitboss.service.ratings import VisitBook, visits_of
from pitboss.service.ratings.desk import Known, line_of, visits_csv
from pitboss.store import MemoryStore, Store, open_store

ANN = PEOPLE[0]
SECRET = {"full_name": "Ann Amelia Miller", "born": "1980-02-29", "identification": "passport X123"}
TABLE = "catfish-blackjack-1"


@pytest.fixture
def played() -> PlayedFloor:
    made = PlayedFloor(MemoryStore(), "personal", sheets=("catfish-blackjack",))
    made.play(2)
    return made


def personal(floor: PlayedFloor) -> PersonalData:
    return PersonalData(floor.store, floor.keys)


def person(floor: PlayedFloor, command: c.PersonCommand, *, name: str = ANN, role: str = "player") -> None:
    actor = name if role == "player" else "Boss"
    floor.floor.do(lambda: floor.floor.plan_person(name, command, actor=actor, role=role))


def keep(floor: PlayedFloor, fields: dict[str, str] | None = None) -> None:
    person(floor, personal(floor).command(ANN, SECRET if fields is None else fields))


def leave(floor: PlayedFloor) -> None:
    """Ann gets up and cashes out, on so many days that nothing has to be reported."""
    floor.do(TABLE, c.Leave(), ANN)
    while cents := floor.store.balances([player(ANN)])[player(ANN)]:
        person(floor, c.CashOut(cents=min(cents, 900_000)))
        floor.now += 24 * 3600 * 1000


def forget(floor: PlayedFloor) -> None:
    person(floor, c.Forget(reason="asked for"))
    personal(floor).destroy_key(ANN)


def everything(store: Store) -> str:
    """All that is kept, as text."""
    entries = [repr(entry) for stream in store.heads() for entry in store.read(stream)]
    documents = [json.dumps(value) for kind in (KEY_KIND, "person", "session") for _, value in store.documents(kind)]
    return "\n".join(entries + documents)


def test_details_are_read_with_the_key_and_nowhere_else(played: PlayedFloor) -> None:
    keep(played)
    assert personal(played).read(ANN) == SECRET
    assert "Amelia" not in everything(played.store)
    assert "passport" not in everything(played.store)
    keep(played, {"full_name": "Ann A. Miller", "born": " "})
    assert personal(played).read(ANN) == {"full_name": "Ann A. Miller"}
    assert verify(played.store, played.keys).good


def test_the_same_fields_are_the_same_command_and_others_are_another(played: PlayedFloor) -> None:
    kept = personal(played)
    assert kept.command(ANN, SECRET) == kept.command(ANN, dict(reversed(SECRET.items())))
    assert kept.command(ANN, SECRET).sealed != kept.command(ANN, {**SECRET, "born": "1980-02-28"}).sealed


def test_every_person_has_a_key_of_their_own(played: PlayedFloor) -> None:
    kept = personal(played)
    for name in PEOPLE:
        person(played, kept.command(name, {"phone": f"of {name}"}), name=name)
    keys = [value["sealed"] for _, value in played.store.documents(KEY_KIND)]
    assert len(set(keys)) == 2
    leave_ann = kept.read(PEOPLE[1])
    kept.destroy_key(ANN)
    assert kept.read(ANN) == {}
    assert kept.read(PEOPLE[1]) == leave_ann == {"phone": f"of {PEOPLE[1]}"}


def test_forgetting_destroys_the_key_by_a_logged_event_and_the_audit_stays_good(
    played: PlayedFloor, tmp_path: Path
) -> None:
    keep(played)
    leave(played)
    rounds, balance = played.store.rounds(player=ANN), played.store.balances()
    forget(played)
    assert personal(played).read(ANN) == {}
    assert is_forgotten(played.store, ANN)
    last = json.loads(played.store.read(f"person:{ANN}")[-1].events)
    assert [(event["type"], event["by"], event["why"]) for event in last] == [("PersonForgotten", ANN, "asked for")]
    assert played.store.rounds(player=ANN) == rounds
    assert played.store.balances() == balance
    assert verify(played.store, played.keys).good
    again = Floor(played.store, played.keys, clock=played.clock)
    assert again.standing(ANN).standing.forgotten
    played.checkpoints.sign()
    export(played.store, played.keys, tmp_path / "evidence.zip")
    opened = Bundle(str(tmp_path / "evidence.zip"))
    assert faults(opened, None) == []
    opened.close()


def test_ratings_tell_the_play_of_who_is_forgotten_under_a_pseudonym(played: PlayedFloor) -> None:
    """A book that has read the visits before says so from its next reading on, and so does a new one."""
    book = VisitBook(played.store)
    book.update()
    before = [(one.id, one.result) for one in book.visits() if one.name == ANN]
    assert before
    leave(played)
    forget(played)
    book.update()
    for told in (book.visits(), visits_of(played.store)):
        ((pseudonym, visits),) = Counter(one.name for one in told if one.person == ANN).items()
        assert re.fullmatch("Forgotten [0-9A-F]{6}", pseudonym)
        assert visits == len(before)
        assert [(one.id, one.result) for one in told if one.name == pseudonym] == before
        assert PEOPLE[1] in {one.name for one in told}
        assert ANN not in visits_csv([line_of(one, Known()) for one in told])


def test_who_is_forgotten_does_not_come_back(played: PlayedFloor) -> None:
    leave(played)
    forget(played)
    for command in (c.BuyIn(cents=500), c.SetLimits(), c.KeepDetails(fields=(), sealed=""), c.Forget()):
        with pytest.raises(IllegalAction, match="asked to be forgotten"):
            person(played, command)
    with pytest.raises(IllegalAction, match="asked to be forgotten"):
        played.do(TABLE, c.Sit(box=4), ANN)
    with pytest.raises(IllegalAction, match="asked to be forgotten"):
        personal(played).command(ANN, SECRET)


def test_a_key_that_is_left_after_a_crash_is_found_and_destroyed_at_the_start(played: PlayedFloor) -> None:
    keep(played)
    leave(played)
    person(played, c.Forget())
    found = verify(played.store, played.keys)
    assert not found.good
    assert "though the person is forgotten" in str(found.findings[0])
    assert personal(played).destroy_forgotten() == 1
    assert personal(played).destroy_forgotten() == 0
    assert verify(played.store, played.keys).good


def test_the_start_asks_once_for_everybody_who_was_ever_here_and_reads_their_last_entry(
    played: PlayedFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a start takes as many looks at all streams as there are people whose details are kept."""
    keep(played)
    leave(played)
    person(played, c.Forget())
    many = [f"Patron {number}" for number in range(5)]
    for name in many:
        command = c.Hello()
        played.floor.do(
            lambda name=name, command=command: played.floor.plan_person(name, command, actor=name, role="player")
        )  # type: ignore[misc]
        details = personal(played).command(name, SECRET)
        played.floor.do(
            lambda name=name, details=details: played.floor.plan_person(
                name, details, actor="Ada", role="administrator"
            )
        )  # type: ignore[misc]
    asked, read = list[object](), list[str]()
    real_heads, real_read = played.store.heads, played.store.read

    def heads(streams: Any = None, *, prefix: str = "") -> Any:
        asked.append((streams, prefix))
        return real_heads(streams, prefix=prefix)

    def read_entries(stream: str, **named: Any) -> Any:
        found = real_read(stream, **named)
        read.extend([stream] * len(found))
        return found

    monkeypatch.setattr(played.store, "heads", heads)
    monkeypatch.setattr(played.store, "read", read_entries)
    assert personal(played).destroy_forgotten() == 1
    assert asked == [(None, "person:")]
    assert sorted(read) == sorted(f"person:{name}" for name in (ANN, *many))


def test_nobody_is_forgotten_at_a_table_or_with_money(played: PlayedFloor) -> None:
    with pytest.raises(IllegalAction, match="first leave the table"):
        person(played, c.Forget())
    played.do(TABLE, c.Leave(), ANN)
    with pytest.raises(IllegalAction, match="first cash out"):
        person(played, c.Forget())


def test_reported_cash_keeps_its_name_for_five_years(played: PlayedFloor) -> None:
    person(played, c.BuyIn(cents=1_500_000))
    leave(played)
    with pytest.raises(IllegalAction, match="was reported, and the law keeps that with its name for 5 years"):
        person(played, c.Forget())
    played.now += 6 * 365 * 24 * 3600 * 1000
    forget(played)
    assert is_forgotten(played.store, ANN)


def test_a_look_of_the_house_is_logged_with_its_reason(played: PlayedFloor) -> None:
    keep(played)
    person(played, c.SeeDetails(reason="a report of cash"), role="compliance")
    events = json.loads(played.store.read(f"person:{ANN}")[-1].events)
    assert [(event["type"], event["by"], event["why"]) for event in events] == [
        ("DetailsSeen", "Boss", "a report of cash")
    ]
    with pytest.raises(IllegalAction):
        person(played, c.SeeDetails(reason=" "), role="compliance")


def test_only_known_fields_of_some_length_are_kept(played: PlayedFloor) -> None:
    kept = personal(played)
    with pytest.raises(IllegalAction, match="what is kept about a person is"):
        kept.command(ANN, {"horoscope": "Leo"})
    with pytest.raises(IllegalAction, match="500 characters"):
        kept.command(ANN, {"notes": "x" * 501})
    with pytest.raises(IllegalAction):
        kept.command(ANN, {"notes": "two\nlines"})
    person(played, kept.command(ANN, {"notes": 'a "\\" in it'}))
    assert kept.read(ANN) == {"notes": 'a "\\" in it'}


# pseudonyms


def people(store: Store, played: PlayedFloor) -> People:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    return People(store, clock=played.clock, hasher=quick, pseudonyms=played.keys.sign)


def test_by_pseudonym_the_name_stands_nowhere(played: PlayedFloor, tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'floor.sqlite3'}")
    known = people(store, played)
    made = known.add_by_pseudonym("Wilhelmina Zaft", "a long password")
    assert made.name.startswith("Player ")
    assert known.sign_in("wilhelmina  zaft", "a long password").person == made
    assert known.sign_in(made.name, "a long password").person == made
    with pytest.raises(NameTaken):
        known.add_by_pseudonym("Wilhelmina Zaft", "another password")
    with pytest.raises(NotKnown):
        known.sign_in("Wilhelmina Zaft", "a wrong password")
    known.forget(made.name)
    for name in ("Wilhelmina Zaft", made.name):
        with pytest.raises(NotKnown):
            known.sign_in(name, "a long password")
    store.close()
    files = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"zaft" not in files.lower()


def test_the_hash_of_nobody_costs_what_others_cost_and_no_password_fits_it() -> None:
    for hasher in (PasswordHasher(2, 64, 1), PasswordHasher(time_cost=1, memory_cost=64, hash_len=16, salt_len=8)):
        made = hash_of_nobody(hasher)
        assert extract_parameters(made) == extract_parameters(hasher.hash("a long password"))
        assert made != hash_of_nobody(hasher)
        with pytest.raises(VerifyMismatchError):
            hasher.verify(made, "a long password")


def test_an_account_that_is_forgotten_keeps_its_name_from_others(played: PlayedFloor) -> None:
    known = people(played.store, played)
    known.add("Cleo", "a long password")
    session = known.sign_in("Cleo", "a long password")
    with pytest.raises(IllegalAction, match="does not fit"):
        known.check_password("Cleo", "not the password")
    known.check_password("Cleo", "a long password")
    known.forget("Cleo")
    assert known.session(session.token) is None
    with pytest.raises(NameTaken):
        known.add("cleo", "a long password")
