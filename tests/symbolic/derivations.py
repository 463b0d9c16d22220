"""Complete correct derivations by several routes, and the places where each misconception can be put into them."""

from __future__ import annotations

Steps = list[tuple[str, str]]

CHAPTER: Steps = [
    ("definition of variance", "Var(q_i k_i) = E[q_i² k_i²] − E[q_i k_i]²"),
    ("independence", "E[q_i² k_i²] - E[q_i k_i]² = E[q_i²]·E[k_i²] − E[q_i]²·E[k_i]²"),
    ("zero mean", "E[q_i²]·E[k_i²] − E[q_i]²·E[k_i]² = E[q_i²]·E[k_i²]"),
    ("unit second moment", "E[q_i²]·E[k_i²] = 1"),
    ("variance of an independent sum", "Var(S) = Σ_{i=1}^{d_k} Var(q_i k_i)"),
    ("substitution of an earlier line", "Σ_{i=1}^{d_k} Var(q_i k_i) = Σ_{i=1}^{d_k} 1"),
    ("algebra", "Σ_{i=1}^{d_k} 1 = d_k"),
    ("variance of a scaled variable", "Var(S/√d_k) = (1/√d_k)² · Var(S)"),
    ("substitution of an earlier line", "(1/√d_k)² · Var(S) = (1/√d_k)² · d_k"),
    ("algebra", "(1/√d_k)² · d_k = 1"),
]
IDENTICAL: Steps = [
    ("algebra", "Var(S) = Var(Sum(q_i*k_i, (i, 1, d_k)))"),
    ("independent-sum", "Var(Sum(q_i*k_i, (i, 1, d_k))) = Sum(Var(q_i*k_i), (i, 1, d_k))"),
    ("identical-distribution", "Sum(Var(q_i*k_i), (i, 1, d_k)) = d_k*Var(q*k)"),
    ("definition-of-variance", "Var(q*k) = E(q^2*k^2) - E(q*k)^2"),
    ("independence", "E(q*k) = E(q)*E(k)"),
    ("zero-mean", "E(q)*E(k) = 0"),
    ("independence", "E(q**2*k**2) = E(q**2)*E(k**2)"),
    ("unit-second-moment", "E(q^2)*E(k^2) = 1"),
    ("earlier-line", "Var(q*k) = 1"),
    ("earlier-line", "Var(S) = d_k"),
    ("scaled-variable", "Var(S/sqrt(d_k)) = (1/d_k)*Var(S)"),
    ("earlier-line", "Var(S/sqrt(d_k)) = 1"),
]
SECOND_MOMENT: Steps = [
    ("Definition of Variance", "Var(S) = E[S^2] - E[S]^2"),
    ("Linearity of Expectation", "E[S] = Σ_{i=1}^{d_k} E[q_i k_i]"),
    ("Independence", "Σ_{i=1}^{d_k} E[q_i k_i] = Σ_{i=1}^{d_k} E[q_i]E[k_i]"),
    ("Zero Mean", "Σ_{i=1}^{d_k} E[q_i]E[k_i] = 0"),
    ("Linearity of Expectation", "E[S^2] = Σ_{i=1}^{d_k} Σ_{j=1}^{d_k} E[q_i k_i q_j k_j]"),
    ("Algebra", "Σ_{i=1}^{d_k} Σ_{j=1}^{d_k} E[q_i k_i q_j k_j] = Σ_{i=1}^{d_k} E[q_i^2 k_i^2] + Σ_{i≠j} E[q_i k_i q_j k_j]"),
    ("Independence", "Σ_{i≠j} E[q_i k_i q_j k_j] = Σ_{i≠j} E[q_i]E[k_i]E[q_j]E[k_j]"),
    ("Zero Mean", "Σ_{i≠j} E[q_i]E[k_i]E[q_j]E[k_j] = 0"),
    ("Independence", "Σ_{i=1}^{d_k} E[q_i^2 k_i^2] = Σ_{i=1}^{d_k} E[q_i^2]E[k_i^2]"),
    ("Unit Second Moment", "Σ_{i=1}^{d_k} E[q_i^2]E[k_i^2] = d_k"),
    ("Substitution of an Earlier Line", "Var(S) = d_k + 0 - 0^2 = d_k"),
    ("Variance of a Scaled Variable", "Var(S/√d_k) = Var(S)/d_k"),
    ("Substitution of an Earlier Line", "Var(S)/d_k = d_k/d_k = 1"),
]
CHAINS: Steps = [
    ("independent sum", r"Var(S) = \sum_{i=1}^{d_k} Var(q_i k_i)"),
    ("definition of variance", "V(q_i k_i) = 𝔼[(q_i k_i)²] - 𝔼[q_i k_i]²"),
    ("independence", "E(q_i k_i) = E(q_i) E(k_i)"),
    ("zero mean", "E(q_i) = E(k_i) = 0"),
    ("independence", "E((q_i k_i)^2) = E(q_i^2) E(k_i^2)"),
    ("unit second moment", "E(q_i^2) = E(k_i^2) = 1"),
    ("substitution", "Var(S) = Σ 1 = dk"),
    ("scaled variable", r"\operatorname{Var}\left(\frac{S}{\sqrt{d_k}}\right) = \frac{1}{d_k} \operatorname{Var}(S)"),
    ("line 7", "σ²(S/√d_k) = 1"),
]
UNIT_VARIANCE: Steps = [
    ("independent sum", "V(S) = ∑ V(q_i k_i)"),
    ("definition of variance", "V(q_i k_i) = E(q_i² k_i²) − E(q_i k_i)²"),
    ("independence", "V(q_i k_i) = E(q_i²) E(k_i²) − (E(q_i) E(k_i))²"),
    ("definition of variance", "E(q_i²) = V(q_i) + E(q_i)²"),
    ("definition of variance", "E(k_i²) = V(k_i) + E(k_i)²"),
    ("unit variance", "V(q_i) = 1"),
    ("unit variance", "V(k_i) = 1"),
    ("zero mean", "E(q_i) = 0"),
    ("zero mean", "E(k_i) = 0"),
    ("earlier line", "V(q_i k_i) = 1"),
    ("earlier line", "V(S) = d_k"),
    ("scaled variable", "V(S/√d_k) = (1/√d_k)^2 V(S)"),
    ("earlier line", "V(S/√d_k) = d_k/d_k = 1"),
]
UNIT_VARIANCE[2] = ("independence", "E(q_i² k_i²) − E(q_i k_i)² = E(q_i²) E(k_i²) − (E(q_i) E(k_i))²")
SCALED_FIRST: Steps = [
    ("variance of a scaled variable", "Var(S/√d_k) = Var(S)/d_k"),
    ("variance of an independent sum", "Var(S)/d_k = (Σ_{i=1}^{d_k} Var(q_i*k_i))/d_k"),
    ("definition of variance", "(Σ_{i=1}^{d_k} Var(q_i*k_i))/d_k = (Σ_{i=1}^{d_k} (E(q_i^2*k_i^2) - E(q_i*k_i)^2))/d_k"),
    ("independence", "Σ_{i=1}^{d_k} (E(q_i^2*k_i^2) - E(q_i*k_i)^2) = Σ_{i=1}^{d_k} (E(q_i^2)*E(k_i^2) - E(q_i)^2*E(k_i)^2)"),
    ("zero mean", "Σ_{i=1}^{d_k} (E(q_i^2)*E(k_i^2) - E(q_i)^2*E(k_i)^2) = Σ_{i=1}^{d_k} E(q_i^2)*E(k_i^2)"),
    ("unit second moment", "Σ_{i=1}^{d_k} E(q_i^2)*E(k_i^2) = d_k"),
    ("earlier line", "Var(S) = d_k"),
    ("earlier line", "Var(S/√d_k) = 1"),
]
COVARIANCES: Steps = [
    ("independence", "Cov(q_i k_i, q_j k_j) = 0"),
    ("variance of an independent sum", "Var(q·k) = Σ_{i=1}^{d_k} Var(q_i k_i)"),
    ("definition of variance", "Var(q_i k_i) = E[q_i²k_i²] - E[q_i k_i]²"),
    ("independence", "E[q_i²k_i²] = E[q_i²]E[k_i²]"),
    ("independence", "E[q_i k_i] = E[q_i]E[k_i]"),
    ("zero mean", "E[q_i]E[k_i] = 0*0 = 0"),
    ("unit second moment", "E[q_i²]E[k_i²] = 1*1 = 1"),
    ("earlier line", "Var(q·k) = d_k"),
    ("scaled variable", "Var((q·k)/√d_k) = 1/d_k · Var(q·k)"),
    ("earlier line", "1/d_k · Var(q·k) = 1/d_k · d_k = 1"),
]
COVARIANCES[8] = ("scaled variable", "Var(S/√d_k) = (1/d_k) · Var(q·k)")
COVARIANCES[9] = ("earlier line", "Var(S/√d_k) = (1/d_k) · d_k = 1")

