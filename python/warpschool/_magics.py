"""`%warpschool` and `%%warpschool` for IPython: kernels, lessons and exercises in the cells of a notebook."""

from __future__ import annotations

import difflib
import importlib
import re
import shlex
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from . import _html
from ._arrays import is_array
from ._errors import CompileError, UsageError, WarpschoolError
from ._lessons import Lesson, Page, Prediction, exercise_named, explain, lesson, lessons, note
from ._metrics import metrics
from ._pictures import Picture
from ._program import call_json, call_text
from ._results import Result, Verdict
from ._running import Buffer, check, run

HELP = """\
%%warpschool run WORD...     run the kernel in the cell; the words, each NAME=VALUE:
    kernel=NAME              which one, where the cell has several
    grid=4 or grid=4x4       blocks; block=128 or block=16x16 threads of a block; shared=BYTES
    PARAM=VALUE              an argument: a number, a variable of the notebook (an array, a number), or COUNT:TYPE:INIT
                             such as 1024:f32:random for a buffer that is made for it
    metrics=A,B              the counts to show; banks=LINE, sectors=LINE, race, occupancy: pictures
    into=NAME                keep the result in that variable; arch=sm_80, device=sim, schedule=reverse
%%warpschool check EXERCISE  judge the cell as an answer to the exercise
%warpschool exercise NAME    the task, with a cell to answer in
%warpschool hint [NAME]      the next hint of the exercise
%warpschool list             the lessons
%warpschool lesson NAME [STEP]   open a lesson; %warpschool next goes on, %warpschool back goes back
%warpschool answer ANSWER    answer the question of the step; next without an answer gives it up
%warpschool quiz             the lesson's questions, with their answers folded
%warpschool metrics [WORD]   what is counted; %warpschool explain WORD what a word means
%warpschool doctor           what works on this machine"""


class Html:
    """Something to display, with its text for where there is no HTML."""

    def __init__(self, text: str, html: str) -> None:
        self.text = text
        self.html = html

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def preformatted(text: str) -> Html:
    return Html(_html.plain(text), _html.block("<pre>{}</pre>".format(_html.escape(text))))


def prose(text: str) -> Html:
    """Paragraphs in which `this` is code."""
    parts = [part for part in text.split("\n\n") if part.strip()]
    return Html(_html.plain(text), _html.block("".join("<p>{}</p>".format(_html.code_spans(part)) for part in parts)))


# ---- words -------------------------------------------------------------------------------------------------------

_SIZES = {"grid": "grid", "blocks": "grid", "block": "block", "threads": "block"}
_OPTIONS = ("arch", "device", "compiler", "schedule")
_NUMBERS = ("shared", "timeout", "memory")
_PICTURES = ("banks", "sectors", "race", "occupancy")


