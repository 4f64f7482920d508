"""HTTP, WebSocket and the pages: an edge that knows no rules."""
