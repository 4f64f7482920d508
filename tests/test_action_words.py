"""Actions in the words of the pit: each is read as what it says, and said again in the same words."""

from __future__ import annotations

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.notation import action_text, parse_action

SAID = {
    "hit": a.Hit(),
    "3: hit": a.Hit(spot=3),
    "999: hit": a.Hit(spot=999),
    "hit by voice": a.Hit(signal="voice"),
    "stand said hit": a.Stand(said="hit"),
    "stand by voice said surrender": a.Stand(signal="voice", said="surrender"),
    "3: signal hit": a.Signal(spot=3, hand="hit"),
    "signal stand said hit": a.Signal(hand="stand", voice="hit"),
    "signal said double": a.Signal(voice="double"),
    "double": a.DoubleDown(),
    "2: double 5.00 paid face down toke 1.00": a.DoubleDown(
        spot=2, cents=500, paid=True, face_down=True, toke_cents=100
    ),
    "split": a.Split(),
    "2: split 5.00 paid toke 0.50": a.Split(spot=2, cents=500, paid=True, toke_cents=50),
    "4: surrender": a.Surrender(spot=4),
    "1: insure 2.50": a.Insure(spot=1, cents=250),
    "1: decline": a.DeclineInsurance(spot=1),
    "1: even money": a.TakeEvenMoney(spot=1),
    "1: go on": a.GoOn(spot=1),
    "2: take": a.TakeCard(spot=2),
    "2: refuse": a.RefuseCard(spot=2),
    "2: choose keep": a.Choose("keep", spot=2),
    "call": a.CallSupervisor(),
    "2: rule misdeal: seen by two": a.Rule("misdeal", spot=2, note="seen by two"),
    "rule keep": a.Rule("keep"),
    "2: declare missed_hit hand 1: late": a.Declare("missed_hit", spot=2, hand=0, note="late"),
    "declare back_up": a.Declare("back_up"),
    "proceed": a.Proceed(),
    "deal 0": a.Deal(0),
    "deal 3": a.Deal(3),
    "card As": a.CardIs(parse_cards("As")[0]),
    "peek yes": a.PeekSays(True),
    "peek no": a.PeekSays(False),
    "close": a.CloseInsurance(),
    "start": a.StartDeal(),
    "overlook 2": a.Overlook(2),
    "reshuffled 2c 5s": a.Reshuffled(parse_cards("2c 5s")),
    "3: check": a.Check(spot=3),
    "3: bet 4x": a.PlayBet(4, spot=3),
    "bet 99x": a.PlayBet(99),
    "bet 40.00 play toke 1.00": a.PlayBet(cents=4000, toke_cents=100),
    "fold": a.Fold(),
    "3: fold tucked": a.Fold(spot=3, tuck=True),
    "fold untucked": a.Fold(tuck=False),
    "3: look": a.Look(3),
    "3: jackpot major 20000.00": a.JackpotPaid(3, "major", 2_000_000),
    "3: jackpot minor 1500.00": a.JackpotPaid(3, "minor", 150_000),
}


@pytest.mark.parametrize(("words", "action"), SAID.items(), ids=list(SAID))
def test_words_mean_an_action_and_an_action_has_its_words(words: str, action: a.Action) -> None:
    assert parse_action(words) == action
    assert action_text(action) == words


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("  2:hit", a.Hit(spot=2)),
        ("double $5", a.DoubleDown(cents=500)),
        ("double .50", a.DoubleDown(cents=50)),
        ("double 9", a.DoubleDown(cents=900)),
    ],
)
def test_words_may_be_written_otherwise(words: str, action: a.Action) -> None:
    assert parse_action(words) == action


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "ends too early"),
        ("dance", 'no action "dance"'),
        ("hit twice", 'cannot read "twice"'),
        ("hit by hand", 'cannot read "by hand"'),
        ("hit said bingo", 'cannot read "bingo"'),
        ("even", "ends too early"),
        ("even odds", "ends too early"),
        ("go", "ends too early"),
        ("go off", "ends too early"),
        ("insure", "ends too early"),
        ("peek maybe", 'cannot read "maybe"'),
        ("deal -1", "cannot read a spot"),
        ("deal ²", "cannot read a spot"),
        ("deal 1000", "cannot read a spot"),
        ("1000: hit", 'no action "1000"'),
        ("²: hit", 'no action "²"'),
        ("declare missed_hit hand 0", "counted from one"),
        ("bet x", 'cannot read "x"'),
        ("bet 0x", 'cannot read "0x"'),
        ("bet 100x", 'cannot read "100x"'),
        ("bet ²x", 'cannot read "²x"'),
        ("jackpot mini 5.00", 'no meter "mini"'),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(words: str, says: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_action(words)
    assert says in str(refusal.value)
