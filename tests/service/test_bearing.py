"""A void round takes early payouts back: out of what it gives back first, and the house bears what a player has not."""

from __future__ import annotations

import pytest
from tests.service.approving import approve
from tests.service.staffed_floor import DORA, FLO, StaffedPit
from tests.service.test_attacks import store
from tests.service.test_floor import PATIENT, Pit, refusal

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.actions import PlayBet
from pitboss.games.events import RoundVoided
from pitboss.ledger import needed
from pitboss.ledger.posting import Posting
from pitboss.rules import load
from pitboss.service.accounting import Books, Period, report
from pitboss.service.audit.audit import verify
from pitboss.service.audit.significant_events import significant_events
from pitboss.service.floor import commands as c
from pitboss.service.floor.decisions import Decided, Given
from pitboss.service.floor.events import PayoutKept
from pitboss.service.floor.recorded import recorded
from pitboss.service.floor.streams import Answer
from pitboss.service.money import shortfalls
from pitboss.store import Store

__all__ = ["store"]

MUCH, BET = 1_000_000, 10_000
MISDEAL = c.Act(action=a.Rule("misdeal"))
BORNE = c.Act(action=a.Rule("misdeal"), borne_by="house")


def kept(answer: Answer) -> list[PayoutKept]:
    return [one for change in answer.changes for one in change.events if isinstance(one, PayoutKept)]


def paid_early(store: Store | None = None) -> StaffedPit:
    """Ann, who has an account, was paid her blackjack; then the shoe runs out on Ben, and the floor is asked."""
    pit = StaffedPit("catfish-blackjack", "declared", store=store)
    pit.account(1, "Ann")
    pit.guest(2, "Ben", cents=MUCH)
    pit.ready().start()
    pit.bets(1, 2, cents=BET)
    pit.deal("As 9h 6d Kc 5d")
    assert pit.balance("Ann") == MUCH + BET * 3 // 2
    exhausted(pit)
    return pit


def exhausted(pit: StaffedPit) -> None:
    pit.answers(2, a.Hit())
    pit.deals(a.Proceed())
    pit.deals(a.Declare("shoe_exhausted"))
    pit.deals(a.CallSupervisor())


def cash_out(pit: Pit, name: str = "Ann", left: int = 0) -> None:
    pit.person(name, c.CashOut(cents=pit.balance(name) - left))


def test_the_floor_goes_on_where_a_player_has_cashed_an_early_payout(store: Store) -> None:
    pit = paid_early(store)
    cash_out(pit)
    chips = pit.tray()
    reason = refusal(pit, lambda: pit.floor_does(MISDEAL)).reason
    assert reason == "Ann has $0, which is less than the early payout that comes back: let the house bear the rest"
    (told,) = kept(pit.floor_does(BORNE))
    assert (told.spot, told.hand, told.wager, told.player, told.cents, told.by) == (1, 0, "main", "Ann", 15_000, FLO)
    assert told.clause == "BJ-IRR-11b"
    assert (pit.balance("Ann"), pit.balance("Ben@t")) == (0, MUCH)
    assert pit.tray() == chips  # what Ann was paid is gone from it, and stays gone
    assert sum(pit.store.balances().values()) == 0
    pit.dealer(c.EndRound())
    pit.check()


def test_the_player_gives_back_what_he_still_has(store: Store) -> None:
    pit = paid_early(store)
    cash_out(pit, left=6_000)
    chips = pit.tray()
    (told,) = kept(pit.floor_does(BORNE))
    assert told.cents == 9_000
    assert (pit.balance("Ann"), pit.tray()) == (0, chips + 6_000)
    pit.check()


def test_nothing_is_borne_of_a_player_who_has_it() -> None:
    pit = paid_early()
    assert kept(pit.floor_does(BORNE)) == []
    assert pit.balance("Ann") == MUCH
    pit.check()


