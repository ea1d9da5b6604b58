"""What is counted, and what it means."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from ._program import call_json, program


@dataclass(frozen=True)
class Metric:
    """A count, ratio or name that a launch gives; `nsight` is what Nsight Compute calls it, if it has it."""

    name: str
    unit: str
    meaning: str
    per_line: bool
    nsight: Optional[str]

    def __str__(self) -> str:
        return "{} ({}): {}".format(self.name, self.unit, self.meaning)


@functools.lru_cache(maxsize=8)
def _all(path: str) -> Tuple[Metric, ...]:
    found = []
    for entry in call_json(["metrics"])["metrics"]:
        nsight = entry.get("nsight")
        found.append(
            Metric(
                str(entry["name"]),
                str(entry.get("unit") or ""),
                str(entry.get("meaning") or ""),
                bool(entry.get("per_line")),
                str(nsight) if nsight else None,
            )
        )
    return tuple(found)


def metrics(word: Optional[str] = None) -> List[Metric]:
    """Everything that is counted; with a word those of a family (`shared`) or with the word in name or meaning.

    >>> warpschool.metrics("shared.load.conflicts")[0].unit
    'conflicts'
    """
    found = list(_all(program()))
    if word is None:
        return found
    wanted = word.lower()
    exact = [metric for metric in found if metric.name == wanted]
    family = [metric for metric in found if metric.name.startswith(wanted + ".")]
    return exact or family or [m for m in found if wanted in m.name.lower() or wanted in m.meaning.lower()]


def meanings() -> Dict[str, str]:
    """The meaning of each metric by its name."""
    return {metric.name: metric.meaning for metric in _all(program())}
