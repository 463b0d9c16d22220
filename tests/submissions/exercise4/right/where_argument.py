import numpy as np


def causal_mask(n):
    match n:
        case int() | np.integer() if n > 0:
            return np.where(np.tri(n, dtype=bool), 0.0, -np.inf)
        case _:
            raise ValueError("n must be a positive whole number")


def masked_positions(n):
    mask = causal_mask(n)
    return [(int(cell // n), int(cell % n)) for cell in np.flatnonzero(mask.ravel() < 0)]


def causal_attention_weights(Q, K):
    if (n := len(Q)) != len(K):
        raise ValueError
    open_cells = np.tri(n, dtype=bool)
    scores = Q @ K.T * (1 / np.sqrt(Q.shape[-1]))
    top = scores.max(axis=1, keepdims=True, where=open_cells, initial=-np.inf)
    powers = np.exp(scores - top, where=open_cells, out=np.zeros((n, n)))
    return powers / powers.sum(axis=1, keepdims=True)
