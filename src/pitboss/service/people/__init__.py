"""People: their accounts and sessions, what each role may do, and the limits on a person's play."""
