"""A tanh of one's own that survives any number."""
import numpy as np


def tanh(number):
    size = np.exp(-2 * np.abs(number))
    return np.sign(number) * (1 - size) / (1 + size)


def encode(X, W_x, W_h, b):
    states = [np.zeros(len(b))]
    for x in X:
        states.append(tanh(x @ W_x + states[-1] @ W_h + b))
    return np.array(states[1:])


def fixed_context(states):
    return states[::-1][0]


def additive_attention(state, states, W_s, W_h, v):
    scores = tanh(np.add.outer(np.ones(len(states)), state @ W_s) - 1 + states @ W_h) @ v
    powers = np.e ** (scores - max(scores))
    return powers @ states / sum(powers), powers / sum(powers)


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    quarter = W_Q.shape[1] ** 0.25
    S = (decoder @ (W_Q / quarter)) @ (encoder @ (W_K / quarter)).T
    P = np.exp(S - np.max(S, axis=1).reshape(-1, 1))
    return P @ (encoder @ W_V) / P.sum(axis=1).reshape(-1, 1)
