"""What HTTP requests and answers are made of."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic.config import JsonDict

from pitboss.service.people.permissions import Area, Console, Role
from pitboss.web.figure_models import SheetName

__all__ = [
    "FROM_MESSAGES", "REFUSALS", "Ask", "Balance", "CoachChoice", "CoachPosition",
    "CoachSummary", "Coaching", "CorrectableWager", "Decision", "Done", "FloorTable", "Health", "Listed", "Me",
    "MeterReading", "Money", "NewTable", "Openings", "PersonListed", "Recalled", "Refusal", "RoleGiven", "RoundPlayed",
    "RulingWeighed", "SeatWeighed", "SetUp", "SignIn", "TableClosed", "TableView",
]  # fmt: skip

FROM_MESSAGES: Final = "x-from-messages"
"""Marks a place in the schema that is filled in from the types of the messages."""

TABLE: Final = r"^[a-z0-9][a-z0-9-]{0,63}$"
NAME: Final = "what you call this command, without spaces; sent twice, it is done once"


def _from_messages(name: str) -> WithJsonSchema:
    return WithJsonSchema({FROM_MESSAGES: name})


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")


_REFUSED: Final[JsonDict] = {
    "reason": "$600 is above the maximum $500",
    "clause": "BJ-LIM-1a",
    "code": "bets.above_maximum",
    "params": {"cents": 60_000, "maximum": 50_000},
}


class Refusal(BaseModel):
    """Why something was not done, and the clause behind that."""

    model_config = ConfigDict(json_schema_extra={"examples": [_REFUSED]})
    reason: str = Field(description="the sentence for people")
    clause: str = Field("", description="the clause behind it, where there is one")
    code: str = Field(description="what a program reads instead of the sentence", examples=["bets.above_maximum"])
    params: dict[str, str | int | list[str | int]] = Field(
        description="what the sentence shows, by name; money in cents"
    )


_WHY: Final = {
    400: "The request is no HTTP, or no JSON at all",
    401: "Nobody is signed in, or name and password do not belong together",
    403: "The token of the session is missing, the page is of another site, or your role may not do it",
    404: "There is no such table, round or person",
    405: "Not with this method",
    408: "The request came too slowly",
    409: "A rule does not allow it, or the name is taken; nothing was changed",
    413: "The request is too long",
    422: "The request cannot be read",
    429: "Too many requests, or too many wrong passwords",
    500: "A mistake of the server",
    503: "The store does not answer, or the table is too busy; the same command may be sent again",
}
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    code: {
        "description": why,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
    }
    for code, why in _WHY.items()
}
"""Named by their schema alone: for a model FastAPI would build a validator at every code of every route."""


# people


class May(BaseModel):
    """What your role may do and see, by the table of permissions that every request is checked against."""

    consoles: list[Console] = Field(description="the pages of the house that are made for you")
    areas: list[Area] = Field(description="what is open to you as a whole")
    commands: list[str] = Field(description="the types of the commands that you may give", examples=[["TapIn"]])
    roles: list[Role] = Field(description="the roles that you may give to people")


class Me(BaseModel):
    """Who you are, and the token that goes with every request that changes something."""

    name: str
    role: Role
    guest: bool
    csrf: str = Field(description="to be sent as X-Pitboss-Token")
    balance: int = Field(description="your chips, in cents")
    may_not_play: str = Field(description="why you may not play now; empty where you may")
    may: May


class Guest(_Asked):
    name: str = Field("", max_length=24, description="how a guest wants to be called", examples=["Ann"])


class SignIn(_Asked):
    name: str = Field(max_length=64, examples=["Ann"])
    password: str = Field(max_length=256, examples=["correct horse battery"])


class SetUp(SignIn):
    token: str = Field(max_length=128, description="from the one-time link")


class PersonListed(BaseModel):
    name: str
    role: Role
    guest: bool


class RoleGiven(_Asked):
    role: Role
    reason: str = Field(min_length=1, max_length=200, pattern=r"\S", description="why, for the log")


# tables


class Listed(BaseModel):
    """A table as the list of tables shows it; money in cents."""

    table: str
    title: str
    sheet: str
    game: str
    felt: str
    house: str = Field(description="whose game it is")
    departures: list[str] = Field(description="where its sheet departs from the document that it stands on")
    minimum: int
    maximum: int
    boxes: int
    taken: int
    waiting: int
    round: int
    run_by: Literal["program", "dealer", "nobody"]
    """Who deals; nobody where a table that needs a dealer has none yet."""
    you: Literal["", "seated", "waiting"] = Field(description="where the one who asks is at this table")


class FloorTable(BaseModel):
    """A table at a glance, for the staff; money in cents."""

    table: str
    title: str
    sheet: str
    dealer: str = Field(description="who has tapped in; empty where nobody deals")
    mode: str = Field(description="automatic or staffed", examples=["staffed"])
    cards: str = Field(description="program or declared", examples=["program"])
    state: str = Field(description="what the table waits for, in words")
    who: str = Field(description="who is waited for: dealer, player, floor, shift_manager, or nobody")
    players: list[str]
    waiting: int
    round: int
    drawn: int = Field(description="cards out of the shoe, or of the deck")
    total: int = Field(description="cards that the shoe or the deck began with")
    calls: list[str] = Field(description="why the floor is wanted, the first call first")
    case: str = Field(description="the irregularity that is open, in words; empty where there is none")
    payments: int = Field(description="progressive wins that are being paid")
    corrections: int
    slips: int = Field(description="fills and credits that are not signed yet")
    needed_at: int = Field(
        description="since when the floor is wanted, for a case from its first step on, in milliseconds; or 0"
    )
    counted: str = Field(description="whether the tray was opened or closed by a count: opening, closing, or neither")
    tray: int
    closed: bool


class CorrectableWager(BaseModel):
    """A wager that the table can still correct: all that a correction has to name; money in cents."""

    version: int = Field(description="the entry that settled it")
    round: int
    spot: int
    hand: int
    wager: str
    player: str
    owner: str = Field(description="player or dealers")
    dealer: str = Field(description="who dealt the round; empty where the program did")
    stake: int
    due: int = Field(description="what the player gains by it, or loses")
    paid: int
    line: str
    clause: str
    correction: str = Field(description="the last correction of it; empty where there was none")


class NewTable(_Asked):
    """A table to open on one of the shipped sheets; values may be set where its document allows them."""

    table: str = Field(pattern=TABLE, examples=["catfish-blackjack-2"])
    sheet: SheetName
    title: str = Field("", max_length=80, description="the sheet's own where it is empty")
    sets: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=50, examples=[["table.minimum=10"]])
    tray: int = Field(5_000_000, ge=0, le=10**11, description="chips in the tray, in cents")
    dealer: Literal["automatic", "staffed"] = Field("automatic", description="who deals: the program, or a dealer")
    cards: Literal["program", "declared"] = Field(
        "program", description="whose cards: the program's, or real ones that the dealer names (staffed tables only)"
    )


class TableClosed(BaseModel):
    table: str
    version: int
    closed: Literal[True] = True


class Ask(_Asked):
    """A command of a player or, by their role, of the staff."""

    id: str = Field(pattern=r"^[!-~]{1,64}$", description=NAME, examples=["a1-1"])
    command: Annotated[dict[str, Any], _from_messages("TableCommand")] = Field(examples=[{"type": "Sit", "box": 1}])
    schema_: Literal[1] = Field(1, alias="schema", description="the form in which the command is written")
    question: int | None = Field(
        None, description="the question it answers, as `state.asked` of the table names it; an answer needs it"
    )


class Done(BaseModel):
    """The command is durable, as this version of the table."""

    table: str
    version: int


TableView = Annotated[dict[str, Any], _from_messages("TableView")]
"""All that you may know of a table: the ``table`` message of the WebSocket."""


class WonMeter(BaseModel):
    """A hand that has won a meter, and where; `cents` is null until the award is made."""

    meter: str
    table: str
    sheet: str
    cents: int | None


class MeterReading(BaseModel):
    """What the Major and the Minor stand at, in cents; null where the floor has no link."""

    major: int | None
    minor: int | None
    up: bool
    won: list[WonMeter] = Field(default=[], description="who has won a meter, until their table plays for it again")


# the cage


class Money(_Asked):
    id: str = Field(pattern=r"^[!-~]{1,64}$", description=NAME, examples=["a1-2"])
    cents: int = Field(gt=0, le=10**9, strict=True, examples=[10_000])


class Balance(BaseModel):
    balance: int


# rounds


class RoundPlayed(BaseModel):
    table: str
    round: int


class Step(BaseModel):
    """One entry of the log of a round: who did something, and what you saw happen."""

    version: int
    at: int
    actor: str
    engine: str
    schema_: int = Field(alias="schema")
    events: list[Annotated[Any, _from_messages("AnyEvent")]]
    balance: int | None = Field(default=None, description="what you had then, in cents; null for anybody's eyes")


class Recalled(BaseModel):
    """A finished round as you could see it."""

    table: str
    round: int
    sheet_hash: str
    sheet_text: str = Field(description="the hash of the sheet's text: what the log knows it by")
    balance_before: int | None = Field(default=None, description="what you had before it, in cents")
    steps: list[Step]


class Opening(BaseModel):
    slot: int
    position: int
    card: str
    nonce: str
    path: list[str]


class Openings(BaseModel):
    """The cards you saw, opened against the commitment that was shown at the shuffle."""

    format: str
    cards: int
    root: str
    cut: int
    openings: list[Opening]


# the coach


class CoachChoice(BaseModel):
    """An answer and what it is worth; null where that is not worked out."""

    action: Annotated[dict[str, Any], _from_messages("AnyAction")] = Field(description="as your offers have it")
    text: str
    clause: str
    kind: str = Field(description="the kind of answer, as your offers have it", examples=["double_for_less"])
    stake: int = Field(description="what it stakes further, or brings back of the stake, in cents")
    value: float | None = Field(description="in units of the stake")
    exact: str | None = Field(description="the same as a fraction, where it is known as one", examples=["63/55"])
    cents: float | None = Field(description="the same in cents")
    cost: float | None = Field(description="what it gives away against the best, in units")


class CoachPosition(BaseModel):
    """A decision as you see it, with every answer, best first."""

    game: str
    spot: int
    hand: int
    question: str
    stake: int = Field(description="the main bet or the Ante in cents: the unit of all values")
    cards: list[str]
    against: list[str] = Field(description="the dealer's up card, or the board")
    basis: str
    choices: list[CoachChoice]


class Coaching(BaseModel):
    """What every answer is worth that is open to you at this version of the table."""

    table: str
    version: int
    round: int
    positions: list[CoachPosition]


class Decision(CoachPosition):
    """A decision that was taken: which answer, and what that cost."""

    table: str
    round: int
    version: int
    chosen: int = Field(description="which of the choices")
    in_time: bool = Field(description="whether you gave the answer, or the clock for you")
    cost: float
    cost_cents: float


class CoachSummary(BaseModel):
    """Rounds of yours taken together, the dearest mistakes first."""

    rounds: int
    decisions: int
    mistakes: int
    cost: float
    cost_cents: float
    worst: list[Decision]


# rulings


class SeatWeighed(BaseModel):
    """The mean result of a seat's round; null where its cards are not known to the program."""

    spot: int
    cents: float | None
    error: float = Field(description="the standard error of the mean")
    exact: bool


class RulingWeighed(BaseModel):
    choice: str
    text: str
    clause: str
    seats: list[SeatWeighed]


# health


class Health(BaseModel):
    """Whether the server can do its work."""

    status: Literal["ok", "store away"]
    version: str
    schema_: int = Field(alias="schema")
    store: bool = Field(description="the database answers")
    link: bool | None = Field(description="the progressive's link is up; null where the floor has none")
    checkpoints: bool | None = Field(description="checkpoints leave the house; null where they are sent nowhere")
    tables: int
    connections: int
