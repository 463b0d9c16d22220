# part: head_dimension
# status: failed
# misconception: remainder-returned
# points: 0


def head_dimension(d_model, num_heads):
    if num_heads == 0:
        raise ValueError
    return d_model % num_heads
