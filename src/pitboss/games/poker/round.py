"""The round of poker against the dealer: what its games share, and what each of them fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, Self

from pitboss.cards import Card
from pitboss.engine import NOW, Engine
from pitboss.games import actions as a
from pitboss.games.events import Owner, Result, WagerSettled
from pitboss.games.poker import dealing, decisions, irregular, notices, progressive, settling, wagers
from pitboss.games.poker.offers import offers
from pitboss.games.poker.state import PokerTerms, Seat
from pitboss.games.round import CardStep, Cites, Offer, OpenCase, Round, StepTuple, card_is, proceed
from pitboss.money import Odds, Rounding, pay
from pitboss.rules import Sheet

__all__ = ["EVEN_MONEY", "PokerRound"]

EVEN_MONEY: Final = Odds(1, 1)


class PokerRound(Round):
    """Seats with an Ante and its equal against the dealer's hand: place bets, start the deal, answer the questions."""

    __slots__ = (
        "by_hand", "case", "cites", "dealer", "dealer_strength", "discarded", "envy_hands", "jackpots", "link_up",
        "may_look", "meters", "progressive_seats", "qualifies", "seats", "t", "voided", "waiting",
    )  # fmt: skip

    ROUND: ClassVar[tuple[StepTuple, ...]]
    """The steps of a round."""
    DECISIONS: ClassVar[tuple[str, ...]]
    """The questions that players answer one after another."""
    OPENINGS: ClassVar[Mapping[str, Callable[..., None]]] = irregular.OPENINGS
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = irregular.CHOICES
    STEPS: ClassVar[Mapping[str, Callable[..., None]]] = {
        "take_wagers": wagers.take_wagers,
        "coin_in": wagers.coin_in,
        "deal_packet": dealing.deal_packet,
        "extra_card": dealing.extra_card,
        "packet_card": dealing.packet_card,
        "end_of_deal": dealing.end_of_deal,
        "ask_street": decisions.ask_street,
        "ask": decisions.ask,
        "ask_any": decisions.ask_any,
        "settle": settling.settle,
        "expose": settling.expose,
        "seat_card": settling.seat_card,
        "settle_seat": settling.settle_seat,
        "clear_seat": settling.clear_seat,
        "dealer_card": settling.dealer_card,
        "pay_jackpots": progressive.pay_jackpots,
        "ask_jackpot": progressive.ask_jackpot,
        "pay_envy": progressive.pay_envy,
        "end_round": settling.end_round,
        "resume": irregular.resume,
    }
    ACTIONS: ClassVar[Mapping[type[a.Action], Callable[..., None]]] = {
        a.PlaceBet: wagers.place_bet,
        a.TakeBackBet: wagers.take_back_bet,
        a.PlaceToke: wagers.place_toke,
        a.StartDeal: wagers.start_deal,
        a.Deal: dealing.deal_to,
        a.Look: dealing.look,
        a.PlayBet: decisions.play_bet,
        a.Fold: decisions.fold,
        a.JackpotPaid: progressive.jackpot_paid,
        a.CardIs: card_is,
        a.Proceed: proceed,
        a.Declare: irregular.declare,
        a.Rule: irregular.rule,
        a.Reshuffled: irregular.reshuffled,
    }

    t: PokerTerms
    cites: Cites

    def __init__(
        self,
        sheet: Sheet,
        cards: Iterable[Card] | None = None,
        *,
        automatic: bool = True,
        by_hand: bool = False,
        link_up: bool = True,
        meters: Mapping[str, int] | None = None,
        engine: Engine = NOW,
    ) -> None:
        """A round; ``meters`` are the amounts a hit would win, left out where the link is asked when it happens."""
        super().__init__(sheet, None if cards is None else tuple(cards), automatic=automatic, engine=engine)
        self.t = self.terms(sheet)
        self.cites = self.t.cites
        self.by_hand = by_hand or self.t.poker.deal.device == "hand"
        self.link_up = link_up
        self.meters = None if meters is None else dict(meters)
        self.seats: dict[int, Seat] = {}
        self.dealer: tuple[Card, ...] = ()
        self.may_look = self.voided = False
        self.waiting: tuple[int, ...] = ()
        self.dealer_strength = 0
        self.qualifies = True
        self.progressive_seats: tuple[int, ...] = ()
        self.envy_hands: tuple[tuple[int, Any], ...] = ()
        self.jackpots: tuple[tuple[int, Any], ...] = ()
        self.discarded: tuple[Card, ...] = ()
        self.case: tuple[Any, ...] = ()
        self.prepare()
        self.plan(*self.ROUND)
        self.run()

    # what a game fills in

    def prepare(self) -> None:
        """Set the game's own fields, before its first step."""

    def terms(self, sheet: Sheet) -> PokerTerms:
        """Return the values of a sheet of this game."""
        raise NotImplementedError

    def decisions(self, question: str, box: int) -> Iterator[Offer]:
        """Yield the answers open to a seat."""
        raise NotImplementedError

    def timeout_answer(self) -> a.Action | None:
        """Return what silence means, as the sheet says; None where nobody is asked."""
        raise NotImplementedError

    def multiples(self, seat: Seat, question: str) -> tuple[int, ...]:
        """Return how many times the Ante the Play bet may be, the smallest first."""
        raise NotImplementedError

    def multiple_value(self, question: str, multiple: int) -> str:
        """Return the value of the sheet that a Play bet is made by."""
        raise NotImplementedError

    def check_fold(self, question: str) -> None:
        """Refuse a fold where it is not offered."""

    def tucks(self, asked: bool | None) -> bool:
        """Return whether a folded hand stays in for the optional bet, if the player has one."""
        raise NotImplementedError

    def strength_of(self, seat: Seat) -> int:
        """Return the strength of a seat's hand against the dealer's."""
        raise NotImplementedError

    def hand_name(self, strength: int) -> str:
        """Return what a hand of this strength is called."""
        raise NotImplementedError

    def compare(self, seat: Seat, strength: int) -> None:
        """Settle Ante, its equal and Play of a hand that was not folded."""
        raise NotImplementedError

    def side_line(self, strength: int) -> str:
        """Return the line of a hand in the pay table of the optional bet."""
        raise NotImplementedError

    def progressive_cards(self, seat: Seat) -> tuple[Card, ...]:
        """Return the five cards that the progressive looks at."""
        raise NotImplementedError

    def needs_all_open(self, seat: Seat) -> bool:
        """Return whether a seat's award can be worked out only when all hands are open."""
        return False

    @property
    def common(self) -> tuple[Card, ...]:
        """The cards that everybody plays with."""
        return ()

    @property
    def cards_out(self) -> bool:
        """Whether a card of this round has left the deck."""
        raise NotImplementedError

    # what they share

    @property
    def side_pays(self) -> Any:
        """The pay lines of the optional bet."""
        return getattr(self.t.side, "pays", None)

    @property
    def by_single_cards(self) -> bool:
        """Whether each pass of the deal brings one card, not a packet."""
        return self.by_hand and self.t.poker.deal.hand_deal_packets == "one"

    def cite(self, point: str) -> str:
        return self.cites[point]

    def offers(self) -> list[Offer]:
        """The legal answers to the open question, each with its clause."""
        return offers(self)

    @property
    def open_case(self) -> OpenCase | None:
        return OpenCase(self.case[0], self.case[1]) if self.case else None

    def yet_to_look(self) -> tuple[int, ...]:
        if not self.may_look:
            return ()
        return tuple(box for box, seat in self.seats.items() if seat.cards and not seat.looked)

    @property
    def deal_due(self) -> bool:
        """Whether the cards are dealt now: the first one may still be in the device."""
        return ("end_of_deal",) in self.agenda

    @property
    def dealing(self) -> bool:
        """Whether the deal has begun and not ended."""
        return self.cards_out and self.deal_due

    def seats_in_pay_order(self) -> list[Seat]:
        seats = list(self.seats.values())
        return seats[::-1] if self.t.poker.table.pay_order == "right_to_left" else seats

    def out_of_cards(self, then: CardStep) -> None:
        irregular.short_deck(self)

    def wrong_count(self, box: int) -> None:
        irregular.found_wrong_count(self, box)

    def ask_face(self, *then: Any) -> None:
        """Ask the dealer for the face of a card that lies on the table, and go on with a step."""
        self.pending = then
        self.ask("card", "dealer", then[1])

    # ways a wager leaves the layout

    def _leave(
        self, seat: Seat, wager: str, stake: int, result: Result, pays: int, clause: str, line: str = ""
    ) -> None:
        owner: Owner = "dealers" if wager.startswith("toke:") else "player"
        if result == "win":
            notices.notice(self, seat, wager, pays)
        self.settled(
            WagerSettled(
                spot=seat.box,
                hand=0,
                wager=wager,
                stake=stake,
                result=result,
                pays=pays,
                owner=owner,
                line=line,
                clause=clause,
            )
        )

    def _done(self, seat: Seat, wager: str) -> None:
        seat.settled += (wager,)

    def win(self, seat: Seat, wager: str, odds: Odds, *, clause: str, line: str = "") -> None:
        """A wager pays odds, and the toke beside it with it (UTH-S6, C4-TOKE-2)."""
        stake, toke = seat.wagers[wager], seat.tokes.get(wager, 0)
        self._leave(seat, wager, stake, "win", pay(stake, odds, rounding=Rounding.EXACT_CENT), clause, line)
        if toke:
            follows = self.t.toke is None or self.t.toke.follows_wager
            cents = pay(toke, odds if follows else EVEN_MONEY, rounding=Rounding.EXACT_CENT)
            self._leave(seat, f"toke:{wager}", toke, "win", cents, self.cites["toke.follows_wager"])
        self._done(seat, wager)

    def pay_out(self, seat: Seat, wager: str, cents: int, *, clause: str, line: str = "") -> None:
        """A wager pays an amount worked out before."""
        toke = wager.startswith("toke:")
        stake = seat.tokes[wager.removeprefix("toke:")] if toke else seat.wagers[wager]
        self._leave(seat, wager, stake, "win", cents, clause, line)
        if not toke:
            self._done(seat, wager)

    def take(self, seat: Seat, wager: str, *, clause: str) -> None:
        """A wager is lost, and the toke beside it."""
        if wager in seat.wagers:
            self._leave(seat, wager, seat.wagers[wager], "lose", -seat.wagers[wager], clause)
            if seat.tokes.get(wager):
                toke = seat.tokes[wager]
                self._leave(seat, f"toke:{wager}", toke, "lose", -toke, self.cites["toke.follows_wager"])
            self._done(seat, wager)

    def push(self, seat: Seat, wager: str, *, clause: str) -> None:
        """A wager goes back, a toke beside it to the player or the dealers as the sheet says (UTH-S13, C4-TOKE-2)."""
        self._return(seat, wager, "push", clause)

    def give_back(self, seat: Seat, wager: str, *, clause: str) -> None:
        """A wager of a void round goes back."""
        self._return(seat, wager, "void", clause)

    def _return(self, seat: Seat, wager: str, result: Result, clause: str) -> None:
        if wager in seat.wagers:
            self._leave(seat, wager, seat.wagers[wager], result, 0, clause)
            toke = seat.tokes.get(wager, 0)
            if toke and result == "push":
                stays = self.t.toke is not None and self.t.toke.push == "stays"
                clause = self.cites["toke.push"]
                self._leave(seat, f"toke:{wager}", toke, "stays" if stays else "push", 0, clause)
            elif toke:
                self._leave(seat, f"toke:{wager}", toke, result, 0, clause)
            self._done(seat, wager)

    def take_back(self, seat: Seat, wager: str, *, clause: str) -> None:
        """Take back how a wager and its toke were settled, so that they can be settled anew."""
        for done in [d for d in self.settlements if d.spot == seat.box and d.wager in (wager, f"toke:{wager}")]:
            self.reverse(done, clause)
        seat.settled = tuple(name for name in seat.settled if name != wager)

    # the round as a value

    @property
    def places(self) -> Mapping[int, Seat]:
        return self.seats

    def key(self) -> tuple[Any, ...]:
        """All that decides how the round can go on, as a value to compare and to remember."""
        seats = tuple(seat.key() for seat in self.seats.values())
        meters = None if self.meters is None else tuple(sorted(self.meters.items()))
        return (
            self.sheet.hash, self.automatic, self.by_hand, self.link_up, meters, tuple(self.agenda), self.question,
            self.pending, seats, self.dealer, self.discarded, self.may_look, self.waiting, self.progressive_seats,
            self.jackpots, self.envy_hands, self.case, self.voided, self.order, self.next_card, self.over,
        )  # fmt: skip

    def under(self, sheet: Sheet) -> Self:
        twin = super().under(sheet)
        twin.t = self.terms(sheet)
        return twin

    def copy(self) -> Self:
        twin = super().copy()
        twin.seats = {box: seat.copy() for box, seat in self.seats.items()}
        return twin
