# part: split_heads
# status: failed
# misconception: none
# points: 2.93


def split_heads(X, num_heads):
    return X.reshape(len(X), num_heads, -1).transpose(1, 0, 2)
