"""The words of a PDF as Typst writes it: enough of the format to hold a document against what it should say."""

from __future__ import annotations

import re
import zlib

__all__ = ["fonts_of", "words_of"]

ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)


def _string(depth: int) -> bytes:
    """The pattern of a string, in which brackets that come in pairs stand as they are."""
    inside = rb"\\.|[^\\()]"
    return rb"\((?:" + (inside + rb"|" + _string(depth - 1) if depth else inside) + rb")*\)"


SHOWN = re.compile(rb"/(f\d+) [\d.]+ Tf|" + _string(8), re.DOTALL)


def words_of(document: bytes) -> str:
    """All text in the order it is set, without spaces: how words are set apart is the typesetter's business."""
    objects = {int(m[1]): m[2] for m in re.finditer(rb"\n(\d+) 0 obj\s(.*?)\nendobj", document, re.DOTALL)}
    pages = [re.search(rb"/Resources (\d+) 0 R.*/Contents (\d+) 0 R", body) for body in objects.values()]
    return "".join(
        _shown(_stream(objects[int(page[2])]), _fonts(objects, objects[int(page[1])])) for page in pages if page
    )


def _fonts(objects: dict[int, bytes], resources: bytes) -> dict[bytes, dict[int, str]]:
    """A page's fonts by the names it has for them: the text of every glyph."""
    found = {}
    for name, number in re.findall(rb"/(f\d+) (\d+) 0 R", resources):
        unicode = re.search(rb"/ToUnicode (\d+) 0 R", objects[int(number)])
        assert unicode is not None
        found[name] = _cmap(_stream(objects[int(unicode[1])]))
    return found


def fonts_of(document: bytes) -> set[str]:
    """The fonts that are embedded, without the letters that mark a part of one."""
    named = re.findall(rb"/FontName/[A-Z]{6}\+([\w-]+)", document)
    return {name.decode() for name in named}


def _stream(body: bytes) -> bytes:
    data = body[body.index(b"stream") + 6 :].lstrip(b"\r\n")
    return zlib.decompressobj().decompress(data) if b"FlateDecode" in body[: body.index(b"stream")] else data


def _cmap(text: bytes) -> dict[int, str]:
    found = {}
    for glyph, code in re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>", text):
        found[int(glyph, 16)] = bytes.fromhex(code.decode()).decode("utf-16-be")
    return found


def _unescaped(match: re.Match[bytes]) -> bytes:
    return bytes([int(match[1], 8)]) if len(match[1]) == 3 else ESCAPES.get(match[1], match[1])


def _shown(content: bytes, fonts: dict[bytes, dict[int, str]]) -> str:
    out, font = [], b""
    for match in SHOWN.finditer(re.sub(rb"/Lang ?\(\w+\)", b"", content)):  # a mark for readers aloud, not set
        if match[1]:
            font = match[1]
        elif match[0].startswith(b"("):
            raw = ESCAPED.sub(_unescaped, match[0][1:-1])
            glyphs = [int.from_bytes(raw[i : i + 2], "big") for i in range(0, len(raw), 2)]
            out.append("".join(fonts[font].get(glyph, "�") for glyph in glyphs))
    return re.sub(r"\s", "", "".join(out))
