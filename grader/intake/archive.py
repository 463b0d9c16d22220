"""Archives: a zip or tar is opened into a scratch folder, whatever its members claim to be.

A member's name is only ever text. Its bytes go into a file that we name, so no path can lead out, no two names collide,
and no link or device is made. What can't be taken is told of, member by member, and stops nothing.
"""

from __future__ import annotations

import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, cast

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.order import printable
from grader.intake.store import BOMB, PACK_LESS, Full, Store

ZIP, TAR = (".zip",), (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz", ".txz")
ARCHIVES = ZIP + TAR
OTHERS = (".rar", ".7z", ".gz", ".bz2", ".xz", ".lzma", ".zst", ".cab", ".dmg", ".iso", ".zipx", ".arj", ".ace")
"""Archives that are not opened here."""

LONGEST_NAME = 4096
MOST_FOLDERS = 64
SUSPICIOUS, RATIO = 10_000_000, 200
"""A member of more bytes than this that shrank more than so many times is made to fill a disk: no text does."""
SECTION = 1 << 16


class Caps(Struct, frozen=True):
    """How much one archive may hold: members, and bytes once they are unpacked."""

    members: int
    bytes: int


CLASS = Caps(500_000, 16 << 30)
"""A whole class, as a learning platform packs it."""
STUDENT = Caps(5_000, 512 << 20)
"""What one student packs."""


class Member(Struct, frozen=True):
    """A file in an archive. `place` is where its bytes are, None where nobody needs them; `problem` says why it can't be
    taken. `folder`: it is one, and only its name counts. `refused`: its name is no path, and tells nothing."""

    path: str
    place: Path | None = None
    problem: str = ""
    folder: bool = False
    refused: bool = False


class Broken(Exception):
    """For whoever packed it: why an archive can't be opened, or not to its end. Follows its name in a sentence."""


Wanted = Callable[[str], int]
"""How many bytes of a member of this name are worth unpacking; 0: none."""


def is_archive(name: str) -> bool:
    return name.lower().endswith(ARCHIVES)


def is_other(name: str) -> bool:
    return name.lower().endswith(OTHERS) and not is_archive(name)


def looks_like_one(path: Path) -> bool:
    """Whether a file is an archive by its first bytes, whatever it is called."""
    with path.open("rb") as file:
        start = file.read(262)
    zips = start.startswith((b"PK\3\4", b"PK\5\6"))
    return zips or start.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0")) or start[257:] == b"ustar"


def members(path: Path, caps: Caps, store: Store, wanted: Wanted) -> Iterator[Member]:
    """The members of an archive, unpacked where they are wanted. Raises `Broken`, maybe after some of them."""
    try:
        with path.open("rb") as file:
            zips = file.read(2) == b"PK"
            file.seek(0)
            found = zip_members(file, caps, store, wanted) if zips else tar_members(file, caps, store, wanted)
            yield from told_apart(found)
    except (Broken, GeneratorExit):
        raise
    except Full as full:
        raise Broken(str(full)) from full
    except OSError as error:
        raise Broken(f"can't be read ({error.strerror or 'it is damaged'})") from error
    except Exception as error:
        # Bytes made to break a reader raise anything, and one broken archive must not stop a batch.
        raise Broken("is damaged: pack and upload it again") from error


def told_apart(found: Iterator[Member]) -> Iterator[Member]:
    """A second member of the same name is kept beside the first, as a file manager would."""
    seen: dict[str, int] = {}
    for member in found:
        count = seen[member.path] = seen.get(member.path, 0) + 1
        if count == 1 or member.folder:
            yield member
        else:
            folder, slash, name = member.path.rpartition("/")
            stem, dot, suffix = name.rpartition(".")
            other = f"{stem} ({count}){dot}{suffix}" if stem else f"{name} ({count})"
            yield replace(member, path=f"{folder}{slash}{other}")


def sound(raw: str) -> str:
    """A member's name as a path below the archive. Raises `Broken` where it is none."""
    name = raw.replace("\\", "/")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if "\0" in raw:
        raise Broken("has a NUL in its name")
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        raise Broken("has an absolute path, which is not followed")
    if ".." in parts:
        raise Broken("has a path that leads out of the archive")
    if not parts:
        raise Broken("has no name")
    if len(name) > LONGEST_NAME or len(parts) > MOST_FOLDERS:
        raise Broken("has a path too long to be meant")
    return "/".join(parts)


def shown(raw: str) -> str:
    """A name that was refused, as text that can be shown."""
    name = printable(raw).replace("\0", "\ufffd")
    return name if len(name) <= 200 else f"{name[:200]}…"


# ---------------------------------------------------------------- zip


def zip_members(file: IO[bytes], caps: Caps, store: Store, wanted: Wanted) -> Iterator[Member]:
    if directory_bytes(file) > caps.members * 512:
        raise Broken(f"lists more than the {caps.members:,} files that are looked at: {PACK_LESS}")
    try:
        opened = zipfile.ZipFile(file)
    except zipfile.BadZipFile as error:
        raise Broken("is no zip archive, or damaged: pack and upload it again") from error
    with opened:
        infos = opened.infolist()
        if len(infos) > caps.members:
            raise Broken(f"holds {len(infos):,} files, more than the {caps.members:,} that are looked at: {PACK_LESS}")
        files = [info for info in infos if not info.is_dir()]
        if files and all(info.flag_bits & 1 for info in files):
            raise Broken("is encrypted: pack it again without a password")
        left = caps.bytes
        for info in infos:
            member = zip_member(opened, info, left, store, wanted)
            left -= member.place.stat().st_size if member.place else 0
            yield member


def zip_member(opened: zipfile.ZipFile, info: zipfile.ZipInfo, left: int, store: Store, wanted: Wanted) -> Member:
    raw = name_of(info)
    try:
        path = sound(raw)
    except Broken as why:
        return Member(shown(raw), problem=str(why), refused=True)
    if info.is_dir():
        return Member(path, folder=True)
    mode = info.external_attr >> 16
    # Windows writes no mode at all.
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return Member(path, problem=kind_told(stat.S_ISLNK(mode)))
    if info.flag_bits & 1:
        return Member(path, problem="is encrypted: hand it in without a password")
    room = wanted(path)
    if not room:
        return Member(path)
    if info.file_size > room:
        bomb = too_dense(info.file_size, info.compress_size)
        return Member(path, problem=BOMB if bomb else too_large(path, info.file_size, room))
    try:
        with opened.open(info) as stream:
            place = store.keep(stream, min(room, left), lambda size: too_dense(size, info.compress_size))
    except NotImplementedError:
        return Member(path, problem="is packed by a method that is not read here: use an ordinary zip")
    except Full as full:
        return Member(path, problem=str(full))
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError, OSError):
        return Member(path, problem="is damaged in the archive: pack and upload it again")
    return Member(path, place)


