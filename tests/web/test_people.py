"""Accounts, passwords, locks, sessions, and the one-time link."""

from __future__ import annotations

import asyncio
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from argon2 import PasswordHasher

from pitboss.errors import IllegalAction, PitbossError, Refusal
from pitboss.ledger import player
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.running import Running
from pitboss.service.operations.demo_floor import GUEST_CHIPS
from pitboss.service.operations.keys import Keys
from pitboss.service.people.accounts import (
    FREE_TRIES,
    LOCK_MS,
    LONGEST_LOCK_MS,
    SESSION_MS,
    Locked,
    NameTaken,
    NotKnown,
    People,
    Person,
    UnknownPerson,
    plain_name,
)
from pitboss.service.people.permissions import EVERYBODY as ROLES
from pitboss.store import MemoryStore
from pitboss.web.api import greet

PASSWORD = "correct horse battery"


class Counted(PasswordHasher):
    """The real hasher at its least cost, with its calls counted."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified: list[str] = []

    def verify(self, hash: Any, password: Any) -> Any:
        self.verified.append(str(hash).rpartition("$")[0].rpartition("$")[0])
        return super().verify(hash, password)


class Door:
    """People over a store, with a clock that is set by hand."""

    def __init__(self) -> None:
        self.now, self.store, self.hasher = 1_000_000, MemoryStore(), Counted()
        self.people = People(self.store, clock=lambda: self.now, hasher=self.hasher)

    def fails(self, name: str = "Ann", password: str = "wrong password") -> type[Exception]:
        with pytest.raises(PitbossError) as caught:
            self.people.sign_in(name, password)
        return caught.type


@pytest.fixture
def door() -> Door:
    found = Door()
    found.people.add("Ann", PASSWORD)
    return found


def test_passwords_and_tokens_are_not_in_the_store(door: Door) -> None:
    session = door.people.sign_in("Ann", PASSWORD)
    kept = repr([door.store.documents(kind) for kind in ("person", "session", "setup")])
    assert "$argon2id$" in kept
    assert PASSWORD not in kept
    assert session.token not in kept


def test_the_usual_hasher_is_argon2id_with_a_cost_that_counts() -> None:
    hashed = PasswordHasher().hash(PASSWORD)
    assert hashed.startswith("$argon2id$")
    memory = int(hashed.split("m=")[1].split(",")[0])
    assert memory >= 19 * 1024  # kibibytes


def test_an_unknown_name_a_guest_and_a_wrong_password_cost_the_same(door: Door) -> None:
    """One hash of the same cost each, and the same words."""
    guest = door.people.guest()
    said = set()
    for name in ("Ann", "Nobody Here", guest.name, "a\x00b", "", "<script>"):
        door.hasher.verified.clear()
        with pytest.raises(NotKnown) as caught:
            door.people.sign_in(name, "wrong password")
        said.add((str(caught.value), tuple(door.hasher.verified)))
    assert len(said) == 1
    assert len(next(iter(said))[1]) == 1


def test_a_locked_account_costs_the_same_too(door: Door) -> None:
    for _ in range(FREE_TRIES):
        door.fails()
    door.hasher.verified.clear()
    assert door.fails() is Locked
    assert len(door.hasher.verified) == 1


def test_repeated_failures_lock_for_longer_and_longer_even_with_the_right_password(door: Door) -> None:
    assert [door.fails() for _ in range(FREE_TRIES)] == [NotKnown] * FREE_TRIES
    assert door.fails(password=PASSWORD) is Locked
    door.now += LOCK_MS
    assert door.fails() is NotKnown
    door.now += LOCK_MS
    assert door.fails(password=PASSWORD) is Locked
    door.now += LOCK_MS
    assert door.people.sign_in("Ann", PASSWORD).person.name == "Ann"


def test_of_many_guesses_at_once_no_more_are_tested_than_one_after_another(door: Door) -> None:
    """Each is counted before its password is looked at, so that none slips through while others are being hashed."""
    barrier, tested = threading.Barrier(40), []

    def guess(number: int) -> None:
        barrier.wait()
        with suppress(Refusal):
            door.people.sign_in("Ann", f"guess number {number}")

    fits = door.people._fits

    def noted(hashed: str, password: str) -> bool:
        if hashed != door.people._nobody:
            tested.append(password)
        return fits(hashed, password)

    door.people._fits = noted  # type: ignore[method-assign]
    with ThreadPoolExecutor(40) as guessers:
        list(guessers.map(guess, range(40)))
    assert len(tested) == FREE_TRIES


def test_a_lock_ends_within_the_longest_time(door: Door) -> None:
    for _ in range(40):
        door.fails()
        door.now += LONGEST_LOCK_MS
    assert door.people.sign_in("Ann", PASSWORD).person.name == "Ann"


def test_after_signing_in_the_tries_count_from_the_beginning(door: Door) -> None:
    for _ in range(3):
        for _ in range(FREE_TRIES - 1):
            assert door.fails() is NotKnown
        door.people.sign_in("Ann", PASSWORD)


def test_wrong_passwords_at_once_all_count(door: Door) -> None:
    threads = [threading.Thread(target=door.fails) for _ in range(FREE_TRIES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert door.fails(password=PASSWORD) is Locked


def test_a_role_given_while_somebody_signs_in_is_not_lost(door: Door) -> None:
    """The password is checked for a while, in which an administrator takes a role away."""
    door.people.set_role("Ann", "administrator")
    door.fails()
    check = door.hasher.verify

    def slowly(hash: Any, password: Any) -> Any:
        door.people.set_role("Ann", "player")
        return check(hash, password)

    door.hasher.verify = slowly  # type: ignore[method-assign]
    assert door.people.sign_in("Ann", PASSWORD).person.role == "player"
    found = door.people.find("Ann")
    assert found is not None
    assert found.role == "player"


def test_a_session_ends_by_itself_and_is_forgotten(door: Door) -> None:
    session = door.people.sign_in("Ann", PASSWORD)
    door.now += SESSION_MS
    assert door.people.session(session.token) is not None
    door.now += 1
    assert door.people.session(session.token) is None
    assert door.store.documents("session") == []


def test_old_sessions_are_swept_out_and_live_ones_kept(door: Door) -> None:
    door.people.sign_in("Ann", PASSWORD)
    door.now += SESSION_MS + 1
    live = door.people.sign_in("Ann", PASSWORD)
    assert door.people.forget_old_sessions() == 1
    assert door.people.session(live.token) is not None


def test_signing_out_ends_one_session_only(door: Door) -> None:
    one, other = (door.people.sign_in("Ann", PASSWORD) for _ in range(2))
    door.people.sign_out(one.token)
    assert door.people.session(one.token) is None
    assert door.people.session(other.token) is not None


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_taken_up_by_sessions_that_are_open(door: Door, role: Any) -> None:
    session = door.people.sign_in("Ann", PASSWORD)
    door.people.set_role("Ann", role)
    found = door.people.session(session.token)
    assert found is not None
    assert found.person.role == role


def test_nobody_unknown_gets_a_role_and_a_guest_stays_one(door: Door) -> None:
    with pytest.raises(UnknownPerson):
        door.people.set_role("Bob", "dealer")
    with pytest.raises(IllegalAction):
        door.people.set_role(door.people.guest().name, "administrator")


@pytest.mark.parametrize(
    "name",
    ["", " Ann", "Ann ", "-Ann", "<b>Ann</b>", "Ann'; DROP TABLE documents; --", "a\x00b", "a\nb", "a" * 25, "ﬁona",
     "Ann\u202eevil", "Аnn\u200b", "person:Ann", "a/b", 'a"b', "&amp;"],
)  # fmt: skip
def test_names_that_could_be_read_as_something_else_are_refused(door: Door, name: str) -> None:
    with pytest.raises(PitbossError, match="a name has"):
        door.people.add(name, PASSWORD)


@pytest.mark.parametrize("name", ["house", "House", "HOUSE", "Guest 1234567", "guest", "Dealer", "Pitboss"])
def test_names_of_the_house_are_nobodys(door: Door, name: str) -> None:
    with pytest.raises(NameTaken):
        door.people.add(name, PASSWORD)


@pytest.mark.parametrize("name", ["ANN", "ann", "aNn"])
def test_a_name_is_taken_however_it_is_written(door: Door, name: str) -> None:
    with pytest.raises(NameTaken):
        door.people.add(name, PASSWORD)
    assert door.people.sign_in(name, PASSWORD).person.name == "Ann"


@pytest.mark.parametrize("name", ["O'Neil", "Ægir", "李小龍", "J. R. 2", "Ann_B", "x"])
def test_names_of_people_are_taken(door: Door, name: str) -> None:
    assert door.people.add(name, PASSWORD).name == name


def test_guests_who_want_to_be_called_the_same_are_told_apart_by_a_small_number(door: Door) -> None:
    called = [door.people.guest(name).name for name in ("Maren", "maren", "Maren", "Maren 2", "Maren")]
    assert called[:2] == ["Guest Maren", "Guest maren 2"]
    assert called[2:] == ["Guest Maren 3", "Guest Maren 4", "Guest Maren 5"]
    many = [door.people.guest("Maren").name for _ in range(30)]
    assert all(re.fullmatch(r"Guest Maren \d{1,3}", name) for name in many)
    assert len({plain_name(name) for name in called + many}) == 35


def test_guests_without_a_wish_have_a_number_that_can_be_read(door: Door) -> None:
    names = [door.people.guest().name for _ in range(30)]
    assert all(re.fullmatch(r"Guest \d{4}", name) for name in names)
    assert len(set(names)) == 30


def test_the_number_of_a_guest_takes_the_end_of_a_name_that_has_no_room_for_it(door: Door) -> None:
    longest = "Wilhelmina de Vrie"
    assert [door.people.guest(longest).name for _ in range(2)] == [f"Guest {longest}", "Guest Wilhelmina de Vr 2"]
    assert [door.people.guest("Abcdefghijklmno-pq").name for _ in range(2)][1] == "Guest Abcdefghijklmno 2"


@pytest.mark.parametrize("password", ["", "short", "x" * 257])
def test_passwords_that_are_too_short_or_too_long_are_refused(door: Door, password: str) -> None:
    with pytest.raises(PitbossError):
        door.people.add("Bob", password)


def test_the_first_administrator_by_a_link_that_works_once() -> None:
    door = Door()
    old, token = door.people.setup_token(), door.people.setup_token()
    assert old is not None
    assert token is not None
    with pytest.raises(NotKnown):
        door.people.set_up(old, "Boss", PASSWORD)
    with pytest.raises(PitbossError):
        door.people.set_up(token, "Boss", "short")
    session = door.people.set_up(token, "Boss", PASSWORD)
    assert session.person.role == "administrator"
    for used in (token, "", old):
        with pytest.raises(NotKnown):
            door.people.set_up(used, "Boss 2", PASSWORD)
    assert door.people.setup_token() is None


def test_of_two_who_use_the_link_at_once_one_is_administrator() -> None:
    door = Door()
    token = door.people.setup_token()
    assert token is not None
    made: list[str] = []

    def use(name: str) -> None:
        with suppress(NotKnown):
            made.append(door.people.set_up(token, name, PASSWORD).person.name)

    threads = [threading.Thread(target=use, args=(f"Boss {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert [person.name for person in door.people.everybody()] == made


def test_a_link_with_a_taken_name_still_works(door: Door) -> None:
    token = door.people.setup_token()
    assert token is not None
    with pytest.raises(NameTaken):
        door.people.set_up(token, "Ann", PASSWORD)
    assert door.people.set_up(token, "Boss", PASSWORD).person.role == "administrator"


def test_who_was_cut_off_before_getting_chips_gets_them_at_the_next_sign_in() -> None:
    store = MemoryStore()

    async def sign_in_twice() -> None:
        running = Running(Floor(store, Keys.fresh(), clock=lambda: 1_000_000))
        await running.start()
        try:
            for _ in range(2):
                await greet(running, Person("Ann", "player", guest=False))
        finally:
            await running.stop()

    asyncio.run(sign_in_twice())
    assert store.balances([player("Ann")]) == {player("Ann"): GUEST_CHIPS}
    assert store.head("person:Ann")[0] == 1
