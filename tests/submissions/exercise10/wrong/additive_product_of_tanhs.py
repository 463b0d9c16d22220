# part: additive_attention
# status: failed
# misconception: dot-product-instead-of-additive
# points: 0
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def additive_attention(state, states, W_s, W_h, v):
    weights = softmax(np.tanh(states @ W_h) @ np.tanh(state @ W_s))
    return weights @ states, weights
