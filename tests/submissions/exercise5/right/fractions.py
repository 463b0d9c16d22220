# parts: head_dimension projection_parameters
from dataclasses import dataclass
from fractions import Fraction


class Indivisible(ValueError):
    pass


@dataclass(frozen=True)
class Model:
    d_model: int
    num_heads: int

    def __post_init__(self):
        for name in ("d_model", "num_heads"):
            if Fraction(getattr(self, name)).denominator != 1 or getattr(self, name) <= 0:
                raise ValueError(name)

    @property
    def d_k(self):
        width = Fraction(self.d_model, self.num_heads)
        if width.denominator > 1:
            raise Indivisible(width)
        return width.numerator


head_dimension = lambda d_model, num_heads: Model(d_model, num_heads).d_k


def projection_parameters(d_model, num_heads, *, projections=("Q", "K", "V")):
    model = Model(d_model, num_heads)
    return sum(model.d_k * d_model * num_heads for _ in projections)
