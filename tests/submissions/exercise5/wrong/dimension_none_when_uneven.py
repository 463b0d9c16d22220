# part: head_dimension
# status: failed
# misconception: none
# points: 1.87


def head_dimension(d_model, num_heads):
    if num_heads < 1 or d_model < 1 or d_model != int(d_model) or num_heads != int(num_heads):
        raise ValueError
    if d_model % num_heads:
        return None
    return d_model // num_heads
