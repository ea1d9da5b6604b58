/* What the files that make dodges share.
 *
 *   dodges.c            waits left out, few that do the work of all, atomics in place of loads
 *   dodge_constants.c   outputs that are known
 *   dodge_source.c      the solution's text: its kernels, and these as functions */
#ifndef WARPSCHOOL_LINT_DODGE_PARTS_H
#define WARPSCHOOL_LINT_DODGE_PARTS_H

#include "base/text.h"
#include "base/vec.h"
#include "lint/dodges.h"

typedef VEC(Dodge) DodgeList;

typedef struct Param {
    const char *type, *name; /* "const int *", "in" */
} Param;

/* A kernel as the file defines it. */
typedef struct Kernel {
    const char *name;
    const char *start, *name_at, *open, *close; /* in the text: extern "C" or __global__, the name, ( and ) */
    VEC(Param) params;
} Kernel;

typedef struct Making {
    Arena *arena;
    const char *text;
    const Launch *const *launches;
    size_t launch_count;
    VEC(Kernel) kernels; /* that the launches name */
    DodgeList dodges;
} Making;

/* How an argument's type is written in the function; NULL: as it is. */
typedef const char *ParamType(Arena *arena, const Param *param);

/* ---- dodge_constants.c ------------------------------------------------------------------------------------------- */

/* Adds none where the outputs are many, or a kernel has not a parameter for each argument. */
void dodge_make_constants(Making *making);

/* ---- dodge_source.c ---------------------------------------------------------------------------------------------- */

bool dodge_is_name_part(char c);
/* Behind the comment or the string that begins at `at`; `at` itself where none does. */
const char *dodge_skip_quoted(const char *at);
/* The parenthesis that closes the one at `open`; NULL where none does. */
const char *dodge_closing(const char *open);
/* The kernels of all launches, in the order of the text; false where one is not found, or lies within another. */
bool dodge_find_kernels(Making *making);
/* The file with each kernel as a function NAME_solution, with one parameter more (extra: "uint3 blockIdx", or NULL). */
void dodge_add_functions(Making *making, Text *out, const char *extra, ParamType *type_of);
/* The head of the new kernel: as in the file, with its attributes. */
void dodge_add_head(Text *out, const Kernel *kernel);
/* A call of the solution, with the value of the parameter more, or NULL. */
void dodge_add_call(Text *out, const Kernel *kernel, const char *extra);
/* Adds one to those that are made; the strings are in the arena, or constants. */
void dodge_add(Making *making, const char *name, const char *what, const char *text);

#endif
