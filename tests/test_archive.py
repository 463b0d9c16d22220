"""Archives: whatever their members claim, nothing leaves the scratch folder, nothing fills it, and the rest is graded."""

from __future__ import annotations

import io
import os
import stat
import struct
import tarfile
import time
import zipfile
import zlib
from pathlib import Path

import pytest
from downloads import by_path, listed, on_disk, tarred, zipped
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.archive import Broken, Caps, Member, members, sound
from grader.intake.folder import NothingToGrade
from grader.intake.store import BOMB, PACK_LESS, Store, opened_store

SMALL = Caps(50, 1_000_000)


def unpacked(data: bytes, folder: Path, caps: Caps = SMALL, room: int = 1_000_000) -> tuple[list[Member], str]:
    """The members of an archive, and why it broke off; every file that was made lies in the scratch folder."""
    path = folder / "archive"
    path.write_bytes(data)
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    found: list[Member] = []
    broken = ""
    try:
        for member in members(path, caps, Store(scratch), lambda name: room):
            found.append(member)
    except Broken as why:
        broken = str(why)
    assert {path.name for path in folder.iterdir()} <= {"archive", "scratch"}
    for made in scratch.iterdir():
        assert stat.S_ISREG(made.lstat().st_mode)
    return found, broken


def problems(found: list[Member]) -> dict[str, str]:
    return {member.path: member.problem for member in found}


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        ("a/exercise1.py", "a/exercise1.py"),
        ("./a//b/./exercise1.py", "a/b/exercise1.py"),
        ("a\\b\\exercise1.py", "a/b/exercise1.py"),
        ("a/..b/...py", "a/..b/...py"),
        ("con.py", "con.py"),
        (" a ", " a "),
    ],
)
def test_names_that_are_sound(raw: str, path: str) -> None:
    assert sound(raw) == path


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ("../exercise1.py", "has a path that leads out of the archive"),
        ("a/../../exercise1.py", "has a path that leads out of the archive"),
        ("..\\..\\exercise1.py", "has a path that leads out of the archive"),
        ("a/..", "has a path that leads out of the archive"),
        ("/etc/passwd", "has an absolute path, which is not followed"),
        ("\\\\server\\share\\x.py", "has an absolute path, which is not followed"),
        ("C:\\exercise1.py", "has an absolute path, which is not followed"),
        ("c:exercise1.py", "has an absolute path, which is not followed"),
        ("exercise1.py\0.txt", "has a NUL in its name"),
        ("", "has no name"),
        ("./.", "has no name"),
        ("a/" * 65 + "x.py", "has a path too long to be meant"),
        ("a" * 5000, "has a path too long to be meant"),
    ],
)
def test_names_that_are_refused(raw: str, why: str) -> None:
    with pytest.raises(Broken, match=why):
        sound(raw)


