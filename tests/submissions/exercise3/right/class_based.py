from dataclasses import dataclass
from functools import partial

import numpy as np


@dataclass
class Softmax:
    axis: int = 1

    def __call__(self, scores, /):
        try:
            top = np.amax(scores, axis=self.axis, keepdims=True)
        except ValueError as problem:
            raise ValueError("no keys") from problem
        match bool(np.isneginf(top).any()):
            case True:
                raise ValueError("an empty row")
        weights = np.exp(np.subtract(scores, top))
        return np.divide(weights, np.add.reduce(weights, axis=self.axis, keepdims=True))


softmax_weights = Softmax()


def attend(softmax, Q, K):
    return softmax(Q @ K.T / Q.shape[1] ** 0.5)


attention_weights = partial(attend, softmax_weights)
print(softmax_weights(np.zeros((1, 2))))
