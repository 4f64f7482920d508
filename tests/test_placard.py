"""The placard: everything is on it, in every form, and it follows the values."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from pitboss.rules import SHIPPED, Sheet, load, parse_sheet
from pitboss.rules.placard import Placard, placard
from pitboss.rules.posted import as_html, as_markdown, as_text
from pitboss.rules.register import clauses_of

BJ, UTH, GC, FB, V5, C4 = SHIPPED


def lines(posted: Placard) -> list[str]:
    return [line.text for part in posted.parts for line in part.lines]


def flat(text: str) -> str:
    return " ".join(text.split())


class Words(HTMLParser):
    """The words of a page as a reader sees them, and every address and script in it."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.hidden = tag == "style"
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "action", "data", "srcset")]

    def handle_endtag(self, tag: str) -> None:
        self.hidden = False

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words.append(data)


def page(sheet: Sheet) -> Words:
    words = Words()
    words.feed(as_html(placard(sheet)))
    return words


@pytest.mark.parametrize("name", SHIPPED)
def test_every_clause_of_the_document_is_named_on_its_placard(name: str) -> None:
    sheet = load(name)
    assert {each.id for each in clauses_of(sheet.document)} - placard(sheet).clauses == set()


@pytest.mark.parametrize("name", SHIPPED)
def test_every_value_the_sheet_states_is_on_its_placard_unless_its_bet_is_not_offered(name: str) -> None:
    sheet = load(name)
    told = placard(sheet).clauses
    for path, source in sheet.sources.items():
        hidden = path.startswith("bets.") and path.split(".")[1] not in sheet.rules.table.side_bets
        assert hidden or set(source.clauses) <= told, path


@pytest.mark.parametrize("name", SHIPPED)
def test_every_line_says_something_once(name: str) -> None:
    posted = placard(load(name))
    for part in posted.parts:
        assert part.title
        assert part.lines, part.title
        texts = [line.text for line in part.lines]
        assert all(text.strip() and "{" not in text and "None" not in text for text in texts)
        assert len(texts) == len(set(texts)), part.title
        assert [line.text for line in part.lines if not line.pays and line.text[-1] not in ".?”"] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_pay_tables_stand_last_with_the_highest_line_on_top(name: str) -> None:
    for part in placard(load(name)).parts:
        paid = [line.pays for line in part.lines if line.pays]
        ratios = [int(a.replace(",", "")) / int(b) for a, b in (each.split(" to ") for each in paid)]
        assert ratios == sorted(ratios, reverse=True)
        assert not any(line.pays for line in part.lines[: len(part.lines) - len(paid)])


@pytest.mark.parametrize(
    ("name", "setting", "gone", "there"),
    [
        (BJ, "soft_17=stand", "The dealer draws on soft 17.", "The dealer stands on soft 17."),
        (BJ, "decks=8", "Decks of 52 cards in play: six.", "Decks of 52 cards in play: eight."),
        (BJ, "table_minimum=25", "Main bets from $5 to", "Main bets from $25 to"),
        (BJ, "shoe_exhausted=reshuffle_discards", "declares a misdeal and all bets are pulled back", "round goes on"),
        (UTH, "qualifies=any", "The dealer needs a pair", "The dealer always qualifies."),
        (UTH, "major.seed=10000.00", "Major meter: starts again at $20,000.", "Major meter: starts again at $10,000."),
        (FB, "push_22=false", "A dealer's 22 is a push", "When the dealer breaks, all hands still in win."),
        (GC, "overunder.point=14", "A total of exactly 13", "A total of exactly 14"),
    ],
)
def test_a_set_value_changes_its_line(name: str, setting: str, gone: str, there: str) -> None:
    before, after = ("\n".join(lines(placard(load(name, sets=sets)))) for sets in ([], [setting]))
    assert gone in before
    assert gone not in after
    assert there in after
    assert there not in before


def test_changed_odds_change_their_pay_line() -> None:
    posted = placard(load(BJ, sets=["trilux.pays.flush=6:1"]))
    (flush,) = [line for part in posted.parts for line in part.lines if line.text == "Flush"]
    assert (flush.pays, flush.departs, flush.clauses) == ("6 to 1", True, ("BJ-TRIPAY-5",))


def test_free_bet_says_nothing_of_the_rules_it_replaces() -> None:
    told = lines(placard(load(FB)))
    assert "Split aces are not split again." not in told
    assert "When the dealer breaks, all hands still in win." not in told
    assert "Split aces may be split again." in told


