"""What those who watch over the cash decide; the log keeps it sealed."""

from __future__ import annotations

from pitboss.service.floor.commands.base import Command

__all__ = ["Judge"]


class Judge(Command, frozen=True, kw_only=True):
    """Somebody of compliance has judged something; what, and how, is sealed in the entry."""

    mark: str
    """Tells this judgement from another for whoever has the keys, and nothing to anybody else."""
