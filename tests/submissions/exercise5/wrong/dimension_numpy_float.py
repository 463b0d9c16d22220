# part: head_dimension
# status: failed
# misconception: float-dimension
# points: 0
import numpy as np


def head_dimension(d_model, num_heads):
    if d_model < 1 or num_heads < 1 or d_model != int(d_model) or num_heads != int(num_heads) or d_model % num_heads:
        raise ValueError
    return np.float64(d_model // num_heads)
