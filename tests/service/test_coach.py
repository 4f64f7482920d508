"""The coach: the solvers' values for what is on the table, and nothing in them that the seat cannot see."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from tests.service.test_floor import PACE, PATIENT, Pit, at_table, bet

from pitboss.cards import Card, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.game import ENGINES
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.round import Offer
from pitboss.maths import analysis
from pitboss.maths.blackjack import solve
from pitboss.maths.holdem import live as holdem
from pitboss.rules import SHIPPED, load
from pitboss.service.advice.coach import Advice, Decision, advise, check_allowed, decided, positions, summed_up, taken
from pitboss.service.audit import recall
from pitboss.service.floor import commands as c
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.table_commands import decide, due, opened
from pitboss.service.tables.views import offers_to

BLACKJACK = tuple(name for name in SHIPPED if load(name).game == "blackjack")
NAMES = ("Ann", "Bob", "Cleo")


def bets_open(sheet: str, *, sets: tuple[str, ...] = (), players: int = 1) -> Live:
    """A table whose players have bet the minimum from box 1 on."""
    loaded = load(sheet, sets=list(sets))
    terms = c.OpenTable(title="", sheet=sheet, sets=sets, sheet_hash=loaded.hash, pace=PACE)
    live = opened("t", terms, 0, sheet=loaded).live
    for box, name in enumerate(NAMES[:players], 1):
        live = decide(live, c.Sit(box=box), actor=name, at=0).live
    while not live.table.bets_open:
        next_ = due(live)
        assert next_ is not None
        live = decide(live, next_.command, actor="house", at=next_.at, seed="ab" * 32).live
    for box, name in enumerate(NAMES[:players], 1):
        for wager in ENGINES[loaded.game].main_wagers:
            action = a.PlaceBet(spot=box, cents=loaded.rules.table.minimum, wager=wager)
            live = decide(live, c.Act(action=action), actor=name, at=0).live
    return live


def stacked(live: Live, cards: Sequence[Card]) -> Live:
    """The same with these cards next in the shoe; each changes places with one that lay there."""
    round_ = live.round
    assert round_ is not None
    assert round_.order is not None
    order = list(round_.order)
    for at, card in enumerate(cards, round_.next_card):
        other = order.index(card, at)
        order[at], order[other] = order[other], order[at]
    round_.order = tuple(order)
    return live


def deal(live: Live) -> Live:
    return decide(live, c.Deal(), actor="house", at=0).live


def dealt(sheet: str, hand: str, up: str, hole: str = "7d", then: str = "", **given: Any) -> Live:
    """A deal of these cards to one player and the dealer, in the order in which this sheet deals them."""
    shown = [event for event in deal(bets_open(sheet, **given)).round.events if isinstance(event, e.CardDealt)]  # type: ignore[union-attr]
    own = iter(parse_cards(hand))
    dealers = {"all": Card.parse(up), "nobody": Card.parse(hole)}
    first = [next(own) if event.spot else dealers[event.seen] for event in shown[:4]]
    return deal(stacked(bets_open(sheet, **given), (*first, *parse_cards(then))))


def act(live: Live, *actions: a.Action, name: str = "Ann") -> Live:
    for action in actions:
        live = decide(live, c.Act(action=action), actor=name, at=0).live  # type: ignore[arg-type]
    return live


def advice(live: Live, name: str = "Ann") -> Advice:
    (position,) = positions(live, name)
    return advise(position)


def values(found: Advice) -> dict[str, float | None]:
    """Values by the short name that the solver has for a choice."""
    names = {
        a.GoOn: "go on", a.DeclineInsurance: "go on", a.TakeEvenMoney: "even money", a.DoubleDown: "double",
    }  # fmt: skip
    return {
        names.get(type(one.offer.action), type(one.offer.action).__name__.lower())
        + (f" {one.offer.action.cents / 100:.2f}" if getattr(one.offer.action, "cents", 0) else ""): one.value
        for one in found.choices
    }


def solved(sheet: str, situation: str, **given: Any) -> dict[str, float]:
    return {one.name: one.value for one in analysis.value(load(sheet), situation, **given).choices}


# --- the values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", BLACKJACK)
@pytest.mark.parametrize(
    ("hand", "up"), [("8s 8d", "Tc"), ("Ah 7d", "9c"), ("6h 5d", "Tc"), ("Ts 6d", "6c"), ("As Ad", "7c")]
)
def test_blackjack_values_are_those_of_pitboss_value(sheet: str, hand: str, up: str) -> None:
    found = advice(dealt(sheet, hand, up))
    assert values(found) == pytest.approx(solved(sheet, f"{hand} against {up}"), abs=1e-12)
    assert [one.value for one in found.choices] == sorted((one.value for one in found.choices), reverse=True)  # type: ignore[type-var]


def test_hold_em_values_are_those_of_pitboss_value_on_every_street() -> None:
    live = deal(bets_open("ultimate-texas-holdem"))
    sheet, streets = live.sheet, []
    for _ in range(3):
        (position,) = positions(live, "Ann")
        found = advise(position)
        if position.against:
            text = f"{' '.join(card.text for card in position.cards)} on {' '.join(c.text for c in position.against)}"
        else:
            text = "".join(card.text for card in position.cards)
        wanted = {one.name: one.exact for one in analysis.value(sheet, text).choices}
        told = {
            f"{one.offer.action.multiple}x" if isinstance(one.offer.action, a.PlayBet)
            else type(one.offer.action).__name__.lower(): one.exact
            for one in found.choices
        }  # fmt: skip
        assert told == wanted
        assert all(isinstance(one.exact, Fraction) for one in found.choices)
        streets.append(position.question)
        if position.question != "river":
            live = act(live, a.Check(spot=1))
    assert streets == ["preflop", "flop", "river"]


def test_an_ante_at_which_the_game_is_the_same_is_not_solved_again() -> None:
    live = deal(bets_open("ultimate-texas-holdem"))
    assert isinstance(live.round, HoldemRound)
    live.round.seats[1].wagers |= {"ante": 2500, "blind": 2500}
    (position,) = positions(live, "Ann")
    assert position.stake == 2500
    assert {one.exact for one in advise(position).choices} == {
        one.exact for one in analysis.value(live.sheet, "".join(card.text for card in position.cards)).choices
    }


@pytest.mark.parametrize("sheet", BLACKJACK)
def test_insurance_is_worth_its_chance(sheet: str) -> None:
    live = dealt(sheet, "Ts 9d", "Ac")
    wanted = analysis.value(load(sheet), "T 9 against A")
    insured = next(offer.action for offer in offers_to(live, "Ann") if isinstance(offer.action, a.Insure))
    found = {type(one.offer.action): one.value for one in advice(live).choices}
    gain = found[a.Insure] - found[a.DeclineInsurance]  # type: ignore[operator]
    assert wanted.insurance is not None
    assert gain == pytest.approx(wanted.insurance * insured.cents / load(sheet).rules.table.minimum, abs=1e-12)
    tens = 96 if load(sheet).rules.cards.decks == 6 else 128
    cards = load(sheet).rules.cards.decks * 52
    dealer = (tens - 1) / (cards - 3)  # a ten is in the hand
    best = wanted.choices[0].value
    assert found[a.DeclineInsurance] == pytest.approx(best * (1 - dealer) - dealer, abs=1e-12)


def test_even_money_stands_beside_going_on() -> None:
    live = dealt("games-of-chance-blackjack", "As Kd", "Ac")
    found = {type(one.offer.action): one.value for one in advice(live).choices}
    wanted = {one.name: one.value for one in analysis.value(live.sheet, "A K against A").before_check}
    assert found[a.TakeEvenMoney] == wanted["even money"] == 1.0
    assert found[a.DeclineInsurance] == pytest.approx(wanted["go on"], abs=1e-12)


@pytest.mark.parametrize("sheet", ["games-of-chance-blackjack", "blackjack-v5"])
def test_a_blackjack_may_be_doubled_and_the_coach_says_what_that_costs(sheet: str) -> None:
    found = advice(dealt(sheet, "As Kd", "6c"))
    assert found.position.question == "natural"
    assert values(found) == pytest.approx(solved(sheet, "A K against 6"), abs=1e-12)
    assert isinstance(found.best.offer.action, a.GoOn)


@pytest.mark.parametrize(("hand", "up"), [("Ts 6d", "Ac"), ("Ts 6d", "Kc"), ("As Kd", "Ac")])
def test_early_surrender_is_held_against_all_that_may_follow(hand: str, up: str) -> None:
    live = dealt("blackjack-v5", hand, up, sets=("surrender.timing=early",))
    found = {type(one.offer.action): one.value for one in advice(live).choices}
    wanted = {one.name: one.value for one in analysis.value(live.sheet, f"{hand} against {up}").before_check}
    assert found[a.Surrender] == wanted["surrender"] == -0.5
    assert found[a.GoOn] == pytest.approx(max(wanted["go on"], wanted.get("even money", -1)), abs=1e-12)


@pytest.mark.clause("BJ-SPLIT-9")
def test_the_question_about_fives_has_two_values() -> None:
    live = dealt("catfish-blackjack", "5s 5d", "6c")
    wanted = solved("catfish-blackjack", "5 5 against 6")
    found = advice(act(live, a.DoubleDown()))
    assert found.position.question == "fives"
    assert values(found) == pytest.approx({name: wanted[name] for name in ("split", "double", "double 1.00")})


def test_hands_of_a_split_are_valued_by_what_lies_there() -> None:
    """The other hand's card is seen, the first hand may be split again, and four hands are the most."""
    live = act(dealt("catfish-blackjack", "8s 8d", "6c", then="8h 8c 3d"), a.Split())
    first = advice(live)
    assert (first.position.hands, first.position.waiting) == (2, 1)
    assert first.position.cards == parse_cards("8s 8h")
    alone = solved("catfish-blackjack", "8s 8h against 6c after a split", seen="8d")
    del alone["split"]  # asked alone, the other hand is finished; here it waits for its card
    assert {name: worth for name, worth in values(first).items() if name != "split"} == pytest.approx(alone, abs=1e-12)
    live = act(live, a.Split(), a.Split())
    last = advice(live)
    assert (last.position.hands, last.position.waiting) == (4, 3)
    assert "split" not in values(last)
    wanted = solved("catfish-blackjack", "8s 3d against 6c after a split", seen="8d 8h 8c")
    assert values(last) == pytest.approx(wanted, abs=1e-12)


