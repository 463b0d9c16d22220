"""One step of a derivation: is it true, does the rule it names give it, and if not, which rules do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from grader.symbolic.algebra import ONE_POLY, Algebra, Form, Monomial, Poly, Undefined, monomial_key, tidy
from grader.symbolic.evaluate import Clock
from grader.symbolic.instances import fixed, free_indices, limits, needed, values
from grader.symbolic.laws import Example
from grader.symbolic.misconceptions import named as named_misconception
from grader.symbolic.moment_comparison import ALL, same, shown_apart
from grader.symbolic.moments import (
    DEFINITION, EARLIER, IDENTICAL, INDEPENDENCE, INDEPENDENT_SUM, LINEARITY, SCALED, SECOND_MOMENT, UNIT_VARIANCE, ZERO_MEAN, Law, Reading,
    Theory, World,
)  # fmt: skip
from grader.symbolic.problems import TooMuch
from grader.symbolic.tree import Node, Noun, Number, Sum, Symbol, Times, at_index, free_symbols, rebuilt, walk
from grader.symbolic.vocabulary import Vocabulary

SIZES = (2, 3)
"""Values of d_k at which rules are tried; that a step is true is decided at as many as it takes (`instances`)."""
MOST_NEEDED = 6
SEARCHING = 0.25
"""Seconds for the smallest set of rules of one step; past it a set is given from which none can be left out."""

SEARCHED = (
    INDEPENDENT_SUM, SCALED, DEFINITION, INDEPENDENCE, ZERO_MEAN, SECOND_MOMENT, UNIT_VARIANCE, IDENTICAL, LINEARITY, EARLIER,
)  # fmt: skip
"""The order in which rules are tried: of two smallest sets the chapter's own way is told."""

LIMIT = Symbol("d_k")
vocabulary = Vocabulary(
    {"d_k": "positive integer", "S": "real", "a": "real", "b": "real", "c": "real"}, ["q_i", "k_i", "q", "k"], nouns=True, limit="d_k"
)
"""The givens, and three constants for general remarks: Var(c·S) = c²·Var(S)."""
unit = Law(Fraction(0), Fraction(1))
world = World({"q": unit, "k": unit}, True, vocabulary.known, vocabulary.is_random)

SCORE = Sum(Times((Symbol("q", "i"), Symbol("k", "i"))), "i", Number(Fraction(1)), LIMIT)
Link = tuple[Node, Node]
Replacement = tuple[Monomial, Form]
"""A product of moments, and what it equals."""


def unfolded(node: Node) -> Node:
    """A tree with S written out as the sum it stands for. Its index is its own: an i elsewhere is another."""
    if node == Symbol("S"):
        return SCORE
    return rebuilt(node, unfolded)


def mentions_deviation(link: Link) -> bool:
    from grader.symbolic.tree import Call, Over, Power

    def is_root(one: Node) -> bool:
        half = Over(Number(Fraction(1)), Number(Fraction(2)))
        rooted = (isinstance(one, Call) and one.name == "sqrt") or (isinstance(one, Power) and one.exponent in (half, Number(Fraction(1, 2))))
        return rooted and any(isinstance(inner, Noun) for inner in walk(one))

    return any((isinstance(one, Noun) and one.name == "SD") or is_root(one) for side in link for one in walk(side))


