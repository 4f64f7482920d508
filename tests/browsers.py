"""The browser of the tests."""

from __future__ import annotations

import shutil

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Debian's Chromium: of its two packages the one without windows, which takes less time, where both are there."""
