/* The expected contents of outputs: host functions that lessons name. */
#ifndef WARPSCHOOL_COURSE_REFERENCE_H
#define WARPSCHOOL_COURSE_REFERENCE_H

#include "course/course.h"

/* The host functions' names. */
const char *const *reference_names(size_t *count);

/* The expected contents of buffer `output` of a launch by the host function `name`: its first *count elements, in
 * the output's type, computed from the buffers as they were before the launch. In arena. NULL with *why where the
 * launch does not fit the function (a missing buffer or value, an output that is too large). */
void *reference_compute(const char *name, const Prepared *prepared, size_t output, Arena *arena, size_t *count,
                        const char **why);

#endif
