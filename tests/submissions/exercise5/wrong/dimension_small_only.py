# part: head_dimension
# status: failed
# misconception: none
# points: 1.9


def head_dimension(d_model, num_heads):
    if d_model < 1 or num_heads < 1 or d_model != int(d_model) or num_heads != int(num_heads) or d_model % num_heads:
        raise ValueError
    return [d_model // num_heads for _ in range(1)][0] if d_model < 5000 else 64
