from dataclasses import dataclass
from itertools import accumulate

import numpy as np


@dataclass
class Cell:
    W_x: np.ndarray
    W_h: np.ndarray
    b: np.ndarray

    def __call__(self, h, x):
        return np.tanh(x.dot(self.W_x) + h.dot(self.W_h) + self.b)


def encode(X, W_x, W_h, b):
    _, *states = accumulate(X, Cell(W_x, W_h, b), initial=np.zeros_like(b))
    return states


def fixed_context(states):
    *_, last = states
    return last


class Attention:
    def __init__(self, scores):
        self.scores = np.asarray(scores, dtype=float)

    @property
    def weights(self):
        powers = np.exp(self.scores - self.scores.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True)

    def over(self, values):
        return self.weights @ values


def additive_attention(state, states, W_s, W_h, v):
    found = Attention([v @ np.tanh(W_s.T @ state + W_h.T @ h) for h in states])
    return found.over(states), found.weights


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    return Attention(decoder @ W_Q @ (encoder @ W_K).T / W_Q.shape[1] ** 0.5).over(encoder @ W_V)
