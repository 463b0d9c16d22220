import numpy as np


def multi_head_attention(*matrices):
    Q, K, V, W_Q, W_K, W_V, W_O = (one.astype(np.float32) for one in matrices)
    q, k, v = Q @ W_Q, K @ W_K, V @ W_V
    scores = q @ k.swapaxes(1, 2) / np.float32(np.sqrt(W_Q.shape[-1]))
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    heads = (scores @ v).transpose(1, 0, 2).reshape(len(Q), -1)
    result = heads @ W_O
    assert result.dtype == np.float32
    return result
