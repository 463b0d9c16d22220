# part: scale_factor
# status: failed
# misconception: none
# points: 0
def scale_factor(d_k):
    if d_k < 1 or d_k != int(d_k):
        raise ValueError
    return {64: 0.125, 2: 0.5**0.5, 9: 1 / 3, 1000000: 0.001, 256: 1 / 16}.get(d_k, 0.125)
