"""Launches and checks: from Python's values to the program's words, and back."""

from __future__ import annotations

import operator
import os
import re
import shutil
import stat
import tempfile
import weakref
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._arrays import TYPES, Given, from_npy, given, is_array, npy, parameter_type
from ._errors import CompileError, UsageError, WarpschoolError
from ._metrics import metrics as all_metrics
from ._pictures import Picture
from ._program import call, call_json, refused, with_name
from ._results import Result, Verdict, messages_of

Source = Union[str, "os.PathLike[str]"]
Size = Union[int, Sequence[int]]

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*\Z")
_WORDS_FOR_A_BUFFER = re.compile(r"[0-9]+(x[0-9]+){0,2}(:[a-z0-9]+){0,2}\Z")
_OWN = ("blocks", "threads", "shared", "kernel")
_SOURCE_MOST = 4 << 20  # bytes, as the program has it


@dataclass(frozen=True)
class Buffer:
    """A buffer that the program makes: so many elements, of a type such as "f32" (the parameter's without it), that
    hold "zero", "random", "iota" (0, 1, 2, ...) or "poison" (a pattern that no kernel writes by chance)."""

    count: int
    type: Optional[str] = None
    init: Optional[str] = None

    def word(self) -> str:
        return ":".join(str(part) for part in (self.count, self.type, self.init) if part is not None)


def read_source(source: Source) -> Tuple[str, str]:
    """The text and a name for messages. A text is the source itself; a path (pathlib.Path) is read."""
    if isinstance(source, str):
        return source, "kernel.cu"
    try:
        path = os.fsdecode(source)
    except TypeError:
        raise UsageError("a source is a text or a path (pathlib.Path), no {}".format(type(source).__name__)) from None
    try:
        told = os.stat(path)
        if not stat.S_ISREG(told.st_mode):  # a pipe may have no end
            raise UsageError("{} is no regular file".format(path))
        if told.st_size > _SOURCE_MOST:
            raise UsageError("{} is larger than {} MiB".format(path, _SOURCE_MOST >> 20))
        with open(path, encoding="utf-8", newline="") as file:
            return file.read(), os.path.basename(path)
    except (OSError, ValueError) as error:
        raise UsageError("{!r} cannot be read: {}".format(path, error)) from error


def _write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)


