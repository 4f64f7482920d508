"""What the staff of a table is shown: the next step, the commands they can give now, the case that is open."""
