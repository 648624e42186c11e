"""The agents' door: read-only tools over MCP, on stdio or on loopback HTTP."""
