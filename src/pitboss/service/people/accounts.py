"""People: accounts, passwords, sessions, and the one-time link for the first administrator.

Passwords are kept as argon2 hashes, session tokens as SHA-256: who reads the store learns neither. After several wrong
passwords an account is locked for a while, and each further one doubles that.
"""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from pitboss.errors import IllegalAction, Refusal
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.people.permissions import Role
from pitboss.store import Store

__all__ = [
    "SESSION_KIND",
    "Locked",
    "NameTaken",
    "NotKnown",
    "People",
    "Person",
    "Role",
    "Session",
    "UnknownPerson",
    "account_mark",
    "account_named",
    "check_name",
    "hash_of_nobody",
    "password_mark",
    "plain_name",
]  # fmt: skip

SESSION_MS: Final = 12 * 3600 * 1000
FREE_TRIES: Final = 5
LOCK_MS: Final = 30_000
LONGEST_LOCK_MS: Final = 3600 * 1000
LONGEST_NAME: Final = 24
_BETWEEN: Final = " .'-"
_NAME: Final = re.compile(rf"[^\W_][\w{_BETWEEN}]{{0,{LONGEST_NAME - 2}}}[\w.]|[^\W_]")
_OF_THE_HOUSE: Final = frozenset({"automatic", "dealer", "house", "link", "nobody", "pitboss", "visitor"})
"""Names that the house signs with itself, or that would say who somebody is."""
_INVISIBLE: Final = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5\u2800")
"""Unicode categories of characters that are invisible."""
_LOOK_LATIN: Final = frozenset("АВЕЅІЈКМНОРСТУХҮавеѕіјкморстухүҺһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ")
"""Cyrillic and Greek letters that are taken for Latin ones."""
SHORTEST_PASSWORD: Final = 10
SESSION_KIND: Final = "session"
SIGN_IN_KIND: Final = "sign_in_name"
"""The kind of the documents that lead from a marked name to the one that somebody plays by."""
_PLAIN_LETTERS: Final = "ACDEFHJKLMNPRTUVWXY34679"
"""Letters and digits that nobody takes for others."""
_NO_MATCH: Final = "sign_in.no_match"


class NameTaken(Refusal):
    """Somebody has that name."""


class NotKnown(Refusal):
    """Name and password do not belong together, or the session is over."""


class UnknownPerson(Refusal):
    """There is nobody of that name."""


class Locked(Refusal):
    """Too many wrong passwords."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the house knows."""

    name: str
    role: Role
    guest: bool


@dataclass(frozen=True, slots=True)
class Session:
    """A person signed in; ``csrf`` goes with every request that changes something."""

    person: Person
    csrf: str
    token: str = ""
    until: int = 0
    """When it is over by itself, in milliseconds since 1970."""

    @property
    def key(self) -> str:
        """What the session is kept under: every commit that it asks for names it, and is refused once it is gone."""
        return _hashed(self.token)


def check_name(name: str) -> str:
    """A name as it may be shown: letters, digits, and a few marks between them."""
    if not _readable(name):
        raise Refusal("name.letters")
    if not _of_one_alphabet(name):
        raise Refusal("name.one_alphabet")
    return name


def _of_one_alphabet(name: str) -> bool:
    """Whether nobody takes a name for one in another alphabet: its letters are of one, and not all of them look alike.

    >>> [_of_one_alphabet(name) for name in ("Ann", "Zoë", "Анна", "\\u0410nn", "\\u0421\\u043e\\u0440")]
    [True, True, True, False, False]
    """
    letters = [char for char in name if char.isalpha()]
    alphabets = {unicodedata.name(char, "").partition(" ")[0] for char in letters}
    return len(alphabets) <= 1 and not (letters and all(char in _LOOK_LATIN for char in letters))


def _readable(name: str) -> bool:
    """Only in its plain form, or two names that look alike would be two people."""
    plain = _NAME.fullmatch(name) is not None and unicodedata.normalize("NFKC", name) == name
    return plain and not any(char in _INVISIBLE for char in name)


