"""Ratings as they are told: the list of visits, one visit with its rounds, and the files that are taken away.

Money is in cents from the house's side: what the house wins, or expects to, is positive.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from math import log10, sqrt
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct

from pitboss.cards import DECK, Card, cards_text
from pitboss.maths.analysis.cards_left import EdgeLine, edge_from
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.counting import Count
from pitboss.maths.expectation import Expectation
from pitboss.maths.games import GAME_MATHS
from pitboss.money import cents_text
from pitboss.service.audit.significant_events import harmless
from pitboss.service.floor.comp_rules import CompRules, comp_of
from pitboss.service.games import FLOOR_GAMES
from pitboss.service.ratings.following import followed, watched
from pitboss.service.ratings.theo import Mistake, RoundTheo, VisitTheo, edge_of, visit_theo
from pitboss.service.ratings.visits import Visit, VisitRound

if TYPE_CHECKING:
    from pitboss.maths.following.index_plays import IndexBook

__all__ = [
    "COLUMN_KINDS", "Drift", "ExactRound", "ExactWager", "Known", "MistakeTold", "PitTold", "RoundTold", "Theo",
    "VisitLine", "VisitTold", "WagerTold", "exact_round", "line_of", "pit_of", "rounds_csv", "solved_evidence",
    "told_of", "visits_csv",
]  # fmt: skip

LARGEST: Final = 15
"""Powers of ten beyond which a ratio is not told."""
EVIDENCE: Final = 12
"""Rounds of evidence that are solved exactly on paper, the latest."""
WORST: Final = 20
"""Mistakes that a visit lists."""


class Known(Struct, frozen=True):
    """What is worked out of a sheet beside its edges, None where it is being computed; and the house's comps."""

    lines: Mapping[str, EdgeLine] | None = None
    expected: Mapping[str, Expectation] | None = None
    comps: CompRules = CompRules()
    indices: IndexBook | None = None
    """The index plays of the sheet's own rules; None where they have not been worked out: published ones are used."""


class Theo(Struct, frozen=True):
    """What the house expected, as a sum: sheet + cards + skill = exact."""

    sheet: int
    """The bets at best play, from a full shoe."""
    cards: int | None
    """What the cards seen since each shuffle change; None where every round has a deck of its own, or not yet known."""
    skill: int
    """What errors of play gave away."""
    fresh: int
    """Sheet and skill: the exact theoretical loss by full-shoe values."""
    exact: int


class VisitLine(Struct, frozen=True, kw_only=True):
    """A visit in a line."""

    id: str
    person: str
    walk_in: bool
    table: str
    title: str
    sheet: str
    felt: str
    seats: list[int]
    day: str
    began: int
    left: int | None
    until: int
    milliseconds: int
    played: int
    """Rounds with a bet that stood."""
    handle: int
    average_bet: int
    theo: Theo
    unvalued: int
    """Decisions that could not be valued."""
    actual: int
    comp: int | None
    """What the house's rate gives back; None where it has decided on none."""
    deviation: int | None
    """One standard deviation of such a visit; None where it is not known yet."""
    deviations: float | None
    """How many of them the house is ahead of what was expected."""
    follows: float | None
    """The likelihood ratio that it follows the count; None where no card was seen before any bet."""
    alarmed: int | None
    """The round at which that reached the alarm first."""
    pending: bool
    """Whether something is still being worked out: ask again for it."""


class PitTold(Struct, frozen=True):
    """All visits of a list together: handle, what was expected of them, what the house won, and the hold by both."""

    visits: int
    played: int
    handle: int
    theo: Theo
    actual: int
    deviation: int | None
    deviations: float | None
    expected_hold: float | None
    hold: float | None


class WagerTold(Struct, frozen=True):
    """A wager of a visit."""

    wager: str
    handle: int
    sheet: int
    cards: int | None
    edge: float
    actual: int


class MistakeTold(Struct, frozen=True):
    """A decision that gave something away. Cards are told where they lay open."""

    number: int
    at: int
    cards: str
    against: str
    answer: str
    cost: int


class RoundTold(Struct, frozen=True, kw_only=True):
    """A round of a visit."""

    number: int
    at: int
    shoe: int
    seen: int
    """Cards seen since the shuffle before the bet."""
    counts: dict[str, float]
    """By name of the count, what it stood at before the bet."""
    bet: int
    bets: dict[str, int]
    after: str
    result: int
    """What the player won or lost."""
    edge: float | None
    """The house's edge on the main bet by the cards left."""
    theo: int
    mistakes: int


