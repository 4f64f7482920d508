"""The server's log: lines for people, or one JSON object a line for programs; never a secret in either."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final, Literal

__all__ = ["FORMS", "AsJson", "LogForm", "start_log"]

LogForm = Literal["text", "json"]
FORMS: Final[tuple[LogForm, ...]] = ("text", "json")
_TEXT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_USUAL: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}
"""What every record has; anything else was given by whoever logged."""


class AsJson(logging.Formatter):
    """One object a record: time (UTC), level, logger, message, what else was given, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= {name: value for name, value in record.__dict__.items() if name not in _USUAL}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def start_log(form: LogForm) -> None:
    """Write the log of this process to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if form == "json" else logging.Formatter(_TEXT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)  # how it goes about the tables is of no use to anybody here
