"""Every figure of the five documents is found: in the sheet, in what the code counts, or in the posted words."""

from __future__ import annotations

import re
import tomllib
import typing
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from pitboss.bets import BETS, SpotFacts
from pitboss.cards import DECK, Card, parse_cards
from pitboss.hands.totals import POINTS, is_ace_ten, total
from pitboss.money import ProRata, Rounding, cents_text, pay, pro_rata
from pitboss.rules import SHIPPED, Sheet, load
from pitboss.rules.placard import placard
from pitboss.rules.register import clause, clauses_of

FOLDER = Path(__file__).parent / "figures"
SHEETS = {load(name).document: load(name) for name in SHIPPED}
WAYS = ("path", "head", "computed", "posted", "told", "nowhere")

ACE, KING = Card.parse("As"), Card.parse("Ks")


def figures() -> list[tuple[str, int, dict[str, str]]]:
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["figure"]
        found += [(path.stem.upper(), number, entry) for number, entry in enumerate(entries)]
    return found


FIGURES = figures()
NOWHERE = {("GC-RULE-18", "1.00")}
"""The figures that nothing in the project needs."""


# --- values of the sheet ----------------------------------------------------------------------------------


_PLACE = re.compile(r"([a-z0-9_.]+?)(?:\.may\.(from|to)|\.may:(\d)|:(\d))?")


def written_at(sheet: Sheet, place: str) -> Any:
    """What stands at a path, at one item of a list, or at one end or item of what a value may be, as written."""
    match = _PLACE.fullmatch(place)
    assert match is not None
    path, end, choice, item = match.groups()
    field = sheet.fields[path]
    if end or choice:
        may = sheet.sources[path].may
        return field.writer(field.reader(may[end] if end else may[int(choice)]))
    return sheet.written(path)[int(item)] if item else sheet.written(path)


def same_figure(written: Any, figure: str) -> bool:
    """Whether a written value is the figure; shares may be written as 1/10 or as 10%."""
    if str(written) == figure:
        return True
    number = r"[\d.]+%|\d+(?:/\d+)?"
    return all(re.fullmatch(number, str(each)) for each in (written, figure)) and ratio(str(written)) == ratio(figure)


def ratio(text: str) -> Fraction:
    return Fraction(text.rstrip("%")) / (100 if text.endswith("%") else 1)


# --- facts of cards and code ------------------------------------------------------------------------------


def points(value: int, *, ace: bool = False) -> Card:
    return next(card for card in DECK if POINTS[card] == value and (card.rank == "A") == ace)


def first_cards(_: Sheet) -> object:
    return len(typing.get_args(typing.get_type_hints(SpotFacts)["first"]))


def wins(sheet: Sheet, wager: str, facts: SpotFacts) -> bool:
    bet = BETS[wager]
    return bool(bet.lines(facts, getattr(sheet.rules.bets, bet.section)))


def kings_bounty_total(sheet: Sheet) -> object:
    hands = combinations_with_replacement(DECK, 2)
    (only,) = {total(hand).points for hand in hands if wins(sheet, "kings_bounty", SpotFacts(hand, DECK[0]))}
    return only


def push22_total(sheet: Sheet) -> object:
    hands = [hand for size in (2, 3) for hand in combinations_with_replacement(DECK[::4], size)]
    (only,) = {total(hand).points for hand in hands if wins(sheet, "push22", SpotFacts((ACE, ACE), ACE, dealer=hand))}
    return only


def super_rank(sheet: Sheet) -> object:
    (only,) = {card.rank for card in DECK if wins(sheet, "super7", SpotFacts((card, DECK[0]), DECK[0]))}
    return only


def spade_kings(sheet: Sheet) -> object:
    top = BETS["kings_bounty"].lines(SpotFacts((KING, KING), ACE, dealer_blackjack=True), sheet.rules.bets.kings_bounty)  # type: ignore[union-attr]
    assert top == ("spade_kings_dealer_blackjack",)
    return len(SpotFacts((KING, KING), ACE).first)


def stands_on_hard(sheet: Sheet) -> object:
    return sheet.values["dealer.draws_to"] + 1


def most_splits(sheet: Sheet) -> object:
    return sheet.values["split.max_hands"] - 1


def decks(path: str) -> Callable[[Sheet], object]:
    return lambda sheet: Fraction(sheet.values[path], len(DECK))


def dealer_cards(face: str) -> Callable[[Sheet], object]:
    """How many of the dealer's cards the sheet's sentence puts that way."""
    path = "deal.dealer_up_card"
    return lambda sheet: sheet.fields[path].sentence(sheet.values[path]).count(face)


def outcomes(group: str) -> Callable[[Sheet], object]:
    """How many of win, loss and tie the clauses of a group tell."""
    return lambda sheet: sum(
        each.text.startswith(("Win:", "Loss:", "Tie:"))
        for each in clauses_of(sheet.document)
        if f"-{group}-" in each.id
    )