def test_chips_that_the_same_ruling_gives_back_count_first(store: Store) -> None:
    """Ann has staked her early payout on her other box: void, both stakes are hers again, and nobody bears anything."""
    pit = StaffedPit("catfish-blackjack", "declared", store=store)
    pit.guest(1, "Ann", cents=2 * BET)
    pit.dealer(c.SeatVisitor(box=2, name="Ann"))
    pit.ready().start()
    pit.bets(1, 2, cents=BET)
    pit.deal("As 6h 6d Kc 5d")
    assert pit.balance("Ann@t") == BET * 5 // 2
    pit.answers(2, a.DoubleDown())
    pit.deals(a.Proceed())
    pit.deals(a.Declare("shoe_exhausted"))
    pit.deals(a.CallSupervisor())
    assert pit.balance("Ann@t") == BET * 3 // 2
    assert kept(pit.floor_does(MISDEAL)) == []
    assert (pit.balance("Ann@t"), pit.tray()) == (2 * BET, StaffedPit().tray() - 2 * BET)
    pit.check()


def test_a_stake_is_covered_before_and_what_is_taken_back_comes_last() -> None:
    back, void = Posting("player:Ann", -2500, "SettlementReversed"), Posting("player:Ann", 1000, "WagerSettled")
    assert needed([back, void])["player:Ann"] == 1500
    stake = Posting("player:Ann", -500, "HandDoubled")
    assert needed([stake, void])["player:Ann"] == 500
    assert shortfalls.shortfalls([stake, back], {"player:Ann": 100}) == (("Ann", 2500),)
    assert shortfalls.shortfalls([stake, back], {"player:Ann": 2000}) == (("Ann", 1000),)
    assert shortfalls.shortfalls([stake, back], {"player:Ann": 3000}) == ()


# --- who says so --------------------------------------------------------------------------------------------


def test_only_the_floor_says_that_the_house_bears_it_and_only_with_what_voids_a_round() -> None:
    pit = paid_early()
    cash_out(pit)
    for person, command in (
        (DORA, BORNE), (FLO, c.Act(action=a.CallSupervisor(), borne_by="house")),
        ("Ann", c.Act(action=a.Stand(), borne_by="house")),
    ):  # fmt: skip
        assert refusal(pit, lambda: pit.by(person, command)).reason  # noqa: B023
    assert "for the floor to say" in refusal(pit, lambda: pit.by("Ann", c.Act(action=a.Hit(), borne_by="house"))).reason


def test_what_is_borne_is_never_the_callers_to_say() -> None:
    pit = paid_early()
    cash_out(pit, left=14_000)
    asked = c.Act(action=a.Rule("misdeal"), borne_by="house")
    (told,) = kept(pit.floor_does(asked))
    assert (told.player, told.cents) == ("Ann", 1_000)
    too_much = recorded(asked, borne=(("Ann", 15_000), ("Ben@t", 400_000)))
    with pytest.raises(IllegalAction, match="no more than the round takes back"):
        shortfalls.kept(pit.live(), too_much, Decided(pit.live(), ()), Given(FLO, "floor", 0, ""))
    pit.check()


def test_a_dealer_is_sent_to_the_floor_and_the_floor_declares() -> None:
    """Of hold'em a wrong count voids the round as soon as it is declared, be it after hands were paid."""
    pit = StaffedPit("ultimate-texas-holdem", "declared")
    pit.account(2, "Ann")
    pit.guest(1, "Ben", cents=MUCH)
    pit.ready().start()
    pit.bets(1, 2, cents=1000)
    pit.deal()
    for box in (1, 2):
        pit.answers(box, PlayBet(4, spot=box))
    pit.go_on("Qs Jd 2c 3d 5h 4c 9d Ah As")  # the board, the dealer, and Ann, whose hand is opened first
    assert {one.player for one in pit.live().settled if one.paid > 0} == {"Ann"}
    cash_out(pit)
    wrong = c.Act(action=a.Declare("wrong_count"))
    assert "the floor may let the house bear the rest" in refusal(pit, lambda: pit.dealer(wrong)).reason
    before = pit.store.balances()
    answer = pit.floor_does(c.Act(action=a.Declare("wrong_count"), borne_by="house"))
    assert {one.player for one in kept(answer)} == {"Ann"}
    assert pit.balance("Ann") == 0
    pit.check()
    pit.floor_does(c.Retract(version=answer.version))  # it was the right number after all
    assert pit.store.balances() == before
    pit.check()


# --- afterwards ---------------------------------------------------------------------------------------------


