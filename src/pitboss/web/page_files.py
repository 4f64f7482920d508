"""The files of the pages: a browser keeps scripts and styles for good, and asks for an HTML page each time.

An HTML page names its files below ``/at/MARK/``, where MARK is a hash of all of them: with another version of the
program they have other names, and no page runs with scripts of two versions.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["PAGES", "KeptFiles", "Pages", "mark_of"]

PAGES: Final = Path(__file__).parent / "pages"
NAMED: Final = re.compile(r'(?<=(?:href|.src)=")/(?=[\w/.-]+\.(?:js|css)")')
FOR_GOOD: Final = "public, max-age=31536000, immutable"
ASK_EACH_TIME: Final = "no-cache"


def mark_of(folder: Path) -> str:
    """A hash of everything that pages load."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


class Pages(StaticFiles):
    """Every page at its own address, with its files named below the mark."""

    def __init__(self, folder: Path, mark: str) -> None:
        super().__init__(directory=folder, html=True)
        self._etag = f'"{mark}"'
        self._html = {
            str(path): NAMED.sub(f"/at/{mark}/", path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")
        }

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        page = self._html.get(os.fspath(full_path))
        if page is None:
            return super().file_response(full_path, stat_result, scope, status_code)
        kept: Mapping[str, str] = {"Cache-Control": ASK_EACH_TIME, "ETag": self._etag}
        if self._etag in Headers(scope=scope).get("if-none-match", ""):
            return Response(status_code=304, headers=kept)
        return HTMLResponse(page, status_code, headers=kept)


class KeptFiles(StaticFiles):
    """The files of a mark; those of another, which an open page of an earlier version asks for, are not kept."""

    def __init__(self, folder: Path, mark: str) -> None:
        super().__init__(directory=folder)
        self._mark = mark

    def get_path(self, scope: Scope) -> str:
        return super().get_path(scope).partition(os.sep)[2]

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        asked = super().get_path(scope).partition(os.sep)[0]
        response.headers["Cache-Control"] = FOR_GOOD if asked == self._mark else ASK_EACH_TIME
        return response
