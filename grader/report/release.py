"""The README of a student's copy."""

from __future__ import annotations

from collections.abc import Sequence

from grader.content.kinds import in_words

README = """\
# {title}

{count}, graded on your own machine in a blink: fill a file in `exercises/`,
type a command, and read what is right, what is wrong and why. Nothing leaves your machine, and no account is needed.

## Install

Python 3.11 or newer, and one command, typed in this folder:

```sh
python -m pip install {wheel}
```

On some systems Python is called `python3`, on Windows also `py`. If pip says that the environment is managed by somebody
else, make one of your own first: `python -m venv .venv`, then `source .venv/bin/activate` (on Windows
`.venv\\Scripts\\activate`).

## Work

```sh
grade                  # where to start; from then on, goes on where you stopped
{example}
grade pack             # the one file that you hand in, with a last look at what is in it
```

| file | about |
|---|---|
{table}

`grade --help` lists all commands: hints, progress, a fresh file in place of one that went wrong.

## What this copy can and can't tell

It makes the public checks. The marked run makes more of the same kind, with other numbers, and `grade` says how many. There is
no program in here that computes the answers; whoever digs finds the expected numbers of the public cases, and nothing that
helps with the others.
"""


def readme(title: str, wheel: str, work: Sequence[tuple[str, str, str]]) -> str:
    """`work` are the names, files and titles of what there is to do."""
    first = work[0][0]
    example = f"grade {first:<17}# grades {work[0][1]}; --watch grades on every save"
    table = "\n".join(f"| `{file}` | {name}: {about} |" for name, file, about in work)
    return README.format(title=title, count=in_words(name for name, _, _ in work), wheel=wheel, example=example, table=table)
