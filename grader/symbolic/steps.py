"""One step of a derivation: is it true, does the rule it names give it, and if not, which rules do."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from grader.symbolic.algebra import Algebra, Form, Undefined
from grader.symbolic.evaluate import Clock
from grader.symbolic.instances import fixed, limits, needed, numbered, values
from grader.symbolic.laws import Example
from grader.symbolic.lines import LIMIT, Given, Link, copies, largest_index
from grader.symbolic.misconceptions import named as named_misconception
from grader.symbolic.moment_comparison import ALL, same, shown_apart
from grader.symbolic.moments import (
    DEFINITION,
    EARLIER,
    IDENTICAL,
    INDEPENDENCE,
    INDEPENDENT_SUM,
    LINEARITY,
    SCALED,
    SECOND_MOMENT,
    UNIT_VARIANCE,
    ZERO_MEAN,
    Law,
    Reading,
    Theory,
    World,
)
from grader.symbolic.tree import Call, Node, Noun, Number, Over, Power, Sum, Symbol, Times, rebuilt, walk
from grader.symbolic.vocabulary import Vocabulary

SMALLEST = 2
"""Of the values of d_k at which steps are tried: at 1 the classic mistakes coincide with the truth."""
LARGEST_COPY = 4
"""A q_7 is a copy like any other; sums are not written out as far as that."""
MOST_NEEDED = 6
MOST_WITH_LINES = 2
SEARCHING = 0.35
"""Seconds for the smallest set of rules of one step; past it a set is given from which none can be left out."""

SEARCHED = (
    INDEPENDENT_SUM,
    SCALED,
    DEFINITION,
    INDEPENDENCE,
    ZERO_MEAN,
    SECOND_MOMENT,
    UNIT_VARIANCE,
    IDENTICAL,
    LINEARITY,
    EARLIER,
)
"""The order in which rules are tried: of two smallest sets the chapter's own way is told."""

vocabulary = Vocabulary(
    {"d_k": "positive integer", "S": "real", "a": "real", "b": "real", "c": "real"},
    ["q_i", "k_i", "q", "k"],
    nouns=True,
    limit="d_k",
)
"""The givens, and three constants for general remarks: Var(c·S) = c²·Var(S)."""
unit = Law(Fraction(0), Fraction(1))
world = World({"q": unit, "k": unit}, True, vocabulary.known, vocabulary.is_random)

SCORE = Sum(Times((Symbol("q", "i"), Symbol("k", "i"))), "i", Number(Fraction(1)), LIMIT)


def unfolded(node: Node) -> Node:
    """A tree with S written out as the sum it stands for. Its index is its own: an i elsewhere is another."""
    if node == Symbol("S"):
        return SCORE
    return rebuilt(node, unfolded)


def mentions_deviation(link: Link) -> bool:
    def is_root(one: Node) -> bool:
        half = Over(Number(Fraction(1)), Number(Fraction(2)))
        rooted = (isinstance(one, Call) and one.name == "sqrt") or (
            isinstance(one, Power) and one.exponent in (half, Number(Fraction(1, 2)))
        )
        return rooted and any(isinstance(inner, Noun) for inner in walk(one))

    return any((isinstance(one, Noun) and one.name == "SD") or is_root(one) for side in link for one in walk(side))


def smallest(link: Link, indices: Mapping[str, int]) -> int:
    """The smallest d_k at which the copies that a step speaks of are among those summed over."""
    named = max((number for number in map(largest_index, link) if number <= LARGEST_COPY), default=0)
    return max(SMALLEST, named, *indices.values())


def sizes(link: Link) -> tuple[int, int]:
    """Values of d_k at which rules are tried; that a step is true is decided at as many as it takes (`instances`)."""
    least = smallest(link, numbered(link))
    return least, least + 1


