"""Wrong rules that explain wrong steps.

Each is a complete wrong reading of a moment. A false step is explained by one where its two sides meet once moments
are read so; first with algebra alone, then with the rule the step names, then with all true rules. A misconception
is named only where, at the first of these that explains anything, exactly one does.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from grader.symbolic.algebra import ONE_FORM, Algebra, Form, Poly, constant, tidy
from grader.symbolic.moments import Reading, Theory
from grader.symbolic.powers import number_power

SENTENCES = {
    "scalar-not-squared": "A constant factor leaves the variance squared: Var(aX) = a²·Var(X), not a·Var(X).",
    "variance-of-product-is-sum": (
        "This adds the variances of two factors; variances add up for sums of independent variables, not for products."
    ),
    "sum-variance-squared": (
        "This counts the terms twice: the variances of n independent terms add up to n times one of them, not n²."
    ),
    "square-of-mean-for-mean-of-square": ("This takes E[X]² for E[X²]; the mean of a square is larger by just the variance."),
    "standard-deviations-added": (
        "This adds standard deviations; of independent terms the variances add up, and the root is taken at the end."
    ),
    "divided-by-d_k": (
        "Dividing by d_k divides the variance by d_k², which leaves 1/d_k; it is √d_k that brings the variance back to 1."
    ),
    "variances-multiplied": ("Var(X·Y) is Var(X)·Var(Y) only where both means are 0; else it is E[X²]E[Y²] − E[X]²E[Y]²."),
}


def scalar_not_squared(algebra: Algebra, theory: Theory, name: str, args: tuple[Form, ...]) -> Form | None:
    if name != "Var" or not ready(theory, args[0]):
        return None
    factor, rest = theory.unscaled(args[0])
    return None if factor.number == 1 else algebra.times(factor, theory.moment("Var", (rest,)))


def product_is_sum(algebra: Algebra, theory: Theory, name: str, args: tuple[Form, ...]) -> Form | None:
    split = factors(theory, name, args)
    if split is None:
        return None
    scale, groups = split
    return algebra.times(theory.square(scale), algebra.sum(theory.moment("Var", (group,)) for group in groups))


def variances_multiplied(algebra: Algebra, theory: Theory, name: str, args: tuple[Form, ...]) -> Form | None:
    split = factors(theory, name, args)
    if split is None:
        return None
    scale, groups = split
    return algebra.times(theory.square(scale), algebra.product(theory.moment("Var", (group,)) for group in groups))


def sum_squared(algebra: Algebra, theory: Theory, name: str, args: tuple[Form, ...]) -> Form | None:
    if name != "Var" or not ready(theory, args[0]):
        return None
    factor, rest = theory.unscaled(args[0])
    components = theory.components(rest)
    if len(components) < 2:
        return None
    added = algebra.sum(theory.moment("Var", (component,)) for component in components)
    return algebra.times(theory.square(factor), algebra.times(constant(len(components)), added))


def square_of_mean(algebra: Algebra, theory: Theory, name: str, args: tuple[Form, ...]) -> Form | None:
    if name != "E" or not ready(theory, args[0]):
        return None
    root = square_root(algebra, args[0])
    return None if root is None else theory.square(theory.moment("E", (root,)))


def deviations_added(algebra: Algebra, theory: Theory, name: str, args: tuple[Form, ...]) -> Form | None:
    """Also for a variance, as the square of a deviation: steps that mention none are not read so (`explanations`)."""
    if name not in ("SD", "Var") or not ready(theory, args[0]):
        return None
    components = theory.components(args[0])
    if len(components) < 2:
        return None
    added = algebra.sum(theory.moment("SD", (component,)) for component in components)
    return added if name == "SD" else theory.square(added)


def divided_by_d_k(algebra: Algebra, theory: Theory, name: str, args: tuple[Form, ...]) -> Form | None:
    if name != "Var" or not ready(theory, args[0]):
        return None
    factor, rest = theory.unscaled(args[0])
    components = theory.components(rest)
    divided = len(components) > 1 and factor.number == Fraction(1, len(components))
    return ONE_FORM if divided and all(len(component.top) == 1 for component in components) else None


def ready(theory: Theory, form: Form) -> bool:
    """Whether a form is a polynomial with random variables in it."""
    return form.bottom is None and bool(theory.depends(form))


def factors(theory: Theory, name: str, args: tuple[Form, ...]) -> tuple[Form, list[Form]] | None:
    """The independent factors of a variance's one product, and the constant before it."""
    if name != "Var" or not ready(theory, args[0]):
        return None
    factor, rest = theory.unscaled(args[0])
    if len(rest.top) != 1:
        return None
    ((monomial, _),) = rest.top.items()
    return (factor, [Form({(pair,): 1}) for pair in monomial]) if len(monomial) > 1 else None


def square_root(algebra: Algebra, form: Form) -> Form | None:
    """Y with Y² = form, for a Y with positive coefficients."""
    root: Poly = {}
    total = Form({})
    for monomial, number in form.top.items():
        if number > 0 and all(
            isinstance(exponent, int) and exponent % 2 == 0 for atom, exponent in monomial if atom.kind != "prime"
        ):
            half = tuple((atom, tidy(Fraction(exponent) / 2)) for atom, exponent in monomial)
            total = algebra.add(total, algebra.times(number_power(algebra, Fraction(number), Fraction(1, 2)), Form({half: 1})))
    root = total.top
    return total if root and algebra.equal(theory_square(algebra, total), form) else None


def theory_square(algebra: Algebra, form: Form) -> Form:
    return algebra.times(form, form)


READINGS: dict[str, Reading] = {
    "scalar-not-squared": scalar_not_squared,
    "variance-of-product-is-sum": product_is_sum,
    "sum-variance-squared": sum_squared,
    "square-of-mean-for-mean-of-square": square_of_mean,
    "standard-deviations-added": deviations_added,
    "divided-by-d_k": divided_by_d_k,
    "variances-multiplied": variances_multiplied,
}


def named(fits: Callable[[Reading, int], bool], mentions_deviation: bool, levels: int) -> str:
    """The one misconception that explains a step, or "". `fits` says whether a reading does, at a level of rules."""
    candidates = [name for name in READINGS if mentions_deviation or name != "standard-deviations-added"]
    for level in range(levels):
        found = [name for name in candidates if fits(READINGS[name], level)]
        if found:
            return found[0] if len(found) == 1 else ""
    return ""
