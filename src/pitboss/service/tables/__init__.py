"""Live tables: their state, what each command does to them, and what everybody sees of them."""
