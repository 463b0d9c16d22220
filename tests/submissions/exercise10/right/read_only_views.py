import numpy as np


def frozen(array):
    array.flags.writeable = False
    return array


def encode(X, W_x, W_h, b):
    wide = np.zeros((2 * len(X), len(b)))
    h = np.zeros(len(b))
    for t in range(len(X)):
        h = np.tanh(X[t] @ W_x + h @ W_h + b)
        wide[2 * t] = h
    return frozen(wide)[::2]


def fixed_context(states):
    return frozen(np.broadcast_to(states[-1], (3, states.shape[1]))[1])


def additive_attention(state, states, W_s, W_h, v):
    scores = np.matmul(np.tanh(np.matmul(state, W_s)[np.newaxis, :] + np.matmul(states, W_h)), v[:, np.newaxis])
    powers = np.exp(scores - scores.max(axis=0, keepdims=True))
    weights = powers / powers.sum(axis=0, keepdims=True)
    context = (weights * states).sum(axis=0)
    return frozen(context), frozen(weights)[:, 0]


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    S = decoder @ (W_Q @ W_K.T / np.sqrt(W_K.shape[1])) @ encoder.T
    W = np.exp(S - S.max(1, keepdims=True))
    return frozen(np.asfortranarray((W @ encoder / W.sum(1, keepdims=True)) @ W_V))
