# part: fixed_context
# status: failed
# misconception: middle-state
# points: 0
def fixed_context(states):
    return states[len(states) // 2]
