"""Any house's rules and any command: option settings and actions drawn from all that can be said.

``pick`` chooses one of a list: a random generator's choice, or Hypothesis drawing from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any

from pitboss.cards import DECK, UNKNOWN, Card
from pitboss.errors import IllegalAction, SheetError
from pitboss.games import actions as a
from pitboss.games.accounts import CardPlaces, balances, card_places
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.irregular import OPENINGS
from pitboss.games.blackjack.rulings import CHOICES
from pitboss.games.blackjack.views import seen_by
from pitboss.games.events import CardDealt, CardsDiscarded, CardsReshuffled, Event, HoleExposed, HoleTurned
from pitboss.money import Odds
from pitboss.options import Field
from pitboss.rules import Sheet, load
from pitboss.rules.blackjack.irregularity import IrregularityName
from pitboss.rules.register import clauses_of

Pick = Callable[[Sequence[Any]], Any]

SHEETS = ("catfish-blackjack", "free-bet-blackjack", "games-of-chance-blackjack", "blackjack-v5")
ROLES = ("player", "dealer", "supervisor", "floor", "floor_manager", "shift_manager")
KINDS: tuple[str, ...] = IrregularityName.__args__  # type: ignore[attr-defined]


# --- option settings --------------------------------------------------------------------------------------


def alternatives(sheet: Sheet, path: str) -> list[Any]:
    """Other values that an option of a sheet may take, as `--set` reads them."""
    field, value = sheet.fields[path], sheet.values.get(path)
    return [text for text in _values(field, value) if text != _text(value)]


def _values(field: Field, value: Any) -> list[str]:
    option = field.option
    if isinstance(value, tuple):
        return ["[]", f"[{_text(value[0])}]"] if value else []
    if field.values:
        return [_text(v) for v in field.values]
    if isinstance(value, bool) or field.name == "offered":
        return ["true", "false"]
    if isinstance(value, Fraction):
        return ["1/4", "1/2", "3/4", "1"]
    if isinstance(value, Odds):
        return ["6:5", "2:1", "7:2"]
    if isinstance(value, int) and option is not None and option.high is not None:
        low = option.low or 0
        return [str(n) for n in dict.fromkeys((low, value - 1, value + 1, option.high)) if low <= n <= option.high]
    return []


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_text, value))}]"
    return value.text if isinstance(value, Odds) else str(value)


@cache
def settings_of(name: str) -> tuple[str, ...]:
    """Every single setting that a sheet accepts, offered or not."""
    sheet = load(name)
    found = []
    for path in sorted(sheet.values.keys() - {"chips.denominations"}):
        found += [f"{path}={text}" for text in alternatives(sheet, path)]
    found += [f"irregularity.kinds=[{', '.join(KINDS)}]"] * 12
    found += ["table.limit_scope=player", "deal.player_cards=face_down", "surrender.offered=true"]
    found += ["surrender.timing=early", "surrender.after_split=true", "toke.push=stays", "toke.follows_wager=false"]
    return tuple(found)


def any_sheet(pick: Pick) -> Sheet:
    """A sheet with some options turned over; combinations that contradict themselves are left."""
    name = pick(SHEETS)
    sheet, sets = load(name), ()
    for _ in range(pick((0, 1, 3, 6))):
        more = (*sets, pick(settings_of(name)))
        try:
            sheet, sets = load(name, sets=more), more
        except SheetError:
            continue
    return sheet


# --- rounds and actions -----------------------------------------------------------------------------------


def any_round(sheet: Sheet, pick: Pick, shuffle: Callable[[list[Card]], None]) -> BlackjackRound:
    """A round on a shoe in some order, which may be short, or with declared cards."""
    automatic = pick((True, False))
    if pick((True, True, False)):
        ranks = pick(("23456789TJQKA", "23456789TJQKA", "ATK", "A58T", "775A", "2368", "TJQKA9"))
        cards = [card for card in DECK if card.rank in ranks for _ in range(sheet.rules.cards.decks)]
        shuffle(cards)
        size = pick((len(cards), len(cards), len(cards), 40, 12))
        return BlackjackRound(sheet, cards[:size], cut_card=pick((None, 5, 30)), automatic=automatic)
    return BlackjackRound(sheet, automatic=automatic)


def place_bets(r: BlackjackRound, pick: Pick) -> list[a.Action]:
    """A few bets and tokes that the sheet takes."""
    table, toke = r.t.table, r.t.toke
    done: list[a.Action] = []
    for spot in dict.fromkeys((pick((1, 2)), pick((2, 3)), pick((3, 7)))):
        if spot > table.boxes:
            continue
        steps = pick((0, 1, 3))
        cents = min(table.minimum + steps * table.bet_step, table.maximum)
        done.append(a.PlaceBet(spot, cents, player=f"P{spot}"))
        for bet in r.t.bets:
            if pick((True, False)):
                done.append(a.PlaceBet(spot, bet.rules.min, bet.wager, player=f"P{spot}"))
                if toke is not None and bet.wager in toke.wagers:
                    done.append(a.PlaceToke(spot, toke.minimum, bet.wager))
        if toke is not None and "main" in toke.wagers and pick((True, False)):
            done.append(a.PlaceToke(spot, toke.minimum + toke.step))
    return done


def a_card(r: BlackjackRound, pick: Pick) -> Card:
    """A face that the card due may have."""
    decks = r.sheet.rules.cards.decks
    cards = [card for card in DECK if r.seen.get(card, 0) < decks]
    if r.pending is not None and r.pending[0] == "hole_is" and r.peek_found:
        cards = [card for card in cards if card.rank in ("TJQK" if r.ace_up else "A")]
    return pick(cards)


def to_reshuffle(r: BlackjackRound) -> tuple[Card, ...]:
    """Cards to go on with when the shoe has run out: those that lie in the rack, or fresh ones."""
    return tuple(DECK[:30])


def an_answer(r: BlackjackRound, pick: Pick) -> a.Action:
    """Something that the open question takes."""
    assert r.question is not None
    if r.question.kind == "card":
        return a.CardIs(a_card(r, pick))
    if r.question.kind == "reshuffle":
        return a.Reshuffled(to_reshuffle(r))
    offers = r.offers()
    if r.question.kind == "wagers" and not offers:
        return a.PlaceBet(1, r.t.table.minimum, player="P1")
    return pick([offer.action for offer in offers])


def anything(r: BlackjackRound, pick: Pick) -> a.Action:
    """Any command whatever, most of them out of place."""
    spot, hand = pick((0, 1, 2, 3, 7, 9)), pick((-1, -1, 0, 1, 4))
    cents = pick((0, 1, 50, 100, 250, 500, 1000, 100_000_000, -500))
    wager = pick(("main", "trilux", "super7", "push22", "match", "nothing"))
    choice = pick((*(c for choices in CHOICES.values() for c in choices), "misdeal", "go_on", "next", "nonsense"))
    makers: list[Callable[[], a.Action]] = [
        lambda: a.PlaceBet(spot, cents, wager, player=pick(("", "P1"))),
        lambda: a.PlaceBet(spot, cents, position="rail"),
        lambda: a.TakeBackBet(spot, wager),
        lambda: a.PlaceToke(spot, cents, wager, hand=hand),
        a.StartDeal,
        lambda: a.Insure(spot, cents),
        lambda: a.DeclineInsurance(spot),
        lambda: a.TakeEvenMoney(spot),
        a.CloseInsurance,
        lambda: a.Hit(spot, hand, pick(("hand", "voice"))),
        lambda: a.Stand(spot, hand),
        lambda: a.Signal(spot, pick(("", "hit", "stand")), pick(("", "hit", "stand"))),
        lambda: a.DoubleDown(spot, hand, cents, pick((0, 50, 100)), pick((True, False)), pick((True, False))),
        lambda: a.Split(spot, hand, cents, pick((0, 50, 100)), pick((True, False))),
        lambda: a.Surrender(spot, hand),
        lambda: a.GoOn(spot),
        lambda: a.TakeCard(spot),
        lambda: a.RefuseCard(spot),
        a.Proceed,
        lambda: a.Deal(spot),
        lambda: a.CardIs(pick((UNKNOWN, *DECK[::5]))),
        lambda: a.PeekSays(pick((True, False))),
        lambda: a.Overlook(spot),
        lambda: a.Declare(pick((*OPENINGS, *KINDS, "nonsense")), spot, note=pick(("", "seen"))),
        a.CallSupervisor,
        lambda: a.Choose(choice, spot),
        lambda: a.Reshuffled(pick(((), DECK[:5], (UNKNOWN,)))),
        lambda: a.Rule(choice, spot, note=pick(("", "seen"))),
    ]
    return pick(makers)()


def mistakes(r: BlackjackRound) -> list[a.Action]:
    """Everything that can go wrong now: one action of each kind, spot by spot."""
    kinds: list[Callable[[int], a.Action]] = [
        *(partial(a.Declare, kind) for kind in OPENINGS), a.Deal, a.Overlook, lambda spot: a.PeekSays(False),
    ]  # fmt: skip
    return [make(spot) for make in kinds for spot in (0, *r.spots) if accepted(r, make(spot))]


def accepted(r: BlackjackRound, action: a.Action) -> bool:
    try:
        r.copy().act(action)
    except IllegalAction:
        return False
    return True


def to_the_end(r: BlackjackRound, pick: Pick, *, steps: int = 500) -> list[a.Action]:
    """Answer every question as silence would, or with the first offer, until the round is over."""
    done: list[a.Action] = []
    while not r.over:
        assert len(done) < steps, f"the round does not end: {r.question} {r.agenda} {r.case}"
        action = r.timeout_answer() if r.question is not None and r.question.kind != "wagers" else None
        action = action or an_answer(r, lambda options: options[0]) if not _card_due(r) else an_answer(r, pick)
        r.act(action)
        done.append(action)
    return done


def _card_due(r: BlackjackRound) -> bool:
    return r.question is not None and r.question.kind == "card"


# --- what must always hold --------------------------------------------------------------------------------


def facts(r: BlackjackRound) -> tuple[Any, ...]:
    """Everything a refused action must leave as it was."""
    awarded = {box: [(award.wager, award.pays) for award in found] for box, found in r.awarded.items()}
    return (
        r.key(), len(r.events), tuple(r.settlements), tuple(r.discarded), tuple(r.burned), dict(r.seen), awarded,
        r.next_card, r.cut_card_spot,
    )  # fmt: skip


KNOWN = frozenset({"", *(clause.id for clause in clauses_of())})


def check_clauses(events: Sequence[Event]) -> None:
    for event in events:
        assert event.clause in KNOWN, event


def check_chips(r: BlackjackRound) -> None:
    """The log adds up to nothing, no wager is less than nothing, the layout holds what the round says lies there."""
    by_log = balances(r.events)
    assert sum(by_log.values()) == 0
    layout = {(k.spot, k.hand, k.wager): cents for k, cents in by_log.items() if k.kind == "layout"}
    assert all(cents > 0 for cents in layout.values()), layout
    assert layout == on_layout(r)
    if r.over:
        assert not layout
        net = {box: by_log.get(account, 0) for box in r.spots for account in by_log if account[:2] == ("player", box)}
        assert all(net.get(box, 0) <= cents for box, cents in r.net().items())


def on_layout(r: BlackjackRound) -> dict[tuple[int, int, str], int]:
    """What the round's own facts say lies on the layout."""
    lies: dict[tuple[int, int, str], int] = {}
    for box, spot in r.spots.items():
        if not spot.hands:
            lies[box, 0, "main"] = spot.wagers.get("main", 0)
            lies[box, 0, "toke:main"] = spot.tokes.get("main", 0)
        for hand_id, hand in enumerate(spot.hands):
            if not hand.settled:
                lies[box, hand_id, "main"] = hand.stake + hand.extra
                lies[box, hand_id, "toke:main"] = hand.toke + hand.toke_extra
        for wager, cents in spot.wagers.items():
            if wager != "main" and wager not in spot.settled:
                lies[box, 0, wager] = cents
                lies[box, 0, f"toke:{wager}"] = spot.tokes.get(wager, 0)
        lies[box, 0, "insurance"] = spot.insurance
    return {place: cents for place, cents in lies.items() if cents}


