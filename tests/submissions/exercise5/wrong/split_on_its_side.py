# part: split_heads
# status: failed
# misconception: head-transposed
# points: 0


def split_heads(X, num_heads):
    if num_heads < 1 or num_heads != int(num_heads) or X.shape[1] % num_heads:
        raise ValueError
    return X.T.reshape(num_heads, -1, len(X))
