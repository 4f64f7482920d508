"""Strategy cards: every cell says what the playbook says, in every form."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pitboss.errors import NotationError
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import LAMMER, UNSPLIT, compile_record
from pitboss.maths.blackjack.solver import Solution, solve
from pitboss.reports.cards import card, card_text
from pitboss.reports.charts import FILLS, Cell, Chart, Grid, Play
from pitboss.reports.strategy import Style, strategy_chart
from pitboss.reports.strategy.blackjack import play_of
from pitboss.reports.strategy.blackjack_chart import UPS, blackjack_chart, blackjack_grids, blackjack_notes
from pitboss.reports.strategy.holdem_chart import RANKS, holdem_chart, holdem_class
from pitboss.rules import load

LETTER = {Move.STAND: "S", Move.HIT: "H", Move.DOUBLE: "D", Move.DOUBLE_LESS: "L", Move.SPLIT: "P", Move.SURRENDER: "R"}
PLAY = {
    Move.STAND: Play.STAND,
    Move.HIT: Play.HIT,
    Move.DOUBLE: Play.DOUBLE,
    Move.DOUBLE_LESS: Play.DOUBLE,
    Move.SPLIT: Play.SPLIT,
    Move.SURRENDER: Play.SURRENDER,
}
RECORD = compile_record(load("catfish-blackjack"))


@pytest.fixture(scope="module")
def catfish() -> Solution:
    return solve(load("catfish-blackjack"))


def flat_book(move: Move = Move.STAND) -> Playbook:
    """A playbook that does the same everywhere."""
    return Playbook(
        np.full((5, 10, 10, 10), move, np.uint8),
        np.full((5, 10, 10), move, np.uint8),
        np.full((5, 10, 2, 22), move, np.uint8),
    )


def totals_book(seed: int) -> Playbook:
    """A playbook that looks at totals and pairs only, filled at random."""
    rng = np.random.default_rng(seed)
    first, unsplit = (np.zeros(shape, np.uint8) for shape in ((5, 10, 10, 10), (5, 10, 10)))
    later = rng.integers(0, 2, (5, 10, 2, 22)).astype(np.uint8)
    two = np.where(rng.random((5, 10, 2, 22)) < 0.3, int(Move.DOUBLE), later).astype(np.uint8)
    for a in range(10):
        for b in range(10):
            soft = int(0 in (a, b))
            first[:, :, a, b] = two[:, :, soft, a + b + 2 + 10 * soft]
        unsplit[:, :, a] = first[:, :, a, a]
        first[:, :, a, a] = np.where(rng.random((5, 10)) < 0.5, int(Move.SPLIT), first[:, :, a, a])
    return Playbook(first, unsplit, later)


def value(text: str) -> int:
    return 0 if text == "A" else int(text) - 1


def hands_of(label: str) -> list[tuple[int, int]]:
    """The first two cards that a row is for, as its label says it."""
    if "," in label:
        a, b = label.split(", ")
        return [(value(a), value(b))]
    number = int(label.split()[0])
    totals = range(number, 20) if "up" in label else range(5, number + 1) if "down" in label else (number,)
    return [(a, b) for t in totals for a in range(1, 10) for b in range(a + 1, 10) if a + b + 2 == t]


def cells(grid: Grid) -> Iterator[tuple[str, int, Cell]]:
    for label, row in grid.rows:
        for up, cell in zip(UPS, row, strict=True):
            yield label, up, cell


def check_first_cards(chart: tuple[Grid, ...], book: Playbook, kind: int = UNSPLIT) -> int:
    """Hold every cell without a note against the playbook; how many cells that were."""
    seen = 0
    for grid in chart:
        for label, up, cell in cells(grid):
            moves = {Move(int(book.first[kind, up, a, b])) for a, b in hands_of(label)}
            if cell.noted and len(moves) > 1:
                continue
            if moves:
                (move,) = moves
                assert (cell.letters[0], cell.play) == (LETTER[move], PLAY[move]), (grid.title, label, up)
                seen += 1
    return seen


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_cells_are_the_playbook(seed: int) -> None:
    book = totals_book(seed)
    grids = blackjack_grids(book, RECORD)
    assert check_first_cards(grids[:3], book) >= 250


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_second_letter_is_what_three_cards_do(seed: int) -> None:
    book = totals_book(seed)
    hard, _, soft = blackjack_grids(book, RECORD)[:3]
    for grid, is_soft in ((hard, 0), (soft, 1)):
        for label, up, cell in cells(grid):
            a, b = hands_of(label)[0] if hands_of(label) else (1, 1)
            total = a + b + 2 + 10 * is_soft
            if cell.play is Play.DOUBLE and total >= (13 if is_soft else 6):
                later = Move(int(book.later[UNSPLIT, up, is_soft, total]))
                assert cell.letters == ("Ds" if later is Move.STAND else "D")


@pytest.mark.parametrize("style", list(Style))
def test_catfish_card_is_its_playbook(catfish: Solution, style: Style) -> None:
    book, edge = play_of(catfish, style)
    chart = blackjack_chart(book, catfish.record, title="t", subtitle="s", felt="#000000")
    assert check_first_cards(chart.grids, book) == 10 * sum(len(grid.rows) for grid in chart.grids)
    assert [grid.title for grid in chart.grids] == ["Hard totals", "Pairs", "Soft totals"]
    assert [label for label, _ in chart.grids[0].rows] == ["17 up", *map(str, range(16, 8, -1)), "8 down"]
    hard, pairs, soft = (dict(zip((label for label, _ in g.rows), g.hands, strict=True)) for g in chart.grids[:3])
    assert hard["16"] == ("T6", "97")
    assert hard["17 up"] == ("TT", "T9", "T8", "T7", "98")
    assert hard["8 down"] == ("62", "53", "52", "43", "42", "32", "22")
    assert pairs["10, 10"] == ("TT",)
    assert soft["A, 7"] == ("A7",)
    assert not any(grid.hands for grid in chart.grids[3:])
    assert 0.0061 < catfish.house_edge <= edge < 0.0062


def test_best_play_is_the_solvers_choice(catfish: Solution) -> None:
    book, edge = play_of(catfish, Style.BEST)
    assert edge == catfish.house_edge
    for cards, up in (("Ts6s", "Ts"), ("8s8s", "Ts"), ("As7s", "2s"), ("6s5s", "As"), ("Ts2s", "4s")):
        a, b = ("A23456789T".index(cards[i]) for i in (0, 2))
        move = Move(int(book.first[UNSPLIT, "A23456789T".index(up[0]), a, b]))
        assert move.name.lower() == catfish.choice(f"{cards[:2]} {cards[2:]}", up)


def test_exceptions_are_noted() -> None:
    book = flat_book()
    book.first[UNSPLIT, 3, 7, 6] = book.first[UNSPLIT, 3, 6, 7] = Move.HIT  # an eight with a seven, against a four
    book.later[UNSPLIT, 9, 0, 16] = Move.HIT
    notes = blackjack_notes(book, RECORD)
    assert "15 against 4: hit with 8, 7." in notes
    assert "16 against 10: hit with three or more cards." in notes
    hard = blackjack_grids(book, RECORD)[0]
    noted = {(label, up) for label, up, cell in cells(hard) if cell.noted}
    assert noted == {("15", 3), ("16", 9)}


def test_a_total_goes_with_most_of_its_hands() -> None:
    book = flat_book()
    for a, b in ((9, 1), (1, 9)):  # a ten and a two comes more often than all other twelves together
        book.first[UNSPLIT, :, a, b] = Move.HIT
    (row,) = [row for label, row in blackjack_grids(book, RECORD)[0].rows if label == "12"]
    assert {cell.letters for cell in row} == {"H"}
    assert "12 against 2, 3, 4, 5, 6, 7, 8, 9, 10, A: stand with 9, 3 or 8, 4 or 7, 5." in blackjack_notes(book, RECORD)


def test_lammers_have_blocks_of_their_own() -> None:
    record = compile_record(load("free-bet-blackjack"))
    book = flat_book()
    few = blackjack_grids(book, record)
    assert len(few) == 3
    book.first[LAMMER] = book.later[LAMMER] = book.unsplit[LAMMER] = Move.HIT
    grids = blackjack_grids(book, record)
    assert [grid.title for grid in grids[3:]] == ["On a lammer: hard totals", "On a lammer: soft totals"]
    assert check_first_cards(grids[3:], book, LAMMER) > 50
    book = flat_book()
    book.first[LAMMER, 3, 9, 6] = book.first[LAMMER, 3, 6, 9] = Move.HIT  # 17 against a four
    book.first[LAMMER, 3, 8, 7] = book.first[LAMMER, 3, 7, 8] = Move.HIT
    assert len(blackjack_grids(book, record)) == 3
    assert "On a lammer, 17 against 4: hit." in blackjack_notes(book, record)
    assert not [note for note in blackjack_notes(book, RECORD) if "lammer" in note]


def test_hands_that_cannot_come_about_have_no_cell() -> None:
    record = compile_record(load("free-bet-blackjack"))
    book = flat_book()
    book.first[LAMMER] = book.later[LAMMER] = book.unsplit[LAMMER] = Move.HIT
    hard, soft = blackjack_grids(book, record)[3:]
    assert "A, 10" not in [label for label, _ in soft.rows]  # tens are split with the player's money
    assert hard.rows[0][0] == "4 up"
    tens = compile_record(load("free-bet-blackjack", sets=["split_pairs=all"]))
    assert [label for label, _ in blackjack_grids(book, tens)[4].rows][0:2] == ["A, 10", "A, 9"]


def test_pairs_that_are_never_split_have_no_row() -> None:
    record = compile_record(load("catfish-blackjack", sets=["split_aces=never"]))
    pairs = blackjack_grids(flat_book(), record)[1]
    assert pairs.rows[0][0] == "10, 10"
    assert blackjack_grids(flat_book(), RECORD)[1].rows[0][0] == "A, A"


def test_every_letter_has_its_key(catfish: Solution) -> None:
    for name in ("catfish-blackjack", "games-of-chance-blackjack"):
        sheet = load(name)
        chart = strategy_chart(sheet) if sheet.name != "catfish-blackjack" else strategy_chart(sheet, Style.TOTAL)
        used = {cell.letters for grid in chart.grids for _, row in grid.rows for cell in row}
        assert used <= {key.cell.letters for key in chart.keys}
        for key in chart.keys:
            assert key.cell.play in FILLS
    assert {"R", "Rs"} <= used  # the second sheet offers surrender


# --- the forms --------------------------------------------------------------------------------------------


def drawn() -> Chart:
    return blackjack_chart(
        totals_book(7), RECORD, title="Best <play> #1", subtitle="6 decks", felt="#14393B", edge="1 %"
    )


def grounds(chart: Chart) -> set[str]:
    return {FILLS[cell.play].ground for grid in chart.grids for _, row in grid.rows for cell in row}


def html_cells(page: str) -> list[tuple[str, str]]:
    body = page[page.index("<body") :]
    return re.findall(r'<td class="cell [^"]*" style="background:(#\w+);[^>]*><span>([^<]*)</span>', body)


@pytest.mark.parametrize(("sheet", "long"), [("crazy-4-poker", True), ("catfish-blackjack", False)])
def test_rows_with_long_names_get_the_room_they_need(sheet: str, long: bool) -> None:
    page = card(strategy_chart(load(sheet)), "html").decode()
    assert ('class="label long"' in page) is long


def test_html_has_every_cell_with_its_colour() -> None:
    chart = drawn()
    page = card(chart, "html").decode()
    wanted = [(FILLS[cell.play].ground, cell.letters) for grid in chart.grids for _, row in grid.rows for cell in row]
    assert html_cells(page) == wanted
    assert "Best &lt;play&gt; #1" in page
    for note in chart.notes:
        assert note in unescape(page)


def test_html_stands_alone() -> None:
    page = card(drawn(), "html").decode()
    assert not re.search(r"(src|href)\s*=|@import|url\(|https?://", page)


def test_terminal_has_every_cell_with_its_colour() -> None:
    chart = drawn()
    table = card_text(chart, width=200)[4]
    texts = [text for column in table.columns for text in column.cells]  # type: ignore[union-attr]
    found = {}
    for text in texts:
        letters = [
            (str(span.style).split()[-1].lower(), text.plain[span.start : span.end].strip())
            for span in text.spans
            if " on " in str(span.style)
        ]
        found[text.plain.splitlines()[0]] = letters
    for grid in chart.grids:
        wanted = [(FILLS[cell.play].ground.lower(), cell.letters) for _, row in grid.rows for cell in row]
        assert found[grid.title] == wanted


def test_png_has_every_colour_and_repeats_itself() -> None:
    chart = drawn()
    picture = card(chart, "png")
    assert card(chart, "png") == picture
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    colours = {"#{:02X}{:02X}{:02X}".format(*rgb) for _, rgb in image.getcolors(1 << 24) or []}  # type: ignore[misc]
    assert grounds(chart) <= colours
    assert chart.felt in colours


def test_svg_has_letters_as_paths_and_repeats_itself() -> None:
    chart = drawn()
    picture = card(chart, "svg")
    assert card(chart, "svg") == picture
    text = picture.decode()
    assert "<text" not in text
    assert "font-family" not in text
    assert all(ground.lower() in text for ground in grounds(chart))


@pytest.mark.parametrize("play", list(Play))
def test_words_can_be_read_on_every_fill(play: Play) -> None:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((light(FILLS[play].ground), light(FILLS[play].ink)))
    assert (high + 0.05) / (low + 0.05) >= 4.5


# --- hold'em ----------------------------------------------------------------------------------------------


def test_holdem_grid_has_every_starting_hand_once() -> None:
    names = {holdem_class(row, column) for row in range(13) for column in range(13)}
    assert len(names) == 169
    raises = {name: "4x" if name[0] == "A" or name == "33" else "3x" if name == "T9s" else "check" for name in names}
    chart = holdem_chart(raises, title="t", subtitle="s", felt="#282F52", rules=("Raise 2x with a pair.",))
    (grid,) = chart.grids
    found = {cell.letters: cell.play for _, row in grid.rows for cell in row}
    wanted = {"4x": Play.RAISE, "3x": Play.RAISE_LESS, "check": Play.CHECK}
    assert found == {name: wanted[choice] for name, choice in raises.items()}
    assert [key.words for key in chart.keys] == [
        "Raise 4 times the ante",
        "Raise 3 times the ante",
        "Check and see the flop",
    ]
    assert [cell.letters for cell in grid.rows[0][1]] == ["AA", *(f"A{rank}s" for rank in RANKS[1:])]
    page = card(chart, "html").decode()
    assert [letters for _, letters in html_cells(page)] == [cell.letters for _, row in grid.rows for cell in row]
    assert "Raise 2x with a pair." in page
    assert card(chart, "png")[:4] == b"\x89PNG"


def test_a_style_of_blackjack_is_refused_for_holdem() -> None:
    with pytest.raises(NotationError, match="way to play blackjack"):
        strategy_chart(load("ultimate-texas-holdem"), Style.TOTAL)


def test_a_cell_names_its_hand_where_its_words_do() -> None:
    """A page reads the field, and not how the words begin."""
    choices = {holdem_class(row, column): "check" for row in range(13) for column in range(13)}
    told = holdem_chart({**choices, "AA": "4x"}, title="", subtitle="", felt="", rules=[], edge="", basis="")
    for cell in (cell for _, cells in told.grids[0].rows for cell in cells):
        assert cell.words.startswith(f"{cell.hand}: ")
    grids = blackjack_grids(flat_book(), RECORD)
    assert {cell.hand for grid in grids for _, cells in grid.rows for cell in cells} == {""}


def test_the_card_of_crazy_4_poker_has_a_line_for_each_exception_and_says_what_its_rule_costs() -> None:
    found = strategy_chart(load("crazy-4-poker"), Style.BEST)
    at = next(at for at, note in enumerate(found.notes) if note.startswith("Exceptions"))
    assert [note[:9] for note in found.notes[at + 1 :]] == [
        "K Q 8 4 3", "K Q 8 4 2", "K Q 7 6 5", "K Q 7 6 4", "K Q 7 6 3",
    ]  # fmt: skip
    assert found.notes[-1] == "K Q 7 6 3: bet 24 of 960 hands: aabcd."
    (cost,) = re.findall(r"costs ([0-9.]+) % of the Ante", " ".join(found.notes))
    assert float(cost) > 0
    assert [key.words for key in found.keys][:2] == ["Bet the Ante once", "Bet 3 times the Ante"]
