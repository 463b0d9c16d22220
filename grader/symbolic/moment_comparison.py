"""Comparing formulas with means, variances, covariances and sums, over declared random variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from grader.symbolic.algebra import Algebra, Form, Undefined
from grader.symbolic.assumptions import sample
from grader.symbolic.comparison import Comparison, read_both
from grader.symbolic.evaluate import Clock
from grader.symbolic.instances import fixed, limits, needed, numbered, values
from grader.symbolic.laws import Example, example
from grader.symbolic.moments import RULES, Law, Theory, World
from grader.symbolic.problems import TooMuch
from grader.symbolic.reader import read_formula
from grader.symbolic.refutation import Refutation, plain
from grader.symbolic.tree import Node, Symbol, free_symbols
from grader.symbolic.vocabulary import Vocabulary, canonical

WHOLE, DECIDING = 0.5, 0.35
"""Seconds for a whole comparison, and for the symbolic part of it."""
ACCEPTED = "The two agree in every case tried; that they always do was not proved, and is accepted."
POINTS = 5
"""At which symbols that stay symbols are tried, positive and negative."""
ALL = frozenset(RULES) - {"earlier-line"}


def compare_moments(
    student: str, reference: str, symbols: Mapping[str, str], random: Mapping[str, Mapping[str, object]], independent: bool
) -> Comparison:
    """Compares two texts with E, Var, Cov, SD and sums.

    `random` maps each random variable to its `mean` and `var`, a number or "any"; `q_i` is a family of copies
    with the same law. Only these moments are used. `independent=False`: nothing is known of any joint law, not of two
    variables and not of two copies; else all are independent.
    Raises `ValueError` for a declaration that is none.
    """
    vocabulary = Vocabulary(symbols, random, nouns=True, limit=default_limit(symbols))
    laws = {base_of(vocabulary, name): law_of(name, given) for name, given in random.items()}
    world = World(laws, independent, vocabulary.known, vocabulary.is_random)
    read = read_both(student, reference, lambda text: read_formula(text, vocabulary))
    if isinstance(read, Comparison):
        return read
    return decide(*read, world, Clock(WHOLE))


def base_of(vocabulary: Vocabulary, name: str) -> str:
    return vocabulary.spelled[canonical(name)].name


def default_limit(symbols: Mapping[str, str]) -> str:
    """A sum without an upper limit runs to d_k, where that is declared."""
    return "d_k" if "d_k" in {canonical(name) for name in symbols} else ""


def law_of(name: str, given: Mapping[str, object]) -> Law:
    """Raises `ValueError`."""
    unknown = set(given) - {"mean", "var"}
    if unknown:
        raise ValueError(f"of {name} a mean and a var can be given, not {', '.join(sorted(unknown))}")
    moments: list[Fraction | None] = []
    for moment in ("mean", "var"):
        value = given.get(moment, "any")
        moments.append(None if value == "any" else Fraction(str(value)))
    if moments[1] is not None and moments[1] < 0:
        raise ValueError(f"the variance of {name} can't be negative")
    return Law(*moments)


class Tried(Struct):
    """What the values of d_k showed: at how many the two agree, where that is unsure, and where they differ."""

    agreed: int = 0
    unsure: list[dict[Symbol, int]] = []
    differ: dict[Symbol, int] | None = None
    whole: bool = True
    """Whether the time was enough for all values."""


def decide(student: Node, reference: Node, world: World, clock: Clock) -> Comparison:
    """The verdict for two trees."""
    trees = (student, reference)
    counts, proves = needed(trees, limits(trees))
    indices = numbered(trees)
    tried = tried_at(trees, world, indices, values(counts, max([1, *indices.values()])))
    if tried.differ is not None:
        return different(trees, world, tried.differ, indices, clock)
    if not tried.agreed:
        if not tried.whole:
            return Comparison(verdict="too-large", proved=False, message="These moments are too large to be worked out.")
        return Comparison(
            verdict="undefined", proved=False, message="One of the two divides by zero, whatever the symbols are."
        )
    for numbers in tried.unsure[:2]:
        shown = shown_apart(trees, world, numbers, indices, clock)
        if shown is not None:
            return told(shown)
    if proves and tried.whole and not tried.unsure:
        return Comparison(verdict="equivalent", proved=True, message="The two are equal, by the moments that are given.")
    return Comparison(verdict="equivalent", proved=False, message=ACCEPTED)


def tried_at(trees: tuple[Node, ...], world: World, indices: Mapping[str, int], choices: Iterator[dict[Symbol, int]]) -> Tried:
    """Compares two trees with their sums written out, at each choice of limits in turn."""
    deadline = Clock(DECIDING)
    tried = Tried()
    try:
        for numbers in choices:
            try:
                left, right = (fixed(tree, numbers, indices) for tree in trees)
                verdict = same(left, right, world, deadline)
            except Undefined:
                # 1/(d_k − 2) has no value at 2, and others have.
                continue
            if verdict is False:
                tried.differ = numbers
                return tried
            tried.agreed += 1
            if verdict is None:
                tried.unsure.append(numbers)
    except TooMuch:
        tried.whole = False
    return tried


def same(student: Node, reference: Node, world: World, clock: Clock) -> bool | None:
    """Whether two trees without symbolic sums have equal forms. False only where they certainly differ: their
    difference is a polynomial in moments and symbols, which some law makes nonzero. None where that can't be told."""
    algebra = Algebra(clock.check)
    theory = Theory(algebra, world, ALL)
    left, right = theory.form(student), theory.form(reference)
    if algebra.equal(left, right):
        return True
    return False if decisive(algebra.subtract(left, right), world) else None


