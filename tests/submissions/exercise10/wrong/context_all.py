# part: fixed_context
# status: failed
# misconception: all-states-returned
# points: 0
def fixed_context(states):
    return states
