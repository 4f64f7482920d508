"""A bet on the player's final hand: exact given the play, as the engine plays it, and as the kernel folds it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from tests.bets.sheets import declaring
from tests.harness.every_draw import enumerate_round
from tests.harness.lock_step import any_book, any_shoe, first_difference
from tests.solver.following import by_the_book, kind_of

from pitboss.cards import parse_cards
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack import Solution, solve
from pitboss.maths.blackjack.record import KINDS, compile_record
from pitboss.maths.blackjack.strategies import best_total_dependent
from pitboss.maths.sidebets import bet_figures, joint_figures
from pitboss.maths.simulation.blackjack import BlackjackGame
from pitboss.rules import Sheet, load

ODDS = ("100003:1", "1009:1", "7:2", "2:1")
LINES = {"long": "at least 4 cards and not bust", "flush": "suited", "made": "total 20 to 21", "bust": "bust"}
PLACES = {"a": "second card is 8 and total over 15", "b": "third card is red", "c": "first card is 8", "d": "any Th"}


def house(folder: Path, lines: dict[str, str], *sets: str, extends: str = "catfish-blackjack", **more: str) -> Sheet:
    text = declaring("player_hand", lines, dict(zip(lines, ODDS, strict=False)), **more)
    roomy = [] if extends.startswith(("games", "blackjack")) else ["aggregate.limit=999999999.00"]
    path = folder / "own.toml"
    path.write_text(text.replace("catfish-blackjack", extends), encoding="utf-8")
    return load(path, sets=[*roomy, *sets])


def as_solved(solution: Solution) -> Callable[[BlackjackRound], a.Action | None]:
    """The first hand by the solver's play, the others at rest."""
    plays: dict[str, a.Action] = {
        "stand": a.Stand(), "hit": a.Hit(), "double": a.DoubleDown(), "surrender": a.Surrender(), "split": a.Split(),
        "go on": a.GoOn(),
    }  # fmt: skip

    def choose(r: BlackjackRound) -> a.Action | None:
        question = r.question
        assert question is not None
        hand = r.spots[1].hands[question.hand]
        low, high = sorted(POINTS[card] for card in hand.cards[:2])
        if question.kind in ("insurance", "early_surrender"):
            before = solution.deals[(low, high), POINTS[r.up]]
            best = max(before, key=lambda name: before[name])
            return {
                ("insurance", "even money"): a.TakeEvenMoney(1), ("insurance", "go on"): a.DeclineInsurance(1),
                ("early_surrender", "surrender"): a.Surrender(),
            }.get((question.kind, best), a.GoOn())  # fmt: skip
        if question.kind not in ("play", "natural"):
            return None
        if question.hand:
            return a.Stand()
        if hand.split and any(isinstance(offer.action, a.Split) for offer in r.offers()):
            return a.Split()
        return plays[solution.choice(hand.cards, r.up, kind=KINDS[kind_of(hand)])]

    return choose


NINES = "8s 8s 8h Ts Ts Td 6h 6h 5c As 9d"
SMALL = [
    (LINES, NINES, ("split.max_hands=2",), "catfish-blackjack"),
    (PLACES, NINES, ("split.max_hands=2", "peek_on_ten=false"), "catfish-blackjack"),
    (LINES, "8s 8s 8s 8h Ts Ts Td Td Td 9h 9h 9h Kc", ("split.max_hands=3",), "catfish-blackjack"),
    ({"a": "at least two of a kind", "b": "exactly 3 cards and any A", "c": "blackjack"},
     "As As Ad 7s 7s Ts Ts Ts Td 9h 9h 9h", ("split.max_hands=2", "split.hit_split_aces=true"), "catfish-blackjack"),
    (LINES, NINES, ("split.max_hands=2", "surrender.timing=early", "surrender.against=any"),
     "games-of-chance-blackjack"),
    (LINES, NINES, ("split.max_hands=2",), "free-bet-blackjack"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "shoe", "sets", "extends"), SMALL)
def test_exact_figures_are_those_of_every_deal_played_by_the_engine(
    lines: dict[str, str], shoe: str, sets: tuple[str, ...], extends: str, tmp_path: Path
) -> None:
    sheet, cards = house(tmp_path, lines, *sets, extends=extends), parse_cards(shoe)
    stake = sheet.rules.table.minimum
    choose = as_solved(solve(sheet, shoe=cards))
    found = enumerate_round(sheet, cards, bets={"main": stake, "own": 100}, choose=choose)
    assert bet_figures(sheet, "own", shoe=cards).exact == -found.wagers["own"]


