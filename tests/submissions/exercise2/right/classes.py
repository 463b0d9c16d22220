from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Shapes(NamedTuple):
    queries: int
    keys: int
    d_k: int


@dataclass
class Scorer:
    Q: npt.NDArray[np.float64]
    K: npt.NDArray[np.float64]
    scale: bool = field(default=False)

    def __post_init__(self) -> None:
        match self.Q.shape, self.K.shape:
            case (int(), int() as d), (int(), int() as e) if d == e:
                self.shapes = Shapes(len(self.Q), len(self.K), d)
            case _:
                raise ValueError("no two matrices that fit")

    @cached_property
    def scores(self) -> npt.NDArray[np.float64]:
        table = np.empty(self.shapes[:2])
        for (i, j), _ in np.ndenumerate(table):
            table[i, j] = self.Q[i].dot(self.K[j])
        return table / np.sqrt(self.shapes.d_k) if self.scale else table


def score_matrix(Q: npt.NDArray[np.float64], K: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return Scorer(Q, K).scores


def scaled_score_matrix(Q: npt.NDArray[np.float64], K: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return Scorer(Q, K, scale=True).scores
