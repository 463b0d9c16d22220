"""Reflection: what makes it complete, and what it is marked on. Teachers only."""

from grader.content.tasks import Criterion, Level, Reflection, Task

FILLED = """
# Reflection

## Three things I learned

1. The divisor is the root of d_k because variances add, and a factor is squared when it leaves a variance.
2. A mask is one addition before the softmax, and no step of its own.
3. Weights need not be symmetric, because each row is divided by its own sum.

## One question I still have

- What do the heads of a trained model really look at?
"""
IN_PROSE = """
I learned that a query and a key are different things even for the same word. I also learned why long texts are so expensive:
the work grows with the square of the length. And I understood that eight heads cost as much as one. But how does the model
know the order of the words?
"""
NO_QUESTION = "1. Scores are dot products.\n2. Weights add up to 1.\n3. Values are blended.\n"
TWO_THINGS = "- Scores are dot products.\n- Weights add up to 1.\n\nQuestion: who found it?\n"

TASK = Task(
    title="Three things and a question",
    part="reflection",
    task="Write down three things you learned and one question you still have.",
    checks=(Reflection(things=3, questions=1),),
    rubric=(
        Criterion(
            "things",
            "Are there three things, in the student's own words?",
            (
                Level(0, "none"),
                Level(3, "fewer than three, or only names of things"),
                Level(6, "three things that one can learn in this chapter, each said as what is now known"),
            ),
        ),
        Criterion(
            "question",
            "Is there a question that goes on from what was learned?",
            (
                Level(0, "none"),
                Level(2, "a question that the chapter answers"),
                Level(4, "a question that the chapter leaves open"),
            ),
        ),
    ),
    complete=(FILLED, IN_PROSE),
    incomplete=((NO_QUESTION, "1 question or more"), (TWO_THINGS, "3 things or more")),
)