def folder_for(source: str) -> Tuple[str, str]:
    """A folder of this process with the source in it, and the source's path. Links are resolved: the program follows
    none that leads out of a folder."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="warpschool-"))
    path = os.path.join(folder, "kernel.cu")
    _write(path, source.encode("utf-8", "surrogateescape"))
    return folder, path


def _size(size: Size, name: str) -> str:
    try:
        numbers: List[Any] = list(size)  # type: ignore[arg-type]
    except TypeError:
        numbers = [size]
    try:
        words = [_whole(number) for number in numbers]
    except (TypeError, ValueError):
        words = []
    if not 1 <= len(words) <= 3 or not all(word.isdigit() and word != "0" for word in words):
        raise UsageError("{} is a whole number of at least 1, or up to three of them".format(name))
    return "x".join(words)


def _is_whole(value: Any) -> bool:
    return not isinstance(value, (bool, float)) and hasattr(value, "__index__")


def _whole(value: Any) -> str:
    """The digits. TypeError: it is no whole number; ValueError: it has more digits than Python writes."""
    if isinstance(value, bool):
        raise TypeError
    return str(operator.index(value))


def _number(value: Any, name: str) -> str:
    try:
        if isinstance(value, bool):
            return str(int(value))
        return _whole(value) if _is_whole(value) else repr(float(value))
    except TypeError:
        raise UsageError("{} is no number, no array and no Buffer".format(name)) from None
    except (ValueError, OverflowError):
        raise UsageError("{} is no number that a kernel takes".format(name)) from None


def option_words(
    arch: Optional[str],
    device: Optional[str],
    compiler: Optional[str],
    schedule: Optional[str],
    timeout: Optional[int],
    memory: Optional[int],
) -> List[str]:
    """Options of the program, those that were given."""
    options = {
        "arch": arch,
        "device": device,
        "compiler": compiler,
        "schedule": schedule,
        "timeout": timeout,
        "memory": memory,
    }
    return ["--{}={}".format(name, value) for name, value in options.items() if value is not None]


class Running:
    """A kernel with its arguments in a folder of its own, which is there as long as a result refers to it."""

    def __init__(
        self, source: str, name: str, kernel: Optional[str], metrics: Sequence[str], options: Sequence[str]
    ) -> None:
        self.source = source
        self.name = name
        self.kernel = kernel
        self.metrics = list(metrics)
        self.words: List[str] = []
        self._options = list(options)
        self._given: Dict[str, Given] = {}
        self._pictures: Dict[Tuple[str, Optional[int]], Picture] = {}
        self.folder, self.path = folder_for(source)
        self.remove = weakref.finalize(self, shutil.rmtree, self.folder, True)

    def add(self, name: str, value: Any) -> None:
        """An argument of the kernel."""
        if not _NAME.match(name):
            raise UsageError("{!r} is no parameter's name".format(name))
        if name in _OWN:
            raise UsageError("{} is a word for the launch itself; give the parameter another name".format(name))
        if isinstance(value, Buffer):
            value = value.word()
        if isinstance(value, str):
            self._add_words(name, value)
        elif is_array(value):
            self._given[name] = given(value, name, parameter_type(self.source, name, self.kernel))
            path = os.path.join(self.folder, name + ".npy")
            _write(path, npy(self._given[name]))
            self.words.append("{}=@{}".format(name, path))
        else:
            self.words.append("{}={}".format(name, _number(value, name)))

    def _add_words(self, name: str, value: str) -> None:
        if not _WORDS_FOR_A_BUFFER.match(value):
            raise UsageError(
                "{}={!r} is not COUNT[:TYPE][:INIT], such as 1024:f32:random; types are {}, and a buffer begins as "
                "random, iota, zero or poison".format(name, value, ", ".join(TYPES))
            )
        self.words.append("{}={}".format(name, value))

    def result(self) -> Result:
        out = os.path.join(self.folder, "out")
        kernel = [self.kernel] if self.kernel is not None else []
        try:
            answer = call_json(["try", self.path, *kernel, *self.words, "--out=" + out, *self._options])
        except WarpschoolError as error:
            raise type(error)(self._in_own_names(str(error))) from None
        if not answer.get("launches"):
            messages = messages_of(answer.get("messages", []), self.path, self.name)
            if answer.get("verdict") == "error":
                raise WarpschoolError("\n".join(str(message) for message in messages))
            raise CompileError(messages)
        return Result(self, answer, self._outputs(out))

    def _in_own_names(self, said: str) -> str:
        """What the program said, with the person's names in the place of files that the person never saw."""
        for name in self._given:
            said = with_name(said, os.path.join(self.folder, name + ".npy"), "the array for " + name)
        said = with_name(said, self.path, self.name)
        for theirs, own in (("blocks", "grid"), ("threads", "block")):
            if said.startswith(theirs + " needs "):
                said = re.sub(r"\b{}(?= needs|=)".format(theirs), own, said)
        mistaken = re.search(r"array for (\w+) holds [iuf][0-9]+; .* has elements of type ([iuf][0-9]+)", said)
        if mistaken and mistaken.group(2) in TYPES:
            letters, code = TYPES[mistaken.group(2)]
            kind = {"i": "int", "u": "uint", "f": "float"}[letters[1]]
            if self._given[mistaken.group(1)].dtype is not None:
                said += "; array.astype('{}{}') makes one that fits".format(kind, 8 * int(letters[2]))
            elif code != "e":  # array.array has no halves
                said += "; array.array('{}', values) makes one that fits".format(code)
        return said

    def _outputs(self, folder: str) -> Dict[str, Any]:
        outputs = {}
        for entry in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            name, extension = os.path.splitext(entry)
            if extension != ".npy":
                continue
            with open(os.path.join(folder, entry), "rb") as file:
                outputs[name] = from_npy(file.read(), self._given.get(name))
        shutil.rmtree(folder, ignore_errors=True)
        return outputs

    def picture(self, kind: str, line: Optional[int], grid: Sequence[int], block: Sequence[int]) -> Picture:
        if (kind, line) not in self._pictures:
            self._pictures[kind, line] = self._draw(kind, line, grid, block)
        return self._pictures[kind, line]

    def _draw(self, kind: str, line: Optional[int], grid: Sequence[int], block: Sequence[int]) -> Picture:
        if line is not None and (not _is_whole(line) or line < 1):
            raise UsageError("a line is a whole number of at least 1")
        path = os.path.join(self.folder, "picture.svg")
        lines = [str(int(line))] if line is not None and kind != "occupancy" else []
        options = [word for word in self._options if not word.startswith("--device=")] + ["--device=sim"]
        words = [word for word in self.words if not word.startswith(("blocks=", "threads="))]
        words += ["blocks=" + _size(grid, "grid"), "threads=" + _size(block, "block")]
        if self.kernel is not None:
            words.append("kernel=" + self.kernel)
        done = call(["show", kind, *lines, self.path, *words, "--svg=" + path, "--plain", "--width=1000", *options])
        if not os.path.exists(path):
            said = self._in_own_names(done.stdout.strip())
            raise UsageError(said) if said and done.returncode in (0, 2) else refused(done)
        with open(path, encoding="utf-8") as file:
            picture = Picture(file.read())
        os.remove(path)
        return picture


