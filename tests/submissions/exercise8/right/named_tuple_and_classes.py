from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class Roles(NamedTuple):
    queries: np.ndarray
    keys: np.ndarray
    values: np.ndarray


@dataclass(frozen=True)
class Index:
    keys: np.ndarray
    values: np.ndarray

    def __getitem__(self, query):
        scores = self.keys.dot(query) / np.sqrt(query.shape[-1])
        weights = np.exp(scores - np.logaddexp.reduce(scores))
        return weights.dot(self.values)


def project(X, W_Q, W_K, W_V):
    return Roles(queries=X @ W_Q, values=X @ W_V, keys=X @ W_K)


def soft_lookup(query, keys, values):
    return Index(keys, values)[query]


def self_attention(X, W_Q, W_K, W_V):
    roles = project(X, W_Q, W_K, W_V)
    index = Index(roles.keys, roles.values)
    return np.stack([index[query] for query in roles.queries])
