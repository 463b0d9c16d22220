"""Practice 1: a program that shows the idea.

Write a short program that shows what this chapter is about: how scores become weights, how weights blend values, what a
mask or the scaling changes, or anything else of it that you find worth showing. Then try it on three different inputs or
more, chosen so that each of them shows something.

1. `demo` takes one input, of whatever kind you like, and returns (or prints) what there is to see.
2. `INPUTS` is the list of inputs that it is shown on.

Say in a comment or a docstring what one should notice, and why it comes out that way. Then run

    grade practice1           runs demo on each of INPUTS and shows what comes out

No machine gives points for this: your instructor reads it, and marks the idea, the inputs and the explanation.
"""

INPUTS: list[object] = []
"""TODO: three different inputs or more, such as [[1, 0], [0, 1], [1, 1]] if demo takes a query."""


def demo(x: object) -> object:
    """What is shown for one input.

    A demo of something smaller, to see the form:

        INPUTS = [1, 10, 100]

        def demo(x):
            return f"{x} halved is {x / 2}"
    """
    raise NotImplementedError("TODO: demo")
