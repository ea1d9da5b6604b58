/* Building a program with clang, where there is no nvcc. */
#ifndef WARPSCHOOL_PROGRAM_PROGRAM_CLANG_H
#define WARPSCHOOL_PROGRAM_PROGRAM_CLANG_H

#include "base/text.h"
#include "program/programs.h"

const char *program_find_clang(Arena *arena); /* NULL: there is none */
/* The number of the architecture that it compiles for, where arch is asked for. */
int program_clang_arch(const char *arch);
/* False where it does not compile; the log says why. */
bool program_run_clang(const char *clang, const char *path, const ProgramSource *how, const char *program, Arena *arena,
                       Text *log);

#endif
