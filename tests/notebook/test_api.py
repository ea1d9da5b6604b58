"""The API against counts that are written down here by hand, and against wrong and hostile input."""

import array
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

if os.environ.get("WARPSCHOOL_WITHOUT_NUMPY"):
    sys.modules["numpy"] = None
try:
    import numpy
except ImportError:
    numpy = None

import warpschool

ROOT = pathlib.Path(__file__).resolve().parents[2]

STRIDED = """#include <cstdio>
__global__ void strided(float *out, const float *in, int stride)
{
    __shared__ float words[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        words[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * stride];
    if (threadIdx.x == 0) printf("stride %d\\n", stride);
}
"""

RACY = """__global__ void reversed(int *out)
{
    __shared__ int words[64];
    words[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = words[63 - threadIdx.x];
}
"""

# Of each type of an element: what CUDA calls it, and array.array (f16 has no code there).
TYPES = {
    "i8": ("signed char", "b"),
    "u8": ("unsigned char", "B"),
    "i16": ("short", "h"),
    "u16": ("unsigned short", "H"),
    "i32": ("int", "i"),
    "u32": ("unsigned int", "I"),
    "i64": ("long long", "q"),
    "u64": ("unsigned long long", "Q"),
    "f32": ("float", "f"),
    "f64": ("double", "d"),
}


def looks(page):
    """The classes that have a rule in a page."""
    rules = "".join(re.findall(r"<style>(.*?)</style>", page, re.DOTALL))
    return {name for selectors in re.findall(r"([^{}]*){", rules) for name in re.findall(r"\.([a-z][\w-]*)", selectors)}


COPY = "".join(
    "__global__ void copy_{0}(const {1} *in, {1} *out) {{ out[threadIdx.x] = in[threadIdx.x]; }}\n".format(name, words)
    for name, (words, _) in TYPES.items()
)
HALF = """#include <cuda_fp16.h>
__global__ void copy(const __half *in, __half *out) { out[threadIdx.x] = in[threadIdx.x]; }
"""


def strided(stride, **more):
    words = array.array("f", range(1024))
    return warpschool.run(STRIDED, grid=1, block=32, args={"in": words, "out": "32", "stride": stride}, **more)


class Counts(unittest.TestCase):
    def test_a_stride_takes_as_many_passes_as_its_common_factor_with_32(self):
        for stride in (1, 2, 3, 4, 8, 32 - 1):
            result = strided(stride)
            self.assertEqual(result["shared.load.wavefronts"], math.gcd(stride, 32))
            self.assertEqual(result.line(8)["shared.load.conflicts"], math.gcd(stride, 32) - 1)
            self.assertEqual(list(result.outputs["out"]), [float(lane * stride) for lane in range(32)])

    def test_what_the_launch_was(self):
        result = strided(2)
        self.assertEqual((result.kernel, result.grid, result.block), ("strided", (1, 1, 1), (32, 1, 1)))
        self.assertEqual((result.status, result.verdict, result.error, result.gpu), ("finished", "passed", None, None))
        self.assertEqual(result.printed, "stride 2\n")
        self.assertTrue(result.safe)
        self.assertEqual(result.findings, [])
        self.assertEqual(result.line(6)["global.load.sectors"], 128)  # 1024 words of 4 bytes in sectors of 32
        self.assertEqual(result.line(8).text, "    out[threadIdx.x] = words[threadIdx.x * stride];")
        self.assertEqual(dict(result.line(3).metrics), {})
        with self.assertRaises(KeyError):
            result["shared.load.nonsense"]

    def test_a_result_says_itself_in_plain_words(self):
        text = repr(strided(4, metrics=["shared.load.wavefronts", "global.load.efficiency"]))
        self.assertIn("strided<<<1, 32>>> on sim, sm_90", text)
        self.assertIn("nothing unsafe was found", text)
        self.assertRegex(text, r"shared\.load\.wavefronts +4\n")
        self.assertNotIn("shared.load.requests", text)
        self.assertIn("| stride 4", text)

    def test_sizes_in_two_dimensions_and_another_architecture(self):
        source = "__global__ void k(int *out) { out[threadIdx.y * 4 + threadIdx.x] = blockDim.y; }"
        result = warpschool.run(source, grid=(1, 1), block=(4, 8), args={"out": "32"}, arch="sm_80")
        self.assertEqual((result.block, result.arch), ((4, 8, 1), "sm_80"))
        self.assertEqual(list(result.outputs["out"]), [8] * 32)

    def test_the_current_folder_changes_nothing(self):
        before = os.getcwd()
        try:
            for folder in ("/", tempfile.gettempdir()):
                os.chdir(folder)
                result = strided(2)
                self.assertEqual((result.line(8)["shared.load.conflicts"], result.lines[-1].file), (1, "kernel.cu"))
                with self.assertRaises(warpschool.CompileError) as caught:
                    warpschool.run("int x = ;\n__global__ void k(int *a) {}")
                self.assertEqual(caught.exception.diagnostics[0].file, "kernel.cu")
                with self.assertRaisesRegex(warpschool.UsageError, "^kernel.cu defines no kernel"):
                    warpschool.run("int x;")
                with self.assertRaisesRegex(warpschool.UsageError, "^the array for out holds"):
                    warpschool.run(STRIDED, args={"out": array.array("i", [1])})
                self.assertIn("kernel.cu", repr(warpschool.check("eight-way", "int x = ;")))
        finally:
            os.chdir(before)

    def test_one_of_several_kernels_of_a_file(self):
        path = pathlib.Path(os.environ.get("HOME", "/tmp")) / "two kernels; $(x).cu"
        path.write_text("__global__ void a(int *x) { *x = 1; }\n__global__ void b(int *x) { *x = 2; }\n")
        result = warpschool.run(path, "b", grid=1, block=1, args={"x": "1"})
        self.assertEqual(list(result.outputs["x"]), [2])
        with self.assertRaises(warpschool.UsageError) as caught:
            warpschool.run(path)
        self.assertIn("two kernels; $(x).cu defines several kernels", str(caught.exception))


