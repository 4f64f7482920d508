"""What games of poker against the dealer share: wagers, packets of cards, folding, irregularities, the progressive.

Each of them is a game of its own: its deal, its decisions and its settlement are in the room that bears its name.
"""
