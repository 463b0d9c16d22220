"""`grade totals` with a course.toml: weights, dates, what does not count; and the laws that any total obeys."""

from __future__ import annotations

from pathlib import Path

import pytest
from gradebooks import RIGHT, SQUARES, Desk, hand_in
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grader.judge.result import PartResult, Result
from grader.marking.course import Course, CourseExercise, CourseTrouble, Total, load_course, total
from grader.marking.gradebook import Mark

KNOWN = ["exercise1", "exercise2", "exercise3"]


def settings(folder: Path, text: str) -> Path:
    path = folder / "course.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def graded(desk: Desk) -> Desk:
    """4 of 10 points in exercise 1, 10 of 10 in exercise 2."""
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES, "maeve/exercise2.py": RIGHT["exercise2"]})
    assert desk.batch().status == 0
    return desk


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("", 70.0),
        ("[exercises.exercise1]\nweight = 3", 55.0),
        ("default_weight = 2\n[exercises.exercise1]\nweight = 1", 80.0),
        ("[exercises.exercise2]\nweight = 0", 40.0),
        ("drop_lowest = 1", 100.0),
        ("drop_lowest = 5", 100.0),
        ("[exercises.exercise1]\nweight = 0\n[exercises.exercise2]\nweight = 0.0", None),
        # A date alone leaves the weight as it was.
        ("default_weight = 2\n[exercises.exercise1]\ndue = 2026-12-01\n[exercises.exercise2]\nweight = 1", 60.0),
    ],
)
def test_what_a_total_is_made_of(graded: Desk, text: str, percent: float | None) -> None:
    course = settings(graded.place, text)
    (found,) = graded.grade("totals", graded.book, "--course", course, "--json").document()["totals"]
    assert found["percent"] == percent


def test_due_dates_and_extensions(graded: Desk) -> None:
    course = settings(
        graded.place,
        "title = 'Spring'\n[exercises.exercise1]\ndue = 2026-12-01T23:59:00+01:00\n[exercises.exercise2]\ndue = 2026-12-08",
    )
    graded.mark("extend", "maeve", "exercise2", "2026-12-24T12:00", "--why", "was ill")
    (found,) = graded.grade("totals", graded.book, "--course", course, "--json").document()["totals"]
    assert [one["due"] for one in found["exercises"]] == ["2026-12-01T23:59:00+01:00", "2026-12-24T12:00:00"]


def test_on_a_page(graded: Desk) -> None:
    out = graded.grade("totals", graded.book, "--course", settings(graded.place, "drop_lowest = 1")).out
    assert out.split("\n")[0].split() == ["maeve", "100.00", "%"]
    assert out.split("\n")[1] == "    exercise1: among the lowest, does not count"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = 'x'\nweight = ,", "line 2"),
        ("title = 'x'\n[exercises.exercise1\n", "line 2"),
        ("drop = 1", ", line 1: drop is no setting here: there are title, "),
        ("[exercises.exercise1]\nwieght = 2", ", line 2: wieght is no setting here: there are title, "),
        ("[exercises.exercise1]\nweight = 'two'", "got `str`"),
        ("[exercises.exercise1]\nweight = -1", "a weight is a number from 0 to 1,000,000, and drop_lowest is not negative"),
        ("default_weight = nan", "a weight is a number from 0 to 1,000,000, and drop_lowest is not negative"),
        ("default_weight = inf", "a weight is a number from 0 to 1,000,000, and drop_lowest is not negative"),
        ("drop_lowest = -1", "a weight is a number from 0 to 1,000,000, and drop_lowest is not negative"),
        ("drop_lowest = 1.5", "got `float`"),
        ("drop_lowest = " + "9" * 5000, "it holds a number too long, or lists too deep, to be a setting"),
        ("title = " + "[" * 5000, "it holds a number too long, or lists too deep, to be a setting"),
        ("[exercises.exercise1]\ndue = 23:59:00", ", line 1: due is a date such as 2026-12-01"),
        ("[exercises.exercise1]\ndue = 'soon'", ", line 1: due is a date such as 2026-12-01"),
        (
            "# weights\n[exercises.exercise9]\nweight = 2",
            ", line 2 names exercise9, which is no exercise: they are exercise1, exercise2",
        ),
    ],
)
def test_a_mistake_in_it_is_one_sentence(graded: Desk, text: str, says: str) -> None:
    course = settings(graded.place, text)
    sentence = graded.grade("totals", graded.book, "--course", course).sentence()
    assert sentence.startswith(str(course))
    assert says in sentence


def test_a_byte_order_mark_is_no_part_of_it(graded: Desk) -> None:
    course = settings(graded.place, "\ufeffdrop_lowest = 1")
    assert "among the lowest" in graded.grade("totals", graded.book, "--course", course).out


