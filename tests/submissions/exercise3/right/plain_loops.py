from math import exp, inf, sqrt


def softmax_weights(scores):
    result = []
    for row in scores.tolist():
        if not row or max(row) == -inf:
            raise ValueError("nothing to share attention over")
        top = max(row)
        powers = [exp(score - top) for score in row]
        total = sum(powers)
        result.append([power / total for power in powers])
    return result


def attention_weights(Q, K):
    if len(K) == 0:
        raise ValueError("no keys")
    scores = []
    for q in Q:
        scores.append([sum(a * b for a, b in zip(q, k)) / sqrt(len(q)) for k in K])
    return softmax_weights_of_lists(scores)


def softmax_weights_of_lists(scores):
    import numpy

    return softmax_weights(numpy.array(scores))
