# part: cross_attention
# status: failed
# misconception: self-attention-on-decoder
# points: 0
import numpy as np


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    Q, K, V = decoder @ W_Q, decoder @ W_K, decoder @ W_V
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    return softmax(np.where(np.tri(len(scores)) == 1, scores, -np.inf)) @ V
