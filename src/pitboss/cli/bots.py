"""`pitboss bots`: players for the tables of a running server."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.printable import printable

__all__ = ["bots"]


def bots(
    address: Annotated[str, typer.Argument(help="Address of the server.")] = "http://127.0.0.1:8765",
    tables: Annotated[
        list[str] | None, typer.Option(help="A table, or a sheet whose tables are meant; may be repeated.")
    ] = None,
    seats: Annotated[int, typer.Option(min=1, max=6, help="Bots at each table.")] = 2,
    seconds: Annotated[float, typer.Option(min=0, help="How long they play; 0 is until Ctrl-C.")] = 0.0,
    think: Annotated[float, typer.Option(min=0, help="Seconds that a bot thinks, in the mean.")] = 2.0,
    side_bets: Annotated[float, typer.Option(min=0, max=1, help="How often each optional bet is made.")] = 0.1,
) -> None:
    """Have guests play at the tables of a server, as the solver says.

    Examples: `pitboss bots`, `pitboss bots http://127.0.0.1:9000 --tables catfish-blackjack --seats 3 --seconds 60`
    """
    import asyncio

    from pitboss.client.bots import play_tables, tables_at

    async def run() -> tuple[int, int]:
        chosen = await tables_at(address, tables or ())
        who = "1 bot plays" if seats * len(chosen) == 1 else f"{seats * len(chosen)} bots play"
        where = "1 table" if len(chosen) == 1 else f"{len(chosen)} tables"
        print(printable(f"{who} at {where} of {address}  (Ctrl-C ends it)"), flush=True)
        found = await play_tables(
            address, chosen, seats=seats, seconds=seconds, think=think, side_bets=side_bets
        )  # fmt: skip
        return sum(bot.actions for bot in found), sum(bot.refusals for bot in found)

    try:
        actions, refusals = asyncio.run(run())
    except KeyboardInterrupt:
        return
    print(f"{actions} actions were done, {refusals} refused")
