/* Diagnostics: what happened, where, and what to do next.
 *
 * Inside a stage an error is raised where it is seen, with a position; at the stage's edge it is a value in a DiagList.
 * Nothing here prints: the report does. */
#ifndef WARPSCHOOL_BASE_DIAG_H
#define WARPSCHOOL_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"

/* A position in a text that a person wrote. line and column count from 1; 0 means unknown. */
typedef struct Loc {
    const char *file;
    int line, column;
} Loc;

typedef enum Severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE } Severity;

typedef struct Diag {
    Severity severity;
    Loc loc;
    const char *message; /* one sentence, no full stop, no newline */
    const char *hint;    /* what to do next, or NULL */
    struct Diag *next;
} Diag;

/* In the order of raising. arena owns the diagnostics and their strings. errors counts SEVERITY_ERROR. */
typedef struct DiagList {
    Arena *arena;
    Diag *first, **last;
    size_t errors, count;
} DiagList;

DiagList diag_list(Arena *arena);

/* Appends one. hint may be NULL. The list keeps copies of everything. After 100 errors further ones are
 * only counted. */
void diag_add(DiagList *list, Severity severity, Loc loc, const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Appends "file:line:column: error: message; hint" and a newline to out, leaving out the parts that are unknown. */
void diag_line(Text *out, const Diag *diag);

#endif
