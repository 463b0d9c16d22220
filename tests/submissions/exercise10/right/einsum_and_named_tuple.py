from collections import namedtuple

import numpy as np

Attended = namedtuple("Attended", "context weights")


def encode(X, W_x, W_h, b):
    states = np.zeros((len(X) + 1, len(b)))
    drive = np.einsum("tx,xh->th", X, W_x) + b
    for t in range(len(X)):
        states[t + 1] = np.tanh(drive[t] + np.einsum("g,gh->h", states[t], W_h))
    return states[1:]


def fixed_context(states):
    return states[len(states) - 1]


def additive_attention(state, states, W_s, W_h, v):
    scores = np.einsum("ta,a->t", np.tanh(np.einsum("s,sa->a", state, W_s) + np.einsum("th,ha->ta", states, W_h)), v)
    weights = np.exp(scores - np.logaddexp.reduce(scores))
    return Attended(weights=weights, context=np.einsum("t,th->h", weights, states))


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    scores = np.einsum("im,mk,jn,nk->ij", decoder, W_Q, encoder, W_K) / np.sqrt(W_K.shape[1])
    weights = np.exp(scores - scores.max(axis=1)[:, None])
    return np.einsum("ij,jm,mv->iv", weights / weights.sum(axis=1)[:, None], encoder, W_V)
