"""The steps by which a progressive win is paid, in words: what comes next, and who does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from pitboss.service.tables.live_table import PaymentUnderWay

__all__ = ["PAYING", "PayingStep", "plan_of", "step_due"]

Step = Literal[
    "press_hand", "call_supervisor", "do_paperwork", "check_offsets", "confirm_guard", "pay", "swipe_card", "end_game",
]  # fmt: skip


class PayingStep(NamedTuple):
    """A step of a payment: how it is entered, what to do, who does it, and the point of the sheet behind it."""

    step: Step
    text: str
    who: str
    point: str
    meter: bool | None = None
    """Whether it is for a meter's win only, or for any other only."""


PAYING: Final[Mapping[str, tuple[PayingStep, ...]]] = {
    "hand_pressed": (PayingStep("press_hand", "press the button of the hand", "dealer", "hand_button"),),
    "supervisor_called": (PayingStep("call_supervisor", "call the supervisor", "dealer", "supervisor_for_win"),),
    "paperwork_done": (PayingStep("do_paperwork", "do the paperwork", "shift_manager", "paperwork", meter=True),),
    "offsets_checked": (
        PayingStep("check_offsets", "look for debts to set off", "shift_manager", "paperwork", meter=True),
    ),
    "guard_present": (
        PayingStep("confirm_guard", "stand by while it is paid", "security", "jackpot_by_shift_manager", meter=True),
    ),
    "paid": (
        PayingStep("pay", "pay the award", "shift_manager", "payment_parts", meter=True),
        PayingStep("pay", "pay the award", "dealer", "payment_parts", meter=False),
    ),
    "card_swiped": (PayingStep("swipe_card", "swipe the card", "floor", "card_swipe"),),
    "game_ended": (PayingStep("end_game", "end the game on the keypad", "dealer", "end_game"),),
}
"""What is noted when a step is done, and the step that does it, in the order of the document."""


def plan_of(payment: PaymentUnderWay) -> dict[str, PayingStep]:
    """The steps of a payment in their order, by what is noted when each is done."""
    won_a_meter = bool(payment.meter)
    return {done: step for done, steps in PAYING.items() for step in steps if step.meter in (None, won_a_meter)}


def step_due(payment: PaymentUnderWay) -> PayingStep | None:
    """The next step of a payment."""
    return next((step for done, step in plan_of(payment).items() if done not in payment.steps), None)
