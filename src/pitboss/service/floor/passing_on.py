"""A command that is passed on to the server that leads its table, and what came of it there."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from pitboss.errors import IllegalAction, NotNow, PitbossError, Refusal
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode, encode
from pitboss.service.floor.floor import Busy, Unknown
from pitboss.service.floor.leading import Leading
from pitboss.service.floor.private_way import Lost, Unanswered
from pitboss.service.floor.streams import Answer
from pitboss.service.people.accounts import NotKnown
from pitboss.store import Server

__all__ = [
    "Asked",
    "Decision",
    "InDoubt",
    "NotHere",
    "Unsure",
    "answered",
    "pass_on",
    "tell_new_role",
    "tell_signed_out",
]

log = logging.getLogger(__name__)


class Unsure(Refusal):
    """Whoever was to do it did not answer: whether it was done is seen when it is sent again with the same name."""


class NotHere(PitbossError):
    """Another server leads the table."""


class InDoubt(NotHere):
    """The server that was asked did not answer: it may have done it, may yet do it, or never will."""


class Asked(NamedTuple):
    """A command as it came in."""

    table: str
    command: c.TableCommand
    actor: str
    role: str
    client: str
    question: int | None
    session: str = ""


class Decision(NamedTuple):
    """A decision of the house that takes effect at a table."""

    table: str
    command: c.HouseRecord
    actor: str
    role: str
    client: str
    session: str = ""


class Look(Struct, frozen=True, tag="look"):
    """Somebody came, went, or gave up tables."""


class Pass(Struct, frozen=True, tag="pass"):
    """A command of somebody who came to another server."""

    table: str
    command: msgspec.Raw
    actor: str
    role: str
    client: str
    question: int | None
    session: str


class Decide(Struct, frozen=True, tag="decide"):
    """A decision of the house, made at another server, that takes effect at a table."""

    table: str
    command: msgspec.Raw
    actor: str
    role: str
    client: str
    session: str


class SignedOut(Struct, frozen=True, tag="signed_out"):
    """Sessions have ended: whoever watches by one of them sees no more."""

    sessions: tuple[str, ...]


class NewRole(Struct, frozen=True, tag="new_role"):
    """Somebody has another role: what they watch is shown to that one."""

    person: str


class Done(Struct, frozen=True, tag="done"):
    stream: str
    version: int


class Refused(Struct, frozen=True, tag="refused"):
    kind: str
    code: str
    clause: str
    params: dict[str, Any]


class Elsewhere(Struct, frozen=True, tag="elsewhere"):
    """This server does not lead the table."""


Message = Look | Pass | Decide | SignedOut | NewRole
"""What another server may say."""

_KINDS: Final[dict[str, type[Refusal]]] = {
    kind.__name__: kind for kind in (Refusal, IllegalAction, NotNow, Unknown, Busy, Unsure, NotKnown)
}


async def pass_on(leading: Leading, server: Server, asked: Asked | Decision, until: float) -> Answer:
    """Have another server do something, until a time of the loop.

    Raises what it refuses, NotHere where nothing was done since it cannot be reached or leads the table no longer, and
    InDoubt where it did not answer.
    """
    try:
        answer = decode(await leading.ask(server, encode(_body(asked)), until), Done | Refused | Elsewhere)
    except Unanswered as lost:
        raise InDoubt from lost
    except Lost as lost:
        raise NotHere from lost
    match answer:
        case Done():
            return Answer(answer.stream, answer.version)
        case Refused():
            raise _KINDS.get(answer.kind, Refusal)(answer.code, answer.clause, **answer.params)
        case _:
            leading.look()
            raise NotHere


def _body(asked: Asked | Decision) -> Pass | Decide:
    table, command, actor, role, client, *rest = asked
    return (Decide if isinstance(asked, Decision) else Pass)(
        table, msgspec.Raw(encode(command)), actor, role, client, *rest
    )  # fmt: skip


def _asked(body: Pass | Decide) -> Asked | Decision:
    if isinstance(body, Decide):
        decided: Any = decode(bytes(body.command), c.HouseRecord)
        return Decision(body.table, decided, body.actor, body.role, body.client, body.session)
    command: Any = decode(bytes(body.command), c.TableCommand)
    return Asked(body.table, command, body.actor, body.role, body.client, body.question, body.session)


async def tell_signed_out(leading: Leading, sessions: Collection[str]) -> None:
    """Tell the other servers that sessions have ended; who does not hear it sees it by looking them up."""
    await leading.tell_all(encode(SignedOut(tuple(sessions))))


async def tell_new_role(leading: Leading, person: str) -> None:
    """Tell the other servers that somebody has another role; who does not hear it sees it by looking them up."""
    await leading.tell_all(encode(NewRole(person)))


class Answering(Protocol):
    """What is done for other servers."""

    signed_out: Callable[[Collection[str]], None]
    new_role: Callable[[str], Awaitable[None]]

    async def for_another(self, asked: Asked | Decision) -> Answer: ...


def answered(leading: Leading, here: Answering) -> Callable[[bytes], Awaitable[bytes]]:
    """Return what answers other servers: commands at own tables are done, a look is taken where one is asked for."""

    async def answer(octets: bytes) -> bytes:
        try:
            return await heard(decode(octets, Message))
        except Exception:  # a bug of ours, or another version; whoever asked is not left waiting
            log.exception("what another server asked failed")
            return encode(Refused("Refusal", "server.mistake", "", {}))

    async def heard(asked: Message) -> bytes:
        match asked:
            case Pass() | Decide():
                return await _done(here, asked)
            case Look():
                leading.look()
            case SignedOut():
                here.signed_out(asked.sessions)
            case NewRole():
                await here.new_role(asked.person)
        return encode(Done("", 0))

    return answer


async def _done(here: Answering, asked: Pass | Decide) -> bytes:
    """Do what was passed on; returns what came of it, as it is sent back."""
    try:
        done = await here.for_another(_asked(asked))
    except NotHere:
        return encode(Elsewhere())
    except Refusal as refusal:
        kind = next((name for name in map(_name, type(refusal).__mro__) if name in _KINDS), "Refusal")
        return encode(Refused(kind, refusal.code, refusal.clause, dict(refusal.params)))
    except PitbossError as error:
        return encode(Refused("Unsure", "store.unsure", "", {"trouble": str(error)}))
    return encode(Done(done.stream, done.version))


def _name(kind: type) -> str:
    return kind.__name__
