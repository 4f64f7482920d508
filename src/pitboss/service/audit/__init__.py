"""The log, read and proven: its audit, signed checkpoints, evidence bundles, significant events, and past rounds."""
