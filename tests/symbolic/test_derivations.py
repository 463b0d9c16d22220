"""Derivations: every verdict, every route, every misconception at the step where it is made."""

from __future__ import annotations

import random

import pytest
from derivations import CHAPTER, IDENTICAL, INJECTED, ROUTES, Steps

from grader.symbolic import Step, check_derivation
from grader.symbolic.derivation import MOST_STEPS
from grader.symbolic.misconceptions import SENTENCES
from grader.symbolic.rules import TITLES, named_rules


def step(rule: str, equation: str, *before: tuple[str, str]) -> Step:
    return check_derivation([*before, (rule, equation)]).steps[-1]


@pytest.mark.parametrize("route", ROUTES)
def test_a_right_derivation_by_any_route_earns_everything(route: str) -> None:
    found = check_derivation(ROUTES[route])
    assert [one.verdict for one in found.steps] == ["correct"] * len(ROUTES[route]), [
        one for one in found.steps if one.verdict != "correct"
    ]
    assert found.complete
    assert found.gaps == ()
    assert found.credit == 1.0


@pytest.mark.parametrize("route", ROUTES)
def test_steps_may_come_in_any_valid_order(route: str) -> None:
    """Substitutions stay behind what they substitute; everything else is shuffled before them."""
    steps = ROUTES[route]
    free = [one for one in steps if named_rules(one[0]) != frozenset({"earlier-line"})]
    substitutions = [one for one in steps if one not in free]
    random.Random(route).shuffle(free)
    found = check_derivation(free + substitutions)
    assert found.complete
    assert found.credit == 1.0


@pytest.mark.parametrize("route", ROUTES)
def test_the_sides_of_a_step_may_be_exchanged(route: str) -> None:
    turned = [(rule, " = ".join(reversed(equation.split(" = ")))) for rule, equation in ROUTES[route]]
    assert check_derivation(turned).credit == 1.0


def test_more_steps_cost_nothing() -> None:
    longer: Steps = [
        *CHAPTER[:4],
        ("algebra", "q_i k_i = k_i q_i"),
        ("earlier line", "Var(q_i k_i) = 1"),
        *CHAPTER[4:],
        ("algebra", "1 = 1"),
    ]
    assert check_derivation(longer).credit == 1.0


def test_fewer_steps_with_each_rule_named_are_enough() -> None:
    short: Steps = [
        ("independent sum", "Var(S) = Σ Var(q_i k_i)"),
        ("definition of variance", "Var(q_i k_i) = E(q_i² k_i²) - E(q_i k_i)²"),
        ("independence and zero mean", "E(q_i k_i) = 0"),
        ("independence and unit second moment", "E(q_i² k_i²) = 1"),
        ("earlier line", "Var(S) = d_k"),
        ("scaled variable, earlier line", "Var(S/√d_k) = 1"),
    ]
    assert check_derivation(short).credit == 1.0


@pytest.mark.parametrize(("misconception", "route", "place", "wrong"), INJECTED)
def test_a_misconception_is_caught_at_the_very_step(misconception: str, route: str, place: int, wrong: tuple[str, str]) -> None:
    steps = [*ROUTES[route]]
    steps[place] = wrong
    found = check_derivation(steps)
    assert [number for number, one in enumerate(found.steps) if one.misconception] == [place]
    assert found.steps[place].verdict == "false"
    assert found.steps[place].misconception == misconception
    assert SENTENCES[misconception] in found.steps[place].message
    assert found.steps[place].counterexample is not None
    assert all(one.verdict == "correct" for one in found.steps[:place])
    assert found.credit < 1.0


def test_every_misconception_of_the_contract_is_injected_somewhere() -> None:
    assert {one[0] for one in INJECTED} == set(SENTENCES)


