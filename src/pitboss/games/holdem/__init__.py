"""Hold'em against the dealer."""
