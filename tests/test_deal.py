"""`pitboss deal`: games played through pipes, once through a terminal, and by a player who types anything."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import UNKNOWN, Card, parse_cards
from pitboss.cli.deal import deal
from pitboss.cli.play.blackjack.felt import BlackjackFelt
from pitboss.cli.play.felt import Paint
from pitboss.cli.play.holdem import Holdem
from pitboss.cli.play.purse import Purse
from pitboss.cli.play.session import Session
from pitboss.cli.play.terminal import Leave, Terminal
from pitboss.errors import IllegalAction, NotationError
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.blackjack.views import seen_by
from pitboss.games.round import Round
from pitboss.maths.analysis import value
from pitboss.rules import load
from pitboss.shoe import SeededSource, Shuffled, ShuffleRules
from pitboss.table import Table

BJ, FB, GC, V5 = "catfish-blackjack", "free-bet-blackjack", "games-of-chance-blackjack", "blackjack-v5"
ALL = (BJ, FB, GC, V5)
UTH = "ultimate-texas-holdem"


def play(sheet: str, *answers: str, seed: str = "7", **options: object) -> str:
    """What a game shows when these lines are typed and the input then ends."""
    out, stdin, stdout = io.StringIO(), sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.StringIO("".join(f"{line}\n" for line in answers)), out
    try:
        deal(sheet, seed=seed, **options)  # type: ignore[arg-type]
    finally:
        sys.stdin, sys.stdout = stdin, stdout
    return out.getvalue()


def run(*arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "pitboss", "deal", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, timeout=60, check=False)


def test_ctrl_c_plays_the_hand_out_and_ends_with_its_own_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As good as leaving, but for the status: a script must not take it for a game that was finished."""
    typed = iter(["", "10", ""])

    def answer(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", answer)
    assert deal(BJ, seed="5") == 130
    assert "You leave with" in capsys.readouterr().out


def test_the_end_of_the_input_is_a_game_that_was_finished() -> None:
    assert run(BJ, "--seed", "5", typed=b"\n10\n\n").returncode == 0


def test_undo_is_refused_with_the_reason() -> None:
    shown = play(BJ, "", "undo", "10", "", "undo", seed="5")
    assert "there is no bet to take back" in shown
    assert "what was said or done at the table stays; only bets are taken back, before the deal" in shown


def test_lines_that_win_are_told_in_the_words_of_the_pay_table() -> None:
    felt = BlackjackFelt(Paint(on=False), load(FB))
    won = e.WagerSettled(spot=1, hand=0, wager="push22", stake=500, result="win", pays=3500, line="other")
    assert "push22 $5 wins (any other dealer 22)" in felt.tell(won)[0]


def seed_where(sheet: str, wanted: object) -> str:
    """A seed whose first two cards, up card and hole card are what is wanted."""
    assert callable(wanted)
    for number in range(3000):
        table, _ = Table.open(load(sheet))
        table, _ = table.sit("you", 1)
        table, _ = table.prepare(SeededSource(str(number)))
        shoe = table.ceremony.dealt_from
        first, up, second, hole = (card.rank for card in shoe.order[shoe.drawn : shoe.drawn + 4])
        if wanted(first, second, up, hole):
            return str(number)
    raise AssertionError("no such seed")


# the whole command


def test_a_game_through_pipes() -> None:
    done = run(BJ, "--seed", "7", typed=b"\n10\ntrilux 5\n\nquit\n")
    shown = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "\033" not in shown
    for line in (
        "“Shuffle”  [BJ-SHUF-3]",
        "The supervisor acknowledges the shuffle.  [BJ-SHUF-4]",
        "Cut with 156 cards in front.  [BJ-SDS-4a]",
        "One card is burned.  [BJ-SDS-5a]",
        "  Dealer  J♠ ??",
        "  Spot 1  A♠ T♣ = blackjack  $10",
        "“Blackjack”  [BJ-PAY-4-1]",
        "trilux $5 loses                    -$5  [BJ-TRI-3]",
        "main $10 wins                      +$15  [BJ-PAY-5b]",
        "This round +$10: you have $510.",
    ):
        assert line in shown
    assert shown.splitlines()[-1] == "You leave with $510 after 1 round (+$10)."


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((BJ, "--seats", "9"), "there are 7 betting boxes [BJ-DEAL-3a]"),
        ((BJ, "--seats", "one"), "expected box numbers"),
        ((BJ, "--spots", "4"), "3 spots are the most for one player [BJ-DEAL-5a]"),
        ((BJ, "--bank", "-5"), "a bank must hold something"),
        ((BJ, "--bank", "lots"), "cannot read an amount"),
        (("backgammon",), "there is no sheet"),
        ((BJ, "--save", "/dev/null/hands"), "cannot write"),
    ],
)
def test_what_cannot_be_dealt_is_one_line(arguments: tuple[str, ...], says: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1
    assert says in done.stderr.decode()


def test_input_that_is_no_text() -> None:
    done = run(BJ, "--seed", "7", typed=b"\n\xff\xfe\n10\n\n")
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
@pytest.mark.parametrize("colour", [True, False])
def test_a_game_at_a_terminal(colour: bool) -> None:
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.environ.pop("NO_COLOR", None)
        if not colour:
            os.environ["NO_COLOR"] = "1"
        os.execv(sys.executable, [sys.executable, "-m", "pitboss", "deal", BJ, "--seed", "8"])
    shown = b""
    for answer in (b"\n", b"10\n", b"\n", b"\x04"):
        shown += _until(terminal, b"> ")
        os.write(terminal, answer)
    shown += _until(terminal, b"after 1 round")
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0
    assert (b"\033[31m" in shown or b"\033[2m" in shown) == colour
    assert b"You leave: your hand is played out" in shown


def _until(terminal: int, end: bytes) -> bytes:
    shown = b""
    while end not in shown:
        shown += os.read(terminal, 4096)
    return shown


# bets


def test_a_mistyped_wager_is_taken_back() -> None:
    shown = play(BJ, "", "100", "back", "10", "trilux 50", "back trilux", "trilux 5", "king 2", "")
    assert "No bets." in shown
    assert "Spot 1: main $10, trilux $5, kings bounty $2" in shown
    assert "trilux $5 loses" in shown
    assert "trilux $50 loses" not in shown


def test_one_amount_for_all_spots_or_for_one() -> None:
    shown = play(GC, "", "2", "2: 3", "match 1", "2: back match", "", spots=2)
    assert "  Spot 1: main $2, match $1\n  Spot 2: main $3\nMore" in shown


def test_enter_bets_the_same_again() -> None:
    shown = play(BJ, "", "", "10", "toke 1", "trilux 5", "", "s", "s", "", "s", seed="8")
    assert "no bet yet" in shown
    assert "Your bet (Enter: the same again)" in shown
    assert shown.count("Spot 1: main $10, trilux $5, toke $1") == 2


def test_nobody_bets_more_than_he_has() -> None:
    shown = play(
        BJ, "", "40", "20", "", "d", "s", seed=seed_where(BJ, lambda f, s, u, h: {f, s} == {"6", "5"}), bank="30"
    )
    assert "you have $30 left" in shown
    assert "you have $10 left" in shown  # the double
    assert "doubles" not in shown


def test_when_the_bank_is_gone_the_game_is_over() -> None:
    seed = seed_where(BJ, lambda f, s, u, h: u in "TJQK" and h == "A" and "A" not in (f, s))
    shown = play(BJ, "", "10", "", seed=seed, bank="12")
    assert "That is less than the minimum of this table." in shown
    assert shown.splitlines()[-1] == "You leave with $2 after 1 round (-$10)."


# questions


def test_help_names_what_is_allowed_and_why() -> None:
    shown = play(BJ, "?", "", "?", "10", "", "?", seed="8")
    assert "at least 39 cards stay at both ends" in shown
    assert "main: $5 to $10,000 in steps of $1\n       BJ-LIM-1a: " in shown
    assert "toke: $.50 to $1,000 for the dealers, beside main, trilux, kings bounty" in shown
    assert "  p  split: $10 more\n       BJ-SPLIT-1a: " in shown
    assert "Not now:\n  surrender: surrender is not offered on this sheet\n       BJ-INTRO-13: " in shown


def test_a_hint_says_what_each_answer_is_worth_and_which_is_best() -> None:
    shown = play(BJ, "", "25", "", "", "hint", "s")
    after = shown.partition("> hint\n")[2].splitlines()
    assert after[0] == "The main bet of $25, from the cards you have seen this round:"
    wanted = value(load(BJ), "K Q against 5", stake_cents=2500)  # the cards of the seed
    found = {line.partition(":")[0].split("  ")[1]: line for line in after[1:6]}
    assert list(found) == ["stand", "split", "hit", "double for less", "double"]
    for choice in wanted.choices:
        name = "double for less" if choice.name.startswith("double ") else choice.name
        assert f"{choice.value:+.4f} units" in found[name]
    assert f"+${wanted.best.dollars:.2f}" in found["stand"]
    assert "less than the best" not in found["stand"]
    assert f"{wanted.cost(wanted.choices[1]):.4f} less than the best" in found["split"]
    assert after[6] == "Best: stand."
    assert after[7].startswith("Spot 1: K♣ Q♠ = 20")  # asked again, nothing has changed


def test_a_hint_is_for_the_spot_that_is_asked() -> None:
    shown = play(BJ, "", "25", "", "hint", "s", "hint", seed="9", spots=2)
    first, second = (part.partition("\nBest")[0] for part in shown.split("> hint\n")[1:])
    assert first != second
    assert shown.count("Best: ") == 2


def test_a_hint_before_the_deal_is_refused_and_help_tells_of_it() -> None:
    shown = play(BJ, "", "hint", "25", "", "", "?", "s")
    assert "a hint is for a decision" in shown
    assert "`hint` says what each answer is worth." in shown


def test_insurance_and_even_money() -> None:
    seed = seed_where(V5, lambda f, s, u, h: u == "A" and {f, s} <= set("TJQKA") and "A" in (f, s) and f != s)
    taken = play(V5, "", "10", "", "e", seed=seed)
    assert "i insure for $5 or i AMOUNT, e even money, n decline > e" in taken
    assert re.search(r"main \$10 wins +\+\$10  \[V5-ACE-1\]", taken)
    insured = play(V5, "", "10", "", "i", seed=seed)
    assert re.search(r"insurance \$5 (wins|loses)", insured)


def test_a_pair_of_fives_is_asked_about_and_the_amount_kept() -> None:
    seed = seed_where(BJ, lambda f, s, u, h: f == s == "5" and u not in "A")
    shown = play(BJ, "", "10", "", "d 5", "x", "d", seed=seed)
    assert "“Splitting or doubling-down?”  [BJ-SPLIT-9]" in shown
    assert '"x" is no answer here: expected p split, d double, or ? for help' in shown
    assert "doubles for $5." in shown
    assert "“Doubling down for less” (to the supervisor)  [BJ-DBL-2]" in shown


def test_a_natural_may_be_doubled() -> None:
    seed = seed_where(GC, lambda f, s, u, h: {f, s} == {"A", "K"} and u in "23456")
    shown = play(GC, "", "4", "", "?", "d 2", seed=seed)
    assert "d double, d $2 for half, n take the blackjack" in shown
    assert "doubles for $2." in shown
    plain = play(GC, "", "4", "", "n", seed=seed)
    assert re.search(r"main \$4 wins +\+\$6", plain)


def test_free_splits_and_tokes_for_the_dealers() -> None:
    seed = seed_where(FB, lambda f, s, u, h: f == s == "8" and u not in "A")
    shown = play(FB, "", "10", "toke 1", "push 5", "", "p", "s", "s", "s", "s", seed=seed)
    assert "p split (free)" in shown
    assert "Spot 1 splits free, on a lammer.  [FB-FSPL-0a]" in shown
    assert "Spot 1 hand 2 gets" in shown


def test_the_cut_may_be_declined() -> None:
    shown = play(BJ, "300", "x", "n", "10")
    assert "a cut at 300 of 312" in shown
    assert "cannot read a number of cards" in shown
    assert "Nobody cuts: the dealer does.  [BJ-SDS-3d]" in shown
    assert "“Dealer Cuts”" in shown


def test_a_new_shoe_when_the_cut_card_is_out() -> None:
    answers = [answer for _ in range(90) for answer in ("", "n", "s", "s", "s")]
    shown = play(BJ, "", "5", *answers, bank="5000", spots=3)
    assert "The cut card comes out." in shown
    assert shown.count("“Shuffle”") >= 2
    assert "“Playing three” (to the floor)  [BJ-DEAL-5b]" in shown


def test_other_values_of_the_sheet_within_its_document() -> None:
    assert "Spot 1: main $5" not in play(BJ, "", "5", set=["table.minimum=25.00"])


# leaving


@pytest.mark.parametrize("word", ["quit", "q", "EXIT"])
def test_leaving_before_the_deal_takes_the_bet_back(word: str) -> None:
    shown = play(BJ, "", "10", word)
    assert shown.splitlines()[-1] == "You leave with $500 after 0 rounds ($0)."


def test_the_input_may_end_anywhere() -> None:
    script = ["", "10", "trilux 1", "toke 1", "", "p", "d", "s", "h", "s", "", "s", "s"]
    for length in range(len(script)):
        assert play(BJ, *script[:length], seed="8").splitlines()[-1].startswith("You leave with $")


# records


@pytest.mark.parametrize("sheet", ALL)
def test_each_round_is_saved_as_a_record_that_settles_alike(sheet: str, tmp_path: Path) -> None:
    from pitboss.records import read, verify

    folder = tmp_path / "hands" / "tonight"
    minimum = load(sheet).rules.table.minimum // 100
    answers = [answer for _ in range(12) for answer in ("", "h", "s", "n", "s")]
    shown = play(sheet, "", str(minimum * 2), *answers, save=folder, spots=2)
    saved = sorted(folder.iterdir())
    assert len(saved) == shown.count("  Saved as ") >= 3
    for path in saved:
        assert verify(read(path)).right


def test_a_hold_em_round_is_saved_as_a_record_that_settles_alike(tmp_path: Path) -> None:
    from pitboss.records import read, verify

    answers = [answer for _ in range(6) for answer in ("", "c", "c", "b")]
    play(UTH, "", "10", *answers, save=tmp_path)
    saved = sorted(tmp_path.iterdir())
    assert len(saved) >= 3
    for path in saved:
        assert verify(read(path)).right


# nothing hidden is shown


@pytest.mark.parametrize("sheet", ALL)
def test_the_hole_card_is_not_shown_before_it_is_turned(sheet: str) -> None:
    for seed in range(30):
        table, _ = Table.open(load(sheet))
        table, _ = table.sit("you", 1)
        table, _ = table.prepare(SeededSource(seed))
        table, _ = table.start_round()
        table, _ = table.act(a.PlaceBet(spot=1, cents=load(sheet).rules.table.minimum, player="you"))
        table, _ = table.act(a.StartDeal())
        assert table.round is not None
        felt = BlackjackFelt(Paint(on=False), load(sheet))
        for event in seen_by(table.round.events, "you"):
            if isinstance(event, e.HoleTurned):
                break
            felt.tell(event)
            dealer = felt.hands.get((0, 0), [])
            assert dealer[1:] in ([], [UNKNOWN])


# the purse


def test_a_purse_refuses_what_it_cannot_pay() -> None:
    purse = Purse(1000)
    with pytest.raises(IllegalAction, match=r"you have \$10 left"):
        purse.after([e.BetPlaced(spot=1, wager="main", cents=1100, player="you", position="box")])
    assert purse.cents == 1000


class Script(Terminal):
    """A player who types what he is told, and then leaves."""

    def __init__(self, answers: Iterator[str]) -> None:
        self.answers, self.typed, self.paint = answers, False, Paint(on=False)
        self.lines: list[str] = []

    def say(self, *lines: str) -> None:
        self.lines += lines

    def ask(self, prompt: str) -> str:
        self.lines.append(prompt)
        for answer in self.answers:
            return answer
        raise Leave


# hold'em


class Stacked:
    """A shuffler that puts the same cards on top every time."""

    name = "stacked"

    def __init__(self, cards: str) -> None:
        self.top = parse_cards(cards)

    def shuffled(self, cards: Sequence[Card], rules: ShuffleRules) -> Shuffled:
        return Shuffled((*self.top, *(card for card in cards if card not in self.top)), ())


def holdem(cards: str, *answers: str, boxes: tuple[int, ...] = (1,), sets: tuple[str, ...] = ()) -> tuple[Session, str]:
    """A session on these cards, board first, and all that it showed."""
    terminal = Script(iter(answers))
    session = Session(load(UTH, sets=sets), terminal, boxes=boxes, bank=50_000, seed="7")
    session.source = Stacked(cards)
    session.play()
    return session, "\n".join(terminal.lines)


def test_crazy_4_poker_tells_what_hold_em_tells() -> None:
    """Bets, keys, a tucked fold, both hands and a dealer who does not open, each with its clause."""
    shown = []
    for decides in ("1", "f"):
        terminal = Script(iter(("10", "queens_up 5", "progressive", "", decides)))
        session = Session(load("crazy-4-poker"), terminal, boxes=(1,), bank=50_000, seed="7")
        session.source = Stacked("2s Ah 6c Js 3d  Jh 4c Th 6s 3h")
        session.play()
        shown.append("\n".join(terminal.lines))
    plays, folds = shown
    for text in shown:
        for says in (
            "The dealer presses COIN IN.  [UTH-PROG-2a]",
            "Dealer shows J♥ 4♣ T♥ 6♠ 3♥: jack high.  [C4-SET-1]",
            "The dealer does not open.",
            "Seat 1 shows 2♠ A♥ 6♣ J♠ 3♦: ace high.",
        ):
            assert says in text
    assert "Seat 1 bets 1x the Ante: $10.  [C4-PLAY-" in plays
    assert "Seat 1 folds, the cards tucked under Queens Up.  [C4-QU-3]" in folds


def test_a_hold_em_game_through_pipes() -> None:
    done = run(UTH, "--seed", "7", typed=b"10\ntrips 5\nprogressive\ntoke 1\n\nc\nc\n1\nquit\n")
    shown = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    for line in (
        "You sit at seat 1 with $500.",
        "The dealer riffles the deck.  [UTH-SHUF-1a]",
        "Progressive: Major $20,000, Minor $1,500.",
        "  Seat 1: ante $10, blind $10, trips $5, progressive $5, toke $1",
        "The dealer presses COIN IN.  [UTH-PROG-2a]",
        "Seat 1: 9♠ A♦. c check, 4 bet 4x: $40, 3 bet 3x: $30 > c",
        "  Flop  2♦ K♣ K♥  [UTH-DEAL-11]",
        "Seat 1: 9♠ A♦ + 2♦ K♣ K♥ = pair of kings. c check, 2 bet 2x: $20 > c",
        "  Turn and river  J♣ T♣  [UTH-DEAL-13]",
        "Dealer shows 5♥ Q♦: pair of kings, with K♣ K♥ J♣ T♣ of the board.  [UTH-DEAL-16]",
        "play $10 wins                      +$10  [UTH-QUAL-1]",
        "blind $10 pushes                   $0  [UTH-QUAL-5]",
        "trips $5 loses                     -$5  [UTH-QUAL-6]",
        "This round +$9, $2 for the dealers: you have $509.",
        "Progressive: Major $20,000.70, Minor $1,500.40.",
    ):
        assert line in shown
    assert shown.splitlines()[-1] == "You leave with $509 after 1 round (+$9, $2 for the dealers)."


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seats", "7"), "there are 6 seats [UTH-S1]"),
        (("--spots", "2"), "1 hand is the most for one player [UTH-S2]"),
    ],
)
def test_what_cannot_be_dealt_at_hold_em(arguments: tuple[str, ...], says: str) -> None:
    done = run(UTH, *arguments)
    assert (done.returncode, done.stderr.decode().count("\n")) == (2, 1)
    assert says in done.stderr.decode()