CORRECT: Steps = [
    ("algebra", "S = Σ_{i=1}^{d_k} q_i k_i"),
    ("algebra", "Var(q*k) = Var(k*q)"),
    ("algebra", "E((q+k)^2) = E(q^2 + 2q k + k^2)"),
    ("algebra", "Σ_{i=1}^{d_k} 1 = d_k"),
    ("algebra", "√d_k·√d_k = d_k"),
    ("algebra", "SD(S) = √(Var(S))"),
    ("algebra", "σ²(S) = V(S)"),
    ("algebra", "σ_q² = Var(q)"),
    ("algebra", "Cov(q, k) = Cov(k, q)"),
    ("algebra", "Cov(q, q) = Var(q)"),
    ("algebra", "E(3) = 3"),
    ("algebra", "Var(S/√d_k) = Var(Σ_{i=1}^{d_k} q_i k_i/√d_k)"),
    ("algebra", "2 + 2 = 4"),
    ("algebra", "Σ_{j=1}^{d_k} q_j = Σ_{i=1}^{d_k} q_i"),
    ("definition of variance", "Var(q) = E(q^2) - E(q)^2"),
    ("definition of variance", "Var(q) = E((q - E(q))^2)"),
    ("definition of variance", "Cov(q,k) = E(q k) - E(q)E(k)"),
    ("definition of variance", "E(q²) = Var(q) + E(q)²"),
    ("definition of variance", "Var(q*k) = E(q^2*k^2) - E(q*k)^2"),
    ("definition of variance", "Var(S/√d_k) = E(S²/d_k) - E(S/√d_k)²"),
    ("linearity", "E(q + k) = E(q) + E(k)"),
    ("linearity", "E(2q - 3) = 2E(q) - 3"),
    ("linearity", "E(c·S) = c·E(S)"),
    ("linearity", "E(S) = Σ E(q_i k_i)"),
    ("linearity", "E(S/√d_k) = E(S)/√d_k"),
    ("linearity", "E((q-1)^2) = E(q²) - 2E(q) + 1"),
    ("independence", "E(q k) = E(q)E(k)"),
    ("independence", "E(q_i k_j) = E(q_i)E(k_j)"),
    ("independence", "E(q_i q_j) = E(q_i)E(q_j)"),
    ("independence", "E(q^2 k^4) = E(q²)E(k⁴)"),
    ("independence", "Cov(q, k) = 0"),
    ("independence", "Cov(q_i k_i, q_j k_j) = 0"),
    ("independence", "E(q(k+1)) = E(q)E(k+1)"),
    ("zero mean", "E(q) = 0"),
    ("zero mean", "E(q_i) + E(k_j) = 0"),
    ("zero mean", "0 = E(k)^2"),
    ("zero mean", "Σ E(q_i) = 0"),
    ("unit second moment", "E(q²) = 1"),
    ("unit second moment", "E(q_i^2)E(k_i^2) = 1"),
    ("unit second moment", "Σ E(q_i²) = d_k"),
    ("unit variance", "Var(q) = 1"),
    ("unit variance", "Σ Var(k_i) = d_k"),
    ("unit variance", "SD(q) = 1"),
    ("identical distribution", "Var(q_i) = Var(q_j)"),
    ("identical distribution", "Σ Var(q_i k_i) = d_k Var(q_1 k_1)"),
    ("identical distribution", "E(q_i^4) = E(q^4)"),
    ("identical distribution", "Σ E(q_i³) = d_k E(q³)"),
    ("variance of a scaled variable", "Var(S/√d_k) = Var(S)/d_k"),
    ("scaled variable", "Var(c·S) = c²·Var(S)"),
    ("scaled variable", "Var(-q) = Var(q)"),
    ("scaled variable", "Var(2q + 3) = 4Var(q)"),
    ("scaled variable", "SD(S/√d_k) = SD(S)/√d_k"),
    ("scaled variable", "Var(S/d_k) = Var(S)/d_k²"),
    ("variance of an independent sum", "Var(q + k) = Var(q) + Var(k)"),
    ("independent sum", "Var(S) = Σ_{i=1}^{d_k} Var(q_i k_i)"),
    ("independent sum", "Var(q_i + q_j) = Var(q_i) + Var(q_j)"),
    ("independent sum", "Var(Σ q_i) = Σ Var(q_i)"),
    ("DEFINITION OF VARIANCE", "Var(q) = E(q^2) - E(q)^2"),
    ("Definition-Of-Variance", "Var(q) = E(q^2) - E(q)^2"),
]


@pytest.mark.parametrize(("rule", "equation"), CORRECT)
def test_correct_steps(rule: str, equation: str) -> None:
    found = step(rule, equation)
    assert (found.verdict, found.needs, found.misconception) == ("correct", (), None), found


OTHER: list[tuple[str, str, set[str]]] = [
    ("algebra", "Var(S) = Σ Var(q_i k_i)", {"independent-sum"}),
    ("independence", "Var(S) = Σ Var(q_i k_i)", {"independent-sum"}),
    ("linearity", "Var(S/√d_k) = Var(S)/d_k", {"scaled-variable"}),
    ("algebra", "E(q) = 0", {"zero-mean"}),
    ("zero mean", "E(q²) = 1", {"unit-second-moment"}),
    ("unit variance", "E(q²) = 1", {"unit-second-moment"}),
    ("unit second moment", "Var(q) = 1", {"unit-variance"}),
    ("linearity", "E(q k) = E(q) E(k)", {"independence"}),
    ("independence", "E(q + k) = E(q) + E(k)", {"linearity"}),
    ("scaled variable", "Var(q + k) = Var(q) + Var(k)", {"independent-sum"}),
    ("independent sum", "Σ Var(q_i k_i) = d_k Var(q_j k_j)", {"identical-distribution"}),
    ("linearity", "Var(q) = E(q²) - E(q)²", {"definition-of-variance"}),
]


