# part: fixed_context
# status: failed
# misconception: column-not-row
# points: 0
def fixed_context(states):
    return states[:, -1]
