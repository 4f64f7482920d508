"""The record of a hold'em sheet means what the engine does: the same rounds, settled to the cent by both."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.cards import DECK
from pitboss.errors import NotationError
from pitboss.games.actions import Check, Fold, PlaceBet, PlayBet, StartDeal
from pitboss.games.events import WagerSettled
from pitboss.games.holdem.round import HoldemRound
from pitboss.hands.poker import evaluate
from pitboss.maths.holdem.record import HoldemRecord, Raise, compile_holdem
from pitboss.rules import Sheet, load

UTH = "ultimate-texas-holdem"

OPTIONS = {
    "play.preflop_multiples": ("[3, 4]", "[4]", "[1, 2, 5]"),
    "play.flop_multiple": ("2", "3"),
    "play.river_multiple": ("1", "2"),
    "play.win": ("1:1", "1:1", "6:5", "2:1"),
    "play.play_bet_capped": ("false", "true"),
    "play.fold_early": ("false", "true"),
    "play.fold_collect": ("at_fold", "at_settlement"),
    "dealer.qualifies": ("pair", "any"),
    "dealer.refund_folded_ante": ("false", "true"),
    "blind.rounding": ("none", "0.50", "1.00"),
    "blind.pays.flush": ("3:2", "5:4"),
    "blind.pays.straight": ("1:1", "2:1"),
    "aggregate.limit": ("25000.00", "100.00"),
    "aggregate.pays_from": ("500:1", "3:1"),
    "deal.burn_board": ("false", "true"),
}


def random_sheet(chance: Random) -> Sheet:
    return load(UTH, sets=[f"{name}={chance.choice(values)}" for name, values in OPTIONS.items()])


def offered(record: HoldemRecord) -> list[tuple[str, int, Raise | None]]:
    """Every way to decide: street, the checks before it, and the bet, or none for a fold."""
    ways: list[tuple[str, int, Raise | None]] = [("preflop", 0, bet) for bet in record.preflop]
    ways += [("flop", 1, record.flop)] if record.flop else []
    ways += [("river", 2, record.river)] if record.river else []
    return [*ways, ("river", 2, None), *([("preflop", 0, None)] if record.fold_early else [])]


def by_engine(sheet: Sheet, stake: int, cards: list[int], checks: int, bet: Raise | None) -> dict[str, int]:
    """What each wager brings in a round that the engine deals and settles."""
    order = cards
    if sheet.rules.deal.burn_board:  # type: ignore[union-attr]
        order = [cards[-1], *cards[:3], cards[-2], *cards[3:9]]
    r = HoldemRound(sheet, [DECK[card] for card in order])
    r.act(PlaceBet(spot=1, cents=stake, wager="ante")).act(PlaceBet(spot=1, cents=stake, wager="blind"))
    r.act(StartDeal())
    for _ in range(checks):
        r.act(Check())
    r.act(Fold() if bet is None else PlayBet(bet.multiple))
    assert r.over
    found = {"ante": 0, "blind": 0, "play": 0}
    found |= {done.wager: done.pays for done in r.events if isinstance(done, WagerSettled)}
    return found


def by_record(record: HoldemRecord, cards: list[int], bet: Raise | None) -> dict[str, int]:
    own = evaluate([DECK[card] for card in cards[:7]])
    dealer = evaluate([DECK[card] for card in (*cards[:5], *cards[7:9])])
    qualified = dealer >> 12 > 1
    if bet is None:
        amounts = (*record.folded(qualified=qualified), 0)
    elif own == dealer:
        amounts = 0, 0, 0
    else:
        amounts = record.amounts(bet, own >> 12, won=own > dealer, qualified=qualified)
    return dict(zip(("ante", "blind", "play"), amounts, strict=True))


def stacked(chance: Random) -> list[int]:
    """Cards of a round: often near each other in rank or of one suit, so that strong hands come as well."""
    suits = chance.sample(range(4), chance.choice((1, 2, 4)))
    lowest = chance.choice((0, 4, 6, 8))
    pool = [card for card in range(52) if card & 3 in suits and card >> 2 >= lowest]
    cards = chance.sample(pool, min(len(pool), 9))
    rest = [card for card in range(52) if card not in cards]
    return cards + chance.sample(rest, 11 - len(cards))


def test_engine_and_record_settle_alike() -> None:
    chance = Random(11)
    seen = set()
    for _ in range(40):
        sheet = random_sheet(chance)
        stake = chance.choice((500, 700, 1100, 1300, 5000))
        record = compile_holdem(sheet, stake_cents=stake)
        for _ in range(8):
            cards = stacked(chance)
            for street, checks, bet in offered(record):
                expected = by_record(record, cards, bet)
                assert by_engine(sheet, stake, cards, checks, bet) == expected, (street, bet, cards)
                seen.add((bet is None, *(amount > 0 for amount in expected.values()), expected["ante"] == 0))
    assert len(seen) >= 7, "wins, losses, ties, folds and antes returned are among them"


def test_the_record_offers_what_the_engine_offers() -> None:
    chance = Random(12)
    for _ in range(40):
        sheet = random_sheet(chance)
        stake = chance.choice((500, 1700, 5000))
        record = compile_holdem(sheet, stake_cents=stake)
        r = HoldemRound(sheet, DECK[:13])
        r.act(PlaceBet(spot=1, cents=stake, wager="ante")).act(PlaceBet(spot=1, cents=stake, wager="blind"))
        r.act(StartDeal())
        for bets in (record.preflop, (record.flop,), (record.river,)):
            actions = [offer.action for offer in r.offers()]
            assert {a.multiple for a in actions if isinstance(a, PlayBet)} == {bet.multiple for bet in bets if bet}
            street = r.question.kind if r.question else ""
            assert any(isinstance(a, Fold) for a in actions) == (record.fold_early or street == "river")
            if street != "river":
                r.act(Check())


@pytest.mark.parametrize(
    ("name", "sets", "stake", "says"),
    [
        ("catfish-blackjack", (), None, "is a sheet of blackjack, not of holdem"),
        (UTH, (), 400, r"an Ante of \$4 cannot be bet: expected \$5 to \$50"),
        (UTH, (), 550, "cannot be bet"),
        (UTH, ("cards.decks=2",), None, "2 decks"),
        (
            UTH,
            ("blind.pays.flush=999999999:7", "aggregate.pays_from=999999999:1"),
            None,
            "too large to be solved exactly",
        ),
    ],
)
def test_what_cannot_be_solved_is_said_at_once(name: str, sets: tuple[str, ...], stake: int | None, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        compile_holdem(load(name, sets=sets), stake_cents=stake)


def test_the_limit_holds_for_a_single_award() -> None:
    assert compile_holdem(load(UTH), stake_cents=5000).blind_pays[-1] == 25_000_00
    lower = load(UTH, sets=["aggregate.limit=20000.00"])
    assert compile_holdem(lower, stake_cents=5000).blind_pays[-1] == 20_000_00
    assert compile_holdem(lower, stake_cents=4000).blind_pays[-1] == 20_000_00
