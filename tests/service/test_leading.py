"""Several servers that each lead a share of the tables: passing on, taking over, and what must hold meanwhile."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher
from tests.service.staffed_floor import DORA, StaffedPit
from tests.service.test_floor import PATIENT, Pit
from tests.store.floor import grow
from tests.store.server import Server as Postgres
from tests.store.server import furnished_server
from tests.waiting import PATIENCE_SECONDS

from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.ledger import player as player_account
from pitboss.rules import load
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor import leading as module
from pitboss.service.floor import private_way
from pitboss.service.floor.floor import Floor, Unknown
from pitboss.service.floor.leading import Leading
from pitboss.service.floor.passing_on import answered
from pitboss.service.floor.private_way import Caller, Door, Lost
from pitboss.service.floor.running import Running, Watcher
from pitboss.service.floor.streams import Answer, TableStream, stream_of
from pitboss.service.operations.keys import Keys
from pitboss.service.people.accounts import NotKnown, People, Session
from pitboss.service.tables.bookmarks import EVERY
from pitboss.shoe.chance import SeededChance
from pitboss.store import MemoryStore, Store, StoreError, open_store

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
NAMES = tuple(f"t{number}" for number in range(1, 7))
Another = Callable[[], Store]
UNHURRIED = msgspec.structs.replace(PATIENT, betting=86_400_000, idle=86_400_000)
"""Nobody loses their seat on a busy machine, before the test is done."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with furnished_server() as found:
        yield found


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Another]:
    """Opens the same store for one more server."""
    if request.param == "memory":
        memory = MemoryStore()
        yield lambda: memory
        return
    url = f"sqlite:///{tmp_path / 'floor.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres").emptied("furnished")
    opened: list[Store] = []

    def one_more() -> Store:
        opened.append(open_store(url))
        return opened[-1]

    yield one_more
    for store in opened:
        store.close()


class House:
    """A server: a floor at work that leads its share, and the door by which the others pass on to it."""

    def __init__(self, pit: Pit, store: Store, folder: Path, name: str) -> None:
        self.floor = Floor(store, pit.keys(), clock=lambda: pit.now, chance=SeededChance(name).octets)
        self.leading = Leading(store, self.floor.keys, name=name, beat_seconds=0.05)
        self.running = Running(self.floor, self.leading)
        self.door = Door(self.floor.keys, answered(self.leading, self.running))
        self._path = folder / f"{name}.sock"

    async def open(self) -> House:
        await self.running.start()
        await self.leading.start(self.running, await self.door.open(self._path))
        return self

    async def close(self) -> None:
        await self.leading.stop()
        await self.door.close()
        await self.running.stop()

    async def die(self) -> None:
        """Fall silent as by a kill: nobody answers at the door, and nothing is given up."""
        self.leading._ended.set()
        self.leading._wake.set()
        self.running._stopping = True
        self.running._dealers.stop()
        await self.door.close()

    @property
    def led(self) -> set[str]:
        return set(self.leading.epochs)

    async def do(self, table: str, command: Any, actor: str, role: str = "player", client: str = "") -> Any:
        return await self.running.command(table, command, actor=actor, role=role, client=client)


@asynccontextmanager
async def houses(pit: Pit, another: Another, count: int = 2) -> AsyncIterator[list[House]]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pb")))
        made = [await House(pit, another(), folder, f"server-{at}").open() for at in range(count)]
        for house in made:
            stack.push_async_callback(house.close)
        await until(lambda: shared_out(made, pit), "the tables are not shared out")
        yield made


def shared_out(made: list[House], pit: Pit) -> bool:
    tables = [stream for stream in pit.store.heads() if stream.startswith("table:")]
    there = all(len(house.leading._servers) == len(made) for house in made)
    return there and all(
        house.led == {stream for stream in tables if house.leading._falls_to(stream) == house.leading.name}
        for house in made
    )


async def until(true: Callable[[], object], never: str) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not true():
            await asyncio.sleep(0.01)
    assert true(), never


def run(work: Awaitable[Any]) -> Any:
    return asyncio.run(work)  # type: ignore[arg-type]


def of(made: list[House], table: str) -> tuple[House, House]:
    """The server that leads a table, and one that does not."""
    stream = f"table:{table}"
    return next(h for h in made if stream in h.led), next(h for h in made if stream not in h.led)


