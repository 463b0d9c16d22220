"""Workspaces, caches, keys and progress files that are not as they should be; and the authors' commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import GRADE, ROOT, SCORED, WORK, WRONG, Grade, as_root, environment, fill, on_posix, progress

# ---------------------------------------------------------------- where the workspace is


def test_no_workspace(grade: Grade, tmp_path: Path) -> None:
    sentence = "no workspace here or in a folder above (looked for .workbook): make one with `grade start DIR` and work in it"
    for arguments in ((), ("all",), ("list",), ("hint", "exercise3"), ("reset", "exercise3"), ("exercise3", "--watch")):
        assert grade(*arguments, cwd=tmp_path).sentence() == sentence
    graded = grade("exercise3", cwd=tmp_path)
    assert graded.status == 2
    assert sentence in re.sub(r"\s+", " ", graded.out)
    document = grade("exercise3", "--json", cwd=tmp_path)
    assert document.status == 2
    assert [part["message"] for part in document.document()["parts"]] == [sentence] * 2
    every = grade("all", "--json", cwd=tmp_path)
    assert every.status == 2
    assert [result["status"] for result in every.document()["results"]] == ["unreadable"] * len(SCORED)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_graded_without_a_workspace(grade: Grade, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(WRONG)
    ended = grade("exercise3", "--file", "mine.py", cwd=tmp_path)
    assert ended.status == 1
    assert "softmax down the columns" in ended.out
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.py"]


def test_the_workspace_is_found_upwards(grade: Grade, workspace: Path) -> None:
    deep = workspace / "exercises" / "notes" / "more"
    deep.mkdir(parents=True)
    ended = grade("exercise3", cwd=deep)
    assert ended.status == 1
    assert ended.out.rstrip().endswith("Next: edit ../../exercise3.py, then  grade exercise3")


@on_posix
def test_a_folder_that_was_deleted(grade: Grade, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = f"import os; os.rmdir({str(gone)!r})\n{GRADE[-1]}"
    for arguments in ((), ("list",), ("exercise3",)):
        gone.mkdir(exist_ok=True)
        sentence = grade(*arguments, cwd=gone, code=code).sentence()
        assert sentence == "the folder you are in does not exist any more: change to your workspace"


def test_a_file_named_by_bytes(grade: Grade, workspace: Path) -> None:
    name = os.fsdecode(b"zo\xe9.py")
    try:
        (workspace / name).write_text(WRONG)
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    assert grade("exercise3", "--file", workspace / name, cwd=workspace).status == 1
    assert grade("exercise3", "--json", "--file", workspace / name, cwd=workspace).document()["status"] == "failed"


# Root may write anywhere, so for root the file system's refusal is played.
READ_ONLY = """
import sys; sys.argv[0] = "grade"
def refuse(event, arguments):
    writes = event == "open" and arguments[2] & 3 or event in ("os.rename", "os.mkdir", "os.remove")
    if writes and str(arguments[0]).startswith({workspace!r}):
        raise PermissionError(13, "Permission denied", str(arguments[0]))
