"""Kernel and table settle the same shoe, seats and choices to the cent."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from tests.harness.lock_step import (
    DEVIATIONS,
    SHEETS,
    Walk,
    any_book,
    any_game,
    any_shoe,
    by_kernel,
    by_table,
    first_difference,
)

from pitboss import records
from pitboss.cards import Card, parse_cards
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds import play_rounds
from pitboss.maths.blackjack.playbook import Move
from pitboss.maths.blackjack.record import UNSPLIT
from pitboss.maths.counting import read_count
from pitboss.maths.simulation.blackjack import BlackjackGame
from pitboss.maths.simulation.blackjack.counting import Counting, Deviation
from pitboss.maths.simulation.tally import CountTally, Tally
from pitboss.rules import load
from pitboss.shoe import SeededSource
from pitboss.table import Table


@pytest.fixture(scope="module")
def lock_step() -> ModuleType:
    """The long command, as a module."""
    path = Path(__file__).parents[2] / "scripts" / "lock_step.py"
    spec = importlib.util.spec_from_file_location("lock_step", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ALL_BETS = {
    "catfish-blackjack": {"main": 500, "trilux": 100, "kings_bounty": 2500},
    "free-bet-blackjack": {"main": 500, "push22": 100},
    "games-of-chance-blackjack": {
        "main": 400, "match": 400, "super7": 100, "over": 100, "under": 200, "perfect_pair": 100,
    },
    "blackjack-v5": {"main": 200, "match": 100},
}  # fmt: skip
TOKES = {"catfish-blackjack": {"main": 50, "trilux": 50, "kings_bounty": 100}, "free-bet-blackjack": {"main": 150}}


def agrees(game: BlackjackGame, order: list[Card]) -> int:
    difference, rounds = first_difference(game, order)
    assert difference is None, f"{game.sheet.name} {game.seats} {difference}"
    return rounds


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet(name: str) -> None:
    """All bets and tokes, one to seven seats, by the best book and by books that do anything allowed."""
    random, rounds = Random(name), 0
    best = BlackjackGame(load(name)).book
    for seats in (1, 2, 7):
        for book in (best, None):
            game = BlackjackGame(
                load(name), seats=seats, stakes=ALL_BETS[name], tokes=TOKES.get(name, {}), playbook=book
            )
            if book is None:
                game = replace(game, playbook=any_book(random, game.record))
            rounds += sum(agrees(game, any_shoe(random, 6)) for _ in range(3))
    assert rounds > 400


@pytest.mark.slow
@pytest.mark.parametrize("changes", [2, 6, 15, 30])
def test_any_settings(changes: int) -> None:
    """Houses with options turned over at random, counters among the players."""
    random, rounds = Random(changes), 0
    for number in range(8):
        game = any_game(random, SHEETS[number % 4], changes=changes)
        if game is not None:
            rounds += sum(agrees(game, any_shoe(random, game.record.decks)) for _ in range(4))
    assert rounds > 400


@pytest.mark.parametrize(
    "text",
    ["hi-lo", "hi-lo; divide decks; round nearest", "hi-lo; divide nothing", "ko", "red-7", "halves",
     "hi-opt-2-aces; divide half decks; round toward zero"],
)  # fmt: skip
def test_a_counter_among_players(text: str) -> None:
    """Bets and plays by every kind of count: unbalanced, by suits, of half points, with aces aside."""
    count = read_count(text)
    start = 0 if count.is_divided else count.initial(6)
    counting = Counting(
        count,
        bets=[(-40, 0), (start - 1, 500), (start + 1, 1000), (start + 3, 2500)],
        deviations=[replace(one, count=one.count + start) for one in DEVIATIONS],
    )
    game = BlackjackGame(load("catfish-blackjack"), seats=2, counting=counting)
    random = Random(4)
    assert sum(agrees(game, any_shoe(random, 6)) for _ in range(4)) > 60


class Noted(Walk):
    """A walk that notes the count before each round."""

    began: int = 0

    def play(self) -> BlackjackRound | None:
        self.began = self.bet_count()
        return super().play()


@pytest.mark.parametrize("name", ["hi-lo", "ko", "hi-opt-1-aces"])
def test_rounds_by_count_are_those_of_the_table(name: str) -> None:
    """What the kernel adds up by count is what the table pays in the rounds that begin at it."""
    game = BlackjackGame(load("catfish-blackjack"), counting=Counting(name, deviations=DEVIATIONS))
    order = any_shoe(Random(11), 6)
    table = game.compiled
    run = table.tables.new_run(log_rounds=1000)
    run.values[b.GIVEN] = 1
    run.shoe[: len(order)] = [b.card_code(card) for card in order]
    run.work[b.AT], run.work[b.SINCE], run.work[b.FRESH] = 0, 0, 1
    play_rounds(run, 1000)
    walk = Noted(game, order)
    won: dict[int, list[int]] = {}
    for round_ in walk.rounds():
        paid = by_table(round_)[1]
        won.setdefault(walk.began, []).append(paid.get("main", 0) + paid.get("insurance", 0))
    found = Tally()
    table.add_by_count(run, found)
    assert found.by_count == {
        count: CountTally(len(paid), len(paid), sum(paid), sum(cents * cents for cents in paid))
        for count, paid in sorted(won.items())
    }


def test_a_difference_is_found_and_written_as_a_record(lock_step: ModuleType, tmp_path: Path) -> None:
    """A kernel with another rule is caught, and the round it is caught by is one that `pitboss settle` replays."""
    sheet = load("free-bet-blackjack", sets=["dealer.draws_to=15", "surrender.offered=true", "split.match=rank"])
    game = BlackjackGame(sheet, seats=2, stakes=ALL_BETS[sheet.name])
    game.compiled.tables.values[b.TERMS_AT + b.WON] += 1
    found, _ = first_difference(game, any_shoe(Random(1), 6))
    assert found is not None
    assert found.kernel != found.table
    path = tmp_path / "difference.toml"
    lock_step.write_record(found, path)
    settled = records.verify(records.read(path))
    assert not settled.differences
    assert settled.net == found.round.net()
    assert "kernel" in path.read_text(encoding="utf-8")


def test_the_long_command(lock_step: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert lock_step.main(["--rounds", "60", "--seed", "5"]) == 0
    assert "no difference" in capsys.readouterr().out


SEVENS = "7c 7d Ts 7h 7s 9h 2c 7d 5h 6c Tc 9c 8c"


def test_sevens_given_up_early_get_their_cards_box_by_box() -> None:
    """Both boxes have two sevens and give up before the check: the third cards come in the order of the boxes."""
    sets = [
        "deal.start=dealer_right", "surrender.timing=early", "bets.super7.third_card=always_dealt",
        "shuffle.burn=none",
    ]  # fmt: skip
    sheet = load("games-of-chance-blackjack", sets=sets)
    game = BlackjackGame(sheet, seats=2, stakes=ALL_BETS[sheet.name])
    book = any_book(Random(2), game.record)
    book.first[0, 9, 6, 6] = Move.SURRENDER
    game = replace(game, playbook=book)
    order = list(parse_cards(SEVENS))
    rest = any_shoe(Random(3), 6)
    shoe = order + rest[: len(rest) - len(order)]
    assert agrees(game, shoe) > 10
    first = by_kernel(game, shoe)[0]
    assert [first.amounts[box]["super7"] for box in (1, 2)] == [2500, 10000]


def test_the_lammer_of_a_toke_is_paid_in_the_coins_of_the_table() -> None:
    """Half a dollar that a free hand wins for the dealers is nothing where other payments are whole dollars."""
    sheet = load("free-bet-blackjack", sets=["payouts.other_rounding=1.00", "double.stake=full"])
    game, random = BlackjackGame(sheet, stakes={"main": 1200}, tokes={"main": 50}), Random(3)
    assert sum(agrees(game, any_shoe(random, 6)) for _ in range(6)) > 150


def test_a_counter_who_would_surrender_too_late_plays_on() -> None:
    """Fifteen against a ten: the count calls for a surrender only when the box before has drawn its card."""
    sheet = load("blackjack-v5", sets=["surrender.timing=early", "shuffle.burn=none"])
    book = any_book(Random(2), BlackjackGame(sheet).record)
    book.first[0, 9, 7, 1] = book.first[0, 9, 1, 7] = Move.DOUBLE
    book.first[0, 9, 7, 6] = book.first[0, 9, 6, 7] = Move.HIT
    book.later[0, 9, 0, 21] = Move.STAND
    counting = Counting("hi-lo; divide nothing", deviations=[Deviation("15", "T", 1, "surrender")])
    game = BlackjackGame(sheet, seats=2, playbook=book, counting=counting)
    order = [*parse_cards("8s 8h Th 2c 7c 9d 6h 6d 7s"), *any_shoe(Random(5), 6)][:312]
    assert agrees(game, order) > 10
    assert by_kernel(game, order)[0].amounts[2]["main"] == 200  # 21, not half a bet


@pytest.mark.parametrize(("stake", "won"), [(300, 400), (200, 400)])
def test_a_blackjack_is_doubled_for_what_the_maximum_leaves(stake: int, won: int) -> None:
    """A bet and its double may not pass four dollars, so that three take one more, and two take two."""
    sets = ["double.double_at_maximum=false", "double.stake=up_to_bet", "double.natural_double=in_turn"]
    sheet = load("games-of-chance-blackjack", sets=[*sets, "shuffle.burn=none"])
    book = any_book(Random(1), BlackjackGame(sheet, stakes={"main": stake}).record)
    book.first[0, 5, 0, 9] = book.first[0, 5, 9, 0] = Move.DOUBLE
    game = BlackjackGame(sheet, stakes={"main": stake}, playbook=book)
    order = [*parse_cards("Ac 6s Jh Kc Tc Td"), *any_shoe(Random(3), 6)][:312]
    assert agrees(game, order) > 10
    assert by_kernel(game, order)[0].amounts == {1: {"main": won}}


@pytest.mark.parametrize("name", ["catfish-blackjack", "free-bet-blackjack"])
def test_hands_are_doubled_again_as_the_table_does(name: str) -> None:
    """Books that double again at random, for all that lies on the hand; lammers, Charlies and a maximum between."""
    random, rounds = Random(name), 0
    for more in ((), ("payouts.charlie=6",), ("double.double_at_maximum=false", "double.stake=full")):
        maximum = ("table.maximum=60.00",) if len(more) > 1 else ()
        sheet = load(name, sets=["double.redouble=true", "double.cards=any", *more, *maximum])
        game = BlackjackGame(sheet, seats=3, stakes={"main": 1000})
        game = replace(game, playbook=any_book(random, game.record))
        rounds += sum(agrees(game, any_shoe(random, 6)) for _ in range(2))
    assert rounds > 60


def test_a_hand_is_doubled_three_times_for_all_that_lies_on_it() -> None:
    """Five dollars become forty: four small cards more, each for as much as lies there."""
    sheet = load("catfish-blackjack", sets=["double.redouble=true", "shuffle.burn=none"])
    game = BlackjackGame(sheet, stakes={"main": 500})
    book = any_book(Random(2), game.record)
    book.first[0, 5, 1, 2] = book.first[0, 5, 2, 1] = Move.DOUBLE
    book.again[0, 5] = 1
    game = replace(game, playbook=book)
    order = [*parse_cards("2c 6s 3h Kc 2d 2s 4c 8d Td"), *any_shoe(Random(3), 6)][:312]
    assert agrees(game, order) > 10
    assert by_kernel(game, order)[0].amounts == {1: {"main": 8000}}


BONUSES = (
    "bonus.suited_blackjack=3:1", "bonus.five_card_21=3:2", "bonus.six_card_21=2:1", "bonus.seven_card_21=3:1",
    "bonus.six_seven_eight=3:2", "bonus.six_seven_eight_suited=2:1", "bonus.six_seven_eight_spades=3:1",
    "bonus.triple_seven=3:2", "bonus.triple_seven_suited=2:1", "bonus.triple_seven_spades=3:1",
)  # fmt: skip


@pytest.mark.parametrize("name", ["catfish-blackjack", "free-bet-blackjack"])
def test_bonuses_are_paid_as_the_table_does(name: str) -> None:
    """Shoes rich in sixes, sevens, eights and small cards, and books that draw to 21."""
    random, lines = Random(name), set()
    ways = (("payouts.tie=21_wins",), ("deal.hole_card=none",), ("toke.follows_wager=false", "payouts.charlie=7"))
    for more in ways:
        sheet = load(name, sets=[*BONUSES, "blackjack.pays=6:5", *more])
        game = BlackjackGame(sheet, seats=2, stakes={"main": 1000}, tokes={"main": 100})
        book = any_book(random, game.record)
        book.first[UNSPLIT] = Move.HIT
        book.first[UNSPLIT, :, 0, 9] = book.first[UNSPLIT, :, 9, 0] = Move.STAND
        book.later[UNSPLIT, :, 0, :17], book.later[UNSPLIT, :, 1, :21] = Move.HIT, Move.HIT
        game = replace(game, playbook=book)
        for _ in range(3):
            order = any_shoe(random, 6)
            order.sort(key=lambda card: random.random() + (card.rank in "TJQK9"))
            assert agrees(game, order) > 5
            lines |= {done.line for played in Walk(game, order).rounds() for done in played.settlements if done.line}
    assert len(lines) > 2


def test_every_bonus_is_paid_by_the_kernel() -> None:
    """Each hand of a bonus alone, beside what the table pays."""
    sheet = load("catfish-blackjack", sets=[*BONUSES, "shuffle.burn=none"])
    game = BlackjackGame(sheet, stakes={"main": 1000})
    book = any_book(Random(2), game.record)
    book.first[0, 8], book.later[0, 8, :, :21] = Move.HIT, Move.HIT
    book.first[0, 8, 0, 9] = book.first[0, 8, 9, 0] = book.later[0, 8, :, 21] = Move.STAND
    game = replace(game, playbook=book)
    paid = {
        "Ah Kh": 3000, "Ah Kd": 1500, "2h 2d 2s 5c Th": 1500, "2h 2d 2s 3c 5c 7h": 2000, "2h 2d 2s 3c 3h 4c 5c": 3000,
        "6h 7d 8s": 1500, "8h 6h 7h": 2000, "6s 8s 7s": 3000, "7h 7d 7s": 1500, "7d 7d 7d": 2000, "7s 7s 7s": 3000,
        "5s 8s 8s": 1000,
    }  # fmt: skip
    for cards, won in paid.items():
        first, second, *more = cards.split()
        order = [*parse_cards(" ".join([first, "9c", second, "9d", *more])), *any_shoe(Random(3), 6)][:312]
        assert agrees(game, order) > 10
        assert by_kernel(game, order)[0].amounts == {1: {"main": won}}, cards


SIXES_TO_EIGHTS = [5, 6, 7]


@pytest.mark.parametrize("name", ["catfish-blackjack", "free-bet-blackjack"])
@pytest.mark.parametrize("paid", ["true", "false"])
def test_split_hands_are_paid_bonuses_where_the_house_says_so(name: str, paid: str) -> None:
    """Shoes of sixes, sevens and eights, whose pairs are split and then drawn to; tokes and lammers beside them."""
    random, lines = Random(f"{name} {paid}"), set()
    more = ("split.split_blackjack=true", "split.hit_split_aces=true", "payouts.tie=21_wins")
    sheet = load(name, sets=[*BONUSES, f"bonus.split_hands={paid}", "shuffle.burn=none", *more])
    game = BlackjackGame(sheet, seats=2, stakes={"main": 1000}, tokes={"main": 100})
    book = any_book(random, game.record)
    for value in SIXES_TO_EIGHTS:
        book.first[:, :, value, SIXES_TO_EIGHTS] = Move.HIT
        book.first[UNSPLIT, :, value, value] = Move.SPLIT
    game = replace(game, playbook=book)
    for _ in range(8):
        order = any_shoe(random, 6)
        order.sort(key=lambda card: random.random() + (card.rank not in "678A"))
        assert agrees(game, order) > 5
        for played in Walk(game, order).rounds():
            done = [one for one in played.settlements if one.line and played.spots[one.spot].hands[one.hand].split]
            lines |= {one.line for one in done}
    assert bool(lines) is (paid == "true")


def test_a_pair_that_is_none_by_rank_is_given_up_early() -> None:
    """A jack and a king cannot be split by rank, so what the book says of tens that stay together counts at once."""
    sets = ["split.match=rank", "surrender.timing=early", "shuffle.burn=none"]
    game = BlackjackGame(load("blackjack-v5", sets=sets))
    book = any_book(Random(2), game.record)
    book.first[0, 0, 9, 9], book.unsplit[0, 0, 9] = Move.SPLIT, Move.SURRENDER
    game = replace(game, playbook=book)
    order = [*parse_cards("Jc Ad Ks Td"), *any_shoe(Random(5), 6)][:312]
    assert agrees(game, order) > 20
    assert by_kernel(game, order)[0].amounts == {1: {"main": -100}}


def test_awards_share_the_limit_in_the_order_of_the_table() -> None:
    """Three boxes with two kings of spades each, on bets that are settled as hands end: the limit goes to the first."""
    sets = ["aggregate.limit=3000.00", "aggregate.pays_from=100:1", "bets.kings_bounty.settlement=end_of_player_hand"]
    sheet = load("catfish-blackjack", sets=[*sets, "shuffle.burn=none"])
    game = BlackjackGame(sheet, seats=3, stakes={"kings_bounty": 2500}, tokes={"kings_bounty": 100})
    book = replace(game.book, first=game.book.first.copy())
    book.first[:, :, 9, 9] = Move.STAND
    order = [*parse_cards("Ks Ks Ks 6c Ks Ks Ks Tc 9c"), *any_shoe(Random(5), 6)][:312]
    game = replace(game, playbook=book)
    agrees(game, order)
    paid = [by_kernel(game, order)[0].amounts[box] for box in (1, 2, 3)]
    assert sum(one.get("kings_bounty", 0) + one.get("toke:kings_bounty", 0) for one in paid) == 300_000
    together = replace(game, sheet=load("catfish-blackjack", sets=[*sets[:2], "shuffle.burn=none"]))
    agrees(together, order)
    assert [by_kernel(together, order)[0].amounts[box]["kings_bounty"] for box in (1, 2, 3)] == [96154] * 3


# the shoe at a real table


def dealt_at_a_table(game: BlackjackGame, table: Table) -> Iterator[tuple[int, BlackjackRound]]:
    """The rounds of one shoe, each with the place of its first card."""
    shoe = table.ceremony.shoe
    assert shoe is not None
    walk = Walk(game, shoe.order)
    while table.ceremony.shoe is not None and table.ceremony.shoe.order == shoe.order:
        slot = table.ceremony.shoe.drawn
        table, _ = table.start_round()
        table, _ = table.act(a.PlaceBet(spot=1, cents=game.record.stake, player="P1"))
        table, _ = table.act(a.StartDeal())
        while not table.round.over:
            table, _ = table.act(walk.answer(table.round))
        yield slot, table.round
        table, _ = table.end_round()
        table, _ = table.prepare(SeededSource("next"))


@pytest.mark.parametrize("burn", ["per_shoe", "per_round", "none"])
@pytest.mark.parametrize("cut_card", ["finish_round", "one_more_round"])
def test_burn_and_cut_card_are_the_table_s(burn: str, cut_card: str) -> None:
    """A whole shoe at a table, ceremony and all: as many rounds, from the same places, with the same amounts."""
    sheet = load("blackjack-v5", sets=[f"shuffle.burn={burn}", f"shuffle.cut_card={cut_card}"])
    game = BlackjackGame(sheet)
    table, _ = Table.open(sheet)
    table, _ = table.sit("P1", 1)
    table, _ = table.prepare(SeededSource(f"{burn} {cut_card}"))
    shoe = table.ceremony.shoe
    assert shoe is not None
    by_hand = list(dealt_at_a_table(game, table))
    kernel = by_kernel(game, list(shoe.order))
    assert [round_.next_card for _, round_ in by_hand] == [one.at for one in kernel]
    assert [by_table(round_) for _, round_ in by_hand] == [one.amounts for one in kernel]