@given(st.text(max_size=40))
def test_any_name_stays_inside_or_is_refused(raw: str) -> None:
    try:
        path = sound(raw)
    except Broken:
        return
    assert path
    assert not os.path.isabs(path)
    assert ".." not in path.split("/")
    assert "\0" not in path
    assert sound(path) == path


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_a_path_that_leads_out_is_told_and_the_others_are_read(tmp_path: Path, kind: str) -> None:
    files = {"../../exercise1.py": "bad", "/tmp/exercise2.py": "bad", "fine/exercise3.py": "good"}
    found, broken = unpacked((zipped if kind == "zip" else tarred)(files), tmp_path)
    assert broken == ""
    assert problems(found) == {
        "../../exercise1.py": "has a path that leads out of the archive",
        "/tmp/exercise2.py": "has an absolute path, which is not followed",
        "fine/exercise3.py": "",
    }
    assert [member.place.read_bytes() for member in found if member.place] == [b"good"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_names_that_are_the_same_or_differ_in_case_alone_are_kept_apart(tmp_path: Path, kind: str) -> None:
    made = io.BytesIO()
    names = ["a/exercise1.py", "a/exercise1.py", "a/Exercise1.py", "A/exercise1.py", "noext", "noext", ".hidden", ".hidden"]
    if kind == "zip":
        with zipfile.ZipFile(made, "w") as archive:
            for number, name in enumerate(names):
                archive.writestr(name, str(number))
    else:
        with tarfile.open(fileobj=made, mode="w") as tar:
            for number, name in enumerate(names):
                info = tarfile.TarInfo(name)
                info.size = 1
                tar.addfile(info, io.BytesIO(str(number).encode()))
    found, _ = unpacked(made.getvalue(), tmp_path)
    texts = {member.path: member.place.read_text() for member in found if member.place}
    assert texts == {
        "a/exercise1.py": "0", "a/exercise1 (2).py": "1", "a/Exercise1.py": "2", "A/exercise1.py": "3",
        "noext": "4", "noext (2)": "5", ".hidden": "6", ".hidden (2)": "7",
    }  # fmt: skip


def renamed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert len(old) == len(new)
    assert data.count(old) == 2, "in the member and in the directory"
    return data.replace(old, new)


def test_names_in_utf_8_that_do_not_say_so(tmp_path: Path) -> None:
    data = renamed(zipped({"X" * len("Zoë/é.py".encode()): "x"}), b"X" * len("Zoë/é.py".encode()), "Zoë/é.py".encode())
    assert problems(unpacked(data, tmp_path)[0]) == {"Zoë/é.py": ""}


def test_names_in_code_page_437(tmp_path: Path) -> None:
    data = renamed(zipped({"XXX/X.py": "x"}), b"XXX/X.py", "Zoë/é.py".encode("cp437"))
    assert problems(unpacked(data, tmp_path)[0]) == {"Zoë/é.py": ""}


def test_names_in_utf_8_that_say_so(tmp_path: Path) -> None:
    assert problems(unpacked(zipped({"王芳/exercise1.py": "x"}), tmp_path)[0]) == {"王芳/exercise1.py": ""}


def test_info_zips_unicode_path(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("wf.py")
    info.extra = struct.pack("<HHBI", 0x7075, 5 + len("王芳.py".encode()), 1, zlib.crc32(b"wf.py")) + "王芳.py".encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(info, "x")
    assert problems(unpacked(made.getvalue(), tmp_path)[0]) == {"王芳.py": ""}


def test_a_nul_in_a_name(tmp_path: Path) -> None:
    data = renamed(zipped({"exercise1.py.txt": "x"}), b"exercise1.py.txt", b"exercise1.py\0txt")
    ((path, problem),) = problems(unpacked(data, tmp_path)[0]).items()
    assert "\0" not in path
    assert problem == "has a NUL in its name"


# ---------------------------------------------------------------- what is no file


def test_links_and_devices_in_a_tar(tmp_path: Path) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as tar:
        for name, kind in [
            ("s.py", tarfile.SYMTYPE),
            ("h.py", tarfile.LNKTYPE),
            ("f.py", tarfile.FIFOTYPE),
            ("c.py", tarfile.CHRTYPE),
        ]:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            tar.addfile(info)
        tar.addfile(tarfile.TarInfo("fine.py"), io.BytesIO())
    link = "is a link, which is not followed: hand in the file itself"
    ordinary = "is not an ordinary file"
    found, _ = unpacked(made.getvalue(), tmp_path)
    assert problems(found) == {"s.py": link, "h.py": link, "f.py": ordinary, "c.py": ordinary, "fine.py": ""}


def test_a_link_in_a_zip(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("exercise1.py")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(info, "/etc/passwd")
    found, _ = unpacked(made.getvalue(), tmp_path)
    assert problems(found) == {"exercise1.py": "is a link, which is not followed: hand in the file itself"}
    assert found[0].place is None


# ---------------------------------------------------------------- too much


def test_a_member_that_says_it_is_large_is_not_unpacked(tmp_path: Path) -> None:
    found, _ = unpacked(zipped({"exercise1.py": b"\0" * 3_000_000, "b.py": "x"}), tmp_path)
    says = "has 3.0 MB, more than the 1 MB that are read: remove data and outputs from it"
    assert problems(found) == {"exercise1.py": says, "b.py": ""}


def test_an_archive_in_an_archive_is_not_told_to_shed_its_outputs(tmp_path: Path) -> None:
    """It has none: what helps is to pack less. So it is where a member would fill a disk, whatever size it says."""
    inner = zipped({"data.bin": os.urandom(3_000_000)})
    found, _ = unpacked(zipped({"inner.zip": inner, "data.bin": b"x"}), tmp_path)
    assert problems(found)["inner.zip"] == f"has 3.0 MB, more than the 1 MB that are read: {PACK_LESS}"
    tarball, _ = unpacked(tarred({"inner.tar.gz": inner}), tmp_path)
    assert problems(tarball)["inner.tar.gz"] == f"has 3.0 MB, more than the 1 MB that are read: {PACK_LESS}"
    bomb, _ = unpacked(zipped({"exercise1.py": b"\0" * 30_000_000}), tmp_path)
    assert problems(bomb) == {"exercise1.py": BOMB}


def test_a_member_that_lies_about_its_size_is_stopped(tmp_path: Path) -> None:
    data = zipped({"exercise1.py": b"\0" * 3_000_000})
    lying = data.replace(struct.pack("<I", 3_000_000), struct.pack("<I", 10))
    assert lying != data
    found, _ = unpacked(lying, tmp_path)
    assert found[0].place is None or found[0].place.stat().st_size <= 1_000_000
    assert sum(made.stat().st_size for made in (tmp_path / "scratch").iterdir()) <= 1_000_000


def test_what_shrank_too_much_is_a_bomb(tmp_path: Path) -> None:
    data = zipped({"a.ipynb": b"\0" * 20_000_000, "b.ipynb": os.urandom(1000)})
    found, _ = unpacked(data, tmp_path, Caps(50, 10**9), 10**9)
    assert problems(found) == {
        "a.ipynb": f"is packed so tightly that it can only be meant to fill a disk: {PACK_LESS}",
        "b.ipynb": "",
    }


def test_all_members_together_may_hold_so_much(tmp_path: Path) -> None:
    found, _ = unpacked(zipped({f"{number}.py": os.urandom(400_000) for number in range(5)}), tmp_path)
    assert [member.problem for member in found[:2]] == ["", ""]
    assert all("is larger than the" in member.problem for member in found[2:])


def test_more_members_than_are_looked_at(tmp_path: Path) -> None:
    files = {f"{number}.py": "" for number in range(60)}
    assert unpacked(zipped(files), tmp_path) == (
        [],
        f"holds 60 files, more than the 50 that are looked at: {PACK_LESS}",
    )
    found, broken = unpacked(tarred(files), tmp_path)
    assert (len(found), broken) == (
        50,
        f"holds more than the 50 files that are looked at: {PACK_LESS}",
    )


def test_a_list_of_members_too_long_to_be_read_into_memory(tmp_path: Path) -> None:
    """The directory's size stands at the end; a hostile one may list millions."""
    found, broken = unpacked(zipped({f"{number:04}.py": "" for number in range(2000)}), tmp_path)
    assert (found, broken) == ([], f"lists more than the 50 files that are looked at: {PACK_LESS}")


@pytest.mark.parametrize("mode", ["w:gz", "w:bz2", "w:xz"])
def test_a_tar_that_unpacks_to_too_much(tmp_path: Path, mode: str) -> None:
    files = {"fine.py": b"x", "bomb.bin": b"\0" * 3_000_000, "late.py": b"x"}
    found, broken = unpacked(tarred(files, mode), tmp_path, room=10)
    assert broken == f"unpacks to more than the 1 MB that are read: {PACK_LESS}"
    assert problems(found)["fine.py"] == ""


def test_a_header_that_is_a_bomb_itself(tmp_path: Path) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz", format=tarfile.PAX_FORMAT) as tar:
        info = tarfile.TarInfo("exercise1.py")
        info.pax_headers = {"comment": "x" * 5_000_000}
        tar.addfile(info, io.BytesIO())
    assert unpacked(made.getvalue(), tmp_path) == (
        [],
        f"unpacks to more than the 1 MB that are read: {PACK_LESS}",
    )


def test_a_sparse_member_is_not_filled_up(tmp_path: Path) -> None:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.PAX_FORMAT) as tar:
        info = tarfile.TarInfo("exercise1.py")
        info.size = 512
        info.pax_headers = {
            "GNU.sparse.major": "1",
            "GNU.sparse.minor": "0",
            "GNU.sparse.name": "exercise1.py",
            "GNU.sparse.realsize": str(1 << 50),
        }
        tar.addfile(info, io.BytesIO(b"1\n0\n0\n".ljust(512, b"\0")))
    found, _ = unpacked(made.getvalue(), tmp_path)
    assert [member.place for member in found] == [None]


# ---------------------------------------------------------------- broken


def test_encrypted_archives(tmp_path: Path) -> None:
    data = bytearray(zipped({"exercise1.py": "x"}))
    for signature, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(signature) + offset] |= 1
    assert unpacked(bytes(data), tmp_path) == ([], "is encrypted: pack it again without a password")


def test_a_method_that_is_not_known(tmp_path: Path) -> None:
    data = bytearray(zipped({"exercise1.py": "x", "b.py": "y"}))
    for signature, offset in ((b"PK\3\4", 8), (b"PK\1\2", 10)):
        data[data.index(signature) + offset] = 99
    found, _ = unpacked(bytes(data), tmp_path)
    assert problems(found) == {"exercise1.py": "is packed by a method that is not read here: use an ordinary zip", "b.py": ""}


def test_a_member_with_a_wrong_checksum(tmp_path: Path) -> None:
    data = bytearray(zipped({"exercise1.py": "x" * 100, "b.py": "y"}))
    data[data.index(b"PK\1\2") + 16] ^= 0xFF
    data[data.index(b"PK\3\4") + 14] ^= 0xFF
    found, _ = unpacked(bytes(data), tmp_path)
    assert problems(found) == {"exercise1.py": "is damaged in the archive: pack and upload it again", "b.py": ""}


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"PK\3\4", b"PK\5\6", b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\0", b"x" * 600, b"Rar!\x1a\x07"]
)
def test_what_is_no_archive(tmp_path: Path, data: bytes) -> None:
    found, broken = unpacked(data, tmp_path)
    assert found == []
    assert "\n" not in broken
    assert "pack" in broken