class SixTables(Pit):
    """Ann sits at six tables, where bets are open."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.hello("Ann", chips=1_000_000)
        for table in NAMES:
            self.open(table=table, pace=UNHURRIED)
            self.do(c.Sit(box=1), "Ann", table=table)
            self.until(lambda live: live.table.bets_open, table)


def bet(cents: int) -> Any:
    return c.Act(action=a.PlaceBet(spot=1, cents=cents))


def test_each_table_is_led_by_one_server_and_commands_go_there(another: Another) -> None:
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            for table in NAMES:
                leader, front = of(made, table)
                before = leader.floor.table(table).version
                answer = await front.do(table, bet(1000), "Ann", client=table)
                assert (answer.stream, answer.version) == (f"table:{table}", before + 1)
                assert leader.floor.known_table(table).version == before + 1, "its leader has decided it"
                again = await leader.do(table, bet(1000), "Ann", client=table)
                assert again.version == answer.version, "the same command by another way is not done twice"
                with pytest.raises(IllegalAction) as refusal:
                    await front.do(table, bet(10**9), "Ann")
                assert refusal.value.code == "bets.above_maximum"
                assert refusal.value.params["cents"] == 10**9
            with pytest.raises(Unknown):
                await made[0].do("nowhere", bet(1000), "Ann")

    run(evening())


def test_a_table_whose_log_is_damaged_stays_asleep_and_the_others_are_led(caplog: pytest.LogCaptureFixture) -> None:
    """Also where they come after it, and at a server that only lists them."""
    memory = MemoryStore()
    pit = SixTables(memory)
    entries = memory._streams["table:t3"]
    entries[0] = msgspec.structs.replace(entries[0], command='{"type":"Sit","box":1}')
    others = {f"table:{table}" for table in NAMES if table != "t3"}

    async def evening() -> None:
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pb")))
            made = []
            for name in ("one", "two"):
                made.append(await House(pit, memory, folder, name).open())
                stack.push_async_callback(made[-1].close)
            await until(lambda: set().union(*(house.led for house in made)) == others, "not all others are led")
            for house in made:
                await house.running.freshen(at_once=True)
                assert [live.id for live in house.running.tables()] == [name for name in NAMES if name != "t3"]
        assert "table t3 stays asleep: it cannot be replayed" in caplog.text

    run(evening())


def test_what_a_leader_does_is_seen_at_the_other_servers(another: Another) -> None:
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            leader, front = of(made, "t1")
            heard: list[bytes] = []
            held = await front.running.table("t1")
            front.running.watch("t1", Watcher("Bea", heard.append))
            answer = await leader.do("t1", bet(1500), "Ann")
            await until(lambda: held.version == answer.version and heard, "nothing is heard")
            await front.running.freshen(at_once=True)
            assert sorted(live.id for live in front.running.tables()) == list(NAMES)

    run(evening())


def test_tables_of_a_server_that_falls_silent_are_taken_over(another: Another, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEASE_SECONDS", 0.4)
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            dead, alive = of(made, "t1")
            await dead.die()
            answer = await alive.do("t1", bet(2000), "Ann", client="one")
            assert alive.floor.known_table("t1").version == answer.version
            await until(lambda: len(alive.led) == len(NAMES), "not all are taken over")

    run(evening())


def test_who_stops_gives_up_its_tables_at_once(another: Another) -> None:
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another, 3) as made:
            leader, front = of(made, "t1")
            asked = asyncio.create_task(front.do("t1", bet(2000), "Ann"))
            await leader.leading.stop()
            assert (await asked).stream == "table:t1"
            others = [house for house in made if house is not leader]
            await until(lambda: sum(len(house.led) for house in others) == len(NAMES), "tables stay without a leader")
            assert not leader.led

    run(evening())


def test_a_leader_that_was_thought_dead_changes_nothing_any_more(another: Another) -> None:
    """Its commit carries the epoch of before: the store refuses it, and the new leader does the command, once."""
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            old, new = of(made, "t1")
            stale = old.leading.epochs["table:t1"]
            await new.leading.claim("table:t1")
            assert "table:t1" not in new.led, "nobody takes from who is there"
            while "table:t1" not in new.led:  # until it comes between two beats of the old leader
                pit.store.retire(old.leading.name)
                await new.leading.claim("table:t1")
            assert new.leading.epochs["table:t1"] > stale
            before = new.floor.table("t1").version
            old.leading.epochs["table:t1"] = stale
            answer = await old.do("t1", bet(2500), "Ann", client="late")
            assert answer.version == before + 1
            entries = [one for one in pit.store.read("table:t1", after=before) if one.client == "late"]
            assert len(entries) == 1

    run(evening())


class Taken:
    """Tables that are taken up and let go at once."""

    leading: Leading

    async def take_up(self, table_stream: str, epoch: int) -> None:
        self.leading.epochs[table_stream] = epoch

    async def let_go(self, streams: Iterable[str]) -> None:
        for stream in list(streams):
            self.leading.epochs.pop(stream, None)

    def led_elsewhere(self, streams: Iterable[str]) -> None:
        pass


@asynccontextmanager
async def leads(store: MemoryStore, name: str, folder: Path) -> AsyncIterator[Leading]:
    """A server without a floor that leads its share of the streams."""
    taken = Taken()
    taken.leading = Leading(store, Keys.fresh(), name=name, beat_seconds=0.05)
    await taken.leading.start(taken, f"unix:{folder / name}")
    yield taken.leading
    await taken.leading.stop()


def six_streams() -> MemoryStore:
    store = MemoryStore()
    for table in NAMES:
        grow(store, 1, f"table:{table}")
    return store


def test_what_the_store_did_not_take_back_is_led_on_and_given_again(tmp_path: Path) -> None:
    """Otherwise the store would name a server that leads the table no longer, and nobody would ever take it."""
    store = six_streams()
    resign, failed = store.resign, []

    def once_not(name: str, streams: Iterable[str]) -> None:
        if not failed:
            failed.append(name)
            raise StoreError("the store was away")
        resign(name, streams)

    store.resign = once_not  # type: ignore[method-assign]

    async def evening() -> None:
        async with leads(store, "one", tmp_path) as one, leads(store, "two", tmp_path) as two:
            await until(lambda: failed, "nothing was given")
            await until(lambda: len(one.epochs) + len(two.epochs) == len(NAMES) and two.epochs, "not all are led")
            named = {stream: lead.leader for stream, lead in store.leads("table:").items()}
            assert named == {**dict.fromkeys(one.epochs, "one"), **dict.fromkeys(two.epochs, "two")}

    run(evening())


def test_tables_of_a_server_that_takes_none_are_led_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It beats and does nothing more; what was taken in its place is left to it again only after a while."""
    monkeypatch.setattr(module, "UNCLAIMED_SECONDS", 0.1)
    monkeypatch.setattr(module, "KEPT_SECONDS", 600.0)
    store = six_streams()
    store.attend("hung", f"unix:{tmp_path / 'hung'}", seconds=600)

    async def evening() -> None:
        async with leads(store, "good", tmp_path) as good:
            await until(lambda: len(good.epochs) == len(NAMES), "not all are led")
            await asyncio.sleep(0.5)
            assert len(good.epochs) == len(NAMES), "they are given back at once"
            good._kept = dict.fromkeys(good._kept, 0.0)
            epochs = dict(good.epochs)
            await good.settle()
            await until(lambda: len(good.epochs) == len(NAMES), "not all are led again")
            assert good.epochs != epochs, "they were not left to whoever they fall to"

    run(evening())


