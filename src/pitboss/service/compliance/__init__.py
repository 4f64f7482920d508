"""What looks suspicious in the cash of a house, and what compliance makes of it; nobody else learns of it."""
