/* What a trial is made in: the settings, and what was chosen from them. Shared by trial.c and the trying_*.c files. */
#ifndef WARPSCHOOL_COMMANDS_TRYING_H
#define WARPSCHOOL_COMMANDS_TRYING_H

#include "base/vec.h"
#include "commands/kernel/extents.h"
#include "compile/signature.h"
#include "teach/session.h"
#include "teach/workspace.h"

typedef struct Setting {
    const char *name, *value;
    const char *kernel; /* that it holds for; NULL: for any */
    bool in_file, used;
} Setting;

typedef struct Trying {
    Session *session;
    Arena *arena;
    Source source;
    const char *kernel; /* that the file's comments name first; NULL: none */
    VEC(Setting) settings;
    const Signature *signature;
    int64_t grid[3], block[3], shared;
    int64_t tile[2];  /* columns and rows that a block works on: its threads, or more where the text says so */
    int64_t elements; /* of a buffer whose size is not given */
    bool two;         /* the kernel uses the second dimension: */
    int64_t columns, rows;
    LaunchSpec spec;
    const char *note;    /* why there are fewer; or NULL */
    const char *made_up; /* a buffer of whole numbers that are random, which the kernel only reads; NULL: none is */
    bool guessed;        /* how many threads a block has */
    Text told;           /* the settings as they are, for the student to see and to change */
} Trying;

/* ---- trying_settings.c ------------------------------------------------------------------------------------------- */

/* False, with "NAME WHAT; HINT" said. */
bool trying_refuse(const Trying *trial, const char *hint, const char *what, const char *name);
/* Settings NAME=VALUE of the command line; *kernel: what kernel=NAME among them names, else as it was. */
bool trying_read_words(Trying *trial, int count, char **words, const char **kernel);
/* Settings that stand after "try:" in the comments before the first line of code. */
bool trying_read_comments(Trying *trial);
/* The value that was given last, the command line's after the file's; it counts as used then. NULL: none was. */
const char *trying_setting(Trying *trial, const char *name);
/* "16x16": up to three whole numbers of at least 1; the rest of size stays. Their product is at most most. */
bool trying_read_sizes(const char *text, int64_t size[3], int64_t most);
const char *trying_print_sizes(Arena *arena, const int64_t size[3]);
/* The same from a setting; size: what it is where it is not given. */
bool trying_read_dimensions(Trying *trial, const char *name, int64_t size[3], int64_t most);
/* Complains about a setting that names nothing. The file's may be for another of its kernels. */
bool trying_all_used(const Trying *trial);

/* ---- trying_launch.c --------------------------------------------------------------------------------------------- */

/* Grid, block, shared memory, and the elements, columns and rows that follow from them. */
bool trying_read_launch(Trying *trial);

/* ---- trying_arguments.c ------------------------------------------------------------------------------------------ */

/* An argument for each parameter, after trying_read_launch. */
bool trying_make_arguments(Trying *trial);
/* What a whole number is where it is not given: it counts columns, rows or elements. */
int64_t trying_standard_value(const Trying *trial, const Parameter *parameter);
const Expr *trying_constant(const Trying *trial, int64_t number);

#endif