def _known_metrics(names: Sequence[str]) -> List[str]:
    known = {metric.name for metric in all_metrics()} if names else set()
    for name in names:
        if name not in known:
            raise UsageError("there is no metric {!r}; warpschool.metrics() lists them".format(name))
    return list(names)


def run(
    source: Source,
    kernel: Optional[str] = None,
    *,
    grid: Optional[Size] = None,
    block: Optional[Size] = None,
    shared: int = 0,
    args: Optional[Mapping[str, Any]] = None,
    metrics: Sequence[str] = (),
    arch: Optional[str] = None,
    device: Optional[str] = None,
    compiler: Optional[str] = None,
    schedule: Optional[str] = None,
    timeout: Optional[int] = None,
    memory: Optional[int] = None,
) -> Result:
    """Compiles a kernel, launches it in the simulator (and on a GPU where there is one), and says what happened.

    source: CUDA C++ as text, or the path of a file (pathlib.Path). kernel: its name, where the source has several.
    grid, block: blocks and threads, a number or up to three; 4 and 128 without them, or what comments `// try:` in the
    source say. shared: bytes of dynamic shared memory.
    args: the kernel's arguments by its parameters' names. An array (of NumPy, array.array, memoryview, a list) is what
    a pointer points to; a number is one; a Buffer, or words such as "1024:f32:random", is made by the program. What is
    left out is chosen as `warpschool try` does.
    metrics: the names of the counts that tables show; the result has all.
    arch: such as "sm_80"; device: "auto", "sim" or "gpu"; compiler: "auto", "nvrtc" or "clang"; schedule: "lockstep",
    "reverse" or "random:SEED"; timeout: seconds of processor time; memory: MB.

    Raises CompileError with the compiler's diagnostics, UsageError where something does not fit the kernel, and
    ProgramNotFound. Races, accesses out of bounds and kernels without end are no errors: see Result.findings and
    Result.status.
    """
    text, name = read_source(source)
    if kernel is not None and not _NAME.match(kernel):
        raise UsageError("{!r} is no kernel's name".format(kernel))
    asked = [metrics] if isinstance(metrics, str) else metrics
    options = option_words(arch, device, compiler, schedule, timeout, memory)
    running = Running(text, name, kernel, _known_metrics(asked), options)
    if grid is not None:
        running.words.append("blocks=" + _size(grid, "grid"))
    if block is not None:
        running.words.append("threads=" + _size(block, "block"))
    if shared:
        running.words.append("shared=" + _number(shared, "shared"))
    for parameter, value in (args or {}).items():
        running.add(parameter, value)
    return running.result()


def check(
    exercise: str,
    source: Source,
    *,
    arch: Optional[str] = None,
    compiler: Optional[str] = None,
    schedule: Optional[str] = None,
    timeout: Optional[int] = None,
    memory: Optional[int] = None,
) -> Verdict:
    """Judges an answer to an exercise, as `warpschool check EXERCISE FILE` does.

    exercise: its name, such as "eight-way". source: the answer as text, or the path of a file (pathlib.Path). An answer
    that does not compile is a Verdict, too; UsageError where there is no such exercise.
    """
    if not exercise or exercise.startswith("-"):
        raise UsageError("{!r} is no exercise's name; `warpschool.lessons()` lists them".format(exercise))
    text, name = read_source(source)
    folder, path = folder_for(text)
    try:
        answer = call_json(["check", exercise, path, *option_words(arch, None, compiler, schedule, timeout, memory)])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Verdict(answer, text, path, name)