sys.addaudithook(refuse)
from grader.cli.main import main
main()
"""


@on_posix
def test_a_read_only_workspace_is_graded_all_the_same(grade: Grade, workspace: Path, cache: Path) -> None:
    fill(workspace, "exercise3", WRONG)
    code = READ_ONLY.format(workspace=str(workspace)) if as_root else None
    workspace.chmod(0o555)
    (workspace / "exercises").chmod(0o555)
    for arguments in (("exercise3",), ("list",), ("hint", "exercise3"), ("all", "--json"), ()):
        ended = grade(*arguments, cwd=workspace, code=code)
        assert ended.status in (0, 1), ended
        assert ended.err == ""
    assert "can't be moved aside: Permission denied" in grade("reset", "exercise3", cwd=workspace, code=code).sentence()
    assert not (workspace / ".workbook-progress.json").exists()
    workspace.chmod(0o755)
    (workspace / "exercises").chmod(0o755)


# ---------------------------------------------------------------- what may be damaged


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\0",
        b'{"passed": {"exercise3": 5}}',
        b'{"hints": {"exercise3.softmax_weights": -5}}',
        b'{"points": {"exercise3": 1e999}}',
        b'{"points": {"exercise3": "ten"}}',
        b'{"started": "yes"}',
        b"[" * 5000,
    ],
)
def test_a_damaged_progress_file_is_as_good_as_none(grade: Grade, workspace: Path, damaged: bytes) -> None:
    (workspace / ".workbook-progress.json").write_bytes(damaged)
    assert grade("list", cwd=workspace).out.count("open") == len(WORK)
    assert "hint 1 of 3" in grade("hint", "exercise3", cwd=workspace).out
    assert progress(workspace)["hints"] == {"exercise3.softmax_weights": 1}


def test_progress_with_more_hints_than_there_are(grade: Grade, workspace: Path) -> None:
    (workspace / ".workbook-progress.json").write_text('{"hints": {"exercise3.softmax_weights": 9000000000}}')
    assert "The hints once more" in grade("hint", "exercise3", cwd=workspace).out


@on_posix
def test_a_progress_file_that_is_a_folder(grade: Grade, workspace: Path) -> None:
    (workspace / ".workbook-progress.json").mkdir()
    assert grade("exercise3", cwd=workspace).status == 1
    assert "hint 1 of 3" in grade("hint", "exercise3", cwd=workspace).out


DAMAGED = [
    "is not an answer key: make one with `grade compile FILE`",
    "is damaged: make it again with `grade compile FILE`, or copy it again",
]


def damaged_keys(key: Path) -> Iterator[bytes]:
    data = key.read_bytes()
    yield from (b"", b"{}", data[:-1], data[: len(data) // 2], data + b"x", b"\x80", b"\x93\x01\x02\x03", b"\xc1")
    # It still can be read, but not all of it is what was written.
    yield data.replace(b"softmax_weights", b"softmax_weightz")
    half = len(data) // 2
    yield data[:half] + bytes(255 - one for one in data[half : half + 8]) + data[half + 8 :]


@pytest.mark.parametrize("number", range(10))
def test_a_damaged_key_file(grade: Grade, workspace: Path, public_key: Path, tmp_path: Path, number: int) -> None:
    path = tmp_path / "damaged.key"
    path.write_bytes(list(damaged_keys(public_key))[number])
    for arguments in (("exercise3",), ("list",)):
        sentence = grade("--key", path, *arguments, cwd=workspace).sentence()
        assert sentence == f"{path} {DAMAGED[number >= 8]}"
    document = grade("--key", path, "exercise3", "--json", cwd=workspace)
    assert document.status == 2
    assert document.document()["status"] == "unreadable"


@pytest.mark.parametrize(
    ("name", "says"), [("nowhere.key", "can't be read: No such file"), (".", "can't be read: Is a directory")]
)
def test_a_key_that_is_no_file(grade: Grade, workspace: Path, name: str, says: str) -> None:
    assert says in grade("--key", name, "exercise3", cwd=workspace).sentence()


def test_a_key_of_another_format(grade: Grade, workspace: Path, public_key: Path, tmp_path: Path) -> None:
    import msgspec

    packed = msgspec.msgpack.decode(public_key.read_bytes())
    path = tmp_path / "new.key"
    path.write_bytes(msgspec.msgpack.encode({**packed, "format": 99}))
    assert "is a key of format 99" in grade("--key", path, "list", cwd=workspace).sentence()


@pytest.mark.parametrize("junk", [b"", b"\xc1", b"not a key", bytes(5000)])
def test_a_damaged_cache_entry_is_made_anew(grade: Grade, workspace: Path, tmp_path: Path, junk: bytes) -> None:
    cache = tmp_path / "cache"
    first = grade("exercise3", "--json", cwd=ROOT, env={"WORKBOOK_CACHE": str(cache)})
    entries = list(cache.glob("*.key"))
    assert entries
    good = entries[0].read_bytes()
    for damage in (junk, good[:-1], good[: len(good) // 2] + b"\0" * 10 + good[len(good) // 2 + 10 :]):
        entries[0].write_bytes(damage)
        assert grade("exercise3", "--json", cwd=ROOT, env={"WORKBOOK_CACHE": str(cache)}) == first
        assert entries[0].read_bytes() == good


@on_posix
@pytest.mark.parametrize("where", ["/dev/null", "/proc/none", "file"])
def test_a_cache_that_cannot_be_written(grade: Grade, workspace: Path, tmp_path: Path, where: str) -> None:
    (tmp_path / "file").touch()
    ended = grade("exercise3", cwd=workspace, env={"WORKBOOK_CACHE": str(tmp_path / where)})
    assert ended.status == 1
    assert "not started" in ended.out
    assert ended.err == ""


def test_first_runs_at_once(tmp_path: Path) -> None:
    """Two and more first runs share an empty cache; each grades, and none leaves debris."""
    cache = tmp_path / "cache"
    cache.mkdir()
    commands = [
        subprocess.Popen([*GRADE, "exercise3", "--json"], cwd=ROOT, env=environment(cache), stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    documents = [json.loads(command.communicate()[0]) for command in commands]
    assert {command.returncode for command in commands} <= {0, 1}
    assert all(document == documents[0] for document in documents)
    assert {path.suffix for path in cache.iterdir()} <= {".key", ".stub"}


# ---------------------------------------------------------------- keys and authors


def test_compile_and_key_make_a_round_trip(
    grade: Grade, workspace: Path, full_key: Path, public_key: Path, tmp_path: Path
) -> None:
    fill(workspace, "exercise3", WRONG)
    public = grade("--key", public_key, "exercise3", "--json", cwd=workspace).document()
    full = grade("--key", full_key, "exercise3", "--json", cwd=workspace).document()
    assert (public["public_only"], full["public_only"]) == (True, False)
    assert public["hidden_checks"] > 0 == full["hidden_checks"]
    assert public["key"] != full["key"]
    assert sum(len(part["checks"]) for part in full["parts"]) > sum(len(part["checks"]) for part in public["parts"])
    # The packaged key and the compiled one are the same bytes, whoever makes them.
    assert grade("exercise3", "--json", cwd=workspace).document() == public
    again = tmp_path / "again.key"
    assert grade("compile", again).status == 0
    assert again.read_bytes() == full_key.read_bytes()


@pytest.mark.parametrize("arguments", [("compile", "x.key"), ("verify",), ("demo",)])
def test_what_needs_a_clone_says_so(grade: Grade, workspace: Path, arguments: tuple[str, ...]) -> None:
    sentence = grade(*arguments, cwd=workspace).sentence()
    assert sentence == "this needs the workbook's own folder, with solutions/ in it: run it in a clone"


@pytest.mark.parametrize("target", [".", "nowhere/x.key"])
def test_a_key_that_cannot_be_written(grade: Grade, target: str, tmp_path: Path) -> None:
    assert "can't be written" in grade("compile", tmp_path / target).sentence()


def test_a_stub_without_an_answer_file_is_told_so(grade: Grade, tmp_path: Path) -> None:
    for name in ("exercises/exercise1.py", "solutions/exercise1.py", "exercises/exercise13.py", ".workbook"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name.replace("13", "1"), tmp_path / name)
    sentence = grade("verify", "exercise13", cwd=tmp_path).sentence()
    assert sentence == "exercise13 has a file in exercises/, but no solutions/exercise13.py: write its answer file first"


def test_verify_names_each_rule(grade: Grade) -> None:
    ended = grade("verify", "exercise2")
    assert ended.status == 0, ended.out
    assert ended.out.startswith("exercise2\n  ok    stub and reference agree\n")
    assert ended.out.endswith("16 rules checked, all hold\n")
    document = grade("verify", "exercise2", "--json")
    findings = document.document()["findings"]
    assert len(findings) == 16
    assert all(finding["exercise"] == "exercise2" and finding["complaints"] == [] for finding in findings)


def test_verify_of_nothing(grade: Grade) -> None:
    assert grade("verify", "exercise99").sentence().startswith("there is no exercise99: ")


def test_demo_overwrites_nobodys_work(grade: Grade, tmp_path: Path) -> None:
    work = tmp_path / "maeve" / "exercise1.py"
    work.parent.mkdir()
    work.write_text("mine = 1\n")
    ended = grade("demo", "--keep", tmp_path)
    assert (ended.status, work.read_text()) == (2, "mine = 1\n")
    assert "is there already: give the name of a new folder" in ended.err


def test_demo_makes_a_class_and_grades_it(grade: Grade, tmp_path: Path) -> None:
    ended = grade("demo", "--keep", tmp_path / "class")
    if ended.status == 2 and "isolation" in ended.err:
        pytest.skip(f"no strict isolation here: {ended.err}")
    assert ended.status == 0, ended.err
    for group in ("good", "wrong", "unready", "broken", "hostile"):
        assert re.search(rf"^  {group} ", ended.out, re.MULTILINE)
    assert re.search(r"\d+ students, \d+ results in ", ended.out)
    assert (tmp_path / "class" / "asha" / "exercise1.py").is_file()