def test_what_was_kept_can_be_taken_back_once_the_player_has_it_again() -> None:
    pit = paid_early()
    cash_out(pit)
    pit.floor_does(BORNE)
    pit.dealer(c.EndRound())
    done = next(one for one in pit.live().settled if one.spot == 1)
    assert (done.due, done.paid) == (0, 15_000)
    reverse = c.Reverse(correction="k1", version=done.version, spot=1, wager="main", reason="he is back")
    assert "less than that" in refusal(pit, lambda: pit.floor_does(reverse)).reason
    pit.person("Ann", c.BuyIn(cents=20_000))
    pit.floor_does(reverse)
    pit.floor_does(c.PayAgain(correction="k1", cents=0, reason="the round was void"))
    assert (pit.balance("Ann"), pit.tray()) == (5_000, StaffedPit().tray() - MUCH)
    pit.check()


def test_the_books_and_the_significant_events_say_who_kept_what() -> None:
    pit = paid_early()
    cash_out(pit)
    pit.floor_does(BORNE)
    pit.dealer(c.EndRound())
    (said,) = [one for one in significant_events(pit.store) if "Ann keeps" in one.what]
    assert (said.kind, said.who, said.what, said.after, said.clause) == (
        "correction", FLO, "Ann keeps main of a void round, borne by the house", "$150", "BJ-IRR-11b"
    )  # fmt: skip
    (void,) = [one for one in significant_events(pit.store) if one.what == "the round is void"]
    assert void.why == "the shoe has too few cards"
    books = Books(pit.store)
    books.update()
    made = report(books, Period.of("life", "2026-09-22"), lambda terms: "none", made_at=0)
    (page,) = made["tables"]
    assert (page["win"], page["result"]["ledger"]) == (-15_000, -15_000)
    told = {one["what"]: one["why"] for one in made["events"]}
    assert "the house bears what Ann no longer has: main of spot 1" in told
    assert told["round void"] == void.why
    assert "sheet released for tables: catfish-blackjack" in told  # whether its document is approved is said elsewhere


# --- automatic tables ---------------------------------------------------------------------------------------


def run_out(seed: int) -> tuple[Pit, Answer] | None:
    """A shoe dealt to its last card, by players who always hit; Ann cashes out whatever she is paid."""
    pit, sets = Pit(seed=f"to the end {seed}"), ("shuffle.cut_card_depth=1",)
    approve(pit.floor, "catfish-blackjack", sets)
    hash_ = load("catfish-blackjack", sets=list(sets)).hash
    command = c.OpenTable(title="", sheet="catfish-blackjack", sets=sets, sheet_hash=hash_, tray=MUCH, pace=PATIENT)
    pit.do(command, "house", role="administrator")
    pit.hello("Ann", "Ben", chips=MUCH)
    for box in range(1, 7):
        pit.do(c.Sit(box=box), "Ann" if box < 4 else "Ben")
    while pit.live().table.rounds < 20:
        done = _round(pit)
        if done is not None:
            return (pit, done) if kept(done) else None
    return None


def _round(pit: Pit) -> Answer | None:
    """One round, up to the entry that voids it."""
    pit.bets_open()
    for box in range(1, 7):
        name = "Ann" if box < 4 else "Ben"
        for wager in ("main", "trilux"):
            pit.act(a.PlaceBet(spot=box, cents=500, wager=wager), name)
    number = pit.live().table.rounds
    while (live := pit.live()).round is not None and live.table.rounds == number:
        question = live.question
        if question is None or question.role != "player" or question.kind == "wagers":
            pit.house()
            continue
        if pit.balance("Ann"):
            cash_out(pit)
        hit = a.Hit() if question.kind == "play" else live.round.timeout_answer()
        done = pit.act(hit, live.table.holder(getattr(hit, "spot", 0) or question.spot))  # type: ignore[arg-type]
        if any(isinstance(one, RoundVoided) for change in done.changes for one in change.events):
            return done
    pit.person("Ann", c.BuyIn(cents=MUCH))
    return None


def test_an_automatic_table_goes_on_by_itself() -> None:
    """Nobody is there to be asked: what is posted is that the house bears it."""
    found = next(found for seed in range(16, 60) if (found := run_out(seed)) is not None)
    pit, done = found
    assert {one.player for one in kept(done)} == {"Ann"}
    assert pit.balance("Ann") == 0
    assert pit.over().round is None
    pit.inspect()
    assert verify(pit.store, pit.keys()).good