class ExactWager(Struct, frozen=True):
    """A wager of a round: the house's edge by effects of removal, and solved from the very cards that were left."""

    wager: str
    stake: int
    line: float | None
    exact: float | None
    """None where a shoe of so few cards is not solved."""


class ExactRound(Struct, frozen=True):
    """A round solved exactly, from the cards that nobody had seen when the bet was made."""

    number: int
    left: int
    wagers: list[ExactWager]


class RatioAt(Struct, frozen=True):
    """The likelihood ratio after a round."""

    number: int
    ratio: float


class EvidenceTold(Struct, frozen=True):
    """A round that speaks for it."""

    number: int
    at: int
    count: float
    bet: int
    after: str
    factor: float
    by: str


class FollowingTold(Struct, frozen=True):
    """Whether the bets follow the count: the ratio of the two models, and what speaks for and against it."""

    ratio: float
    count: str
    alarm: int
    crossed: int | None
    took: int | None
    path: list[RatioAt]
    evidence: list[EvidenceTold]
    channels: dict[str, float]
    """The logarithm to base 10 of each channel's own ratio at the end."""
    false_alarm: str
    models: str
    against: str


class Drift(Struct, frozen=True):
    """Since the last shuffle: what the cards seen have changed of the house's expectation, in cents."""

    shoe: int
    seen: int
    edge: float | None
    """The house's edge on the main bet at the last bet."""
    seat: int
    table: int


class VisitTold(VisitLine, frozen=True, kw_only=True):
    """A visit with all that is known of it."""

    wagers: list[WagerTold]
    choices: int
    mistakes: int
    worst: list[MistakeTold]
    rounds: list[RoundTold]
    drift: Drift | None
    following: FollowingTold | None
    count: str
    error: float | None
    """How far the figure by effects of removal is off, as the root of a mean square, in edge ..."""
    sample: int
    """... measured on this number of shoes that were solved exactly."""


# --- made from a visit ------------------------------------------------------------------------------------------


def line_of(visit: Visit, known: Known, found: VisitTheo | None = None) -> VisitLine:
    """A visit in a line."""
    return VisitLine(**_line(visit, known, found or _theo(visit, known)))


def pit_of(lines: Sequence[VisitLine]) -> PitTold:
    """Visits together; their variances add up, persons of one round taken as independent of each other."""
    cards = [one.theo.cards for one in lines if one.theo.cards is not None]
    theo = Theo(
        sheet=sum(one.theo.sheet for one in lines),
        cards=sum(cards) if cards else None,
        skill=sum(one.theo.skill for one in lines),
        fresh=sum(one.theo.fresh for one in lines),
        exact=sum(one.theo.exact for one in lines),
    )
    handle, actual = sum(one.handle for one in lines), sum(one.actual for one in lines)
    known = [one.deviation for one in lines if one.deviation is not None]
    spread = sqrt(sum(one**2 for one in known)) if known and len(known) == len(lines) else None
    return PitTold(
        visits=len(lines), played=sum(one.played for one in lines), handle=handle, theo=theo, actual=actual,
        deviation=None if spread is None else round(spread),
        deviations=(actual - theo.exact) / spread if spread else None,
        expected_hold=theo.exact / handle if handle else None, hold=actual / handle if handle else None,
    )  # fmt: skip


def _theo(visit: Visit, known: Known) -> VisitTheo:
    return visit_theo(visit, lines=known.lines, expected=known.expected)


def _line(visit: Visit, known: Known, found: VisitTheo) -> dict[str, Any]:
    shoe = GAME_MATHS[visit.sheet.game].from_shoe
    seen = watched(visit, known.indices) if shoe else None
    return {
        "id": visit.id,
        "person": visit.name,
        "walk_in": visit.walk_in,
        "table": visit.table,
        "title": visit.title,
        "sheet": visit.sheet.name,
        "felt": visit.sheet.felt,
        "seats": visit.seats,
        "day": visit.day,
        "began": visit.began,
        "left": visit.left,
        "until": visit.until,
        "milliseconds": visit.milliseconds,
        "played": len(found.rounds),
        "handle": found.handle,
        "average_bet": round(visit.average_bet),
        "theo": Theo(found.sheet, found.cards, found.skill, found.fresh, found.exact),
        "unvalued": found.unvalued,
        "actual": found.actual,
        "comp": None if (rate := known.comps.at(visit.began)) is None else comp_of(found.exact, rate),
        "deviation": None if found.deviation is None else round(found.deviation),
        "deviations": found.deviations,
        "follows": None if seen is None else _ratio(log10(seen.ratio)),
        "alarmed": None if seen is None else seen.crossed,
        "pending": known.expected is None or (shoe and known.lines is None),
    }


