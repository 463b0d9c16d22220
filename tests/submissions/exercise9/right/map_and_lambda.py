from functools import reduce

import numpy as np

softmax = lambda x: (lambda e: e / e.sum(-1, keepdims=True))(np.exp(x - x.max(-1, keepdims=True)))
head = lambda q, k, v: softmax(q @ k.T / np.sqrt(k.shape[-1])) @ v
multi_head_attention = lambda Q, K, V, W_Q, W_K, W_V, W_O: (
    reduce(lambda left, right: np.c_[left, right], map(lambda a, b, c: head(Q @ a, K @ b, V @ c), W_Q, W_K, W_V)) @ W_O
)