class Context:
    """The lines so far, and proofs from them. `clock` bounds the whole derivation."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.lines: list[Link] = []
        self.known: dict[tuple[frozenset[str], int, int, int], Given] = {}
        self.forms: dict[tuple[Node, frozenset[str], int], Form | None] = {}

    # Truth.

    def truth(self, link: Link) -> tuple[bool | None, Example | None]:
        """Whether a link is true under the givens, and an example where it is not. None: neither shown nor refuted.

        Raises `Undefined` where it has no value at any d_k tried."""
        counts, _ = needed(link, limits(link))
        indices = numbered(link)
        unsure: list[dict[Symbol, int]] = []
        defined = False
        for numbers in values(counts, smallest(link, indices)):
            try:
                left, right = (fixed(side, numbers, indices) for side in link)
                verdict = same(left, right, world, self.clock)
            except Undefined:
                continue
            defined = True
            if verdict is False:
                for more in (0, 1, -1):
                    shown = shown_apart(
                        link, world, {limit: number + more for limit, number in numbers.items()}, indices, self.clock
                    )
                    if shown is not None:
                        return False, shown
                return False, None
            unsure += [numbers] if verdict is None else []
        if not defined:
            raise Undefined
        if not unsure:
            return True, None
        # The smallest first: only few variables have joint laws that are written out.
        for numbers in unsure[:2]:
            shown = shown_apart(link, world, numbers, indices, self.clock)
            if shown is not None:
                return False, shown
        return None, None

    # Proofs by rules.

    def proved(self, link: Link, rules: frozenset[str], lines: list[Link] | None = None, *, combined: bool = True) -> bool:
        """Whether both sides meet under algebra and these rules. `combined=False`: lines are only put in for one another;
        from lines that contradict each other, combining them would give anything."""
        return all(self.meets(link, rules, size, lines, combined) for size in sizes(link))

    def meets(
        self, link: Link, rules: frozenset[str], size: int, lines: list[Link] | None = None, combined: bool = True
    ) -> bool:
        indices = numbered(link)
        numbers = dict.fromkeys(limits(link), size) | {LIMIT: size}
        sides = [fixed(side, numbers, indices) for side in link]
        if EARLIER not in rules:
            left, right = (self.form(side, rules, size) for side in sides)
            return left is not None and right is not None and Algebra(self.clock.check).equal(left, right)
        given = self.given(rules, size, self.lines if lines is None else lines, max(size, *map(largest_index, sides)))
        algebra = Algebra(self.clock.check)
        try:
            looked, raw = (
                [Theory(algebra, world, rules, lookup).form(side) for side in sides] for lookup in (given.single, None)
            )
            return given.joins(algebra, *looked) or (combined and given.implies(algebra, *raw))
        except Undefined:
            return False

    def form(self, node: Node, rules: frozenset[str], size: int) -> Form | None:
        """The form of a side without sums; None where it divides by zero."""
        name = (node, rules, size)
        if name not in self.forms:
            try:
                self.forms[name] = Theory(Algebra(self.clock.check), world, rules).form(node)
            except Undefined:
                self.forms[name] = None
        return self.forms[name]

    def given(self, rules: frozenset[str], size: int, lines: list[Link], reach: int) -> Given:
        """The lines as replacements and as relations, made once for all steps that look at the same lines."""
        name = (rules, size, reach, len(lines)) if lines is self.lines else None
        if name is not None and name in self.known:
            return self.known[name]
        algebra = Algebra(self.clock.check)
        given = Given(algebra)
        for line in lines:
            for left, right in copies(line, size, reach, world):
                given.learn(lambda node, lookup: Theory(algebra, world, rules, lookup).form(node), left, right)
        if name is not None:
            self.known[name] = given
        return given

    # The smallest set of rules.

    def needs(self, link: Link, named: frozenset[str]) -> tuple[str, ...] | None:
        """The fewest other rules with which the named ones give the link; in a fixed order where there are several.
        None where all of them do not."""
        end = Clock(min(SEARCHING, max(self.clock.left, 0.0)))
        candidates = [rule for rule in SEARCHED if rule not in named and (rule != EARLIER or self.lines)]
        for size in range(1, MOST_NEEDED):
            for chosen in combinations(candidates, size):
                if end.left < 0:
                    return self.without_surplus(link, named, candidates)
                if EARLIER in chosen and size > MOST_WITH_LINES:
                    continue
                rules = named | frozenset(chosen)
                if self.meets(link, rules, sizes(link)[0]) and self.proved(link, rules):
                    return chosen
        return self.without_surplus(link, named, candidates)

    def without_surplus(self, link: Link, named: frozenset[str], candidates: list[str]) -> tuple[str, ...] | None:
        kept = [rule for rule in candidates if rule != EARLIER]
        if not self.proved(link, named | frozenset(kept)):
            return None
        for rule in list(kept):
            rules = named | (frozenset(kept) - {rule})
            if self.proved(link, rules):
                kept.remove(rule)
        return tuple(kept)

    # Misconceptions.

    def misconception(self, link: Link, named: frozenset[str]) -> str:
        levels = (frozenset[str](), frozenset({IDENTICAL}), named | {IDENTICAL}, ALL)
        return named_misconception(
            lambda reading, level: self.explained(link, reading, levels[level]), mentions_deviation(link), len(levels)
        )

    def explained(self, link: Link, reading: Reading, rules: frozenset[str]) -> bool:
        """Whether the two sides meet, at every size in the same way, when moments on one or both sides are misread."""
        ways = [self.ways(link, reading, rules, size) for size in sizes(link)]
        return bool(set.intersection(*ways))

    def ways(self, link: Link, reading: Reading, rules: frozenset[str], size: int) -> set[str]:
        indices = numbered(link)
        numbers = dict.fromkeys(limits(link), size) | {LIMIT: size}
        sides = [fixed(side, numbers, indices) for side in link]
        algebra = Algebra(self.clock.check)
        given = self.given(rules, size, self.lines, size) if EARLIER in rules else None
        try:
            true = [self.read(algebra, side, rules, given, None) for side in sides]
            wrong = [self.read(algebra, side, rules, given, reading) for side in sides]
        except Undefined:
            return set()
        changed = [not algebra.equal(*pair) for pair in zip(true, wrong, strict=True)]
        pairs: dict[str, tuple[Form, Form, bool]] = {
            "left": (wrong[0], true[1], changed[0]),
            "right": (true[0], wrong[1], changed[1]),
            # Two sides that a misreading makes nothing at all do not meet by it.
            "both": (wrong[0], wrong[1], all(changed) and not wrong[0].is_zero),
        }
        return {way for way, (left, right, counts) in pairs.items() if counts and algebra.equal(left, right)}

    def read(self, algebra: Algebra, node: Node, rules: frozenset[str], given: Given | None, reading: Reading | None) -> Form:
        form = Theory(algebra, world, rules, given.single if given else None, reading).form(node)
        return given.substituted(algebra, form) if given else form
