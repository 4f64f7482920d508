"""Money at a table beside the wagers of a round: counts, fills, progressive wins, corrections, and shortfalls."""
