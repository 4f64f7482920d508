"""What an option declares is what it touches, in both directions: amounts and roles by rounds, figures by solvers.

`test_flips.py` shows that every declared effect is there. Here nothing else is: whatever a flipped value is seen to
move must be declared. Figures are everything that `pitboss analyze` works out; of each pair of sheets those are
compared that solvers can tell apart, at the smallest and at the largest stake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest
from tests import test_flips as blackjack
from tests.crazy4 import test_c4_flips as crazy4
from tests.holdem import test_uth_flips as holdem
from tests.test_flips import BJ, FB, GC, V5, Scenario, Trace, sheet_with

from pitboss.errors import NotationError, SheetError
from pitboss.maths.analysis.crazy4 import _per_unit as per_unit_of_crazy4
from pitboss.maths.analysis.holdem import _per_unit as per_unit_of_holdem
from pitboss.maths.analysis.stakes import ranges, stakes_of
from pitboss.maths.blackjack.figures import even_money_figures, insurance_figures
from pitboss.maths.blackjack.record import BlackjackRecord, compile_record
from pitboss.maths.blackjack.shoe import full_shoe
from pitboss.maths.blackjack.solver import solve_record
from pitboss.maths.crazy4.record import compile_crazy4
from pitboss.maths.holdem.record import compile_holdem
from pitboss.maths.progressive import progressive_figures
from pitboss.maths.sidebets import bet_figures
from pitboss.maths.simulation.blackjack import BlackjackGame
from pitboss.maths.simulation.meters import link_of
from pitboss.registry import GAMES
from pitboss.rules import Sheet
from pitboss.rules.crazy4 import Crazy4Rules
from pitboss.rules.game import GAME_RULES
from pitboss.rules.holdem import HoldemRules
from pitboss.rules.progressive import progressive_of
from pitboss.rules.read import leaf_fields

UTH, C4 = "ultimate-texas-holdem", "crazy-4-poker"


def touches(game: str, path: str) -> set[str]:
    option = leaf_fields(GAME_RULES[game].sections)[path].option
    assert option is not None
    return set(option.touches.split())


# --- settlement and role ----------------------------------------------------------------------------------


def who(trace: Trace) -> tuple[Mapping[str, set[str]], list[Any]]:
    """Whom each kind of question is put to, and which commands of a named role were refused."""
    asked: dict[str, set[str]] = {}
    for entry in trace.role:
        question = entry[0] if isinstance(entry[0], tuple) else entry
        if len(entry) == 2 and question[0] is not None:
            asked.setdefault(question[0], set()).add(question[1])
    return asked, [entry for entry in trace.role if len(entry) == 3]


def others_act(one: Trace, other: Trace) -> bool:
    """Whether the same question goes to somebody else, or the same command of a role fares otherwise."""
    (asked, refused), (asked_then, refused_then) = who(one), who(other)
    return refused != refused_then or any(asked[kind] != asked_then[kind] for kind in asked.keys() & asked_then.keys())


def seen_in_rounds(path: str, scenario: Scenario) -> set[str]:
    plain = scenario.trace(sheet_with(scenario.sheet, scenario.base))
    flipped = scenario.trace(sheet_with(scenario.sheet, (*scenario.base, f"{path}={scenario.value}")))
    found = {"settlement"} if plain.settlement != flipped.settlement else set()
    found |= {"order"} if only_reordered(plain.order, flipped.order) else set()
    return found | ({"role"} if others_act(plain, flipped) else set())


def only_reordered(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether the very same things happen in another order; a round in which others happen takes another course."""
    return one != other and Counter(map(repr, one)) == Counter(map(repr, other))


@pytest.mark.slow
def test_a_blackjack_round_shows_no_amount_no_role_and_no_order_that_is_not_declared() -> None:
    shown = {
        path: set().union(*(seen_in_rounds(path, scenario) for scenario in scenarios)) - touches("blackjack", path)
        for path, scenarios in blackjack.FLIPS.items()
    }
    assert {path: found for path, found in shown.items() if found} == {}


