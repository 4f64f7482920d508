"""What the staff sees of a table beside what anybody does: what is next, what can be done, the case that is open.

It is the same for everybody of the staff, except for what the watcher can do. No face is in it that the table has not
seen: neither dealer nor floor, neither surveillance nor the regulator know a hidden card before its time.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import asdict

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.events import WagerSettled
from pitboss.service.floor import commands as c
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.people.permissions import STAFF_ROLES
from pitboss.service.staff.next_step import Next, card_due, next_of, what_happened
from pitboss.service.staff.offers import offers_for, retractable
from pitboss.service.staff.payment_steps import plan_of, step_due
from pitboss.service.tables.live_table import Live, PaymentUnderWay
from pitboss.service.tables.table_commands import decide

__all__ = ["offers_for", "staff_part", "staff_shared"]


def staff_part(live: Live, shared: JsonObject, *, role: str, person: str, book: int = 0) -> JsonObject | None:
    """The staff's part for one of them; None for players, guests and visitors."""
    if role not in STAFF_ROLES:
        return None
    yours = bool(person) and live.table.dealer == person and role == "dealer"
    return {"role": role, "yours": yours, **shared, "offers": offers_for(live, role=role, person=person, book=book)}


def staff_shared(live: Live, *, book: int = 0) -> JsonObject:
    """What is the same for everybody of the staff; ``book`` is what the books have in the tray."""
    next_ = next_of(live, book=book)
    due = card_due(live)
    places = live.table.places
    return {
        "dealer": live.table.dealer,
        "mode": {"dealer": live.opened.dealer, "cards": live.opened.cards},
        "next": None if next_ is None else {"text": next_.text, "clause": next_.clause},
        "who": "" if next_ is None else next_.who,
        "spot": 0 if next_ is None else next_.spot,
        "hand": 0 if next_ is None else next_.hand,
        "card": None if due is None else {"spot": due[0], "hand": due[1], "text": due[2]},
        "card_next": None if (coming := _card_next(live)) is None else dict(zip(_CARD, coming, strict=True)),
        "needed_at": _needed_at(live, next_),
        "call": "" if next_ is None else next_.call,
        "declare": _declarable(live),
        "case": _case(live),
        "payouts": _payouts(live),
        "settled": _settled(live),
        "counted": live.counted,
        "calls": live.calls,
        "payments": [_payment(one) for one in live.payments],
        "corrections": live.corrections,
        "slips": live.slips,
        "retractable": retractable(live),
        "allots": places.spots_per_player if places.house_sets_spots else 0,
        "allotted": live.table.limits,
    }


def _needed_at(live: Live, next_: Next | None) -> int:
    """Since when the floor is wanted; 0 where it is not. Only the books know of a tray that is short."""
    wanted = live.staffed and next_ is not None and next_.who == "floor"
    return live.needed_at or (live.asked_at if wanted else 0)


_CARD: Final = ("spot", "hand", "text")


def _card_next(live: Live) -> tuple[int, int, str] | None:
    """The card that the dealer's next step takes from a real shoe: typing it is doing both."""
    if not live.declared or live.question is None or live.question.kind != "proceed" or not live.table.dealer:
        return None
    step = c.Act(action=a.Proceed())
    try:
        after = decide(live, step, actor=live.table.dealer, role="dealer", at=live.asked_at, seed="to be drawn").live
    except IllegalAction:
        return None
    return card_due(after)


# what was settled


def _payouts(live: Live) -> list[JsonObject]:
    return [] if live.round is None else [_payout(live, done) for done in live.round.settlements]


def _settled(live: Live) -> list[JsonObject]:
    """What this round and the one before it have settled, with all that a correction has to name."""
    return [asdict(one) for one in live.settled if one.round > live.table.rounds - 2]


def _payout(live: Live, done: WagerSettled) -> JsonObject:
    said = {name: getattr(done, name) for name in ("spot", "hand", "wager", "stake", "result", "pays", "clause")}
    return {**said, "chips": _in_chips(live, max(done.pays, 0))}


def _in_chips(live: Live, cents: int) -> list[tuple[int, int]]:
    """An amount in as few chips as it takes, the largest first."""
    found: list[tuple[int, int]] = []
    for chip in sorted(live.sheet.rules.chips.denominations, reverse=True):
        count, cents = divmod(cents, chip)
        if count:
            found.append((chip, count))
    return found


def _payment(payment: PaymentUnderWay) -> JsonObject:
    step = step_due(payment)
    said = {name: getattr(payment, name) for name in ("seat", "hand", "award", "meter", "steps")}
    plan = [{"step": one.step, "done": done, "who": one.who} for done, one in plan_of(payment).items()]
    return {**said, "next": "" if step is None else step.text, "plan": plan}


# what went wrong


def _declarable(live: Live) -> list[JsonObject]:
    """Irregularities that can be declared now: each was tried on the round."""
    if not live.staffed or live.round is None or live.round.over:
        return []
    found = []
    game = FLOOR_GAMES[live.sheet.game]
    for kind in live.sheet.rules.irregularity.kinds:
        grounds = game.grounds.get(kind, ())
        note = grounds[0] if grounds else ""
        boxes = tuple(live.table.spots) if kind in game.declared_of else (0,)
        spots = [box for box in boxes if _opens(live, a.Declare(kind, box, note))]
        if spots:
            clause = live.round.cite(f"irregular_{kind}")
            where = spots if kind in game.declared_of else None
            said = {"kind": kind, "text": what_happened(kind), "clause": clause, "spots": where, "grounds": grounds}
            found.append({**said, "hands": _hands(live, kind, spots)})
    return found


def _hands(live: Live, kind: str, boxes: list[int]) -> dict[int, list[int]]:
    """Of boxes that were split, the hands that it can be declared of."""
    if FLOOR_GAMES[live.sheet.game].declared_of.get(kind) != "hand" or live.round is None:
        return {}
    split = {box: hands for box in boxes if (hands := live.round.hands_of(box)) > 1}
    return {box: [h for h in range(n) if _opens(live, a.Declare(kind, box, hand=h))] for box, n in split.items()}


def _opens(live: Live, action: a.Declare) -> bool:
    return live.table.can_act(action, role="dealer")


def _case(live: Live) -> JsonObject | None:
    """The case that is open: what it is about, what the table knows, and the rulings that the clause permits."""
    round_, question = live.round, live.question
    if round_ is None or round_.open_case is None or question is None:
        return None
    kind, box, hand = round_.open_case
    return {
        "kind": kind,
        "text": what_happened(kind),
        "spot": box,
        "hand": hand,
        "clause": round_.cite(f"irregular_{kind}"),
        "facts": list(FLOOR_GAMES[live.sheet.game].facts(live)),
        "rulings": _rulings(live) if question.kind == "ruling" else [],
    }


def _rulings(live: Live) -> list[JsonObject]:
    round_, question = live.round, live.question
    assert round_ is not None
    assert question is not None
    role = "shift_manager" if question.role == "shift_manager" else "floor"
    return [
        {"choice": offer.action.choice, "text": offer.text, "clause": offer.clause, "role": role,
         "command": c.Act(action=offer.action)}
        for offer in round_.offers() if isinstance(offer.action, a.Rule)
    ]  # fmt: skip
