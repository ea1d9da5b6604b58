"""Warpschool from Python: run CUDA kernels in a simulator of warps, count what they do to memory, find their races.

No GPU is needed, and nothing but the standard library: NumPy and IPython are used where they are installed.

    >>> import warpschool
    >>> result = warpschool.run('''
    ... __global__ void twice(const float *in, float *out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
    ... ''', grid=1, block=32, args={"in": [float(i) for i in range(32)], "out": "32"})
    >>> result["global.load.sectors"], float(result.outputs["out"][3])
    (4, 6.0)

In a notebook, `%load_ext warpschool` adds `%warpschool` and `%%warpschool`; `%warpschool help` lists what they do.
"""

from __future__ import annotations

from typing import Any

from ._errors import CompileError, ProgramNotFound, UsageError, WarpschoolError
from ._lessons import Exercise, Lesson, Page, Prediction, explain, lesson, lessons
from ._metrics import Metric, metrics
from ._pictures import Picture
from ._program import program
from ._results import Finding, Goal, Gpu, Line, Message, Result, Verdict
from ._running import Buffer, check, run

__all__ = [
    "Buffer",
    "CompileError",
    "Exercise",
    "Finding",
    "Goal",
    "Gpu",
    "Lesson",
    "Line",
    "Message",
    "Metric",
    "Page",
    "Picture",
    "Prediction",
    "ProgramNotFound",
    "Result",
    "UsageError",
    "Verdict",
    "WarpschoolError",
    "check",
    "explain",
    "lesson",
    "lessons",
    "metrics",
    "program",
    "run",
]


def load_ipython_extension(shell: Any) -> None:
    """What `%load_ext warpschool` calls."""
    from . import _magics

    _magics.register(shell)
