"""Panels as PNG, SVG or a page of HTML; the same panels always give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal

from pitboss.extras import needs
from pitboss.reports.look import FONT, HAIRLINE, QUIET, TEXT
from pitboss.reports.panels import Panel

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FORMS", "PictureForm", "inline_svg", "picture"]

PictureForm = Literal["png", "svg", "html"]
FORMS: Final[tuple[PictureForm, ...]] = ("png", "svg", "html")
WIDTH, HEIGHT = 7.2, 3.0
DOTS = 160

# Ids of an SVG are hashed with the salt and letters are drawn as paths, so that a picture is the same everywhere.
_STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "pitboss",
    "svg.fonttype": "path",
    "font.family": FONT,
    "font.size": 9,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": QUIET,
    "axes.titlecolor": TEXT,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": HAIRLINE,
    "grid.linewidth": 0.5,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
}


def picture(panels: Sequence[Panel], form: PictureForm, *, title: str = "") -> bytes:
    """One file with all the panels, one below the other."""
    if form == "html":
        return _page(panels, title).encode()
    return _drawn(panels, form, title=title)


def inline_svg(panel: Panel, *, height: float = HEIGHT) -> str:
    """A panel as an SVG element to stand in a page or a document."""
    text = _drawn([panel], "svg", titled=False, height=height).decode()
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text[text.index("<svg") :], flags=re.DOTALL)
    return text.replace(" xmlns:xlink=", ' role="img" xmlns:xlink=', 1)


def _drawn(
    panels: Sequence[Panel], form: str, *, title: str = "", titled: bool = True, height: float = HEIGHT
) -> bytes:
    needs("report", "matplotlib")
    from matplotlib import style
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with style.context(["default", _STYLE]):  # whatever a user has set up for other plots
        figure = Figure(figsize=(WIDTH, height * len(panels)), layout="constrained")
        FigureCanvasAgg(figure)
        if title:
            figure.suptitle(title, x=0.01, ha="left", fontsize=13, fontweight="bold", color=TEXT)
        for number, panel in enumerate(panels, 1):
            axes = figure.add_subplot(len(panels), 1, number)
            if titled:
                axes.set_title(panel.title)
            panel.draw(axes)
        return _saved(figure, form)


def _saved(figure: Figure, form: str) -> bytes:
    out = BytesIO()
    if form == "svg":
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    else:
        figure.savefig(out, format="png", dpi=DOTS, facecolor="#FFFFFF", metadata={"Software": None})
    return out.getvalue()


def _page(panels: Sequence[Panel], title: str) -> str:
    from pitboss.reports.typesetting import html

    plots = [{"title": panel.title, "svg": inline_svg(panel)} for panel in panels]
    return html("plots.html", title=title or panels[0].title, plots=plots)
