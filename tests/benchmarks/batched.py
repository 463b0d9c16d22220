"""Grading as a batch with one job does it, to be measured beside `bare.py`.

Started by `bench_speed.py` as a process of its own, just as the floor is: what is forked is then no larger than in a
real batch. Reads "N" lines from stdin: grades the same submission N times and prints the seconds that took.
"""

import sys
import time
from pathlib import Path

import numpy  # noqa: F401

from grader.sandbox import open_sandbox

# Before anything else is loaded, as `grade` does it.
sandbox = open_sandbox("strict")

from grader.content.catalog import ChapterCatalog  # noqa: E402
from grader.marking.grading import Grader  # noqa: E402

root, exercise, path = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
entry = ChapterCatalog(root, "", public=False).entry(exercise)
grader = Grader(sandbox)
assert sandbox.isolation == "strict"
print("ready", flush=True)
for line in sys.stdin:
    began = time.perf_counter()
    for _ in range(int(line)):
        result = grader.grade_file(entry, path)
    assert result.status == "passed", result
    print(time.perf_counter() - began, flush=True)
sandbox.close()
