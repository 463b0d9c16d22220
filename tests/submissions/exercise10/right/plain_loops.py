from math import exp, sqrt, tanh


def encode(X, W_x, W_h, b):
    h = [0.0] * len(b)
    states = []
    for x in X.tolist():
        new = []
        for c in range(len(b)):
            total = float(b[c])
            for m in range(len(x)):
                total += x[m] * float(W_x[m, c])
            for m in range(len(h)):
                total += h[m] * float(W_h[m, c])
            new.append(tanh(total))
        h = new
        states.append(h)
    return states


def fixed_context(states):
    for state in states:
        pass
    return [float(number) for number in state]


def shares(scores):
    best = max(scores)
    powers = [exp(score - best) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def blend(weights, rows):
    return [sum(w * float(row[c]) for w, row in zip(weights, rows)) for c in range(len(rows[0]))]


def times(row, W):
    return [sum(float(row[m]) * float(W[m, c]) for m in range(len(row))) for c in range(W.shape[1])]


def additive_attention(state, states, W_s, W_h, v):
    s = times(state, W_s)
    scores = []
    for h in states:
        h = times(h, W_h)
        scores.append(sum(float(v[a]) * tanh(s[a] + h[a]) for a in range(len(v))))
    weights = shares(scores)
    return [blend(weights, states), weights]


def cross_attention(decoder, encoder, W_Q, W_K, W_V):
    keys = [times(token, W_K) for token in encoder]
    values = [times(token, W_V) for token in encoder]
    rows = []
    for token in decoder:
        query = times(token, W_Q)
        rows.append(blend(shares([sum(a * c for a, c in zip(query, key)) / sqrt(len(query)) for key in keys]), values))
    return rows
