"""Evenings with everything beside the round in them, at any moment: people and dealers come and go, money is filled,
counted, paid wrongly and corrected, a jackpot is paid, limits and sheets change, tables close, and servers start anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.service.approving import approve
from tests.service.evidence_evenings import ClumsyEvening, RoughEvening
from tests.service.staffed_floor import CHIPS, DEE, DORA, FLO, ROLES, SAM, SHEILA, StaffedPit

from pitboss.cards import Card
from pitboss.errors import IllegalAction, SheetError
from pitboss.games import actions as a
from pitboss.options import walk
from pitboss.rules import load
from pitboss.service.floor import commands as c
from pitboss.service.floor.streams import Answer
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.on_duty import is_visitor
from pitboss.shoe.chance import SeededChance

__all__ = ["TROUBLES", "TroubledEvening"]

STAFF = tuple(ROLES)
ROYAL = tuple(Card.parse(face) for face in ("As", "Ks", "Qs", "Js", "Ts"))
"""What the cards of a real table are now and then, so that somebody hits the progressive."""


class Floor(StaffedPit):
    """A floor with one staffed table after another, dealt by whoever has tapped in there."""

    def __init__(self, sheet: str, cards: str, seed: str) -> None:
        self.at = "t"
        super().__init__(sheet, cards, seed=seed)

    def do(self, command: Any, actor: str, *, table: str = "", role: str = "", client: str = "") -> Answer:
        return super().do(command, actor, table=table or self.at, role=role, client=client)

    def live(self, table: str = "") -> Live:
        return super().live(table or self.at)

    def by(self, person: str, command: Any) -> Answer:
        """Whatever the dealer does, whoever has tapped in does."""
        taps = isinstance(command, c.TapIn)
        return super().by(self.dealing if person == DORA and not taps else person, command)

    def staff(self, person: str = DORA) -> dict[str, Any]:
        return super().staff(self.dealing if person == DORA else person)

    @property
    def dealing(self) -> str:
        return self.live().table.dealer or DORA


class TroubledEvening(ClumsyEvening):
    """At every third step something happens that has nothing to do with what is asked; it is done, or refused."""

    def __init__(self, sheet: str, cards: str, seed: str) -> None:
        self.happened: Counter[str] = Counter()
        self.tables = ["t"]
        self._slips = 0
        super().__init__(sheet, cards, seed, Floor(sheet, cards, seed))

    def play(self, entries: int) -> None:
        for number in range(entries):
            self.step()
            if number % 10 == 0 and not self.pit.live().closed:
                self.look()
        self.pit.another()

    def step(self) -> None:
        if self.pit.live().closed:
            self._open_another()
        elif not self.chance.below(3):
            self._tried(*self.chance.choice(list(TROUBLES.items())))
        else:
            self._tried("step", self.chance.choice([RoughEvening.step, ClumsyEvening.step]))

    def _tried(self, what: str, done: Callable[[TroubledEvening], Any]) -> None:
        """Something is done, or refused and changes nothing."""
        before = self.pit.store.heads()
        with suppress(IllegalAction):
            done(self)
        if self.pit.store.heads() != before:
            self.happened[what] += 1

    # a new table, on another version of the sheet

    def _open_another(self) -> None:
        pit, live = self.pit, self.pit.live()
        pit.at = f"t{len(self.tables) + 1}"
        self.tables.append(pit.at)
        terms: dict[str, Any] = {"dealer": "staffed", "cards": live.opened.cards}
        try:
            pit.open(live.opened.sheet, table=pit.at, sets=any_sets(self.chance, live.opened.sheet), **terms)
        except IllegalAction:  # such as another progressive than the link's
            pit.open(live.opened.sheet, table=pit.at, **terms)
        for person, command in ((DORA, c.TapIn()), (FLO, c.CountTray(when="opening", chips=CHIPS))):
            self._tried("opened again", lambda evening, p=person, c=command: evening.pit.by(p, c))  # type: ignore[misc]
        for _ in range(3):
            self._tried("seated", _come)

    def _bet(self) -> None:
        super()._bet()
        live = self.pit.live()
        for box in live.table.spots if live.table.bets_open else ():
            for wager in live.sheet.rules.table.side_bets:
                if not self.chance.below(3):
                    cents = 500 if wager == "progressive" else self.chance.choice([100, 500, 1000])
                    self._tried("side bet", lambda evening, bet=(box, cents, wager): evening.pit.bet(*bet))  # type: ignore[misc]

    def _face(self) -> Card:
        """Any card; at a table with a progressive, in every second round, those that make somebody rich first."""
        live = self.pit.live()
        pending = getattr(live.round, "pending", None) or ("",)
        late = pending[0] == "board_turned" and pending[-1] > 2  # the progressive looks at the first five cards
        lucky = "progressive" in live.sheet.rules.table.side_bets and live.table.rounds % 2 and not late
        able = [card for card in ROYAL if live.table.can_act(a.CardIs(card), role="dealer")] if lucky else []
        return able[0] if able else super()._face()


def any_sets(chance: SeededChance, sheet: str) -> tuple[str, ...]:
    """A few rules of a sheet as another house has them."""
    choices = [(path, field.values) for path, field in walk(type(load(sheet).rules)) if len(field.values) > 1]
    sets: tuple[str, ...] = ()
    for _ in range(chance.below(4)):
        path, values = chance.choice(choices)
        wanted = (*sets, f"{path}={chance.choice(list(values))}")
        try:
            departs = load(sheet, sets=list(wanted)).departures
        except SheetError:
            continue
        sets = sets if departs else wanted
    return sets


# --- what happens ------------------------------------------------------------------------------------------------


def _relief(evening: TroubledEvening) -> None:
    pit = evening.pit
    other = DEE if pit.dealing == DORA else DORA
    if evening.chance.below(4):
        pit.by(pit.dealing, c.TapOut())
    pit.do(c.TapIn(), other, role="dealer")


def _go(evening: TroubledEvening) -> None:
    pit, holders = evening.pit, [one for one in enumerate(evening.pit.live().table.boxes, 1) if one[1]]
    if not holders:
        return
    box, holder = evening.chance.choice(holders)
    if is_visitor(holder):
        pit.by(evening.chance.choice([DORA, FLO]), c.UnseatVisitor(box=box))
    elif evening.chance.below(2):
        pit.do(c.Leave(box=box), holder)
    else:
        pit.by(FLO, c.Unseat(player=holder))


def _come(evening: TroubledEvening) -> None:
    pit = evening.pit
    box = evening.chance.choice([1, 1, 2, 3, 3, 4])
    if box == 2 or evening.face_down:
        name = "Ann" if box == 2 else f"Player {box}"
        if not pit.floor.stream(f"person:{name}").version:
            pit.hello(name, chips=1_000_000)
        pit.do(c.Sit(box=box), name)
    else:
        pit.by(DORA, c.SeatVisitor(box=box, name=f"Guest {box}"))
        pit.by(DORA, c.VisitorBuysIn(box=box, cents=1_000_000))


def _cage(evening: TroubledEvening) -> None:
    pit, cents = evening.pit, evening.chance.choice([500, 2500, 100_000])
    if evening.chance.below(3):
        pit.person("Ann", c.BuyIn(cents=cents) if evening.chance.below(2) else c.CashOut(cents=cents))
    else:
        pit.by(DORA, c.VisitorBuysIn(box=evening.chance.choice([1, 3]), cents=cents))


def _own_limits(evening: TroubledEvening) -> None:
    evening.pit.person("Ann", c.SetLimits(loss_cents=evening.chance.choice([0, 5000, 200_000])))


def _fill(evening: TroubledEvening) -> None:
    pit, chance = evening.pit, evening.chance
    slips = [one.slip for one in pit.live().slips]
    if slips and chance.below(3):
        slip = chance.choice(slips)
        if chance.below(3):
            pit.by(DORA, c.ConfirmFill(slip=slip))
        else:
            pit.by(FLO, c.CancelFill(slip=slip, reason="the wrong chips"))
        return
    evening._slips += 1
    chip = chance.choice(pit.live().sheet.rules.chips.denominations)
    kind: Any = chance.choice(["fill", "credit"])
    pit.by(FLO, c.RequestFill(kind=kind, slip=f"S{evening._slips}", chips=((chip, 20),)))


def _count(evening: TroubledEvening) -> None:
    pit, chance = evening.pit, evening.chance
    command, person = chance.choice([
        (c.CountTray(when="check", chips=CHIPS), FLO),
        (c.PullDrop(counted=chance.choice([0, 1_000_000])), SAM),
        (c.CountTokes(counted=chance.choice([0, 500])), FLO),
    ])  # fmt: skip
    pit.by(person, command)


def _limits(evening: TroubledEvening) -> None:
    chance, table = evening.chance, evening.pit.live().sheet.rules.table
    evening.pit.by(chance.choice([FLO, SHEILA]), c.ChangeLimits(
        minimum=table.minimum * chance.choice([1, 2, 3]), maximum=table.maximum, reason="a busy night",
        keeps_earlier=bool(chance.below(2)), at=evening.pit.now + 1000 if chance.below(3) == 0 else 0,
    ))  # fmt: skip


def _spots(evening: TroubledEvening) -> None:
    chance, players = evening.chance, [one for one in evening.pit.live().table.boxes if one]
    if players:
        player = chance.choice(players)
        command: Any = chance.choice([
            c.SetSpots(player=player, spots=chance.choice([1, 2])), c.GrantThree(player=player),
            c.AskRelease(box=chance.choice([1, 2, 3])),
        ])  # fmt: skip
        evening.pit.by(chance.choice([FLO, SHEILA]), command)


def _call(evening: TroubledEvening) -> None:
    if evening.pit.live().calls:
        evening.pit.by(FLO, c.AnswerCall(note="here"))
    else:
        evening.pit.by(DORA, c.CallFloor(note="a question"))


def _pay_wrongly(evening: TroubledEvening) -> None:
    """What was settled was paid otherwise, is reversed, and paid again."""
    pit, chance = evening.pit, evening.chance
    person, live = chance.choice([FLO, SHEILA]), pit.live()
    if live.corrections and chance.below(3):
        one = chance.choice(live.corrections)
        cents = chance.choice([-one.stake, 0, one.stake, one.stake * 3 // 2])
        pit.by(person, c.PayAgain(correction=one.correction, cents=cents, reason="as due"))
    elif live.settled:
        done = chance.choice(live.settled)
        named: Any = {"version": done.version, "spot": done.spot, "wager": done.wager, "hand": done.hand}
        if chance.below(2):
            pit.by(person, c.DeclarePaid(**named, cents=chance.choice([done.due + 500, 0, -done.stake]), note="seen"))
        else:
            pays: Any = chance.choice(["player", "house"])
            evening._slips += 1
            pit.by(person, c.Reverse(correction=f"k{evening._slips}", **named, reason="miscounted", borne_by=pays))


def _jackpot(evening: TroubledEvening) -> None:
    """The next step of a win that is paid, or any other one, by anybody."""
    pit, chance = evening.pit, evening.chance
    offers = [one["command"] for person in STAFF for one in pit.staff(person)["offers"]]
    steps = [one for one in offers if isinstance(one, (c.Jackpot, c.CoinIn))]
    if steps:
        command = chance.choice(steps)
        for person in STAFF:
            evening._tried("jackpot step", lambda evening, who=person: evening.pit.by(who, command))  # type: ignore[misc]


def _retract(evening: TroubledEvening) -> None:
    before = evening.pit.live().before
    if before is not None:
        evening.pit.by(evening.chance.choice([DORA, FLO]), c.Retract(version=before.version))


def _time_out(evening: TroubledEvening) -> None:
    evening.pit.by(FLO, c.TimeOut())


def _restart(evening: TroubledEvening) -> None:
    """Another server takes over where this one stood, and some time has passed."""
    live = evening.pit.live()
    evening.pit.floor = evening.pit.another()
    evening.pit.now += evening.chance.choice([0, 60_000, 3_600_000])
    assert evening.pit.live() == live
    evening.happened["restart"] += 1


def _link(evening: TroubledEvening) -> None:
    floor = evening.pit.floor
    link = floor.open_link()
    command: Any = c.LinkDown(reason="a cable") if link.up else c.LinkUp()
    floor.do(lambda: floor.plan_link(command, actor=FLO, role="floor"))


def _house(evening: TroubledEvening) -> None:
    """Two people approve another version of the sheet while the table plays on its own."""
    sheet = evening.pit.live().opened.sheet
    approve(evening.pit.floor, sheet, any_sets(evening.chance, sheet))


def _close(evening: TroubledEvening) -> None:
    """Between two rounds the guests go, what is open is settled, and the table closes; or only half of that."""
    pit, live = evening.pit, evening.pit.live()
    if live.table.spots or evening.chance.below(2):
        return
    ends: list[tuple[str, Any]] = [(DORA, c.EndRound())] if live.round is not None else []
    ends += [(DORA, c.UnseatVisitor(box=box)) for box, one in enumerate(live.table.boxes, 1) if is_visitor(one)]
    ends += [(DORA, c.ConfirmFill(slip=one.slip)) for one in live.slips]
    ends += [(FLO, c.PayAgain(correction=one.correction, cents=0, reason="as seen")) for one in live.corrections]
    if evening.chance.below(2):
        ends += [(DORA, c.HandleCards(move="spread_cards")), (DORA, c.HandleCards(move="close"))]
    for person, command in (*ends, (FLO, c.CountTray(when="closing", chips=CHIPS))):
        evening._tried("put away", lambda evening, who=person, done=command: evening.pit.by(who, done))  # type: ignore[misc]
    pit.by(SHEILA, c.CloseTable())


TROUBLES: dict[str, Callable[[TroubledEvening], None]] = {
    "relief": _relief, "go": _go, "come": _come, "cage": _cage, "own limits": _own_limits, "fill": _fill,
    "count": _count, "limits": _limits, "spots": _spots, "call": _call, "paid wrongly": _pay_wrongly,
    "jackpot": _jackpot, "retract": _retract, "time out": _time_out, "restart": _restart, "link": _link,
    "house": _house, "close": _close,
}  # fmt: skip