def test_a_file_that_is_not_there_or_no_text(graded: Desk) -> None:
    missing = graded.place / "course.toml"
    assert (
        graded.grade("totals", graded.book, "--course", missing).sentence()
        == f"{missing} can't be read: No such file or directory"
    )
    missing.write_bytes(b"\xff\xfe")
    assert graded.grade("totals", graded.book, "--course", missing).sentence().startswith(f"{missing} is not UTF-8 text")


def test_without_a_file_every_exercise_counts_alike() -> None:
    assert load_course(None, KNOWN) == Course()
    with pytest.raises(CourseTrouble, match="can't be read"):
        load_course(Path("/nowhere/course.toml"), KNOWN)


# ---------------------------------------------------------------- laws


def result(exercise: str, earned: float, most: float, status: str = "failed") -> Result:
    part = PartResult(part="one", status=status, points=earned, max_points=most)  # type: ignore[arg-type]
    return Result(
        exercise=exercise, title="", status="failed", points=earned, max_points=most,
        isolation="strict", key="", public_only=False,
        parts=(part,),
    )  # fmt: skip


@st.composite
def results(draw: st.DrawFn) -> dict[str, Result]:
    found = {}
    for exercise in draw(st.lists(st.sampled_from(KNOWN), unique=True)):
        hundredths = draw(st.integers(0, 1000))
        failed = draw(st.booleans()) and draw(st.booleans())
        found[exercise] = result(exercise, 0, 0, "grader-error") if failed else result(exercise, hundredths / 100, 10.0)
    return found


weights = st.integers(0, 40).map(lambda quarter: quarter / 4)
courses = st.builds(
    Course,
    default_weight=weights,
    drop_lowest=st.integers(0, 4),
    exercises=st.dictionaries(st.sampled_from(KNOWN), st.builds(CourseExercise, weight=st.none() | weights)),
)
decisions = st.lists(
    st.builds(
        Mark,
        kind=st.sampled_from(["override", "exemption", "extension"]),
        student=st.just("maeve"),
        exercise=st.sampled_from(KNOWN),
        part=st.sampled_from(["one", "gone"]),
        points=st.integers(0, 1200).map(lambda hundredths: hundredths / 100),
        until=st.just("2026-12-24"),
        withdraws=st.none(),
        who=st.just("kim"),
        why=st.just("because"),
    )
)


def percent(found: Total) -> float:
    return -1.0 if found.percent is None else found.percent


@given(results(), courses, decisions)
def test_a_total_is_between_nothing_and_everything(work: dict[str, Result], course: Course, marks: list[Mark]) -> None:
    found = total("maeve", work, marks, course, {(exercise, "one"): 10.0 for exercise in KNOWN})
    assert found.percent is None or 0 <= found.percent <= 100
    assert (found.percent is None) == (not any(counts for counts in map(counting, found.exercises)))


def counting(one: object) -> bool:
    from grader.marking.course import counts

    return counts(one)  # type: ignore[arg-type]


@given(results(), courses, decisions, st.sampled_from([0.25, 0.5, 2.0, 10.0, 100.0]))
def test_weights_are_proportions(work: dict[str, Result], course: Course, marks: list[Mark], scale: float) -> None:
    scaled = replace(
        course,
        default_weight=scale * course.default_weight,
        exercises={
            name: CourseExercise(weight=None if one.weight is None else scale * one.weight)
            for name, one in course.exercises.items()
        },
    )
    one, other = (percent(total("maeve", work, marks, rules)) for rules in (course, scaled))
    assert abs(one - other) <= 0.0101, "but for the rounding of the last digit shown"


@given(results(), courses, decisions)
def test_exempted_from_everything_nothing_counts(work: dict[str, Result], course: Course, marks: list[Mark]) -> None:
    exemptions = [Mark("exemption", "maeve", one, None, None, None, None, "kim", "ill") for one in work]
    assert total("maeve", work, [*marks, *exemptions], course).percent is None


@given(results(), courses, decisions)
def test_dropping_the_lowest_never_lowers_a_total(work: dict[str, Result], course: Course, marks: list[Mark]) -> None:
    kept, dropped = (total("maeve", work, marks, replace(course, drop_lowest=course.drop_lowest + more)) for more in (0, 1))
    assert percent(dropped) >= percent(kept) - 1e-9


@given(results(), courses, decisions, st.randoms())
def test_the_order_in_which_things_come_does_not_matter(
    work: dict[str, Result], course: Course, marks: list[Mark], shuffle: object
) -> None:
    names = list(work)
    shuffle.shuffle(names)  # type: ignore[attr-defined]
    one, other = total("maeve", work, marks, course), total("maeve", {name: work[name] for name in names}, marks, course)
    if course.drop_lowest == 0:
        assert abs(percent(one) - percent(other)) <= 0.0101