class Arrays(unittest.TestCase):
    def test_every_type_comes_back(self):
        for name, (_, code) in TYPES.items():
            given = array.array(code, [0, 1, 2, 100])
            result = warpschool.run(COPY, "copy_" + name, grid=1, block=4, args={"in": given, "out": "4"})
            self.assertEqual(list(result.outputs["out"]), [0, 1, 2, 100], name)
            if numpy is None:
                self.assertEqual(result.outputs["out"].typecode, code)
            else:
                self.assertEqual(result.outputs["out"].dtype, numpy.dtype(code))

    def test_a_list_gets_the_parameters_type(self):
        for name in TYPES:
            result = warpschool.run(COPY, "copy_" + name, grid=1, block=3, args={"in": [5, 6, 7], "out": [0, 0, 0]})
            self.assertEqual(list(result.outputs["out"]), [5, 6, 7], name)
        result = warpschool.run(HALF, grid=1, block=2, args={"in": [0.5, 1024], "out": "2"})
        self.assertEqual(list(result.outputs["out"]), [0.5, 1024])

    def test_a_list_that_does_not_fit(self):
        for given, why in (
            ([300], "u8"),
            ([0.5], "no whole number"),
            ([], "no elements"),
            (["x"], "no number"),
            ([[1], [1, 2]], "one length"),
        ):
            with self.assertRaises(warpschool.UsageError) as caught:
                warpschool.run(COPY, "copy_u8", grid=1, block=1, args={"in": given, "out": "1"})
            self.assertIn(why, str(caught.exception))

    def test_what_the_program_makes(self):
        buffers = {"in": warpschool.Buffer(8, "i32", "iota"), "out": warpschool.Buffer(8)}
        result = warpschool.run(COPY, "copy_i32", grid=1, block=8, args=buffers)
        self.assertEqual(list(result.outputs["out"]), list(range(8)))

    def test_bytes_and_views(self):
        for given in (b"\x01\x02", bytearray(b"\x01\x02"), memoryview(b"\x01\x02")):
            result = warpschool.run(COPY, "copy_u8", grid=1, block=2, args={"in": given, "out": "2"})
            self.assertEqual(list(result.outputs["out"]), [1, 2])

    @unittest.skipIf(numpy is None, "NumPy")
    def test_shapes_and_layouts_of_numpy(self):
        given = numpy.arange(32, dtype="f4").reshape(4, 8)
        for one in (given, given.astype(">f4"), numpy.asfortranarray(given), numpy.repeat(given, 2, axis=1)[:, ::2]):
            args = {"in": one, "out": numpy.zeros((8, 4), "f4")}
            result = warpschool.run(COPY, "copy_f32", grid=1, block=32, args=args)
            self.assertEqual(result.outputs["out"].shape, (8, 4))
            self.assertEqual(result.outputs["out"].ravel().tolist(), list(range(32)))
            self.assertTrue((args["out"] == 0).all())  # what was passed in is as it was

    @unittest.skipIf(numpy is None, "NumPy")
    def test_booleans_complex_numbers_and_halves(self):
        source = "__global__ void k(const bool *in, bool *out) { out[threadIdx.x] = !in[threadIdx.x]; }"
        result = warpschool.run(
            source, grid=1, block=2, args={"in": numpy.array([True, False]), "out": numpy.zeros(2, bool)}
        )
        self.assertEqual(
            (result.outputs["out"].dtype, result.outputs["out"].tolist()), (numpy.dtype(bool), [False, True])
        )
        source = "__global__ void k(float2 *x) { x[threadIdx.x].y = 1; }"
        result = warpschool.run(source, grid=1, block=2, args={"x": numpy.zeros(4, "c8")[::2]})
        self.assertEqual(result.outputs["x"].tolist(), [1j, 1j])
        result = warpschool.run(HALF, grid=1, block=2, args={"in": numpy.array([0.5, 2], "f2"), "out": "2"})
        self.assertEqual((result.outputs["out"].dtype, result.outputs["out"].tolist()), (numpy.dtype("f2"), [0.5, 2]))

    def test_bytes_for_floats_are_refused_with_what_to_do(self):
        for given in (bytes(16), array.array("d", [1, 2])):
            with self.assertRaises(warpschool.UsageError) as caught:
                warpschool.run(COPY, "copy_f32", args={"in": given, "out": "4"})
            self.assertRegex(str(caught.exception), r"; array\.array\('f', values\) makes one that fits$")

    @unittest.skipIf(numpy is None, "NumPy")
    def test_another_type_than_the_parameters_is_refused_with_what_to_do(self):
        with self.assertRaises(warpschool.UsageError) as caught:
            warpschool.run(COPY, "copy_f32", args={"in": numpy.zeros(4), "out": "4"})
        self.assertEqual(
            str(caught.exception),
            "the array for in holds f64; in has elements of type f32; array.astype('float32') makes one that fits",
        )


