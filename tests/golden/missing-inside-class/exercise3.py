import numpy as np


class Solution:
    def softmax_weights(self, scores):
        return scores

    def attention_weights(self, Q, K):
        return Q
