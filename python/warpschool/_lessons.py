"""The course: its lessons, their steps and exercises."""

from __future__ import annotations

import html
import itertools
import os
import re
import tempfile
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from . import _html
from ._errors import UsageError, WarpschoolError
from ._pictures import own_ids
from ._program import call, call_json, call_text, refused


@dataclass(frozen=True)
class Exercise:
    """A task whose answer is judged by counts; `warpschool.check(exercise.id, source)` judges one."""

    id: str
    title: str
    file: str
    passed: bool
    hints: int
    hints_shown: int
    shipped: str = ""

    def source(self) -> str:
        """The file that the task begins with, as it was shipped."""
        try:
            with open(self.shipped, encoding="utf-8") as file:
                return file.read()
        except OSError as error:
            raise WarpschoolError("{} cannot be read: {}".format(self.shipped, error.strerror)) from error


@dataclass(frozen=True)
class Prediction:
    """A step's question, what was answered and what was measured. `right` is None where nothing was answered."""

    lesson: str
    step: str
    ask: str
    choices: Sequence[str]
    answer: Optional[str] = None
    measured: Optional[str] = None
    right: Optional[bool] = None
    why: str = ""

    def __repr__(self) -> str:
        choices = "".join("\n  {}) {}".format(chr(ord("a") + i), choice) for i, choice in enumerate(self.choices))
        if self.measured is None and self.right is None:
            return _html.plain(self.ask.strip() + choices)
        head = "Right. Measured: {}." if self.right else "Measured: {}."
        said = " You said {}.".format(self.answer) if self.answer is not None and not self.right else ""
        return _html.plain((head.format(self.measured) + said + "\n" + self.why).strip())


class Page:
    """A step of a lesson as text and HTML. While its prediction is open, what was measured is left out."""

    def __init__(self, title: str, body: str, prediction: Optional[str]) -> None:
        self.title = title
        self.prediction = prediction
        self.body = body

    def __repr__(self) -> str:
        return "{}\n\n{}".format(self.title, _text_of(self.body))

    def _repr_html_(self) -> str:
        return _html.block(_html.element("h3", self.title) + self.body)


@dataclass(frozen=True)
class Lesson:
    """A lesson of the course. `step` is the one that comes next, from 1; `questions` are the ids of its quiz."""

    id: str
    title: str
    summary: str
    steps: int
    step: int
    done: bool
    exercises: Sequence[Exercise]
    predictions: Mapping[str, Optional[str]]
    questions: Sequence[str]

    def __str__(self) -> str:
        return "{}: {}".format(self.id, self.title)

    def show(self, step: int, reveal: bool = False) -> Page:
        """A step, from 1, launched now: its text, its question and, unless that is still open, what was counted.

        reveal: give the question up, as an empty answer at the prompt does.
        """
        number = _step_number(self, step)
        name, body, closed = _step_page(self, number)
        if closed and reveal:
            predict(self.id, number, "")
            name, body, closed = _step_page(self, number)
        title = "{}, step {} of {}: {}".format(self.id, number, self.steps, name)
        return Page(title, body, name if closed else None)

    def predict(self, step: int, answer: Optional[str] = None) -> Prediction:
        """The question of a step; with an answer it is kept as at the prompt, and what was measured is told."""
        return predict(self.id, _step_number(self, step), answer)

    def quiz(self) -> List[Dict[str, Any]]:
        """The lesson's questions with their measured answers, as `warpschool quiz --json` prints them."""
        if not self.questions:
            return []
        return list(call_json(["quiz", self.id])["questions"])


def _step_number(lesson: Lesson, step: int) -> int:
    if isinstance(step, bool) or not isinstance(step, int) or not 1 <= step <= lesson.steps:
        raise UsageError("lesson {} has steps 1 to {}".format(lesson.id, lesson.steps))
    return step


def predict(lesson_id: str, step: int, answer: Optional[str]) -> Prediction:
    said = call_json(["predict", lesson_id, str(step), *(["--", answer] if answer is not None else [])])
    return Prediction(
        str(said["lesson"]),
        str(said["step"]),
        str(said["ask"]),
        [str(choice) for choice in said.get("choices", [])],
        said.get("answer"),
        said.get("measured"),
        said.get("right") if said.get("answer") is not None else None,
        str(said.get("why") or said.get("error") or ""),
    )


def note(lesson: Lesson, step: int) -> None:
    """Keeps that the step was gone through, as the prompt does: the lesson is opened behind it from then on."""
    with tempfile.TemporaryDirectory(prefix="warpschool-") as folder:
        path = os.path.join(os.path.realpath(folder), "progress")
        with open(path, "w", encoding="utf-8") as file:
            file.write("lesson {} step {}\n".format(lesson.id, step))
        done = call(["import", path])
    if done.returncode != 0:
        raise refused(done)


# ---- the list ----------------------------------------------------------------------------------------------------


def _exercise(entry: Mapping[str, Any], pack: str) -> Exercise:
    file = str(entry["file"])
    shipped = os.path.join(pack, "exercises", os.path.basename(file))
    return Exercise(
        str(entry["id"]),
        str(entry.get("title") or entry["id"]),
        file,
        bool(entry["passed"]),
        int(entry["hints"]),
        int(entry["hints_shown"]),
        shipped,
    )


