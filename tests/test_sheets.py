"""The five sheets, and what happens to a house's own: extend, override, validate, hash, depart, write."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from pitboss.errors import NotationError, PitbossError, SheetError
from pitboss.rules import SHIPPED, Sheet, load, parse_sheet
from pitboss.rules.read import OFFERED, find_path
from pitboss.rules.register import clause, clauses_of, document_of
from pitboss.rules.write import sheet_text

ROOT = Path(__file__).resolve().parent.parent
BJ, UTH, GC, FB, V5, C4 = SHIPPED


def load_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


mutate = load_script("mutate")

PATHS = [(name, path) for name in SHIPPED for path in load(name).values]
CONSTANT = {"deal.board_cards", "deal.hole_cards", "deal.flop_cards"}
"""Values with one possible figure: they are facts of hold'em, and no option."""


@cache
def flipped(name: str, path: str) -> Sheet | None:
    return mutate.flip(load(name), path)  # type: ignore[no-any-return]


def departing(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    return {departure.path: departure.clauses for departure in sheet.departures}


def defects_of(text: str) -> dict[str, str]:
    with pytest.raises(SheetError) as caught:
        parse_sheet(text)
    assert "\n" not in str(caught.value)
    found: dict[str, str] = {}
    for defect in caught.value.defects:
        found[defect.place] = f"{found.get(defect.place, '')}{defect}\n"
    return found


# --- the five ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_sheet_loads_and_keeps_to_its_document(name: str) -> None:
    sheet = load(name)
    assert sheet.name == name
    assert sheet.departures == ()
    assert sheet.version
    assert len(sheet.hash) == 64
    assert sheet.stands_on == "".join(sheet.extends)
    assert load(name) is sheet


@pytest.mark.parametrize("name", SHIPPED)
def test_every_clause_a_value_names_is_in_the_register_under_the_sheets_documents(name: str) -> None:
    sheet = load(name)
    own = document_of(name)
    documents = {own.prefix, *own.applies, *(load(below).document for below in sheet.extends)}
    named = {each: path for path, source in sheet.sources.items() for each in source.clauses}
    named |= {each: point for point, clauses in sheet.points.items() for each in clauses}
    assert {each: path for each, path in named.items() if clause(each) is None} == {}
    assert {each for each in named if each.partition("-")[0] not in documents} == set()


OPTIONS = [(each.id, option) for each in clauses_of() for option in each.options]


@pytest.mark.parametrize(("clause_id", "option"), OPTIONS)
def test_every_option_of_the_register_is_a_value_that_names_the_clause_and_can_be_chosen(
    clause_id: str, option: str
) -> None:
    sheet = next(load(name) for name in SHIPPED if clause_id.startswith(f"{load(name).document}-"))
    path = find_path(option, sheet.fields)
    assert clause_id in sheet.clauses(path)
    assert sheet.sources[path].may is not None, "the document's own choice is marked as fixed"
    changed = flipped(sheet.name, path)
    assert changed is not None
    if sheet.sources[path].may == "any":
        assert path not in departing(changed)


def test_free_bet_falls_back_on_catfish_for_what_it_does_not_say() -> None:
    below, sheet = load(BJ), load(FB)
    assert sheet.extends == (BJ,)
    inherited = {path for path in sheet.values if any(each.startswith("BJ-") for each in sheet.clauses(path))}
    assert len(inherited) > 60
    assert {path for path in inherited if sheet.values[path] != below.values[path]} == set()
    assert sheet.values["blackjack.rounding"] == "0.50"
    assert sheet.clauses("blackjack.rounding") == ("BJ-PAY-1b",)
    own = {path: sheet.values[path] for path in sheet.values if sheet.values[path] != below.values.get(path)}
    assert own["split.resplit_aces"] is True
    assert own["dealer.push_22"] is True
    assert all(each.startswith("FB-") for path in own for each in sheet.clauses(path))


# --- the hash ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "path"), PATHS)
def test_another_value_gives_another_hash(name: str, path: str) -> None:
    changed = flipped(name, path)
    if path in CONSTANT:
        assert changed is None
    elif path.endswith(f".{OFFERED}"):
        assert switched(load(name), path).hash != load(name).hash
    else:
        assert changed is not None, f"no other value of {path} makes a valid sheet"
        assert changed.hash != load(name).hash


NEEDED = {
    "free": [
        "double_totals=9,10,11", "split_pairs=all", "decline_free=false", "paid_double_on_lammer=true",
        "lammer_stack=true",
    ],
    "toke": ["wagers=main", "minimum=1", "maximum=5", "step=1", "cap_share=10%", "cap=over_maximum", "push=stays"],
    "aggregate": ["limit=25000", "pays_from=125:1", "rounding=down", "tokes_in_aggregate=true"],
    "bets.trilux": [
        "min=1", "max=5", "step=1", "settlement=after_deal", "mini_royal=no_pay", "ace_low=true",
        "pays.straight_flush=30:1", "pays.three_of_a_kind=20:1", "pays.straight=10:1", "pays.flush=5:1",
    ],
    "bets.kings_bounty": [
        "min=1", "max=5", "step=1", "settlement=end_of_round", "soft20=true", "pays.suited_20=9:1", "pays.kings=6:1",
        "pays.spade_kings_dealer_blackjack=1000:1", "pays.spade_kings=100:1", "pays.suited_kings=30:1",
        "pays.suited_tens=20:1", "pays.unsuited_20=4:1",
    ],
    "bets.match": [
        "min=1", "max=5", "step=1", "settlement=after_deal", "pays.two_suited=20:1", "pays.one_of_each=15:1",
        "pays.two_unsuited=10:1", "pays.one_suited=8:1", "pays.one_unsuited=3:1",
    ],
    "bets.super7": [
        "min=1", "max=5", "step=1", "third_card=own_hit", "stack=false", "pays.three_suited=250:1",
        "pays.three_unsuited=100:1", "pays.two_suited=50:1", "pays.two_unsuited=25:1", "pays.first_seven=3:1",
    ],
    "bets.overunder": [
        "min=1", "max=5", "step=1", "settlement=after_deal", "point=13", "ace=11", "pays.over=1:1", "pays.under=1:1",
    ],
    "bets.perfect_pair": [
        "min=1", "max=5", "step=1", "settlement=after_deal", "pays.perfect=20:1", "pays.coloured=10:1",
        "pays.red_and_black=5:1",
    ],
    "bets.push22": ["min=1", "max=5", "step=1", "pays.same_suit=50:1", "pays.same_colour=20:1", "pays.other=7:1"],
}  # fmt: skip
"""What a section needs to be offered on a sheet that does not describe it."""


def switched(sheet: Sheet, path: str) -> Sheet:
    """The sheet with one optional section put in or taken out."""
    section = path.removesuffix(f".{OFFERED}")
    if not sheet.values[path]:
        needed = [f"{section}.{each}" for each in NEEDED.get(section, [])]
        return load(sheet.name, sets=[f"{path}=true", *needed])
    name = section.rpartition(".")[2]
    without = [
        f"{listed}={','.join(each for each in sheet.values[listed] if each != name)}"
        for listed in ("table.side_bets", "toke.wagers")
        if name in sheet.values.get(listed, ())
    ]
    return load(sheet.name, sets=[f"{path}=false", *without])


@pytest.mark.parametrize(("name", "path"), [pair for pair in PATHS if pair[1].endswith(f".{OFFERED}")])
def test_a_section_put_in_or_taken_out_departs_from_the_document(name: str, path: str) -> None:
    sheet = switched(load(name), path)
    section = path.removesuffix(f".{OFFERED}")
    assert path in departing(sheet)
    assert not any(other.startswith(f"{section}.") for other in departing(sheet) if other != path)
    assert sheet.values[path] is not load(name).values[path]


def test_the_hash_is_of_the_rules_alone() -> None:
    base = load(BJ)
    named = parse_sheet(
        'extends = "catfish-blackjack"\nname = "ours"\ntitle = "Our game"\nhouse = "Us"\nversion = "7"\nedition = "May"'
    )
    assert (named.name, named.title, named.version, named.edition) == ("ours", "Our game", "7", "May")
    assert named.hash == base.hash
    assert named != base
    assert parse_sheet('extends = "catfish-blackjack"\n[dealer]\nsoft_17 = "hit"').hash == base.hash
    assert load(BJ, sets=["soft_17=stand"]).hash != base.hash
    assert load(BJ, sets=["soft_17=stand"]).hash == load(BJ, sets=["dealer.soft_17 = stand"]).hash


# --- departures -------------------------------------------------------------------------------------------


@pytest.mark.clause("BJ-LIM-3")
def test_a_minimum_above_25_dollars_departs_and_25_does_not() -> None:
    assert load(BJ, sets=["table_minimum=25.00"]).departures == ()
    assert departing(load(BJ, sets=["table_minimum=30.00"])) == {"table.minimum": ("BJ-LIM-1a", "BJ-LIM-3")}
    assert departing(load(BJ, sets=["table_minimum=4.00"])) == {"table.minimum": ("BJ-LIM-1a", "BJ-LIM-3")}


@pytest.mark.parametrize(
    ("name", "setting", "clauses"),
    [
        (BJ, "decks=8", ("BJ-CARD-1",)),
        (BJ, "soft_17=stand", ("BJ-DEAL-20",)),
        (BJ, "blackjack.pays=6:5", ("BJ-PAY-5b", "BJ-PAY-3a")),
        (BJ, "blackjack_rounding=none", ("BJ-PAY-1b",)),
        (GC, "shuffle.burn=none", ("GC-DEAL-1",)),
        (FB, "push_22=false", ("FB-BASE-7", "FB-P22-1")),
        (FB, "decks=8", ("BJ-CARD-1",)),
        (UTH, "qualifies=any", ("UTH-DEAL-16",)),
        (V5, "decks=4", ("V5-DECK-1", "V5-SHUF-1", "V5-S13")),
    ],
)
def test_a_departure_is_marked_with_its_clauses_and_not_refused(
    name: str, setting: str, clauses: tuple[str, ...]
) -> None:
    sheet = load(name, sets=[setting])
    assert list(departing(sheet).values()) == [clauses]
    assert f"departs from {clauses[0]}" in str(sheet.departures[0])


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        (V5, "decks=8"),
        (V5, "decks=6"),
        (GC, "shuffle.burn=per_round"),
        (BJ, "side_bets=kings_bounty,trilux"),
        (BJ, "side_bets="),
        (FB, "side_bets=push22,trilux,kings_bounty"),
        (BJ, "trilux_ace_low=false"),
    ],
)
def test_what_the_document_lets_a_house_choose_is_no_departure(name: str, setting: str) -> None:
    assert load(name, sets=[setting]).departures == ()


