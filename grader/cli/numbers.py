"""Commands that take numbers as arguments: a negative one is a number, and no option that is misspelt."""

from __future__ import annotations

import re

import click

NUMBER = re.compile(r"-\.?[0-9]")


class TakesNumbers(click.Command):
    """Reads `-1` as the value that it is, so that whoever typed it is told about the value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            # What is read is taken off the list.
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption as unknown:
            if not any(NUMBER.match(one) and one.startswith(unknown.option_name) for one in args):
                raise
        ctx.ignore_unknown_options = True
        return super().parse_args(ctx, list(args))
