"""The server's log: lines for people, or one JSON object a line for programs; never a secret in either."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final, Literal

from pitboss.printable import printable, printable_json, printable_lines

__all__ = ["FORMS", "AsJson", "AsText", "LogForm", "start_log"]

LogForm = Literal["text", "json"]
FORMS: Final[tuple[LogForm, ...]] = ("text", "json")
_TEXT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_USUAL: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}
"""What every record has; anything else was given by whoever logged."""


class AsText(logging.Formatter):
    """One line a record, whatever text of a person or a file stands in it; the traceback of an error follows."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return printable(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:
        return printable_lines(super().formatException(ei))


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
        return printable_json(json.dumps(told, ensure_ascii=False, default=str))


def start_log(form: LogForm) -> None:
    """Write the log of this process to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if form == "json" else AsText(_TEXT))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)  # its messages about tables are of no use here