def test_commands_that_wait_for_a_leader_do_not_put_off_who_takes_their_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them looks again and again who is there, more often than it takes until anybody takes the table."""
    monkeypatch.setattr(module, "UNCLAIMED_SECONDS", 0.3)
    store = six_streams()
    store.attend("hung", f"unix:{tmp_path / 'hung'}", seconds=600)

    async def evening() -> None:
        async with leads(store, "good", tmp_path) as good:
            assert len(good.epochs) < len(NAMES)

            def looked() -> bool:
                good.look()
                return len(good.epochs) == len(NAMES)

            await until(looked, "not all are led")

    run(evening())


def test_a_command_does_not_wait_for_a_leader_that_has_gone(another: Another, monkeypatch: pytest.MonkeyPatch) -> None:
    """It had read the command and fell silent: once others lead its tables, they do it."""
    monkeypatch.setattr(module, "LEASE_SECONDS", 0.4)
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            leader, front = of(made, "t1")
            reached = asyncio.Event()

            async def never(asked: object) -> Any:
                reached.set()
                await asyncio.Event().wait()

            leader.running.for_another = never  # type: ignore[method-assign,assignment]
            asked = asyncio.create_task(front.do("t1", bet(2000), "Ann", client="one"))
            await reached.wait()
            leader.leading._ended.set()
            leader.leading._wake.set()
            async with asyncio.timeout(PATIENCE_SECONDS):
                answer = await asked
            assert front.floor.known_table("t1").version == answer.version
            for task in list(leader.door._tasks):
                task.cancel()

    run(evening())


def test_what_cannot_be_read_is_answered_all_the_same() -> None:
    """Another version of the program may ask what this one does not know."""

    async def evening() -> bytes:
        answer = answered(Leading(MemoryStore(), Keys.fresh(), name="one"), None)  # type: ignore[arg-type]
        return await answer(b'{"type":"of a later version"}')

    assert b"server.mistake" in run(evening())


def test_whoever_lacks_the_floor_s_key_is_not_listened_to(tmp_path: Path) -> None:
    asked: list[bytes] = []

    async def answer(octets: bytes) -> bytes:
        asked.append(octets)
        return b"yes"

    async def evening() -> None:
        keys = Keys.fresh()
        with tempfile.TemporaryDirectory(prefix="pb") as folder:
            door = Door(keys, answer)
            address = await door.open(Path(folder) / "a.sock", ("127.0.0.1", 0))
            stranger = Caller(address, Keys.fresh(), lambda: None)
            with pytest.raises(Lost):
                await stranger.ask(b"open the tray")
            assert asked == []
            for way in (address, address.partition(" ")[2]):  # by the file and over the network
                assert await Caller(way, keys, lambda: None).ask(b"a word") == b"yes"
            await door.close()
            with pytest.raises(Lost):
                await Caller(address, keys, lambda: None).ask(b"too late")

    run(evening())


def test_whoever_does_not_show_the_key_is_soon_shut_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody keeps a line, or a long message on it, by a random number alone."""
    monkeypatch.setattr(private_way, "GREETING_SECONDS", 0.2)
    said = (b"", b"x" * 16, b"x" * 16 + b"\x00\x10\x00\x00" + b"x" * 100_000)

    async def answer(octets: bytes) -> bytes:
        return octets

    async def evening() -> None:
        with tempfile.TemporaryDirectory(prefix="pb") as folder:
            door = Door(Keys.fresh(), answer)
            await door.open(Path(folder) / "a.sock")
            lines = [await asyncio.open_unix_connection(Path(folder) / "a.sock") for _ in said]
            for (_, writer), octets in zip(lines, said, strict=True):
                writer.write(octets)
            async with asyncio.timeout(PATIENCE_SECONDS):
                for reader, writer in lines:
                    with suppress(ConnectionResetError):
                        await reader.read()  # returns where the other side has closed
                    writer.close()
            await door.close()

    run(evening())


