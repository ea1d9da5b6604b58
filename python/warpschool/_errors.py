"""What can go wrong before there is a result. A defect of the kernel is no error: it is among the result's findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from ._results import Message


class WarpschoolError(Exception):
    """Something that the program could not do, in a sentence."""


class UsageError(WarpschoolError, ValueError):
    """Something was asked for that does not exist or does not fit; the sentence says what to do."""


class ProgramNotFound(WarpschoolError, FileNotFoundError):
    """There is no program `warpschool`; the sentence says where it was looked for."""

    def __str__(self) -> str:
        return str(self.args[0])


class CompileError(WarpschoolError):
    """The kernel does not compile; `diagnostics` holds what the compiler said, each with its line and column."""

    def __init__(self, diagnostics: Sequence[Message]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("\n".join(str(message) for message in self.diagnostics) or "the kernel does not compile")