@pytest.mark.parametrize("form", [as_text, as_markdown, as_html])
def test_departures_are_shown_in_every_form(form: object) -> None:
    sheet = load(BJ, sets=["soft_17=stand", "decks=8"])
    text = flat(re.sub(r"<[^>]+>|\\", "", unescape(form(placard(sheet)))))  # type: ignore[operator]
    assert "dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)" in text
    assert "The dealer stands on soft 17. (departs from the document)" in text
    assert "cards.decks = 8 departs from BJ-CARD-1 (6)" in text
    assert "departs" not in form(placard(load(V5))).partition("</style>")[2]  # type: ignore[operator]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_line_and_clause_is_in_text_markdown_and_html(name: str) -> None:
    sheet = load(name)
    posted = placard(sheet)
    text, markdown, html = flat(as_text(posted)), as_markdown(posted).replace("\\", ""), page(sheet)
    html_text = flat(" ".join(html.words))
    for part in posted.parts:
        assert part.title.upper() in text
        assert f"## {part.title}\n" in markdown
        for line in part.lines:
            cited = ", ".join(line.clauses) or "house setting"
            row = re.compile(re.escape(line.text) + r"[ .]*" + re.escape(line.pays) + r" \[" + re.escape(cited))
            assert row.search(text), line
            assert (
                f"{line.text} | {line.pays} | `{', '.join(line.clauses)}`" in markdown
                or f"- {line.text} `[{cited}]`" in markdown
            )
            assert line.text in html_text
            assert line.pays in html.words or not line.pays
            assert set(line.clauses) <= set(html.words)


@pytest.mark.parametrize("width", [40, 96, 200])
def test_plain_text_keeps_to_its_width(width: int) -> None:
    longest = max(as_text(placard(load(BJ)), width=width).splitlines()[3:], key=len)
    assert len(longest) <= max(width, 60)


def test_a_title_cannot_bring_its_own_html_or_markdown() -> None:
    sheet = parse_sheet(
        'extends = "catfish-blackjack"\ntitle = "<script>alert(1)</script> & *b*"\nhouse = "<img src=x>"'
    )
    html, words = as_html(placard(sheet)), page(sheet)
    assert "<script" not in html
    assert "script" not in words.tags
    assert "img" not in words.tags
    assert "<script>alert(1)</script> & *b*" in words.words
    assert r"# \<script\>alert(1)\</script\> & \*b\*" in as_markdown(placard(sheet))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_page_stands_alone_and_is_well_formed(name: str) -> None:
    html, words = as_html(placard(load(name))), page(load(name))
    assert words.addresses == []
    assert {"link", "script", "img", "iframe", "object"} & set(words.tags) == set()
    assert "url(" not in html
    assert "@import" not in html
    for tag in ("section", "ul", "li", "table", "tr", "th", "td", "span", "b", "h2", "main", "body", "html"):
        assert len(re.findall(rf"<{tag}\b", html)) == html.count(f"</{tag}>"), tag
    assert html.startswith("<!doctype html>")
    assert '<html lang="en">' in html
    assert 'name="viewport"' in html


@pytest.mark.parametrize(
    ("name", "setting", "bet", "kept"),
    [
        (BJ, "side_bets=kings_bounty", "TriLux", "King's Bounty"),
        (BJ, "side_bets=", "King's Bounty", ""),
        (UTH, "side_bets=trips", "Progressive", "Trips"),
        (GC, "side_bets=match", "Super 7's", "Match the Dealer"),
        (FB, "", "TriLux", "Push 22"),
    ],
)
def test_a_bet_that_is_not_offered_is_not_printed(name: str, setting: str, bet: str, kept: str) -> None:
    sheet = load(name, sets=[setting] if setting else [])
    titles = [part.title for part in placard(sheet).parts]
    assert bet not in titles
    assert not kept or kept in titles
    group = {
        "TriLux": "BJ-TRIPAY-",
        "King's Bounty": "BJ-KBPAY-",
        "Progressive": "UTH-PTAB-",
        "Super 7's": "GC-SUP7-2",
    }[bet]
    assert not any(each.startswith(group) for each in placard(sheet).clauses)


@pytest.mark.clause("UTH-META-1")
def test_an_approval_is_posted_and_its_want_too() -> None:
    posted = as_text(placard(load(UTH)))
    for said in ("Edition: March 2025.", "Approved by IRGC representative on 2025-03-11."):
        assert said in posted
    assert "Unapproved." in as_text(placard(load(UTH, sets=["seats=5"])))


def test_version_and_hash_are_posted() -> None:
    sheet = load(GC)
    for form in (as_text, as_markdown, as_html):
        assert f"version {sheet.version}" in form(placard(sheet))
        assert sheet.hash[:12] in form(placard(sheet))


@pytest.mark.clause("BJ-LIM-2")
def test_limits_are_posted() -> None:
    assert "Main bets from $5 to $10,000, in steps of $1." in lines(placard(load(BJ)))


@pytest.mark.clause("GC-SUP7-2", "GC-PP-2")
def test_odds_of_super_sevens_and_perfect_pair_are_posted() -> None:
    parts = {part.title: part for part in placard(load(GC)).parts}
    sevens = [(line.text, line.pays) for line in parts["Super 7's"].lines if line.pays]
    assert sevens == [
        ("First three cards sevens of one suit", "250 to 1"),
        ("First three cards sevens of mixed suits", "100 to 1"),
        ("First two cards sevens of one suit", "50 to 1"),
        ("First two cards sevens of mixed suits", "25 to 1"),
        ("First card a seven", "3 to 1"),
    ]
    pairs = [(line.text, line.pays) for line in parts["Perfect Pair"].lines if line.pays]
    assert pairs == [
        ("Pair of one suit", "20 to 1"),
        ("Pair of one colour", "10 to 1"),
        ("Red and black pair", "5 to 1"),
    ]