def kind_told(link: bool) -> str:
    return "is a link, which is not followed: hand in the file itself" if link else "is not an ordinary file"


def too_large(path: str, size: int, room: int) -> str:
    helps = PACK_LESS if is_archive(path) else "remove data and outputs from it"
    return f"has {size / 1e6:.1f} MB, more than the {room / 1e6:,.0f} MB that are read: {helps}"


def too_dense(size: int, packed: int) -> bool:
    return size > SUSPICIOUS and size > RATIO * max(packed, 1)


UTF_8 = 0x800


def name_of(info: zipfile.ZipInfo) -> str:
    """The name as it was meant. Many packers write UTF-8 without saying so, and then Python reads code page 437."""
    raw = info.orig_filename
    if info.flag_bits & UTF_8:
        return raw
    for extra, value in extras(info.extra):
        # Info-ZIP's Unicode path: version, checksum of the raw name, name.
        if extra == 0x7075 and value[:5] == b"\1" + struct.pack("<I", zlib.crc32(raw.encode("cp437", "replace"))):
            return value[5:].decode("utf-8", "surrogateescape")
    try:
        return raw.encode("cp437").decode("utf-8")
    except UnicodeError:
        return raw


def extras(data: bytes) -> Iterator[tuple[int, bytes]]:
    while len(data) >= 4:
        identifier, size = struct.unpack("<HH", data[:4])
        yield identifier, data[4 : 4 + size]
        data = data[4 + size :]