WHOLE = {
    "zip": zipped({"a/exercise1.py": "x = 1\n" * 50, "b/exercise2.py": "y"}),
    "tar": tarred({"a/exercise1.py": "x = 1\n" * 50, "b/exercise2.py": "y"}, "w"),
    "gz": tarred({"a/exercise1.py": "x = 1\n" * 50, "b/exercise2.py": "y"}),
    "xz": tarred({"a/exercise1.py": "x = 1\n" * 50, "b/exercise2.py": "y"}, "w:xz"),
}


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(WHOLE)), st.data())
def test_any_damage_is_one_sentence(tmp_path_factory: pytest.TempPathFactory, kind: str, data: st.DataObject) -> None:
    whole = bytearray(WHOLE[kind])
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(whole)))
    folder = tmp_path_factory.mktemp("damaged")
    found, broken = unpacked(bytes(whole[: cut if data.draw(st.booleans()) else None]), folder)
    assert "\n" not in broken
    assert all("\n" not in member.problem for member in found)


# ---------------------------------------------------------------- in a download


def test_an_archive_in_an_archive_two_levels_deep_and_no_further(tmp_path: Path) -> None:
    third = zipped({"exercise3.py": "x = 3"})
    second = zipped({"exercise2.py": "x = 2", "third.zip": third})
    first = tarred({"exercise1.py": "x = 1", "second.zip": second})
    folder = on_disk(tmp_path / "in", {"maeve/first.tgz": first, "bo/exercise1.py": "x = 0"})
    rows = by_path(listed(folder, tmp_path / "scratch"))
    assert {path: row.ignored for path, row in rows.items()} == {
        "bo/exercise1.py": None,
        "maeve/first.tgz/exercise1.py": None,
        "maeve/first.tgz/second.zip/exercise2.py": None,
        "maeve/first.tgz/second.zip/third.zip": "is an archive in an archive in an archive: hand in the files themselves",
    }


