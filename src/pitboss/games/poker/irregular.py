"""What goes wrong with packets, decks and devices, and what is told to whom: declared, ruled on, made good."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from pitboss.errors import IllegalAction, NotNow
from pitboss.games.actions import Declare, Reshuffled, Rule
from pitboss.games.events import (
    CardsReshuffled,
    IrregularityDeclared,
    RoundVoided,
    Ruled,
    StubDiscarded,
    UnseenCardUsed,
    WagerSettled,
)
from pitboss.games.poker.dealing import undealt
from pitboss.games.poker.decisions import discard_hand
from pitboss.games.poker.progressive import lose_progressive
from pitboss.games.poker.state import Seat
from pitboss.games.round import check_role

if TYPE_CHECKING:
    from pitboss.games.poker.round import PokerRound

__all__ = [
    "CHOICES", "GROUNDS", "OPENINGS", "declare", "declared", "found_wrong_count", "open_case", "reshuffled", "resume",
    "rule", "short_deck", "void_round",
]  # fmt: skip

STAFF = ("dealer", "supervisor", "floor", "shift_manager")
GROUNDS = ("showing", "verbal", "looking", "other")


def declare(r: PokerRound, action: Declare, role: str) -> None:
    """Something went wrong: most irregularities void the round at once, some wait for a ruling."""
    check_role(role, *STAFF)
    if r.case:
        raise NotNow("irregular.another_case_open", r.cite(f"irregular_{r.case[0]}"))
    if action.kind not in r.t.poker.irregularity.kinds:
        raise IllegalAction("irregular.no_ruling", kind=action.kind)
    r.OPENINGS[action.kind](r, action)


def declared(r: PokerRound, action: Declare) -> None:
    clause = r.cites[f"irregular_{action.kind}"]
    r.emit(IrregularityDeclared(kind=action.kind, spot=action.spot, note=action.note, clause=clause))


def _check_dealing(r: PokerRound, kind: str) -> None:
    if not (r.deal_due if kind == "dealing_jam" else r.dealing):  # UTH-IRR-1, UTH-IRR-2, UTH-IRR-6a
        raise NotNow("irregular.not_dealing", r.cites[f"irregular_{kind}"])


def _check_device(r: PokerRound, kind: str) -> None:
    if r.by_hand:
        raise IllegalAction("irregular.dealt_by_hand", r.cites[f"irregular_{kind}"])


def _faceup_card(r: PokerRound, action: Declare) -> None:
    """A card found face up while dealing voids the round (UTH-IRR-1, C4-IRR-1)."""
    _check_dealing(r, action.kind)
    declared(r, action)
    void_round(r, action.kind)


def _wrong_count(r: PokerRound, action: Declare) -> None:
    """A hand with a wrong number of cards voids the round, whenever it is found (UTH-IRR-3, C4-IRR-3)."""
    if not r.cards_out:
        raise NotNow("irregular.nothing_dealt", r.cites["irregular_wrong_count"])
    declared(r, action)
    void_round(r, action.kind)


def found_wrong_count(r: PokerRound, box: int) -> None:
    """A wrong number of cards shows itself when the deal ends."""
    _wrong_count(r, Declare("wrong_count", spot=box))


def _dealing_jam(r: PokerRound, action: Declare) -> None:
    """A device that fails while dealing, be it at the first card, voids the round (UTH-IRR-6a, C4-IRR-6)."""
    _check_device(r, action.kind)
    _check_dealing(r, action.kind)
    declared(r, action)
    void_round(r, action.kind)


def _unseen_card(r: PokerRound, action: Declare) -> None:
    """A card drawn in error but not seen is used as the next card (UTH-IRR-2, C4-IRR-2)."""
    _check_dealing(r, action.kind)
    declared(r, action)
    r.emit(UnseenCardUsed(note=action.note, clause=r.cites["irregular_card_drawn_in_error"]))


def _dealer_exposed(r: PokerRound, action: Declare) -> None:
    """A dealer's card seen before everybody has decided voids the round; later play goes on (UTH-IRR-4, C4-IRR-4)."""
    if not r.dealer:
        raise NotNow("irregular.dealer_without_cards", r.cites["irregular_dealer_card_exposed"])
    declared(r, action)
    if any(seat.undecided for seat in r.seats.values()):
        void_round(r, action.kind)


def _shuffler_jam(r: PokerRound, action: Declare) -> None:
    """A failed shuffle: the cards are shuffled again, and by default the bets stand (UTH-IRR-5)."""
    _check_device(r, action.kind)
    if r.cards_out:
        raise NotNow("irregular.cards_out", r.cites["irregular_dealing_jam"])
    declared(r, action)
    if r.t.poker.irregularity.shuffler_jam_bets == "returned":
        void_round(r, action.kind)
    else:
        _interrupt(r)
        r.ask("reshuffle", "dealer")


def reshuffled(r: PokerRound, action: Reshuffled, role: str) -> None:
    """The deck after the new shuffle; its order is left out where cards are declared."""
    r.check_question("reshuffle", code="irregular.no_reshuffle_due", clause=r.cites["irregular_shuffler_jam"])
    check_role(role, "dealer")
    cards = action.cards
    if (r.order is None) != (not cards):
        raise IllegalAction("irregular.deck_order")
    known = [card for card in cards if card.known]
    if len(set(known)) < len(known):
        raise IllegalAction("irregular.card_twice", r.stated("cards.decks"))
    r.question = None
    if r.order is not None:
        r.order = cards
    r.emit(CardsReshuffled(count=len(cards) or 52, clause=r.cites["irregular_shuffler_jam"]))


