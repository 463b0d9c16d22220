#!/usr/bin/env bash
# Run once, when Gradescope builds the image: a Python of the right age, the engine, and a user who may read nothing.
set -euo pipefail

root="${AUTOGRADER_ROOT:-/autograder}"
user="${AUTOGRADER_USER:-workbook}"
python=""

find_python() {
    local one
    for one in python3.14 python3.13 python3.12 python3.11 python3; do
        if command -v "$one" >/dev/null &&
            "$one" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            python="$one"
            return 0
        fi
    done
    return 1
}

if ! find_python; then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3.12 python3.12-venv ||
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3.11 python3.11-venv
    find_python
fi

# Outside source/, which only root may read: the interpreter must be in reach of the student's code.
"$python" -m venv "$root/engine"
"$root/engine/bin/python" -m pip install --no-cache-dir --disable-pip-version-check "$root"/source/*.whl
chmod -R go+rX "$root/engine"

if [ "$(id -u)" = 0 ] && ! id -u "$user" >/dev/null 2>&1; then
    useradd --system --no-create-home --shell /bin/false "$user"
fi
chmod -R go-rwx "$root/source"