class Findings(unittest.TestCase):
    def test_a_race_has_its_place_and_its_picture(self):
        result = warpschool.run(RACY, grid=1, block=64, args={"out": "64"})
        race = result.findings[0]
        self.assertFalse(result.safe)
        self.assertEqual(
            (result.verdict, race.kind, race.severity, race.file), ("unsafe", "race", "error", "kernel.cu")
        )
        self.assertEqual({race.line, race.other_line}, {4, 5})
        self.assertIn("no __syncthreads()", race.message)
        picture = result.picture("race", 5)
        xml.etree.ElementTree.fromstring(picture)
        self.assertIn("words[63 - threadIdx.x]", picture.description)
        with self.assertRaises(warpschool.UsageError):
            result.picture("race", 1)

    def test_an_access_out_of_bounds_stops_the_kernel(self):
        result = warpschool.run(
            "__global__ void k(int *out)\n{\n    out[threadIdx.x] = 1;\n}\n", grid=1, block=32, args={"out": "31"}
        )
        self.assertEqual([(f.kind, f.line) for f in result.findings], [("out-of-bounds", 3)])
        self.assertIn("kernel.cu:3:", repr(result))

    def test_a_kernel_without_end_ends(self):
        result = warpschool.run("__global__ void k(int *a) { while (1) a[0]++; }", grid=1, block=1)
        self.assertEqual((result.status, result.verdict), ("stopped", "stuck"))
        self.assertIn("stopped before its end", repr(result))

    def test_a_launch_that_a_gpu_refuses(self):
        result = warpschool.run(
            "__global__ void k(int *a) { extern __shared__ int s[]; a[0] = s[0]; }", grid=1, block=1, shared=1 << 20
        )
        self.assertEqual((result.status, result.outputs.keys() <= {"a"}), ("refused", True))
        self.assertTrue(result.error)