def test_a_name_that_is_no_path_makes_no_student(tmp_path: Path) -> None:
    work = zipped({"../exercise1.py": "bad", "exercise1.py": "good"})
    files = {"../../exercise1.py": "bad", "C:\\bo_exercise1.py": "bad", "/etc/exercise2.py": "bad", "maeve/work.zip": work}
    (tmp_path / "class.zip").write_bytes(zipped(files))
    listing = listed(tmp_path / "class.zip", tmp_path / "scratch")
    assert {path: (row.student.id, row.exercise, (row.ignored or "")[:10]) for path, row in by_path(listing).items()} == {
        "../../exercise1.py": (None, None, "has a path"),
        "C:\\bo_exercise1.py": (None, None, "has an abs"),
        "/etc/exercise2.py": (None, None, "has an abs"),
        "maeve/work.zip/../exercise1.py": ("maeve", None, "has a path"),
        "maeve/work.zip/exercise1.py": ("maeve", "exercise1", ""),
    }


def test_of_two_files_the_one_that_can_be_read_counts(tmp_path: Path) -> None:
    files = {"maeve/exercise1.py": b"#" * 2_000_000, "maeve/deep/exercise1.py": b"x = 1"}
    (tmp_path / "class.zip").write_bytes(zipped(files))
    listing = listed(tmp_path / "class.zip", tmp_path / "scratch")
    assert [one.path for one in listing.handins if one.handed] == ["maeve/deep/exercise1.py"]


