"""Exact poker against the dealer: what the solvers of its games share."""
