"""What somebody tried who meant no good: chips out of nothing, one's own table, sums that no store holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.service.staffed_floor import CHIPS, DORA, FLO, SHEILA, StaffedPit
from tests.service.test_floor import refusal

from pitboss.games import actions as a
from pitboss.ledger import CAGE, DEALERS, drop, tokes
from pitboss.service.floor import commands as c
from pitboss.service.staff.offers import offers_for
from pitboss.store import MemoryStore, Store, open_store

MUCH = 1_000_000


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    found: Store = MemoryStore() if request.param == "memory" else open_store(f"sqlite:///{tmp_path / 'f.sqlite3'}")
    yield found
    found.close()


def broken(store: Store | None = None) -> StaffedPit:
    """Box 1 has broken and lost; box 2 is on turn."""
    pit = StaffedPit("catfish-blackjack", "declared", store=store)
    pit.guest(1, "Ann", cents=MUCH)
    pit.guest(2, "Ben", cents=MUCH)
    pit.ready().start()
    pit.bets(1, 2, cents=10_000)
    pit.deal("Ts 9h 6d 5c 8d")
    pit.answers(1, a.Hit())
    pit.go_on("Th")
    return pit


def misdeal(pit: StaffedPit) -> None:
    """The shoe runs out on box 2."""
    pit.answers(2, a.Hit())
    pit.deals(a.Proceed())
    pit.deals(a.Declare("shoe_exhausted"))
    pit.deals(a.CallSupervisor())
    pit.rules("misdeal")


def corrections(pit: StaffedPit) -> tuple[Any, ...]:
    (lost,) = pit.live().settled
    which: dict[str, Any] = {"version": lost.version, "spot": 1, "wager": "main"}
    return c.DeclarePaid(**which, cents=0), c.Reverse(**which, correction="k1", reason="miscounted")


# --- paid twice ---------------------------------------------------------------------------------------------


def test_what_a_round_may_still_take_back_is_not_corrected(store: Store) -> None:
    """Or a misdeal would give back a stake that the correction has given back already."""
    pit = broken(store)
    for command in corrections(pit):
        assert "when the round is over" in refusal(pit, lambda command=command: pit.floor_does(command)).reason  # type: ignore[misc]
    misdeal(pit)
    assert (pit.balance("Ann@t"), pit.balance("Ben@t")) == (MUCH, MUCH)
    pit.check()


def test_when_the_round_is_over_it_is_corrected_before_the_next(store: Store) -> None:
    pit = broken(store)
    declared, _ = corrections(pit)
    pit.answers(2, a.Stand())
    pit.go_on("Tc 5s")
    assert pit.live().round is not None
    pit.floor_does(declared)
    assert pit.balance("Ann@t") == MUCH
    pit.check()


# --- one's own table ----------------------------------------------------------------------------------------


def test_nobody_deals_a_table_that_he_plays_at() -> None:
    """A player who has become a dealer meanwhile would deal to himself."""
    pit = StaffedPit()
    ann = pit.account(1, "Ann")
    refused = refusal(pit, lambda: pit.do(c.TapIn(), ann, role="dealer"))
    assert refused.reason == "you have a seat at this table yourself: somebody else runs it"
    pit.do(c.Leave(), ann)
    pit.do(c.TapIn(), ann, role="dealer")
    assert pit.live().table.dealer == ann


@pytest.mark.parametrize("role", ["floor", "shift_manager"])
def test_nobody_rules_on_a_round_that_he_has_a_bet_in(role: str) -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    ann = pit.account(1, "Ann")
    pit.start()
    pit.bets(1)
    pit.deal("Ts 9h 6d")
    pit.by(ann, c.Act(action=a.Hit()))
    pit.deals(a.Proceed())
    pit.deals(a.Declare("shoe_exhausted"))
    pit.deals(a.CallSupervisor())
    ruling = c.Act(action=a.Rule("misdeal"))
    assert "a seat at this table yourself" in refusal(pit, lambda: pit.do(ruling, ann, role=role)).reason
    pit.floor_does(ruling)
    assert pit.balance(ann) == MUCH


# --- sums that no store holds -------------------------------------------------------------------------------

HUGE = 2**63 - 1
TOO_MUCH: tuple[tuple[str, Any], ...] = (
    (FLO, c.CountTray(when="check", chips=((50_000, HUGE),))),
    (FLO, c.RequestFill(kind="fill", slip="1", chips=((50_000, HUGE),))),
    (FLO, c.CountTokes(counted=HUGE)),
    (SHEILA, c.PullDrop(counted=HUGE)),
    (DORA, c.VisitorBuysIn(box=1, cents=HUGE - HUGE % 100)),
)


@pytest.mark.parametrize(("person", "command"), TOO_MUCH, ids=lambda one: type(one).__name__)
def test_an_amount_that_is_mis_keyed_beyond_all_measure_is_refused(store: Store, person: str, command: Any) -> None:
    pit = StaffedPit(store=store)
    pit.guest()
    before = pit.store.balances()
    assert "more" in refusal(pit, lambda: pit.by(person, command)).reason
    assert pit.store.balances() == before
    pit.check()


def test_a_payment_beyond_all_measure_is_refused(store: Store) -> None:
    pit = broken(store)
    (lost,) = pit.live().settled
    pit.answers(2, a.Stand())
    pit.go_on("Tc 5s")
    which: dict[str, Any] = {"version": lost.version, "spot": 1, "wager": "main"}
    assert "more money" in refusal(pit, lambda: pit.floor_does(c.DeclarePaid(**which, cents=HUGE))).reason
    pit.floor_does(c.Reverse(**which, correction="k1", reason="miscounted"))
    again = c.PayAgain(correction="k1", cents=HUGE, reason="a slip of the keys")
    assert "more money" in refusal(pit, lambda: pit.floor_does(again)).reason
    pit.floor_does(c.PayAgain(correction="k1", cents=-10_000, reason="as due"))
    pit.check()


# --- money that is left behind ------------------------------------------------------------------------------


def test_the_boxes_of_a_closed_table_are_still_counted(store: Store) -> None:
    """Or what lies in them would lie there for ever."""
    pit = StaffedPit("catfish-blackjack", "declared", store=store)
    pit.guest(cents=MUCH)
    pit.dealer(c.UnseatVisitor(box=1))
    pit.floor_does(c.CountTray(when="closing", chips=CHIPS))
    pit.floor_does(c.CloseTable())
    cage = pit.store.balances([CAGE])[CAGE]
    pit.by(SHEILA, c.PullDrop(counted=MUCH))
    pit.floor_does(c.CountTokes(counted=500))
    books = pit.store.balances()
    assert (books[drop("t")], books[CAGE]) == (0, cage + MUCH)
    assert (books.get(tokes("t"), 0), books[DEALERS]) == (0, 500)
    assert refusal(pit, lambda: pit.dealer(c.TapOut())).reason == "the table is closed"
    pit.check()


def test_no_round_is_offered_where_the_tray_refuses_it() -> None:
    """What is offered can be sent: with less than nothing in the books of the tray, that is a fill."""
    pit = StaffedPit().ready()

    def offered(book: int) -> bool:
        found = offers_for(pit.live(), role="dealer", person=DORA, book=book)
        return any(one["command"]["type"] == "StartRound" for one in msgspec.to_builtins(found))

    assert (offered(0), offered(-1)) == (True, False)
