"""The limits of an open table: announced, changed between rounds, and kept for earlier players where the house says so.

A round is played on the table's sheet with the limits that hold; while somebody keeps earlier ones, on the widest of
them, and each bet is held to the limits of whoever makes it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.errors import IllegalAction, SheetError
from pitboss.games import actions as a
from pitboss.games.game import ENGINES
from pitboss.games.round import Round
from pitboss.money import cents_text
from pitboss.rules import Content, Sheet, sheet_of
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.decisions import Decided, Decider, Given, Happenings
from pitboss.service.floor.events import LimitsAnnounced, LimitsChanged
from pitboss.service.tables.live_table import Limits, Live, Notice

__all__ = [
    "DECIDERS", "check_bet", "check_limits", "limited", "limits_now", "limits_of", "own_round", "posted_sheet",
    "taking_effect",
]  # fmt: skip

RAISES: Final = (a.DoubleDown, a.Split, a.PlaceToke)
"""Actions beside bets that the limits apply to."""
MOST_NOTICE: Final = 7 * 24 * 3600 * 1000
"""How far ahead a change may be announced: a week."""


@lru_cache(maxsize=256)
def _with_limits(content: Content, limits: Limits) -> Sheet:
    """Sheets that play alike are equal, and each keeps its own text: it is the text that this is remembered by."""
    paths = dict(zip(("table.minimum", "table.maximum"), limits, strict=True))
    kept = tuple(one for one in content.sets if one.partition("=")[0].strip() not in paths)
    sets = (*kept, *(f"{path}={cents_text(cents)}" for path, cents in paths.items()))
    return sheet_of(msgspec.structs.replace(content, sets=sets))


def limited(sheet: Sheet, limits: Limits) -> Sheet:
    """The sheet with these limits; itself where they are its own."""
    own = sheet.rules.table.minimum, sheet.rules.table.maximum
    return sheet if limits == own else _with_limits(sheet.content, limits)


def limits_now(live: Live) -> Limits:
    """The limits that are posted."""
    table = live.sheet.rules.table
    return live.limits or (table.minimum, table.maximum)


def limits_of(live: Live, player: str) -> Limits:
    """The limits that hold for a player."""
    return dict(live.earlier).get(player) or limits_now(live)


def posted_sheet(live: Live) -> Sheet:
    """The sheet as it is posted: with the limits that hold for whoever sits down now."""
    return limited(live.sheet, limits_now(live))


def check_limits(live: Live, minimum: int, maximum: int) -> None:
    """Refuse limits that the table's sheet cannot have, or that leave its document where it keeps to it."""
    try:
        new = limited(posted_sheet(live), (minimum, maximum))
    except SheetError as error:
        why = "; ".join(str(defect) for defect in error.defects)
        raise IllegalAction("table_limits.impossible", why=why) from error
    departing = {departure.path for departure in live.sheet.departures}
    for departure in new.departures:
        if departure.path not in departing:
            clause = departure.clauses[0] if departure.clauses else ""
            raise IllegalAction("table_limits.depart", clause, departure=str(departure))


def _announce(live: Live, command: r.ChangeLimits, given: Given) -> Decided:
    """The change is announced at once, and takes effect later."""
    if (command.minimum, command.maximum) == limits_now(live):
        raise IllegalAction("table_limits.same", minimum=command.minimum, maximum=command.maximum)
    if command.at and not given.at < command.at <= given.at + MOST_NOTICE:
        raise IllegalAction("table_limits.time")
    if not command.reason.strip():
        raise IllegalAction("request.say_why")
    check_limits(live, command.minimum, command.maximum)
    notice = Notice(
        minimum=command.minimum, maximum=command.maximum, at=command.at, keeps_earlier=command.keeps_earlier
    )  # fmt: skip
    told = LimitsAnnounced(
        minimum=command.minimum, maximum=command.maximum, at=command.at, keeps_earlier=command.keeps_earlier,
        by=given.actor, why=command.reason, proposal=command.proposal, clause=live.sheet.cite("table.minimum"),
    )  # fmt: skip
    return Decided(replace(live, notice=notice), (told,))


def taking_effect(live: Live, at: int) -> tuple[Live, Happenings]:
    """The table before a round begins: with new limits where they are due, on the sheet that the round is played by."""
    told: Happenings = ()
    notice = live.notice
    if notice is not None and notice.at <= at:
        before, after = limits_now(live), (notice.minimum, notice.maximum)
        kept = {name: limits_of(live, name) for name in live.table.players} if notice.keeps_earlier else {}
        earlier = tuple(sorted((name, limits) for name, limits in kept.items() if limits != after))
        live = replace(live, notice=None, limits=after, earlier=earlier)
        clause = live.sheet.cite("table.minimum")
        told = (LimitsChanged(before=before, after=after, kept=tuple(name for name, _ in earlier), clause=clause),)
    if live.limits is None:
        return live, told
    all_limits = [live.limits, *(limits for _, limits in live.earlier)]
    widest = min(low for low, _ in all_limits), max(high for _, high in all_limits)
    return replace(live, table=replace(live.table, sheet=limited(live.sheet, widest))), told


def own_round(live: Live, player: str) -> Round | None:
    """The round by the limits that hold for a player, where some keep earlier ones."""
    round_ = live.round
    return round_ if round_ is None or not live.earlier else round_.under(limited(live.sheet, limits_of(live, player)))


def check_bet(live: Live, action: a.Action, player: str) -> None:
    """Refuse a main bet outside the limits of whoever makes it, and what doubles, splits and tokes put beside it."""
    if not live.earlier:
        return
    if isinstance(action, RAISES) and (mine := own_round(live, player)) is not None:
        mine.act(action, role="player")
    if not isinstance(action, a.PlaceBet):
        return
    if action.wager not in ENGINES[live.sheet.game].main_wagers:
        return
    minimum, maximum = limits_of(live, player)
    if action.cents < minimum:
        clause = live.sheet.cite("table.minimum")
        raise IllegalAction("bets.below_minimum", clause, cents=action.cents, minimum=minimum)
    if action.cents > maximum:
        clause = live.sheet.cite("table.maximum")
        raise IllegalAction("bets.above_maximum", clause, cents=action.cents, maximum=maximum)


DECIDERS: Final[dict[type, Decider]] = {c.ChangeLimits: _announce}
