"""A class in numbers, from its gradebook: what a report shows. Students are taken one by one, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from grader.judge.result import PartResult, Result, only_waits, rounded
from grader.marking.batch import Row
from grader.marking.course import Settled, Total
from grader.marking.identities import Identity
from grader.marking.summary import reasons, standing

BINS = 10
HARDEST = 8
STATUSES = ("passed", "failed", "awaits-mark", "not-attempted", "unreadable", "grader-error")


class Counted(Struct, frozen=True):
    """Something that happened to `count` of `of` students: a part that passed, a check that failed, a misconception."""

    name: str
    count: int
    of: int
    says: str = ""

    @property
    def percent(self) -> float:
        return 100 * self.count / self.of if self.of else 0.0


class ExerciseOverview(Struct, frozen=True):
    """One exercise. `bars` counts students by tenths of the points, the last bin full marks alone; `tried` is how many
    handed something in. Means and bars are of points with all decisions applied, and leave the `exempt` out; the rest is
    what the machine found."""

    exercise: str
    title: str
    students: int
    tried: int
    mean: float
    most: float
    statuses: tuple[Counted, ...]
    bars: tuple[int, ...]
    parts: tuple[Counted, ...]
    misconceptions: tuple[Counted, ...]
    hardest: tuple[Counted, ...]
    exempt: int = 0


class StudentExercise(Struct, frozen=True):
    """A student's line for one exercise. `points` has all decisions applied, `remarks` says which."""

    exercise: str
    status: str
    points: float
    most: float
    parts: tuple[PartResult, ...]
    remarks: tuple[str, ...]
    warnings: tuple[str, ...]


class StudentOverview(Struct, frozen=True):
    person: Identity
    percent: float | None
    exercises: tuple[StudentExercise, ...]
    waits: bool


class Look(Struct, frozen=True):
    """What somebody should see to; `number` is the student's place in the report."""

    number: int
    person: Identity
    exercise: str
    why: str


class Overview(Struct, frozen=True):
    """A whole class. `bars` counts students by tenths of the total; `untold` students are counted, but have no section."""

    students: int
    mean: float | None
    bars: tuple[int, ...]
    exercises: tuple[ExerciseOverview, ...]
    looks: tuple[Look, ...]
    sections: tuple[StudentOverview, ...]
    untold: int


class One(Struct, frozen=True):
    """A student as the gradebook has them: totals with all decisions, results by exercise, remarks by exercise."""

    person: Identity
    total: Total
    results: dict[str, Result]
    remarks: dict[str, list[str]]


def overview(everybody: Iterable[One], most_sections: int) -> Overview:
    tallies: dict[str, ExerciseTally] = {}
    sections: list[StudentOverview] = []
    looks: list[Look] = []
    percents: list[float] = []
    count = 0
    for number, one in enumerate(everybody, 1):
        count = number
        if one.total.percent is not None:
            percents.append(one.total.percent)
        settled = {each.exercise: each for each in one.total.exercises}
        for exercise, result in one.results.items():
            tallies.setdefault(exercise, ExerciseTally(exercise)).add(result, settled[exercise])
            looks += [Look(number, one.person, exercise, why) for why in looked(one.person, result, settled[exercise])]
        if number <= most_sections:
            sections.append(section(one))
    return Overview(
        students=count,
        mean=rounded(sum(percents) / len(percents)) if percents else None,
        bars=bins(percents, 100.0),
        exercises=tuple(tally.overview() for tally in tallies.values()),
        looks=tuple(looks),
        sections=tuple(sections),
        untold=max(0, count - most_sections),
    )


def looked(person: Identity, result: Result, settled: Settled) -> list[str]:
    found = reasons(Row(person.student, None, result))
    waiting = [part.part for part in result.parts if part.status == "awaits-mark" and part.part in settled.waiting]
    return [*found, f"awaits your mark: {', '.join(waiting)}"] if waiting else found


def section(one: One) -> StudentOverview:
    settled = {each.exercise: each for each in one.total.exercises}
    lines = tuple(
        StudentExercise(
            exercise=exercise,
            status=result.status,
            points=settled[exercise].points,
            most=settled[exercise].max_points,
            parts=result.parts,
            remarks=tuple(one.remarks.get(exercise, ())),
            warnings=result.warnings,
        )
        for exercise, result in one.results.items()
    )
    return StudentOverview(one.person, one.total.percent, lines, any(each.waits for each in one.total.exercises))


def bins(values: Sequence[float], most: float) -> tuple[int, ...]:
    """How many are in each tenth; full marks have a bin of their own, at the end."""
    counts = [0] * (BINS + 1)
    for value in values:
        counts[BINS if value >= most else min(BINS - 1, int(BINS * value / most)) if most else 0] += 1
    return tuple(counts)


class ExerciseTally:
    """One exercise's counts."""

    def __init__(self, exercise: str) -> None:
        self.exercise = exercise
        self.title = ""
        self.exempt = 0
        self.points: list[tuple[float, float]] = []
        self.statuses: Counter[str] = Counter()
        self.tried: Counter[str] = Counter()
        self.passed: Counter[str] = Counter()
        self.wrong: Counter[tuple[str, str]] = Counter()
        self.says: dict[tuple[str, str], str] = {}
        self.failed: Counter[tuple[str, str]] = Counter()

    def add(self, result: Result, settled: Settled) -> None:
        self.title = result.title or self.title
        self.statuses[standing(result)] += 1
        if settled.exempt:
            self.exempt += 1
        elif not settled.waits or not (only_waits(result) or result.status == "grader-error"):
            # Marked by hand it has points, and none before that; where we failed, once the instructor gave some.
            self.points.append((settled.points, settled.max_points))
        for part in result.parts:
            self.add_part(part)

    def add_part(self, part: PartResult) -> None:
        if part.status in ("not-attempted", "grader-error", "awaits-mark"):
            self.tried[part.part] += 0
            return
        self.tried[part.part] += 1
        self.passed[part.part] += part.status == "passed"
        if part.misconception:
            self.wrong[part.part, part.misconception] += 1
            self.says.setdefault((part.part, part.misconception), part.message.split("\n")[-1])
        # Once a student, however many cases of the same name there are.
        for name in {
            f"{check.tier}: {check.name}" + " (hidden)" * check.hidden for check in part.checks if check.status == "failed"
        }:
            self.failed[part.part, name] += 1

    def overview(self) -> ExerciseOverview:
        students = sum(self.statuses.values())
        most = max((most for _, most in self.points), default=0.0)
        return ExerciseOverview(
            exercise=self.exercise,
            title=self.title,
            students=students,
            tried=students - self.statuses["not-attempted"],
            mean=rounded(sum(points for points, _ in self.points) / len(self.points)) if self.points else 0.0,
            most=most,
            statuses=tuple(Counted(name, self.statuses[name], students) for name in STATUSES if self.statuses[name]),
            # By the share of what each could have: an older key may have been worth less.
            bars=bins([points if own in (most, 0.0) else points * most / own for points, own in self.points], most),
            parts=tuple(Counted(part, self.passed[part], of) for part, of in self.tried.items()),
            misconceptions=self.counted(self.wrong, self.says),
            hardest=self.counted(self.failed, {})[:HARDEST],
            exempt=self.exempt,
        )

    def counted(self, counts: Counter[tuple[str, str]], says: dict[tuple[str, str], str]) -> tuple[Counted, ...]:
        """Of those who tried the part; the most frequent first."""
        most_first = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return tuple(
            Counted(f"{name} ({part})", count, self.tried[part], says.get((part, name), ""))
            for (part, name), count in most_first
        )
