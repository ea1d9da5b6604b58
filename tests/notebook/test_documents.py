"""The examples of docs/python.md and of the module's own texts give what stands below them."""

import doctest
import pathlib
import unittest

import warpschool
from warpschool import _lessons, _metrics

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Examples(unittest.TestCase):
    def run_examples(self, text, name):
        test = doctest.DocTestParser().get_doctest(text, {"warpschool": warpschool}, name, name, 0)
        said = []
        results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(
            test, out=said.append
        )
        self.assertEqual(results.failed, 0, "".join(said))
        return results.attempted

    def test_the_page(self):
        text = (ROOT / "docs" / "python.md").read_text().replace("```", "")
        self.assertGreater(self.run_examples(text, "docs/python.md"), 10)

    def test_the_modules_own_texts(self):
        for documented in (warpschool, _metrics.metrics, _lessons.lesson):
            self.assertGreater(self.run_examples(documented.__doc__, documented.__name__), 0)

    def test_the_page_names_everything_that_the_module_exports(self):
        text = (ROOT / "docs" / "python.md").read_text()
        self.assertEqual([name for name in warpschool.__all__ if name not in text], [])

    def test_the_page_names_every_magic(self):
        from warpschool import _magics

        text = (ROOT / "docs" / "python.md").read_text()
        magics = [*_magics.Notebook(None).commands, "run", "check"]
        self.assertEqual([name for name in magics if "%warpschool {}".format(name) not in text], [])
        self.assertEqual(
            [name for name in magics if "%warpschool {}".format(name) not in _magics.HELP and name != "help"], []
        )


if __name__ == "__main__":
    unittest.main()
