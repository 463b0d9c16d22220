# part: merge_heads
# status: failed
# misconception: heads-summed
# points: 0


def merge_heads(heads):
    return heads.sum(axis=0)
