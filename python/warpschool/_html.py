"""Results as text and as HTML. Whatever comes from a kernel, a lesson or a compiler is escaped here, once."""

from __future__ import annotations

import html
import re
import textwrap
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Tuple

from ._metrics import meanings

if TYPE_CHECKING:
    from ._results import Finding, Result, Verdict

WIDTH = 88

_LIGHT = (
    "--paper:#fff;--ink:#1b1b1f;--dim:#53545b;--edge:#c9cad1;--tint:#f2f3f6;--good:#0b6b2f;--bad:#a8161b;"
    "--link:#0b57a4;--mark:#fdf0d5;--once:#cfe3fb;--again:#f6cfa4;--keyword:#7b2d8b;--digits:#8a4300"
)
_DARK = (
    "--paper:#18191d;--ink:#e9e9ee;--dim:#b0b2bc;--edge:#43454e;--tint:#22242a;--good:#7fd99a;--bad:#ff9a94;"
    "--link:#8fc1ff;--mark:#3a2c12;--once:#1f4166;--again:#6e3f0c;--keyword:#dcb0f0;--digits:#f0b97a"
)

# Jupyter, VS Code and Colab say which theme they show. Elsewhere the reader's own preference holds, on a paper of its
# own: a page that shows a notebook may be white for a reader who prefers dark ones.
_STYLE = (
    """<style>
.warpschool{LIGHT;color:var(--ink);font:14px/1.5 system-ui,sans-serif;max-width:56rem;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){ELSEWHERE .warpschool{DARK}}
ELSEWHERE .warpschool{background:var(--paper)}
[data-jp-theme-light="false"] .warpschool,[data-vscode-theme-kind*="dark"] .warpschool{DARK}
html[theme="dark"] .warpschool{DARK}
.warpschool p{margin:.4em 0}
.warpschool h3,.warpschool h4{margin:1em 0 .3em;font-size:1.1em;line-height:1.3;color:var(--ink)}
.warpschool .dim,.warpschool figcaption,.warpschool caption{color:var(--dim)}.warpschool .strong{font-weight:600}
.warpschool .good{color:var(--good);font-weight:600}.warpschool .bad{color:var(--bad);font-weight:600}
.warpschool a{color:var(--link)}
.warpschool code,.warpschool pre,.warpschool .source td,.warpschool .source tbody th{color:var(--ink);font-size:.92em}
.warpschool code,.warpschool pre,.warpschool .source td,.warpschool .source tbody th{font-family:CODE}
.warpschool code{background:var(--tint);padding:.1em .25em;border-radius:2px}
.warpschool pre{background:var(--tint);padding:.6em .8em;margin:.5em 0;border-radius:3px}
.warpschool pre{overflow-x:auto;white-space:pre}.warpschool pre code{padding:0}
.warpschool .box{overflow-x:auto;margin:.6em 0;max-width:100%}
.warpschool table{border-collapse:collapse;margin:0;color:var(--ink);font-size:1em;overflow-wrap:normal}
.warpschool caption{text-align:left;padding:.2em 0}
.warpschool th,.warpschool td{padding:.2em .7em .2em 0;text-align:left;vertical-align:top;max-width:none}
.warpschool th,.warpschool td{border:0;border-bottom:1px solid var(--edge);background:none;white-space:normal}
.warpschool tr,.warpschool tr:hover{background:none}
.warpschool thead th{color:var(--dim);font-weight:400}.warpschool tbody th{font-weight:400}
.warpschool .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.warpschool .meaning{color:var(--dim);min-width:12rem}
.warpschool .source th,.warpschool .source td{padding:0 .7em 0 0;border:0;line-height:1.45}
.warpschool .source .text{white-space:pre}
.warpschool .source tbody th{color:var(--dim)}
.warpschool .source .hot td,.warpschool .source .hot th{background:var(--mark)}
.warpschool i[class]{font-style:normal}.warpschool i.c{color:var(--dim)}.warpschool i.s{color:var(--good)}
.warpschool i.u{color:var(--link)}.warpschool i.k{color:var(--keyword)}.warpschool i.n{color:var(--digits)}
.warpschool details{margin:.5em 0}.warpschool summary{cursor:pointer;color:var(--dim)}
.warpschool figure{margin:.6em 0}
.warpschool img,.warpschool svg{max-width:100%;height:auto;display:block;margin:.5em 0}
.warpschool .question{border:1px solid var(--edge);border-radius:4px;padding:.3em 1em;margin:.8em 0}
.warpschool blockquote{margin:.6em 0;padding-left:1em;border-left:3px solid var(--edge)}
.warpschool .ws-paper{fill:none}.warpschool .ws-ink{fill:var(--ink)}.warpschool .ws-dim{fill:var(--dim)}
.warpschool .ws-bad{fill:var(--bad)}
.warpschool .ws-dots{fill:none;stroke:var(--dim);stroke-width:2;stroke-linecap:round}
.warpschool .ws-line{stroke:var(--edge)}.warpschool .ws-once{fill:var(--once)}.warpschool .ws-again{fill:var(--again)}
</style>
""".replace("LIGHT", _LIGHT)
    .replace("DARK", _DARK)
    .replace("ELSEWHERE", "html:not([theme]) body:not([data-jp-theme-light]):not([data-vscode-theme-kind])")
    .replace("CODE", "ui-monospace,Menlo,Consolas,monospace")
    # Said three times, a class outweighs what notebooks say of every table.
    .replace(".warpschool ", ".warpschool.warpschool.warpschool ")
)

