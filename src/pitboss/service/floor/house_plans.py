"""What a decision of the house would do: to the house itself, and to the meter or the table that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from pitboss.rules import Content
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.cash_rules import check_thresholds
from pitboss.service.floor.comp_rules import check_comp_rate
from pitboss.service.floor.gaming_days import check_day
from pitboss.service.floor.house import (
    HOUSE_ACTOR,
    House,
    check_sheet,
    check_two_people,
    for_the_meter,
    for_the_table,
    shown_now,
)
from pitboss.service.floor.ratings_retention import check_retention
from pitboss.service.floor.recorded import recorded
from pitboss.service.floor.stream_names import HOUSE_STREAM
from pitboss.service.floor.streams import AnyChange, HouseStream, Plan, finished
from pitboss.service.people.permissions import check_permitted
from pitboss.service.tables.table_limits import check_limits

if TYPE_CHECKING:
    from pitboss.service.floor.floor import Floor

__all__ = ["plan_house"]

Wanted = c.RaiseMeter | c.LowerMeter | tuple[str, r.ChangeLimits] | None
"""What a decision means for the link or for a table."""


def plan_house(
    floor: Floor, command: c.HouseRecord, *, actor: str, role: str, client: str, content: Content | None
) -> Plan:
    """Return what a decision of the house would do; raises an IllegalAction that changes nothing."""
    stream = cast(HouseStream, floor.stream(HOUSE_STREAM))
    check_permitted(command, role)
    floor.check_role(actor, role)
    check_two_people(stream.state or House(), command, actor, floor.clock(), floor.waiting_ms)
    asked, wanted = _recorded(floor, command, content)
    draft = floor.draft(stream, asked, actor=actor, role=role, client=client)
    changes: list[AnyChange] = [finished(stream.decide(asked, draft), ())]
    if isinstance(wanted, (c.RaiseMeter, c.LowerMeter)):
        changes.append(floor.on_link(wanted, draft.at))
    elif wanted is not None:
        changes.append(_at_table(floor, *wanted, draft.at))
    if isinstance(asked, r.Propose) and isinstance(asked.change, c.SheetChange):
        changes += floor.kept(floor.sheets.sheet(asked.change.text).content, actor, draft.at)
    return floor.planned(changes)


def _recorded(floor: Floor, command: c.HouseRecord, content: Content | None) -> tuple[Any, Wanted]:
    """A decision with what its meter shows, and what it means for the link or for a table."""
    if isinstance(command, c.Propose):
        return _proposed(floor, command, content), None
    if isinstance(command, c.Apply):
        found = floor.house().find(command.proposal)
        if isinstance(found.change, c.SheetChange):
            check_sheet(found.change, floor.sheet_meant(found.change))
        if isinstance(found.change, c.LimitsChange) and found.approved_by:
            return recorded(command), (found.change.table, for_the_table(found, found.change, floor.clock()))
        if isinstance(found.change, r.MeterChange):
            shown: int = getattr(floor.open_link(), found.change.meter)
            return recorded(command, meter=shown), for_the_meter(found, found.change, shown)
    return recorded(command), None


def _proposed(floor: Floor, command: c.Propose, content: Content | None) -> Any:
    """A proposal with what it proposes as it stands now; refused where that cannot be."""
    match command.change:
        case c.SheetChange() as change:
            sheet = floor.sheet_meant(change) if content is None else floor.sheets.keep(content)
            return recorded(command, change=check_sheet(change, sheet))
        case c.MeterChange() as change:
            return recorded(command, change=shown_now(change, floor.open_link()))
        case c.LimitsChange() as change:
            check_limits(floor.table(change.table).live, change.minimum, change.maximum)
        case c.GamingDay() as change:
            check_day(change.zone, change.starts)
        case c.CashThresholds() as change:
            check_thresholds(change.noted, change.reported)
        case c.CompRate() as change:
            check_comp_rate(change.basis_points)
        case c.RatingsRetention() as change:
            check_retention(change.days)
    return recorded(command)


def _at_table(floor: Floor, table: str, command: r.TableCommand, at: int) -> AnyChange:
    """What the house has a table do, in the commit of another stream."""
    stream = floor.table(table)
    draft = floor.draft(stream, command, actor=HOUSE_ACTOR, role="house", at=at)
    return finished(stream.decide(command, draft), ())
