# part: cross_attention
# status: failed
# misconception: none
# points: 2.4
import numpy as np


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    V = encoder @ W_V
    encoder -= encoder.mean(axis=0)
    Q, K = decoder @ W_Q, encoder @ W_K
    s = Q @ K.T / np.sqrt(Q.shape[1])
    w = np.exp(s - s.max(axis=1, keepdims=True))
    return w @ V / w.sum(axis=1, keepdims=True)