# Control characters but tab and newline; the escape character begins a terminal's commands.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def plain(text: Any) -> str:
    """Text without control characters."""
    return _CONTROL.sub("\ufffd", str(text).replace("\r\n", "\n"))


def escape(text: Any) -> str:
    return html.escape(plain(text))


def element(name: str, text: Any, kind: str = "") -> str:
    return "<{0}{1}>{2}</{0}>".format(name, ' class="{}"'.format(kind) if kind else "", escape(text))


def block(body: str) -> str:
    """An output of its own, with its style."""
    return '{}<div class="warpschool">\n{}\n</div>'.format(_STYLE, body)


def code_spans(text: Any) -> str:
    """Text in which `this` is code."""
    parts = plain(text).split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join("<code>{}</code>".format(html.escape(p)) if i % 2 else html.escape(p) for i, p in enumerate(parts))


def table(head: Sequence[Tuple[str, str]], rows: Sequence[Sequence[str]], label: str, kind: str = "") -> str:
    """A table in a box that scrolls. head: each column's title and class; rows hold HTML, their head first."""
    out = ['<div class="box" role="region" tabindex="0" aria-label="{}"><table{}>'.format(html.escape(label), kind)]
    cells = ['<th scope="col" class="{}">{}</th>'.format(style, html.escape(title)) for title, style in head]
    out.append("<thead><tr>{}</tr></thead><tbody>".format("".join(cells)))
    for row in rows:
        first = '<th scope="row" class="{}">{}</th>'.format(head[0][1], row[0])
        rest = ['<td class="{}">{}</td>'.format(head[i][1], cell) for i, cell in enumerate(row) if i > 0]
        out.append("<tr>{}{}</tr>".format(first, "".join(rest)))
    out.append("</tbody></table></div>")
    return "".join(out)


# ---- numbers -----------------------------------------------------------------------------------------------------

_REPEATED = (".bytes", ".ways", ".ideal_sectors", ".sectors_per_request")
_FAMILIES = ("shared.", "global.", "local.", "heap.", "constant.", "texture.", "async.", "branch.", "barriers")


def says_something(name: str, metrics: Mapping[str, Any]) -> bool:
    """Whether a table shows the count although nobody asked for it."""
    if name.endswith(_REPEATED) or (name.startswith("shared.") and name.count(".") == 1):
        return False
    return name.startswith(_FAMILIES) and isinstance(metrics[name], (int, float)) and metrics[name] != 0


