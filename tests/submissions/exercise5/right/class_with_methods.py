from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Heads(NamedTuple):
    d_model: int
    count: int

    @classmethod
    def of(cls, d_model, count) -> Heads:
        assert_whole = [n for n in (d_model, count) if n < 1 or n != int(n)]
        if assert_whole or d_model % count:
            raise ValueError(assert_whole)
        return cls(int(d_model), int(count))

    @property
    def width(self) -> int:
        return self.d_model // self.count

    def __iter__(self):
        yield from (slice(h * self.width, (h + 1) * self.width) for h in range(self.count))

    def parameters(self) -> int:
        return 3 * self.d_model * self.width * self.count


def head_dimension(d_model, num_heads):
    return Heads.of(d_model, num_heads).width


def split_heads(X, num_heads):
    return [X[:, columns] for columns in Heads.of(X.shape[1], num_heads)]


def merge_heads(heads):
    return [np.concatenate(token) for token in zip(*heads)]


def projection_parameters(d_model, num_heads):
    return Heads.of(d_model, num_heads).parameters()


if __name__ == "__main__":
    raise SystemExit(print(head_dimension(512, 8)))
