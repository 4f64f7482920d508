"""What cards are worth: blackjack totals, poker ranks."""
