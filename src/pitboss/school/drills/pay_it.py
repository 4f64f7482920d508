"""Pay it: a round is over and nothing has been settled; every wager is paid, taken or pushed, in the house's order.

The amounts are those that the engine settled the round with, the order that of its settlements, the chips the fewest
of the tray's denominations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.cards import parse_cards
from pitboss.games.events import WagerSettled
from pitboss.games.round import Round
from pitboss.money import cents_text, chip_stacks
from pitboss.rules import Sheet
from pitboss.rules.game import wager_of
from pitboss.school.aiming import Aim
from pitboss.school.calculation import amount, calculate
from pitboss.school.drills import shares
from pitboss.school.felt import layout_of, wager_title
from pitboss.school.game import SCHOOL_GAMES
from pitboss.school.making import Asked, NothingToAsk, task
from pitboss.school.practice import deal
from pitboss.school.questions import Option, Part, Solution, Task
from pitboss.shoe import Chance
from pitboss.words import wording

__all__ = ["MOST_IN_ORDER", "ORDER_FROM", "make", "settle_answer"]

ORDER_FROM: Final = 3
"""The level from which the order of the house is asked for."""
SHARES_FROM: Final = 4
"""The level from which awards may pass a limit of the table."""
MOST_IN_ORDER: Final = 6
"""How many wagers of a round are to be put in order."""


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return a round to settle, or on the upper levels now and then awards that share a limit."""
    chance = aim.chance
    if level >= SHARES_FROM and shares.has_limit(sheet) and chance.bernoulli(1, 10):
        return shares.make(sheet, level, seed, chance)
    round_ = deal(sheet, aim.level(level), chance).round
    due = [done for done in round_.settlements if done.result != "void"]
    if not due:
        raise NothingToAsk
    if level == 1:
        due = [aim.one(aim.fitting(due, lambda done: (done.clause,)))]
    asked = [*_order(round_, due, chance)] if level >= ORDER_FROM and len(due) > 1 else []
    hands = _hand_words(round_)
    for number, done in enumerate(due, 1):
        asked += _wager(round_, number, done, hands)
    return task(
        sheet, "pay_it", level, seed,
        text=wording("school.pay_it", {"count": len(due)}),
        layout=layout_of(sheet, round_.events, whole=True),
        asked=asked,
        round_=round_,
        chips=sorted(sheet.rules.chips.denominations, reverse=True),
    )  # fmt: skip


def _place(sheet: Sheet, done: WagerSettled) -> str:
    """The wager in words."""
    title = wager_title(sheet, done.wager)
    if done.hand:
        return wording("school.at_hand", {"spot": done.spot, "hand": done.hand + 1, "wager": title})
    return wording("school.at_spot", {"spot": done.spot, "wager": title})


def settle_answer(done: WagerSettled) -> tuple[str, ...]:
    """Return what is done with a wager, as an answer."""
    if done.pays > 0:
        return "pay", cents_text(done.pays)
    if not done.pays:
        return ("push",)
    return ("take",) if done.pays == -done.stake else ("take", cents_text(-done.pays))


def _order(round_: Round, due: list[WagerSettled], chance: Chance) -> Iterator[Asked]:
    """Which wager comes first, and so on: all of them, or a few that are drawn."""
    drawn = sorted(chance.shuffled(range(len(due)))[:MOST_IN_ORDER])
    texts = {str(at + 1): _place(round_.sheet, due[at]) for at in drawn}
    ids = list(texts)
    options = tuple(Option(one, texts[one]) for one in chance.shuffled(ids))
    path = next((path for path in round_.sheet.values if path.endswith(".pay_order")), "")
    clauses = round_.sheet.clauses(path)
    why = round_.sheet.fields[path].sentence(round_.sheet.values[path]) if path else ""
    part = Part(id="order", kind="order", text=wording("school.in_which_order", {}), options=options)
    yield (
        part,
        Solution(
            right=tuple(ids),
            shown=" → ".join(texts.values()),
            clause=clauses[0] if clauses else "",
            clauses=clauses[1:],
            value=str(round_.sheet.values.get(path, "")).replace("_", " "),
            why=why,
        ),
    )


