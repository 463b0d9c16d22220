"""From a tree to its exact form. Two trees with equal forms are equal wherever both have a value."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from grader.symbolic import powers
from grader.symbolic.algebra import ONE_FORM, ZERO_FORM, Algebra, Atom, Form, Undefined, constant, key, of_atom
from grader.symbolic.assumptions import Assumption
from grader.symbolic.problems import TooMuch
from grader.symbolic.tree import Add, Call, Constant, Minus, Node, Noun, Number, Over, Power, Sum, Symbol, Times, at_index

LONGEST_SUM = 200
ODD, EVEN = ("sin", "asin", "atan", "sign"), ("cos",)


class Normaliser:
    """Forms of trees. `known` says what is assumed of a symbol; `noun` makes forms of moments, where there are any."""

    def __init__(
        self,
        algebra: Algebra,
        known: Callable[[Symbol], Assumption],
        noun: Callable[[Noun], Form] | None = None,
        symbol: Callable[[Symbol], Form | None] = lambda _: None,
    ) -> None:
        self.algebra = algebra
        self.known = known
        self.noun = noun
        self.symbol = symbol

    def form(self, node: Node) -> Form:
        """Raises `TooMuch`, `Undefined`."""
        try:
            return self.of(node)
        except ZeroDivisionError as zero:
            raise Undefined from zero

    def of(self, node: Node) -> Form:  # noqa: C901  (one case for each kind)
        algebra = self.algebra
        match node:
            case Number(value):
                return constant(value)
            case Constant(name):
                return powers.exponential(algebra, ONE_FORM) if name == "e" else of_atom(Atom("pi", "pi", nonnegative=True))
            case Symbol():
                return self.of_symbol(node)
            case Add(terms):
                return algebra.sum(map(self.of, terms))
            case Minus(inner):
                return algebra.minus(self.of(inner))
            case Times(factors):
                return algebra.product(map(self.of, factors))
            case Over(top, bottom):
                return algebra.over(self.of(top), self.of(bottom))
            case Power(base, exponent):
                return self.power(base, exponent)
            case Call(name, args):
                return self.call(name, [self.of(arg) for arg in args])
            case Sum():
                return self.sum(node)
            case Noun():
                if self.noun is None:
                    raise TooMuch
                return self.noun(node)

    def of_symbol(self, symbol: Symbol) -> Form:
        given = self.symbol(symbol)
        if given is not None:
            return given
        known = self.known(symbol)
        if known.negative:
            # As the opposite of a positive atom, so that √x² comes out as −x.
            return self.algebra.minus(of_atom(Atom(f"-{symbol.full}", "symbol", symbol, nonnegative=True)))
        return of_atom(Atom(symbol.full, "symbol", symbol, real=known.real, nonnegative=known.nonnegative))

    def power(self, base: Node, exponent: Node) -> Form:
        raised = self.of(exponent)
        number = raised.number
        if number is not None:
            return powers.power(self.algebra, self.of(base), Fraction(number))
        if base == Constant("e"):
            return powers.exponential(self.algebra, raised)
        below = self.of(base)
        if below.is_zero:
            # 0 or 1, as the exponent is.
            raise TooMuch
        if below.bottom is None and powers.evidently_nonnegative(below.top) and below.top:
            return powers.exponential(self.algebra, self.algebra.times(raised, powers.logarithm(self.algebra, below)))
        return self.opaque_power(below, raised)

    def opaque_power(self, base: Form, exponent: Form) -> Form:
        """x^n for a base of unknown sign: only x^(a+b) = x^a·x^b is used."""
        if exponent.bottom is not None:
            return self.opaque("pow", [base, exponent])
        total = ONE_FORM
        for monomial, coefficient in exponent.top.items():
            if not monomial and Fraction(coefficient).denominator == 1:
                factor = powers.power(self.algebra, base, Fraction(coefficient))
            else:
                share = Form({monomial: Fraction(1, Fraction(coefficient).denominator)})
                atom = Atom(f"pow[{key(base)};{key(share)}]", "call", real=False)
                factor = of_atom(atom, Fraction(coefficient).numerator)
            total = self.algebra.times(total, factor)
        return total

    def call(self, name: str, args: list[Form]) -> Form:
        algebra, x = self.algebra, args[0]
        match name:
            case "sqrt":
                return powers.power(algebra, x, Fraction(1, 2))
            case "cbrt":
                return powers.power(algebra, x, Fraction(1, 3))
            case "exp":
                return powers.exponential(algebra, x)
            case "log":
                top = powers.logarithm(algebra, x)
                return top if len(args) == 1 else algebra.over(top, powers.logarithm(algebra, args[1]))
            case "abs":
                return powers.absolute(algebra, x)
            case "sinh" | "cosh" | "tanh":
                return self.hyperbolic(name, x)
            case "tan":
                return algebra.over(self.call("sin", [x]), self.call("cos", [x]))
            case "min" | "max":
                return self.extreme(name, args)
        return self.circular(name, x)

    def extreme(self, name: str, args: list[Form]) -> Form:
        """max(x, y) is (x + y + |x − y|)/2."""
        if len(args) > 2 or not all(arg.bottom is None and powers.real(arg.top) for arg in args):
            return self.opaque(name, sorted(args, key=key))
        algebra = self.algebra
        apart = powers.absolute(algebra, algebra.subtract(*args))
        both = algebra.add(algebra.add(*args), apart if name == "max" else algebra.minus(apart))
        return algebra.times(both, constant(Fraction(1, 2)))

    def hyperbolic(self, name: str, x: Form) -> Form:
        algebra = self.algebra
        up, down = powers.exponential(algebra, x), powers.exponential(algebra, algebra.minus(x))
        odd, even = algebra.subtract(up, down), algebra.add(up, down)
        if name == "tanh":
            return algebra.over(odd, even)
        return algebra.times(odd if name == "sinh" else even, constant(Fraction(1, 2)))

    def circular(self, name: str, x: Form) -> Form:
        turned = self.algebra.minus(x)
        backwards = (name in ODD or name in EVEN) and key(turned) < key(x)
        form = self.opaque(name, [turned if backwards else x])
        return self.algebra.minus(form) if backwards and name in ODD else form

    def opaque(self, name: str, args: list[Form]) -> Form:
        real = all(arg.bottom is None and powers.real(arg.top) for arg in args) and name not in ("pow", "asin", "acos")
        if name in ("sin", "asin", "atan") and args[0].is_zero:
            return ZERO_FORM
        if name == "cos" and args[0].is_zero:
            return ONE_FORM
        return of_atom(Atom(f"{name}[{';'.join(map(key, args))}]", "call", real=real))

    def sum(self, node: Sum) -> Form:
        low, high = self.of(node.low).number, self.of(node.high).number
        if isinstance(low, int) and isinstance(high, int):
            if high - low > LONGEST_SUM:
                raise TooMuch
            return self.algebra.sum(self.of(at_index(node.body, node.index, index)) for index in range(low, high + 1))
        raise TooMuch
