"""Single values changed in the text of a sheet: the value stands there, and nothing else in the text has moved."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import IllegalAction, NotationError
from pitboss.rules import Sheet, load, parse_sheet
from pitboss.rules.editing import edited_text, with_values

CATFISH = load("catfish-blackjack")
OURS = """\
# ours
extends = "catfish-blackjack"  # the river's
name = "ours"

[dealer]
# the guests like it
soft_17 = "stand"  # since May

[double]
totals = [
  9,  # and so on
  10,
]
soft_hands = false

[blackjack]
pays = "6:5"
"""


def edited(text: str, *sets: str, below: Sheet = CATFISH) -> str:
    return edited_text(text, sets, fields=below.fields, below=below)


def test_a_value_is_changed_where_it_stands() -> None:
    assert edited(OURS, "blackjack.pays=7:5") == OURS.replace('"6:5"', '"7:5"')
    assert edited(OURS, "double.totals=10,11") == OURS.replace("[\n  9,  # and so on\n  10,\n]", "[10, 11]")
    assert edited(OURS, "title=Our #1 game") == OURS.replace('"ours"\n', '"ours"\ntitle = "Our #1 game"\n')


def test_a_value_goes_into_its_section_or_a_new_one_at_the_end() -> None:
    assert edited(OURS, "dealer.draws_to=17") == OURS.replace("since May\n", "since May\ndraws_to = 17\n")
    assert edited(OURS, "split.max_hands=3") == OURS + "\n[split]\nmax_hands = 3\n"
    assert edited("", "extends=blackjack-v5", "name=new") == 'extends = "blackjack-v5"\nname = "new"\n'
    dotted = 'extends = "catfish-blackjack"\ndealer.soft_17 = "stand"\n'
    assert edited(dotted, "dealer.draws_to=17") == dotted + "dealer.draws_to = 17\n"
    assert edited('[bets.trilux]\nmin = "2.00"\n', "bets.trilux.pays.flush=4:1").endswith(
        '\n[bets.trilux.pays]\nflush = "4:1"\n'
    )


def test_what_is_as_in_the_sheet_below_is_taken_out_with_its_empty_section() -> None:
    assert edited(OURS, "blackjack.pays=3:2") == OURS.replace('\n[blackjack]\npays = "6:5"\n', "")
    assert "soft_17" not in edited(OURS, "dealer.soft_17=hit")
    assert "[dealer]\n# the guests like it\n" in edited(OURS, "dealer.soft_17=hit"), "a comment keeps its section"
    assert edited(OURS, "double.totals=", "double.soft_hands=true") == OURS.replace(
        OURS[OURS.index("[double]") : OURS.index("[blackjack]")], ""
    )


def test_what_cannot_be_read_stands_in_the_text_for_its_defect_to_be_told() -> None:
    assert 'pays = "often"' in edited(OURS, "blackjack.pays=often")


def test_a_bet_of_the_catalogue_is_written_into_the_list_before_the_sheet_knows_it() -> None:
    text = edited(OURS, "table.side_bets=trilux,21+3")
    assert 'side_bets = ["trilux", "21+3"]' in text
    assert parse_sheet(text).rules.table.side_bets == ("trilux", "21+3")


def test_a_form_of_writing_that_it_cannot_change_is_refused() -> None:
    with pytest.raises(IllegalAction, match=r"dealer.soft_17 in a way that the form cannot change"):
        edited('dealer = { soft_17 = "stand" }\n', "dealer.soft_17=hit")
    with pytest.raises(NotationError, match="no value called"):
        edited(OURS, "dealer.nowhere=1")
    with pytest.raises(NotationError, match="key=value"):
        edited(OURS, "soft_17")


CHANGES = {
    "dealer.soft_17": ("hit", "stand"), "dealer.draws_to": ("16", "17"), "blackjack.pays": ("3:2", "6:5", "2:1"),
    "double.totals": ("", "9,10,11", "11"), "split.max_hands": ("2", "3", "4"), "split.hands.aces": ("1", "2"),
    "title": ("Ours", 'With "quotes" and # more', ""), "bets.trilux.pays.flush": ("4:1", "5:1"),
    "cards.decks": ("2", "6"),
}  # fmt: skip
ONE = st.sampled_from(sorted(CHANGES)).flatmap(lambda path: st.tuples(st.just(path), st.sampled_from(CHANGES[path])))


@given(st.sampled_from(["", OURS, 'dealer.soft_17 = "stand"\nsplit.hands.aces = "1"\n']), st.lists(ONE, max_size=8))
def test_any_changes_after_each_other_leave_a_text_that_says_them(text: str, changes: list[tuple[str, str]]) -> None:
    for path, value in changes:
        text = edited(text, f"{path}={value}")
    last = dict(changes)
    wanted = [f"{path}={value}" for path, value in last.items() if path != "title"]
    if "extends" in tomllib.loads(text):
        found, meant = parse_sheet(text), load("catfish-blackjack", sets=wanted)
        assert {path: found.values.get(path) for path in last} == {path: meant.values.get(path) for path in last}
    assert text == edited(text, *(f"{path}={value}" for path, value in last.items())), "twice is once"


def test_an_edited_text_can_be_edited_back() -> None:
    there = with_values(OURS, {"table.minimum": "15.00", "felt": "wine"})
    assert with_values(there, {"table.minimum": None, "felt": None}) == OURS
