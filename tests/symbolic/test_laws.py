"""Laws that hold of every formula: what is printed reads the same, what is rewritten is equal, what is changed is not."""

from __future__ import annotations

import random
from contextlib import suppress
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from trees import MOMENTS, PLAIN, SYMBOLS, any_tree, moment_tree, tame_tree

from grader.symbolic import compare
from grader.symbolic.characters import LONGEST_TEXT
from grader.symbolic.evaluate import Clock
from grader.symbolic.notation import Style, printed
from grader.symbolic.problems import Unread
from grader.symbolic.reader import read_formula, read_sides
from grader.symbolic.refutation import refute
from grader.symbolic.tree import Add, Minus, Node, Number, Over, Power, Times, depth, rebuilt

styles = st.builds(
    Style,
    product=st.sampled_from(["·", "*", " "]),
    power=st.sampled_from(["^", "**", "²"]),
    bracket=st.sampled_from("(["),
    root=st.sampled_from(["√", "sqrt"]),
    variance=st.sampled_from(["Var", "V"]),
    mean=st.sampled_from(["E", "𝔼"]),
    names=st.sampled_from([{}, {"d_k": "d_{k}"}, {"d_k": "dk"}]),
    called_sums=st.booleans(),
)


@settings(max_examples=300, deadline=None)
@given(any_tree, styles)
def test_a_printed_formula_reads_as_the_same_tree(tree: Node, style: Style) -> None:
    text = printed(tree, style)
    if depth(tree) < 9 and len(text) < LONGEST_TEXT:
        assert read_formula(text, PLAIN) == tree


@settings(max_examples=300, deadline=None)
@given(moment_tree, styles)
def test_a_printed_moment_reads_as_the_same_tree(tree: Node, style: Style) -> None:
    text = printed(tree, style)
    if depth(tree) < 9 and len(text) < LONGEST_TEXT:
        assert read_formula(text, MOMENTS) == tree


def rewritten(node: Node, dice: random.Random) -> Node:
    """An equal tree in another shape."""
    node = rebuilt(node, lambda child: rewritten(child, dice))
    one, two = Number(Fraction(1)), Number(Fraction(2))
    if isinstance(node, Add):
        return Add(tuple(dice.sample(node.terms, len(node.terms))))
    if isinstance(node, Times):
        first, *rest = dice.sample(node.factors, len(node.factors))
        if isinstance(first, Add) and dice.random() < 0.5:
            return Add(tuple(Times((term, *rest)) for term in first.terms))
        return Times((first, *rest))
    if isinstance(node, Power) and node.exponent == two:
        return Times((node.base, node.base))
    return dice.choice(
        [node, node, Minus(Minus(node)), Times((one, node)), Over(Times((two, node)), two), Add((node, Number(Fraction(0))))]
    )


@settings(max_examples=120, deadline=None)
@given(tame_tree, st.randoms(use_true_random=False))
def test_what_is_rewritten_is_equivalent(tree: Node, dice: random.Random) -> None:
    other = rewritten(tree, dice)
    if depth(other) < 14:
        assert compare(printed(other), printed(tree), SYMBOLS).verdict == "equivalent"


@settings(max_examples=120, deadline=None)
@given(tame_tree, tame_tree)
def test_what_is_added_makes_a_difference(tree: Node, more: Node) -> None:
    """Adding a square and one changes every formula, everywhere."""
    other = Add((tree, Power(more, Number(Fraction(2))), Number(Fraction(1))))
    found = compare(printed(other), printed(tree), SYMBOLS)
    assert found.verdict == "different"
    assert found.point is not None


@settings(max_examples=100, deadline=None)
@given(any_tree)
def test_a_formula_is_never_told_from_itself(tree: Node) -> None:
    trial = refute(tree, Add((tree, Number(Fraction(0)))), PLAIN, Clock(0.2))
    assert trial.refutation is None


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for vocabulary in (PLAIN, MOMENTS):
        with suppress(Unread):
            read_sides(text, vocabulary)


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "x",
                "y",
                "2",
                "0.5",
                "(",
                ")",
                "[",
                "]",
                "{",
                "}",
                "|",
                "+",
                "-",
                "*",
                "/",
                "^",
                "²",
                "√",
                "=",
                ",",
                "Σ_{i=1}^{n}",
                "i",
                "E",
                "Var",
                "q_i",
                "e",
                "\\frac",
                "sqrt",
                "½",
                "d_k",
                ".",
            ]
        ),
        max_size=25,
    )
)
def test_any_row_of_signs_is_read_or_refused(signs: list[str]) -> None:
    text = " ".join(signs)
    for vocabulary in (PLAIN, MOMENTS):
        try:
            sides = read_sides(text, vocabulary)
        except Unread:
            continue
        for side in sides:
            assert read_formula(printed(side), vocabulary) == side
