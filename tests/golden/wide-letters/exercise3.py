import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError("没有键可以关注")
    print("没有键可以关注" * 12)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def attention_weights(Q, K):
    raise ValueError("注意力 " * 30)
