# part: scale_factor
# status: failed
# misconception: neither-root-nor-inverse
# points: 0
def scale_factor(d_k):
    if d_k < 1 or d_k != int(d_k):
        raise ValueError
    return d_k
