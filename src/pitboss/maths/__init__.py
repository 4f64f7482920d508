"""The mathematics of the games: exact figures that the engines' own steps can be held against."""
