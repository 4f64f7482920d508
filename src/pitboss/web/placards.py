"""The placard of a sheet for the pages, and where each clause is posted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache

from pydantic import BaseModel, Field

from pitboss.rules import Sheet, load
from pitboss.rules.load import SHIPPED
from pitboss.rules.placard import Approval, Line, placard
from pitboss.rules.write import set_text
from pitboss.service.floor.house import SIGNATURES, Approved

__all__ = ["LimitsNotice", "PlacardShown", "PostedAt", "approval_of", "places", "shown"]


class PostedAt(BaseModel):
    """Where the placard of a sheet says something."""

    sheet: str
    part: str


class PlacardLine(BaseModel):
    """One sentence, or one pay line with its odds, and the clauses behind it."""

    text: str
    clauses: list[str]
    pays: str = ""
    departs: bool = Field(False, description="whether it leaves the document of the sheet")


class PlacardPart(BaseModel):
    title: str
    lines: list[PlacardLine]


class LimitsNotice(BaseModel):
    """Other limits that are announced for a table: with the next round, or with the first one after a time."""

    minimum: int
    maximum: int
    at: int = Field(description="in milliseconds since 1970; 0 for the next round")
    keeps_earlier: bool = Field(description="whether players who sit there keep the limits they sat down to")


class PlacardShown(BaseModel):
    """A sheet as it is posted: what it is, who approved it, and the whole game; money in cents."""

    sheet: str
    title: str
    house: str
    game: str
    version: str
    edition: str
    approved: bool
    approved_by: str
    approved_on: str
    hash: str = Field(description="of the rules: sheets that play alike have the same one")
    text: str = Field(description="the hash of its text with everything it extends: what the log knows it by")
    proposed_by: str = Field(description="who proposed it to the house; empty where the program has signed for it")
    minimum: int
    maximum: int
    notice: LimitsNotice | None = Field(None, description="other limits that are announced for the table")
    sets: list[str] = Field(description="what was set on the shipped sheet")
    notes: list[PlacardLine]
    parts: list[PlacardPart]


def approval_of(signed: Approved | None) -> Approval | None:
    """Who has signed for a sheet, as the placard says it."""
    if signed is None:
        return None
    on = datetime.fromtimestamp(signed.at / 1000, UTC).date().isoformat()
    people = ("", "") if signed.approved_by in SIGNATURES else (signed.approved_by, signed.proposed_by)
    return Approval(people[0], on, people[1])


def shown(sheet: Sheet, signed: Approved | None = None) -> PlacardShown:
    """A sheet as it is posted, at a table of the house with those who signed for it."""
    approval = approval_of(signed)
    posted = placard(sheet, approval)
    by, on = sheet.approved_by, sheet.approved_on
    if approval is not None and (approval.by or not sheet.approved):
        by, on = approval.by, approval.on
    return PlacardShown(
        sheet=sheet.name,
        title=sheet.title,
        house=sheet.house,
        game=sheet.game,
        version=sheet.version,
        edition=sheet.edition,
        approved=bool(by),
        approved_by=by,
        approved_on=on,
        hash=sheet.hash,
        text=sheet.text_hash,
        proposed_by=approval.proposed_by if approval is not None else "",
        minimum=sheet.rules.table.minimum,
        maximum=sheet.rules.table.maximum,
        notice=None,
        sets=_sets(sheet),
        notes=[_line(note) for note in posted.notes],
        parts=[PlacardPart(title=part.title, lines=[_line(line) for line in part.lines]) for part in posted.parts],
    )


def _line(line: Line) -> PlacardLine:
    return PlacardLine(text=line.text, clauses=list(line.clauses), pays=line.pays, departs=line.departs)


def _sets(sheet: Sheet) -> list[str]:
    """What differs from the shipped sheet of the same name; of a house's own, what is set on it."""
    if sheet.name not in SHIPPED:
        return list(sheet.content.sets)
    before = load(sheet.name).values
    changed = [path for path, value in sheet.values.items() if before.get(path) != value]
    return [f"{path}={set_text(sheet.written(path))}" for path in changed]


@cache
def places() -> Mapping[str, tuple[PostedAt, ...]]:
    """For each clause the parts of the shipped placards that carry it."""
    found: dict[str, list[PostedAt]] = defaultdict(list)
    for name in SHIPPED:
        posted = placard(load(name))
        said = [("Edition and approval", posted.notes), *((part.title, part.lines) for part in posted.parts)]
        for title, lines in said:
            for clause_id in dict.fromkeys(clause_id for line in lines for clause_id in line.clauses):
                found[clause_id].append(PostedAt(sheet=name, part=title))
    return {clause_id: tuple(where) for clause_id, where in found.items()}
