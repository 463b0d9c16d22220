# part: projection_parameters
# status: failed
# misconception: none
# points: 1.76


def projection_parameters(d_model, num_heads):
    if d_model < 1 or num_heads < 1 or d_model != int(d_model) or num_heads != int(num_heads) or d_model % num_heads:
        raise ValueError
    return 3 * min(d_model, 100_000) ** 2
