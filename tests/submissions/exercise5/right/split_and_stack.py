import numpy as np


def head_dimension(d_model, num_heads):
    for number in (d_model, num_heads):
        if number < 1 or number % 1:
            raise ValueError("whole and positive")
    return len(np.split(np.arange(d_model), num_heads)[0]) if d_model < 5000 else divided(d_model, num_heads)


def divided(d_model, num_heads):
    if d_model % num_heads:
        raise ValueError
    return d_model // num_heads


def split_heads(X, num_heads):
    if num_heads != int(num_heads) or num_heads < 1:
        raise ValueError
    return np.stack(np.split(X, num_heads, axis=1))


def merge_heads(heads):
    return np.hstack(list(heads))


def projection_parameters(d_model, num_heads):
    return int(3 * num_heads * d_model * head_dimension(d_model, num_heads))
