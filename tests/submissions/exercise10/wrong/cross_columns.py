# part: cross_attention
# status: failed
# misconception: softmax-over-columns
# points: 0
import numpy as np


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    Q, K, V = decoder @ W_Q, encoder @ W_K, encoder @ W_V
    s = Q @ K.T / np.sqrt(Q.shape[1])
    w = np.exp(s - s.max(axis=0))
    w = w / w.sum(axis=0)
    return w @ V
