"""How the server is started: its socket, as far as a player notices it, and what keeps it from opening."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_SECONDS

from pitboss.cli.serve import serve
from pitboss.errors import IllegalAction, PitbossError, Refusal
from pitboss.rules import Content, filed_sheet, load
from pitboss.service.audit.checkpoints import Checkpoints, keys_of
from pitboss.service.floor.commands import Sit
from pitboss.service.floor.served_tables import log as served_log
from pitboss.service.floor.sheets import Sheets
from pitboss.service.operations.demo_floor import open_demo_floor
from pitboss.service.operations.keys import Keys, KeyTrouble
from pitboss.store import open_store
from pitboss.web.app import create_app
from pitboss.web.serving import listening
from pitboss.web.settings import Settings

EXAMPLE = Path(__file__).parents[2] / "examples" / "river-room.toml"


def test_no_message_waits_for_the_acknowledgement_of_the_one_before(tmp_path: Path) -> None:
    """Otherwise each answer that follows a change of its table comes some forty milliseconds late."""
    with listening(Settings.of({}, home=tmp_path, port=0)) as listener:
        listener.setblocking(True)
        with socket.create_connection(listener.getsockname()), listener.accept()[0] as connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# --- a floor that does not open ---------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A floor with a log that its own key has signed."""
    from tests.service.audit_floor import PlayedFloor

    home = tmp_path / "home"
    home.mkdir()
    store = open_store(str(home / "floor.sqlite3"))
    keys = keys_of(store, home / "keys")
    PlayedFloor(store, sheets=("blackjack-v5",), keys=keys)
    assert Checkpoints(store, keys, clock=lambda: 1_790_000_000_000).sign()
    store.close()
    return home


def test_the_keys_of_a_floor_are_taken_up_again(home: Path) -> None:
    store = open_store(str(home / "floor.sqlite3"))
    assert keys_of(store, home / "keys").public == Keys.kept_in(home / "keys").public
    store.close()


def test_a_log_without_its_keys_or_with_another_floors_is_not_opened(home: Path) -> None:
    """New keys would open nothing that is sealed, and would sign as a stranger."""
    store = open_store(str(home / "floor.sqlite3"))
    shutil.rmtree(home / "keys")
    with pytest.raises(KeyTrouble, match=r"lacks seal\.key, sign\.key, and this floor has a log"):
        keys_of(store, home / "keys")
    assert not (home / "keys").exists()
    Keys.kept_in(home / "keys")
    with pytest.raises(KeyTrouble, match="are another floor's"):
        keys_of(store, home / "keys")
    store.close()


def test_tables_whose_sheet_cannot_be_found_stay_asleep_and_the_floor_opens(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the text of a sheet is lost: the chips of everybody are there, and new tables can be opened."""
    content, lost = Sheets._content, load("blackjack-v5").text_hash

    def forgetful(sheets: Sheets, text: str) -> Content | None:
        return None if text == lost else content(sheets, text)

    async def evening() -> None:
        app = create_app(Settings.of({}, home=home, demo=False))
        async with app.router.lifespan_context(app):
            running = app.state.running
            assert running.asleep == {"blackjack-v5-1"}
            assert "blackjack-v5" not in {live.sheet.name for live in running.tables()}
            with pytest.raises(IllegalAction, match="the log keeps no sheet"):
                await running.command("blackjack-v5-1", Sit(box=1), actor="Ann")
            monkeypatch.undo()  # the new program's own sheet
            await open_demo_floor(running)
            assert "blackjack-v5-2" in {live.id for live in running.tables()}

    said: list[str] = []
    monkeypatch.setattr(served_log, "warning", lambda text, *given: said.append(text % given))
    monkeypatch.setattr(Sheets, "_content", forgetful)
    asyncio.run(evening())
    assert [line.partition(" whose")[0] for line in said] == [
        "table blackjack-v5-1 stays asleep: the log keeps no sheet"
    ]


def test_a_sheet_of_ones_own_needs_an_embedded_floor(tmp_path: Path) -> None:
    """On any other floor two people decide; whoever tries is told how."""
    own = filed_sheet(EXAMPLE)
    for given in ({"demo": False}, {"database": "postgresql://pit@127.0.0.1:1/none"}):
        with pytest.raises(Refusal, match="propose the sheet in the pit console"):
            Settings.of({}, home=tmp_path, sheets=(own,), **given)
    assert Settings.of({}, home=tmp_path, sheets=(own,)).embedded


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('extends = "../river-room.toml"', "leads out of the folder of the sheet"),
        ('extends = "../../etc/passwd"', "leads out of the folder of the sheet"),
        ('extends = "catfish-blackjack"\nname = "x"\n[dealer]\nsoft_17 = "stand"', "a document of its own"),
        ('extends = "catfish-blackjack"\nnme = "x"', "nme: is not known"),
    ],
)
def test_a_sheet_that_cannot_be_served_is_one_line(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "river-room.toml").write_text(EXAMPLE.read_text())
    path = tmp_path / "club" / "ours.toml"
    path.write_text(text)
    with pytest.raises(PitbossError, match=says) as caught:
        serve(sheet=[path], home=tmp_path, port=0)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "floor.sqlite3").exists()


@pytest.mark.slow
@pytest.mark.parametrize("why", ["keys", "database"])
def test_what_keeps_it_from_opening_is_one_line_and_status_2(home: Path, why: str) -> None:
    """Nobody is told that it is open, and nobody has to read where in the program it was noticed."""
    words = ["serve", "--port", "0", "--home", str(home)]
    if why == "keys":
        (home / "keys" / "seal.key").unlink()
    else:
        words += ["--database", "postgresql://pit@127.0.0.1:1/none"]
    done = subprocess.run(
        [str(Path(sys.executable).with_name("pitboss")), *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss: ")
    assert done.stderr.count("\n") == 1
    assert {"keys": "lacks seal.key", "database": "no PostgreSQL answers"}[why] in done.stderr


@pytest.mark.slow
def test_a_server_on_every_address_names_one_that_a_browser_finds(tmp_path: Path) -> None:
    words = ["serve", "--host", "0.0.0.0", "--port", "0", "--home", str(tmp_path), "--no-demo"]
    with subprocess.Popen(
        [str(Path(sys.executable).with_name("pitboss")), *words], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        opened, link = process.stdout.readline(), process.stdout.readline()
        process.terminate()
        process.wait(PATIENCE_SECONDS)
    assert opened.startswith("Pitboss is open at http://127.0.0.1:")
    assert "open http://127.0.0.1:" in link
