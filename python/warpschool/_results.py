"""What a launch or a check gave."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _html
from ._errors import UsageError
from ._pictures import KINDS, Picture, race_picture
from ._program import is_file

if TYPE_CHECKING:
    from ._running import Running

Number = Union[int, float, str]


@dataclass(frozen=True)
class Message:
    """What a compiler, or the program, says about a place in a file. line and column from 1; 0: none."""

    file: str
    line: int
    column: int
    severity: str
    message: str
    hint: Optional[str] = None

    def __str__(self) -> str:
        place = ":".join([self.file] + [str(n) for n in (self.line, self.column) if n > 0]) if self.file else ""
        text = "{}{}: {}".format(place + ": " if place else "", self.severity, self.message)
        return text + ("; " + self.hint if self.hint else "")


@dataclass(frozen=True)
class Finding:
    """A defect that the simulator saw, as compute-sanitizer would: docs/findings.md lists the kinds.

    `count` is how often it was seen; `race` the two accesses of a race between two threads.
    """

    kind: str
    severity: str
    message: str
    file: str
    line: int
    column: int
    other_line: int
    count: int
    race: Optional[Mapping[str, Any]] = field(default=None, repr=False)

    def __str__(self) -> str:
        place = "{}:{}{}".format(self.file, self.line, ":{}".format(self.column) if self.column else "")
        times = " ({} times)".format(self.count) if self.count > 1 else ""
        return "{}: {}: {}: {}{}".format(place, self.severity, self.kind, self.message, times)


@dataclass(frozen=True)
class Line:
    """A line of the source and what was counted on it."""

    line: int
    file: str
    text: str
    metrics: Mapping[str, Number]

    def __getitem__(self, name: str) -> Number:
        return self.metrics[name]


@dataclass(frozen=True)
class Gpu:
    """What the machine's GPU gave beside the simulator. Times are of 20 launches with a cold L2 cache."""

    name: str
    time_ms: Optional[float]
    time_low_ms: Optional[float]
    time_high_ms: Optional[float]
    copy_gbps: Optional[float]
    metrics: Mapping[str, Number]
    notes: Sequence[str]


@dataclass(frozen=True)
class Goal:
    """A goal of an exercise. `judged` is False where it could not be judged here."""

    goal: str
    means: str
    met: bool
    now: str
    judged: bool


def messages_of(entries: Sequence[Mapping[str, Any]], path: str, name: str) -> List[Message]:
    """Messages with the name that the person gave in the place of the path that the program was given."""
    found = []
    for entry in entries:
        file = str(entry.get("file") or "")
        found.append(
            Message(
                name if is_file(file, path) else file,
                int(entry.get("line", 0)),
                int(entry.get("column", 0)),
                str(entry.get("severity", "error")),
                str(entry.get("message", "")),
                entry.get("hint"),
            )
        )
    return found


def readable_kernel(name: str) -> str:
    """The kernel's name in the source for the compiler's: square for _Z6squarePii and _ZN4demo6squareEPii."""
    nested = name.startswith("_ZN")
    at, parts = 3 if nested else 2, []
    while name.startswith("_Z"):
        digits = re.match("[0-9]+", name[at:])
        if digits is None:
            break
        start = at + digits.end()
        at = start + int(digits.group())
        parts.append(name[start:at])
        if not nested:
            break
    return "::".join(parts) or name


def _gpu(entry: Optional[Mapping[str, Any]]) -> Optional[Gpu]:
    if entry is None:
        return None
    time = entry.get("time") or {}
    return Gpu(
        str(entry.get("name")),
        time.get("median_ms"),
        time.get("low_ms"),
        time.get("high_ms"),
        entry.get("copy_gbps"),
        dict(entry.get("metrics") or {}),
        [str(note) for note in entry.get("notes", [])],
    )


