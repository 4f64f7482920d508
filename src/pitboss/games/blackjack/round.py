"""A round of blackjack, in the order of its document.

>>> from pitboss.games.actions import PlaceBet, StartDeal, Stand
>>> from pitboss.rules import load
>>> from pitboss.cards import parse_cards
>>> round_ = BlackjackRound(load("catfish-blackjack"), parse_cards("Th 6c 9h Td Tc"))
>>> _ = round_.act(PlaceBet(spot=1, cents=1000)).act(StartDeal())
>>> round_.question
Question(kind='play', role='player', spot=1, hand=0)
>>> _ = round_.act(Stand())
>>> round_.net()
{1: 1000}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from pitboss.cards import UNKNOWN, Card
from pitboss.engine import NOW, Engine
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.blackjack import (
    dealing,
    insurance,
    irregular,
    late_blackjack,
    misdeals,
    playing,
    rulings,
    taking,
    wagers,
)
from pitboss.games.blackjack.offers import offers, timeout_answer
from pitboss.games.blackjack.settling import Award, awards, pay_award
from pitboss.games.blackjack.state import Hand, HandStep, PassedOver, SideBet, Spot, Terms, is_about_a_hand, terms_of
from pitboss.games.events import Visibility
from pitboss.games.hand_numbers import moved_up
from pitboss.games.round import CardStep, Offer, OpenCase, Question, Round, StepTuple, card_is, proceed
from pitboss.hands.totals import POINTS, is_ace_ten
from pitboss.rules import Sheet

__all__ = ["BlackjackRound"]

ROUND: tuple[StepTuple, ...] = (
    ("take_wagers",),
    ("passes",),
    ("settle_bets", "after_deal"),
    ("offer_early_surrender",),
    ("offer_insurance",),
    ("settle_bets", "after_insurance"),
    ("peek",),
    ("naturals",),
    ("play_all",),
    ("dealer_turn",),
    ("take_and_pay",),
    ("end_round",),
)
"""The steps of a round, as the documents tell them."""


class BlackjackRound(Round):
    """One round on any blackjack sheet: place bets, start the deal, answer the questions."""

    __slots__ = (
        "aggregate_paid", "awarded", "case", "cites", "dealer", "dealer_mended", "dealer_natural", "discarded", "face",
        "hole", "hole_dealt", "hole_exposed", "late", "peek_found", "peeked", "skipped", "spot_limits",
        "spots", "t", "turned", "up", "waits_for_hand", "waits_for_third",
    )  # fmt: skip

    DEALER_STEPS: ClassVar[frozenset[str]] = frozenset(
        {"draw", "settle_natural", "turn_hole", "pay_spot", "pay_original"}
    )
    AFTER_CARD: ClassVar[Mapping[str, Callable[..., None]]] = {
        "hit": playing.after_hit,
        "double": playing.after_double,
        "split": playing.after_split,
        "offered": playing.after_offered,
        "dealer": taking.after_dealer_card,
    }
    STEPS: ClassVar[Mapping[str, Callable[..., None]]] = {
        "take_wagers": wagers.take_wagers,
        "passes": dealing.passes,
        "draw": dealing.draw,
        "drawn": dealing.drawn,
        "draw_for_bet": dealing.draw_for_bet,
        "drawn_for_bet": dealing.drawn_for_bet,
        "look_at_hands": dealing.look_at_hands,
        "call_blackjacks": dealing.call_blackjacks,
        "settle_bets": lambda r, when: r.settle_bets(when),
        "offer_early_surrender": insurance.offer_early_surrender,
        "ask_early_surrender": insurance.ask_early_surrender,
        "offer_insurance": insurance.offer_insurance,
        "peek": insurance.peek,
        "naturals": insurance.naturals,
        "pay_waiting_naturals": insurance.pay_waiting_naturals,
        "natural": insurance.natural,
        "settle_natural": insurance.settle_natural,
        "dealer_blackjack": insurance.dealer_blackjack,
        "play_all": playing.play_all,
        "play": playing.play,
        "dealer_turn": taking.dealer_turn,
        "turn_hole": taking.turn_hole,
        "take_second": taking.take_second,
        "second_is": taking.second_is,
        "hole_is": taking.hole_is,
        "dealer_plays": taking.dealer_plays,
        "take_and_pay": taking.take_and_pay,
        "pay_spot": taking.pay_spot,
        "end_round": taking.end_round,
        "check_counts": misdeals.check_counts,
        "resume": rulings.resume,
        "call": rulings.call,
        "ask_choice": rulings.ask_choice,
        "ask_ruling": rulings.ask_ruling,
        "close_case": irregular.close_case,
        "expose": irregular.expose,
        "exposed": irregular.exposed,
        "offer_card": irregular.offer_card,
        "burn_exposed": irregular.burn_exposed,
        "dealer_due_card": irregular.dealer_due_card,
        "show_hole": irregular.show_hole,
        "hole_shown": irregular.hole_shown,
        "settle_late": late_blackjack.settle_late,
        "pay_late": late_blackjack.pay_late,
        "pay_original": late_blackjack.pay_original,
        "no_hand": misdeals.no_hand,
    }
    ACTIONS: ClassVar[Mapping[type[a.Action], Callable[..., None]]] = {
        a.PlaceBet: wagers.place_bet,
        a.TakeBackBet: wagers.take_back_bet,
        a.PlaceToke: wagers.place_toke,
        a.StartDeal: wagers.start_deal,
        a.Insure: insurance.insure,
        a.DeclineInsurance: insurance.decline_insurance,
        a.TakeEvenMoney: insurance.take_even_money,
        a.CloseInsurance: insurance.close_insurance,
        a.PeekSays: insurance.peek_says,
        a.GoOn: insurance.go_on,
        a.Overlook: misdeals.overlook,
        a.Hit: playing.hit,
        a.Stand: playing.stand,
        a.Signal: playing.signal,
        a.DoubleDown: playing.double_down,
        a.Split: playing.split,
        a.Surrender: playing.surrender,
        a.CardIs: card_is,
        a.Proceed: proceed,
        a.Deal: misdeals.deal_to,
        a.Declare: irregular.declare,
        a.CallSupervisor: rulings.call_supervisor,
        a.Choose: rulings.choose,
        a.Rule: rulings.rule,
        a.TakeCard: irregular.take_card,
        a.RefuseCard: irregular.refuse_card,
        a.Reshuffled: irregular.reshuffled,
    }

    def __init__(
        self,
        sheet: Sheet,
        cards: Iterable[Card] | None = None,
        *,
        start: int = 0,
        cut_card: int | None = None,
        automatic: bool = True,
        spot_limits: Mapping[str, int] | None = None,
        engine: Engine = NOW,
    ) -> None:
        order = None if cards is None else tuple(cards)
        super().__init__(sheet, order, start=start, cut_card=cut_card, automatic=automatic, engine=engine)
        self.t: Terms = terms_of(sheet)
        self.cites = self.t.cites
        self.spots: dict[int, Spot] = {}
        self.spot_limits = dict(spot_limits or {})
        self.dealer = Hand(0, 0)
        self.up = self.hole = UNKNOWN
        self.peeked = self.peek_found = self.turned = self.hole_exposed = False
        self.dealer_natural = self.late = self.hole_dealt = self.dealer_mended = False
        self.case: rulings.Case | None = None
        self.skipped: PassedOver | None = None
        self.face: Visibility = "all" if self.t.deal.player_cards == "face_up" else "owner"
        self.discarded: list[Card] = []
        self.awarded: dict[int, list[Award]] = {}
        self.aggregate_paid = 0
        self.waits_for_hand = any(bet.when in ("end_of_player_hand", "third_card") for bet in self.t.bets)
        self.waits_for_third = any(bet.when == "third_card" for bet in self.t.bets)
        self.plan(*ROUND)
        self.run()

    def cite(self, point: str) -> str:
        return self.cites[point]

    def offers(self) -> list[Offer]:
        """The legal answers to the open question, each with its clause."""
        return offers(self)

    def timeout_answer(self) -> a.Action | None:
        """What silence means, as the sheet says."""
        return timeout_answer(self)

    @property
    def open_case(self) -> OpenCase | None:
        return None if self.case is None else OpenCase(self.case.kind, self.case.box, self.case.hand)

    @property
    def cards_out(self) -> int:
        """How many cards have left the shoe; of a real shoe the hole card is one of them before it has a face."""
        return self.next_card + int(self.order is None and self.hole_dealt and self.hole is UNKNOWN)

    def hands_of(self, box: int) -> int:
        return len(self.spots[box].hands)

    def unanswered(self) -> tuple[int, ...]:
        """The spots that have not answered whether they insure."""
        if self.question is None or self.question.kind != "insurance":
            return ()
        return tuple(box for box, spot in self.spots.items() if spot.live and not spot.answer)

    # what the dealer shows

    @property
    def ace_up(self) -> bool:
        return 48 <= self.up < 52

    @property
    def ten_up(self) -> bool:
        return self.up < 48 and POINTS[self.up] == 10

    def hole_makes_blackjack(self) -> bool:
        return POINTS[self.hole] + POINTS[self.up] == 11 and (self.hole >= 48 or self.ace_up)

    def dealer_has_blackjack(self) -> bool:
        return dealing.is_natural(self.dealer)

    def surrenders_early(self) -> bool:
        """Whether hands are given up before the dealer's check, against the card that is up."""
        surrender = self.t.surrender
        if surrender is None or surrender.timing != "early" or not (self.ace_up or self.ten_up):
            return False
        return surrender.open_against(POINTS[self.up])

    def no_dealer_blackjack(self) -> bool:
        """Whether it is certain by now that the dealer has no blackjack."""
        return self.peeked or not (self.ace_up or self.ten_up or self.up is UNKNOWN)

    def dealer_cards(self) -> tuple[Card, ...]:
        return tuple(self.dealer.cards)

    # spots

    def spots_in_pay_order(self) -> list[Spot]:
        spots = list(self.spots.values())
        return spots[::-1] if self.t.deal.pay_order == "right_to_left" else spots

    def play_question(self, box: int, hand_id: int) -> Question:
        return Question("play", "player", box, hand_id)

    def renumber(self, box: int, new_hand: int) -> None:
        """A split has laid a new hand: what waits for the hands behind it, and what was settled on them, moves up."""
        for at, step in enumerate(self.agenda):
            if is_about_a_hand(step) and step[1] == box:
                moved: HandStep = (step[0], box, moved_up(step[2], new_hand), *step[3:])
                self.agenda[at] = moved
        for at, done in enumerate(self.settlements):
            if done.spot == box and done.hand >= new_hand:
                self.settlements[at] = replace(done, hand=done.hand + 1)

    def someone_waits(self) -> bool:
        """Whether a hand, or a bet on the dealer's cards, still depends on what they draw (BJ-S3, FB-P22-4)."""
        for spot in self.spots.values():
            if spot.out:
                continue
            if any(hand.live and not self.is_sure(hand) for hand in spot.hands):
                return True
            if any("dealer" in bet.bet.needs and self.waiting(spot, bet) for bet in self.t.bets):
                return True
        return False

    def is_sure(self, hand: Hand) -> bool:
        """Whether no card that the dealer draws can beat a hand: a blackjack, or one of enough cards."""
        return (hand.natural and not hand.missed) or self.t.is_charlie(hand)

    # settlements

    def waiting(self, spot: Spot, bet: SideBet) -> bool:
        """Whether a side bet still lies there: once settled it is gone and cannot ride on (V5-MTDW-4)."""
        return bet.wager in spot.wagers and bet.wager not in spot.settled and not spot.out

    def settle_bets(self, when: str) -> None:
        """Side bets whose moment has come, box by box in the order of payment (BJ-TRI-6a1, BJ-TRI-6a2, V5-MTDW-6)."""
        bets = [bet for bet in self.t.bets if bet.when == when]
        if bets and self.up is not UNKNOWN:  # a dealer without cards shows none yet
            self._settle([(s, bet) for s in self.spots_in_pay_order() for bet in bets if self.waiting(s, bet)])

    def settle_bets_of(self, spot: Spot, when: str) -> None:
        self._settle([(spot, bet) for bet in self.t.bets if bet.when == when and self.waiting(spot, bet)])

    def _settle(self, due: list[tuple[Spot, SideBet]]) -> None:
        for award in awards(self, due):
            pay_award(self, award)
        for spot, bet in due:
            spot.settled += (bet.wager,)

    def end_hand_bets(self, spot: Spot) -> None:
        """A spot's hands are over: settle the bets that waited for that (GC-SUP7-1, BJ-KB-5)."""
        if not self.waits_for_hand or not all(hand.done or hand.settled for hand in spot.hands):
            return
        if self._third_card_due(spot):
            self.plan(("draw_for_bet", spot.box))
            return
        self.settle_bets_of(spot, "third_card")
        due = [bet for bet in self.t.bets if bet.when == "end_of_player_hand" and self.waiting(spot, bet)]
        self._settle([(spot, bet) for bet in due if not self._face_down(spot, bet)])

    def _face_down(self, spot: Spot, bet: SideBet) -> bool:
        """Whether a bet on the player's final hand waits for a card that was doubled on and lies face down."""
        return "hand" in bet.bet.needs and spot.hands[0].hidden is not None

    def _third_card_due(self, spot: Spot) -> bool:
        """Where two sevens always get a third card and none was drawn."""
        return (
            spot.third is None
            and all(card.rank == "7" for card in spot.first)
            and any(bet.when == "third_card" and bet.always_dealt and self.waiting(spot, bet) for bet in self.t.bets)
        )

    def third_cards_due(self) -> list[StepTuple]:
        """The cards that two sevens still get when a dealer blackjack ends the round (GC-SUP7-1)."""
        return [("draw_for_bet", box) for box in self.boxes_in_turn() if self._third_card_due(self.spots[box])]

    def plan_end_bets(self) -> None:
        """Work out all side bets that are left together, so that a limit on the round's awards can be shared."""
        for spot in self.spots_in_pay_order():
            self.settle_bets_of(spot, "third_card")
        due = [(spot, bet) for spot in self.spots_in_pay_order() for bet in self.t.bets if self.waiting(spot, bet)]
        self.awarded = {}
        for award in awards(self, due):
            self.awarded.setdefault(award.spot.box, []).append(award)

    def pay_end_bets(self, spot: Spot) -> None:
        for award in self.awarded.pop(spot.box, ()):
            pay_award(self, award)
            if award.bet not in spot.settled:
                spot.settled += (award.bet,)

    def before_dealer(self, step: StepTuple) -> None:
        """Plan a step for when all players have acted, before the hole card is turned."""
        names = [planned[0] for planned in self.agenda]
        last = next(i for i, name in enumerate(names) if name in ("dealer_turn", "turn_hole", "second_is"))
        last += names[last] == "second_is"  # the card itself lies before it
        if "pay_waiting_naturals" in names:  # blackjacks that wait for all hands wait for a late one too
            last = names.index("pay_waiting_naturals")
        self.agenda.insert(last + 1, step)

    def boxes_in_turn(self) -> list[int]:
        return list(self.spots) if self.t.deal.start == "dealer_left" else list(self.spots)[::-1]

    # irregularities

    def check_card(self, card: Card, then: CardStep) -> None:
        if then[0] in ("hole_is", "hole_shown") and self.peek_found and not is_ace_ten((self.up, card)):
            raise IllegalAction("peek.blackjack_found")

    def out_of_cards(self, then: CardStep) -> None:
        irregular.out_of_cards(self, then)

    def forgotten_dealer(self) -> None:
        misdeals.open_dealer_no_cards(self)

    def settle_insurances(self, *, won: bool) -> None:
        insurance.settle_insurances(self, won=won)

    def late_blackjack(self) -> None:
        late_blackjack.late_blackjack(self)

    def chosen(self, kind: str, box: int, choice: str) -> None:
        irregular.chosen(self, kind, box, choice)

    def ruled(self, kind: str, choice: str) -> None:
        irregular.ruled(self, kind, choice)

    # the round as a value

    @property
    def places(self) -> Mapping[int, Spot]:
        return self.spots

    def key(self) -> tuple[Any, ...]:
        """All that decides how the round can go on, as a value to compare and to remember."""
        spots = tuple(spot.key() for spot in self.spots.values())
        shoe = None if self.order is None else (self.order, self.next_card, self.cut_card)
        return (
            self.sheet.hash, self.engine.version, self.automatic, tuple(self.agenda), self.question, self.pending,
            spots, self.dealer.key(), self.up, self.hole, self.hole_dealt, self.peeked, self.peek_found, self.turned,
            self.hole_exposed, self.dealer_natural, self.dealer_mended, self.late, self.case, self.skipped,
            self.aggregate_paid, shoe, self.over,
        )  # fmt: skip

    def under(self, sheet: Sheet) -> Self:
        twin = super().under(sheet)
        twin.t = terms_of(sheet)
        return twin

    def copy(self) -> Self:
        twin = super().copy()
        twin.spots = {box: spot.copy() for box, spot in self.spots.items()}
        twin.dealer = self.dealer.copy()
        return twin
