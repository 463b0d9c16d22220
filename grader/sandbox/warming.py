"""What makes a zygote's children quick: honest code, run once in the zygote before it is forked again.

Python and numpy fill caches as they run (bytecode fitted to its types, dispatch tables, lazily made objects). A child
that inherits them full neither fills them again nor copies the memory pages that they lie in.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import numpy as np

from grader.content.calling import Call, PartPlan, Plan
from grader.content.reading import Reading
from grader.content.values import pack, pack_input
from grader.sandbox.capture import Printed
from grader.sandbox.child import Channel, lay_out, seed, serve
from grader.sandbox.runs import Limits
from grader.sandbox.wire import Job, receive, send

sample = '''
"""What students write, in style."""
import math

import numpy as np


def one(scores, offset=0.0):
    """Returns an array."""
    scores = np.asarray(scores, dtype=float)
    if scores.ndim != 2:
        raise ValueError("no matrix")
    shifted = np.exp(scores - np.max(scores, axis=1, keepdims=True)) + offset
    weights = shifted / shifted.sum(axis=-1, keepdims=True)
    mask = np.triu(np.ones(scores.shape, dtype=bool), k=1)
    hidden = np.where(mask, -np.inf, scores / np.sqrt(scores.shape[1]))
    product = weights @ scores.T + np.dot(hidden[:, :1] * 0, np.zeros((1, len(scores))))
    for row in range(len(product)):
        product[row] = product[row] - product[row].mean() + math.sqrt(2)
    return np.concatenate([product.reshape(-1, 1), np.zeros((1, 1))], axis=0).transpose()


def several(scores):
    return [one(scores), np.linalg.norm(one(scores), axis=0)]


def whole(scores):
    return sum(i * j for i, j in enumerate(range(4)))


def truth(scores):
    return bool(np.allclose(scores, scores) and np.isfinite(scores).all())


def pairs(scores):
    return [(int(i), int(j)) for i, j in zip(*np.nonzero(scores))]


def pair(scores):
    return tuple(int(i) for i in np.unravel_index(np.argmax(scores), scores.shape))


def fails(scores):
    print("before")
    raise ValueError(f"not {scores.shape}")
'''
readings = {
    "one": Reading("array"),
    "several": Reading("arrays", 2),
    "whole": Reading("whole"),
    "truth": Reading("truth"),
    "pairs": Reading("pairs"),
    "pair": Reading("pair"),
    "fails": Reading("array"),
}
ROUNDS = 10
"""Runs until Python has fitted its bytecode."""
REPEATS = 3
"""Calls of each function in a run."""
ROOM = 1 << 16
"""Bytes that a pipe holds, which the answers stay well below."""


def warm(printed: Printed, classes: Iterable[type]) -> None:
    """Load and call the sample just as a child would. Leaves no trace but full caches.

    `classes` are those whose attributes a child needs before it comes that far.
    """
    for one in (*classes, Job, Limits, Channel):
        for attribute in vars(one):
            getattr(one, attribute, None)
    job = Job("sample.py", Limits())
    matrix = pack(np.arange(12.0).reshape(3, 4))
    call = Call((matrix,))
    parts = tuple(PartPlan(part, reading, (call,) * REPEATS) for part, reading in readings.items())
    plan = Plan("sample", (*parts, PartPlan("one", Reading("array"), (Call((matrix,), {"offset": pack_input(0.5)}),))))
    inputs = lay_out(plan)
    heard, told = os.pipe()
    for _ in range(ROUNDS):
        send(told, sample.encode())
        source = receive(heard).decode("utf-8", "replace")
        seed(plan, source)
        serve(Channel(heard, told), job, plan, inputs, source, printed)
        os.read(heard, ROOM)
        del sys.modules["sample"]
    os.close(heard)
    os.close(told)
    if "linecache" in sys.modules:
        sys.modules["linecache"].cache.pop(job.name, None)
