"""Pay it, when a limit on the awards of one round is passed: each is paid its share, and the shares make the limit."""

from __future__ import annotations

from pitboss.money import Odds, cents_text, pro_rata
from pitboss.rules import Sheet
from pitboss.rules.game import GAME_RULES
from pitboss.school.calculation import amount
from pitboss.school.felt import LaidWager, Layout, wager_title
from pitboss.school.making import Asked, NothingToAsk, task
from pitboss.school.questions import Part, Solution, Task
from pitboss.shoe import Chance
from pitboss.words import wording

__all__ = ["has_limit", "make"]


def has_limit(sheet: Sheet) -> bool:
    """Return whether a table pays at most so much for the awards of one round."""
    return "aggregate.limit" in sheet.values


def make(sheet: Sheet, level: int, seed: str, chance: Chance) -> Task:
    """Return several awards that pass the limit together."""
    wager, odds = _top_line(sheet)
    limit = sheet.values["aggregate.limit"]
    unit = limit * odds.per // odds.pays // 5
    chip = min(chip for chip in sheet.rules.chips.denominations if chip >= 100)
    stakes = [max(unit * chance.between(2, 8) // chip * chip, chip) for _ in range(chance.between(2, 3))]
    asked_cents = [stake * odds.pays // odds.per for stake in stakes]
    if sum(asked_cents) <= limit:
        raise NothingToAsk
    exact = sheet.values["aggregate.rounding"] == "nearest_cent"
    shares = pro_rata(asked_cents, limit_cents=limit, exact_total=exact)
    clauses = [one for path in sheet.values if path.startswith("aggregate.") for one in sheet.clauses(path)]
    asked: list[Asked] = []
    for spot, (stake, award, share) in enumerate(zip(stakes, asked_cents, shares.shares_cents, strict=True), 1):
        params = {"wager": wager_title(sheet, wager), "stake": amount(stake), "odds": odds.text}
        part = Part(
            id=str(spot), kind="amount", text=wording("school.share_of", params), spot=spot, wager=wager, stake=stake
        )
        line = f"{amount(award)} × {amount(limit)} / {amount(shares.sum_cents)} = {amount(share)} ({shares.percentage})"
        asked.append((part, _solution(sheet, share, line, clauses)))
    laid = tuple(LaidWager(at, 0, wager, wager_title(sheet, wager), cents) for at, cents in enumerate(stakes, 1))
    text = wording("school.share_it", {"limit": amount(limit)})
    return task(sheet, "pay_it", level, seed, text=text, layout=Layout(wagers=laid), asked=asked)


def _solution(sheet: Sheet, share: int, line: str, clauses: list[str]) -> Solution:
    worked = [one for prefix in {clause.rpartition("-")[0] for clause in clauses} for one in _examples(prefix)]
    return Solution(
        right=(cents_text(share),), shown=amount(share), clause=sheet.cite("aggregate.limit"),
        clauses=(*clauses, *worked), calculation=line,
    )  # fmt: skip


def _examples(prefix: str) -> list[str]:
    """The clauses of the same chapter that work such a case out."""
    from pitboss.rules.register import clauses_of

    return [one.id for one in clauses_of() if one.id.startswith(f"{prefix}-") and one.kind == "payout"]


def _top_line(sheet: Sheet) -> tuple[str, Odds]:
    """The wager with the highest odds under the limit."""
    found = [
        (odds.ratio, wager.name, odds)
        for wager in GAME_RULES[sheet.game].wagers(sheet.rules)
        for path, odds in sheet.values.items()
        if wager.pays and path.startswith(f"{wager.pays}.") and isinstance(odds, Odds)
        and odds.ratio >= sheet.values["aggregate.pays_from"].ratio and wager.kind != "progressive"
    ]  # fmt: skip
    if not found:
        raise NothingToAsk
    _, name, odds = max(found, key=lambda one: (one[0], one[1]))
    return name, odds
