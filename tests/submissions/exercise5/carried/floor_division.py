# part: projection_parameters
# points: all
# uses: head_dimension
def head_dimension(d_model, num_heads):
    return int(d_model) // int(num_heads)


def projection_parameters(d_model, num_heads):
    return 3 * d_model * num_heads * head_dimension(d_model, num_heads)
