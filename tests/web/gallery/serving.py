"""The gallery on a port of its own: the pages' drawing, sample tables, and what the server posts for their sheets."""

from __future__ import annotations

import json
import threading
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final, Self

import pitboss.web
from pitboss.rules import SHIPPED, Sheet, load, parse_sheet
from pitboss.web.layouts import Layout, PlacedWager, layout_of

__all__ = ["GalleryServer", "layouts", "side_bets_on"]

HERE: Final = Path(__file__).parent
PAGES: Final = Path(pitboss.web.__file__).parent / "pages"
BELOW: Final = "free-bet-blackjack"
SECTIONS: Final = ("trilux", "kings_bounty", "push22", "match", "super7", "perfect_pair", "overunder")
"""The side bets of all documents; the last has two circles."""


def side_bets_on(many: int, *, boxes: int = 7) -> Sheet:
    """A sheet of a house that offers side bets of several documents, so that each box has a number of circles."""
    offered = [*SECTIONS[: many - 2], SECTIONS[-1]] if many > len(SECTIONS) - 2 else list(SECTIONS[:many])
    below = load(BELOW)
    table = f"boxes = {boxes}\nspots_per_player = {min(boxes, 3)}\nside_bets = {json.dumps(offered)}"
    added = [f"[bets.{name}]\n{_described(name)}" for name in offered if f"bets.{name}.min" not in below.values]
    return parse_sheet("\n".join([f'extends = "{BELOW}"', "[table]", table, *added]))


def _described(section: str) -> str:
    """A side bet's values as a sheet that has it writes them."""
    sheet = next(one for one in map(load, SHIPPED) if one.values.get(f"bets.{section}.min"))
    prefix = f"bets.{section}."
    inside = {path.removeprefix(prefix): sheet.written(path) for path in sheet.values if path.startswith(prefix)}
    return "\n".join(f"{key} = {json.dumps(value)}" for key, value in inside.items())


def layouts() -> dict[str, Any]:
    """What the server posts, by the names that the scenes use: the shipped sheets, then felts of any kind."""
    found = {name: layout_of(load(name)) for name in SHIPPED}
    found |= {f"bets-{many}": layout_of(side_bets_on(many)) for many in range(7)}
    found |= {f"boxes-{boxes}": layout_of(side_bets_on(6, boxes=boxes)) for boxes in (3, 5)}
    poker = found["ultimate-texas-holdem"]
    found |= {f"showdown-{many}": _showdown(poker, many) for many in (0, 2, 4, 5)}
    found["five-cards"] = _five_cards(poker)
    return {name: layout.model_dump() for name, layout in found.items()}


def _showdown(layout: Layout, many: int) -> Layout:
    """A showdown with a number of optional bets beside the progressive."""
    titles = ("Trips", "Six Card Bonus", "Pairs Plus", "Bad Beat", "Hole Card")
    sides = [PlacedWager(wager=f"side{n}", title=title, kind="side") for n, title in enumerate(titles[:many], 1)]
    kept = [one for one in layout.wagers if one.kind != "side"]
    return layout.model_copy(update={"wagers": [*kept, *sides]})


def _five_cards(layout: Layout) -> Layout:
    """A game that is not played here yet: five cards for each, no board, another wager that equals the Ante."""
    wagers = [
        PlacedWager(wager="ante", title="Ante", kind="main"),
        PlacedWager(wager="super_bonus", title="Super Bonus", kind="equal"),
        PlacedWager(wager="play", title="Play", kind="play"),
        PlacedWager(wager="queens_up", title="Queens Up", kind="side"),
        PlacedWager(wager="progressive", title="Progressive", kind="progressive"),
    ]
    return layout.model_copy(update={"wagers": wagers, "board": [], "felt": "plum"})


class _Handler(SimpleHTTPRequestHandler):
    """The files of the gallery under /gallery/, the pages under /, and the layouts as one document."""

    def translate_path(self, path: str) -> str:
        self.directory = str(HERE.parent if path.startswith("/gallery/") else PAGES)
        return super().translate_path(path)

    def do_GET(self) -> None:
        if self.path != "/gallery/layouts.json":
            return super().do_GET()
        body = json.dumps(layouts()).encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: whoever looks at the gallery sees it."""


class GalleryServer:
    """The gallery on a free port of this machine."""

    def __init__(self, port: int = 0) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(PAGES)))
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.page = f"{self.address}/gallery/gallery.html"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