WIN = "Ah Kd 7c 7d 2s  As Ac  Qh Jh"
"""Aces full of sevens for the player, a pair of sevens for the dealer."""


def test_wagers_by_one_amount_taken_back_and_made_again() -> None:
    session, shown = holdem(
        WIN, "50", "20", "trips 50", "back trips", "trips 5", "prog", "toke blind 1", "back", "10", "trips 2", "", "4",
        "", "4", "quit",
    )  # fmt: skip
    assert "  Seat 1: ante $20, blind $20, trips $5, progressive $5, toke $1 on blind" in shown
    assert "  No bets." in shown
    assert shown.count("  Seat 1: ante $10, blind $10, trips $2") == 2
    assert "Your bet (Enter: the same again)" in shown
    assert session.purse.cents == 50_000 + 2 * (4000 + 1000 + 3000 + 1600)


def test_what_a_hold_em_player_may_not_bet() -> None:
    _, shown = holdem(
        WIN, "4", "60", "trips 5", "10", "progressive 4", "toke progressive 1", "toke 60", "trips", "rummy 1"
    )
    for says in (
        "$4 is below the minimum $5 [UTH-DEAL-1a]",
        "$60 is above the maximum $50 [UTH-DEAL-1b]",
        "Ante and Blind come first [UTH-PROG-1a]",
        "the progressive wager is exactly $5 [UTH-PTAB-9]",
        "no tokes on the progressive [UTH-TOKE-4]",
        "a toke is from $.50 to $50 [UTH-TOKE-3]",
        "cannot read an amount",
        'there is no wager "rummy"',
    ):
        assert says in shown