class Context:
    """The lines so far, and proofs from them. `clock` bounds the whole derivation."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.lines: list[Link] = []
        self.known: dict[tuple[frozenset[str], int, int], Given] = {}
        self.forms: dict[tuple[Node, frozenset[str], int], Form | None] = {}

    # Truth.

    def truth(self, link: Link) -> tuple[bool | None, Example | None]:
        """Whether a link is true under the givens, and an example where it is not. None: neither shown nor refuted.

        Raises `Undefined` where it has no value at any d_k tried."""
        counts, _ = needed(link, limits(link))
        indices = {index: position + 1 for position, index in enumerate(free_indices(link))}
        unsure: dict[Symbol, int] | None = None
        defined = False
        for numbers in values(counts, max(len(indices), 2)):
            try:
                verdict = same(*(fixed(side, numbers, indices) for side in link), world, self.clock)
            except Undefined:
                continue
            defined = True
            if verdict is False:
                for more in (0, 1, -1):
                    shown = shown_apart(link, world, {limit: number + more for limit, number in numbers.items()}, indices, self.clock)
                    if shown is not None:
                        return False, shown
                return False, None
            unsure = numbers if verdict is None else unsure
        if not defined:
            raise Undefined
        if unsure is None:
            return True, None
        shown = shown_apart(link, world, unsure, indices, self.clock)
        return (False, shown) if shown is not None else (None, None)

    # Proofs by rules.

    def proved(self, link: Link, rules: frozenset[str], lines: list[Link] | None = None) -> bool:
        """Whether both sides meet under algebra and these rules."""
        return all(self.meets(link, rules, size, lines) for size in SIZES)

    def meets(self, link: Link, rules: frozenset[str], size: int, lines: list[Link] | None = None) -> bool:
        given = self.given(rules, size, self.lines if lines is None else lines) if EARLIER in rules else None
        indices = {index: position + 1 for position, index in enumerate(free_indices(link))}
        numbers = dict.fromkeys(limits(link), size) | {LIMIT: size}
        forms = [self.form(fixed(side, numbers, indices), rules, size, given) for side in link]
        left, right = forms
        return left is not None and right is not None and Algebra(self.clock.check).equal(left, right)

    def form(self, node: Node, rules: frozenset[str], size: int, given: Given | None) -> Form | None:
        name = (node, rules, size)
        if given is None and name in self.forms:
            return self.forms[name]
        algebra = Algebra(self.clock.check)
        theory = Theory(algebra, world, rules, given.single if given else None)
        try:
            form: Form | None = theory.form(node)
            if given and form is not None:
                form = substituted(algebra, form, given)
        except Undefined:
            form = None
        if given is None:
            self.forms[name] = form
        return form

    def given(self, rules: frozenset[str], size: int, lines: list[Link]) -> Given:
        """Earlier lines as replacements: each is solved for a moment that it holds once, and linearly."""
        name = (rules, size, len(lines) if lines is self.lines else -1)
        if name in self.known and lines is self.lines:
            return self.known[name]
        replacements = Given()
        algebra = Algebra(self.clock.check)
        for line in lines:
            for left, right in copies(line, size):
                theory = Theory(algebra, world, rules, replacements.single)
                try:
                    difference = algebra.subtract(theory.form(left), theory.form(right))
                    solved = solve(algebra, substituted(algebra, difference, replacements))
                except Undefined:
                    continue
                if solved is not None:
                    replacements.add(solved)
        self.known[name] = replacements
        return replacements

    # The smallest set of rules.

    def needs(self, link: Link, named: frozenset[str]) -> tuple[str, ...]:
        """The fewest other rules with which the named ones give the link; in a fixed order where there are several."""
        end = Clock(min(SEARCHING, max(self.clock.left, 0.0)))
        candidates = [rule for rule in SEARCHED if rule not in named and (rule != EARLIER or self.lines)]
        for size in range(1, MOST_NEEDED):
            for chosen in combinations(candidates, size):
                if end.left < 0:
                    return self.without_surplus(link, named, candidates)
                rules = named | frozenset(chosen)
                if self.meets(link, rules, SIZES[0]) and self.proved(link, rules):
                    return chosen
        return self.without_surplus(link, named, candidates)

    def without_surplus(self, link: Link, named: frozenset[str], candidates: list[str]) -> tuple[str, ...]:
        kept = [rule for rule in candidates if rule != EARLIER]
        for rule in list(kept):
            rules = named | (frozenset(kept) - {rule})
            if self.proved(link, rules):
                kept.remove(rule)
        return tuple(kept)

    # Misconceptions.

    def misconception(self, link: Link, named: frozenset[str]) -> str:
        levels = (frozenset[str](), frozenset({IDENTICAL}), named | {IDENTICAL}, ALL)
        return named_misconception(lambda reading, level: self.explained(link, reading, levels[level]), mentions_deviation(link), len(levels))

    def explained(self, link: Link, reading: Reading, rules: frozenset[str]) -> bool:
        """Whether the two sides meet, at every size in the same way, when moments on one or both sides are misread."""
        ways = [self.ways(link, reading, rules, size) for size in SIZES]
        return bool(set.intersection(*ways))

    def ways(self, link: Link, reading: Reading, rules: frozenset[str], size: int) -> set[str]:
        indices = {index: position + 1 for position, index in enumerate(free_indices(link))}
        numbers = dict.fromkeys(limits(link), size) | {LIMIT: size}
        sides = [fixed(side, numbers, indices) for side in link]
        algebra = Algebra(self.clock.check)
        given = self.given(rules, size, self.lines) if EARLIER in rules else None
        try:
            true = [self.read(algebra, side, rules, given, None) for side in sides]
            wrong = [self.read(algebra, side, rules, given, reading) for side in sides]
        except Undefined:
            return set()
        changed = [not algebra.equal(*pair) for pair in zip(true, wrong, strict=True)]
        pairs = {"left": (wrong[0], true[1], changed[0]), "right": (true[0], wrong[1], changed[1]), "both": (*wrong, all(changed))}
        return {way for way, (left, right, counts) in pairs.items() if counts and algebra.equal(left, right)}

    def read(self, algebra: Algebra, node: Node, rules: frozenset[str], given: Given | None, reading: Reading | None) -> Form:
        form = Theory(algebra, world, rules, given.single if given else None, reading).form(node)
        return substituted(algebra, form, given) if given else form


def solve(algebra: Algebra, form: Form) -> Replacement | None:
    """A moment and what it equals, from a form that is zero; where no moment stands alone, a product of moments."""
    if form.bottom is not None:
        return None
    choices = []
    for monomial, number in form.top.items():
        moments = tuple(pair for pair in monomial if pair[0].kind == "noun")
        if moments and not any(divisible(other, moments) for other in form.top if other != monomial):
            alone = len(moments) == 1 and moments[0][1] == 1
            choices.append((alone, sum(len(atom.key) for atom, _ in moments), monomial_key(monomial), moments, monomial, number))
    if not choices:
        return None
    _, _, _, moments, monomial, number = max(choices, key=lambda choice: choice[:3])
    rest = Form({other: value for other, value in form.top.items() if other != monomial})
    factor = Form({tuple(pair for pair in monomial if pair not in moments): -number})
    return moments, algebra.over(rest, factor)


def divisible(monomial: Monomial, by: Monomial) -> bool:
    powers = dict(monomial)
    return all(powers.get(atom, 0) >= exponent for atom, exponent in by)


def substituted(algebra: Algebra, form: Form, given: Given) -> Form:
    """A form with moments, and products of them, replaced by what earlier lines make of them, again and again."""
    for _ in range(len(given.products) + 2):
        top = replaced_in(algebra, form.top, given)
        bottom = replaced_in(algebra, form.bottom, given) if form.bottom is not None else None
        if top is None and bottom is None:
            return form
        form = algebra.over(top or Form(form.top), bottom or Form(form.bottom or ONE_POLY))
    return form


def replaced_in(algebra: Algebra, poly: Poly, given: Given) -> Form | None:
    """One round of replacements; None where there is nothing to replace."""
    total = Form({})
    changed = False
    for monomial, number in poly.items():
        rule = given.rule_for(monomial)
        if rule is None:
            total = algebra.add(total, Form({monomial: number}))
            continue
        changed = True
        left = dict(monomial)
        for atom, exponent in rule[0]:
            left[atom] = tidy(left[atom] - exponent)
        term = Form({tuple((atom, exponent) for atom, exponent in left.items() if exponent): number})
        total = algebra.add(total, algebra.times(term, rule[1]))
    return total if changed else None


class Given:
    """Earlier lines as replacements, of single moments and of products."""

    def __init__(self) -> None:
        self.products: list[Replacement] = []
        self.single: dict[str, Form] = {}

    def add(self, replacement: Replacement) -> None:
        moments, form = replacement
        if len(moments) == 1 and moments[0][1] == 1:
            self.single[moments[0][0].key] = form
        self.products.append(replacement)

    def rule_for(self, monomial: Monomial) -> Replacement | None:
        if not any(atom.kind == "noun" for atom, _ in monomial):
            return None
        return next((rule for rule in self.products if divisible(monomial, rule[0])), None)


def copies(line: Link, size: int) -> Iterator[Link]:
    """What a line says of each copy: a free index, or a component without one, stands for every i from 1 to d_k."""
    numbers = dict.fromkeys(limits(line), size) | {LIMIT: size}
    indices = free_indices(line)
    generic = any(world.is_random(symbol) and not symbol.index for side in line for symbol in free_symbols(side))
    slots = [*indices, *([""] if generic else [])]
    if len(slots) > 2:
        slots = slots[:2]
    for choice in assignments(len(slots), size):
        left, right = (fixed(with_slots(side, dict(zip(slots, choice, strict=True))), numbers, {}) for side in line)
        yield left, right


def assignments(count: int, size: int) -> Iterable[tuple[str, ...]]:
    places = [*(str(number) for number in range(1, size + 1)), ""]
    if count == 0:
        return [()]
    if count == 1:
        return [(place,) for place in places]
    return [(one, other) for one in places for other in places if one != other]


def with_slots(node: Node, slots: Mapping[str, str]) -> Node:
    """A tree with free indices made numbers, and components without an index made those of one."""
    for index, place in slots.items():
        if index and place:
            node = at_index(node, index, int(place))
        else:
            node = reindexed(node, index, place)
    return node


def reindexed(node: Node, old: str, new: str) -> Node:
    if isinstance(node, Symbol):
        return Symbol(node.name, new) if node.index == old and world.is_random(node) else node
    if isinstance(node, Sum) and node.index == old:
        return node
    return rebuilt(node, lambda child: reindexed(child, old, new))


Reader = Callable[[str], tuple[Node, ...]]
__all__ = ["Context", "Link", "TooMuch", "mentions_deviation", "unfolded", "vocabulary", "world"]
