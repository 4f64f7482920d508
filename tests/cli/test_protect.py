"""`pitboss protect`: bets that counters can beat, where that stops, and what a house can do."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.commands import Run
from tests.reports.pdf import words_of

from pitboss.cards import Card
from pitboss.games.blackjack.state import terms_of
from pitboss.maths import cache
from pitboss.maths.counting import COUNTS, read_count
from pitboss.maths.counting.blackjack import protect as house
from pitboss.maths.counting.blackjack import protect_bets as bets
from pitboss.maths.counting.blackjack import study
from pitboss.maths.counting.protection import Depth, Exposure, Protection, Remedy
from pitboss.maths.counting.risk import AtCount, smoothed
from pitboss.maths.sidebets import bet_figures
from pitboss.maths.sidebets.blackjack import by_depth
from pitboss.maths.sidebets.blackjack.countability import Shoes
from pitboss.maths.sidebets.countability import Counting
from pitboss.rules import Sheet, load
from pitboss.rules.catalogue_sheets import offering, pay_tables

PROTECT = ("protect", "catfish-blackjack", "-n", "4M", "--cut", "40", "--spread", "20")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what is found here; compiled kernels stay where they are."""
    cache.folder()
    return tmp_path_factory.mktemp("results")


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch, results: Path) -> None:
    """Few shoes, cuts and changes: what is told is looked at here, not how exact it is, and it is kept nowhere else."""
    monkeypatch.setenv("PITBOSS_CACHE", str(results))
    few = {**(study.study_count.__kwdefaults__ or {}), "met": 800}
    monkeypatch.setattr(study, "SHOES", 36)
    monkeypatch.setattr(study.study_count, "__kwdefaults__", few)
    monkeypatch.setattr(house, "PARTS", (0.67,))
    monkeypatch.setattr(house, "SPREADS", (2,))
    monkeypatch.setattr(bets, "SHOES", 300)
    monkeypatch.setattr(house, "CHANGES", {name: house.CHANGES[name] for name in ("blackjack.pays", "dealer.soft_17")})


