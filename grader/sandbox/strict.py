"""The strict tier: children forked from a confined zygote (Linux with Landlock and seccomp)."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from grader.content.calling import PartPlan, Plan
from grader.sandbox.runs import Isolation, Layer, Limits, PartRun, Refused, Run, SandboxFault
from grader.sandbox.scratch import Scratch
from grader.sandbox.talk import Talk
from grader.sandbox.wire import Job, encoder, plan_decoder
