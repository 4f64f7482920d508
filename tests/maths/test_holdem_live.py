"""What a choice is worth in one situation, held against the engine and against plain counting."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import NotationError
from pitboss.games.actions import Action, Check, Fold, PlaceBet, PlayBet, StartDeal
from pitboss.games.holdem.round import HoldemRound
from pitboss.hands.poker import evaluate
from pitboss.maths.holdem.live import value
from pitboss.maths.holdem.record import HoldemRecord, compile_holdem
from pitboss.rules import Sheet, load

UTH = "ultimate-texas-holdem"
REFUND = ("dealer.refund_folded_ante=true", "play.win=6:5", "blind.pays.straight=2:1")
ANY = ("dealer.qualifies=any", "play.river_multiple=3", "play.fold_early=true")


def net(sheet: Sheet, cards: Sequence[Card], *answers: Action) -> int:
    """The net result in cents of a round that the engine deals and settles."""
    r = HoldemRound(sheet, cards)
    stake = sheet.rules.table.minimum
    r.act(PlaceBet(spot=1, cents=stake, wager="ante")).act(PlaceBet(spot=1, cents=stake, wager="blind"))
    r.act(StartDeal())
    for answer in answers:
        r.act(answer)
    assert r.over
    return r.net()[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sets", "hole", "board"),
    [
        ((), "7c 2d", "As Kd Qc 9s 8h"),
        ((), "Th 8h", "Jh Qh 9h 2c 2d"),
        (REFUND, "5c 3d", "As Kd 7c 9s 8h"),
        (ANY, "6s 5s", "4s 3s Kd Kc 7h"),
    ],
)
def test_a_board_is_worth_what_the_engine_pays(sets: Sequence[str], hole: str, board: str) -> None:
    sheet = load(UTH, sets=sets)
    own, common = parse_cards(hole), parse_cards(board)
    left = [card for card in DECK if card not in {*own, *common}]
    bet = sheet.rules.play.river_multiple  # type: ignore[union-attr]
    sums = {"fold": 0, f"{bet}x": 0}
    for dealer in combinations(left, 2):
        cards = (*common, *own, *dealer)
        sums["fold"] += net(sheet, cards, Check(), Check(), Fold())
        sums[f"{bet}x"] += net(sheet, cards, Check(), Check(), PlayBet(bet))
    found = value(sheet, own, common)
    units = 990 * sheet.rules.table.minimum
    assert found.street == "river"
    assert found.choices == {choice: Fraction(cents, units) for choice, cents in sums.items()}


def by_counting(record: HoldemRecord, hole: Sequence[Card], board: Sequence[Card], left: Sequence[Card]) -> list[int]:
    """Over all dealer's hands: a bet on the flop, a bet on the river and a fold, in cents."""
    own = evaluate((*hole, *board))
    sums = [0, 0, 0]
    for dealer in combinations(left, 2):
        theirs = evaluate((*dealer, *board))
        qualified = theirs >> 12 > 1
        sums[2] += sum(record.folded(qualified=qualified))
        for place, bet in enumerate((record.flop, record.river)):
            if own != theirs:
                assert bet is not None
                sums[place] += sum(record.amounts(bet, own >> 12, won=own > theirs, qualified=qualified))
    return sums


@pytest.mark.parametrize("sets", [(), REFUND, ANY])
def test_flops_and_boards_with_cards_of_other_seats(sets: Sequence[str]) -> None:
    """Few cards are left when many are dead, so that plain Python can count everything out."""
    sheet = load(UTH, sets=sets)
    record = compile_holdem(sheet)
    for seed in range(4):
        cards = Random(seed).sample(DECK, 52)
        hole, flop, left, dead = cards[:2], cards[2:5], cards[5:13], cards[13:]
        totals, boards = [0, 0, 0], 0
        for runout in combinations(left, 2):
            rest = [card for card in left if card not in runout]
            now, later, folded = by_counting(record, hole, (*flop, *runout), rest)
            bet = value(sheet, hole, (*flop, *runout), dead=dead).choices
            assert list(bet.values()) == [Fraction(folded, 15 * record.stake), Fraction(later, 15 * record.stake)]
            totals = [totals[0] + now, totals[1] + max(later, folded), totals[2] + folded]
            boards += 1
        worth = [Fraction(cents, boards * 15 * record.stake) for cents in totals]
        found = value(sheet, hole, flop, dead=dead)
        assert (found.street, found.choices["2x"], found.choices["check"]) == ("flop", worth[0], worth[1])
        assert ("fold" in found.choices) == record.fold_early
        assert found.choices.get("fold", worth[2]) == worth[2]


def test_the_best_choice_is_named() -> None:
    sheet = load(UTH)
    assert value(sheet, parse_cards("7c 2d"), parse_cards("As Kd Qc 9s 8h")).best == "fold"
    assert value(sheet, parse_cards("Ac 2d"), parse_cards("As Ad Qc")).best == "2x"
    assert value(sheet, parse_cards("7c 2d"), parse_cards("As Kd Qc")).best == "check"


@pytest.mark.parametrize(
    ("hole", "board", "dead", "says"),
    [
        ("Kh", "", "", "1 hole cards and 0 community cards"),
        ("Kh 4h", "Ks 4d", "", "2 community cards"),
        ("Kh 4h", "Ks 4d Kh", "", "twice"),
        ("Kh ??", "Ks 4d 2c", "", "not known"),
        ("Kh 4h", "", "As", "from the flop on"),
        ("Kh 4h", "Ks 4d 2c", "Ks", "twice"),
    ],
)
def test_what_is_no_situation_is_refused(hole: str, board: str, dead: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        value(load(UTH), parse_cards(hole), parse_cards(board), dead=parse_cards(dead))


def test_too_many_dead_cards_are_refused() -> None:
    hole, board = DECK[:2], DECK[2:5]
    with pytest.raises(NotationError, match="44 dead cards leave none"):
        value(load(UTH), hole, board, dead=DECK[5:49])
    assert value(load(UTH), hole, board, dead=DECK[5:48]).street == "flop"
