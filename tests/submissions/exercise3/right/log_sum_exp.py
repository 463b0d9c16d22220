import numpy as np


def log_sum_exp(scores):
    top = scores.max(axis=-1, keepdims=True)
    if np.any(top == -np.inf):
        raise ValueError("a row of minus infinity")
    return top + np.log(np.sum(np.exp(scores - top), axis=-1, keepdims=True))


def softmax_weights(scores):
    return np.exp(scores - log_sum_exp(scores))


def attention_weights(Q, K):
    return softmax_weights(np.einsum("qd,kd->qk", Q, K) * Q.shape[-1] ** -0.5)
