"""Running a house: its keys, backup and restore, and the demo floor."""
