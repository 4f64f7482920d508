"""Lock step: the kernel and the table settle the same shoe, seats and choices to the cent.

The kernel is given a shoe card by card and says what every wager of every round came to and how far the shoe has gone.
The table deals the same shoe, its questions answered from the same playbook by a reading of its own; the first round
that differs in an amount or in a card is handed back, as the table dealt it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import ceil, floor
from random import Random
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.errors import IllegalAction, NotationError, SheetError
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.playing import can_split, free_double
from pitboss.games.blackjack.state import Hand
from pitboss.hands.totals import POINTS
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds import play_rounds
from pitboss.maths.blackjack.moves import first_moves, later_moves
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import ACE_LAMMER, KINDS, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT, BlackjackRecord
from pitboss.maths.blackjack.redoubles import most_again
from pitboss.maths.counting import COUNTS, DIVISIONS, ROUNDINGS, Rounding
from pitboss.maths.simulation.blackjack import BlackjackGame
from pitboss.maths.simulation.blackjack.counting import HIGHEST, LOWEST, Counting, Deviation
from pitboss.maths.simulation.blackjack.kernel_arrays import SEAT_ROOM
from pitboss.rules import Sheet, load

__all__ = ["Difference", "Walk", "any_book", "any_game", "any_shoe", "by_kernel", "by_table", "first_difference"]

Amounts = dict[int, dict[str, int]]
"""What each wager came to, by box; wagers that came to nothing are left out."""

SHEETS: Final = ("catfish-blackjack", "free-bet-blackjack", "games-of-chance-blackjack", "blackjack-v5")
SETTINGS: Final = {
    "dealer.soft_17": ("hit", "stand"),
    "dealer.push_22": ("true", "false"),
    "dealer.draws_to": ("14", "15", "16", "17"),
    "dealer.draws_without_hands": ("true", "false"),
    "deal.peek_on_ten": ("true", "false"),
    "deal.hole_card": ("dealt", "none"),
    "deal.blackjack_takes": ("original_bets", "all_bets"),
    "deal.start": ("dealer_left", "dealer_right"),
    "deal.pay_order": ("right_to_left", "left_to_right"),
    "deal.dealer_up_card": ("first", "second"),
    "deal.broken": ("at_once", "end_of_round"),
    "payouts.tie": ("push", "dealer_wins", "21_wins"),
    "payouts.win": ("1:1", "2:1", "6:5"),
    "payouts.other_rounding": ("none", "0.50", "1.00"),
    "blackjack.pays": ("3:2", "6:5", "2:1"),
    "blackjack.rounding": ("0.50", "1.00", "none", "0.50_up", "1.00_up", "0.50_nearest", "1.00_nearest"),
    "payouts.charlie": ("none", "5", "6", "7"),
    "bonus.suited_blackjack": ("2:1", "3:1"),
    "bonus.five_card_21": ("2:1", "3:1"),
    "bonus.seven_card_21": ("3:1", "5:1"),
    "bonus.six_seven_eight": ("2:1",),
    "bonus.six_seven_eight_suited": ("3:1", "7:2"),
    "bonus.triple_seven": ("5:2",),
    "bonus.triple_seven_spades": ("3:1", "50:1"),
    "bonus.split_hands": ("true", "false"),
    "blackjack.tie": ("push", "even_money_unless_declined"),
    "blackjack.payment": ("at_once", "end_of_round"),
    "blackjack.vs_ten_payment": ("after_peek", "after_all_hands"),
    "double.cards": ("two", "any"),
    "double.totals": ("9, 10, 11", "10, 11", "8, 9, 10, 11, 17"),
    "double.soft_hands": ("true", "false"),
    "double.blackjack": ("true", "false"),
    "double.natural_double": ("at_settlement", "in_turn"),
    "double.stake": ("up_to_bet", "full_or_half", "full"),
    "double.after_split": ("true", "false"),
    "double.double_split_aces": ("true", "false"),
    "double.double_at_maximum": ("true", "false"),
    "double.redouble": ("true", "true", "false"),
    "double.redoubles": ("1", "2", "4"),
    "split.resplit_aces": ("true", "false"),
    "split.hit_split_aces": ("true", "false"),
    "split.split_blackjack": ("true", "false"),
    "split.max_hands": ("2", "3", "4"),
    "split.hands.aces": ("1", "2", "4"),
    "split.hands.eights": ("1", "2", "4"),
    "split.hands.tens": ("1", "2", "3"),
    "split.split_aces": ("allowed", "never"),
    "split.match": ("value", "rank"),
    "split.split_at_maximum": ("true", "false"),
    "insurance.even_money": ("true", "false"),
    "insurance.insure_blackjack": ("true", "false"),
    "insurance.pays": ("2:1", "3:1"),
    "surrender.offered": ("true", "false"),
    "surrender.timing": ("late", "early"),
    "surrender.against": ("any", "not_ace", "ace_and_ten", "ten", "ace"),
    "surrender.after_split": ("true", "false"),
    "surrender.surrender_split_aces": ("true", "false"),
    "surrender.loss": ("1/2", "1/4"),
    "free.double_totals": ("[9, 10, 11]", "[8, 9, 10, 11, 12]"),
    "free.split_pairs": ("all_but_tens", "all", "none"),
    "free.paid_double_on_lammer": ("true", "false"),
    "free.lammer_stack": ("true", "false"),
    "toke.follows_wager": ("true", "false"),
    "toke.free_bets": ("true", "false"),
    "toke.push": ("returned", "stays"),
    "bets.kings_bounty.settlement": ("end_of_round", "end_of_player_hand"),
    "bets.kings_bounty.soft20": ("true", "false"),
    "bets.trilux.settlement": ("after_deal", "end_of_round"),
    "bets.match.before_insurance": ("true", "false"),
    "bets.match.three_aces_wager": ("match_bet", "ante"),
    "bets.super7.third_card": ("own_hit", "always_dealt"),
    "bets.super7.stack": ("true", "false"),
    "bets.overunder.ace": ("11", "1"),
    "aggregate.limit": ("25000.00", "100.00", "10.00"),
    "aggregate.pays_from": ("125:1", "4:1", "9:1"),
    "aggregate.tokes_in_aggregate": ("true", "false"),
    "aggregate.rounding": ("nearest_cent", "down"),
    "aggregate.tie": ("deal_order", "pay_order"),
    "table.side_bets": ('["push22", "trilux", "kings_bounty"]',),
    "cards.decks": ("1", "2", "6", "8"),
    "shuffle.cut_card": ("finish_round", "one_more_round"),
    "shuffle.burn": ("per_shoe", "per_round", "none"),
}
"""Settings that touch what is dealt or paid, with the values that are tried."""
PLAYS: Final[Mapping[Move, a.Action]] = {
    Move.STAND: a.Stand(), Move.HIT: a.Hit(), Move.SPLIT: a.Split(), Move.SURRENDER: a.Surrender(),
}  # fmt: skip
DEVIATIONS: Final = (
    Deviation("insurance", "", 1, "insure"),
    Deviation("16", "T", 0, "stand"),
    Deviation("12", "3", 1, "stand"),
    Deviation("13", "2", -1, "hit", below=True),
    Deviation("soft 18", "6", 1, "hit"),
    Deviation("TT", "5", 2, "split"),
    Deviation("11", "A", 1, "double"),
    Deviation("15", "T", 0, "surrender"),
    Deviation("88", "T", -1, "hit", below=True),
)


@dataclass(frozen=True)
class Difference:
    """The first round in which kernel and table do not agree."""

    round: BlackjackRound
    """The round as the table dealt it."""
    kernel: Amounts
    table: Amounts
    kernel_at: int
    """Where the kernel's shoe stands after the round, and the table's."""
    table_at: int
    refused: str = ""
    """What the table said to a choice that it does not allow."""

    def __str__(self) -> str:
        if self.refused:
            return f"the table refuses what the kernel does: {self.refused}"
        if self.kernel != self.table:
            return f"kernel {self.kernel}, table {self.table}"
        return f"the kernel has drawn {self.kernel_at} cards of the shoe, the table {self.table_at}"


# the kernel


@dataclass(frozen=True)
class KernelRound:
    """A round as the kernel settled it: what each box came to, the stake of each, and where the shoe stands then."""

    amounts: Amounts
    stakes: dict[int, int]
    at: int


def by_kernel(game: BlackjackGame, order: Sequence[Card], *, most: int = 1000) -> list[KernelRound]:
    """Every round of a given shoe, up to its cut card."""
    table = game.compiled
    run = table.tables.new_run(log_rounds=most)
    run.values[b.GIVEN] = 1
    run.shoe[: len(order)] = [b.card_code(card) for card in order]
    run.work[b.AT], run.work[b.SINCE], run.work[b.FRESH] = 0, 0, 1
    played = play_rounds(run, most)
    log = run.log.reshape(-1, SEAT_ROOM, b.LOG)
    found = [_kernel_round(game, log[number].tolist()) for number in range(played)]
    for number in {event[b.EVENT_ROUND] for event in table.events(run)}:
        events = [event for event in table.events(run) if event[b.EVENT_ROUND] == number]
        for event, cents in table.shares(events):
            came_to = found[number].amounts[box_of(game, event[b.EVENT_SEAT])]
            came_to[table.wagers[event[b.EVENT_WAGER]].name] = cents
            if not cents:
                del came_to[table.wagers[event[b.EVENT_WAGER]].name]
    return found


def box_of(game: BlackjackGame, seat: int) -> int:
    """The box of a seat, which is numbered in the order of turns."""
    return seat + 1 if game.terms.deal.start == "dealer_left" else game.seats - seat


def _kernel_round(game: BlackjackGame, seats: list[list[int]]) -> KernelRound:
    amounts, stakes = game.compiled.amounts, {}
    found: Amounts = {}
    for seat, row in enumerate(seats[: game.seats]):
        if not row[b.SHOE_AT]:
            continue  # the counter sat out
        came_to = {"main": row[b.MAIN_NET] * amounts.unit, "toke:main": row[b.TOKE_NET] * amounts.toke_unit}
        came_to["insurance"] = row[b.INSURANCE_NET] * amounts.unit
        for place, wager in enumerate(game.side_wagers):
            line = row[b.LINES + place]
            came_to[wager.name] = 0 if line == b.VOID_LINE else wager.pays[line]
        box = box_of(game, seat)
        found[box] = {name: cents for name, cents in came_to.items() if cents}
        stakes[box] = game.records[row[b.STAKE_LEVEL]].stake
    return KernelRound(found, stakes, seats[0][b.SHOE_AT])


# the table


class Walk:
    """A shoe dealt round after round by the table, its questions answered from the game's books."""

    def __init__(self, game: BlackjackGame, order: Sequence[Card]) -> None:
        self.game, self.order = game, tuple(order)
        self.at, self.hidden = 0, set[int]()
        self.cut = len(self.order) - game.cut_depth
        self.since = 0
        self.round: BlackjackRound | None = None

    def rounds(self) -> Iterator[BlackjackRound]:
        """Every round of the shoe, finished; the burn cards and the cut card as the sheet says."""
        shuffle = self.game.terms.rules.shuffle
        first = True
        while self.can_start():
            if shuffle.burn == "per_round" or (first and shuffle.burn == "per_shoe"):
                self.hidden.add(self.at)
                self.at += 1
            self.since += self.at >= self.cut
            self.round = self.play()
            if self.round is None:
                return
            self.at, first = self.round.next_card, False
            yield self.round

    def can_start(self) -> bool:
        shuffle = self.game.terms.rules.shuffle
        if shuffle.cut_card == "one_more_round":
            return self.at < self.cut or not self.since
        return self.at == 0 or self.at + (shuffle.burn == "per_round") < self.cut

    def stakes(self) -> dict[int, int]:
        """What lies on each box: the counter's bet goes by the count, and without one he sits out."""
        game = self.game
        found = {box_of(game, seat): game.record.stake for seat in range(game.seats)}
        if game.counting is not None:
            found[box_of(game, game.seats - 1)] = game.counting.stake_at(self.bet_count(), game.record.stake)
        return {box: cents for box, cents in sorted(found.items()) if cents}

    def open_cards(self, at: int) -> list[Card]:
        """All cards up to a place of the shoe that lie open."""
        return [self.order[i] for i in range(at) if i not in self.hidden]

    def bet_count(self) -> int:
        """The count that is bet by, of all cards that lie open, added up anew."""
        counting = self.game.counting
        assert counting is not None
        count, seen = counting.count, self.open_cards(self.at)
        left, decks = len(self.order) - self.at, len(self.order) // 52
        points = Fraction(count.running(seen, decks=decks), count.unit)
        aces_left = 4 * decks - sum(card.rank == "A" for card in seen)
        # whoever counts aces aside takes a burn card for a card that is left, as nobody has seen it
        points += count.aces * (aces_left - Fraction(len(self.order) - len(seen), 13))
        return min(max(rounded(points * 52 / count.divisor(left), count.rounding), LOWEST), HIGHEST)

    def play_count(self, at: int) -> int:
        """The count that is played by, of all cards that lie open, added up anew."""
        counting = self.game.counting
        assert counting is not None
        count, decks = counting.count, len(self.order) // 52
        running = Fraction(count.running(self.open_cards(at), decks=decks), count.unit)
        found = rounded(running * 52 / count.divisor(len(self.order) - at), count.rounding)
        return min(max(found, LOWEST), HIGHEST)

    def play(self) -> BlackjackRound | None:
        """One round, or nothing where nobody bets or the cards run out."""
        stakes, game = self.stakes(), self.game
        if not stakes:
            return None
        round_ = BlackjackRound(game.sheet, self.order, start=self.at)
        for box, cents in stakes.items():
            for wager, side in (game.made | {"main": cents}).items():
                round_.act(a.PlaceBet(spot=box, cents=side, wager=wager, player=f"P{box}"))
            for wager, side in game.given.items():
                round_.act(a.PlaceToke(spot=box, cents=side, wager=wager))
        self.round = round_
        hole = self.at + len(stakes) + (0 if game.terms.deal.dealer_up_card == "second" else len(stakes) + 1)
        if game.terms.takes_hole_card:
            self.hidden.add(hole)
        round_.act(a.StartDeal())
        while not round_.over:
            if round_.case is not None:  # the shoe is empty, which is the supervisor's business
                return None
            round_.act(self.answer(round_))
        self.hidden.discard(hole)
        return round_

    # answers

    def book(self, round_: BlackjackRound, box: int) -> Playbook:
        """The book that a box is played by now."""
        game = self.game
        if game.counting is None or box != box_of(game, game.seats - 1):
            return game.book
        return game.books[1 + self.play_count(round_.next_card) - LOWEST]

    def answer(self, round_: BlackjackRound) -> a.Action:
        question = round_.question
        assert question is not None
        if question.kind == "insurance":
            return self.on_insurance(round_)
        box, hand_id = question.spot, question.hand
        hand = round_.spots[box].hands[hand_id]
        move = self.move(round_, box, hand)
        if question.kind == "early_surrender":
            return a.Surrender() if move == Move.SURRENDER else a.GoOn()
        if question.kind == "natural" and move == Move.STAND:
            return a.GoOn()
        asked_before = round_.surrenders_early() and not hand.split
        if move == Move.SURRENDER and asked_before:
            move = Move.STAND if hand.total >= 17 and not hand.soft else Move.HIT
        return self.action(round_, box, hand, move)

    def on_insurance(self, round_: BlackjackRound) -> a.Action:
        box = next(spot.box for spot in round_.spots.values() if not spot.answer and spot.hands[0].live)
        book, insurance, spot = self.book(round_, box), round_.t.insurance, round_.spots[box]
        assert insurance is not None
        natural = spot.hands[0].natural
        most = int(spot.main * insurance.share) // insurance.step * insurance.step
        if natural and insurance.even_money and book.even_money:
            return a.TakeEvenMoney(spot=box)
        if most and book.insure and (insurance.insure_blackjack or not natural):
            return a.Insure(spot=box, cents=most)
        return a.DeclineInsurance(spot=box)

    def move(self, round_: BlackjackRound, box: int, hand: Hand) -> Move:
        """What the book says of a hand."""
        book, kind, up = self.book(round_, box), kind_of(hand), POINTS[round_.up] - 1
        if hand.doubled:
            return Move.DOUBLE if self.again(round_, box, hand) else Move.STAND
        if len(hand.cards) > 2:
            return Move(book.later[kind, up, int(hand.soft), hand.total])
        one, two = (POINTS[card] - 1 for card in hand.cards)
        move = Move(book.first[kind, up, one, two])
        if move == Move.SPLIT and not can_split(round_, round_.spots[box], hand):
            return Move(book.unsplit[kind, up, one])
        return move

    def again(self, round_: BlackjackRound, box: int, hand: Hand) -> bool:
        """Whether the book doubles a doubled hand again: by how many more doubles the table would take."""
        least = int(self.book(round_, box).again[kind_of(hand), POINTS[round_.up] - 1, int(hand.soft), hand.total])
        double = round_.t.double
        left, lies = double.redoubles + 1 - hand.doubled, hand.base + hand.extra
        if not double.double_at_maximum:
            fits = [n for n in range(5) if hand.stake + hand.extra + lies * (2**n - 1) <= round_.t.table.maximum]
            left = min(left, max(fits))
        return 0 < least <= left

    def action(self, round_: BlackjackRound, box: int, hand: Hand, move: Move) -> a.Action:
        """A move as the table takes it; a raise that is not free names its amount."""
        if move not in (Move.DOUBLE, Move.DOUBLE_LESS):
            return PLAYS[move]
        if hand.doubled:
            return a.DoubleDown()
        if move == Move.DOUBLE and free_double(round_, hand):
            return a.DoubleDown()
        record = next(record for record in self.game.records if record.stake == round_.spots[box].main)
        double = record.kinds[kind_of(hand)].doubles[move == Move.DOUBLE_LESS]
        return a.DoubleDown(cents=double.lose - hand.stake)