def number(value: Any, name: str = "") -> str:
    """A count as a person reads it; by its name a share is one of hundred."""
    if name.endswith((".efficiency", ".theoretical")) and isinstance(value, (int, float)):
        return "{:.4g} %".format(100 * value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, int) or value == int(value):
        return "{:,}".format(int(value))
    return "{:.4g}".format(value)


def size(numbers: Sequence[int]) -> str:
    """ "32", "16x16"."""
    used = list(numbers)
    while len(used) > 1 and used[-1] == 1:
        used.pop()
    return "x".join(str(n) for n in used)


def _head(result: Result) -> str:
    where = "on {}, {}".format(result.device, result.arch)
    return "{}<<<{}, {}>>> {}".format(result.kernel, size(result.grid), size(result.block), where)


_STATUS = {
    "stopped": "The kernel was stopped before its end.",
    "refused": "The launch was refused.",
    "interrupted": "The launch was interrupted.",
    "unsupported": "The simulator does not know something that the kernel uses.",
}


def _ended(result: Result) -> str:
    said = _STATUS.get(result.status, "")
    return "{} {}".format(said, result.error).strip() if said and result.error else said


def _found(count: int, severity: str) -> str:
    return "{} {}{}".format(count, severity, "" if count == 1 else "s")


def _found_in_all(findings: Sequence[Finding]) -> str:
    errors = sum(finding.severity == "error" for finding in findings)
    warnings = len(findings) - errors
    if not findings:
        return "nothing unsafe was found"
    return " and ".join(_found(n, word) for n, word in ((errors, "error"), (warnings, "warning")) if n) + " found"


def _array_text(value: Any) -> str:
    shape = getattr(value, "shape", None)
    kind = "{} {}".format(getattr(value, "dtype", ""), "x".join(str(n) for n in shape)) if shape is not None else ""
    first = value.ravel()[:8].tolist() if shape is not None else list(value[:8])
    count = int(value.size) if shape is not None else len(value)
    numbers = ", ".join("{:g}".format(n) if isinstance(n, float) else str(n) for n in first)
    return "{}[{}{}]".format((kind or "{} elements".format(count)) + ": ", numbers, ", ..." if count > 8 else "")


_MEMORY = ("global.load", "global.store", "global.atomic", "local.load", "local.store")


def _counts(line: Any) -> Tuple[str, str, str, str]:
    """Requests, wavefronts, bank conflicts and sectors of a line; empty where there are none."""
    sums = []
    for names in (
        ("shared.requests", *(name + ".requests" for name in _MEMORY)),
        ("shared.wavefronts",),
        ("shared.conflicts",),
        tuple(name + ".sectors" for name in _MEMORY),
    ):
        total = sum(v for v in (line.metrics.get(name, 0) for name in names) if isinstance(v, (int, float)))
        sums.append(number(total) if total else "")
    return sums[0], sums[1], sums[2], sums[3]


# ---- a result as text --------------------------------------------------------------------------------------------


def _wrap(text: str, indent: str = "  ") -> List[str]:
    return textwrap.wrap(plain(text), WIDTH, initial_indent=indent, subsequent_indent=indent + "  ") or [indent]


def result_text(result: Result) -> str:
    out = [_head(result)]
    out += _wrap(_ended(result)) if _ended(result) else []
    out += _wrap(_found_in_all(result.findings))
    for finding in result.findings:
        out += _wrap(str(finding))
    out += ["  | " + line for line in plain(result.printed).rstrip("\n").split("\n")] if result.printed else []
    names = result.shown_metrics
    wide = max([len(name) for name in names] or [0])
    for name in names:
        value = result.metrics.get(name, result.gpu.metrics.get(name) if result.gpu else None)
        out.append("  {:<{}}  {:>12}".format(name, wide, number(value, name) if value is not None else "not known"))
    if result.time_ms is not None and result.gpu is not None:
        out.append("  {:.4g} ms on the {}".format(result.time_ms, plain(result.gpu.name)))
    out += ["  {} = {}".format(name, _array_text(value)) for name, value in result.outputs.items()]
    return "\n".join(out)


