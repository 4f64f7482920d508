"""`python -m tests.web.gallery`: look at every felt in a browser, until Ctrl-C."""

from __future__ import annotations

import contextlib
import threading

from tests.web.gallery.serving import GalleryServer

if __name__ == "__main__":
    with GalleryServer() as gallery, contextlib.suppress(KeyboardInterrupt):
        print(gallery.page, f"{gallery.page}?others", sep="\n", flush=True)
        threading.Event().wait()
