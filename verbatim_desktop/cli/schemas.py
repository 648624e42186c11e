"""The JSON Schema of each command's output, derived from the shapes themselves."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from verbatim_desktop.cli import (
    answer_shapes,
    audit_shapes,
    embed_shapes,
    eval_shapes,
    gaps_shapes,
    keys_shapes,
    reply_shapes,
    shapes,
    usage_shapes,
    workspaces_shapes,
)

Schema = dict[str, Any]

#: What each command prints with --json. A sub-command is named with a dash.
COMMANDS: dict[str, type] = {
    "ingest": shapes.IngestShape,
    "sources": shapes.SourcesShape,
    "sources-remove": shapes.RemovedSourceShape,
    "docs": shapes.DocsShape,
    "docs-show": shapes.DocumentShape,
    "search": shapes.SearchShape,
    "ask": answer_shapes.AskShape,
    "ticket": answer_shapes.TicketShape,
    "reply": reply_shapes.ReplyShape,
    "templates": reply_shapes.TemplatesShape,
    "evidence": audit_shapes.EvidenceShape,
    "verify": audit_shapes.VerifyShape,
    "drift": audit_shapes.DriftShape,
    "gaps": gaps_shapes.GapsShape,
    "answers": audit_shapes.AnswersShape,
    "export": audit_shapes.ExportShape,
    "replay": audit_shapes.ReplayShape,
    "eval": eval_shapes.EvalShape,
    "synonyms": shapes.SynonymsShape,
    "usage": usage_shapes.UsageReportShape,
    "synonyms-set": shapes.SynonymsShape,
    "synonyms-reset": shapes.SynonymsShape,
    "embed": embed_shapes.EmbedShape,
    "keys": keys_shapes.KeysShape,
    "keys-list": keys_shapes.KeysShape,
    "keys-set": keys_shapes.KeptKeyShape,
    "keys-remove": keys_shapes.RemovedKeyShape,
    "workspaces": workspaces_shapes.WorkspacesShape,
    "workspaces-list": workspaces_shapes.WorkspacesShape,
    "workspaces-create": workspaces_shapes.WorkspaceNamedShape,
    "workspaces-rename": workspaces_shapes.WorkspaceNamedShape,
    "workspaces-delete": workspaces_shapes.WorkspaceNamedShape,
    "workspaces-restore": workspaces_shapes.WorkspaceNamedShape,
    "workspaces-purge": workspaces_shapes.PurgedWorkspacesShape,
    "workspaces-export": workspaces_shapes.ExportedWorkspaceShape,
    "workspaces-import": workspaces_shapes.WorkspaceNamedShape,
    "backup": workspaces_shapes.BackupShape,
    "restore": workspaces_shapes.RestoreShape,
    "doctor": shapes.DoctorShape,
}

SCALARS: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}


def schema_of(command: str) -> Schema:
    """The JSON Schema (draft 2020-12) of what a command prints. Raises KeyError."""
    shape = COMMANDS[command]
    definitions: dict[str, Schema] = {}
    body = object_schema(shape, definitions)
    head: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"verbatim {command.replace('-', ' ')} --json",
    }
    return head | body | ({"$defs": definitions} if definitions else {})


def object_schema(shape: type, definitions: dict[str, Schema]) -> Schema:
    """A TypedDict as an object that allows nothing beside its names."""
    hints = get_type_hints(shape, include_extras=True)
    properties = {name: schema(hint, definitions) for name, hint in hints.items()}
    required = [name for name in hints if get_origin(hints[name]) is not NotRequired]
    return {
        "type": "object",
        **({"description": shape.__doc__} if shape.__doc__ else {}),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def schema(hint: Any, definitions: dict[str, Schema]) -> Schema:
    """The schema of one type; named shapes go to the definitions once."""
    if hint in SCALARS:
        return dict(SCALARS[hint])
    if is_typeddict(hint):
        return reference(hint, definitions)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return schema(arguments[0], definitions) | {"description": arguments[1]}
    if origin is NotRequired:
        return schema(arguments[0], definitions)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is list:
        return {"type": "array", "items": schema(arguments[0], definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(arguments[1], definitions)}
    if origin in (Union, UnionType):
        return {"anyOf": [schema(argument, definitions) for argument in arguments]}
    raise TypeError(f"no JSON Schema for {hint!r}")


def reference(shape: type, definitions: dict[str, Schema]) -> Schema:
    name = shape.__name__.removesuffix("Shape")
    if name not in definitions:
        definitions[name] = {}  # holds the place where a shape refers to itself
        definitions[name] = object_schema(shape, definitions)
    return {"$ref": f"#/$defs/{name}"}