# ---- a result as HTML --------------------------------------------------------------------------------------------


def _findings_html(findings: Sequence[Finding]) -> str:
    rows = [
        [escape("line {}".format(f.line)), escape(f.kind), code_spans(f.message), number(f.count)] for f in findings
    ]
    head = [("where", "bad"), ("what", ""), ("", ""), ("times", "number")]
    return table(head, rows, "Findings") if findings else ""


def _printed_html(printed: str) -> str:
    if not printed:
        return ""
    return '<p class="dim">The kernel printed:</p><pre>{}</pre>'.format(escape(printed.rstrip("\n")))


def _metrics_html(result: Result, names: Sequence[str]) -> str:
    said = meanings()
    rows = []
    for name in names:
        value = result.metrics.get(name, result.gpu.metrics.get(name) if result.gpu else None)
        shown = escape(number(value, name) if value is not None else "not known")
        rows.append(["<code>{}</code>".format(escape(name)), shown, escape(said.get(name, ""))])
    return table([("metric", ""), ("measured", "number"), ("meaning", "meaning")], rows, "Measured") if rows else ""


def _source_html(result: Result) -> str:
    by_line = {line.line: line for line in result.lines if line.text}
    if not by_line:
        return ""
    counts = {n: _counts(line) for n, line in by_line.items()}
    shown = ("requests", "wavefronts", "conflicts", "sectors")
    used = [i for i in range(4) if any(cells[i] for cells in counts.values())]
    bad = {finding.line for finding in result.findings}
    head = [("line", "number")] + [(shown[i], "number") for i in used] + [("source", "text")]
    rows = []
    for n, text in enumerate(result.source.rstrip("\n").split("\n"), 1):
        if n == 1 and not text.strip():
            continue
        mark = ' class="bad"' if n in bad else ""
        cells = [counts[n][i] if n in counts else "" for i in used]
        rows.append(["{}".format(n), *cells, "<span{}>{}</span>".format(mark, escape(text.rstrip()))])
    body = table(head, rows, "The source with its counts", ' class="source"')
    return "<details open><summary>What each line asked of memory</summary>{}</details>".format(body)


def _outputs_html(result: Result) -> str:
    if not result.outputs:
        return ""
    lines = "\n".join("{} = {}".format(name, _array_text(value)) for name, value in result.outputs.items())
    return '<p class="dim">Outputs:</p><pre>{}</pre>'.format(escape(lines))


def result_html(result: Result) -> str:
    out = [element("p", _head(result), "strong")]
    if _ended(result):
        out.append(element("p", _ended(result), "bad"))
    out.append(
        element("p", ("✓ " if result.safe else "✗ ") + _found_in_all(result.findings), "good" if result.safe else "bad")
    )
    out += [_findings_html(result.findings), _printed_html(result.printed), _metrics_html(result, result.shown_metrics)]
    if result.time_ms is not None and result.gpu is not None:
        out.append(element("p", "{:.4g} ms on the {}, the median".format(result.time_ms, result.gpu.name)))
    names = result.shown_metrics
    rest = [name for name in result.metrics if name not in names]
    out.append("<details><summary>All other counts</summary>{}</details>".format(_metrics_html(result, rest)))
    out.append(_source_html(result))
    for picture in result.shown_pictures:
        caption = "".join(element("p", line) for line in picture.description.split("\n") if line.strip())
        box = '<div class="box" role="region" tabindex="0" aria-label="{}">{}</div>'.format(
            escape(picture.caption), picture.inline()
        )
        out.append("<figure>{}<figcaption>{}</figcaption></figure>".format(box, caption))
    out.append(_outputs_html(result))
    return block("\n".join(part for part in out if part))


