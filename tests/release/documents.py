"""Documents against the tree: links that lead nowhere, and versions that are not the program's. Prints what is wrong.

    documents.py links          every relative link of the Markdown files, with its heading
    documents.py shipped        what the guides that packages bring, packaging/documents, link and do not bring
    documents.py version        README.md, CITATION.cff and CHANGELOG.md against runner/base/version.h
    documents.py capture DOCUMENT FILE   where DOCUMENT shows something else than FILE, what the program prints
"""

import pathlib
import re
import subprocess
import sys


def documents():
    places = [pathlib.Path("."), pathlib.Path("docs")]
    return [path for place in places for path in sorted(place.glob("*.md"))]


def without_code(text):
    """The text without fenced and indented code, in which brackets are no links."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return "\n".join(line for line in text.split("\n") if not line.startswith("    "))


def anchors(path):
    """The names that GitHub gives to a file's headings."""
    names = []
    for line in without_code(path.read_text(encoding="utf-8")).split("\n"):
        if re.match(r"#{1,6} ", line):
            words = line.lstrip("#").strip().lower()
            names.append(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return names


def links():
    for path in documents():
        for target in re.findall(r"\]\(([^)\s]+)\)", without_code(path.read_text(encoding="utf-8"))):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, heading = target.partition("#")
            file = (path.parent / name) if name else path
            if not file.exists():
                print(f"{path}: there is no {target}")
            elif heading and heading not in anchors(file):
                print(f"{path}: {file} has no heading {heading}")


def shipped():
    """Architecture and coverage are for who changes the program, and has its source."""
    listed = pathlib.Path("packaging/documents").read_text(encoding="utf-8").split()
    for name in listed:
        path = pathlib.Path(name)
        if not path.is_file():
            print(f"packaging/documents: there is no {name}")
            continue
        for target in re.findall(r"\]\(([^)\s#]+)", without_code(path.read_text(encoding="utf-8"))):
            place = (path.parent / target).as_posix()
            guide = re.fullmatch(r"docs/(?!architecture|coverage)[\w-]+\.md", place)
            if guide and place not in listed:
                print(f"packaging/documents lacks {place}, which {name} links")


def program_version():
    text = pathlib.Path("runner/base/version.h").read_text(encoding="utf-8")
    return re.search(r'#define WARPSCHOOL_VERSION "(.*)"', text).group(1)


def version():
    wanted = program_version()
    stated = {
        "README.md": r"Version ([0-9.]+[0-9])",
        "CITATION.cff": r'^version: "(.*)"',
    }
    for name, pattern in stated.items():
        found = re.findall(pattern, pathlib.Path(name).read_text(encoding="utf-8"), flags=re.M)
        if found != [wanted]:
            print(f"{name} says {found}, the program is {wanted}")
    changes = re.findall(r"^## \[(.*?)\]", pathlib.Path("CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M)
    released = [entry for entry in changes if entry != "Unreleased"]
    tags = subprocess.run(["git", "tag", "--list", "v*"], capture_output=True, text=True).stdout.split()
    for entry in released:
        if tags and "v" + entry not in tags:
            print(f"CHANGELOG.md describes {entry}, which no tag names")
    for tag in tags:
        if tag[1:] not in released:
            print(f"CHANGELOG.md does not describe {tag}")
    if "Unreleased" not in changes and wanted not in released:
        print(f"CHANGELOG.md describes neither {wanted} nor what is unreleased")
    # Whoever else names a version of the program would be forgotten by the next one.
    other = subprocess.run(
        ["grep", "-rnE", rf"[Ww]arpschool[ -]v?{re.escape(wanted)}\b|^[Vv]ersion:? *{re.escape(wanted)}\b",
         "packaging", "python", "docs", "runner", "Makefile", "CONTRIBUTING.md"], capture_output=True, text=True).stdout
    sys.stdout.write(other)


def capture(document, path):
    """A terminal shows in another colour what stands between backticks elsewhere."""
    output = pathlib.Path(path).read_text(encoding="utf-8").replace("`", "").strip("\n").split("\n")
    shown = pathlib.Path(document).read_text(encoding="utf-8").split("\n")
    wanted = ["    " + line if line else "" for line in output]
    if wanted[0] not in shown:
        print(f"{document} does not show: {output[0]}")
        return
    begin = shown.index(wanted[0])
    for number, line in enumerate(wanted):
        if shown[begin + number] != line:
            print(f"{document}:{begin + number + 1}: {shown[begin + number]}\nthe program prints: {line}")
            return


if __name__ == "__main__":
    {"links": links, "shipped": shipped, "version": version, "capture": capture}[sys.argv[1]](*sys.argv[2:])
