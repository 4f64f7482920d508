"""Guests at a blackjack table of real shoes, to measure on them what can be seen."""
