# part: split_heads
# status: failed
# misconception: none
# points: 2.93


def split_heads(X, num_heads):
    if num_heads < 1 or num_heads != int(num_heads) or X.shape[1] % num_heads:
        raise ValueError
    X.shape = (len(X), num_heads, X.shape[1] // num_heads)
    return X.transpose(1, 0, 2)
