"""What compliance has judged: a stream of its own, whose entries say who and when, and seal everything else.

A bundle or a reader of the log sees that something was judged. About whom, how and why opens with the keys of the
floor alone: the log stays whole, and the person, other staff and a stranger with the evidence learn nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct

from pitboss.errors import IllegalAction
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import check_printable, decode
from pitboss.service.floor.events import JudgementSealed
from pitboss.service.operations.keys import Keys
from pitboss.store import Entry

__all__ = ["Finding", "Judgement", "Judgements", "decide_judgement", "judge_command", "sealed_text"]

Finding = Literal["nothing", "watched", "reported"]
"""What compliance makes of a pattern: nothing, it is kept in sight, or it was reported to the authority."""


class Judgement(Struct, frozen=True, kw_only=True):
    """One judgement of a pattern; a later one counts instead of an earlier one."""

    pattern: str
    finding: Finding
    note: str
    by: str = ""
    at: int = 0


class Judgements(Struct, frozen=True):
    """Every judgement so far, by the pattern that it is about, oldest first."""

    by_pattern: Mapping[str, tuple[Judgement, ...]] = {}

    def of(self, pattern: str) -> tuple[Judgement, ...]:
        return self.by_pattern.get(pattern, ())


def sealed_text(judgement: Judgement) -> str:
    """What is sealed in the entry."""
    if not judgement.note.strip():
        raise IllegalAction("cash.judgement_note")
    text = msgspec.json.encode({"pattern": judgement.pattern, "finding": judgement.finding, "note": judgement.note})
    check_printable(text.decode())
    return text.decode()


def judge_command(keys: Keys, text: str) -> c.Judge:
    """The command that goes with a sealed text; the same text has the same mark."""
    return c.Judge(mark=sha256(keys.sign(text.encode())).hexdigest()[:16])


def decide_judgement(judgements: Judgements, entry: Entry, text: str) -> tuple[Judgements, tuple[JudgementSealed, ...]]:
    """The judgements after an entry with what was sealed in it."""
    said: Judgement = decode(text, Judgement)
    judged = msgspec.structs.replace(said, by=entry.actor, at=entry.at)
    after = {**judgements.by_pattern, judged.pattern: (*judgements.of(judged.pattern), judged)}
    return Judgements(after), (JudgementSealed(by=entry.actor),)
