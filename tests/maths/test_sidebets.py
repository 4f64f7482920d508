"""Side bets: published figures met, chances that add up, any shoe, the removal of cards, bad input."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, perm
from random import Random

import pytest

from pitboss.bets import BETS, SpotFacts
from pitboss.bets.automaton import Automaton
from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import NotationError
from pitboss.hands.poker import evaluate, line_of
from pitboss.hands.totals import total
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets import bet_figures, effects_of_removal, joint_figures, pay_table_findings, side_wagers
from pitboss.maths.sidebets.blackjack.deal_outcomes import Stakes
from pitboss.maths.sidebets.blackjack.dealer import dealer_chances, dealer_ends
from pitboss.maths.sidebets.cards import CardShoe
from pitboss.maths.sidebets.poker import line_counts, lines_without
from pitboss.rules import SHIPPED, Sheet, load

CATFISH, CHANCE, FREE, HOLDEM = (
    "catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack", "ultimate-texas-holdem",
)  # fmt: skip


def chances(figures: WagerFigures) -> dict[str, Fraction]:
    return {line.line: Fraction(line.probability) for line in figures.lines}


# --- published figures ------------------------------------------------------------------------------------


def test_three_cards_of_six_decks_fall_as_counted() -> None:
    found = chances(bet_figures(load(CATFISH), "trilux"))
    hands = {line: chance * comb(312, 3) for line, chance in found.items()}
    assert hands.pop("lose") == 5_013_320 - sum(hands.values())
    assert hands == {"straight_flush": 10_368, "three_of_a_kind": 26_312, "straight": 155_520, "flush": 292_896}


def test_kings_bounty_has_the_published_edge_and_deviation() -> None:
    figures = bet_figures(load(CATFISH), "kings_bounty")
    assert round(100 * figures.house_edge, 3) == 23.164
    assert round(figures.standard_deviation, 3) == 4.871
    kings = chances(figures)
    spades = Fraction(comb(6, 2), comb(312, 2))
    natural = 2 * Fraction(24 * 94, 310 * 309)  # with two kings gone
    assert kings["spade_kings_dealer_blackjack"] == spades * natural
    assert kings["spade_kings"] == spades * (1 - natural)


@pytest.mark.parametrize(("wager", "edge"), [("over", 6.55), ("under", 10.07)])
def test_over_and_under_with_low_aces_have_the_published_edges(wager: str, edge: float) -> None:
    figures = bet_figures(load(CHANCE, sets=["overunder.ace=1"]), wager)
    assert round(100 * figures.house_edge, 2) == edge


def test_over_with_aces_as_eleven_favours_the_player() -> None:
    figures = bet_figures(load(CHANCE), "over")
    assert figures.exact == Fraction(-837, 4043)
    assert set(chances(figures)) == {"over", "lose"}


def test_push_22_has_the_published_edge_at_its_pay_table() -> None:
    sheet = load(FREE, sets=["push22.pays.other=8:1"])
    assert round(100 * bet_figures(sheet, "push22").house_edge, 3) == 5.854
    lost = chances(bet_figures(load(FREE), "push22"))["lose"]
    assert round(float(1 - lost), 6) == 0.073536


TENS, ACES = 8, 9
"""The numbers of these values among the kinds of cards, which are counted from the two on."""


def test_a_dealer_natural_comes_as_often_as_known() -> None:
    ends = list(dealer_ends(16, True))
    (natural,) = [end for end in ends if end.held == ((TENS, 1), (ACES, 1))]
    assert natural.orders * Fraction(24 * 96, perm(312, 2)) == Fraction(192, 4043)
    assert sum(end.orders for end in ends) == 70_561
    assert sum(end.orders for end in dealer_ends(16, False)) == 54_433


@pytest.mark.parametrize(
    ("pays", "edge"), [((), 3.50), (("full_house=9:1",), 0.90), (("flush=6:1", "straight=5:1"), 1.90)]
)
def test_trips_has_the_published_edges(pays: tuple[str, ...], edge: float) -> None:
    figures = bet_figures(load(HOLDEM, sets=[f"trips.pays.{each}" for each in pays]), "trips")
    assert round(100 * figures.house_edge, 2) == edge


def test_trips_lines_are_the_counted_hands_of_seven_cards() -> None:
    hands = {line: chance * comb(52, 7) for line, chance in chances(bet_figures(load(HOLDEM), "trips")).items()}
    assert hands == {
        "royal_flush": 4_324, "straight_flush": 37_260, "four_of_a_kind": 224_848, "full_house": 3_473_184,
        "flush": 4_047_644, "straight": 6_180_020, "three_of_a_kind": 6_461_620,
        "lose": 31_433_400 + 58_627_800 + 23_294_460,
    }  # fmt: skip


def test_match_the_dealer_counts_the_cards_of_the_up_cards_rank() -> None:
    found = chances(bet_figures(load("blackjack-v5"), "match"))
    pairs = comb(311, 2)
    assert found["two_suited"] == Fraction(comb(5, 2), pairs)
    assert found["one_of_each"] == Fraction(5 * 18, pairs)
    assert found["two_unsuited"] == Fraction(comb(18, 2), pairs)
    assert found["one_suited"] == Fraction(5 * 288, pairs)
    assert found["one_unsuited"] == Fraction(18 * 288, pairs)


def test_a_perfect_pair_is_one_of_five_in_311() -> None:
    found = chances(bet_figures(load(CHANCE), "perfect_pair"))
    assert found["perfect"] == Fraction(5, 311)
    assert found["coloured"] == Fraction(6, 311)
    assert found["red_and_black"] == Fraction(12, 311)


# --- every sheet ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_every_side_bet_of_a_sheet_has_figures_that_add_up(name: str) -> None:
    sheet = load(name)
    for wager in side_wagers(sheet):
        figures = bet_figures(sheet, wager)
        assert sum(chances(figures).values()) == 1
        assert figures.exact == -sum(Fraction(line.probability) * line.pays for line in figures.lines)
        assert figures.house_edge == pytest.approx(float(figures.exact or 0))
        assert figures.lines[-1].line == "lose"
        assert figures.lines[-1].pays == -1
        assert all(line.probability for line in figures.lines) or wager == "match"


def test_the_stake_decides_whether_three_suited_aces_are_paid() -> None:
    sheet = load(CHANCE)
    small, large = (chances(bet_figures(sheet, "match", stake_cents=cents)) for cents in (100, 400))
    aces = Fraction(4 * comb(6, 3), comb(312, 3))
    assert (small["three_suited_aces"], large["three_suited_aces"]) == (0, aces)
    assert small["two_suited"] == large["two_suited"] + aces
    by_ante = load(CHANCE, sets=["three_aces_wager=ante"])
    assert chances(bet_figures(by_ante, "match", main_cents=400))["three_suited_aces"] == aces


def test_winnings_are_rounded_as_the_sheet_says() -> None:
    sheet = load(CATFISH, sets=["trilux.pays.flush=5:2", "other_rounding=1.00"])
    one, two = (bet_figures(sheet, "trilux", stake_cents=cents) for cents in (100, 200))
    assert [line.pays for line in (one.lines[3], two.lines[3])] == [2, Fraction(5, 2)]


def test_a_large_award_is_cut_at_the_limit() -> None:
    sheet = load(CATFISH, sets=["kings_bounty.max=50", "kings_bounty.pays.spade_kings=125:1"])
    figures = bet_figures(sheet, "kings_bounty", stake_cents=5000)
    assert [line.pays for line in figures.lines[:2]] == [500, 125]


def test_stacked_lines_are_paid_together() -> None:
    sheet = load(CHANCE, sets=["super7.stack=true", "super7.third_card=always_dealt"])
    found = {line.line: line for line in bet_figures(sheet, "super7").lines}
    three = found["first_seven+two_unsuited+three_unsuited"]
    assert three.pays == 3 + 25 + 100
    assert set(found) == {
        "first_seven", "first_seven+two_suited", "first_seven+two_unsuited",
        "first_seven+two_suited+three_suited", "first_seven+two_suited+three_unsuited",
        "first_seven+two_unsuited+three_unsuited", "lose",
    }  # fmt: skip


def test_a_third_card_that_always_comes_is_any_of_those_left() -> None:
    sheet = load(CHANCE, sets=["super7.third_card=always_dealt"])
    found = chances(bet_figures(sheet, "super7"))
    assert found["three_suited"] == 4 * Fraction(perm(6, 3), perm(312, 3))
    assert found["three_suited"] + found["three_unsuited"] == Fraction(perm(24, 3), perm(312, 3))


def test_a_hidden_blackjack_under_a_ten_does_not_pay_before_it_shows() -> None:
    sets = ["kings_bounty.settlement=end_of_player_hand", "peek_on_ten=false"]
    early, end = load(CATFISH, sets=sets), load(CATFISH, sets=sets[1:])
    line = "spade_kings_dealer_blackjack"
    at_once, later = (chances(bet_figures(sheet, "kings_bounty"))[line] for sheet in (early, end))
    assert 2 * at_once == later


# --- any shoe ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n == HOLDEM else n for n in SHIPPED])
def test_the_edge_is_the_mean_of_the_edges_with_one_card_gone(name: str) -> None:
    """Whichever card lies at the bottom is never seen, so the effects, weighted by the cards, cancel out."""
    sheet = load(name)
    for wager in side_wagers(sheet):
        if wager == "super7":  # its play is another without the card
            continue
        effects = effects_of_removal(sheet, wager)
        assert len(effects) == 52
        assert sum(effects.values()) == 0


def test_effects_of_removal_are_the_differences_of_two_shoes() -> None:
    sheet = load(CATFISH)
    cards = list(DECK * 6)
    effects = effects_of_removal(sheet, "kings_bounty")
    whole = bet_figures(sheet, "kings_bounty").exact
    for text in ("Ks", "Kd", "Ah", "5c"):
        card = Card.parse(text)
        left = cards.copy()
        left.remove(card)
        gone = bet_figures(sheet, "kings_bounty", shoe=left).exact
        assert gone is not None
        assert whole is not None
        assert effects[card] == gone - whole
    assert effects[Card.parse("Ks")] > effects[Card.parse("Kd")] > 0 > effects[Card.parse("5c")]


@pytest.mark.slow
def test_a_seven_gone_costs_super_sevens_more_than_any_other_card() -> None:
    effects = effects_of_removal(load(CHANCE), "super7", decks=1)
    sevens = {card for card in effects if card.rank == "7"}
    assert min(effects[card] for card in sevens) > max(effects[card] for card in set(effects) - sevens)


def test_decks_and_their_cards_are_the_same_shoe() -> None:
    sheet = load(FREE)
    by_decks = bet_figures(sheet, "push22", decks=2)
    assert by_decks.exact == bet_figures(sheet, "push22", shoe=DECK * 2).exact
    assert by_decks.exact == bet_figures(sheet, "push22", shoe=dict.fromkeys(DECK, 2)).exact
    assert "2 decks" in by_decks.basis


def test_the_first_two_cards_may_change_places_except_for_super_sevens() -> None:
    for wager in ("trilux", "kings_bounty", "match", "over", "under", "perfect_pair"):
        bet = BETS[wager]
        rules = getattr(load(CATFISH if wager in ("trilux", "kings_bounty") else CHANCE).rules.bets, bet.section)
        for a, b in combinations(DECK, 2):
            for up in (DECK[0], a, b):
                assert bet.lines(SpotFacts((a, b), up), rules) == bet.lines(SpotFacts((b, a), up), rules)


# --- the dealer's hand ------------------------------------------------------------------------------------


def draws(
    sheet: Sheet, left: dict[Card, int], hand: tuple[Card, ...], ways: Fraction
) -> Iterator[tuple[str, Fraction]]:
    """Every hand of the dealer card by card: the plain way, suits and all."""
    points, soft = total(hand)
    rules = sheet.rules.dealer  # type: ignore[union-attr]
    soft_17 = points == 17 and soft and rules.soft_17 == "hit"  # type: ignore[union-attr]
    if len(hand) >= 2 and not (points <= rules.draws_to or soft_17):  # type: ignore[union-attr]
        lines = BETS["push22"].lines(SpotFacts((hand[0], hand[1]), hand[0], dealer=hand), sheet.rules.bets.push22)  # type: ignore[union-attr]
        yield "+".join(lines) or "lose", ways
        return
    cards = sum(left.values())
    for card, n in left.items():
        if n:
            rest = {**left, card: n - 1}
            yield from draws(sheet, rest, (*hand, card), ways * Fraction(n, cards))


@pytest.mark.parametrize(
    ("sets", "shoe"),
    [
        ((), "6s 6s 6s 6h Ts Ts Td Td Tc 5s 5d As As"),
        (("soft_17=stand",), "As Ad Ad 5s 5d 6c 6c Ts Td 9h 9h 8s"),
        (("draws_to=17",), "7s 7d 7d 5h 5h Ks Kd Ac 2c 2s 3s 3s"),
        (("draws_to=14",), "2s 2s 2d 6s 6d 6d Ts Td Jc 4h 4h 4h"),
    ],
)
def test_the_dealers_draw_is_that_of_every_card_in_turn(sets: tuple[str, ...], shoe: str) -> None:
    sheet, cards = load(FREE, sets=sets), parse_cards(shoe)
    rules = sheet.rules.bets.push22  # type: ignore[union-attr]
    counts = tuple(cards.count(card) for card in DECK)
    dealer = sheet.rules.dealer
    found = dealer_chances(BETS["push22"], rules, Stakes(100, 500), counts, dealer=dealer)  # type: ignore[arg-type]
    plain: dict[str, Fraction] = {}
    for line, chance in draws(sheet, {card: cards.count(card) for card in set(cards)}, (), Fraction(1)):
        plain[line] = plain.get(line, Fraction(0)) + chance
    assert {"+".join(lines) or "lose": chance for lines, chance in found.items() if chance} == plain


def test_the_automaton_of_push_22_pays_as_its_patterns_do() -> None:
    """Card by card or all at once, with suits or by sets of suits: the same lines, and none but on 22."""
    rules = load(FREE).rules.bets.push22
    random, compiled = Random(22), BETS["push22"].compiled(rules)
    whole, suitless = Automaton(compiled), Automaton(compiled, without_suits=True)
    for _ in range(2000):
        hand = tuple(random.choices(DECK[: random.choice((16, 52))], k=random.randint(2, 6)))
        if total(hand[:-1]).broken:
            continue
        states, suits = [0, 0], 0
        for card in hand:
            states = [own.steps[at][own.kinds[card]] for own, at in zip((whole, suitless), states, strict=True)]
            suits |= 1 << (card & 3)
        seen = SpotFacts((hand[0], hand[1]), hand[0], dealer=hand)
        made = compiled.lines(seen)
        assert compiled.decoded(whole.code(states[0], {}))[0] == made
        assert compiled.decoded(suitless.code(states[1], {}, suits=suits))[0] == made
        assert bool(made) == (total(hand).points == 22)


# --- poker hands of part of a deck ------------------------------------------------------------------------


def test_hands_of_part_of_a_deck_are_counted_one_by_one() -> None:
    deck = parse_cards("As Ks Qs Js Ts 9s 9d 9h 8d 7d Ad")
    counts = tuple(int(card in deck) for card in DECK)
    for size in (5, 7):
        plain = [line_of(evaluate(hand)) for hand in combinations(deck, size)]
        assert line_counts(counts, size) == {line: plain.count(line) for line in set(plain)}
        gone = deck[5]
        less = [line_of(evaluate(hand)) for hand in combinations(deck, size) if gone not in hand]
        assert +lines_without(counts, size, gone) == {line: less.count(line) for line in set(less)}


def test_suits_may_change_places_where_all_hold_the_same_ranks() -> None:
    deck = [card for card in DECK if card.rank in "AKQJT"]
    effects = effects_of_removal(load(HOLDEM), "trips", shoe=deck)
    whole = bet_figures(load(HOLDEM), "trips", shoe=deck).exact
    assert whole is not None
    for rank, suit in product("AT", "cdhs"):
        card = Card.parse(rank + suit)
        gone = bet_figures(load(HOLDEM), "trips", shoe=[other for other in deck if other != card]).exact
        assert gone is not None
        assert effects[card] == gone - whole


# --- both bets together -----------------------------------------------------------------------------------


def test_two_sevens_are_always_drawn_to_on_the_sheet_so_nothing_changes() -> None:
    found = joint_figures(load(CHANCE), "super7", stake_cents=400)
    assert (found.changes, found.main_cost) == ({}, 0.0)
    alone = bet_figures(load(CHANCE), "super7", stake_cents=400)
    assert found.side.exact == alone.exact


def test_a_surrender_is_given_up_for_the_third_seven() -> None:
    sheet = load(CHANCE, sets=["surrender.loss=1/4"])
    alone = bet_figures(sheet, "super7", stake_cents=400)
    found = joint_figures(sheet, "super7", stake_cents=400)
    assert found.changes
    for alone_best, together in found.changes.values():
        assert (alone_best, together in ("hit", "double", "split")) == ("surrender", True)
    assert found.main_cost > 0
    assert found.side.house_edge + found.main_cost / 4 < alone.house_edge  # at four times the main bet
    assert "together" in found.side.basis
    assert bet_figures(sheet, "super7", stake_cents=400, play="joint").exact == found.side.exact


# --- findings and bad input -------------------------------------------------------------------------------


def test_a_pay_table_out_of_order_is_told() -> None:
    (found,) = pay_table_findings(
        load(CATFISH, sets=["trilux.pays.three_of_a_kind=8:1", "kings_bounty.pays.kings=9:1"])
    )
    assert found.startswith("TriLux: “Three of a kind” pays 8 to 1, less than “Straight” at 10 to 1")
    (shipped,) = pay_table_findings(load(CATFISH))
    assert shipped.startswith(
        "King's Bounty: “Two kings of different suits” pays 6 to 1, less than “Any other 20 of one"
    )
    assert pay_table_findings(load(HOLDEM, sets=["trips.pays.straight=2:1"])) == [
        "Trips: “Straight” pays 2 to 1, less than “Three of a kind” at 3 to 1, "
        "though it comes less often (one bet in 22 against 21)."
    ]


def test_a_line_that_never_comes_is_told() -> None:
    found = pay_table_findings(load(CATFISH), decks=1)
    assert "King's Bounty: “Two kings of spades” can never come." in found
    assert pay_table_findings(load(CHANCE)) == []
    unpaid = load(CHANCE, sets=["three_aces_stake=7"])
    assert pay_table_findings(unpaid) == ["Match the Dealer: “Three aces of one suit” can never come."]


@pytest.mark.parametrize(
    ("name", "wager", "asked", "says"),
    [
        (CATFISH, "match", {}, "offers no side bet called match: expected trilux, kings_bounty"),
        (HOLDEM, "progressive", {}, "depends on its meters"),
        (CATFISH, "trilux", {"shoe": "As Kd Qh"}, "can run out before a round is over: expected at least 8 such cards"),
        (CATFISH, "trilux", {"shoe": DECK[:24]}, "can run out before a round is over"),
        (CATFISH, "trilux", {"shoe": "?? As"}, "made of known cards"),
        (CATFISH, "trilux", {"shoe": "As", "decks": 2}, "not by both"),
        (CATFISH, "trilux", {"decks": 0}, "cannot have 0 decks"),
        (CATFISH, "trilux", {"decks": 10**9}, "cannot have 1000000000 decks"),
        (CATFISH, "trilux", {"shoe": {DECK[0]: -3}}, "numbers of cards cannot be"),
        (CATFISH, "trilux", {"stake_cents": 150}, r"\$1.50 cannot be bet on TriLux: expected \$1 to \$100"),
        (CATFISH, "trilux", {"main_cents": 100}, r"\$1 cannot be bet on the main bet"),
        (HOLDEM, "trips", {"decks": 2}, "no card more than once"),
        (HOLDEM, "trips", {"shoe": "As Kd"}, "too small"),
        (HOLDEM, "trips", {"stake_cents": 1}, "cannot be bet on Trips"),
    ],
)  # fmt: skip
def test_what_cannot_be_worked_out_is_said(name: str, wager: str, asked: dict[str, object], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        bet_figures(load(name), wager, **asked)  # type: ignore[arg-type]


def test_only_a_bet_on_the_third_card_is_played_for() -> None:
    for name, wager in ((CHANCE, "over"), (HOLDEM, "trips")):
        with pytest.raises(NotationError, match="does not depend on how the main game is played"):
            joint_figures(load(name), wager)


def test_a_shoe_tells_what_is_gone() -> None:
    shoe = CardShoe((6,) * 52, "6 decks").without(Card.parse("As"))
    assert (shoe.cards, shoe.words) == (311, "6 decks without the ace of spades")
