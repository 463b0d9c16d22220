# part: soft_lookup
# status: failed
# misconception: hard-lookup
# points: 0
import numpy as np


def soft_lookup(query, keys, values):
    scores = keys @ query
    return values[scores == scores.max()].mean(axis=0)
