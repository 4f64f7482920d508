"""The steps by which a progressive win is paid, in the order of the document: what each is, and who does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from pitboss.words import wording

__all__ = ["PAYING", "PayingStep", "Step", "steps_for"]

Step = Literal[
    "press_hand", "call_supervisor", "do_paperwork", "check_offsets", "confirm_guard", "pay", "swipe_card", "end_game",
]  # fmt: skip


class PayingStep(NamedTuple):
    """A step of a payment: how it is entered, who does it, and the point of the sheet behind it."""

    step: Step
    who: str
    point: str
    meter: bool | None = None
    """Whether it is for a meter's win only, or for any other only."""

    @property
    def text(self) -> str:
        """What to do, in words."""
        return wording("next.paying_step", {"step": self.step})


PAYING: Final[Mapping[str, tuple[PayingStep, ...]]] = {
    "hand_pressed": (PayingStep("press_hand", "dealer", "hand_button"),),
    "supervisor_called": (PayingStep("call_supervisor", "dealer", "supervisor_for_win"),),
    "paperwork_done": (PayingStep("do_paperwork", "shift_manager", "paperwork", meter=True),),
    "offsets_checked": (PayingStep("check_offsets", "shift_manager", "paperwork", meter=True),),
    "guard_present": (PayingStep("confirm_guard", "security", "jackpot_by_shift_manager", meter=True),),
    "paid": (
        PayingStep("pay", "shift_manager", "payment_parts", meter=True),
        PayingStep("pay", "dealer", "payment_parts", meter=False),
    ),
    "card_swiped": (PayingStep("swipe_card", "floor", "card_swipe"),),
    "game_ended": (PayingStep("end_game", "dealer", "end_game"),),
}
"""What is noted when a step is done, and the step that does it, in the order of the document."""


def steps_for(*, meter: bool) -> dict[str, PayingStep]:
    """Return the steps of a payment in their order, by what is noted when each is done."""
    return {done: step for done, steps in PAYING.items() for step in steps if step.meter in (None, meter)}
