"""Poker against the dealer by the million rounds: what the simulations of its games share."""