def plain_name(name: str) -> str:
    """A name as it is compared: upper and lower case are one, and so are spaces beside each other."""
    return " ".join(name.casefold().split())


def password_mark(hashed: str | None) -> str:
    """Return what the log notes of a password: a hash of its salted hash, which tells nothing but that it is the same.

    >>> password_mark(None)
    'guest'
    """
    return "guest" if hashed is None else sha256(hashed.encode()).hexdigest()[:32]


def account_mark(store: Store, name: str) -> str:
    """Return the mark of an account's password; empty where there is no account."""
    found = store.get("person", plain_name(name))
    return password_mark(found[0]["password"]) if found else ""


def account_named(store: Store, name: str) -> str:
    """The name as somebody with an account writes it; empty where nobody of that name has one."""
    found = store.get("person", plain_name(name))
    return str(found[0]["name"]) if found else ""


def hash_of_nobody(hasher: PasswordHasher) -> str:
    """A hash that no password fits, and that takes as long to check as any other.

    It is made up, because hashing a password would take a tenth of a second at every start.
    """
    salt, hashed = (
        b64encode(secrets.token_bytes(length)).decode().rstrip("=") for length in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2{hasher.type.name.lower()}$v={ARGON2_VERSION}${cost}${salt}${hashed}"


class People:
    """Everybody the house knows, over the store."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], int],
        hasher: PasswordHasher | None = None,
        pseudonyms: Callable[[bytes], bytes] | None = None,
    ) -> None:
        """``pseudonyms`` marks a name by a key of the house: new accounts then play by a name that says nothing."""
        self._store, self._clock, self._marked = store, clock, pseudonyms
        self._hasher = hasher or PasswordHasher(parallelism=1)  # the other processors are the tables'
        self._nobody = hash_of_nobody(self._hasher)

    # accounts

    def add(self, name: str, password: str | None, role: Role = "player") -> Person:
        """A new account; without a password it is a guest's, for one session."""
        check_name(name)
        if password is not None:
            _check_free(name)
            _check_password(name, password)
        facts = {
            "name": name,
            "role": role,
            "password": self._hasher.hash(password) if password is not None else None,
            "made": self._clock(),
            "failures": 0,
            "locked_until": 0,
        }
        if self._store.put("person", plain_name(name), facts, expected=0) < 0:
            raise NameTaken("name.taken", name=name)
        return _person(facts)

    def add_by_pseudonym(self, name: str, password: str) -> Person:
        """A new account whose name the log never has: it is signed in by the name, and plays by a pseudonym."""
        check_name(name)
        _check_free(name)
        called = self._mark(name)
        if self._store.get("person", plain_name(name)) or self._store.put(SIGN_IN_KIND, called, {}, expected=0) < 0:
            raise NameTaken("name.taken", name=name)
        try:
            _check_password(name, password)
            person = self._with_a_pseudonym(password)
        except Refusal:
            self._store.put(SIGN_IN_KIND, called, None)
            raise
        self._change(person.name, lambda facts: {**facts, "called": called})
        self._store.put(SIGN_IN_KIND, called, {"person": person.name})
        return person

    def _with_a_pseudonym(self, password: str) -> Person:
        while True:
            letters = "".join(secrets.choice(_PLAIN_LETTERS) for _ in range(6))
            with suppress(NameTaken):
                return self.add(f"Player {letters}", password)

    @property
    def by_pseudonym(self) -> bool:
        """Whether new accounts play by a pseudonym."""
        return self._marked is not None

    def _mark(self, name: str) -> str:
        """A name as it is looked up where nobody may read it."""
        assert self._marked is not None
        return sha256(self._marked(f"name {plain_name(name)}".encode())).hexdigest()

    def _known_as(self, name: str) -> str:
        """The name that somebody plays by, from the one they sign in by."""
        if self._marked is None or self._store.get("person", plain_name(name)) is not None:
            return name
        found = self._store.get(SIGN_IN_KIND, self._mark(name))
        return str(found[0].get("person", name)) if found else name

    def guest(self, called: str = "") -> Person:
        """A new guest with a name nobody has: as they want to be called, with a number where somebody is called so."""
        for name in _guest_names(called):
            with suppress(NameTaken):
                return self.add(name, None)
        raise AssertionError("names for guests never end")

    def find(self, name: str) -> Person | None:
        found = self._store.get("person", plain_name(name))
        return _person(found[0]) if found else None

    def everybody(self) -> list[Person]:
        return [_person(facts) for _, facts in self._store.documents("person")]

    def for_a_role(self, name: str) -> Person:
        """Somebody who can be given another role."""
        person = self.find(name) if _readable(name) else None
        if person is None:
            raise UnknownPerson("name.nobody")
        if person.guest:
            raise IllegalAction("person.guest_stays")
        return person

    def set_role(self, name: str, role: Role) -> Person:
        """Give somebody another role; all sessions of theirs go on with it."""
        self.for_a_role(name)
        facts = self._change(name, lambda facts: {**facts, "role": role})
        assert facts is not None  # nobody is ever taken out
        return _person(facts)

    def forget(self, name: str) -> list[str]:
        """End an account: nobody signs in to it again, and nobody else gets the name that the log knows.

        Returns what its sessions were kept under, which have ended with it.
        """
        self._change(name, lambda facts: {**facts, "password": None, "failures": 0, "locked_until": 0, "ended": True})
        if (called := self._store.get("person", plain_name(name))) is not None:
            self._store.put(SIGN_IN_KIND, str(called[0].get("called", "")), None)
        sessions = self._store.documents(SESSION_KIND)
        ended = [key for key, facts in sessions if plain_name(facts["person"]) == plain_name(name)]
        for key in ended:
            self._store.put(SESSION_KIND, key, None)
        return ended

    def _change(self, name: str, changed: Callable[[JsonObject], JsonObject]) -> JsonObject | None:
        """Change somebody's account; a concurrent change is not lost."""
        while (found := self._store.get("person", plain_name(name))) is not None:
            facts = changed(found[0])
            if self._store.put("person", plain_name(name), facts, expected=found[1]) >= 0:
                return facts
        return None

    # signing in

    def sign_in(self, name: str, password: str) -> Session:
        """A session for who knows the password; an unknown name takes as long as a wrong password."""
        name = self._known_as(name) if _readable(name) else name
        found = self._store.get("person", plain_name(name)) if _readable(name) else None
        if found is None or found[0]["password"] is None:
            self._fits(self._nobody, password)
            raise NotKnown(_NO_MATCH)
        try:
            facts = self._change(name, self._tried) or found[0]
        except Locked:
            self._fits(self._nobody, password)
            raise
        if not self._fits(facts["password"], password):
            raise NotKnown(_NO_MATCH)
        facts = self._change(name, lambda facts: {**facts, "failures": 0, "locked_until": 0}) or facts
        return self.session_for(_person(facts))

    def check_password(self, name: str, password: str) -> None:
        """Refuse where a password is not that of an account; tries count as they do at signing in."""
        facts = self._change(name, self._tried)
        if facts is None or facts["password"] is None or not self._fits(facts["password"], password):
            raise IllegalAction("forget.password")
        self._change(name, lambda facts: {**facts, "failures": 0, "locked_until": 0})

    def _fits(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    def _tried(self, facts: JsonObject) -> JsonObject:
        """Count one more try before the password is checked, so that parallel tries cannot exceed the limit."""
        if facts["locked_until"] > self._clock():
            raise Locked("sign_in.locked")
        failures = facts["failures"] + 1
        over = failures - FREE_TRIES
        locked = self._clock() + min(LOCK_MS << min(over, 20), LONGEST_LOCK_MS) if over >= 0 else 0
        return {**facts, "failures": failures, "locked_until": locked}

    def session_for(self, person: Person) -> Session:
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        until = self._clock() + SESSION_MS
        self._store.put(SESSION_KIND, _hashed(token), {"person": person.name, "csrf": csrf, "until": until})
        return Session(person, csrf, token, until)

    def session(self, token: str) -> Session | None:
        """The session of a token, if it is not over."""
        found = self._store.get(SESSION_KIND, _hashed(token)) if token else None
        if found is None:
            return None
        facts, _ = found
        if facts["until"] < self._clock():
            self.sign_out(token)
            return None
        found = self._store.get("person", plain_name(facts["person"]))
        if found is None or found[0].get("ended"):  # somebody signed in while their account was ended
            return None
        return Session(_person(found[0]), facts["csrf"], token, facts["until"])

    def is_over(self, session: Session) -> bool:
        """Whether the time of a session has run out."""
        return session.until < self._clock()

    def sign_out(self, token: str) -> None:
        """End a session: from here on nothing is done by it, whichever server is asked."""
        self._store.put(SESSION_KIND, _hashed(token), None)

    def forget_old_sessions(self) -> int:
        """Drop the sessions that are over; returns how many."""
        now = self._clock()
        over = [key for key, facts in self._store.documents(SESSION_KIND) if facts["until"] < now]
        for key in over:
            self._store.put(SESSION_KIND, key, None)
        return len(over)

    # the first administrator

    def setup_token(self) -> str | None:
        """A one-time token while there is no administrator; each new one makes the last worthless."""
        if any(person.role == "administrator" for person in self.everybody()):
            return None
        token = secrets.token_urlsafe(24)
        self._store.put("setup", "administrator", {"hash": _hashed(token)})
        return token

    def set_up(self, token: str, name: str, password: str) -> Session:
        """The first administrator, by the one-time link; it works once."""
        found = self._store.get("setup", "administrator")
        if found is None or not hmac.compare_digest(found[0]["hash"], _hashed(token)):
            raise NotKnown("sign_in.link_used")
        check_name(name)
        _check_free(name)
        _check_password(name, password)
        if self._store.put("setup", "administrator", {"hash": ""}, expected=found[1]) < 0:
            raise NotKnown("sign_in.link_just_used")
        try:
            return self.session_for(self.add(name, password, "administrator"))
        except NameTaken:
            self._store.put("setup", "administrator", found[0])
            raise


def _guest_names(called: str) -> Iterator[str]:
    """Names to try for a guest without end; the number grows long only where many want to be called the same.

    >>> names = _guest_names("Maren")
    >>> next(names), next(names), next(names)
    ('Guest Maren', 'Guest Maren 2', 'Guest Maren 3')
    """
    if called:
        yield f"Guest {called}"
    plain = re.sub(r" \d+$", "", f"Guest {called}".rstrip())
    for number in map(str, chain(range(2, 10), _numbers(2)) if called else _numbers(4)):
        yield f"{plain[: LONGEST_NAME - 1 - len(number)].rstrip(_BETWEEN)} {number}"


def _numbers(digits: int) -> Iterator[int]:
    """Numbers of so many digits; a few are tried before there is a further digit."""
    for more in count(digits):
        yield from (10 ** (more - 1) + secrets.randbelow(9 * 10 ** (more - 1)) for _ in range(4))


def _check_free(name: str) -> None:
    key = plain_name(name)
    if key in _OF_THE_HOUSE or re.match(r"guest\b", key):
        raise NameTaken("name.of_the_house", name=name)


def _check_password(name: str, password: str) -> None:
    if len(password) < SHORTEST_PASSWORD:
        raise Refusal("password.too_short", least=SHORTEST_PASSWORD)
    if len(password) > 256 or password.casefold() == name.casefold():
        raise Refusal("password.choose_another")


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _person(facts: JsonObject) -> Person:
    return Person(facts["name"], facts["role"], facts["password"] is None)
