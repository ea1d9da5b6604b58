#!/usr/bin/env python3
"""Reads the pages of a course and says what is wrong with them, a line each: check.py SITE [WHAT ...]

Without WHAT: elements that cross, ids twice, headings that leave a level out, code between backticks, links that lead
nowhere, anything from elsewhere, tables and pictures that say nothing to a screen reader, lessons that are too large.
numbers LESSON STEP FILE   the step's tables hold the numbers of FILE, which `run LESSON --step STEP --json` wrote
solutions PACK             no line of a solution that its exercise does not have stands in a page
column LESSON STEP METRIC FILE   the column of a sweep's table holds the launches' numbers of METRIC, in their order
"""
import html.parser
import json
import pathlib
import re
import sys
import urllib.parse

LESSON_LIMIT = 300_000
VOID = {"meta", "link", "br", "hr", "img", "input"}
ELEMENTS = VOID | set(
    "html head title script body a header nav ul ol li form div main h1 h2 h3 h4 h5 h6 p code strong em "
    "span i pre details summary section table caption thead tbody tr th td figure figcaption footer "
    "blockquote button label svg desc rect path text g line circle polyline mark".split()
)
ATTRIBUTES = set(
    "lang charset name content http-equiv rel href class id aria-label aria-current aria-labelledby role "
    "action type placeholder src defer tabindex scope style xmlns width height viewbox font-family "
    "font-size fill font-weight text-anchor x y x1 x2 y1 y2 cx cy r d stroke stroke-dasharray points transform "
    "alt loading start for autocomplete stroke-width rx".split()
)


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.path, self.wrong, self.opened, self.ids, self.links = path, [], [], set(), []
        self.heading, self.text, self.tables, self.section = 0, [], [], None
        self.counts, self.listing = {}, False
        self.feed(path.read_text(encoding="utf-8"))
        for element in self.opened:
            self.say(f"<{element}> is not closed")

    def say(self, what):
        self.wrong.append(f"{self.path.name}:{self.getpos()[0]}: {what}")

    def handle_starttag(self, element, given):
        attributes = dict(given)
        if element != "title" or "svg" not in self.opened:  # a picture has one of its own
            self.counts[element] = self.counts.get(element, 0) + 1
        if element not in ELEMENTS:
            self.say(f"a foreign element <{element}>")
        for name in attributes:
            if name not in ATTRIBUTES:
                self.say(f"a foreign attribute {name} of <{element}>")
        if len(given) != len(attributes):
            self.say(f"an attribute stands twice in <{element}>")
        if element not in VOID:
            self.opened.append(element)
        if "id" in attributes:
            if attributes["id"] in self.ids:
                self.say(f"the id {attributes['id']} stands twice")
            self.ids.add(attributes["id"])
        if element == "td":
            self.listing = attributes.get("class") == "text"
        if element == "section":
            self.section = attributes.get("id")
        self.look(element, attributes)

    def handle_startendtag(self, element, attributes):
        self.handle_starttag(element, attributes)
        if element not in VOID:
            self.opened.pop()

    def look(self, element, attributes):
        if re.fullmatch("h[1-6]", element):
            if int(element[1]) > self.heading + 1:
                self.say(f"<{element}> leaves a level out")
            self.heading = int(element[1])
        for name in ("href", "src", "action"):
            if name in attributes:
                self.links.append((element, name, attributes[name]))
        if element == "th" and attributes.get("scope") not in ("row", "col"):
            self.say("a <th> without scope")
        if element == "img" and not attributes.get("alt"):
            self.say("an <img> without alt")
        if element == "svg" and (attributes.get("role") != "img" or not attributes.get("aria-labelledby")):
            self.say("an <svg> without a role and a name")
        if element == "html" and attributes.get("lang") != "en":
            self.say("no lang")
        if element == "table":
            self.tables.append((self.section, []))
        if element == "td" and self.tables:
            self.tables[-1][1].append("")

    def handle_endtag(self, element):
        if not self.opened or self.opened[-1] != element:
            self.say(f"</{element}> crosses <{self.opened[-1] if self.opened else ''}>")
        else:
            self.opened.pop()

    def handle_data(self, data):
        self.text.append(data)
        listed = self.listing and "td" in self.opened
        if not listed and not {"pre", "code", "svg", "script"} & set(self.opened) and re.search("`[^`]+`", data):
            self.say(f"code that has its marks and not its look: {data.strip()}")
        if "td" in self.opened and self.tables and self.tables[-1][1]:
            self.tables[-1][1][-1] += data


def pages_of(site):
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def leads_elsewhere(element, name, link):
    return urllib.parse.urlsplit(link).scheme != "" and not (element == "a" and name == "href")


def check_links(site, pages):
    for path, page in pages.items():
        for element, name, link in page.links:
            parts = urllib.parse.urlsplit(link)
            if leads_elsewhere(element, name, link):
                yield f"{path.name}: <{element}> loads {link}"
            if parts.scheme:
                if parts.scheme not in ("http", "https"):
                    yield f"{path.name}: a link to {link}"
                continue
            target = path if parts.path == "" else (path.parent / parts.path).resolve()
            if link.startswith("/") or not target.is_file() or site.resolve() not in target.resolve().parents:
                yield f"{path.name}: {link} leads nowhere"
            elif parts.fragment and parts.fragment not in pages.get(target, page).ids:
                yield f"{path.name}: {link} has no such place"


