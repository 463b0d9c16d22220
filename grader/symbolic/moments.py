"""Means, variances and covariances, by rules that can be switched on one by one.

A moment is opaque until a rule opens it. `Theory` holds the rules in force: all of them give the value a moment has
under what is declared; one of them gives what a step of a derivation may use. Sums have been written out before
(`instances`), so everything here is a polynomial in finitely many random variables.

The rules are ours because sympy.stats can't declare independence, and is wrong on variances of sums (symbolic.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations

from msgspec import Struct

from grader.symbolic import powers
from grader.symbolic.algebra import (
    ONE_FORM,
    ZERO_FORM,
    Algebra,
    Atom,
    Coefficient,
    Form,
    Monomial,
    Poly,
    constant,
    content,
    key,
    of_atom,
    poly_key,
)
from grader.symbolic.assumptions import Assumption
from grader.symbolic.normal import Normaliser
from grader.symbolic.tree import Node, Noun, Symbol

DEFINITION, LINEARITY, INDEPENDENCE, ZERO_MEAN = "definition-of-variance", "linearity", "independence", "zero-mean"
SECOND_MOMENT, UNIT_VARIANCE, IDENTICAL = "unit-second-moment", "unit-variance", "identical-distribution"
SCALED, INDEPENDENT_SUM, EARLIER = "scaled-variable", "independent-sum", "earlier-line"
RULES = (
    DEFINITION,
    LINEARITY,
    INDEPENDENCE,
    ZERO_MEAN,
    SECOND_MOMENT,
    UNIT_VARIANCE,
    IDENTICAL,
    SCALED,
    INDEPENDENT_SUM,
    EARLIER,
)
MOST_RENAMED = 3
"""Indices whose renamings are all tried."""


class Law(Struct, frozen=True):
    """What is given of a random variable: its mean and variance, None where any."""

    mean: Fraction | None = None
    variance: Fraction | None = None

    @property
    def second(self) -> Fraction | None:
        return None if self.mean is None or self.variance is None else self.variance + self.mean**2


class World(Struct, frozen=True):
    """The declared random variables by the base of their names, and what is known of them together."""

    laws: Mapping[str, Law]
    independent: bool
    known: Callable[[Symbol], Assumption]
    is_random: Callable[[Symbol], bool]


mark = re.compile(r"~([^~]+)~")
"""Random variables stand between these in the keys of atoms; in a moment, which is a number, they no longer do."""

Reading = Callable[[Algebra, "Theory", str, tuple[Form, ...]], Form | None]
"""A wrong rule: what it makes of a moment, or None where it does not apply."""


def variables(atom: Atom) -> frozenset[str]:
    """The random variables that an atom's value depends on."""
    return frozenset(mark.findall(atom.key)) if "~" in atom.key else frozenset()


