"""The school on the floor's server: a stream for each learner, and the classroom that asks and judges.

Nothing here moves money, sits at a table or is seen from one: a learner's stream stands beside all others in the log.
"""
