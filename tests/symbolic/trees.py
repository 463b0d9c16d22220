"""Random trees, for laws that hold of all of them."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from grader.symbolic.tree import Add, Call, Constant, Minus, Node, Noun, Number, Over, Power, Sum, Symbol, Times
from grader.symbolic.vocabulary import Vocabulary

SYMBOLS = {"x": "real", "y": "real", "p": "positive", "d_k": "positive integer", "n": "positive integer"}
PLAIN = Vocabulary(SYMBOLS)
MOMENTS = Vocabulary({"d_k": "positive integer"}, ["q_i", "k_i", "q", "k"], nouns=True, limit="d_k")

whole = st.integers(0, 12).map(lambda value: Number(Fraction(value)))
decimal = st.sampled_from(["0.5", "0.25", "1.5", "0.001", "3.14159", "1e-30", "12345678901234567890"]).map(
    lambda text: Number(Fraction(text))
)
leaf = st.one_of(
    whole,
    decimal,
    st.sampled_from([Symbol("x"), Symbol("y"), Symbol("p"), Symbol("d_k"), Symbol("n"), Constant("e"), Constant("pi")]),
)


def grown(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        several.map(Add),
        several.map(Times),
        inner.map(Minus),
        st.builds(Over, inner, inner),
        st.builds(Power, inner, inner),
        st.builds(
            lambda name, arg: Call(name, (arg,)), st.sampled_from(["sqrt", "exp", "log", "abs", "sin", "tanh", "cbrt"]), inner
        ),
        st.builds(lambda left, right: Call("max", (left, right)), inner, inner),
        inner.map(lambda body: Sum(body, "i", Number(Fraction(1)), Symbol("n"))),
    )


any_tree = st.recursive(leaf, grown, max_leaves=12)

random_leaf = st.sampled_from(
    [Symbol("q", "i"), Symbol("k", "i"), Symbol("q", "1"), Symbol("q"), Symbol("k"), Symbol("d_k"), Number(Fraction(2))]
)


def with_moments(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        several.map(Add),
        several.map(Times),
        inner.map(Minus),
        st.builds(Over, inner, inner),
        st.builds(lambda base, power: Power(base, Number(Fraction(power))), inner, st.integers(0, 4)),
        st.builds(lambda name, arg: Noun(name, (arg,)), st.sampled_from(["E", "Var", "SD"]), inner),
        st.builds(lambda left, right: Noun("Cov", (left, right)), inner, inner),
        inner.map(lambda body: Sum(body, "i", Number(Fraction(1)), Symbol("d_k"))),
    )


moment_tree = st.recursive(random_leaf, with_moments, max_leaves=8)


def tame(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Trees that have a value wherever they are tried."""
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        several.map(Add),
        several.map(Times),
        inner.map(Minus),
        inner.map(lambda node: Power(node, Number(Fraction(2)))),
        inner.map(lambda node: Call("abs", (node,))),
        inner.map(lambda node: Call("tanh", (node,))),
        inner.map(lambda node: Over(node, Add((Power(Symbol("p"), Number(Fraction(2))), Number(Fraction(1)))))),
    )


tame_leaf = st.one_of(whole, st.sampled_from([Symbol("x"), Symbol("y"), Symbol("p"), Symbol("d_k")]))
tame_tree = st.recursive(tame_leaf, tame, max_leaves=8)