def rounded(count: Fraction, rounding: Rounding) -> int:
    """A count as it is rounded, by words rather than by whole numbers."""
    if rounding == "nearest":
        return floor(count + Fraction(1, 2))
    return floor(count) if rounding == "down" else (floor(count) if count > 0 else ceil(count))


def kind_of(hand: Hand) -> int:
    """The kind of a hand: as dealt, or split with money or on a lammer, aces apart."""
    if not hand.split:
        return UNSPLIT
    if hand.aces:
        return SPLIT_ACE if hand.stake else ACE_LAMMER
    return SPLIT if hand.stake else LAMMER


def by_table(round_: BlackjackRound) -> Amounts:
    """What each wager of a round came to; free bets are part of the bet they were made for."""
    found: dict[int, Counter[str]] = {box: Counter() for box in round_.spots}
    for one in round_.settlements:
        wager = "main" if one.wager.startswith("free_") else one.wager.replace("toke:free", "toke:main")
        found[one.spot][wager] += one.pays
    return {box: {wager: cents for wager, cents in sums.items() if cents} for box, sums in found.items()}


def first_difference(game: BlackjackGame, order: Sequence[Card]) -> tuple[Difference | None, int]:
    """Deal a shoe by kernel and by table; gives the first difference, and how many rounds agreed."""
    kernel = by_kernel(game, order)
    walk = Walk(game, order)
    rounds = walk.rounds()
    for number, one in enumerate(kernel):
        try:
            round_ = next(rounds, None)
        except IllegalAction as refusal:
            assert walk.round is not None
            return Difference(walk.round, one.amounts, {}, one.at, walk.round.next_card, str(refusal)), number
        dealt = walk.round
        assert dealt is not None
        if one.at > len(order) and dealt.next_card >= len(order):
            return None, number  # the shoe has run out on both, and what then is for a supervisor to say
        table = by_table(dealt)
        if round_ is None or table != one.amounts or dealt.next_card != one.at:
            return Difference(dealt, one.amounts, table, one.at, dealt.next_card), number
    return None, len(kernel)


