# part: additive_attention
# status: failed
# misconception: weights-only
# points: 0
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def additive_attention(state, states, W_s, W_h, v):
    return softmax(np.tanh(state @ W_s + states @ W_h) @ v).tolist()
