import numpy as np


class Oops(Exception):
    def __str__(self):
        return "first line\n\x1b[31mred\x1b[0m second line \u202egnp.exe"


def softmax_weights(scores):
    raise Oops


def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))
