"""Practice 1: what makes the program complete, and what it is marked on. Teachers only."""

from grader.content.tasks import Criterion, Level, Program, Task

SHOWN_WELL = '''
import numpy as np

INPUTS = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
KEYS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]])


def demo(query):
    """The nearer a key points to where the query points, the larger its weight."""
    scores = KEYS @ np.array(query) / np.sqrt(2)
    powers = np.exp(scores - scores.max())
    return (powers / powers.sum()).round(3)
'''
PRINTED = """
import math

INPUTS = (1, 64, 4096)


def demo(d_k):
    # The larger d_k, the more one score gets everything, unless it is scaled.
    for scale in (1, math.sqrt(d_k)):
        powers = [math.exp(score) for score in (0.0, math.sqrt(d_k) / scale / 100)]
        print([power / sum(powers) for power in powers])
"""
TWO_INPUTS = "INPUTS = [1, 2, 2]\n\n\ndef demo(x):\n    return 2 * x\n"
NO_DEMO = "INPUTS = [1, 2, 3]\n\n\ndef show(x):\n    return 2 * x\n"
BREAKS = "INPUTS = [1, 0, 2]\n\n\ndef demo(x):\n    return 1 / x\n"

TASK = Task(
    title="A program that shows the idea",
    part="program",
    task="Write a program that shows what this chapter is about, and try it on three different inputs or more.",
    checks=(Program(function="demo", inputs="INPUTS", at_least=3),),
    rubric=(
        Criterion(
            "idea",
            "Does the program show something that this chapter is about?",
            (
                Level(0, "it has nothing to do with the chapter, or shows nothing"),
                Level(2, "it computes something of the chapter, but what it shows is hard to see, or partly wrong"),
                Level(4, "it shows one idea of the chapter, rightly and plainly"),
            ),
        ),
        Criterion(
            "inputs",
            "Are there three inputs that each show something?",
            (
                Level(0, "fewer than three different inputs"),
                Level(2, "three inputs that all show much the same"),
                Level(3, "each input shows something that the others don't"),
            ),
        ),
        Criterion(
            "explanation",
            "Does it say what to notice, and why it comes out that way?",
            (
                Level(0, "nothing is explained"),
                Level(1, "it says what the code does"),
                Level(3, "it says what to notice in the outputs, and why they are so"),
            ),
        ),
    ),
    complete=(SHOWN_WELL, PRINTED),
    incomplete=(
        (TWO_INPUTS, "3 different inputs or more"),
        (NO_DEMO, "demo can be called with one input"),
        (BREAKS, "runs without an error"),
    ),
)