def test_help_at_hold_em() -> None:
    _, shown = holdem(WIN, "?", "10", "trips 1", "", "?", "c", "?", "c", "?")
    assert "  Ante and Blind $5 to $50 each and equal, in steps of $1\n       UTH-DEAL-4a: " in shown
    assert "  progressive: $5 (Major $20,000, Minor $1,500)\n       UTH-PTAB-9: " in shown
    assert "  4  bet 4x: $40\n       UTH-SUM-2: " in shown
    assert "Not now:\n  fold: a fold is offered only after turn and river\n       UTH-S14: " in shown
    assert "  check: after turn and river there is only a bet or a fold\n" in shown
    assert "`fold untucked` gives Trips up too" in shown


def test_a_hint_at_hold_em_after_the_flop() -> None:
    shown = play(UTH, "10", "", "c", "hint", "c", "hint", "f")
    flop, river = (part.partition("\nBest: ") for part in shown.split("> hint\n")[1:])
    assert flop[0].startswith("Ante, Blind and Play at an Ante of $10, from your cards and the board:")
    best = value(load(UTH), "9s Ad on 2d Kc Kh", stake_cents=1000).best  # the cards of the seed
    assert f"bet {best.name}: $20  {best.value:+.4f} units" in flop[0]
    assert flop[2].startswith("bet 2x.")
    assert "fold         -2.0000 units, -$20.00" in river[0]


