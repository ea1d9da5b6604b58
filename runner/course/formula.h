/* Formulas: an expression in i over millions of elements.
 *
 * Compiled once for known parameters and buffers into steps that each work on a batch of elements, so that types and
 * names are resolved once and the inner loops are plain. */
#ifndef WARPSCHOOL_COURSE_FORMULA_H
#define WARPSCHOOL_COURSE_FORMULA_H

#include "course/course.h"

enum { FORMULA_BATCH = 256 };

typedef struct Formula Formula;

/* bytes[b] is what buffers[b] held before the launch; both must outlive the formula, which arena owns. NULL with an
 * error in diags. */
Formula *formula_compile(const Expr *expr, const Binding *bindings, size_t binding_count, const Buffer *buffers,
                         void *const *bytes, size_t buffer_count, Arena *arena, DiagList *diags);

bool formula_is_real(const Formula *formula);

/* The values for i = start .. start + count - 1 (count at most FORMULA_BATCH), valid until the next call; integers or
 * reals, as formula_is_real says. False with *failed_at and *why where one of them has no value. */
bool formula_run(Formula *formula, size_t start, size_t count, const int64_t **integers, const double **reals,
                 size_t *failed_at, const char **why);

#endif
