"""What a server is started with: where its data lies, which database, which address."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.service.commands import Pace

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """The defaults start a demo floor on SQLite with nothing to configure."""

    home: Path
    database: str
    host: str = "127.0.0.1"
    port: int = 8765
    demo: bool = True
    tables_each: int = 1
    pace: Pace | None = None
    secure_cookies: bool = False
    """Set where the server stands behind HTTPS."""
    origins: tuple[str, ...] = ()
    """Further origins that pages of this floor may come from."""

    @classmethod
    def of(cls, environ: Mapping[str, str] = os.environ, **given: object) -> Settings:
        """From the environment (``PITBOSS_HOME``, ``PITBOSS_DATABASE``, ...), what is given coming first."""
        home = Path(environ.get("PITBOSS_HOME") or "pitboss-data")
        found: dict[str, object] = {
            "home": home,
            "database": environ.get("PITBOSS_DATABASE") or f"sqlite:///{(home / 'floor.sqlite3').absolute()}",
            "secure_cookies": environ.get("PITBOSS_HTTPS", "") == "1",
            "origins": tuple(environ.get("PITBOSS_ORIGINS", "").split()),
        }
        found.update({name: value for name, value in given.items() if value is not None})
        return cls(**found)  # type: ignore[arg-type]
