"""Hands that people argue about, each settled beforehand by hand from the house's rules.

A line has the player's five cards, the dealer's, the decision, and what it brings: Play, Ante and Super Bonus in Antes
of $10, Queens Up and the progressive in bets of $5 (the progressive's own $5 are gone anyway), and a dash for a wager
that is not there. The Major stands at $25,000, the Minor at $3,000.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.crazy4.table import check_conserved, play, results

RANKING = """
5s 6s 7s 8s Kd | 2c 2d 2h 2s 9c | 3x   | -3 -1 15  40 0 | straight flush below four twos
2c 2d 2h 2s 9c | 5s 6s 7s 8s Kd | 3x   | 3 1 30  50 300 | four twos above a straight flush
2c 2d 2h 2s 9c | As Ks Qs Js 4d | 3x   | 3 1 30  50 300 | four twos above the highest straight flush
Ac Ad Ah As 2c | Kc Kd Kh Ks 2d | 3x   | 3 1 200 50 300 | four aces have their own line
Kc Kd Kh Ks 2d | Ac Ad Ah As 2c | 3x   | -3 -1 30 50 300 | four kings do not
2c 2d 2h 9s Kd | Ah Kh Qh 9h 3c | 3x   | 3 1 2   8 9    | three twos above an ace high flush
Ah Kh Qh 9h 3c | 2c 2d 2h 9s Kd | 3x   | -3 -1 3/2 4 0  | and the flush below them
As 2s 3s 4s 9d | Ac Ad Ah Kc 5c | 3x   | 3 1 15  40 0   | the lowest straight flush above three aces
Ac Ad Ah Kc 5c | As 2s 3s 4s 9d | 3x   | -3 -1 2 8 9    | and three aces below it
2s 4s 6s 8s Kd | Ac Kh Qd Jc 3h | 3x   | 3 1 3/2 4 0    | an eight high flush above the highest straight
Ac 2d 3h 4s 9c | Kc Kd Qh Qs Jd | 3x   | 3 1 1   3 0    | the lowest straight above two pair, kings up
2c 2d 3h 3s 7c | Ac Ad Kh Qs 9c | 3x   | 3 1 0   2 0    | two pair, threes up, above a pair of aces
2c 2d 8h 6s 4c | Ac Kd Qh 9s 7c | 1x   | 1 1 0  -1 0    | a pair of twos above ace high
"""

STRAIGHTS = """
Ac 2d 3h 4s 9c | 2c 3d 4h 5s 9d | 3x   | -3 -1 1 3 0    | four high is the lowest straight
Ac 2d 3h 4s 9c | Ad 2c 3s 4h Kc | 3x   | 0 0 1   3 0    | and ties its like, whatever the fifth card
Ac Kd Qh Js 3c | Kc Qd Jh Ts 2d | 3x   | 3 1 1   3 0    | ace high is the highest
Qc Kd Ah 2s 7c | Kc Jd 9s 7h 2c | 1x   | 1 1 0  -1 0    | no straight around the ace: ace high
Kc Ad 2h 3s 8c | Ac Kd 9h 4s 2c | 1x   | -1 -1 -1 -1 0  | nor with two cards on each side
Ac 2d 3h 4s 5c | 2c 3d 4h 5s 9d | 3x   | 0 0 1   3 30   | of ace to five the upper four play
5c 6d 7h 8s 9c | 6c 7d 8h 9s 2d | 3x   | 0 0 1   3 30   | of five in a row, too
As 2s 3s 4s 5s | 2h 3h 4h 5h Kd | 3x   | 0 0 15 40 minor | a suited ace to five is five high, and wins the Minor
5h 6h 7h 8c Kh | 2c 4c 6c 7c Ad | 3x   | 3 1 3/2 4 0    | a flush plays before a straight in the same cards
7h 8h 9h Th Tc | Ac Ad As Kd 2c | 3x   | 3 1 15  40 0   | a straight flush before a pair in the same cards
"""

KICKERS = """
9s 9h Kd Jc 3c | 9c 9d Kc Qh 2d | 1x   | -1 -1 -1 -1 0  | the second kicker plays
9s 9h Kd Jc 3c | 9c 9d Kc Jh 2d | 1x   | 0 0 0  -1 0    | a third does not
9s 9h Kd Jc 2c | 9c 9d Kc Jh Th | 1x   | 0 0 0  -1 0    | be it a ten
8c 8d Ks Kh 2c | 8h 8s Kc Kd Ac | 3x   | 0 0 0   2 0    | two pair have no kicker
8c 8d 8h 2c 2h | 9c 9d 9s Ac Kc | 3x   | -3 -1 2 8 50   | a full house is three of a kind here
Ah 9h 5h 2h Kd | Ac 9c 5c 3c Kh | 3x   | -3 -1 3/2 4 0  | flushes by their fourth card
Ah 9h 5h 2h Kd | Ac 9c 5c 2c Qd | 3x   | 0 0 3/2 4 0    | and no further: suits never count
Ah 9h 5h 3h 2h | Ac 9c 5c 3c Kd | 3x   | 0 0 3/2 4 40   | four of a suit tie five of one
Ac Kd Qh 9s 7c | Ad Kc Qs 9h 2d | 1x   | 0 0 0  -1 0    | four high cards alike
Ac Kd Qh 9s 7c | Ad Kc Qs 8h 7d | 1x   | 1 1 0  -1 0    | the fourth decides
Ac Ad 8s 5h 3c | Ah As 9c 4d 2c | 3x   | -3 -1 -1 1 0   | aces by their higher kicker first
4c 4d 4h 9s Kd | 5c 5d 5h 2s 3d | 3x   | -3 -1 2 8 9    | threes by their rank
Kh Kd 9h 5h 2h | Ac Ad Qs Js 9c | 3x   | 3 1 3/2 4 0    | a flush in the cards of a pair
"""

OPENING = """
Ac 9d 7h 4s 3d | Kc 7d 4c 3h 2s | 1x   | 1 1 0  -1 0    | a small king high opens
Qc Jd 9h 7s 2d | Ks 6d 4c 3h 2c | 1x   | -1 -1 -1 -1 0  | and beats queen high
Jc Td 8h 6s 4c | Qc Jd 9s 7h 2c | 1x   | 1 0 0  -1 0    | queen high does not: Play is paid though it is beaten
5c 6d 7h 8s Kd | Qc Jd 9s 7c 2c | 3x   | 3 0 1   3 0    | a straight has its bonus there, too
Kc Jd 8h 6s 4c | Ac Qd 9s 7c 2c | 1x   | -1 -1 -1 -1 0  | ace high is more than king high
3c 3d 8h 6s Ts | 2c 2d 9s 7h 4c | 1x   | 1 1 0  -1 0    | a pair of twos opens
Ac Ad 8s 5h 3c | Qc Jd Ts 9h 2c | 3x   | -3 -1 -1 1 0   | a queen high straight opens
8c 8d Ks Kh 2d | Qc 9c 7c 2c Jd | 3x   | -3 -1 -1 2 0   | a queen high flush opens
Qd Jc 9h 7s 2d | Qc Jd 9s 7h 2c | 1x   | 1 0 0  -1 0    | alike, but not open: Play is paid
Kd Jc 9h 7s 2d | Kc Jd 9s 7h 2c | 1x   | 0 0 0  -1 0    | alike and open: a tie
Ac Ad 8s 5h 3c | Qc Jd 9s 7h 2c | 3x   | 3 0 0   1 0    | three times the Ante against no open hand
2c 3d 4h 6s 7c | Qc Jd 9s 7h 2s | 1x   | 1 0 0  -1 0    | seven high is paid there as well
"""

DECISIONS = """
Ac Ad 8s 5h 3c | 9c 9d 7c 4h 2d | 3x   | 3 1 0   1 0    | a pair of aces and no more may bet three
Ac Ad 8s 5h 3c | 9c 9d 7c 4h 2d | 2x   | 2 1 0   1 0    | or two
Ac Ad 8s 5h 3c | 9c 9d 7c 4h 2d | 1x   | 1 1 0   1 0    | or one
Ac Ad 3s 4h 6c | Ah As 8c 5d 2c | 3x   | -3 -1 -1 1 0   | the lowest aces lose to better ones
Ac Ad 8s 5h 3c | Ah As 8c 5d 2c | 3x   | 0 0 0   1 0    | aces alike
Ac Ad 8s 5h 3c | 2c 2d 3h 3s 7c | 3x   | -3 -1 -1 1 0   | aces below two pair lose the bonus as well
Qc Qd 8s 5h 3c | 9c 9d 7c 4h 2d | fold | - -1 -1 1 0    | folded queens have Queens Up
Jc Jd 8s 5h 3c | 9c 9d 7c 4h 2d | fold | - -1 -1 -1 0   | folded jacks do not
5c 6d 7h 8s Kd | 9c 9d 7c 4h 2d | fold | - -1 -1 3 0    | a folded straight has no bonus, but Queens Up
Ac Ad Ah As 2c | 9c 9d 7c 4h 2d | fold | - -1 -1 50 0   | nor have four aces, nor the progressive
As Ks Qs Js Ts | 9c 9d 7c 4h 2d | fold | - -1 -1 40 0   | nor a royal flush
Jc Td 8h 6s 4c | Qc Jd 9s 7h 2c | fold | - -1 -1 -1 0   | a fold is not undone by a dealer who does not open
Qc Qd 8s 5h 3c | 9c 9d 7c 4h 2d | muck | - -1 -1 -1 0   | a hand that is thrown in is gone
"""

SIDES = """
Qc Qd 8s 5h 3c | Kc Kd 7s 5s 3d | 1x   | -1 -1 -1 1 0   | queens pay Queens Up though beaten
Kh Ks 8s 5h 3c | 9c 9d 7c 4h 2d | 1x   | 1 1 0   1 0    | kings pay as queens do
5c 6d 7h 8s Kd | 6c 7d 8h 9s 2d | 3x   | -3 -1 1 3 0    | a straight beaten by a higher one keeps its bonus
5s 6s 7s 8s Kd | 9h Th Jh Qh 2c | 3x   | -3 -1 15 40 0  | so does a straight flush
As Ks Qs Js 2d | 9c 9d 7c 4h 2h | 3x   | 3 1 15  40 0   | four to a royal flush win no meter
As Ks Qs Js Ts | 9c 9d 7c 4h 2h | 3x   | 3 1 15  40 major | five do
9s Ks Qs Js Ts | 9c 9d 7c 4h 2h | 3x   | 3 1 15  40 minor | a king high one wins the Minor
2s 5s 9s Ks 8s | 9c 9d 7c 4h 2h | 3x   | 3 1 3/2 4 40   | five of a suit
2s 5s 9s Ks 8d | 9c 9d 7c 4h 2h | 3x   | 3 1 3/2 4 0    | four of one bring the progressive nothing
8c 8d Ks Kh 2c | 9c 9d 7c 4h 2h | 3x   | 3 1 0   2 0    | nor do two pair
8c 8d 8s Kh 2c | 9c 9d 7c 4h 2h | 3x   | 3 1 2   8 9    | three of a kind do
"""

METERS = {"major": 2_500_000, "minor": 300_000}
BETS = {1: {"queens_up": 500, "progressive": 500}}


def settled(line: str, **more: object) -> tuple[str, dict[str, int], dict[str, int]]:
    """What a line is about, what it says, and what the table does."""
    player, dealer, plan, brings, why = (part.strip() for part in line.split("|"))
    r = play({1: player}, dealer, {1: plan}, bets=BETS, meters=METERS, **more)
    check_conserved(r)
    times, ante, bonus, up, linked = brings.split()
    due = {"ante": int(ante) * 1000, "super_bonus": int(Fraction(bonus) * 1000), "queens_up": int(up) * 500}
    due |= {} if times == "-" else {"play": int(times) * 1000}
    due["progressive_award"] = METERS[linked] if linked in METERS else int(linked) * 500
    found = {wager: cents for wager, (_, cents) in results(r, 1).items() if wager != "progressive"}
    return why, due, found


def lines(table: str) -> list[str]:
    return table.strip().splitlines()


def check(line: str) -> None:
    why, due, found = settled(line)
    assert found == due, why


@pytest.mark.clause("C4-RANK-1")
@pytest.mark.parametrize("line", lines(RANKING))
def test_what_beats_what(line: str) -> None:
    check(line)


@pytest.mark.clause("C4-RANK-2")
@pytest.mark.parametrize("line", lines(STRAIGHTS))
def test_straights_at_both_ends_of_the_ace(line: str) -> None:
    check(line)


@pytest.mark.clause("C4-RANK-3", "C4-GAME-2")
@pytest.mark.parametrize("line", lines(KICKERS))
def test_the_cards_that_play_decide_and_no_others(line: str) -> None:
    check(line)


@pytest.mark.clause("C4-SET-1", "C4-SET-2")
@pytest.mark.parametrize("line", lines(OPENING))
def test_what_opens_and_what_a_hand_that_does_not_open_pays(line: str) -> None:
    check(line)


@pytest.mark.clause("C4-PLAY-2", "C4-PLAY-5", "C4-QU-3")
@pytest.mark.parametrize("line", lines(DECISIONS))
def test_what_each_decision_brings(line: str) -> None:
    check(line)


@pytest.mark.clause("C4-SB-1", "C4-QU-2", "C4-PROG-6")
@pytest.mark.parametrize("line", lines(SIDES))
def test_bonus_queens_up_and_progressive_beside_the_game(line: str) -> None:
    check(line)


@pytest.mark.clause("C4-QU-3")
def test_a_house_may_take_queens_up_from_every_folded_hand() -> None:
    for line in lines(DECISIONS):
        if "| fold |" in line:
            why, due, found = settled(line, sets=["play.fold_keeps_queens_up=false"])
            assert found == due | {"queens_up": -500}, why
