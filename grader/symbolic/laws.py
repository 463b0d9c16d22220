"""Concrete laws: a few random variables with two values each, for examples that show a claim false.

With mean μ and variance v, the values μ + s and μ − v/s with probabilities v/(s² + v) and the rest have just these
moments, for every s; with μ = 0 and v = 1 they are a and −1/a. All is rational, so values of moments are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise, product

from msgspec import Struct

from grader.symbolic.balls import Arithmetic, Huge, NoValue, Unsure, Value, arithmetic_of
from grader.symbolic.evaluate import Clock, Evaluator
from grader.symbolic.moments import Law, World
from grader.symbolic.refutation import value_text
from grader.symbolic.tree import Node, Noun, Symbol, free_symbols, walk
from grader.symbolic.tree import Sum as SumNode

MOST_VARIABLES = 8
SPREADS = (Fraction(1), Fraction(2), Fraction(1, 3), Fraction(3, 2))
"""The s of the laws tried: an even coin first, which is kind to look at; then lopsided ones."""


class TwoPoints(Struct, frozen=True):
    high: Fraction
    low: Fraction
    chance: Fraction
    """Of the high value."""

    def text(self) -> str:
        if self.high == self.low:
            return str(self.high)
        return f"{self.high} with probability {self.chance}, else {self.low}"


class Outcome(Struct, frozen=True):
    chance: Fraction
    values: dict[Symbol, Fraction]


class Example(Struct, frozen=True):
    """Laws and numbers at which the two sides of a claim differ, and the values they have there, as text."""

    laws: dict[str, str]
    numbers: dict[str, str]
    left: str
    right: str

    def sentence(self, left: str = "the left side", right: str = "the right side") -> str:
        """ "For example, with d_k = 2 and q and k …: the left side is 2, the right side 4"."""
        where = [f"{name} = {value}" for name, value in self.numbers.items()]
        alike: dict[str, list[str]] = {}
        for name, law in self.laws.items():
            alike.setdefault(law, []).append(name)
        laws = [f"{' and '.join(names)} being {law}" for law, names in alike.items()]
        parts = ([f"with {', '.join(where)}"] if where else []) + laws
        start = f"For example, {', and '.join(parts)}: " if parts else ""
        return f"{start}{left if start else left.capitalize()} is {self.left}, {right} {self.right}"


def two_points(law: Law, spread: Fraction, number: int) -> TwoPoints:
    """A law with the given moments; moments that may be any are 0 or 1 and 1 or 2, so that something shows."""
    mean = law.mean if law.mean is not None else Fraction(number + 1)
    variance = law.variance if law.variance is not None else Fraction(number + 2)
    if variance == 0:
        return TwoPoints(mean, mean, Fraction(1))
    return TwoPoints(mean + spread, mean - variance / spread, variance / (spread**2 + variance))


def outcomes(symbols: list[Symbol], laws: Mapping[str, TwoPoints], coupling: str) -> Iterator[Outcome]:
    """All joint outcomes. Coupled, the variables share one random number; `against`: every second one its opposite."""
    if coupling == "independent":
        for highs in product((True, False), repeat=len(symbols)):
            chance, values = Fraction(1), {}
            for symbol, high in zip(symbols, highs, strict=True):
                law = laws[symbol.name]
                chance *= law.chance if high else 1 - law.chance
                values[symbol] = law.high if high else law.low
            if chance:
                yield Outcome(chance, values)
        return
    yield from coupled(symbols, laws, coupling)


def coupled(symbols: list[Symbol], laws: Mapping[str, TwoPoints], coupling: str) -> Iterator[Outcome]:
    """The joint law of variables that are all read off one uniform number."""
    turned = {symbol: coupling == "against" and position % 2 == 1 for position, symbol in enumerate(symbols)}
    cuts = {Fraction(0), Fraction(1)}
    for symbol in symbols:
        chance = laws[symbol.name].chance
        cuts.add(1 - chance if turned[symbol] else chance)
    ordered = sorted(cuts)
    for low, high in pairwise(ordered):
        values = {}
        for symbol in symbols:
            law = laws[symbol.name]
            is_high = low >= 1 - law.chance if turned[symbol] else high <= law.chance
            values[symbol] = law.high if is_high else law.low
        yield Outcome(high - low, values)


class Space:
    """One joint law, and values of trees in it."""

    def __init__(
        self, world: World, space: list[Outcome], point: Mapping[Symbol, tuple[Fraction, Fraction]], clock: Clock
    ) -> None:
        self.space = space
        self.arithmetic = arithmetic_of(60)
        self.evaluator = Evaluator(self.arithmetic, dict(point), clock, self.missing)
        self.evaluator.nouns = self.noun
        self.known: dict[tuple[Noun, tuple[tuple[str, int], ...]], Value] = {}

    def missing(self, symbol: Symbol) -> tuple[Fraction, Fraction]:
        raise NoValue

    def noun(self, node: Noun) -> Value:
        name = (node, tuple(self.evaluator.indices.items()))
        if name not in self.known:
            self.known[name] = self.moment(node)
        return self.known[name]

    def moment(self, node: Noun) -> Value:
        a = self.arithmetic
        if node.name == "SD":
            return a.sqrt(self.noun(Noun("Var", node.args)))
        first = [self.at(outcome, node.args[0]) for outcome in self.space]
        second = first if len(node.args) == 1 else [self.at(outcome, node.args[1]) for outcome in self.space]
        mean = self.average(first)
        if node.name == "E":
            return mean
        joint = self.average([a.multiply(x, y) for x, y in zip(first, second, strict=True)])
        return a.add(joint, a.negative(a.multiply(mean, self.average(second))))

    def average(self, values: list[Value]) -> Value:
        total: Value = Fraction(0)
        for outcome, value in zip(self.space, values, strict=True):
            total = self.arithmetic.add(total, self.arithmetic.multiply(outcome.chance, value))
        return total

    def at(self, outcome: Outcome, node: Node) -> Value:
        """The value of a tree where the random variables have these values. Moments inside it stay what they are."""
        before = self.evaluator.point
        self.evaluator.point = {**before, **{symbol: (value, Fraction(0)) for symbol, value in outcome.values.items()}}
        try:
            return self.evaluator.value(node)
        finally:
            self.evaluator.point = before


def random_symbols(trees: tuple[Node, ...], world: World) -> list[Symbol]:
    """The random variables in trees whose sums are written out."""
    found = {symbol for tree in trees for symbol in members(tree) if world.is_random(symbol)}
    return sorted(found, key=lambda symbol: (symbol.index, symbol.name))


def members(tree: Node) -> set[Symbol]:
    from grader.symbolic.instances import rational
    from grader.symbolic.tree import at_index

    found = set(free_symbols(tree))
    for node in walk(tree):
        if isinstance(node, SumNode):
            low, high = rational(node.low), rational(node.high)
            if low is not None and high is not None and high - low < MOST_VARIABLES:
                for index in range(int(low), int(high) + 1):
                    found |= members(at_index(node.body, node.index, index))
    return {symbol for symbol in found if not symbol.index or symbol.index.isdecimal()}


def example(
    left: Node,
    right: Node,
    world: World,
    numbers: Mapping[Symbol, int],
    point: Mapping[Symbol, tuple[Fraction, Fraction]],
    clock: Clock,
) -> Example | None:
    """A law under which the two sides, whose sums are written out, certainly differ; None where none was found."""
    symbols = random_symbols((left, right), world)
    if len(symbols) > MOST_VARIABLES:
        return None
    bases = sorted({symbol.name for symbol in symbols})
    couplings = ("independent",) if world.independent else ("together", "against", "independent")
    for coupling in couplings:
        for start in range(len(SPREADS)):
            given = {name: world.laws.get(name) or Law() for name in bases}
            laws = {
                name: two_points(given[name], SPREADS[(start + position * (start > 1)) % len(SPREADS)], position)
                for position, name in enumerate(bases)
            }
            space = Space(world, list(outcomes(symbols, laws, coupling)), point, clock)
            found = differing(space, left, right)
            if found is not None:
                shown = {name: law.text() for name, law in laws.items()}
                if coupling != "independent" and len(symbols) > 1:
                    shown["both"] = (
                        "not independent: high together"
                        if coupling == "together"
                        else "not independent: one high when the other is low"
                    )
                values = {symbol.full: str(number) for symbol, number in numbers.items()}
                values |= {symbol.full: str(value) for symbol, (value, _) in point.items()}
                return Example(shown, values, *found)
    return None


def differing(space: Space, left: Node, right: Node) -> tuple[str, str] | None:
    """The two values where they differ: as numbers, or in some outcome where a side is itself random."""
    for outcome in [None, *space.space]:
        try:
            values = [space.evaluator.value(side) if outcome is None else space.at(outcome, side) for side in (left, right)]
        except NoValue:
            # A random variable outside of a moment has a value only in an outcome.
            continue
        except (Unsure, Huge):
            return None
        a: Arithmetic = space.arithmetic
        if a.differ(*values):
            return value_text(a, values[0], 6), value_text(a, values[1], 6)
        if outcome is None:
            return None
    return None
