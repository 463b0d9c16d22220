# parts: cross_attention
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    decoder, encoder, W_Q, W_K, W_V = (one.astype(np.float32) for one in (decoder, encoder, W_Q, W_K, W_V))
    Q, K, V = decoder @ W_Q, encoder @ W_K, encoder @ W_V
    return softmax(Q @ K.T / np.sqrt(Q.shape[1])) @ V