@pytest.mark.parametrize(("rule", "equation", "needs"), OTHER)
def test_true_by_another_rule(rule: str, equation: str, needs: set[str]) -> None:
    found = step(rule, equation)
    assert (found.verdict, set(found.needs)) == ("correct-by-other-rule", needs), found
    assert all(TITLES[one] in found.message for one in needs)


SKIPS: list[tuple[str, str, set[str]]] = [
    ("definition of variance", "Var(q*k) = 1", {"independence", "zero-mean", "unit-second-moment"}),
    ("independence", "Var(q*k) = 1", {"definition-of-variance", "zero-mean", "unit-second-moment"}),
    ("zero mean", "E(q k) = 0", {"independence"}),
    ("unit second moment", "E(q²k²) = 1", {"independence"}),
    ("definition of variance", "Var(q) = E(q²)", {"zero-mean"}),
    ("independence", "Var(q k) = Var(q) Var(k)", {"definition-of-variance", "zero-mean"}),
    ("independent sum", "Var(S) = d_k Var(q_1 k_1)", {"identical-distribution"}),
    ("linearity", "E(S) = 0", {"independence", "zero-mean"}),
    (
        "algebra",
        "Var(S) = d_k",
        {"independent-sum", "definition-of-variance", "independence", "zero-mean", "unit-second-moment"},
    ),
    ("definition of variance", "Var(q k) = E(q²)E(k²) - E(q)²E(k)²", {"independence"}),
]


@pytest.mark.parametrize(("rule", "equation", "needs"), SKIPS)
def test_rules_that_are_skipped_are_listed(rule: str, equation: str, needs: set[str]) -> None:
    found = step(rule, equation)
    assert (found.verdict, set(found.needs)) == ("skips-rules", needs), found
    assert all(TITLES[one] in found.message for one in needs)


FALSE = [
    "1 = 2",
    "Var(S) = 1",
    "Var(S) = √d_k",
    "E(q^4) = 1",
    "E(q^3) = 0",
    "E(q) = 1",
    "E(q k) = 1",
    "Var(q + k) = 1",
    "S = d_k",
    "q = k",
    "q_i = q_j",
    "d_k = 64",
    "Var(S/√d_k) = d_k",
    "Var(q + q) = 2",
    "Var(q - k) = 0",
    "E(|q|) = 1",
    "SD(S) = d_k²",
    "Cov(q, q) = 0",
    "E(S^4) = 3d_k^2",
    "E(1/(q^2+1)) = 1/2",
    "Var(c·S) = c·d_k",
    "√d_k = d_k",
    "Var(S) = Σ_{i=1}^{d_k} i",
    "E(q_i q_i) = 0",
]


@pytest.mark.parametrize("equation", FALSE)
def test_false_steps_come_with_an_example(equation: str) -> None:
    for rule in ("algebra", "independence"):
        found = step(rule, equation)
        assert found.verdict == "false", found
        assert found.counterexample is not None
        assert found.counterexample.left != found.counterexample.right
        assert found.counterexample.left in found.message


def test_the_example_of_a_false_moment_is_a_two_point_law() -> None:
    found = step("zero mean", "E(q^3) = 0").counterexample
    assert found is not None
    assert found.laws == {"q": "2 with probability 1/5, else -1/2"}
    assert (found.left, found.right) == ("3/2", "0")


@pytest.mark.parametrize(
    "equation",
    [
        "",
        "Var(S)",
        "Var(S) =",
        "= d_k",
        "Var(S = d_k",
        "Var(S)) = d_k",
        "Vra(S) = d_k",
        "Var(X) = 1",
        "Var(S) ≈ d_k",
        "1/2q = k",
        "x = y",
    ],
)
def test_unreadable_steps_say_where(equation: str) -> None:
    found = step("algebra", equation)
    assert found.verdict == "unreadable"
    assert "character" in found.message


@pytest.mark.parametrize(
    "equation", ["Var(S) = " + "(" * 300 + "1" + ")" * 300, "1" * 500 + " = 1", "9^9^9^9 = 1", "E(S^400) = 1"]
)
def test_too_large_steps(equation: str) -> None:
    assert step("algebra", equation).verdict == "too-large"


@pytest.mark.parametrize(
    "rule", ["", "magic", "because", "variance", "algebra " * 100, "__import__('os')", "independence and magic"]
)
def test_unknown_rules(rule: str) -> None:
    assert step(rule, "Var(q) = 1").verdict == "unknown-rule"


