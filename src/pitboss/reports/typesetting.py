"""Templates become pages: HTML by Jinja, PDF, PNG and SVG by Typst; neither looks beyond this package."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

from pitboss.extras import needs
from pitboss.reports import look

if TYPE_CHECKING:
    from jinja2 import Environment
    from typst import Fonts

__all__ = ["TypesetForm", "html", "typeset"]

TypesetForm = Literal["pdf", "png", "svg"]
PIXELS_PER_INCH = 192


def html(template: str, **data: Any) -> str:
    """A page that stands alone: it loads no other file."""
    return _environment().get_template(template).render(style=_template("page.css"), **data)


@cache
def _environment() -> Environment:
    needs("report", "jinja2")
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("pitboss.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def typeset(template: str, data: Any, form: TypesetForm) -> bytes:
    """A document set by Typst, with its own fonts embedded and no date in it, so that it repeats byte for byte."""
    needs("report", "matplotlib", "typst")
    import typst

    source = _template("common.typ") + _template(template)
    made = typst.compile(
        source.encode(),
        font_paths=_fonts(),
        ignore_system_fonts=True,
        format=form,
        ppi=PIXELS_PER_INCH,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False), "font": look.FONT},
    )
    assert isinstance(made, bytes), "a chart is one page"
    return made


@cache
def _fonts() -> Fonts:
    import typst
    from matplotlib import get_data_path

    return typst.Fonts(include_system_fonts=False, font_paths=[f"{get_data_path()}/fonts/ttf"])


def _template(name: str) -> str:
    return files("pitboss.reports").joinpath("templates", name).read_text(encoding="utf-8")
