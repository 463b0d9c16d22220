"""numpy's old matrix class, in which * is a matrix product."""
import numpy as np


def project(X, W_Q, W_K, W_V):
    X = np.asmatrix(X)
    return X * np.asmatrix(W_Q), X * np.asmatrix(W_K), X * np.asmatrix(W_V)


def shares(S):
    P = np.exp(S - S.max(1))
    return P / P.sum(1)


def soft_lookup(query, keys, values):
    S = np.asmatrix(query) * np.asmatrix(keys).T / np.sqrt(len(query))
    return (shares(S) * np.asmatrix(values)).A1


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = project(X, W_Q, W_K, W_V)
    return shares(Q * K.T / np.sqrt(Q.shape[1])) * V