def check_cards(r: BlackjackRound, start: Sequence[Card] | None) -> None:
    """Cards by the log lie where the round says, and all that left the shoe are somewhere."""
    places = card_places(r.events)
    for box, spot in r.spots.items():
        for hand_id, hand in enumerate(spot.hands):
            assert places.hands.get((box, hand_id), []) == hand.cards
    dealer = Counter(r.dealer.cards) + Counter([r.hole] if r.hole_dealt and not r.turned else [])
    if not r.over:
        assert Counter(places.hands.get((0, 0), [])) == dealer
    else:
        assert not any(places.hands.values()), places.hands
        assert not places.exposed
    assert Counter(places.burns) == Counter(r.burned)
    _check_census(r, places, start)


def _check_census(r: BlackjackRound, places: CardPlaces, start: Sequence[Card] | None) -> None:
    if start is None:
        known = Counter(card for card in places.all() if card.known)
        assert known == +Counter(r.seen)
    elif not any(isinstance(event, CardsReshuffled) for event in r.events):
        assert Counter(places.all()) == Counter(start[: r.next_card])
    assert Counter(places.discards) == Counter(r.discarded)


def check_secrets(r: BlackjackRound) -> None:
    """Nobody sees the hole card, or a double card dealt face down, before it is turned; others' hands stay theirs."""
    opened = any(isinstance(event, (HoleTurned, HoleExposed)) for event in r.events) or r.hole_exposed
    for player in (None, *{spot.player for spot in r.spots.values()}):
        seen = list(seen_by(r.events, player))
        for event in seen:
            if isinstance(event, CardDealt) and event.seen != "all":
                own = event.seen == "owner" and r.spots[event.spot].player == player
                assert own or event.card is UNKNOWN
        cleared = [event for event in seen if isinstance(event, CardsDiscarded) and event.spot == 0]
        if r.over and r.hole_dealt and not opened:  # a card that fell to the floor went before the dealer's hand
            assert cleared[-1].cards[-1] is UNKNOWN


def check_round(r: BlackjackRound, start: Sequence[Card] | None) -> None:
    check_clauses(r.events)
    check_chips(r)
    check_cards(r, start)
    check_secrets(r)
