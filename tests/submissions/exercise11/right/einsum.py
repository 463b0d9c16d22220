import numpy as np


def static_similarity(E):
    lengths = np.sqrt(np.einsum("wd,wd->w", E, E))
    return np.einsum("wd,vd,w,v->wv", E, E, 1 / lengths, 1 / lengths)


def contextual_keys(X, W_Q, W_K, W_V, W_K2):
    scores = np.einsum("id,dk,je,ek->ij", X, W_Q, X, W_K) / W_Q.shape[1] ** 0.5
    powers = np.exp(scores - scores.max(1)[:, None])
    weights = powers / np.einsum("ij->i", powers)[:, None]
    hidden = X + np.einsum("ij,jd,de->ie", weights, X, W_V)
    return np.einsum("id,dk->ik", hidden, W_K2)


def key_shift(X_a, i, X_b, j, *projections):
    difference = contextual_keys(X_a, *projections)[i] - contextual_keys(X_b, *projections)[j]
    return np.sqrt(np.einsum("k,k->", difference, difference))
