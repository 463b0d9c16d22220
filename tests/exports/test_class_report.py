"""The class report: counts that are right, and a page that is safe to open whatever students wrote."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import Grade
from gradebooks import NEVER_ODD, RIGHT, SQUARES, Desk, hand_in

from exports.classes import person, result, table
from grader.judge.result import PartResult
from grader.marking.course import Course, total
from grader.marking.gradebook import Mark
from grader.marking.identities import Identity
from grader.marking.overview import BINS, One, Overview, bins, overview
from grader.report.everybody import MOST_SECTIONS, render

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)></pre>{{ 7*7 }}{% raw %}\x00\x1b[31m\u202e'\"&"


def one(who: Identity, *parts: PartResult, **more: object) -> One:
    made = result(sum(part.points for part in parts), parts=parts, max_points=sum(part.max_points for part in parts), **more)
    results = {made.exercise: made}
    return One(who, total(who.student, results, [], Course()), results, {made.exercise: []})


def part(points: float = 0.0, **more: object) -> PartResult:
    fields: dict[str, object] = {"part": "double", "status": "failed", "points": points, "max_points": 10.0}
    return PartResult(**(fields | more))  # type: ignore[arg-type]


class Elements(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_data(self, data: str) -> None:
        self.text += f" {data} "


def read(page: str) -> Elements:
    found = Elements()
    found.feed(page)
    return found


def shown(*everybody: One, most: int = MOST_SECTIONS, title: str = "Term") -> Elements:
    return read(render(overview(everybody, most), title, "2026-01-01 00:00 UTC"))


# ---------------------------------------------------------------- counts


def test_it_counts_who_passed_and_of_how_many() -> None:
    found = overview(
        [
            one(person(1, "a"), part(10.0, status="passed"), status="passed"),
            one(person(2, "b"), part(misconception="squares", message="x\nThis squares.")),
            one(person(3, "c"), part(misconception="squares", message="x\nThis squares.")),
            one(person(4, "d"), part(status="not-attempted"), status="not-attempted"),
            one(person(5, "e"), part(status="grader-error", max_points=0.0), status="grader-error"),
        ],
        MOST_SECTIONS,
    )
    (exercise,) = found.exercises
    assert {status.name: status.count for status in exercise.statuses} == {
        "passed": 1, "failed": 2, "not-attempted": 1, "grader-error": 1,
    }  # fmt: skip
    assert [(each.name, each.count, each.of) for each in exercise.parts] == [("double", 1, 3)], "of those who tried it"
    assert [(each.name, each.count, each.of, each.says) for each in exercise.misconceptions] == [
        ("squares (double)", 2, 3, "This squares.")
    ]
    assert exercise.mean == 2.5, "where we failed nobody lowers the mean"
    assert (sum(exercise.bars), exercise.bars[-1], exercise.bars[0]) == (4, 1, 3)
    assert found.students == 5


def test_a_check_counts_once_a_student_and_the_hardest_comes_first() -> None:
    found = overview([one(person(n, "x"), *result(0.0).parts) for n in range(3)], MOST_SECTIONS)
    assert [(each.name, each.count) for each in found.exercises[0].hardest] == [
        ("hard values: large scores (hidden) (softmax_weights)", 3),
        ("invariants: rows add up to 1 (softmax_weights)", 3),
    ]


def test_what_a_machine_can_t_settle_needs_a_look() -> None:
    found = overview(
        [
            one(person(1, "a"), part(status="awaits-mark", part="essay")),
            one(person(2, "b"), part(status="unreadable", message="it can't be read\nmore"), status="unreadable"),
            one(person(3, "c"), part(10.0, status="passed"), status="passed", warnings=("saved as UTF-16",)),
        ],
        MOST_SECTIONS,
    )
    assert [(look.number, look.person.student, look.why) for look in found.looks] == [
        (1, "s1", "awaits your mark: essay"), (2, "s2", "it can't be read"), (3, "s3", "saved as UTF-16"),
    ]  # fmt: skip


@pytest.mark.parametrize(("value", "place"), [(0.0, 0), (0.99, 0), (1.0, 1), (9.99, 9), (10.0, BINS), (11.0, BINS)])
def test_full_marks_have_a_bin_of_their_own(value: float, place: int) -> None:
    assert bins([value], 10.0)[place] == 1
    assert bins([value], 0.0) == ((0,) * BINS + (1,)), "where nothing can be had everybody has it"


def test_nobody_and_nothing_is_no_trouble() -> None:
    assert overview([], 10) == Overview(0, None, (0,) * (BINS + 1), (), (), (), 0)
    assert "0 students" in shown().text


# ---------------------------------------------------------------- the page


def test_whatever_students_wrote_is_text() -> None:
    who = Identity(HOSTILE, name=HOSTILE)
    found = shown(
        one(who, part(message=HOSTILE, output=HOSTILE, misconception=None, part="double"), warnings=(HOSTILE,)), title=HOSTILE
    )
    assert set(found.tags).isdisjoint({"script", "img", "iframe", "object", "link", "base", "form", "svg"})
    assert not [name for name, _ in found.attributes if name.startswith("on")]
    assert "<script>alert(1)</script>" in found.text, "shown, not run"
    assert "{{ 7*7 }}" in found.text
    assert not re.search("[\x00\x1b]", found.text)


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = render(overview([one(person(1, "a"), part())], 10), "Term", "now")
    found = read(page)
    assert not [value for name, value in found.attributes if name in ("src", "href") and not value.startswith("#")]
    assert "url(" not in page
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_every_link_leads_somewhere_and_every_place_is_one() -> None:
    class_ = [one(person(n, "x"), part(status="timeout", message="stopped")) for n in range(5)]
    found = shown(*class_, most=3)
    links = {value.removeprefix("#") for name, value in found.attributes if name == "href"}
    assert links <= set(found.ids)
    assert len(found.ids) == len(set(found.ids))


def settled(who: Identity, points: float, *marks: Mark, **more: object) -> One:
    """Somebody with so many points of the machine's, and decisions of the instructor's."""
    made = result(points, parts=(part(points, **more),), max_points=10.0, status=more.get("status", "failed"))
    maxima = {("exercise3", "double"): 10.0}
    return One(who, total(who.student, {"exercise3": made}, marks, Course(), maxima), {"exercise3": made}, {"exercise3": []})


def decision(kind: str, student: str, points: float | None = None) -> Mark:
    return Mark(kind, student, "exercise3", "double" if points is not None else None, points, None, None, "kim", "why")


def test_means_and_bars_are_of_points_with_all_decisions() -> None:
    found = overview(
        [
            settled(person(1, "a"), 4.0, decision("override", "s1", 10.0)),
            settled(person(2, "b"), 8.0, decision("override", "s2", 2.0)),
            settled(person(3, "c"), 0.0, decision("exemption", "s3")),
            settled(person(4, "d"), 6.0),
            settled(person(5, "e"), 0.0, decision("override", "s5", 5.0), status="grader-error", max_points=0.0),
        ],
        MOST_SECTIONS,
    )
    (exercise,) = found.exercises
    assert (exercise.mean, exercise.most) == (5.75, 10.0), "(10 + 2 + 6 + 5) / 4: the exempted one is left out"
    assert exercise.bars == (0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1)
    assert (exercise.students, exercise.exempt) == (5, 1)
    assert found.mean == 57.5, "and so is the mean total"


def test_a_large_class_has_sections_for_some_and_counts_all() -> None:
    class_ = [one(person(n, "x"), part()) for n in range(7)]
    found = overview(class_, 3)
    assert (found.students, len(found.sections), found.untold) == (7, 3, 4)
    assert sum(found.exercises[0].bars) == 7


def test_state_is_told_in_words() -> None:
    found = shown(one(person(1, "Maeve"), part(status="timeout", message="too slow")))
    assert "stopped, out of time" in found.text
    assert "Maeve s1" in " ".join(found.text.split())


# ---------------------------------------------------------------- the command


@pytest.fixture(scope="module")
def graded(
    grade: Grade, cache: Path, tiny_keys: dict[str, Path], strict: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> Desk:
    desk = Desk(grade, cache, tiny_keys, strict, tmp_path_factory.mktemp("class"))
    files = {
        "maeve/exercise1.py": SQUARES,
        "bo/exercise1.py": NEVER_ODD,
        "zoe/exercise1.py": "\0",
        "zoe/exercise2.py": RIGHT["exercise2"],
    }
    hand_in(desk.folder, files)
    assert desk.batch().status == 0
    return desk


def test_the_report_agrees_with_what_is_exported(graded: Desk, tmp_path: Path) -> None:
    desk = Desk(graded.grade, graded.cache, graded.keys, graded.strict, tmp_path)
    shutil.copy(graded.book, desk.book)
    desk.mark("override", "maeve", "exercise1", "double", 6, "--why", "right on paper")
    desk.mark("exempt", "bo", "exercise1", "--why", "ill")
    desk.mark("override", "zoe", "exercise2", "add", 3, "--why", "copied")
    rows = table(desk.grade("export", desk.book, "--to", "csv").out.encode())
    report = desk.grade("report", desk.book, "--json").document()["report"]
    means = {one["exercise"]: one["mean"] for one in report["exercises"]}
    for name in ("exercise1", "exercise2"):
        points = [float(row[name]) for row in rows if row[name] != "exempt"]
        assert means[name] == round(sum(points) / len(points), 2), name
    assert means == {"exercise1": 5.0, "exercise2": 1.0}, "(10 + 0) / 2 without Bo, and 3 of three"
    assert report["mean"] == round(sum(float(row["total"]) for row in rows) / 3, 2)


def test_one_file_that_says_it_all(graded: Desk, tmp_path: Path) -> None:
    course = tmp_path / "course.toml"
    course.write_text('title = "Arithmetic, spring"\n')
    ended = graded.grade("report", graded.book, "-o", tmp_path / "report.html", "--course", course)
    assert ended.status == 0
    assert "3 students, 1 to look at. Open it in a browser." in ended.out
    text = " ".join(read((tmp_path / "report.html").read_text()).text.split())
    assert "Arithmetic, spring: class report" in text
    assert "squares (double)" in text
    assert "This squares." in text
    assert "zoe exercise1 exercise1.py is not a text file" in text


def test_the_same_gradebook_makes_the_same_page(graded: Desk, tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        assert graded.grade("report", graded.book, "-o", tmp_path / name).status == 0
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_the_same_as_a_document(graded: Desk, tmp_path: Path) -> None:
    report = graded.grade("report", graded.book, "--json", cwd=tmp_path).document()["report"]
    assert [one["exercise"] for one in report["exercises"]] == ["exercise1", "exercise2"]
    assert report["students"] == 3
    assert not list(tmp_path.iterdir())


def test_what_can_t_be_done_is_one_sentence(graded: Desk, tmp_path: Path) -> None:
    assert "is the gradebook itself" in graded.grade("report", graded.book, "-o", graded.book).sentence()
    assert "there is no gradebook" in graded.grade("report", tmp_path / "no.db").sentence()
    assert "can't be written" in graded.grade("report", graded.book, "-o", "/proc/x.html").sentence()


@pytest.mark.skipif(not shutil.which("chromium"), reason="no Chromium here")
def test_a_browser_shows_it(graded: Desk, tmp_path: Path) -> None:
    """Drawn by a real browser: the hostile page runs nothing, and is not empty."""
    page = tmp_path / "page.html"
    page.write_text(render(overview([one(Identity(HOSTILE), part(output=HOSTILE))], 10), "Term", "now"), encoding="utf-8")
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         f"--user-data-dir={tmp_path / 'profile'}",
         "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    found = read(done.stdout)
    assert "script" not in found.tags
    assert "What needs a look" in found.text