def directory_bytes(file: IO[bytes]) -> int:
    """How long a zip says its list of members is: looked at before that list is read into memory; 0 where it says nothing."""
    size = file.seek(0, 2)
    file.seek(max(0, size - SECTION - 22))
    tail = file.read()
    at = len(tail) - 22 if tail[-22:].startswith(b"PK\5\6") and tail.endswith(b"\0\0") else tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) < at + 22:
        return 0
    (listed,) = struct.unpack("<I", tail[at + 12 : at + 16])
    locator = tail[at - 20 : at] if at >= 20 else b""
    if locator.startswith(b"PK\6\7"):
        (offset,) = struct.unpack("<Q", locator[8:16])
        file.seek(min(offset, size))
        record = file.read(56)
        listed = struct.unpack("<Q", record[40:48])[0] if record.startswith(b"PK\6\6") and len(record) == 56 else size
    return int(listed)


# ---------------------------------------------------------------- tar


class Counting:
    """What comes out of a decompressor, up to a limit: a few kilobytes can unpack to more than a disk."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        self.stream = stream
        self.left = limit
        self.limit = limit

    def read(self, size: int = -1) -> bytes:
        data = self.stream.read(min(size, self.left + 1) if size >= 0 else self.left + 1)
        self.left -= len(data)
        if self.left < 0:
            raise Broken(f"unpacks to more than the {self.limit / 1e6:,.0f} MB that are read: {PACK_LESS}")
        return data


def decompressed(file: IO[bytes]) -> IO[bytes]:
    """The plain tar in a file, however it is compressed."""
    import bz2
    import gzip
    import lzma

    start = file.read(6)
    file.seek(0)
    if start.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.open(file))
    if start.startswith(b"BZh"):
        return bz2.open(file)
    return lzma.open(file) if start == b"\xfd7zXZ\0" else file


def tar_members(file: IO[bytes], caps: Caps, store: Store, wanted: Wanted) -> Iterator[Member]:
    counted = Counting(decompressed(file), caps.bytes)
    try:
        opened = tarfile.open(fileobj=counted, mode="r|", errors="surrogateescape")  # type: ignore[call-overload]  # noqa: SIM115
    except tarfile.TarError as error:
        raise Broken("is no archive that can be opened here, or damaged: pack it as a zip") from error
    with opened:
        for _ in range(caps.members):
            info = opened.next()
            if info is None:
                return
            yield tar_member(opened, info, store, wanted)
            # What was listed is not needed again, and a million of them would fill the memory.
            opened.members = []
        raise Broken(f"holds more than the {caps.members:,} files that are looked at: {PACK_LESS}")


def tar_member(opened: tarfile.TarFile, info: tarfile.TarInfo, store: Store, wanted: Wanted) -> Member:
    raw = info.name
    try:
        path = sound(raw)
    except Broken as why:
        # A folder named `.` or `./` is the archive itself.
        return Member("", folder=True) if info.isdir() else Member(shown(raw), problem=str(why), refused=True)
    if info.isdir():
        return Member(path, folder=True)
    if not info.isreg() or info.issparse():
        return Member(path, problem=kind_told(info.issym() or info.islnk()))
    room = wanted(path)
    if not room:
        return Member(path)
    if info.size > room:
        return Member(path, problem=too_large(path, info.size, room))
    stream = opened.extractfile(info)
    assert stream
    with stream:
        try:
            return Member(path, store.keep(stream, room))
        except Full as full:
            return Member(path, problem=str(full))
