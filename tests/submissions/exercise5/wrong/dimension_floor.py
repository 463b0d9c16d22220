# part: head_dimension
# status: failed
# misconception: silent-floor-division
# points: 1.87


def head_dimension(d_model, num_heads):
    if d_model < 1 or num_heads < 1 or d_model != int(d_model) or num_heads != int(num_heads):
        raise ValueError
    return d_model // num_heads
