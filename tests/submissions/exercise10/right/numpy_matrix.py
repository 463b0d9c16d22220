# parts: encode cross_attention
"""numpy's old matrix class, in which * is a matrix product."""
import numpy as np


def encode(X, W_x, W_h, b):
    X, W_x, W_h, h = map(np.asmatrix, (X, W_x, W_h, np.zeros(len(b))))
    states = []
    for t in range(len(X)):
        h = np.tanh(X[t] * W_x + h * W_h + b)
        states.append(h)
    return np.concatenate(states)


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    Q, K, V = np.asmatrix(decoder) * W_Q, np.asmatrix(encoder) * W_K, np.asmatrix(encoder) * W_V
    P = np.exp((Q * K.T) / np.sqrt(Q.shape[1]) - (Q * K.T).max(1) / np.sqrt(Q.shape[1]))
    return P / P.sum(1) * V
