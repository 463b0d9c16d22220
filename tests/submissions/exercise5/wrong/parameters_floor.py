# part: projection_parameters
# status: failed
# misconception: silent-floor-division
# points: 1.91


def projection_parameters(d_model, num_heads):
    if d_model < 1 or num_heads < 1 or d_model != int(d_model) or num_heads != int(num_heads):
        raise ValueError
    return 3 * num_heads * d_model * (d_model // num_heads)
