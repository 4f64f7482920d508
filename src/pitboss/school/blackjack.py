"""Blackjack in the school."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pitboss.cards import DECK, Card, cards_text, parse_cards
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.irregular import OPENINGS
from pitboss.games.round import Offer
from pitboss.hands.totals import Total, is_ace_ten, total
from pitboss.rules import Sheet
from pitboss.school.felt import LaidHand, Layout, layout_of
from pitboss.school.game import Reading, Situation, SlipName
from pitboss.school.happenings import place_text
from pitboss.school.making import NothingToAsk
from pitboss.shoe import Chance
from pitboss.table.game import TABLE_GAMES
from pitboss.words import wording

__all__ = ["GAME"]


class _Blackjack:
    declared = frozenset(OPENINGS) - {"shoe_exhausted"}
    slips: Mapping[str, SlipName] = {
        "missed_blackjack": "overlooked",
        "late_dealer_blackjack": "wrong peek",
        "back_up": "passed over",
        "wrong_count": "wrong spot",
        "no_cards": "passed over",
        "dealer_wrong_count": "wrong spot",
        "dealer_no_cards": "passed over",
        "shoe_exhausted": "no card left",
    }
    grounds: Mapping[str, tuple[str, ...]] = {}

    def boxes(self, sheet: Sheet) -> int:
        return TABLE_GAMES[sheet.game].places(sheet).boxes

    def liking(self, round_: BlackjackRound, offer: Offer) -> int:
        """Guests split and double gladly, and do not hit a hand that is good."""
        question = round_.question
        assert question is not None
        if question.kind != "play":
            return 1
        points = round_.spots[question.spot].hands[question.hand].total
        match offer.action:
            case a.Hit():
                return 1 if points >= 17 else 20
            case a.Stand():
                return 20 if points >= 15 else 2
            case a.Split():
                return 60
            case a.DoubleDown():
                return 1 if points >= 18 else 6
        return 3

    def hand_words(self, cards: Sequence[Card], board: Sequence[Card], *, split: bool = False) -> str:
        return "blackjack" if is_ace_ten(cards) and not split else total(cards).text

    def situation(self, sheet: Sheet, level: int, chance: Chance) -> Situation:
        """Two cards against an up card: hard totals first, soft ones and pairs from the second level on."""
        first, second, up = chance.shuffled(DECK)[:3]
        if level > 1 and chance.bernoulli(1, 2):
            second = DECK[(first >> 2) * 4 + (first + 1) % 4] if chance.bernoulli(1, 2) else DECK[48 + chance.below(4)]
        found = total((first, second))
        if is_ace_ten((first, second)) or second in (first, up) or (level == 1 and found.soft):
            raise NothingToAsk
        name = f"{first.rank}{second.rank}" if first.rank == second.rank else found.text
        layout = Layout(dealer=(up.text, "??"), hands=(LaidHand(1, 0, (first.text, second.text)),))
        ranks = f"{first.rank} {second.rank} against {up.rank}"
        return Situation(ranks, layout, f"play {name} against {'T' if up.rank in 'TJQK' else up.rank}")

    def readings(self, round_: BlackjackRound) -> Iterator[Reading]:
        """Totals soft and hard, who wins, and whether the dealer draws."""
        layout = layout_of(round_.sheet, round_.events, whole=True)
        for laid in layout.hands:
            cards = parse_cards(" ".join(laid.cards))
            text = wording("school.what_total", {"place": place_text(laid.spot, laid.hand)})
            yield _total(round_, text, cards)._replace(spot=laid.spot, hand=laid.hand)
        if len(layout.dealer) > 1:
            yield _total(round_, wording("school.dealer_total", {}), parse_cards(" ".join(layout.dealer)))
        yield from _winners(round_, layout)
        yield from _dealers_turn(round_)


def _total(round_: BlackjackRound, text: str, cards: Sequence[Card]) -> Reading:
    """The total of a hand, beside totals that a quick eye would see."""
    found = total(cards)
    other_ace = [Total(found.points - 10 if found.soft else found.points + 10, False)]
    near = [Total(found.points + off, found.soft) for off in (-1, 1, -2, 2, 3)] + [Total(found.points, not found.soft)]
    others = [one.text for one in (*other_ace, *near)]
    return Reading(text, found.text, others, round_.cite("totals_called"), found.text, cards_text(cards))


def _winners(round_: BlackjackRound, layout: Layout) -> Iterator[Reading]:
    """Who wins each hand that was settled against the dealer's."""
    outcomes = {
        "win": wording("school.player_wins", {}),
        "lose": wording("school.dealer_wins", {}),
        "push": wording("school.nobody_wins", {}),
    }
    hands = {(laid.spot, laid.hand): parse_cards(" ".join(laid.cards)) for laid in layout.hands}
    dealer = GAME.hand_words(parse_cards(" ".join(layout.dealer)), ())
    for done in round_.settlements:
        if done.wager != "main" or done.result not in outcomes:
            continue
        split = sum(spot == done.spot for spot, _ in hands) > 1
        cards = hands[done.spot, done.hand]
        hand = GAME.hand_words(cards, (), split=split)
        text = wording("school.who_wins", {"place": place_text(done.spot, done.hand)})
        why = wording("school.against", {"hand": hand, "dealer": dealer})
        right = outcomes[done.result]
        yield Reading(text, right, [*outcomes.values()], done.clause, why, "", done.spot, done.hand)


def _dealers_turn(round_: BlackjackRound) -> Iterator[Reading]:
    """Whether the dealer draws or stands, at every point of their turn."""
    turned = [at for at, event in enumerate(round_.events) if isinstance(event, e.HoleTurned)]
    drawn = [event for event in round_.events[turned[-1] :] if isinstance(event, e.CardDealt)] if turned else []
    if not turned or not any(isinstance(event, e.Called) for event in round_.events[turned[-1] :]):
        return
    cards = [*_before(round_, turned[-1])]
    draws, stands = wording("school.draws", {}), wording("school.stands", {})
    for step in (*drawn, None):
        found = total(cards)
        clause = round_.cite("dealer.soft_17" if found.soft and found.points == 17 else "dealer.draws_to")
        text = wording("school.draws_or_stands", {"cards": cards_text(cards)})
        yield Reading(text, draws if step else stands, [draws, stands], clause, found.text)
        if step is not None:
            cards.append(step.card)


def _before(round_: BlackjackRound, at: int) -> Iterator[Card]:
    """The dealer's first two cards."""
    hole = round_.events[at]
    assert isinstance(hole, e.HoleTurned)
    for event in round_.events[:at]:
        if isinstance(event, e.CardDealt) and event.spot == 0 and event.why != "hole":
            yield event.card
    yield hole.card


GAME: Final = _Blackjack()
