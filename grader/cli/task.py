"""Checking one open task: the same command as an exercise's."""

from __future__ import annotations

import click

from grader.cli.exercise import exercise_command


def task_command(name: str) -> click.Command:
    """The command that shows what can be told of a task."""
    return exercise_command(name)
