"""A small client for the table server: sign in, watch tables, send commands, and be sure that each was done once."""

from __future__ import annotations

from pitboss.extras import needs

needs("serve", "httpx", "websockets")

from pitboss.client.connection import Client, Refused, Seat, ServerAway  # noqa: E402

__all__ = ["Client", "Refused", "Seat", "ServerAway"]
