# part: cross_attention
# status: failed
# misconception: none
# points: 0
import numpy as np


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    out = np.zeros((len(decoder), W_V.shape[1]))
    for i, d in enumerate(decoder):
        s = np.array([(d @ W_Q) @ (e @ W_K) for e in encoder[: max(1, len(encoder) - 1)]]) / np.sqrt(W_Q.shape[1])
        w = np.exp(s - s.max())
        out[i] = w / w.sum() @ (encoder[: len(s)] @ W_V)
    return out
