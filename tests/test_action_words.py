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
    "deal 999": a.Deal(999),
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
    "2: hit hand 2": a.Hit(spot=2, hand=1),
    "stand hand 1 by voice": a.Stand(hand=0, signal="voice"),
    "surrender hand 3": a.Surrender(hand=2),
    "double hand 2 5.00": a.DoubleDown(hand=1, cents=500),
    "split hand 1 paid": a.Split(hand=0, paid=True),
    "1: bet 10.00 main: Ann": a.PlaceBet(spot=1, cents=1000, player="Ann"),
    "1: bet 5.00 trilux": a.PlaceBet(spot=1, cents=500, wager="trilux"),
    "2: bet 0.01 main at the rail: Bo": a.PlaceBet(spot=2, cents=1, player="Bo", position="the rail"),
    "1: toke 1.00 main": a.PlaceToke(spot=1, cents=100),
    "1: toke 1.00 main hand 2 center": a.PlaceToke(spot=1, cents=100, hand=1, position="center"),
    "1: toke 1.00 trips at the rail": a.PlaceToke(spot=1, cents=100, wager="trips", position="the rail"),
    "2: take back main": a.TakeBackBet(spot=2),
    "2: take back trilux": a.TakeBackBet(spot=2, wager="trilux"),
    "bet 4x toke 1.00": a.PlayBet(4, toke_cents=100),
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
        ("2: bet 40.00", a.PlayBet(spot=2, cents=4000)),
        ("2: bet 40.00 toke 1.00", a.PlayBet(spot=2, cents=4000, toke_cents=100)),
        ("bet 4x play", a.PlayBet(4)),
        ("2: take back", a.TakeBackBet(spot=2)),
        ("2: toke 1.00 center", a.PlaceToke(spot=2, cents=100, position="center")),
        ("2: toke 1.00 hand 1", a.PlaceToke(spot=2, cents=100, hand=0)),
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
        ("bet 10.00 main", "does not name its spot"),
        ("toke 1.00 main", "does not name its spot"),
        ("take back main", "does not name its spot"),
        ("double !5", 'cannot read "!5"'),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(words: str, says: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_action(words)
    assert says in str(refusal.value)


def expected(words: str, game: str = "") -> list[str]:
    """What could have been said instead."""
    with pytest.raises(NotationError) as refusal:
        parse_action(words, game=game)
    return refusal.value.expected.split(", ")


def test_what_could_have_been_said_is_of_the_game() -> None:
    every = expected("dance")
    assert {"split", "bet 4x", "hit"} <= set(every)
    assert "bet 4x" not in expected("dance", "blackjack")
    assert "split" not in expected("dance", "holdem")
    assert every[:3] == ["hit", "stand", "double"]


def test_who_wants_an_action_back_is_told_that_it_stays() -> None:
    for word in ("undo", "back", "retract", "cancel"):
        with pytest.raises(NotationError, match=f'no action "{word}": '):
            parse_action(word)
    with pytest.raises(NotationError, match=r'no action "dance"(?!:)'):
        parse_action("dance")
