"""One softmax for both attentions, with the roles handed in; prints while it loads."""
import numpy as np

print("loaded")


def attend(scores, values):
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights = np.divide(weights, np.add.reduce(weights, axis=-1, keepdims=True))
    return np.matmul(weights, values), weights


def encode(X, W_x, W_h, b, start=None):
    h = np.zeros(W_h.shape[0]) if start is None else start
    inputs = X @ W_x + b
    states = np.zeros_like(inputs)
    for i in range(inputs.shape[0]):
        states[i] = h = np.tanh(inputs[i] + h @ W_h)
    return states


fixed_context = lambda states: states[-1].copy()  # noqa: E731


def additive_attention(state, states, W_s, W_h, v):
    return attend(np.tanh(state @ W_s + states @ W_h) @ v, states)


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    output, _ = attend((decoder @ W_Q) @ np.transpose(encoder @ W_K) / np.sqrt(np.shape(W_Q)[-1]), encoder @ W_V)
    return output