# anything that can be played


def any_shoe(random: Random, decks: int) -> list[Card]:
    """A shoe in some order; now and then one rich in pairs, aces and tens, so that rare hands are not rare."""
    cards = list(DECK) * decks
    if random.random() < 0.3:
        ranks = random.choice(("A", "AT", "AT8", "7A", "K", "569", "TA5"))
        rich = [card for card in cards if card.rank in ranks] * 2
        cards = (rich + random.sample(cards, len(cards)))[: len(cards)]
    random.shuffle(cards)
    return cards


def any_book(random: Random, record: BlackjackRecord) -> Playbook:
    """A playbook that does anything allowed; pairs are mostly split, which leads to the strangest hands."""
    shape = len(KINDS), 10
    first, unsplit = np.zeros((*shape, 10, 10), dtype=np.uint8), np.zeros((*shape, 10), dtype=np.uint8)
    later = np.zeros((*shape, 2, 22), dtype=np.uint8)
    for kind, up, one, two in product(range(len(KINDS)), range(10), range(10), range(10)):
        allowed = first_moves(record, kind, up, one, two)
        splits = Move.SPLIT in allowed and random.random() < 0.7
        first[kind, up, one, two] = Move.SPLIT if splits else random.choice(allowed)
        if one == two:
            unsplit[kind, up, one] = random.choice([move for move in allowed if move != Move.SPLIT])
    for kind, soft, total in product(range(len(KINDS)), range(2), range(22)):
        allowed = later_moves(record, kind, total, soft=bool(soft))
        later[kind, :, soft, total] = random.choices(allowed, k=10)
    again = np.zeros((*shape, 2, 22), dtype=np.uint8)
    for kind, soft, total in product(range(len(KINDS)), range(2), range(4, 22)):
        most = most_again(record, kind)
        if most and record.may_double(total, soft=bool(soft)):
            again[kind, :, soft, total] = random.choices((0, *[1] * 3, *range(1, most + 1)), k=10)
    return Playbook(first, unsplit, later, random.random() < 0.5, random.random() < 0.5, again)


