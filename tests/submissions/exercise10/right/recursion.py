import numpy as np


def encode(X, W_x, W_h, b):
    if len(X) == 0:
        return np.zeros((0, len(b)))
    before = encode(X[:-1], W_x, W_h, b)
    h = before[-1] if len(before) else np.zeros(len(b))
    return np.vstack([before, np.tanh(X[-1] @ W_x + h @ W_h + b)])


def fixed_context(states):
    return states[0] if len(states) == 1 else fixed_context(states[1:])


def halves(scores, values):
    if len(scores) == 1:
        return values[0], np.ones(1), scores[0]
    m = len(scores) // 2
    a, wa, la = halves(scores[:m], values[:m])
    c, wc, lc = halves(scores[m:], values[m:])
    log = np.logaddexp(la, lc)
    return a * np.exp(la - log) + c * np.exp(lc - log), np.concatenate([wa * np.exp(la - log), wc * np.exp(lc - log)]), log


def additive_attention(state, states, W_s, W_h, v):
    scores = np.array([np.tanh(state @ W_s + h @ W_h) @ v for h in states])
    context, weights, _ = halves(scores, states)
    return context, weights


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    K, V = encoder @ W_K, encoder @ W_V
    return np.array([halves(K @ (d @ W_Q) / np.sqrt(K.shape[1]), V)[0] for d in decoder])
