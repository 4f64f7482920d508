"""The files of the pages: a browser keeps scripts and styles for good, and asks for an HTML page each time.

An HTML page names its files below ``/at/MARK/``, where MARK is a hash of all of them: with another version of the
program they have other names, and no page runs with scripts of two versions. Its scripts are one file there, and so are
its styles (``joined_files``).
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, QueryParams
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pitboss.web.joined_files import JOINED, Joined, Packed, with_joined_files

__all__ = ["PAGES", "KeptFiles", "Pages", "mark_of"]

PAGES: Final = Path(__file__).parent / "pages"
NAMED: Final = re.compile(r'(?<=(?:href|.src)=")/(?=[\w/.-]+\.(?:js|css)")')
OF_THE_TABLE: Final = re.compile(r"<link [^>]*/\{table\}/[^>]*>\n")
NAME: Final = re.compile(r"[\w-]+", re.ASCII)
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


def _named(path: Path, mark: str) -> str:
    return NAMED.sub(f"/at/{mark}/", with_joined_files(path.read_text(encoding="utf-8"), path.stem))


def _asked_ahead(page: str, scope: Scope) -> str:
    """The page with what it asks the floor for first by the name of the table that its address names."""
    table = QueryParams(scope["query_string"]).get("table", "")
    return OF_THE_TABLE.sub(lambda link: link[0].replace("{table}", table) if NAME.fullmatch(table) else "", page)


class Pages(StaticFiles):
    """Every page at its own address, with its files named below the mark."""

    def __init__(self, folder: Path, mark: str) -> None:
        super().__init__(directory=folder, html=True)
        self._etag = f'"{mark}"'
        self._html = {str(path): _named(path, mark) for path in folder.rglob("*.html")}

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        page = self._html.get(os.fspath(full_path))
        if page is None:
            return super().file_response(full_path, stat_result, scope, status_code)
        kept: Mapping[str, str] = {"Cache-Control": ASK_EACH_TIME, "ETag": self._etag}
        if self._etag in Headers(scope=scope).get("if-none-match", ""):
            return Response(status_code=304, headers=kept)
        return HTMLResponse(_asked_ahead(page, scope), status_code, headers=kept)


class KeptFiles(StaticFiles):
    """The files of a mark; those of another, which an open page of an earlier version asks for, are not kept."""

    def __init__(self, folder: Path, mark: str) -> None:
        super().__init__(directory=folder)
        self._mark = mark
        self._joined = Joined(folder)

    def get_path(self, scope: Scope) -> str:
        return super().get_path(scope).partition(os.sep)[2]

    async def get_response(self, path: str, scope: Scope) -> Response:
        folder, name = os.path.split(path)
        joined = await run_in_threadpool(self._joined.file, name) if folder == JOINED else None
        response = _sent(joined, scope) if joined else await super().get_response(path, scope)
        asked = super().get_path(scope).partition(os.sep)[0]
        response.headers["Cache-Control"] = FOR_GOOD if asked == self._mark else ASK_EACH_TIME
        return response


def _sent(file: Packed, scope: Scope) -> Response:
    if "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
        return Response(file.plain, media_type=file.media_type)
    headers = {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
    return Response(file.packed, headers=headers, media_type=file.media_type)
