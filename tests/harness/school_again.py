"""A second derivation of each answer, from the question as the trainee sees it and the round replayed from its record.

Nothing here asks the drills. A total is added up, a hand is named from the cards that were dealt, the next step is
looked up in the replayed log, rulings and requests are tried at the replayed round, a table's next move is made
again on other cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from pitboss.cards import Card, parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games import events as e
from pitboss.games.notation import parse_action
from pitboss.games.round import Round
from pitboss.hands import four_cards, poker
from pitboss.money import parse_cents
from pitboss.progressive.paying import steps_for
from pitboss.records import record_of
from pitboss.records.game import RECORDED_GAMES
from pitboss.rules import Sheet
from pitboss.rules.game import bet_title
from pitboss.school import Part, Task
from pitboss.school.drills.deal_shoe import GUESTS
from pitboss.school.drills.requests import wishes
from pitboss.school.drills.rule_it import DECIDING
from pitboss.school.felt import Layout, layout_of
from pitboss.school.guest_words import guest_text
from pitboss.school.happenings import happening_text, place_text, step_text
from pitboss.shoe import ManualSource, SeededChance
from pitboss.table import Table
from pitboss.words import wording

__all__ = [
    "check_count", "check_deal", "check_next_step", "check_paying", "check_permission", "check_readings",
    "check_request", "check_ruling",
]  # fmt: skip

WORTH = {**{str(pips): pips for pips in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 1}
CHOSEN = ("choice", "ruling", "offer_card")


def said(part: Part, right: tuple[str, ...]) -> str:
    """The text of the option that the solution names."""
    return next(option.text for option in part.options if option.id == right[0])


# --- Read it ----------------------------------------------------------------------------------------------


def check_readings(task: Task, again: Round) -> None:
    _check_cards(task.question.layout, again)
    known = dict(_readings(task.question.layout, again))
    for part in task.question.parts:
        right = said(part, task.solutions[part.id].right)
        if part.text.startswith("Which of these is posted"):
            true = _sentences(again.sheet, part.text)
            assert right in true, (part, right)
            wrong = {option.text for option in part.options} - {right}
            assert not wrong & true, ("more than one of these is posted", part, wrong & true)
        else:
            assert right in known[part.text], (part, right, known[part.text])
            assert len(known[part.text]) == 1, (part, known[part.text])


def _sentences(sheet: Sheet, asked: str) -> set[str]:
    """Every value as it is posted of the part of the sheet that is asked for, with the odds of pay lines."""
    found = set()
    for path, value in sheet.values.items():
        option = sheet.fields[path].option
        section = path.split(".")[:-1]
        named = [bet_title(sheet.game, sheet.rules, one) for one in section if one not in ("bets", "pays")]
        heading = ", ".join(named).replace("_", " ").lower()
        if option is not None and option.says and f"“{heading}”" in asked:
            plain = sheet.fields[path].sentence(value)
            found |= {plain, f"{plain.rstrip('.')}: {getattr(value, 'words', '')}"}
    return found


def _check_cards(layout: Layout, again: Round) -> None:
    """The cards that are shown are those that the replayed round dealt, spot by spot."""
    dealt: Counter[tuple[int, str]] = Counter()
    for event in again.events:
        if isinstance(event, e.CardDealt):
            dealt[event.spot, event.card.text] += 1
        if isinstance(event, e.PacketDealt):
            dealt.update((event.spot, card.text) for card in event.cards)
    shown = Counter((hand.spot, card) for hand in layout.hands for card in hand.cards)
    shown.update((0, card) for card in layout.dealer)
    assert shown == dealt, (shown - dealt, dealt - shown)


def _readings(layout: Layout, again: Round) -> Iterator[tuple[str, set[str]]]:
    """Everything that can be read off a round, by its question, from the cards that lie there."""
    found: dict[str, set[str]] = {}
    for text, right in (*_READINGS[again.sheet.game](layout, again), *_winners(again), *_positions(again)):
        found.setdefault(text, set()).add(right)
    yield from found.items()


def _positions(again: Round) -> Iterator[tuple[str, str]]:
    for event in again.events:
        position = getattr(event, "position", None)
        if isinstance(position, str):
            what = happening_text(again.sheet, event)
            yield wording("school.where_is", {"what": what}), position.replace("_", " ")


def _winners(again: Round) -> Iterator[tuple[str, str]]:
    """Who has won, by which way the chips went."""
    for done in again.settlements:
        if done.wager in ("main", "play") and done.result != "void":
            word = "player_wins" if done.pays > 0 else "dealer_wins" if done.pays < 0 else "nobody_wins"
            place = place_text(done.spot, done.hand)
            yield wording("school.who_wins", {"place": place}), wording(f"school.{word}", {})


def _added_up(cards: Sequence[Card]) -> str:
    """A total by adding up pips; one ace counts eleven where that does not break."""
    points = sum(WORTH[card.rank] for card in cards)
    if any(card.rank == "A" for card in cards) and points <= 11:
        return f"soft {points + 10}"
    return f"{points}"


def _cards(texts: Sequence[str]) -> tuple[Card, ...]:
    return parse_cards(" ".join(texts))


def _totals(layout: Layout, again: Any) -> Iterator[tuple[str, str]]:
    for laid in layout.hands:
        place = place_text(laid.spot, laid.hand)
        yield wording("school.what_total", {"place": place}), _added_up(_cards(laid.cards))
    dealer = _cards(layout.dealer)
    yield wording("school.dealer_total", {}), _added_up(dealer)
    draws, stands = wording("school.draws", {}), wording("school.stands", {})
    for count in range(2, len(dealer) + 1):
        text = wording("school.draws_or_stands", {"cards": " ".join(card.text for card in dealer[:count])})
        yield text, draws if count < len(dealer) else stands


def _poker_hands(describe: Callable[..., str]) -> Callable[[Layout, Any], Iterator[tuple[str, str]]]:
    def read(layout: Layout, again: Any) -> Iterator[tuple[str, str]]:
        board = _cards(layout.board)
        yield wording("school.dealer_hand", {}), describe((*_cards(layout.dealer), *board))
        for laid in layout.hands:
            yield wording("school.what_hand", {"place": place_text(laid.spot)}), describe((*_cards(laid.cards), *board))
        shown = next((event for event in again.events if isinstance(event, e.DealerShown)), None)
        if shown is not None:
            word = "qualifies_yes" if _qualifies(again, shown.cards) else "qualifies_no"
            yield wording("school.qualifies", {}), wording(f"school.{word}", {})

    return read


def _qualifies(again: Any, cards: tuple[Card, ...]) -> bool:
    """Whether the dealer's hand is at least a pair, or has a king: by the value of the sheet."""
    values = again.sheet.values
    wanted = str(values["dealer.qualifies"] if "dealer.qualifies" in values else values["dealer.opens"])
    name = (poker if again.sheet.game == "holdem" else four_cards).describe((*cards, *again.common))
    ranks = {card.rank for card in cards}
    return (
        wanted == "any"
        or not re.fullmatch(r"\w+ high", name)
        or (wanted.startswith("king") and bool(ranks & {"K", "A"}))
    )


