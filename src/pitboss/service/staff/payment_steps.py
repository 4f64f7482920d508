"""The next step of a progressive win that is being paid at a live table."""

from __future__ import annotations

from pitboss.progressive.paying import PayingStep, steps_for
from pitboss.service.tables.live_table import PaymentUnderWay

__all__ = ["plan_of", "step_due"]


def plan_of(payment: PaymentUnderWay) -> dict[str, PayingStep]:
    """The steps of a payment in their order, by what is noted when each is done."""
    return steps_for(meter=bool(payment.meter))


def step_due(payment: PaymentUnderWay) -> PayingStep | None:
    """The next step of a payment."""
    return next((step for done, step in plan_of(payment).items() if done not in payment.steps), None)
