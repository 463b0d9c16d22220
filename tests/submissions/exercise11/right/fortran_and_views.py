import numpy as np


def static_similarity(E):
    E = np.asfortranarray(E)
    squares = np.diag(E @ E.T)
    return (E @ E.T / np.sqrt(np.multiply.outer(squares, squares))).T[::-1][::-1]


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    # everything lying on its side: a column for each token
    XT = X.T
    scores = (W_K.T @ XT).T @ (W_Q.T @ XT) / np.sqrt(len(W_Q.T))
    powers = np.exp(scores - scores.max(axis=0))
    hidden = XT + W_V.T @ XT @ (powers / powers.sum(axis=0))
    return np.asfortranarray((W_K2.T @ hidden).T)


def key_shift(X_a, i, X_b, j, W_Q, W_K, W_V, W_K2):
    keys = [contextual_keys(X, W_Q, W_K, W_V, W_K2) for X in (X_a, X_b)]
    return float(np.linalg.norm(np.subtract(keys[0][i : i + 1], keys[1][j : j + 1])))
