import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def multi_head_attention(Q, K, V, W_Q, W_K, W_V, W_O):
    Q, K, V, W_Q, W_K, W_V, W_O = (one.astype(np.float32) for one in (Q, K, V, W_Q, W_K, W_V, W_O))
    q, k, v = Q @ W_Q, K @ W_K, V @ W_V
    heads = softmax(q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1])) @ v
    return np.hstack(list(heads)) @ W_O
