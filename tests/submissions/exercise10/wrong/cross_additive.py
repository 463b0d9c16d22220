# part: cross_attention
# status: failed
# misconception: none
# points: 0
import numpy as np


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    Q, K, V = decoder @ W_Q, encoder @ W_K, encoder @ W_V
    s = np.tanh(Q[:, None, :] + K[None, :, :]).sum(axis=-1)
    w = np.exp(s - s.max(axis=1, keepdims=True))
    return w @ V / w.sum(axis=1, keepdims=True)