def test_what_was_asked_on_a_line_that_is_closed_is_lost() -> None:
    """Also where the line is closed before its task took a first step."""

    async def never(octets: bytes) -> bytes:
        return await asyncio.Future()

    async def evening() -> None:
        keys = Keys.fresh()
        with tempfile.TemporaryDirectory(prefix="pb") as folder:
            door = Door(keys, never)
            caller = Caller(await door.open(Path(folder) / "a.sock"), keys, lambda: None)
            await caller.open()
            reading, caller._reading = caller._reading, None
            assert reading is not None
            reading.cancel()
            asked = asyncio.create_task(caller.ask(b"a word"))
            await until(lambda: caller.waits, "nothing is asked")
            caller.close()
            with pytest.raises(Lost):
                await asyncio.wait_for(asked, PATIENCE_SECONDS)
            for task in list(door._tasks):
                task.cancel()
            await door.close()

    run(evening())


def test_a_line_that_nobody_waits_for_any_more_is_closed(tmp_path: Path) -> None:
    """Also where it was given up before its other side said a word, or before its task took a first step."""
    closed: list[bytes] = []

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        closed.append(await reader.read())  # returns where the other side has closed
        writer.close()

    async def answer(octets: bytes) -> bytes:
        return octets

    async def evening() -> None:
        keys = Keys.fresh()
        with tempfile.TemporaryDirectory(prefix="pb") as folder:
            path = Path(folder) / "silent.sock"
            async with await asyncio.start_unix_server(silent, path):
                opening = asyncio.create_task(Caller(f"unix:{path}", keys, lambda: None).open())
                await asyncio.sleep(0.05)
                opening.cancel()
                await until(lambda: len(closed) == 1, "the line stays open")
            door = Door(keys, answer)
            caller = Caller(await door.open(Path(folder) / "a.sock"), keys, lambda: None)
            await caller.open()
            caller.close()
            await until(lambda: not door._lines, "the line stays open")
            reader, writer = await asyncio.open_unix_connection(Path(folder) / "a.sock")
            while not door._lines:
                await asyncio.sleep(0)
            await door.close()
            assert len(await reader.read()) <= 16, "at most a greeting, then its end"
            writer.close()

    run(evening())


