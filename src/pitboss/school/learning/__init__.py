"""What a learner has answered, as a stream of events, and what follows from it: a schedule, levels, progress, a map."""
