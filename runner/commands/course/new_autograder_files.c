/* The scripts of `new autograder`. docs/instructors.md shows them, and tests/autograder runs them. */
#include "commands/course/new_files.h"

static const char setup[] =
    "#!/bin/sh\n"
    "# Installs Warpschool from what lies beside this file: a Debian package, or the source archive of `make dist`. "
    "Runs\n"
    "# as root, because libraries and a compiler come from the system's packages.\n"
    "set -eu\n"
    "here=$(cd \"$(dirname \"$0\")\" && pwd)\n"
    "export DEBIAN_FRONTEND=noninteractive\n"
    "for package in \"$here\"/warpschool_*.deb; do\n"
    "    [ -e \"$package\" ] || continue\n"
    "    apt-get update\n"
    "    apt-get install -y \"$package\" clang\n"
    "    exit\n"
    "done\n"
    "for archive in \"$here\"/warpschool-*.tar.gz; do\n"
    "    [ -e \"$archive\" ] || continue\n"
    "    if ! command -v make || ! command -v cc; then\n"
    "        apt-get update\n"
    "        apt-get install -y gcc libc6-dev make\n"
    "    fi\n"
    "    work=$(mktemp -d)\n"
    "    tar -xzf \"$archive\" -C \"$work\" --strip-components=1\n"
    "    make -C \"$work\" -j\"$(nproc)\" install\n"
    "    rm -rf \"$work\"\n"
    "    exit\n"
    "done\n"
    "echo \"$0: neither warpschool-VERSION.tar.gz (make dist) nor warpschool_VERSION.deb is in $here\" >&2\n"
    "exit 1\n";

static const char run_autograder[] =
    "#!/bin/sh\n"
    "# Judges one submission and leaves what Gradescope shows: points, and of each exercise what `check` says.\n"
    "set -eu\n"
    "folder=${AUTOGRADER:-/autograder} work=$(mktemp -d)\n"
    "mkdir \"$work/in\"\n"
    "cp -R \"$folder/submission\" \"$work/in/student\"\n"
    "warpschool --pack \"$folder/source/pack\" grade \"$work/in\" --out \"$work/out\"\n"
    "cp \"$work/out/gradescope/student/results.json\" \"$folder/results/results.json\"\n"
    "rm -rf \"$work\"\n";

static const char workflow[] = "# The names of the workflow and of its job are those that GitHub Classroom looks for.\n"
                               "name: Autograding Tests\n"
                               "on: [push, workflow_dispatch, repository_dispatch]\n"
                               "permissions:\n"
                               "  checks: write\n"
                               "  actions: read\n"
                               "  contents: read\n"
                               "jobs:\n"
                               "  run-autograding-tests:\n"
                               "    runs-on: ubuntu-latest\n"
                               "    timeout-minutes: 30\n"
                               "    if: github.actor != 'github-classroom[bot]'\n"
                               "    steps:\n"
                               "      - uses: actions/checkout@v4\n"
                               "      - name: Install Warpschool\n"
                               "        run: sudo sh .github/warpschool/setup.sh\n"
                               "      - name: Judge the exercises\n"
                               "        run: sh .github/warpschool/grade.sh\n";

static const char grade[] = "#!/bin/sh\n"
                            "# Judges the files in exercises/. The page of the run shows what `check` says; the two "
                            "notices tell GitHub Classroom\n"
                            "# the points, as its own reporter does. Ends with 0 where no point is missing.\n"
                            "set -eu\n"
                            "work=$(mktemp -d)\n"
                            "mkdir \"$work/in\"\n"
                            "cp -R exercises \"$work/in/student\"\n"
                            "warpschool --pack . grade \"$work/in\" --out \"$work/out\"\n"
                            "cat \"$work/out/students/student.md\" >>\"${GITHUB_STEP_SUMMARY:-/dev/stdout}\"\n"
                            "awk -F , '\n"
                            "    NR > 1 { points += $7; most += $8 }\n"
                            "    END {\n"
                            "        printf \"::notice title=Autograding complete::Points %g/%g\\n\", points, most\n"
                            "        printf \"::notice title=Autograding "
                            "report::{\\\"totalPoints\\\":%g,\\\"maxPoints\\\":%g}\\n\", points, most\n"
                            "        exit points < most\n"
                            "    }' \"$work/out/results.csv\"\n";

const NewFile new_gradescope_files[NEW_GRADESCOPE_FILES] = {
    {"setup.sh", setup},
    {"run_autograder", run_autograder},
};

const NewFile new_github_files[NEW_GITHUB_FILES] = {
    {".github/workflows/classroom.yml", workflow},
    {".github/warpschool/setup.sh", setup},
    {".github/warpschool/grade.sh", grade},
};
