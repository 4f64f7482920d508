"""The round: an agenda of steps, questions that are the state, events that are the log."""
