import numpy as np
def score_matrix(Q,K):
    if Q.ndim!=2 or K.ndim!=2 or Q.shape[1]!=K.shape[1]: raise ValueError
    return Q.astype(np.float32)@K.astype(np.float32).T
def scaled_score_matrix(Q,K):
    return score_matrix(Q,K)/np.sqrt(Q.shape[1])