class Result:
    """A launch of a kernel: counts, findings, what it printed, and its outputs.

    `metrics` has every count by its name (`warpschool.metrics()` says what they mean), and so has `result[name]`.
    `lines` has them for each line. `findings` are defects; a kernel can have some and still write the right output.
    `outputs` has an array for each pointer parameter that is not to const. `gpu` is None where the machine has none.
    `status` is finished, stopped (by a finding or a limit), refused (`error` says why), interrupted or unsupported;
    `verdict` one of the program's words for all of it. `json` is everything that the program said.
    """

    def __init__(self, running: Running, answer: Mapping[str, Any], outputs: Mapping[str, Any]) -> None:
        launch = answer["launches"][0]
        self._running = running
        self._shown: List[Picture] = []
        self.json: Mapping[str, Any] = answer
        self.source: str = running.source
        self.kernel: str = readable_kernel(str(launch.get("kernel", "")))
        self.grid: Tuple[int, int, int] = tuple(launch.get("grid", (1, 1, 1)))
        self.block: Tuple[int, int, int] = tuple(launch.get("block", (1, 1, 1)))
        self.device: str = str(answer.get("device"))
        self.arch: str = str(answer.get("arch"))
        self.verdict: str = str(answer.get("verdict"))
        self.status: str = str(launch.get("status"))
        self.error: Optional[str] = launch.get("error")
        self.printed: str = str(launch.get("printed", ""))
        self.metrics: Mapping[str, Number] = dict(launch.get("metrics", {}))
        self.outputs: Mapping[str, Any] = outputs
        self.gpu: Optional[Gpu] = _gpu(launch.get("gpu"))
        self.findings: List[Finding] = [self._finding(entry) for entry in launch.get("findings", [])]
        self.lines: List[Line] = [self._line(entry) for entry in launch.get("lines", [])]
        self.messages: List[Message] = messages_of(answer.get("messages", []), running.path, running.name)

    def _finding(self, entry: Mapping[str, Any]) -> Finding:
        return Finding(
            str(entry["kind"]),
            str(entry["severity"]),
            str(entry["message"]),
            self._running.name,
            int(entry["line"]),
            int(entry.get("column", 0)),
            int(entry.get("other_line", 0)),
            int(entry["count"]),
            entry.get("race"),
        )

    def _line(self, entry: Mapping[str, Any]) -> Line:
        file = str(entry.get("file") or self._running.path)
        own = is_file(file, self._running.path)
        text = self.text_of(int(entry["line"])) if own else ""
        return Line(int(entry["line"]), self._running.name if own else file, text, dict(entry["metrics"]))

    def text_of(self, line: int) -> str:
        """A line of the source, from 1; empty where there is none of that number."""
        texts = self.source.split("\n")
        return texts[line - 1].rstrip("\r") if 1 <= line <= len(texts) else ""

    @property
    def safe(self) -> bool:
        """Whether nothing was found but warnings."""
        return all(finding.severity != "error" for finding in self.findings)

    @property
    def time_ms(self) -> Optional[float]:
        """The median time on the machine's GPU; None where it has none."""
        return self.gpu.time_ms if self.gpu is not None else None

    def __getitem__(self, name: str) -> Number:
        """A count by its name; a GPU's (`time.ms`) too. KeyError where it is not known."""
        if name not in self.metrics and self.gpu is not None and name in self.gpu.metrics:
            return self.gpu.metrics[name]
        return self.metrics[name]

    def line(self, number: int) -> Line:
        """The counts of a line of the source; of one that counted nothing they are empty."""
        for line in self.lines:
            if line.line == number and line.file == self._running.name:
                return line
        return Line(number, self._running.name, self.text_of(number), {})

    def picture(self, kind: str, line: Optional[int] = None) -> Picture:
        """A picture of the launch as SVG.

        "banks": a request of a line over the 32 banks of shared memory; "sectors": one over the 32-byte sectors of
        global memory (without line: that of the line that wastes most); "race": the two accesses of a race;
        "occupancy": what a multiprocessor has and what the blocks take. The launch is made again for it. UsageError
        where there is nothing to draw.
        """
        if kind not in KINDS:
            raise UsageError("there is no picture {!r}; there are {}".format(kind, ", ".join(KINDS)))
        return self._race(line) if kind == "race" else self._running.picture(kind, line, self.grid, self.block)

    def _race(self, line: Optional[int]) -> Picture:
        for finding in self.findings:
            if finding.race is None or (line is not None and line not in (finding.line, finding.other_line)):
                continue
            texts = ["line {}: {}".format(n, self.text_of(n).strip()) for n in (finding.other_line, finding.line)]
            return race_picture(finding.race, (texts[0], texts[1]))
        at = " at line {}".format(line) if line is not None else ""
        raise UsageError("no race between two threads was found{}".format(at))

    def show(self, *pictures: Picture) -> "Result":
        """The same result with these pictures below it, where a notebook shows it."""
        self._shown = list(pictures)
        return self

    @property
    def shown_metrics(self) -> List[str]:
        """The names of the counts that a table shows: those that were asked for, else those that say something."""
        asked = list(self._running.metrics)
        return asked or [name for name in self.metrics if _html.says_something(name, self.metrics)]

    @property
    def shown_pictures(self) -> Sequence[Picture]:
        return self._shown

    def __repr__(self) -> str:
        return _html.result_text(self)

    def _repr_html_(self) -> str:
        return _html.result_html(self)


class Verdict:
    """What `check` says of an answer to an exercise.

    `verdict` is passed, wrong (the output), unsafe (a finding), missed (a goal), uncompiled, stuck, unsupported or
    error.
    `goals` and `findings` are of the launch that decided; `messages` is what a compiler said.
    """

    def __init__(self, answer: Mapping[str, Any], source: str, path: str, name: str) -> None:
        launches = answer.get("launches") or [{}]
        last: Mapping[str, Any] = launches[-1]
        self.json: Mapping[str, Any] = answer
        self.source: str = source
        self.exercise: str = str(answer.get("exercise") or "")
        self.lesson: str = str(answer.get("lesson") or "")
        self.verdict: str = str(answer["verdict"])
        self.messages: List[Message] = messages_of(answer.get("messages", []), path, name)
        self.launches: int = len(answer.get("launches", []))
        self.params: Dict[str, int] = dict(last.get("params", {}))
        self.metrics: Mapping[str, Number] = dict(last.get("metrics", {}))
        self.mismatch: Optional[Mapping[str, Any]] = last.get("mismatch")
        self.printed: str = str(last.get("printed", ""))
        self.error: Optional[str] = last.get("error")
        self.goals: List[Goal] = [
            Goal(
                str(goal["goal"]),
                str(goal.get("means") or ""),
                bool(goal["met"]),
                str(goal.get("now") or ""),
                bool(goal.get("judged", True)),
            )
            for goal in answer.get("goals", [])
        ]
        self.findings: List[Finding] = [
            Finding(
                str(entry["kind"]),
                str(entry["severity"]),
                str(entry["message"]),
                name,
                int(entry["line"]),
                int(entry.get("column", 0)),
                int(entry.get("other_line", 0)),
                int(entry["count"]),
                entry.get("race"),
            )
            for entry in last.get("findings", [])
        ]

    @property
    def passed(self) -> bool:
        return self.verdict == "passed"

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        return _html.verdict_text(self)

    def _repr_html_(self) -> str:
        return _html.verdict_html(self)
