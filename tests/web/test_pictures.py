"""The picture of a round follows whatever happens in it: rulings, cards moved, burned and named later."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser
from tests.house_rules import an_answer, any_round, mistakes, place_bets
from tests.seeding import chance as any_chance
from tests.web.gallery.serving import GalleryServer

from pitboss.games.accounts import card_places
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.views import seen_by
from pitboss.games.events import CardBurned, PlayDeclined
from pitboss.rules import load

FEWEST_ROUNDS = 20
HAPPENS = {
    "catfish-blackjack": {"CardMoved", "wrong_count", "dealer_wrong_count", "dealer_overdraw", "exposed_card"},
    "games-of-chance-blackjack": {"CardExposed"},
}
"""What is waited for in rounds of a sheet: an event, or why a card is burned."""
FOLDED = """async (rounds) => {
  const { fold, freshRound } = await import("/model.js");
  return rounds.map((steps) => {
    const round = freshRound(1);
    return steps.map((events) => {
      for (const event of events) fold(round, event);
      const hands = { 0: [round.dealer.cards] };
      for (const [n, spot] of round.spots) hands[n] = spot.hands.map(({ cards }) => cards);
      return structuredClone(hands);
    });
  });
}"""
"""The hands as the pages draw them, after each step of each round."""


def played(chance: random.Random, sheet: str) -> BlackjackRound:
    """A round in which now and then something goes wrong."""
    r = any_round(load(sheet), chance.choice, chance.shuffle)
    for action in place_bets(r, chance.choice):
        r.act(action)
    while not r.over:
        wrong = mistakes(r) if chance.random() < 0.3 else []
        r.act(chance.choice(wrong) if wrong else an_answer(r, chance.choice))
    return r


def until_all_happened(chance: random.Random, sheet: str) -> list[BlackjackRound]:
    rounds: list[BlackjackRound] = []
    missing = set(HAPPENS[sheet])
    while missing or len(rounds) < FEWEST_ROUNDS:
        rounds.append(played(chance, sheet))
        missing -= {event.why if isinstance(event, CardBurned) else type(event).__name__ for event in rounds[-1].events}
    return rounds


def steps(r: BlackjackRound) -> list[list[dict[str, Any]]]:
    """Every event as anybody at the table sees it, one by one."""
    return [[msgspec.to_builtins(event, enc_hook=lambda card: card.text)] for event in seen_by(r.events)]


@pytest.mark.parametrize("sheet", HAPPENS)
def test_the_picture_has_the_cards_that_lie_there(sheet: str, drawn: GalleryServer, browser: Browser) -> None:
    chance = random.Random(any_chance(16))
    rounds = until_all_happened(chance, sheet)
    page = browser.new_page()
    page.goto(drawn.page)
    pictures = page.evaluate(FOLDED, [steps(r) for r in rounds])
    page.close()
    for r, shown in zip(rounds, pictures, strict=True):
        for number, picture in enumerate(shown, 1):
            there = card_places(r.events[:number]).hands
            declined = {event.spot for event in r.events[:number] if isinstance(event, PlayDeclined)}
            for (spot, hand), cards in there.items():
                if not cards or spot in declined:
                    continue  # cleared away
                faces = picture[str(spot)][hand]
                told = f"{r.events[number - 1]}: {[card.text for card in cards]} is drawn as {faces}"
                assert len(faces) == len(cards), told
                assert not Counter(faces) - Counter([*(card.text for card in cards), *("??",) * faces.count("??")]), (
                    told
                )
