"""`python -m warpschool` is the command `warpschool`."""

import os
import sys

from . import ProgramNotFound, program

if __name__ == "__main__":
    try:
        path = program()
        os.execv(path, [path, *sys.argv[1:]])
    except ProgramNotFound as error:
        sys.exit("warpschool: {}".format(error))
