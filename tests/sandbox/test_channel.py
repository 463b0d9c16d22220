"""Everything that a child can do to its channel costs it its own part."""

from __future__ import annotations

import sys
import textwrap
import time

import pytest

from sandbox.asking import Asked

if sys.platform != "linux":
    pytest.skip("the strict tier is for Linux", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("honest_code_passes_afterwards")


def forging(lie: bytes) -> str:
    """A source that writes a frame with this body wherever it can."""
    return f"""
        import os
        def f(x):
            lie = {lie!r}
            for fd in range(3, 20):
                try: os.write(fd, len(lie).to_bytes(4, "little") + lie)
                except OSError: pass
            return x
    """


class TestTheChannel:
    write_all = "for fd in range(3, 64):\n    try: os.write(fd, {data})\n    except OSError: pass\n"

    @pytest.mark.parametrize(
        "data",
        [
            "b'{\"points\": 10}'",
            "b'\\xff\\xff\\xff\\xff'",
            "b'\\xff\\xff\\xff\\x7f' * 1000",
            "bytes(4)",
            "bytes(1 << 16)",
            "b'\\5\\0\\0\\0hello'",
            "b'\\x01\\0\\0\\0\\x90'",
            "b'\\x0c\\0\\0\\0\\x93\\xa8answered'",
        ],
    )
    def test_garbage(self, strict: Asked, data: str) -> None:
        body = textwrap.indent(self.write_all.format(data=data), "    ")
        run = strict.run(f"import os\ndef f(x):\n{body}    return x\ndef g(x): return x\n", "f", "g")
        assert run.parts[0].ended in ("killed", "answered")
        assert run.parts[1].ended in ("answered", "killed")
        assert strict.run(f"import os\n{self.write_all.format(data=data)}\n").parts[0].ended in ("killed", "missing")

    def test_half_a_frame_then_silence(self, strict: Asked) -> None:
        body = textwrap.indent(self.write_all.format(data="b'\\x20\\0\\0\\0ab'"), "    ")
        run = strict.run(f"import os, time\ndef f(x):\n{body}    time.sleep(60)\ndef g(x): return x\n", "f", "g")
        assert [each.ended for each in run.parts] == ["timeout", "answered"]

    def test_a_trickle_does_not_stretch_the_time(self, strict: Asked) -> None:
        source = """
            import os, time
            def f(x):
                fds = []
                for fd in range(3, 20):
                    try: os.write(fd, b"\\0\\0\\1\\0"); fds.append(fd)
                    except OSError: pass
                while True:
                    time.sleep(0.01)
                    for fd in fds: os.write(fd, b"x")
        """
        started = time.monotonic()
        assert strict.part(source).ended == "timeout"
        assert time.monotonic() - started < 50, "it would go on for ever"

    def test_a_flood(self, strict: Asked) -> None:
        source = """
            import os
            def f(x):
                while True:
                    for fd in range(3, 20):
                        try: os.write(fd, b"\\xff\\xff\\0\\0" * 10000)
                        except OSError: pass
        """
        assert strict.part(source).ended in ("killed", "timeout")

    @pytest.mark.parametrize("call", ["os.close(fd)", "os.dup2(0, fd)", "os.set_blocking(fd, False)"])
    def test_closed_and_swapped_descriptors(self, strict: Asked, call: str) -> None:
        source = f"""
            import os
            def f(x):
                for fd in range(3, 64):
                    try: {call}
                    except OSError: pass
                return x
            def g(x): return x
        """
        run = strict.run(source, "f", "g")
        assert run.parts[0].ended in ("killed", "timeout", "answered")
        assert run.parts[1].ended == "answered"

    def test_lying_answers(self, strict: Asked) -> None:
        """Forged frames whose arrays are not what they claim."""
        # ["answered", [[["array", "<f8", [1099511627776], b""], [], False, ""]], ""]
        lie = b"\x93\xa8answered\x91\x94\x94\xa5array\xa3<f8\x91\xcf\0\0\1\0\0\0\0\0\xc4\0\x90\xc2\xa0\xa0"
        run = strict.part(forging(lie))
        assert (run.ended, run.why) == ("killed", "sent something that is no answer")

    def test_an_answer_of_another_kind(self, strict: Asked) -> None:
        """True where numbers are asked for, well packed: no judge ever sees it."""
        # ["answered", [[["truth", true], [], false, ""]], ""]
        run = strict.part(forging(b"\x93\xa8answered\x91\x94\x92\xa5truth\xc3\x90\xc2\xa0\xa0"))
        assert (run.ended, run.why) == ("killed", "sent something that is no answer")

    def test_shutting_down_without_dying(self, strict: Asked) -> None:
        source = """
            import os, socket, time
            def f(x):
                for fd in range(3, 20):
                    try: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fd).shutdown(socket.SHUT_RDWR)
                    except OSError: pass
                time.sleep(60)
            def g(x): return x
        """
        run = strict.run(source, "f", "g")
        assert (run.parts[0].ended, run.parts[0].why) == ("killed", "closed its channel to the grader")
        assert run.parts[1].ended == "answered"
