"""The linked progressive at a terminal's table: fed by every COIN IN, and asked when a hand hits a meter."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cli.play.felt import Paint
from pitboss.games.actions import JackpotPaid
from pitboss.games.events import ProgressiveLocked
from pitboss.games.poker.round import PokerRound
from pitboss.money import dollars
from pitboss.progressive import Award, Link, Payment
from pitboss.rules import Sheet

__all__ = ["Jackpots"]

_TABLE = "terminal"


class Jackpots:
    """A link of its own, from its seeds, and how a win is paid from it."""

    def __init__(self, sheet: Sheet, paint: Paint) -> None:
        self.sheet, self.paint = sheet, paint
        self.link = Link.of(sheet)

    def meters(self) -> str:
        return f"Progressive: Major {dollars(self.link.major)}, Minor {dollars(self.link.minor)}."

    def feed(self, events: Iterable[object], number: int) -> None:
        """COIN IN raises the meters."""
        for event in events:
            if isinstance(event, ProgressiveLocked):
                wagers = len(event.spots)
                self.link.contribute(f"round {number}", table=_TABLE, game=self.sheet.name, wagers=wagers)

    def pay(self, round_: PokerRound, box: int, number: int) -> tuple[JackpotPaid, list[str]]:
        """What a seat's hit wins, and the steps until it is paid."""
        award = self._award(round_, box, number)
        payment = self._paid(award, box)
        lines = []
        for step in payment.log:
            detail = f" ({step.detail.replace('_', ' ')})" if step.detail else ""
            said = f"{step.role} – {step.step}".replace("_", " ")
            lines.append(f"  {said.capitalize()}{detail}{self.paint.clause(step.clause)}")
        return JackpotPaid(box, award.hit.meter, award.cents), lines

    def _award(self, round_: PokerRound, box: int, number: int) -> Award:
        """All hits of a round are on the link before a meter is shared and starts again."""
        meters = dict(round_.jackpots)
        for seat, meter in round_.jackpots:
            name = self.sheet.name
            self.link.hit(self._id(number, seat), meter=meter, table=_TABLE, game=name, seat=seat, dealt=number)
        id_ = self._id(number, box)
        if id_ not in self.link.paid:
            self.link.award(meters[box])
        return self.link.paid[id_]

    def _id(self, number: int, seat: int) -> str:
        return f"round {number} seat {seat}"

    def _paid(self, award: Award, box: int) -> Payment:
        """In chips as far as there are chips for it, the rest by check."""
        hand = getattr(self.link.rules, award.hit.meter).hand
        payment = Payment(self.sheet, seat=box, hand=hand, award_cents=award.cents, meter=award.hit.meter)
        payment = payment.press_hand("dealer").call_supervisor("dealer")
        payment = payment.do_paperwork("shift_manager").check_offsets("shift_manager").confirm_guard("security")
        rest = award.cents % min(self.sheet.rules.chips.denominations)
        payment = payment.pay("shift_manager", chips_cents=award.cents - rest, check_cents=rest)
        return payment.swipe_card("supervisor")