def check_search(site, pages):
    data = (site / "search-data.js").read_text(encoding="utf-8")
    entries = json.loads(data[data.index("["):data.rindex(";")])
    for address, *_ in entries:
        parts = urllib.parse.urlsplit(address)
        page = pages.get((site / parts.path).resolve())
        if page is None or (parts.fragment and parts.fragment not in page.ids):
            yield f"search-data.js: {address} leads nowhere"
    if not entries:
        yield "search-data.js: nothing can be found"


def check_all(site):
    pages = pages_of(site)
    for path, page in pages.items():
        yield from page.wrong
        for element, wanted in (("h1", 1), ("main", 1), ("title", 1), ("footer", 1)):
            if page.counts.get(element, 0) != wanted:
                yield f"{path.name}: {page.counts.get(element, 0)} <{element}>"
        if path.parent.name == "lessons" and path.stat().st_size > LESSON_LIMIT:
            yield f"{path.name}: {path.stat().st_size} bytes"
        if page.counts.get("script", 0) != (2 if path.name == "search.html" else 0):
            yield f"{path.name}: {page.counts.get('script', 0)} scripts"
    yield from check_links(site, pages)
    yield from check_search(site, pages)
    listed = (site / "site-files.txt").read_text().split()
    there = sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file())
    if sorted(listed) != there:
        yield f"site-files.txt names {sorted(set(listed) ^ set(there))} wrongly"
    for picture in site.glob("pictures/*.svg"):
        text = picture.read_text(encoding="utf-8")
        if not re.search("<title[^>]*>[^<]+</title>\n<desc[^>]*>[^<]+</desc>", text):
            yield f"{picture.name}: no title and description"
    for url in re.findall(r"url\(|@import", (site / "site.css").read_text()):
        yield f"site.css: {url}"


def check_numbers(site, lesson, step, file):
    page = Page(site / "lessons" / f"{lesson}.html")
    cells = [cell for section, table in page.tables if section == step for cell in table]
    for launch in json.loads(pathlib.Path(file).read_text())["launches"]:
        shown = 0
        for metric, value in launch["metrics"].items():
            row = re.search(rf'<section class="step" id="{step}">.*?</section>', page.path.read_text(), re.S).group()
            found = re.search(rf"<code>{re.escape(metric)}</code></th><td class=\"number\">([^<]*)<", row)
            if found and isinstance(value, int):
                shown += 1
                if int(found.group(1).replace(",", "")) != value:
                    yield f"{lesson} {step}: {metric} is {value}, the page says {found.group(1)}"
        if shown == 0 and not any(cell.replace(",", "").isdigit() for cell in cells):
            yield f"{lesson} {step}: no number"


def check_column(site, lesson, step, metric, file):
    """A sweep's column holds the launches' numbers in their order."""
    text = (site / "lessons" / f"{lesson}.html").read_text()
    row = re.search(rf'<section class="step" id="{step}">(.*?)</section>', text, re.S).group(1)
    table = re.search(r"<table>(.*?)</table>", row, re.S).group(1)
    names = re.findall(r"<code>([^<]*)</code></th>", table.split("</thead>")[0])
    rows = [re.findall(r"<td class=\"number\">([^<]*)<", line) for line in table.split("<tr>")[2:]]
    shown = [line[names.index(metric)].replace(",", "") for line in rows]
    counted = [str(launch["metrics"][metric]) for launch in json.loads(pathlib.Path(file).read_text())["launches"]]
    if shown != counted:
        yield f"{lesson} {step}: {metric} is {counted}, the page says {shown}"


def lines_of(path):
    """The lines of a source, or of a text with sources in it, without comments at their ends."""
    return {" ".join(line.split("//")[0].split()) for line in path.read_text(encoding="utf-8").splitlines()}


def is_code(line):
    """Whether a line is code, and enough of it that it stands nowhere by chance."""
    return len(line) > 24 and line[-1] in ";{}"


def check_solutions(site, pack):
    """Not one line of a solution stands in a page, but for those that the author shows elsewhere."""
    said = {path: " ".join("".join(page.text).split()) for path, page in pages_of(site).items()}
    pack, seen = pathlib.Path(pack), 0
    open_files = [path for pattern in ("kernels/*", "exercises/*", "lessons/*.yaml") for path in pack.glob(pattern)]
    shown = " ".join(" ".join(sorted(lines_of(path))) for path in open_files)
    for solution in sorted((pack / "solutions").glob("*.cu")):
        own = [line for line in lines_of(solution) if is_code(line) and line not in shown]
        seen += len(own)
        for path, text in said.items():
            for line in own:
                if line in text:
                    yield f"{path.name} shows a line of the solution of {solution.name}: {line}"
    if seen == 0:
        yield "no solution has a line of its own: nothing was looked for"


def main():
    site, what = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    checks = {"numbers": check_numbers, "column": check_column, "solutions": check_solutions}
    wrong = list(checks[what[0]](site, *what[1:]) if what else check_all(site))
    print("\n".join(wrong[:40]))
    sys.exit(1 if wrong else 0)


main()
