"""Earlier lines of a derivation as something that later ones may be built from.

Two ways, and either is enough. A line is a replacement: the one moment, or product of moments, that it is solved for
may be put in for the rest, inside of other moments too. And lines are relations: a step follows when the difference
of its sides is a combination of the lines' differences, and of products of those with moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from grader.symbolic.algebra import ONE_POLY, Algebra, Form, Monomial, Poly, Undefined, merged, monomial_key, tidy
from grader.symbolic.instances import fixed, free_indices, limits
from grader.symbolic.moments import World
from grader.symbolic.tree import Node, Sum, Symbol, at_index, free_symbols, rebuilt, walk

Link = tuple[Node, Node]
Replacement = tuple[Monomial, Form]
"""A product of moments, and what it equals."""
LIMIT = Symbol("d_k")
MOST_ROWS = 400
ROUNDS = 3


class Given:
    """What lines say, at one size of d_k."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.rules: list[Replacement] = []
        self.single: dict[str, Form] = {}
        self.relations: list[Poly] = []

    def learn(self, form: Callable[[Node, Mapping[str, Form] | None], Form], left: Node, right: Node) -> None:
        """Takes a line in; `form` reads a side, with moments looked up in what is known, or without."""
        algebra = self.algebra
        try:
            difference = algebra.subtract(form(left, None), form(right, None))
            if difference.bottom is None and difference.top:
                self.relations.append(difference.top)
            looked = algebra.subtract(form(left, self.single), form(right, self.single))
            solved = solve(algebra, self.substituted(algebra, looked))
        except Undefined:
            return
        if solved is not None:
            moments, value = solved
            if len(moments) == 1 and moments[0][1] == 1:
                self.single[moments[0][0].key] = value
            self.rules.append(solved)

    def substituted(self, algebra: Algebra, form: Form) -> Form:
        return substituted(algebra, form, self.rules)

    def joins(self, algebra: Algebra, left: Form, right: Form) -> bool:
        """Whether replacing makes two forms one."""
        return algebra.equal(self.substituted(algebra, left), self.substituted(algebra, right))

    def implies(self, algebra: Algebra, left: Form, right: Form) -> bool:
        """Whether a difference is a combination of the relations and of their products with moments."""
        target = algebra.subtract(left, right)
        if target.bottom is not None:
            return False
        rows = multiples(algebra, self.relations, target.top)
        return not reduced(algebra, target.top, rows)


def multiples(algebra: Algebra, relations: list[Poly], target: Poly) -> list[Poly]:
    """The relations, and those products of them that share a term with what is to be shown, or with each other."""
    rows = list(relations)
    seen = {frozenset(row) for row in rows}
    wanted = set(target).union(*relations) if relations else set(target)
    for _ in range(ROUNDS):
        fresh: set[Monomial] = set()
        for relation in relations:
            for by in {quotient(monomial, term) for monomial in wanted for term in relation} - {None, ()}:
                assert by is not None
                row = algebra.multiplied(relation, {by: 1}).top
                if frozenset(row) not in seen and len(rows) < MOST_ROWS:
                    seen.add(frozenset(row))
                    rows.append(row)
                    fresh |= set(row)
        if fresh <= wanted:
            break
        wanted |= fresh
    return rows


def quotient(monomial: Monomial, term: Monomial) -> Monomial | None:
    """A monomial over a term: None where moments would be left below the line."""
    if not any(atom.kind == "noun" for atom, _ in term) and any(atom.kind == "noun" for atom, _ in monomial):
        return None
    by = merged(monomial, tuple((atom, -exponent) for atom, exponent in term))
    return by if all(exponent > 0 for atom, exponent in by if atom.kind == "noun") else None


def reduced(algebra: Algebra, target: Poly, rows: list[Poly]) -> Poly:
    """What is left of `target` when multiples of `rows` are taken away: nothing, where it is a combination of them."""
    pivots: dict[Monomial, Poly] = {}
    for row in rows:
        rest = against(algebra, row, pivots)
        if rest:
            lead = max(rest, key=lambda monomial: (len(monomial), monomial_key(monomial)))
            pivots[lead] = {monomial: tidy(Fraction(value) / rest[lead]) for monomial, value in rest.items()}
    return against(algebra, target, pivots)


