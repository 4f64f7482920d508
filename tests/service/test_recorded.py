"""What somebody asks and what the server adds are apart: the log has both, a client can say only the first."""

from typing import Any, get_args

import msgspec
import pytest

from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.commands import decode, encode

ASKED: dict[type[c.Command], Any] = {
    c.OpenTable: c.OpenTable(title="One", sheet="catfish-blackjack", sheet_hash="ab"),
    c.StartRound: c.StartRound(sheet_hash="ab"),
    c.Act: c.Act(action=a.Proceed()),
    c.UnseatVisitor: c.UnseatVisitor(box=2),
    c.CoinIn: c.CoinIn(chips=3),
    c.Jackpot: c.Jackpot(seat=1, step="pay", chips=500),
    c.CountTray: c.CountTray(when="check", chips=((500, 2),)),
    c.PullDrop: c.PullDrop(counted=100),
    c.CountTokes: c.CountTokes(counted=100),
    c.Propose: c.Propose(proposal="p", change=c.MeterChange(meter="minor", to=5), reason="why"),
    c.Apply: c.Apply(proposal="p"),
    c.Conduct: c.Conduct(ruling="warned", reason="why", table="t"),
}
"""One of each command that the server adds something to."""
STORED = {
    c.StartRound: ({"link_up": False, "book": -5}, '{"type":"StartRound","sheet_hash":"ab","link_up":false,"book":-5}'),
    c.Act: (
        {"borne": (("Ann", 5),)},
        '{"type":"Act","action":{"type":"Proceed"},"borne":[["Ann",5]]}',
    ),
    c.Jackpot: (
        {"award": 7},
        '{"type":"Jackpot","seat":1,"step":"pay","chips":500,"check":0,"found":"none","award":7}',
    ),
    c.CountTray: ({"book": 9}, '{"type":"CountTray","when":"check","chips":[[500,2]],"note":"","book":9}'),
    c.Conduct: (
        {"clause": "X-1"},
        '{"type":"Conduct","ruling":"warned","reason":"why","table":"t","clause":"X-1"}',
    ),
}
"""As these entries stand in logs of earlier versions."""
STREAMS = {
    r.TableCommand: c.TableCommand, r.HouseRecord: c.HouseRecord, r.PersonCommand: c.PersonCommand,
    r.LinkCommand: c.LinkCommand,
}  # fmt: skip


def added(command: c.Command) -> set[str]:
    return set(r.recorded(command).__struct_fields__) - set(command.__struct_fields__)


@pytest.mark.parametrize("kind", [kind for kind in ASKED if kind is not c.Propose])
def test_what_the_server_adds_cannot_be_said_by_a_client(kind: type[c.Command]) -> None:
    asked = ASKED[kind]
    said = msgspec.json.decode(encode(asked))
    whole = msgspec.json.decode(encode(r.recorded(asked)) if kind not in (c.StartRound, c.Act) else STORED[kind][1])
    assert added(asked)
    for field in added(asked):
        with pytest.raises(NotationError, match=field):
            decode(encode({**said, field: whole[field]}), c.TableCommand | c.HouseRecord | c.PersonCommand)


@pytest.mark.parametrize("kind", STORED)
def test_the_log_keeps_a_command_as_it_always_has(kind: type[c.Command]) -> None:
    found, written = STORED[kind]
    stored = r.recorded(ASKED[kind], **found)
    assert encode(stored).decode() == written
    assert decode(written, r.TableCommand | r.PersonCommand) == stored
    assert r.asked_kind(stored) is r.asked_kind(ASKED[kind]) is kind


@pytest.mark.parametrize("stored", STREAMS)
def test_a_log_holds_every_command_that_can_be_asked(stored: Any) -> None:
    names = [{kind.__name__ for kind in get_args(union)} for union in (stored, STREAMS[stored])]
    assert names[0] == names[1]
    for kind in get_args(stored):
        assert kind.__struct_config__.tag == kind.__name__


def test_a_change_of_a_meter_is_recorded_with_what_it_showed() -> None:
    shown = r.MeterChange(meter="minor", to=5, shown=3)
    stored = r.recorded(ASKED[c.Propose], change=shown)
    assert decode(encode(stored), r.HouseRecord) == stored
    with pytest.raises(NotationError, match="shown"):
        decode(encode(stored), c.HouseRecord)