_READINGS: dict[str, Callable[[Layout, Any], Iterator[tuple[str, str]]]] = {
    "blackjack": _totals,
    "holdem": _poker_hands(poker.describe),
    "crazy4": _poker_hands(four_cards.describe),
}


# --- What comes next --------------------------------------------------------------------------------------


def places_shown(task: Task, again: Round) -> list[int]:
    """Where in the replayed log the table stands as the question shows it."""
    log = [line.text for line in task.question.log]
    texts = [happening_text(again.sheet, event) for event in again.events]
    ends = [at for at in range(len(log), len(texts) + 1) if texts[at - len(log) : at] == log]
    return [at for at in ends if layout_of(again.sheet, again.events[:at]) == task.question.layout]


def check_next_step(task: Task, again: Round) -> None:
    """Wherever the replayed table stands like this, the same step follows."""
    (part,) = task.question.parts
    right = said(part, task.solutions[part.id].right)
    places = places_shown(task, again)
    assert places, "the question shows the table as it stood"
    following = {step_text(again.sheet, again.events[at]) for at in places if at < len(again.events)}
    assert right in following, (right, following)
    wrong = {option.text for option in part.options} - {right}
    assert not wrong & following, ("more than one of these follows", wrong & following)


def check_paying(task: Task) -> None:
    """The steps of a payment so far, and the next one, begin one of the two ways in which a win is paid."""
    done = [line.text for line in task.question.log]
    found = {part.id: said(part, task.solutions[part.id].right) for part in task.question.parts}
    ways = [list(steps_for(meter=meter).values()) for meter in (True, False)]
    due = [way[len(done)] for way in ways if [step.text for step in way[: len(done)]] == done and len(way) > len(done)]
    assert any((step.text, step.who.replace("_", " ")) == (found["next"], found["who"]) for step in due), found


