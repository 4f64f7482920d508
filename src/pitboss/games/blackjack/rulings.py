"""How an irregularity is handled: it is declared, a supervisor is called, players choose, and the supervisor rules.

The question that was open waits on the agenda and comes back when the case is closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from pitboss.cards import UNKNOWN, Card
from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import CallSupervisor, Choose, Rule
from pitboss.games.blackjack.playing import take_broken
from pitboss.games.blackjack.settling import collect_lammers, discard, give_back
from pitboss.games.blackjack.state import Spot
from pitboss.games.events import (
    CardBurned,
    ChoiceNamed,
    IrregularityDeclared,
    Owner,
    PlayDeclined,
    RoundVoided,
    Ruled,
    SupervisorCalled,
    WagerSettled,
)
from pitboss.games.round import StepTuple, box_in, check_role

if TYPE_CHECKING:
    from pitboss.games.blackjack.round import BlackjackRound

__all__ = [
    "Case", "burn", "call", "call_supervisor", "cannot_open", "choose", "open_case", "refund_spot", "resume", "rule",
    "void_round",
]  # fmt: skip

SUPERVISORS = ("supervisor", "floor", "shift_manager")
FLOOR_MANAGERS = ("floor_manager", "shift_manager")


class Case(NamedTuple):
    """An irregularity under way: its kind, whom it concerns, the card in question, what was chosen.

    ``within`` is the case that was open when the shoe ran out.
    """

    kind: str
    box: int = 0
    hand: int = 0
    card: Card = UNKNOWN
    choice: str = ""
    left: int = 0
    within: Any = None


def cannot_open(r: BlackjackRound, kind: str, code: str) -> NotNow:
    """Why a case cannot be opened now, with its clause."""
    return NotNow(code, r.cite(f"irregular_{kind}"))


def open_case(r: BlackjackRound, case: Case, *steps: StepTuple, note: str = "") -> None:
    """Set the open question aside, declare the case, and plan its steps in front of everything else."""
    if r.question is not None:
        r.agenda.append(("resume", *r.question))
    r.question = None
    r.case = case
    clause = r.cite(f"irregular_{case.kind}")
    r.emit(IrregularityDeclared(kind=case.kind, spot=case.box, note=note, hand=case.hand, clause=clause))
    r.plan(*steps)


def resume(r: BlackjackRound, kind: str, role: str, box: int, hand_id: int) -> None:
    """Ask the question again that was open before the case, if it still stands."""
    r.case = None
    if kind in ("play", "fives", "natural", "early_surrender"):
        spot = r.spots[box]
        if spot.out or spot.hands[hand_id].done or spot.hands[hand_id].settled:
            return
    if kind == "proceed":
        return
    r.ask(kind, role, box, hand_id)


def call(r: BlackjackRound) -> None:
    """Nothing goes on until the supervisor, or on some sheets the floor manager, has been called."""
    assert r.case is not None
    if r.case.kind not in r.t.irregularity.kinds:
        return
    if r.automatic and r.case.kind == "shoe_exhausted":
        r.emit(SupervisorCalled(role="policy", clause=r.cite("irregular_shoe_exhausted")))
    else:
        r.ask("call", "dealer", r.case.box)


def call_supervisor(r: BlackjackRound, action: CallSupervisor, role: str) -> None:
    r.check_question("call", code="ruling.no_supervisor_needed")
    check_role(role, "dealer")
    assert r.case is not None
    r.question = None
    who = "floor_manager" if r.case.kind == "dropped_card" else "supervisor"
    r.emit(SupervisorCalled(role=who, clause=r.cite(f"irregular_{r.case.kind}")))


def ask_choice(r: BlackjackRound, box: int) -> None:
    """Ask the player concerned for a choice."""
    if not r.spots[box].out:
        assert r.case is not None
        r.ask("choice", "player", box, r.case.hand)


def ask_ruling(r: BlackjackRound) -> None:
    """The supervisor decides; on an automatic table the posted policy takes the only choice there is."""
    assert r.case is not None
    choices = permitted(r)
    if len(choices) == 1 and (r.automatic or r.case.kind not in r.t.irregularity.kinds):
        _ruled(r, choices[0], "policy", 0, "")
    else:
        role = "floor_manager" if r.case.kind == "dropped_card" else "supervisor"
        r.ask("ruling", role, r.case.box)


CHOICES = {
    "missed_hit": ("dead_hand", "draw_later"),
    "wrong_count": ("sit_out", "misdeal", "keep"),
    "dealer_wrong_count": ("play", "fold"),
    "dealer_no_cards": ("play", "not_play"),
}
"""What the player concerned may choose, as the clause lists it."""


def permitted(r: BlackjackRound) -> tuple[str, ...]:
    """Exactly the rulings that the clause gives the supervisor in the open case."""
    assert r.case is not None
    kind = r.case.kind
    if kind == "wrong_count":
        return CHOICES[kind]
    if kind == "dealer_wrong_count":
        return ("go_on", "misdeal")
    if kind == "dealer_no_cards":
        return ("deal_dealer", "misdeal") if r.t.irregularity.free_ruling else ("deal_dealer",)
    if kind == "shoe_exhausted":
        return ("misdeal",) if r.t.irregularity.shoe_exhausted == "void" else ("reshuffle",)
    if kind == "back_up":
        return ("back_up",)
    assert kind == "dropped_card", kind
    return ("keep", "next")


def choose(r: BlackjackRound, action: Choose, role: str) -> None:
    """A player's choice in a case: one of exactly those listed (BJ-IRR-5b, BJ-IRR-7b, BJ-IRR-9b)."""
    question = r.check_question("choice", code="choice.none")
    check_role(role, "player")
    assert r.case is not None
    if action.spot not in (0, question.spot):
        raise IllegalAction("choice.other_spot", r.cite(f"irregular_{r.case.kind}"), spot=question.spot)
    choices = CHOICES[r.case.kind]
    if action.choice not in choices:
        raise IllegalAction("choice.offered", r.cite(f"choices_{r.case.kind}"), choices=choices)
    r.question = None
    r.emit(
        ChoiceNamed(kind=r.case.kind, choice=action.choice, spot=question.spot, clause=r.cite(f"choices_{r.case.kind}"))
    )
    r.chosen(r.case.kind, question.spot, action.choice)


