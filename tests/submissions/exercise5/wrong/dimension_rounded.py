# part: head_dimension
# status: failed
# misconception: none
# points: 1.77


def head_dimension(d_model, num_heads):
    if d_model < 1 or num_heads < 1:
        raise ValueError
    return round(d_model / num_heads)