# --- Rule it ----------------------------------------------------------------------------------------------


def check_ruling(task: Task, again: Round) -> None:
    """Who is called, what may be chosen by whom, and what follows, at the round replayed input by input."""
    parts = {part.id: part for part in task.question.parts}
    right = {part: solution.right for part, solution in task.solutions.items()}
    at = max(places_shown(task, again))
    began = max(0, at - len(task.question.log))
    stage = _first_choice(again, at)
    called = next((x.role for x in again.events[began:] if isinstance(x, (e.SupervisorCalled, e.Ruled))), "")
    if not called and stage is not None and stage.question is not None and stage.question.kind == "ruling":
        called = stage.question.role
    assert said(parts["called"], right["called"]) == (called.replace("_", " ") or wording("school.nobody", {}))
    assert ("choices" in parts) == (stage is not None)
    if stage is not None:
        names = {getattr(offer.action, "choice", "") or offer.kind for offer in stage.offers()}
        assert set(right["choices"]) == names, (right["choices"], names)
    if "rulers" in parts:
        assert stage is not None
        roles = {option.id for option in parts["rulers"].options if _may(stage, option.id)}
        assert set(right["rulers"]) == roles
    _check_outcome(parts["outcome"], right["outcome"], again, at)


def _may(stage: Round, role: str) -> bool:
    try:
        stage.copy().act(stage.offers()[0].action, role=role)
    except IllegalAction:
        return False
    return True


def _begun(again: Round) -> Round:
    """The same round before its first input."""
    game, record = RECORDED_GAMES[again.sheet.game], record_of(again, sheet=again.sheet.name)
    round_: Round = game.make(record, again.sheet, tuple(again.order or ()), automatic=False)
    return round_


def _first_choice(again: Round, at: int) -> Round | None:
    """The round at its first question of the case that has answers to choose from, by its inputs one after another."""
    record = record_of(again, sheet=again.sheet.name)
    round_: Round = RECORDED_GAMES[again.sheet.game].make(
        record, again.sheet, tuple(again.order or ()), automatic=False
    )
    for action, role in again.inputs:
        question = round_.question
        if len(round_.events) >= at and question is not None and question.kind in CHOSEN:
            return round_
        round_.act(action, role=role)
    return None


def _check_outcome(part: Part, right: tuple[str, ...], again: Round, at: int) -> None:
    """What the case comes to is the most telling thing that happened after it was seen, or nothing."""
    shown = said(part, right)
    after: list[Any] = [event for event in again.events[at:] if event.clause]
    telling = sorted((event for event in after if type(event) in DECIDING), key=lambda one: DECIDING.index(type(one)))
    happened = {step_text(again.sheet, event) for event in telling}
    assert shown == (step_text(again.sheet, telling[0]) if telling else wording("school.goes_on", {})), happened
    wrong = {option.text for option in part.options} - {shown}
    assert not wrong & happened, ("more than one of these follows", wrong & happened)


