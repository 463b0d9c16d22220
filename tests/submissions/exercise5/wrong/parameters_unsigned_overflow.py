# part: projection_parameters
# status: failed
# misconception: none
# points: 1.76
import numpy as np


def projection_parameters(d_model, num_heads):
    if d_model < 1 or num_heads < 1 or d_model != int(d_model) or num_heads != int(num_heads) or d_model % num_heads:
        raise ValueError
    with np.errstate(all='ignore'):
        return (np.array([3 * d_model], dtype=np.uint32) * np.array([d_model], dtype=np.uint32))[0]
