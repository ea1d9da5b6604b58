#!/usr/bin/env python3
"""Opens pages of a course in headless Chromium: browse.py CHROMIUM SITE FOLDER WHAT PAGE...

console       what the pages have to say on the console, and what was refused: nothing is expected
search WORD   how many places the search finds for a word
axe FILE all  violations that axe-core, whose script is FILE, sees at 390 and 1,440 pixels, in light and in dark, with
              all that is folded opened; "some" for all: small and light, large and dark
"""
import html
import pathlib
import re
import shutil
import subprocess
import sys

RUN = """<script src="axe.js"></script><script>
document.querySelectorAll("details").forEach(function (e) { e.open = true; });
window.onload = function () {
  axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}).then(function (r) {
    parent.postMessage(NAME + ": " + r.violations.map(function (v) {
      return v.id + " " + v.nodes.length + " " + v.nodes[0].html.slice(0, 120) + " " +
        (v.nodes[0].any[0] ? v.nodes[0].any[0].message : "");
    }).join(" | "), "*");
  }, function (e) { parent.postMessage(NAME + ": failed " + e, "*"); });
};</script>"""
COLLECT = """<script>var left = COUNT;
onmessage = function (e) {
  var p = document.createElement("p"); p.className = "said"; p.textContent = e.data; document.body.appendChild(p);
  if (--left === 0) document.title = "all";
};</script>"""


def chromium(program, folder, address, *flags):
    done = subprocess.run(
        [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--user-data-dir={folder}/profile", "--enable-logging=stderr", "--allow-file-access-from-files",
         "--virtual-time-budget=60000", *flags, "--dump-dom", address], capture_output=True, text=True, timeout=900)
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line or "Refused to" in line]


def frames(names, width):
    size = f"width:{width}px;height:900px"
    return "".join(f'<iframe src="{html.escape(name)}" style="{size}"></iframe>' for name in names)


def console(program, site, folder, pages):
    driver = site.parent / "console.html"
    driver.write_text("<!DOCTYPE html><title>x</title>" + frames([f"{site.name}/{page}" for page in pages], 1440))
    _, said = chromium(program, folder, driver.as_uri())
    return said


def search(program, site, folder, word):
    dom, said = chromium(program, folder, (site / "search.html").as_uri() + "?q=" + word)
    found = re.search(r'id="found"[^>]*>([^<]*)<', dom)
    return said + [found.group(1) if found else "no answer", f"{dom.count('<mark>')} marks"]


def axe(program, site, folder, script, extent, pages):
    copy = folder / "axe"
    shutil.copytree(site, copy, dirs_exist_ok=True)
    for page in pages:
        path = copy / page
        text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text())
        root = "../" if "/" in page else ""
        run = RUN.replace("axe.js", root + "axe.js").replace("NAME", repr(page))
        path.write_text(text.replace("</body>", run + "</body>"))
    shutil.copy(script, copy / "axe.js")
    light, dark = ("light", []), ("dark", ["--blink-settings=preferredColorScheme=0"])
    for width, schemes in (390, [light]), (1440, [dark]):
        driver = copy / "driver.html"
        driver.write_text("<!DOCTYPE html><title>some</title><body>" + COLLECT.replace("COUNT", str(len(pages))) +
                          frames(pages, width) + "</body>")
        for scheme, flags in [light, dark] if extent == "all" else schemes:
            dom, _ = chromium(program, folder, driver.as_uri(), *flags)
            said = [html.unescape(text) for text in re.findall(r'<p class="said">(.*?)</p>', dom, re.S)]
            if len(said) != len(pages):
                yield f"{width} {scheme}: only {len(said)} of {len(pages)} pages answered"
            for text in said:
                if not text.endswith(": "):
                    yield f"{width} {scheme}: {text}"


def main():
    program, site, folder, what, *rest = sys.argv[1:]
    site, folder = pathlib.Path(site).resolve(), pathlib.Path(folder)
    if what == "console":
        wrong = console(program, site, folder, rest)
    elif what == "search":
        wrong = search(program, site, folder, rest[0])
    else:
        wrong = list(axe(program, site, folder, rest[0], rest[1], rest[2:]))
    print("\n".join(wrong))


main()