def test_answers_at_hold_em_that_are_none() -> None:
    _, shown = holdem(
        WIN, "10", "", "", "h", "b", "3.5", "2", "f", "9" * 5000, f"bet {'9' * 5000}x", "40", "$40", "quit"
    )
    for says in (
        "an answer is missing: expected c check, 4 bet 4x: $40, 3 bet 3x: $30, or ? for help",
        '"h" is no answer here',
        "the bet needs its number of times the Ante: expected c check",
        'cannot read "3.5x"',
        "the Play bet is $30 or $40 here [UTH-SUM-2]",
        "a fold is offered only after turn and river [UTH-S14]",
        "Seat 1 bets 4x the Ante: $40.",
    ):
        assert says in shown


def test_the_one_bet_of_a_street_and_a_toke_beside_it() -> None:
    session, shown = holdem(WIN, "10", "", "c", "2x toke 5", "quit")
    assert "Seat 1 bets 2x the Ante: $20." in shown
    assert "toke on play $5 wins               +$5  [UTH-S6]" in shown
    assert session.purse.tokes == 1000
    assert "Seat 1 bets 2x the Ante: $20." in holdem(WIN, "10", "", "c", "b", "quit")[1]


def test_folds_tucked_and_not() -> None:
    tucked, shown = holdem("2c 2d 2h Kd 9s  5c 4d  Ah Ad", "10", "trips 5", "", "c", "c", "f")
    assert "Seat 1 folds, the cards tucked under Trips.  [UTH-TRIPS-3a]" in shown
    assert "trips $5 wins (three of a kind)    +$15  [UTH-TRIPS-10]" in shown
    assert tucked.purse.cents == 50_000 - 2000 + 1500
    untucked, _ = holdem("2c 2d 2h Kd 9s  5c 4d  Ah Ad", "10", "trips 5", "", "c", "c", "fold untucked")
    assert untucked.purse.cents == 50_000 - 2500


