# part: merge_heads
# status: failed
# misconception: heads-averaged
# points: 0


def merge_heads(heads):
    return heads.mean(axis=0)
