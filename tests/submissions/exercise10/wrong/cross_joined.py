# part: cross_attention
# status: failed
# misconception: both-sequences-joined
# points: 0
import numpy as np


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    everything = np.concatenate([encoder, decoder])
    Q, K, V = decoder @ W_Q, everything @ W_K, everything @ W_V
    s = Q @ K.T / np.sqrt(Q.shape[1])
    w = np.exp(s - s.max(axis=1, keepdims=True))
    return w @ V / w.sum(axis=1, keepdims=True)
