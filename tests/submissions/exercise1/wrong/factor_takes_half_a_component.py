# part: scale_factor
# status: failed
# misconception: none
# points: 2.24
def scale_factor(d_k):
    if d_k < 1:
        raise ValueError
    return d_k**-0.5