def test_rule_words_of_machine_and_contract() -> None:
    for machine, title in TITLES.items():
        wanted = frozenset() if machine == "algebra" else frozenset({machine})
        for spelling in (
            machine,
            title,
            machine.upper(),
            title.title(),
            f"the {title}",
            f"by {title}.",
            machine.replace("-", "_"),
            f"  {title} ",
        ):
            assert named_rules(spelling) == wanted, spelling


@pytest.mark.parametrize(
    "rule", ["line 3", "Lines 2 and 3", "from step 4", "substitution of an earlier line (2)", "Substitution"]
)
def test_earlier_lines_may_be_named_by_number(rule: str) -> None:
    assert named_rules(rule) == frozenset({"earlier-line"})


def test_a_substitution_needs_the_line() -> None:
    assert step("earlier line", "Var(S) = d_k").verdict == "skips-rules"
    assert step("earlier line", "Var(S)/d_k = 1", ("algebra", "Var(S) = d_k")).verdict == "correct"


def test_a_false_line_supports_nothing() -> None:
    found = check_derivation(
        [("algebra", "Var(S) = d_k²"), ("earlier line", "Var(S)/d_k = d_k"), ("earlier line", "Var(S)/d_k = 1")]
    )
    assert [one.verdict for one in found.steps] == ["false", "false", "skips-rules"]
    assert "follows from an earlier step" in found.steps[1].message
    assert found.steps[1].misconception is None


def test_a_line_about_any_component_holds_for_each() -> None:
    line = ("algebra", "Var(q k) = 1")
    assert step("earlier line", "Σ Var(q_i k_i) = d_k", line).verdict == "correct"
    assert step("earlier line", "Var(q_3 k_3) = 1", ("algebra", "Var(q_i k_i) = 1")).verdict == "correct"


def test_a_dot_product_may_be_meant_by_its_dot() -> None:
    assert step("independent sum", "Var(q·k) = Σ Var(q_i k_i)").verdict == "correct"
    assert step("independence", "E[q·k] = E[q]·E[k]").verdict == "correct"


def test_a_chain_is_judged_by_its_weakest_link() -> None:
    assert step("unit second moment", "E(q²) + E(k²) = 1 + 1 = 2").verdict == "correct"
    assert step("unit second moment", "E(q²) = 1 = Var(q)").verdict == "skips-rules"
    assert step("unit second moment", "E(q²) = 1 = E(q^4)").verdict == "false"


@pytest.mark.parametrize(
    ("kept", "gap"), [(7, "Var(S/√d_k) is not connected to 1"), (4, "Var(S) is not connected to d_k"), (0, "no correct step")]
)
def test_gaps_are_named(kept: int, gap: str) -> None:
    found = check_derivation(CHAPTER[:kept])
    assert not found.complete
    assert any(gap in one for one in found.gaps)
    assert found.credit < 1


def test_a_gap_says_how_far_the_chain_comes() -> None:
    assert "no further" in check_derivation(CHAPTER[4:5]).gaps[0]
    assert "Σ_{i=1}^{d_k} Var(q_i k_i)" in check_derivation(CHAPTER[4:5]).gaps[0]


@pytest.mark.parametrize("place", [0, 1, 2, 3, 4, 7])
def test_leaving_out_a_step_is_never_free(place: int) -> None:
    assert check_derivation(CHAPTER[:place] + CHAPTER[place + 1 :]).credit < 1


def test_the_claim_alone_is_no_derivation() -> None:
    found = check_derivation([("independent sum", "Var(S) = d_k"), ("scaled variable", "Var(S/√d_k) = 1")])
    assert found.steps[0].verdict == "skips-rules"
    assert not found.complete
    assert found.credit == 0


def test_one_wrong_step_is_never_full_marks() -> None:
    assert check_derivation([*IDENTICAL, ("algebra", "Var(S) = d_k²")]).credit < 1
    assert check_derivation([*IDENTICAL, ("algebra", "E(q) = 0")]).credit < 1


def test_very_many_steps() -> None:
    found = check_derivation([("algebra", "1 = 1")] * (MOST_STEPS + 50))
    assert len(found.steps) == MOST_STEPS + 1
    assert found.steps[-1].verdict == "too-large"


def test_messages_are_sentences() -> None:
    for rule, equation in [
        ("algebra", "1 = 2"),
        ("linearity", "E(q) = 0"),
        ("algebra", "Var(S) = d_k"),
        ("magic", "1 = 1"),
        ("algebra", "("),
    ]:
        message = step(rule, equation).message
        assert message[0].isupper() or message[0] in "“"
        assert message.endswith(".")
