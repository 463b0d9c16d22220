"""What is handed in: bytes become a source or one sentence, a folder becomes rows, and nothing is ever run or followed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import unicodedata
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.intake.folder import NothingToGrade, list_folder, natural, printable
from grader.intake.source import LARGEST_SOURCE, Source, Unreadable, decode, read_source

CODE = "def f(x):\n    return x  # naïve\n"
EXERCISES = ["exercise1", "exercise2", "exercise10"]
on_posix = pytest.mark.skipif(os.name != "posix", reason="made for POSIX file systems")


# ---------------------------------------------------------------- from bytes to text


@pytest.mark.parametrize(
    "data",
    [
        CODE.encode(),
        CODE.encode("utf-8-sig"),
        CODE.replace("\n", "\r\n").encode(),
        CODE.replace("\n", "\r").encode(),
    ],
    ids=["utf-8", "byte-order mark", "CRLF", "CR"],
)
def test_ordinary_files_are_read_without_a_word(data: bytes) -> None:
    assert decode(data, "a.py") == Source("a.py", CODE)


@pytest.mark.parametrize("encoding", ["latin-1", "iso-8859-15", "cp1252", "utf-8", "UTF_8", "utf-8-sig", "mac-roman"])
@pytest.mark.parametrize("form", ["# -*- coding: {} -*-", "# vim: set fileencoding={} :", "#!/usr/bin/python\n# coding={}"])
def test_a_coding_line_is_obeyed_without_a_word(encoding: str, form: str) -> None:
    text = form.format(encoding) + "\n" + CODE
    assert decode(text.encode(encoding), "a.py") == Source("a.py", text)


@pytest.mark.parametrize(
    ("data", "warning"),
    [
        (CODE.encode("utf-16"), "a.py is saved as UTF-16, which Python does not run: save it as UTF-8"),
        (
            CODE.encode("utf-16-be").join([b"\xfe\xff", b""]),
            "a.py is saved as UTF-16, which Python does not run: save it as UTF-8",
        ),
        (
            CODE.encode("latin-1"),
            "a.py is not UTF-8 (byte 0xef in line 2), so Python does not run it; it was read as Latin-1: save it as UTF-8",
        ),
    ],
    ids=["UTF-16 little endian", "UTF-16 big endian", "Latin-1"],
)
def test_what_python_would_refuse_is_read_with_a_warning(data: bytes, warning: str) -> None:
    assert decode(data, "a.py") == Source("a.py", CODE, (warning,))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "a.py is empty: did saving or uploading fail?"),
        (b" \r\n\t\n", "a.py is empty: did saving or uploading fail?"),
        (b"\xef\xbb\xbf", "a.py is empty: did saving or uploading fail?"),
        (b"x = 1\n\0\n", "a.py is not a text file (byte 6 is 0): hand in the .py source itself"),
        (b"\x7fELF\x02\x01\x01\0", "a.py is not a text file (byte 7 is 0): hand in the .py source itself"),
        (bytes(range(1, 256)), "a.py is not a text file (line 2 holds binary data): hand in the .py source itself"),
        (b"\xff\xfex", "a.py is not valid utf-16 (line 1): save it as UTF-8"),
        (b"# coding: utf-16-le\nxyz\n", "a.py declares the encoding 'utf-16-le', but is not in it: save it as UTF-8"),
        (b"# coding: cp037\nx\n", "a.py declares the encoding 'cp037', but is not in it: save it as UTF-8"),
        (b"# coding: raw_unicode_escape\n'\\ud800'\n", "a.py is not valid raw_unicode_escape (line 2): save it as UTF-8"),
        (b"# coding: klingon\n", "a.py declares the encoding 'klingon', which does not exist: save it as UTF-8"),
        (b"# coding: rot13\n", "a.py declares the encoding 'rot13', which does not exist: save it as UTF-8"),
        (b"# coding: zlib\n", "a.py declares the encoding 'zlib', which does not exist: save it as UTF-8"),
        (b"# coding: ascii\n\n# \xff\n", "a.py is not valid ascii (line 3): save it as UTF-8"),
        (b"# coding: undefined\nx\n", "a.py is not valid undefined (line 1): save it as UTF-8"),
        (b"# coding: " + b"x" * 5000, f"a.py declares the encoding '{'x' * 30}', which does not exist: save it as UTF-8"),
    ],
)
def test_what_is_no_text_is_refused_in_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        decode(data, "a.py")
    assert str(refusal.value) == sentence


def test_only_the_first_two_lines_declare_an_encoding() -> None:
    assert decode(b"\n\n# coding: klingon\n", "a.py").warnings == ()
    assert decode(b"x = 1\n# coding: klingon\n", "a.py").warnings == ()


@given(st.binary(max_size=300))
@example(b"# coding: punycode\n\xff")
@example(b"# coding: unicode_escape\n\\N{")
@example(b"# coding: raw_unicode_escape\n\\uD800")
@example(b"# coding: utf-7\n+")
@example(b"# coding: mbcs\n")
@example(b"# coding: oem\n")
@example(b"# coding: -\n")
@example(b"# coding: .\n")
@example(b"# coding: __init__\n")
@example(b"\xff\xfe\x00\xd8")
def test_any_bytes_become_a_source_or_one_sentence(data: bytes) -> None:
    try:
        source = decode(data, "exercise1.py")
    except Unreadable as refused:
        sentence = str(refused)
    else:
        sentence = "exercise1.py is read"
        assert source.text.strip()
        assert "\r" not in source.text
        source.text.encode()
    assert sentence.startswith("exercise1.py ")
    assert "\n" not in sentence


@settings(max_examples=25)
@given(st.sampled_from(["utf-8", "utf-7", "utf-32", "cp037", "big5", "hz", "unicode_escape"]), st.binary(max_size=100))
def test_any_coding_line_over_any_bytes(encoding: str, data: bytes) -> None:
    try:
        text = decode(b"# coding: " + encoding.encode() + b"\n" + data, "a.py").text
    except Unreadable as refused:
        text = str(refused)
        assert "\n" not in text
    # Lone surrogates could neither be sent to the sandbox nor printed.
    text.encode()


@pytest.mark.parametrize(("number", "line"), [(1, "a = 1"), (2, "b"), (0, ""), (4, ""), (-1, "")])
def test_a_line_of_source_is_shown_stripped(number: int, line: str) -> None:
    assert Source("a.py", "  a = 1  \n\tb\n").line(number) == line


# ---------------------------------------------------------------- from a path to bytes


def refusal(path: Path) -> str:
    with pytest.raises(Unreadable) as refused:
        read_source(path)
    return str(refused.value)


def test_a_missing_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "a.py") == "a.py does not exist: check the name"


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.py").mkdir()
    assert refusal(tmp_path / "a.py") == "a.py is a folder, not a file: give the .py file in it"


def test_a_file_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x")
    assert refusal(tmp_path / "a.py" / "b.py").startswith("b.py ")


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    assert refusal(tmp_path / ("x" * 5000)).startswith("x")
    assert "can't be read" in refusal(tmp_path / "a\0.py") or "does not exist" in refusal(tmp_path / "a\0.py")


@on_posix
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.py")
    assert refusal(tmp_path / "a.py") == "a.py is not an ordinary file: give the .py file itself"


@on_posix
def test_a_device_is_not_read(tmp_path: Path) -> None:
    assert refusal(Path("/dev/zero")) == "zero is not an ordinary file: give the .py file itself"


@on_posix
def test_a_link_to_nowhere_and_to_itself(tmp_path: Path) -> None:
    (tmp_path / "a.py").symlink_to("nowhere")
    assert "does not exist" in refusal(tmp_path / "a.py")
    (tmp_path / "b.py").symlink_to("b.py")
    assert refusal(tmp_path / "b.py").startswith("b.py ")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions do not bind here (root, or no POSIX)")
def test_an_unreadable_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CODE)
    (tmp_path / "a.py").chmod(0)
    assert refusal(tmp_path / "a.py") == "a.py can't be read (Permission denied): check its permissions"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="for root, who may give its rights away")
def test_an_unreadable_file_seen_by_somebody_else(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(CODE)
    path.chmod(0)
    # pytest's own are closed to others; what is open to them is not ours to change.
    for folder in [tmp_path, *tmp_path.parents[:3]]:
        if not folder.stat().st_mode & 0o001:
            folder.chmod(0o755)
    code = (
        "import os, sys, pathlib\nfrom grader.intake.source import read_source, Unreadable\nos.setuid(65534)\n"
        "try:\n    read_source(pathlib.Path(sys.argv[1]))\nexcept Unreadable as problem:\n    print(problem)\n"
    )
    said = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert said.stdout == "a.py can't be read (Permission denied): check its permissions\n"


def test_ten_megabytes_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    with path.open("wb") as file:
        file.truncate(10_000_000)
    assert refusal(path) == "a.py has 10.0 MB, more than the 1 MiB that are read: remove data and outputs from it"


@pytest.mark.parametrize("size", [10, 3_000_000])
@pytest.mark.parametrize("name", ["work.zip", "exercise3.py", "exercise3.ipynb"])
def test_an_archive_is_told_to_be_one_whatever_it_is_called(tmp_path: Path, name: str, size: int) -> None:
    """It holds no data and outputs that could be removed."""
    with zipfile.ZipFile(tmp_path / name, "w") as archive:
        archive.writestr("exercise3.py", b"#" * size)
    assert refusal(tmp_path / name) == f"{name} is an archive: unpack it, and give the file that is in it"


def test_the_largest_file_that_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"#" * LARGEST_SOURCE)
    assert len(read_source(path).text) == LARGEST_SOURCE
    path.write_bytes(b"#" * (LARGEST_SOURCE + 1))
    assert "more than the 1 MiB" in refusal(path)


# ---------------------------------------------------------------- from a folder to rows


def made(root: Path, *paths: str) -> Path:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        if path.endswith("/"):
            (root / path).mkdir(exist_ok=True)
        else:
            (root / path).write_text("x = 1\n")
    return root


def found(root: Path) -> dict[str, dict[str, str]]:
    """student → exercise → path, of what was handed in."""
    listing = list_folder(root, EXERCISES)
    students: dict[str, dict[str, str]] = {}
    for one in listing.handins:
        rows = students.setdefault(one.student, {})
        if one.path:
            rows[one.exercise] = one.path
    assert len(listing.handins) == len(students) * len(EXERCISES), "a row for each student and exercise"
    return students


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["maeve/exercise1.py"], {"maeve": {"exercise1": "maeve/exercise1.py"}}),
        (["maeve/a/b/exercise1.py"], {"maeve": {"exercise1": "maeve/a/b/exercise1.py"}}),
        (["maeve_exercise1.py"], {"maeve": {"exercise1": "maeve_exercise1.py"}}),
        (["o'neil_van_der_berg_exercise10.py"], {"o'neil_van_der_berg": {"exercise10": "o'neil_van_der_berg_exercise10.py"}}),
        (["Maeve O'Neil (1234)_exercise2.py"], {"Maeve O'Neil (1234)": {"exercise2": "Maeve O'Neil (1234)_exercise2.py"}}),
        (["maeve/copy of exercise1.py", "maeve/exercise2.py"], {"maeve": {"exercise2": "maeve/exercise2.py"}}),
        (["maeve/x_exercise1.py"], {"maeve": {"exercise1": "maeve/x_exercise1.py"}}),
        (["王芳/exercise1.py"], {"王芳": {"exercise1": "王芳/exercise1.py"}}),
        (
            ["maeve/exercise1.py", "anna_exercise1.py"],
            {"anna": {"exercise1": "anna_exercise1.py"}, "maeve": {"exercise1": "maeve/exercise1.py"}},
        ),
        (["a/Exercise1.py", "B_EXERCISE2.PY"], {"a": {"exercise1": "a/Exercise1.py"}, "B": {"exercise2": "B_EXERCISE2.PY"}}),
        (["kofi/"], {"kofi": {}}),
        (["kofi/notes.txt"], {"kofi": {}}),
        (["kofi/exercise3.py"], {"kofi": {}}),
        (["kofi/exercise01.py", "kofi/exercise0.py", "kofi/exercise1.pyc", "kofi/exercise1.py.bak"], {"kofi": {}}),
        (["a/.git/exercise1.py", "a/__pycache__/exercise1.py", "a/__MACOSX/exercise1.py", "a/venv/exercise1.py"], {"a": {}}),
        (
            [".git/exercise1.py", "__MACOSX/exercise1.py", "__pycache__/exercise1.py", "a/exercise1.py"],
            {"a": {"exercise1": "a/exercise1.py"}},
        ),
        (["a/._exercise1.py", "a/~$exercise1.py"], {"a": {}}),
        (["a/1/2/3/4/5/6/7/8/9/10/11/exercise1.py"], {"a": {"exercise1": "a/1/2/3/4/5/6/7/8/9/10/11/exercise1.py"}}),
        (["a/1/2/3/4/5/6/7/8/9/10/11/12/13/exercise1.py"], {"a": {}}),
    ],
)
def test_whose_file_is_which(tmp_path: Path, paths: list[str], expected: dict[str, dict[str, str]]) -> None:
    assert found(made(tmp_path, *paths)) == expected


def test_a_loose_file_that_names_nobody_belongs_to_the_folder(tmp_path: Path) -> None:
    folder = made(tmp_path / "maeve", "exercise1.py")
    assert found(folder) == {"maeve": {"exercise1": "exercise1.py"}}


@pytest.mark.parametrize(("name", "student"), [("exercise1.py", "maeve"), ("anna_exercise1.py", "anna")])
def test_a_single_file(tmp_path: Path, name: str, student: str) -> None:
    folder = made(tmp_path / "maeve", name)
    assert found(folder / name) == {student: {"exercise1": name}}


def test_a_single_file_without_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made(tmp_path / "maeve", "exercise1.py"))
    assert found(Path("exercise1.py")) == {"maeve": {"exercise1": "exercise1.py"}}


@on_posix
def test_one_name_in_two_unicode_forms(tmp_path: Path) -> None:
    """A Mac writes é as two characters, others as one: that is one student, not two."""
    composed, decomposed = unicodedata.normalize("NFC", "Zoé"), unicodedata.normalize("NFD", "Zoé")
    made(tmp_path, f"{composed}/exercise1.py", f"{decomposed}_exercise2.py")
    if len(os.listdir(tmp_path)) < 2:
        pytest.skip("this file system normalises names")
    assert found(tmp_path) == {composed: {"exercise1": f"{composed}/exercise1.py", "exercise2": f"{decomposed}_exercise2.py"}}


@on_posix
def test_a_name_that_is_no_utf_8(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/zo\xe9"
    try:
        os.mkdir(name)
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    Path(os.fsdecode(name + b"/exercise1.py")).write_text("x = 1\n")
    [student] = found(tmp_path)
    assert student == printable(student) == "zo\\xe9"
    assert found(tmp_path)[student]["exercise1"].endswith("/exercise1.py")


@on_posix
def test_links_are_named_and_never_followed(tmp_path: Path) -> None:
    secret = made(tmp_path / "outside", "exercise1.py", "deep/exercise2.py")
    root = made(tmp_path / "in", "eve/notes.txt")
    (root / "eve" / "exercise1.py").symlink_to(secret / "exercise1.py")
    (root / "eve" / "deep").symlink_to(secret / "deep")
    (root / "mallory").symlink_to(secret)
    (root / "trent_exercise1.py").symlink_to("nowhere")
    (root / "loop").symlink_to(root)
    listing = list_folder(root, EXERCISES)
    problems = {(one.student, one.exercise): one.problem for one in listing.handins if one.path}
    assert problems == {
        ("eve", "exercise1"): "exercise1.py is a link, which is not followed: hand in the file itself",
        ("trent", "exercise1"): "trent_exercise1.py is a link, which is not followed: hand in the file itself",
    }
    assert {"eve/deep", "mallory", "loop"} <= set(listing.ignored)


@on_posix
def test_pipes_and_folders_in_the_place_of_files(tmp_path: Path) -> None:
    made(tmp_path, "a/exercise2.py/exercise1.py", "b/notes.txt")
    os.mkfifo(tmp_path / "b" / "exercise1.py")
    rows = {(one.student, one.exercise): one for one in list_folder(tmp_path, EXERCISES).handins}
    assert rows["b", "exercise1"].problem == "exercise1.py is not an ordinary file: hand in the .py file itself"
    assert rows["a", "exercise2"].path is None
    assert rows["a", "exercise1"].path == "a/exercise2.py/exercise1.py"


def test_a_notebook_is_a_hand_in(tmp_path: Path) -> None:
    made(tmp_path, "a/exercise1.ipynb", "b_Exercise2.IPYNB")
    rows = {(one.student, one.exercise): one for one in list_folder(tmp_path, EXERCISES).handins}
    assert (rows["a", "exercise1"].path, rows["a", "exercise1"].problem) == ("a/exercise1.ipynb", "")
    assert (rows["b", "exercise2"].path, rows["b", "exercise2"].problem) == ("b_Exercise2.IPYNB", "")


def test_of_several_files_the_nearest_script_is_graded(tmp_path: Path) -> None:
    made(tmp_path, "a/old/exercise1.py", "a/exercise1.ipynb", "a/exercise1.py", "a/v2_exercise1.py", "a/v10_exercise1.py")
    row = list_folder(tmp_path, EXERCISES).handins[0]
    assert row.path == "a/exercise1.py"
    assert row.others == ("a/v2_exercise1.py", "a/v10_exercise1.py", "a/exercise1.ipynb", "a/old/exercise1.py")


def test_files_for_no_exercise_are_reported_once(tmp_path: Path) -> None:
    made(tmp_path, "a/exercise1.py", "a/notes.txt", "exercise99.py", "readme.md", "a/exercise3.py", ".DS_Store")
    assert list_folder(tmp_path, EXERCISES).ignored == ("a/exercise3.py", "a/notes.txt", "exercise99.py", "readme.md")


def test_rows_come_in_natural_order(tmp_path: Path) -> None:
    made(tmp_path, *(f"{name}/exercise1.py" for name in ("student10", "student9", "Anna", "bert", "Zoé", "anna2")))
    listing = list_folder(tmp_path, EXERCISES)
    assert listing.students == ["Anna", "anna2", "bert", "student9", "student10", "Zoé"]
    assert [one.exercise for one in listing.handins[:3]] == EXERCISES


@given(st.lists(st.text(max_size=12)))
def test_natural_order_is_a_total_one(names: list[str]) -> None:
    backwards = names[::-1]
    assert sorted(names, key=natural) == sorted(backwards, key=natural)


@pytest.mark.parametrize("digits", ["9" * 5000, "٣", "²", "0" * 30 + "1"])
def test_any_digits_can_be_sorted(digits: str) -> None:
    assert natural(f"a{digits}") != natural("a1")


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(NothingToGrade, match="does not exist: give the folder that holds the submissions"):
        list_folder(tmp_path / "nowhere", EXERCISES)


@pytest.mark.parametrize("paths", [[], ["readme.md"], [".git/config"], ["exercise99.py"]])
def test_a_folder_without_submissions(tmp_path: Path, paths: list[str]) -> None:
    made(tmp_path, *paths)
    with pytest.raises(NothingToGrade, match="holds no submissions: expected a folder a student"):
        list_folder(tmp_path, EXERCISES)


def test_thousands_of_files_are_listed_in_a_blink(tmp_path: Path) -> None:
    for number in range(400):
        made(
            tmp_path, *(f"student{number}/{name}" for name in ("exercise1.py", "exercise2.py", "deep/x.txt", "y.txt", "z.txt"))
        )
    began = time.perf_counter()
    listing = list_folder(tmp_path, EXERCISES)
    listed = time.perf_counter() - began
    began = time.perf_counter()
    walked = sum(path.is_file() for path in tmp_path.rglob("*"))
    assert walked == 2000
    assert listed < 20 * (time.perf_counter() - began), "beside a plain walk over the same files"
    assert len(listing.handins) == 1200
    assert len(listing.ignored) == 1200
