"""Does somebody's betting follow the count? Ratios that hold their false-alarm rate at any time of a visit."""

from pitboss.maths.counting import COUNTS as NAMED
from pitboss.maths.following.channels import COUNTS
from pitboss.maths.following.result import ALARM, Following, best_count, following
from pitboss.maths.following.visits import Plays, Visit

__all__ = ["ALARM", "COLUMNS", "NAMED", "Following", "Plays", "Visit", "best_count", "following"]

COLUMNS = {name: column for column, name in enumerate(COUNTS)}
"""The column of a visit's leads that each count has."""