def _information(r: PokerRound, action: Declare) -> None:
    """Hand information was shared: a ground is named, and the ruling is the floor's (UTH-IRR-7a, UTH-IRR-7b)."""
    if action.note not in GROUNDS:
        raise IllegalAction("irregular.ground", r.cites["information_grounds"], grounds=GROUNDS)
    if action.spot not in r.seats:
        raise IllegalAction("deal.not_in_round", spot=action.spot)
    if not r.may_look or r.seats[action.spot].out:
        raise NotNow("irregular.no_hand_known", r.cites["irregular_information_shared"])
    declared(r, action)
    open_case(r, action.kind, action.spot, r.t.poker.irregularity.collusion_ruling_role)


OPENINGS: Final[Mapping[str, Callable[..., None]]] = {
    "faceup_card": _faceup_card,
    "wrong_count": _wrong_count,
    "dealing_jam": _dealing_jam,
    "card_drawn_in_error": _unseen_card,
    "dealer_card_exposed": _dealer_exposed,
    "shuffler_jam": _shuffler_jam,
    "information_shared": _information,
}


def _interrupt(r: PokerRound) -> None:
    """What is asked now is asked again later."""
    assert r.question is not None
    r.plan(("resume", *r.question))


def open_case(r: PokerRound, kind: str, box: int, role: str) -> None:
    _interrupt(r)
    r.case = (kind, box, role)
    r.ask("ruling", role, box)


def short_deck(r: PokerRound) -> None:
    """A deck that ends before the deal does: the round is void, where the sheet says so by ruling (UTH-S9)."""
    if r.t.poker.deal.bad_deck == "void":
        void_round(r, "wrong_count", deck_left=False)
        return
    r.pending = None
    r.case = ("short_deck", 0, "supervisor")
    if r.automatic:
        _ruled(r, "short_deck", "void", "policy", 0, "")
    else:
        r.ask("ruling", "supervisor")


CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "information_shared": ("no_action", "void_and_forfeit"),
    "short_deck": ("void",),
}
"""What may be ruled in a case that is left to judgement."""


def rule(r: PokerRound, action: Rule, role: str) -> None:
    """The ruling by the role that the sheet names, one of exactly those listed."""
    r.check_question("ruling", code="ruling.none")
    kind, box, ruler = r.case
    allowed = ("shift_manager",) if ruler == "shift_manager" else ("supervisor", "floor", "shift_manager")
    check_role(role, *allowed, clause=r.cites[f"irregular_{kind}"])
    if action.choice not in r.CHOICES[kind]:
        raise IllegalAction("ruling.offered", r.cites[f"irregular_{kind}"], choices=r.CHOICES[kind])
    r.question = None
    _ruled(r, kind, action.choice, role or ruler, box, action.note)


def _ruled(r: PokerRound, kind: str, choice: str, role: str, box: int, note: str) -> None:
    r.case = ()
    r.emit(Ruled(kind=kind, choice=choice, role=role, spot=box, note=note, clause=r.cites[f"irregular_{kind}"]))
    if choice == "void":
        void_round(r, kind, deck_left=kind != "short_deck")
    elif choice == "void_and_forfeit":
        _forfeit(r, r.seats[box])


def resume(r: PokerRound, kind: str, role: str, box: int, hand: int) -> None:
    """Ask again what was open before, if it still stands; the dealer's next step asks for itself."""
    if kind in r.DECISIONS:
        r.plan(("ask", kind, box) if box else ("ask_any", kind))
    elif kind == "jackpot":
        r.plan(("ask_jackpot", box))
    elif kind == "card" and box and r.seats[box].out:
        r.pending = None  # nobody opens a void hand
    elif kind != "proceed":
        r.ask(kind, role, box, hand)


def _forfeit(r: PokerRound, seat: Seat) -> None:
    """The hand is void and all its wagers are taken; what was settled before is taken back first."""
    clause = r.cites["irregular_information_shared"]
    settled = {done.wager: done.result for done in r.settlements if done.spot == seat.box}
    for wager in (*seat.wagers, "progressive_award"):
        if settled.get(wager) in ("win", "push"):
            r.take_back(seat, wager, clause=clause)
        if wager not in seat.settled and wager != "progressive":
            r.take(seat, wager, clause=clause)
    if settled.get("progressive_award") != "lose":
        lose_progressive(r, seat, clause)
    seat.out = True
    discard_hand(r, seat)


def void_round(r: PokerRound, why: str, *, deck_left: bool = True) -> None:
    """All hands are void and all wagers go back, the progressive too where the sheet says so (UTH-IRR-1, C4-IRR-1)."""
    clause = r.cites[f"irregular_{why}"]
    r.emit(RoundVoided(why=why, clause=clause))
    if deck_left and (r.dealing or why == "dealing_jam"):  # UTH-IRR-6b
        r.emit(StubDiscarded(count=undealt(r), clause=r.cites["device_emptied"]))
    for done in list(r.settlements):
        if done.wager == "progressive" and not (r.t.progressive and r.t.progressive.void_returns_progressive):
            continue
        r.reverse(done, clause)
        again = {"spot": done.spot, "hand": 0, "wager": done.wager, "stake": done.stake, "owner": done.owner}
        r.settled(WagerSettled(**again, result="void", pays=0, clause=clause))  # type: ignore[arg-type]
    for seat in r.seats_in_pay_order():
        for wager in list(seat.wagers):
            taken = seat.box in r.progressive_seats if wager == "progressive" else wager in seat.settled
            if not taken:
                r.give_back(seat, wager, clause=clause)
        seat.out = True
    r.voided = True
    r.agenda.clear()
    r.question = r.pending = None
    r.case = ()
    r.plan(("end_round",))
