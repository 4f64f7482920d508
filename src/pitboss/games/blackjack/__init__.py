"""Blackjack: one engine for every sheet."""

from __future__ import annotations

from pitboss.games.blackjack.round import BlackjackRound

__all__ = ["BlackjackRound"]