def test_a_zip_that_holds_itself(tmp_path: Path) -> None:
    data = zipped({"a.zip": b"x"})
    for _ in range(6):
        data = zipped({"a.zip": data})
    began = time.monotonic()
    listing = listed(on_disk(tmp_path / "in", {"eve/a.zip": data}), tmp_path / "scratch")
    assert time.monotonic() - began < 10
    assert [row.path for row in listing.rows] == ["eve/a.zip/a.zip/a.zip"]


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("work.zip", b"no zip at all", "is no archive that can be opened here, or damaged: pack it as a zip"),
        ("work.zip", b"PK\3\4 cut off", "is no zip archive, or damaged: pack and upload it again"),
        ("work.zip", zipped({}), "holds no files"),
        ("work.rar", b"Rar!", "is a .rar archive, which is not opened here: hand in a zip, or the files themselves"),
        ("work.7z", b"7z", "is a .7z archive, which is not opened here: hand in a zip, or the files themselves"),
    ],
)
def test_an_archive_that_can_not_be_opened_is_told_with_each_exercise(
    tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    folder = on_disk(tmp_path / "in", {f"maeve/{name}": data, "maeve/exercise2.py": "x = 2", "bo/exercise1.py": "x = 1"})
    listing = listed(folder, tmp_path / "scratch")
    assert by_path(listing)[f"maeve/{name}"].ignored == says
    notes = {one.exercise: one.notes for one in listing.handins if one.student == "maeve"}
    assert notes["exercise1"] == (f"{name} {says}",)
    assert notes["exercise2"] == ()


@pytest.mark.parametrize("kind", ["zip", "w", "w:gz", "w:bz2", "w:xz"])
def test_a_class_in_any_kind_of_archive(tmp_path: Path, kind: str) -> None:
    files = {"maeve/exercise1.py": "x = 1", "bo_exercise2.py": "x = 2", "__MACOSX/._bo": "", "kim/notes.txt": "hello"}
    path = tmp_path / f"class.{'zip' if kind == 'zip' else 'tar' + kind[1:].replace(':', '.')}"
    path.write_bytes(zipped(files) if kind == "zip" else tarred(files, kind))
    listing = listed(path, tmp_path / "scratch")
    assert {one.student: one.path for one in listing.handins if one.handed} == {
        "maeve": "maeve/exercise1.py",
        "bo": "bo_exercise2.py",
    }
    assert listing.students == ["bo", "kim", "maeve"]


@pytest.mark.parametrize(
    ("files", "students"),
    [
        (["class/maeve/exercise1.py", "class/bo/exercise1.py"], ["bo", "maeve"]),
        (["class/maeve_exercise1.py", "class/bo_exercise2.py", "class/notes.txt"], ["bo", "maeve"]),
        (["class/maeve.zip", "class/bo.zip"], ["bo", "maeve"]),
        (["maeve/work.zip"], ["maeve"]),
        (["maeve/homework/exercise1.py"], ["maeve"]),
        (["maeve/exercise1.py", "maeve/exercise2.py"], ["maeve"]),
        (["maeve/exercises/exercise1.py", "maeve/README.md"], ["maeve"]),
        (["exercise1.py", "exercise2.py"], ["packed"]),
        (["maeve.zip"], ["maeve"]),
    ],
)
def test_the_folder_around_everything_in_an_archive(tmp_path: Path, files: list[str], students: list[str]) -> None:
    held = {path: zipped({"exercise1.py": "x"}) if path.endswith(".zip") else b"x = 1" for path in files}
    (tmp_path / "packed.zip").write_bytes(zipped(held))
    assert listed(tmp_path / "packed.zip", tmp_path / "scratch").students == students


@pytest.mark.parametrize("name", ["class.zip", "class"])
def test_a_class_that_is_no_archive_is_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"PK\3\4 but no more")
    with pytest.raises(NothingToGrade, match=f"{name} is no zip archive, or damaged: pack and upload it again"):
        listed(tmp_path / name, tmp_path / "scratch")


def test_a_store_is_gone_afterwards() -> None:
    with opened_store() as store:
        store.keep(io.BytesIO(b"x"), 10)
        assert store.folder.exists()
    assert not store.folder.exists()