def test_free_splits_and_doubles_cost_nothing() -> None:
    live = dealt("free-bet-blackjack", "5s 4d", "2c")
    assert advice(live).best.offer.text == "double: free, one card"
    split = act(dealt("free-bet-blackjack", "8s 8d", "6c", then="2h Ts 3h"), a.Split(), a.Stand())
    found = advice(split)
    wanted = solved("free-bet-blackjack", "8d Ts against 6c on a lammer", seen="8s 2h")
    assert values(found) == pytest.approx(wanted, abs=1e-12)


def test_a_free_double_may_be_declined_where_the_house_says_so() -> None:
    found = advice(dealt("free-bet-blackjack", "6s 5d", "6c", sets=("free.decline_free=true",)))
    doubles = {one.offer.action.paid: one for one in found.choices if isinstance(one.offer.action, a.DoubleDown)}
    free, paid = doubles[False].value, doubles[True].value
    assert free is not None
    assert paid is not None
    assert free > paid > 0


def test_a_double_for_what_the_maximum_leaves_has_its_value() -> None:
    """No table opens on such a sheet now, but what it would offer is valued."""
    sheet = load("catfish-blackjack", sets=["double.double_at_maximum=false", "table.maximum=8"])
    (position,) = positions(dealt("catfish-blackjack", "6s 5d", "6c"), "Ann")
    offers = tuple(Offer(a.DoubleDown(cents=cents), "", "") for cents in (300, 200, 100))
    found = [one.value for one in advise(replace(position, sheet=sheet, offers=offers)).choices]
    wanted = {one.name: one.value for one in analysis.value(sheet, "6 5 against 6").choices}
    full, least = wanted["double"], wanted["double 1.00"]
    assert found == pytest.approx([full, (full + least) / 2, least], abs=1e-12)


