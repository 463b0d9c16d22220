# part: projection_parameters
# status: failed
# misconception: none
# points: 0


def projection_parameters(d_model, num_heads):
    if d_model < 1 or num_heads < 1 or d_model != int(d_model) or num_heads != int(num_heads) or d_model % num_heads:
        raise ValueError
    return f'{3 * d_model**2}'
