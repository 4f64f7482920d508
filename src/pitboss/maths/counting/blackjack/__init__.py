"""What counts are worth in blackjack: exact values of many shoes, index plays, and what betting by a count brings."""
