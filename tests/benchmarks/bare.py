"""The floor that grading is measured against: fork, run the file, make the calls, exit. No isolation, no judging.

Started by `bench_speed.py` as a process of its own, with numpy loaded and little else. Reads the packed plan and the
source from a file, then "N" lines from stdin: makes N submissions and prints the seconds they took.
"""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import msgspec
import numpy as np

from grader.content.calling import Plan
from grader.content.values import unpack_input

plan = msgspec.msgpack.decode(Path(sys.argv[1]).read_bytes(), type=Plan)
path = sys.argv[2]


def submission() -> None:
    pid = os.fork()
    if pid == 0:
        namespace: dict[str, object] = {"__name__": "submission"}
        with open(path, encoding="utf-8") as file:
            exec(compile(file.read(), path, "exec"), namespace)
        for part in plan.parts:
            for call in part.calls:
                args = [unpack_input(value) for value in call.args]
                kwargs = {name: unpack_input(value) for name, value in call.kwargs.items()}
                with suppress(ValueError):
                    namespace[part.name](*args, **kwargs)  # type: ignore[operator]
        os._exit(0)
    os.waitpid(pid, 0)


np.random.default_rng(0).standard_normal(3)
print("ready", flush=True)
for line in sys.stdin:
    began = time.perf_counter()
    for _ in range(int(line)):
        submission()
    print(time.perf_counter() - began, flush=True)