ITSELF = []
ITSELF.append(ITSELF)


class Hostile:
    """What looks like an array until it is read."""

    shape = (4,)

    def __array__(self, *words, **named):
        raise RuntimeError("no")


class Errors(unittest.TestCase):
    def test_what_does_not_compile_has_line_and_column(self):
        with self.assertRaises(warpschool.CompileError) as caught:
            warpschool.run("__global__ void k(int *a)\n{\n    a[0] = b;\n}\n")
        message = caught.exception.diagnostics[0]
        self.assertEqual((message.file, message.line, message.column, message.severity), ("kernel.cu", 3, 12, "error"))
        self.assertIn("b", message.message)

    def test_wrong_usage_is_a_sentence(self):
        cases = [
            (dict(args={"inn": [1.0]}), "did you mean 'in'?"),
            (dict(grid=0), "grid is a whole number"),
            (dict(grid=(1, 2, 3, 4)), "up to three"),
            (dict(grid=1.5), "grid is a whole number"),
            (dict(block=[32, None]), "block is a whole number"),
            (dict(block=10**5000), "block is a whole number"),
            (dict(args={"stride": 10**5000}), "stride is no number that a kernel takes"),
            (dict(args={"in": [10**400]}), "in holds f32 elements"),
            (dict(args={"in": ITSELF}), "holds itself"),
            (dict(args={"in": Hostile()}), "in cannot be read as an array"),
            (dict(block=2000), "block needs"),
            (dict(arch="sm_1"), "unknown architecture"),
            (dict(metrics=["speed"]), "no metric 'speed'"),
            (dict(args={"in": "lots"}), "is not COUNT[:TYPE][:INIT]"),
            (dict(args={"in": object()}), "no number, no array"),
            (dict(args={"stride": 0.5}), "stride"),
            (dict(kernel="none"), "none is no kernel of this file"),
        ]
        for given, said in cases:
            with self.assertRaises(warpschool.UsageError) as caught:
                warpschool.run(STRIDED, **given)
            self.assertIn(said, str(caught.exception))
            self.assertNotIn("warpschool-", str(caught.exception))  # no path of a temporary folder
        for nothing in (pathlib.Path("/nowhere/at/all.cu"), pathlib.Path("a\0b"), None, 5):
            with self.assertRaises(warpschool.UsageError):
                warpschool.run(nothing)

    def test_a_size_that_no_launch_has_is_told_by_the_persons_word_for_it(self):
        for word, size, most in (("grid", 1 << 40, 2147483647), ("block", 2000, 1024)):
            with self.assertRaisesRegex(warpschool.UsageError, "^{} .*{} at most".format(word, most)) as raised:
                warpschool.run(HALF, **{word: size})
            self.assertNotRegex(str(raised.exception), "blocks|threads")

    def test_numbers_and_lists_at_the_edge_of_what_is_refused(self):
        deep = [1.0]
        for _ in range(31):
            deep = [deep]
        source = "__global__ void k(float *a, float x) { a[threadIdx.x] = x; }"
        for given in (deep, [10**38], [1.0]):
            result = warpschool.run(source, grid=[1], block=(1, 1), args={"a": given, "x": 2})
            self.assertEqual((result.safe, memoryview(result.outputs["a"]).tobytes()), (True, b"\0\0\0@"))

    def test_a_source_that_may_have_no_end_is_not_read(self):
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder)
            os.mkfifo(here / "pipe")
            (here / "large.cu").write_bytes(b" " * (4 << 20) + b"\n")
            (here / "text.cu").write_text("__global__ void k(int *a) { a[0] = 1; }")
            (here / "link.cu").symlink_to("text.cu")
            for name, said in (
                ("pipe", "is no regular file"),
                ("/dev/zero", "is no regular file"),
                (".", "is no regular file"),
                ("large.cu", "is larger than 4 MiB"),
            ):
                for command in (warpschool.run, lambda path: warpschool.check("eight-way", path)):
                    with self.assertRaisesRegex(warpschool.UsageError, said):
                        command(here / name)
            self.assertTrue(warpschool.run(here / "link.cu", grid=1, block=1, args={"a": "1"}).safe)

    def test_nothing_reaches_a_shell_or_an_option(self):
        for name in ("x;y", "--json", "a b", "$(x)", "in\n", ""):
            with self.assertRaisesRegex(warpschool.UsageError, "is no parameter's name"):
                warpschool.run(STRIDED, args={name: "4"})
            with self.assertRaises(warpschool.UsageError):
                warpschool.run(STRIDED, name or "-")
            with self.assertRaises(warpschool.WarpschoolError):
                warpschool.check(name, "x")
        for word in ("4;x", "4 --out=/tmp", "@/etc/passwd", "4\n", "-1"):
            with self.assertRaisesRegex(warpschool.UsageError, "is not COUNT"):
                warpschool.run(STRIDED, args={"in": word})

    def test_a_program_that_is_not_there(self):
        before = os.environ["WARPSCHOOL_PROGRAM"]
        try:
            os.environ["WARPSCHOOL_PROGRAM"] = "/nowhere/warpschool"
            with self.assertRaises(warpschool.ProgramNotFound) as caught:
                warpschool.lessons()
            self.assertIn("/nowhere/warpschool could not be started", str(caught.exception))
            self.assertIsInstance(caught.exception, FileNotFoundError)
        finally:
            os.environ["WARPSCHOOL_PROGRAM"] = before

    def test_no_folder_is_left(self):
        code = (
            "import tempfile, os, warpschool, test_api\nresult = test_api.strided(1)\nprint(result._running.folder)\n"
        )
        folder = (
            subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        )
        self.assertTrue(folder)
        self.assertFalse(os.path.exists(folder))


