"""How the server's socket is set up, as far as a player notices it."""

from __future__ import annotations

import socket
from pathlib import Path

from pitboss.web.serving import listening
from pitboss.web.settings import Settings


def test_no_message_waits_for_the_acknowledgement_of_the_one_before(tmp_path: Path) -> None:
    """Otherwise each answer that follows a change of its table comes some forty milliseconds late."""
    with listening(Settings.of({}, home=tmp_path, port=0)) as listener:
        listener.setblocking(True)
        with socket.create_connection(listener.getsockname()), listener.accept()[0] as connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