def bet(number: int) -> Callable[[Sheet], object]:
    """The table's bets from the smallest to the largest in its steps."""

    def found(sheet: Sheet) -> object:
        low, high, step = (sheet.values[f"table.{key}"] for key in ("minimum", "maximum", "bet_step"))
        return cents_text(list(range(low, high + 1, step))[number - 1])

    return found


def example(sheet: Sheet) -> ProRata:
    """The worked example of a document, by its stakes and the sheet's top line."""
    top, stakes = {
        "BJ": ("bets.kings_bounty.pays.spade_kings_dealer_blackjack", (2500, 2000, 1000)),
        "UTH": ("blind.pays.royal_flush", (5000, 3000)),
    }[sheet.document]
    asked = [pay(stake, sheet.values[top], rounding=Rounding.EXACT_CENT) for stake in stakes]
    return pro_rata(asked, limit_cents=sheet.values["aggregate.limit"])


def asked(number: int) -> Callable[[Sheet], object]:
    return lambda sheet: cents_text(example(sheet).asked_cents[number - 1])


def share(number: int) -> Callable[[Sheet], object]:
    return lambda sheet: cents_text(example(sheet).shares_cents[number - 1])


def meter(name: str, *keys: str) -> Callable[[Sheet], object]:
    return lambda sheet: sum(sheet.values[f"bets.progressive.{name}.{key}"] for key in keys)


def meter_cents(name: str) -> Callable[[Sheet], object]:
    def found(sheet: Sheet) -> object:
        cents = sheet.values["bets.progressive.wager"] * sheet.values[f"bets.progressive.{name}.rate"]
        assert cents.denominator == 1
        return cents_text(int(cents))

    return found


def turn_and_river(sheet: Sheet) -> object:
    return sheet.values["deal.board_cards"] - sheet.values["deal.flop_cards"]


def progressive_cards(sheet: Sheet) -> object:
    return sheet.values["deal.hole_cards"] + sheet.values["deal.flop_cards"]


def edition_month(sheet: Sheet) -> object:
    month, year = sheet.edition.split()
    months = [date(2000, number, 1).strftime("%B") for number in range(1, 13)]
    return f"{year}-{months.index(month) + 1:02d}"


def version_date(sheet: Sheet) -> object:
    month, day, year = re.findall(r"\d+", sheet.edition.partition(",")[2])
    return f"{year}-{month}-{day}"


COMPUTED: dict[str, Callable[[Sheet], object]] = {
    "highest_total": lambda _: max(points for points in range(40) if not total([ACE])._replace(points=points).broken),
    "face_points": lambda _: POINTS[KING],
    "ace_low": lambda _: POINTS[ACE],
    "ace_high": lambda _: total([ACE]).points,
    "ace_ten_total": lambda _: total([ACE, KING]).points,
    "blackjack_cards": lambda _: next(n for n in range(1, 5) if is_ace_ten(parse_cards("As Ks Ac Ad")[:n])),
    "blackjack_ten_points": lambda _: next(p for p in range(2, 11) if is_ace_ten([ACE, points(p)])),
    "lowest_ten_rank": lambda _: min(card for card in DECK if POINTS[card] == 10).rank.replace("T", "10"),
    "lowest_card": lambda _: min(POINTS[card] for card in DECK if card.rank != "A"),
    "highest_below_ten": lambda _: max(POINTS[card] for card in DECK if POINTS[card] < 10),
    "lowest_face_value": lambda _: min(DECK).rank,
    "highest_face_value": lambda _: max(card for card in DECK if card.rank == str(POINTS[card])).rank,
    "deck_cards": lambda _: len(DECK),
    "first_cards": first_cards,
    "trilux_cards": lambda sheet: sum(
        {"first": int(str(first_cards(sheet))), "up": 1}[fact] for fact in BETS["trilux"].needs
    ),
    "trilux_settlements": lambda sheet: len(sheet.fields["bets.trilux.settlement"].values),
    "kings_bounty_total": kings_bounty_total,
    "spade_kings": spade_kings,
    "push22_total": push22_total,
    "super_rank": super_rank,
    "stands_on_hard": stands_on_hard,
    "most_splits": most_splits,
    "dealer_cards": dealer_cards("face"),
    "dealer_up": dealer_cards("face up"),
    "dealer_down": dealer_cards("face down"),
    "split_outcomes": outcomes("FSPL"),
    "double_outcomes": outcomes("FDBL"),
    "cut_decks": decks("shuffle.cut_minimum_cards"),
    "cut_card_decks": decks("shuffle.cut_card_depth"),
    "grab_decks": decks("shuffle.grab_cards"),
    **{f"bet_{number}": bet(number) for number in range(1, 6)},
    **{f"example_asked_{number}": asked(number) for number in range(1, 4)},
    **{f"example_share_{number}": share(number) for number in range(1, 4)},
    "example_sum": lambda sheet: cents_text(example(sheet).sum_cents),
    "example_total": lambda sheet: cents_text(sum(example(sheet).shares_cents)),
    "example_factor": lambda sheet: example(sheet).percentage,
    "meters_share": lambda sheet: sum(
        Fraction(str(meter(name, "rate", "reseed")(sheet))) for name in ("major", "minor")
    ),
    "major_share": meter("major", "rate", "reseed"),
    "minor_share": meter("minor", "rate", "reseed"),
    "major_cents": meter_cents("major"),
    "minor_cents": meter_cents("minor"),
    "turn_and_river": turn_and_river,
    "progressive_cards": progressive_cards,
    "full_house_cards": lambda sheet: sum(map(Fraction, numbers_in("three of a kind and a pair"))),
    "edition_month": edition_month,
    "version_number": lambda sheet: sheet.edition.partition(",")[0].removeprefix("Version "),
    "version_date": version_date,
}  # fmt: skip