# --- what the seat cannot see -----------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", BLACKJACK)
def test_the_hole_card_changes_nothing(sheet: str) -> None:
    first, second = (dealt(sheet, "Ts 6d", "9c", hole) for hole in ("2d", "Kh"))
    assert first.round != second.round
    assert positions(first, "Ann") == positions(second, "Ann")


@pytest.mark.parametrize("sheet", BLACKJACK)
def test_a_blackjack_under_the_ace_changes_nothing_before_the_check(sheet: str) -> None:
    first, second = (dealt(sheet, "Ts 6d", "Ac", hole) for hole in ("2d", "Kh"))
    assert positions(first, "Ann") == positions(second, "Ann")


def test_cards_of_others_and_the_deck_change_nothing_in_hold_em() -> None:
    """The same own cards, all others in another order: what is asked of Ann is the same to the last figure."""
    base = bets_open("ultimate-texas-holdem", players=2)
    assert base.round is not None
    order = base.round.order
    assert order is not None
    (wanted,) = positions(deal(bets_open("ultimate-texas-holdem", players=2)), "Ann")
    own = [order.index(card) for card in wanted.cards]
    others = [card for at, card in enumerate(order) if at not in own]
    random.Random("hold'em").shuffle(others)
    rest = iter(others)
    base.round.order = tuple(order[at] if at in own else next(rest) for at in range(len(order)))
    assert base.round.order != order
    assert positions(deal(base), "Ann") == (wanted,)


