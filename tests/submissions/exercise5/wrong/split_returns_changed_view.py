# part: split_heads
# status: failed
# misconception: none
# points: 2.93


def split_heads(X, num_heads):
    if num_heads < 1 or num_heads != int(num_heads) or X.shape[1] % num_heads:
        raise ValueError
    X += 0.5
    X -= 0.5
    X[0, 0] += 1e-12
    return X.reshape(len(X), num_heads, -1).transpose(1, 0, 2)