def test_a_value_the_document_does_not_know_is_a_departure_unless_it_says_nothing_new() -> None:
    assert departing(load(V5, sets=["toke_free_bets=true", *(f"toke.{each}" for each in NEEDED["toke"])])) == {
        "toke.offered": ()
    }
    assert departing(load(V5, sets=["split_at_maximum=false"])) == {"split.split_at_maximum": ()}
    assert load(V5, sets=["split_at_maximum=true"]).departures == ()


def test_who_repeats_the_documents_name_is_still_held_to_it() -> None:
    sheet = parse_sheet('extends = "catfish-blackjack"\ndocument = "BJ"\n[dealer]\nsoft_17 = "stand"')
    assert departing(sheet) == {"dealer.soft_17": ("BJ-DEAL-20",)}


def test_a_range_of_odds_is_held() -> None:
    text = 'extends = "free-bet-blackjack"\ndocument = "XX"\n[bets.push22.pays]\n'
    sheet = 'other = { is = "7:1", by = [], may = { from = "6:1", to = "8:1" } }'
    assert parse_sheet(text + sheet).departures == ()


@pytest.mark.clause("UTH-PTAB-9")
def test_another_progressive_wager_keeps_the_seeds_in_proportion() -> None:
    ten = ["progressive.wager=10.00"]
    alone = load(UTH, sets=ten)
    assert [str(one) for one in alone.departures] == [
        "bets.progressive.major.seed = 20000.00 departs from UTH-PTAB-8a, UTH-PTAB-11, UTH-PTAB-9 (40000.00)",
        "bets.progressive.minor.seed = 1500.00 departs from UTH-PTAB-8b, UTH-PTAB-11, UTH-PTAB-9 (3000.00)",
    ]
    assert load(UTH, sets=[*ten, "major.seed=40000.00", "minor.seed=3000.00"]).departures == ()
    assert set(departing(load(UTH, sets=["minor.seed=1600.00"]))) == {"bets.progressive.minor.seed"}
    lost = 'seed = { is = "1500.00", by = [], may = { with = "bets.horse" } }'
    found = defects_of(f'extends = "{UTH}"\ndocument = "XX"\n[bets.progressive.minor]\n{lost}')
    assert "cannot be read" in found["bets.progressive.minor.seed.may"]


