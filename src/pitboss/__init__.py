"""Pitboss runs, settles, solves and proves casino table games from one rule sheet."""

__version__ = "0.1.0"
