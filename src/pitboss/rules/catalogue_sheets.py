"""A sheet that offers one bet of the catalogue: what is calculated and saved when no house has written it yet."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pitboss.bets import bets_in
from pitboss.bets.catalogue import in_catalogue, names
from pitboss.errors import NotationError
from pitboss.rules.load import load, parse_sheet
from pitboss.rules.sheet import Sheet

__all__ = ["BASE", "USUAL", "offered_wagers", "offering", "offering_text", "pay_tables"]

BASE = "catfish-blackjack"
USUAL = "usual"
"""The name of the default pay table."""


def pay_tables(name: str) -> dict[str, Mapping[str, str]]:
    """The pay tables of a bet of the catalogue by their names, the usual one first."""
    _check(name)
    tables = in_catalogue(name)
    return {USUAL: tables["pays"], **tables.get("tables", {})}


def offering(name: str, pays: Mapping[str, str] | None = None, *, on: str = BASE) -> Sheet:
    """A sheet that offers the bet, with these odds where some are given.

    >>> offering("21+3").rules.table.side_bets
    ('21+3',)
    """
    return parse_sheet(offering_text(name, pays, on=on), name=name)


def offering_text(
    name: str, pays: Mapping[str, str] | None = None, *, on: str = BASE, title: str = "", sheet: str = ""
) -> str:
    """The text of such a sheet, as a house can save it."""
    _check(name)
    load(on)
    head = [f"extends = {json.dumps(on)}"]
    head += [f"name = {json.dumps(sheet)}"] if sheet else []
    head += [f"title = {json.dumps(title, ensure_ascii=False)}"] if title else []
    table = ["", "[table]", f"side_bets = [{json.dumps(name)}]"]
    odds = [f"{line} = {json.dumps(one)}" for line, one in (pays or {}).items()]
    return "\n".join([*head, *table, *(["", f"[bets.{json.dumps(name)}.pays]", *odds] if odds else [])]) + "\n"


def offered_wagers(sheet: Sheet) -> tuple[str, ...]:
    """The wagers of the side bets that a sheet offers, in its order."""
    described = bets_in(sheet.rules.bets)
    return tuple(bet.wager for name in sheet.rules.table.side_bets for bet in described if bet.section == name)


def _check(name: str) -> None:
    if name not in names():
        raise NotationError(f'there is no bet called "{name}" in the catalogue', expected=", ".join(names()))
