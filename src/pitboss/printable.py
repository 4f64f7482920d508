"""Text of a file or a person on its way to a terminal, a log or a page: what cannot be printed is shown escaped.

An escape sequence could hide a line, a line break forge one, a change of direction turn one around.

>>> print(printable("paid\\x1b[2K\\nDIFFERS: nothing"))
paid\\x1b[2K\\nDIFFERS: nothing
>>> print(printable_json('{"name": "\\x7f\\u202e"}'))
{"name": "\\u007f\\u202e"}
"""

from __future__ import annotations

__all__ = ["printable", "printable_json", "printable_lines"]


def printable(text: str) -> str:
    """Return the text on one line, with control, format and separator characters escaped as Python writes them."""
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def printable_lines(text: str) -> str:
    """Return a text of our own lines, each of them printable."""
    return "\n".join(map(printable, text.split("\n")))


def printable_json(text: str) -> str:
    """Return JSON whose strings escape all that cannot be printed; between them it has only spaces and line breaks."""
    return "".join(c if c == "\n" or c.isprintable() else _escaped(c) for c in text) if _odd(text) else text


def _odd(text: str) -> bool:
    return not text.replace("\n", "").isprintable()


def _escaped(character: str) -> str:
    """A character as JSON escapes it: in two halves where it lies beyond the first plane."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
