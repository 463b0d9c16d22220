# part: head_dimension
# status: failed
# misconception: none
# points: 1.97


def head_dimension(d_model, num_heads):
    if d_model < 1 or num_heads < 0 or d_model != int(d_model) or num_heads != int(num_heads):
        raise ValueError
    if d_model % num_heads:
        raise ValueError
    return d_model // num_heads
