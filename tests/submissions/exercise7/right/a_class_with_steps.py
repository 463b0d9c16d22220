import numpy as np


class Attention:
    """Callable; keeps nothing between calls."""

    def __call__(self, queries, keys, values, bias=None):
        weights = self.weights(self.scores(queries, keys) + (np.zeros((1, 1)) if bias is None else bias))
        return weights @ values, weights

    @staticmethod
    def scores(queries, keys):
        return (queries / np.sqrt(queries.shape[1])) @ keys.T

    @staticmethod
    def weights(scores):
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)


attention = Attention()