# ---- a verdict ---------------------------------------------------------------------------------------------------

_VERDICTS = {
    "passed": "passed: every launch met every goal",
    "wrong": "wrong: the output is not right",
    "unsafe": "unsafe: a defect was found",
    "missed": "missed: the output is right, but a goal is not met yet",
    "uncompiled": "uncompiled: it does not compile",
    "stuck": "stuck: it does not end, or wants more than it may have",
    "unsupported": "unsupported: the simulator does not know something that it uses",
    "error": "error: it could not be judged, which is not the answer's fault",
}


def _verdict_head(verdict: Verdict) -> str:
    return "{} {}: {}".format(
        "✓" if verdict.passed else "✗", verdict.exercise, _VERDICTS.get(verdict.verdict, verdict.verdict)
    )


def _launch_text(verdict: Verdict) -> str:
    if not verdict.params:
        return ""
    given = ", ".join("{} = {}".format(name, value) for name, value in verdict.params.items())
    return "Launch {}: {}".format(verdict.launches, given)


def _mismatch_text(mismatch: Optional[Mapping[str, Any]]) -> str:
    if not mismatch:
        return ""
    text = "{}: {} of {} elements differ".format(mismatch.get("buffer"), mismatch.get("differ"), mismatch.get("of"))
    if "index" not in mismatch:
        return text
    got = "was never written" if mismatch.get("never_written") else "is {}".format(mismatch.get("got"))
    return "{}; the first one, [{}], {} and should be {}".format(text, mismatch["index"], got, mismatch.get("expected"))


def _goal_marks(verdict: Verdict) -> List[Tuple[str, str, str]]:
    """Each goal's mark, what it asks for, and where it stands if it is not met."""
    found = []
    for goal in verdict.goals:
        if not goal.judged:
            continue
        asked = "{}: {}".format(goal.means, goal.goal) if goal.means else goal.goal
        found.append(("✓" if goal.met else "✗", asked, "" if goal.met else "now {}".format(goal.now)))
    return found


def verdict_text(verdict: Verdict) -> str:
    out = [_verdict_head(verdict)]
    for text in (_launch_text(verdict), verdict.error, _mismatch_text(verdict.mismatch)):
        out += _wrap(text) if text else []
    for mark, asked, now in _goal_marks(verdict):
        out += _wrap("{} {}".format(mark, asked))
        out += _wrap(now, "    ") if now else []
    for said in [*verdict.messages, *verdict.findings]:
        out += _wrap(str(said))
    return "\n".join(out)


def verdict_html(verdict: Verdict) -> str:

    def kind(met: bool) -> str:
        return "good" if met else "bad"

    out = [element("p", _verdict_head(verdict), kind(verdict.passed))]
    for text, style in (
        (_launch_text(verdict), "dim"),
        (verdict.error, "bad"),
        (_mismatch_text(verdict.mismatch), "bad"),
    ):
        out.append(element("p", text, style) if text else "")
    rows = [
        [
            element("span", mark, kind(mark == "✓")),
            escape(asked) + ("<br>" + element("span", now, "bad") if now else ""),
        ]
        for mark, asked, now in _goal_marks(verdict)
    ]
    out.append(table([("", ""), ("goal", "")], rows, "Goals") if rows else "")
    out += [_messages_html(verdict.messages), _findings_html(verdict.findings), _printed_html(verdict.printed)]
    return block("\n".join(part for part in out if part))


def _messages_html(messages: Sequence[Any]) -> str:
    return "<pre>{}</pre>".format(escape("\n".join(str(message) for message in messages))) if messages else ""


def error_html(text: str, messages: Sequence[Any] = ()) -> str:
    """Something that could not be done."""
    first = element("p", text, "bad") if text else ""
    return block(first + _messages_html(messages))