def told_of(visit: Visit, known: Known, *, count: Count | None, others: Sequence[Visit] = ()) -> VisitTold:
    """A visit with all that is known of it; ``others`` are those at the same table, for the drift of the table."""
    found = _theo(visit, known)
    line = (known.lines or {}).get("main")
    return VisitTold(
        **_line(visit, known, found),
        wagers=[WagerTold(one.wager, one.handle, one.sheet, one.cards, one.edge, one.actual) for one in found.wagers],
        choices=found.choices,
        mistakes=len(found.mistakes),
        worst=[_mistake(one) for one in found.mistakes[:WORST]],
        rounds=[_round(visit, one, theo, count) for one, theo in zip(visit.counted, found.rounds, strict=True)],
        drift=_drift(visit, found, known, others),
        following=following_of(visit, known.indices),
        count=count.name if count is not None else "",
        error=None if line is None else line.error,
        sample=0 if line is None else line.sample,
    )


def _mistake(one: Mistake) -> MistakeTold:
    """Cards of a hand that stays closed are not told."""
    position = one.answer.position
    shown = FLOOR_GAMES[position.sheet.game].rating.answers(one.round.dealt, one.round.boxes[0]) is not None
    name = type(one.answer.action).__name__
    return MistakeTold(
        number=one.round.number,
        at=one.round.at,
        cards=cards_text(position.cards) if shown else "",
        against=cards_text(position.against) if shown else "",
        answer=name,
        cost=round(one.cost),
    )


def _round(visit: Visit, one: VisitRound, theo: RoundTheo, count: Count | None) -> RoundTold:
    return RoundTold(
        number=one.number,
        at=one.at,
        shoe=one.shoe,
        seen=one.dealt.seen,
        counts={} if count is None else {count.name: counted(one, count)},
        bet=one.bets.get(visit.main, 0),
        bets=one.bets,
        after=one.after,
        result=one.result,
        edge=theo.edge,
        theo=round(sum(theo.sheet.values()) + sum(theo.cards.values()) + theo.skill),
        mistakes=theo.mistakes,
    )


def counted(one: VisitRound, count: Count) -> float:
    """What a count stood at before the bet, before anybody rounds it."""
    decks = one.dealt.sheet.rules.cards.decks
    running = count.running(one.seen, decks=decks)
    return round(float(count.exact_count(running, 52 * decks - one.dealt.seen)), 2)


def following_of(visit: Visit, indices: IndexBook | None = None) -> FollowingTold | None:
    """Whether the bets of a visit follow the count; None where no card was seen before any bet."""
    found = followed(visit, indices)
    if found is None:
        return None
    path = [RatioAt(number, _ratio(log)) for number, log in zip(found.rounds, found.path, strict=True)]
    return FollowingTold(
        ratio=path[-1].ratio if path else 1.0,
        count=found.count,
        alarm=found.alarm,
        crossed=found.crossed,
        took=found.took,
        path=path,
        evidence=[
            EvidenceTold(one.round, one.time, one.count, one.bet, one.after, one.factor, one.by)
            for one in found.evidence
        ],
        channels=found.channels,
        false_alarm=found.false_alarm,
        models=found.models,
        against=found.against,
    )


def _ratio(log: float) -> float:
    """A ratio from its logarithm, as far as numbers go that people read."""
    return float(f"{10 ** min(max(log, -LARGEST), LARGEST):.4g}")


def exact_round(visit: Visit, number: int, known: Known) -> ExactRound | None:
    """A round of a visit solved from the cards that were left; None where the visit has no such round."""
    one = next((each for each in visit.counted if each.number == number), None)
    if one is None or not GAME_MATHS[visit.sheet.game].from_shoe:
        return None
    left = Counter(DECK * visit.sheet.rules.cards.decks)
    left.subtract(one.seen)
    cards, main = tuple(left.elements()), max(box.bets.get(visit.main, 0) for box in one.boxes)
    wagers = [name for name in one.bets if name in stakes_of(visit.sheet)]
    return ExactRound(
        number, len(cards), [_exact(visit, one, wager, cards, main, (known.lines or {}).get(wager)) for wager in wagers]
    )


