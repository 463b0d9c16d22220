# part: head_dimension
# status: failed
# misconception: none
# points: 1.6


def head_dimension(d_model, num_heads):
    assert d_model % num_heads == 0 and d_model > 0 and num_heads > 0
    return d_model // num_heads
