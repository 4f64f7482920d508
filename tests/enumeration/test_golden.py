"""Small shoes enumerated by the engine's own steps; the figures lie in ``golden/*.json`` for every solver to meet.

A file holds cases: what is played (sheet, settings, shoe, bets) and what came out. After a change that is meant,
``.venv/bin/python tests/enumeration/test_golden.py`` works all figures out again, and the difference is read.
A new case is written as its input alone; the same command adds its figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.harness.every_draw import enumerate_round, on_split_hands

from pitboss.cards import parse_cards
from pitboss.games.actions import Action, DoubleDown, Hit, Stand
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.round import Offer
from pitboss.rules import SHIPPED, load

GOLDEN = Path(__file__).parent / "golden"
BLACKJACK = [name for name in SHIPPED if load(name).game == "blackjack"]
INPUTS = ("name", "sheet", "sets", "shoe", "bets", "offers")


def every_offer(offer: Offer) -> bool:
    return True


def full_doubles(offer: Offer) -> bool:
    """All but doubles for less than the bet."""
    return not (isinstance(offer.action, DoubleDown) and offer.action.cents)


def like_the_dealer(round_: BlackjackRound) -> Action:
    """A fixed play of split hands: draw to hard 17 and soft 18 where a card may be drawn, nothing else."""
    question = round_.question
    assert question is not None
    hand = round_.spots[question.spot].hands[question.hand]
    low = hand.total < (18 if hand.soft else 17)
    may = any(isinstance(offer.action, Hit) for offer in round_.offers())
    return Hit() if low and may else Stand()


def figures(case: dict[str, Any]) -> dict[str, Any]:
    """What a case comes to, fractions as text."""
    sheet, shoe, bets = load(case["sheet"], sets=case["sets"]), parse_cards(case["shoe"]), case["bets"]
    consider = full_doubles if case["offers"] == "full doubles" else every_offer
    best = enumerate_round(sheet, shoe, bets=bets, consider=consider)
    out: dict[str, Any] = {
        "expectation": text(best.expectation),
        "wagers": {name: text(value) for name, value in best.wagers.items()},
        "distribution": {str(cents): text(share) for cents, share in best.distribution.items()},
    }
    if not case["sets"]:
        fixed = enumerate_round(sheet, shoe, bets=bets, consider=consider, choose=on_split_hands(like_the_dealer))
        out["split_hands_like_the_dealer"] = text(fixed.expectation)
    if set(bets) == {"main"}:
        out["choices"] = {
            f"{s.question} {s.hand} v {s.up}": {"taken": c.taken, "values": {a: text(v) for a, v in c.values.items()}}
            for s, c in sorted(best.first_choices().items())
        }
    return out


def text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def cases(name: str) -> list[dict[str, Any]]:
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def parameters() -> Iterator[Any]:
    """All cases; those of more than seven cards, or with side bets, take seconds."""
    for name in BLACKJACK:
        for case in cases(name):
            slow = len(case["shoe"].split()) > 7 or len(case["bets"]) > 1
            yield pytest.param(case, id=f"{name}-{case['name']}", marks=[pytest.mark.slow] if slow else [])


@pytest.mark.parametrize("case", list(parameters()))
def test_engine_and_golden_figures_agree(case: dict[str, Any]) -> None:
    assert {key: value for key, value in case.items() if key not in INPUTS} == figures(case)


@pytest.mark.parametrize("name", BLACKJACK)
def test_every_setting_of_a_golden_shoe_moves_its_figures(name: str) -> None:
    """A case with a setting stands beside one of the same shoe without it, and differs in some figure."""
    plain = {(c["shoe"], c["offers"], str(c["bets"])): c for c in cases(name) if not c["sets"]}
    for case in cases(name):
        base = plain.get((case["shoe"], case["offers"], str(case["bets"])))
        if case["sets"]:
            assert base is not None, f"{case['name']} has no case to compare with"
            assert any(case[key] != base[key] for key in case if key not in INPUTS), case["name"]


def regenerate() -> None:
    for name in BLACKJACK:
        fresh = [{key: case[key] for key in INPUTS} | figures(case) for case in cases(name)]
        (GOLDEN / f"{name}.json").write_text(json.dumps(fresh, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{name}: {len(fresh)} cases")


if __name__ == "__main__":
    regenerate()