OTHER_CARDS = {"deal.burn_board", "deal.hand_deal_packets"}
"""With these the cards of one deck fall to other hands; what each hand is paid stays the same."""


def amounts(*sets: str, **scenario: Any) -> Any:
    """What was bet, and what each wager was paid."""
    return holdem.trace(*sets, **scenario)["settlement"][:2]


@pytest.mark.slow
def test_a_holdem_round_shows_no_amount_that_is_not_declared() -> None:
    shown = {
        path
        for path, (value, scenario) in holdem.FLIPS.items()
        if path in leaf_fields(HoldemRules) and amounts(**scenario) != amounts(f"{path}={value}", **scenario)
    }
    assert {path for path in shown if "settlement" not in touches("holdem", path)} == OTHER_CARDS


@pytest.mark.slow
def test_a_holdem_round_shows_no_order_that_is_not_declared() -> None:
    shown = {
        path
        for path, (value, scenario) in holdem.FLIPS.items()
        if path in leaf_fields(HoldemRules)
        and only_reordered(holdem.trace(**scenario)["order"], holdem.trace(f"{path}={value}", **scenario)["order"])
    }
    assert {"dealer.qualifies", "table.pay_order"} <= shown
    assert {path for path in shown if "order" not in touches("holdem", path)} == set()


@pytest.mark.slow
def test_a_crazy4_round_shows_no_amount_that_is_not_declared() -> None:
    shown = {
        path
        for path, (value, scenario) in crazy4.FLIPS.items()
        if crazy4.trace(**scenario)["settlement"][:2] != crazy4.trace(f"{path}={value}", **scenario)["settlement"][:2]
    }
    assert {path for path in shown if "settlement" not in touches("crazy4", path)} == {"deal.hand_deal_packets"}


# --- figures ----------------------------------------------------------------------------------------------

Sets = tuple[str, ...]
BITING: Mapping[str, Sets] = {
    "blackjack": (
        "insurance.pays=3:1", "insurance.even_money=false", "double.double_split_aces=true",
        "split.hit_split_aces=false", "split.split_at_maximum=false", "double.double_at_maximum=false",
    ),
    "holdem": ("play.play_bet_capped=true", "aggregate.limit=10000.00"),
    "crazy4": ("play.play_bet_capped=true",),
}  # fmt: skip
"""Values under which others are felt: insurance is taken, a small double is a cheap hit, the maximum holds for all
that lies on a spot, and an award of the largest bet passes the limit."""


class Flip(NamedTuple):
    """One value of an option that takes the place of a sheet's own, on a sheet with some others set."""

    sheet: str
    value: str
    base: Sets = ()
    stakes: Mapping[str, int] | None = None
    also: Sets = ()
    """What has to change with it."""

    def sheets(self, path: str, more: Sets = ()) -> tuple[Sheet, Sheet]:
        base = (*self.base, *(text for text in more if not text.startswith(f"{path}=")))
        return sheet_with(self.sheet, base), sheet_with(self.sheet, (*base, f"{path}={self.value}", *self.also))


def flips(game: str) -> dict[str, list[Flip]]:
    """Every option with the other values that rounds are dealt on, or those that are felt in figures."""
    found: dict[str, list[Flip]] = {}
    if game == "blackjack":
        for path, scenarios in blackjack.FLIPS.items():
            found[path] = [Flip(scenario.sheet, scenario.value, scenario.base) for scenario in scenarios]
    else:
        sheet, of_rounds = (UTH, holdem.FLIPS) if game == "holdem" else (C4, crazy4.FLIPS)
        for path, (value, scenario) in of_rounds.items():
            if path in leaf_fields(GAME_RULES[game].sections):  # not every pay table has every line
                found[path] = [Flip(sheet, value, scenario.get("base", ()))]
        found |= {path: [Flip(sheet, value)] for path, value in holdem.LINK_FLIPS.items()}
        found |= {path: [flip._replace(sheet=sheet)] for path, flip in FELT.items() if flip.sheet == UTH}
        return found
    return found | {path: [flip] for path, flip in FELT.items() if flip.sheet != UTH}


