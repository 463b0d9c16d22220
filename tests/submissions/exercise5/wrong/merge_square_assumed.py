# part: merge_heads
# status: failed
# misconception: none
# points: 0


def merge_heads(heads):
    n = len(heads)
    return heads.transpose(1, 0, 2).reshape(n, -1)
