# part: fixed_context
# status: failed
# misconception: last-number-only
# points: 0
def fixed_context(states):
    return states[-1][-1]
