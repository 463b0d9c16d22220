# part: split_heads
# status: failed
# misconception: interleaved-heads
# points: 0


def split_heads(X, num_heads):
    if num_heads < 1 or num_heads != int(num_heads) or X.shape[1] % num_heads:
        raise ValueError
    return X.reshape(len(X), -1, num_heads).transpose(2, 0, 1)
