"""`pitboss settle`: what a hand record should have been paid, by which clause."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.common import Json, PaperSize, as_table, complain, print_json, say, trouble_lines, write_file
from pitboss.errors import NotationError, PitbossError
from pitboss.money import cents_text
from pitboss.printable import printable_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.cards import Card
    from pitboss.games.events import Event, WagerSettled
    from pitboss.records.settling import Difference, Outcome, Settlement, Undecided

__all__ = ["settle"]


def settle(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Hand records, one round each.", show_default=False)
    ],
    events: Annotated[bool, typer.Option("--events", help="Show everything that happened, with its clauses.")] = False,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write the report of a dispute, a PDF to be signed, of one record.")
    ] = None,
    paper: Annotated[PaperSize, typer.Option("--paper", help="The size of its pages.")] = PaperSize.a4,
    json: Json = False,
) -> int:
    """Replay hand records and print every wager with its result, its amount and its clause.

    Exit status 0: all right; 1: something was paid otherwise, or depends on a card nobody saw; 2: cannot be read.

    Examples: `pitboss settle round.toml`, `pitboss settle --json examples/records/*.toml`,
    `pitboss settle round.toml --report dispute.pdf`
    """
    if report is not None:
        _check_report(report, files)
    gc.set_threshold(100_000, 50, 50)  # rounds hold no cycles, so looking for them is an eighth of the work
    status = 0
    found: list[dict[str, Any]] = []
    for path in files:
        try:
            settled = _settled(path)
        except PitbossError as error:
            status = 2
            complain(*trouble_lines(error))
            found.append({"file": str(path), "error": str(error)})
            continue
        status = max(status, 0 if settled.right else 1)
        if report is not None:
            _write_report(report, settled, paper)
        if json:
            found.append(as_json(settled, path, events=events))
        else:
            say(*_shown(settled, path, events=events, many=len(files) > 1))
    if json and (len(files) > 1 or status < 2):
        _print_json(found if len(files) > 1 else found[0])
    elif not json and len(files) > 1:
        print(f"{len(files)} records, {_counted(files, status)}")
    return status


def _settled(path: Path) -> Settlement:
    from pitboss.records import read, verify

    return verify(read(path))


def _check_report(output: Path, files: list[Path]) -> None:
    from pitboss.reports.output_files import form_of

    form_of(output, ("pdf",))
    if len(files) > 1:
        raise NotationError("a report is about one record", expected="one FILE with --report")


def _write_report(output: Path, settled: Settlement, paper: PaperSize) -> None:
    from pitboss.reports.incidents import incident_pdf

    write_file(output, incident_pdf(settled, paper=paper.value))


def _counted(files: list[Path], status: int) -> str:
    return ("all right", "not all right", "not all readable")[status]


# JSON


def _print_json(data: Any) -> None:
    """As other commands print it, by a faster writer: there may be thousands of records."""
    import msgspec

    try:
        written = msgspec.json.encode(data)
    except UnicodeEncodeError:  # the name of a file may hold octets that are no text
        print_json(data)
        return
    print(printable_json(msgspec.json.format(written, indent=2).decode()))


def as_json(settled: Settlement, path: Path, *, events: bool = False) -> dict[str, Any]:
    """The settlement as other programs read it."""
    undecided = (_undecided(one, settled) for one in settled.undecided)
    data: dict[str, Any] = {
        "file": str(path),
        "sheet": settled.sheet,
        "right": settled.right,
        "dealer": [card.text for card in settled.dealer],
        "wagers": [*(_wager(one, settled) for one in settled.wagers), *undecided],
        "net": {str(box): cents_text(cents) for box, cents in settled.net.items()},
        "differences": [
            {"spot": d.spot, "wager": d.wager, "hand": d.hand + 1 or None, "paid": cents_text(d.paid_cents),
             "due": cents_text(d.due_cents)}
            for d in settled.differences
        ],
    }  # fmt: skip
    if settled.board:
        data["board"] = [card.text for card in settled.board]
    if settled.unseen:
        data["unseen"] = {"cards": [place + 1 for place in settled.unseen], "faces": settled.faces}
    if events:
        data["events"] = [_event(one) for one in settled.events]
    return data


def _event(event: Event) -> dict[str, Any]:
    import msgspec

    from pitboss.records.course import HAND_FIELDS

    said: dict[str, Any] = msgspec.to_builtins(event, enc_hook=str)
    return said | {name: said[name] + 1 for name in HAND_FIELDS if isinstance(said.get(name), int)}


def _wager(one: WagerSettled, settled: Settlement) -> dict[str, Any]:
    return {
        "spot": one.spot,
        "hand": one.hand + 1,
        "wager": one.wager,
        "stake": cents_text(one.stake),
        "result": one.result,
        "pays": cents_text(one.pays),
        "clause": one.clause,
        "line": one.line,
        "line_title": _line_title(one, settled),
        "owner": one.owner,
        "cards": _hand(settled, one.spot, one.hand),
    }


def _line_title(one: WagerSettled, settled: Settlement) -> str:
    """The line that won, in the words of the pay table."""
    from pitboss.records.replaying import sheet_of
    from pitboss.rules.wager_words import line_title

    return line_title(sheet_of(settled.record), one.wager, one.line) if one.line else ""


def _hand(settled: Settlement, spot: int, hand: int) -> list[str]:
    """The cards of a hand, ?? for one that nobody saw; none where they were not cleared as a hand."""
    hands = settled.hands.get(spot, ())
    return [card.text for card in hands[hand]] if hand < len(hands) else []


def _undecided(one: Undecided, settled: Settlement) -> dict[str, Any]:
    stake = one.stake_cents
    return {
        "spot": one.spot,
        "hand": one.hand + 1,
        "wager": one.wager,
        "stake": None if stake is None else cents_text(stake),
        "result": "undecided",
        "pays": None,
        "clause": "",
        "cards": _hand(settled, one.spot, one.hand),
        "possible": [
            {
                "result": outcome.settled.result if outcome.settled else None,
                "pays": cents_text(outcome.settled.pays) if outcome.settled else None,
                "clause": outcome.settled.clause if outcome.settled else "",
                "cards": [" ".join(_face(card, settled) for card in faces) for faces in outcome.faces],
            }
            for outcome in one.outcomes
        ],
    }


def _face(card: Card, settled: Settlement) -> str:
    return card.text if settled.suits else card.rank


# text


def _shown(settled: Settlement, path: Path, *, events: bool, many: bool) -> Iterator[str]:
    record = settled.record
    yield f"{path}: {settled.sheet}" + (f" with {', '.join(record.set)}" if record.set else "")
    if record.note:
        yield record.note
    if settled.dealer:
        yield f"dealer  {_cards(settled.dealer)}"
    if settled.board:
        yield f"board   {_cards(settled.board)}"
    if events:
        yield from _log(settled)
    players = {spot.box: spot.player for spot in record.spots}
    for box in sorted({one.spot for one in settled.wagers} | {one.spot for one in settled.undecided}):
        yield ""
        yield from _spot(settled, box, players.get(box) or "")
    yield from _doubts(settled)
    for difference in settled.differences:
        yield _difference(difference)
    if not settled.differences and not settled.undecided and any(s.paid or s.paid_tokes for s in record.spots):
        yield "paid as due"
    if many:
        yield ""


def _spot(settled: Settlement, box: int, player: str) -> Iterator[str]:
    yield f"spot {box}" + (f", {player}" if player else "") + _held(settled, box)
    rows = list(_rows(settled, box))
    table = as_table(["wager", "stake", "result", "pays", "clause", "line"], rows, right=(1, 3))
    yield from (f"  {line}" for line in table.splitlines())
    if box in settled.net:
        yield f"  net {cents_text(settled.net[box])}"


def _rows(settled: Settlement, box: int) -> Iterator[list[str]]:
    """The wagers of a spot, those that cannot be decided last; a hand has a number where there are several."""
    several = len(settled.hands.get(box, ())) > 1

    def name(one: WagerSettled | Undecided) -> str:
        of_a_hand = one.wager in ("main", "free_split", "free_double", "toke:main", "toke:free")
        return one.wager + (f" (hand {one.hand + 1})" if several and of_a_hand else "")

    for one in settled.wagers:
        if one.spot == box:
            yield [name(one), cents_text(one.stake), one.result, cents_text(one.pays), one.clause,
                   _line_title(one, settled)]  # fmt: skip
    for open_ in settled.undecided:
        if open_.spot == box:
            stake = open_.stake_cents
            yield [name(open_), "" if stake is None else cents_text(stake), "undecided", "", "", ""]


def _held(settled: Settlement, box: int) -> str:
    """The cards of a spot, hand by hand, as far as they are known."""
    hands = settled.hands.get(box, ())
    return f"  {' / '.join(map(_cards, hands))}" if hands else ""


def _difference(one: Difference) -> str:
    which = f" (hand {one.hand + 1})" if one.hand >= 0 else ""
    return (
        f"DIFFERS: spot {one.spot} {one.wager}{which} was paid {cents_text(one.paid_cents)}, "
        f"due {cents_text(one.due_cents)}"
    )


def _doubts(settled: Settlement) -> Iterator[str]:
    """The cards that nobody saw, and what depends on them."""
    if not settled.unseen:
        return
    places = settled.tried if settled.undecided else settled.unseen
    which = ", ".join(str(place + 1) for place in places)
    unseen = f"card {which} was not seen" if len(places) == 1 else f"cards {which} were not seen"
    if not settled.undecided:
        yield from ("", f"{unseen}; the result is the same for every face that fits")
        return
    yield from ("", f"{unseen}, and these wagers cannot be decided without {'it' if len(places) == 1 else 'them'}:")
    for one in settled.undecided:
        yield f"  spot {one.spot} {one.wager}, hand {one.hand + 1}"
        for outcome in one.outcomes:
            yield f"    {_result(outcome)} if it is {_faces(outcome.faces, settled.suits)}"


def _result(outcome: Outcome) -> str:
    if outcome.settled is None:
        return "nothing"
    return f"{outcome.settled.result} {cents_text(outcome.settled.pays)}"


def _faces(faces: tuple[tuple[Card, ...], ...], suits: bool) -> str:
    """The faces of one unseen card, by rank where all its suits are alike, or the first few sets of several."""
    if len(faces[0]) == 1:
        cards = [card for (card,) in faces]
        ranks = [card.rank for card in cards]
        whole = {rank for rank in ranks if not suits or ranks.count(rank) == 4}
        return " ".join(dict.fromkeys(card.rank if card.rank in whole else card.text for card in cards))
    each = ["+".join(card.text if suits else card.rank for card in one) for one in faces]
    return ", ".join(each[:6]) + (f" or another of {len(each)} ways" if len(each) > 6 else "")


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def _log(settled: Settlement) -> Iterator[str]:
    """Every event with its clause in front."""
    from pitboss.records.course import course

    yield ""
    if settled.assumed:
        yield f"with {_cards(settled.assumed)} for the card that nobody saw:"
    steps = list(course(settled.events))
    clauses, names = max(len(step.clause) for step in steps) + 2, max(len(step.name) for step in steps) + 2
    for step in steps:
        yield f"  {step.clause:{clauses}}{step.name:{names}}{step.details}".rstrip()
