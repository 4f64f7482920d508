"""What axe finds wrong on a page, with what it could not decide gone through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

__all__ = ["serious_trouble"]

AXE = Path(__file__).resolve().parents[2] / ".tools" / "axe-core-4.14.0.js"
SERIOUS = ("serious", "critical")
GO_THROUGH = """async (options) => {
  const found = (node) => document.querySelector(node.target[0]);
  const drawn = (node) => found(node)?.closest("pit-felt svg");
  const parts = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const [r, g, b, opaque = 1] = parts(getComputedStyle(at).backgroundColor);
      if (opaque === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const light = (colour) => colour.slice(0, 3).map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const contrast = (node) => {
    const [low, high] = [light(parts(getComputedStyle(node).color)), light(ground(node))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const large = (node) => parseFloat(getComputedStyle(node).fontSize) >= 24;
  const name = (node) => found(node).getAttribute("aria-label") ?? "";
  const misnamed = (node) => {
    const seen = found(node).textContent.trim();
    return seen.length > 1 && !name(node).includes(seen);
  };
  const open = {
    "color-contrast": (node) => !drawn(node) && contrast(found(node)) < (large(found(node)) ? 3 : 4.5),
    "label-content-name-mismatch": misnamed,
    "scrollable-region-focusable": (node) => !found(node).closest("[role=group]")?.querySelector("[tabindex='0']"),
  };
  const { violations, incomplete } = await axe.run(document, options);
  const undecided = incomplete.map((one) => ({ ...one, nodes: one.nodes.filter(open[one.id] ?? (() => true)) }));
  return [...violations, ...undecided].map((one) => ({
    ...one,
    nodes: one.nodes.filter((node) => one.id !== "color-contrast" || !drawn(node)),
  }));
}"""
"""What axe finds, and what it could not decide: of words that something overlaps, the contrast is worked out here;
single signs and letters have a name of their own, longer ones such as AA are looked for in theirs; arrows go through a
group, such as a map, from its one stop. Of a drawing axe sees no shapes and takes the page for the ground of its words;
another test measures those."""


def serious_trouble(page: Page) -> list[str]:
    """What would keep somebody from using a page, dark or light, a line each; the page is dark afterwards."""
    if not AXE.exists():
        pytest.skip("axe-core is missing: `dev.py test` fetches it where there is npm")
    page.evaluate(AXE.read_text())
    found = []
    for theme, options in (("dark", {}), ("light", {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        told: list[dict[str, Any]] = page.evaluate(GO_THROUGH, options)
        found += [
            f"{theme}: {one['id']} at {node['target']}: {node['failureSummary']}"
            for one in told
            for node in one["nodes"]
            if one["impact"] in SERIOUS
        ]
    page.emulate_media(color_scheme="dark")
    return found
