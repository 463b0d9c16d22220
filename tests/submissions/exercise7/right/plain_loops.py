import math


def attention(Q, K, V, mask=None):
    outputs, weights = [], []
    for i, query in enumerate(Q.tolist()):
        scores = []
        for j, key in enumerate(K.tolist()):
            score = sum(a * b for a, b in zip(query, key)) / math.sqrt(len(query))
            if mask is not None:
                score += float(mask[i][j])
            scores.append(score)
        highest = max(scores)
        powers = [math.exp(score - highest) for score in scores]
        total = math.fsum(powers)
        row = [power / total for power in powers]
        weights.append(row)
        outputs.append([sum(w * value[c] for w, value in zip(row, V.tolist())) for c in range(V.shape[1])])
    return [outputs, weights]
