# part: merge_heads
# status: failed
# misconception: interleaved-heads
# points: 0


def merge_heads(heads):
    return heads.transpose(1, 2, 0).reshape(heads.shape[1], -1)
