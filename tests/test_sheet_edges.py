"""Sheets at the edge of what is allowed: the last value that is, and the first that is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.errors import NotationError, SheetError
from pitboss.rules import SHIPPED, load, parse_sheet
from pitboss.rules.catalogue_sheets import offering
from pitboss.rules.game import on_layout
from pitboss.rules.line_numbers import lines_of
from pitboss.rules.placard import Placard, placard
from pitboss.rules.posted import as_markdown, as_text
from pitboss.rules.register import clause, clauses_of
from pitboss.rules.sheet import content_hash
from pitboss.rules.write import sheet_text

BJ, UTH, FB = "catfish-blackjack", "ultimate-texas-holdem", "free-bet-blackjack"


def test_ten_sheets_may_stand_on_each_other_and_eleven_may_not(tmp_path: Path) -> None:
    for number in range(11):
        below = f"{number - 1}.toml" if number else BJ
        (tmp_path / f"{number}.toml").write_text(f'extends = "{below}"\n')
    assert load(tmp_path / "8.toml").extends == (*map(str, range(7, -1, -1)), BJ)
    with pytest.raises(SheetError, match="more than 10 sheets"):
        load(tmp_path / "9.toml")


@pytest.mark.parametrize(("length", "fits"), [(200, True), (201, False)])
def test_a_title_has_two_hundred_letters_at_most(length: int, fits: bool) -> None:
    text = f'extends = "{BJ}"\ntitle = "{"x" * length}"\n'
    if fits:
        assert parse_sheet(text).title == "x" * length
    else:
        with pytest.raises(SheetError, match="a line of text"):
            parse_sheet(text)


def test_the_first_fifty_unknown_values_are_told_what_they_may_mean() -> None:
    """A guess takes time, and nobody reads the hundredth."""
    unknown = "".join(f"soft_{number} = 1\n" for number in range(60, 120))
    with pytest.raises(SheetError) as caught:
        parse_sheet(f'extends = "{BJ}"\n[dealer]\n{unknown}')
    assert [defect.expected != "" for defect in caught.value.defects] == [True] * 50 + [False] * 10


ALLOWED = [
    (BJ, "table.maximum", "5.00", "4.50"),
    (BJ, "table.spots_per_player", "7", "8"),
    (BJ, "shuffle.grabs_min", "7", "8"),
    (BJ, "shuffle.cut_minimum_cards", "156", "157"),
    (BJ, "double.less_step", "0.50", "0.00"),
    (BJ, "insurance.step", "0.50", "0.00"),
    (UTH, "bets.progressive.major.rate", "0.90", "0.91"),
]


@pytest.mark.parametrize(("sheet", "path", "last", "first"), ALLOWED, ids=[row[1] for row in ALLOWED])
def test_the_last_value_that_fits_and_the_first_that_does_not(sheet: str, path: str, last: str, first: str) -> None:
    assert load(sheet, sets=[f"{path}={last}"]).values[path] is not None
    with pytest.raises((SheetError, NotationError)):
        load(sheet, sets=[f"{path}={first}"])


def test_a_house_sheet_stands_on_the_nearest_document(tmp_path: Path) -> None:
    """Of its own text only what it changes is written, wherever it lies."""
    (tmp_path / "house.toml").write_text(f'extends = "{FB}"\n[table]\nminimum = "15.00"\n')
    (tmp_path / "other.toml").write_text('extends = "house.toml"\n[table]\nmaximum = "500.00"\n')
    other = load(tmp_path / "other.toml")
    assert other.stands_on == FB
    assert (other.name, other.extends) == ("other", ("house", FB, BJ))
    text = sheet_text(other)
    assert f'extends = "{FB}"' in text
    assert parse_sheet(text).values == other.values
    assert (load(FB).stands_on, load(BJ).stands_on) == (BJ, "")
    assert load(FB, sets=["table.minimum=15.00"]).stands_on == FB


def test_a_document_of_a_house_is_found_beside_those_that_stand_on_it(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(f'extends = "{BJ}"\ndocument = "XX"\n')
    (tmp_path / "house.toml").write_text('extends = "own.toml"\n[table]\nminimum = "10.00"\n')
    house = load(tmp_path / "house.toml")
    assert house.stands_on == str(tmp_path / "own.toml")
    assert load(tmp_path / "own.toml").stands_on == BJ


# the placard


def clauses_under(placard: Placard, title: str) -> set[str]:
    return {clause for part in placard.parts if part.title == title for line in part.lines for clause in line.clauses}


def test_what_a_document_does_not_say_is_posted_from_the_one_it_falls_back_on() -> None:
    posted = placard(load(FB))
    assert {"BJ-DEAL-8", "FB-OVER-1"} <= posted.clauses
    silent = clauses_under(posted, "Where the document is silent")
    assert silent
    assert all(clause.startswith("FB-") for clause in silent)  # the other document's unwritten points are its own


def test_limits_of_a_wager_are_one_sentence() -> None:
    posted = placard(load(BJ))
    wagers = next(part for part in posted.parts if part.title == "Wagers")
    said = [line.text for line in wagers.lines if "in steps of" in line.text]
    assert said == ["Main bets from $5 to $10,000, in steps of $1."]
    assert not [line for line in wagers.lines if line.text.startswith(("Bets go in", "The maximum"))]


def test_a_pay_line_is_led_to_its_odds_by_dots() -> None:
    text = as_text(placard(load(BJ)))
    (line,) = [line for line in text.splitlines() if line.strip().startswith("Straight flush ")]
    name, dots, pays = line.strip().partition(" ..")[0], line.count("."), line.partition("30 to 1")[1]
    assert (name, pays) == ("Straight flush", "30 to 1")
    assert dots == 52 - len(name)


def test_marks_of_markdown_in_a_title_are_escaped_one_by_one() -> None:
    sheet = parse_sheet(f'extends = "{BJ}"\ntitle = "a*b_c|d"\n')
    assert as_markdown(placard(sheet)).splitlines()[0] == "# a\\*b\\_c\\|d"


def test_a_clause_that_repeats_another_is_named_beside_it_and_not_told_again() -> None:
    for name in SHIPPED:
        told = [line.text for part in placard(load(name)).parts for line in part.lines]
        again = [each for each in clauses_of(load(name).document) if each.same_as]
        assert not {each.text for each in again if each.text != clause(each.same_as).text} & set(told)  # type: ignore[union-attr]


def test_a_misspelled_value_is_guessed_by_its_last_word() -> None:
    with pytest.raises(NotationError, match=r"perhaps soft_17$"):
        load(BJ, sets=["sof_17=stand"])
    with pytest.raises(NotationError, match=r"perhaps dealer\.soft_17$"):
        load(BJ, sets=["dealer.sof_17=stand"])


def test_the_hash_does_not_depend_on_the_order_of_the_values() -> None:
    sheet = load(BJ)
    turned = dict(reversed(sheet.values.items()))
    assert content_hash("blackjack", sheet.fields, turned) == sheet.hash
    assert content_hash("holdem", sheet.fields, sheet.values) != sheet.hash
    assert content_hash("blackjack", sheet.fields, sheet.values | {"cards.decks": 8}) != sheet.hash


@pytest.mark.parametrize(("depth", "fits"), [(259, True), (260, False)])
def test_the_cut_card_lies_inside_the_shoe(depth: int, fits: bool) -> None:
    sets = ["cards.decks=5", f"shuffle.cut_card_depth={depth}"]
    if fits:
        assert load(BJ, sets=sets).values["shuffle.cut_card_depth"] == depth
    else:
        with pytest.raises(SheetError, match="lies outside 260 cards"):
            load(BJ, sets=sets)


def test_a_call_that_is_not_made_is_not_posted() -> None:
    def calls(*sets: str) -> int:
        return sum(len(part.lines) for part in placard(load(BJ, sets=sets)).parts if part.title == "The dealer's calls")

    assert calls("calls.blackjack=") == calls() - 1


LEFT_OUT = {
    "blackjack": """
        table.limit_scope=spot table.house_sets_spots=false table.midshoe_entry=true split.split_at_maximum=true
        double.less_minimum=1.00 double.less_step=1.00 double.natural_double=at_settlement double.redouble=false
        deal.hole_card=dealt deal.blackjack_takes=all_bets double.totals=[] double.soft_hands=true double.redoubles=3
        surrender.against=any payouts.charlie=none bonus.split_hands=false
        double.face_down=false double.double_at_maximum=true dealer.draws_without_hands=false dealer.push_22=false
        blackjack.vs_ten_payment=after_peek payouts.other_rounding=none cards.spread_on_opening=false
        shuffle.supervisor_acknowledges=false shuffle.player_request=supervisor shuffle.cut_fallback=dealer
        shuffle.cut_card=finish_round shuffle.burn=none shuffle.burn_after_bets=false shuffle.burn_on_new_dealer=false
        shuffle.dealer_change=between_rounds irregularity.exposed_card_offers=1 irregularity.missed_blackjack=pays_3_2
        irregularity.insurance_with_exposed_hole=true irregularity.late_blackjack_side_bets=as_21
        irregularity.late_blackjack_broken_extra=returned irregularity.dead_hand_bet=returned
        irregularity.kept_cards=due irregularity.misdeal_scope=round irregularity.misdeal_settled=reversed
        irregularity.shoe_exhausted=void irregularity.final_say=supervisor irregularity.free_ruling=false
        irregularity.faceup_card_dealer=use irregularity.dropped_dealer_card=floor_manager timeout.decision=stand
        bets.match.before_insurance=true bets.match.three_aces_wager=match_bet surrender.loss=1/2 surrender.timing=late
        surrender.after_split=false surrender.surrender_split_aces=false toke.follows_wager=true toke.doubles=never
        toke.free_bets=false aggregate.tie=deal_order calls.playing_three= calls.double_for_less= calls.fives=
        calls.insurance_open= calls.insurance_closed= calls.blackjack= calls.shuffle= calls.dealer_cuts=
    """,
    "holdem": "cards.decks_in_rotation=1 timeout.decision=check_fold toke.follows_wager=true aggregate.tie=deal_order",
}
"""How a game is played on a sheet that does not say it."""


@pytest.mark.parametrize("sheet", [BJ, UTH])
def test_what_a_sheet_leaves_out_is_decided(sheet: str) -> None:
    fields = {path: field for path, field in load(sheet).fields.items() if field.default is not None}
    stands = {f"{path}={as_written(field.writer(field.default))}" for path, field in fields.items()}
    assert stands == set(LEFT_OUT[load(sheet).game].split())


def as_written(raw: object) -> str:
    return str(raw).lower() if isinstance(raw, bool) else str(raw)


@pytest.mark.parametrize(("length", "fits"), [(1_000_000, True), (1_000_001, False)])
def test_a_sheet_has_a_million_characters_at_most(length: int, fits: bool) -> None:
    text = f'extends = "{BJ}"\n#'
    text += "x" * (length - len(text))
    if fits:
        assert parse_sheet(text).extends == (BJ,)
    else:
        with pytest.raises(SheetError, match="longer than 1,000,000 characters"):
            parse_sheet(text)


def test_the_first_fifty_strange_keys_are_each_compared_with_what_there_is() -> None:
    strange = "".join(f"minimun_{number} = 1\n" for number in range(52))
    with pytest.raises(SheetError) as refusal:
        parse_sheet(f'extends = "{BJ}"\n[table]\n{strange}')
    assert [bool(defect.expected) for defect in refusal.value.defects] == [True] * 50 + [False] * 2


def test_a_placard_is_ninety_six_columns_wide() -> None:
    posted = placard(load(BJ))
    assert as_text(posted) == as_text(posted, width=96)
    assert len({as_text(posted, width=width) for width in (95, 96, 97)}) == 3
    assert max(map(len, as_text(posted).splitlines())) <= 96


def test_wagers_lie_on_the_layout_in_the_order_of_the_sheet() -> None:
    def names(sheet: str, *sets: str) -> list[tuple[str, str]]:
        loaded = load(sheet, sets=sets)
        return [(wager.name, wager.section) for wager in on_layout(loaded.game, loaded.rules)]

    both = [("trilux", "trilux"), ("kings_bounty", "kings_bounty")]
    assert names(BJ, "table.side_bets=trilux,kings_bounty") == [("main", ""), *both]
    assert names(BJ, "table.side_bets=kings_bounty,trilux") == [("main", ""), *both[::-1]]
    assert names(BJ, "table.side_bets=") == [("main", "")]
    assert [name for name, _ in names(UTH)][:4] == ["ante", "blind", "play", "trips"]


@pytest.mark.parametrize(
    ("sheet", "side_bets", "offered", "tokes"),
    [
        (BJ, "trilux,kings_bounty", "TriLux, King's Bounty.", "the main bet, TriLux, King's Bounty."),
        (BJ, "trilux", "TriLux.", "the main bet, TriLux."),
        (BJ, "", "none.", "the main bet."),
        (UTH, "trips,progressive", "Trips, Progressive.", "Ante, Blind, Play, Trips."),
        (UTH, "progressive", "Progressive.", "Ante, Blind, Play."),
    ],
)
def test_only_wagers_that_are_to_be_had_are_posted(sheet: str, side_bets: str, offered: str, tokes: str) -> None:
    posted = placard(load(sheet, sets=[f"table.side_bets={side_bets}"]))
    said = {line.path: line.text.partition(": ")[2] for part in posted.parts for line in part.lines}
    assert (said["table.side_bets"], said["toke.wagers"]) == (offered, tokes)


@pytest.mark.parametrize(
    ("written", "meant"), [("blackjack", "blackjack-v5"), ("free-blackjack", "free-bet-blackjack")]
)
def test_a_misspelled_sheet_is_guessed_by_the_nearest_of_several(written: str, meant: str) -> None:
    with pytest.raises(NotationError, match=f"perhaps {meant};"):
        load(written)


def test_a_misspelled_value_of_a_sheet_is_guessed_by_the_nearest_of_several() -> None:
    with pytest.raises(SheetError, match=r"perhaps table\.minimum"):
        parse_sheet(f'extends = "{BJ}"\n[table]\nminimun = "5.00"\n')


@pytest.mark.parametrize(
    ("first", "after"),
    [
        ('a = "one [ two"', {"b"}),
        ('a = "a quote \\" [ and more"', {"b"}),
        ("a = 'no escape \\'", {"b"}),
        ('a = "no end', {"b"}),
        ("a = [", set()),
        ("a = [1] # [", {"b"}),
        ("a = { x = 1 }", {"b"}),
        ('a = """long [', set()),
        ('a = """long""" # [', {"b"}),
    ],
)
def test_lines_of_values_are_found_after_any_value(first: str, after: set[str]) -> None:
    """Inside of a list or a long text nothing is a key."""
    assert lines_of(f"{first}\nb = 1\n") == {"a": 1, **dict.fromkeys(after, 2)}


def test_a_side_bet_that_a_house_adds_is_posted_with_every_line() -> None:
    (part,) = (part for part in placard(offering("21+3")).parts if part.title == "21+3")
    odds = {line.path.rpartition(".")[2]: line.pays for line in part.lines if ".pays." in line.path}
    assert list(odds) == ["suited_trips", "straight_flush", "three_of_a_kind", "straight", "flush"]
    assert odds["flush"] == "9 to 1"
