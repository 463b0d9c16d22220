# part: fixed_context
# status: failed
# misconception: largest-numbers
# points: 0
def fixed_context(states):
    return states.max(axis=0)
