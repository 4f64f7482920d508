"""The documentation as the server shows it: every page, and no link that leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.house import Server

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(path.stem for path in (ROOT / "docs").glob("*.md"))


def test_every_page_is_served_and_named_in_the_list(server: Server) -> None:
    client = server.client()
    listed = client.get("/docs").text
    for name in PAGES:
        assert f'href="/docs/{name}"' in listed
        page = client.get(f"/docs/{name}")
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        assert "<h1>" in page.text
        assert "<script>" not in page.text.partition("<main>")[2], "no script of a page is run"


def test_links_between_pages_lead_somewhere(server: Server) -> None:
    client = server.client()
    found = {link for name in PAGES for link in re.findall(r'href="(/docs/[^"#]+)', client.get(f"/docs/{name}").text)}
    assert len(found) >= len(PAGES)
    for link in found:
        assert client.get(link).status_code == 200, link


def test_links_to_headings_find_them_and_none_leads_out_of_the_floor(server: Server) -> None:
    client = server.client()
    pages = {name: client.get(f"/docs/{name}").text for name in PAGES}
    linked = [(one, *link) for one in PAGES for link in re.findall(r'href="(?:/docs/([a-z-]+))?#([^"]+)"', pages[one])]
    assert linked
    for one, other, heading in linked:
        assert f'id="{heading}"' in pages[other or one], (one, other, heading)
    assert not [name for name in PAGES if 'href="../' in pages[name]]


def test_what_is_not_there_is_said_in_one_line(server: Server) -> None:
    for wrong in ("/docs/nothing", "/docs/../secret", "/docs/API"):
        answer = server.client().get(wrong)
        assert answer.status_code in (404, 422)
    assert server.client().get("/docs/nothing").json()["reason"] == "there is no such page; /docs has the list"


def test_links_in_the_repository_lead_somewhere() -> None:
    """Files that the front page and the documentation point to are there."""
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if not link.startswith(("http", "/")):
                assert (page.parent / link).exists(), f"{page.name}: {link}"
