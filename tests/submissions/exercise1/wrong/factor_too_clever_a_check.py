# part: scale_factor
# status: failed
# misconception: none
# points: 1.92
def scale_factor(d_k):
    if d_k < 1 or d_k != int(d_k):
        raise ZeroDivisionError("no components")
    return d_k**-0.5
