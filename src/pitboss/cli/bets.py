"""`pitboss bets`: the catalogue of side bets with their figures."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pitboss.cli.common import Json, as_table, print_json, say
from pitboss.cli.math_pages import shown_progress
from pitboss.errors import NotationError

if TYPE_CHECKING:
    from pitboss.maths.figures import WagerFigures
    from pitboss.maths.sidebets.design import PricedBet
    from pitboss.rules import Sheet

__all__ = ["bets"]

DECKS: Final = (1, 2, 6, 8)

Name = Annotated[str, typer.Argument(metavar="[BET]", help="A bet of the list; all of them where none is named.")]
On = Annotated[str, typer.Option("--on", metavar="SHEET", help="The sheet whose dealer and deal the figures are for.")]


Count = Annotated[bool, typer.Option("--count", help="How countable it is, by exact effects and random shoes.")]
Decks = Annotated[int, typer.Option("--decks", help="Decks in the shoe, for --count.", min=1, max=8)]
Cut = Annotated[int, typer.Option("--cut", metavar="CARDS", help="Cards behind the cut card, for --count.")]


def bets(
    bet: Name = "", on: On = "catfish-blackjack", count: Count = False, decks: Decks = 6, cut: Cut = 52,
    json: Json = False,
) -> None:  # fmt: skip
    """List the side bets of the catalogue, or show one: every pay table at 1, 2, 6 and 8 decks.

    A sheet uses one by its name: `side_bets = ["21+3"]`, with changes in `[bets."21+3".pays]`.

    Examples: `pitboss bets`, `pitboss bets 21+3`, `pitboss bets buster --count --decks 2 --cut 29`
    """
    from pitboss.bets.catalogue import names

    if count:
        _count(bet, on, decks, cut, json=json)
        return
    wanted = [bet] if bet else names()
    found = []
    with shown_progress(len(wanted)) as step:
        for name in wanted:
            step(name)
            found += _entries(name, on, every_table=bool(bet))
    if json:
        print_json(found)
    elif bet:
        _show(found)
    else:
        _list(found)


def _entries(name: str, on: str, *, every_table: bool) -> list[dict[str, Any]]:
    """The figures of a bet for each of its wagers and pay tables, by decks."""
    from pitboss.rules.catalogue_sheets import offered_wagers, offering, pay_tables

    found = []
    for table, pays in pay_tables(name).items():
        sheet = offering(name, pays, on=on)
        found += [_entry(sheet, name, wager, table) for wager in offered_wagers(sheet)]
        if not every_table:
            break
    return found


def _entry(sheet: Sheet, name: str, wager: str, table: str) -> dict[str, Any]:
    """The figures of a wager, kept from one start to the next: Super 7's has the main game solved for four shoes."""
    from pitboss.bets.catalogue import in_catalogue
    from pitboss.maths import results

    declared = in_catalogue(name)
    key = {"sheet": sheet.hash, "bet": name, "declared": results.pack(declared), "wager": wager, "decks": DECKS}
    found = results.recall("bets", key, shapes=())
    if found is None:
        found = _worked_out(sheet, wager)
        results.keep("bets", key, found)
    about = {"about": declared.get("about", ""), "cards": declared["cards"], "pay_table": table}
    return {"bet": name, "wager": wager, **about, **found}


def _worked_out(sheet: Sheet, wager: str) -> dict[str, Any]:
    from pitboss.maths.sidebets import bet_figures
    from pitboss.maths.sidebets.design import PricedBet

    figures = {decks: bet_figures(sheet, wager, decks=decks) for decks in DECKS}
    by_decks = {str(decks): _figures(one, PricedBet.of(one)) for decks, one in figures.items()}
    return {"title": figures[6].title, "decks": by_decks, "basis": figures[6].basis}


def _figures(figures: WagerFigures, priced: PricedBet) -> dict[str, Any]:
    return {
        "house_edge": figures.house_edge,
        "exact": str(figures.exact_edge),
        "hits_one_in": float(1 / priced.hits),
        "standard_deviation": figures.standard_deviation,
        "top_award": str(priced.top),
        "lines": [
            {"line": one.line, "title": one.title, "pays": str(one.pays), "probability": float(one.probability)}
            for one in figures.lines
        ],
    }