def test_every_bet_of_a_sheet_is_looked_at(run: Run) -> None:
    """A six-deck game dealt to forty cards is beaten by bets of 1 to 20; cut at two thirds that is open, or stopped."""
    code, out, err = run(*PROTECT, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    by_wager = {one["wager"]: one for one in found["bets"]}
    assert set(by_wager) == {"main", *load("catfish-blackjack").rules.table.side_bets}
    main = by_wager["main"]
    assert main["beaten"]
    assert [one["cut"] for one in main["depths"]] == [40, 209]
    assert main["depths"][0]["per_hour"] > main["depths"][1]["per_hour"]
    changes = {one["change"]: one for one in main["changes"]}
    assert "The dealer draws on soft 17" not in changes, "it is so already"
    dear = changes["Blackjack pays 6 to 5"]
    assert dear["value"] == "blackjack.pays=6:5"
    assert dear["honest_cost"] == pytest.approx(0.0130, abs=5e-5), "0.3 of 4.53 % of hands; even money softens it"
    assert dear["per_hour"] < main["per_hour"]
    cut = changes["209 cards behind the cut"]
    assert cut["honest_cost"] == 0
    assert cut["state"] in ("open", "stopped")
    assert main["stops_at"] == (209 if cut["stops"] else None)
    assert main["least"] == next((name for name, one in changes.items() if one["state"] == "stopped"), None)
    assert found["count"] == "hi-lo"


def test_what_was_found_is_kept_for_the_very_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second look plays nothing; another count is another question."""
    sheet = load("catfish-blackjack")
    asked = {"cut": 40, "spread": 20, "rounds": 100_000}
    found = house.protect(sheet, **asked)

    def played(*_: object, **__: object) -> None:
        raise AssertionError("rounds are played again")

    monkeypatch.setattr(house, "played_by_count", played)
    assert house.protect(sheet, **asked) == found
    with pytest.raises(AssertionError, match="played again"):
        house.protect(sheet, count=COUNTS["ko"], **asked)
    for where, name, other in (
        (study, "SHOES", 40), (bets, "SHOES", 200), (house, "PARTS", (0.5,)), (house, "SPREADS", (4,)),
        (house, "CHANGES", {}),
    ):  # fmt: skip
        with monkeypatch.context() as changed:
            changed.setattr(where, name, other)
            with pytest.raises(AssertionError, match="played again"):
                house.protect(sheet, **asked)


def test_no_rounds_are_refused_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(*_: object, **__: object) -> None:
        raise AssertionError("it is worked out")

    monkeypatch.setattr(house, "protect", looked)
    for option in (("-n", "0"), ("-n", "many"), ("--seed", " ")):
        code, out, err = run("protect", "catfish-blackjack", *option)
        assert (code, out, err.count("\n")) == (2, "", 1)


def rows_of(mean: Callable[[int], float]) -> tuple[AtCount, ...]:
    """Counts that are the rarer the further they lie from 0."""
    return tuple(AtCount(count, 0.75 ** abs(count) / 7, mean(count), 0.001, 1.3) for count in range(-30, 31))


def test_what_is_bet_follows_the_curve_and_what_is_won_the_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A curve that bends up at its low end makes nobody bet there, and the luck of the rounds is told as it was."""
    bent = rows_of(lambda count: (count**2 + 20 * count) / 10_000 - 0.0001)
    assert bent[0].mean > 0
    assert house._ahead(bent, high=True) == frozenset(range(1, 31))
    assert house._ahead(bent[::-1], high=True) == frozenset(range(1, 31))
    falling = rows_of(lambda count: -count / 1000 - 0.0005)
    assert house._ahead(falling, high=False) == frozenset(range(-30, 0))
    assert house._ahead(rows_of(lambda _: -0.01), high=True) == frozenset()
    lucky = tuple(replace(row, mean=row.mean + (0.05 if row.count == 3 else 0.0)) for row in bent)
    monkeypatch.setattr(house, "played_by_count", lambda *_, **__: lucky)
    sheet = load("catfish-blackjack")
    table = sheet.rules.table
    found, share = house._Main(COUNTS["hi-lo"], (), 0.97, 4, 100, 1000, 1).taken(sheet, 40, 4)
    ahead = house._ahead(smoothed(lucky), high=True)
    won = sum(100 * row.share * row.mean * table.minimum * (4 if row.count in ahead else 1) for row in lucky)
    assert found.per_hour == pytest.approx(won)
    assert share == pytest.approx(sum(row.share for row in lucky if row.count in ahead))


def test_a_main_bet_that_is_not_beaten_needs_no_change(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    losing = rows_of(lambda _: -0.02)
    monkeypatch.setattr(house, "played_by_count", lambda *_, **__: losing)
    code, out, _ = run(*PROTECT, "--spread", "12", "--json")
    main = next(one for one in json.loads(out)["bets"] if one["wager"] == "main")
    assert (code, main["state"], main["changes"], main["least"]) == (0, "stopped", [], None)
    _, out, _ = run(*PROTECT, "--spread", "12")
    assert "Main bet" in out
    assert "blackjack.pays" not in out


def test_a_house_reads_it_on_a_page_and_in_a_spreadsheet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    depths = (Depth(40, 2500.0, 100.0), Depth(209, -300.0, 90.0))
    exposures = (
        Exposure("main", "Main bet", 0.006, "Hi-Lo", "hi-lo", 0.97, 10_000, 0.3, 2500.0, 100.0, 2500.0, depths, 209,
                 True),
        Exposure("trilux", "TriLux", 0.1339, "its best count", "2=1 A=-1", 0.8, 2500, 0.01, 90.0, 20.0, 0.0, depths[:1],
                 None, True),
    )  # fmt: skip
    changes = (
        Remedy("main", "cut", "209", -300.0, 90.0, 0.0), Remedy("main", "rule", "cards.decks=8", 900.0, 90.0, 0.0002),
        Remedy("trilux", "pays", "9-1", -90.0, 20.0, 0.031), Remedy("trilux", "cut", "209", 0.0, 20.0, 0.0),
        Remedy("trilux", "off", "", 0.0, 0.0, 0.0),
    )  # fmt: skip
    told = Protection(exposures, changes, 70, 20, 40, "hi-lo")
    monkeypatch.setattr(house, "protect", lambda *args, **kwargs: told)
    code, out, err = run(*PROTECT)
    assert (code, err) == (0, "")
    for words in (
        "$25.00", "Main bet", "costs the honest", "+0.020 %", "Least cost: 209 cards behind the cut.", "+3.100 %",
        "the bet is gone", "Least cost: pay table 9-1.", "(nothing)",
    ):  # fmt: skip
        assert words in out
    assert "\\n" not in out, "lines are broken, not told"
    _, out, _ = run(*PROTECT, "--csv", "-")
    assert out.splitlines()[0].startswith("wager,title,house_edge,counter,tags,correlation,stake,bets,cut,per_hour")
    assert len(out.splitlines()) == 4


def test_fresh_decks_are_safe(run: Run) -> None:
    code, out, err = run("protect", "ultimate-texas-holdem")
    assert (code, err) == (0, "")
    assert "nothing to count" in out


def looked_at(sheet: Sheet, wager: str, *, cut: int, cuts: tuple[int, ...]) -> tuple[Exposure, list[Remedy]]:
    return bets.SideBetCounter(cut, cuts, 70, COUNTS["hi-lo"]).looked_at(sheet, wager)


def test_a_side_bet_by_its_own_count_at_every_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lucky Ladies dealt deep is beaten by a count of tens; the deeper the more, and Hi-Lo takes a part of it."""
    monkeypatch.setattr(bets, "SHOES", 2000)
    sheet = offering("lucky_ladies")
    found, changes = looked_at(sheet, "lucky_ladies", cut=52, cuts=(26, 52, 104, 209))
    assert [one.cut for one in found.depths] == [26, 52, 104, 209]
    taken = [one.per_hour for one in found.depths]
    assert taken == sorted(taken, reverse=True)
    assert found.beaten
    assert found.per_hour == taken[1]
    assert found.stops_at is None or found.stops_at > 52
    assert read_count(found.tags).tags[Card.parse("Qh")] == min(read_count(found.tags).tags)
    assert found.same_count is not None
    assert found.same_count < found.per_hour
    assert found.house_edge == pytest.approx(float(bet_figures(sheet, "lucky_ladies").exact_edge))
    told = {one.change: one for one in changes}
    assert told["no bet above $1"].per_hour == pytest.approx(found.per_hour / 25)
    other = told["pay table 1000-125-19-9-4"]
    dearer = offering("lucky_ladies", pay_tables("lucky_ladies")["1000-125-19-9-4"])
    cost = bet_figures(dearer, "lucky_ladies").exact_edge - bet_figures(sheet, "lucky_ladies").exact_edge
    assert other.honest_cost == float(cost) > 0
    assert other.per_hour < found.per_hour
    assert told["taken down"].stops
    assert changes == sorted(changes, key=lambda one: one.order)


def test_a_bet_that_is_not_beaten_needs_no_change() -> None:
    found, changes = looked_at(load("catfish-blackjack"), "trilux", cut=209, cuts=(209,))
    assert not found.beaten
    assert changes == []


def test_a_count_of_suits_is_not_measured_by_the_luck_that_chose_it() -> None:
    """In shoes where suits say nothing, a count of suits chosen by results takes nothing that results do not show."""
    sheet = offering("royal_match")
    side = next(bet for bet in terms_of(sheet).bets if bet.wager == "royal_match")
    counting = Counting(6, 26, None, None, 400, 1)
    seen = by_depth._Seen(Shoes(side, terms_of(sheet).dealer, counting), np.zeros(52), 0.0)
    chosen, rest = seen.shoes.worth[::2], seen.shoes.worth[1::2]
    spread = seen.shoes.suit_spread()
    trigger = by_depth._trigger(spread[::2], chosen)
    expected = 100 * np.where(spread[1::2] >= trigger, rest, 0.0).mean()
    assert seen.by_suits([26]).gains[0].per_hundred == pytest.approx(expected)


def test_a_bet_that_the_play_decides_is_told_by_effects_of_removal() -> None:
    """Super 7's looks at the third card: what its counter gains is told by what each card's removal does to it."""
    found, _ = looked_at(load("games-of-chance-blackjack"), "super7", cut=104, cuts=(104,))
    assert not found.exact
    assert found.per_hour >= 0
    assert found.same_count is None
    assert found.depths[0].cut == 104


def test_where_it_stops() -> None:
    """Where chance could make it, nobody is stopped: larger errors never stop more."""
    depths = (Depth(26, 900.0, 50.0), Depth(52, 0.0, 0.0), Depth(78, 60.0, 50.0), Depth(104, -300.0, 50.0))
    assert bets.stops_at(depths) == 104
    assert bets.stops_at(depths[:3]) is None
    assert bets.stops_at(depths[:2]) == 52
    assert bets.stops_at(depths[3:]) == 104
    assert bets.stops_at([replace(one, error=one.error + 200) for one in depths]) is None


def test_a_change_stops_leaves_open_or_is_beaten() -> None:
    states = {-300.0: "stopped", -60.0: "open", 60.0: "open", 300.0: "beaten"}
    for per_hour, state in states.items():
        change = Remedy("main", "cut", "104", per_hour, 50.0, 0.0)
        assert (change.state, change.stops) == (state, state == "stopped")
    assert Remedy("main", "cut", "104", 0.0, 0.0, 0.0).stops, "nothing is bet"


def test_a_cut_below_what_can_be_looked_at_is_left_out() -> None:
    """Fewer than fourteen cards tell no deal: they are named as fourteen where they are asked for, else left out."""
    sheet = load("catfish-blackjack")
    found, _ = looked_at(sheet, "kings_bounty", cut=20, cuts=(10, 20, 104))
    assert [one.cut for one in found.depths] == [20, 104]
    deep, changes = looked_at(sheet, "kings_bounty", cut=5, cuts=(5, 104))
    assert [one.cut for one in deep.depths] == [14, 104]
    assert "14" not in [one.value for one in changes if one.kind == "cut"]
    alone, _ = looked_at(sheet, "kings_bounty", cut=26, cuts=(26,))
    assert found.per_hour != alone.per_hour, "twenty cards are not told as twenty-six"
    super7, _ = looked_at(load("games-of-chance-blackjack"), "super7", cut=104, cuts=(5, 104))
    assert [one.cut for one in super7.depths] == [104]


def test_other_shoes_for_another_seed() -> None:
    sheet = load("catfish-blackjack")
    told = [
        bets.SideBetCounter(26, (26,), 70, COUNTS["hi-lo"], seed).looked_at(sheet, "kings_bounty")[0].per_hour
        for seed in (1, 1, 2, "two words", "two words")
    ]
    assert told[0] == told[1]
    assert told[3] == told[4]
    assert len(set(told)) == 3


def test_a_pay_table_of_other_lines_is_not_laid_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that the other table lacks would stay, and make a table that nobody offers."""
    sheet = offering("lucky_ladies")
    side = bets._side_of(sheet, "lucky_ladies")
    tables = pay_tables("lucky_ladies")
    whole = [name for name, _ in bets._other_tables(sheet, side)]
    assert whole
    name, lines = whole[0], dict(tables[whole[0]])
    lines.pop(next(iter(lines)))
    monkeypatch.setattr(bets, "pay_tables", lambda _: {**tables, name: lines})
    assert [one for one, _ in bets._other_tables(sheet, side)] == whole[1:]


def test_edges_of_side_bets_are_those_at_the_stake_that_is_told() -> None:
    """Where what a line pays is rounded or limited, the maximum has another edge than the minimum."""
    for wager in ("trilux", "kings_bounty"):
        sheet = load("catfish-blackjack")
        most = bets._side_of(sheet, wager).rules.max
        found, _ = looked_at(sheet, wager, cut=52, cuts=(52,))
        assert found.stake == most
        assert found.house_edge == float(bet_figures(sheet, wager, stake_cents=most).exact_edge)


def test_it_is_written_on_paper(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "counters.pdf"
    code, _, err = run(*PROTECT, "--json", "--pdf", str(file))
    assert (code, err) == (0, "")
    words = words_of(file.read_bytes())
    for said in (
        "Whatcounterscantake",
        "Mainbet",
        "TriLux",
        "40cardsbehindthecut",
        "Whatstopsit:Mainbet",
        "Leastcost:",
    ):
        assert said in words, said
    code, out, err = run(*PROTECT, "--pdf", str(tmp_path / "counters.png"))
    assert (code, out, err.count("\n")) == (2, "", 1)