def _lesson(entry: Mapping[str, Any], pack: str) -> Lesson:
    return Lesson(
        str(entry["id"]),
        str(entry.get("title", "")),
        str(entry.get("summary", "")),
        int(entry["steps"]),
        int(entry["step"]) % max(int(entry["steps"]), 1) + 1,
        bool(entry["done"]),
        [_exercise(exercise, pack) for exercise in entry.get("exercises", [])],
        {str(made["step"]): made.get("answer") for made in entry.get("predictions", [])},
        [str(question["id"]) for question in entry.get("questions", [])],
    )


def lessons() -> List[Lesson]:
    """The lessons of the course, in its order, with how far the person is. WARPSCHOOL_PACK names another course."""
    said = call_json(["list"])
    return [_lesson(entry, str(said["pack"])) for entry in said["lessons"] if entry.get("usable")]


def lesson(name: str) -> Lesson:
    """A lesson by its id, its number, or a unique part of its id.

    >>> warpschool.lesson("5").id
    '05-banks'
    """
    found = lessons()
    wanted = str(name).lower()
    number = [each for each in found if re.fullmatch("0*{}".format(re.escape(wanted)), each.id.split("-")[0])]
    exact = [each for each in found if each.id.lower() == wanted or each.id.lower().split("-", 1)[-1] == wanted]
    part = [each for each in found if wanted in each.id.lower()] if wanted else []
    for candidates in (exact, number if wanted.isdigit() else [], part):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise UsageError("{} may be {}".format(name, ", ".join(each.id for each in candidates)))
    raise UsageError("there is no lesson {!r}; warpschool.lessons() lists them".format(name))


def exercise_named(name: str) -> Exercise:
    """An exercise by its id."""
    for each in lessons():
        for exercise in each.exercises:
            if exercise.id == name:
                return exercise
    raise UsageError("there is no exercise {!r}; warpschool.lessons() lists them".format(name))


def explain(word: str) -> str:
    """What a word of the lessons, a metric or a kind of finding is, and why it matters."""
    if word.startswith("-"):
        raise UsageError("{!r} is no word of the lessons".format(word))
    return call_text(["explain", word])


# ---- a step's page -----------------------------------------------------------------------------------------------


class _WithoutDetails(HTMLParser):
    """A fragment without its <details>: they hold what a prediction is about, while it is open."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.out: List[str] = []
        self.depth = 0

    def _put(self, text: str) -> None:
        if self.depth == 0:
            self.out.append(text)

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        if tag == "details":
            self.depth += 1
        self._put(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        self._put(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.depth -= 1
        else:
            self._put("</{}>".format(tag))

    def handle_data(self, data: str) -> None:
        self._put(data)

    def handle_entityref(self, name: str) -> None:
        self._put("&{};".format(name))

    def handle_charref(self, name: str) -> None:
        self._put("&#{};".format(name))


class _Text(HTMLParser):
    """A fragment's text, a line for each block and each row of a table; pictures as their description."""

    BLOCKS = ("p", "h2", "h3", "h4", "h5", "tr", "li", "pre", "summary", "caption", "div", "figure", "br", "desc")

    def __init__(self) -> None:
        super().__init__()
        self.out: List[str] = []
        self.hidden = 0
        self.kept = 0

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        self.hidden += tag in ("style", "title", "text")
        self.kept += tag in ("pre",)
        if tag in self.BLOCKS:
            self.out.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("style", "title", "text")
        self.kept -= tag in ("pre",)
        if tag in self.BLOCKS:
            self.out.append("\n")
        elif tag in ("td", "th"):
            self.out.append("  ")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.out.append(data if self.kept else re.sub(r"\s+", " ", data))


def _text_of(fragment: str) -> str:
    parser = _Text()
    parser.feed(fragment)
    parser.close()
    text = re.sub(r"[ \t]+\n", "\n", "".join(parser.out))
    return _html.plain(re.sub(r"\n\s*\n+", "\n\n", text).strip())


_pages = itertools.count(1)


def _step_page(lesson: Lesson, step: int) -> Tuple[str, str, bool]:
    """The step's name, the part of its page that a notebook shows, and whether its prediction is open."""
    lesson_id = lesson.id
    with tempfile.TemporaryDirectory(prefix="warpschool-") as folder:
        path = os.path.join(os.path.realpath(folder), "step.html")
        done = call(["report", lesson_id, "--step", str(step), "--html", path])
        if not os.path.exists(path):
            raise refused(done)
        with open(path, encoding="utf-8") as file:
            page = file.read()
    main = re.search(r"<main[^>]*>(.*?)</main>", page, re.DOTALL)
    head = re.search(r"<h2[^>]*>Step \d+: ([^<]*)</h2>", page)
    if main is None or head is None:
        raise WarpschoolError("the page of step {} of {} is none that this module reads".format(step, lesson_id))
    name = html.unescape(head.group(1))
    body = main.group(1).replace(head.group(0), "", 1)
    prefix = "ws{}".format(next(_pages))
    body = re.sub(
        r'\b(id|aria-labelledby|for)="([^"]*)"', lambda found: own_ids(found.group(1), found.group(2), prefix), body
    )
    body = body.replace('href="#', 'href="#{}-'.format(prefix))
    closed = name in lesson.predictions and bool(call_json(["predict", lesson_id, str(step)])["open"])
    if closed:
        parser = _WithoutDetails()
        parser.feed(body)
        parser.close()
        body = "".join(parser.out)
    return name, body, closed
