"""HTTP, WebSocket and the pages: an edge that knows no rules."""

from pitboss.extras import needs

needs("serve")
