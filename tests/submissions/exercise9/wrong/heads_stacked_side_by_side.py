# part: multi_head_attention
# status: failed
# misconception: heads-left-apart
# points: 0
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    heads = [softmax(Q @ a @ (K @ b).T / np.sqrt(a.shape[1])) @ V @ c for a, b, c in zip(W_Q, W_K, W_V)]
    return np.stack(heads, axis=1)