def check_request(task: Task, again: Round) -> None:
    """What was asked for, read from the question, is tried at the replayed round."""
    (part,) = task.question.parts
    asked = re.search(r"“(.*)”", task.question.text, re.DOTALL)
    assert asked is not None
    role = "dealer" if task.question.text.startswith("The dealer") else "player"
    right = said(part, task.solutions[part.id].right)
    reason = ""
    try:
        again.copy().act(parse_action(asked[1], game=again.sheet.game), role=role)
    except IllegalAction as refusal:
        reason = refusal.reason
    assert right == (wording("school.refused", {"reason": reason}) if reason else wording("school.allowed", {}))


PERMITTED: dict[str, Callable[[Table, Any], object]] = {
    "school.who_acknowledges": lambda table, role: table.acknowledge(role),
    "school.who_closes": lambda table, role: table.close(role),
    "school.who_shows_burn": lambda table, role: table.show_burn("Ann", approved_by=role),
    "school.who_lets_shuffle": lambda table, role: table.request_shuffle("Ann", leave_of=role),
    "school.who_orders_cut_card": lambda table, role: table.place_cut_card(60, ordered_by=role),
    "school.who_asks_release": lambda table, role: table.ask_to_release(2, role=role),
    "school.who_sets_spots": lambda table, role: table.set_spots("Ann", 1, role=role),
    "school.who_grants_three": lambda table, role: table.grant_three("Ann", role=role),
}


def check_permission(task: Task, sheet: Sheet) -> None:
    """Each role tries it at tables of the harness's own, at every stage before a round and with every place taken."""
    (part,) = task.question.parts
    move = next(move for name, move in PERMITTED.items() if wording(name, {}) == part.text)
    allowed = {
        frozenset(option.id for option in part.options if _lets(table, move, option.id)) for table in _stages(sheet)
    }
    assert {one for one in allowed if one} == {frozenset(task.solutions[part.id].right)}, allowed


def _lets(table: Table, move: Callable[[Table, Any], object], role: str) -> bool:
    try:
        move(table, role)
    except IllegalAction:
        return False
    return True


def _stages(sheet: Sheet) -> Iterator[Table]:
    table, _ = Table.open(sheet, dealer="Dee")
    for box in (1, 2, 3):
        try:
            table, _ = table.sit("Ann", box)
        except IllegalAction:
            break
    yield table
    source = ManualSource(SeededChance("stages"))
    while (moved := table.next_move(source)) is not None:
        table = moved[0]
        yield table
    for box in range(1, len(table.boxes) + 1):
        if not table.boxes[box - 1]:
            table, _ = table.sit(f"Guest {box}", box)
    try:
        table, _ = table.wait("Zoe")
    except IllegalAction:
        return
    yield table


# --- hands to play and counts -----------------------------------------------------------------------------


def check_count(task: Task) -> None:
    """The cards are counted one by one, and the sums of the other kinds are done in whole numbers."""
    (part,) = task.question.parts
    right = int(task.solutions[part.id].right[0])
    if part.id == "count":
        ranks = [card.rank for card in parse_cards(" ".join(task.question.layout.board))]
        assert right == sum((rank in "23456") - (rank in "TJQKA") for rank in ranks)
    elif part.id == "true":
        running, left = re.findall(r"[+-]?\d+", task.question.text)[:2]
        assert right == int(running) * 52 // int(left)


# --- Deal a shoe ------------------------------------------------------------------------------------------

