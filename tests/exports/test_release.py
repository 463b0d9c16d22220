"""The student's copy: it works as its README says, and holds no answer in any byte."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, SCORED, WRONG, Grade, fill, on_posix

from exports.conftest import Copy
from grader.content.catalog import ChapterCatalog
from grader.content.key import ExerciseKey
from grader.content.values import unpack
from grader.marking.leaks import contents, decimals, secrets, telling_arrays, telling_lines


@pytest.fixture(scope="module")
def keys(cache: Path) -> list[ExerciseKey]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBOOK_CACHE", str(cache))
        catalog = ChapterCatalog(ROOT, "", public=False)
        entries = [catalog.entry(name) for name in catalog.ids()]
    return [entry.exercise() for entry in entries if entry.kind == "exercise"]


# ---------------------------------------------------------------- that it works


def test_the_copy_is_a_workspace_a_wheel_and_a_readme(copy: Copy) -> None:
    names = {path.relative_to(copy.folder).as_posix() for path in copy.folder.rglob("*") if path.is_file()}
    blank = {f"exercises/{path.name}" for path in (ROOT / "exercises").iterdir() if path.is_file()}
    assert names == {".workbook", "README.md", copy.wheel.name} | blank
    for name in blank:
        assert (copy.folder / name).read_bytes() == (ROOT / name).read_bytes()
    assert "secrets searched for, none is in it" in copy.said


@on_posix
def test_whoever_waits_at_a_terminal_is_told_step_by_step(copy: Copy) -> None:
    assert copy.told.split("\n") == [
        "grade: building the package, with the public key in it …",
        "grade: making a workspace with that package …",
        "grade: grading the blank files, as a student would …",
        "grade: searching every byte of the copy for answers …",
        "",
    ]


def test_every_command_of_its_readme_is_one_that_works(copy: Copy, tmp_path: Path) -> None:
    readme = (copy.folder / "README.md").read_text()
    assert f"python -m pip install {copy.wheel.name}\n" in readme
    work = tmp_path / "work"
    shutil.copytree(copy.folder, work)
    fill(work, "exercise3", WRONG)
    block = readme.partition("## Work\n\n```sh\n")[2].partition("```")[0]
    commands = re.findall(r"^grade(.*?)(?:#.*)?$", block, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        ended = copy.grade(*command.split(), cwd=work)
        assert ended.status in (0, 1), ended
        assert "Traceback" not in ended.err


def test_the_blank_files_are_told_to_be_unfilled(copy: Copy, tmp_path: Path) -> None:
    work = tmp_path / "work"
    shutil.copytree(copy.folder, work)
    results = copy.grade("all", "--json", cwd=work).document()["results"]
    assert {result["status"] for result in results} == {"not-attempted"}
    assert {result["public_only"] for result in results} == {True}
    assert len(results) == len(SCORED)


# ---------------------------------------------------------------- that it holds no answer


def test_no_byte_of_it_is_an_answer(copy: Copy, keys: list[ExerciseKey]) -> None:
    files = contents(copy.folder)
    assert any(name.endswith(".whl/grader/public.key") for name in files), "archives are looked into"
    looked_for = secrets(ROOT, keys)
    assert looked_for.found_in(files) == []
    kinds = {what.split(" ")[0] for what in looked_for.needles.values()}
    assert kinds == {"numbers", "the", "a"}, "numbers, names and lines are searched for"
    assert len(looked_for.needles) > 500
    assert len(looked_for.numbers) > 500


def test_the_search_finds_whatever_is_slipped_in(keys: list[ExerciseKey], tmp_path: Path) -> None:
    """Each kind of secret, in a plain file and in an archive within an archive."""
    hidden = [case for key in keys for part in key.parts for case in part.cases if case.hidden]
    shown = {case.name for key in keys for part in key.parts for case in part.cases if not case.hidden}
    data, array = next(found for case in hidden for found in telling_arrays(case) if any(decimals(found[1])))
    number = next(decimals(array))
    told = [case.name for case in hidden if len(case.name) > 30 and case.tier != "related"]
    name = next(one for one in told if not any(one in public for public in shown))
    line = next(line for path in sorted((ROOT / "solutions").glob("exercise*.py")) for line in telling_lines(path))
    looked_for = secrets(ROOT, keys)
    for secret in (data, b"[0.5, " + number + b"]", name.encode(), b"    " + line.encode() + b"\n"):
        plain = tmp_path / "plain"
        plain.write_bytes(b"before" + secret + b"after")
        assert looked_for.found_in(contents(tmp_path)), secret
        inner, outer = tmp_path / "inner.zip", tmp_path / "outer.zip"
        for archive, content in ((inner, plain), (outer, inner)):
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
                made.write(content, content.name)
            content.unlink()
        assert any(found.startswith("outer.zip/inner.zip/plain holds") for found in looked_for.found_in(contents(tmp_path)))
        outer.unlink()


def test_expected_answers_are_among_the_secrets(keys: list[ExerciseKey]) -> None:
    case = next(
        case for key in keys for part in key.parts for case in part.cases
        if case.hidden and hasattr(case.expected, "data") and len(np.unique(unpack(case.expected))) >= 4
    )  # fmt: skip
    assert case.expected.data in dict(telling_arrays(case))  # type: ignore[union-attr]


def test_a_copy_with_an_answer_in_it_is_not_released(grade: Grade, tmp_path: Path) -> None:
    """A chapter whose stub shows a hidden input: the release says so, and leaves nothing behind."""
    chapter = leaking_chapter(tmp_path / "chapter")
    ended = grade("release", tmp_path / "out", cwd=chapter)
    if "wheel can't be built" in ended.err:
        pytest.skip("NO RELEASE TESTED: there is no hatchling here")
    assert "the copy would give answers away: " in ended.sentence()
    assert "holds numbers of the hidden case 'four' of exercise1.double, in decimal digits, and 1 more" in ended.sentence()
    assert not (tmp_path / "out").exists()


def leaking_chapter(chapter: Path) -> Path:
    for room in ("exercises", "solutions"):
        (chapter / room).mkdir(parents=True)
    (chapter / ".workbook").write_text("Leaky\n")
    stub = '"""Like 0.12345678901234 here."""\n\n\ndef double(X):\n    raise NotImplementedError("TODO")\n'
    (chapter / "exercises" / "exercise1.py").write_text(stub)
    (chapter / "solutions" / "exercise1.py").write_text(
        "import numpy as np\nfrom grader.content.authoring import Exercise, Part, Returns, case\n\n\n"
        "def double(X):\n    return 2 * X\n\n\n"
        "HIDDEN = np.array([0.12345678901234, 1.0, 2.0, 3.0])\n"
        'EXERCISE = Exercise(title="Doubling", parts=(Part(\n'
        '    function=double, returns=Returns("array", (("n",),)), task="Double.",\n'
        '    hints=("a", "b", "c"), why="so", cases=(case("one", np.array([1.0])), case("four", HIDDEN, hidden=True))),))\n'
    )
    return chapter


def test_nobody_s_folder_is_written_into(grade: Grade, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "work.py").write_text("mine")
    assert "is there already" in grade("release", tmp_path / "there").sentence()
    assert "run it in a clone" in grade("release", tmp_path / "new", cwd=tmp_path).sentence()
    assert "give a folder" in grade("release").sentence()
    assert "give a folder" in grade("release", tmp_path / "a", "--gradescope", tmp_path / "b").sentence()
    assert json.dumps(sorted(path.name for path in tmp_path.rglob("*"))) == '["there", "work.py"]'