def _hand_words(round_: Round) -> dict[tuple[int, int], str]:
    """What the hands are by spot and number, the dealer's at spot 0."""
    room = SCHOOL_GAMES[round_.sheet.game]
    layout = layout_of(round_.sheet, round_.events, whole=True)
    board = parse_cards(" ".join(layout.board))
    hands = [(laid.spot, laid.hand, laid.cards) for laid in layout.hands] + [(0, 0, layout.dealer)]
    split = {spot for spot, hand, _ in hands if hand}
    return {
        (spot, hand): room.hand_words(parse_cards(" ".join(cards)), board, split=spot in split)
        for spot, hand, cards in hands
    }


def _wager(round_: Round, number: int, done: WagerSettled, hands: dict[tuple[int, int], str]) -> Iterator[Asked]:
    """What becomes of one wager, and with which chips it is paid."""
    sheet = round_.sheet
    about = {"spot": done.spot, "hand": done.hand, "wager": done.wager, "stake": done.stake}
    found = calculate(sheet, done)
    solution = Solution(
        right=settle_answer(done),
        shown=_shown(done),
        clause=done.clause,
        value=" + ".join(odds.text for odds in found.odds) if found is not None else "",
        calculation=found.text if found is not None else _plain(done),
        why=_why(sheet, done, hands),
    )
    text = wording("school.what_becomes", {"place": _place(sheet, done), "stake": amount(done.stake)})
    yield Part(id=f"{number}", kind="settle", text=text, **about), solution  # type: ignore[arg-type]
    if done.pays > 0:
        yield _chips(sheet, number, done, about)


def _shown(done: WagerSettled) -> str:
    answer = settle_answer(done)
    if answer[0] == "pay":
        return wording("school.pay", {"pays": amount(done.pays)})
    if answer[0] == "push":
        return wording("school.push", {})
    return wording("school.take", {"pays": amount(-done.pays)})


def _plain(done: WagerSettled) -> str:
    """The line of what comes from no odds."""
    if done.pays > 0:
        return wording("school.pays_flat", {"pays": amount(done.pays)})
    if not done.pays:
        return wording("school.goes_back", {"stake": amount(done.stake)})
    if done.pays == -done.stake:
        return wording("school.is_lost", {"stake": amount(done.stake)})
    share = {"stake": amount(done.stake), "lost": amount(-done.pays), "back": amount(done.stake + done.pays)}
    return wording("school.part_lost", share)


def _why(sheet: Sheet, done: WagerSettled, hands: dict[tuple[int, int], str]) -> str:
    """The pay line that was made, or the hands against each other."""
    if done.line:
        return done.line.replace("+", ", ").replace("_", " ")
    wager = wager_of(sheet.game, sheet.rules, done.wager.removeprefix("toke:"))
    against = wager is not None and wager.kind in ("main", "equal", "play")
    hand = hands.get((done.spot, done.hand), "") if against else ""
    return wording("school.against", {"hand": hand, "dealer": hands.get((0, 0), "")}) if hand else ""


def _chips(sheet: Sheet, number: int, done: WagerSettled, about: dict[str, object]) -> Asked:
    stacks, rest = chip_stacks(done.pays, sheet.rules.chips.denominations)
    right = tuple(cents_text(chip) for chip, count in stacks for _ in range(count))
    shown = " + ".join(f"{count} × {amount(chip)}" for chip, count in stacks) or wording("school.no_chips", {})
    why = wording("school.no_chip_for", {"rest": amount(rest)}) if rest else ""
    clause = sheet.cite("chips.denominations")
    part = Part(id=f"{number}.chips", kind="chips", text=wording("school.which_chips", {}), **about)  # type: ignore[arg-type]
    return part, Solution(
        right=right, shown=shown, clause=clause, value=amount(done.pays), why=why,
        calculation=f"{shown} = {amount(done.pays - rest)}",
    )  # fmt: skip