ROUTES = {
    "chapter": CHAPTER,
    "identical": IDENTICAL,
    "second moment": SECOND_MOMENT,
    "chains": CHAINS,
    "unit variance": UNIT_VARIANCE,
    "scaled first": SCALED_FIRST,
    "covariances": COVARIANCES,
}

INJECTED: list[tuple[str, str, int, tuple[str, str]]] = [
    ("scalar-not-squared", "chapter", 7, ("variance of a scaled variable", "Var(S/√d_k) = (1/√d_k) · Var(S)")),
    ("scalar-not-squared", "identical", 10, ("scaled-variable", "Var(S/sqrt(d_k)) = Var(S)/sqrt(d_k)")),
    ("scalar-not-squared", "second moment", 11, ("scaled variable", "Var(S/√d_k) = √d_k")),
    ("scalar-not-squared", "scaled first", 0, ("variance of a scaled variable", "Var(S/√d_k) = Var(S)/√d_k")),
    ("scalar-not-squared", "chains", 7, ("scaled variable", "Var(2·S) = 2·Var(S)")),
    ("variance-of-product-is-sum", "chapter", 0, ("definition of variance", "Var(q_i k_i) = Var(q_i) + Var(k_i)")),
    ("variance-of-product-is-sum", "identical", 3, ("independence", "Var(q*k) = Var(q) + Var(k)")),
    ("variance-of-product-is-sum", "chapter", 3, ("unit variance", "Var(q_i k_i) = 2")),
    ("variance-of-product-is-sum", "chapter", 6, ("algebra", "Var(S) = 2 d_k")),
    ("sum-variance-squared", "chapter", 4, ("variance of an independent sum", "Var(S) = d_k² Var(q_i k_i)")),
    ("sum-variance-squared", "identical", 2, ("identical-distribution", "Var(S) = d_k^2*Var(q*k)")),
    ("sum-variance-squared", "second moment", 10, ("earlier line", "Var(S) = d_k^2")),
    ("sum-variance-squared", "chains", 6, ("independent sum", "Var(S) = d_k Σ_{i=1}^{d_k} Var(q_i k_i)")),
    ("square-of-mean-for-mean-of-square", "chapter", 0, ("definition of variance", "Var(q_i k_i) = E[q_i k_i]²")),
    ("square-of-mean-for-mean-of-square", "chapter", 3, ("unit second moment", "E[q_i²] = E[q_i]²")),
    ("square-of-mean-for-mean-of-square", "chains", 5, ("zero mean", "E(q_i^2) = 0")),
    ("square-of-mean-for-mean-of-square", "second moment", 0, ("definition of variance", "E[S^2] = E[S]^2")),
    ("square-of-mean-for-mean-of-square", "identical", 6, ("independence", "E(q^2*k^2) = E(q*k)^2")),
    ("standard-deviations-added", "chapter", 4, ("variance of an independent sum", "SD(S) = Σ_{i=1}^{d_k} SD(q_i k_i)")),
    ("standard-deviations-added", "chains", 6, ("independent sum", "SD(S) = d_k")),
    ("standard-deviations-added", "identical", 1, ("independent-sum", "Var(S) = (Σ_{i=1}^{d_k} SD(q_i k_i))²")),
    ("divided-by-d_k", "chapter", 9, ("algebra", "Var(S/d_k) = 1")),
    ("divided-by-d_k", "identical", 11, ("scaled-variable", "Var(S/d_k) = 1")),
    ("divided-by-d_k", "second moment", 12, ("variance of a scaled variable", "Var((1/d_k)·S) = 1")),
    ("variances-multiplied", "chapter", 0, ("independence", "Var(q_i² k_i²) = Var(q_i²)·Var(k_i²)")),
]