def test_open_cards_of_other_seats_count() -> None:
    live = deal(stacked(bets_open("catfish-blackjack", players=2), parse_cards("Ts 5c 9c 6d 5h 7d")))
    found = advice(live)
    assert (found.position.cards, found.position.seen) == (parse_cards("Ts 6d"), parse_cards("5c 5h"))
    assert values(found) == pytest.approx(solved("catfish-blackjack", "T 6 against 9", seen="5 5"), abs=1e-12)


def test_earlier_rounds_of_the_shoe_do_not_count() -> None:
    pit = at_table("Ann")
    for _ in range(3):
        bet(pit, "Ann", 1)
        pit.until(lambda live: live.round is None or _asked(live))
        if pit.live().round is not None:
            assert positions(pit.live(), "Ann")[0].seen == ()
            pit.over()
        pit.bets_open()


def _asked(live: Live) -> bool:
    return live.question is not None and live.question.kind in ("play", "insurance")


def test_after_an_irregularity_the_coach_is_silent() -> None:
    live = dealt("catfish-blackjack", "Ts 6d", "9c")
    assert live.round is not None
    live.round.emit(e.HoleExposed(card=Card.parse("7d")))
    with pytest.raises(IllegalAction, match="irregularity"):
        positions(live, "Ann")


def test_who_is_not_asked_is_told_so() -> None:
    live = dealt("catfish-blackjack", "Ts 6d", "9c", players=1)
    for name, table in (("Bob", live), ("Ann", bets_open("catfish-blackjack")), ("", live)):
        with pytest.raises(IllegalAction, match="nothing is asked of you"):
            positions(table, name)


def test_a_table_may_forbid_the_coach() -> None:
    sheet = load("catfish-blackjack")
    terms = c.OpenTable(title="", sheet=sheet.name, sheet_hash=sheet.hash, coach=False)
    with pytest.raises(IllegalAction, match="without the coach"):
        check_allowed(opened("t", terms, 0, sheet=sheet).live)
    check_allowed(bets_open("catfish-blackjack"))


def test_a_doubled_hand_is_told_what_doubling_again_is_worth() -> None:
    """Eleven is doubled and gets a two: thirteen against a six stands or is doubled again, for all that lies on it."""
    live = dealt("catfish-blackjack", "6s 3d", "6c", then="2h", sets=("double.redouble=true",))
    found = advice(act(live, a.DoubleDown()))
    told = values(found)
    solution = solve(load("catfish-blackjack", sets=["double.redouble=true"]))
    assert told.keys() == {"stand", "double"}
    assert told == pytest.approx(solution.doubled_values("6s 3d 2h", "6c"), abs=1e-12)
    assert told["double"] > told["stand"]  # type: ignore[operator]


