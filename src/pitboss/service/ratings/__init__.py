"""Ratings from the log: what each visit was expected to bring the house, by the bets made and the decisions taken."""

from __future__ import annotations

from pitboss.service.ratings.reading import VisitBook, visits_of
from pitboss.service.ratings.visits import BoxPlayed, Dealt, Payout, Shoe, Visit, VisitRound

__all__ = ["BoxPlayed", "Dealt", "Payout", "Shoe", "Visit", "VisitBook", "VisitRound", "visits_of"]
