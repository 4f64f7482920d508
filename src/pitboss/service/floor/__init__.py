"""The floor: what can be asked of it, what happened on it, its streams, and the process that runs it."""