def solved_evidence(visit: Visit, told: VisitTold, known: Known) -> dict[int, ExactRound]:
    """The latest rounds that count as evidence, by number, each solved from the cards that were left."""
    listed = [] if told.following is None else told.following.evidence[:EVIDENCE]
    solved = {one.number: exact_round(visit, one.number, known) for one in listed}
    return {number: found for number, found in solved.items() if found is not None}


def _exact(
    visit: Visit, one: VisitRound, wager: str, cards: tuple[Card, ...], main: int, line: EdgeLine | None
) -> ExactWager:
    stake = max(box.bets.get(wager, 0) for box in one.boxes)
    full = edge_of(visit.sheet, wager, stake, main)
    guess = (
        None
        if line is None or full is None
        else full + line.shift(sum(line.effects[c] for c in one.seen), one.dealt.seen)
    )
    return ExactWager(wager, one.bets[wager], guess, edge_from(visit.sheet, wager, cards, stake=stake, main=main))


def _drift(visit: Visit, found: VisitTheo, known: Known, others: Sequence[Visit]) -> Drift | None:
    if not visit.counted or known.lines is None or not GAME_MATHS[visit.sheet.game].from_shoe:
        return None
    last = visit.counted[-1].dealt
    seat = _since(visit, found, last.shoe.number)
    beside = sum(_since(one, _theo(one, known), last.shoe.number) for one in others if one is not visit)
    return Drift(last.shoe.number, last.seen, found.rounds[-1].edge, round(seat), round(seat + beside))


def _since(visit: Visit, found: VisitTheo, shoe: int) -> float:
    rounds = zip(visit.counted, found.rounds, strict=True)
    return sum(sum(theo.cards.values()) for one, theo in rounds if one.shoe == shoe)


# --- files ------------------------------------------------------------------------------------------------------

VISIT_COLUMNS: Final = (
    "visit", "person", "guest", "table", "sheet", "day", "began", "left", "rounds", "handle", "average_bet",
    "theo_by_the_sheet", "cards_as_they_lay", "skill_cost", "exact_theo", "actual", "deviation", "comp",
    "follows_count", "alarm_in_round",
)  # fmt: skip
ROUND_COLUMNS: Final = (
    "visit", "round", "at", "shoe", "cards_seen", "count", "count_stood_at", "bet", "after", "result", "edge", "theo",
    "mistakes",
)  # fmt: skip
COLUMN_KINDS: Final[Mapping[str, Literal["amount", "count", "share"]]] = {
    **dict.fromkeys(("average_bet", "theo_by_the_sheet", "cards_as_they_lay", "skill_cost", "exact_theo"), "amount"),
    **dict.fromkeys(("actual", "comp", "bet", "result", "theo"), "amount"), "count_stood_at": "share",
    **dict.fromkeys(("began", "left", "round", "shoe", "cards_seen", "mistakes", "alarm_in_round"), "count"),
    "follows_count": "share",
}  # fmt: skip
"""What the columns of both files hold: money, whole numbers, or others; all else is text."""


def visits_csv(lines: Iterable[VisitLine]) -> str:
    """Visits for a spreadsheet: one line each, money in dollars from the house's side."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(VISIT_COLUMNS)
    for one in lines:
        theo = one.theo
        rows.writerow([
            one.id, harmless(one.person), "yes" if one.walk_in else "", one.table, one.sheet, one.day, one.began,
            "" if one.left is None else one.left, one.played, cents_text(one.handle), cents_text(one.average_bet),
            cents_text(theo.sheet), "" if theo.cards is None else cents_text(theo.cards), cents_text(theo.skill),
            cents_text(theo.exact), cents_text(one.actual),
            "" if one.deviation is None else cents_text(one.deviation),
            "" if one.comp is None else cents_text(one.comp),
            "" if one.follows is None else one.follows, "" if one.alarmed is None else one.alarmed,
        ])  # fmt: skip
    return out.getvalue()


def rounds_csv(visit: VisitTold) -> str:
    """The rounds of a visit for a spreadsheet."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(ROUND_COLUMNS)
    for one in visit.rounds:
        rows.writerow([
            visit.id, one.number, one.at, one.shoe, one.seen, visit.count, one.counts.get(visit.count, ""),
            cents_text(one.bet), one.after, cents_text(one.result), "" if one.edge is None else f"{one.edge:.6f}",
            cents_text(one.theo), one.mistakes,
        ])  # fmt: skip
    return out.getvalue()
