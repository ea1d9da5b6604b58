"""Pictures of what a launch did, as SVG."""

from __future__ import annotations

import html
import itertools
import re
from typing import Any, List, Mapping, Tuple

KINDS = ("banks", "sectors", "race", "occupancy")

# Those of the program's own pictures.
_STYLE = (
    "svg{background:#fff}.ws-ink{fill:#1b1b1f}.ws-dim{fill:#53545b}.ws-bad{fill:#a8161b}.ws-line{stroke:#8a8c96}"
    "@media (prefers-color-scheme:dark){svg{background:#17181c}.ws-ink{fill:#e9e9ee}.ws-dim{fill:#b0b2bc}"
    ".ws-bad{fill:#ff9a94}}"
)
_inlined = itertools.count(1)


def own_ids(attribute: str, value: str, prefix: str) -> str:
    """An attribute that names ids, with the prefix before each: two outputs of one notebook share none."""
    return '{}="{}"'.format(attribute, " ".join("{}-{}".format(prefix, word) for word in value.split()))


class Picture(str):
    """An SVG document, which a notebook shows as a picture. `description` says in words what it shows."""

    @property
    def caption(self) -> str:
        """What it is a picture of."""
        return self._text("title")

    @property
    def description(self) -> str:
        """What it shows, in words."""
        return self._text("desc")

    def _text(self, element: str) -> str:
        found = re.search(r"<{0}[^>]*>(.*?)</{0}>".format(element), self, re.DOTALL)
        return html.unescape(found.group(1)).strip() if found else ""

    def __repr__(self) -> str:
        return "{}\n{}".format(self.caption, self.description).strip()

    def _repr_svg_(self) -> str:
        return str(self)

    def inline(self) -> str:
        """The picture as a part of a page that has its colours: without its own style, and with ids of its own."""
        number = next(_inlined)
        body = re.sub(r"\A<\?xml[^>]*\?>|<!--.*?-->|<style>.*?</style>", "", self, flags=re.DOTALL).strip()
        ids = r'\b(id|aria-labelledby)="([^"]*)"'
        return re.sub(ids, lambda found: own_ids(found.group(1), found.group(2), "wsp{}".format(number)), body)

    def save(self, path: Any) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def _wrapped(text: str, columns: int) -> List[str]:
    lines: List[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= columns:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines or [""]


def race_picture(race: Mapping[str, Any], lines: Tuple[str, str]) -> Picture:
    """The two accesses of a race in time, each below its thread, with what is missing between them.

    lines: what stands at the first and the second access in the source, "line 4: ...".
    """
    verbs = {"load": "reads", "store": "writes", "atomic": "updates"}
    place = str(race["place"]).replace("`", "")
    missing = str(race["missing"])
    body: List[str] = []
    row = 3.0

    def put(kind: str, x: int, texts: List[str]) -> None:
        nonlocal row
        for text in texts:
            body.append('<text class="{}" x="{}" y="{:.0f}">{}</text>'.format(kind, x, 16 * row, html.escape(text)))
            row += 1

    threads = [str(race[which]["thread"]) for which in ("first", "second")]
    for x, thread in zip((28, 388), threads):
        body.append(
            '<text class="ws-ink" x="{}" y="24" font-weight="bold">thread {}</text>'.format(x, html.escape(thread))
        )
    for which, x, line in zip(("first", "second"), (28, 388), lines):
        put("ws-ink", x, _wrapped("{} {}".format(verbs.get(str(race[which]["operation"]), "uses"), place), 48))
        put("ws-dim", x, _wrapped(line, 48))
        row += 0.5
        if which == "first":
            put("ws-bad", 28, _wrapped("\u2717 " + missing, 100))
            row += 0.5
    height = int(16 * row) + 8
    axis = '<path class="ws-line" fill="none" d="M12 12V{0}M8 {1}L12 {0}L16 {1}"/>'.format(height - 8, height - 16)
    said = "First, thread {} {} {}, {}. Then, {}, thread {} {} {}, {}.".format(
        threads[0], verbs.get(str(race["first"]["operation"]), "uses"), place, lines[0],
        missing, threads[1], verbs.get(str(race["second"]["operation"]), "uses"), place, lines[1],
    )  # fmt: skip
    return Picture(
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="756" height="{0}" viewBox="0 0 756 {0}" '
        'font-family="system-ui, sans-serif" font-size="12" aria-labelledby="title desc">'
        '<title id="title">A race for {1}</title><desc id="desc">{2}</desc>'
        "<style>{3}</style>{4}{5}</svg>".format(
            height, html.escape(place), html.escape(said), _STYLE, axis, "".join(body)
        )
    )