def test_a_dealer_who_does_not_qualify() -> None:
    _, shown = holdem("2c 4d 7h 9s Jd  Ac Ad  Kh Qs", "10", "", "4")
    assert "The dealer does not qualify." in shown
    assert "ante $10 pushes                    $0  [UTH-NOQ-1a]" in shown


ROYAL = "Th Jh Qh 2c 7d  Kh Ah  3c 4d  5s 6s"


def test_a_jackpot_is_paid_from_the_link() -> None:
    session, shown = holdem(ROYAL, "10", "progressive", "", "4", "quit")
    link = session.game.jackpots.link  # type: ignore[attr-defined]
    assert (link.major, link.minor, link.awarded, link.difference()) == (2_000_000, 150_040, 2_000_070, 0)
    for says in (
        "Seat 1 hits the Major!  [UTH-PTAB-1a]",
        "Dealer – hand pressed (royal flush)  [UTH-PWIN-3a]",
        "Shift manager – paperwork done  [UTH-PWIN-4b]",
        "Security – guard present  [UTH-PWIN-4c]",
        "Shift manager – paid (chips $20,000.50, check $.20, from the vault)  [UTH-PWIN-4d]",
        "Supervisor – card swiped  [UTH-PWIN-5a]",
        "progressive wins (major)           +$20,000.70  [UTH-PTAB-1a]",
        "Progressive: Major $20,000, Minor $1,500.40.",
    ):
        assert says in shown
    assert session.purse.cents == 50_000 - 500 + 2_000_070 + 4000 + 500_000  # the dealer does not qualify


