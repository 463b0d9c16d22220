# part: scale_factor
# status: failed
# misconception: none
# points: 2.4
def scale_factor(d_k):
    if d_k < 1 or d_k != int(d_k):
        raise ZeroDivisionError("no components")
    return d_k**-0.5
