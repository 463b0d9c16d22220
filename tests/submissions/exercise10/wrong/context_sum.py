# part: fixed_context
# status: failed
# misconception: states-added-up
# points: 0
def fixed_context(states):
    return sum(states)
