"""The words for rules: the machine's, the contract's, and what students write instead."""

from __future__ import annotations

import re

from grader.symbolic.moments import (
    DEFINITION,
    EARLIER,
    IDENTICAL,
    INDEPENDENCE,
    INDEPENDENT_SUM,
    LINEARITY,
    SCALED,
    SECOND_MOMENT,
    UNIT_VARIANCE,
    ZERO_MEAN,
)

ALGEBRA = "algebra"
TITLES = {
    ALGEBRA: "algebra",
    DEFINITION: "definition of variance",
    LINEARITY: "linearity of expectation",
    INDEPENDENCE: "independence",
    ZERO_MEAN: "zero mean",
    SECOND_MOMENT: "unit second moment",
    UNIT_VARIANCE: "unit variance",
    IDENTICAL: "identical distribution",
    SCALED: "variance of a scaled variable",
    INDEPENDENT_SUM: "variance of an independent sum",
    EARLIER: "substitution of an earlier line",
}
"""How rules are named in sentences, as the contract does."""

others = {
    ALGEBRA: (
        "arithmetic; simplification; simplify; simplifying; expand; expanding; expansion; rearranging; definition of S; "
        "factoring"
    ),
    DEFINITION: (
        "variance definition; definition; def; def of variance; def of var; definition of Var; definition variance; "
        "variance formula; "
        "definition of covariance"
    ),
    LINEARITY: (
        "linearity of E; linearity of mean; linearity of expectations; linearity of expected value; linear expectation; "
        "expectation is linear"
    ),
    INDEPENDENCE: (
        "independent; independence assumption; independent variables; independent components; "
        "independence of q and k; independence of "
        "components; q and k independent; product of independent variables"
    ),
    ZERO_MEAN: ("zero means; mean zero; mean 0; means zero; 0 mean; means are zero; mean is zero; mean is 0; E(q)=0"),
    SECOND_MOMENT: (
        "second moment; unit second moments; second moment 1; second moment one; second moment is 1; second moments are "
        "1; unit moment"
    ),
    UNIT_VARIANCE: ("unit variances; variance 1; variance one; variance is 1; variances are 1"),
    IDENTICAL: (
        "identically distributed; identical distributions; same distribution; identical; iid; i.i.d.; identical terms; "
        "identically distributed terms"
    ),
    SCALED: (
        "scaled variable; variance of scaled variable; scaling; scale; scaling of variance; variance scaling; scaling "
        "rule; scalar rule; constant factor; variance of scalar multiple; Var(aX)=a^2Var(X); Var(aX)=a²Var(X)"
    ),
    INDEPENDENT_SUM: (
        "independent sum; variance of independent sum; variance of sum; variance of sum of independent variables; "
        "additivity of variance; variance is additive; variance of sum of independent terms; sum of independent "
        "variables; variance additive; additivity; sum of independent terms"
    ),
    EARLIER: (
        "earlier line; earlier lines; substitution; substitute; substituting; substitution of earlier lines; previous "
        "line; previous lines; earlier step; earlier steps; previous step; previous steps; above; substitution of line; "
        "earlier result; previous result"
    ),
}

left_out = {"the", "a", "an", "by", "of", "from", "using", "use", "with", "because", "since", "rule", "law", "property"}
left_out |= {"q", "k", "i", "assumption", "assumptions", "given", "apply", "applying", "again", "for", "all", "each", "both"}
"""Words that say of what, or by what right, and not which rule."""


def plain(text: str) -> str:
    """A rule as typed, without case, signs and small words."""
    bare = re.sub(r"\((\d+)\)", r"\1", text.lower().replace(".", ""))
    return " ".join(word for word in re.findall(r"[^\W_]+|[=()²^]", bare) if word not in left_out)


WORDS = {
    plain(spelling).removesuffix(" and"): rule
    for rule, title in TITLES.items()
    for spelling in (rule, title, *others[rule].split(";"))
}
LONGEST_RULE = 200
by_number = re.compile(
    r"(?:(?:substitution|substitute|substituting|earlier|previous|in|into) )*"
    r"(?:lines?|steps?|equations?|eq) \d+(?: and \d+| \d+)*"
)


def named_rules(text: str) -> frozenset[str] | None:
    """The rules that a step names, algebra left out, for it is always allowed; None where a word is none of them.

    One rule is asked for; several, joined by "and" or a comma, are taken as all of them.
    """
    if len(text) > LONGEST_RULE:
        return None
    parts = [text] if known(text) else re.split(r",|;|\+|&|/|\band\b|\bthen\b", text)
    found = [known(part) for part in parts]
    if not all(found):
        return None
    return frozenset(rule for rule in found if rule and rule != ALGEBRA)


def known(text: str) -> str | None:
    """The rule a spelling stands for."""
    # "unit second moment of q and k" ends in an "and" when the letters are left out.
    words = plain(text).removesuffix(" and")
    if words in WORDS:
        return WORDS[words]
    # "line 3", "substitution of lines 2 and 4": lines by their numbers.
    return EARLIER if by_number.fullmatch(words) else None


def listed(rules: tuple[str, ...]) -> str:
    """Rules in a sentence."""
    titles = [TITLES[rule] for rule in rules]
    return titles[0] if len(titles) == 1 else ", ".join(titles[:-1]) + " and " + titles[-1]
