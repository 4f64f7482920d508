"""Paying a progressive win: who does what, in which order, before the next hand can begin.

Every progressive win calls a supervisor and is recorded by their card; a meter also needs the Shift Manager's paperwork
and offsets, and is paid by them with a security guard out of the vault (UTH-PWIN-3a to 5b).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitboss.errors import IllegalAction
from pitboss.money import dollars
from pitboss.progressive.events import PaymentStep
from pitboss.rules import Sheet

__all__ = ["Payment"]

SUPERVISORS = ("supervisor", "floor", "shift_manager")


@dataclass(frozen=True, slots=True)
class Payment:
    """A progressive win on its way to the player; each step returns a new value and its event."""

    sheet: Sheet
    seat: int
    hand: str
    award_cents: int
    meter: str = ""
    steps: tuple[str, ...] = ()
    log: tuple[PaymentStep, ...] = ()

    def _step(self, step: str, role: str, point: str, detail: str = "") -> Payment:
        event = PaymentStep(step=step, role=role, detail=detail, clause=self.sheet.cite(point))
        return replace(self, steps=(*self.steps, step), log=(*self.log, event))

    def _check(self, role: str, allowed: tuple[str, ...], point: str, *needed: str) -> None:
        clause = self.sheet.cite(point)
        if role not in allowed:
            raise IllegalAction("role.only", clause, roles=allowed[:1])
        for step in needed:
            if step not in self.steps:
                raise IllegalAction("jackpot.step_first", clause, step=step)

    def press_hand(self, role: str) -> Payment:
        """The dealer presses the hand button; pressed again it goes off (UTH-PWIN-3a, UTH-PWIN-3b)."""
        self._check(role, ("dealer",), "hand_button")
        if "hand_pressed" in self.steps:
            if "supervisor_called" in self.steps:
                raise IllegalAction("jackpot.supervisor_called", self.sheet.cite("hand_button_off"))
            off = self._step("hand_button_off", role, "hand_button_off", self.hand)
            return replace(off, steps=tuple(step for step in self.steps if step != "hand_pressed"))
        return self._step("hand_pressed", role, "hand_button", self.hand)

    def call_supervisor(self, role: str) -> Payment:
        self._check(role, ("dealer",), "supervisor_for_win", "hand_pressed")
        return self._step("supervisor_called", role, "supervisor_for_win")

    def do_paperwork(self, role: str) -> Payment:
        self._check(role, ("shift_manager",), "paperwork", "supervisor_called")
        return self._step("paperwork_done", role, "paperwork")

    def check_offsets(self, role: str, found: str = "none") -> Payment:
        """The Shift Manager looks for debts to be set off, and notes what was found."""
        self._check(role, ("shift_manager",), "paperwork", "supervisor_called")
        return self._step("offsets_checked", role, "paperwork", found)

    def confirm_guard(self, role: str) -> Payment:
        self._check(role, ("security",), "jackpot_by_shift_manager", "supervisor_called")
        return self._step("guard_present", role, "jackpot_by_shift_manager")

    def pay(self, role: str, *, chips_cents: int = 0, check_cents: int = 0) -> Payment:
        """Chips, check or both, adding up to the award; a meter out of the vault (UTH-PWIN-4c, UTH-PWIN-4d)."""
        if self.meter:
            needed = ("supervisor_called", "paperwork_done", "offsets_checked", "guard_present")
            self._check(role, ("shift_manager",), "jackpot_by_shift_manager", *needed)
        else:
            self._check(role, ("dealer", *SUPERVISORS), "supervisor_for_win", "supervisor_called")
        if "paid" in self.steps:
            raise IllegalAction("jackpot.paid", self.sheet.cite("payment_parts"))
        if min(chips_cents, check_cents) < 0 or chips_cents + check_cents != self.award_cents:
            raise IllegalAction(
                "jackpot.parts",
                self.sheet.cite("payment_parts"),
                cents=chips_cents + check_cents,
                award=self.award_cents,
            )
        source = "vault" if self.meter else "tray"
        return self._step(
            "paid",
            role,
            "payment_parts",
            f"chips {dollars(chips_cents)}, check {dollars(check_cents)}, from the {source}",
        )

    def swipe_card(self, role: str) -> Payment:
        """The supervisor's card records the payout (UTH-PWIN-5a)."""
        self._check(role, SUPERVISORS, "card_swipe", "paid")
        return self._step("card_swiped", role, "card_swipe")

    def end_game(self, role: str) -> Payment:
        """The dealer ends the game on the keypad, under either of its two names (UTH-PWIN-5b, UTH-PMULT-3)."""
        self._check(role, ("dealer",), "end_game", "card_swiped")
        return self._step("game_ended", role, "end_game")

    @property
    def done(self) -> bool:
        """Whether the next bets may be taken."""
        return "game_ended" in self.steps
