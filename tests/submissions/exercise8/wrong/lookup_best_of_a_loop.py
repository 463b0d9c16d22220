# part: soft_lookup
# status: failed
# misconception: hard-lookup
# points: 0
def soft_lookup(query, keys, values):
    best, found = float("-inf"), None
    for key, value in zip(keys, values):
        score = sum(q * k for q, k in zip(query, key))
        if score >= best:
            best, found = score, value
    return found