def any_sheet(random: Random, name: str, changes: int) -> Sheet:
    """A sheet with some settings turned over; what contradicts the rest is left as it is."""
    wanted: list[str] = []
    for path in random.sample(sorted(SETTINGS), changes):
        more = ("shuffle.cut_minimum_cards=10", "shuffle.cut_card_depth=14") if path == "cards.decks" else ()
        wanted += [f"{path}={random.choice(SETTINGS[path])}", *more]
    try:
        return load(name, sets=wanted)
    except SheetError:
        sets: list[str] = []
    for one in wanted:
        with suppress(SheetError):
            load(name, sets=[*sets, one])
            sets.append(one)
    return load(name, sets=sets)


def any_game(random: Random, name: str, *, changes: int, books: Sequence[Playbook] = ()) -> BlackjackGame | None:
    """A table with any stakes, seats, tokes and books, or nothing where the sheet cannot be compiled."""
    sheet = any_sheet(random, name, changes)
    table = sheet.rules.table
    stakes = list(range(table.minimum, table.maximum + 1, table.bet_step))[:20]
    made = {"main": random.choice(stakes)}
    tokes: dict[str, int] = {}
    game = None
    try:
        bare = BlackjackGame(sheet, stakes=made)
        for bet in bare.terms.bets:
            if random.random() < 0.7:
                made[bet.wager] = random.choice((bet.rules.min, bet.rules.max))
        toke = bare.terms.toke
        for wager in made if toke is not None and random.random() < 0.5 else ():
            assert toke is not None
            if wager in toke.wagers:
                tokes[wager] = toke.minimum + random.randrange(4) * toke.step
        book = random.choice(books) if books else any_book(random, bare.record)
        counting = any_counting(random, sheet, made["main"]) if random.random() < 0.3 else None
        game = BlackjackGame(
            sheet, seats=random.choice((1, 1, 2, 3, 7)), stakes=made, tokes=tokes, playbook=book, counting=counting
        )
        assert game.compiled.seats
    except (NotationError, IllegalAction):
        return None
    return game


def any_counting(random: Random, sheet: Sheet, stake: int) -> Counting:
    """A counter with some spread and some plays by the count."""
    table = sheet.rules.table
    high = min(stake + random.randrange(1, 4) * table.bet_step, table.maximum)
    count = random.choice(list(COUNTS.values()))
    if count.is_divided:
        count = replace(count, divide_by=random.choice(DIVISIONS))
    start = count.initial(sheet.rules.cards.decks) // count.unit if not count.is_divided else 0
    return Counting(
        replace(count, rounding=random.choice(ROUNDINGS)),
        bets=random.choice(((), ((start + 1, high),), ((-40, 0), (start - 1, stake), (start + 1, high)))),
        deviations=[
            replace(one, count=one.count + start)
            for one in random.sample(DEVIATIONS, random.randrange(len(DEVIATIONS)))
        ],
    )
