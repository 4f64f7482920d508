"""A blackjack table in the terminal: what is shown, what is typed, and the money in hand."""
