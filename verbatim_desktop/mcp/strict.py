"""Tools that take nothing they do not know, and say what they take."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import ValidationError

READ_ONLY = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


class StrictTool(Tool):
    """Refuses arguments it has no name for; the SDK would drop them without a word."""

    async def run(self, arguments: dict[str, Any], *rest: Any, **options: Any) -> Any:
        known: dict[str, Any] = self.parameters["properties"]
        unknown = [name for name in arguments if name not in known]
        if unknown:
            raise ToolError(
                f"{self.name} has no argument {_listed(unknown)}. It takes {_listed(known)}."
            )
        try:
            return await super().run(arguments, *rest, **options)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(f"{_said(error.__cause__)} It takes {_listed(known)}.") from error
            if type(error.__cause__) is ToolError:  # in our own words, which the SDK wraps
                raise ToolError(str(error.__cause__)) from error
            raise


def read_only(function: Callable[..., Any], title: str) -> StrictTool:
    """A tool from a function with described arguments and a described result."""
    tool = StrictTool.from_function(
        function,
        title=title,
        description=inspect.getdoc(function),
        annotations=READ_ONLY,
        structured_output=True,
    )
    tool.parameters["additionalProperties"] = False
    assert isinstance(tool, StrictTool)
    return tool


def _listed(names: Any) -> str:
    return ", ".join(str(name) for name in names)


def _said(error: ValidationError) -> str:
    """What is wrong with the arguments, one sentence each, without the values."""
    parts = [
        f"{'.'.join(map(str, problem['loc']))}: {problem['msg'].rstrip('.')}."
        for problem in error.errors(include_url=False, include_input=False)
    ]
    return " ".join(parts)
