"""Which grader made a result: a result of another version is graded again."""

from __future__ import annotations

import hashlib
from pathlib import Path

from grader import __version__

ROOMS = ("content", "intake", "sandbox", "symbolic", "judge", "quiz", "tasks")
"""What a result depends on; how it is stored or shown does not change it."""


def grader_version() -> str:
    """The version, and a hash of the code that reads, runs and judges."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((package / room).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:12]}"
