"""The state of a blackjack round: spots, hands, and the values of the sheet."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple, TypeGuard

from pitboss.bets import Bet, bets_in
from pitboss.cards import Card
from pitboss.games.round import Cites, StepTuple
from pitboss.hands.totals import POINTS
from pitboss.money import Odds, Rounding
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules

__all__ = [
    "DrawStep", "Hand", "HandStep", "PassedOver", "ResumeStep", "SideBet", "Spot", "Terms", "is_about_a_hand",
    "is_draw", "is_resume", "terms_of",
]  # fmt: skip

_ROUNDING = {
    "none": Rounding.EXACT_CENT,
    "0.50": Rounding.DOWN_TO_HALF_DOLLAR,
    "1.00": Rounding.DOWN_TO_DOLLAR,
    "0.50_up": Rounding(50, "up to the half dollar", "up"),
    "1.00_up": Rounding(100, "up to the dollar", "up"),
    "0.50_nearest": Rounding(50, "to the nearest half dollar", "nearest"),
    "1.00_nearest": Rounding(100, "to the nearest dollar", "nearest"),
}


DrawStep = tuple[str, int, int, str]
"""A card on its way to a box: ``draw``, the box, the hand, and why."""
HandStep = tuple[str, int, int, *tuple[int | str, ...]]
"""A step about one hand of a box: a card for it, or its turn to play."""
ResumeStep = tuple[str, str, str, int, int]
"""The question that was open before a case: ``resume``, its kind, role, box and hand."""


def is_draw(step: StepTuple) -> TypeGuard[DrawStep]:
    return step[0] == "draw"


def is_about_a_hand(step: StepTuple) -> TypeGuard[HandStep]:
    return step[0] in ("draw", "play")


def is_resume(step: StepTuple) -> TypeGuard[ResumeStep]:
    return step[0] == "resume"


class PassedOver(NamedTuple):
    """The cards that were due before one that landed on a later spot, that one last, and where the shoe stood then."""

    draws: tuple[DrawStep, ...]
    next_card: int


class Hand:
    """One hand of a spot: its cards, what lies on it, and what has become of it.

    ``stake`` is the player's own money on the hand, ``base`` the bet it is measured by (the same, except for a hand
    that stands on a lammer), ``extra`` its doubles and ``doubled`` how many there were, ``lammers`` the free bets on it
    by their reason. ``toke`` and its like are the dealers'; ``toke_lammers`` are their free bets by what each stands
    for. ``hidden`` is the place of a card dealt face down, ``undue`` are the places of cards that were dealt to it out
    of turn.
    """

    __slots__ = (
        "ace",
        "aces",
        "base",
        "broken",
        "cards",
        "done",
        "doubled",
        "extra",
        "hidden",
        "lammers",
        "missed",
        "natural",
        "points",
        "settled",
        "split",
        "stake",
        "surrendered",
        "toke",
        "toke_extra",
        "toke_lammers",
        "tucked",
        "undue",
    )  # fmt: skip

    def __init__(self, stake: int, base: int, toke: int = 0, *, split: bool = False) -> None:
        self.cards: list[Card] = []
        self.points = 0
        self.ace = False
        self.stake, self.base, self.extra = stake, base, 0
        self.lammers: tuple[str, ...] = ()
        self.toke, self.toke_extra = toke, 0
        self.toke_lammers: tuple[int, ...] = ()
        self.split, self.aces = split, False
        self.doubled = 0
        self.natural = self.surrendered = self.broken = False
        self.done = self.settled = self.missed = self.tucked = False
        self.hidden: int | None = None
        self.undue: tuple[int, ...] = ()

    def add(self, card: Card) -> None:
        self.cards.append(card)
        self.points += POINTS[card]
        self.ace = self.ace or card >= 48

    def left_with(self, places: Iterable[int]) -> Hand:
        """Return the hand as it was bet, with the cards at these places alone."""
        left = Hand(self.stake, self.base, self.toke)
        for at, place in enumerate(places):
            left.add(self.cards[place])
            left.undue += (at,) if place in self.undue else ()
        return left

    @property
    def total(self) -> int:
        """The best total; an ace counts eleven where that does not break the hand."""
        return self.points + 10 if self.ace and self.points <= 11 else self.points

    @property
    def soft(self) -> bool:
        return self.ace and self.points <= 11

    @property
    def toke_base(self) -> int:
        """The dealers' bet that their free bets are measured by, of chips or carried here by a lammer (FB-TOKE-2)."""
        return self.toke + sum(self.toke_lammers)

    @property
    def live(self) -> bool:
        """Still waiting for the dealer's hand."""
        return not (self.settled or self.broken)

    def key(self) -> tuple[Any, ...]:
        return tuple(tuple(v) if isinstance(v := getattr(self, name), list) else v for name in self.__slots__)

    def copy(self) -> Hand:
        twin = Hand.__new__(Hand)
        for name in Hand.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.cards = self.cards.copy()
        return twin


