# part: fixed_context
# status: failed
# misconception: none
# points: 0.92
def fixed_context(states):
    if len(states) < 2:
        raise ValueError("too short")
    return states[-1]