@pytest.mark.parametrize("number", range(4))
def test_a_loss_limit_holds_against_bets_through_two_servers(another: Another, number: int) -> None:
    pit = SixTables(another())
    pit.person("Ann", c.SetLimits(loss_cents=2000))

    async def evening() -> list[Any]:
        async with houses(pit, another) as made:
            ways = [(made[(at + number) % 2], table) for at, table in enumerate(NAMES)]
            bets = [house.do(table, bet(1500), "Ann") for house, table in ways]
            return await asyncio.gather(*bets, return_exceptions=True)

    done = run(evening())
    refused = [one.code for one in done if isinstance(one, IllegalAction)]
    assert refused == ["limits.loss"] * (len(NAMES) - 1), done
    assert pit.store.balances([player_account("Ann")]) == {player_account("Ann"): 1_000_000 - 1500}


def test_a_dealer_taps_in_at_one_of_two_tables_that_two_servers_lead(another: Another) -> None:
    pit = StaffedPit(store=another(), tapped=False)
    for table in NAMES:
        pit.open(table=table, dealer="staffed")

    async def evening() -> None:
        async with houses(pit, another) as made:
            tables = [sorted(house.led)[0].removeprefix("table:") for house in made]
            taps = [house.do(table, c.TapIn(), DORA, "dealer") for house, table in zip(made, tables, strict=True)]
            done = await asyncio.gather(*taps, return_exceptions=True)
            assert [one.code for one in done if isinstance(one, IllegalAction)] == ["dealer.deals_elsewhere"], done

    run(evening())
    fresh = pit.another()
    assert [fresh.table(table).live.table.dealer for table in ("t", *NAMES)].count(DORA) == 1


def test_a_dealer_at_a_table_that_was_only_just_opened_at_one_server_taps_in_at_no_other(another: Another) -> None:
    """The other server has not heard that there is such a table, and looks before anybody taps in."""
    pit = StaffedPit(store=another(), tapped=False)
    for table in NAMES:
        pit.open(table=table, dealer="staffed")
    sheet = load("catfish-blackjack")
    opened = c.OpenTable(
        title="Fresh", sheet=sheet.name, sheet_hash=sheet.hash, text=sheet.text_hash, dealer="staffed", cards="program"
    )

    async def evening() -> None:
        async with houses(pit, another) as (here, there):
            here.leading.look = lambda: None  # type: ignore[method-assign]
            here.leading._attended = lambda found: None  # type: ignore[method-assign]
            table = sorted(here.led)[0].removeprefix("table:")
            await there.do("fresh", opened, "Ada", "administrator")
            await there.do("fresh", c.TapIn(), DORA, "dealer")
            with pytest.raises(IllegalAction) as refusal:
                await here.do(table, c.TapIn(), DORA, "dealer")
            assert refusal.value.code == "dealer.deals_elsewhere"

    run(evening())