@pytest.mark.parametrize(("face_down", "before_the_dealer"), [(False, True), (True, False)])
def test_a_card_doubled_on_face_down_is_turned_before_the_bet_is_settled(
    face_down: bool, before_the_dealer: bool, tmp_path: Path
) -> None:
    """The bet is due when the player's hand is over, but nobody knows that hand while its last card lies face down."""
    round_ = BlackjackRound(
        house(tmp_path, LINES, settlement="end_of_player_hand"), parse_cards("5h Td 6d 8c Th 2c 3c")
    )
    round_.act(a.PlaceBet(spot=1, cents=1000)).act(a.PlaceBet(spot=1, cents=100, wager="own")).act(a.StartDeal())
    round_.act(a.DoubleDown(face_down=face_down))
    told = [f"{type(event).__name__} {getattr(event, 'wager', '')}".strip() for event in round_.events]
    settled = told.index("WagerSettled own")
    assert (settled < told.index("HoleTurned")) == before_the_dealer
    assert not face_down or told.index("DoubleCardTurned") < settled
    assert [(one.line, one.pays) for one in round_.settlements if one.wager == "own"] == [("made", 350)]


def test_by_totals_the_figures_are_those_of_the_book(tmp_path: Path) -> None:
    sheet, cards = house(tmp_path, LINES, "split.max_hands=2"), parse_cards(NINES)
    record, book = compile_record(sheet), best_total_dependent(solve(sheet, shoe=cards))
    found = enumerate_round(sheet, cards, bets={"main": 500, "own": 100}, choose=by_the_book(book, record))
    assert bet_figures(sheet, "own", shoe=cards, play="totals").exact == -found.wagers["own"]


def test_the_best_play_for_both_bets_is_refused(tmp_path: Path) -> None:
    sheet = house(tmp_path, LINES)
    with pytest.raises(NotationError, match="not worked out"):
        bet_figures(sheet, "own", play="joint")
    with pytest.raises(NotationError):
        joint_figures(sheet, "own")


LOCKED = [
    ("catfish-blackjack", ()),
    ("catfish-blackjack", ("double.blackjack=true", "split.resplit_aces=true", "aggregate.limit=100.00")),
    ("catfish-blackjack", ("deal.hole_card=none", "payouts.charlie=6", "double.cards=any")),
    ("free-bet-blackjack", ("split.match=rank",)),
    ("games-of-chance-blackjack", ("surrender.timing=early", "split.hit_split_aces=true")),
]


@pytest.mark.parametrize("settlement", ["end_of_player_hand", "end_of_round"])
@pytest.mark.parametrize(("extends", "sets"), LOCKED)
def test_kernel_and_table_agree_on_it(extends: str, sets: tuple[str, ...], settlement: str, tmp_path: Path) -> None:
    random = Random(f"{extends} {sets}")
    sheet = house(tmp_path, LINES, *sets, extends=extends, settlement=settlement)
    stakes = {"main": sheet.rules.table.minimum, "own": 100}
    for seats in (1, 3):
        record = compile_record(sheet, stake_cents=stakes["main"])
        game = BlackjackGame(sheet, seats=seats, stakes=stakes, playbook=any_book(random, record))
        difference, rounds = first_difference(game, any_shoe(random, 6))
        assert difference is None, str(difference)
        assert rounds > 5


def test_simulated_lines_come_as_often_as_exact_ones_by_the_same_book(tmp_path: Path) -> None:
    lines = {
        "six": "at least 6 cards and not bust",
        "suited": "blackjack and suited",
        "made": "total 21 and exactly 3 cards",
    }
    sheet, rounds = house(tmp_path, lines), 400_000
    game = BlackjackGame(sheet, stakes={"main": 500, "own": 100}, cut=300)
    tally = game.run(17, 0, rounds).wagers["own"]
    exact = bet_figures(sheet, "own", play="totals")
    assert exact.exact != bet_figures(sheet, "own").exact, "by the cards of the hand other hands come about"
    for line in exact.lines:
        name = "lost" if line.line == "lose" else line.line
        expected = float(line.probability) * rounds
        assert abs(tally.lines[name] - expected) < 5 * max(expected, 4) ** 0.5, name
