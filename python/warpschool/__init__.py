"""Warpschool from Python: where its program is."""

import os
import shutil
import sysconfig

__all__ = ["program"]


def program() -> str:
    """The path of the program `warpschool`: the one of this environment, else the first on PATH.

    WARPSCHOOL_PROGRAM names another one. FileNotFoundError says where it was looked for.
    """
    named = os.environ.get("WARPSCHOOL_PROGRAM")
    if named:
        return named
    schemes = ["", os.name + "_user"]
    places = [sysconfig.get_path("scripts", *([scheme] if scheme else [])) for scheme in schemes]
    for place in places:
        path = os.path.join(place, "warpschool")
        if os.access(path, os.X_OK):
            return path
    path = shutil.which("warpschool")
    if path is None:
        raise FileNotFoundError("there is no program warpschool in " + ", ".join(places) + ", nor on PATH")
    return path