def test_a_demoted_dealer_does_nothing_through_any_server(another: Another) -> None:
    pit = StaffedPit(store=another()).ready()

    async def evening() -> None:
        async with houses(pit, another) as made:
            start = c.StartRound(sheet_hash=pit.live().sheet.hash)
            note = c.NoteRole(person=DORA, before="dealer", after="player", reason="she leaves the house")
            await made[0].running.house_command(note, actor="Ada", role="administrator")
            for house in made:
                with pytest.raises(IllegalAction) as refusal:
                    await house.do("t", start, DORA, "dealer")
                assert refusal.value.code == "role.another_now"

    run(evening())


class SignedIn:
    """People who sign in and out at one server, and ask at any."""

    def __init__(self, pit: Pit, store: Store) -> None:
        self.people = People(store, clock=lambda: pit.now, hasher=CHEAP)

    def session(self, name: str, role: Any = "player") -> Session:
        if self.people.find(name) is None:
            self.people.add(name, "correct horse battery", role)
        return self.people.sign_in(name, "correct horse battery")


def test_nothing_is_done_through_any_server_after_a_session_has_ended(another: Another) -> None:
    """Nobody tells the servers that it has: the commit itself is refused."""
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            desk = SignedIn(pit, another())
            mine, other = desk.session("Ann"), desk.session("Ann")
            leader, front = of(made, "t1")
            for house, cents in ((leader, 1000), (front, 1100)):
                await house.running.command("t1", bet(cents), actor="Ann", session=mine.key)
            desk.people.sign_out(mine.token)
            before = pit.store.head("table:t1"), pit.store.head("person:Ann"), pit.store.balances()
            for house in (front, leader):
                with pytest.raises(NotKnown) as refusal:
                    await house.running.command("t1", bet(1200), actor="Ann", session=mine.key)
                assert refusal.value.code == "sign_in.first"
                for command in (c.BuyIn(cents=500), c.SetLimits(loss_cents=1)):
                    with pytest.raises(NotKnown):
                        await house.running.person_command("Ann", command, actor="Ann", session=mine.key)
            assert (pit.store.head("table:t1"), pit.store.head("person:Ann"), pit.store.balances()) == before
            await front.running.command("t1", bet(1300), actor="Ann", session=other.key)

    run(evening())


def test_bets_and_a_sign_out_at_once_are_one_after_the_other(another: Another) -> None:
    """What is done through two servers is done before the sign-out has been answered, or it is refused."""
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            desk = SignedIn(pit, another())
            mine = desk.session("Ann")
            asked = [
                asyncio.create_task(house.running.command(table, bet(1000 + 100 * at), actor="Ann", session=mine.key))
                for at in range(3)
                for house in made
                for table in NAMES
            ]
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.to_thread(desk.people.sign_out, mine.token)
            heads = await asyncio.to_thread(pit.store.heads)
            done = await asyncio.gather(*asked, return_exceptions=True)
            assert pit.store.heads() == heads, "something came after it"
            assert {type(one) for one in done} <= {Answer, NotKnown}, done

    run(evening())


def test_the_staff_does_nothing_by_a_session_that_has_ended_or_in_a_role_that_was_taken(another: Another) -> None:
    pit = StaffedPit(store=another()).ready()
    pit.hello("Ann")
    taken = c.NoteRole(person="Max", before="shift_manager", after="dealer", reason="he deals again")
    ruling = c.Conduct(ruling="warned", reason="loud")

    async def evening() -> None:
        async with houses(pit, another) as made:
            desk = SignedIn(pit, another())
            max_, ada = desk.session("Max", "shift_manager"), desk.session("Ada", "administrator")
            ways: list[Callable[[House, Session], Awaitable[Any]]] = [
                lambda house, session: house.running.link_command(
                    c.LinkDown(reason="a cable"), actor="Max", role="shift_manager", session=session.key
                ),
                lambda house, session: house.running.person_command(
                    "Ann", ruling, actor="Max", role="shift_manager", session=session.key
                ),
                lambda house, session: house.running.house_command(
                    c.Propose(proposal="p", change=c.CompRate(basis_points=10), reason="more"),
                    actor="Max", role="shift_manager", session=session.key,
                ),
            ]  # fmt: skip
            ended = desk.session("Max")
            desk.people.sign_out(ended.token)
            heads = pit.store.heads()
            for house in made:
                for way in ways:
                    with pytest.raises(NotKnown):
                        await way(house, ended)
            assert pit.store.heads() == heads
            await made[0].running.house_command(taken, actor="Ada", role="administrator", session=ada.key)
            heads = pit.store.heads()
            for house in reversed(made):
                for way in ways:
                    with pytest.raises(IllegalAction) as refusal:
                        await way(house, max_)
                    assert refusal.value.code == "role.another_now"
            assert pit.store.heads() == heads

    run(evening())