class Spot:
    """One betting box: who plays it, what is bet, and its hands in the order they lie."""

    __slots__ = (
        "answer", "box", "cleared", "first", "hands", "insurance", "out", "player", "settled", "third", "tokes",
        "wagers",
    )  # fmt: skip

    def __init__(self, box: int, player: str) -> None:
        self.box, self.player = box, player
        self.wagers: dict[str, int] = {}
        self.tokes: dict[str, int] = {}
        self.hands: list[Hand] = []
        self.first: tuple[Card, ...] = ()
        self.third: Card | None = None
        self.cleared: tuple[Card, ...] = ()
        self.insurance = 0
        self.answer = ""
        self.settled: tuple[str, ...] = ()
        self.out = False

    @property
    def main(self) -> int:
        return self.wagers["main"]

    @property
    def dealt_hand(self) -> Hand:
        """The hand that was dealt: the only one, until it is split."""
        return self.hands[0]

    @property
    def final(self) -> tuple[Card, ...]:
        """The cards of the hand that lies first, also when they have gone to the rack."""
        return tuple(self.dealt_hand.cards) or self.cleared

    @property
    def live(self) -> bool:
        """Whether one of its hands still waits for the dealer's."""
        return not self.out and any(hand.live for hand in self.hands)

    def key(self) -> tuple[Any, ...]:
        hands = tuple(hand.key() for hand in self.hands)
        wagers, tokes = tuple(self.wagers.items()), tuple(self.tokes.items())
        return (
            self.box,
            wagers,
            tokes,
            hands,
            self.first,
            self.third,
            self.cleared,
            self.insurance,
            self.answer,
            self.settled,
            self.out,
        )

    def copy(self) -> Spot:
        twin = Spot.__new__(Spot)
        for name in Spot.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.wagers, twin.tokes = self.wagers.copy(), self.tokes.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        return twin


class SideBet:
    """A side bet that is offered: its wager, its rules on this sheet, and when it is settled."""

    __slots__ = ("bet", "compiled", "odds", "rules", "wager", "when")

    @property
    def always_dealt(self) -> bool:
        """Whether a third card comes for this bet in any case."""
        return getattr(self.rules, "third_card", "") == "always_dealt"

    def __init__(self, bet: Bet, rules: Any, when: str) -> None:
        self.bet, self.rules, self.wager, self.when = bet, rules, bet.wager, when
        self.compiled = bet.compiled(rules)
        self.odds = {name: getattr(rules.pays, name) for name in bet.line_names}


class Terms:
    """A sheet's values as the round uses them, looked up once per sheet."""

    def __init__(self, sheet: Sheet) -> None:
        rules = sheet.rules_as(BlackjackRules)
        self.rules = rules
        self.table, self.deal, self.split, self.double = rules.table, rules.deal, rules.split, rules.double
        self.dealer, self.insurance, self.surrender, self.free = (
            rules.dealer,
            rules.insurance,
            rules.surrender,
            rules.free,
        )
        self.blackjack, self.payouts, self.toke, self.aggregate = (
            rules.blackjack,
            rules.payouts,
            rules.toke,
            rules.aggregate,
        )
        self.irregularity, self.calls = rules.irregularity, rules.calls
        self.blackjack_rounding = _ROUNDING[rules.blackjack.rounding]
        self.other_rounding = _ROUNDING[rules.payouts.other_rounding]
        self.charlie = 0 if rules.payouts.charlie == "none" else int(rules.payouts.charlie)
        self.bonus, self.pays_bonus = rules.bonus, any(rules.bonus.lines())
        self.takes_hole_card = rules.deal.hole_card == "dealt"
        self.bets = tuple(_side_bets(rules))
        self.cites = Cites(sheet)

    def checks(self, value: int) -> bool:
        """Whether the dealer looks for a blackjack under a card of this value (the ace is one) before hands act."""
        return self.takes_hole_card and (value == 1 or (value == 10 and self.deal.peek_on_ten))

    def is_charlie(self, hand: Hand) -> bool:
        """Whether a hand has enough cards, unbroken, that it wins whatever the dealer draws."""
        return 0 < self.charlie <= len(hand.cards) and hand.points <= 21

    def bonus_of(self, hand: Hand) -> tuple[str, Odds] | None:
        """The bonus that a winning 21 is paid by: its line and odds, or None where it is paid like any other."""
        shut = hand.doubled or (hand.split and not self.bonus.split_hands)
        if not self.pays_bonus or shut or hand.total != 21:
            return None
        ranks = sorted(card.rank for card in hand.cards)
        if ranks == ["6", "7", "8"]:
            return self.bonus.line("six_seven_eight", _suited(hand))
        if ranks == ["7", "7", "7"]:
            return self.bonus.line("triple_seven", _suited(hand))
        return self.bonus.line("cards", min(len(ranks), 7) - 5) if len(ranks) > 4 else None

    def blackjack_pays(self, hand: Hand) -> tuple[str, Odds]:
        """The line and the odds of a blackjack that wins; no line where it is paid like any other."""
        suited = self.bonus.suited_blackjack
        if suited is None or hand.split or not _suited(hand):
            return "", self.blackjack.pays
        return "suited_blackjack", suited


def _suited(hand: Hand) -> int:
    """Whether a hand is of several suits, of one, or of spades: 0, 1 or 2."""
    suits = {card.suit for card in hand.cards}
    return 0 if len(suits) > 1 else 2 if suits == {"s"} else 1


@lru_cache(maxsize=256)
def terms_of(sheet: Sheet) -> Terms:
    return Terms(sheet)


def _side_bets(rules: BlackjackRules) -> list[SideBet]:
    found = []
    for bet in bets_in(rules.bets):
        if bet.section in rules.table.side_bets:
            section = bet.section_in(rules.bets)
            when = getattr(section, "settlement", "third_card" if "third" in bet.needs else "end_of_round")
            if when == "after_deal" and not getattr(section, "before_insurance", True):
                when = "after_insurance"
            found.append(SideBet(bet, section, when))
    return found
