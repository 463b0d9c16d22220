# part: static_similarity
# status: failed
# misconception: dot-product-not-cosine
# points: 0
def static_similarity(E):
    return E @ E.T
