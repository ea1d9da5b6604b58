/* What an output must hold: host functions that lessons name. */
#ifndef WARPSCHOOL_COURSE_REFERENCE_H
#define WARPSCHOOL_COURSE_REFERENCE_H

#include "course/course.h"

/* The host functions' names. */
const char *const *reference_names(size_t *count);

#endif