def test_two_hits_share_and_ones_own_hands_are_not_envied() -> None:
    sets = ("table.hands_per_player=3",)
    minor = "7h 8h 9h 2c 2d  5h 6h  Th Jh  3c 4d  5s 6s"  # two straight flushes at seats 1 and 2
    session, shown = holdem(minor, "10", "progressive", "", "4", "4", "c", "c", "f", "quit", boxes=(1, 2, 3), sets=sets)
    assert session.game.jackpots.link.difference() == 0  # type: ignore[attr-defined]
    assert shown.count("progressive wins (minor)           +$750.60") == 2
    assert "envy wins" not in shown


def test_a_jackpot_is_paid_to_who_has_left() -> None:
    session, shown = holdem(ROYAL, "10", "progressive", "", "c", "quit", sets=("timeout.decision=check_bet",))
    assert "You leave: your hand is played out" in shown
    assert "Seat 1 bets 1x the Ante: $10." in shown
    assert session.purse.cents > 2_000_000


def test_nobody_bets_for_who_has_left_what_he_does_not_have() -> None:
    terminal = Script(iter(["10", "", "4"]))
    session = Session(load(UTH, sets=["timeout.decision=check_bet"]), terminal, boxes=(1,), bank=2500, seed="7")
    session.play()
    assert "  you have $5 left" in terminal.lines
    assert any("Seat 1 folds" in line for line in terminal.lines)


