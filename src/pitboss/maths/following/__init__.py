"""Does somebody's betting follow the count? Ratios that hold their false-alarm rate at any time of a visit."""

from pitboss.maths.following.result import ALARM, Following, following
from pitboss.maths.following.visits import Plays, Visit

__all__ = ["ALARM", "Following", "Plays", "Visit", "following"]
