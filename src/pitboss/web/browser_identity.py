"""A browser whose person does not play now stays that person's: no guest and no new account comes out of it.

It is told by its session, and after signing out by a cookie that holds the name, sealed with the house's key. Another
browser, or one that forgets its cookies, is somebody new: who sits at a real table is for the people there to see.
"""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Final

from fastapi import Cookie, Request, Response

from pitboss.errors import Refusal
from pitboss.service.floor.running import Running
from pitboss.service.operations.keys import KeyTrouble
from pitboss.service.people.accounts import Session
from pitboss.service.people.player_limits import barred_from_play
from pitboss.web.guard import NotAllowed

__all__ = ["AwayCookie", "check_may_come_in", "keep"]

COOKIE: Final = "pitboss_kept"
LASTS: Final = 400 * 24 * 3600
"""Seconds; browsers keep nothing for longer. Whether the person plays again is asked each time."""
_ABOUT: Final = "kept from play"

AwayCookie = Annotated[str, Cookie(alias=COOKIE, description="who does not play", include_in_schema=False)]


async def why_not(running: Running, name: str) -> Refusal | None:
    """Return the refusal for somebody who does not play now, None where they may."""
    standing = (await asyncio.to_thread(running.floor.standing, name)).standing
    return barred_from_play(standing, running.floor.clock())


async def check_may_come_in(running: Running, session: Session | None, kept: str) -> None:
    """Refuse another name to a browser whose person does not play now."""
    if session is not None and (why := await why_not(running, session.person.name)):
        raise NotAllowed(why.code, why.clause, **why.params)
    if (name := _named(running, kept)) and await why_not(running, name):
        raise NotAllowed("play.kept_in_browser")


async def keep(request: Request, response: Response, running: Running, name: str) -> str:
    """Have a browser remember that its person does not play now; returns why, or an empty text where they may."""
    why = await why_not(running, name)
    if why is not None:
        sealed = urlsafe_b64encode(running.floor.keys.seal(name.encode(), _ABOUT)).decode()
        secure = request.app.state.settings.secure_cookies
        response.set_cookie(COOKIE, sealed, httponly=True, samesite="strict", secure=secure, max_age=LASTS)
    return why.reason if why is not None else ""


def _named(running: Running, kept: str) -> str:
    """The name that a browser has kept; empty where this house did not give it."""
    try:
        return running.floor.keys.unseal(urlsafe_b64decode(kept), _ABOUT).decode() if kept else ""
    except (KeyTrouble, ValueError):
        return ""
