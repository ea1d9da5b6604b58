"""Where the program `warpschool` is, and how its commands are run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from typing import Any, Dict, List, Sequence

from ._errors import ProgramNotFound, UsageError, WarpschoolError

# Exit codes beside those of verdicts: docs/warpschool.1.
WRONG_USAGE = 2
OWN_ERROR = 7


def program() -> str:
    """The path of the program `warpschool`: the one of this environment, else the first on PATH.

    WARPSCHOOL_PROGRAM names another one. ProgramNotFound (a FileNotFoundError) says where it was looked for.
    """
    named = os.environ.get("WARPSCHOOL_PROGRAM")
    if named:
        return named
    places = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", os.name + "_user")]
    for place in places:
        path = os.path.join(place, "warpschool")
        if os.access(path, os.X_OK):
            return path
    found = shutil.which("warpschool")
    if found is None:
        raise ProgramNotFound(
            "there is no program warpschool in " + ", ".join(places) + ", nor on PATH; a wheel of this module brings "
            "it, and the variable WARPSCHOOL_PROGRAM names one that was built from source"
        )
    return found


def call(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs the program without a shell and without input; its output is UTF-8."""
    path = program()
    environment = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8")
    try:
        return subprocess.run(
            [path, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env=environment,
            check=False,
        )
    except OSError as error:
        raise ProgramNotFound("{} could not be started: {}".format(path, error.strerror)) from error
    except ValueError as error:  # a 0 character in a word
        raise UsageError(str(error)) from error


def is_file(named: str, path: str) -> bool:
    """Whether the program means the file at path. Below the current folder it names files from there."""
    return named == path or os.path.abspath(named) == path


def with_name(said: str, path: str, name: str) -> str:
    """A text of the program with a name in the place of the path of a file that the person never saw."""
    return said.replace(path, name).replace(os.path.relpath(path), name)


def sentence(message: Dict[str, Any]) -> str:
    """A message of a problem with its hint."""
    hint = message.get("hint")
    return "{}{}".format(message.get("message", ""), "; " + str(hint) if hint else "")


def refused(done: subprocess.CompletedProcess[str], messages: Sequence[Dict[str, Any]] = ()) -> WarpschoolError:
    """The error that a failed command stands for."""
    lines: List[str] = [sentence(message) for message in messages]
    if not lines:
        lines = [line.replace("warpschool: ", "", 1) for line in done.stderr.splitlines() if line.strip()]
    text = "\n".join(lines) or "warpschool ended with exit code {}".format(done.returncode)
    return UsageError(text) if done.returncode == WRONG_USAGE else WarpschoolError(text)


def call_json(words: Sequence[str]) -> Dict[str, Any]:
    """The object that a command prints with --json. Where it could do nothing, its messages become an error."""
    done = call(["--json", *words])
    try:
        value = json.loads(done.stdout)
    except ValueError:
        raise refused(done) from None
    if not isinstance(value, dict) or value.get("format") != 1:
        raise WarpschoolError("{} prints another format than this module reads; upgrade both".format(program()))
    if value.get("verdict") == "error" and not value.get("launches"):
        raise refused(done, value.get("messages", []))
    return value


def call_text(words: Sequence[str], width: int = 96) -> str:
    """What a command says to a person."""
    done = call([*words, "--plain", "--width", str(width)])
    if done.returncode in (WRONG_USAGE, OWN_ERROR):
        raise refused(done)
    return done.stdout.strip("\n")
