"""Card counts: what each card counts, where a shoe starts, and how the count is divided and rounded.

>>> from pitboss.cards import parse_cards
>>> hilo = read_count("hi-lo")
>>> hilo.true_count(hilo.running(parse_cards("2s 5d 6h Kc 3s 4s 5c 6d"), decks=6), left=300)
1
>>> read_count("ko").initial(decks=6)
-20
"""

from pitboss.maths.counting.counts import DIVISIONS, ROUNDINGS, Count, Division, Rounding
from pitboss.maths.counting.named import COUNTS
from pitboss.maths.counting.notation import read_count

__all__ = ["COUNTS", "DIVISIONS", "ROUNDINGS", "Count", "Division", "Rounding", "read_count"]
