"""The report of an incident on paper: the layout, what was due by which clause, what was paid, the ruling."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.reports.pdf import words_of

from pitboss.money import cents_text
from pitboss.records import Settlement, read, verify, write
from pitboss.reports.incidents import Incident, incident_pdf
from pitboss.rules.register import clause

RECORDS = sorted(Path(__file__).parents[2].joinpath("examples", "records").glob("*.toml"))

ROUND = """
sheet = "catfish-blackjack"
cards = "Th 6c 9h Td Tc"
[[spot]]
box = 1
main = "10.00"
answers = ["stand"]
"""


def settled(name: str) -> Settlement:
    return verify(read(next(path for path in RECORDS if path.stem == name)))


def plain(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_amount_stands_with_its_clause_and_the_record_can_be_settled_again(path: Path) -> None:
    found = verify(read(path))
    words = words_of(incident_pdf(found))
    for one in found.wagers:
        cited = clause(one.clause)
        assert cents_text(one.pays) in words
        assert cited is not None
        assert plain(cited.id + cited.text) in words
    assert plain(write(found.record)) in words
    for difference in found.differences:
        assert cents_text(difference.paid_cents) in words
    assert (plain("Something else was paid than was due") in words) == bool(found.differences)


def test_the_ruling_is_told_in_words() -> None:
    words = words_of(incident_pdf(settled("exposed-card-refused")))
    assert plain("Declared, spot 1: a card was exposed by error [BJ-IRR-1a]") in words
    assert plain("Called: supervisor") in words


def test_what_cannot_be_decided_is_said() -> None:
    words = words_of(incident_pdf(verify(read(ROUND.replace("Tc", "??")))))
    assert plain("Cannot be decided without cards that nobody saw.") in words
    assert plain("Spot 1, Main bet: lose -10.00, or push 0.00, or win 10.00.") in words


def test_a_guest_at_a_real_table_is_called_by_name() -> None:
    words = words_of(incident_pdf(verify(read(ROUND.replace("box = 1", 'box = 1\nplayer = "Rosa@catfish-3"')))))
    told = words.partition(plain("[[spot]]"))[0]  # the record is as it was written
    assert plain("Spot 1, Rosa") in told
    assert plain("player Rosa, position box") in told
    assert "Rosa@" not in told


def test_what_the_floor_knows_is_told_and_what_it_paid_is_compared() -> None:
    found = verify(read(ROUND))
    one = found.wagers[0]
    place = (one.spot, one.wager, one.hand)
    facts = (("Dealer", "Rosa Diaz"), ("Table", "catfish-3"))
    right = Incident(facts, {place: one.pays}, ("It was looked at again.",), ("Flo ruled at noon.",))
    words = words_of(incident_pdf(found, right))
    for told in ("Rosa Diaz", "catfish-3", "It was looked at again.", "Flo ruled at noon.", "All was paid as due."):
        assert plain(told) in words
    wrong = words_of(incident_pdf(found, Incident(facts, {place: one.pays + 50})))
    assert plain("Something else was paid than was due.") in wrong
    assert cents_text(one.pays + 50) in wrong


def test_the_same_record_gives_the_same_bytes_on_either_paper() -> None:
    found = settled("push-on-22")
    assert incident_pdf(found) == incident_pdf(found)
    assert b"/MediaBox[0 0 595.2756 841.8898]" in incident_pdf(found)
    assert b"/MediaBox[0 0 612 792]" in incident_pdf(found, paper="letter")