def test_a_game_without_trips_and_progressive() -> None:
    sheet = load(UTH, sets=["table.side_bets=[]"])
    game = Holdem(sheet, Paint(on=False))
    assert (game.wagers, game.before_round()) == (("ante", "blind"), [])


def test_only_ones_own_cards_and_what_is_turned_are_seen() -> None:
    """Before the dealer shows, the terminal has the player's two cards and the turned board; nothing else."""
    for seed in range(10):
        terminal = Script(iter(["10", "trips 1", "progressive", "", "c", "c", "1"]))
        Session(load(UTH), terminal, boxes=(3,), bank=50_000, seed=str(seed)).play()
        shown = "\n".join(terminal.lines)
        before = shown.partition("Dealer shows")[0]
        streets = before.partition("  Flop  ")[0], before.partition("  Turn and river  ")[0], before
        for street, cards in zip(streets, (2, 5, 7), strict=True):
            assert len(set(re.findall("[2-9TJQKA][♠♥♦♣]", street))) == cards


def test_the_input_may_end_anywhere_at_hold_em() -> None:
    script = ["?", "10", "trips 1", "progressive", "toke 1", "", "c", "?", "c", "f", "", "4"]
    for length in range(len(script)):
        assert play(UTH, *script[:length]).splitlines()[-1].startswith("You leave with $")


