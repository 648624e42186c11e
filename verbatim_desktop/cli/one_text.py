"""A command that takes one text: typed without quotes, it is told how to write it."""

from __future__ import annotations

import click


class OneText(click.Command):
    """Words behind its text are the rest of a text that the shell took apart."""

    allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        left = super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            first = [ctx.params[one.name] for one in self.params if isinstance(one, click.Argument)]
            text = " ".join([*filter(None, first), *ctx.args])
            ctx.fail(f'Put the text in quotes: verbatim {self.name} "{text}"')
        return left
