# part: merge_heads
# status: failed
# misconception: heads-not-transposed-back
# points: 0


def merge_heads(heads):
    return heads.transpose(1, 0, 2)
