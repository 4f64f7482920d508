"""Results as a notebook shows them: small plain tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["edge", "fragment", "html_table"]


def html_table(headings: Sequence[str], rows: Iterable[Sequence[object]], *, caption: str = "") -> str:
    """A table whose first column is words and whose others are figures.

    >>> html_table(["wager", "edge"], [["Main & more", "0.5 %"]]).count("<td")
    2
    """
    head = "".join(f"<th{_side(i)}>{escape(str(text))}</th>" for i, text in enumerate(headings))
    body = "".join(
        f"<tr>{''.join(f'<td{_side(i)}>{escape(str(cell))}</td>' for i, cell in enumerate(row))}</tr>" for row in rows
    )
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{said}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def fragment(title: str, *parts: str, notes: Iterable[str] = ()) -> str:
    """A title, tables, and sentences below them."""
    said = "".join(f"<li>{escape(note)}</li>" for note in notes)
    return f"<div><strong>{escape(title)}</strong>{''.join(parts)}{f'<ul>{said}</ul>' if said else ''}</div>"


def edge(share: float | None) -> str:
    """An edge in percent, a dash where there is none."""
    return "–" if share is None else f"{share * 100:+.4f} %"


def _side(column: int) -> str:
    return ' style="text-align:left"' if column == 0 else ' style="text-align:right"'
