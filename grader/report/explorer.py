"""The test file for an editor's test explorer: a class an exercise, a function a part, a case a check."""

from __future__ import annotations

from collections.abc import Mapping

HEAD = '''\
"""The workbook's checks as tests, for the test explorer of an editor. `grade tests` wrote this; it can be written anew.

Nothing of yours is imported here: `grade` grades each file in a process of its own, as it does in the terminal.
"""

import pytest

from grader.marking.explorer import checked
'''


def render(work: Mapping[str, tuple[str, Mapping[str, list[str]]]]) -> str:
    """`work` has for each exercise its title, and its checks by part."""
    lines = [HEAD]
    for exercise, (title, parts) in work.items():
        lines += ["", f"class Test{exercise[0].upper()}{exercise[1:]}:", f"    {title!r}", ""]
        for part, checks in parts.items():
            name = "".join(letter if letter.isidentifier() or letter.isdigit() else "_" for letter in part)
            lines += ["    @pytest.mark.parametrize(", '        "check",', "        ["]
            lines += [f"            {check!r}," for check in checks]
            lines += ["        ],", "    )", f"    def test_{name}(self, check):"]
            lines += [f"        checked(__file__, {exercise!r}, {part!r}, check)", ""]
    return "\n".join(lines)
