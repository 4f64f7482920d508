"""What answers and rulings are worth at a live table, and what the answers that were given have cost."""