class Theory:
    """The forms of trees with moments, under the `rules` in force. `lines` are equations taken as given: atom → form."""

    def __init__(
        self,
        algebra: Algebra,
        world: World,
        rules: frozenset[str],
        lines: Mapping[str, Form] | None = None,
        wrong: Reading | None = None,
    ) -> None:
        self.algebra = algebra
        self.world = world
        self.rules = rules
        self.lines = lines or {}
        self.wrong = wrong
        self.normaliser = Normaliser(algebra, world.known, self.noun, self.random)

    def form(self, node: Node) -> Form:
        """Raises `TooMuch`, `Undefined`."""
        return self.normaliser.form(node)

    def random(self, symbol: Symbol) -> Form | None:
        if not self.world.is_random(symbol):
            return None
        law = self.law(symbol)
        if law.variance == 0:
            # What never varies is a number, and independent of everything.
            return constant(law.mean) if law.mean is not None else of_atom(Atom(f"E['{symbol.name}']", "symbol", symbol))
        return of_atom(Atom(f"~{symbol.name}:{symbol.index}~", "random", symbol))

    def law(self, symbol: Symbol) -> Law:
        return self.world.laws.get(symbol.name) or Law()

    def noun(self, node: Noun) -> Form:
        return self.moment(node.name, tuple(self.normaliser.of(arg) for arg in node.args))

    def moment(self, name: str, args: tuple[Form, ...]) -> Form:
        if self.wrong is not None:
            misread = self.wrong(self.algebra, self, name, args)
            if misread is not None:
                return misread
        if name == "E":
            return self.mean(args[0])
        if name == "Var":
            return self.variance(args[0])
        if name == "SD":
            return powers.power(self.algebra, self.variance(args[0]), Fraction(1, 2))
        return self.covariance(*args)

    # Parts of a polynomial.

    def parts(self, form: Form) -> dict[Monomial, Form]:
        """A form without a bottom as random monomials, each with its constant coefficient."""
        found: dict[Monomial, Poly] = {}
        for monomial, number in form.top.items():
            random = tuple(pair for pair in monomial if variables(pair[0]))
            fixed = tuple(pair for pair in monomial if not variables(pair[0]))
            found.setdefault(random, {})[fixed] = number
        return {random: Form(fixed) for random, fixed in found.items()}

    def depends(self, form: Form) -> frozenset[str]:
        return frozenset().union(*(variables(atom) for atom in form.atoms())) if form.atoms() else frozenset()

    def apart(self, left: frozenset[str], right: frozenset[str]) -> bool:
        """Whether two groups of variables are independent by what is given: where all are, and the two share none."""
        return self.world.independent and not left & right

    # Means.

    def mean(self, form: Form) -> Form:
        if not self.depends(form):
            return form
        if form.bottom is not None:
            return self.opaque("E", form)
        if DEFINITION in self.rules:
            centred = self.centred(form)
            if centred is not None:
                return self.algebra.subtract(self.mean(self.algebra.times(centred, centred)), self.square(self.mean(centred)))
        if LINEARITY in self.rules:
            terms = (self.algebra.times(fixed, self.product_mean(random)) for random, fixed in self.parts(form).items())
            return self.algebra.sum(terms)
        if INDEPENDENCE in self.rules and len(form.top) > 1:
            return self.common_factors(form)
        if len(form.top) == 1:
            ((random, fixed),) = self.parts(form).items()
            if fixed.number == 1:
                return self.product_mean(random)
        return self.opaque("E", form)

    def square(self, form: Form) -> Form:
        return self.algebra.times(form, form)

    def centred(self, form: Form) -> Form | None:
        """Y where the form is (Y − E[Y])²."""
        for atom in form.atoms():
            if atom.kind == "noun" and atom.payload[0] == "E":
                inner: Form = atom.payload[1]
                if self.algebra.equal(form, self.square(self.algebra.subtract(inner, of_atom(atom)))):
                    return inner
        return None

    def common_factors(self, form: Form) -> Form:
        """E of a sum whose terms share a random factor that is independent of the rest: E[q(k+1)] = E[q]·E[k+1]."""
        common: dict[Atom, Coefficient] = {}
        for position, monomial in enumerate(form.top):
            powers_here = {atom: exponent for atom, exponent in monomial if variables(atom)}
            common = (
                powers_here
                if not position
                else {atom: min(exponent, powers_here[atom]) for atom, exponent in common.items() if atom in powers_here}
            )
        shared = tuple(sorted(common.items(), key=lambda pair: pair[0].key))
        rest = self.algebra.over(form, Form({shared: 1})) if shared else form
        if not shared or not self.apart(self.depends(Form({shared: 1})), self.depends(rest)):
            return self.opaque("E", form)
        return self.algebra.times(self.product_mean(shared), self.opaque("E", rest))

    def product_mean(self, monomial: Monomial) -> Form:
        """E of a product of random factors."""
        if not monomial:
            return ONE_FORM
        groups: list[list[tuple[Atom, Coefficient]]] = []
        for pair in monomial:
            here = variables(pair[0])
            touching = [
                group
                for group in groups
                if INDEPENDENCE not in self.rules
                or not self.apart(here, frozenset().union(*(variables(atom) for atom, _ in group)))
            ]
            groups = [group for group in groups if group not in touching] + [
                [one for group in touching for one in group] + [pair]
            ]
        return self.algebra.product(self.group_mean(tuple(sorted(group, key=lambda pair: pair[0].key))) for group in groups)

    def group_mean(self, group: Monomial) -> Form:
        atom, exponent = group[0]
        if len(group) == 1 and atom.kind == "random":
            law = self.law(atom.payload)
            if exponent == 1 and law.mean is not None and ZERO_MEAN in self.rules:
                return constant(law.mean)
            if exponent == 2 and SECOND_MOMENT in self.rules:
                if law.second is not None:
                    return constant(law.second)
                if law.variance is not None:
                    return self.algebra.add(constant(law.variance), self.square(self.opaque("E", of_atom(atom))))
        return self.opaque("E", Form({group: 1}))

    # Variances.

    def variance(self, form: Form) -> Form:
        if not self.depends(form):
            return ZERO_FORM
        if form.bottom is not None:
            return self.by_definition(form) if DEFINITION in self.rules else self.opaque("Var", form)
        if SCALED in self.rules:
            factor, rest = self.unscaled(form)
            if factor.number != 1:
                return self.algebra.times(self.square(factor), self.variance(rest))
            form = rest
        if INDEPENDENT_SUM in self.rules:
            components = self.components(form)
            if len(components) > 1:
                return self.algebra.sum(self.moment("Var", (component,)) for component in components)
        single = next(iter(form.top.items()))
        if len(form.top) == 1 and single[1] == 1 and len(single[0]) == 1 and single[0][0][1] == 1:
            atom = single[0][0][0]
            if atom.kind == "random" and UNIT_VARIANCE in self.rules:
                law = self.law(atom.payload)
                if law.variance is not None:
                    return constant(law.variance)
        return self.by_definition(form) if DEFINITION in self.rules else self.opaque("Var", form)

    def by_definition(self, form: Form) -> Form:
        return self.algebra.subtract(self.moment("E", (self.square(form),)), self.square(self.moment("E", (form,))))

    def unscaled(self, form: Form) -> tuple[Form, Form]:
        """A form as (a constant factor, the rest), constant terms left out of the rest."""
        parts = {random: fixed for random, fixed in self.parts(form).items() if random}
        if len(parts) == 1:
            ((random, factor),) = parts.items()
            return factor, Form({random: 1})
        moving = self.algebra.sum(self.algebra.times(fixed, Form({random: 1})) for random, fixed in parts.items())
        common: dict[Atom, Coefficient] | None = None
        for monomial in moving.top:
            fixed_powers = {atom: exponent for atom, exponent in monomial if not variables(atom)}
            common = (
                fixed_powers
                if common is None
                else {atom: min(exponent, fixed_powers[atom]) for atom, exponent in common.items() if atom in fixed_powers}
            )
        shared = tuple(sorted((common or {}).items(), key=lambda pair: pair[0].key))
        share = content(moving.top)
        leading = moving.top[min(moving.top, key=lambda monomial: poly_key({monomial: 1}))]
        factor = Form({shared: share if leading > 0 else -share})
        return factor, self.algebra.over(moving, factor)

    def components(self, form: Form) -> list[Form]:
        """A sum as independent sums: terms that share a variable stay together."""
        groups: list[tuple[frozenset[str], Form]] = []
        for random, fixed in self.parts(form).items():
            term = self.algebra.times(fixed, Form({random: 1}))
            here = self.depends(term)
            touching = [group for group in groups if here and group[0] and not self.apart(here, group[0])]
            groups = [group for group in groups if group not in touching]
            joined = self.algebra.sum([term, *(group[1] for group in touching)])
            groups.append((here.union(*(group[0] for group in touching)), joined))
        return [group for _, group in groups]

    def covariance(self, left: Form, right: Form) -> Form:
        here, there = self.depends(left), self.depends(right)
        if not here or not there or (INDEPENDENCE in self.rules and self.apart(here, there)):
            return ZERO_FORM
        if self.algebra.equal(left, right):
            return self.moment("Var", (left,))
        if DEFINITION in self.rules:
            means = self.algebra.times(self.mean(left), self.mean(right))
            return self.algebra.subtract(self.mean(self.algebra.times(left, right)), means)
        return self.opaque("Cov", *sorted((left, right), key=key))

    # What no rule opens.

    def opaque(self, name: str, *args: Form) -> Form:
        if IDENTICAL in self.rules:
            args = self.renamed(args)
        text = f"{name}[{';'.join(map(key, args))}]".replace("~", "'")
        if EARLIER in self.rules and text in self.lines:
            return self.lines[text]
        return of_atom(Atom(text, "noun", (name, *args), nonnegative=name == "Var"))

    def renamed(self, args: tuple[Form, ...]) -> tuple[Form, ...]:
        """The moment of the first copies, in place of this one: it is the same for all."""
        names = frozenset().union(*(self.depends(arg) for arg in args))
        indices = sorted({name.partition(":")[2] for name in names})
        if len(indices) > MOST_RENAMED or (not self.world.independent and len(names) > 1):
            # Copies have the same law each; of their joint law nothing may be known.
            return args
        wanted = [str(position) for position in range(len(indices))]
        choices = (
            tuple(self.with_indices(arg, dict(zip(order, wanted, strict=True))) for arg in args)
            for order in permutations(indices)
        )
        return min(choices, key=lambda forms: ";".join(map(key, forms)))

    def with_indices(self, form: Form, names: Mapping[str, str]) -> Form:
        def poly(old: Poly) -> Poly:
            return {
                tuple(sorted(((rename(atom, names), power) for atom, power in one), key=lambda pair: pair[0].key)): n
                for one, n in old.items()
            }

        return Form(poly(form.top), poly(form.bottom) if form.bottom is not None else None)


def rename(atom: Atom, names: Mapping[str, str]) -> Atom:
    if not variables(atom):
        return atom

    def new(match: re.Match[str]) -> str:
        base, _, index = match[1].partition(":")
        return f"~{base}:{names[index]}~"

    payload = Symbol(atom.payload.name, names[atom.payload.index]) if atom.kind == "random" else atom.payload
    return Atom(mark.sub(new, atom.key), atom.kind, payload, real=atom.real, nonnegative=atom.nonnegative)
