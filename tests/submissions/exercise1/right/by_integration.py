# parts: dot_product_variance scale_factor
"""The variance from a small discrete distribution with the same moments; the factor by Newton's method."""
from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True)
class Coin:
    mean: float
    variance: float

    def sides(self):
        edge = self.variance**0.5
        return self.mean - edge, self.mean + edge


def dot_product_variance(d_k, var_q=1.0, var_k=1.0, mean_q=0.0, mean_k=0.0):
    if d_k < 1 or d_k != int(d_k) or var_q < 0 or var_k < 0:
        raise ValueError("moments of nothing")
    outcomes = [a * b for a, b in product(Coin(mean_q, var_q).sides(), Coin(mean_k, var_k).sides())]
    mean = sum(outcomes) / 4
    return d_k * sum((one - mean) ** 2 for one in outcomes) / 4


def scale_factor(d_k):
    match d_k:
        case int() if d_k >= 1:
            pass
        case _:
            raise ValueError(d_k)
    root = float(d_k)
    for _ in range(200):
        root = (root + d_k / root) / 2
    return 1 / root


if __name__ == "__main__":
    import sys

    sys.exit(0)