def _list(found: list[dict[str, Any]]) -> None:
    """The edge and the top award of every bet by decks, then how often it hits and its deviation."""
    by_decks = [f"{decks} deck{'s' if decks > 1 else ''}" for decks in DECKS]
    edges, spread = [], []
    for entry in found:
        told = [entry["decks"][str(decks)] for decks in DECKS]
        top = _to_one(told[-1]["top_award"])
        edges.append([entry["wager"], *(f"{100 * one['house_edge']:.2f} %" for one in told), top, entry["title"]])
        spread.append([entry["wager"], *(f"{one['hits_one_in']:.2f}" for one in told),
                       *(f"{one['standard_deviation']:.3f}" for one in told)])  # fmt: skip
    print(as_table(["bet", *by_decks, "top award", "title"], edges, right=range(1, 6)))
    say("")
    print(as_table(["hits one in", *by_decks, *(f"dev. {words}" for words in by_decks)], spread, right=range(1, 9)))
    say("", "House edge, how often a bet hits, and its deviation in stakes, at the usual pay table.",
        "Next: pitboss bets BET, pitboss design BET --edge 4..6")  # fmt: skip


def _show(found: list[dict[str, Any]]) -> None:
    say(f"{found[0]['title']}: {found[0]['about'] or found[0]['cards'].replace('_', ' ')}")
    for entry in found:
        many = len({one["wager"] for one in found}) > 1
        say("", f"Pay table {entry['pay_table']}" + (f", {entry['title']}" if many else ""))
        rows = [
            [line["title"], _to_one(line["pays"]), *(_chance(entry, decks, place) for decks in DECKS)]
            for place, line in enumerate(entry["decks"]["6"]["lines"])
        ]
        for words, key, form in (("House edge", "house_edge", "{:.4%}"), ("Hits one in", "hits_one_in", "{:.2f}"),
                                 ("Deviation", "standard_deviation", "{:.3f}")):  # fmt: skip
            rows.append([words, "", *(form.format(entry["decks"][str(decks)][key]) for decks in DECKS)])
        print(as_table(["line", "pays", "1 deck", "2 decks", "6 decks", "8 decks"], rows, right=range(1, 6)))
    say("", f"Figures: {found[0]['basis']}.")


def _count(bet: str, on: str, decks: int, cut: int, *, json: bool) -> None:
    """One table: effects and tags by value, then who bets when ahead."""
    from pitboss.maths.sidebets.bets import countability
    from pitboss.rules.catalogue_sheets import offered_wagers, offering

    if not bet:
        raise NotationError("--count looks at one bet", expected="pitboss bets 21+3 --count")
    sheet = offering(bet, on=on)
    found = [countability(sheet, wager, decks=decks, cut=cut) for wager in offered_wagers(sheet)]
    if json:
        print_json(
            [
                {**asdict(one), "effects": dict(one.effects), "card_tags": dict(one.card_tags), "finding": one.finding}
                for one in found
            ]
        )
        return
    for one in found:
        say(f"{one.title}, {decks} decks, {cut} cards behind the cut: house edge {one.house_edge:.3%}", "")
        by_value = zip(one.effects.items(), one.tags, strict=True)
        rows = [[value, f"{100 * effect:+.4f}", f"{tag:+d}"] for (value, effect), tag in by_value]
        print(as_table(["value", "effect of removal, %", "tag"], rows, right=(1, 2)))
        if one.card_tags:
            say("", "Tags of a count by rank and suit, all other cards 0:")
            say(", ".join(f"{card} {tag:+d}" for card, tag in one.card_tags.items()))
        rows = [
            [who.name, f"{who.correlation:.2f}", "" if who.trigger is None else f"{who.trigger:+.0f}",
             f"{who.bets:.2%}", f"{who.edge:+.2%}", f"{who.per_hundred:+.3f}", f"{who.error:.3f}"]
            for who in one.counters
        ]  # fmt: skip
        say("")
        heads = ["who bets when ahead", "correlation", "from", "rounds bet", "edge", "stakes per 100", "± error"]
        print(as_table(heads, rows, right=range(1, 7)))
        say("")
        rows = [[f"{point.dealt:,}", *(f"{100 * edge:+.2f}" for edge in (point.low, point.middle, point.high))]
                for point in one.fan[:: len(one.fan) // 4]]  # fmt: skip
        print(as_table(["cards dealt", "unlucky 5 %", "middle", "lucky 5 %"], rows, right=range(4)))
        exact = "exact for each shoe" if one.fan_exact else "by the effects of removal"
        say(f"The guest's edge in percent while the shoe is dealt, {exact}.")
        say("", one.finding, f"Effects are exact; what counters gain is an estimate from {one.shoes:,} shoes.")


def _chance(entry: dict[str, Any], decks: int, place: int) -> str:
    chance = entry["decks"][str(decks)]["lines"][place]["probability"]
    return f"{chance:.4%}" if chance else "never"


def _to_one(pays: str) -> str:
    if pays.startswith("-"):
        return "lost"
    top, _, bottom = pays.partition("/")
    return f"{int(top):,} to {bottom or 1}"
