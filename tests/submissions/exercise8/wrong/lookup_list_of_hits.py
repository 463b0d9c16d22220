# part: soft_lookup
# status: failed
# misconception: ranked-list
# points: 0
def soft_lookup(query, keys, values):
    hits = sorted(zip(keys @ query, range(len(keys))), key=lambda hit: -hit[0])
    return [values[place] for _, place in hits]
