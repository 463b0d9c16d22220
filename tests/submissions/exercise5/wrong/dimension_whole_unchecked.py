# part: head_dimension
# status: failed
# misconception: none
# points: 1.93


def head_dimension(d_model, num_heads):
    if num_heads < 1 or d_model < 1 or d_model % num_heads:
        raise ValueError
    return int(d_model // num_heads)