def rule(r: BlackjackRound, action: Rule, role: str) -> None:
    """The supervisor's decision, which is final (BJ-IRR-7c)."""
    r.check_question("ruling", code="ruling.none")
    assert r.case is not None
    roles = FLOOR_MANAGERS if r.case.kind == "dropped_card" else SUPERVISORS
    check_role(role, *roles, clause=r.cite(f"role_{r.case.kind}") or r.cite(f"irregular_{r.case.kind}"))
    choices = permitted(r)
    if action.choice not in choices:
        raise IllegalAction("ruling.offered", r.cite(f"choices_{r.case.kind}"), choices=choices)
    if r.case.kind == "dealer_no_cards" and action.choice == "misdeal" and not action.note:
        raise IllegalAction("ruling.needs_note", r.stated("irregularity.free_ruling"))
    r.question = None
    _ruled(r, action.choice, role or roles[0], action.spot, action.note)


def _ruled(r: BlackjackRound, choice: str, role: str, box: int, note: str) -> None:
    assert r.case is not None
    kind = r.case.kind
    points = (f"ruled_{kind}", f"{choice}_{kind}", f"choices_{kind}", f"irregular_{kind}")
    clause = next(filter(None, map(r.cite, points)), "")
    r.emit(Ruled(kind=kind, choice=choice, role=role, spot=r.case.box, note=note, clause=clause))
    r.ruled(kind, choice)


def burn(r: BlackjackRound, card: Card, why: str, box: int = 0, *, clause: str = "") -> None:
    r.burned.append(card)
    r.emit(CardBurned(card=card, why=why, spot=box, clause=clause or r.cite(f"burned_{why}")))


def refund_spot(r: BlackjackRound, box: int, clause: str) -> None:
    """A spot that takes no part: everything on it goes back, its cards are burned (BJ-IRR-8b)."""
    spot = r.spots[box]
    r.emit(PlayDeclined(spot=box, clause=clause))
    _take_all_broken(r, spot)
    _give_all_back(r, spot, clause)
    for hand in spot.hands:
        for card in hand.cards:
            burn(r, card, "sit_out", box, clause=clause)
        hand.cards = []
        hand.settled = hand.done = True
    spot.out = True
    r.agenda[:] = [
        step for step in r.agenda if step[0] != "draw" or box_in(step) != box
    ]  # a card on its way to it is not dealt


def _take_all_broken(r: BlackjackRound, spot: Spot) -> None:
    """A broken hand that still lies there, tucked or until the end, is lost like one that was taken (FB-FSPL-6)."""
    for hand_id, hand in enumerate(spot.hands):
        if hand.broken and not hand.settled:
            take_broken(r, spot, hand_id)


def _give_all_back(r: BlackjackRound, spot: Spot, clause: str) -> None:
    """Return what still lies on a spot; lammers go without value (FB-S8)."""
    for hand_id, hand in enumerate(spot.hands):
        if hand.settled:
            continue
        give_back(r, spot, hand_id, "void", clause)
        collect_lammers(r, spot, hand_id, "void")
        hand.settled = hand.done = True
    for wager, stake in spot.wagers.items():
        if wager != "main" and wager not in spot.settled:
            for name, cents in ((wager, stake), (f"toke:{wager}", spot.tokes.get(wager, 0))):
                if cents:
                    _void(r, spot.box, name, cents, clause)
            spot.settled += (wager,)
    if spot.insurance:
        _void(r, spot.box, "insurance", spot.insurance, clause)
        spot.insurance = 0


def _void(r: BlackjackRound, box: int, wager: str, stake: int, clause: str) -> None:
    owner: Owner = "dealers" if wager.startswith("toke:") else "player"
    r.settled(
        WagerSettled(spot=box, hand=0, wager=wager, stake=stake, result="void", pays=0, owner=owner, clause=clause)
    )


def void_round(r: BlackjackRound, why: str) -> None:
    """A misdeal: all bets of the round go back, those settled earlier too where the sheet says so (BJ-IRR-11b)."""
    clause = r.cite(f"misdeal_{why}") or r.cite("misdeal")
    r.emit(RoundVoided(why=why, clause=clause))
    if r.t.irregularity.misdeal_settled == "reversed":
        for done in list(r.settlements):
            if done.result == "void":
                continue
            r.reverse(done, clause)
            _void_again(r, done, clause)
    for spot in r.spots_in_pay_order():
        if r.t.irregularity.misdeal_settled == "stand":
            _take_all_broken(r, spot)
        _give_all_back(r, spot, clause)
        for hand_id in range(len(spot.hands)):
            discard(r, spot, hand_id)
    r.agenda.clear()
    r.question = r.pending = r.case = None
    r.plan(("end_round",))


def _void_again(r: BlackjackRound, done: WagerSettled, clause: str) -> None:
    r.settled(replace(done, result="void", pays=0, line="", clause=clause))
