"""For a game mathematician: what rules cost, one step after another.

Run it as it is, or paste it part by part into a notebook.
"""

from __future__ import annotations

from pitboss import load
from pitboss.maths.blackjack import best_total_dependent, evaluate, solve, two_card
from pitboss.maths.sidebets import bet_figures, side_wagers

# 1. The game as it is posted: best play that looks at every card of the hand.

sheet = load("catfish-blackjack")
solution = solve(sheet)
print(f"{sheet.title}: the house wins {solution.house_edge:.6%} of the first bet")

# 2. What simpler play gives away: by totals, and by the first two cards.

for name, book in (("by totals", best_total_dependent(solution)), ("by two cards", two_card(solution))):
    edge = -evaluate(sheet, book)
    print(f"  played {name}: {edge:.6%}, which costs {edge - solution.house_edge:.6%}")

# 3. Rules changed one at a time.

for change in ("soft_17=stand", "blackjack.pays=6:5", "double.after_split=false", "cards.decks=8"):
    other = solve(load("catfish-blackjack", sets=[change]))
    print(f"  {change:26} {other.house_edge - solution.house_edge:+.6%}")

# 4. What each choice is worth with one hand.

for choice, worth in sorted(solution.values("8s 8d", "Th").items(), key=lambda pair: -pair[1]):
    print(f"  8 8 against T, {choice:10} {worth:+.6f}")

# 5. The side bets, by the functions that settle them.

for wager in side_wagers(sheet):
    figures = bet_figures(sheet, wager)
    print(f"  {figures.title}: {figures.house_edge:.4%}, exactly {figures.exact}")
    print(f"    with a deviation of {figures.standard_deviation:.3f} for each unit")