FELT: Mapping[str, Flip] = {
    "split.match": Flip(FB, "rank", ("free.split_pairs=all",)),
    "double.blackjack": Flip(GC, "false", ("blackjack.pays=1:2",)),
    "split.hands.fives": Flip(FB, "1", ("double.totals=9,11", "free.double_totals=9,11")),
    "split.hands.tens": Flip(FB, "1", ("free.split_pairs=all",)),
    "payouts.win": Flip(BJ, "2:1"),
    "payouts.other_rounding": Flip(GC, "1.00", ("payouts.win=3:2",)),
    "free.decline_free": Flip(FB, "true", ("payouts.win=2:1",)),
    "insurance.even_money": Flip(BJ, "false", ("blackjack.pays=6:5",)),
    "aggregate.pays_from": Flip(BJ, "2000:1", ("aggregate.limit=10000.00",)),
    "cards.decks": Flip(V5, "8"),
    "bets.progressive.envy_to_folded": Flip(UTH, "false", ("bets.progressive.envy_from=any_player",)),
    "bets.match.min": Flip(GC, "4.00"),
    "bets.match.three_aces_wager": Flip(GC, "ante", (), {"main": 400, "match": 100}),
    "bets.progressive.major.hand": Flip(UTH, "straight_flush", also=("bets.progressive.minor.hand=royal_flush",)),
    "bets.progressive.minor.hand": Flip(UTH, "royal_flush", also=("bets.progressive.major.hand=straight_flush",)),
}
"""Where an option is felt in the figures that a plain flip does not show."""
AT_THE_CUT_CARD = {"shuffle.cut_card_depth", "shuffle.cut_card"}
"""Felt in the rounds of a whole shoe, which are simulated; exact figures are those of its first round."""


class Game(NamedTuple):
    """A sheet at some stakes."""

    sheet: Sheet
    stakes: Mapping[str, int]

    def figure(self, wager: str) -> Any:
        """What the figures of a wager rest on; nothing where it cannot be solved."""
        try:
            return self._main() if wager == "main" else self._side(wager)
        except NotationError:
            return None

    def _main(self) -> Any:
        stake = self.stakes["main"]
        if isinstance(self.sheet.rules, HoldemRules):  # what the solver sees; it takes too long to be asked
            seen = compile_holdem(self.sheet, stake_cents=stake)
            return per_unit_of_holdem(seen), seen.needs_pair, seen.refunds_folded
        if isinstance(self.sheet.rules, Crazy4Rules):
            return per_unit_of_crazy4(compile_crazy4(self.sheet, stake_cents=stake))
        return solved(compile_record(self.sheet, stake_cents=stake))

    def _side(self, wager: str) -> Any:
        if wager == "progressive":
            return progressive(self.sheet)
        return side_bet(self.sheet, wager, self.stakes[wager], self.stakes["main"])


@cache
def side_bet(sheet: Sheet, wager: str, cents: int, main: int) -> float:
    return bet_figures(sheet, wager, stake_cents=cents, main_cents=main).house_edge


@cache
def progressive(sheet: Sheet) -> tuple[Any, ...]:
    """Two who bet, meters beyond their seeds; the same where half of all hands fold; and how the meters go on."""
    meters = {"major": 3_000_000, "minor": 500_000}
    both = progressive_figures(sheet, meters=meters, bettors=2)
    one = progressive_figures(sheet, meters=meters, bettors=1, players=2)
    envied = None if both.rules.envy_to_folded else dict.fromkeys(both.prizes, Fraction(0))
    folds = {line: chance / 2 for line, chance in one.chances.items()}
    folded = progressive_figures(sheet, meters=meters, players=2, not_folded=folds, envied=envied)
    return both.exact, one.exact, folded.exact, link_of(progressive_of(sheet.rules), live=True)


