import math
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Attention:
    d_k: int
    d_v: int

    @cached_property
    def per_pair(self):
        return self.d_k + self.d_v

    def cost(self, n):
        return self.per_pair * math.prod((n, n))

    def __call__(self, budget):
        pairs, _ = divmod(budget, self.per_pair)
        return math.isqrt(pairs)


def multiply_adds(n, d_k, d_v):
    return Attention(d_k, d_v).cost(n)


def cost_ratio(n_long, n_short, attention=Attention(2, 3)):
    return attention.cost(n_long) / attention.cost(n_short)


def longest_sequence(budget, d_k, d_v):
    return Attention(d_k, d_v)(budget)
