import dataclasses

import numpy as np


@dataclasses.dataclass
class Head:
    w_q: np.ndarray
    w_k: np.ndarray
    w_v: np.ndarray

    def __call__(self, Q, K, V):
        q, k, v = Q @ self.w_q, K @ self.w_k, V @ self.w_v
        scores = q @ k.T * self.w_q.shape[-1] ** -0.5
        return np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)) @ v


class MultiHead:
    def __init__(self, heads, w_o):
        self.heads, self.w_o = heads, w_o

    def __call__(self, Q, K, V):
        return np.hstack([head(Q, K, V) for head in self.heads]) @ self.w_o


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    return MultiHead([Head(*own) for own in zip(W_Q, W_K, W_V)], W_O)(Q, K, V)
