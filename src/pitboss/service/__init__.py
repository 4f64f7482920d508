"""Live tables: load, decide, append, publish; clock, chance and keys are handed in."""

from pitboss.extras import needs

needs("serve")
