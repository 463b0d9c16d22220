# part: projection_parameters
# status: failed
# misconception: none
# points: 1.6


def projection_parameters(d_model, num_heads):
    return 3 * d_model**2