def test_an_approval_holds_for_the_approved_sheet_only() -> None:
    assert load(UTH).approved
    assert not load(UTH, sets=["decision_order=any_order"]).approved
    assert not parse_sheet('extends = "ultimate-texas-holdem"').approved


# --- extends, overrides, --set ----------------------------------------------------------------------------


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_house_sheet_by_path_extends_others_beside_it(tmp_path: Path) -> None:
    write(tmp_path, "base/chain.toml", 'extends = "catfish-blackjack"\nhouse = "Chain"\n[table]\nminimum = "10.00"')
    top = write(
        tmp_path, "club/our.toml", 'extends = "../base/chain.toml"\ntitle = "Ours"\n[dealer]\nsoft_17 = "stand"'
    )
    sheet = load(top)
    assert (sheet.name, sheet.title, sheet.house) == ("our", "Ours", "Chain")
    assert sheet.extends == ("chain", BJ)
    assert sheet.rules.table.minimum == 1000
    assert departing(sheet) == {"dealer.soft_17": ("BJ-DEAL-20",)}
    assert load(str(top), sets=["soft_17=hit"]).departures == ()


def test_settings_lie_over_the_sheet_and_later_ones_win(tmp_path: Path) -> None:
    path = write(tmp_path, "our.toml", 'extends = "catfish-blackjack"\n[table]\nminimum = "10.00"')
    assert load(path, sets=["table_minimum=15"]).values["table.minimum"] == 1500
    assert load(BJ, sets=["table_minimum=15", "table.minimum=20"]).values["table.minimum"] == 2000


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("", "cannot read a setting"),
        ("soft_17", "cannot read a setting"),
        ("=hit", "cannot read a setting"),
        ("soft17=hit", "perhaps soft_17"),
        ("minimum=5", "could mean table.minimum, double.less_minimum, toke.minimum"),
        ("rounding=none", "could mean"),
        ("soft_17=perhaps", "expected hit or stand"),
        ("decks=9", "from 1 to 8"),
        ("table_minimum=20000", "is above the maximum"),
    ],
)
def test_a_bad_setting_says_what_was_expected(setting: str, says: str) -> None:
    with pytest.raises(PitbossError, match=says):
        load(BJ, sets=[setting])


