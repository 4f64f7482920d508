"""The felt of blackjack: boxes with circles for side bets, and the line for insurance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pitboss.rules import Sheet
from pitboss.web.layouts import Lettering, PostedValues, Share, lettered

__all__ = ["GAME"]

RANKS: Final = ("aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")


class _Blackjack:
    lettered: Mapping[str, str] = {
        "blackjack_pays": "blackjack.pays",
        "soft_17": "dealer.soft_17",
        "insurance_pays": "insurance.pays",
    }

    main_values = (
        "blackjack.pays", "dealer.push_22", "free.", "payouts.win", "payouts.tie", "blackjack.tie", "dealer.soft_17",
        "surrender.", "bonus.",
    )  # fmt: skip
    option_headings: Mapping[str, str] = {
        "blackjack": "Blackjack and payouts",
        "payouts": "Blackjack and payouts",
        "bonus": "Bonuses",
        "split": "Splitting pairs",
        "double": "Doubling down",
        "surrender": "Surrender",
        "insurance": "Insurance",
        "free": "Free bets",
    }
    option_titles: Mapping[str, str] = {
        "blackjack.pays": "Blackjack pays",
        "blackjack.tie": "Blackjack against blackjack",
        "payouts.win": "A hand that wins pays",
        "payouts.tie": "Equal totals",
        "payouts.charlie": "Charlie",
        "bonus.suited_blackjack": "Blackjack of one suit",
        **{f"bonus.{cards}_card_21": f"21 of {cards} cards or more" for cards in ("five", "six", "seven")},
        **{
            f"bonus.{line}{suits}": f"{hand}{of}"
            for line, hand in (("six_seven_eight", "6-7-8"), ("triple_seven", "7-7-7"))
            for suits, of in (("", ""), ("_suited", " of one suit"), ("_spades", " of spades"))
        },
        "bonus.split_hands": "Bonuses of split hands",
        "split.match": "What makes a pair",
        "split.max_hands": "Hands at most",
        **{f"split.hands.{ranks}": f"Hands of {ranks} at most" for ranks in RANKS},
        "double.cards": "On how many cards",
        "double.totals": "On which totals",
        "double.soft_hands": "Soft hands",
        "double.redoubles": "Doubled again at most",
        "double.after_split": "After a split",
        "double.blackjack": "Doubling a blackjack",
        "dealer.draws_to": "Draws on",
        "insurance.pays": "Insurance pays",
        "surrender.against": "Open against",
        "deal.hole_card": "Hole card",
        "deal.blackjack_takes": "A late blackjack takes",
        "free.offered": "Free bets",
        "bets.kings_bounty.soft20": "Soft 20",
    }

    option_sentences: frozenset[str] = frozenset()

    def posted(self, sheet: Sheet) -> PostedValues:
        value = sheet.values.get
        loss = value("surrender.loss")
        return {
            "insurance_step": value("insurance.step"),
            "insurance_share": _share(value("insurance.share")),
            "double_step": value("double.less_step") if value("double.stake") == "up_to_bet" else None,
            "double_face_down": bool(value("double.face_down")),
            "dealer_pushes_on": 22 if value("dealer.push_22") else None,
            "surrender_returns": _share(None if loss is None else 1 - loss),
        }

    def lettering(self, sheet: Sheet) -> Lettering:
        return {
            "table": "boxes",
            "headline": lettered(sheet, "blackjack.pays"),
            "rule": lettered(sheet, "dealer.soft_17"),
            "line": lettered(sheet, "insurance.pays"),
        }


def _share(share: Fraction | None) -> Share | None:
    return None if share is None else Share(parts=share.numerator, of=share.denominator)


GAME: Final = _Blackjack()
