"""Simulation: whole shoes dealt by compiled kernels, in shards that any number of workers may take."""
