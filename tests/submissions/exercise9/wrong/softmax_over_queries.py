# part: multi_head_attention
# status: failed
# misconception: softmax-over-columns
# points: 0
import numpy as np


def softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    s = (Q @ W_Q) @ (K @ W_K).transpose(0, 2, 1) / np.sqrt(W_Q.shape[-1])
    return np.concatenate(list(softmax(s, 1) @ (V @ W_V)), axis=1) @ W_O
