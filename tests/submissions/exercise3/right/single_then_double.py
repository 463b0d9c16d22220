import numpy as np
def softmax_weights(s):
    if s.shape[1]==0 or np.isneginf(s).all(axis=1).any(): raise ValueError
    s=s.astype(np.float32); e=np.exp(s-s.max(axis=1,keepdims=True)); return e/e.sum(axis=1,keepdims=True)
def attention_weights(Q,K):
    if len(K)==0: raise ValueError
    s=Q.astype(np.float32)@K.astype(np.float32).T/np.sqrt(Q.shape[1])
    e=np.exp(s-s.max(axis=1,keepdims=True)); return e/e.sum(axis=1,keepdims=True)