UNSOLVED = ("deal.hole_card=none", "deal.blackjack_takes=original_bets", "split.split_blackjack=true")


def test_what_cannot_be_solved_is_said() -> None:
    live = dealt("games-of-chance-blackjack", "6s 5d", "9c", sets=UNSOLVED)
    with pytest.raises(IllegalAction, match=r"cannot be worked out.*original bets only"):
        advice(live)


# --- what was done ----------------------------------------------------------------------------------------


def asked_to_play(sheet: str, wanted: Any, **terms: Any) -> Pit:
    """A pit at which Ann is asked something that is wanted."""
    for number in range(400):
        pit = Pit(seed=f"{sheet} {number}")
        pit.open(sheet, **terms)
        pit.hello("Ann")
        pit.do(c.Sit(box=1), "Ann")
        pit.bets_open()
        bet(pit, "Ann", 1, terms.get("stake"))
        live = pit.until(lambda live: live.round is None or (live.question and live.question.kind != "wagers"))
        if live.round is not None and not live.round.over and wanted(live):
            return pit
    raise AssertionError("nobody is ever asked that")


def replayed(pit: Pit, number: int = 1) -> list[Decision]:
    found = recall.recall(pit.floor, "t", number, person="Ann")
    return [decided(answer) for answer in taken(found.changes, "Ann")]


def hard(total: int) -> Any:
    def wanted(live: Live) -> bool:
        if live.question is None or live.question.kind != "play":
            return False
        hand = live.round.spots[1].hands[0]  # type: ignore[union-attr]
        return hand.total == total and not hand.soft and len({card.rank for card in hand.cards}) == 2

    return wanted


def test_a_mistake_costs_what_the_best_is_worth_more() -> None:
    pit = asked_to_play("catfish-blackjack", hard(11))
    before = advice(pit.live())
    pit.act(a.Stand(), "Ann")
    pit.over()
    (only,) = replayed(pit)
    worth = {type(one.offer.action): one.value for one in before.choices}
    assert before.best.value is not None
    assert only.cost == pytest.approx(before.best.value - worth[a.Stand], abs=1e-12)  # type: ignore[operator]
    assert only.cost_cents == pytest.approx(only.cost * 500)
    assert only.in_time
    assert only.advice.position == before.position


def test_the_best_answer_costs_nothing() -> None:
    pit = asked_to_play("catfish-blackjack", hard(19))
    pit.act(a.Stand(), "Ann")
    pit.over()
    assert [one.cost for one in replayed(pit)] == [0.0]
    assert summed_up([("t", 1, replayed(pit))]).mistakes == 0


def test_an_amount_of_ones_own_lies_between_those_offered() -> None:
    pit = asked_to_play("catfish-blackjack", hard(11))
    worth = values(advice(pit.live()))
    pit.act(a.DoubleDown(cents=300), "Ann")
    pit.over()
    (only,) = replayed(pit)
    assert only.choice.value == pytest.approx((worth["double"] + worth["double 1.00"]) / 2, abs=1e-12)  # type: ignore[operator]
    assert only.choice.offer.text == "double for less: $3 more, one card"


def test_insurance_for_less_costs_less() -> None:
    pit = asked_to_play("catfish-blackjack", lambda live: live.question.kind == "insurance")
    worth = {type(one.offer.action): one.value for one in advice(pit.live()).choices}
    pit.act(a.Insure(spot=1, cents=100), "Ann")
    pit.over()
    first = replayed(pit)[0]
    share = Fraction(100, 250)
    wanted = worth[a.DeclineInsurance] * (1 - share) + worth[a.Insure] * share  # type: ignore[operator]
    assert first.choice.value == pytest.approx(float(wanted), abs=1e-12)


def test_silence_is_an_answer_of_the_clock() -> None:
    pit = asked_to_play("catfish-blackjack", hard(11))
    pit.over()
    found = replayed(pit)
    assert found
    assert not any(one.in_time for one in found)