class Pictures(unittest.TestCase):
    def test_pictures_are_svg_with_a_description(self):
        result = strided(2)
        for kind, line, said in (
            ("banks", 8, "16 banks are each asked for 2 different words"),
            ("sectors", 6, "128 of 128 bytes used"),
            ("banks", None, "bank"),
            ("occupancy", None, "A block has 32 threads"),
        ):
            picture = result.picture(kind, line)
            root = xml.etree.ElementTree.fromstring(picture)
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertIn(said, picture.description)
            self.assertEqual(picture._repr_svg_(), str(picture))
            self.assertNotIn("<style", picture.inline())
        for kind, line in (("banks", 3), ("sectors", 99999), ("nonsense", None), ("banks", -1), ("banks", "8; x")):
            with self.assertRaises(warpschool.UsageError):
                result.picture(kind, line)

    def test_two_pictures_in_one_page_share_no_id(self):
        picture = strided(2).picture("banks", 8)
        first, second = picture.inline(), picture.inline()
        self.assertNotEqual(first, second)
        self.assertEqual(len(first.split('"wsp')), len(second.split('"wsp')))


class Pages(unittest.TestCase):
    def test_nothing_that_a_kernel_prints_is_html(self):
        source = """#include <cstdio>
__global__ void k(int *a) { printf("<script>alert(1)</script>%c[2J&amp;\\n", 27); } // <img src=x>
"""
        page = warpschool.run(source, grid=1, block=1)._repr_html_()
        self.assertNotIn("<script", page)
        self.assertNotIn("<img", page)
        self.assertNotIn("\x1b", page)
        self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt;", page)
        self.assertIn("&amp;amp;", page)

    def test_a_result_as_html_has_its_numbers(self):
        result = strided(4, metrics=["shared.load.wavefronts"])
        page = result.show(result.picture("banks", 8))._repr_html_()
        self.assertRegex(page, r"<code>shared\.load\.wavefronts</code></th><td class=\"number\">4</td>")
        self.assertIn("<svg", page)
        self.assertIn("prefers-color-scheme:dark", page)
        self.assertNotRegex(page, r"(?m)^(body|table|td|h3|code)[ {,]")  # no rule beyond this output

    def test_what_has_a_look_in_a_page_of_the_program_has_one_in_a_notebook(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "page.html"
            program = [os.environ["WARPSCHOOL_PROGRAM"], "--pack", str(ROOT)]
            subprocess.run([*program, "report", "05-banks", "--html", str(path)], check=True, stdout=subprocess.DEVNULL)
            wanted = looks(path.read_text())
        result, racy = strided(2), warpschool.run(RACY, grid=1, block=64, args={"out": "64"})
        pages = [result.show(result.picture("banks", 8)), racy.show(racy.picture("race"))]
        shown = [page._repr_html_() for page in pages]
        wanted |= {name for page in shown for name in re.findall(r'class="(ws-[\w-]*)', page)}
        self.assertLessEqual({"ws-dots", "k", "bad"}, wanted)
        self.assertEqual(wanted - looks(shown[0]), set())


class Course(unittest.TestCase):
    def test_lessons(self):
        found = warpschool.lessons()
        self.assertEqual(len(found), len(list((ROOT / "lessons").glob("*.yaml"))))
        banks = warpschool.lesson("banks")
        self.assertEqual((banks.id, warpschool.lesson("5").id, warpschool.lesson("05-banks").id), ("05-banks",) * 3)
        self.assertEqual([exercise.id for exercise in banks.exercises], ["eight-way", "row-sums", "predict"])
        self.assertEqual(banks.exercises[0].source(), (ROOT / "exercises" / "05-eight-way.cu").read_text())
        with self.assertRaises(warpschool.UsageError):
            warpschool.lesson("no such lesson")
        with self.assertRaises(warpschool.UsageError):
            banks.show(99)

    def test_a_prediction_hides_what_it_is_about_until_it_is_answered(self):
        banks = warpschool.lesson("banks")
        page = banks.show(3)
        self.assertEqual(page.prediction, "stride-2")
        self.assertIn("How many wavefronts", repr(page))
        self.assertNotIn("measured answer", repr(page))
        self.assertNotIn("shared.load.wavefronts", page._repr_html_())
        self.assertEqual(list(banks.predict(3).choices), [])
        with self.assertRaises(warpschool.UsageError):
            banks.predict(3, "many")
        made = banks.predict(3, "-2")
        self.assertEqual((made.answer, made.measured, made.right), ("-2", "2", False))
        self.assertTrue(banks.predict(3, "2").right)
        page = banks.show(3)
        self.assertIsNone(page.prediction)
        self.assertIn("<code>shared.load.wavefronts</code>", page._repr_html_())
        self.assertEqual(warpschool.lesson("banks").predictions["stride-2"], "2")
        self.assertEqual(banks.show(5).prediction, "crowd")
        self.assertIsNone(banks.show(5, reveal=True).prediction)

    def test_verdicts(self):
        shipped = warpschool.check("eight-way", ROOT / "exercises" / "05-eight-way.cu")
        self.assertEqual((shipped.verdict, bool(shipped), shipped.exercise), ("missed", False, "eight-way"))
        missed = [goal for goal in shipped.goals if goal.judged and not goal.met]
        self.assertEqual(missed[0].goal, "shared.load.ways == ways")
        self.assertIn("now shared.load.ways is 1, ways is 8", repr(shipped))
        self.assertIn("now shared.load.ways is 1, ways is 8", shipped._repr_html_())
        solved = warpschool.check("eight-way", (ROOT / "solutions" / "05-eight-way.cu").read_text())
        self.assertTrue(solved.passed)
        broken = warpschool.check("eight-way", "int x = ;\n")
        self.assertEqual(
            (broken.verdict, broken.messages[0].line, broken.messages[0].file), ("uncompiled", 1, "kernel.cu")
        )
        with self.assertRaises(warpschool.UsageError):
            warpschool.check("nine-way", "int x;")

    def test_words(self):
        self.assertIn("one of the 32 parts of shared memory", warpschool.explain("bank"))
        conflicts = warpschool.metrics("shared.load.conflicts")
        self.assertEqual(
            [(metric.name, metric.unit, metric.per_line) for metric in conflicts],
            [("shared.load.conflicts", "conflicts", True)],
        )
        self.assertTrue(all(metric.name.startswith("shared.") for metric in warpschool.metrics("shared")))
        self.assertEqual(warpschool.metrics("gibberish"), [])
        with self.assertRaises(warpschool.WarpschoolError):
            warpschool.explain("gibberish")


if __name__ == "__main__":
    unittest.main()
