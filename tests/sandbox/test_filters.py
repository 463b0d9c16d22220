"""The filters, by running their programs here, for both architectures on either."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from grader.sandbox.syscalls import (
    ALLOW,
    CLONE_THREAD,
    EOPNOTSUPP,
    EPERM,
    KILL,
    X32,
    Machine,
    child_filter,
    machines,
    numbers,
    refuse,
    zygote_filter,
)
from sandbox.dangerous import dangerous


def run(program: bytes, audit: int, number: int, arguments: tuple[int, ...] = ()) -> int:
    """What the kernel would make of a call: the few instructions that we use, and no others."""
    data = struct.pack("=IIQ6Q", number, audit, 0, *(*arguments, *(0,) * 6)[:6])
    accumulator = 0
    at = 0
    code = [struct.unpack_from("=HBBI", program, 8 * index) for index in range(len(program) // 8)]
    while True:
        operation, if_true, if_false, value = code[at]
        at += 1
        if operation == 0x20:
            assert value % 4 == 0
            accumulator = int(struct.unpack_from("=I", data, value)[0])
        elif operation == 0x54:
            accumulator &= value
        elif operation == 0x15:
            at += if_true if accumulator == value else if_false
        elif operation == 0x45:
            at += if_true if accumulator & value else if_false
        else:
            assert operation == 0x06
            return int(value)


@pytest.fixture(params=sorted(machines))
def machine(request: pytest.FixtureRequest) -> Machine:
    return machines[request.param]


def in_zygote(machine: Machine, name: str, *arguments: int) -> int:
    return run(zygote_filter(machine), machine.audit, (numbers | dangerous)[name][machine.column], arguments)


def in_child(machine: Machine, name: str, *arguments: int) -> int:
    """Both filters run, and the stricter answer counts: the lower one, once its action is read as signed."""
    number = (numbers | dangerous)[name][machine.column]
    answers = [run(program(machine), machine.audit, number, arguments) for program in (zygote_filter, child_filter)]
    return min(answers, key=lambda action: (action & 0xFFFF0000) - (1 << 32 if action & 0x80000000 else 0))


def test_programs_are_within_the_kernels_limit(machine: Machine) -> None:
    assert len(zygote_filter(machine)) % 8 == 0
    assert len(zygote_filter(machine)) // 8 < 4096
    assert len(child_filter(machine)) // 8 < 80


def test_jumps_are_short_and_lead_forward(machine: Machine) -> None:
    for program in (zygote_filter(machine), child_filter(machine)):
        count = len(program) // 8
        for index in range(count):
            operation, if_true, if_false, _ = struct.unpack_from("=HBBI", program, 8 * index)
            assert operation == 0x06 or index + 1 + max(if_true, if_false) < count


def test_another_architecture_is_killed(machine: Machine) -> None:
    for other in (0x40000003, 0xC00000B7 if machine.x32 else 0xC000003E):
        assert run(zygote_filter(machine), other, 0) == KILL
        assert run(child_filter(machine), other, 0) == KILL


def test_the_second_table_of_x86_is_refused() -> None:
    machine = machines["x86_64"]
    for number in (0, 1, 56, 61, 157):
        assert run(zygote_filter(machine), machine.audit, number | X32) == refuse(EPERM)
        assert run(child_filter(machine), machine.audit, number | X32) == refuse(EPERM)


@pytest.mark.parametrize("name", sorted(dangerous))
def test_what_is_dangerous_is_refused(machine: Machine, name: str) -> None:
    if dangerous[name][machine.column] >= 0 and not name.endswith("_"):
        assert in_zygote(machine, name) == refuse(EPERM)
        assert in_child(machine, name) == refuse(EPERM)


@pytest.mark.parametrize(
    "name", ["read", "write", "openat", "mmap", "futex", "exit_group", "rt_sigreturn", "getrandom", "newfstatat"]
)
def test_what_everyone_needs_is_allowed(machine: Machine, name: str) -> None:
    assert in_child(machine, name) == ALLOW
    assert in_zygote(machine, name) == ALLOW


@pytest.mark.parametrize("name", ["wait4", "sendmsg", "recvmsg", "prctl", "seccomp"])
def test_what_only_the_zygote_needs(machine: Machine, name: str) -> None:
    assert in_zygote(machine, name) == ALLOW
    assert in_child(machine, name) == refuse(EPERM)


def test_every_number_is_decided(machine: Machine) -> None:
    allowed = {pair[machine.column] for pair in numbers.values()}
    for number in range(600):
        answer = run(zygote_filter(machine), machine.audit, number)
        assert answer == ALLOW or number not in allowed or answer & 0xFFFF0000 == 0x50000
        if number not in allowed:
            assert answer == refuse(EPERM)


def test_threads_yes_processes_no(machine: Machine) -> None:
    thread = 0x3D0F00
    assert thread & CLONE_THREAD
    assert in_child(machine, "clone", thread) == ALLOW
    assert in_child(machine, "clone", 17) == refuse(EPERM)
    assert in_zygote(machine, "clone", 0x1200011) == ALLOW
    for namespace in (0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert in_zygote(machine, "clone", namespace | 17) == refuse(EPERM)
        assert in_child(machine, "clone", namespace | thread) == refuse(EPERM)
    assert in_child(machine, "clone3") & 0xFFFF == 38


def test_limits_may_be_read_not_set(machine: Machine) -> None:
    assert in_child(machine, "prlimit64", 0, 7, 0, 1234) == ALLOW
    assert in_child(machine, "prlimit64", 0, 7, 1234) == refuse(EPERM)
    assert in_child(machine, "prlimit64", 0, 7, 1 << 32) == refuse(EPERM)
    assert in_child(machine, "prlimit64", 77, 7, 0) == refuse(EPERM)
    assert in_zygote(machine, "prlimit64", 0, 7, 1234) == ALLOW


def test_arguments(machine: Machine) -> None:
    assert in_child(machine, "ioctl", 3, 0x5421) == ALLOW
    assert in_child(machine, "ioctl", 0, 0x5412) & 0xFFFF == 25
    assert in_child(machine, "fcntl", 3, 1030) == ALLOW
    assert in_child(machine, "fcntl", 3, 8) == refuse(EPERM)
    assert in_child(machine, "fcntl", 3, 15) == refuse(EPERM)
    assert in_child(machine, "socketpair", 1) == ALLOW
    assert in_child(machine, "socketpair", 2) == refuse(EPERM)
    assert in_child(machine, "sendto", 3, 0, 0, 0, 0) == ALLOW
    assert in_child(machine, "sendto", 3, 0, 0, 0, 1 << 40) == refuse(EPERM)
    assert in_child(machine, "rt_sigaction", 10) == refuse(EPERM)
    assert in_child(machine, "rt_sigaction", 2) == ALLOW
    assert in_child(machine, "openat", 0, 0, 0x410002) == refuse(EOPNOTSUPP)
    assert in_child(machine, "openat", 0, 0, 0x80000) == ALLOW


@pytest.mark.parametrize(("header", "column"), [("x86_64-linux-gnu/asm/unistd_64.h", 0), ("asm-generic/unistd.h", 1)])
def test_numbers_are_the_kernels(header: str, column: int) -> None:
    path = Path("/usr/include") / header
    if not path.exists():
        pytest.skip("no kernel headers here")
    pattern = r"#define __NR(?:3264)?_?(\w+)\s+(\d+)"
    known = {name.removeprefix("3264_"): int(number) for name, number in re.findall(pattern, path.read_text())}
    known.setdefault("newfstatat", known.get("fstatat", -1))
    for name, pair in (numbers | dangerous).items():
        if pair[column] >= 0 and not name.endswith("_"):
            assert known[name] == pair[column], name
        elif not name.endswith("_"):
            assert name not in known, name