ANSWERS = st.sampled_from(
    ["", "", "", "h", "s", "s", "d", "p", "r", "i", "n", "e", "?", "4", "10", "2: 4", "d 2", "toke 1", "match 2",
     "trilux 3", "push 2", "under 1", "back", "split toke 1", "double 1 face down", "1:", "0", "-3", "h h", "deal 0",
     "rule misdeal", "card As", "insure", "even", "🂡", "$4.50", "9: 10", "toke", "main", "c", "c", "4", "1", "f", "b",
     "trips 5", "prog", "progressive 5", "fold untucked", "4x toke 5", "toke blind 2", "back trips", "look", "3.5x"]
)  # fmt: skip


@settings(max_examples=60)
@given(
    sheet=st.sampled_from((*ALL, UTH)),
    seed=st.integers(0, 10**6),
    boxes=st.sampled_from([(1,), (2, 5), (6, 1)]),
    answers=st.lists(ANSWERS, max_size=60),
)
def test_whatever_is_typed_the_money_adds_up(sheet: str, seed: int, boxes: tuple[int, ...], answers: list[str]) -> None:
    """Bank, results and tokes agree to the cent, every mistake is one line, and nothing breaks."""
    terminal = Script(iter(answers))
    sets = ["table.hands_per_player=2"] if sheet == UTH else []
    session = Session(load(sheet, sets=sets), terminal, boxes=boxes, bank=20_000, seed=str(seed))
    played: list[Round] = []

    def keep(round_: Round, number: int) -> Path:
        played.append(round_)
        return Path(str(number))

    session.save = keep
    session.play()
    gained = sum(s.pays for round_ in played for s in round_.events if isinstance(s, e.WagerSettled))
    assert session.purse.cents + session.purse.tokes == 20_000 + gained
    assert terminal.lines[-1].startswith("You leave with")
    assert not any("\n" in line for line in terminal.lines)


def test_seats_that_cannot_be_read() -> None:
    with pytest.raises(NotationError, match="box numbers"):
        play(BJ, seats="1;2")