DONE = (
    (r"No more bets", "bets"),
    (r"(?:A|The next) card to the dealer|A community card|\d+ cards? face down to the dealer", "deal"),
    (r"A card to spot (\d+)(?:, hand (\d+))?|\d+ cards? face down to spot (\d+)", "deal"),
    (r"The dealer looks", "peek"),
    (r"(?:The hole card|The flop|The turn|The dealer (?:turns|shows|opens|has)).*", "turn"),
    (r"(.*) is paid \$([\d,.]+) on", "pay"),
    (r"(.*) is taken: \$([\d,.]+)", "take"),
    (r"The dealer calls “(.*)”", "call"),
    (r"(.*) goes back: ", "push"),
    (r"The \w+ ?\w* is called", "supervisor"),
    (r".* (?:go|goes) to the rack", "muck"),
    (r".* are turned: ", "turn"),
    (r"The dealer presses ", "press"),
    (r"COIN IN: ", "coin"),
    (r"The dealer pats ", "pat"),
    (r"The hand at .* is checked ", "check"),
    (r"A lammer is placed |The lammer at .* is collected", "lammer"),
    (r"A card is burned", "burn"),
    (r"A supervisor is told ", "tell"),
)
"""What a line of the log says that the dealer did."""


def check_deal(task: Task, again: Round) -> None:
    """What is told is the replayed log, and each step that is asked is the line of it that comes next."""
    lines = [happening_text(again.sheet, event) for event in again.events]
    at, begun = 0, _begun(again)
    for part in task.question.parts:
        right = task.solutions[part.id].right[0]
        aside = right in ("allow", "refuse", "wait")
        told = part.told[:-1] if aside else part.told
        assert list(told) == lines[at : at + len(told)], (part.id, told, lines[at : at + len(told)])
        at += len(told)
        assert part.layout == layout_of(again.sheet, again.events[:at]), part.id
        if aside:
            _check_aside(part, right, task.round or again, begun.copy(), at)
        else:
            _check_step(right, lines[at], again.events[at])


def _check_step(right: str, line: str, event: e.Event) -> None:
    """A step as it is typed, beside the line that the replayed round brings."""
    verb, *rest = right.split()
    for pattern, done in DONE:
        if re.match(pattern, line):
            assert verb == done, (right, line)
            break
    else:
        raise AssertionError(f"no step is known for: {line}")
    if verb == "call":
        assert re.findall(r"\w+", line.lower())[3:][: len(rest)] == rest, (right, line)
    elif verb in ("pay", "take") and len(rest) > 1:
        assert f"${parse_cents(rest[1]) / 100:,.2f}" in line, (right, line)
    spot, _, hand = (rest[0] if rest and verb != "call" else "0").partition(".")
    if verb != "call":
        assert int(spot) == getattr(event, "spot", 0), (right, line)
        own = getattr(event, "hand", 0)
        assert int(hand or 1) - 1 == (own if isinstance(own, int) else 0), (right, line)


def _check_aside(part: Part, right: str, dealt: Round, round_: Round, at: int) -> None:
    """What a guest asked for, tried where the round stood then: it is dealt again by its own inputs."""
    found: list[str] = []
    for action, role in dealt.inputs:
        if len(round_.events) == at:
            found += _said_to_guest(round_, action, part.told[-1])
        round_.act(action, role=role)
    assert right in found, (part.told[-1], right, found)


def _said_to_guest(round_: Round, due: a.Action, told: str) -> list[str]:
    """What the engine says to a guest who does what is told: everything is tried that looks so."""
    if "hesitates" in told:
        return ["allow" if _takes(round_, a.Proceed(), "dealer") else "wait"]
    asked = round_.question
    if asked is not None and not getattr(due, "spot", True):
        due = replace(due, spot=asked.spot, **{"hand": asked.hand} if hasattr(due, "hand") else {})
    wanted = [(due, "player"), *wishes(round_)]
    alike = [one for one, role in wanted if role == "player" and _looks(round_, one) == told]
    return ["allow" if _takes(round_, one, "player") else "refuse" for one in alike]


def _looks(round_: Round, action: a.Action) -> str:
    return guest_text(round_.sheet, action) if isinstance(action, GUESTS) and action.spot else ""


def _takes(round_: Round, action: a.Action, role: str) -> bool:
    try:
        round_.copy().act(action, role=role)
    except IllegalAction:
        return False
    return True