def test_the_other_servers_are_told_of_sessions_that_end_and_of_new_roles(another: Another) -> None:
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another, 3) as made:
            heard: list[tuple[int, Any]] = []
            for at, house in enumerate(made):
                house.running.signed_out = lambda sessions, at=at: heard.append((at, tuple(sessions)))  # type: ignore[misc]

                async def new_role(person: str, at: int = at) -> None:
                    heard.append((at, person))

                house.running.new_role = new_role
            await made[1].running.end_sessions(["one", "two"])
            assert sorted(heard) == [(at, ("one", "two")) for at in range(3)], "when it is answered, all have heard"
            heard.clear()
            await made[2].running.tell_role("Max")
            assert sorted(heard) == [(at, "Max") for at in range(3)]

    run(evening())


# --- decisions of the house at a table that another server leads ---------------------------------------------------


async def approved(made: list[House], table: str, minimum: int) -> str:
    """Other limits that two people have agreed on, through two servers."""
    name = f"limits of {table} {minimum}"
    change = c.LimitsChange(table=table, minimum=minimum, maximum=1_000_000)
    wanted = c.Propose(proposal=name, change=change, reason="a busy night")
    await made[0].running.house_command(wanted, actor="Ada", role="administrator")
    await made[1].running.house_command(c.Approve(proposal=name), actor="Max", role="shift_manager")
    return name


def test_limits_that_the_house_decides_take_effect_at_the_leader(another: Another) -> None:
    """Its memory has them when the decision is answered, though it does not hear what others append."""
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            leader, front = of(made, "t1")
            name = await approved(made, "t1", 2000)
            end, leader.running._end_watch = leader.running._end_watch, None
            assert end is not None
            end()
            ways = [
                await house.running.house_command(
                    c.Apply(proposal=name), actor="Ada", role="administrator", client="apply"
                )
                for house in (front, leader, front)
            ]
            assert {(one.stream, one.version) for one in ways} == {("house", ways[0].version)}, "it is done once"
            held = leader.floor.known_table("t1")
            assert held is not None
            assert held.version == pit.store.head("table:t1")[0]
            assert held.live.notice is not None
            assert held.live.notice.minimum == 2000
            with pytest.raises(IllegalAction) as refusal:
                await front.running.house_command(c.Apply(proposal=name), actor="Ada", role="administrator")
            assert refusal.value.code == "proposal.decided"

    run(evening())


def test_decisions_and_bets_at_once_are_all_done_once(another: Another) -> None:
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            names = [await approved(made, table, 2000) for table in NAMES]
            asked: list[Awaitable[Any]] = [
                house.do(table, bet(1000 + 100 * at), "Ann", client=f"{table}-{at}")
                for at, house in enumerate((*made, *made))
                for table in NAMES
            ]
            for at, name in enumerate(names):
                house = made[at % 2].running
                asked.append(house.house_command(c.Apply(proposal=name), actor="Ada", role="administrator"))
            done = await asyncio.gather(*asked)
            assert all(isinstance(one, Answer) for one in done)
            for table in NAMES:
                leader, _ = of(made, table)
                held = leader.floor.known_table(table)
                assert held is not None
                assert (held.version, held.hash) == pit.store.head(f"table:{table}")
                assert held.live.notice is not None

    run(evening())
    assert verify(pit.store, pit.keys()).good


