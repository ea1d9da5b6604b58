#!/usr/bin/env python3
"""Reads a conda recipe as rattler-build does: conda.py RECIPE prints, a line each, its name and version, its source's
digest and the libraries that it asks for, with Linux's variant chosen. What rattler-build refuses is an error."""
import sys

from rattler_build import Stage0Recipe, VariantConfig

variants = VariantConfig({"c_compiler": ["gcc"], "c_stdlib": ["sysroot"], "c_stdlib_version": ["2.28"]})
for rendered in Stage0Recipe.from_file(sys.argv[1]).render(variants):
    recipe = rendered.recipe.to_dict()
    print(recipe["package"]["name"], recipe["package"]["version"])
    print(recipe["source"][0]["sha256"])
    print(*recipe["requirements"]["host"])