def against(algebra: Algebra, poly: Poly, pivots: Mapping[Monomial, Poly]) -> Poly:
    """`poly` with every pivot taken out. A pivot's row may hold later ones, so it goes on until none is left."""
    rest = dict(poly)
    while True:
        lead = next((monomial for monomial in rest if monomial in pivots), None)
        if lead is None:
            return rest
        factor = rest[lead]
        algebra.spend(len(pivots[lead]))
        for monomial, value in pivots[lead].items():
            total = tidy(rest.get(monomial, 0) - factor * value)
            if total:
                rest[monomial] = total
            else:
                rest.pop(monomial, None)


def rule_for(monomial: Monomial, rules: list[Replacement]) -> Replacement | None:
    if not any(atom.kind == "noun" for atom, _ in monomial):
        return None
    return next((rule for rule in rules if divisible(monomial, rule[0])), None)


def largest_index(node: Node) -> int:
    """The largest number that names a copy in a tree: 3 for q_3."""
    return max((int(one.index) for one in walk(node) if isinstance(one, Symbol) and one.index.isdecimal()), default=0)


def solve(algebra: Algebra, form: Form) -> Replacement | None:
    """A moment and what it equals, from a form that is zero; where no moment stands alone, a product of moments."""
    if form.bottom is not None:
        return None
    choices = []
    for monomial, number in form.top.items():
        moments = tuple(pair for pair in monomial if pair[0].kind == "noun")
        if moments and not any(divisible(other, moments) for other in form.top if other != monomial):
            alone = len(moments) == 1 and moments[0][1] == 1
            choices.append(
                (alone, sum(len(atom.key) for atom, _ in moments), monomial_key(monomial), moments, monomial, number)
            )
    if not choices:
        return None
    _, _, _, moments, monomial, number = max(choices, key=lambda choice: choice[:3])
    rest = Form({other: value for other, value in form.top.items() if other != monomial})
    factor = Form({tuple(pair for pair in monomial if pair not in moments): -number})
    return moments, algebra.over(rest, factor)


def divisible(monomial: Monomial, by: Monomial) -> bool:
    powers = dict(monomial)
    return all(powers.get(atom, 0) >= exponent for atom, exponent in by)


def substituted(algebra: Algebra, form: Form, rules: list[Replacement]) -> Form:
    """A form with moments, and products of them, replaced by what earlier lines make of them, again and again."""
    for _ in range(len(rules) + 2):
        top = replaced_in(algebra, form.top, rules)
        bottom = replaced_in(algebra, form.bottom, rules) if form.bottom is not None else None
        if top is None and bottom is None:
            return form
        form = algebra.over(top or Form(form.top), bottom or Form(form.bottom or ONE_POLY))
    return form


def replaced_in(algebra: Algebra, poly: Poly, rules: list[Replacement]) -> Form | None:
    """One round of replacements; None where there is nothing to replace."""
    total = Form({})
    changed = False
    for monomial, number in poly.items():
        rule = rule_for(monomial, rules)
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


def copies(line: Link, size: int, reach: int, world: World) -> Iterator[Link]:
    """What a line says of each copy: a free index, or a component without one, stands for every i from 1 to d_k, and
    for those up to `reach` that a step names."""
    numbers = dict.fromkeys(limits(line), size) | {LIMIT: size}
    indices = free_indices(line)
    generic = any(world.is_random(symbol) and not symbol.index for side in line for symbol in free_symbols(side))
    slots = [*indices, *([""] if generic else [])]
    if len(slots) > 2:
        slots = slots[:2]
    for choice in assignments(len(slots), reach):
        left, right = (fixed(with_slots(side, dict(zip(slots, choice, strict=True)), world), numbers, {}) for side in line)
        yield left, right


def assignments(count: int, size: int) -> Iterable[tuple[str, ...]]:
    places = [*(str(number) for number in range(1, size + 1)), ""]
    if count == 0:
        return [()]
    if count == 1:
        return [(place,) for place in places]
    return [(one, other) for one in places for other in places if one != other]


def with_slots(node: Node, slots: Mapping[str, str], world: World) -> Node:
    """A tree with free indices made numbers, and components without an index made those of one."""
    for index, place in slots.items():
        numbered = index and place
        node = at_index(node, index, int(place)) if numbered else reindexed(node, index, place, world)
    return node


def reindexed(node: Node, old: str, new: str, world: World) -> Node:
    if isinstance(node, Symbol):
        return Symbol(node.name, new) if node.index == old and world.is_random(node) else node
    if isinstance(node, Sum) and node.index == old:
        return node
    return rebuilt(node, lambda child: reindexed(child, old, new, world))
