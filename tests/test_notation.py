"""Actions in words: every kind of action is said and read back as the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import action_text, parse_action
from pitboss.cards import DECK
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.game import ENGINES

SPOT, ANY_SPOT = st.integers(1, 99), st.integers(0, 99)
HAND = st.integers(-1, 5)
CENTS, NO_CENTS = st.integers(1, 10**9), st.integers(0, 10**6)
WAGER = st.sampled_from(["main", "trilux", "over", "ante", "blind", "trips", "progressive"])
WORD = st.sampled_from(["misdeal", "keep", "go_on", "hole_exposed", "missed_hit", "draw_later"])
NOTE = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=20)
PLACE = st.lists(st.sampled_from(["the", "line", "between", "boxes", "2"]), min_size=1, max_size=3).map(" ".join)
SAID = st.sampled_from(["", "hit", "stand", "double", "split", "surrender"])
FLAG = st.booleans()
CARD = st.sampled_from(DECK)

SIGNALLED = {"spot": ANY_SPOT, "hand": HAND, "signal": st.sampled_from(["hand", "voice"]), "said": SAID}
FIELDS: dict[type[a.Action], dict[str, st.SearchStrategy[Any]]] = {
    a.PlaceBet: {"spot": SPOT, "cents": CENTS, "wager": WAGER, "player": NOTE, "position": st.just("box") | PLACE},
    a.TakeBackBet: {"spot": SPOT, "wager": WAGER},
    a.PlaceToke: {
        "spot": SPOT, "cents": CENTS, "wager": WAGER, "hand": HAND,
        "position": st.sampled_from(["adjacent", "center"]) | PLACE,
    },
    a.StartDeal: {},
    a.Insure: {"spot": ANY_SPOT, "cents": CENTS},
    a.DeclineInsurance: {"spot": ANY_SPOT},
    a.TakeEvenMoney: {"spot": ANY_SPOT},
    a.CloseInsurance: {},
    a.Hit: SIGNALLED,
    a.Stand: SIGNALLED,
    a.Signal: {"spot": ANY_SPOT, "hand": st.sampled_from(["", "hit", "stand"]), "voice": SAID},
    a.DoubleDown: {
        "spot": ANY_SPOT, "hand": HAND, "cents": NO_CENTS, "toke_cents": NO_CENTS, "face_down": FLAG, "paid": FLAG,
    },
    a.Split: {"spot": ANY_SPOT, "hand": HAND, "cents": NO_CENTS, "toke_cents": NO_CENTS, "paid": FLAG},
    a.Surrender: {"spot": ANY_SPOT, "hand": HAND},
    a.GoOn: {"spot": ANY_SPOT},
    a.TakeCard: {"spot": ANY_SPOT},
    a.RefuseCard: {"spot": ANY_SPOT},
    a.Proceed: {},
    a.Deal: {"spot": ANY_SPOT},
    a.CardIs: {"card": CARD},
    a.PeekSays: {"blackjack": FLAG},
    a.Overlook: {"spot": ANY_SPOT},
    a.Declare: {"kind": WORD, "spot": ANY_SPOT, "note": NOTE, "hand": HAND},
    a.CallSupervisor: {},
    a.Choose: {"choice": WORD, "spot": ANY_SPOT},
    a.Reshuffled: {"cards": st.lists(CARD, max_size=5).map(tuple)},
    a.Rule: {"choice": WORD, "spot": ANY_SPOT, "note": NOTE},
    a.Look: {"spot": ANY_SPOT},
    a.Check: {"spot": ANY_SPOT},
    a.PlayBet: {"spot": ANY_SPOT, "multiple": st.integers(1, 99), "toke_cents": NO_CENTS},
    a.Fold: {"spot": ANY_SPOT, "tuck": st.sampled_from([None, True, False])},
    a.JackpotPaid: {"spot": ANY_SPOT, "meter": st.sampled_from(["major", "minor"]), "cents": CENTS},
}  # fmt: skip
"""What each field of an action may hold."""


def test_every_action_and_every_field_of_it_is_tried() -> None:
    assert set(FIELDS) == {kind for game in ENGINES for kind in ENGINES[game].round.ACTIONS}
    for kind, fields in FIELDS.items():
        assert set(fields) | ({"cents"} if kind is a.PlayBet else set()) == set(kind.__struct_fields__)


@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_an_action_is_read_back_as_the_same(kind: type[a.Action], data: st.DataObject) -> None:
    action = kind(**{name: data.draw(values) for name, values in FIELDS[kind].items()})
    text = action_text(action)
    assert parse_action(text) == action
    assert action_text(parse_action(text)) == text


@given(SPOT, CENTS, NO_CENTS)
def test_a_play_bet_in_money_is_read_back(spot: int, cents: int, toke: int) -> None:
    action = a.PlayBet(spot=spot, cents=cents, toke_cents=toke)
    assert parse_action(action_text(action)) == action


def test_bets_in_words() -> None:
    assert action_text(a.PlaceBet(spot=1, cents=1000)) == "1: bet 10.00 main"
    assert action_text(a.PlaceBet(spot=2, cents=500, wager="trilux", player="Ann: the first")) == (
        "2: bet 5.00 trilux: Ann: the first"
    )
    assert parse_action("1: bet 40.00") == a.PlayBet(spot=1, cents=4000), "without a wager it is the Play bet"
    assert parse_action("1: take back") == a.TakeBackBet(spot=1)
    assert parse_action("1: take") == a.TakeCard(spot=1)


@pytest.mark.parametrize("words", ["bet 10.00 main", "toke 1.00 main", "take back main"])
def test_a_bet_names_its_spot(words: str) -> None:
    with pytest.raises(NotationError, match="does not name its spot"):
        parse_action(words)


@pytest.mark.parametrize("word", ["undo", "back", "cancel"])
def test_nothing_is_undone_and_the_reason_is_said(word: str) -> None:
    with pytest.raises(NotationError, match="what was said or done at the table stays"):
        parse_action(word)


def test_what_is_expected_is_said_in_the_words_of_the_game() -> None:
    said = {}
    for game in ("", "blackjack", "holdem"):
        with pytest.raises(NotationError) as refused:
            parse_action("jump", game=game)
        said[game] = refused.value.expected
    assert said["blackjack"].startswith("hit, stand")
    assert said["holdem"].startswith("check, bet 4x, fold")
    assert "surrender" not in said["holdem"]
    assert "fold" not in said["blackjack"]
    assert all(word in said[""] for word in ("hit, stand", "check, bet 4x, fold", "overlook SPOT"))
