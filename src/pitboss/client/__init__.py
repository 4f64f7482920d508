"""A small client for the table server: sign in, watch tables, send commands, and be sure that each was done once."""

from __future__ import annotations

from pitboss.client.connection import Client, Refused, Seat, ServerAway

__all__ = ["Client", "Refused", "Seat", "ServerAway"]
