"""Measure how many rounds it takes until a counter is seen, and how often somebody who does not count is taken for one.

python scripts/following_curve.py --visits 10000 --rounds 400 --out docs/detection

Every guest makes the same visits, plays by published indices, and is judged by those of the sheet's own rules, as a
server judges (or, with ``--indices published``, by the published ones). What is done is kept in ``--save`` every 100
visits; the same command goes on from there. Writes a table of the false alarms and of the curves (``.csv``), and the
curves as a picture (``.svg``).
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from pathlib import Path
from typing import Final

from pitboss import load
from pitboss.maths.analysis.progress import silent
from pitboss.maths.counting import COUNTS
from pitboss.maths.following import ALARM
from pitboss.maths.following.blackjack.guests import COUNTERS, GUESTS, OUTSIDE
from pitboss.maths.following.blackjack.measuring import Crossings, crossings, seen_by
from pitboss.maths.following.index_plays import PUBLISHED, IndexBook, book_of
from pitboss.maths.games import GAME_MATHS
from pitboss.rules import Sheet

CHUNK: Final = 100
KINDS: Final = {"no notice of the count": GUESTS, "no notice, longer memory": OUTSIDE, "by the count": COUNTERS}
DRAWN: Final[dict[str, tuple[float, ...]]] = {
    "Hi-Lo 1-8": (), "KO 1-8": (), "Hi-Lo 1-8, a round late": (6, 2), "side bet from +2": (2, 1),
    "Hi-Lo 1-8, two rounds in three by the count": (1, 1), "flat bets, index plays": (6, 2, 1, 2),
    "Hi-Lo 1-8, one round in three by the count": (1, 3),
}  # fmt: skip
"""The guests whose curves are drawn, each with its dashes."""


def main(arguments: list[str] | None = None) -> int:
    asked = _asked(arguments)
    found = measured(asked)
    steps = list(range(10, asked.rounds + 1, 10))
    _write_table(found, steps, asked.out.with_suffix(".csv"))
    _draw(found, steps, asked.out.with_suffix(".svg"))
    for kind, guests in KINDS.items():
        print(f"{kind}:")
        for name in guests:
            print("  " + told(name, found[name]))
    return 0


def _asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheet", default="catfish-blackjack")
    parser.add_argument("--visits", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--indices", choices=("sheet", "published"), default="sheet", help="by which plays are judged")
    parser.add_argument("--out", type=Path, default=Path("detection"), help="the files without their endings")
    parser.add_argument("--save", type=Path, default=Path("following-curve.json"))
    return parser.parse_args(arguments)


def measured(asked: argparse.Namespace) -> dict[str, Crossings]:
    """The crossings of every guest, those of an earlier run with the same question included."""
    question = {name: getattr(asked, name) for name in ("sheet", "rounds", "seats", "seed", "indices")}
    guests = {name: guest for kind in KINDS.values() for name, guest in kind.items()}
    found: dict[str, Crossings] = {name: [] for name in guests}
    if asked.save.exists():
        kept = json.loads(asked.save.read_text())
        if kept["question"] == question:
            found = kept["found"]
    sheet = load(asked.sheet)
    book = PUBLISHED if asked.indices == "published" else own_indices(sheet)
    start, first = time.perf_counter(), len(found["Hi-Lo 1-8"])
    while (done := len(found["Hi-Lo 1-8"])) < asked.visits:
        visits = range(done, min(done + CHUNK, asked.visits))
        more = crossings(
            sheet, guests, visits=visits, rounds=asked.rounds, seed=asked.seed, seats=asked.seats, book=book
        )  # fmt: skip
        found = {name: found[name] + more[name] for name in guests}
        part = asked.save.with_suffix(".part")
        part.write_text(json.dumps({"question": question, "found": found}))
        part.replace(asked.save)
        left = (time.perf_counter() - start) / (visits.stop - first) * (asked.visits - visits.stop)
        print(f"\r{visits.stop} of {asked.visits} visits, {left:.0f} s left   ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return {name: crossed[: asked.visits] for name, crossed in found.items()}


def own_indices(sheet: Sheet) -> IndexBook:
    """The index plays of Hi-Lo on this very sheet, worked out or kept."""
    study = GAME_MATHS[sheet.game].study_count(sheet, COUNTS["hi-lo"], cut=None, stake=None, progress=silent)
    return book_of(study.plays.plays)


def told(name: str, found: Crossings) -> str:
    """One guest in a line: in how many visits, and after how many rounds in the middle of them."""
    seen = sorted(crossed for crossed in found if crossed is not None)
    said = f"{name:<46}{len(seen):>6} of {len(found)}"
    half, most = len(found) // 2, len(found) * 9 // 10
    if len(seen) > half:
        said += f", half of them by round {seen[half]}"
    if len(seen) > most:
        said += f", nine in ten by round {seen[most]}"
    return said


def _write_table(found: dict[str, Crossings], steps: list[int], path: Path) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["guest", "kind", "visits", "alarms", *(f"by_{step}" for step in steps)])
        for kind, guests in KINDS.items():
            for name in guests:
                parts = [f"{part:.4f}" for part in seen_by(found[name], steps)]
                alarms = sum(crossed is not None for crossed in found[name])
                writer.writerow([name, kind, len(found[name]), alarms, *parts])


def _draw(found: dict[str, Crossings], steps: list[int], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams |= {"svg.hashsalt": "pitboss", "svg.fonttype": "path", "font.family": "DejaVu Sans", "font.size": 9}
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.6, 4.2), layout="constrained", facecolor="white")
    axes = figure.add_subplot()
    for name, dashes in DRAWN.items():
        line = [100 * part for part in seen_by(found[name], steps)]
        main = name == "Hi-Lo 1-8"
        look = {
            "color": "#9A4114" if main else "#172022",
            "linewidth": 2 if main else 1.2,
            "linestyle": (0, dashes or (1, 0)),
        }
        axes.plot([0, *steps], [0, *line], label=name, **look)
    axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5), handlelength=4)
    axes.set(xlabel="Rounds of the visit", ylabel="Visits seen, %", xlim=(0, steps[-1]), ylim=(0, 103))
    axes.set_title(f"Seen at {ALARM:,} to 1: at most one false alarm in {ALARM:,} visits", loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="#D2D8CE", linewidth=0.5)
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    sys.exit(main())