PAIRS: Steps = [
    ("definition", "Var(S) = E[S²] - E[S]²"),
    ("linearity", "E[S] = Σ_i E[q_i k_i]"),
    ("independence", "Σ_i E[q_i k_i] = Σ_i E[q_i]E[k_i]"),
    ("zero mean", "Σ_i E[q_i]E[k_i] = 0"),
    ("algebra", "S² = Σ_i q_i² k_i² + 2Σ_{i<j} q_i k_i q_j k_j"),
    ("linearity", "E[S²] = Σ_i E[q_i² k_i²] + 2Σ_{i<j} E[q_i k_i q_j k_j]"),
    ("independence", "E[q_i k_i q_j k_j] = E[q_i]E[k_i]E[q_j]E[k_j]"),
    ("zero mean", "E[q_i]E[k_i]E[q_j]E[k_j] = 0"),
    ("independence", "E[q_i² k_i²] = E[q_i²]E[k_i²]"),
    ("unit second moment", "E[q_i²]E[k_i²] = 1"),
    ("earlier line", "E[S²] = Σ_i 1 + 0 = d_k"),
    ("earlier line", "Var(S) = d_k - 0² = d_k"),
    ("scaled variable", "Var(S/√d_k) = Var(S)/d_k"),
    ("earlier line", "Var(S/√d_k) = 1"),
]
"""With the pairs i < j."""
DOTS: Steps = [
    ("algebra", "Var(q·k) = Var(q_1 k_1 + q_2 k_2 + … + q_{d_k} k_{d_k})"),
    ("independent sum", "Var(S) = Var(q_1 k_1) + ... + Var(q_{d_k} k_{d_k})"),
    ("identical distribution", "Var(q_1 k_1) + ... + Var(q_{d_k} k_{d_k}) = d_k Var(q_1 k_1)"),
    ("definition of variance", "Var(q_1 k_1) = E[(q_1 k_1)^2] - E[q_1 k_1]^2"),
    ("independence", "E[(q_1 k_1)^2] - E[q_1 k_1]^2 = E[q_1^2]E[k_1^2] - E[q_1]^2E[k_1]^2"),
    ("zero mean / unit second moment", "E[q_1^2]E[k_1^2] - E[q_1]^2E[k_1]^2 = 1·1 - 0·0 = 1"),
    ("earlier line", "Var(S) = d_k·1 = d_k"),
    ("scaled variable", "Var(S/√d_k) = Var(S)/d_k"),
    ("earlier line", "Var(S)/d_k = 1"),
]
"""With the sum written out with dots."""