def _whole(name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise UsageError("{} needs a whole number, not {!r}".format(name, value)) from None


def _size(name: str, value: str, variables: Dict[str, Any]) -> Any:
    if value.isidentifier():
        return _variable(name, value, variables)
    return [_whole(name, part) for part in value.strip("()").replace(",", "x").split("x")]


def _variable(name: str, value: str, variables: Dict[str, Any]) -> Any:
    if value in variables:
        return variables[value]
    near = difflib.get_close_matches(value, [key for key in variables if not key.startswith("_")], 1)
    hint = "; did you mean {}?".format(near[0]) if near else ""
    raise UsageError("{}={}: there is no variable {} in this notebook{}".format(name, value, value, hint))


def _argument(name: str, value: str, variables: Dict[str, Any]) -> Any:
    """A number, COUNT:TYPE:INIT, or a variable."""
    for read in (int, float):
        try:
            return read(value)
        except ValueError:
            continue
    if value.isidentifier():
        found = _variable(name, value, variables)
        if is_array(found) or isinstance(found, (int, float, Buffer)) or hasattr(found, "__index__"):
            return found
        if hasattr(found, "__float__"):
            return float(found)
        raise UsageError("{} is no number and no array, so that it cannot be {}".format(value, name))
    return value


class _Words:
    """The words of `%%warpschool run`."""

    def __init__(self, words: Sequence[str], variables: Dict[str, Any]) -> None:
        self.keywords: Dict[str, Any] = {}
        self.args: Dict[str, Any] = {}
        self.pictures: List[Tuple[str, Optional[int]]] = []
        self.into: Optional[str] = None
        for word in words:
            name, equals, value = word.lstrip("-").partition("=")
            if not equals and name in _PICTURES:
                self.pictures.append((name, None))
            elif not equals or not name or not value:
                raise UsageError("{} is not NAME=VALUE; %warpschool help lists what there is".format(word))
            else:
                self._take(name, value, variables)

    def _take(self, name: str, value: str, variables: Dict[str, Any]) -> None:
        if name in _SIZES:
            self.keywords[_SIZES[name]] = _size(name, value, variables)
        elif name in _NUMBERS:
            self.keywords[name] = _whole(name, value)
        elif name in _OPTIONS or name == "kernel":
            self.keywords[name] = value
        elif name == "metrics":
            self.keywords["metrics"] = [part for part in value.split(",") if part]
        elif name in _PICTURES:
            self.pictures.append((name, _whole(name, value)))
        elif name == "into":
            if not value.isidentifier():
                raise UsageError("into={} is no variable's name".format(value))
            self.into = value
        else:
            self.args[name] = _argument(name, value, variables)


# ---- what a notebook remembers -----------------------------------------------------------------------------------


class Notebook:
    """Where the person is in the course, and what the magics do. They display, and never raise what a person caused."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.lesson: Optional[Lesson] = None
        self.step = 0  # the one that was shown last, from 1
        self.waits = False  # its question is open
        self.exercise: Optional[str] = None
        self.commands: Dict[str, Callable[[List[str]], Any]] = {
            "answer": self._answer,
            "back": self._back,
            "doctor": self._doctor,
            "exercise": self._exercise,
            "explain": self._explain,
            "help": lambda words: preformatted(HELP),
            "hint": self._hint,
            "lesson": self._lesson,
            "list": self._list,
            "metrics": self._metrics,
            "next": self._next,
            "quiz": self._quiz,
        }

    # ---- what IPython calls

    def line(self, line: str) -> None:
        """`%warpschool COMMAND WORD...`"""
        self._guarded(lambda: self._line(line))

    def cell(self, line: str, cell: str) -> None:
        """`%%warpschool run WORD...` and `%%warpschool check EXERCISE`"""
        self._guarded(lambda: self._cell(line, cell))

    def _guarded(self, command: Callable[[], Any]) -> None:
        try:
            shown = command()
        except CompileError as error:
            text = "\n".join(str(message) for message in error.diagnostics)
            shown = Html(
                "it does not compile:\n" + _html.plain(text),
                _html.error_html("It does not compile:", error.diagnostics),
            )
        except WarpschoolError as error:
            text = _html.plain(error)
            shown = Html(text, _html.error_html(text))
        if shown is not None:
            self._display(shown)

    def _display(self, shown: Any) -> None:
        display: Callable[[Any], Any] = importlib.import_module("IPython.display").display
        display(shown)

    def _split(self, line: str) -> List[str]:
        try:
            return shlex.split(line)
        except ValueError as error:
            raise UsageError("{}: {}".format(line, error)) from None

    def _line(self, line: str) -> Any:
        words = self._split(line) or ["help"]
        name, rest = words[0], words[1:]
        if name in ("run", "check"):
            raise UsageError("{0} takes the cell below it: write %%warpschool {0}, with two percent signs".format(name))
        if name not in self.commands:
            near = difflib.get_close_matches(name, self.commands, 1)
            hint = "did you mean {}?".format(near[0]) if near else "%warpschool help lists what there is"
            raise UsageError("there is no %warpschool {}; {}".format(name, hint))
        return self.commands[name](rest)

    def _cell(self, line: str, cell: str) -> Any:
        words = self._split(line)
        # The first line of the kernel is the cell's second one, as an editor with line numbers counts.
        if words[:1] == ["run"]:
            return self._run(words[1:], "\n" + cell)
        if words[:1] == ["check"]:
            return self._check(words[1:], "\n" + cell)
        raise UsageError("the first line is %%warpschool run WORD... or %%warpschool check EXERCISE")

    # ---- kernels

    def _run(self, words: List[str], source: str) -> Result:
        asked = _Words(words, self.shell.user_ns)
        result = run(source, args=asked.args, **asked.keywords)
        pictures: List[Picture] = []
        complaints: List[str] = []
        for kind, line in asked.pictures:
            try:
                pictures.append(result.picture(kind, line))
            except UsageError as error:
                complaints.append(str(error))
        if asked.into is not None:
            self.shell.user_ns[asked.into] = result
        if complaints:
            self._display(prose("\n\n".join(complaints)))
        return result.show(*pictures)

    # ---- exercises

    def _check(self, words: List[str], source: str) -> Verdict:
        if len(words) > 1 or not (words or self.exercise):
            raise UsageError("name the exercise: %%warpschool check eight-way")
        self.exercise = words[0] if words else self.exercise
        return check(str(self.exercise), source)

    def _exercise(self, words: List[str]) -> Any:
        exercise = exercise_named(self._one(words, "exercise NAME", "exercise eight-way"))
        self.exercise = exercise.id
        self.shell.set_next_input("%%warpschool check {}\n{}".format(exercise.id, exercise.source()))
        # What the prompt says about files and editors does not hold here.
        told = [part for part in call_text(["exercise", exercise.id]).split("\n\n") if not part.startswith("Edit ")]
        return preformatted("\n\n".join(told))

    def _hint(self, words: List[str]) -> Any:
        name = words[0] if words else self.exercise
        if name is None or len(words) > 1:
            raise UsageError("name the exercise: %warpschool hint eight-way")
        self.exercise = exercise_named(name).id
        return prose(call_text(["hint", self.exercise]))

    # ---- lessons

    def _list(self, words: List[str]) -> Any:
        found = lessons()
        rows = [
            ["<code>{}</code>".format(_html.escape(each.id)), _html.escape(each.title), _html.escape(each.summary)]
            for each in found
        ]
        text = "\n".join("{:<20}{}".format(each.id, each.title) for each in found)
        head = [("lesson", ""), ("", ""), ("what it is about", "meaning")]
        return Html(text, _html.block(_html.table(head, rows, "Lessons")))

    def _lesson(self, words: List[str]) -> Any:
        if not 1 <= len(words) <= 2:
            raise UsageError("name a lesson, and a step if you like: %warpschool lesson 05-banks 3")
        found = lesson(words[0])
        return self._shown(found, _whole("a step", words[1]) if len(words) > 1 else found.step, False)

    def _shown(self, found: Lesson, step: int, reveal: bool) -> Page:
        page = found.show(step, reveal)
        self.lesson, self.step = found, step
        self.waits = page.prediction is not None
        if not self.waits:
            note(found, step)
        say = (
            "%warpschool answer ... answers it; %warpschool next gives it up."
            if self.waits
            else "%warpschool next goes on."
        )
        page.body += _html.element("p", say, "dim")
        return page

    def _open(self) -> Lesson:
        if self.lesson is None:
            raise UsageError("no lesson is open: %warpschool lesson 05-banks")
        return self.lesson

    def _next(self, words: List[str]) -> Any:
        found = self._open()
        if self.waits:
            return self._shown(found, self.step, True)
        if self.step < found.steps:
            return self._shown(lesson(found.id), self.step + 1, False)
        return self._end(found)

    def _end(self, found: Lesson) -> Any:
        said = ["That was the last step of {}.".format(found.id)]
        if found.questions:
            said.append("`%warpschool quiz` asks its questions.")
        said += ["`%warpschool exercise {}`: {}".format(each.id, each.title) for each in found.exercises]
        return prose("\n\n".join(said))

    def _back(self, words: List[str]) -> Any:
        found = self._open()
        if self.step <= 1:
            raise UsageError("this is the first step of {}".format(found.id))
        return self._shown(lesson(found.id), self.step - 1, False)

    def _answer(self, words: List[str]) -> Any:
        found = self._open()
        if not words:
            raise UsageError("say your answer: %warpschool answer 2")
        made = found.predict(self.step, " ".join(words))
        self._display(_prediction(made))
        return self._shown(lesson(found.id), self.step, False)

    def _quiz(self, words: List[str]) -> Any:
        found = lesson(words[0]) if words else self._open()
        out, texts = [_html.element("h3", "Questions of {}".format(found.id))], []
        for number, question in enumerate(found.quiz(), 1):
            texts.append("{}. {}".format(number, str(question["ask"]).strip()))
            out.append('<div class="question"><p>{}</p>'.format(_html.code_spans(question["ask"])))
            if question["choices"]:
                choices = "".join("<li>{}</li>".format(_html.code_spans(choice)) for choice in question["choices"])
                out.append('<ol type="a">{}</ol>'.format(choices))
            out.append("<details><summary>The answer</summary>{}<p>{}</p></details></div>".format(
                _html.element("p", _spoken(question.get("answer"), question.get("error")), "good"),
                _html.code_spans(question.get("why") or "")))  # fmt: skip
        return Html("\n".join(texts), _html.block("".join(out)))

    # ---- words

    def _metrics(self, words: List[str]) -> Any:
        found = metrics(" ".join(words) or None)
        if not found:
            raise UsageError("no metric has {!r} in its name or meaning".format(" ".join(words)))
        rows = [
            [
                "<code>{}</code>".format(_html.escape(m.name)),
                _html.escape(m.unit),
                _html.escape(m.meaning),
                _html.escape(m.nsight or ""),
            ]
            for m in found
        ]
        head = [("metric", ""), ("unit", ""), ("meaning", "meaning"), ("Nsight Compute", "dim")]
        return Html("\n".join(str(m) for m in found), _html.block(_html.table(head, rows, "Metrics")))

    def _explain(self, words: List[str]) -> Any:
        said = explain(self._one([" ".join(words)] if words else [], "explain WORD", "explain wavefront"))
        return prose(re.sub(r"\bstart (\S+) (\d+)", r"`%warpschool lesson \1 \2`", said))

    def _doctor(self, words: List[str]) -> Any:
        rows, texts = [], []
        for each in call_json(["doctor"])["checks"]:
            state = "ok" if each["ok"] else "without" if each.get("optional") else "missing"
            said = str(each["value"]) + ("; to have it: {}".format(each["mend"]) if each.get("mend") else "")
            rows.append(
                [
                    _html.escape(each["name"]),
                    _html.element("span", state, "bad" if state == "missing" else ""),
                    _html.escape(said),
                ]
            )
            texts.append("{:<8}{:<15}{}".format(state, each["name"], said))
        return Html("\n".join(texts), _html.block(_html.table([("what", ""), ("", ""), ("here", "")], rows, "Doctor")))

    def _one(self, words: List[str], usage: str, example: str) -> str:
        if len(words) != 1 or not words[0]:
            raise UsageError("%warpschool {}, for example %warpschool {}".format(usage, example))
        return words[0]


def _spoken(answer: Any, error: Any) -> str:
    if answer is None:
        return "It could not be measured: {}".format(error)
    return {True: "yes", False: "no"}.get(answer, str(answer)) if isinstance(answer, bool) else str(answer)


def _prediction(made: Prediction) -> Html:
    head = "Right." if made.right else "You said {}.".format(made.answer)
    measured = "Measured: {}.".format(made.measured) if made.measured is not None else made.why
    body = _html.element("p", "{} {}".format(head, measured), "good" if made.right else "bad")
    return Html("{} {}".format(head, _html.plain(measured)), _html.block(body))


def register(shell: Any) -> None:
    """Adds the magics to an IPython shell."""
    notebook = Notebook(shell)
    shell.register_magic_function(notebook.line, "line", "warpschool")
    shell.register_magic_function(notebook.cell, "cell", "warpschool")
