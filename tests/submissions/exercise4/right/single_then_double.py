import numpy as np
def causal_mask(n):
    if n<1 or n!=int(n): raise ValueError
    return np.triu(np.full((n,n),-np.inf,dtype=np.float32),1)
def masked_positions(n):
    if n<1 or n!=int(n): raise ValueError
    return [(i,j) for i in range(n) for j in range(i+1,n)]
def causal_attention_weights(Q,K):
    if len(Q)!=len(K): raise ValueError
    s=Q.astype(np.float32)@K.astype(np.float32).T/np.sqrt(Q.shape[1])+causal_mask(len(Q))
    e=np.exp(s-s.max(axis=1,keepdims=True)); return e/e.sum(axis=1,keepdims=True)
