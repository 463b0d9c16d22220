# part: fixed_context
# status: failed
# misconception: last-but-one
# points: 0
def fixed_context(states):
    return states[len(states) - 2]