@cache
def solved(record: BlackjackRecord) -> tuple[Any, ...]:
    """The main bet, what insurance adds, and insurance and even money as bets of their own."""
    solution = solve_record(record, full_shoe(record.decks))
    insurance = insurance_figures(record, solution.shoe).exact if record.insurance_stake else None
    even_money = even_money_figures(record, solution.shoe).exact if record.even_money is not None else None
    return round(solution.house_edge, 11), round(solution.insurance or 0.0, 11), insurance, even_money


def stakes_to_try(one: Sheet, other: Sheet) -> Iterator[tuple[Mapping[str, int], Mapping[str, int]]]:
    """The least that each sheet allows, and the largest that both do."""
    yield stakes_of(one), stakes_of(other)
    here, there = ranges(one), ranges(other)
    most = {wager: min(here[wager].most, there[wager].most) for wager in here if wager in there}
    if all(here[wager].holds(cents) and there[wager].holds(cents) for wager, cents in most.items()):
        yield most, most


def moves(path: str, flip: Flip, more: Sets = ()) -> bool:
    """Whether a flip moves the figures of any wager."""
    try:
        one, other = flip.sheets(path, more)
    except SheetError:  # the other values leave no room for this one
        return False
    tried = [(flip.stakes, flip.stakes)] if flip.stakes else stakes_to_try(one, other)
    for stakes, stakes_then in tried:
        before, after = Game(one, stakes), Game(other, stakes_then)
        wagers = ["main"] if more else [*stakes]  # the other values are of the main game
        if set(stakes) != set(stakes_then) or any(before.figure(wager) != after.figure(wager) for wager in wagers):
            return True
    return False


def shown_in_figures(game: str, path: str, candidates: list[Flip]) -> bool:
    return any(moves(path, flip, more) for flip in candidates for more in ((), BITING[game]))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_flipped_value_moves_no_figure_that_is_not_declared(game: str) -> None:
    undeclared = {
        path
        for path, candidates in flips(game).items()
        if "figures" not in touches(game, path) and shown_in_figures(game, path, candidates)
    }
    assert undeclared == set()


@pytest.mark.slow
def test_every_option_that_declares_figures_moves_one() -> None:
    """An option that several sections share, such as the smallest bet, is shown by one of them."""
    shown: set[str] = set()
    names: dict[str, list[str]] = {}
    for game in GAMES:
        for path, candidates in flips(game).items():
            if "figures" in touches(game, path) and path not in AT_THE_CUT_CARD:
                option = repr(leaf_fields(GAME_RULES[game].sections)[path].option)
                names.setdefault(option, []).append(path)
                if option not in shown and shown_in_figures(game, path, candidates):
                    shown.add(option)
    assert [paths for option, paths in names.items() if option not in shown] == []


@pytest.mark.slow
@pytest.mark.parametrize(("path", "value"), [("shuffle.cut_card_depth", "78"), ("shuffle.cut_card", "one_more_round")])
def test_the_cut_card_is_the_kernels_too(path: str, value: str) -> None:
    assert "figures" in touches("blackjack", path)
    one, other = Flip(BJ, value).sheets(path)
    assert BlackjackGame(one).run(1, 0, 500).wagers != BlackjackGame(other).run(1, 0, 500).wagers


def test_every_option_that_declares_figures_is_flipped() -> None:
    for game in GAMES:
        declared = {path for path in leaf_fields(GAME_RULES[game].sections) if "figures" in touches(game, path)}
        switches = {path for path in declared if path.endswith(".offered")}
        assert declared - switches - set(flips(game)) - {"cards.decks"} == set()  # hold'em has one


def test_a_switch_touches_what_its_section_does() -> None:
    assert touches("blackjack", "toke.offered") == {"settlement"}
    assert touches("blackjack", "aggregate.offered") == {"settlement", "figures"}
    assert touches("blackjack", "surrender.offered") == {"settlement", "figures"}