def decisive(difference: Form, world: World) -> bool:
    """Whether a form that is not zero has values that are not."""
    for atom in difference.atoms():
        if atom.kind == "noun":
            name, *args = atom.payload
            if name != "E" or len(args[0].top) != 1 or any(inner.kind != "random" for inner in args[0].atoms()):
                return False
        elif atom.kind not in ("symbol", "prime", "random", "pi"):
            return False
    return difference.bottom is None


def point_for(trees: tuple[Node, ...], world: World, start: int = 0) -> dict[Symbol, tuple[Fraction, Fraction]]:
    """Values for the symbols that stay symbols."""
    import random

    dice = random.Random("moments")  # noqa: S311
    symbols = {symbol for tree in trees for symbol in free_symbols(tree) if not world.is_random(symbol)}
    return {
        symbol: plain(world.known(symbol), place + start) or sample(world.known(symbol), place + start, dice)
        for place, symbol in enumerate(sorted(symbols, key=lambda one: one.full))
    }


def shown_apart(
    trees: tuple[Node, ...], world: World, numbers: Mapping[Symbol, int], indices: Mapping[str, int], clock: Clock
) -> Example | None:
    plain_trees = tuple(fixed(tree, numbers, indices) for tree in trees)
    symbols = any(not world.is_random(symbol) for tree in plain_trees for symbol in free_symbols(tree))
    try:
        for start in range(POINTS if symbols else 1):
            found = example(plain_trees[0], plain_trees[1], world, numbers, point_for(plain_trees, world, start), clock)
            if found is not None:
                return found
    except TooMuch:
        return None
    return None


def different(
    trees: tuple[Node, ...], world: World, numbers: dict[Symbol, int], indices: Mapping[str, int], clock: Clock
) -> Comparison:
    """The verdict "different", with an example at hand where there is a small one; two of each first, one may coincide."""
    for more in (1, 0, 2):
        shown = shown_apart(trees, world, {symbol: number + more for symbol, number in numbers.items()}, indices, clock)
        if shown is not None:
            return told(shown)
        if not numbers:
            break
    return Comparison(verdict="different", proved=True, message="The two differ, by the moments that are given.")


def told(shown: Example) -> Comparison:
    sentence = shown.sentence("yours", "expected is")
    point = Refutation({**shown.numbers, **shown.laws}, shown.left, shown.right)
    return Comparison(verdict="different", proved=True, message=sentence + ".", point=point)
