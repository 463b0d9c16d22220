# part: head_dimension
# status: failed
# misconception: silent-floor-division
# points: 1.6


def head_dimension(d_model, num_heads):
    return d_model // num_heads
