"""What the house keeps about a person besides their play: personal fields, sealed by a key of that person alone.

The log has the fields' names in the open and their values under the seal. The key is a document beside the log, sealed
in its turn by the keys of the floor. Whoever is forgotten loses the key: every entry stays as it was, hash and all, and
nobody opens the fields again.
"""

from __future__ import annotations

import hmac
import os
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.errors import IllegalAction
from pitboss.ledger import player
from pitboss.service.accounting.cash import moved_by, thresholds_of
from pitboss.service.audit.log_by_time import entries_after
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import check_printable, decode
from pitboss.service.floor.house import House
from pitboss.service.floor.recorded import PersonCommand
from pitboss.service.floor.stream_names import TABLES, person_named, person_stream, table_named
from pitboss.service.operations.keys import Keys, KeyTrouble
from pitboss.service.people.accounts import plain_name
from pitboss.service.tables.live_table import Live
from pitboss.store import Entry, Store
from pitboss.typed import noted

__all__ = ["FIELDS", "KEPT_YEARS", "KEY_KIND", "PersonalData", "check_forgetting", "is_forgotten"]

KEY_KIND: Final = "person_key"
"""The kind of the documents that hold the keys."""
FIELDS: Final = ("full_name", "born", "address", "email", "phone", "identification", "notes")
"""What may be kept about a person."""
LONGEST: Final = 500
KEPT_YEARS: Final = 5
"""How long a reported sum of cash keeps its person from being forgotten (31 CFR 1010.430)."""
YEAR_MS: Final = 365 * 24 * 3600 * 1000
_NONCE: Final = 12


class PersonalData:
    """The personal fields of everybody, over a store and the keys of the floor."""

    def __init__(self, store: Store, keys: Keys, *, chance: Callable[[int], bytes] = os.urandom) -> None:
        self._store, self._keys, self._chance = store, keys, chance

    # fields

    def command(self, name: str, fields: Mapping[str, str]) -> c.KeepDetails:
        """The command that keeps these fields under the person's seal; raises IllegalAction."""
        if is_forgotten(self._store, name):
            raise IllegalAction("person.forgotten")
        unknown = [field for field in fields if field not in FIELDS]
        if unknown:
            raise IllegalAction("details.unknown_field", fields=list(FIELDS))
        kept = {field: text.strip() for field, text in fields.items() if text.strip()}
        if any(len(text) > LONGEST for text in kept.values()):
            raise IllegalAction("details.too_long", most=LONGEST)
        values = msgspec.json.encode(kept, order="sorted")
        check_printable(values.decode())
        key = self._key(name, make=True)
        nonce = hmac.digest(key, values, "sha256")[:_NONCE]  # asked again, it is the same command
        sealed = nonce + AESGCM(key).encrypt(nonce, values, _about(name))
        return c.KeepDetails(fields=tuple(sorted(kept)), sealed=b64encode(sealed).decode())

    def read(self, name: str) -> dict[str, str]:
        """The fields that were kept last; empty where none were, or where the person is forgotten."""
        last = next((command for command in reversed(_commands(self._store, name)) if _keeps(command)), None)
        key = self._store.get(KEY_KIND, plain_name(name))
        if not isinstance(last, c.KeepDetails) or key is None:
            return {}
        sealed = b64decode(last.sealed)
        try:
            text = AESGCM(self._key(name)).decrypt(sealed[:_NONCE], sealed[_NONCE:], _about(name))
        except InvalidTag as error:
            raise KeyTrouble(f"the details of {name} cannot be unsealed: another key, or they were changed") from error
        fields: dict[str, str] = msgspec.json.decode(text, type=noted(dict[str, str]))
        return fields

    # keys

    def _key(self, name: str, *, make: bool = False) -> bytes:
        found = self._store.get(KEY_KIND, plain_name(name))
        if found is None and make:
            sealed = self._keys.seal(self._chance(32), _key_seal(name))
            self._store.put(KEY_KIND, plain_name(name), {"sealed": sealed.hex()}, expected=0)
            found = self._store.get(KEY_KIND, plain_name(name))  # another server may have been first
        assert found is not None
        return self._keys.unseal(bytes.fromhex(found[0]["sealed"]), _key_seal(name))

    def destroy_key(self, name: str) -> None:
        """Make what is sealed unreadable for ever; the log says before that it is to be so."""
        self._store.put(KEY_KIND, plain_name(name), None)

    def destroy_forgotten(self) -> int:
        """Destroy the keys of people whom the log calls forgotten: after a crash in between, or an old backup."""
        kept = [key for key, _ in self._store.documents(KEY_KIND)]
        people = _people(self._store) if kept else {}
        left = [key for key in kept if key in people and _is_over(self._store, *people[key])]
        for key in left:
            self._store.put(KEY_KIND, key, None)
        return len(left)


def is_forgotten(store: Store, name: str) -> bool:
    """Whether the log says that somebody is forgotten; the name as it is compared will do."""
    stream = person_stream(name)
    last, _ = store.head(stream)
    if not last:
        stream, last = _people(store).get(plain_name(name), ("", 0))
    return bool(last) and _is_over(store, stream, last)


def _people(store: Store) -> dict[str, tuple[str, int]]:
    """Everybody's stream and its last version, by their names as they are compared."""
    heads = store.heads(prefix=person_stream(""))
    return {plain_name(person_named(stream)): (stream, last) for stream, (last, _) in heads.items()}


def _is_over(store: Store, stream: str, last: int) -> bool:
    """Whether a person's stream has ended with their being forgotten: nothing is taken after that."""
    entries = store.read(stream, after=last - 1, upto=last)
    return any(isinstance(decode(entry.command, PersonCommand), c.Forget) for entry in entries)


def check_forgetting(store: Store, house: House, name: str, at: int, table: Callable[[str], Live]) -> None:
    """Refuse to forget somebody who sits at a table, has money here, or whose cash was reported not long ago."""
    for found in map(table_named, store.heads(prefix=TABLES)):
        if name in table(found).table.players:
            raise IllegalAction("forget.at_a_table", table=found)
    if cents := store.balances([player(name)])[player(name)]:
        raise IllegalAction("forget.has_money", cents=cents)
    if day := _reported(store, house, name, at):
        raise IllegalAction("forget.cash_reported", day=day, years=KEPT_YEARS)


def _reported(store: Store, house: House, name: str, at: int) -> str:
    """The last gaming day on which cash of somebody had to be reported, within the years that it is kept."""
    sums: Counter[tuple[str, str]] = Counter()
    for entry in _entries(store, person_stream(name)):
        if entry.at >= at - KEPT_YEARS * YEAR_MS:
            for _, movement in moved_by(entry):
                sums[house.days.day_of(entry.at), movement.direction] += movement.cents
    reported = {day for (day, _), cents in sums.items() if _must_report(house, day, cents)}
    return max(reported, default="")


def _must_report(house: House, day: str, cents: int) -> bool:
    return thresholds_of(house.cash, house.days, day).level(cents) == "reported"


def _entries(store: Store, stream: str) -> Iterator[Entry]:
    head, _ = store.head(stream)
    return entries_after(store, stream, 0, last=head)


def _commands(store: Store, name: str) -> list[c.Command]:
    return [decode(entry.command, PersonCommand) for entry in _entries(store, person_stream(name))]


def _keeps(command: c.Command) -> bool:
    return isinstance(command, c.KeepDetails)


def _about(name: str) -> bytes:
    return f"details of {name}".encode()


def _key_seal(name: str) -> str:
    return f"key of {plain_name(name)}"