# --- words ------------------------------------------------------------------------------------------------


WORDS = {
    "two thirds": "2/3", "even money": "1:1", "in half": "1/2", "upper half": "1/2", "half": "1/2", "halved": "1/2",
    "one": "1", "once": "1", "singly": "1", "any card": "1", "two": "2", "second": "2", "pair of fives": "5",
    "pair": "2", "several": "2", "more than one": "1", "several tables": "1", "three": "3", "third": "3", "four": "4",
    "five": "5", "one or both": "1", "first two": "2", "first three": "3", "two first": "2", "two equal": "2",
    "5-4": "5", "j-10": "10", "3/4/25": "2025-03-04", "3/6/25": "2025-03-06",
}  # fmt: skip
_NUMBER = re.compile(
    "|".join([*(rf"\b{re.escape(word)}\b" for word in sorted(WORDS, key=len, reverse=True)), r"\$?\b\d+\b"]),
    re.IGNORECASE,
)


def numbers_in(words: str) -> list[str]:
    """The figures that a few words say.

    >>> numbers_in("at least two thirds"), numbers_in("Blind $50")
    (['2/3'], ['50.00'])
    """
    found = [match.group().lower() for match in _NUMBER.finditer(words)]
    return [WORDS.get(each, f"{each[1:]}.00" if each.startswith("$") else each) for each in found]


def posted(sheet: Sheet, clause_id: str) -> list[str]:
    return [line.text for part in placard(sheet).parts for line in part.lines if clause_id in line.clauses]


# --- the test ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("document", "number", "entry"), FIGURES, ids=[f"{d}-{n}" for d, n, _ in FIGURES])
def test_every_figure_of_the_documents_is_found(document: str, number: int, entry: dict[str, str]) -> None:
    sheet, figure = SHEETS[document], entry["value"]
    known = clause(entry["clause"])
    assert known is not None
    (way,) = [key for key in entry if key in WAYS]
    where = entry[way]
    if way == "path":
        assert same_figure(written_at(sheet, where), figure)
        assert sheet.clauses(re.split(r"\.may|:", where)[0]), f"{where} has no source"
    elif way == "head":
        assert figure in getattr(sheet, where)
    elif way == "computed":
        assert same_figure(COMPUTED[where](sheet), figure)
    elif way == "nowhere":
        assert (entry["clause"], figure) in NOWHERE
    else:
        texts = posted(sheet, known.id) if way == "posted" else [known.text]
        assert any(where.lower() in text.lower() for text in texts), texts
        assert numbers_in(where) == [figure]


def test_the_lists_hold_every_figure_they_did() -> None:
    counts = {document: sum(each == document for each, _, _ in FIGURES) for document in SHEETS}
    assert counts == {"BJ": 121, "UTH": 112, "GC": 91, "FB": 34, "V5": 79, "C4": 48}
    assert {entry["computed"] for *_, entry in FIGURES if "computed" in entry} == set(COMPUTED)


def test_a_changed_value_is_no_longer_found() -> None:
    changed = load("catfish-blackjack", sets=["trilux.pays.flush=6:1", "table_minimum=10", "cut_minimum_cards=40"])
    assert not same_figure(written_at(changed, "bets.trilux.pays.flush"), "5:1")
    assert not same_figure(written_at(changed, "table.minimum"), "5.00")
    assert not same_figure(COMPUTED["cut_decks"](changed), "3/4")
    assert same_figure(COMPUTED["cut_decks"](load("catfish-blackjack")), "3/4")


@pytest.mark.parametrize("document", SHEETS)
def test_every_odds_and_amount_of_a_sheet_is_a_figure_of_its_document_or_the_houses_choice(document: str) -> None:
    """The other way round: no sheet states odds or a fixed amount that its document does not."""
    sheet = SHEETS[document]
    known = {entry["value"] for each, _, entry in FIGURES if each == document or SHEETS[each].name in sheet.extends}
    for path, source in sheet.sources.items():
        written = sheet.written(path)
        figure_like = isinstance(written, str) and re.fullmatch(r"\d+:\d+|\d+\.\d\d", written)
        if figure_like and source.may is None:
            assert written in known, path