def test_a_decision_of_a_server_that_was_deposed_goes_to_the_new_leader(another: Another) -> None:
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            old, new = of(made, "t1")
            name, stale = await approved(made, "t1", 2000), old.leading.epochs["table:t1"]
            while "table:t1" not in new.led:
                pit.store.retire(old.leading.name)
                await new.leading.claim("table:t1")
            old.leading.epochs["table:t1"] = stale
            await old.running.house_command(c.Apply(proposal=name), actor="Ada", role="administrator", client="late")
            entries = [one for one in pit.store.read("table:t1") if '"ChangeLimits"' in one.command]
            assert len(entries) == 1
            await until(lambda: shared_out(made, pit), "the tables are not shared out")
            leader, _ = of(made, "t1")
            held = leader.floor.known_table("t1")
            assert held is not None
            assert (held.version, held.hash) == pit.store.head("table:t1")

    run(evening())


def test_whoever_sits_at_another_server_s_table_is_not_forgotten(another: Another) -> None:
    pit = SixTables(another())
    pit.hello("Bea", chips=0)

    async def evening() -> None:
        async with houses(pit, another) as made:
            leader, front = of(made, "t1")
            await front.running.freshen(at_once=True)
            await leader.do("t1", c.Sit(box=2), "Bea")
            with pytest.raises(IllegalAction) as refusal:
                await front.running.person_command("Bea", c.Forget(reason="I leave"), actor="Bea")
            assert refusal.value.code == "forget.at_a_table"

    run(evening())


# --- tables of other servers, in the lobby and in the pit ----------------------------------------------------------


def test_the_tables_of_other_servers_are_read_together_and_not_from_the_beginning(
    another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Listing costs one question a second for all, and per table no more than the entries since its bookmark."""
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            leader, front = of(made, "t1")
            await front.running.freshen(at_once=True)
            for at in range(40):
                await leader.do("t1", bet(1000 + 500 * (at % 2)), "Ann")
            head = pit.store.head("table:t1")
            await until(lambda: near(pit, "table:t1", head[0]), "no bookmark is kept")
            replayed, asked = [], []
            real_replay, real_heads = TableStream.replay, front.floor.store.heads

            def replay(stream: TableStream, entry: Any, keys: Any) -> Any:
                replayed.append(entry.version)
                return real_replay(stream, entry, keys)

            def heads(streams: Any = None, *, prefix: str = "") -> Any:
                asked.append(streams)
                return real_heads(streams, prefix=prefix)

            monkeypatch.setattr(TableStream, "replay", replay)
            monkeypatch.setattr(front.floor.store, "heads", heads)
            await asyncio.gather(*(front.running.freshen(at_once=at == 0) for at in range(20)))
            assert len(asked) == 1, "twenty who look at once are one reading"
            assert len(replayed) <= EVERY, replayed
            held = front.floor.known_table("t1")
            assert held is not None
            assert (held.version, held.hash) == head
            assert held.live == leader.floor.table("t1").live

    run(evening())


def test_who_looks_once_at_another_servers_table_does_not_make_this_one_read_it_from_then_on(
    another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or each entry would be paid for by every server: a look costs one reading, and who watches misses nothing."""
    pit = SixTables(another())

    async def evening() -> None:
        async with houses(pit, another) as made:
            leader, front = of(made, "t1")
            held = await front.running.table("t1")
            noticed, read = [], []
            real_soon, real_refresh = front.running._catch_up_soon, front.floor.refresh

            def soon(stream: str, version: int) -> None:
                noticed.append(stream)
                real_soon(stream, version)

            def refresh(stream: Any) -> Any:
                read.append(stream.name)
                return real_refresh(stream)

            monkeypatch.setattr(front.running, "_catch_up_soon", soon)
            monkeypatch.setattr(front.floor, "refresh", refresh)
            for at in range(10):
                await leader.do("t1", bet(1000 + 500 * (at % 2)), "Ann")
            await until(lambda: noticed.count("table:t1") == 10, "the others are not told")
            await front.running._background.finish()
            assert "table:t1" not in read
            await front.running.table("t1")
            assert read == ["table:t1"]
            missed = await leader.do("t1", bet(2000), "Ann")
            heard: list[bytes] = []
            front.running.watch("t1", Watcher("Bea", heard.append))
            await until(lambda: heard, "what came between the look and the watch is not heard")
            assert held.version == missed.version

    run(evening())


def near(pit: Pit, stream: str, version: int) -> bool:
    """Whether the bookmark of a table is no further back than it may be."""
    held = stream_of(stream, pit.floor.sheets)
    held.load(pit.store, pit.keys())
    return version - held.version <= EVERY
