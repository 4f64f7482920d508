"""`pitboss games`: the sheets that are here."""

from __future__ import annotations

from pitboss.cli.common import Json, as_table, print_json
from pitboss.money import cents_text, dollars
from pitboss.rules import SHIPPED, load
from pitboss.rules.sheet import Sheet

__all__ = ["games"]


def games(json: Json = False) -> None:
    """List the rule sheets.

    Examples: `pitboss games`, `pitboss games --json`
    """
    sheets = [load(name) for name in SHIPPED]
    if json:
        print_json([_as_json(sheet) for sheet in sheets])
        return
    rows = [
        [sheet.name, f"{dollars(sheet.rules.table.minimum)}-{dollars(sheet.rules.table.maximum)}",
         str(sheet.rules.cards.decks), ", ".join(sheet.rules.table.side_bets), sheet.title]
        for sheet in sheets
    ]  # fmt: skip
    print(as_table(["sheet", "limits", "decks", "side bets", "game"], rows, right=(2,)))
    print("\nNext: pitboss rules SHEET, pitboss clauses SHEET")


def _as_json(sheet: Sheet) -> dict[str, object]:
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
