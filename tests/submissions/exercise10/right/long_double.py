import numpy as np

big = np.longdouble


def encode(X, W_x, W_h, b):
    h = np.zeros(len(b), dtype=big)
    rows = []
    for x in X.astype(big):
        h = np.tanh((x[:, None] * W_x).sum(0) + (h[:, None] * W_h).sum(0) + b)
        rows.append(h)
    return np.array(rows)


def fixed_context(states):
    return np.ma.masked_array(states)[-1]


def additive_attention(state, states, W_s, W_h, v):
    """A long double has room for e^10000, so nothing has to be taken off."""
    powers = np.exp(big(1) * (np.tanh(state @ W_s + states @ W_h) @ v))
    weights = powers / powers.sum()
    return [weights @ states, weights]


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    powers = np.exp((decoder @ W_Q @ (encoder @ W_K).T).astype(big) / np.sqrt(big(W_K.shape[1])))
    return (powers / powers.sum(axis=1, keepdims=True)) @ (encoder @ W_V)
