# part: head_dimension
# status: failed
# misconception: none
# points: 1.97


def head_dimension(d_model, num_heads):
    if not num_heads or not d_model or d_model != int(d_model) or num_heads != int(num_heads) or d_model % num_heads or num_heads * d_model < 0:
        raise ValueError
    return d_model // num_heads
