"""Side bets against the engine: every deal of a small shoe or deck is played by the rounds that are dealt at a table.

The pay tables of these tests have odds so far apart that no two mixtures of lines can be worth the same by accident.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from tests.harness.every_draw import enumerate_round

from pitboss.cards import Card, parse_cards
from pitboss.games import actions as a
from pitboss.games.actions import PlayBet
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.holdem.round import HoldemRound
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack import solve
from pitboss.maths.progressive import progressive_figures
from pitboss.maths.sidebets import bet_figures, joint_figures
from pitboss.rules import Sheet, load

CATFISH, CHANCE, FREE, V5, HOLDEM = (
    "catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack", "blackjack-v5", "ultimate-texas-holdem",
)  # fmt: skip

TWO_HANDS = "split.max_hands=2"
"""Fewer hands need fewer cards, so that a small shoe lasts."""
ODDS = ("2:1", "1009:1", "100003:1", "10000019:1", "300000007:1", "3:1", "7:2")
LINES = {
    "trilux": ("straight_flush", "three_of_a_kind", "straight", "flush"),
    "kings_bounty": (
        "spade_kings_dealer_blackjack", "spade_kings", "suited_kings", "suited_tens", "suited_20", "kings",
        "unsuited_20",
    ),
    "match": ("two_suited", "one_of_each", "two_unsuited", "one_suited", "one_unsuited"),
    "super7": ("three_suited", "three_unsuited", "two_suited", "two_unsuited", "first_seven"),
    "perfect_pair": ("perfect", "coloured", "red_and_black"),
    "push22": ("same_suit", "same_colour", "other"),
    "over": (),
    "under": (),
}  # fmt: skip


def house(name: str, wager: str, *sets: str) -> Sheet:
    odds = [f"{wager}.pays.{line}={pays}" for line, pays in zip(LINES[wager], ODDS, strict=False)]
    limit = ["aggregate.limit=999999999.00"] if name in (CATFISH, FREE) else []
    return load(name, sets=[TWO_HANDS, *odds, *limit, *sets])


def hits_below_15(round_: BlackjackRound) -> a.Action:
    """A plain play, so that hands draw and break before the dealer does."""
    question = round_.question
    assert question is not None
    if question.kind == "insurance":
        return a.DeclineInsurance(1)
    if question.kind != "play":
        return a.GoOn()
    return a.Hit() if round_.spots[1].hands[question.hand].total < 15 else a.Stand()


DEALS = [
    ("trilux", CATFISH, (), "As Ks Qs Qs Kd Qh 9c 9c 9c Kc"),
    ("trilux", CATFISH, ("trilux.settlement=end_of_round", "ace_low=false"), "As As Ks Kd Kh 9s 9c Ts Jd Qs"),
    ("kings_bounty", CATFISH, (), "Ks Ks Ks Kd Kd As Ad Th Th 9s"),
    ("kings_bounty", CATFISH, ("peek_on_ten=false",), "Ks Ks Ks Kd Kd As Ad Th Th 9s"),
    (
        "kings_bounty", CATFISH, ("peek_on_ten=false", "kings_bounty.settlement=end_of_player_hand"),
        "Ks Ks Ks Kd Kd As Ad Th Th 9s",
    ),
    ("kings_bounty", CATFISH, ("kings_bounty.settlement=end_of_player_hand",), "Ks Ks Ks Kd Kd As Ad Th Th 9s"),
    (
        "match", CHANCE, ("three_aces_stake=1", "match.pays.three_suited_aces=77:1"),
        "As As As Ad Ah 9s 9s 9d Tc Tc Th Th Ts",
    ),
    ("match", V5, ("match.settlement=end_of_round",), "9s 9s 9s 9d 9h Ts Ts Td Tc As"),
    ("over", CHANCE, (), "As Ad 6c 6d 7s 8h 9s Td Tc Th Ts Kd"),
    ("under", CHANCE, ("overunder.ace=1", "overunder.point=15"), "As Ad 6c 6d 7s 8h 9s Td Tc Th Ts Kd"),
    ("perfect_pair", CHANCE, (), "8s 8s 8c 8d 8h Ts Ts Td Jc Jd Kc"),
    ("push22", FREE, (), "6s 6s 6h Ts Ts Td 5s 5c 7h Td Ks"),
    ("push22", FREE, ("peek_on_ten=false", "soft_17=stand"), "6s 6s 6h Ts Ts Td 5s 5c As Td Ks Kc"),
    ("push22", FREE, ("dealer.draws_without_hands=true",), "6s 6s 6h Ts Ts Td 5s 5c 7h Td Ks"),
]  # fmt: skip


@pytest.mark.parametrize(("wager", "name", "sets", "shoe"), DEALS)
def test_every_deal_of_a_small_shoe_is_settled_to_what_the_figures_say(
    wager: str, name: str, sets: tuple[str, ...], shoe: str
) -> None:
    sheet, cards = house(name, wager, *sets), parse_cards(shoe)
    main = sheet.rules.table.minimum
    figures = bet_figures(sheet, wager, shoe=cards, stake_cents=100, main_cents=main)
    found = enumerate_round(sheet, cards, bets={"main": main, wager: 100}, choose=hits_below_15)
    assert figures.exact == -found.wagers[wager]


# --- the third card ---------------------------------------------------------------------------------------


Choose = Callable[[BlackjackRound], a.Action | None]
Named = Callable[[tuple[Card, Card], Card], str]

ACTS = {"hit": a.Hit(), "stand": a.Stand(), "split": a.Split(), "surrender": a.Surrender()}


def on_sevens(named: Named, otherwise: Choose = hits_below_15) -> Choose:
    """Play two sevens as named, and everything else as is said."""

    def choose(round_: BlackjackRound) -> a.Action | None:
        question, spot = round_.question, round_.spots[1]
        assert question is not None
        cards = tuple(spot.hands[0].cards)
        if len(spot.hands) > 1 or len(cards) != 2 or any(card.rank != "7" for card in cards):
            return otherwise(round_)
        if question.kind == "early_surrender":
            return a.Surrender() if named((cards[0], cards[1]), round_.up) == "surrender" else a.GoOn()
        return ACTS[named((cards[0], cards[1]), round_.up)] if question.kind == "play" else otherwise(round_)

    return choose


def best_of(sheet: Sheet, cards: tuple[Card, ...], stake: int) -> Named:
    """How the solver plays two sevens, early surrender before the check included."""
    solution = solve(sheet, shoe=cards, stake_cents=stake)

    def best(first: tuple[Card, Card], up: Card) -> str:
        before = solution.deals[(7, 7), POINTS[up]]
        if "surrender" in before and before["surrender"] > before["go on"]:
            return "surrender"
        return solution.choice(first, up).split()[0]

    return best


SEVENS = parse_cards("7s 7s 7s 7h 7d Ts Td Tc As 9s 9d Ks")
THIRD = [
    ("super7.third_card=always_dealt",),
    ("super7.third_card=always_dealt", "peek_on_ten=false", "super7.stack=true"),
    (),
    ("super7.stack=true",),
    ("peek_on_ten=false",),
    ("surrender.loss=1/10",),
    ("surrender.loss=2/5", "surrender.timing=early"),
]


@pytest.mark.parametrize("sets", THIRD)
def test_the_third_card_counts_as_the_engine_draws_it(sets: tuple[str, ...]) -> None:
    sheet = house(CHANCE, "super7", *sets)
    played = on_sevens(best_of(sheet, SEVENS, 100))
    found = enumerate_round(sheet, SEVENS, bets={"main": 100, "super7": 100}, choose=played)
    assert bet_figures(sheet, "super7", shoe=SEVENS).exact == -found.wagers["super7"]


@pytest.mark.parametrize("timing", ["late", "early"])
def test_playing_for_both_bets_is_worth_more_than_any_fixed_play_of_two_sevens(timing: str) -> None:
    sets = [TWO_HANDS, "surrender.loss=1/4", "surrender.after_split=false", f"surrender.timing={timing}"]
    sheet, cards = load(CHANCE, sets=sets), parse_cards("7s 7s 7h 7h Ts Ts Ts As 9s 9s Ts")
    found = joint_figures(sheet, "super7", shoe=cards, stake_cents=100, main_cents=400)
    assert found.changes
    assert "split" not in {joint for _, joint in found.changes.values()}  # which the engine would play better
    best = best_of(sheet, cards, 400)

    def best_after_sevens(round_: BlackjackRound) -> a.Action | None:
        sevens = all(card.rank == "7" for card in round_.spots[1].first)
        return None if sevens else hits_below_15(round_)

    def worth(named: Named) -> tuple[Fraction, Fraction]:
        played = on_sevens(named, best_after_sevens)
        each = enumerate_round(sheet, cards, bets={"main": 400, "super7": 100}, choose=played).wagers
        return each["main"], each["super7"]

    def together(first: tuple[Card, Card], up: Card) -> str:
        alone, joint = found.changes.get((*first, up), (best(first, up),) * 2)
        assert alone == best(first, up)
        return joint

    main, side = worth(together)
    assert found.side.exact == -side
    main_alone, side_alone = worth(best)
    assert float(main_alone - main) == pytest.approx(found.main_cost, abs=1e-12)
    assert 4 * main + side > 4 * main_alone + side_alone
    for fixed in ("stand", "surrender"):
        main_fixed, side_fixed = worth(lambda first, up, fixed=fixed: fixed)  # type: ignore[misc]
        assert 4 * main + side >= 4 * main_fixed + side_fixed


# --- hold'em ----------------------------------------------------------------------------------------------


DECK_OF_TEN = "As Ks Qs Js Ts 9s 9d 9h Jd 8s"


def dealt(sheet: Sheet, order: tuple[Card, ...], *wagers: tuple[int, str, int]) -> HoldemRound:
    """A round of seats that always raise before the flop, settled."""
    round_ = HoldemRound(sheet, order, meters={"major": 123_456_700, "minor": 7_654_300})
    for seat in sorted({seat for seat, _, _ in wagers}):
        for wager in ("ante", "blind"):
            round_.act(a.PlaceBet(spot=seat, cents=500, wager=wager, player=f"p{seat}"))
    for seat, wager, cents in wagers:
        round_.act(a.PlaceBet(spot=seat, cents=cents, wager=wager, player=f"p{seat}"))
    round_.act(a.StartDeal())
    while not round_.over:
        round_.act(PlayBet(4))
    return round_


def test_every_deal_of_a_small_deck_settles_trips_to_its_lines() -> None:
    sheet, deck = load(HOLDEM), parse_cards(DECK_OF_TEN)
    lines: Counter[str] = Counter()
    cents = 0
    for seven in combinations(deck, 7):
        rest = [card for card in deck if card not in seven]
        round_ = dealt(sheet, (*seven[2:], *seven[:2], *rest), (1, "trips", 100))
        (done,) = [each for each in round_.settlements if each.wager == "trips"]
        lines[done.line or "lose"] += 1
        cents += done.pays
    figures = bet_figures(sheet, "trips", shoe=deck)
    found = {line.line: line.probability * comb(10, 7) for line in figures.lines}
    assert {line: n for line, n in found.items() if n} == lines
    assert figures.exact == -Fraction(cents, 100 * comb(10, 7))


def test_every_deal_of_a_small_deck_settles_the_progressive_to_its_lines() -> None:
    sheet, deck = load(HOLDEM), parse_cards(DECK_OF_TEN)
    lines: Counter[str] = Counter()
    cents = 0
    for five in combinations(deck, 5):
        rest = [card for card in deck if card not in five]
        round_ = dealt(sheet, (*five[2:], *rest[:2], *five[:2], *rest[2:]), (1, "progressive", 500))
        done = [each for each in round_.settlements if each.wager.startswith("progressive")]
        lines[done[-1].line or "lose"] += 1
        cents += sum(each.pays for each in done)
    meters = {"major": 123_456_700, "minor": 7_654_300}
    figures = progressive_figures(sheet, meters=meters, shoe=deck).figures
    found = {line.line: line.probability * comb(10, 5) for line in figures.lines if line.probability}
    names = {"major": "royal_flush", "minor": "straight_flush"}
    assert found == {names.get(line, line): n for line, n in lines.items()}
    assert figures.exact == -Fraction(cents, 500 * comb(10, 5))


@pytest.mark.parametrize("tie", ["split_evenly", "first_takes_meter"])
@pytest.mark.parametrize("sets", [(), ("progressive.returns_wager=true", "minor.share=1/2")])
def test_two_bettors_share_a_meter_and_envy_each_other_as_the_figures_say(tie: str, sets: tuple[str, ...]) -> None:
    """Of every deal of a small deck the flop decides most: those with no such hand in them are left out and lose."""
    sheet = load(HOLDEM, sets=[f"jackpot_tie={tie}", *sets])
    deck = parse_cards("3s 4s 5s 6s 7s 8s 9s Td Jd Kd 2h")
    rest = Counter[str]()
    deals = comb(11, 3) * comb(8, 2) * comb(6, 2)
    dealt_out = 0
    for flop in combinations(deck, 3):
        if sum(card.suit == "s" for card in flop) < 3:
            continue
        left = [card for card in deck if card not in flop]
        for one in combinations(left, 2):
            others = [card for card in left if card not in one]
            for two in combinations(others, 2):
                if one[0].suit + one[1].suit != "ss" and two[0].suit + two[1].suit != "ss":
                    continue
                last = [card for card in others if card not in two]
                if not _may_win(flop, one) and not _may_win(flop, two):
                    continue
                dealt_out += 1
                order = (*flop, *last[:2], *one, *two, *last[2:])
                round_ = dealt(sheet, order, (1, "progressive", 500), (2, "progressive", 500))
                for done in round_.settlements:
                    if done.wager == "progressive_award" and done.line == "minor":
                        rest["minor"] += done.pays
                    elif done.wager == "envy":
                        rest["envy"] += done.pays
    assert dealt_out
    meters = {"major": 123_456_700, "minor": 7_654_300}
    found = progressive_figures(sheet, meters=meters, bettors=2, shoe=deck)
    assert 500 * found.envy == Fraction(rest["envy"], 2 * deals)
    minor = [line for line in found.figures.lines if line.line.startswith("straight_flush")]
    expected = sum((line.pays + 1) * Fraction(line.probability) for line in minor)
    assert 500 * expected == Fraction(rest["minor"], 2 * deals)
    assert any("+" in line.line and line.probability for line in minor)


def _may_win(flop: tuple[Card, ...], hole: tuple[Card, ...]) -> bool:
    """Whether five cards are of one suit and lie close together."""
    five = (*flop, *hole)
    return len({card.suit for card in five}) == 1 and max(five) - min(five) <= 16
