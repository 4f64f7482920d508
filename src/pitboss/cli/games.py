"""`pitboss games`: the sheets that are here."""

from __future__ import annotations

from pitboss.cli.common import Json, as_table, print_json
from pitboss.money import cents_text, dollars, parse_cents
from pitboss.sheets import SHIPPED
from pitboss.sheets.at_a_glance import glance

__all__ = ["games"]


def games(json: Json = False) -> None:
    """List the rule sheets.

    Examples: `pitboss games`, `pitboss games --json`
    """
    if json:
        print_json([_as_json(name) for name in SHIPPED])
        return
    print(as_table(["sheet", "limits", "decks", "side bets", "game"], list(map(_as_row, SHIPPED)), right=(2,)))
    print("\nNext: pitboss rules SHEET, pitboss clauses SHEET")


def _as_row(name: str) -> list[str]:
    seen = glance(name)
    limits = "-".join(dollars(parse_cents(limit)) for limit in (seen.minimum, seen.maximum))
    return [name, limits, str(seen.decks), ", ".join(seen.side_bets), seen.title]


def _as_json(name: str) -> dict[str, object]:
    from pitboss.rules import load  # the hash is that of the whole rules

    sheet = load(name)
    table = sheet.rules.table
    return {
        "sheet": sheet.name,
        "title": sheet.title,
        "game": sheet.game,
        "house": sheet.house,
        "version": sheet.version,
        "hash": sheet.hash,
        "approved": sheet.approved,
        "minimum": cents_text(table.minimum),
        "maximum": cents_text(table.maximum),
        "decks": sheet.rules.cards.decks,
        "side_bets": list(table.side_bets),
    }
