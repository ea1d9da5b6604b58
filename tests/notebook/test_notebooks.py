"""Notebooks, executed as a server would, with their outputs held against counts that are known by hand."""

import ast
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import nbclient
import nbformat

ROOT = pathlib.Path(__file__).resolve().parents[2]

RACY = """%%warpschool run grid=1 block=64 out=64 race
__global__ void reversed(int *out)
{
    __shared__ int words[64];
    words[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = words[63 - threadIdx.x];
}
"""


def execute(notebook):
    nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    return [Output(cell) for cell in notebook.cells if cell.cell_type == "code"]


def executed(*sources):
    """The outputs of cells after the one that loads the extension."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.cells = [nbformat.v4.new_code_cell(source) for source in ("%load_ext warpschool", *sources)]
    return execute(notebook)[1:]


class Output:
    """What a cell showed: HTML, plain text, and what was printed."""

    def __init__(self, cell):
        self.html = "".join(output["data"].get("text/html", "") for output in cell.outputs if "data" in output)
        self.text = "".join(output["data"].get("text/plain", "") + "\n" for output in cell.outputs if "data" in output)
        self.printed = "".join(output.get("text", "") for output in cell.outputs if output.get("name") == "stdout")
        self.wrong = [
            output for output in cell.outputs if output.output_type == "error" or output.get("name") == "stderr"
        ]

    def count(self, metric):
        """The number beside a metric in the table."""
        found = re.search(r'<code>{}</code></th><td class="number">([0-9,.]+)'.format(re.escape(metric)), self.html)
        return int(found.group(1).replace(",", "")) if found else None


class FirstSteps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.notebook = nbformat.read(ROOT / "python" / "examples" / "first-steps.ipynb", as_version=4)
        nbformat.validate(cls.notebook)
        cls.shipped = [dict(cell.get("metadata", {})) for cell in cls.notebook.cells if cell.get("outputs")]
        cls.outputs = execute(cls.notebook)

    def of(self, start):
        cells = [cell for cell in self.notebook.cells if cell.cell_type == "code"]
        return [output for cell, output in zip(cells, self.outputs) if start in cell.source]

    def test_it_is_shipped_without_outputs_and_runs_without_errors(self):
        self.assertEqual(self.shipped, [])
        self.assertEqual([output.wrong for output in self.outputs], [[]] * len(self.outputs))

    def test_the_strides(self):
        one, thirty_two = self.of("strided(float")
        self.assertEqual((one.count("shared.load.wavefronts"), one.count("global.load.sectors")), (1, 128))
        self.assertEqual(
            (thirty_two.count("shared.load.wavefronts"), thirty_two.count("shared.load.conflicts")), (32, 31)
        )
        self.assertIn("<svg", one.html)
        self.assertIn("32 lanes ask bank 0 for 32 different words", thirty_two.html)
        self.assertEqual(
            self.of("one.line(6)")[0].printed, "1 wavefront, 128 sectors on line 6\n[0.0, 1.0, 2.0, 3.0, 4.0]\n"
        )

    def test_the_sweep(self):
        passes = ast.literal_eval(self.of("passes = {}")[0].printed)
        # The largest power of two that divides the stride.
        self.assertEqual(passes, {stride: stride & -stride for stride in range(1, 33)})

    def test_the_race_the_words_the_lesson_and_the_exercise(self):
        race = self.of("reversed")[0]
        self.assertIn("no __syncthreads() between", race.html)
        self.assertIn("A race for words", race.html)
        self.assertIn("wavefront", self.of("explain wavefront")[0].text)
        self.assertIn("shared.load.conflicts", self.of("metrics shared.load")[0].text)
        self.assertFalse("measured answer" in self.of("lesson 05-banks 3")[0].html)
        answer = self.of("answer 2")[0]
        self.assertIn("Right. Measured: 2.", answer.text)
        self.assertEqual(answer.count("shared.load.conflicts"), 1)
        self.assertIn("now shared.load.ways is 1, ways is 8", self.of("check eight-way")[0].html)
        self.assertIn("Hint 1 of 4", self.of("%warpschool hint")[0].text)


class Magics(unittest.TestCase):
    def test_what_a_person_gets_wrong_is_a_plain_sentence(self):
        cases = {
            "%warpschool lessn 5": "did you mean lesson?",
            "%warpschool run x": "two percent signs",
            "%warpschool next": "no lesson is open",
            "%warpschool lesson nowhere": "there is no lesson",
            "%warpschool hint nothing": "there is no exercise",
            "%warpschool explain gibberish": "gibberish",
            "%warpschool metrics gibberish": "no metric has",
            "%warpschool 'x": "No closing quotation",
            "%%warpschool\nx": "the first line is",
            "%%warpschool run what\nx": "what is not NAME=VALUE",
            "%%warpschool run in=nowhere\n__global__ void k(float *in) {}": "there is no variable nowhere",
            "%%warpschool run\nint x;": "defines no kernel",
            "%%warpschool run\n__global__ void k(int *a) { a[0] = b; }": "kernel.cu:2:36: error",
            "%%warpschool check\nint x;": "name the exercise",
            RACY.replace("race", "banks=2"): "made no request to shared memory",
        }
        for (source, said), output in zip(cases.items(), executed(*cases)):
            self.assertIn(said, output.text, source)
            self.assertEqual(output.wrong, [], source)
            self.assertNotIn("Traceback", output.text + output.html)
            self.assertIn('<div class="warpschool">', output.html)

    def test_values_come_from_the_notebook_and_results_go_there(self):
        kernel = (
            "__global__ void scale(const float *in, float *out, float by) { out[threadIdx.x] = by * in[threadIdx.x]; }"
        )
        outputs = executed(
            "import numpy as np\nx = np.arange(6, dtype='f4').reshape(2, 3)\nside = 6\nhalf = np.float32(0.5)",
            "%%warpschool run grid=1 block=side in=x out=x by=half into=r metrics=global.store.sectors\n" + kernel,
            "print(r.outputs['out'].tolist(), r['global.store.sectors'], x[1].tolist())",
        )
        self.assertEqual(outputs[2].printed, "[[0.0, 0.5, 1.0], [1.5, 2.0, 2.5]] 1 [3.0, 4.0, 5.0]\n")
        self.assertEqual(outputs[1].count("global.store.sectors"), 1)

    def test_a_lesson_step_by_step(self):
        first, back, second, third, given_up, fourth, again = executed(
            "%warpschool lesson banks 1",
            "%warpschool back",
            "%warpschool next",
            "%warpschool lesson 5 7",
            "%warpschool next",
            "%warpschool next",
            "%warpschool lesson 5",
        )
        self.assertIn("step 1 of 11", first.html)
        self.assertIn("first step", back.text)
        self.assertIn("step 2 of 11", second.html)
        self.assertIn("step 7 of 11", third.html)
        self.assertFalse("measured answer" in third.html)
        self.assertIn("step 7 of 11", given_up.html)
        self.assertIn("measured answer", given_up.html)
        self.assertIn("step 8 of 11", fourth.html)
        self.assertIn("step 9 of 11", again.html)  # where the person is, as at the prompt

    def test_nothing_that_a_kernel_says_is_html(self):
        output = executed(
            "%%warpschool run grid=1 block=1\n#include <cstdio>\n"
            '__global__ void k(int *a) { printf("</pre><script>alert(1)</script>"); } // </td><script>'
        )[0]
        self.assertNotIn("<script", output.html)
        self.assertIn("&lt;script&gt;alert(1)", output.html)

    def test_nothing_that_a_course_says_is_html(self):
        evil = "<script>alert(1)</script><img src=x onerror=alert(2)> "
        with tempfile.TemporaryDirectory() as folder:
            pack = pathlib.Path(folder) / "pack"
            subprocess.run(
                [os.environ["WARPSCHOOL_PROGRAM"], "new", "pack", str(pack)], stdout=subprocess.DEVNULL, check=True
            )
            path = pack / "lessons" / "01-first.yaml"
            text = path.read_text()
            for place in (
                "First",
                "Say what there",
                "With `stride` 8",
                "Neighbouring threads read",
                "Side by side",
                "The kernel doubles",
            ):
                self.assertIn(place, text)
                text = text.replace(place, evil + place, 1 if place != "First" else 2)
            path.write_text(text)
            outputs = executed(
                "import os; os.environ['WARPSCHOOL_PACK'] = {!r}".format(str(pack)),
                "%warpschool list",
                "%warpschool lesson 1 1",
                "%warpschool next",
                "%warpschool answer a",
                "%warpschool quiz",
                "%warpschool exercise first-twice",
                "%warpschool hint",
            )
        for output in outputs[1:]:
            self.assertEqual(output.wrong, [])
            self.assertFalse("<script" in output.html or "<img" in output.html, output.html[-3000:])
        self.assertIn("&lt;script&gt;alert(1)", outputs[1].html)
        self.assertIn("&lt;script&gt;alert(1)", outputs[2].html)
        self.assertIn("&lt;script&gt;alert(1)", outputs[3].html)
        self.assertIn("&lt;script&gt;alert(1)", outputs[5].html)

    def test_an_exercise_brings_its_cell(self):
        shown, hints, quiz = executed("%warpschool exercise eight-way", "%warpschool hint", "%warpschool quiz 5")
        self.assertIn("A conflict of a given degree", shown.text)
        self.assertIn("Hint", hints.text)
        self.assertEqual(quiz.html.count("<details>"), 5)


if __name__ == "__main__":
    unittest.main()