@pytest.mark.parametrize("name", SHIPPED)
def test_every_value_is_found_by_its_path_and_by_its_path_with_underscores(name: str) -> None:
    fields = load(name).fields
    assert {path: find_path(path, fields) for path in fields} == {path: path for path in fields}
    named = {path.rpartition(".")[2] for path in fields}  # a value's own name comes before a path that reads like it
    in_full = [path for path in fields if path.replace(".", "_") not in named]
    assert {path: find_path(path.replace(".", "_"), fields) for path in in_full} == {path: path for path in in_full}
    assert len(fields) - len(in_full) <= 1


def test_sheets_in_a_circle_are_refused(tmp_path: Path) -> None:
    one = write(tmp_path, "one.toml", 'extends = "two.toml"')
    write(tmp_path, "two.toml", 'extends = "one.toml"')
    myself = write(tmp_path, "self.toml", 'extends = "self.toml"')
    for path in (one, myself):
        with pytest.raises(SheetError, match="extends: goes round in a circle"):
            load(path)


def test_a_number_of_hands_that_cannot_be_read_contradicts_nothing() -> None:
    assert set(defects_of('extends = "catfish-blackjack"\n[split.hands]\naces = "many"\n')) == {"split.hands.aces"}


def test_unreadable_files_say_which_and_why(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    write(tmp_path, "broken.toml", "[table\n")
    write(tmp_path, "long.toml", "#" * 1_000_001)
    write(tmp_path, "lost.toml", 'extends = "nowhere.toml"')
    write(tmp_path, "typo.toml", 'extends = "catfish-blakjack"')
    write(tmp_path, "odd.toml", "extends = 5")
    expected = {
        "folder.toml": "directory",
        "binary.toml": "not UTF-8",
        "broken.toml": "not TOML",
        "long.toml": "longer than 1,000,000 characters",
        "missing.toml": "No such file",
        "lost.toml": "extends: cannot read the sheet",
        "typo.toml": "perhaps catfish-blackjack",
        "odd.toml": "extends: is not the name of a sheet",
        "no-ending": "there is no sheet called",
        "": "there is no sheet called",
    }
    for name, says in expected.items():
        with pytest.raises(NotationError, match=says) as caught:
            load(str(tmp_path / name) if name else name)
        assert "\n" not in str(caught.value)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "notepad.toml"
    path.write_bytes(b'\xef\xbb\xbfextends = "catfish-blackjack"\r\n[dealer]\r\nsoft_17 = "stand"\r\n')
    assert load(path).values["dealer.soft_17"] == "stand"


# --- defects ----------------------------------------------------------------------------------------------


def test_all_defects_are_reported_at_once_with_their_place() -> None:
    found = defects_of(
        """
        extends = "catfish-blackjack"
        document = "XX"
        title = "two\\nlines"
        wrong = 1
        [table]
        minimum = "500.00"
        maximum = "100.00"
        boxes = "seven"
        nonsense = true
        side_bets = ["trilux", "push22", "zebra"]
        [dealer]
        soft_17 = { is = "perhaps", by = ["XX-1"] }
        draws_to = { is = 16, by = ["XX-2"], since = 1990 }
        [bets.trilux]
        step = "0.30"
        max = { is = "100.00", by = 5 }
        [bets.trilux.pays]
        flush = "five to one"
        straight = { by = ["XX-3"] }
        [blackjack]
        pays = { is = "3:2", by = [], may = "sometimes" }
        [payouts]
        win = { is = "1:1", by = [], may = ["1:1", "even"] }
        [double]
        stake = { is = "full", by = [], may = { from = "full", to = "full_or_half" } }
        [bets.push22]
        min = "1.00"
        [bets.zebra]
        title = "Zebra"
        cards = "first_two"
        [bets.zebra.lines]
        striped = "stripes"
        [toke]
        wagers = ["main", "horse"]
        [shuffle]
        grabs_min = 9
        cut_card_depth = 999
        [chips]
        denominations = ["0.50", "0.75"]
        [surrender]
        offered = "never"
        [deal]
        start = 5
        """
    )
    says = {
        "title": "a line of text",
        "wrong": "is not known",
        "table.minimum": "is above the maximum",
        "table.boxes": "from 1 to 7",
        "table.nonsense": "is not known",
        "dealer.soft_17": "hit or stand",
        "dealer.draws_to": "unknown key 'since'",
        "bets.trilux.min": "no multiple of the step $.30",
        "bets.trilux.max": "clauses that cannot be read",
        "bets.trilux.pays.flush": "cannot read odds",
        "bets.trilux.pays.straight": "has no value",
        "blackjack.pays.may": "cannot be read",
        "payouts.win.may": "cannot read odds",
        "double.stake.may": "no order",
        "bets.push22.max": "is missing",
        "bets.push22.pays.other": "is missing",
        "bets.zebra.lines.striped": "stripes",
        "toke.wagers": "'horse'",
        "shuffle.grabs_min": "is above shuffle.grabs_max",
        "shuffle.cut_card_depth": "from 0 to 260",
        "chips.denominations": "do not nest",
        "surrender.offered": "true or false",
        "deal.start": "dealer_left or dealer_right",
    }
    assert {place: text for place, text in says.items() if text not in found.get(place, "")} == {}
    assert [place for place in found if "zebra" in place or "zebra" in found[place]] == ["bets.zebra.lines.striped"]


@pytest.mark.parametrize(
    ("line", "place", "says"),
    [
        ('[table]\nbet_step = "0.00"', "table.bet_step", "is zero"),
        ('[table]\nminimum = "0.00"', "table.minimum", "is zero"),
        ('[table]\nbet_step = "3.00"', "table.maximum", "no multiple"),
        ('[table]\nbet_step = "x"\nminimum = "500.00"\nmaximum = "50.00"', "table.minimum", "above the maximum"),
        ('[table]\nbet_step = "0"\nminimum = "500.00"\nmaximum = "50.00"', "table.minimum", "above the maximum"),
        ("[table]\nspots_per_player = 7\nboxes = 5", "table.spots_per_player", "above table.boxes"),
        ('document = "XX"\n[table]\nside_bets = ["push22"]', "table.side_bets", "does not describe"),
        ('[table]\nside_bets = ["zebra"]', "table.side_bets", "cannot be 'zebra'"),
        ('[insurance]\nstep = "0"', "insurance.step", "is zero"),
        ('[shuffle]\nprocedure = "half_decks"', "shuffle.grab_cards", "is missing"),
        ("[cards]\ndecks = 1\n[shuffle]\ncut_minimum_cards = 39", "shuffle.cut_minimum_cards", "no place to cut"),
        ('document = "XX"\n[bets.match]\nthree_aces_stake = "4.00"', "bets.match.min", "is missing"),
        ('[bets.match]\nthree_aces_stake = "4.00"', "bets.match.pays.three_suited_aces", "is missing"),
        ('dealer = "hit"', "dealer", "is a section"),
        ("[[table]]\nboxes = 7", "table", "is a section"),
        ('[dealer.soft_17]\nis = "stand"', "dealer.soft_17", "only the sheet of a document"),
        ('game = "holdem"', "game", "is not the game of"),
        ('[surrender]\nloss = "1/4"', "surrender.loss", "has no effect while surrender is not offered"),
        ("name = 5", "name", "a line of text"),
    ],
)
def test_a_defect_is_found_at_its_place(line: str, place: str, says: str) -> None:
    assert says in defects_of(f'extends = "catfish-blackjack"\n{line}')[place]


@pytest.mark.parametrize(
    ("line", "place", "says"),
    [
        ("[play]\npreflop_multiples = [4, 3]", "play.preflop_multiples", "must rise"),
        ('[bets.progressive.minor]\nhand = "royal_flush"', "bets.progressive.minor.hand", "is the hand of the major"),
        ('[bets.progressive.major]\nrate = "1/7"', "bets.progressive.major.rate", "whole cents"),
        ('[bets.progressive.major]\nrate = "95%"', "bets.progressive", "more than the wager"),
        ('[bets.progressive]\nwager = "0"', "bets.progressive.wager", "is zero"),
        ('[table]\nside_bets = ["progressive"]\n[bets.trips]\noffered = false', "toke.wagers", "names 'trips'"),
    ],
)
def test_a_defect_of_a_holdem_sheet_is_found_at_its_place(line: str, place: str, says: str) -> None:
    assert says in defects_of(f'extends = "ultimate-texas-holdem"\n{line}')[place]


@pytest.mark.parametrize(
    ("text", "place"),
    [("", "game"), ('game = "poker"', "game"), ('game = "blackjack"', "document"), ('[table]\nminimum = "5"', "game")],
)
def test_a_sheet_that_stands_on_nothing_is_refused(text: str, place: str) -> None:
    assert place in defects_of(text)


def test_a_sheet_with_nothing_in_it_misses_every_value_that_is_needed() -> None:
    found = defects_of('game = "blackjack"\ndocument = "XX"\n[bets.trilux]\nmin = "1"')
    assert {"table.minimum", "dealer.soft_17", "bets.trilux.pays.flush", "chips.denominations"} <= set(found)
    assert all("is missing" in text for text in found.values())


def test_a_bad_value_of_a_document_is_found_even_under_a_houses_own(tmp_path: Path) -> None:
    write(tmp_path, "doc.toml", 'extends = "catfish-blackjack"\ndocument = "XX"\n[dealer]\nsoft_17 = "perhaps"')
    top = write(tmp_path, "top.toml", 'extends = "doc.toml"\n[dealer]\nsoft_17 = "hit"')
    with pytest.raises(SheetError, match=r"dealer\.soft_17: cannot be 'perhaps'"):
        load(top)


# --- text -------------------------------------------------------------------------------------------------


def same(one: Sheet, other: Sheet) -> bool:
    parts = ("name", "title", "house", "version", "edition", "document", "hash", "departures", "approved", "rules")
    differ = {
        part: (getattr(one, part), getattr(other, part)) for part in parts if getattr(one, part) != getattr(other, part)
    }
    assert differ == {}
    assert dict(one.sources) == dict(other.sources)
    assert dict(one.points) == dict(other.points)
    return True


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_sheet_is_read_back_from_its_text(name: str) -> None:
    text = sheet_text(load(name))
    assert same(parse_sheet(text), load(name))
    assert sheet_text(parse_sheet(text)) == text


@pytest.mark.parametrize(
    ("name", "sets"),
    [
        (BJ, ["soft_17=stand", "decks=8"]),
        (BJ, ["surrender.offered=true", "surrender.timing=early"]),
        (BJ, ["bets.trilux.offered=false", "side_bets=kings_bounty", "toke.wagers=main,kings_bounty"]),
        (UTH, ["qualifies=any"]),
        (FB, ["push22_pays_other=8:1", "side_bets=push22,trilux"]),
        (V5, ["decks=8"]),
        (GC, ['calls.shuffle=Say "shuffle" – aloud']),
    ],
)
def test_a_sheet_with_settings_is_read_back_with_its_departures(name: str, sets: list[str]) -> None:
    sheet = load(name, sets=sets)
    text = sheet_text(sheet)
    assert f'extends = "{name}"' in text
    assert same(parse_sheet(text), sheet)
    assert len(text.splitlines()) < 20


@pytest.mark.parametrize("point", ["\U0001f600", "deal\\u007f"])
def test_points_of_odd_letters_are_read_back(point: str) -> None:
    sheet = parse_sheet(f'extends = "catfish-blackjack"\ndocument = "XX"\n[procedure]\n"{point}" = "XX-1"\n')
    assert parse_sheet(sheet_text(sheet)).points == sheet.points


def test_a_house_sheet_is_read_back_wherever_its_text_goes(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'extends = "catfish-blackjack"\n[cards]\ndecks = 8')
    path = write(
        tmp_path,
        "our.toml",
        'extends = "base.toml"\ntitle = "Ours \\"x\\""\n[dealer]\nsoft_17 = "stand"\n[table]\nmaximum = "50.00"',
    )
    sheet = load(path)
    assert len(sheet.departures) == 3
    assert same(parse_sheet(sheet_text(sheet)), sheet)


def test_a_house_sheet_on_a_document_of_its_own_is_read_back(tmp_path: Path) -> None:
    write(tmp_path, "doc.toml", sheet_text(load(V5)).replace('document = "V5"', 'document = "XX"'))
    path = write(tmp_path, "our.toml", 'extends = "doc.toml"\n[dealer]\nsoft_17 = "stand"')
    sheet = load(path)
    assert departing(sheet) == {"dealer.soft_17": ("V5-HOUSE-2",)}
    assert same(parse_sheet(sheet_text(sheet), name="elsewhere"), sheet)


def test_values_of_a_document_without_clauses_are_read_back_as_they_were() -> None:
    """What the document fixes stays fixed, though it names no clause for it."""
    sheet = parse_sheet('extends = "catfish-blackjack"\ndocument = "XX"\n[cards]\ndecks = { is = 8, by = [] }\n')
    text = sheet_text(sheet)
    assert "decks = { is = 8, by = [] }" in text
    assert same(parse_sheet(text), sheet)


def test_a_departure_names_the_members_of_a_list_or_that_there_are_none() -> None:
    (none,) = load(BJ, sets=["toke.wagers="]).departures
    assert str(none) == (
        "toke.wagers = none departs from BJ-TOKE-1, BJ-TRITOKE-1, BJ-KBTOKE-1 (main, trilux, kings_bounty)"
    )


def test_a_sheet_cannot_be_changed() -> None:
    sheet = load(BJ)
    with pytest.raises(TypeError):
        sheet.values["dealer.soft_17"] = "stand"  # type: ignore[index]
    with pytest.raises(AttributeError):
        sheet.rules.dealer.soft_17 = "stand"  # type: ignore[union-attr, misc]
