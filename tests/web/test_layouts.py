"""What lies on a felt, as the server says it: from the sheet's own wagers and rules, whatever they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss.web
from pitboss.errors import SheetError
from pitboss.reports.look import FELTS as PRINTED
from pitboss.rules import SHIPPED, load, parse_sheet
from pitboss.rules.game import FELTS, GAME_RULES
from pitboss.web.layouts import Layout, layout_of

PAGES = Path(pitboss.web.__file__).parent / "pages"
BJ, UTH, GC = "catfish-blackjack", "ultimate-texas-holdem", "games-of-chance-blackjack"


def on(sheet: str, *sets: str) -> Layout:
    return layout_of(load(sheet, sets=sets))


def wagers(layout: Layout) -> list[str]:
    return [one.wager for one in layout.wagers]


@pytest.mark.parametrize(
    ("sheet", "titles"),
    [
        (BJ, ["Main bet", "TriLux", "King's Bounty"]),
        ("free-bet-blackjack", ["Main bet", "Push 22"]),
        ("blackjack-v5", ["Main bet", "Match the Dealer"]),
        (GC, ["Main bet", "Match the Dealer", "Super 7's", "Over", "Under", "Perfect Pair"]),
        (UTH, ["Ante", "Blind", "Play", "Trips", "Progressive"]),
    ],
)
def test_the_places_of_a_sheet_are_its_wagers_in_its_order(sheet: str, titles: list[str]) -> None:
    assert [one.title for one in on(sheet).wagers] == titles


def test_a_bet_that_is_not_offered_has_no_place() -> None:
    assert wagers(on(BJ, "side_bets=[]")) == ["main"]
    assert wagers(on(BJ, "side_bets=kings_bounty")) == ["main", "kings_bounty"]
    assert wagers(on(UTH, "side_bets=progressive")) == ["ante", "blind", "play", "progressive"]
    assert [one.title for one in on(UTH, "side_bets=progressive").tables] == ["Blind pays"]


def test_the_order_is_the_sheets() -> None:
    turned = "side_bets=perfect_pair, overunder, match, super7"
    assert wagers(on(GC, turned)) == ["main", "perfect_pair", "over", "under", "match", "super7"]


def test_kinds_tell_what_is_put_down_when() -> None:
    kinds = {one.wager: one.kind for one in on(UTH).wagers}
    assert kinds == {"ante": "main", "blind": "equal", "trips": "side", "progressive": "progressive", "play": "play"}
    assert {one.kind for one in on(GC).wagers[1:]} == {"side"}


def test_the_lettering_is_what_is_posted() -> None:
    assert on(BJ).headline == "Blackjack pays 3 to 2"
    assert on(BJ, "blackjack.pays=6 to 5").headline == "Blackjack pays 6 to 5"
    assert on(BJ, "soft_17=stand").rule == "Dealer stands on soft 17"
    assert on(GC, "insurance.pays=3 to 1").line == "Insurance pays 3 to 1"
    assert on(GC, "insurance.offered=false").line == ""
    assert on(UTH).rule == "Dealer needs a pair or better to qualify"
    assert on(UTH, "dealer.qualifies=any").rule == "Dealer always qualifies"
    assert on(UTH, "blind.pays.flush=2 to 1").tables[0].lines[4].pays == "2 to 1"


def test_boxes_and_board_are_the_sheets() -> None:
    assert [on(BJ, f"table.boxes={many}").boxes for many in (3, 5, 7)] == [3, 5, 7]
    assert [(one.title, one.cards) for one in on(UTH).board] == [("Flop", 3), ("Turn", 1), ("River", 1)]
    assert on(BJ).board == []


# --- the colour --------------------------------------------------------------------------------------------------


def test_every_felt_is_used_and_can_be_drawn_and_printed() -> None:
    assert {load(name).felt for name in SHIPPED} == set(FELTS) == set(PRINTED)
    style = (PAGES / "look.css").read_text(encoding="utf-8")
    for name in FELTS:
        assert re.search(rf'\[data-felt="{name}"\] \{{\s*--felt: var\(--{name}\)', style), name
        assert re.search(rf"--{name}: {PRINTED[name]}", style, re.IGNORECASE), name


def test_a_felt_is_inherited_chosen_or_the_games_own() -> None:
    assert parse_sheet('extends = "blackjack-v5"').felt == load("blackjack-v5").felt
    chosen = parse_sheet('extends = "blackjack-v5"\nfelt = "dusk"')
    assert chosen.felt == layout_of(chosen).felt == "dusk"
    assert chosen.hash == load("blackjack-v5").hash, "the colour is no rule"
    assert all(GAME_RULES[game].felt in FELTS for game in GAME_RULES)


def test_an_unknown_felt_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SheetError) as refused:
        parse_sheet('extends = "blackjack-v5"\nfelt = "tartan"')
    [defect] = refused.value.defects
    assert defect.place == "felt"
    assert defect.expected == f"one of {', '.join(FELTS)}"
