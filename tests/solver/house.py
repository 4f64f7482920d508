"""Sheets with options set at random, and small shoes, the same in every run."""

from __future__ import annotations

from random import Random

from pitboss.cards import Card
from pitboss.errors import SheetError
from pitboss.rules import Sheet, load

SHEETS = ("catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack", "blackjack-v5")

OPTIONS = {
    "dealer.soft_17": ("hit", "stand"),
    "dealer.push_22": ("true", "false"),
    "dealer.draws_to": ("14", "15", "16", "16", "17"),
    "deal.peek_on_ten": ("true", "false"),
    "deal.hole_card": ("dealt", "none"),
    "deal.blackjack_takes": ("all_bets", "original_bets"),
    "payouts.tie": ("push", "21_wins", "dealer_wins"),
    "payouts.win": ("1:1", "1:1", "2:1"),
    "blackjack.pays": ("3:2", "6:5", "2:1"),
    "blackjack.rounding": ("0.50", "1.00", "none", "0.50_up", "1.00_nearest"),
    "payouts.charlie": ("none", "none", "5", "6"),
    "blackjack.tie": ("push", "even_money_unless_declined"),
    "double.cards": ("two", "any"),
    "double.totals": ("9, 10, 11", "8, 9, 10, 11, 12, 13, 18", ""),
    "double.soft_hands": ("true", "false"),
    "double.blackjack": ("true", "false"),
    "double.natural_double": ("at_settlement", "in_turn"),
    "double.stake": ("up_to_bet", "full_or_half", "full"),
    "double.after_split": ("true", "false"),
    "double.double_split_aces": ("true", "false"),
    "double.redouble": ("true", "true", "false"),
    "double.redoubles": ("1", "2", "4"),
    "split.resplit_aces": ("true", "false"),
    "split.hit_split_aces": ("true", "false"),
    "split.split_blackjack": ("true", "false"),
    "split.max_hands": ("2", "3", "4"),
    "split.hands.eights": ("1", "2", "4"),
    "split.hands.tens": ("1", "3"),
    "split.hands.aces": ("2", "3"),
    "split.split_aces": ("allowed", "allowed", "never"),
    "split.match": ("value", "rank"),
    "insurance.even_money": ("true", "false"),
    "insurance.insure_blackjack": ("true", "false"),
}
SURRENDER = {
    "surrender.timing": ("late", "early"),
    "surrender.against": ("any", "not_ace", "ace_and_ten", "ten", "ace"),
    "surrender.after_split": ("true", "false"),
    "surrender.surrender_split_aces": ("true", "false"),
    "surrender.loss": ("1/2", "1/4"),
}
FREE = {
    "free.double_totals": ("[9, 10, 11]", "[8, 9, 10, 11, 12]"),
    "free.split_pairs": ("all_but_tens", "all", "none"),
    "free.decline_free": ("false", "false", "true"),
    "free.paid_double_on_lammer": ("true", "false"),
    "free.lammer_stack": ("true", "false"),
}


def some_sheet(random: Random, name: str) -> Sheet:
    """A sheet of some house that stands on this one."""
    pool = OPTIONS | (FREE if name.startswith("free") else {})
    sets = []
    if name in ("games-of-chance-blackjack", "blackjack-v5") or random.random() < 0.5:
        pool |= SURRENDER
        sets.append("surrender.offered=true")
    sets += [f"{key}={random.choice(values)}" for key, values in pool.items() if random.random() < 0.4]
    try:
        return load(name, sets=sets)
    except SheetError:  # values that make no sense together
        return some_sheet(random, name)


def some_shoe(random: Random, *, ranks: int, cards: int) -> list[Card]:
    """A shoe of a few ranks, tens and aces among them more often than others."""
    chosen = random.choices((*range(13), 8, 12, 8, 12), k=ranks)
    return [Card(4 * rank + i % 4) for i, rank in enumerate(random.choices(chosen, k=cards))]