@pytest.mark.clause("BJ-SPLIT-9")
def test_a_raised_bet_on_fives_is_one_decision() -> None:
    def fives(live: Live) -> bool:
        cards = live.round.spots[1].hands[0].cards  # type: ignore[union-attr]
        return live.question.kind == "play" and all(card.rank == "5" for card in cards)  # type: ignore[union-attr]

    pit = asked_to_play("catfish-blackjack", fives)
    before = advice(pit.live())
    pit.act(a.DoubleDown(), "Ann")
    pit.act(a.Split(), "Ann")
    pit.over()
    first = replayed(pit)[0]
    assert first.advice.position == before.position
    assert isinstance(first.choice.offer.action, a.Split)


def test_however_an_answer_is_put_it_is_the_same() -> None:
    pit = asked_to_play("games-of-chance-blackjack", hard(19))
    pit.act(a.Signal(hand="stand"), "Ann")
    pit.over()
    assert isinstance(replayed(pit)[0].choice.offer.action, a.Stand)
    pit = at_table("Ann", sheet="ultimate-texas-holdem", pace=PATIENT)
    bet(pit, "Ann", 1)
    pit.until(lambda live: live.question is not None and live.question.kind == "preflop")
    pit.act(a.PlayBet(multiple=0, cents=1500), "Ann")
    pit.over()
    (only,) = replayed(pit)
    assert isinstance(only.choice.offer.action, a.PlayBet)
    assert only.choice.offer.action.multiple == 3


@pytest.mark.parametrize("sheet", SHIPPED)
def test_whole_rounds_at_random_are_valued_and_summed_up(sheet: str) -> None:
    """Two players answer anything; every decision of both has its values, whoever looks back."""
    chance = random.Random(sheet)
    pit = at_table("Ann", "Bob", sheet=sheet, pace=PATIENT)
    answers: dict[str, int] = {"Ann": 0, "Bob": 0}
    for _ in range(6):
        bet(pit, "Ann", 1)
        bet(pit, "Bob", 2)
        while (live := pit.live()).round is not None:
            asked = [name for name in answers if offers_to(live, name) and _decides(live)]
            if not asked:
                pit.house()
                continue
            found = [advise(position) for position in positions(live, asked[0])]
            assert all(one.value is not None for advised in found for one in advised.choices)
            offer = chance.choice(offers_to(live, asked[0]))
            after = pit.act(offer.action, asked[0]).changes[0].state
            fives = isinstance(after, Live) and after.question is not None and after.question.kind == "fives"
            answers[asked[0]] += not fives
        pit.bets_open()
    for name, count in answers.items():
        rounds = []
        for number in range(1, 7):
            seen = recall.recall(pit.floor, "t", number, person=name)
            rounds.append(("t", number, [decided(answer) for answer in taken(seen.changes, name)]))
        summary = summed_up(rounds)
        assert summary.decisions == count
        costs = [one.cost for one in itertools.chain(*(each for _, _, each in rounds))]
        assert summary.cost == pytest.approx(sum(costs))
        assert summary.mistakes == sum(cost > 0 for cost in costs) > 0
        dear = [one.cost_cents for _, _, one in summary.worst]
        assert dear == sorted(dear, reverse=True)


def _decides(live: Live) -> bool:
    return live.question is not None and live.question.kind != "wagers"


def test_hold_em_counts_cards_of_ones_own_other_hand() -> None:
    live = bets_open("ultimate-texas-holdem", sets=("table.hands_per_player=2",))
    live = decide(live, c.Sit(box=2), actor="Ann", at=0).live
    for wager in ("ante", "blind"):
        action = a.PlaceBet(spot=2, cents=500, wager=wager)
        live = decide(live, c.Act(action=action), actor="Ann", at=0).live
    live = deal(live)
    while live.question is not None and live.question.kind == "preflop":
        live = act(live, a.Check(spot=live.question.spot or positions(live, "Ann")[0].spot))
    position = positions(live, "Ann")[0]
    assert len(position.seen) == 2
    wanted = holdem.value(live.sheet, position.cards, position.against, dead=position.seen).choices
    assert {one.exact for one in advise(position).choices} == set(wanted.values())
